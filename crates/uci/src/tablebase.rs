//! What endgame tables know of a move, as the engine says it.
//!
//! The tables of distances to mate know no fifty-move rule. Where the clock may run out before the
//! mate, those of distances to a capture or pawn move decide; without them nothing is called exact.

use crate::search::Score;
use crate::search_task::Line;
use sole_board::{Clocks, Position};
use sole_endgame::play::{self, Outcome};
use sole_endgame::{Fifty, ProbeError, Tables, Value, Zeroing};

/// A move with its consequences.
pub(crate) struct TablebaseMove {
    pub(crate) score: Score,
    /// The move, and how it goes on as far as that is known.
    pub(crate) line: Line,
    pub(crate) basis: Basis,
}

/// On what the score of a move is based.
#[derive(Clone, Copy)]
pub(crate) enum Basis {
    /// The distance to mate, which the fifty-move rule leaves as it is.
    Distance,
    /// The fifty-move rule, under which neither side wins.
    DrawnByRule,
    /// The fifty-move rule, under which the line mates in time, perhaps not the soonest.
    MateInTime,
    /// The distance to mate, before which the clock may run out.
    DistanceButForTheRule,
}

impl Basis {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Basis::Distance => "exact: from endgame tables",
            Basis::DrawnByRule => "exact: a draw under the fifty-move rule, from endgame tables",
            Basis::MateInTime => {
                "exact: decided under the fifty-move rule, from endgame tables; the mate shown may \
                 not be the soonest"
            }
            Basis::DistanceButForTheRule => {
                "from endgame tables, but the fifty-move rule is left out of account: build with \
                 --dtz"
            }
        }
    }
}

/// Whether the clock may run out before the mate.
pub(crate) fn is_tight(value: Value, clocks: Clocks) -> bool {
    match value {
        Value::Win(moves) | Value::Loss(moves) => {
            clocks.halfmoves.saturating_add(2 * u16::from(moves)) > Zeroing::LIMIT.into()
        }
        Value::Draw => false,
    }
}

impl TablebaseMove {
    /// A move whose mate comes before the clock runs out, or none at all.
    pub(crate) fn by_distance(
        tables: &Tables,
        position: &Position,
        best: Outcome,
    ) -> Result<TablebaseMove, ProbeError> {
        let mut line = vec![best.played];
        line.extend(play::principal_line(tables, &position.after(best.played))?);
        Ok(TablebaseMove { score: score(best.value), line, basis: Basis::Distance })
    }

    /// A move of which it is known how it ends under the fifty-move rule.
    pub(crate) fn in_time(
        tables: &Tables,
        position: &Position,
        clocks: Clocks,
        best: Outcome,
    ) -> Result<TablebaseMove, ProbeError> {
        let mut line = vec![best.played];
        let sign = match best.fifty {
            Some(Fifty::Win) => 1,
            Some(Fifty::Loss) => -1,
            _ => {
                return Ok(TablebaseMove {
                    score: Score::Pawns(0),
                    line,
                    basis: Basis::DrawnByRule,
                });
            }
        };
        let (after, clocks) = (position.after(best.played), clocks.after(position, best.played));
        line.extend(play::principal_line_in_time(tables, &after, clocks)?);
        let score = Score::Mate(sign * line.len().div_ceil(2) as i32);
        Ok(TablebaseMove { score, line, basis: Basis::MateInTime })
    }

    /// A move of which only the distance to mate is known, and that may come too late.
    pub(crate) fn but_for_the_rule(best: Outcome) -> TablebaseMove {
        let line = vec![best.played];
        TablebaseMove { score: score(best.value), line, basis: Basis::DistanceButForTheRule }
    }
}

fn score(value: Value) -> Score {
    match value {
        Value::Win(moves) => Score::Mate(moves.into()),
        Value::Draw => Score::Pawns(0),
        Value::Loss(moves) => Score::Mate(-i32::from(moves)),
    }
}
