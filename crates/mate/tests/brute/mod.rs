//! The definitions of the stipulations, word by word, and nothing clever.

#![allow(dead_code, reason = "each test file is compiled with all of it and uses some")]

use sole_board::{Move, Position};
use sole_mate::{Goal, Key, Line, Play, Stipulation};

fn is_end(position: &Position, goal: Goal) -> bool {
    position.moves().is_empty() && position.is_check() == (goal == Goal::Mate)
}

/// Whether the side to move forces the goal in at most `moves`.
fn forces(position: &Position, goal: Goal, moves: u8) -> bool {
    moves > 0 && position.moves().iter().any(|&m| forced(&position.after(m), goal, moves - 1))
}

/// Whether the goal is reached, or every reply lets it be forced in `moves`.
fn forced(position: &Position, goal: Goal, moves: u8) -> bool {
    let replies = position.moves();
    if replies.is_empty() {
        return is_end(position, goal);
    }
    replies.iter().all(|&m| forces(&position.after(m), goal, moves))
}

/// The moves that succeed, with the least number of moves up to `most`.
fn keys(position: &Position, most: u8, succeeds: impl Fn(&Position, u8) -> bool) -> Vec<Key> {
    let key = |&first: &Move| {
        let child = position.after(first);
        (1..=most).find(|&moves| succeeds(&child, moves)).map(|moves| Key { first, moves })
    };
    position.moves().iter().filter_map(key).collect()
}

pub(crate) fn direct_keys(position: &Position, goal: Goal, most: u8) -> Vec<Key> {
    keys(position, most, |child, moves| forced(child, goal, moves - 1))
}

fn can_mate(position: &Position) -> bool {
    position.moves().iter().any(|&m| is_end(&position.after(m), Goal::Mate))
}

/// Whether the side to move forces the other to mate it in at most `moves`.
fn self_forces(position: &Position, reflex: bool, moves: u8) -> bool {
    if moves == 0 || (reflex && can_mate(position)) {
        return false;
    }
    position.moves().iter().any(|&m| self_forced(&position.after(m), reflex, moves))
}

fn self_forced(position: &Position, reflex: bool, moves: u8) -> bool {
    let mut replies = position.moves();
    if reflex && can_mate(position) {
        replies.retain(|&m| is_end(&position.after(m), Goal::Mate));
    }
    let lost = |&m: &Move| {
        let child = position.after(m);
        is_end(&child, Goal::Mate) || self_forces(&child, reflex, moves - 1)
    };
    !replies.is_empty() && replies.iter().all(lost)
}

pub(crate) fn self_keys(position: &Position, reflex: bool, most: u8) -> Vec<Key> {
    if reflex && can_mate(position) {
        return Vec::new();
    }
    keys(position, most, |child, moves| self_forced(child, reflex, moves))
}

/// Every line of exactly the length that the stipulation says.
pub(crate) fn lines(position: &Position, stipulation: Stipulation) -> Vec<Line> {
    let mut lines = Vec::new();
    walk(position, stipulation, &mut Vec::new(), &mut lines);
    lines
}

fn walk(position: &Position, stipulation: Stipulation, line: &mut Line, lines: &mut Vec<Line>) {
    let left = usize::from(stipulation.plies()) - line.len();
    for m in position.moves() {
        let child = position.after(m);
        line.push(m);
        if left == 1 {
            if is_end(&child, stipulation.goal()) {
                lines.push(line.clone());
            }
        } else if let Some(next) = next(&child, stipulation.play(), left - 1) {
            walk(&next, stipulation, line, lines);
        }
        line.pop();
    }
}

/// The position that play goes on from, with `left` moves to go.
fn next(child: &Position, play: Play, left: usize) -> Option<Position> {
    let in_a_row = match play {
        Play::Series => true,
        Play::SeriesHelp => left > 1,
        _ => false,
    };
    if in_a_row { child.passed() } else { Some(*child) }
}
