//! How hard a problem is to solve.

use super::{KeyTraits, Traits, points};

/// What makes a problem hard, in points that add up to something like a player's rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// What any problem has.
    pub base: i32,
    /// The moves of both sides.
    pub length: i32,
    /// The legal first moves.
    pub choice: i32,
    /// How quiet the key is.
    pub key: i32,
    /// First moves that only just fail.
    pub tempting: i32,
    /// Replies that hold out to the end.
    pub defences: i32,
    /// The moves of the solution.
    pub play: i32,
}

impl Difficulty {
    /// The name of the scale in records.
    pub const SCALE: &'static str = "mate.difficulty";

    /// The difficulty of a problem with these traits.
    pub fn of(traits: &Traits) -> Difficulty {
        Difficulty {
            base: 600,
            length: points(125, traits.plies.saturating_sub(1).into(), usize::MAX),
            choice: logarithmic(20, traits.first_moves),
            key: traits.key.map_or(0, key),
            tempting: points(15, traits.tries, 10),
            defences: points(10, traits.defences, 10),
            play: logarithmic(25, traits.play),
        }
    }

    /// The parts with their names.
    pub fn parts(&self) -> [(&'static str, i32); 7] {
        [
            ("base", self.base),
            ("length", self.length),
            ("choice", self.choice),
            ("key", self.key),
            ("tempting", self.tempting),
            ("defences", self.defences),
            ("play", self.play),
        ]
    }

    /// All parts together.
    pub fn total(&self) -> i32 {
        self.parts().iter().map(|(_, points)| points).sum()
    }
}

/// People try checks and captures first, and moves that take flights before moves that give them.
fn key(key: KeyTraits) -> i32 {
    let is_quiet = !key.checks && !key.captures && !key.queens && !key.answers_check;
    points(100, is_quiet.into(), 1)
        + points(50, (!key.checks).into(), 1)
        + points(30, key.sacrifices.into(), 1)
        + points(20, key.given, 3)
        + points(-10, key.taken, 3)
}

/// So many points for each doubling of `count`, in whole eighths of a doubling between powers of
/// two, which lie on straight lines.
fn logarithmic(each: i32, count: usize) -> i32 {
    let Some(whole) = count.checked_ilog2() else { return 0 };
    let beyond = ((count as u128) << 3 >> whole) - 8;
    let eighths = 8 * whole + u32::try_from(beyond).unwrap_or(0);
    each * i32::try_from(eighths).unwrap_or(i32::MAX) / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doublings_count_alike() {
        let cases =
            [(0, 0), (1, 0), (2, 80), (3, 120), (4, 160), (5, 180), (8, 240), (1 << 20, 1600)];
        for (count, expected) in cases {
            assert_eq!(logarithmic(80, count), expected, "{count}");
        }
        let all: Vec<i32> = (0..5000).map(|count| logarithmic(80, count)).collect();
        assert!(all.is_sorted());
    }

    #[test]
    fn each_trait_moves_its_part_alone() {
        let key = KeyTraits { checks: true, ..KeyTraits::default() };
        let plain = Traits { key: Some(key), plies: 1, ..Traits::default() };
        let with_key = |key| Traits { key: Some(key), ..plain.clone() };
        let cases = [
            ("length", 250, Traits { plies: 3, ..plain.clone() }),
            ("choice", 100, Traits { first_moves: 32, ..plain.clone() }),
            ("key", 150, with_key(KeyTraits::default())),
            ("key", 50, with_key(KeyTraits { captures: true, ..KeyTraits::default() })),
            ("key", 30, with_key(KeyTraits { sacrifices: true, ..key })),
            ("key", 20, with_key(KeyTraits { given: 1, ..key })),
            ("key", -10, with_key(KeyTraits { taken: 1, ..key })),
            ("tempting", 45, Traits { tries: 3, ..plain.clone() }),
            ("defences", 100, Traits { defences: 25, ..plain.clone() }),
            ("play", 50, Traits { play: 4, ..plain.clone() }),
        ];
        assert_eq!(Difficulty::of(&plain), Difficulty { base: 600, ..Difficulty::default() });
        for (name, expected, traits) in cases {
            let parts = Difficulty::of(&traits).parts().into_iter();
            let changed = parts.filter(|&(name, points)| name != "base" && points != 0);
            assert_eq!(changed.collect::<Vec<_>>(), [(name, expected)], "{traits:?}");
        }
    }
}
