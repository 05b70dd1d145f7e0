//! What tables say of a position, in the shape of scripts.

use super::words::{Measure, Standing};
use crate::input::Playable;
use crate::notation::Names;
use serde::Serialize;
use sole_board::{Color, Move, Position, Role};
use sole_endgame::play::{Outcome, outcomes, principal_line};
use sole_endgame::{ProbeError, Tables};

/// What the tables say.
pub(super) struct Finding {
    pub(super) standing: Standing,
    pub(super) outcomes: Vec<Outcome>,
    /// The opponent's standing after each of the moves.
    replies: Vec<Standing>,
    pub(super) line: Vec<Move>,
}

/// What scripts see, in the shape of lila-tablebase.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    fen: String,
    #[serde(flatten)]
    situation: Situation,
    moves: Vec<Reply>,
    pv: Vec<String>,
}

/// A position and its value for the side to move.
#[derive(Debug, Serialize)]
struct Situation {
    #[serde(flatten)]
    measure: Measure,
    checkmate: bool,
    stalemate: bool,
    insufficient_material: bool,
    /// Nothing unless clients of lila-tablebase read it.
    #[serde(flatten)]
    absent: Option<Absent>,
}

/// What lila-tablebase tells and these tables do not know: they are of chess alone, and have no
/// other distances.
#[derive(Debug, Default, Serialize)]
struct Absent {
    precise_dtz: Option<i32>,
    dtc: Option<i32>,
    dtw: Option<i32>,
    variant_win: bool,
    variant_loss: bool,
}

/// A move, and the situation of the opponent after it.
#[derive(Debug, Serialize)]
struct Reply {
    #[serde(flatten)]
    names: Names,
    zeroing: bool,
    #[serde(flatten)]
    situation: Situation,
}

/// The best line as scripts see it, in the shape of lila-tablebase.
#[derive(Debug, Serialize)]
pub(super) struct Mainline {
    #[serde(flatten)]
    measure: Measure,
    mainline: Vec<Step>,
    /// `w`, `b`, or nothing.
    winner: Option<char>,
}

/// A move of the line, and the value for the opponent after it.
#[derive(Debug, Serialize)]
struct Step {
    #[serde(flatten)]
    names: Names,
    #[serde(flatten)]
    measure: Measure,
}

impl Finding {
    /// Asks the tables about a position and all its moves.
    pub(super) fn of(
        tables: &Tables,
        Playable { setup, position }: &Playable,
    ) -> Result<Finding, ProbeError> {
        let outcomes = outcomes(tables, position)?;
        let reply = |outcome: &Outcome| {
            let clocks = setup.clocks.after(position, outcome.played);
            Standing::of(tables, &position.after(outcome.played), clocks.halfmoves)
        };
        let replies = outcomes.iter().map(reply).collect::<Result<_, ProbeError>>()?;
        let standing = Standing::of(tables, position, setup.clocks.halfmoves)?;
        Ok(Finding { standing, outcomes, replies, line: principal_line(tables, position)? })
    }
}

impl Report {
    /// The same as scripts see it.
    pub(super) fn new(Playable { setup, position }: &Playable, finding: &Finding) -> Report {
        let reply = |(outcome, standing): (&Outcome, &Standing)| Reply {
            names: Names::of(position, outcome.played),
            zeroing: is_zeroing(position, outcome.played),
            situation: Situation::new(&position.after(outcome.played), *standing),
        };
        Report {
            fen: setup.to_string(),
            situation: Situation::new(position, finding.standing),
            moves: finding.outcomes.iter().zip(&finding.replies).map(reply).collect(),
            pv: uci(position, &finding.line),
        }
    }

    /// The same with every field of lila-tablebase, as its clients may need them all.
    pub(super) fn in_full(mut self) -> Report {
        self.situation.absent = Some(Absent::default());
        self.moves.iter_mut().for_each(|reply| reply.situation.absent = Some(Absent::default()));
        self
    }
}

impl Mainline {
    /// Asks the tables for the best line.
    pub(super) fn of(
        tables: &Tables,
        Playable { setup, position }: &Playable,
    ) -> Result<Mainline, ProbeError> {
        let standing = Standing::of(tables, position, setup.clocks.halfmoves)?;
        let (mut clocks, mut place) = (setup.clocks, *position);
        let mut mainline = Vec::new();
        for played in principal_line(tables, position)? {
            let names = Names::of(&place, played);
            clocks = clocks.after(&place, played);
            place = place.after(played);
            let measure = Standing::of(tables, &place, clocks.halfmoves)?.into();
            mainline.push(Step { names, measure });
        }
        let letter = |color| if color == Color::White { 'w' } else { 'b' };
        let winner = standing.winner(position.turn()).map(letter);
        Ok(Mainline { measure: standing.into(), mainline, winner })
    }
}

impl Situation {
    fn new(position: &Position, standing: Standing) -> Situation {
        let over = !position.has_moves();
        Situation {
            measure: standing.into(),
            checkmate: over && position.is_check(),
            stalemate: over && !position.is_check(),
            insufficient_material: position.diagram().dead_material().is_some(),
            absent: None,
        }
    }
}

/// Whether a move starts the count of fifty moves again.
fn is_zeroing(position: &Position, m: Move) -> bool {
    position.is_capture(m) || position.diagram().role_at(m.from()) == Some(Role::Pawn)
}

fn uci(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let name = |&m: &Move| {
        let name = Names::of(&position, m).uci;
        position = position.after(m);
        name
    };
    line.iter().map(name).collect()
}
