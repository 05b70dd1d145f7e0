//! What tables say of a position, in the shape of scripts.

use crate::input::Playable;
use crate::notation::Names;
use serde::Serialize;
use sole_board::{Color, Move, Notation, Position};
use sole_endgame::{Mainline, Measure, MoveReport, PositionReport, Standing};

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
pub(super) struct MainlineReport {
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

impl Report {
    /// The same as scripts see it.
    pub(super) fn new(
        Playable { setup, position }: &Playable,
        PositionReport { standing, moves, line }: &PositionReport,
    ) -> Report {
        let reply = |report: &MoveReport| Reply {
            names: Names::of(position, report.outcome.played),
            zeroing: report.is_zeroing,
            situation: Situation::new(&report.after, report.reply),
        };
        Report {
            fen: setup.to_string(),
            situation: Situation::new(position, *standing),
            moves: moves.iter().map(reply).collect(),
            pv: Notation::Uci.names(&position.line(line)),
        }
    }

    /// The same with every field of lila-tablebase, as its clients may need them all.
    pub(super) fn in_full(mut self) -> Report {
        self.situation.absent = Some(Absent::default());
        self.moves.iter_mut().for_each(|reply| reply.situation.absent = Some(Absent::default()));
        self
    }
}

impl MainlineReport {
    /// The best line as scripts see it.
    pub(super) fn new(
        position: &Position,
        Mainline { standing, moves }: &Mainline,
    ) -> MainlineReport {
        let mut place = *position;
        let step = |&(played, standing): &(Move, Standing)| {
            let names = Names::of(&place, played);
            place = place.after(played);
            Step { names, measure: standing.into() }
        };
        let mainline = moves.iter().map(step).collect();
        let letter = |color| if color == Color::White { 'w' } else { 'b' };
        let winner = standing.winner(position.turn()).map(letter);
        MainlineReport { measure: (*standing).into(), mainline, winner }
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
