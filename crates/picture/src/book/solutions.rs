//! The solutions of a book, in two columns.

use super::paginator::{Header, LinkArea, Paginator};
use super::text_layout::{Line, Span, TextStyle};
use super::{Book, Chapter, Entry, Solution};
use crate::path::at;
use crate::picture::{Anchor, Font, Picture};

/// The heading of the solutions.
pub(super) const TITLE: &str = "Solutions";

/// The pages and link areas of the solutions.
pub(super) struct SolutionPages {
    /// The first page, if there is any.
    pub(super) page: Option<usize>,
    /// The page on which the solutions of each chapter begin.
    pub(super) chapters: Vec<usize>,
    /// The number of each entry.
    pub(super) entries: Vec<LinkArea>,
}

const SIZE: f64 = 9.5;
const LEADING: f64 = 12.2;
/// The space between columns.
const GUTTER: f64 = 26.0;
/// The space after a solution.
const GAP: f64 = 4.0;
/// The space that the heading takes.
const HEADING: f64 = 78.0;
/// How large a picture should be: about ten points for a cell of a sudoku.
pub(super) const SCALE: f64 = 0.175;
/// What a picture needs above it, for its number.
const ABOVE: f64 = 12.0;

/// Lays out all solutions.
pub(super) fn lay_out(paginator: &mut Paginator, book: &Book) -> SolutionPages {
    if book.chapters.iter().all(|chapter| chapter.entries.is_empty()) {
        return SolutionPages { page: None, chapters: Vec::new(), entries: Vec::new() };
    }
    let page = paginator.begin_page(&Header::FirstPage);
    let frame = paginator.frame;
    let title = at(frame.left, frame.top + 34.0);
    paginator.write(TITLE, title, (Font::SerifBold, 26.0), Anchor::Start);
    paginator.rule(at(frame.left, title.y + 12.0), frame.width);
    let top = frame.top + HEADING;
    let mut columns = Columns { paginator, column: 0, top, y: top, entries: Vec::new() };
    let chapters = book.chapters.iter().map(|chapter| columns.chapter(chapter)).collect();
    SolutionPages { page: Some(page), chapters, entries: columns.entries }
}

/// Two columns that are being filled.
struct Columns<'a, 'b> {
    paginator: &'a mut Paginator<'b>,
    column: usize,
    /// Where columns begin on this page.
    top: f64,
    /// What is free begins here.
    y: f64,
    entries: Vec<LinkArea>,
}

impl Columns<'_, '_> {
    fn width(&self) -> f64 {
        (self.paginator.frame.width - GUTTER) / 2.0
    }

    fn left(&self) -> f64 {
        self.paginator.frame.left + self.column as f64 * (self.width() + GUTTER)
    }

    fn room(&self) -> f64 {
        self.paginator.frame.bottom() - self.y
    }

    fn next_column(&mut self) {
        if self.column == 0 {
            self.column = 1;
        } else {
            self.column = 0;
            self.paginator.begin_page(&Header::Running(TITLE));
            self.top = self.paginator.frame.top;
        }
        self.y = self.top;
    }

    /// Begins a new column if less than `height` is left, unless the column is empty.
    fn reserve(&mut self, height: f64) {
        if self.room() < height && self.y > self.top {
            self.next_column();
        }
    }

    /// A chapter; returns the page on which it begins.
    fn chapter(&mut self, chapter: &Chapter) -> usize {
        // Its title is never the last thing in a column.
        self.reserve(26.0 + 3.0 * LEADING);
        if self.y > self.top {
            self.y += 8.0;
        }
        let title = at(self.left(), self.y + 11.0);
        self.paginator.write(&chapter.title, title, (Font::SerifBold, 11.5), Anchor::Start);
        self.y += 18.0;
        let page = self.paginator.page();
        let mut rest = &chapter.entries[..];
        while let Some(first) = rest.first() {
            let n_done = match &first.solution {
                Solution::Words(spans) => {
                    self.words(spans);
                    1
                }
                Solution::Picture(_) => self.pictures(rest),
            };
            rest = &rest[n_done..];
        }
        page
    }

    fn number(&self) -> usize {
        self.entries.len() + 1
    }

    /// A solution in words, which is never cut so that a line stands alone.
    fn words(&mut self, spans: &[Span]) {
        let style = TextStyle { size: SIZE, notation: self.paginator.layout.notation };
        let mut all =
            vec![Span::Strong(format!("{}.", self.number())), Span::Plain(" ".to_owned())];
        all.extend_from_slice(spans);
        let lines = style.lines(&all, self.width());
        let mut rest = &lines[..];
        while !rest.is_empty() {
            let n_fit = (self.room() / LEADING).max(0.0) as usize;
            let n_lines = n_lines_here(rest.len(), n_fit, self.y <= self.top);
            if rest.len() == lines.len() && n_lines > 0 {
                self.record_place(self.width(), LEADING);
            }
            self.render(style, &rest[..n_lines]);
            rest = &rest[n_lines..];
            if !rest.is_empty() {
                self.next_column();
            }
        }
        self.y += GAP;
    }

    fn render(&mut self, style: TextStyle, lines: &[Line]) {
        for line in lines {
            let place = at(self.left(), self.y + SIZE);
            style.render(line, place, self.paginator.picture());
            self.y += LEADING;
        }
    }

    /// As many pictures as fit side by side; returns how many.
    fn pictures(&mut self, entries: &[Entry]) -> usize {
        let gap = 10.0;
        let room = self.width();
        let mut right = 0.0;
        let side_by_side = entries.iter().map_while(|entry| match &entry.solution {
            Solution::Picture(picture) => {
                let (x, width) = (right, (picture.width * SCALE).min(room));
                right = x + width + gap;
                (x + width <= room).then_some((x, width, picture))
            }
            Solution::Words(_) => None,
        });
        let row: Vec<(f64, f64, &Picture)> = side_by_side.collect();
        let height =
            |&(_, width, picture): &(f64, f64, &Picture)| width * picture.height / picture.width;
        let highest = row.iter().map(height).fold(0.0, f64::max);
        self.reserve(ABOVE + highest + GAP);
        for &(x, width, picture) in &row {
            let corner = at(self.left() + x, self.y);
            let number = format!("{}.", self.number());
            let above = at(corner.x, corner.y + ABOVE - 3.0);
            self.paginator.write(&number, above, (Font::SerifBold, SIZE), Anchor::Start);
            let below = at(corner.x, corner.y + ABOVE);
            self.paginator.picture().place(picture.clone(), below, width);
            let page = self.paginator.page();
            self.entries.push(LinkArea { page, corner, size: [width, ABOVE] });
        }
        self.y += ABOVE + highest + 2.0 * GAP;
        row.len()
    }

    /// Records the link area of an entry that begins here.
    fn record_place(&mut self, width: f64, height: f64) {
        let corner = at(self.left(), self.y);
        let page = self.paginator.page();
        self.entries.push(LinkArea { page, corner, size: [width, height] });
    }
}

/// How many of `n_lines` lines stay in a column where `n_fit` fit: no line is left alone at
/// either end, unless the column is empty and it must go on.
fn n_lines_here(n_lines: usize, n_fit: usize, is_fresh: bool) -> usize {
    let n_here = match n_lines.saturating_sub(n_fit) {
        0 => n_lines,
        1 => n_fit.saturating_sub(1),
        _ => n_fit,
    };
    match (n_here, is_fresh) {
        (1, false) if n_lines > 1 => 0,
        (n_here, true) => n_here.max(1),
        (n_here, false) => n_here,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_stands_alone() {
        let cases = [
            // Lines, lines that fit, lines that stay.
            (1, 0, 0),
            (1, 1, 1),
            (2, 1, 0),
            (2, 2, 2),
            (3, 2, 0),
            (4, 3, 2),
            (5, 3, 3),
            (9, 1, 0),
        ];
        for (n_lines, n_fit, expected) in cases {
            assert_eq!(n_lines_here(n_lines, n_fit, false), expected, "{n_lines} {n_fit}");
        }
        assert_eq!([n_lines_here(3, 0, true), n_lines_here(3, 2, true)], [1, 1]);
    }
}
