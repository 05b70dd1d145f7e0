//! `sole proof solve`: the games that lead to a diagram.

use super::text;
use crate::args::proof::{ProofQuestion, Solve, Stretch};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::crew::InOrder;
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input::{self, Input, Positions};
use crate::interrupt;
use crate::render::{plural, wrapped};
use crate::watched::WatchedTask;
use serde::{Serialize, Serializer};
use sole_board::{Diagram, Move, Position, UciStyle};
use sole_proof::solve::{
    Budget, Completeness, Counted, Deductions, Difficulty, Game, Games, Impossible, ProofGame,
    at_most, shortest,
};
use sole_proof::{Length, LengthError, record};
use sole_puzzle::task::Limits;
use sole_puzzle::{Rating, Task};
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report<'a> {
    diagram: String,
    plies: u16,
    verdict: &'static str,
    /// How many games are known of.
    solutions: u128,
    /// Whether these are all.
    complete: bool,
    /// Those that are shown.
    games: InUci<'a>,
    /// How hard it is, if there is one game of one length.
    #[serde(skip_serializing_if = "<[Rating]>::is_empty")]
    ratings: &'a [Rating],
    #[serde(skip_serializing_if = "Option::is_none")]
    deductions: Option<Vec<String>>,
}

/// Games as lists of moves. There may be millions, which are written one by one.
#[derive(Debug)]
struct InUci<'a>(&'a [Game]);

impl Serialize for InUci<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let uci = |m: &Move| m.to_uci(UciStyle::Standard);
        serializer.collect_seq(self.0.iter().map(|game| game.iter().map(uci).collect::<Vec<_>>()))
    }
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

/// What was found out about a diagram.
struct Solved {
    question: Question,
    /// The length of the games, or the most.
    plies: u16,
    games: Games,
    /// How many games there are, if they were counted.
    count: Option<u128>,
    ratings: Vec<Rating>,
    deductions: Option<Deductions>,
    stats: Stats,
}

/// Runs the command.
pub(super) fn run(flags: Solve, console: &mut Console) -> Result<Exit, Stop> {
    let Solve { position, question, threads } = flags;
    let positions = Positions::try_from(position)?;
    let limit = question.limit.unwrap_or(if question.all { usize::MAX } else { 2 });
    let start = input::start(question.from.as_deref(), console)?;
    let job = Job { stretch: question.stretch(), start, limit, flags: &question };
    if threads.get() > 1 && positions.is_batch() {
        return job.run_on(threads.number(), &positions, console);
    }
    positions.answer_each(console, |input, console| {
        let task = WatchedTask::limited("solving", job.limits(), console);
        let solved = job.solve(input, &task);
        if task.is_cancelled() {
            return Err(Stop::Interrupted);
        }
        drop(task);
        job.tell(&solved?, console)
    })
}

impl Job<'_> {
    /// The limits of one diagram; its nodes are those of each search.
    fn limits(&self) -> Limits {
        Limits { nodes: None, time: self.flags.patience.time }
    }

    /// Solves several diagrams at a time, and tells the answers in their order.
    fn run_on(
        &self,
        threads: NonZeroUsize,
        positions: &Positions,
        console: &mut Console,
    ) -> Result<Exit, Stop> {
        let inputs: Vec<Result<Input, Complaint>> = positions.inputs()?.collect();
        let (all, cancellation) =
            (WatchedTask::begin("solving", console), interrupt::cancellation());
        all.begin_phase("solving", "diagrams", inputs.len() as u64);
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::channel();
        let work = |send: mpsc::Sender<_>| {
            while let Some((number, input)) = {
                let number = next.fetch_add(1, Ordering::Relaxed);
                inputs.get(number).map(|input| (number, input))
            } {
                let solved = match input {
                    Ok(input) => {
                        self.solve(input, &Task::new("", self.limits(), cancellation.clone()))
                    }
                    Err(complaint) => Err(complaint.clone()),
                };
                all.advance(1);
                if cancellation.is_cancelled() || send.send((number, solved)).is_err() {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.get().min(inputs.len()) {
                let send = send.clone();
                scope.spawn(|| work(send));
            }
            drop(send);
            let answers = InOrder::new(receive);
            let answers = answers.take_while(|_| !cancellation.is_cancelled());
            let exit = positions.answer_all(answers, console, |solved, console| {
                all.clear();
                self.tell(solved, console)
            });
            if cancellation.is_cancelled() {
                return Err(Stop::Interrupted);
            }
            if exit.is_err() {
                // Nobody waits for the other answers any more.
                cancellation.cancel();
            }
            exit
        })
    }

    /// Solves one diagram as a task that begins now.
    fn solve(&self, input: &Input, task: &Task) -> Result<Solved, Complaint> {
        let question = self.read(input)?;
        let impossible =
            |error: Impossible| Complaint::new(Kind::BadPosition, error.to_string()).about(input);
        let nodes = self.flags.patience.most_nodes();
        let bytes = self.flags.memory.named().map(|bytes| bytes as usize);
        let budget = Budget { nodes, bytes, ..Budget::of(task) };
        let (plies, games) = self.search(&question, &budget).map_err(impossible)?;
        let counted = self.count(&question, plies, &games, &budget).map_err(impossible)?;
        let nodes = games.nodes + counted.map_or(0, |counted| counted.nodes);
        let stats = Stats::new(nodes, task.elapsed());
        let deductions = self.deductions(&question, plies).map_err(impossible)?;
        let count = counted.and_then(|counted| counted.games);
        let ratings = self.ratings(&question, plies, &games);
        Ok(Solved { question, plies, games, count, ratings, deductions, stats })
    }

    fn tell(&self, solved: &Solved, console: &mut Console) -> Result<Exit, Stop> {
        let report = self.report(solved);
        let (status, exit) = match self.flags.all && !report.complete {
            true => (Status::Open, Exit::Open),
            false => conclusion(report.verdict),
        };
        let stats = solved.stats;
        if console.is_json() {
            console.answer(&Answer { status, result: &report, stats: Some(stats) })?;
            return Ok(exit);
        }
        if let Some(deductions) = &solved.deductions {
            writeln!(console.out(), "{deductions}")?;
        }
        self.write(&report, console)?;
        let (nodes, seconds) = (plural(stats.nodes, "node"), stats.seconds);
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

    /// How many games there are, if all are asked for and not all are shown.
    fn count(
        &self,
        question: &Question,
        plies: u16,
        games: &Games,
        budget: &Budget<'_>,
    ) -> Result<Option<Counted>, Impossible> {
        if !self.flags.all || games.completeness != Completeness::Limit {
            return Ok(None);
        }
        let shortest = if self.stretch == Stretch::AtMost { 0 } else { plies };
        let mut all = Counted { games: Some(0), nodes: 0 };
        for plies in shortest..=plies {
            let game = ProofGame::from_start(self.start, question.target, plies)?;
            let more = game.count(budget);
            let sum = all.games.zip(more.games);
            all.games = sum.and_then(|(all, more)| all.checked_add(more));
            all.nodes += more.nodes;
        }
        Ok(Some(all))
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

    fn report<'a>(&self, solved: &'a Solved) -> Report<'a> {
        let games = &solved.games;
        let verdict = match (games.games.len(), games.completeness) {
            (0 | 1, Completeness::Budget) => "open",
            (0, _) => "none",
            (1, _) => "one",
            _ => "many",
        };
        let lines = |deductions: &Deductions| {
            deductions.to_string().lines().map(|line| line.trim().to_owned()).collect()
        };
        let all = (games.completeness == Completeness::All).then_some(games.games.len() as u128);
        let all = solved.count.or(all);
        let shown = games.games.len().min(self.limit);
        Report {
            diagram: solved.question.target.to_string(),
            plies: solved.plies,
            verdict,
            solutions: all.unwrap_or(shown as u128),
            complete: all.is_some(),
            games: InUci(&games.games[..shown]),
            ratings: &solved.ratings,
            deductions: solved.deductions.as_ref().map(lines),
        }
    }

    fn ratings(&self, question: &Question, plies: u16, games: &Games) -> Vec<Rating> {
        let is_unique = games.games.len() == 1 && games.completeness == Completeness::All;
        let game = ProofGame::from_start(self.start, question.target, plies).ok();
        // With other memory it is other work, which is not to be compared.
        let is_comparable = self.flags.memory.named().is_none() && self.stretch != Stretch::AtMost;
        let rated = game.filter(|_| is_unique && is_comparable);
        let difficulty =
            rated.map(|game| Difficulty { free: game.free_plies(), nodes: games.nodes });
        difficulty.map_or_else(Vec::new, |difficulty| record::ratings(&difficulty).to_vec())
    }

    fn write(&self, report: &Report<'_>, console: &mut Console) -> io::Result<()> {
        if !console.is_quiet() {
            let count = match u64::try_from(report.solutions) {
                Ok(games) => plural(games, "game"),
                Err(_) => format!("{} games", report.solutions),
            };
            let shown = report.games.0.len();
            let plies = match self.stretch {
                Stretch::AtMost => format!("at most {}", text::plies(report.plies.into())),
                Stretch::Exactly | Stretch::Shortest => text::plies(report.plies.into()),
            };
            let text = match (report.verdict, report.complete) {
                ("none", _) => format!("No game of {plies} leads to it."),
                ("one", _) => format!("Exactly one game of {plies} leads to it:"),
                ("open", _) if report.solutions == 0 => format!("Not decided for {plies}."),
                ("open", _) => format!("A game of {plies}; whether it is the only one is open:"),
                (_, true) if shown == 0 => format!("{count} of {plies} lead to it."),
                (_, true) if report.solutions > shown as u128 => {
                    format!("{count} of {plies} lead to it; {shown} of them:")
                }
                (_, true) => format!("{count} of {plies} lead to it:"),
                _ if self.flags.all => {
                    format!("More than one game of {plies} leads to it, how many is open; {count}:")
                }
                _ if shown == 0 => format!("More than one game of {plies} leads to it."),
                _ => format!("More than one game of {plies} leads to it; {count}:"),
            };
            writeln!(console.out(), "{text}")?;
        }
        for game in report.games.0 {
            let text = sole_board::numbered_game(&self.start, game);
            write!(console.out(), "{}", wrapped(text.split(' ')))?;
        }
        if console.is_quiet() { Ok(()) } else { text::write_ratings(report.ratings, console) }
    }
}

/// The diagram that a text means: a placement alone, or that of a position in any form.
fn diagram(input: &Input) -> Result<Diagram, Complaint> {
    input.board().map(|read| read.setup.diagram)
}

fn conclusion(verdict: &str) -> (Status, Exit) {
    match verdict {
        "open" => (Status::Open, Exit::Open),
        "none" => (Status::Refuted, Exit::No),
        _ => (Status::Proven, Exit::Yes),
    }
}
