//! A reader of PDF, as much of one as a test needs: the table of objects is believed, nothing else.

use flate2::read::ZlibDecoder;
use sole_picture::{Font, fonts};
use std::collections::BTreeMap;
use std::io::Read;

/// The objects of a file by number, from 1.
pub(crate) struct Reader {
    objects: Vec<Vec<u8>>,
    pub(crate) trailer: String,
}

impl Reader {
    /// Reads a file. Everything must be where its table says.
    pub(crate) fn new(bytes: &[u8]) -> Reader {
        assert!(bytes.starts_with(b"%PDF-1.5\n"), "no header");
        let (_, end) = cut(bytes, b"startxref\n").expect("the place of the table");
        let end = lossless(end);
        let (start, rest) = end.split_once('\n').expect("a line");
        assert_eq!(rest, "%%EOF\n");
        let table = lossless(&bytes[start.parse::<usize>().expect("a number")..]);
        let (head, table) = table.split_once(" \n").expect("the first entry");
        let mut head = head.split(['\n', ' ']);
        assert_eq!((head.next(), head.next()), (Some("xref"), Some("0")));
        let size: usize = head.next().and_then(|size| size.parse().ok()).expect("a size");
        let (entries, trailer) = table.split_at(20 * (size - 1));
        let objects = entries.as_bytes().chunks(20).zip(1..);
        let objects = objects.map(|(entry, number)| object(bytes, entry, number)).collect();
        let (_, trailer) = trailer.split_once("trailer\n").expect("a trailer");
        let (trailer, _) = trailer.split_once("\nstartxref").expect("an end");
        assert!(trailer.contains(&format!("/Size {size}/")), "{trailer}");
        Reader { objects, trailer: trailer.to_owned() }
    }

    /// How many objects there are.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    /// An object before its stream, if it has one.
    pub(crate) fn head(&self, id: usize) -> String {
        let text = lossless(&self.objects[id - 1]);
        text.split("\nstream\n").next().unwrap_or_default().to_owned()
    }

    /// The stream of an object.
    pub(crate) fn stream(&self, id: usize) -> String {
        let bytes = &self.objects[id - 1];
        let start = self.head(id).chars().count() + "\nstream\n".len();
        let length: usize = after(&self.head(id), "/Length ").parse().expect("a length");
        assert_eq!(bytes.len(), start + length + "\nendstream".len(), "object {id}");
        let mut text = Vec::new();
        let mut decoder = ZlibDecoder::new(&bytes[start..start + length]);
        decoder.read_to_end(&mut text).expect("zlib's format");
        lossless(&text)
    }

    /// The objects that a page, found from the trailer on, leads to.
    pub(crate) fn pages(&self) -> Vec<usize> {
        let catalog = self.head(number(&self.trailer, "/Root "));
        let tree = self.head(number(&catalog, "/Pages "));
        let kids = after_until(&tree, "/Kids[", ']');
        let kids: Vec<usize> =
            kids.split(" 0 R").filter_map(|kid| kid.trim().parse().ok()).collect();
        assert_eq!(after(&tree, "/Count ").parse(), Ok(kids.len()));
        kids
    }

    /// What is drawn on a page.
    pub(crate) fn content(&self, page: usize) -> String {
        self.stream(number(&self.head(page), "/Contents "))
    }

    /// The words on a page, in the order in which they are drawn.
    pub(crate) fn words(&self, page: usize) -> Vec<String> {
        self.texts(page).into_iter().map(|text| text.text).collect()
    }

    /// The texts on a page, in the order in which they are drawn.
    pub(crate) fn texts(&self, page: usize) -> Vec<Text> {
        let content = self.content(page);
        let mut texts = Vec::new();
        let mut set = None;
        for line in content.lines().filter_map(|line| line.strip_suffix("> Tj ET")) {
            let (head, shapes) = line.split_once(" Tm <").expect("a text");
            let (font, place) = head.split_once("1 0 0 -1 ").expect("a place");
            if let Some(font) = font.strip_prefix("BT /").and_then(|font| font.strip_suffix(" Tf "))
            {
                let (name, size) = font.split_once(' ').expect("a font");
                let map = self.meanings(number(&self.head(page), &format!("/{name} ")));
                set = Some((font_of(name), size.parse().expect("a size"), map));
            }
            let (font, size, map) = set.as_ref().expect("a font");
            let (x, y) = place.split_once(' ').expect("a place");
            texts.push(Text {
                text: shapes.as_bytes().chunks(4).map(|shape| map[shape]).collect(),
                font: *font,
                size: *size,
                place: [x, y].map(|part| part.parse().expect("a number")),
            });
        }
        texts
    }

    /// What the shapes of a font mean, by their numbers.
    fn meanings(&self, font: usize) -> BTreeMap<Vec<u8>, char> {
        let map = self.stream(number(&self.head(font), "/ToUnicode "));
        let pair = |line: &str| {
            let (shape, letter) = line.strip_prefix('<')?.strip_suffix('>')?.split_once("><")?;
            let letter = u32::from_str_radix(letter, 16).expect("a number");
            Some((shape.as_bytes().to_vec(), char::from_u32(letter).expect("a letter")))
        };
        map.lines().filter_map(pair).collect()
    }
}

/// A text, and where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) font: Font,
    pub(crate) size: f64,
    pub(crate) place: [f64; 2],
}

impl Text {
    /// Where it begins and where it ends, from the left.
    pub(crate) fn extent(&self) -> [f64; 2] {
        let [left, _] = self.place;
        [left, left + fonts::width(&self.text, self.font, self.size)]
    }
}

fn font_of(name: &str) -> Font {
    let number: usize = name[1..].parse().expect("a number");
    Font::ALL[number - 1]
}

/// An object: where the entry says, with its number, up to its end.
fn object(bytes: &[u8], entry: &[u8], number: usize) -> Vec<u8> {
    let entry = lossless(entry);
    assert!(entry.ends_with(" 00000 n \n"), "{entry:?}");
    let place: usize = entry[..10].parse().expect("a number");
    let head = format!("{number} 0 obj\n");
    let rest = bytes[place..].strip_prefix(head.as_bytes()).expect("the object");
    cut(rest, b"\nendobj\n").expect("its end").0.to_vec()
}

/// What is before and after the first place where a mark stands.
fn cut<'a>(bytes: &'a [u8], mark: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let place = bytes.windows(mark.len()).position(|window| window == mark)?;
    Some((&bytes[..place], &bytes[place + mark.len()..]))
}

/// Each byte as one letter.
fn lossless(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The word after a key.
fn after(text: &str, key: &str) -> String {
    let (_, rest) = text.split_once(key).unwrap_or_else(|| panic!("{key} is not in {text}"));
    rest.split([' ', '/', '>', '[']).next().unwrap_or_default().to_owned()
}

fn after_until(text: &str, key: &str, end: char) -> String {
    let (_, rest) = text.split_once(key).unwrap_or_else(|| panic!("{key} is not in {text}"));
    rest.split(end).next().unwrap_or_default().to_owned()
}

/// The number of the object after a key.
pub(crate) fn number(text: &str, key: &str) -> usize {
    after(text, key).parse().unwrap_or_else(|_| panic!("no number after {key} in {text}"))
}
