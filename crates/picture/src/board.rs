//! Diagrams of chess boards.

use crate::path::{Path, Point, at};
use crate::picture::{Anchor, Font, Ink, Item, Paint, Picture, Text};
use crate::pieces;
use sole_board::{Color, Diagram, Square};

/// How a board looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// In colours.
    #[default]
    Screen,
    /// Dark squares are hatched, as in print.
    Print,
    /// Dark squares are grey.
    Grey,
}

/// What a picture of a board shows beside the pieces.
///
/// ```
/// use sole_board::{Diagram, Square};
/// use sole_picture::{BoardView, Style, svg};
/// let view = BoardView { style: Style::Print, arrows: vec![(Square::E2, Square::E4)], ..BoardView::default() };
/// let picture = view.render(&Diagram::EMPTY);
/// assert!(svg::write(&picture).contains("<path"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// How it looks.
    pub style: Style,
    /// The side that sits below.
    pub below: Color,
    /// Whether files and ranks are named at the edge.
    pub coordinates: bool,
    /// Where the last move came from and went to.
    pub last_move: Option<(Square, Square)>,
    /// The squares that stand out.
    pub marked: Vec<Square>,
    /// Arrows from square to square.
    pub arrows: Vec<(Square, Square)>,
}

impl Default for BoardView {
    fn default() -> BoardView {
        BoardView {
            style: Style::default(),
            below: Color::White,
            coordinates: true,
            last_move: None,
            marked: Vec::new(),
            arrows: Vec::new(),
        }
    }
}

/// The side of a square.
const SIDE: f64 = 45.0;
/// The same in the units of the pieces.
const SCALE: f64 = SIDE / pieces::SQUARE;
/// The width of the frame, half of which is outside the squares.
const FRAME: f64 = 1.5;
/// The space for the names of files and ranks.
const NAMES: f64 = 16.0;
/// The size of those names.
const NAME_SIZE: f64 = 12.5;
/// How many lines hatch a square.
const HATCHES: usize = 7;

/// The colours of a style: light squares, dark ones, both after a move and if marked, and arrows.
struct Palette {
    light: Ink,
    dark: Ink,
    moved: [Ink; 2],
    marked: [Ink; 2],
    arrow: Ink,
    names: Ink,
}

const SCREEN: Palette = Palette {
    light: Ink(0xf3, 0xe9, 0xd2),
    dark: Ink(0xb9, 0x95, 0x6b),
    moved: [Ink(0xf0, 0xdf, 0x86), Ink(0xcf, 0xae, 0x4c)],
    marked: [Ink(0xbf, 0xdc, 0xb4), Ink(0x8b, 0xb3, 0x7b)],
    arrow: Ink(0x2b, 0x7a, 0x4b),
    names: Ink(0x4a, 0x3c, 0x2c),
};

const PRINT: Palette = Palette {
    light: Ink::WHITE,
    dark: Ink::grey(0xc8),
    moved: [Ink::grey(0xe6), Ink::grey(0xa8)],
    marked: [Ink::grey(0xe6), Ink::grey(0xa8)],
    arrow: Ink::grey(0x60),
    names: Ink::BLACK,
};

impl BoardView {
    /// Draws a diagram.
    pub fn render(&self, diagram: &Diagram) -> Picture {
        let names = if self.coordinates { NAMES } else { 0.0 };
        let extent = names + 8.0 * SIDE + FRAME;
        let mut picture = Picture::new(extent, extent);
        picture.title = title(diagram);
        let all = Path::rectangle(at(0.0, 0.0), extent, extent);
        picture.path(all, Paint::fill(Ink::WHITE));
        for square in Square::all() {
            self.render_square(&mut picture, square);
        }
        let frame = Path::rectangle(at(names + FRAME / 2.0, FRAME / 2.0), 8.0 * SIDE, 8.0 * SIDE);
        picture.path(frame, Paint::line(Ink::BLACK, FRAME));
        for &(from, to) in self.arrows.iter().filter(|(from, to)| from != to) {
            let arrow = arrow(self.centre(from), self.centre(to));
            picture.path(arrow, Paint::fill(self.palette().arrow));
        }
        for (square, piece) in diagram.iter() {
            if self.style == Style::Print && !square.is_light() {
                picture.items.push(Item::Group(
                    vec![pieces::halo(piece)],
                    SCALE,
                    self.corner(square),
                ));
            }
            picture.items.push(Item::Piece(piece, self.corner(square), SIDE));
        }
        if self.coordinates {
            self.render_names(&mut picture);
        }
        picture
    }

    const fn palette(&self) -> &'static Palette {
        match self.style {
            Style::Screen => &SCREEN,
            Style::Print | Style::Grey => &PRINT,
        }
    }

    fn render_square(&self, picture: &mut Picture, square: Square) {
        let palette = self.palette();
        let shade = usize::from(!square.is_light());
        let moved = self.last_move.is_some_and(|(from, to)| from == square || to == square);
        let ink = match (self.marked.contains(&square), moved) {
            (true, _) => palette.marked[shade],
            (false, true) => palette.moved[shade],
            (false, false) if self.style == Style::Print && shade == 1 => {
                return picture.path(hatching(self.corner(square)), HATCH);
            }
            (false, false) => [palette.light, palette.dark][shade],
        };
        if ink != Ink::WHITE {
            picture.path(Path::rectangle(self.corner(square), SIDE, SIDE), Paint::fill(ink));
        }
    }

    fn render_names(&self, picture: &mut Picture) {
        let mut name = |letter: char, at: Point| {
            picture.items.push(Item::Text(Text {
                text: letter.to_string(),
                at,
                size: NAME_SIZE,
                font: Font::Sans,
                anchor: Anchor::Middle,
                ink: self.palette().names,
            }));
        };
        for number in 0..8u8 {
            let Some(square) = Square::new(number * 9) else { continue };
            let Point { x, y } = self.centre(square);
            name(square.rank().char(), at(NAMES / 2.0 - 1.0, y + NAME_SIZE * 0.36));
            name(square.file().char(), at(x, 8.0 * SIDE + FRAME + NAMES - 4.0));
        }
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> Point {
        let (file, rank) = (square.file().index(), square.rank().index());
        let (column, row) = match self.below {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        let names = if self.coordinates { NAMES } else { 0.0 };
        at(names + FRAME / 2.0 + column as f64 * SIDE, FRAME / 2.0 + row as f64 * SIDE)
    }

    fn centre(&self, square: Square) -> Point {
        let corner = self.corner(square);
        at(corner.x + SIDE / 2.0, corner.y + SIDE / 2.0)
    }
}

/// How hatched squares are drawn.
const HATCH: Paint = Paint::line(Ink::grey(0x30), 0.7);

/// Parallel lines that rise across a square.
fn hatching(Point { x, y }: Point) -> Path {
    let step = SIDE / HATCHES as f64;
    // Lines end on the edges: first on the left and the upper one, then on the lower and the right one.
    let lines = (1..2 * HATCHES).map(|number| {
        let along = number as f64 * step;
        let [near, far] = [along.min(SIDE), (along - SIDE).max(0.0)];
        Path::line(at(x + far, y + near), at(x + near, y + far))
    });
    lines.fold(Path::default(), Path::and)
}

/// An arrow from centre to centre, as an outline.
fn arrow(from: Point, to: Point) -> Path {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y);
    let (along, across) = (at(x / length, y / length), at(-y / length, x / length));
    let [half, head, wing] = [SIDE * 0.08, SIDE * 0.42, SIDE * 0.22];
    let on = |way: f64, aside: f64| {
        at(from.x + along.x * way + across.x * aside, from.y + along.y * way + across.y * aside)
    };
    let neck = length - head;
    let start = (SIDE * 0.2).min(neck);
    Path::polygon(&[
        on(start, -half),
        on(neck, -half),
        on(neck, -wing),
        on(length, 0.0),
        on(neck, wing),
        on(neck, half),
        on(start, half),
    ])
}

/// The pieces by side, the king first: `White: Kf1. Black: Kf3, pawn f2.`
fn title(diagram: &Diagram) -> String {
    let side = |color: Color| {
        let roles = sole_board::Role::ALL.into_iter().rev();
        let men =
            roles.flat_map(|role| diagram.men(color, role).into_iter().map(move |at| (role, at)));
        let men: Vec<String> = men
            .map(|(role, square)| match role {
                sole_board::Role::Pawn => format!("pawn {square}"),
                _ => format!("{}{square}", role.char()),
            })
            .collect();
        let list = if men.is_empty() { "none".to_owned() } else { men.join(", ") };
        format!("{}: {list}.", color.name())
    };
    Color::ALL.map(side).join(" ")
}
