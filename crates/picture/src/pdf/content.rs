//! The content of a page, in PDF's operators.

use crate::fonts;
use crate::path::{Path, Point, Step, number};
use crate::picture::{Anchor, Cap, Font, Ink, Item, Paint, Picture, Stroke, Text};
use crate::pieces;
use std::fmt::Write;

/// Operators, and what they have set so far.
#[derive(Default)]
pub(super) struct Content {
    text: String,
    fill: Option<Ink>,
    stroke: Option<Stroke>,
    font: Option<(Font, String)>,
}

/// The name of a font in the resources of a page.
pub(super) const fn font_name(font: Font) -> &'static str {
    match font {
        Font::Sans => "F1",
        Font::SansBold => "F2",
        Font::Serif => "F3",
        Font::SerifBold => "F4",
        Font::SerifItalic => "F5",
    }
}

/// Everything on a page. PDF counts from below, we count from above.
pub(super) fn of_picture(picture: &Picture) -> String {
    let mut content = Content::default();
    let _ = writeln!(content.text, "1 0 0 -1 0 {} cm", number(picture.height));
    picture.walk(&mut |item, scale, shift| content.item(item, scale, shift));
    content.text
}

impl Content {
    /// The operators.
    pub(super) fn text(self) -> String {
        self.text
    }

    fn item(&mut self, item: &Item, scale: f64, shift: Point) {
        match item {
            Item::Path(path, paint) => self.path(path, *paint, scale, shift),
            Item::Text(text) => self.words(text, scale, shift),
            Item::Piece(piece, corner, side) => {
                let [x, y] = [shift.x + corner.x * scale, shift.y + corner.y * scale].map(number);
                // Four places, for pieces are large: a thousandth would be seen.
                let size = format!("{:.5}", side * scale / pieces::SQUARE);
                let name = pieces::name(*piece);
                let _ = writeln!(self.text, "q {size} 0 0 {size} {x} {y} cm /{name} Do Q");
            }
            Item::Group(..) => {}
        }
    }

    /// An outline.
    pub(super) fn path(&mut self, path: &Path, paint: Paint, scale: f64, shift: Point) {
        let operator = match (paint.fill, paint.stroke) {
            (Some(_), Some(_)) => "B",
            (Some(_), None) => "f",
            (None, Some(_)) => "S",
            (None, None) => return,
        };
        if let Some(ink) = paint.fill {
            self.set_fill(ink);
        }
        if let Some(stroke) = paint.stroke {
            self.set_stroke(Stroke { width: stroke.width * scale, ..stroke });
        }
        let pair = |point: Point| format!("{} {}", number(point.x), number(point.y));
        for &step in path.placed(scale, shift).steps() {
            let _ = match step {
                Step::Move(end) => writeln!(self.text, "{} m", pair(end)),
                Step::Line(end) => writeln!(self.text, "{} l", pair(end)),
                Step::Curve(one, two, end) => {
                    writeln!(self.text, "{} {} {} c", pair(one), pair(two), pair(end))
                }
                Step::Close => writeln!(self.text, "h"),
            };
        }
        let _ = writeln!(self.text, "{operator}");
    }

    fn words(&mut self, text: &Text, scale: f64, shift: Point) {
        self.set_fill(text.ink);
        let size = text.size * scale;
        let width = fonts::width(&text.text, text.font, size);
        let left = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let x = number(shift.x + text.at.x * scale - left);
        let y = number(shift.y + text.at.y * scale);
        let words: String = text.text.chars().map(|letter| shape(letter, text.font)).collect();
        let font = (text.font, number(size));
        self.text.push_str("BT ");
        if self.font.as_ref() != Some(&font) {
            let _ = write!(self.text, "/{} {} Tf ", font_name(font.0), font.1);
            self.font = Some(font);
        }
        let _ = writeln!(self.text, "1 0 0 -1 {x} {y} Tm <{words}> Tj ET");
    }

    fn set_fill(&mut self, ink: Ink) {
        if self.fill.replace(ink) != Some(ink) {
            let _ = writeln!(self.text, "{}", color(ink, ["g", "rg"]));
        }
    }

    fn set_stroke(&mut self, stroke: Stroke) {
        let before = self.stroke.replace(stroke);
        if before.map(|before| before.ink) != Some(stroke.ink) {
            let _ = writeln!(self.text, "{}", color(stroke.ink, ["G", "RG"]));
        }
        if before.map(|before| before.width) != Some(stroke.width) {
            let _ = writeln!(self.text, "{} w", number(stroke.width));
        }
        if before.map(|before| before.cap) != Some(stroke.cap) {
            self.text.push_str(match stroke.cap {
                Cap::Flat => "0 J 0 j\n",
                Cap::Round => "1 J 1 j\n",
                Cap::Square => "2 J 0 j\n",
            });
        }
    }
}

/// The number of a letter's shape.
fn shape(letter: char, font: Font) -> String {
    format!("{:04X}", fonts::shape(letter, font).0)
}

/// A colour and the operator that sets it: one for greys, one for others.
fn color(Ink(red, green, blue): Ink, operators: [&str; 2]) -> String {
    let part = |part: u8| number(f64::from(part) / 255.0);
    if red == green && green == blue {
        return format!("{} {}", part(red), operators[0]);
    }
    format!("{} {} {} {}", part(red), part(green), part(blue), operators[1])
}
