//! The file itself: numbered objects, and at the end a table of where each begins.

use crate::png::compressed;
use std::fmt::Write as _;

/// A file that is being written.
#[derive(Default)]
pub(super) struct File {
    /// The objects by number, from 1; empty until they are set.
    objects: Vec<Vec<u8>>,
}

impl File {
    /// The number of an object that is set later.
    pub(super) fn reserve(&mut self) -> usize {
        self.objects.push(Vec::new());
        self.objects.len()
    }

    /// Sets an object.
    pub(super) fn set(&mut self, id: usize, text: &str) {
        self.objects[id - 1] = text.as_bytes().to_vec();
    }

    /// Sets an object that is a stream of bytes, with what its dictionary says beside their length.
    pub(super) fn set_stream(&mut self, id: usize, head: &str, bytes: &[u8]) {
        let bytes = compressed(bytes);
        let length = bytes.len();
        let mut object =
            format!("<<{head}/Filter/FlateDecode/Length {length}>>\nstream\n").into_bytes();
        object.extend(bytes);
        object.extend(b"\nendstream");
        self.objects[id - 1] = object;
    }

    /// All bytes.
    pub(super) fn finish(self, catalog: usize, info: usize) -> Vec<u8> {
        // The second line tells programs that this is not a text.
        let mut bytes = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n".to_vec();
        let size = self.objects.len() + 1;
        let mut table = format!("xref\n0 {size}\n0000000000 65535 f \n");
        for (number, object) in self.objects.into_iter().enumerate() {
            let _ = writeln!(table, "{:010} 00000 n ", bytes.len());
            bytes.extend(format!("{} 0 obj\n", number + 1).as_bytes());
            bytes.extend(object);
            bytes.extend(b"\nendobj\n");
        }
        let start = bytes.len();
        bytes.extend(table.as_bytes());
        let trailer = format!(
            "trailer\n<</Size {size}/Root {catalog} 0 R/Info {info} 0 R>>\nstartxref\n{start}\n%%EOF\n"
        );
        bytes.extend(trailer.as_bytes());
        bytes
    }
}

/// A text of the dictionaries: in brackets if it is ASCII, else in UTF-16 by digits.
pub(super) fn text(text: &str) -> String {
    if text.chars().all(|letter| matches!(letter, ' '..='~')) {
        return literal(text.as_bytes());
    }
    let mut hex = "<FEFF".to_owned();
    for unit in text.encode_utf16() {
        let _ = write!(hex, "{unit:04X}");
    }
    hex + ">"
}

/// Bytes in brackets, those that are not plain by number.
fn literal(bytes: &[u8]) -> String {
    let mut text = "(".to_owned();
    for &byte in bytes {
        match byte {
            b'(' | b')' | b'\\' => text.extend(['\\', byte.into()]),
            b' '..=b'~' => text.push(byte.into()),
            _ => drop(write!(text, "\\{byte:03o}")),
        }
    }
    text + ")"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted() {
        let cases =
            [("a (b) \\", r"(a \(b\) \\)"), ("Orbán", "<FEFF004F0072006200E1006E>"), ("", "()")];
        for (plain, expected) in cases {
            assert_eq!(text(plain), expected);
        }
        assert_eq!(literal(b"\xe1\n"), r"(\341\012)");
    }
}
