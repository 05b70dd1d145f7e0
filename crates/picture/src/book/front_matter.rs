//! The front matter of a book: the title page and the contents.

use super::diagrams::render_marks;
use super::paginator::{Frame, RULE, write};
use super::text_layout::clipped;
use super::{Book, Difficulty};
use crate::fonts;
use crate::path::{Path, at};
use crate::pdf::{Link, Page};
use crate::picture::{Anchor, Font, Item, Picture};
use sole_board::{Color, Piece, Role};

/// The heading of the contents.
pub(super) const TITLE: &str = "Contents";

/// What stands above the marks of difficulty where they are explained.
pub(super) const LEGEND: &str = "Marks at the diagrams, among puzzles of one kind and length";

/// The pages before the first chapter, an even number of them, so that it begins on a right page.
/// `headings` are what is where, by pages after these.
pub(super) fn lay_out(book: &Book, frame: Frame, headings: &[(String, usize)]) -> Vec<Page> {
    let mut pages: Vec<Page> = vec![title_page(book, frame).into()];
    let per_page = ((frame.height - 130.0) / LEADING).max(1.0) as usize;
    let chunks: Vec<_> = headings.chunks(per_page).collect();
    let n_pages = 1 + chunks.len().max(1);
    let n_pages = n_pages + n_pages % 2;
    for chunk in &chunks {
        pages.push(contents_page(frame, chunk, n_pages));
    }
    if let Some(page) = pages.last_mut() {
        render_legend(&mut page.picture, frame, &book.legend());
    }
    pages.resize(n_pages, Picture::new(frame.page[0], frame.page[1]).into());
    pages
}

/// The distance between lines of the contents.
const LEADING: f64 = 22.0;

fn title_page(book: &Book, frame: Frame) -> Picture {
    let mut page = Picture::new(frame.page[0], frame.page[1]);
    let mut y = frame.page[1] * 0.27;
    let size = 38.0;
    for line in centred(&book.title, Font::SerifBold, size, frame.width) {
        write(&mut page, &line, at(frame.middle(), y), (Font::SerifBold, size), Anchor::Middle);
        y += size * 1.15;
    }
    let half = 60.0;
    let rule = Path::line(at(frame.middle() - half, y - 12.0), at(frame.middle() + half, y - 12.0));
    page.path(rule, RULE);
    y += 18.0;
    for line in centred(&book.subtitle, Font::SerifItalic, 16.0, frame.width) {
        write(&mut page, &line, at(frame.middle(), y), (Font::SerifItalic, 16.0), Anchor::Middle);
        y += 20.0;
    }
    render_ornament(&mut page, frame);
    let foot = at(frame.middle(), frame.bottom());
    write(&mut page, &book.imprint, foot, (Font::Serif, 10.0), Anchor::Middle);
    page
}

/// A row of pieces.
fn render_ornament(page: &mut Picture, frame: Frame) {
    let pieces = [
        (Color::White, Role::Rook, 44.0),
        (Color::Black, Role::Bishop, 44.0),
        (Color::White, Role::Queen, 56.0),
        (Color::Black, Role::Knight, 84.0),
        (Color::White, Role::King, 56.0),
        (Color::Black, Role::Pawn, 44.0),
        (Color::White, Role::Rook, 44.0),
    ];
    let width: f64 = pieces.iter().map(|&(_, _, side)| side).sum();
    let mut x = frame.middle() - width / 2.0;
    let base = frame.page[1] * 0.68;
    for (color, role, side) in pieces {
        // The feet stand on one line.
        let corner = at(x, base - side * 40.05 / 45.0);
        page.items.push(Item::Piece(Piece { color, role }, corner, side));
        x += side;
    }
}

/// A text cut into lines that fit.
fn centred(text: &str, font: Font, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fonts::width(&format!("{line} {word}"), font, size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(clipped(word, font, size, width)),
        }
    }
    lines
}

fn contents_page(frame: Frame, headings: &[(String, usize)], before: usize) -> Page {
    let mut page: Page = Picture::new(frame.page[0], frame.page[1]).into();
    let picture = &mut page.picture;
    let y = frame.top + 34.0;
    write(picture, TITLE, at(frame.left, y), (Font::SerifBold, 26.0), Anchor::Start);
    picture.path(Path::line(at(frame.left, y + 12.0), at(frame.right(), y + 12.0)), RULE);
    for (number, (title, target)) in headings.iter().enumerate() {
        let y = y + 46.0 + number as f64 * LEADING;
        let title = clipped(title, Font::Serif, 12.0, frame.width - 60.0);
        write(picture, &title, at(frame.left, y), (Font::Serif, 12.0), Anchor::Start);
        let label = (target + 1).to_string();
        write(picture, &label, at(frame.right(), y), (Font::Serif, 12.0), Anchor::End);
        let from = frame.left + fonts::width(&title, Font::Serif, 12.0) + 6.0;
        let to = frame.right() - fonts::width(&label, Font::Serif, 12.0) - 6.0;
        // Dots stand below each other on all lines.
        let step = 6.0;
        let n_dots = ((to - from) / step).max(0.0) as usize;
        let edge = frame.right() - ((frame.right() - to) / step).ceil() * step;
        for dot in 0..n_dots {
            let x = edge - dot as f64 * step;
            if x >= from {
                write(picture, ".", at(x, y), (Font::Serif, 12.0), Anchor::Middle);
            }
        }
        let corner = at(frame.left, y - 13.0);
        page.links.push(Link { corner, size: [frame.width, LEADING - 4.0], page: target + before });
    }
    page
}

/// What the marks of difficulty mean, if there are any.
fn render_legend(picture: &mut Picture, frame: Frame, legend: &[(Option<Difficulty>, &str)]) {
    if legend.is_empty() {
        return;
    }
    let leading = 14.0;
    let top = frame.bottom() - legend.len() as f64 * leading;
    write(picture, LEGEND, at(frame.left, top - 4.0), (Font::SerifItalic, 10.0), Anchor::Start);
    for ((difficulty, meaning), line) in legend.iter().zip(1..) {
        let y = top + f64::from(line) * leading;
        if let Some(difficulty) = difficulty {
            render_marks(picture, *difficulty, at(frame.left + 29.0, y - 3.4), 10.0);
        }
        let indent = if difficulty.is_some() { 38.0 } else { 0.0 };
        let place = at(frame.left + indent, y);
        write(picture, meaning, place, (Font::Serif, 10.0), Anchor::Start);
    }
}
