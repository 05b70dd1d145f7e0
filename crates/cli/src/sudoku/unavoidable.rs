//! `sole sudoku unavoidable`: the sets of cells where every puzzle needs a given.

use super::batch;
use super::source::{Book, Question};
use super::watch::Watch;
use crate::args::sudoku_make::Unavoidable;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::render::{grouped, plural};
use serde::Serialize;
use sole_puzzle::{self as puzzle, Verdict};
use sole_sudoku::formats::{in_one_line, text};
use sole_sudoku::unavoidable::{
    self, CellSet, Checker, MinimalSets, NeededGiven, Reach, Scope, needed_givens,
};
use sole_sudoku::{Budget, Cell, Shape, solve};
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

/// What scripts see.
#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    solution: String,
    /// By size: how many sets.
    sizes: BTreeMap<usize, usize>,
    sets: usize,
    /// So many givens are needed at least.
    bound: usize,
    /// All sets of at most this many cells were found; of larger ones, some.
    complete_up_to: usize,
    /// Parts that can be filled in too many ways to look at all of them.
    left_out: usize,
    /// Whether all minimal sets there are were found.
    complete: bool,
    /// Whether a limit ended the search before the wanted size.
    #[serde(skip)]
    is_stopped: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<Vec<NeededGiven>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Check>,
}

/// The puzzles with so many givens.
#[derive(Serialize)]
struct Check {
    givens: usize,
    puzzles: Vec<String>,
    complete: bool,
    #[serde(skip)]
    nodes: u64,
}

/// Runs the command.
pub(super) fn run(flags: Unavoidable, console: &mut Console) -> Result<Exit, Stop> {
    let Unavoidable { grids, size, max_size, list, check, effort } = flags;
    let book = Book::begin(grids)?;
    let batch = book.batch()?;
    let watch = Watch::new(effort, console.progress(), "searching", batch.total());
    let watch = if check.is_some() { watch.over(u64::MAX) } else { watch };
    let reach = size.map_or(Reach::Usual, Reach::Cells);
    let scope = Scope { reach, largest: max_size.unwrap_or(usize::MAX) };
    let job = Job { scope, list, check };
    let mut gap = "";
    batch::answer_in_turn(batch, console, &|| watch.is_interrupted(), |question, console| {
        let examined = job.examine(question, &watch)?;
        if !console.is_json() {
            write!(console.out(), "{gap}")?;
        }
        gap = "\n";
        Ok(examined.tell(console)?)
    })
}

/// What is asked for.
struct Job {
    scope: Scope,
    list: bool,
    check: Option<usize>,
}

/// What was found.
struct Examined {
    report: Report,
    shape: Shape,
    start: Instant,
}

impl Job {
    fn examine(&self, question: &Question, watch: &Watch) -> Result<Examined, Stop> {
        let start = Instant::now();
        let puzzle = question.read_values()?;
        let shape = puzzle.shape();
        let solution = match watch.within(|budget| solve::decide(&puzzle, budget)) {
            Verdict::One(solution) => solution,
            Verdict::None => return Err(question.objection("this sudoku has no solution").into()),
            Verdict::Many(..) => {
                let message = "this sudoku has more than one solution";
                return Err(question.objection(message).into());
            }
            Verdict::Open(_) => {
                let message = "the solution was not found before the limit was reached";
                return Err(question.objection(message).into());
            }
        };
        let MinimalSets { sets, complete_up_to, left_out, end } = watch.within(|budget| {
            unavoidable::minimal_sets(&solution, self.scope, budget, |size| {
                watch.note_stage(format!("all sets of up to {}", plural(size as u64, "cell")));
            })
        });
        let checked = self.check.map(|givens| match Checker::new(&solution, &sets) {
            Some(checker) => Ok(run_checker(checker, givens, watch)),
            None => Err(question.objection("the checker is for at most 128 cells")),
        });
        let mut sizes = BTreeMap::new();
        sets.iter().for_each(|set| *sizes.entry(set.len()).or_insert(0) += 1);
        let givens = (*puzzle.givens() != solution).then_some(puzzle);
        let report = Report {
            puzzle: givens.as_ref().map(|puzzle| in_one_line(puzzle.givens())),
            solution: in_one_line(&solution),
            sizes,
            sets: sets.len(),
            bound: unavoidable::disjoint(&sets).len(),
            complete_up_to,
            left_out,
            complete: complete_up_to >= shape.n_cells(),
            is_stopped: end.is_break(),
            list: self.list.then(|| sets.iter().map(|set| names(set, shape)).collect()),
            givens: givens.as_ref().map(|puzzle| {
                watch.within(|budget| needed_givens(puzzle, &solution, &sets, budget))
            }),
            check: checked.transpose()?,
        };
        Ok(Examined { report, shape, start })
    }
}

/// How many puzzles a check keeps; with many givens there are more than any memory holds.
const MOST_PUZZLES: usize = 100_000;

/// All puzzles with so many givens, up to [`MOST_PUZZLES`].
fn run_checker(checker: Checker<'_>, givens: usize, watch: &Watch) -> Check {
    let mut puzzles = Vec::new();
    let checked = watch.within(|budget| {
        let stop = || {
            watch.note_seen(Budget::STEP);
            (budget.stop)()
        };
        checker.run(givens, &Budget { stop: &stop, ..*budget }, |puzzle| {
            watch.note_done(1);
            puzzles.push(in_one_line(puzzle.givens()));
            if puzzles.len() == MOST_PUZZLES {
                ControlFlow::Break(puzzle::Stop::Enough)
            } else {
                ControlFlow::Continue(())
            }
        })
    });
    Check { givens, puzzles, complete: checked.end.is_continue(), nodes: checked.nodes }
}

fn names(set: &CellSet, shape: Shape) -> Vec<String> {
    set.cells(shape).map(|cell: Cell| cell.to_string()).collect()
}

impl Examined {
    /// Says what was found; the exit code is that of the check, if there was one.
    fn tell(self, console: &mut Console) -> io::Result<Exit> {
        let (exit, status) = match &self.report.check {
            Some(check) if !check.complete => (Exit::Open, Status::Open),
            Some(check) if check.puzzles.is_empty() => (Exit::No, Status::Refuted),
            Some(_) => (Exit::Yes, Status::Proven),
            None if self.report.is_stopped => (Exit::Open, Status::Open),
            None if self.report.complete => (Exit::Yes, Status::Proven),
            None => (Exit::Yes, Status::Ok),
        };
        let nodes = self.report.check.as_ref().map_or(0, |check| check.nodes);
        if console.is_json() {
            let stats = Some(Stats::new(nodes, self.start.elapsed()));
            console.answer(&Answer { status, result: self.report, stats })?;
        } else if console.is_quiet() {
            self.tell_briefly(console)?;
        } else {
            self.tell_people(console)?;
        }
        Ok(exit)
    }

    /// The puzzles of the check, the list of sets, or the bound alone.
    fn tell_briefly(&self, console: &mut Console) -> io::Result<()> {
        match (&self.report.check, &self.report.list) {
            (Some(check), _) => {
                check.puzzles.iter().try_for_each(|line| writeln!(console.out(), "{line}"))
            }
            (None, Some(list)) => {
                list.iter().try_for_each(|set| writeln!(console.out(), "{}", set.join(" ")))
            }
            (None, None) => writeln!(console.out(), "{}", self.report.bound),
        }
    }

    fn tell_people(&self, console: &mut Console) -> io::Result<()> {
        let Report { sizes, bound, list, givens, check, .. } = &self.report;
        let paint = console.paint();
        let out = console.out();
        writeln!(out, "size   sets")?;
        for (size, number) in sizes {
            let more = if *size > self.report.complete_up_to { " or more" } else { "" };
            writeln!(out, "{size:>4} {:>6}{more}", grouped(*number as u64))?;
        }
        writeln!(out, "\n{}", self.report.extent())?;
        let bound = format!(
            "Every puzzle has at least {}: that many sets have no cell in common.",
            plural(*bound as u64, "given")
        );
        writeln!(out, "{}", paint.bold(&bound))?;
        if let Some(list) = list {
            writeln!(out)?;
            list.iter().try_for_each(|set| writeln!(out, "{:>2}  {}", set.len(), set.join(" ")))?;
        }
        if let Some(reasons) = givens {
            self.tell_reasons(reasons, out)?;
        }
        if let Some(check) = check {
            writeln!(out)?;
            check.puzzles.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            writeln!(out, "{}", paint.bold(&check.sentence()))?;
        }
        Ok(())
    }

    fn tell_reasons(&self, reasons: &[NeededGiven], out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "\nEach given with the other cells of a set in which it is the only one:")?;
        for NeededGiven { cell, value, needed, set } in reasons {
            let symbol = text::symbol(Some(*value), self.shape);
            let others = set.iter().flatten().filter(|other| *other != cell);
            let others: Vec<String> = others.map(Cell::to_string).collect();
            let why = match needed {
                Some(true) => others.join(" "),
                Some(false) => "superfluous".to_owned(),
                None => "not decided".to_owned(),
            };
            writeln!(out, "{symbol} in {cell}  {why}")?;
        }
        Ok(())
    }
}

impl Report {
    /// Which sets were found, and which may be missing.
    fn extent(&self) -> String {
        let size = self.complete_up_to;
        if self.complete {
            return format!("{}: all that there are.", plural(self.sets as u64, "minimal set"));
        }
        let n_small: usize = self.sizes.range(..=size).map(|(_, number)| number).sum();
        let small = plural(n_small as u64, "minimal set");
        let cells = plural(size as u64, "cell");
        let larger = match self.sets - n_small {
            0 => "there may be larger ones".to_owned(),
            n => format!("of the larger ones, {} were found", grouped(n as u64)),
        };
        let stopped = if self.is_stopped { " before the search was stopped" } else { "" };
        let left_out = match self.left_out {
            0 => String::new(),
            n => format!("; {} could be filled in too many ways", plural(n as u64, "part")),
        };
        format!("{small} of up to {cells}: all that there are; {larger}{stopped}{left_out}.")
    }
}

impl Check {
    fn sentence(&self) -> String {
        let givens = plural(self.givens as u64, "given");
        match (self.puzzles.len(), self.complete) {
            (0, true) => format!("No puzzle with {givens} has this solution."),
            (n, true) => format!("{} with {givens}, and no others.", plural(n as u64, "puzzle")),
            (n, false) => {
                let puzzles = plural(n as u64, "puzzle");
                format!("Not decided: {puzzles} with {givens} before the limit was reached.")
            }
        }
    }
}
