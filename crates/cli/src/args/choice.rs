//! Names of techniques, symmetries and themes, or `list` for all of them.

use crate::complain::{Complaint, Kind};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sole_sudoku::make::Symmetry;
use sole_sudoku::reason::Technique;
use sole_sudoku::reason::need::{self, UnknownTechnique};
use std::ffi::OsStr;
use std::sync::LazyLock;

/// A name, or the wish to see all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice<T> {
    /// All names with what they mean.
    List,
    /// One of them.
    Named(T),
}

impl<T: Copy> Choice<T> {
    /// What is named.
    pub(crate) fn named(self) -> Option<T> {
        match self {
            Choice::List => None,
            Choice::Named(named) => Some(named),
        }
    }
}

/// Reads names in several spellings; shells complete the usual one.
#[derive(Clone, Copy)]
pub(super) struct Names<T> {
    read: fn(&str) -> Result<T, String>,
    all: fn() -> Vec<&'static str>,
}

/// The word that asks for all names.
pub(crate) const LIST: &str = "list";

/// Reads one of a few names as it is written.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = Choice<T>> {
    let names = all.iter().map(move |&one| name(one)).chain([LIST]);
    PossibleValuesParser::new(names).map(move |text| {
        let named = all.iter().find(|one| name(**one) == text);
        named.map_or(Choice::List, |&one| Choice::Named(one))
    })
}

/// A complaint about a command line without an argument that only a call for a list does without.
pub(crate) fn lacking(argument: &str) -> Complaint {
    let message = format!("the following required arguments were not provided: <{argument}>");
    Complaint::new(Kind::Usage, message)
}

pub(super) const SYMMETRIES: Names<Symmetry> = Names {
    read: |text| {
        let unknown = |near: Vec<String>| no_such("symmetry", &near);
        Symmetry::from_name(text).map_err(unknown)
    },
    all: || Symmetry::ALL.map(Symmetry::name).to_vec(),
};

pub(super) const TECHNIQUES: Names<Technique> = Names {
    read: |text| {
        need::technique(text).map_err(|unknown| match unknown {
            UnknownTechnique::Unknown { near } => no_such("technique", &near),
            UnknownTechnique::NeverNeeded(technique) => format!(
                "no puzzle is made for {technique}: it is never needed, or hardly ever, \
                 where simpler techniques fail; `{LIST}` shows those that are"
            ),
        })
    },
    all: || TECHNIQUE_KEYS.iter().map(String::as_str).collect(),
};

/// The names of techniques as they are typed.
static TECHNIQUE_KEYS: LazyLock<Vec<String>> =
    LazyLock::new(|| need::techniques().into_iter().map(Technique::key).collect());

fn no_such(what: &str, near: &[String]) -> String {
    match near {
        [] => format!("there is no such {what}; `{LIST}` shows all"),
        near => format!("there is no such {what}; did you mean {}?", near.join(", ")),
    }
}

impl<T: Copy + Send + Sync + 'static> TypedValueParser for Names<T> {
    type Value = Choice<T>;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Choice<T>, clap::Error> {
        let Names { read, .. } = *self;
        let parse = move |text: &str| match text {
            LIST => Ok(Choice::List),
            text => read(text).map(Choice::Named),
        };
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = (self.all)().into_iter().chain([LIST]);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_answered_with_what_is_near() {
        for (text, expected) in [
            ("Naked Pair", "naked pair"),
            ("bug+1", "BUG+1"),
            ("colours", "did you mean simple-colours-trap, multi-colours-1?"),
            ("guess", "there is no such technique; `list` shows all"),
            ("leviathan", "no puzzle is made for leviathan"),
        ] {
            let read = (TECHNIQUES.read)(text).map_or_else(|e| e, |found| found.name().to_owned());
            assert!(read.contains(expected), "{text}: {read}");
        }
        for (text, expected) in
            [("180", "half"), ("horizontel", "did you mean horizontal?"), ("q", "`list` shows all")]
        {
            let read = (SYMMETRIES.read)(text).map_or_else(|e| e, |found| found.name().to_owned());
            assert!(read.contains(expected), "{text}: {read}");
        }
    }
}
