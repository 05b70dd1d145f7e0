//! What is known of each technique beside how it is found.

use super::fish::Fish;
use super::techniques::Technique;
use std::fmt;

/// The name of a technique and its figures on other scales.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    name: &'static str,
    code: Option<u16>,
    stage: Option<Stage>,
    is_never_hardest: bool,
}

impl Entry {
    pub(super) const fn new(name: &'static str) -> Entry {
        Entry { name, code: None, stage: None, is_never_hardest: false }
    }

    /// With a number in HoDoKu's library of cases.
    pub(super) const fn code(self, code: u16) -> Entry {
        Entry { code: Some(code), ..self }
    }

    /// With a place on the path of HoDoKu, and the level and score of a step there.
    pub(super) const fn stage(self, place: u8, level: Level, score: u32) -> Entry {
        Entry { stage: Some(Stage::new(place, level, score)), ..self }
    }

    /// Of its stage, the step that removes most is taken.
    pub(super) const fn largest(self) -> Entry {
        match self.stage {
            Some(stage) => {
                Entry { stage: Some(Stage { choice: Choice::Largest, ..stage }), ..self }
            }
            None => self,
        }
    }

    /// It was not the hardest one of any of 20 000 random puzzles: simpler ones do what it does,
    /// or it is very rare.
    pub(super) const fn never_hardest(self) -> Entry {
        Entry { is_never_hardest: true, ..self }
    }
}

/// A stage of the path of HoDoKu.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    /// Its place; techniques with the same place are looked for at once.
    pub(crate) place: u8,
    pub(crate) level: Level,
    pub(crate) score: u32,
    pub(crate) choice: Choice,
}

/// Which of the steps of a stage is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The first one.
    First,
    /// The one that removes most.
    Largest,
}

impl Stage {
    pub(crate) const fn new(place: u8, level: Level, score: u32) -> Stage {
        Stage { place, level, score, choice: Choice::First }
    }
}

/// How hard the hardest step is on the scale of HoDoKu, or how long the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates and small subsets.
    Medium,
    /// Quads, fish, wings, unique rectangles.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Forcing chains and search.
    Extreme,
}

/// Whether a technique is on the paths that most players would take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// On all of them.
    Usual,
    /// Where the usual ones do not help.
    Extended,
    /// It is found only if it is asked for.
    Never,
}

/// Declares the techniques, from the simplest to the hardest: what each is, its entry, and how it
/// is found in a state. Some may be found along with others by the same expression. Kinds of fish
/// stand in brackets where they have their place in the order.
macro_rules! techniques {
    (
        |$state:ident, $options:ident, $found:ident|
        $($place:ident {
            $($(#[doc = $doc:literal])+ $technique:ident: $entry:expr => $find:expr;)+
        } $([$($fish:expr),+ $(,)?])?)+
    ) => {
        /// A way to find a step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $($($(#[doc = $doc])+ $technique,)+)+
            /// The places of a value in some houses are in as many others.
            Fish(Kind),
            /// A technique of Sudoku Explainer, which is found on the path of its scale.
            Explainer(explainer::Technique),
        }

        impl Technique {
            /// The techniques in their order.
            pub(super) fn registered() -> Vec<(Place, Technique)> {
                let mut all = Vec::new();
                $(
                    all.extend([$((Place::$place, Technique::$technique)),+]);
                    $($(all.extend($fish.map(|fish| (Place::$place, Technique::Fish(fish))));)+)?
                )+
                all
            }

            /// Its entry, and what it is; `None` for kinds that have these themselves.
            pub(super) const fn entry(self) -> Option<(&'static Entry, &'static str)> {
                match self {
                    $($(Technique::$technique => Some((&$entry, concat!($($doc),+))),)+)+
                    Technique::Fish(_) | Technique::Explainer(_) => None,
                }
            }
        }

        /// Hands over every step of a technique in a state, and of those that are found at once
        /// with it, in the order in which they come up.
        pub(crate) fn find_with_others<const W: usize>(
            technique: Technique,
            $state: &State<W>,
            $options: Options,
            $found: Found<'_>,
        ) -> ControlFlow<()> {
            match technique {
                $($(Technique::$technique => $find,)+)+
                Technique::Fish(kind) if $options.siamese_fish => fish::siamese($state, kind, $found),
                Technique::Fish(kind) => fish::find($state, kind, $found),
                Technique::Explainer(_) => ControlFlow::Continue(()),
            }
        }
    };
}

pub(super) use techniques;

impl Technique {
    /// Every technique but those of Sudoku Explainer, in the order of their numbers; those
    /// without one last.
    pub fn all() -> impl Iterator<Item = Technique> {
        let registered = Technique::registered().into_iter().map(|(_, technique)| technique);
        let others = registered.filter(|technique| !matches!(technique, Technique::Fish(_)));
        let mut all: Vec<Technique> = others.chain(Fish::every().map(Technique::Fish)).collect();
        all.sort_by_key(|technique| technique.code().unwrap_or(u16::MAX));
        all.into_iter()
    }

    /// The name that players know.
    pub fn name(self) -> &'static str {
        match (self, self.entry()) {
            (Technique::Fish(fish), _) => fish.name(),
            (Technique::Explainer(technique), _) => technique.name(),
            (_, entry) => entry.map_or("", |(entry, _)| entry.name),
        }
    }

    /// The name as it is typed on a command line: `x-wing`, `als-xz`.
    pub fn key(self) -> String {
        let name = self.name().to_lowercase();
        let words: Vec<&str> =
            name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        words.join("-")
    }

    /// What it is, in one line.
    pub fn summary(self) -> String {
        match (self, self.entry()) {
            (Technique::Fish(fish), _) => fish.summary(),
            (Technique::Explainer(technique), _) => {
                format!("{}, as Sudoku Explainer finds it", technique.name())
            }
            (_, entry) => {
                let text = entry.map_or("", |(_, summary)| summary.trim());
                let (initial, rest) = text.split_at(text.len().min(1));
                initial.to_lowercase() + rest.trim_end_matches('.')
            }
        }
    }

    /// The number in HoDoKu's library of cases, written there with four digits.
    pub fn code(self) -> Option<u16> {
        match self {
            Technique::Fish(fish) => Some(fish.code()),
            other => other.entry()?.0.code,
        }
    }

    /// The technique with this number.
    pub fn of_code(code: u16) -> Option<Technique> {
        Technique::all().find(|technique| technique.code() == Some(code))
    }

    /// The stage of the path of HoDoKu at which it is looked for.
    pub(crate) fn stage(self) -> Option<Stage> {
        match self {
            Technique::Fish(fish) => fish.stage(),
            other => other.entry()?.0.stage,
        }
    }

    /// Whether it was not the hardest one of any of 20 000 random puzzles.
    pub(super) fn is_never_hardest(self) -> bool {
        match self {
            Technique::Fish(fish) => fish.is_never_hardest(),
            other => other.entry().is_none_or(|(entry, _)| entry.is_never_hardest),
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_its_own_number_and_name() {
        let all: Vec<Technique> = Technique::all().collect();
        assert_eq!(all.len(), 57 + 42);
        assert!(all.windows(2).all(|pair| pair[0].code() < pair[1].code()));
        for &technique in &all {
            assert_eq!(technique.code().and_then(Technique::of_code), Some(technique));
            let namesakes = all.iter().filter(|other| other.name() == technique.name());
            assert_eq!(namesakes.count(), 1, "{technique}");
        }
        let names = [(300, "X-wing"), (311, "finned swordfish"), (364, "finned mutant whale")];
        for (code, name) in names {
            assert_eq!(Technique::of_code(code).map(Technique::name), Some(name), "{code}");
        }
    }
}
