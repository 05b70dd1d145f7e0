//! The pages of a book one after the other, with running heads, page numbers and links.

use super::text_layout::clipped;
use super::{Book, Layout, diagrams, front_matter, solutions};
use crate::path::{Path, Point, at};
use crate::pdf::{Bookmark, Document, Label, Link, Numerals, Page};
use crate::picture::{Anchor, Font, Ink, Item, Paint, Picture, Text};

/// The area of a page inside the margins.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) page: [f64; 2],
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The space at both sides.
const SIDES: f64 = 76.0;
/// The space above, in which the running head stands.
const TOP: f64 = 64.0;
/// The space below, in which some pages have their number.
const BOTTOM: f64 = 56.0;
/// The base line of running heads.
const HEAD: f64 = 46.0;
/// The lines of rules.
pub(super) const RULE: Paint = Paint::line(Ink::BLACK, 0.5);

impl Frame {
    fn new(layout: Layout) -> Frame {
        let page = layout.paper.size();
        let (width, height) = (page[0] - 2.0 * SIDES, page[1] - TOP - BOTTOM);
        Frame { page, left: SIDES, top: TOP, width, height }
    }

    pub(super) fn right(self) -> f64 {
        self.left + self.width
    }

    pub(super) fn bottom(self) -> f64 {
        self.top + self.height
    }

    pub(super) fn middle(self) -> f64 {
        self.page[0] / 2.0
    }
}

/// The header of a page.
pub(super) enum Header<'a> {
    /// No header: a chapter or part begins here. The page number is at the foot.
    FirstPage,
    /// The title of the book on the left page, this on the right one.
    Running(&'a str),
}

/// The pages laid out so far; content is added to the last one.
pub(super) struct Paginator<'a> {
    pub(super) layout: Layout,
    pub(super) frame: Frame,
    title: &'a str,
    pages: Vec<Page>,
}

/// An area on a page that is a link or the target of a link.
#[derive(Clone, Copy)]
pub(super) struct LinkArea {
    pub(super) page: usize,
    pub(super) corner: Point,
    pub(super) size: [f64; 2],
}

impl<'a> Paginator<'a> {
    fn new(title: &'a str, layout: Layout) -> Paginator<'a> {
        Paginator { layout, frame: Frame::new(layout), title, pages: Vec::new() }
    }

    /// Begins a page and returns its index among the numbered pages.
    pub(super) fn begin_page(&mut self, head: &Header) -> usize {
        let [width, height] = self.frame.page;
        self.pages.push(Picture::new(width, height).into());
        let place = self.page();
        match head {
            Header::FirstPage => {
                let below = at(self.frame.middle(), self.frame.page[1] - 32.0);
                let number = (place + 1).to_string();
                self.write(&number, below, (Font::Serif, 10.0), Anchor::Middle);
            }
            Header::Running(title) => self.write_head(place, title),
        }
        place
    }

    /// Left pages have even numbers, and numbers are outside.
    fn write_head(&mut self, place: usize, title: &str) {
        let Frame { left, width, .. } = self.frame;
        let number = (place + 1).to_string();
        let is_left = place % 2 == 1;
        let title = if is_left { self.title } else { title };
        let title = clipped(title, Font::SerifItalic, 10.0, width - 80.0);
        let (x, anchor) =
            if is_left { (left, Anchor::Start) } else { (self.frame.right(), Anchor::End) };
        self.write(&number, at(x, HEAD), (Font::Serif, 10.0), anchor);
        let middle = at(self.frame.middle(), HEAD);
        self.write(&title, middle, (Font::SerifItalic, 10.0), Anchor::Middle);
        self.rule(at(left, HEAD + 6.0), width);
    }

    /// The index of the last page among the numbered pages.
    pub(super) fn page(&self) -> usize {
        self.pages.len() - 1
    }

    /// The picture of the last page.
    pub(super) fn picture(&mut self) -> &mut Picture {
        &mut self.pages.last_mut().expect("a page was begun").picture
    }

    /// Writes a line.
    pub(super) fn write(&mut self, text: &str, at: Point, font: (Font, f64), anchor: Anchor) {
        write(self.picture(), text, at, font, anchor);
    }

    /// Adds a horizontal rule.
    pub(super) fn rule(&mut self, from: Point, width: f64) {
        self.picture().path(Path::line(from, at(from.x + width, from.y)), RULE);
    }

    /// Links an area to the page of another.
    fn link(&mut self, from: LinkArea, to: LinkArea) {
        let LinkArea { page, corner, size } = from;
        self.pages[page].links.push(Link { corner, size, page: to.page });
    }
}

/// Writes a line into a picture.
pub(super) fn write(
    picture: &mut Picture,
    text: &str,
    at: Point,
    (font, size): (Font, f64),
    anchor: Anchor,
) {
    let text = text.to_owned();
    picture.items.push(Item::Text(Text { text, at, size, font, anchor, ink: Ink::BLACK }));
}

/// Lays out a book.
pub(super) fn lay_out(book: &Book, layout: Layout) -> Document {
    let mut paginator = Paginator::new(&book.title, layout);
    let diagrams = diagrams::lay_out(&mut paginator, book);
    let solutions = solutions::lay_out(&mut paginator, book);
    for (&diagram, &note) in diagrams.entries.iter().zip(&solutions.entries) {
        paginator.link(diagram, note);
        paginator.link(note, diagram);
    }
    let mut headings: Vec<(String, usize)> = Vec::new();
    let titles = book.chapters.iter().map(|chapter| chapter.title.clone());
    headings.extend(titles.zip(diagrams.chapters.iter().copied()));
    headings.extend(solutions.page.map(|page| (solutions::TITLE.to_owned(), page)));
    let front = front_matter::lay_out(book, paginator.frame, &headings);
    let before = front.len();
    let mut pages = front;
    for page in &mut paginator.pages {
        page.links.iter_mut().for_each(|link| link.page += before);
    }
    pages.append(&mut paginator.pages);
    let labels = vec![
        Label { page: 0, numerals: Numerals::Roman },
        Label { page: before, numerals: Numerals::Arabic },
    ];
    let contents = Bookmark { title: front_matter::TITLE.to_owned(), page: 1, depth: 0 };
    let of_heading =
        |(title, page): (String, usize)| Bookmark { title, page: page + before, depth: 0 };
    let below = book.chapters.iter().zip(&solutions.chapters).map(|(chapter, &page)| Bookmark {
        title: chapter.title.clone(),
        page: page + before,
        depth: 1,
    });
    let bookmarks =
        [contents].into_iter().chain(headings.into_iter().map(of_heading)).chain(below).collect();
    Document { title: book.title.clone(), author: String::new(), pages, bookmarks, labels }
}
