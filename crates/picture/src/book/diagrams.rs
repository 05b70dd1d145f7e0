//! The diagrams in their columns. A diagram and what belongs to it are one piece.

use super::flow::{Setting, Span};
use super::press::{Head, Place, Press};
use super::{Book, Chapter, Difficulty, Entry, Layout};
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
/// How large a picture is at most: about 33 points for a cell of a sudoku, 25 for a square.
const MOST_SCALE: f64 = 0.55;

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
    let mut sheet = Sheet::new(press.layout, 1);
    for entry in &chapter.entries {
        let block = sheet.take(&entry.picture).unwrap_or_else(|| {
            press.turn(&Head::Running(&chapter.title));
            sheet = Sheet::new(press.layout, 0);
            sheet.take(&entry.picture).expect("a page has room for the largest")
        });
        let number = places.len() + 1;
        places.push(print_entry(press, entry, number, block));
    }
    first
}

/// The widest picture that a cell of the page is enough for; larger ones take several, across and
/// down.
const LARGE: f64 = 600.0;

/// How many cells a picture takes across, and as many down, if there are so many.
pub(super) fn n_cells(picture: &Picture) -> usize {
    ((picture.width / LARGE).ceil() as usize).max(1)
}

/// The cells of a page that are being filled, row by row.
struct Sheet {
    columns: usize,
    rows: usize,
    /// The next free cell.
    next: usize,
}

/// Cells of a page: the first by column and row, and how many there are across and down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    first: [usize; 2],
    extent: [usize; 2],
}

impl Sheet {
    /// A page on which so many rows are taken.
    fn new(layout: Layout, n_taken: usize) -> Sheet {
        let (columns, rows) = (layout.columns(), layout.rows());
        Sheet { columns, rows, next: n_taken * columns }
    }

    /// The cells for a picture, if there is room; what is larger than a cell has its rows for itself.
    fn take(&mut self, picture: &Picture) -> Option<Block> {
        let n_cells = n_cells(picture);
        let [across, down] = [n_cells.min(self.columns), n_cells.min(self.rows)];
        let is_large = n_cells > 1;
        let first = if is_large { self.next.next_multiple_of(self.columns) } else { self.next };
        let [column, row] = [first % self.columns, first / self.columns];
        if row + down > self.rows {
            return None;
        }
        self.next = if is_large { (row + down) * self.columns } else { first + 1 };
        Some(Block { first: [column, row], extent: [across, down] })
    }
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

/// Prints an entry in its cells, and returns where its number is.
fn print_entry(press: &mut Press, entry: &Entry, number: usize, block: Block) -> Place {
    let frame = press.frame;
    let (columns, rows) = (press.layout.columns() as f64, press.layout.rows() as f64);
    let cell = at(frame.width / columns, frame.height / rows);
    let [[column, row], [across, down]] =
        [block.first, block.extent].map(|pair| pair.map(|count| count as f64));
    let top = at(frame.left + column * cell.x, frame.top + row * cell.y);
    let room = [across * cell.x - GUTTER * (1.0 - across / columns), down * cell.y - ABOVE - BELOW];
    let full = room[0].min(room[1] * entry.picture.width / entry.picture.height).max(1.0);
    let width = full.min(entry.picture.width * MOST_SCALE);
    // The outer columns keep to the edges of the frame; what is small stands in the middle.
    let share = if columns > across { column / (columns - across) } else { 0.5 };
    let left = top.x + (across * cell.x - full) * share + (full - width) / 2.0;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_pictures_have_rows_for_themselves() {
        let picture = |width: f64| Picture::new(width, width);
        let block = |first, extent| Some(Block { first, extent });
        let mut sheet = Sheet::new(Layout::default(), 0);
        assert_eq!(sheet.take(&picture(560.0)), block([0, 0], [1, 1]));
        assert_eq!(sheet.take(&picture(980.0)), block([0, 1], [2, 2]));
        assert_eq!(sheet.take(&picture(100.0)), None);
        let mut sheet = Sheet::new(Layout::default(), 1);
        assert_eq!(sheet.take(&picture(1520.0)), None);
        assert_eq!(sheet.take(&picture(980.0)), block([0, 1], [2, 2]));
        let mut sheet = Sheet::new(Layout::new(3, 4).expect("a layout"), 0);
        assert_eq!(sheet.take(&picture(1520.0)), block([0, 0], [3, 3]));
        assert_eq!(sheet.take(&picture(1.0)), block([0, 3], [1, 1]));
        assert_eq!(sheet.take(&picture(1.0)), block([1, 3], [1, 1]));
        // The least page has room for the largest picture.
        for columns in 1..=4 {
            for rows in 1..=6 {
                let mut sheet = Sheet::new(Layout::new(columns, rows).expect("a layout"), 0);
                assert!(sheet.take(&picture(9999.0)).is_some(), "{columns} {rows}");
            }
        }
    }
}
