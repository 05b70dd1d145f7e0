//! The diagrams in their columns. A diagram and what belongs to it are one piece.

use super::flow::{Setting, Span};
use super::press::{Head, Place, Press};
use super::{Book, Chapter, Difficulty, Entry};
use crate::path::{Path, Point, at};
use crate::picture::{Anchor, Font, Ink, Paint, Picture};

/// Where everything came to stand.
pub(super) struct Plates {
    /// The page on which each chapter begins.
    pub(super) chapters: Vec<usize>,
    /// The number of each entry.
    pub(super) entries: Vec<Place>,
}

/// The least space between columns.
const GUTTER: f64 = 26.0;
/// What a diagram needs above it, for its number.
const ABOVE: f64 = 15.0;
/// What it needs below it, for its caption, and between it and the next.
const BELOW: f64 = 33.0;

/// Prints all chapters.
pub(super) fn print(press: &mut Press, book: &Book) -> Plates {
    let mut plates = Plates { chapters: Vec::new(), entries: Vec::new() };
    for chapter in &book.chapters {
        plates.chapters.push(print_chapter(press, chapter, &mut plates.entries));
    }
    plates
}

/// Prints a chapter and returns its first page. Its title takes the room of a row.
fn print_chapter(press: &mut Press, chapter: &Chapter, places: &mut Vec<Place>) -> usize {
    let first = press.turn(&Head::Opening);
    print_opening(press, chapter);
    let (columns, rows) = (press.layout.columns(), press.layout.rows());
    let mut next = columns;
    for entry in &chapter.entries {
        if next >= columns * rows {
            press.turn(&Head::Running(&chapter.title));
            next = 0;
        }
        let number = places.len() + 1;
        places.push(print_entry(press, entry, number, [next % columns, next / columns]));
        next += 1;
    }
    first
}

fn print_opening(press: &mut Press, chapter: &Chapter) {
    let frame = press.frame;
    let room = frame.height / press.layout.rows() as f64;
    let drop = if press.layout.rows() > 3 { 24.0 } else { 72.0 };
    let y = frame.top + drop;
    press.write(&chapter.title, at(frame.left, y), (Font::SerifBold, 26.0), Anchor::Start);
    press.rule(at(frame.left, y + 12.0), frame.width);
    let setting = Setting { size: 11.0, notation: press.layout.notation };
    let lines = setting.lines(&[Span::Plain(chapter.note.clone())], frame.width);
    let leading = 15.0;
    let n_lines = ((room - drop - 24.0) / leading).max(0.0) as usize;
    for (number, line) in lines.iter().take(n_lines).enumerate() {
        let place = at(frame.left, y + 34.0 + number as f64 * leading);
        setting.draw(line, place, press.picture());
    }
}

/// Prints an entry in a cell, by column and row, and returns where its number is.
fn print_entry(
    press: &mut Press,
    entry: &Entry,
    number: usize,
    [column, row]: [usize; 2],
) -> Place {
    let frame = press.frame;
    let (columns, rows) = (press.layout.columns() as f64, press.layout.rows() as f64);
    let cell = at(frame.width / columns, frame.height / rows);
    let top = at(frame.left + column as f64 * cell.x, frame.top + row as f64 * cell.y);
    let room = [cell.x - GUTTER * (1.0 - 1.0 / columns), cell.y - ABOVE - BELOW];
    let width = room[0].min(room[1] * entry.picture.width / entry.picture.height).max(1.0);
    // The outer columns keep to the edges of the frame.
    let share = if columns > 1.0 { column as f64 / (columns - 1.0) } else { 0.5 };
    let left = top.x + (cell.x - width) * share;
    let size = if width < 140.0 { 8.5 } else { 10.5 };
    let text = number.to_string();
    let base = top.y + ABOVE - 5.0;
    press.write(&text, at(left, base), (Font::SansBold, size), Anchor::Start);
    if let Some(difficulty) = entry.difficulty {
        draw_marks(press.picture(), difficulty, at(left + width, base - size * 0.34), size);
    }
    let height = width * entry.picture.height / entry.picture.width;
    press.picture().place(entry.picture.clone(), at(left, top.y + ABOVE), width);
    let below = at(left + width / 2.0, top.y + ABOVE + height + size + 3.0);
    print_caption(press, entry, below, (size, width + GUTTER * 0.6));
    let size = [width, ABOVE];
    let page = press.page();
    Place { page, corner: at(left, top.y), size }
}

/// The caption, on two lines if there is no credit, and whom the entry is from.
fn print_caption(press: &mut Press, entry: &Entry, place: Point, (size, width): (f64, f64)) {
    let setting = Setting { size, notation: press.layout.notation };
    let mut spans = vec![Span::Plain(entry.caption.clone())];
    if !entry.credit.is_empty() {
        spans.extend([Span::Break, Span::Slanted(entry.credit.clone())]);
    }
    for (number, line) in setting.lines(&spans, width).iter().take(2).enumerate() {
        let start = at(place.x - line.width() / 2.0, place.y + number as f64 * (size + 1.5));
        setting.draw(line, start, press.picture());
    }
}

/// Marks of difficulty that end at a place: full ones, then empty ones.
pub(super) fn draw_marks(picture: &mut Picture, difficulty: Difficulty, end: Point, size: f64) {
    let radius = size * 0.2;
    for number in 0..Difficulty::MAX {
        let from_end = f64::from(Difficulty::MAX - number) - 0.5;
        let mark = Path::circle(at(end.x - from_end * radius * 2.9, end.y), radius);
        let paint = Paint::line(Ink::BLACK, size * 0.06);
        let fill = (number < difficulty.marks()).then_some(Ink::BLACK);
        picture.path(mark, Paint { fill, ..paint });
    }
}
