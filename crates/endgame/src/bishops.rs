//! Endings with several bishops, apart by the colours of the squares on which they stand.
//!
//! A bishop never changes the colour of its square, so these are endings of
//! their own: two bishops on one colour cannot mate, two on both can.

use crate::conclusion::WinShare;
use crate::dtm::Value;
use crate::stats::Outcomes;
use crate::walk::{SliceView, VisitedPosition};
use sole_board::Color;
use std::ops::AddAssign;

/// How the bishops of a position are spread over the light and the dark squares.
///
/// It says nothing of which colour is which: a mirror exchanges them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BishopColors {
    /// All bishops stand on squares of one colour.
    Same,
    /// Two bishops on different colours; or of three, those of each side on one colour and those
    /// of the other side on the other.
    Opposite,
    /// Three bishops, one side having bishops on both colours.
    Both,
}

impl BishopColors {
    /// All of them.
    pub const ALL: [BishopColors; 3] =
        [BishopColors::Opposite, BishopColors::Both, BishopColors::Same];

    /// The word for scripts.
    pub const fn name(self) -> &'static str {
        match self {
            BishopColors::Same => "same",
            BishopColors::Opposite => "opposite",
            BishopColors::Both => "both",
        }
    }

    /// How these bishops stand, given as owner and whether the square is light; none if there
    /// are fewer than two.
    pub(crate) fn of(bishops: impl IntoIterator<Item = (Color, bool)>) -> Option<BishopColors> {
        let mut seen = [[false; 2]; 2];
        let mut count = 0;
        for (color, light) in bishops {
            seen[color.index()][usize::from(light)] = true;
            count += 1;
        }
        let [white, black] = seen;
        let on_both = |[dark, light]: [bool; 2]| dark && light;
        match count {
            0 | 1 => None,
            _ if !on_both([white[0] || black[0], white[1] || black[1]]) => Some(BishopColors::Same),
            3.. if on_both(white) || on_both(black) => Some(BishopColors::Both),
            _ => Some(BishopColors::Opposite),
        }
    }
}

/// How many positions with bishops on such colours are won, drawn and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bishops {
    /// The colours.
    pub colors: BishopColors,
    sides: [Counted; 2],
}

/// Outcomes with one side to move, counted in the three ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counted {
    unique: Outcomes,
    told_apart: Outcomes,
    boards: Outcomes,
}

impl Bishops {
    /// Positions with a side to move, unique under symmetry.
    pub fn outcomes(&self, turn: Color) -> Outcomes {
        self.sides[turn.index()].unique
    }

    /// The same with like men told apart.
    pub fn told_apart(&self, turn: Color) -> Outcomes {
        self.sides[turn.index()].told_apart
    }

    /// The share of the positions with a side to move that a side wins.
    pub fn win_share(&self, winner: Color, turn: Color) -> WinShare {
        WinShare::of(self.outcomes(turn), winner, turn)
    }

    /// Boards with a side to move, all images counted.
    pub fn boards(&self, turn: Color) -> Outcomes {
        self.sides[turn.index()].boards
    }
}

/// Counts by the colours of the bishops, under way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Running([[Counted; 2]; 3]);

impl Running {
    #[inline(always)]
    pub(crate) fn count(&mut self, view: &SliceView, visited: &VisitedPosition) {
        let Some(colors) = view.bishops(visited) else { return };
        for turn in Color::ALL {
            if let Some(value) = view.value(visited, turn) {
                self.0[colors as usize][turn.index()].add(value, visited);
            }
        }
    }

    /// The classes that occur; none unless there are several bishops.
    pub(crate) fn classes(&self) -> Vec<Bishops> {
        let class = |colors| Bishops { colors, sides: self.0[colors as usize] };
        let occurs = |class: &Bishops| class.sides.iter().any(|side| side.unique.sum() > 0);
        BishopColors::ALL.map(class).into_iter().filter(occurs).collect()
    }
}

impl Counted {
    fn add(&mut self, value: Value, visited: &VisitedPosition) {
        self.unique.add(value, 1);
        self.told_apart.add(value, visited.weight.told_apart);
        self.boards.add(value, visited.weight.boards);
    }
}

impl AddAssign for Running {
    fn add_assign(&mut self, other: Running) {
        let sides = self.0.as_flattened_mut().iter_mut();
        for (side, other) in sides.zip(other.0.as_flattened()) {
            side.unique += other.unique;
            side.told_apart += other.told_apart;
            side.boards += other.boards;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bishops_are_sorted_by_the_colours_of_their_squares() {
        let cases = [
            ("", None),
            ("L", None),
            ("LL", Some(BishopColors::Same)),
            ("Dd", Some(BishopColors::Same)),
            ("LD", Some(BishopColors::Opposite)),
            ("Ld", Some(BishopColors::Opposite)),
            ("LLl", Some(BishopColors::Same)),
            ("DDD", Some(BishopColors::Same)),
            ("LLd", Some(BishopColors::Opposite)),
            ("Dll", Some(BishopColors::Opposite)),
            ("LDl", Some(BishopColors::Both)),
            ("Dld", Some(BishopColors::Both)),
            ("LLD", Some(BishopColors::Both)),
        ];
        for (bishops, expected) in cases {
            let owner = |c: char| if c.is_uppercase() { Color::White } else { Color::Black };
            let bishop = |c: char| (owner(c), c.eq_ignore_ascii_case(&'l'));
            assert_eq!(BishopColors::of(bishops.chars().map(bishop)), expected, "{bishops}");
        }
    }
}
