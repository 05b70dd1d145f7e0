//! The content of a page, in PDF's operators.

use super::embedded_font::{self, EmbeddedFont};
use crate::fonts;
use crate::path::{Path, Point, Step};
use crate::picture::{Cap, Font, Ink, Item, Paint, Picture, Stroke, Text};
use crate::pieces;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Name, Str};
use std::collections::BTreeMap;

/// Operators, and what they have set so far.
pub(super) struct Content<'a> {
    operators: pdf_writer::Content,
    fonts: &'a BTreeMap<Font, EmbeddedFont>,
    fill: Option<Ink>,
    stroke: Option<Stroke>,
    font: Option<(Font, f32)>,
}

/// A number with at most three places, as PDF has it.
pub(super) fn rounded(value: f64) -> f32 {
    ((value * 1000.0).round() / 1000.0) as f32
}

/// Everything on a page. PDF counts from below, we count from above.
pub(super) fn of_picture(picture: &Picture, fonts: &BTreeMap<Font, EmbeddedFont>) -> Vec<u8> {
    let mut content = Content::new(fonts);
    content.operators.transform([1.0, 0.0, 0.0, -1.0, 0.0, rounded(picture.height)]);
    picture.walk(&mut |item, scale, shift| content.item(item, scale, shift));
    content.finish()
}

impl Content<'_> {
    pub(super) fn new(fonts: &BTreeMap<Font, EmbeddedFont>) -> Content<'_> {
        let operators = pdf_writer::Content::new();
        Content { operators, fonts, fill: None, stroke: None, font: None }
    }

    /// The operators.
    pub(super) fn finish(self) -> Vec<u8> {
        self.operators.finish().into_vec()
    }

    fn item(&mut self, item: &Item, scale: f64, shift: Point) {
        match item {
            Item::Path(path, paint) => self.path(path, *paint, scale, shift),
            Item::Text(text) => self.words(text, scale, shift),
            Item::Piece(piece, corner, side) => {
                let [x, y] = [shift.x + corner.x * scale, shift.y + corner.y * scale].map(rounded);
                let size = (side * scale / pieces::SQUARE) as f32;
                self.operators.save_state().transform([size, 0.0, 0.0, size, x, y]);
                self.operators.x_object(Name(pieces::name(*piece).as_bytes())).restore_state();
            }
            Item::Group(..) => {}
        }
    }

    /// An outline.
    pub(super) fn path(&mut self, path: &Path, paint: Paint, scale: f64, shift: Point) {
        if paint == Paint::default() {
            return;
        }
        if let Some(ink) = paint.fill {
            self.set_fill(ink);
        }
        if let Some(stroke) = paint.stroke {
            self.set_stroke(Stroke { width: stroke.width * scale, ..stroke });
        }
        let pair = |Point { x, y }| (rounded(x), rounded(y));
        for &step in path.placed(scale, shift).steps() {
            match step {
                Step::Move(end) => {
                    let (x, y) = pair(end);
                    self.operators.move_to(x, y)
                }
                Step::Line(end) => {
                    let (x, y) = pair(end);
                    self.operators.line_to(x, y)
                }
                Step::Curve(one, two, end) => {
                    let [(x1, y1), (x2, y2), (x, y)] = [one, two, end].map(pair);
                    self.operators.cubic_to(x1, y1, x2, y2, x, y)
                }
                Step::Close => self.operators.close_path(),
            };
        }
        match (paint.fill, paint.stroke) {
            (Some(_), Some(_)) => self.operators.fill_nonzero_and_stroke(),
            (Some(_), None) => self.operators.fill_nonzero(),
            (None, _) => self.operators.stroke(),
        };
    }

    fn words(&mut self, text: &Text, scale: f64, shift: Point) {
        self.set_fill(text.ink);
        let size = text.size * scale;
        let x = rounded(shift.x + text.at.x * scale - fonts::indent(text, size));
        let y = rounded(shift.y + text.at.y * scale);
        let font = (text.font, rounded(size));
        self.operators.begin_text();
        if self.font.replace(font) != Some(font) {
            self.operators.set_font(embedded_font::name(font.0), font.1);
        }
        self.operators.set_text_matrix([1.0, 0.0, 0.0, -1.0, x, y]);
        self.operators.show(Str(&self.fonts[&text.font].encode(&text.text))).end_text();
    }

    fn set_fill(&mut self, ink: Ink) {
        if self.fill.replace(ink) != Some(ink) {
            match color(ink) {
                [red, green, blue] if red == green && green == blue => {
                    self.operators.set_fill_gray(red)
                }
                [red, green, blue] => self.operators.set_fill_rgb(red, green, blue),
            };
        }
    }

    fn set_stroke(&mut self, stroke: Stroke) {
        let before = self.stroke.replace(stroke);
        if before.map(|before| before.ink) != Some(stroke.ink) {
            match color(stroke.ink) {
                [red, green, blue] if red == green && green == blue => {
                    self.operators.set_stroke_gray(red)
                }
                [red, green, blue] => self.operators.set_stroke_rgb(red, green, blue),
            };
        }
        if before.map(|before| before.width) != Some(stroke.width) {
            self.operators.set_line_width(rounded(stroke.width));
        }
        if before.map(|before| before.cap) != Some(stroke.cap) {
            let (cap, join) = match stroke.cap {
                Cap::Flat => (LineCapStyle::ButtCap, LineJoinStyle::MiterJoin),
                Cap::Round => (LineCapStyle::RoundCap, LineJoinStyle::RoundJoin),
                Cap::Square => (LineCapStyle::ProjectingSquareCap, LineJoinStyle::MiterJoin),
            };
            self.operators.set_line_cap(cap).set_line_join(join);
        }
    }
}

/// A colour by its parts of red, green and blue.
fn color(Ink(red, green, blue): Ink) -> [f32; 3] {
    [red, green, blue].map(|part| rounded(f64::from(part) / 255.0))
}
