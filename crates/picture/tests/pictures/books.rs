//! Books, as pages and as HTML.

use crate::boards::MIDDLE_GAME;
use crate::grids::filled;
use crate::reader::{Reader, Text};
use sole_picture::book::{
    Book, Chapter, Difficulty, Entry, Layout, Notation, Paper, Solution, Span,
};
use sole_picture::pdf::{Document, Numerals};
use sole_picture::{BoardView, Font};
use std::collections::BTreeSet;

/// An entry whose caption and solution say its number.
fn entry(number: usize) -> Entry {
    let board = || BoardView::default().render(&MIDDLE_GAME.parse().expect("a diagram"));
    let (picture, solution) = match number % 5 {
        0 => (filled(3, 3).render(), Solution::Picture(filled(3, 3).render())),
        _ => {
            let words = format!("key{number} ♕h7 ").repeat(1 + number % 40);
            (board(), Solution::Words(vec![Span::Strong("1 ♕h7! ".to_owned()), Span::Plain(words)]))
        }
    };
    Entry {
        picture,
        caption: format!("caption{number}"),
        credit: if number.is_multiple_of(3) { "Tibor Orbán".to_owned() } else { String::new() },
        difficulty: Difficulty::new((number % 6) as u8),
        solution,
    }
}

/// A book with so many entries in each chapter.
pub(crate) fn book(sizes: &[usize]) -> Book {
    let mut number = 0;
    let mut next = || {
        number += 1;
        entry(number)
    };
    let chapters = sizes.iter().enumerate().map(|(place, &size)| Chapter {
        title: format!("Chapter {}", place + 1),
        note: "What is said before. ".repeat(place),
        entries: (0..size).map(|_| next()).collect(),
    });
    Book {
        title: "Puzzles".to_owned(),
        subtitle: "all proved".to_owned(),
        imprint: "by sole".to_owned(),
        chapters: chapters.collect(),
    }
}

/// The words of each page.
fn words(document: &Document) -> Vec<Vec<String>> {
    let reader = Reader::new(&document.write());
    reader.pages().into_iter().map(|page| reader.words(page)).collect()
}

/// The places of the pages that have a word.
fn pages_with(pages: &[Vec<String>], word: &str) -> Vec<usize> {
    (0..pages.len()).filter(|&page| pages[page].iter().any(|other| other == word)).collect()
}

#[test]
fn every_entry_is_printed_once_with_its_caption() {
    let cases = [
        (2, 3, vec![14, 7, 1]),
        (2, 3, vec![4]),
        (1, 1, vec![3, 2]),
        (2, 2, vec![4, 5]),
        (3, 4, vec![30]),
        (4, 6, vec![25, 0, 2]),
        (1, 6, vec![9]),
    ];
    for (columns, rows, sizes) in cases {
        let layout = Layout::new(columns, rows).expect("a layout");
        let document = book(&sizes).pages(layout);
        let pages = words(&document);
        let count: usize = sizes.iter().sum();
        let title =
            pages_with(&pages, "Solutions").into_iter().find(|&page| page > 1).expect("them");
        for number in 1..=count {
            let at = pages_with(&pages, &format!("caption{number}"));
            assert_eq!(at.len(), 1, "{number} in {sizes:?}");
            assert!(pages[at[0]].contains(&number.to_string()), "{number} in {sizes:?}");
            let solved = pages_with(&pages[title..], &format!("{number}."));
            assert_eq!(solved.len(), 1, "{number} in {sizes:?}");
        }
        // The title of a chapter takes the room of a row, unless there are few.
        let (room, taken) = (columns * rows, if rows > 2 { columns } else { 0 });
        let n_pages = sizes.iter().map(|size| (size + taken).div_ceil(room).max(1)).sum::<usize>();
        assert_eq!(title - 2, n_pages, "{columns}×{rows} {sizes:?}");
    }
}

/// Whom an entry is from is told in every layout, and what is cut off leaves dots.
#[test]
fn credits_have_a_line_in_every_layout() {
    let mut all = book(&[7]);
    for (number, entry) in all.chapters[0].entries.iter_mut().enumerate() {
        entry.caption = "Helpmate in 2½ (h#2.5), White moves first".to_owned();
        entry.credit =
            ["Ado Kraemer", "Erich Zepler, Im Banne des Schachproblems, de Gruyter 1951"]
                [number % 2]
                .to_owned();
    }
    for (columns, rows) in (1..=4).flat_map(|columns| (1..=6).map(move |rows| (columns, rows))) {
        let pages = words(&all.pages(Layout::new(columns, rows).expect("a layout")));
        let n_told = |name: &str| pages.iter().flatten().filter(|&word| word == name).count();
        assert_eq!([n_told("Ado"), n_told("Erich")], [4, 3], "{columns}×{rows}");
        let is_cut = n_told("Gruyter") < 3;
        assert_eq!(n_told("…") >= 3, is_cut, "{columns}×{rows}");
        assert!(is_cut || columns < 4, "{columns}×{rows}");
    }
}

/// Numbers lead to solutions and back.
#[test]
fn links_lead_there_and_back() {
    let document = book(&[14, 7]).pages(Layout::default());
    let pages = words(&document);
    let links = |page: usize| document.pages[page].links.clone();
    let contents: Vec<usize> = links(1).into_iter().map(|link| link.page).collect();
    let starts = ["Chapter 1", "Chapter 2", "Solutions"];
    for (target, title) in contents.iter().zip(starts) {
        assert!(pages[*target].contains(&title.to_owned()), "{title}");
        // The contents say the number that is printed on the page.
        let label = (target - 1).to_string();
        assert!(pages[1].contains(&label) && pages[*target].contains(&label), "{title}");
    }
    for number in 1..=21 {
        let here = pages_with(&pages, &format!("caption{number}"))[0];
        let there = pages_with(&pages, &format!("{number}."))[0];
        assert!(links(here).iter().any(|link| link.page == there), "{number}");
        assert!(links(there).iter().any(|link| link.page == here), "{number}");
    }
    let titles: Vec<(&str, usize)> =
        document.bookmarks.iter().map(|mark| (mark.title.as_str(), mark.depth)).collect();
    let expected = [
        ("Contents", 0),
        ("Chapter 1", 0),
        ("Chapter 2", 0),
        ("Solutions", 0),
        ("Chapter 1", 1),
        ("Chapter 2", 1),
    ];
    assert_eq!(titles, expected);
    let numerals: Vec<Numerals> = document.labels.iter().map(|label| label.numerals).collect();
    assert_eq!(numerals, [Numerals::Roman, Numerals::Arabic]);
}

/// The space at the sides of a page, and the least between columns.
const SIDES: f64 = 76.0;
const GUTTER: f64 = 26.0;
/// How exactly places are written.
const ROUNDED: f64 = 0.02;

/// The edges of columns.
fn columns(count: usize, paper: Paper) -> Vec<[f64; 2]> {
    let frame = paper.size()[0] - 2.0 * SIDES;
    let width = (frame - GUTTER * (count as f64 - 1.0)) / count as f64;
    let left = |column: usize| SIDES + column as f64 * (width + GUTTER);
    (0..count).map(|column| [left(column), left(column) + width]).collect()
}

fn is_within([left, right]: [f64; 2], bounds: &[[f64; 2]]) -> bool {
    bounds.iter().any(|[from, to]| left >= from - ROUNDED && right <= to + ROUNDED)
}

/// No text leaves the frame, no caption and no line of a solution its column, from beginning to end.
#[test]
fn nothing_leaves_its_place() {
    let long = ["a credit of many words that go on and on, ", "Incomprehensibilities", "Жя"];
    for (columns_wanted, rows) in [(2, 3), (1, 1), (3, 6), (4, 5), (4, 6), (2, 6)] {
        for paper in [Paper::A4, Paper::Letter] {
            let mut book = book(&[9, 9, 9]);
            for (place, entry) in book.chapters[1].entries.iter_mut().enumerate() {
                entry.caption = long[place % 3].repeat(place);
                entry.credit = long[(place / 3) % 3].repeat(9);
            }
            let layout = Layout::new(columns_wanted, rows).expect("a layout").on(paper);
            let document = book.pages(layout);
            let reader = Reader::new(&document.write());
            let pages: Vec<Vec<Text>> =
                reader.pages().into_iter().map(|page| reader.texts(page)).collect();
            let is_title = |text: &Text| text.text == "Solutions" && text.size == 26.0;
            let back = pages.iter().position(|page| page.iter().any(is_title)).expect("solutions");
            for (number, page) in pages.iter().enumerate() {
                let frame = columns(1, paper);
                let narrow = columns(if number < back { columns_wanted } else { 2 }, paper);
                for text in page {
                    let [_, y] = text.place;
                    assert!(is_within(text.extent(), &frame), "{columns_wanted}×{rows} {text:?}");
                    assert!(y > 30.0 && y < paper.size()[1] - 25.0, "{text:?}");
                    let is_small = text.font != Font::Sans && [8.5, 9.5, 10.5].contains(&text.size);
                    let in_column = is_within(text.extent(), &narrow);
                    assert!(in_column || !is_small, "{columns_wanted}×{rows} {text:?}");
                }
            }
        }
    }
}

#[test]
fn books_are_the_same_each_time_and_may_be_empty() {
    for sizes in [vec![], vec![0], vec![0, 1], vec![3]] {
        let (one, other) = (book(&sizes), book(&sizes));
        assert_eq!(one.pages(Layout::default()).write(), other.pages(Layout::default()).write());
        assert_eq!(one.html(Layout::default()), other.html(Layout::default()));
        let n_pages = words(&one.pages(Layout::default())).len();
        assert!(n_pages >= 2 && one.html(Layout::default()).ends_with("</html>\n"), "{sizes:?}");
    }
    assert_eq!(
        [(0, 1), (5, 1), (1, 0), (1, 7)].map(|(columns, rows)| Layout::new(columns, rows)),
        [None; 4]
    );
    assert_eq!([0, 6].map(Difficulty::new), [None; 2]);
}

#[test]
fn html_leads_everywhere_and_holds_everything() {
    let html = book(&[5, 6]).html(Layout::default());
    let ids: Vec<&str> =
        html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
    let targets = html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    for target in targets {
        let name = target.strip_prefix('#').expect("nothing outside is asked for");
        assert!(unique.contains(name), "{target}");
    }
    for number in 1..=11 {
        assert!(html.contains(&format!("caption{number}")), "{number}");
        assert!(unique.contains(format!("s{number}").as_str()), "{number}");
    }
    assert!(!html.contains("<script"));
    // The name of a format is the only address, and nothing is loaded from it.
    let addresses: BTreeSet<&str> =
        html.split("http").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(Vec::from_iter(addresses), ["://www.w3.org/2000/svg"]);
    let letters = Layout::default().with(Notation::Letters);
    assert!(html.contains("#wQ\" width") && book(&[5]).html(letters).contains("<b>1 Qh7! </b>"));
}

/// What it means that a diagram has no marks is told where there is one.
#[test]
fn marks_are_explained() {
    let rated = |difficulties: &[u8]| {
        let mut book = book(&[difficulties.len()]);
        for (entry, &marks) in book.chapters[0].entries.iter_mut().zip(difficulties) {
            entry.difficulty = Difficulty::new(marks);
        }
        book
    };
    let cases: [(&[u8], [bool; 2]); 3] =
        [(&[1, 5], [true, false]), (&[1, 0], [true, true]), (&[0, 0], [false, false])];
    for (difficulties, expected) in cases {
        let book = rated(difficulties);
        let printed = words(&book.pages(Layout::default())).concat().join(" ");
        let texts = [printed, book.html(Layout::default())];
        for text in texts {
            let told = ["very hard", "no marks: not rated"].map(|words| text.contains(words));
            assert_eq!(told, expected, "{difficulties:?}");
        }
    }
}

/// Titles and texts of any kind are laid out without a complaint.
#[test]
fn any_words_can_be_printed() {
    for seed in 0..40 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let letters = ['a', 'W', ' ', '♘', '<', '(', '\\', 'ő', '\n', '漢', '\u{1}', '"'];
        let mut text = |length: usize| -> String {
            (0..rng.usize(..length)).map(|_| letters[rng.usize(..letters.len())]).collect()
        };
        let mut book = book(&[3]);
        book.title = text(200);
        book.subtitle = text(200);
        book.chapters[0].title = text(100);
        book.chapters[0].note = text(3000);
        for entry in &mut book.chapters[0].entries {
            entry.caption = text(300);
            entry.credit = text(100);
            entry.solution = Solution::plain(&text(9000));
        }
        let document = book.pages(Layout::default());
        assert!(words(&document).len() >= 4, "seed {seed}");
        assert!(!book.html(Layout::default()).contains("\u{1}"), "seed {seed}");
    }
}
