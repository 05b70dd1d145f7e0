//! What a problem is about, told from its play.
//!
//! Only play that takes all the moves counts: the key, the replies that hold out to
//! the end, and their answers.
//!
//! ```
//! use sole_board::{Position, Setup};
//! use sole_mate::themes::{self, Theme};
//! use sole_mate::{Budget, Problem, Solution};
//! let setup: Setup = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1".parse()?;
//! let problem = Problem::new(Position::try_from(setup)?, "#1".parse()?)?;
//! let Solution::Keys(keys) = problem.solve(&Budget::default()) else { panic!("forced play") };
//! let tree = problem.tree(keys.keys(), 0, &Budget::default())?;
//! assert!(themes::of(problem.position(), &tree).contains(&Theme::BackRank));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod picture;

use crate::{Continuation, Pressure, Tree};
use picture::Picture;
use sole_board::{Move, MoveKind, Position, Role, RoleSet};
use std::collections::BTreeSet;

/// Something that a problem shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// The attacker promotes to queen, rook, bishop and knight.
    Allumwandlung,
    /// Mate along the first rank, behind the king's own men.
    BackRank,
    /// Two men check in the mate.
    DoubleCheck,
    /// A pure mate in which all the attacker's men, king and pawns aside, take part.
    Model,
    /// A mate in which each square next to the king is denied for one reason only.
    Pure,
    /// A knight mates a king whose own men take all its squares.
    Smothered,
    /// A man goes back to where it came from.
    Switchback,
    /// The attacker promotes to something else than a queen.
    Underpromotion,
    /// The key threatens nothing.
    Zugzwang,
}

impl Theme {
    /// The tag of a puzzle that shows it.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Allumwandlung => "allumwandlung",
            Theme::BackRank => "backRankMate",
            Theme::DoubleCheck => "doubleCheck",
            Theme::Model => "modelMate",
            Theme::Pure => "pureMate",
            Theme::Smothered => "smotheredMate",
            Theme::Switchback => "switchback",
            Theme::Underpromotion => "underPromotion",
            Theme::Zugzwang => "zugzwang",
        }
    }
}

/// All themes of the play after the keys.
pub fn of(position: &Position, tree: &Tree) -> BTreeSet<Theme> {
    let mut walk = Walk { line: Vec::new(), promoted: RoleSet::EMPTY, themes: BTreeSet::new() };
    for key in &tree.keys {
        if key.after.pressure == Pressure::Zugzwang {
            walk.themes.insert(Theme::Zugzwang);
        }
        walk.follow(position, key);
    }
    if Role::PROMOTIONS.into_iter().all(|role| walk.promoted.contains(role)) {
        walk.themes.insert(Theme::Allumwandlung);
    }
    walk.themes
}

/// A walk through all play that takes all the moves.
struct Walk {
    /// The attacker's moves so far.
    line: Vec<Move>,
    promoted: RoleSet,
    themes: BTreeSet<Theme>,
}

impl Walk {
    fn follow(&mut self, position: &Position, next: &Continuation) {
        let after = position.after(next.key.first);
        self.line.push(next.key.first);
        self.see_move(next.key.first);
        if next.after.pressure == Pressure::Reached {
            self.themes.extend(Picture::of(&after).iter().flat_map(Picture::themes));
        }
        for variation in &next.after.variations {
            let child = after.after(variation.defence);
            let full = variation.answers.iter().filter(|a| a.key.moves + 1 == next.key.moves);
            full.for_each(|answer| self.follow(&child, answer));
        }
        self.line.pop();
    }

    fn see_move(&mut self, m: Move) {
        if let Some(role) = m.promoted() {
            self.promoted = self.promoted.with(role);
            if role != Role::Queen {
                self.themes.insert(Theme::Underpromotion);
            }
        }
        if switches_back(&self.line) {
            self.themes.insert(Theme::Switchback);
        }
    }
}

/// Whether the last of one side's moves brings a man back to where it was.
fn switches_back(line: &[Move]) -> bool {
    let Some((last, before)) = line.split_last() else { return false };
    let mut at = last.from();
    before.iter().rev().filter(|m| m.kind() == MoveKind::Ordinary).any(|m| {
        let is_same_man = m.to() == at;
        if is_same_man {
            at = m.from();
        }
        is_same_man && m.from() == last.to()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Problem, Solution};
    use sole_board::{Setup, Square};

    fn themes(fen: &str, stipulation: &str) -> BTreeSet<Theme> {
        let setup: Setup = fen.parse().expect("a FEN");
        let position = Position::try_from(setup).expect("playable");
        let problem = Problem::new(position, stipulation.parse().expect("a stipulation"));
        let problem = problem.expect("a problem");
        let Solution::Keys(keys) = problem.solve(&Budget::UNLIMITED) else { panic!("{fen}") };
        assert_eq!(keys.keys().len(), 1, "{fen}");
        of(&position, &problem.tree(keys.keys(), 0, &Budget::UNLIMITED).expect("no limit"))
    }

    #[test]
    fn mates_are_told_by_their_pictures() {
        use Theme::{BackRank, DoubleCheck, Model, Pure, Smothered, Underpromotion};
        let cases: [(&str, &[Theme]); 5] = [
            ("6rk/6pp/8/6N1/8/8/8/K7 w - -", &[Model, Pure, Smothered]),
            ("6k1/5ppp/8/8/8/8/8/R6K w - -", &[BackRank, Model, Pure]),
            ("6k1/5ppp/8/8/8/8/1N6/R6K w - -", &[BackRank, Pure]),
            ("6rk/6p1/8/8/4b2N/8/8/K6R w - -", &[DoubleCheck]),
            ("6br/5P1k/5K1p/8/8/8/8/8 w - -", &[Underpromotion]),
        ];
        for (fen, expected) in cases {
            let expected: BTreeSet<Theme> = expected.iter().copied().collect();
            assert_eq!(themes(fen, "#1"), expected, "{fen}");
        }
    }

    #[test]
    fn men_that_go_back_are_seen() {
        use Square as S;
        let cases: [(&[(S, S)], bool); 6] = [
            (&[(S::A1, S::A4)], false),
            (&[(S::A1, S::A4), (S::A4, S::A1)], true),
            (&[(S::A1, S::A4), (S::B2, S::A1)], false),
            (&[(S::A1, S::A4), (S::H1, S::H2), (S::A4, S::A1)], true),
            (&[(S::A1, S::A4), (S::A4, S::D4), (S::D4, S::A1)], true),
            (&[(S::A1, S::A4), (S::A4, S::D4), (S::D4, S::D8)], false),
        ];
        for (line, expected) in cases {
            let line: Vec<Move> = line.iter().map(|&(from, to)| Move::ordinary(from, to)).collect();
            assert_eq!(switches_back(&line), expected, "{line:?}");
        }
    }
}
