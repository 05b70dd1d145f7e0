//! Problems that were made, one after the other: diagrams to look at, or records.

use super::diagram;
use crate::args::{self, Shown};
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::records::Records;
use sole_board::Clocks;
use sole_collection::description::merits;
use sole_mate::formats::SolutionNotation;
use sole_mate::{Budget, Problem, ProblemKind, Tree};
use sole_puzzle::Puzzle;
use std::io;

/// Where problems are handed out.
pub(super) struct Sheet<'a> {
    flags: &'a args::Sheet,
    records: Option<Records>,
    pub(super) count: u64,
}

impl<'a> Sheet<'a> {
    /// An empty one.
    pub(super) fn new(flags: &'a args::Sheet) -> Result<Sheet<'a>, Complaint> {
        let records = flags.output.as_deref().map(Records::create).transpose()?;
        Ok(Sheet { flags, records, count: 0 })
    }

    /// Hands out a problem.
    pub(super) fn add(
        &mut self,
        problem: &Problem,
        puzzle: &Puzzle,
        console: &mut Console,
    ) -> Result<(), Stop> {
        self.count += 1;
        if let Some(records) = &mut self.records {
            return Ok(records.add(puzzle)?);
        }
        if console.is_json() {
            let answer = Answer { status: Status::Proven, result: puzzle, stats: None };
            console.answer(&answer)?;
        } else {
            self.draw(problem, puzzle, console)?;
        }
        Ok(console.flush()?)
    }

    /// Closes the file, if there is one, and says what is in it.
    pub(super) fn finish(self, console: &mut Console) -> Result<u64, Stop> {
        if let Some(records) = self.records {
            records.finish("problem", console)?;
        }
        Ok(self.count)
    }

    fn draw(&self, problem: &Problem, puzzle: &Puzzle, console: &mut Console) -> io::Result<()> {
        let setup = problem.position().to_setup(Clocks::default());
        let paragraphs = self.solution(problem);
        if console.is_quiet() {
            let line = paragraphs.join("  ").replace('\n', " ");
            let text = format!("{setup}  {}  {line}", problem.stipulation());
            return writeln!(console.out(), "{}", text.trim_end());
        }
        let gap = if self.count > 1 { "\n" } else { "" };
        write!(console.out(), "{gap}")?;
        diagram::write(problem, &setup, self.flags.picture, console)?;
        let merits = console.paint().dim(&merits(puzzle));
        writeln!(console.out(), "{merits}")?;
        paragraphs.iter().try_for_each(|text| writeln!(console.out(), "\n{text}"))
    }

    /// As much of the solution as is asked for; what was just proved is found again at once.
    fn solution(&self, problem: &Problem) -> Vec<String> {
        let (position, budget) = (problem.position(), &Budget::UNLIMITED);
        let script = SolutionNotation::san(problem.stipulation());
        match (problem.kind(), self.flags.solution) {
            (_, Shown::None) => Vec::new(),
            (ProblemKind::Help(problem), _) => {
                let lines = problem.lines(budget);
                lines.lines().iter().map(|line| script.line(position, line)).collect()
            }
            (ProblemKind::Forced(problem), Shown::Play) => {
                let keys = problem.keys(budget);
                let tree = problem.tree(keys.keys(), 0, budget).unwrap_or_default();
                script.tree(position, &Tree { set_play: Vec::new(), ..tree })
            }
            (ProblemKind::Forced(problem), Shown::Line) => {
                let line = problem.line(problem.stipulation().moves(), budget);
                line.ok().flatten().iter().map(|line| script.line(position, line)).collect()
            }
        }
    }
}
