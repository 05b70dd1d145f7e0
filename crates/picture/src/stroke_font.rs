//! A stroke font: the letters of pictures in pixels.
//!
//! A file of pixels cannot leave letters to its reader, so each letter is a path here that is stroked
//! with a round pen. A hundred units are the size of the type; the base line is at 0 and
//! capitals reach up to -72. Letters are as wide as those of Helvetica, so
//! that lines are as long as elsewhere.

use crate::fonts;
use crate::path::{Path, at};
use crate::picture::{Anchor, Cap, Font, Paint, Stroke, Text};

/// The width of the pen, in hundredths of the size.
const fn stroke_width(font: Font) -> f64 {
    match font {
        Font::Sans | Font::Serif | Font::SerifItalic => 8.5,
        Font::SansBold | Font::SerifBold => 13.0,
    }
}

/// The path of a text, and how it is stroked.
pub(crate) fn outline(text: &Text) -> (Path, Paint) {
    let scale = text.size / 100.0;
    let whole = fonts::width(&text.text, Font::Sans, text.size);
    let mut x = match text.anchor {
        Anchor::Start => text.at.x,
        Anchor::Middle => text.at.x - whole / 2.0,
        Anchor::End => text.at.x - whole,
    };
    let mut path = Path::default();
    for letter in text.text.chars() {
        path = path.and(glyph(letter).placed(scale, at(x, text.at.y)));
        x += fonts::width(letter.encode_utf8(&mut [0; 4]), Font::Sans, text.size);
    }
    let stroke = Stroke { ink: text.ink, width: stroke_width(text.font) * scale, cap: Cap::Round };
    (path, Paint { fill: None, stroke: Some(stroke) })
}

/// The path of a letter; an empty box for an unknown one.
fn glyph(letter: char) -> Path {
    let found = GLYPHS.iter().find(|&&(other, _)| other == letter);
    let path = match (found, letter.is_whitespace()) {
        (Some((_, path)), _) => path,
        (None, true) => "",
        (None, false) => "M8 -68H48V-4H8Z",
    };
    Path::parse(path).expect("the paths of the letters are tested")
}

/// The letters.
#[rustfmt::skip]
const GLYPHS: [(char, &str); 83] = [
    ('0', "M10 -36C10 -58 16 -68 28 -68C40 -68 46 -58 46 -36C46 -14 40 -4 28 -4C16 -4 10 -14 10 -36Z"),
    ('1', "M14 -56C22 -58 29 -62 31 -68V-4"),
    ('2', "M10 -50C10 -61 18 -68 28 -68C38 -68 46 -61 46 -51C46 -34 12 -26 10 -4H46"),
    ('3', "M11 -54C12 -63 19 -68 28 -68C38 -68 45 -62 45 -53C45 -44 38 -38 27 -38C39 -38 47 -32 47 -22\
           C47 -11 39 -4 28 -4C17 -4 10 -10 9 -20"),
    ('4', "M37 -4V-68L8 -20H48"),
    ('5', "M43 -68H16L12 -35C16 -40 21 -43 28 -43C39 -43 46 -35 46 -24C46 -12 38 -4 27 -4C18 -4 11 -9 9 -18"),
    ('6', "M45 -54C44 -63 38 -68 29 -68C16 -68 10 -54 10 -34C10 -14 16 -4 28 -4C39 -4 46 -12 46 -24\
           C46 -36 39 -43 29 -43C19 -43 11 -36 10 -26"),
    ('7', "M9 -68H47C34 -52 26 -30 23 -4"),
    ('8', "M28 -38C18 -38 12 -44 12 -53C12 -62 18 -68 28 -68C38 -68 44 -62 44 -53C44 -44 38 -38 28 -38\
           C16 -38 9 -31 9 -21C9 -10 17 -4 28 -4C39 -4 47 -10 47 -21C47 -31 40 -38 28 -38Z"),
    ('9', "M11 -18C12 -9 18 -4 27 -4C40 -4 46 -18 46 -38C46 -58 40 -68 28 -68C17 -68 10 -60 10 -48\
           C10 -36 17 -29 27 -29C37 -29 45 -36 46 -46"),
    ('A', "M5 -4L33 -68L62 -4M15 -26H52"),
    ('B', "M12 -4V-68H36C47 -68 54 -62 54 -53C54 -44 47 -38 36 -38H12M36 -38C49 -38 57 -32 57 -21\
           C57 -10 49 -4 36 -4H12"),
    ('C', "M62 -50C59 -61 51 -68 39 -68C21 -68 10 -55 10 -36C10 -17 21 -4 39 -4C51 -4 60 -11 62 -23"),
    ('D', "M12 -4V-68H35C53 -68 62 -56 62 -36C62 -16 53 -4 35 -4Z"),
    ('E', "M56 -68H13V-4H57M13 -37H52"),
    ('F', "M53 -68H13V-4M13 -36H48"),
    ('G', "M65 -50C62 -61 53 -68 40 -68C21 -68 10 -55 10 -36C10 -17 21 -4 40 -4C52 -4 61 -9 66 -17V-34H42"),
    ('H', "M12 -4V-68M60 -4V-68M12 -37H60"),
    ('I', "M14 -4V-68"),
    ('J', "M37 -68V-23C37 -11 31 -4 21 -4C11 -4 6 -11 6 -22"),
    ('K', "M12 -4V-68M58 -68L12 -27M26 -39L60 -4"),
    ('L', "M12 -68V-4H51"),
    ('M', "M11 -4V-68L42 -4L72 -68V-4"),
    ('N', "M12 -4V-68L60 -4V-68"),
    ('O', "M39 -68C57 -68 68 -56 68 -36C68 -16 57 -4 39 -4C21 -4 10 -16 10 -36C10 -56 21 -68 39 -68Z"),
    ('P', "M12 -4V-68H38C50 -68 57 -60 57 -49C57 -38 50 -30 38 -30H12"),
    ('Q', "M39 -68C57 -68 68 -56 68 -36C68 -16 57 -4 39 -4C21 -4 10 -16 10 -36C10 -56 21 -68 39 -68Z\
           M48 -18L69 0"),
    ('R', "M12 -4V-68H40C52 -68 59 -61 59 -51C59 -41 52 -34 40 -34H12M42 -34C56 -33 57 -26 58 -14\
           C58 -9 59 -6 61 -4"),
    ('S', "M55 -50C54 -62 46 -68 33 -68C20 -68 11 -61 11 -51C11 -30 57 -43 57 -22C57 -11 47 -4 34 -4\
           C19 -4 9 -11 9 -25"),
    ('T', "M4 -68H57M31 -68V-4"),
    ('U', "M12 -68V-27C12 -12 21 -4 36 -4C51 -4 60 -12 60 -27V-68"),
    ('V', "M5 -68L33 -4L62 -68"),
    ('W', "M5 -68L25 -4L47 -68L69 -4L90 -68"),
    ('X', "M6 -68L60 -4M60 -68L6 -4"),
    ('Y', "M5 -68L33 -32L62 -68M33 -32V-4"),
    ('Z', "M6 -68H55L5 -4H56"),
    ('a', "M9 -37C10 -44 17 -48 26 -48C38 -48 44 -43 44 -34V-12C44 -7 46 -4 51 -5\
           M44 -30C40 -24 8 -32 8 -15C8 -8 14 -4 21 -4C33 -4 44 -11 44 -22"),
    ('b', "M10 -4V-68M10 -26C10 -40 17 -48 28 -48C40 -48 47 -39 47 -26C47 -13 40 -4 28 -4C17 -4 10 -12 10 -26Z"),
    ('c', "M44 -34C42 -43 36 -48 27 -48C15 -48 8 -39 8 -26C8 -13 15 -4 27 -4C36 -4 43 -9 45 -19"),
    ('d', "M46 -4V-68M46 -26C46 -40 39 -48 28 -48C16 -48 9 -39 9 -26C9 -13 16 -4 28 -4C39 -4 46 -12 46 -26Z"),
    ('e', "M9 -27H47C47 -40 39 -48 28 -48C16 -48 8 -39 8 -26C8 -13 16 -4 28 -4C37 -4 44 -8 46 -16"),
    ('f', "M26 -68C16 -69 12 -65 12 -55V-4M2 -48H25"),
    ('g', "M46 -48V-1C46 12 39 18 28 18C18 18 11 14 10 6\
           M46 -26C46 -40 39 -48 28 -48C16 -48 9 -39 9 -26C9 -13 16 -4 28 -4C39 -4 46 -12 46 -26Z"),
    ('h', "M11 -4V-68M11 -28C11 -41 18 -48 28 -48C39 -48 45 -42 45 -31V-4"),
    ('i', "M11 -4V-48M11 -67V-66"),
    ('j', "M11 -48V8C11 15 8 18 0 17M11 -67V-66"),
    ('k', "M10 -4V-68M44 -48L10 -18M22 -29L46 -4"),
    ('l', "M11 -4V-68"),
    ('m', "M11 -4V-48M11 -30C11 -42 17 -48 26 -48C36 -48 42 -42 42 -32V-4\
           M42 -30C42 -42 48 -48 57 -48C67 -48 72 -42 72 -32V-4"),
    ('n', "M11 -4V-48M11 -28C11 -41 18 -48 28 -48C39 -48 45 -42 45 -31V-4"),
    ('o', "M28 -48C40 -48 48 -39 48 -26C48 -13 40 -4 28 -4C16 -4 8 -13 8 -26C8 -39 16 -48 28 -48Z"),
    ('p', "M10 17V-48M10 -26C10 -40 17 -48 28 -48C40 -48 47 -39 47 -26C47 -13 40 -4 28 -4C17 -4 10 -12 10 -26Z"),
    ('q', "M46 17V-48M46 -26C46 -40 39 -48 28 -48C16 -48 9 -39 9 -26C9 -13 16 -4 28 -4C39 -4 46 -12 46 -26Z"),
    ('r', "M10 -4V-48M10 -26C10 -40 17 -49 31 -47"),
    ('s', "M43 -36C42 -44 35 -48 26 -48C16 -48 9 -43 9 -36C9 -20 44 -31 44 -17C44 -9 36 -4 26 -4C15 -4 8 -9 7 -19"),
    ('t', "M13 -60V-14C13 -6 17 -3 25 -4M2 -48H25"),
    ('u', "M11 -48V-21C11 -10 17 -4 27 -4C38 -4 45 -11 45 -24M45 -48V-4"),
    ('v', "M4 -48L25 -4L46 -48"),
    ('w', "M4 -48L19 -4L36 -48L53 -4L68 -48"),
    ('x', "M5 -48L45 -4M45 -48L5 -4"),
    ('y', "M4 -48L25 -4M46 -48L24 4C20 14 15 18 6 17"),
    ('z', "M6 -48H44L5 -4H45"),
    ('.', "M14 -5V-4"),
    (',', "M14 -5V-2L10 8"),
    (':', "M14 -5V-4M14 -45V-44"),
    (';', "M14 -5V-2L10 8M14 -45V-44"),
    ('-', "M6 -27H27"),
    ('–', "M5 -27H51"),
    ('—', "M5 -27H95"),
    ('+', "M29 -54V-8M6 -31H52"),
    ('=', "M6 -40H52M6 -22H52"),
    ('#', "M20 -68L13 -4M43 -68L36 -4M6 -46H50M5 -26H49"),
    ('!', "M14 -68V-24M14 -5V-4"),
    ('?', "M11 -52C12 -62 18 -68 28 -68C38 -68 46 -62 46 -52C46 -38 28 -38 28 -22M28 -5V-4"),
    ('/', "M24 -70L4 2"),
    ('(', "M25 -72C9 -52 9 -2 25 18"),
    (')', "M8 -72C24 -52 24 -2 8 18"),
    ('\'', "M10 -68V-52"),
    ('"', "M11 -68V-52M25 -68V-52"),
    ('*', "M19 -70V-46M9 -64L30 -52M30 -64L9 -52"),
    ('×', "M12 -48L46 -14M46 -48L12 -14"),
    ('…', "M17 -5V-4M50 -5V-4M83 -5V-4"),
    ('_', "M0 12H56"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Ink;

    #[test]
    fn every_letter_stays_in_its_place() {
        for (letter, path) in GLYPHS {
            let path = Path::parse(path).unwrap_or_else(|| panic!("{letter} is no outline"));
            let [low, high] = path.bounds().expect("a way");
            let width = fonts::width(&letter.to_string(), Font::Sans, 100.0);
            assert!(low.x >= 0.0 && high.x <= width + 1.0, "{letter} from {} to {}", low.x, high.x);
            assert!(low.y >= -73.0 && high.y <= 19.0, "{letter} from {} to {}", low.y, high.y);
        }
    }

    #[test]
    fn each_letter_is_here_once() {
        let mut letters: Vec<char> = GLYPHS.iter().map(|&(letter, _)| letter).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), GLYPHS.len());
        let all = ('0'..='9').chain('A'..='Z').chain('a'..='z');
        assert_eq!(all.filter(|letter| !letters.contains(letter)).count(), 0);
    }

    #[test]
    fn a_text_stands_where_it_is_anchored() {
        for (anchor, low, high) in [
            (Anchor::Start, 100.0, 120.0),
            (Anchor::Middle, 90.0, 110.0),
            (Anchor::End, 80.0, 100.0),
        ] {
            let text = Text {
                text: "HaH".to_owned(),
                at: at(100.0, 50.0),
                size: 10.0,
                font: Font::Sans,
                anchor,
                ink: Ink::BLACK,
            };
            let [from, to] = outline(&text).0.bounds().expect("letters");
            assert!(from.x > low && to.x < high && to.x - from.x > 17.0, "{anchor:?}");
        }
    }
}
