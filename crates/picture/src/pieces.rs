//! The chess pieces: one set of outlines, designed for this project.
//!
//! Every piece stands on the same foot in a square of 45 units. All but the knight are symmetric, so
//! that half an outline describes them. White's pieces are empty and Black's are
//! full, with the same outline; lines on a full piece are white.

use crate::path::{Path, at, number};
use crate::picture::{Cap, Ink, Item, Paint, Stroke};
use crate::svg;
use sole_board::{Color, Piece, Role};
use std::fmt::Write;

/// The side of the square of a piece.
pub(crate) const SQUARE: f64 = 45.0;
/// The axis of symmetry.
const AXIS: f64 = SQUARE / 2.0;
/// The width of outlines, and of the lines inside.
const LINE: f64 = 1.6;
/// How much shorter a seam is on a full piece, at each end, so that the piece stays whole.
const SHORTER: f64 = 1.7;
/// The width of the rim that keeps a pattern away from a piece.
const RIM: f64 = 1.2;

/// A part of a piece.
enum Part {
    /// The right half of an outline, from the foot to the axis.
    Mirrored(&'static [&'static str]),
    /// A whole outline.
    Body(&'static str),
    /// A ball, by its centre and its radius.
    Ball(f64, f64, f64),
    /// A thick line in the colour of outlines.
    Bar(&'static str),
    /// A line across, at this height, to both sides of the axis; it rises by the last number.
    Seam(f64, f64, f64),
    /// A line inside.
    Line(&'static str),
    /// A spot inside.
    Spot(&'static str),
}

/// The right half of the foot, for all but pawns.
const FOOT: &str = "M22.5 39.25H34C35.1 39.25 35.75 38.6 35.75 37.4C35.75 36.2 35.1 35.6 33.9 35.6";
/// The right half of the stem and its collar, for those that have a head.
const STEM: &str = "C33.4 33.2 30.6 32.4 29 30.8C27.4 29.2 26.9 28.3 26.8 27.3\
    H28.9C30.4 27.3 30.4 24.9 29 24.6";
const FOOT_SEAM: Part = Part::Seam(35.6, 11.4, 0.0);
const COLLAR_SEAM: Part = Part::Seam(24.6, 6.5, 0.0);

const PAWN: &[Part] = &[
    Part::Mirrored(&[
        "M22.5 39.25H31.6C32.7 39.25 33.35 38.6 33.35 37.4C33.35 36.2 32.7 35.6 31.5 35.6",
        "C31.3 33.6 29.8 32.9 28.6 31.6C26.9 29.8 26.2 27.6 26 24.9",
        "H27.7C29.2 24.9 29.2 22.6 27.9 22.2L26.7 21.8",
        "C28 20.6 28.8 19 28.8 17.2C28.8 13.7 26 10.9 22.5 10.9",
    ]),
    Part::Seam(35.6, 9.0, 0.0),
    Part::Seam(22.0, 4.4, -0.5),
];

const KNIGHT: &[Part] = &[
    Part::Body(
        "M11.1 35.6C9.9 35.6 9.25 36.2 9.25 37.4C9.25 38.6 9.9 39.25 11 39.25\
         H34C35.1 39.25 35.75 38.6 35.75 37.4C35.75 36.2 35.1 35.6 33.9 35.6\
         C35.6 22.2 32.6 10.9 20.9 8.4C20.2 7.2 19.1 6 17.5 5C16.9 6.5 16.5 8 16.4 9.6\
         C13.2 11.5 12.1 14.6 10.3 17.6C9.3 19.3 7.6 20.6 7.1 22.4C6.7 23.9 7 25.4 8.1 26.4\
         C9.1 27.4 10.9 27.7 12.1 26.8C12.9 26.2 13.4 25.3 14.4 25C16.6 24.3 19.2 24.3 21 21.4\
         C22 27.4 11.5 27.4 11.1 35.6Z",
    ),
    FOOT_SEAM,
    Part::Spot("M13.9 15.9C14.3 14 16 13.2 17.7 13.7C17.5 15.6 15.7 16.8 13.9 15.9Z"),
    Part::Spot("M9 22.4C9 21.2 10.8 21.2 10.8 22.4C10.8 23.6 9 23.6 9 22.4Z"),
    Part::Line("M21 21.4C21.7 20.3 22.1 19.2 22 17.8"),
    Part::Line("M23.4 12C29 15.4 31 22.6 30.4 31.4"),
];

const BISHOP: &[Part] = &[
    Part::Mirrored(&[
        FOOT,
        STEM,
        "C30.6 22.7 31.4 20.7 31.4 18.7C31.4 14.7 27.6 12.6 24.2 9.4L22.5 9.4",
    ]),
    Part::Ball(22.5, 7.2, 2.35),
    FOOT_SEAM,
    COLLAR_SEAM,
    Part::Line("M23.2 20.4L27.3 13.9"),
];

const ROOK: &[Part] = &[
    Part::Mirrored(&[
        FOOT,
        "C33.9 33.8 32.5 32.9 31.3 31.6C29.7 29.8 29.2 26.6 29.2 22.6",
        "V20.9L33.2 17V8.8H28.8V12H25.5V8.8H22.5",
    ]),
    FOOT_SEAM,
    Part::Seam(20.9, 6.7, 0.0),
    Part::Seam(17.0, 10.7, 0.0),
];

const QUEEN: &[Part] = &[
    Part::Mirrored(&[
        FOOT,
        STEM,
        "C32 21.6 34.8 17.8 36.9 13.2L30.3 17.7L30 10.8L25.1 16.8L22.5 9.4",
    ]),
    Part::Ball(37.7, 11.6, 1.9),
    Part::Ball(30.1, 8.6, 1.9),
    Part::Ball(22.5, 7.3, 1.9),
    Part::Ball(14.9, 8.6, 1.9),
    Part::Ball(7.3, 11.6, 1.9),
    FOOT_SEAM,
    COLLAR_SEAM,
    Part::Seam(20.8, 9.6, 0.9),
];

const KING: &[Part] = &[
    Part::Bar("M22.5 11.5V4.4M18.9 7.2H26.1"),
    Part::Mirrored(&[FOOT, STEM, "C31.2 22 33 18.6 33.6 14.2C30.4 11.6 26.4 10.6 22.5 10.6"]),
    FOOT_SEAM,
    COLLAR_SEAM,
    Part::Seam(18.8, 9.6, 1.5),
];

/// The width of the king's cross.
const BAR: f64 = 2.3;

const fn parts(role: Role) -> &'static [Part] {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

/// The outlines of a piece in a square of 45 units, each with its paint.
pub fn piece_outlines(piece: Piece) -> Vec<(Path, Paint)> {
    parts(piece.role).iter().map(|part| render_part(part, piece.color)).collect()
}

fn render_part(part: &Part, color: Color) -> (Path, Paint) {
    let (inside, lines) = match color {
        Color::White => (Ink::WHITE, Ink::BLACK),
        Color::Black => (Ink::BLACK, Ink::WHITE),
    };
    let line = |ink, width| Some(Stroke { ink, width, cap: Cap::Round });
    let body = Paint { fill: Some(inside), stroke: line(Ink::BLACK, LINE) };
    let detail = Paint { fill: None, stroke: line(lines, LINE) };
    match *part {
        Part::Mirrored(halves) => (outline(&halves.concat()).mirrored(AXIS), body),
        Part::Body(whole) => (outline(whole), body),
        Part::Ball(x, y, radius) => (Path::circle(at(x, y), radius), body),
        Part::Bar(bar) => (outline(bar), Paint { fill: None, stroke: line(Ink::BLACK, BAR) }),
        Part::Seam(y, half, rise) => (seam(y, half, rise, color), detail),
        Part::Line(within) => (outline(within), detail),
        Part::Spot(within) => (outline(within), Paint::fill(lines)),
    }
}

/// A seam goes from edge to edge on an empty piece and stays inside a full one.
fn seam(y: f64, half: f64, rise: f64, color: Color) -> Path {
    let half = if color == Color::White { half } else { half - SHORTER };
    if rise == 0.0 {
        return Path::line(at(AXIS - half, y), at(AXIS + half, y));
    }
    let [from, top, to] = [(AXIS - half, y), (AXIS, y - 2.0 * rise), (AXIS + half, y)]
        .map(|(x, y)| format!("{} {}", number(x), number(y)));
    outline(&format!("M{from}Q{top} {to}"))
}

fn outline(text: &str) -> Path {
    Path::parse(text).expect("the outlines of the pieces are tested")
}

/// A white rim around a piece, which keeps a pattern behind it away from its outline.
pub(crate) fn halo(piece: Piece) -> Item {
    let is_outline = |part: &&Part| {
        matches!(part, Part::Mirrored(_) | Part::Body(_) | Part::Ball(..) | Part::Bar(_))
    };
    let outlines = parts(piece.role).iter().filter(is_outline);
    let path = outlines
        .map(|part| render_part(part, piece.color))
        .fold(Path::default(), |all, (path, _)| all.and(path));
    let stroke = Stroke { ink: Ink::WHITE, width: LINE + 2.0 * RIM, cap: Cap::Round };
    Item::Path(path, Paint { fill: None, stroke: Some(stroke) })
}

/// The name of a piece in a sprite: `wK`, `bP`.
pub(crate) fn name(piece: Piece) -> String {
    format!("{}{}", piece.color.char(), piece.role.char())
}

/// The twelve pieces as an SVG sprite: a `<symbol>` for each, by colour and letter.
///
/// ```
/// let sprite = sole_picture::piece_sprite();
/// assert_eq!(sprite.matches("<symbol id=").count(), 12);
/// assert!(sprite.contains("<symbol id=\"wK\" viewBox=\"0 0 45 45\">"));
/// ```
pub fn piece_sprite() -> String {
    let pieces: Vec<Piece> = Piece::all().collect();
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\">\n{}</svg>\n", symbols(&pieces))
}

/// A `<symbol>` for each of some pieces.
pub(crate) fn symbols(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for &piece in pieces {
        let side = number(SQUARE);
        let name = name(piece);
        let _ = writeln!(text, "<symbol id=\"{name}\" viewBox=\"0 0 {side} {side}\">");
        for (path, paint) in piece_outlines(piece) {
            svg::write_path(&mut text, &path, paint);
        }
        text.push_str("</symbol>\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Point;

    /// The lowest and highest place that a piece's lines touch.
    fn extent(piece: Piece) -> [Point; 2] {
        let outlines = piece_outlines(piece).into_iter().map(|(path, paint)| {
            let [low, high] = path.bounds().expect("an outline has points");
            let half = paint.stroke.map_or(0.0, |stroke| stroke.width / 2.0);
            [at(low.x - half, low.y - half), at(high.x + half, high.y + half)]
        });
        let join = |[low, high]: [Point; 2], [other_low, other_high]: [Point; 2]| {
            let low = at(low.x.min(other_low.x), low.y.min(other_low.y));
            [low, at(high.x.max(other_high.x), high.y.max(other_high.y))]
        };
        outlines.reduce(join).expect("a piece has outlines")
    }

    #[test]
    fn pieces_share_a_base_line_and_stay_inside_their_square() {
        for piece in Piece::all() {
            let [low, high] = extent(piece);
            assert!((high.y - (39.25 + LINE / 2.0)).abs() < 1e-9, "{piece:?} ends at {}", high.y);
            assert!(low.x >= 3.0 && high.x <= 42.0 && low.y >= 3.0, "{piece:?}: {low:?} {high:?}");
            if piece.role != Role::Knight {
                assert!((low.x + high.x - SQUARE).abs() < 1.0, "{piece:?} stands askew");
            }
        }
    }

    #[test]
    fn higher_valued_pieces_are_taller() {
        let top = |role| extent(Piece { color: Color::White, role })[0].y;
        assert!(top(Role::King) < top(Role::Queen) && top(Role::Queen) < top(Role::Rook));
        assert!(top(Role::Rook) < top(Role::Pawn) && top(Role::Bishop) < top(Role::Rook));
    }

    #[test]
    fn both_sides_have_the_same_outlines() {
        for role in Role::ALL {
            let [white, black] = Color::ALL.map(|color| piece_outlines(Piece { color, role }));
            for ((one, of_white), (other, of_black)) in white.iter().zip(&black) {
                if of_white.fill == Some(Ink::WHITE) {
                    assert_eq!((one, of_black.fill), (other, Some(Ink::BLACK)), "{role:?}");
                }
            }
        }
    }
}
