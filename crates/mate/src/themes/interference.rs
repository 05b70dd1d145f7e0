//! Interference, Grimshaw, Novotny and self-block: pieces that obstruct their own side.
//!
//! All are recognized by removing a piece from the final position: a move that becomes possible
//! is a move that the piece obstructed.

use super::Theme;
use crate::Continuation;
use crate::walk::{Path, Step};
use sole_board::{Clocks, Faults, Move, MoveKind, Position, Role, Square, SquareSet, attacks};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A line that a defence has closed, so that a mate follows at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interference {
    /// The moves before the defence.
    before: Vec<Option<Move>>,
    /// The defence, which is the move of the obstructing piece.
    defence: Move,
    /// The pieces that could parry if it were not there.
    victims: SquareSet,
    /// The moves up to the mate.
    steps: Vec<Step>,
}

/// Whether men that were moved stand in the way of the mated side.
pub(super) fn themes(path: &Path, end: &Position) -> impl Iterator<Item = Theme> {
    let men = moved_men(path, end);
    let interferes = |man: Square| parries_over(end, man).any();
    let blocks = |man: Square| is_self_block(end, man);
    let found = [
        (Theme::Interference, men.into_iter().any(interferes)),
        (Theme::SelfBlock, men.into_iter().any(blocks)),
    ];
    found.into_iter().filter(|&(_, present)| present).map(|(theme, _)| theme)
}

/// The squares to which men came in the play and where they still are, kings aside.
fn moved_men(path: &Path, end: &Position) -> SquareSet {
    let mut men = SquareSet::EMPTY;
    for m in path.steps().iter().filter_map(|step| step.played) {
        men = men.without(m.from());
        men = if m.kind() == MoveKind::Castling { men.without(m.to()) } else { men.with(m.to()) };
    }
    men - end.diagram().role(Role::King)
}

/// The same position without one man; `None` if no check is left then.
fn without(end: &Position, man: Square) -> Option<Position> {
    let mut setup = end.to_setup(Clocks::default());
    setup.diagram.take(man);
    let position = Position::new(setup.without_unusable_rights(), Faults::WAIVABLE).ok()?;
    position.is_check().then_some(position)
}

/// The men of the mated side that could parry over this square if no man were there.
fn parries_over(end: &Position, man: Square) -> SquareSet {
    let Some(open) = without(end, man) else { return SquareSet::EMPTY };
    let moves = open.moves().into_iter();
    moves.filter(|m| attacks::between(m.from(), m.to()).contains(man)).map(Move::from).collect()
}

/// Whether the mated king could go to the square of its own man if that were not there.
fn is_self_block(end: &Position, man: Square) -> bool {
    let king = end.diagram().king(end.turn());
    let is_near = king.is_some_and(|king| attacks::king(king).contains(man));
    is_near
        && end.diagram().color(end.turn()).contains(man)
        && without(end, man).is_some_and(|open| {
            open.moves().iter().any(|m| Some(m.from()) == king && m.to() == man)
        })
}

/// The interference by the last move before the mate, unless that captured the piece that moved
/// before it.
pub(super) fn interference_by_defence(path: &Path, end: &Position) -> Option<Interference> {
    let [earlier @ .., defence, _] = path.steps() else { return None };
    let played = defence.played.filter(|_| defence.side() == end.turn())?;
    let attack = earlier.last().and_then(|step| step.played);
    if attack.is_some_and(|attack| attack.to() == played.to()) {
        return None;
    }
    let victims = shut_off_by(end, played)?;
    let before = earlier.iter().map(|step| step.played).collect();
    Some(Interference { before, defence: played, victims, steps: path.steps().to_vec() })
}

/// The pieces whose lines are closed by the piece that made this move, if it is still there.
fn shut_off_by(end: &Position, m: Move) -> Option<SquareSet> {
    let is_there = end.diagram().color(end.turn()).contains(m.to());
    let victims = if is_there { parries_over(end, m.to()) } else { SquareSet::EMPTY };
    victims.any().then_some(victims)
}

/// The second mates of pairs in which two men shut each other off on one square.
pub(super) fn grimshaws(interferences: &[Interference]) -> Vec<&[Step]> {
    let mut found = Vec::new();
    let mut pairs = BTreeSet::new();
    let mut meetings: BTreeMap<(&[Option<Move>], Square), Vec<&Interference>> = BTreeMap::new();
    for second in interferences {
        let meeting = meetings.entry((&second.before, second.defence.to())).or_default();
        let is_mutual = |first: &&&Interference| {
            first.victims.contains(second.defence.from())
                && second.victims.contains(first.defence.from())
        };
        for first in meeting.iter().filter(is_mutual) {
            if pairs.insert((&first.before, first.defence, second.defence)) {
                found.push(second.steps.as_slice());
            }
        }
        meeting.push(second);
    }
    found
}

/// Whether the attacker has just moved, one move before the mate, to where each of two men that
/// take shuts off the other.
pub(super) fn novotny(path: &Path, next: &Continuation) -> Option<Theme> {
    let (before, last) = path.last().filter(|_| next.key.moves == 2)?;
    let after = before.after(last);
    let mut pairs = Vec::new();
    for taking in after.moves() {
        if taking.to() == last.to() && taking.kind() != MoveKind::Castling {
            let child = after.after(taking);
            let _ = child.try_for_each_mate(|mate| {
                let victims = shut_off_by(&child.after(mate), taking).unwrap_or_default();
                pairs.push((taking.from(), victims));
                ControlFlow::<()>::Continue(())
            });
        }
    }
    let is_mutual = |&(one, shut): &(Square, SquareSet)| {
        pairs.iter().any(|&(other, also)| shut.contains(other) && also.contains(one))
    };
    pairs.iter().any(is_mutual).then_some(Theme::Novotny)
}
