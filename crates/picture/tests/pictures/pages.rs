//! Pages of PDF, read back.

use crate::boards::{MIDDLE_GAME, any_diagram, any_view};
use crate::grids::filled;
use crate::reader::{Reader, number};
use sole_picture::pdf::{Bookmark, Document, Label, Link, Numerals, Page};
use sole_picture::{Anchor, BoardView, Font, Ink, Item, Picture, Text, at};

fn pages() -> Vec<Page> {
    let board = BoardView::default().render(&MIDDLE_GAME.parse().expect("a diagram"));
    vec![board.into(), filled(3, 3).render().into(), Picture::new(100.0, 50.0).into()]
}

#[test]
fn pages_are_found_with_what_is_on_them() {
    let document = Document { pages: pages(), ..Document::default() };
    let reader = Reader::new(&document.write());
    let pages = reader.pages();
    assert_eq!(pages.len(), 3);
    let board = reader.head(pages[0]);
    assert!(board.contains("/MediaBox[0 0 377.5 377.5]"), "{board}");
    assert_eq!(reader.words(pages[0])[..4], ["1", "a", "2", "b"]);
    // Twelve kinds of pieces, each defined once, and all pieces.
    assert_eq!(reader.content(pages[0]).matches(" Do\nQ").count(), 31);
    let pieces = (1..=reader.len()).filter(|&id| reader.head(id).contains("/Subtype/Form"));
    assert_eq!(pieces.count(), 12);
    let king = number(&board, "/wK ");
    assert!(reader.stream(king).ends_with("\nS"), "{}", reader.stream(king));
    assert!(reader.head(number(&board, "/F1 ")).contains("/BaseFont/AAAAAA+Arimo/"));
    let grid = reader.head(pages[1]);
    let bold = reader.head(number(&grid, "/F2 "));
    assert!(bold.contains("/BaseFont/AAAAAA+Arimo-Bold/"), "{bold}");
    let shapes = reader.head(number(&bold, "/DescendantFonts["));
    let descriptor = reader.head(number(&shapes, "/FontDescriptor "));
    assert!(descriptor.contains("/FontName/AAAAAA+Arimo-Bold/Flags 4/"), "{descriptor}");
    // The file has no more than the digits that are on the page.
    let length = number(&reader.head(number(&descriptor, "/FontFile2 ")), "/Length1 ");
    assert!((2000..4000).contains(&length), "{length}");
    assert!(reader.head(pages[2]).contains("/Resources<<>>"));
}

/// Letters of many languages are printed as they are, and can be found and copied.
#[test]
fn letters_mean_what_they_are() {
    let texts = ["А. Гурвич, Шахматы в СССР 1952", "Ľubomír Ďurašević", "Λάμδα – “ß”", "漢字 (\\)"];
    let mut picture = Picture::new(300.0, 100.0);
    for (font, text) in Font::ALL.into_iter().flat_map(|font| texts.map(|text| (font, text))) {
        let (text, at, ink) = (text.to_owned(), at(10.0, 10.0), Ink::BLACK);
        let text = Text { text, at, size: 10.0, font, anchor: Anchor::Start, ink };
        picture.items.push(Item::Text(text));
    }
    let document = Document { pages: vec![picture.into()], ..Document::default() };
    let reader = Reader::new(&document.write());
    let words = reader.words(reader.pages()[0]);
    let expected = texts.map(|text| text.replace(['漢', '字'], "?"));
    assert_eq!(words, [(); 5].map(|()| expected.clone()).concat());
}

#[test]
fn bookmarks_are_linked_in_all_directions() {
    let titles = [("One", 0, 0), ("Two", 1, 0), ("Inner", 1, 1), ("Gőz", 2, 1), ("End", 9, 0)];
    let bookmarks = titles
        .map(|(title, page, depth)| Bookmark { title: title.to_owned(), page, depth })
        .to_vec();
    let document = Document { pages: pages(), bookmarks, ..Document::default() };
    let reader = Reader::new(&document.write());
    let catalog = reader.head(number(&reader.trailer, "/Root "));
    let root = reader.head(number(&catalog, "/Outlines "));
    assert!(root.contains("/Count 3"), "{root}");
    let one = reader.head(number(&root, "/First "));
    let two = reader.head(number(&one, "/Next "));
    assert!(one.contains("/Title(One)") && two.contains("/Count -2"), "{one} {two}");
    let inner = reader.head(number(&two, "/First "));
    assert_eq!(number(&inner, "/Next "), number(&two, "/Last "));
    assert!(reader.head(number(&two, "/Last ")).contains("/Title<FEFF00470151007A>"), "{two}");
    let end = reader.head(number(&root, "/Last "));
    assert_eq!(number(&two, "/Next "), number(&root, "/Last "));
    assert!(end.contains(&format!("/Dest[{} 0 R", reader.pages()[2])), "{end}");
}

#[test]
fn labels_links_and_titles_are_written() {
    let mut pages = pages();
    pages[2].links.push(Link { corner: at(10.0, 5.0), size: [20.0, 8.0], page: 1 });
    let labels = vec![
        Label { page: 0, numerals: Numerals::Roman },
        Label { page: 1, numerals: Numerals::Arabic },
    ];
    let title = "A (small) book".to_owned();
    let document = Document { title, pages, labels, ..Document::default() };
    let reader = Reader::new(&document.write());
    let catalog = reader.head(number(&reader.trailer, "/Root "));
    assert!(catalog.contains("/PageLabels<</Nums[0<</S/r>>1<</S/D>>]>>"), "{catalog}");
    let info = reader.head(number(&reader.trailer, "/Info "));
    assert_eq!(info, "<</Title(A (small) book)/Producer(sole)>>");
    let page = reader.head(reader.pages()[2]);
    let target = reader.pages()[1];
    assert!(
        page.contains(&format!("/Rect[10 37 30 45]/Border[0 0 0]/Dest[{target} 0 R")),
        "{page}"
    );
}

#[test]
fn any_document_can_be_read_and_written_again() {
    assert_eq!(Reader::new(&Document::default().write()).pages(), [0; 0]);
    for seed in 0..20 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let draw = |_| any_view(&mut rng).render(&any_diagram(&mut rng)).into();
        let document = Document { pages: (0..3).map(draw).collect(), ..Document::default() };
        let bytes = document.write();
        assert_eq!(bytes, document.write(), "seed {seed}");
        let reader = Reader::new(&bytes);
        assert_eq!(reader.pages().len(), 3, "seed {seed}");
        for page in reader.pages() {
            assert!(!reader.content(page).contains("NaN"), "seed {seed}");
        }
    }
}
