//! `sole endgame probe`: how positions end, every move and the best line.

use super::supply::{Missing, Supply, unanswered};
use super::words::{Measure, Standing, numbered, outcome, verdict};
use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::{Playable, Positions};
use crate::notation::Names;
use crate::render::wrapped;
use serde::Serialize;
use sole_board::{Move, Position, Role};
use sole_endgame::play::{Outcome, outcomes, principal_line};
use sole_endgame::{ProbeError, Tables};
use std::io;

/// What the tables say.
struct Finding {
    standing: Standing,
    outcomes: Vec<Outcome>,
    /// The opponent's standing after each of the moves.
    replies: Vec<Standing>,
    line: Vec<Move>,
}

/// What scripts see, in the shape of lila-tablebase.
#[derive(Debug, Serialize)]
struct Report {
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

/// Runs the command.
pub(crate) fn run(flags: args::Probe, console: &mut Console) -> Result<Exit, Stop> {
    let supply = Supply::new(&flags.data, flags.construction)?;
    let positions = Positions::try_from(flags.position)?;
    let missing = if flags.no_build { Missing::Refuse } else { Missing::Build };
    let mut is_first = true;
    positions.answer_each(console, |input, console| {
        let playable = input.position(positions.waived)?;
        supply.provide(&playable.position, missing, console).map_err(|stop| stop.about(input))?;
        if missing == Missing::Build {
            supply
                .provide_rule(&playable, f64::INFINITY, console)
                .map_err(|stop| stop.about(input))?;
        }
        let finding = Finding::of(&supply.tables, &playable)
            .map_err(|error| unanswered(&error).about(input))?;
        if console.is_json() {
            let result = Report::new(&playable, &finding);
            console.answer(&Answer { status: Status::Ok, result, stats: None })?;
            return Ok(Exit::Yes);
        }
        if positions.is_batch() && !console.is_quiet() {
            let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
            writeln!(console.out(), "{gap}{}", playable.setup)?;
        }
        write_finding(&playable, &finding, console)?;
        Ok(Exit::Yes)
    })
}

impl Finding {
    fn of(tables: &Tables, Playable { setup, position }: &Playable) -> Result<Finding, ProbeError> {
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
    fn new(Playable { setup, position }: &Playable, finding: &Finding) -> Report {
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
}

impl Situation {
    fn new(position: &Position, standing: Standing) -> Situation {
        let over = !position.has_moves();
        Situation {
            measure: standing.into(),
            checkmate: over && position.is_check(),
            stalemate: over && !position.is_check(),
            insufficient_material: position.diagram().dead_material().is_some(),
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

fn write_finding(
    Playable { setup, position }: &Playable,
    finding: &Finding,
    console: &mut Console,
) -> io::Result<()> {
    let verdict = console.paint().bold(&verdict(position, finding.standing.value));
    writeln!(console.out(), "{verdict}")?;
    if let Some(rule) = finding.standing.fifty_moves() {
        writeln!(console.out(), "{rule}")?;
    }
    if console.is_quiet() {
        return Ok(());
    }
    if !finding.outcomes.is_empty() {
        writeln!(console.out())?;
    }
    for Outcome { played, value, .. } in &finding.outcomes {
        let names = Names::of(position, *played).to_string();
        writeln!(console.out(), "{names:14} {}", outcome(*value))?;
    }
    if !finding.line.is_empty() {
        let words = numbered(setup, position, &finding.line);
        let text = wrapped(words.iter().map(String::as_str));
        write!(console.out(), "\n{text}")?;
    }
    Ok(())
}
