//! How the types of this crate are written as data: mostly as the text that people see.

use crate::formats::in_one_line;
use crate::rate::hodoku::Level;
use crate::rate::se::Tenths;
use crate::reason::Technique;
use crate::{Cell, Conflict, Grid, House, Transform, Turn};
use serde::ser::{Serialize, SerializeStruct, Serializer};

macro_rules! as_text {
    ($($type:ty),+) => {
        $(impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        })+
    };
}

as_text!(Cell, House, Level, Technique);

/// In one line.
impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&in_one_line(self))
    }
}

/// As a number such as 7.1.
impl Serialize for Tenths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 10.0)
    }
}

/// A sentence and the two cells.
impl Serialize for Conflict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut conflict = serializer.serialize_struct("Conflict", 2)?;
        conflict.serialize_field("message", &self.to_string())?;
        conflict.serialize_field("cells", &self.cells)?;
        conflict.end()
    }
}

/// By new row and column which it was, and by old value the new one, all from 1.
impl Serialize for Transform {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let from_one = |lines: &[u8]| lines.iter().map(|line| line + 1).collect::<Vec<u8>>();
        let mut transform = serializer.serialize_struct("Transform", 4)?;
        transform.serialize_field("transposed", &(self.turn() == Turn::Transposed))?;
        transform.serialize_field("rows", &from_one(self.rows()))?;
        transform.serialize_field("columns", &from_one(self.columns()))?;
        transform.serialize_field("values", self.names())?;
        transform.end()
    }
}
