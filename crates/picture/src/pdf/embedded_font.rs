//! A font in a PDF, cut down to the letters that are used.

use crate::fonts;
use crate::picture::Font;
use crate::png::compressed;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Name, Pdf, Rect, Ref, Str};
use std::collections::BTreeMap;
use subsetter::GlyphRemapper;
use ttf_parser::GlyphId;

/// The shapes of a font that are used, each with its letter.
pub(super) type Letters = BTreeMap<GlyphId, char>;

/// A font and the object that it is. Its shapes are numbered anew, from 1 on.
pub(super) struct EmbeddedFont {
    font: Font,
    letters: Letters,
    numbers: GlyphRemapper,
    id: Ref,
}

/// The name of a font in the resources of a page.
pub(super) const fn name(font: Font) -> Name<'static> {
    Name(match font {
        Font::Sans => b"F1",
        Font::SansBold => b"F2",
        Font::Serif => b"F3",
        Font::SerifBold => b"F4",
        Font::SerifItalic => b"F5",
    })
}

/// What the numbers of shapes stand for: nothing but themselves.
const fn system(ordering: &[u8]) -> SystemInfo<'_> {
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(ordering), supplement: 0 }
}

impl EmbeddedFont {
    pub(super) fn new(font: Font, letters: Letters, id: Ref) -> EmbeddedFont {
        let shapes: Vec<u16> = letters.keys().map(|shape| shape.0).collect();
        EmbeddedFont { font, letters, numbers: GlyphRemapper::new_from_glyphs_sorted(&shapes), id }
    }

    /// The number of its object.
    pub(super) const fn id(&self) -> Ref {
        self.id
    }

    /// A text by the numbers of its shapes.
    pub(super) fn encode(&self, text: &str) -> Vec<u8> {
        let number = |letter| self.number(fonts::shape(letter, self.font)).to_be_bytes();
        text.chars().flat_map(number).collect()
    }

    fn number(&self, shape: GlyphId) -> u16 {
        self.numbers.get(shape.0).expect("all letters of the document are in the font")
    }

    /// The font: its letters by number, what they mean, how wide they are, what they look like.
    pub(super) fn write(&self, pdf: &mut Pdf, next: &mut Ref) {
        let [shapes, descriptor, program, meaning] = [(); 4].map(|()| next.bump());
        let name = Name(fonts::face(self.font).name.as_bytes());
        pdf.type0_font(self.id)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(shapes)
            .to_unicode(meaning);
        let width = |&shape| f32::from(fonts::advance(shape, self.font));
        pdf.cid_font(shapes)
            .subtype(CidFontType::Type2)
            .base_font(name)
            .system_info(system(b"Identity"))
            .font_descriptor(descriptor)
            .cid_to_gid_map_predefined(Name(b"Identity"))
            .default_width(0.0)
            .widths()
            .consecutive(1, self.letters.keys().map(width));
        let mut map = UnicodeCmap::new(Name(b"Adobe-Identity-UCS"), system(b"UCS"));
        for (&shape, &letter) in &self.letters {
            map.pair(self.number(shape), letter);
        }
        pdf.stream(meaning, &compressed(&map.finish())).filter(Filter::FlateDecode);
        let file = fonts::file(self.font).raw_face().data;
        let file = subsetter::subset(file, 0, &self.numbers).expect("the fonts are tested");
        let length = file.len() as i32;
        pdf.stream(program, &compressed(&file))
            .filter(Filter::FlateDecode)
            .pair(Name(b"Length1"), length);
        self.write_descriptor(pdf, descriptor, program);
    }

    /// What the font looks like, for programs that have to do without it.
    fn write_descriptor(&self, pdf: &mut Pdf, id: Ref, program: Ref) {
        let (face, file) = (fonts::face(self.font), fonts::file(self.font));
        let em = f32::from(file.units_per_em());
        let scaled = |units: i16| (f32::from(units) * 1000.0 / em).round();
        let bounds = file.global_bounding_box();
        let [left, low] = [bounds.x_min, bounds.y_min].map(scaled);
        let [right, high] = [bounds.x_max, bounds.y_max].map(scaled);
        let mut descriptor = pdf.font_descriptor(id);
        descriptor
            .name(Name(face.name.as_bytes()))
            .flags(flags(self.font))
            .bbox(Rect::new(left, low, right, high))
            .italic_angle(face.slant as f32)
            .ascent(scaled(file.ascender()))
            .descent(scaled(file.descender()))
            .cap_height(scaled(file.capital_height().unwrap_or_default()))
            .stem_v(f32::from(face.stem))
            .font_file2(program);
    }
}

/// What kind of font it is: all have their own letters, some serifs, one is slanted.
fn flags(font: Font) -> FontFlags {
    FontFlags::SYMBOLIC
        | match font {
            Font::Sans | Font::SansBold => FontFlags::empty(),
            Font::Serif | Font::SerifBold => FontFlags::SERIF,
            Font::SerifItalic => FontFlags::SERIF | FontFlags::ITALIC,
        }
}
