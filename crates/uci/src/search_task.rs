//! One search from its beginning to its move: exact where something exact is known, else a short
//! search that says what it is.

use crate::command::Go;
use crate::options::Options;
use crate::output::Output;
use crate::search::{MOST_PLIES, Score, Search, SearchInfo, Table};
use crate::stop_signal::StopSignal;
use crate::tablebase::{self, TablebaseMove};
use rayon::ThreadPoolBuilder;
use sole_board::parallel_perft::{Direction, GameTree, TooMany};
use sole_board::{Clocks, Color, Game, Move, Position, UciStyle};
use sole_endgame::file::Effort;
use sole_endgame::play::{self, Outcome};
use sole_endgame::{self as endgame, MOST_MEN, Plan, ProbeError, Tables};
use sole_mate::{Budget, First, OutOfBudget, Problem, Stipulation};
use sole_puzzle::task::{self, Cancellation, Task};
use std::cell::Cell;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often exact work is asked whether it is to stop.
const GLANCE_EVERY: Duration = Duration::from_millis(10);

/// When a search ends by itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Limits {
    mate: Option<u64>,
    perft: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// Only `stop` ends it.
    is_endless: bool,
}

impl Limits {
    /// What is lost between the clock of the chess program and ours.
    const LAG: Duration = Duration::from_millis(20);

    pub(crate) fn new(go: &Go<'_>, turn: Color) -> Limits {
        let left = go.time[turn.index()];
        let increment = go.increment[turn.index()].unwrap_or_default();
        let share = left.map(|left| {
            let moves = go.moves_to_go.unwrap_or(30).clamp(1, 30) as u32;
            (left / (moves + 2) + increment * 3 / 4).min(left / 2)
        });
        let time = go.movetime.or(share);
        Limits {
            mate: go.mate,
            perft: go.perft,
            depth: go.depth,
            nodes: go.nodes,
            time: time.map(|time| time.saturating_sub(Self::LAG).max(Duration::from_millis(1))),
            is_endless: go.is_endless(),
        }
    }
}

/// A search, ready to run on a thread of its own.
pub(crate) struct SearchTask {
    pub(crate) game: Game,
    /// The moves that are to be looked at; none if there are none.
    pub(crate) moves: Vec<Move>,
    pub(crate) limits: Limits,
    pub(crate) options: Options,
    pub(crate) memory: Arc<Mutex<Table>>,
    pub(crate) signal: Arc<StopSignal>,
    pub(crate) output: Output,
}

/// The line that is to be played.
pub(crate) type Line = Vec<Move>;

/// The longest games that `go perft` counts, in plies.
const MAX_PERFT_PLIES: u32 = 64;

/// How many plies are looked at where a mate was asked for and there is none.
const AFTER_NO_MATE: u64 = 6;

/// The most men of an ending whose tables are built on demand.
const BUILT_MEN: usize = 4;

/// The most seconds such a build may take, as estimated, if there is no clock.
const PATIENCE: f64 = 20.0;

impl SearchTask {
    /// Thinks and says the best move.
    pub(crate) fn run(&self) {
        if let Some(plies) = self.limits.perft {
            return self.perft(plies);
        }
        let think = || if self.moves.is_empty() { self.over() } else { self.think() };
        // Nothing is left half done that another search would see: its memory holds whole places.
        let found = panic::catch_unwind(AssertUnwindSafe(think));
        // What is asked to wait says its move when it is told to.
        self.signal.wait(self.limits.is_endless);
        match found {
            Ok(line) => self.decide(&line),
            Err(_) => self.give_up("the search failed"),
        }
    }

    /// Says why nothing was found, and the first move that there is.
    pub(crate) fn give_up(&self, reason: impl Display) {
        self.output.info(reason);
        if self.limits.perft.is_none() {
            self.decide(&self.moves[..self.moves.len().min(1)]);
        }
    }

    /// Says the move that begins a line.
    fn decide(&self, line: &[Move]) {
        let name = |m: Move| self.name(m);
        match *line {
            [] => self.output.write_line("bestmove 0000"),
            [best] => self.output.write_line(format_args!("bestmove {}", name(best))),
            [best, reply, ..] => {
                self.output.write_line(format_args!(
                    "bestmove {} ponder {}",
                    name(best),
                    name(reply)
                ));
            }
        }
    }

    /// There is no move.
    fn over(&self) -> Line {
        let score = if self.game.position().is_check() { Score::Mate(0) } else { Score::Pawns(0) };
        self.tell(&SearchInfo { depth: 0, score, line: Vec::new(), nodes: 0 }, Instant::now());
        Vec::new()
    }

    fn think(&self) -> Line {
        let begin = Instant::now();
        if let Some(moves) = self.limits.mate
            && let Some(line) = self.mate(moves, begin)
        {
            return line;
        }
        match self.perfect(begin) {
            Some(line) => line,
            None => self.search(begin),
        }
    }

    /// Whether to stop.
    fn is_over(&self, nodes: u64) -> bool {
        self.signal.is_stopped()
            || self.output.is_closed()
            || self.limits.nodes.is_some_and(|most| nodes > most)
            || !self.limits.is_endless
                && self.limits.time.is_some_and(|time| self.signal.is_late(time))
    }

    /// A mate that is proved to be the shortest; `None` if there is none in so many moves.
    fn mate(&self, moves: u64, begin: Instant) -> Option<Line> {
        let moves = u8::try_from(moves).unwrap_or(u8::MAX);
        let position = self.game.position();
        let problem = Problem::new(*position, Stipulation::direct_mate(moves).ok()?).ok()?;
        let problem = problem.under_fifty_moves(self.game.clocks().halfmoves).unwrap_or(problem);
        let threads = self.options.threads.get();
        let bytes = Some((self.options.hash << 20) / threads);
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        let (found, line) = self.as_task("solving", |task| {
            let budget = Budget { nodes, bytes, threads, task: Some(task) };
            let found = problem.first(&budget);
            let key = found.ok().and_then(|found| found.key);
            let line = key.map(|key| problem.line(key.moves, &budget));
            (found, line.and_then(Result::ok).flatten())
        });
        match found {
            Ok(First { key: Some(key), nodes }) if self.moves.contains(&key.first) => {
                let line = line.filter(|line| line.first() == Some(&key.first));
                let line = line.unwrap_or_else(|| vec![key.first]);
                let score = Score::Mate(key.moves.into());
                let depth = 2 * usize::from(key.moves) - 1;
                self.tell(&SearchInfo { depth, score, line: line.clone(), nodes }, begin);
                self.output.info(format_args!("exact: mate in {}, and in no fewer", key.moves));
                Some(line)
            }
            Ok(First { key: None, .. }) => {
                self.output.info(format_args!("exact: there is no mate in {moves}"));
                None
            }
            Ok(_) => {
                self.output.info("the shortest mate does not begin with a move of searchmoves");
                None
            }
            Err(OutOfBudget) => {
                self.output.info(format_args!("mate in {moves} was not decided"));
                None
            }
        }
    }

    /// Perfect play, if tables know the position.
    fn perfect(&self, begin: Instant) -> Option<Line> {
        let position = self.game.position();
        let tables = self.options.tables.as_ref()?;
        if position.diagram().occupied().len() > MOST_MEN {
            return None;
        }
        if let Ok(plan) = Plan::for_position(position) {
            self.provide(tables, &plan);
        }
        match self.tabled(tables, position) {
            Ok(TablebaseMove { score, line, basis }) => {
                self.output.info(basis.words());
                let (depth, nodes) = (line.len().max(1), self.moves.len() as u64);
                self.tell(&SearchInfo { depth, score, line: line.clone(), nodes }, begin);
                Some(line)
            }
            Err(ProbeError::Missing { .. }) => {
                self.output.info("tables of this ending have not been built");
                None
            }
            Err(error) => {
                self.output.info(error);
                None
            }
        }
    }

    /// Builds the tables that are missing, if that is allowed and soon done.
    fn provide(&self, tables: &Tables, plan: &Plan) {
        let men = self.game.position().diagram().occupied().len();
        let missing = plan.missing(tables).ok();
        let Some(plan) = missing.filter(|plan| !plan.slices().is_empty()) else { return };
        let patience = match self.limits.time {
            Some(time) if !self.limits.is_endless => time.as_secs_f64() / 2.0,
            _ => PATIENCE,
        };
        let seconds = plan.estimate(self.options.threads).seconds;
        if !self.options.build_tables || men > BUILT_MEN || seconds > patience {
            return;
        }
        self.output.info(format_args!("building tables, about {seconds:.1} s"));
        let options = endgame::Options { memory: self.options.build_memory, effort: Effort::FAST };
        let pool = ThreadPoolBuilder::new().num_threads(self.options.threads.get()).build();
        let build =
            |task: &Task| pool.map(|pool| pool.install(|| plan.build(tables, options, task)));
        match self.as_task("building", build) {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => self.output.info(error),
            Err(error) => self.output.info(format_args!("cannot start threads: {error}")),
        }
    }

    /// The best of the moves that are to be looked at, and how it goes on.
    fn tabled(&self, tables: &Tables, position: &Position) -> Result<TablebaseMove, ProbeError> {
        let clocks = self.game.clocks();
        let outcomes = play::outcomes(tables, position)?;
        let best = self.best_of(&outcomes);
        if !tablebase::is_tight(best.value, clocks) {
            return TablebaseMove::by_distance(tables, position, best);
        }
        self.provide(tables, &Plan::for_position(position)?.zeroing());
        match play::in_time(tables, position, clocks, outcomes) {
            Ok(ordered) => TablebaseMove::in_time(tables, position, clocks, self.best_of(&ordered)),
            Err(_) => Ok(TablebaseMove::but_for_the_rule(best)),
        }
    }

    /// The first of the moves that are to be looked at.
    fn best_of(&self, outcomes: &[Outcome]) -> Outcome {
        let is_chosen = |outcome: &&Outcome| self.moves.contains(&outcome.played);
        *outcomes.iter().find(is_chosen).expect("some move is to be looked at")
    }

    /// A search that may err.
    fn search(&self, begin: Instant) -> Line {
        self.output.info("nothing exact is known here: a short search, which may err");
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let halt = |nodes: u64| {
            nodes.is_multiple_of(256) && self.is_over(nodes)
                || self.limits.nodes.is_some_and(|most| nodes > most)
        };
        let depth = match (self.limits.depth, self.limits.mate) {
            (Some(depth), _) => depth,
            (None, Some(_)) => AFTER_NO_MATE,
            (None, None) => MOST_PLIES as u64,
        };
        let last = Cell::new(None);
        let best = Search::new(&mut memory, &halt).run(
            &self.game,
            &self.moves,
            usize::try_from(depth).unwrap_or(MOST_PLIES).max(1),
            &mut |info| {
                self.tell(info, begin);
                last.set(Some(info.line.clone()));
            },
        );
        let line = last.take().filter(|line| line.first() == Some(&best));
        line.unwrap_or_else(|| vec![best])
    }

    /// Counts games, by first moves.
    fn perft(&self, plies: u64) {
        let position = self.game.position();
        let Some(plies) = u32::try_from(plies).ok().filter(|&plies| plies <= MAX_PERFT_PLIES)
        else {
            return self
                .output
                .info(format_args!("games of up to {MAX_PERFT_PLIES} plies are counted"));
        };
        let mut total = u64::from(plies == 0);
        let mut moves = self.moves.clone();
        moves.sort_by_key(|&m| self.name(m));
        for m in moves.into_iter().filter(|_| plies > 0) {
            let tree = GameTree::new(&position.after(m), plies - 1, Direction::Forward);
            let counted = self.as_task("counting", |task| tree.count(self.options.threads, task));
            let nodes = match counted {
                Ok(counted) if counted.is_complete => counted.paths,
                Ok(_) => return self.output.info("stopped before all games were counted"),
                Err(TooMany { .. }) => u64::MAX,
            };
            total = total.saturating_add(nodes);
            self.output.write_line(format_args!("{}: {nodes}", self.name(m)));
        }
        self.output.write_line("");
        self.output.write_line(format_args!("Nodes searched: {total}"));
    }

    /// Does exact work as a task that is cancelled when the search is to end.
    fn as_task<T>(&self, phase: &str, work: impl FnOnce(&Task) -> T) -> T {
        let cancellation = Cancellation::default();
        let task = Task::new(phase, task::Limits::NONE, cancellation.clone());
        let (end, is_ended) = mpsc::channel::<()>();
        let watch = move || {
            while is_ended.recv_timeout(GLANCE_EVERY) == Err(RecvTimeoutError::Timeout) {
                if self.is_over(0) {
                    cancellation.cancel();
                }
            }
        };
        std::thread::scope(|scope| {
            // Whether the work ends or panics, the other thread ends with this value.
            let _end = end;
            scope.spawn(watch);
            work(&task)
        })
    }

    /// Says what is known so far.
    fn tell(&self, info: &SearchInfo, begin: Instant) {
        let SearchInfo { depth, score, line, nodes } = info;
        let score = match score {
            Score::Pawns(score) => format!("cp {score}"),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        let elapsed = begin.elapsed();
        let speed = *nodes as f64 / elapsed.as_secs_f64().max(1e-3);
        let moves: Vec<String> = line.iter().map(|&m| self.name(m)).collect();
        let pv = if moves.is_empty() { String::new() } else { format!(" pv {}", moves.join(" ")) };
        self.output.write_line(format_args!(
            "info depth {depth} score {score} nodes {nodes} nps {speed:.0} time {}{pv}",
            elapsed.as_millis()
        ));
    }

    /// A move as the chess program wants it.
    fn name(&self, m: Move) -> String {
        let position = self.game.position();
        let is_needed = position.to_setup(Clocks::default()).is_chess960();
        let style = match self.options.chess960 || is_needed {
            true => UciStyle::Chess960,
            false => UciStyle::Standard,
        };
        m.to_uci(style)
    }
}
