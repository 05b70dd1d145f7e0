//! The diagrams of a book, in their columns. A diagram and its caption are never separated.

use super::paginator::{Header, LinkArea, Paginator};
use super::text_layout::{Line, Span, TextStyle};
use super::{Book, Chapter, Difficulty, Entry, Layout};
use crate::path::{Path, Point, at};
use crate::picture::{Anchor, Font, Ink, Paint, Picture};

/// The pages and link areas of the diagrams.
pub(super) struct DiagramPages {
    /// The page on which each chapter begins.
    pub(super) chapters: Vec<usize>,
    /// The number of each entry.
    pub(super) entries: Vec<LinkArea>,
}

/// The least space between columns.
const GUTTER: f64 = 26.0;
/// What a diagram needs above it, for its number.
const ABOVE: f64 = 15.0;
/// What it needs below it and its caption, before the next.
const BELOW: f64 = 12.0;
/// How large a picture is at most where boards are small: about 33 points for a cell of a sudoku.
const MOST_SCALE: f64 = 0.55;
/// The least width of a board. Where its room is larger than [`MOST_SCALE`] makes it, other pictures grow as it does.
const BOARD: f64 = 370.0;
/// The part of its column that a picture fills if it stands at the edge of the page.
const WIDE: f64 = 0.8;
/// The lines of captions and credits: as few as are enough for a chapter.
const N_LINES: [usize; 2] = [2, 3];

/// Lays out all chapters.
pub(super) fn lay_out(paginator: &mut Paginator, book: &Book) -> DiagramPages {
    let mut diagrams = DiagramPages { chapters: Vec::new(), entries: Vec::new() };
    for chapter in &book.chapters {
        diagrams.chapters.push(lay_out_chapter(paginator, chapter, &mut diagrams.entries));
    }
    diagrams
}

/// Lays out a chapter and returns its first page.
fn lay_out_chapter(
    paginator: &mut Paginator,
    chapter: &Chapter,
    places: &mut Vec<LinkArea>,
) -> usize {
    let first = paginator.begin_page(&Header::FirstPage);
    let [least, most] = N_LINES;
    let mut cells =
        Cells { top: paginator.frame.top, rows: paginator.layout.rows(), n_lines: least };
    let is_tight = |entry: &Entry| lines(paginator, entry, cells).len() > least;
    cells.n_lines = if chapter.entries.iter().any(is_tight) { most } else { least };
    let all_cells = cells;
    let mut grid = PageGrid::new(paginator.layout, lay_out_title(paginator, chapter, &mut cells));
    for entry in &chapter.entries {
        let block = grid.take(&entry.picture).unwrap_or_else(|| {
            paginator.begin_page(&Header::Running(&chapter.title));
            (cells, grid) = (all_cells, PageGrid::new(paginator.layout, 0));
            grid.take(&entry.picture).expect("a page has room for the largest")
        });
        let number = places.len() + 1;
        places.push(lay_out_entry(paginator, entry, number, (cells, block)));
    }
    first
}

/// The cells of a page: where they begin, how many rows fill it, and how many lines are below diagrams.
#[derive(Clone, Copy)]
struct Cells {
    top: f64,
    rows: usize,
    n_lines: usize,
}

/// The widest picture that a cell of the page is enough for; larger ones take several, across and
/// down.
const LARGE: f64 = 600.0;

/// How many cells a picture takes across and down, if there are that many.
pub(super) fn n_cells(picture: &Picture) -> usize {
    ((picture.width / LARGE).ceil() as usize).max(1)
}

/// The cells of a page that are being filled, row by row.
struct PageGrid {
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

impl PageGrid {
    /// A page whose first `n_taken` rows are taken.
    fn new(layout: Layout, n_taken: usize) -> PageGrid {
        let (columns, rows) = (layout.columns(), layout.rows());
        PageGrid { columns, rows, next: n_taken * columns }
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

/// Lays out the title and the note of a chapter; returns how many rows are taken. It has the
/// room of one above the others, or where there are few what it needs.
fn lay_out_title(paginator: &mut Paginator, chapter: &Chapter, cells: &mut Cells) -> usize {
    let frame = paginator.frame;
    let style = TextStyle { size: 11.0, notation: paginator.layout.notation };
    let (leading, below_title, below) = (15.0, 34.0, 26.0);
    let note = [Span::Plain(chapter.note.clone())];
    let room = frame.height / cells.rows as f64;
    let n_lines = ((room - 2.0 * below_title - below) / leading).max(0.0) as usize + 1;
    let lines = style.at_most(n_lines, &note, frame.width);
    let height = below_title + leading * (lines.len() as f64 - 1.0) + below;
    let takes_row = cells.rows > 2;
    let y = match takes_row {
        true => frame.top + (room - height).max(24.0),
        false => frame.top + 34.0,
    };
    paginator.write(&chapter.title, at(frame.left, y), (Font::SerifBold, 26.0), Anchor::Start);
    paginator.rule(at(frame.left, y + 12.0), frame.width);
    for (number, line) in lines.iter().enumerate() {
        let place = at(frame.left, y + below_title + number as f64 * leading);
        style.render(line, place, paginator.picture());
    }
    if !takes_row {
        cells.top = y + height;
    }
    usize::from(takes_row)
}

/// The positions of the parts of an entry.
struct Slot {
    /// The left edge of its column, and how wide that is.
    column: [f64; 2],
    /// Where its number and its picture begin.
    corner: Point,
    /// How wide its picture is.
    width: f64,
    /// The size of its letters.
    size: f64,
}

impl Slot {
    fn new(paginator: &Paginator, picture: &Picture, (cells, block): (Cells, Block)) -> Slot {
        let frame = paginator.frame;
        let (columns, rows) = (paginator.layout.columns() as f64, cells.rows as f64);
        let cell = at(frame.width / columns, (frame.bottom() - cells.top) / rows);
        let [[column, row], [across, down]] =
            [block.first, block.extent].map(|pair| pair.map(|count| count as f64));
        let room = across * cell.x - GUTTER * (1.0 - across / columns);
        // The outer columns keep to the edges of the frame.
        let share = if columns > across { column / (columns - across) } else { 0.5 };
        let left = |width: f64| frame.left + column * cell.x + (across * cell.x - width) * share;
        let fit = |size: f64| {
            let height = down * cell.y - ABOVE - cells.n_lines as f64 * leading(size) - BELOW;
            room.min(height * picture.width / picture.height).max(1.0)
        };
        let size = if fit(LARGE_LETTERS) < 140.0 { SMALL_LETTERS } else { LARGE_LETTERS };
        let full = fit(size);
        let scale = MOST_SCALE.max(full / BOARD);
        let width = full.min(picture.width * scale);
        let start = match full < WIDE * room {
            true => left(room) + (room - width) / 2.0,
            false => left(full) + (full - width) / 2.0,
        };
        let corner = at(start, cells.top + row * cell.y);
        Slot { column: [left(room), room], corner, width, size }
    }
}

/// The sizes of letters below pictures that are large or small.
const LARGE_LETTERS: f64 = 10.5;
const SMALL_LETTERS: f64 = 8.5;

/// The distance between lines below a picture.
fn leading(size: f64) -> f64 {
    size + 1.5
}

/// Lays out an entry in its cells, and returns where its number is.
fn lay_out_entry(
    paginator: &mut Paginator,
    entry: &Entry,
    number: usize,
    place: (Cells, Block),
) -> LinkArea {
    let slot = Slot::new(paginator, &entry.picture, place);
    let Slot { corner, width, size, .. } = slot;
    let base = corner.y + ABOVE - 5.0;
    paginator.write(&number.to_string(), at(corner.x, base), (Font::SansBold, size), Anchor::Start);
    if let Some(difficulty) = entry.difficulty {
        render_marks(
            paginator.picture(),
            difficulty,
            at(corner.x + width, base - size * 0.34),
            size,
        );
    }
    paginator.picture().place(entry.picture.clone(), at(corner.x, corner.y + ABOVE), width);
    lay_out_caption(paginator, entry, &slot, place.0.n_lines);
    LinkArea { page: paginator.page(), corner, size: [width, ABOVE] }
}

/// The caption and whom the entry is from, in the middle below its picture.
fn lay_out_caption(paginator: &mut Paginator, entry: &Entry, slot: &Slot, n_lines: usize) {
    let Slot { column: [left, room], corner, width, size } = *slot;
    let style = TextStyle { size, notation: paginator.layout.notation };
    let height = width * entry.picture.height / entry.picture.width;
    let mut y = corner.y + ABOVE + height + size + 3.0;
    for line in caption(style, entry, room, n_lines) {
        let middle = corner.x + (width - line.width()) / 2.0;
        let start = at(middle.clamp(left, (left + room - line.width()).max(left)), y);
        style.render(&line, start, paginator.picture());
        y += leading(size);
    }
}

/// The lines below a picture. There is always one for whom the entry is from.
fn caption(style: TextStyle, entry: &Entry, width: f64, n_lines: usize) -> Vec<Line> {
    let n_kept = usize::from(!entry.credit.is_empty());
    let caption = [Span::Plain(entry.caption.clone())];
    let mut lines = style.at_most(n_lines - n_kept, &caption, width);
    let credit = [Span::Italic(entry.credit.clone())];
    lines.extend(style.at_most(n_lines - lines.len(), &credit, width));
    lines
}

/// All lines that an entry wants.
fn lines(paginator: &Paginator, entry: &Entry, cells: Cells) -> Vec<Line> {
    let block =
        PageGrid::new(paginator.layout, 0).take(&entry.picture).expect("an empty page has room");
    let slot = Slot::new(paginator, &entry.picture, (cells, block));
    let style = TextStyle { size: slot.size, notation: paginator.layout.notation };
    caption(style, entry, slot.column[1], usize::MAX)
}

/// Marks of difficulty that end at a place: full ones, then empty ones.
pub(super) fn render_marks(picture: &mut Picture, difficulty: Difficulty, end: Point, size: f64) {
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
        let mut grid = PageGrid::new(Layout::default(), 0);
        assert_eq!(grid.take(&picture(560.0)), block([0, 0], [1, 1]));
        assert_eq!(grid.take(&picture(980.0)), block([0, 1], [2, 2]));
        assert_eq!(grid.take(&picture(100.0)), None);
        let mut grid = PageGrid::new(Layout::default(), 1);
        assert_eq!(grid.take(&picture(1520.0)), None);
        assert_eq!(grid.take(&picture(980.0)), block([0, 1], [2, 2]));
        let mut grid = PageGrid::new(Layout::new(3, 4).expect("a layout"), 0);
        assert_eq!(grid.take(&picture(1520.0)), block([0, 0], [3, 3]));
        assert_eq!(grid.take(&picture(1.0)), block([0, 3], [1, 1]));
        assert_eq!(grid.take(&picture(1.0)), block([1, 3], [1, 1]));
        // The least page has room for the largest picture.
        for columns in 1..=4 {
            for rows in 1..=6 {
                let mut grid = PageGrid::new(Layout::new(columns, rows).expect("a layout"), 0);
                assert!(grid.take(&picture(9999.0)).is_some(), "{columns} {rows}");
            }
        }
    }
}
