//! Perfect play from tables: the choice of moves, and a game against it.
//!
//! A perfect player wins by the shortest way, loses by the longest and holds
//! draws. Where several moves do that, the order is fixed and the same
//! everywhere: by the square a man leaves, then by the square it goes to, each
//! from a1 along the first rank to h8, then promotions from queen to knight.
//! [`tricky_outcomes`] first asks which of them leaves the opponent the fewest
//! ways to go right. Where the shortest mate comes too late for the fifty-move
//! rule, [`in_time`] puts what holds under the rule before all else.

mod session;
mod start;

pub use session::{Best, Choice, Played, Session, SessionError};
pub use start::{RandomStart, StartVerdict};

use crate::dtm::Value;
use crate::dtz::Fifty;
use crate::slice::ending;
use crate::tables::{ProbeError, Tables};
use sole_board::{Clocks, Material, Move, MoveKind, Position, Role, Square};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A legal move and how the game ends after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move.
    pub played: Move,
    /// How it ends for the side that plays it, this move counted.
    pub value: Value,
    /// How it ends under the fifty-move rule, if [`in_time`] asked.
    pub fifty: Option<Fifty>,
}

impl Outcome {
    /// Win, draw or loss, under the fifty-move rule if it was asked for.
    fn wdl(&self) -> Wdl {
        match self.fifty {
            None => Wdl::from(self.value),
            Some(Fifty::Loss) => Wdl::Lost,
            Some(Fifty::BlessedLoss | Fifty::Draw | Fifty::CursedWin) => Wdl::Drawn,
            Some(Fifty::Win) => Wdl::Won,
        }
    }
}

/// Win, draw or loss, without the distance. The order is what a side prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side loses.
    Lost,
    /// Neither side can force mate.
    Drawn,
    /// The side wins.
    Won,
}

impl From<Value> for Wdl {
    fn from(value: Value) -> Wdl {
        match value {
            Value::Loss(_) => Wdl::Lost,
            Value::Draw => Wdl::Drawn,
            Value::Win(_) => Wdl::Won,
        }
    }
}

/// A move that gave away a win or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The move, and what it led to.
    pub after: Outcome,
    /// The best move instead; its value is what there was to keep.
    pub kept: Outcome,
}

/// How the side to move loses a man at once, or gives stalemate, whatever it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickCapture {
    /// The men that fall, by where they stand now.
    pub victims: BTreeSet<Square>,
    /// The moves that prevent the capture by giving stalemate.
    pub stalemates: Vec<Move>,
}

/// Every legal move with its outcome, best first; ties as [the module](self) says.
///
/// # Errors
/// A position after a move has no answer.
pub fn outcomes(tables: &Tables, position: &Position) -> Result<Vec<Outcome>, ProbeError> {
    let mut outcomes = Vec::new();
    for played in position.moves() {
        let value = tables.probe(&position.after(played))?.before();
        outcomes.push(Outcome { played, value, fifty: None });
    }
    outcomes.sort_by_key(|outcome| (Reverse(outcome.value), squares(outcome.played)));
    Ok(outcomes)
}

/// The same, but moves of equal value that leave the opponent fewer saving replies come first.
///
/// A saving reply keeps what the opponent has, a win or a draw; if the opponent
/// is lost, it is one that holds out longest.
///
/// # Errors
/// A position after a move, or after a reply, has no answer.
pub fn tricky_outcomes(tables: &Tables, position: &Position) -> Result<Vec<Outcome>, ProbeError> {
    let mut ranked = Vec::new();
    for outcome in outcomes(tables, position)? {
        let replies = outcomes(tables, &position.after(outcome.played))?;
        ranked.push((outcome, saving(&replies)));
    }
    ranked.sort_by_key(|&(outcome, saving)| (Reverse(outcome.value), saving));
    Ok(ranked.into_iter().map(|(outcome, _)| outcome).collect())
}

/// The same moves, those first that end best under the fifty-move rule; otherwise in the same order.
///
/// A side that goes by this order wins in time whatever it can: each move keeps
/// the win at the clock that it leads to, and the clock runs out.
///
/// # Errors
/// The distance to a capture or pawn move is not known after some move.
pub fn in_time(
    tables: &Tables,
    position: &Position,
    clocks: Clocks,
    mut outcomes: Vec<Outcome>,
) -> Result<Vec<Outcome>, ProbeError> {
    for outcome in &mut outcomes {
        let halfmoves = clocks.after(position, outcome.played).halfmoves;
        let zeroing = tables.probe_zeroing(&position.after(outcome.played))?;
        outcome.fifty = Some(zeroing.fifty(halfmoves.into()).reversed());
    }
    outcomes.sort_by_key(|outcome| Reverse(outcome.fifty));
    Ok(outcomes)
}

/// How many of the moves keep what there is.
fn saving(outcomes: &[Outcome]) -> usize {
    let Some(best) = outcomes.first() else { return 0 };
    let keeps = |outcome: &&Outcome| match Wdl::from(best.value) {
        Wdl::Lost => outcome.value == best.value,
        wdl => Wdl::from(outcome.value) == wdl,
    };
    outcomes.iter().filter(keeps).count()
}

/// The order of moves of equal value.
fn squares(m: Move) -> impl Ord {
    (m.from().index(), m.to().index(), Reverse(m.promoted().map(Role::index)))
}

/// The moves of perfect play by both sides up to mate; none in a draw, which has no end.
///
/// # Errors
/// A position on the way has no answer.
pub fn principal_line(tables: &Tables, position: &Position) -> Result<Vec<Move>, ProbeError> {
    line(tables, position, Clocks::default(), |position, _| outcomes(tables, position))
}

/// The moves of both sides by the order of [`in_time`], up to mate; none in a draw.
///
/// # Errors
/// A position on the way has no answer.
pub fn principal_line_in_time(
    tables: &Tables,
    position: &Position,
    clocks: Clocks,
) -> Result<Vec<Move>, ProbeError> {
    line(tables, position, clocks, |position, clocks| {
        in_time(tables, position, clocks, outcomes(tables, position)?)
    })
}

/// Longer than any way to mate: with three pawns there are at most 18 pawn moves and 3 captures,
/// and a hundred half-moves before each.
const LONGEST_LINE: usize = 4096;

/// The first moves of an order by both sides up to the end; none in a draw.
fn line(
    tables: &Tables,
    position: &Position,
    mut clocks: Clocks,
    ordered: impl Fn(&Position, Clocks) -> Result<Vec<Outcome>, ProbeError>,
) -> Result<Vec<Move>, ProbeError> {
    let ending = ending(&Material::of(position.diagram())).0;
    let (mut position, mut line) = (*position, Vec::new());
    if tables.probe(&position)? == Value::Draw {
        return Ok(line);
    }
    while let Some(best) = ordered(&position, clocks)?.first() {
        if line.len() == LONGEST_LINE {
            return Err(ProbeError::Contradiction { ending });
        }
        line.push(best.played);
        clocks = clocks.after(&position, best.played);
        position = position.after(best.played);
    }
    Ok(line)
}

/// What a move gave away, given all [`outcomes`] of the position; none if the
/// result is the same, whatever the distance.
///
/// If [`in_time`] asked, a result may be lost with the fifty-move rule or without it.
pub fn slip(outcomes: &[Outcome], played: Move) -> Option<Slip> {
    let kept = *outcomes.first()?;
    let after = *outcomes.iter().find(|outcome| outcome.played == played)?;
    let lost = Wdl::from(after.value) < Wdl::from(kept.value);
    (lost || after.wdl() < kept.wdl()).then_some(Slip { after, kept })
}

/// Whether the side to move cannot win and, after every move of it, the
/// opponent can capture and keep at least a draw, or is stalemated.
///
/// If every move gives stalemate there is nothing to capture, and no quick capture.
///
/// # Errors
/// A position after a move, or after a capture, has no answer.
pub fn quick_capture(
    tables: &Tables,
    position: &Position,
) -> Result<Option<QuickCapture>, ProbeError> {
    if Wdl::from(tables.probe(position)?) == Wdl::Won {
        return Ok(None);
    }
    let mut found = QuickCapture { victims: BTreeSet::new(), stalemates: Vec::new() };
    for played in position.moves() {
        let after = position.after(played);
        let victims = victims(tables, &after)?;
        if !after.has_moves() && !after.is_check() {
            found.stalemates.push(played);
        } else if victims.is_empty() {
            return Ok(None);
        }
        found.victims.extend(victims.into_iter().map(|square| stood(position, played, square)));
    }
    Ok((!found.victims.is_empty()).then_some(found))
}

/// Where the man stood before a move that stands on `square` after it.
fn stood(position: &Position, played: Move, square: Square) -> Square {
    let stayed = position.diagram().color(position.turn()).contains(square);
    match played.kind() {
        _ if stayed && square != played.to() => square,
        // The rook; kings are not captured.
        MoveKind::Castling => played.to(),
        _ => played.from(),
    }
}

/// The men that the side to move can capture without losing.
fn victims(tables: &Tables, position: &Position) -> Result<Vec<Square>, ProbeError> {
    let mut victims = Vec::new();
    for played in position.moves().into_iter().filter(|&m| position.is_capture(m)) {
        let value = tables.probe(&position.after(played))?.before();
        if Wdl::from(value) >= Wdl::Drawn {
            victims.push(captured_on(position, played));
        }
    }
    Ok(victims)
}

/// Where the man stands that a capture takes.
fn captured_on(position: &Position, capture: Move) -> Square {
    let to = capture.to();
    if position.diagram().role_at(to).is_some() {
        to
    } else {
        Square::at(to.file(), capture.from().rank())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::build::{Options, Plan};
    use crate::file::Effort;
    use crate::random::random_positions;
    use sole_board::Setup;
    use sole_puzzle::task::Task;
    use tempfile::TempDir;

    /// Tables of endings, in a folder that vanishes with them.
    pub(crate) fn built(endings: &[&str]) -> (TempDir, Tables) {
        let home = tempfile::tempdir().expect("a folder");
        let tables = Tables::at(home.path(), 1 << 20);
        let plan = Plan::for_endings(endings.iter().map(|name| name.parse().expect("an ending")));
        let options = Options { memory: 1 << 30, effort: Effort::DEFAULT };
        for plan in [&plan, &plan.zeroing()] {
            plan.build(&tables, options, &Task::unlimited()).expect("built");
        }
        (home, tables)
    }

    pub(crate) fn position(fen: &str) -> Position {
        Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen)
    }

    #[test]
    fn moves_come_best_first_and_ties_by_their_squares() {
        let (_home, tables) = built(&["KRvK", "KPvK"]);
        let cases = [
            ("7k/8/5K2/8/8/8/8/6R1 w - -", "f6f7 g1a1 g1b1", "win in 2, win in 3, win in 3"),
            ("8/4P1k1/8/5K2/8/8/8/8 w - -", "e7e8q f5e6 e7e8r", "win in 3, win in 6, win in 7"),
            ("8/8/8/8/8/5k2/8/4K2R b - -", "f3e4 f3f4 f3g3", "loss in 14, loss in 14, loss in 12"),
        ];
        for (fen, moves, values) in cases {
            let outcomes = outcomes(&tables, &position(fen)).expect(fen);
            let first = &outcomes[..3.min(outcomes.len())];
            let names: Vec<String> = first.iter().map(|o| o.played.to_string()).collect();
            let results: Vec<String> = first.iter().map(|o| o.value.to_string()).collect();
            assert_eq!(
                (names.join(" ").as_str(), results.join(", ").as_str()),
                (moves, values),
                "{fen}"
            );
        }
    }

    #[test]
    fn lines_end_in_mate_after_as_many_plies_as_promised() {
        let (_home, tables) = built(&["KRvK", "KPvK"]);
        for material in ["KRvK", "KPvK"] {
            for start in random_positions(&material.parse().expect("an ending"), 7).take(200) {
                let line = principal_line(&tables, &start).expect("answered");
                let plies = tables.probe(&start).expect("answered").plies().unwrap_or_default();
                assert_eq!(line.len(), usize::from(plies), "{start:?}");
                let end = line.iter().fold(start, |position, &m| position.after(m));
                assert!(line.is_empty() || end.is_check() && !end.has_moves(), "{start:?}");
            }
        }
    }

    /// The tricky order is an order of the same moves, no worse, with as few saving replies.
    #[test]
    fn tricky_moves_are_as_good_and_leave_fewer_replies() {
        let (_home, tables) = built(&["KPvK"]);
        for start in random_positions(&"KPvK".parse().expect("an ending"), 8).take(200) {
            let plain = outcomes(&tables, &start).expect("answered");
            let tricky = tricky_outcomes(&tables, &start).expect("answered");
            let values =
                |outcomes: &[Outcome]| outcomes.iter().map(|o| o.value).collect::<Vec<_>>();
            assert_eq!(values(&plain), values(&tricky), "{start:?}");
            let replies = |outcome: &Outcome| {
                saving(&outcomes(&tables, &start.after(outcome.played)).expect("answered"))
            };
            let as_good = plain.iter().filter(|o| o.value == plain[0].value);
            assert_eq!(tricky.first().map(replies), as_good.map(replies).min(), "{start:?}");
        }
    }

    /// What is won under the rule is won in time, against the longest resistance.
    #[test]
    fn lines_in_time_keep_what_the_rule_leaves() {
        let (_home, tables) = built(&["KPvK"]);
        let mut kinds = [0, 0];
        for start in random_positions(&"KPvK".parse().expect("an ending"), 9).take(400) {
            for halfmoves in [60, 97, 99] {
                let mut clocks = Clocks { halfmoves, fullmoves: 1 };
                let fifty = tables.probe_zeroing(&start).expect("answered").fifty(halfmoves.into());
                let line = principal_line_in_time(&tables, &start, clocks).expect("answered");
                let mut position = start;
                for &m in &line {
                    clocks = clocks.after(&position, m);
                    position = position.after(m);
                    let in_time = clocks.halfmoves <= 100;
                    let wanted = matches!(fifty, Fifty::Win | Fifty::Loss);
                    assert!(in_time || !wanted, "{start:?} after {halfmoves}");
                }
                kinds[0] += usize::from(fifty == Fifty::Win);
                kinds[1] += usize::from(fifty == Fifty::CursedWin);
            }
        }
        assert!(kinds.iter().all(|&n| n > 5), "{kinds:?}");
    }

    #[test]
    fn the_rule_comes_before_the_distance() {
        let (_home, tables) = built(&["KPvK"]);
        let cases = [
            // The shortest mate begins with the king; with the clock at 99 only the pawn is in time.
            ("8/8/1K6/8/4P3/8/8/6k1 w - -", 0, "e4e5 Win", None),
            ("8/8/8/8/8/K3P3/8/6k1 w - -", 99, "e3e4 Win", Some("a3b4")),
        ];
        for (fen, halfmoves, best, slips) in cases {
            let position = position(fen);
            let clocks = Clocks { halfmoves, fullmoves: 60 };
            let plain = outcomes(&tables, &position).expect(fen);
            let ordered = in_time(&tables, &position, clocks, plain).expect(fen);
            let first = ordered[0];
            let fifty = first.fifty.expect("asked");
            assert_eq!(format!("{} {fifty:?}", first.played), best, "{fen}");
            let played = |uci: &&str| position.parse_uci(uci).expect("legal");
            let slip = slips.as_ref().map(played).map(|m| slip(&ordered, m));
            assert!(slip.is_none_or(|slip| slip.is_some_and(|s| s.kept == first)), "{fen}");
        }
    }

    #[test]
    fn only_lost_results_are_slips() {
        let outcome = |to, value| {
            let played = Move::ordinary(Square::E1, to);
            Outcome { played, value, fifty: None }
        };
        let cases = [
            (Value::Win(3), Value::Win(30), false),
            (Value::Win(3), Value::Draw, true),
            (Value::Win(3), Value::Loss(2), true),
            (Value::Draw, Value::Draw, false),
            (Value::Draw, Value::Loss(20), true),
            (Value::Loss(20), Value::Loss(1), false),
        ];
        for (best, value, expected) in cases {
            let played = outcome(Square::D2, value);
            let outcomes = [outcome(Square::E2, best), played];
            let slip = slip(&outcomes, played.played);
            assert_eq!(slip.is_some(), expected, "{best} to {value}");
            assert!(slip.is_none_or(|slip| slip.kept == outcomes[0] && slip.after == played));
        }
    }

    #[test]
    fn quick_captures_name_the_men_and_the_stalemates() {
        let (_home, tables) = built(&["KBNvK", "KPvK", "KRvK"]);
        let cases = [
            // A fork: whichever man goes, the other falls.
            ("8/2K5/8/8/6k1/6BN/8/8 w - -", "g3 h3", 0),
            // The corner: most moves of the bishop stalemate the king.
            ("8/8/8/8/8/1K6/5N2/kB6 w - -", "b1", 8),
            ("k7/P7/2K5/8/8/8/8/8 w - -", "a7", 1),
            ("8/8/8/8/3K4/k7/P7/8 w - -", "a2", 0),
            // A win, a draw without captures, and Black to move.
            ("8/8/8/8/8/1k6/8/R3K3 w Q -", "no", 0),
            ("4k3/8/4K3/4P3/8/8/8/8 w - -", "no", 0),
            ("8/8/4k3/8/4P3/4K3/8/8 w - -", "no", 0),
            ("8/8/8/8/8/1k6/R7/4K3 b - -", "no", 0),
        ];
        for (fen, victims, stalemates) in cases {
            let capture = quick_capture(&tables, &position(fen)).expect(fen);
            let actual = capture.map_or(("no".to_owned(), 0), |capture| {
                let names: Vec<String> = capture.victims.iter().map(Square::to_string).collect();
                (names.join(" "), capture.stalemates.len())
            });
            assert_eq!(actual, (victims.to_owned(), stalemates), "{fen}");
        }
    }
}
