//! A TrueType font cut down to the shapes that are used. They keep their numbers; others become empty.

use std::collections::BTreeSet;
use ttf_parser::{Face, GlyphId, Tag};

/// The file with these shapes alone, and with what they are put together from.
pub(super) fn subset(face: &Face, used: &BTreeSet<GlyphId>) -> Vec<u8> {
    let font = Source::new(face);
    let kept = font.closure(used);
    let (mut shapes, mut places, mut widths) = (Vec::new(), vec![0; 4], Vec::new());
    for number in 0..face.number_of_glyphs() {
        let shape = GlyphId(number);
        if kept.contains(&shape) {
            shapes.extend_from_slice(font.shape(shape));
            shapes.resize(shapes.len().next_multiple_of(4), 0);
            widths.extend_from_slice(font.width(shape));
        } else {
            widths.extend([0; 4]);
        }
        places.extend((shapes.len() as u32).to_be_bytes());
    }
    let [mut head, mut metrics] = [b"head", b"hhea"].map(|name| font.table(name).to_vec());
    // The sum of the file, which readers of PDFs pass over; places by four bytes; a width for each shape.
    head[8..12].fill(0);
    head[50..52].copy_from_slice(&[0, 1]);
    metrics[34..36].copy_from_slice(&face.number_of_glyphs().to_be_bytes());
    let most = font.table(b"maxp").to_vec();
    assembled(&[
        (b"glyf", shapes),
        (b"head", head),
        (b"hhea", metrics),
        (b"hmtx", widths),
        (b"loca", places),
        (b"maxp", most),
    ])
}

/// The tables of the whole font.
struct Source<'a> {
    face: &'a Face<'a>,
    /// Where the shapes begin, and where the last one ends.
    places: Vec<usize>,
}

impl<'a> Source<'a> {
    fn new(face: &'a Face<'a>) -> Source<'a> {
        let mut font = Source { face, places: Vec::new() };
        let table = font.table(b"loca");
        font.places = match font.table(b"head")[51] {
            0 => table.chunks(2).map(|place| 2 * number(place)).collect(),
            _ => table.chunks(4).map(|place| number(place) << 16 | number(&place[2..])).collect(),
        };
        font
    }

    fn table(&self, name: &[u8; 4]) -> &'a [u8] {
        let table = self.face.raw_face().table(Tag::from_bytes(name));
        table.expect("the fonts have the tables of TrueType")
    }

    fn shape(&self, GlyphId(shape): GlyphId) -> &'a [u8] {
        let shape = usize::from(shape);
        &self.table(b"glyf")[self.places[shape]..self.places[shape + 1]]
    }

    /// Its width and where it begins. All fonts of this crate have both for each shape.
    fn width(&self, GlyphId(shape): GlyphId) -> &'a [u8] {
        &self.table(b"hmtx")[usize::from(shape) * 4..][..4]
    }

    /// Shapes and all their parts; the first one stands for what is missing and is always there.
    fn closure(&self, used: &BTreeSet<GlyphId>) -> BTreeSet<GlyphId> {
        let mut kept = BTreeSet::new();
        let mut open: Vec<GlyphId> = used.iter().copied().chain([GlyphId(0)]).collect();
        while let Some(shape) = open.pop() {
            if kept.insert(shape) {
                open.extend(parts(self.shape(shape)));
            }
        }
        kept
    }
}

/// What a shape is put together from.
fn parts(shape: &[u8]) -> Vec<GlyphId> {
    let mut parts = Vec::new();
    // A shape with parts has a negative number of outlines.
    let mut rest = match shape.first() {
        Some(&first) if first >= 0x80 => &shape[10..],
        _ => return parts,
    };
    loop {
        let flags = number(rest);
        parts.push(GlyphId(number(&rest[2..]) as u16));
        let place = if flags & 1 == 0 { 2 } else { 4 };
        let scale = match flags {
            _ if flags & 0x08 != 0 => 2,
            _ if flags & 0x40 != 0 => 4,
            _ if flags & 0x80 != 0 => 8,
            _ => 0,
        };
        if flags & 0x20 == 0 {
            return parts;
        }
        rest = &rest[4 + place + scale..];
    }
}

/// The number in the first two bytes.
fn number(bytes: &[u8]) -> usize {
    usize::from(u16::from_be_bytes([bytes[0], bytes[1]]))
}

/// A file of these tables, which are in the order of their names.
fn assembled(tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let count = tables.len() as u16;
    let power = count.ilog2() as u16;
    let range = 16 << power;
    let mut file = vec![0, 1, 0, 0];
    for part in [count, range, power, 16 * count - range] {
        file.extend(part.to_be_bytes());
    }
    let mut place = file.len() + 16 * tables.len();
    for (name, bytes) in tables {
        file.extend_from_slice(*name);
        for part in [sum(bytes), place as u32, bytes.len() as u32] {
            file.extend(part.to_be_bytes());
        }
        place += bytes.len().next_multiple_of(4);
    }
    for (_, bytes) in tables {
        file.extend_from_slice(bytes);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

/// The sum of a table, four bytes at a time.
fn sum(bytes: &[u8]) -> u32 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_be_bytes(word)
    };
    bytes.chunks(4).map(word).fold(0, u32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts;
    use crate::picture::Font;
    use ttf_parser::OutlineBuilder;

    /// An outline as text.
    #[derive(Default, PartialEq, Debug)]
    struct Outline(String);

    impl OutlineBuilder for Outline {
        fn move_to(&mut self, x: f32, y: f32) {
            self.0 += &format!("M{x} {y}");
        }
        fn line_to(&mut self, x: f32, y: f32) {
            self.0 += &format!("L{x} {y}");
        }
        fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
            self.0 += &format!("Q{x1} {y1} {x} {y}");
        }
        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
            unreachable!("TrueType has no such curves");
        }
        fn close(&mut self) {
            self.0 += "Z";
        }
    }

    fn outline(face: &Face, shape: GlyphId) -> Outline {
        let mut outline = Outline::default();
        face.outline_glyph(shape, &mut outline);
        outline
    }

    /// Letters look as they did, those with marks too; of others nothing is left.
    #[test]
    fn what_is_used_looks_the_same() {
        for font in Font::ALL {
            let whole = fonts::file(font);
            let used = "Gőz, Ђế½".chars().map(|letter| fonts::shape(letter, font)).collect();
            let bytes = subset(whole, &used);
            let part = Face::parse(&bytes, 0).expect("a font");
            for &shape in &used {
                assert_eq!(outline(&part, shape), outline(whole, shape), "{font:?}");
                assert_eq!(part.glyph_hor_advance(shape), whole.glyph_hor_advance(shape));
            }
            let unused = fonts::shape('W', font);
            assert_eq!(outline(&part, unused), Outline::default(), "{font:?}");
            assert!(bytes.len() < 15_000, "{font:?}: {}", bytes.len());
        }
    }
}
