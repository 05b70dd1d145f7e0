//! Fish by their kinds: of so many houses, of these forms, with fins or without.

use super::technique::{Level, Stage};
use std::ops::RangeInclusive;

/// A kind of fish: how many houses, of which kinds, and whether it has fins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fish {
    size: u8,
    form: Form,
    fins: Fins,
}

/// The kinds of the houses of a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Rows and columns.
    Basic,
    /// Rows and boxes against columns and boxes.
    Franken,
    /// Any houses.
    Mutant,
}

/// Whether a fish has places outside its cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fins {
    /// It has none.
    None,
    /// It has some.
    Finned,
    /// It has some, and without them a base house would have one place or none. Only
    /// basic fish are told apart in this way.
    Sashimi,
}

impl Fish {
    /// The sizes that have a name.
    pub const SIZES: RangeInclusive<u8> = 2..=7;

    /// A kind of fish; `None` if the size has no name, or for a sashimi fish that is
    /// not basic.
    pub const fn new(size: u8, form: Form, fins: Fins) -> Option<Fish> {
        let has_name = *Fish::SIZES.start() <= size && size <= *Fish::SIZES.end();
        let is_told = matches!(form, Form::Basic) || !matches!(fins, Fins::Sashimi);
        if has_name && is_told { Some(Fish { size, form, fins }) } else { None }
    }

    /// How many base houses there are.
    pub const fn size(self) -> u8 {
        self.size
    }

    /// The kinds of the houses.
    pub const fn form(self) -> Form {
        self.form
    }

    /// Whether it has fins.
    pub const fn fins(self) -> Fins {
        self.fins
    }

    /// Its number among the fish of its size.
    const fn kind(self) -> usize {
        match (self.form, self.fins) {
            (Form::Basic, Fins::None) => 0,
            (Form::Basic, Fins::Finned) => 1,
            (Form::Basic, Fins::Sashimi) => 2,
            (Form::Franken, Fins::None) => 3,
            (Form::Franken, _) => 4,
            (Form::Mutant, Fins::None) => 5,
            (Form::Mutant, _) => 6,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        NAMES[self.size as usize - 2][self.kind()]
    }

    /// The number in HoDoKu's library.
    pub(super) const fn code(self) -> u16 {
        300 + 10 * self.kind() as u16 + self.size as u16 - 2
    }

    /// What it is, in one line.
    pub(super) fn summary(self) -> String {
        let size = self.size;
        let houses = match self.form {
            Form::Basic => format!("all places of a value in {size} rows are in {size} columns"),
            Form::Franken => {
                format!(
                    "all places of a value in {size} rows or boxes are in {size} columns or boxes"
                )
            }
            Form::Mutant => format!("all places of a value in {size} houses are in {size} others"),
        };
        let exchanged = if self.form == Form::Basic { ", or the other way round" } else { "" };
        let fins = match self.fins {
            Fins::None => "",
            Fins::Finned => "; except for a few, the fins",
            Fins::Sashimi => "; except for fins, without which one of them has one place left",
        };
        houses + exchanged + fins
    }

    /// The fish of some sizes.
    pub(super) fn of(
        form: Form,
        fins: Fins,
        sizes: RangeInclusive<u8>,
    ) -> impl Iterator<Item = Fish> {
        sizes.filter_map(move |size| Fish::new(size, form, fins))
    }

    /// Every kind of fish in the order of its number.
    pub(super) fn every() -> impl Iterator<Item = Fish> {
        let kinds = [
            (Form::Basic, Fins::None),
            (Form::Basic, Fins::Finned),
            (Form::Basic, Fins::Sashimi),
            (Form::Franken, Fins::None),
            (Form::Franken, Fins::Finned),
            (Form::Mutant, Fins::None),
            (Form::Mutant, Fins::Finned),
        ];
        kinds.into_iter().flat_map(|(form, fins)| Fish::of(form, fins, Fish::SIZES))
    }

    /// Whether it was not the hardest technique of any of 20 000 random puzzles.
    pub(super) fn is_never_hardest(self) -> bool {
        self.form == Form::Franken && (self.size == 2 || self.fins == Fins::None)
    }

    /// Its place on the path of HoDoKu.
    pub(super) fn stage(self) -> Option<Stage> {
        let (place, level, score) = match (self.form, self.fins, self.size) {
            (Form::Basic, Fins::None, 2) => (11, Level::Hard, 140),
            (Form::Basic, Fins::None, 3) => (12, Level::Hard, 150),
            (Form::Basic, Fins::None, 4) => (13, Level::Hard, 160),
            (Form::Basic, Fins::Finned, 2) => (32, Level::Hard, 130),
            (Form::Basic, Fins::Finned, 3) => (34, Level::Unfair, 200),
            (Form::Basic, Fins::Finned, 4) => (36, Level::Unfair, 250),
            (Form::Basic, Fins::Sashimi, 2) => (33, Level::Hard, 150),
            (Form::Basic, Fins::Sashimi, 3) => (35, Level::Unfair, 240),
            (Form::Basic, Fins::Sashimi, 4) => (37, Level::Unfair, 260),
            (Form::Franken, Fins::None, 2) => (48, Level::Unfair, 300),
            (Form::Franken, Fins::None, 3) => (49, Level::Unfair, 350),
            (Form::Franken, Fins::Finned, 2) => (50, Level::Unfair, 390),
            (Form::Franken, Fins::Finned, 3) => (51, Level::Unfair, 410),
            _ => return None,
        };
        Some(Stage::new(place, level, score))
    }
}

/// The names of all kinds by size.
macro_rules! names {
    ($($size:literal),*) => {
        [$([
            $size,
            concat!("finned ", $size),
            concat!("sashimi ", $size),
            concat!("franken ", $size),
            concat!("finned franken ", $size),
            concat!("mutant ", $size),
            concat!("finned mutant ", $size),
        ]),*]
    };
}

const NAMES: [[&str; 7]; 6] =
    names!["X-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan"];
