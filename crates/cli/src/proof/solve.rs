//! `sole proof solve`: the games that lead to a diagram.

use super::survey;
use super::text;
use super::watch::Watch;
use crate::args::proof::{ProofQuestion, Solve, Stretch};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input::{Input, Positions};
use crate::render::{grouped, plural, wrapped};
use serde::Serialize;
use sole_board::{Diagram, Move, Position, UciStyle};
use sole_proof::solve::{
    Budget, Deductions, Extent, Games, Impossible, ProofGame, at_most, shortest,
};
use sole_proof::{Length, LengthError};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    diagram: String,
    plies: u16,
    verdict: &'static str,
    /// How many games are shown.
    solutions: usize,
    /// Whether these are all.
    complete: bool,
    games: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deductions: Option<Vec<String>>,
}

/// What is asked for, for each diagram.
struct Job<'a> {
    flags: &'a ProofQuestion,
    start: Position,
    stretch: Stretch,
    limit: usize,
}

/// A diagram, and the length that came with it.
struct Question {
    target: Diagram,
    length: Length,
}

/// Runs the command.
pub(super) fn run(flags: Solve, console: &mut Console) -> Result<Exit, Stop> {
    let Solve { position, question } = flags;
    let positions = Positions::try_from(position)?;
    let limit = if question.all { usize::MAX } else { question.limit };
    let start = survey::start_at(question.from.as_deref())?;
    let job = Job { stretch: question.stretch(), start, limit, flags: &question };
    positions.answer_each(console, |input, console| job.answer(input, console))
}

impl Job<'_> {
    fn answer(&self, input: &Input, console: &mut Console) -> Result<Exit, Stop> {
        let question = self.read(input)?;
        let impossible = |error: Impossible| {
            Stop::from(Complaint::new(Kind::BadPosition, error.to_string()).about(input))
        };
        let watch = Watch::new("solving".to_owned(), self.flags.time, console);
        let steps = AtomicU64::new(0);
        let stop = || {
            let nodes = (steps.fetch_add(1, Ordering::Relaxed) + 1) * Budget::STEP;
            watch.is_to_stop(None, || format!("{} nodes", grouped(nodes)))
        };
        let nodes = self.flags.nodes.unwrap_or(u64::MAX);
        let bytes = self.flags.memory.map_or(Budget::BYTES, |bytes| bytes as usize);
        let budget = Budget { nodes, bytes, stop: &stop };
        let found = self.search(&question, &budget);
        let elapsed = watch.finish()?;
        let (plies, games) = found.map_err(impossible)?;
        let deductions = self.deductions(&question, plies).map_err(impossible)?;
        let report = self.report(&question, plies, &games, deductions.as_ref());
        let (status, exit) = conclusion(report.verdict);
        if console.is_json() {
            let stats = Some(Stats::new(games.nodes, elapsed));
            console.answer(&Answer { status, result: &report, stats })?;
            return Ok(exit);
        }
        if let Some(deductions) = &deductions {
            writeln!(console.out(), "{deductions}")?;
        }
        self.write(&report, &games, console)?;
        let (nodes, seconds) = (plural(games.nodes, "node"), elapsed.as_secs_f64());
        console.remark(&format!("{nodes} in {seconds:.2} s"))?;
        Ok(exit)
    }

    /// The diagram of an input, `BOARD` or `BOARD;LENGTH`.
    fn read(&self, input: &Input) -> Result<Question, Complaint> {
        let (board, length) = match input.text.split_once(';') {
            None => (input.text.as_str(), None),
            Some((board, rest)) => (board, rest.split(';').next().map(str::trim)),
        };
        let target = diagram(&input.word(board.trim()))?;
        let own = length.filter(|text| !text.is_empty()).map(|text| {
            text.parse().map_err(|error: LengthError| {
                Complaint::new(Kind::BadStipulation, error.to_string()).about(input)
            })
        });
        let longest = Length::new(Length::MAX).filter(|_| self.stretch == Stretch::Shortest);
        let length = self.flags.plies.or(own.transpose()?).or(longest).ok_or_else(|| {
            let message = "how long is the game? Add --plies, --shortest or ;LENGTH".to_owned();
            Complaint::new(Kind::Usage, message).about(input)
        })?;
        Ok(Question { target, length })
    }

    /// The games, and the length that they have or have at most.
    fn search(&self, question: &Question, budget: &Budget<'_>) -> Result<(u16, Games), Impossible> {
        let (start, target, plies) = (self.start, question.target, question.length.plies());
        let plies = match self.stretch {
            Stretch::Exactly => plies,
            Stretch::Shortest => shortest(start, target, plies, budget)?.plies,
            Stretch::AtMost => {
                let games = at_most(start, target, plies, self.limit.max(2), budget)?;
                return Ok((plies, games));
            }
        };
        let game = ProofGame::from_start(start, target, plies)?;
        Ok((plies, game.games(self.limit.max(2), budget)))
    }

    fn deductions(
        &self,
        question: &Question,
        plies: u16,
    ) -> Result<Option<Deductions>, Impossible> {
        if !self.flags.explain {
            return Ok(None);
        }
        let game = ProofGame::from_start(self.start, question.target, plies)?;
        Ok(Some(game.deductions()))
    }

    fn report(
        &self,
        question: &Question,
        plies: u16,
        games: &Games,
        deductions: Option<&Deductions>,
    ) -> Report {
        let uci = |game: &Vec<Move>| game.iter().map(|m| m.to_uci(UciStyle::Standard)).collect();
        let shown = games.games.iter().take(self.limit);
        let verdict = match (games.games.len(), games.extent) {
            (0 | 1, Extent::Budget) => "open",
            (0, _) => "none",
            (1, _) => "one",
            _ => "many",
        };
        let lines = |deductions: &Deductions| {
            deductions.to_string().lines().map(|line| line.trim().to_owned()).collect()
        };
        Report {
            diagram: question.target.to_string(),
            plies,
            verdict,
            solutions: games.games.len().min(self.limit),
            complete: games.extent == Extent::All && games.games.len() <= self.limit,
            games: shown.map(uci).collect(),
            deductions: deductions.map(lines),
        }
    }

    fn write(&self, report: &Report, games: &Games, console: &mut Console) -> io::Result<()> {
        if !console.is_quiet() {
            let count = plural(report.solutions as u64, "game");
            let plies = match self.stretch {
                Stretch::AtMost => format!("at most {}", text::plies(report.plies.into())),
                Stretch::Exactly | Stretch::Shortest => text::plies(report.plies.into()),
            };
            let text = match (report.verdict, report.complete) {
                ("none", _) => format!("No game of {plies} leads to it."),
                ("one", _) => format!("Exactly one game of {plies} leads to it:"),
                ("open", _) if report.solutions == 0 => format!("Not decided for {plies}."),
                ("open", _) => format!("A game of {plies}; whether it is the only one is open:"),
                (_, true) => format!("{count} of {plies} lead to it:"),
                (_, false) => format!("More than one game of {plies} leads to it; {count}:"),
            };
            writeln!(console.out(), "{text}")?;
        }
        for game in games.games.iter().take(self.limit) {
            let text = text::game(&self.start, game);
            write!(console.out(), "{}", wrapped(text.split(' ')))?;
        }
        Ok(())
    }
}

/// The diagram that a text means: a placement alone, or all of a FEN.
fn diagram(input: &Input) -> Result<Diagram, Complaint> {
    if input.text.contains(char::is_whitespace) {
        return Ok(input.setup()?.diagram);
    }
    input.text.parse().map_err(|error| Complaint::bad_fen(input, &error))
}

fn conclusion(verdict: &str) -> (Status, Exit) {
    match verdict {
        "open" => (Status::Open, Exit::Open),
        "none" => (Status::Refuted, Exit::No),
        _ => (Status::Proven, Exit::Yes),
    }
}
