//! Books: diagrams with captions in columns, and their solutions at the back.
//!
//! A [`Book`] knows nothing of what its entries are about: each is a picture, a line below
//! it, perhaps a mark of how hard it is, and a solution in words or as a picture. [`Book::pages`] lays it
//! out for print, [`Book::html`] writes it for a browser.
//!
//! ```
//! use sole_picture::book::{Book, Chapter, Entry, Layout, Solution};
//! use sole_picture::BoardView;
//! let diagram = "8/8/8/8/8/5k2/5p2/5K2".parse()?;
//! let entry = Entry {
//!     picture: BoardView::default().render(&diagram),
//!     caption: "White to move".to_owned(),
//!     credit: String::new(),
//!     difficulty: None,
//!     solution: Solution::plain("Stalemate."),
//! };
//! let chapter = Chapter { title: "Draws".to_owned(), note: String::new(), entries: vec![entry] };
//! let book = Book { title: "A small book".to_owned(), chapters: vec![chapter], ..Book::default() };
//! // The title, the contents, the diagram, the solution.
//! assert_eq!(book.pages(Layout::default()).pages.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod diagrams;
mod front_matter;
mod html;
mod paginator;
mod solutions;
mod text_layout;

pub use text_layout::{Notation, Span};

use crate::fonts;
use crate::pdf::Document;
use crate::picture::Picture;

/// A book as its author hands it in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book {
    /// Its title.
    pub title: String,
    /// A line below the title; may be empty.
    pub subtitle: String,
    /// A line at the foot of the title page; may be empty.
    pub imprint: String,
    /// Its chapters. Entries are numbered through, from 1.
    pub chapters: Vec<Chapter>,
}

/// Entries that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chapter {
    /// Its title.
    pub title: String,
    /// What is said before the first entry; may be empty.
    pub note: String,
    /// The entries.
    pub entries: Vec<Entry>,
}

/// A diagram with its caption and its solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The diagram.
    pub picture: Picture,
    /// What is to be done.
    pub caption: String,
    /// Whom it is from; may be empty.
    pub credit: String,
    /// How hard it is, if that is known.
    pub difficulty: Option<Difficulty>,
    /// How it is done.
    pub solution: Solution,
}

/// How something is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    /// In words. Figurines of White's pieces are set as the [`Layout`] says.
    Words(Vec<Span>),
    /// As a picture.
    Picture(Picture),
}

impl Solution {
    /// Words without emphasis.
    pub fn plain(text: &str) -> Solution {
        Solution::Words(vec![Span::Plain(text.to_owned())])
    }
}

/// How hard an entry is, from one to five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difficulty(u8);

impl Difficulty {
    /// The highest mark.
    pub const MAX: u8 = 5;

    /// `None` outside one to five.
    pub const fn new(marks: u8) -> Option<Difficulty> {
        if marks >= 1 && marks <= Difficulty::MAX { Some(Difficulty(marks)) } else { None }
    }

    /// The number of marks.
    pub const fn marks(self) -> u8 {
        self.0
    }

    /// The same in words.
    const fn name(self) -> &'static str {
        match self.0 {
            1 => "very easy",
            2 => "easy",
            3 => "of middling difficulty",
            4 => "hard",
            _ => "very hard",
        }
    }
}

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8½ × 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points.
    pub const fn size(self) -> [f64; 2] {
        match self {
            Paper::A4 => [595.276, 841.89],
            Paper::Letter => [612.0, 792.0],
        }
    }
}

/// How a book is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    columns: usize,
    rows: usize,
    paper: Paper,
    notation: Notation,
}

impl Default for Layout {
    /// Two by three diagrams on A4, with figurines.
    fn default() -> Layout {
        Layout { columns: 2, rows: 3, paper: Paper::default(), notation: Notation::default() }
    }
}

impl Layout {
    /// `columns` diagrams side by side, up to four, and `rows` above each other, up to six.
    pub fn new(columns: usize, rows: usize) -> Option<Layout> {
        let fits = (1..=4).contains(&columns) && (1..=6).contains(&rows);
        fits.then(|| Layout { columns, rows, ..Layout::default() })
    }

    /// The same on other paper.
    pub const fn on(self, paper: Paper) -> Layout {
        Layout { paper, ..self }
    }

    /// The same with moves written otherwise.
    pub const fn with(self, notation: Notation) -> Layout {
        Layout { notation, ..self }
    }

    /// How many diagrams are side by side.
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// How many diagrams are above each other.
    pub const fn rows(self) -> usize {
        self.rows
    }
}

/// The letters of a text that printed pages cannot have, each once; they become `?`. Figurines are rendered as pictures.
///
/// ```
/// use sole_picture::book::missing_letters;
/// assert_eq!(missing_letters("Orbán ♘f3 漢字漢"), ['漢', '字']);
/// ```
pub fn missing_letters(text: &str) -> Vec<char> {
    let mut missing = Vec::new();
    for letter in text.chars() {
        let is_there = fonts::has(letter) || text_layout::figurine(letter).is_some();
        if !is_there && !missing.contains(&letter) {
            missing.push(letter);
        }
    }
    missing
}

impl Book {
    /// The book laid out for print.
    pub fn pages(&self, layout: Layout) -> Document {
        paginator::lay_out(self, layout)
    }

    /// The book for a browser: one file that needs no other, and that can be printed.
    pub fn html(&self, layout: Layout) -> String {
        html::write(self, layout)
    }

    /// What the marks of difficulty mean that are in it, with what it means if there are none.
    fn legend(&self) -> Vec<(Option<Difficulty>, &'static str)> {
        let entries = || self.chapters.iter().flat_map(|chapter| &chapter.entries);
        if entries().all(|entry| entry.difficulty.is_none()) {
            return Vec::new();
        }
        let marks = (1..=Difficulty::MAX).filter_map(Difficulty::new);
        let rated = marks.map(|difficulty| (Some(difficulty), difficulty.name()));
        let is_unrated = entries().any(|entry| entry.difficulty.is_none());
        rated.chain(is_unrated.then_some((None, "no marks: not rated"))).collect()
    }
}
