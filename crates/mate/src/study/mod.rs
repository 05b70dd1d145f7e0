//! A problem studied: keys with their play, one key, or lines, and whether it is sound.
//!
//! A [`Study`] says how much is looked for; the [`Finding`] is what was found within the
//! [`Budget`]. [`Finding::outcome`] counts solutions, [`Finding::soundness`] judges the problem.
//!
//! ```
//! use sole_mate::study::{Soundness, Study};
//! use sole_mate::{Budget, Problem};
//! let position = "8/8/4Q3/8/8/8/8/k2K4 w - - 0 1".parse::<sole_board::Setup>()?;
//! let problem = Problem::new(position.try_into()?, "#3".parse()?)?;
//! let finding = Study::default().run(&problem, &Budget::default());
//! assert_eq!(finding.soundness(), Soundness::MultipleThreats);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod intended;
mod searches;
mod soundness;

pub use intended::{Intended, Tally};
pub use soundness::Soundness;

use crate::themes::Themes;
use crate::{Budget, Duals, Key, Keys, Line, Lines, OutOfBudget, Problem, ProblemKind, Tree};
use searches::Searches;
use sole_board::Move;
use sole_puzzle::Status;
use std::cmp::Ordering;

/// How much is looked for in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Study {
    /// What is looked for.
    pub detail: Detail,
    /// Whether a solution may be shorter than the stipulation says.
    pub length: Length,
}

/// How much of the solution is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// One key, and its main line.
    First,
    /// All keys and a main line.
    Keys,
    /// All keys with all play, and tries with at most `refutations` refutations.
    Play {
        /// The most refutations of a try.
        refutations: usize,
        /// Whether play before the first move is looked for.
        set_play: SetPlay,
    },
    /// All keys, the play before and after them, and a main line.
    Record,
}

/// When play before the first move is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetPlay {
    /// Where one side forces the goal.
    #[default]
    Forced,
    /// In help play, too.
    Always,
    /// Never.
    Never,
}

/// Whether a solution may be shorter than the stipulation says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    /// It may.
    #[default]
    AtMost,
    /// A shorter one is not a solution.
    Exactly,
}

/// All keys with their play.
impl Default for Study {
    fn default() -> Study {
        let detail = Detail::Play { refutations: 0, set_play: SetPlay::Forced };
        Study { detail, length: Length::AtMost }
    }
}

/// What was found, and what it cost.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was found.
    pub found: Found,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Whether the play depends on the clock of the fifty-move rule.
    pub is_clocked: bool,
    length: Length,
    /// The number in the stipulation.
    moves: u8,
    intended: Intended,
}

/// What solves a problem, as far as it was looked for.
#[derive(Clone, Debug)]
pub enum Found {
    /// Every first move was looked at.
    Keys {
        /// The keys.
        keys: Keys,
        /// Unless it is too long, or was not asked for.
        tree: Option<Tree>,
        /// The main line, if it was asked for and is known.
        line: Line,
    },
    /// The search stopped at a key.
    First {
        /// One of the shortest keys.
        key: Result<Option<Key>, OutOfBudget>,
        /// The main line, if it is known.
        line: Line,
    },
    /// Both sides help, or one is not asked.
    Lines {
        /// The lines of the stipulated length.
        lines: Lines,
        /// The least number of moves of a solution that is shorter than the stipulation says;
        /// 0 for half a move alone.
        short: Result<Option<u8>, OutOfBudget>,
        /// The lines if the first move is left out.
        set_play: Option<Lines>,
    },
}

/// How many solutions there are, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Proved: there is no solution.
    None,
    /// Proved: there is one, and no other.
    One,
    /// Proved: there are several.
    Many,
    /// Proved: there is one; others were not looked for.
    Some,
    /// A limit came first.
    Open,
}

/// What may be claimed of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claim {
    /// There is a solution.
    #[default]
    Solvable,
    /// There is one solution, and no other.
    Unique,
    /// It is sound.
    Sound,
}

impl Outcome {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::None => "none",
            Outcome::One => "one",
            Outcome::Many => "many",
            Outcome::Some => "some",
            Outcome::Open => "open",
        }
    }
}

impl From<Status> for Outcome {
    fn from(status: Status) -> Outcome {
        match status {
            Status::None => Outcome::None,
            Status::One => Outcome::One,
            Status::Many => Outcome::Many,
            Status::Open => Outcome::Open,
        }
    }
}

impl Study {
    /// Looks as far as the budget allows.
    pub fn run(&self, problem: &Problem, budget: &Budget<'_>) -> Finding {
        let searches = Searches { detail: self.detail, budget };
        let (found, nodes) = match problem.kind() {
            ProblemKind::Forced(forced) => searches.forced(&forced),
            ProblemKind::Help(help) => searches.help(&help),
        };
        self.finding(problem, found, nodes)
    }

    /// Looks for the shortest forced solution, up to the moves of the stipulation, and studies the
    /// problem with that number of moves. If the budget runs out first, the problem returned has
    /// the least number of moves that is not decided. Where nothing is forced, the problem itself
    /// is studied.
    pub fn shortest(&self, longest: &Problem, budget: &Budget<'_>) -> (Problem, Finding) {
        let ProblemKind::Forced(longest) = longest.kind() else {
            return (*longest, self.run(longest, budget));
        };
        let keys = longest.shortest_keys(budget);
        let next = keys.decided_moves().saturating_add(1).min(longest.stipulation().moves());
        let moves = keys.shortest().unwrap_or(next);
        let problem = longest.in_moves(moves);
        let (found, nodes) = Searches { detail: self.detail, budget }.play(&problem, keys);
        (*problem, self.finding(&problem, found, nodes))
    }

    fn finding(&self, problem: &Problem, found: Found, nodes: u64) -> Finding {
        let moves = problem.stipulation().moves();
        let is_clocked = problem.relevant_clock().is_some();
        let (length, intended) = (self.length, Intended::ONE);
        Finding { found, nodes, is_clocked, length, moves, intended }
    }
}

impl Finding {
    /// How many solutions there are, in one word.
    pub fn outcome(&self) -> Outcome {
        if self.is_too_short() {
            return Outcome::None;
        }
        match &self.found {
            Found::Keys { keys, .. } => keys.verdict().status().into(),
            Found::First { key: Ok(Some(_)), .. } => Outcome::Some,
            Found::First { key: Ok(None), .. } => Outcome::None,
            Found::First { key: Err(OutOfBudget), .. } => Outcome::Open,
            Found::Lines { short: Err(OutOfBudget), .. } if self.length == Length::Exactly => {
                Outcome::Open
            }
            Found::Lines { lines, .. } => lines.verdict().status().into(),
        }
    }

    /// The same for a problem that is meant to have another number of solutions than one.
    pub fn intending(self, intended: Intended) -> Finding {
        Finding { intended, ..self }
    }

    /// The number of solutions that the problem is meant to have.
    pub fn intended(&self) -> Intended {
        self.intended
    }

    /// How many solutions were found.
    pub fn tally(&self) -> Tally {
        match &self.found {
            Found::Keys { keys, .. } => keys.into(),
            Found::First { key: Ok(None), .. } => Tally::Exactly(0),
            Found::First { key, .. } => Tally::AtLeast(key.is_ok().into()),
            Found::Lines { lines, .. } => lines.into(),
        }
    }

    /// Whether there are fewer solutions than intended, as many, or more, if that is decided.
    pub fn compared(&self) -> Option<Ordering> {
        self.intended.compare(self.tally())
    }

    /// Whether the problem is sound, or the worst that is proved about it.
    pub fn soundness(&self) -> Soundness {
        Soundness::of(self)
    }

    /// The least number of moves of any solution found.
    pub fn shortest(&self) -> Option<u8> {
        match &self.found {
            Found::Keys { keys, .. } => keys.shortest(),
            Found::First { key, .. } => key.ok().flatten().map(|key| key.moves),
            Found::Lines { short: Ok(Some(short)), .. } => Some(*short),
            Found::Lines { lines, .. } => (lines.count() > 0).then_some(self.moves),
        }
    }

    /// The length of a solution that is shorter than the stipulation says.
    pub fn short(&self) -> Option<u8> {
        self.shortest().filter(|&shortest| shortest < self.moves)
    }

    /// Whether there is a solution, but one that does not count.
    pub fn is_too_short(&self) -> bool {
        self.length == Length::Exactly && self.short().is_some()
    }

    /// What the problem shows, if all its play is known and counts.
    pub fn themes(&self, problem: &Problem) -> Option<Themes> {
        match &self.found {
            _ if self.is_too_short() => None,
            Found::Keys { keys, tree: Some(tree), .. } if keys.undecided().is_empty() => {
                Some(Themes::of_tree(problem, tree))
            }
            Found::Lines { lines, .. } if lines.is_complete() => {
                Some(Themes::of_lines(problem, lines))
            }
            _ => None,
        }
    }

    /// The play after the keys, if it was looked for and counts.
    pub fn tree(&self) -> Option<&Tree> {
        match &self.found {
            Found::Keys { tree, .. } if !self.is_too_short() => tree.as_ref(),
            _ => None,
        }
    }

    /// The duals, if the play after the keys is known and counts.
    pub fn duals(&self) -> Option<&Duals> {
        self.tree().map(|tree| &tree.duals)
    }

    /// A line that solves, if it was looked for and counts; otherwise empty.
    pub fn main_line(&self) -> &[Move] {
        match &self.found {
            _ if self.is_too_short() => &[],
            Found::Keys { line, .. } | Found::First { line, .. } => line,
            Found::Lines { lines, .. } => lines.lines().first().map_or(&[], Line::as_slice),
        }
    }

    /// Whether the claim holds, if that is decided.
    pub fn confirms(&self, claim: Claim) -> Option<bool> {
        let (yes, no): (&[Outcome], &[Outcome]) = match claim {
            Claim::Solvable => (&[Outcome::One, Outcome::Many, Outcome::Some], &[Outcome::None]),
            Claim::Unique => (&[Outcome::One], &[Outcome::None, Outcome::Many]),
            Claim::Sound => return self.soundness().is_sound(),
        };
        let outcome = self.outcome();
        (yes.contains(&outcome) || no.contains(&outcome)).then(|| yes.contains(&outcome))
    }

    /// The keys that were found.
    pub fn keys(&self) -> Vec<Key> {
        match &self.found {
            Found::Keys { keys, .. } => keys.keys().to_vec(),
            Found::First { key, .. } => key.ok().flatten().into_iter().collect(),
            Found::Lines { .. } => Vec::new(),
        }
    }
}
