//! Positions that are not won in an ending that mostly is, sorted by how the win is lost.

use crate::bishops::BishopColors;
use crate::dtm::Value;
use crate::walk::{SliceView, TablePosition, VisitedPosition, Walk, WalkPart};
use serde::{Serialize, Serializer};
use sole_board::{Color, Position};
use std::ops::{AddAssign, ControlFlow};
use std::sync::atomic::{AtomicBool, Ordering};

/// The positions with one side to move that a side does not win, each in one of three classes.
///
/// Call the side that does not win them the *winner*, as it wins most others.
/// The other side is *saved at once* in a position with itself to move if it
/// can capture or if it is stalemated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Exceptions {
    /// A piece is lost at once: the other side can capture, whatever the winner plays if it is to
    /// move.
    #[serde(rename = "capture")]
    pub captures: Exception,
    /// A stalemate trap: the other side is saved at once whatever the winner plays, by a stalemate
    /// after at least one move; or the winner is to move and has no move.
    #[serde(rename = "stalemate")]
    pub stalemates: Exception,
    /// The win is lost later: the other side is not saved at once.
    pub later: Exception,
}

/// One class of exceptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Exception {
    /// How many positions, unique under symmetry.
    pub positions: u64,
    /// How many boards, all images counted.
    #[serde(rename = "raw")]
    pub boards: u64,
    /// The first such position of the table.
    #[serde(rename = "fen", serialize_with = "as_text")]
    pub example: Option<Position>,
}

/// Writes a position as text, if there is one.
fn as_text<S: Serializer>(position: &Option<Position>, to: S) -> Result<S::Ok, S::Error> {
    position.as_ref().map(Position::to_string).serialize(to)
}

impl Exceptions {
    /// The classes with their names for scripts.
    pub fn classes(&self) -> [(&'static str, &Exception); 3] {
        [("capture", &self.captures), ("stalemate", &self.stalemates), ("later", &self.later)]
    }

    /// All of them, unique under symmetry.
    pub fn positions(&self) -> u64 {
        self.classes().iter().map(|(_, class)| class.positions).sum()
    }
}

/// Why a position is not won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Capture,
    Stalemate,
    Later,
}

/// Positions that are looked at together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    /// All, or those with bishops on such colours.
    pub(crate) bishops: Option<BishopColors>,
    /// Who does not win them.
    pub(crate) winner: Color,
    /// Who is to move.
    pub(crate) turn: Color,
}

impl Scope {
    /// How many there are.
    const COUNT: usize = (1 + BishopColors::ALL.len()) * 4;

    /// All positions with a side to move.
    pub(crate) fn whole(winner: Color, turn: Color) -> Scope {
        Scope { bishops: None, winner, turn }
    }

    fn index(self) -> usize {
        let bishops = self.bishops.map_or(0, |colors| 1 + colors as usize);
        bishops * 4 + self.winner.index() * 2 + self.turn.index()
    }
}

/// The scopes whose exceptions are being sorted.
#[derive(Debug)]
pub(crate) struct Wanted {
    open: [AtomicBool; Scope::COUNT],
    /// What a win that is lost later does to its scope.
    at_later: AtLater,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtLater {
    /// The scope is closed: nothing simple can be said about it.
    Close,
    /// It is counted like the others.
    Count,
}

impl Wanted {
    /// Whole endings, each as long as the other side is always saved at once.
    pub(crate) fn whole_endings() -> Wanted {
        let wanted = Wanted { open: Default::default(), at_later: AtLater::Close };
        for winner in Color::ALL {
            for turn in Color::ALL {
                wanted.set(Scope::whole(winner, turn), true);
            }
        }
        wanted
    }

    /// These scopes, whatever comes.
    pub(crate) fn these(scopes: &[Scope]) -> Wanted {
        let wanted = Wanted { open: Default::default(), at_later: AtLater::Count };
        scopes.iter().for_each(|&scope| wanted.set(scope, true));
        wanted
    }

    /// Whether all exceptions of a scope have been sorted.
    pub(crate) fn has(&self, scope: Scope) -> bool {
        self.open[scope.index()].load(Ordering::Relaxed)
    }

    fn set(&self, scope: Scope, open: bool) {
        self.open[scope.index()].store(open, Ordering::Relaxed);
    }
}

/// Exceptions by scope and reason, with places of the table instead of positions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Evidence([[Found; 3]; Scope::COUNT]);

/// One class on its way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    positions: u64,
    boards: u64,
    first: Option<TablePosition>,
}

impl Evidence {
    /// Sorts the values of a visited position that are not won, as far as they are wanted.
    #[inline(always)]
    pub(crate) fn count(
        &mut self,
        part: &WalkPart<'_>,
        visited: &VisitedPosition,
        wanted: &Wanted,
    ) {
        for turn in Color::ALL {
            let Some(value) = part.view.value(visited, turn) else { continue };
            for winner in Color::ALL {
                if won_by(value, turn) != Some(winner) {
                    self.sort(part, visited, Scope::whole(winner, turn), wanted);
                }
            }
        }
    }

    #[inline(always)]
    fn sort(
        &mut self,
        part: &WalkPart<'_>,
        visited: &VisitedPosition,
        whole: Scope,
        wanted: &Wanted,
    ) {
        let bishops = match wanted.at_later {
            AtLater::Close => None,
            AtLater::Count => part.view.bishops(visited),
        };
        let class = bishops.map(|colors| Scope { bishops: Some(colors), ..whole });
        let is_wanted = |scope: Option<Scope>| scope.filter(|&scope| wanted.has(scope));
        let scopes = [is_wanted(Some(whole)), is_wanted(class)];
        if scopes != [None; 2] {
            self.add(part, visited, scopes, wanted);
        }
    }

    #[cold]
    fn add(
        &mut self,
        part: &WalkPart<'_>,
        visited: &VisitedPosition,
        scopes: [Option<Scope>; 2],
        wanted: &Wanted,
    ) {
        for scope in scopes.into_iter().flatten() {
            let reason = reason_at(part.view, visited, scope);
            self.0[scope.index()][reason as usize]
                .add(part.table_position(visited), visited.weight.boards);
            if reason == Reason::Later && wanted.at_later == AtLater::Close {
                wanted.set(scope, false);
            }
        }
    }

    /// The exceptions of a scope.
    pub(crate) fn exceptions(&self, walk: &Walk, scope: Scope) -> Exceptions {
        let class =
            |reason: Reason| self.0[scope.index()][reason as usize].exception(walk, scope.turn);
        Exceptions {
            captures: class(Reason::Capture),
            stalemates: class(Reason::Stalemate),
            later: class(Reason::Later),
        }
    }

    /// How many exceptions of a scope are captures, and how many stalemates.
    pub(crate) fn saved(&self, scope: Scope) -> [u64; 2] {
        let classes = &self.0[scope.index()];
        [Reason::Capture, Reason::Stalemate].map(|reason| classes[reason as usize].positions)
    }
}

impl Found {
    pub(crate) fn add(&mut self, at: TablePosition, boards: u64) {
        *self += Found { positions: 1, boards, first: Some(at) };
    }

    /// The class with its example, a position with this side to move.
    pub(crate) fn exception(&self, walk: &Walk, turn: Color) -> Exception {
        let Found { positions, boards, first } = *self;
        let example = first.and_then(|first| walk.position(first, turn));
        Exception { positions, boards, example }
    }
}

impl AddAssign for Found {
    fn add_assign(&mut self, other: Found) {
        self.positions += other.positions;
        self.boards += other.boards;
        self.first = [self.first, other.first].into_iter().flatten().min();
    }
}

impl AddAssign for Evidence {
    fn add_assign(&mut self, other: Evidence) {
        let all = self.0.as_flattened_mut().iter_mut();
        all.zip(other.0.as_flattened()).for_each(|(found, &other)| *found += other);
    }
}

/// Who wins a position with this value for the side to move.
pub(crate) fn won_by(value: Value, turn: Color) -> Option<Color> {
    match value {
        Value::Win(_) => Some(turn),
        Value::Loss(_) => Some(!turn),
        Value::Draw => None,
    }
}

fn reason_at(
    view: &SliceView,
    visited: &VisitedPosition,
    Scope { winner, turn, .. }: Scope,
) -> Reason {
    let position = view.position(visited, turn);
    if turn == winner { reason_after_all_moves(&position) } else { reason(&position) }
}

/// The side to move can capture, or is stalemated, or neither.
fn reason(position: &Position) -> Reason {
    let found = position.try_for_each_capture(|_| ControlFlow::Break(()));
    match found {
        ControlFlow::Break(()) => Reason::Capture,
        ControlFlow::Continue(()) if position.has_moves() || position.is_check() => Reason::Later,
        ControlFlow::Continue(()) => Reason::Stalemate,
    }
}

/// Whatever the side to move does, the other side can capture, or is stalemated.
///
/// If the side to move has no move, it is stalemated itself, or mated.
fn reason_after_all_moves(position: &Position) -> Reason {
    let mut common = None;
    let searched = position.try_for_each_child(|_, child| match reason(child) {
        Reason::Later => ControlFlow::Break(()),
        Reason::Stalemate => {
            common = Some(Reason::Stalemate);
            ControlFlow::Continue(())
        }
        Reason::Capture => {
            common.get_or_insert(Reason::Capture);
            ControlFlow::Continue(())
        }
    });
    match searched {
        ControlFlow::Break(()) => Reason::Later,
        ControlFlow::Continue(()) => common.unwrap_or(Reason::Stalemate),
    }
}
