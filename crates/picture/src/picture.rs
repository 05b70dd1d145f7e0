//! The content of a picture: outlines, texts and chess pieces, each with its place.

use crate::path::{Path, Point, at};
use sole_board::Piece;

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ink(pub u8, pub u8, pub u8);

impl Ink {
    /// Black.
    pub const BLACK: Ink = Ink(0, 0, 0);
    /// White.
    pub const WHITE: Ink = Ink(255, 255, 255);

    /// The grey with this much light.
    pub const fn grey(light: u8) -> Ink {
        Ink(light, light, light)
    }
}

/// How a line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
    /// Where it ends.
    #[default]
    Flat,
    /// In half a circle.
    Round,
    /// Half its width later.
    Square,
}

/// A line along an outline. Its corners are round if its ends are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub ink: Ink,
    /// Its width.
    pub width: f64,
    /// Its ends.
    pub cap: Cap,
}

/// What is done with an outline: filled, then stroked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// The colour of the inside.
    pub fill: Option<Ink>,
    /// The line.
    pub stroke: Option<Stroke>,
}

impl Paint {
    /// Filled, without a line.
    pub const fn fill(ink: Ink) -> Paint {
        Paint { fill: Some(ink), stroke: None }
    }

    /// A line, with ends that are cut off.
    pub const fn line(ink: Ink, width: f64) -> Paint {
        Paint { fill: None, stroke: Some(Stroke { ink, width, cap: Cap::Flat }) }
    }

    /// A line with other ends.
    pub fn cap(self, cap: Cap) -> Paint {
        Paint { stroke: self.stroke.map(|stroke| Stroke { cap, ..stroke }), ..self }
    }
}

/// A typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Font {
    /// Upright, without serifs.
    Sans,
    /// Bold, without serifs.
    SansBold,
    /// Upright, with serifs.
    Serif,
    /// Bold, with serifs.
    SerifBold,
    /// Slanted, with serifs.
    SerifItalic,
}

impl Font {
    /// All of them.
    pub const ALL: [Font; 5] =
        [Font::Sans, Font::SansBold, Font::Serif, Font::SerifBold, Font::SerifItalic];
}

/// Which part of a line of text stands at its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    #[default]
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What is said.
    pub text: String,
    /// Where, on the base line.
    pub at: Point,
    /// Its size: about one and a half times the height of a capital.
    pub size: f64,
    /// Its typeface.
    pub font: Font,
    /// What stands at the place.
    pub anchor: Anchor,
    /// Its colour.
    pub ink: Ink,
}

/// One thing on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// An outline.
    Path(Path, Paint),
    /// A line of text.
    Text(Text),
    /// A chess piece, in a square of this side with its upper left corner here.
    Piece(Piece, Point, f64),
    /// Several things, in units larger by a factor, moved.
    Group(Vec<Item>, f64, Point),
}

/// A sheet with what is on it, from the bottom up.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// How wide it is. A page of PDF is measured in points, of which an inch has 72.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it shows, in words, for those who do not see it; may be empty.
    pub title: String,
    /// What is on it.
    pub items: Vec<Item>,
}

impl Picture {
    /// An empty sheet.
    pub fn new(width: f64, height: f64) -> Picture {
        Picture { width, height, title: String::new(), items: Vec::new() }
    }

    /// Adds an outline.
    pub fn path(&mut self, path: Path, paint: Paint) {
        self.items.push(Item::Path(path, paint));
    }

    /// Adds another picture, with its upper left corner at `corner` and this width.
    pub fn place(&mut self, picture: Picture, corner: Point, width: f64) {
        self.items.push(Item::Group(picture.items, width / picture.width, corner));
    }

    /// Every piece in the picture, each kind once and in order.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        collect_pieces(&self.items, &mut pieces);
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// Calls back with every outline, text and piece and with the factor and the
    /// shift that bring it to its place.
    pub(crate) fn walk(&self, visit: &mut dyn FnMut(&Item, f64, Point)) {
        walk(&self.items, 1.0, at(0.0, 0.0), visit);
    }
}

fn collect_pieces(items: &[Item], pieces: &mut Vec<Piece>) {
    for item in items {
        match item {
            Item::Piece(piece, _, _) => pieces.push(*piece),
            Item::Group(items, _, _) => collect_pieces(items, pieces),
            Item::Path(..) | Item::Text(_) => {}
        }
    }
}

fn walk(items: &[Item], scale: f64, shift: Point, visit: &mut dyn FnMut(&Item, f64, Point)) {
    for item in items {
        match item {
            Item::Group(items, factor, Point { x, y }) => {
                let shift = at(shift.x + x * scale, shift.y + y * scale);
                walk(items, scale * factor, shift, visit);
            }
            item => visit(item, scale, shift),
        }
    }
}
