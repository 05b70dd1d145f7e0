//! The typefaces of pages: their files, how they are encoded and how wide their letters are.
//!
//! Widths are in thousandths of the size, in the order of the encoding that PDF calls WinAnsi; but for a
//! few signs they are those of Helvetica and Times, which viewers of other formats have.

use crate::picture::Font;

/// The first code that stands for a letter.
pub(crate) const FIRST_CODE: u8 = 32;

/// The widths of the codes from [`FIRST_CODE`] on.
type Widths = [u16; 224];

/// What the codes from 128 to 159 stand for; a space where there is nothing.
const UPPER: [char; 32] = [
    '€', ' ', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', ' ', 'Ž', ' ', //
    ' ', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', ' ', 'ž', 'Ÿ',
];

/// Letters that the encoding has not, each group after the one that stands for it.
const SIMPLER: [&str; 40] = [
    "AĀĂĄ",
    "aāăą",
    "CĆĈĊČ",
    "cćĉċč",
    "DĎĐ",
    "dďđ",
    "EĒĔĖĘĚ",
    "eēĕėęě",
    "GĜĞĠĢ",
    "gĝğġģ",
    "HĤĦ",
    "hĥħ",
    "IĨĪĬĮİ",
    "iĩīĭįı",
    "JĴ",
    "jĵ",
    "KĶ",
    "kķ",
    "LĹĻĽŁ",
    "lĺļľł",
    "NŃŅŇ",
    "nńņň",
    "OŌŎ",
    "oōŏ",
    "ÖŐ",
    "öő",
    "RŔŖŘ",
    "rŕŗř",
    "SŚŜŞȘ",
    "sśŝşș",
    "TŢŤȚ",
    "tţťț",
    "UŨŪŬŮŲ",
    "uũūŭůų",
    "ÜŰ",
    "üű",
    "ZŹŻ",
    "zźż",
    "-‐‑−",
    " \u{2002}\u{2003}\u{2009}\u{202f}",
];

/// The codes of a text; what the encoding has not, and nothing near it, becomes `?`.
///
/// ```
/// use sole_picture::fonts::encode;
/// assert_eq!(encode("Orbán – Gőz ♞"), b"Orb\xe1n \x96 G\xf6z ?");
/// ```
pub fn encode(text: &str) -> Vec<u8> {
    text.chars().map(|letter| code(letter).or_else(|| near(letter)).unwrap_or(b'?')).collect()
}

fn code(letter: char) -> Option<u8> {
    match letter {
        ' '..='~' | '\u{a0}'..='ÿ' => u8::try_from(u32::from(letter)).ok(),
        _ => UPPER.iter().position(|&other| other == letter).map(|place| 128 + place as u8),
    }
}

/// The code of a letter that looks much the same.
fn near(letter: char) -> Option<u8> {
    let group = SIMPLER.into_iter().find(|group| group.contains(letter))?;
    code(group.chars().next()?)
}

/// How wide a text is at a size.
///
/// ```
/// use sole_picture::{Font, fonts::width};
/// assert_eq!(width("mate", Font::Sans, 10.0), 22.23);
/// ```
pub fn width(text: &str, font: Font, size: f64) -> f64 {
    let widths = widths(font);
    let one = |code: u8| u32::from(widths[usize::from(code.saturating_sub(FIRST_CODE))]);
    f64::from(encode(text).into_iter().map(one).sum::<u32>()) * size / 1000.0
}

/// What a PDF holds of a typeface, measured in thousandths of the size.
pub(crate) struct Face {
    /// Its name. The tag before it says that not all of its letters are there.
    pub(crate) name: &'static str,
    /// The TrueType file.
    pub(crate) file: &'static [u8],
    /// Left, bottom, right and top of what all letters cover.
    pub(crate) bounds: [i16; 4],
    /// How far it leans, in degrees against the clock.
    pub(crate) slant: f64,
    pub(crate) ascent: i16,
    pub(crate) descent: i16,
    pub(crate) capitals: i16,
    /// How thick upright strokes are.
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

const ARIMO: Face = Face {
    name: "AAAAAA+Arimo",
    file: include_bytes!("../fonts/sans.ttf"),
    bounds: [-203, -223, 1000, 878],
    slant: 0.0,
    ascent: 905,
    descent: -212,
    capitals: 688,
    stem: 88,
};

const ARIMO_BOLD: Face = Face {
    name: "AAAAAA+Arimo-Bold",
    file: include_bytes!("../fonts/sans-bold.ttf"),
    bounds: [-184, -222, 1000, 896],
    stem: 138,
    ..ARIMO
};

const TINOS: Face = Face {
    name: "AAAAAA+Tinos",
    file: include_bytes!("../fonts/serif.ttf"),
    bounds: [-177, -216, 1007, 859],
    slant: 0.0,
    ascent: 891,
    descent: -216,
    capitals: 655,
    stem: 82,
};

const TINOS_BOLD: Face = Face {
    name: "AAAAAA+Tinos-Bold",
    file: include_bytes!("../fonts/serif-bold.ttf"),
    bounds: [-182, -221, 1007, 868],
    stem: 136,
    ..TINOS
};

const TINOS_ITALIC: Face = Face {
    name: "AAAAAA+Tinos-Italic",
    file: include_bytes!("../fonts/serif-italic.ttf"),
    bounds: [-177, -216, 966, 858],
    slant: -16.33,
    stem: 76,
    ..TINOS
};

/// The widths of the codes from [`FIRST_CODE`] on.
pub(crate) const fn widths(font: Font) -> &'static Widths {
    match font {
        Font::Sans => &SANS,
        Font::SansBold => &SANS_BOLD,
        Font::Serif => &SERIF,
        Font::SerifBold => &SERIF_BOLD,
        Font::SerifItalic => &SERIF_ITALIC,
    }
}

#[rustfmt::skip]
const SANS: Widths = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 0,
    556, 0, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 0, 611, 0,
    0, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 0, 500, 667,
    278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 552,
    400, 549, 333, 333, 333, 576, 537, 333, 333, 333, 365, 556, 834, 834, 834, 611,
    667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
    556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 549, 611, 556, 556, 556, 556, 500, 556, 500,
];

#[rustfmt::skip]
const SANS_BOLD: Widths = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584, 0,
    556, 0, 278, 556, 500, 1000, 556, 556, 333, 1000, 667, 333, 1000, 0, 611, 0,
    0, 278, 278, 500, 500, 350, 556, 1000, 333, 1000, 556, 333, 944, 0, 500, 667,
    278, 333, 556, 556, 556, 556, 280, 556, 333, 737, 370, 556, 584, 333, 737, 552,
    400, 549, 333, 333, 333, 576, 556, 333, 333, 333, 365, 556, 834, 834, 834, 611,
    722, 722, 722, 722, 722, 722, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
    556, 556, 556, 556, 556, 556, 889, 556, 556, 556, 556, 556, 278, 278, 278, 278,
    611, 611, 611, 611, 611, 611, 611, 549, 611, 611, 611, 611, 611, 556, 611, 556,
];

#[rustfmt::skip]
const SERIF: Widths = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278,
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
    921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
    556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
    333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
    500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541, 0,
    500, 0, 333, 500, 444, 1000, 500, 500, 333, 1000, 556, 333, 889, 0, 611, 0,
    0, 333, 333, 444, 444, 350, 500, 1000, 333, 980, 389, 333, 722, 0, 444, 722,
    250, 333, 500, 500, 500, 500, 200, 500, 333, 760, 276, 500, 564, 333, 760, 500,
    400, 549, 300, 300, 333, 576, 453, 333, 333, 300, 310, 500, 750, 750, 750, 444,
    722, 722, 722, 722, 722, 722, 889, 667, 611, 611, 611, 611, 333, 333, 333, 333,
    722, 722, 722, 722, 722, 722, 722, 564, 722, 722, 722, 722, 722, 722, 556, 500,
    444, 444, 444, 444, 444, 444, 667, 444, 444, 444, 444, 444, 278, 278, 278, 278,
    500, 500, 500, 500, 500, 500, 500, 549, 500, 500, 500, 500, 500, 500, 500, 500,
];

#[rustfmt::skip]
const SERIF_BOLD: Widths = [
    250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278,
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 333, 333, 570, 570, 570, 500,
    930, 722, 667, 722, 722, 667, 611, 778, 778, 389, 500, 778, 667, 944, 722, 778,
    611, 778, 722, 556, 667, 722, 722, 1000, 722, 722, 667, 333, 278, 333, 581, 500,
    333, 500, 556, 444, 556, 444, 333, 500, 556, 278, 333, 556, 278, 833, 556, 500,
    556, 556, 444, 389, 333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520, 0,
    500, 0, 333, 500, 500, 1000, 500, 500, 333, 1000, 556, 333, 1000, 0, 667, 0,
    0, 333, 333, 500, 500, 350, 500, 1000, 333, 1000, 389, 333, 722, 0, 444, 722,
    250, 333, 500, 500, 500, 500, 220, 500, 333, 747, 300, 500, 570, 333, 747, 500,
    400, 549, 300, 300, 333, 576, 540, 333, 333, 300, 330, 500, 750, 750, 750, 500,
    722, 722, 722, 722, 722, 722, 1000, 722, 667, 667, 667, 667, 389, 389, 389, 389,
    722, 722, 778, 778, 778, 778, 778, 570, 778, 722, 722, 722, 722, 722, 611, 556,
    500, 500, 500, 500, 500, 500, 722, 444, 444, 444, 444, 444, 278, 278, 278, 278,
    500, 556, 500, 500, 500, 500, 500, 549, 500, 556, 556, 556, 556, 500, 556, 500,
];

#[rustfmt::skip]
const SERIF_ITALIC: Widths = [
    250, 333, 420, 500, 500, 833, 778, 214, 333, 333, 500, 675, 250, 333, 250, 278,
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 333, 333, 675, 675, 675, 500,
    920, 611, 611, 667, 722, 611, 611, 722, 722, 333, 444, 667, 556, 833, 667, 722,
    611, 722, 611, 500, 556, 722, 611, 833, 611, 556, 556, 389, 278, 389, 422, 500,
    333, 500, 500, 444, 500, 444, 278, 500, 500, 278, 278, 444, 278, 722, 500, 500,
    500, 500, 389, 389, 278, 500, 444, 667, 444, 444, 389, 400, 275, 400, 541, 0,
    500, 0, 333, 500, 556, 889, 500, 500, 333, 1000, 500, 333, 944, 0, 556, 0,
    0, 333, 333, 556, 556, 350, 500, 889, 333, 980, 389, 333, 667, 0, 389, 556,
    250, 389, 500, 500, 500, 500, 275, 500, 333, 760, 276, 500, 675, 333, 760, 500,
    400, 549, 300, 300, 333, 576, 523, 250, 333, 300, 310, 500, 750, 750, 750, 500,
    611, 611, 611, 611, 611, 611, 889, 667, 611, 611, 611, 611, 333, 333, 333, 333,
    722, 667, 722, 722, 722, 722, 722, 675, 722, 722, 722, 722, 722, 556, 611, 500,
    500, 500, 500, 500, 500, 500, 667, 444, 444, 444, 444, 444, 278, 278, 278, 278,
    500, 500, 500, 500, 500, 500, 500, 549, 500, 500, 500, 500, 500, 444, 500, 444,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_letter_and_every_letter_its_code() {
        let mut n_letters = 0;
        for letter in (0..0x2200).filter_map(char::from_u32) {
            let Some(code) = code(letter) else { continue };
            n_letters += 1;
            assert!(
                code >= FIRST_CODE && widths(Font::Serif)[usize::from(code - FIRST_CODE)] > 0,
                "{letter}"
            );
        }
        // 95 of ASCII, 27 above them and 96 of Latin-1.
        assert_eq!(n_letters, 218);
    }

    #[test]
    fn letters_without_a_code_have_a_near_one() {
        for group in SIMPLER {
            let first = group.chars().next().and_then(code).expect("a code");
            for letter in group.chars().skip(1) {
                assert_eq!((code(letter), near(letter)), (None, Some(first)), "{letter}");
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

    /// What is said of each letter is what its file has.
    #[test]
    fn the_files_are_as_they_are_described() {
        for font in Font::ALL {
            let face = face(font);
            let file = ttf_parser::Face::parse(face.file, 0).expect(face.name);
            let scaled = |units: i16| {
                (f64::from(units) * 1000.0 / f64::from(file.units_per_em())).round() as i16
            };
            let bounds = file.global_bounding_box();
            let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(scaled);
            let heights = [file.ascender(), file.descender()].map(scaled);
            assert_eq!((bounds, heights), (face.bounds, [face.ascent, face.descent]), "{font:?}");
            assert_eq!(file.capital_height().map(scaled), Some(face.capitals), "{font:?}");
            for letter in (0..0x2200).filter_map(char::from_u32) {
                let Some(code) = code(letter) else { continue };
                let glyph = file.glyph_index(letter).expect("every letter is there");
                let width = scaled(file.glyph_hor_advance(glyph).expect("a width") as i16);
                let expected = widths(font)[usize::from(code - FIRST_CODE)];
                assert_eq!(i32::from(width), i32::from(expected), "{font:?} {letter}");
            }
        }
    }
}
