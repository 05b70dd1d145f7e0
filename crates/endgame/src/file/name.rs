//! What tables and their files are called.

use std::fmt;
use std::path::Path;

/// What the values of a table count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// The distance to mate.
    Dtm,
    /// The distance to the next capture, pawn move or mate.
    Dtz,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 2] = [Metric::Dtm, Metric::Dtz];

    /// The extension of its files, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Metric::Dtm => "dtm",
            Metric::Dtz => "dtz",
        }
    }

    /// The byte that stands for it in a header.
    pub(super) const fn byte(self) -> u8 {
        self as u8
    }

    pub(super) fn from_byte(byte: u8) -> Option<Metric> {
        Metric::ALL.into_iter().find(|metric| metric.byte() == byte)
    }
}

/// Which table: a material text such as `KRPvKR` and a metric.
///
/// ```
/// use sole_endgame::file::{Metric, TableName};
/// let name = TableName::new("KRPvKR", Metric::Dtm).expect("letters");
/// assert_eq!(name.to_string(), "KRPvKR.dtm");
/// assert_eq!(TableName::new("../KRvK", Metric::Dtm), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName {
    /// ASCII letters, then zeros.
    material: [u8; TableName::MAX_LETTERS],
    metric: Metric,
}

impl TableName {
    /// The longest material text.
    pub const MAX_LETTERS: usize = 16;

    /// Returns `None` unless the material is 1 to 16 ASCII letters.
    pub fn new(material: &str, metric: Metric) -> Option<TableName> {
        let letters = material.as_bytes();
        let fits = (1..=TableName::MAX_LETTERS).contains(&letters.len());
        if !fits || !letters.iter().all(u8::is_ascii_alphabetic) {
            return None;
        }
        let mut padded = [0; TableName::MAX_LETTERS];
        padded[..letters.len()].copy_from_slice(letters);
        Some(TableName { material: padded, metric })
    }

    /// The material text.
    pub fn material(&self) -> &str {
        let letters = self.material.iter().position(|&byte| byte == 0);
        let letters = &self.material[..letters.unwrap_or(TableName::MAX_LETTERS)];
        str::from_utf8(letters).expect("ASCII letters")
    }

    /// The table that a file holds, or a part of which it holds, by the name of the file.
    pub fn of_file(path: &Path) -> Option<TableName> {
        TableName::parse_file_name(path.file_name()?.to_str()?).map(|(name, _)| name)
    }

    /// The metric.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// The material text with zeros after it, as in a header.
    pub(super) const fn padded_material(&self) -> [u8; TableName::MAX_LETTERS] {
        self.material
    }

    /// Returns `None` unless only zeros follow the letters.
    pub(super) fn from_padded(
        material: [u8; TableName::MAX_LETTERS],
        metric: Metric,
    ) -> Option<TableName> {
        let text = str::from_utf8(&material).ok()?;
        TableName::new(text.trim_end_matches('\0'), metric)
    }

    /// The name of one of its files.
    pub(super) fn file_name(&self, extent: Extent) -> String {
        let (material, extension) = (self.material(), self.metric.extension());
        match extent {
            Extent::Complete => format!("{material}.{extension}"),
            Extent::Segment(number) => format!("{material}.{number:04}.{extension}"),
        }
    }

    /// The name of the file that is locked while the table is being built.
    pub(super) fn lock_name(&self) -> String {
        format!("{self}.lock")
    }

    /// The table and the extent that a file name stands for, if it is one of ours.
    pub(super) fn parse_file_name(text: &str) -> Option<(TableName, Extent)> {
        let (stem, extension) = text.rsplit_once('.')?;
        let metric = Metric::ALL.into_iter().find(|metric| metric.extension() == extension)?;
        let (material, extent) = match stem.split_once('.') {
            None => (stem, Extent::Complete),
            // The last number is left free, so that every segment has a successor.
            Some((material, number)) => {
                let number = number.parse().ok().filter(|&number| number < u32::MAX)?;
                (material, Extent::Segment(number))
            }
        };
        let name = TableName::new(material, metric)?;
        (name.file_name(extent) == text).then_some((name, extent))
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.material(), self.metric.extension())
    }
}

impl fmt::Debug for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableName({self})")
    }
}

/// How much of a table a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// All slices.
    Complete,
    /// Some slices; the number tells segments apart and orders them.
    Segment(u32),
}

/// What a file says of its extent; the number is only in its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Complete,
    Segment,
}

impl Kind {
    pub(super) const fn byte(self) -> u8 {
        self as u8
    }

    pub(super) fn from_byte(byte: u8) -> Option<Kind> {
        [Kind::Complete, Kind::Segment].into_iter().find(|kind| kind.byte() == byte)
    }
}

impl From<Extent> for Kind {
    fn from(extent: Extent) -> Kind {
        match extent {
            Extent::Complete => Kind::Complete,
            Extent::Segment(_) => Kind::Segment,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_read_as_they_are_written() {
        let cases = [
            ("KRvK.dtm", Some(Extent::Complete)),
            ("KRvK.dtz", Some(Extent::Complete)),
            ("KRvK.0001.dtm", Some(Extent::Segment(1))),
            ("KRvK.12345.dtm", Some(Extent::Segment(12345))),
            ("KRvK.4294967294.dtm", Some(Extent::Segment(u32::MAX - 1))),
            ("KRvK.4294967295.dtm", None),
            ("KRvK.1.dtm", None),
            ("KRvK.00001.dtm", None),
            ("KRvK.+001.dtm", None),
            ("KRvK.0001.0002.dtm", None),
            ("KRvK.dtm.lock", None),
            ("KRvK.0001.dtm.77.part", None),
            (".dtm", None),
            ("K R.dtm", None),
            ("dtm", None),
            ("ABCDEFGHIJKLMNOPQ.dtm", None),
        ];
        for (text, expected) in cases {
            let parsed = TableName::parse_file_name(text);
            assert_eq!(parsed.map(|(_, extent)| extent), expected, "{text}");
            let again = parsed.map(|(name, extent)| name.file_name(extent));
            assert!(again.is_none_or(|again| again == text), "{text}");
        }
    }

    #[test]
    fn materials_are_padded_with_zeros_only() {
        let cases = [
            (*b"KRvK\0\0\0\0\0\0\0\0\0\0\0\0", Some("KRvK")),
            (*b"ABCDEFGHIJKLMNOP", Some("ABCDEFGHIJKLMNOP")),
            (*b"KRvK\0\0\0\0\0\0\0\0\0\0\0K", None),
            ([0; 16], None),
            ([0xFF; 16], None),
        ];
        for (padded, expected) in cases {
            let name = TableName::from_padded(padded, Metric::Dtz);
            assert_eq!(name.as_ref().map(TableName::material), expected);
            assert!(name.is_none_or(|name| name.padded_material() == padded));
        }
    }
}
