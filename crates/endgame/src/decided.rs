//! Positions that are won or lost in an ending that is mostly drawn, sorted by how the win begins.

use crate::dtm::Value;
use crate::exceptions::{Exception, Found, won_by};
use crate::walk::{SliceView, VisitedPosition, Walk, WalkPart};
use sole_board::{Color, MoveKind, Position};
use std::ops::{AddAssign, ControlFlow};

/// The positions with one side to move that a side wins, each in one of four classes.
///
/// With the other side to move, the class is what the winner can do whatever that side plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decided {
    /// The winner mates at once, or has mated.
    pub mates: Exception,
    /// The winner can capture at once.
    pub captures: Exception,
    /// The winner can promote at once, or, with the other side to move, capture after some moves and
    /// promote after others.
    pub promotions: Exception,
    /// None of these.
    pub later: Exception,
}

impl Decided {
    /// The classes with their names for scripts.
    pub fn classes(&self) -> [(&'static str, &Exception); 4] {
        [
            ("mate", &self.mates),
            ("capture", &self.captures),
            ("promotion", &self.promotions),
            ("later", &self.later),
        ]
    }

    /// All of them, unique under symmetry.
    pub fn positions(&self) -> u64 {
        self.classes().iter().map(|(_, class)| class.positions).sum()
    }
}

/// How a win begins; of several ways the last one counts if a side can choose among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Beginning {
    Mate,
    Capture,
    Promotion,
    Later,
}

/// Wins by winner, side to move and beginning, with places in place of positions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wins([[[Found; 4]; 2]; 2]);

impl Wins {
    /// Sorts what is decided at a visited position, with these sides to move.
    pub(crate) fn count(
        &mut self,
        part: &WalkPart<'_>,
        visited: &VisitedPosition,
        turns: &[Color],
    ) {
        for &turn in turns {
            let Some(value) = part.view.value(visited, turn) else { continue };
            let Some(winner) = won_by(value, turn) else { continue };
            let beginning = beginning_at(part.view, visited, turn, value);
            let found = &mut self.0[winner.index()][turn.index()][beginning as usize];
            found.add(part.table_position(visited), visited.weight.boards);
        }
    }

    /// What a side wins with a side to move.
    pub(crate) fn decided(&self, walk: &Walk, winner: Color, turn: Color) -> Decided {
        let found = &self.0[winner.index()][turn.index()];
        let class = |beginning: Beginning| found[beginning as usize].exception(walk, turn);
        Decided {
            mates: class(Beginning::Mate),
            captures: class(Beginning::Capture),
            promotions: class(Beginning::Promotion),
            later: class(Beginning::Later),
        }
    }
}

impl AddAssign for Wins {
    fn add_assign(&mut self, other: Wins) {
        let all = self.0.as_flattened_mut().as_flattened_mut().iter_mut();
        all.zip(other.0.as_flattened().as_flattened()).for_each(|(found, &other)| *found += other);
    }
}

fn beginning_at(
    view: &SliceView,
    visited: &VisitedPosition,
    turn: Color,
    value: Value,
) -> Beginning {
    match value {
        Value::Win(1) | Value::Loss(0 | 1) => Beginning::Mate,
        Value::Win(_) => beginning(&view.position(visited, turn)),
        Value::Draw | Value::Loss(_) => beginning_of_all(&view.position(visited, turn)),
    }
}

/// What the side to move, which wins but does not mate at once, can do.
fn beginning(position: &Position) -> Beginning {
    if position.try_for_each_capture(|_| ControlFlow::Break(())).is_break() {
        return Beginning::Capture;
    }
    let is_promotion = |kind| matches!(kind, MoveKind::Promotion(_));
    match position.moves().iter().any(|m| is_promotion(m.kind())) {
        true => Beginning::Promotion,
        false => Beginning::Later,
    }
}

/// What the winner can do whatever the side to move plays.
fn beginning_of_all(position: &Position) -> Beginning {
    let mut last = Beginning::Mate;
    let _ = position.try_for_each_child(|_, child| {
        last = last.max(beginning(child));
        match last {
            Beginning::Later => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    last
}
