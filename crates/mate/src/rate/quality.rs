//! How good a problem is.

use super::{KeyTraits, Traits, points};

/// What speaks for a problem and what against it, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// The key: flights given and sacrifices are good, checks, captures, queens, answers to checks
    /// and flights taken are bad.
    pub key: i32,
    /// Replies that hold out to the end.
    pub defences: i32,
    /// Different mates, the first not counted.
    pub mates: i32,
    /// First moves with one refutation.
    pub tries: i32,
    /// Different model mates.
    pub models: i32,
    /// Redundant pieces, and pieces beyond [`Quality::MINIATURE`].
    pub economy: i32,
    /// Duals.
    pub duals: i32,
    /// Further keys, and solutions that are too short.
    pub cooks: i32,
}

impl Quality {
    /// The name of the scale in records.
    pub const SCALE: &'static str = "mate.quality";

    /// As many men are on the board at most in a miniature.
    pub const MINIATURE: usize = 7;

    /// The quality of a problem with these traits.
    pub fn of(traits: &Traits) -> Quality {
        Quality {
            key: traits.key.map_or(0, key),
            defences: points(4, traits.defences, 8),
            mates: points(5, traits.mates.saturating_sub(1), 8),
            tries: points(3, traits.tries, 6),
            models: points(6, traits.models, 4),
            economy: points(-10, traits.redundant.unwrap_or(0), 32)
                + points(-1, traits.men.saturating_sub(Quality::MINIATURE), 32),
            duals: points(-6, traits.duals, 10),
            cooks: points(-100, traits.cooks + usize::from(traits.is_short), 1),
        }
    }

    /// The parts with their names.
    pub fn parts(&self) -> [(&'static str, i32); 8] {
        [
            ("key", self.key),
            ("defences", self.defences),
            ("mates", self.mates),
            ("tries", self.tries),
            ("models", self.models),
            ("economy", self.economy),
            ("duals", self.duals),
            ("cooks", self.cooks),
        ]
    }

    /// All parts together.
    pub fn total(&self) -> i32 {
        self.parts().iter().map(|(_, points)| points).sum()
    }
}

fn key(key: KeyTraits) -> i32 {
    points(-30, key.checks.into(), 1)
        + points(-15, key.captures.into(), 1)
        + points(-20, key.queens.into(), 1)
        + points(-15, key.answers_check.into(), 1)
        + points(15, key.sacrifices.into(), 1)
        + points(10, key.given, 3)
        + points(-10, key.taken, 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_trait_moves_its_part_alone() {
        let key = KeyTraits::default();
        let plain = Traits { key: Some(key), mates: 1, men: 7, ..Traits::default() };
        let with_key = |key| Traits { key: Some(key), ..plain.clone() };
        let cases = [
            ("key", -30, with_key(KeyTraits { checks: true, ..key })),
            ("key", -15, with_key(KeyTraits { captures: true, ..key })),
            ("key", -20, with_key(KeyTraits { queens: true, ..key })),
            ("key", -15, with_key(KeyTraits { answers_check: true, ..key })),
            ("key", 15, with_key(KeyTraits { sacrifices: true, ..key })),
            ("key", 20, with_key(KeyTraits { given: 2, ..key })),
            ("key", -30, with_key(KeyTraits { taken: 5, ..key })),
            ("defences", 12, Traits { defences: 3, ..plain.clone() }),
            ("defences", 32, Traits { defences: 30, ..plain.clone() }),
            ("mates", 10, Traits { mates: 3, ..plain.clone() }),
            ("tries", 6, Traits { tries: 2, ..plain.clone() }),
            ("models", 6, Traits { models: 1, ..plain.clone() }),
            ("economy", -20, Traits { redundant: Some(2), ..plain.clone() }),
            ("economy", -4, Traits { men: 11, ..plain.clone() }),
            ("duals", -6, Traits { duals: 1, ..plain.clone() }),
            ("cooks", -100, Traits { cooks: 3, ..plain.clone() }),
            ("cooks", -100, Traits { is_short: true, ..plain.clone() }),
        ];
        assert_eq!(Quality::of(&plain), Quality::default());
        for (name, expected, traits) in cases {
            let quality = Quality::of(&traits);
            let changed = quality.parts().into_iter().filter(|&(_, points)| points != 0);
            assert_eq!(changed.collect::<Vec<_>>(), [(name, expected)], "{traits:?}");
            assert_eq!(quality.total(), expected, "{traits:?}");
        }
    }
}
