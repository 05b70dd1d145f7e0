//! The typefaces of pages: their files, which letters they have and how wide these are.
//!
//! Widths are in thousandths of the size; but for a few signs those of Latin letters are the widths of
//! Helvetica and Times, which viewers of other formats have.

use crate::path::{Path, Point, Step, at, raised};
use crate::picture::{Anchor, Font, Text};
use std::sync::LazyLock;
use ttf_parser::{GlyphId, OutlineBuilder};

/// What stands for a letter that the fonts have not.
const UNKNOWN: char = '?';

/// Whether there is such a letter in the fonts.
///
/// ```
/// use sole_picture::fonts::has;
/// assert_eq!(['ő', 'Ж', 'λ', '漢'].map(has), [true, true, true, false]);
/// ```
pub fn has(letter: char) -> bool {
    glyph(letter, Font::Serif).is_some()
}

/// How wide a text is at a size.
///
/// ```
/// use sole_picture::{Font, fonts::width};
/// assert_eq!(width("mate", Font::Sans, 10.0), 22.23);
/// ```
pub fn width(text: &str, font: Font, size: f64) -> f64 {
    let one = |letter: char| u32::from(advance(shape(letter, font), font));
    f64::from(text.chars().map(one).sum::<u32>()) * size / 1000.0
}

/// The shape of a letter; that of `?` if there is none.
pub(crate) fn shape(letter: char, font: Font) -> GlyphId {
    glyph(letter, font).or_else(|| glyph(UNKNOWN, font)).unwrap_or_default()
}

fn glyph(letter: char, font: Font) -> Option<GlyphId> {
    let letter = if letter.is_whitespace() { ' ' } else { letter };
    cut(font).shapes.get(letter as usize).copied().flatten()
}

/// How wide a shape is, in thousandths of the size.
pub(crate) fn advance(shape: GlyphId, font: Font) -> u16 {
    let file = file(font);
    let units = u32::from(file.glyph_hor_advance(shape).unwrap_or_default());
    let em = u32::from(file.units_per_em());
    u16::try_from((units * 1000 + em / 2) / em).unwrap_or(u16::MAX)
}

/// How far to the left of its place a text begins.
pub(crate) fn indent(text: &Text, size: f64) -> f64 {
    let share = match text.anchor {
        Anchor::Start => return 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    width(&text.text, text.font, size) * share
}

/// The outline of a text at its place.
pub(crate) fn outline(text: &Text) -> Path {
    let file = file(text.font);
    let mut steps = Vec::new();
    let mut corner = at(text.at.x - indent(text, text.size), text.at.y);
    for letter in text.text.chars() {
        let shape = shape(letter, text.font);
        let scale = text.size / f64::from(file.units_per_em());
        file.outline_glyph(shape, &mut Outliner { steps: &mut steps, scale, corner });
        corner.x += f64::from(advance(shape, text.font)) * text.size / 1000.0;
    }
    steps.into_iter().collect()
}

/// Collects the outline of a letter, whose file counts upwards, at a place.
struct Outliner<'a> {
    steps: &'a mut Vec<Step>,
    scale: f64,
    corner: Point,
}

impl Outliner<'_> {
    fn point(&self, x: f32, y: f32) -> Point {
        let [x, y] = [x, y].map(|units| f64::from(units) * self.scale);
        at(self.corner.x + x, self.corner.y - y)
    }
}

impl OutlineBuilder for Outliner<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.steps.push(Step::Move(self.point(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.steps.push(Step::Line(self.point(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let from = self.steps.last().and_then(|step| step.end()).unwrap_or_default();
        self.steps.push(raised(from, self.point(x1, y1), self.point(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [one, two, end] = [(x1, y1), (x2, y2), (x, y)].map(|(x, y)| self.point(x, y));
        self.steps.push(Step::Curve(one, two, end));
    }

    fn close(&mut self) {
        self.steps.push(Step::Close);
    }
}

/// What a PDF says of a typeface beside what its file says.
pub(crate) struct Face {
    /// Its name. The tag before it says that not all of its letters are there.
    pub(crate) name: &'static str,
    /// The TrueType file.
    file: &'static [u8],
    /// How far it leans, in degrees against the clock.
    pub(crate) slant: f64,
    /// How thick upright strokes are, in thousandths of the size.
    pub(crate) stem: u16,
}

/// The face of a typeface.
pub(crate) const fn face(font: Font) -> &'static Face {
    match font {
        Font::Sans => &ARIMO,
        Font::SansBold => &ARIMO_BOLD,
        Font::Serif => &TINOS,
        Font::SerifBold => &TINOS_BOLD,
        Font::SerifItalic => &TINOS_ITALIC,
    }
}

const ARIMO: Face =
    Face { name: "AAAAAA+Arimo", file: include_bytes!("../fonts/sans.ttf"), slant: 0.0, stem: 88 };

const ARIMO_BOLD: Face = Face {
    name: "AAAAAA+Arimo-Bold",
    file: include_bytes!("../fonts/sans-bold.ttf"),
    stem: 138,
    ..ARIMO
};

const TINOS: Face =
    Face { name: "AAAAAA+Tinos", file: include_bytes!("../fonts/serif.ttf"), slant: 0.0, stem: 82 };

const TINOS_BOLD: Face = Face {
    name: "AAAAAA+Tinos-Bold",
    file: include_bytes!("../fonts/serif-bold.ttf"),
    stem: 136,
    ..TINOS
};

const TINOS_ITALIC: Face = Face {
    name: "AAAAAA+Tinos-Italic",
    file: include_bytes!("../fonts/serif-italic.ttf"),
    slant: -16.33,
    stem: 76,
};

/// The file of a typeface, read.
pub(crate) fn file(font: Font) -> &'static ttf_parser::Face<'static> {
    &cut(font).file
}

/// A file, and the shapes of letters by their code points: looking for them in the file is slow.
struct Cut {
    file: ttf_parser::Face<'static>,
    shapes: Vec<Option<GlyphId>>,
}

impl Cut {
    fn read(font: Font) -> Cut {
        let file = ttf_parser::Face::parse(face(font).file, 0).expect("the files are tested");
        let mut shapes = Vec::new();
        for table in file.tables().cmap.iter().flat_map(|map| map.subtables) {
            table.codepoints(|letter| {
                let place = letter as usize;
                shapes.resize(shapes.len().max(place + 1), None);
                shapes[place] = table.glyph_index(letter);
            });
        }
        Cut { file, shapes }
    }
}

fn cut(font: Font) -> &'static Cut {
    static CUTS: LazyLock<[Cut; 5]> = LazyLock::new(|| Font::ALL.map(Cut::read));
    &CUTS[font as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Ink;

    #[test]
    fn every_font_has_the_letters_of_europe() {
        let sets = [
            ('!', '~'),
            ('¡', 'ɏ'),
            ('Α', 'Ρ'),
            ('Σ', 'ώ'),
            ('Ѐ', 'ӿ'),
            ('Ḁ', 'ỹ'),
            ('‐', '”'),
            ('½', '½'),
        ];
        for font in Font::ALL {
            for letter in sets.into_iter().flat_map(|(first, last)| first..=last) {
                assert!(glyph(letter, font).is_some(), "{font:?} {letter}");
            }
            for letter in (0..0x1_0000).filter_map(char::from_u32) {
                let here = glyph(letter, font).is_some();
                assert_eq!(here, has(letter), "{font:?} {letter}");
            }
        }
    }

    #[test]
    fn digits_are_equally_wide() {
        for font in Font::ALL {
            let widths: Vec<f64> =
                ('0'..='9').map(|digit| width(&digit.to_string(), font, 1.0)).collect();
            assert!(widths.iter().all(|&width| width == widths[0]), "{font:?}");
        }
    }

    #[test]
    fn outlines_stand_where_texts_are_anchored() {
        for (anchor, share) in [(Anchor::Start, 0.0), (Anchor::Middle, 0.5), (Anchor::End, 1.0)] {
            for font in Font::ALL {
                let (text, at, ink) = ("HaH".to_owned(), at(100.0, 50.0), Ink::BLACK);
                let width = width(&text, font, 10.0);
                let text = Text { text, at, size: 10.0, font, anchor, ink };
                let [from, to] = outline(&text).bounds().expect("letters");
                let [left, right] = [100.0 - share * width, 100.0 + (1.0 - share) * width];
                assert!(from.x > left - 0.5 && from.x < left + 1.0, "{anchor:?} {font:?} {from:?}");
                assert!(to.x < right + 1.0 && to.x > right - 1.0, "{anchor:?} {font:?} {to:?}");
                assert!(from.y > 42.0 && to.y < 50.5, "{font:?} from {} to {}", from.y, to.y);
            }
        }
    }

    #[test]
    fn files_are_found_by_their_fonts() {
        for font in Font::ALL {
            assert_eq!(file(font).is_bold(), matches!(font, Font::SansBold | Font::SerifBold));
            assert_eq!(file(font).is_italic(), font == Font::SerifItalic);
            assert_eq!(f64::from(file(font).italic_angle()).round(), face(font).slant.round());
        }
    }
}
