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
        assert_eq!(rest, "%%EOF");
        let table = lossless(&bytes[start.parse::<usize>().expect("a number")..]);
        let (head, table) = table.split_once("\r\n").expect("the first entry");
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
        let (mut texts, mut font, mut place) = (Vec::new(), None, [0.0; 2]);
        for line in content.lines() {
            if let Some((name, size)) = line.strip_suffix(" Tf").and_then(|set| set.split_once(' '))
            {
                let map = self.meanings(number(&self.head(page), &format!("{name} ")));
                font = Some((font_of(&name[1..]), size.parse().expect("a size"), map));
            } else if let Some(matrix) = line.strip_suffix(" Tm") {
                let matrix = matrix.strip_prefix("1 0 0 -1 ").expect("a place");
                let (x, y) = matrix.split_once(' ').expect("a place");
                place = [x, y].map(|part| part.parse().expect("a number"));
            } else if let Some(shown) = line.strip_suffix(" Tj") {
                let (font, size, map) = font.as_ref().expect("a font");
                let text = bytes_of(shown).chunks(2).map(|shape| map[shape]).collect();
                texts.push(Text { text, font: *font, size: *size, place });
            }
        }
        texts
    }

    /// What the shapes of a font mean, by their numbers.
    fn meanings(&self, font: usize) -> BTreeMap<Vec<u8>, char> {
        let map = self.stream(number(&self.head(font), "/ToUnicode "));
        let pair = |line: &str| {
            let (shape, letter) = line.split_once(' ')?;
            let [shape, letter] = [shape, letter].map(bytes_of);
            let letter = letter.iter().fold(0, |number, &byte| number << 8 | u32::from(byte));
            Some((shape, char::from_u32(letter).expect("a letter")))
        };
        map.lines()
            .filter(|line| line.starts_with('<') && line != &RANGE)
            .filter_map(pair)
            .collect()
    }
}

/// The line of a map that says which numbers there may be.
const RANGE: &str = "<0000> <FFFF>";

/// The bytes of a string: digits in angle brackets, or letters in round ones.
fn bytes_of(string: &str) -> Vec<u8> {
    if let Some(digits) = string.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("two digits");
        return (0..digits.len()).step_by(2).map(byte).collect();
    }
    let letters = string.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let mut letters = letters.expect("a string").bytes().peekable();
    let mut bytes = Vec::new();
    while let Some(letter) = letters.next() {
        bytes.push(match (letter, letters.peek()) {
            (b'\\', Some(b'0'..=b'7')) => {
                letters.by_ref().take(3).fold(0, |number, digit| number << 3 | (digit - b'0'))
            }
            (b'\\', Some(_)) => {
                let escaped = letters.next().expect("a letter after the sign");
                let plain = [(b'n', b'\n'), (b'r', b'\r'), (b't', b'\t'), (b'b', 8), (b'f', 12)];
                plain.iter().find(|(name, _)| *name == escaped).map_or(escaped, |found| found.1)
            }
            _ => letter,
        });
    }
    bytes
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
    assert!(entry.ends_with(" 00000 n\r\n"), "{entry:?}");
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
