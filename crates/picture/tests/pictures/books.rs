//! Books, as pages and as HTML.

use crate::boards::MIDDLE_GAME;
use crate::grids::filled;
use crate::reader::Reader;
use sole_picture::BoardView;
use sole_picture::book::{
    Book, Chapter, Difficulty, Entry, Layout, Notation, Paper, Solution, Span,
};
use sole_picture::pdf::{Document, Numerals};
use std::collections::BTreeSet;

/// An entry whose caption and solution say its number.
fn entry(number: usize) -> Entry {
    let board = || BoardView::default().draw(&MIDDLE_GAME.parse().expect("a diagram"));
    let (picture, solution) = match number % 5 {
        0 => (filled(3, 3).draw(), Solution::Picture(filled(3, 3).draw())),
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
fn book(sizes: &[usize]) -> Book {
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
        // The title of a chapter takes the room of a row.
        let room = columns * rows;
        let n_pages =
            sizes.iter().map(|size| (size + columns).div_ceil(room).max(1)).sum::<usize>();
        assert_eq!(title - 2, n_pages, "{columns}×{rows} {sizes:?}");
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

/// Nothing is drawn outside the page, and no line of a solution leaves its column.
#[test]
fn nothing_leaves_the_page() {
    for paper in [Paper::A4, Paper::Letter] {
        let layout = Layout::default().on(paper);
        let document = book(&[9, 9, 9]).pages(layout);
        let reader = Reader::new(&document.write());
        let [width, height] = paper.size();
        for page in reader.pages() {
            for line in reader.content(page).lines().filter(|line| line.ends_with(" Tj ET")) {
                let (_, place) = line.split_once(" -1 ").expect("a place");
                let place: Vec<f64> =
                    place.split(' ').take(2).map(|part| part.parse().expect("a number")).collect();
                assert!(place[0] > 50.0 && place[0] < width - 50.0, "{line}");
                assert!(place[1] > 30.0 && place[1] < height - 25.0, "{line}");
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
    assert!(
        !html.contains("<script") && !html.contains("http://") || html.matches("http").count() == 1
    );
    let letters = Layout::default().with(Notation::Letters);
    assert!(html.contains("#wQ\" width") && book(&[5]).html(letters).contains("<b>1 Qh7! </b>"));
}

/// Titles and texts of any kind are laid out without a complaint.
#[test]
fn any_words_can_be_printed() {
    for seed in 0..40 {
        let mut lot = fastrand::Rng::with_seed(seed);
        let letters = ['a', 'W', ' ', '♘', '<', '(', '\\', 'ő', '\n', '漢', '\u{1}', '"'];
        let mut text = |length: usize| -> String {
            (0..lot.usize(..length)).map(|_| letters[lot.usize(..letters.len())]).collect()
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
