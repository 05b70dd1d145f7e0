//! Pictures as SVG.
//!
//! Chess pieces are written once, as symbols, and used by name. The same picture always gives the
//! same text.

use crate::path::{Path, number};
use crate::picture::{Anchor, Cap, Font, Ink, Item, Paint, Picture, Text};
use crate::pieces;
use std::fmt::Write;

/// Writes a picture that stands alone.
pub fn write(picture: &Picture) -> String {
    let pieces = picture.pieces();
    let symbols = match pieces.is_empty() {
        true => String::new(),
        false => format!("<defs>\n{}</defs>\n", pieces::symbols(&pieces)),
    };
    Writer::new(picture).write(picture, " xmlns=\"http://www.w3.org/2000/svg\"", &symbols)
}

/// Writes a picture for a page that has the pieces already, as [`pieces::piece_sprite`] gives them.
pub(crate) fn write_inline(picture: &Picture) -> String {
    Writer::new(picture).write(picture, "", "")
}

/// How most texts are set; it is said once for the whole picture.
struct Writer {
    svg: String,
    usual: Option<(&'static str, Anchor)>,
}

impl Writer {
    /// The first text is taken for a usual one.
    fn new(picture: &Picture) -> Writer {
        let mut usual = None;
        picture.walk(&mut |item, _, _| {
            if let (Item::Text(text), None) = (item, usual) {
                usual = Some((family(text.font), text.anchor));
            }
        });
        Writer { svg: String::new(), usual }
    }

    fn write(mut self, picture: &Picture, space: &str, symbols: &str) -> String {
        let [width, height] = [picture.width, picture.height].map(number);
        let _ = write!(self.svg, "<svg{space} viewBox=\"0 0 {width} {height}\"");
        if let Some((family, anchor)) = self.usual {
            let _ = write!(self.svg, " font-family=\"{family}\"{}", anchored(anchor));
        }
        if picture.title.is_empty() {
            self.svg.push_str(">\n");
        } else {
            let title = escaped(&picture.title);
            let _ = writeln!(self.svg, " role=\"img\">\n<title>{title}</title>");
        }
        self.svg.push_str(symbols);
        self.items(&picture.items);
        self.svg + "</svg>\n"
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Path(path, paint) => write_path(&mut self.svg, path, *paint),
                Item::Text(text) => self.text(text),
                Item::Piece(piece, corner, side) => {
                    let [x, y, side] = [corner.x, corner.y, *side].map(number);
                    let name = pieces::name(*piece);
                    let place = format!("x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"");
                    let _ = writeln!(self.svg, "<use href=\"#{name}\" {place}/>");
                }
                Item::Group(items, scale, shift) => {
                    let [x, y] = [shift.x, shift.y].map(number);
                    let place = format!("translate({x} {y}) scale({scale:.5})");
                    let _ = writeln!(self.svg, "<g transform=\"{place}\">");
                    self.items(items);
                    self.svg.push_str("</g>\n");
                }
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let [x, y, size] = [text.at.x, text.at.y, text.size].map(number);
        let _ = write!(self.svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"");
        let family = family(text.font);
        if self.usual.is_some_and(|(usual, _)| usual != family) {
            let _ = write!(self.svg, " font-family=\"{family}\"");
        }
        self.svg.push_str(match text.font {
            Font::Sans | Font::Serif => "",
            Font::SansBold | Font::SerifBold => " font-weight=\"bold\"",
            Font::SerifItalic => " font-style=\"italic\"",
        });
        if self.usual.is_some_and(|(_, usual)| usual != text.anchor) {
            self.svg.push_str(anchored(text.anchor));
        }
        if text.ink != Ink::BLACK {
            let _ = write!(self.svg, " fill=\"{}\"", color(text.ink));
        }
        let _ = writeln!(self.svg, ">{}</text>", escaped(&text.text));
    }
}

const fn family(font: Font) -> &'static str {
    match font {
        Font::Sans | Font::SansBold => "Helvetica,Arial,sans-serif",
        Font::Serif | Font::SerifBold | Font::SerifItalic => "Times,serif",
    }
}

const fn anchored(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Start => " text-anchor=\"start\"",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    }
}

/// Writes an outline.
pub(crate) fn write_path(svg: &mut String, path: &Path, paint: Paint) {
    let _ = write!(svg, "<path d=\"{path}\"");
    match paint.fill {
        Some(Ink::BLACK) => {}
        Some(ink) => drop(write!(svg, " fill=\"{}\"", color(ink))),
        None => svg.push_str(" fill=\"none\""),
    }
    if let Some(stroke) = paint.stroke {
        let width = number(stroke.width);
        let _ = write!(svg, " stroke=\"{}\" stroke-width=\"{width}\"", color(stroke.ink));
        svg.push_str(match stroke.cap {
            Cap::Flat => "",
            Cap::Round => " stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            Cap::Square => " stroke-linecap=\"square\"",
        });
    }
    svg.push_str("/>\n");
}

/// A colour in SVG's notation, as short as can be.
fn color(Ink(red, green, blue): Ink) -> String {
    let long = format!("{red:02x}{green:02x}{blue:02x}");
    let halves: Vec<&[u8]> = long.as_bytes().chunks(2).collect();
    if halves.iter().all(|half| half[0] == half[1]) {
        return halves
            .iter()
            .fold("#".to_owned(), |text, half| text + &char::from(half[0]).to_string());
    }
    format!("#{long}")
}

/// A text without what XML reads as more than itself. What XML cannot hold becomes a space.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(letter),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            _ if letter.is_control() => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_short() {
        let cases = [
            (Ink::BLACK, "#000"),
            (Ink::WHITE, "#fff"),
            (Ink(0x1a, 0x4f, 0xb4), "#1a4fb4"),
            (Ink(0x11, 0x22, 0x3a), "#11223a"),
        ];
        for (ink, expected) in cases {
            assert_eq!(color(ink), expected);
        }
    }

    #[test]
    fn texts_stay_texts() {
        assert_eq!(escaped("<a href=\"x\">&\u{1}"), "&lt;a href=&quot;x&quot;&gt;&amp; ");
    }
}
