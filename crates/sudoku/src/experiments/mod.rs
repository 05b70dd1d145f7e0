//! Questions about sudoku that are answered by experiment.
//!
//! An [`Experiment`] has a name, a question, and tables that answer it. What is
//! counted depends on the sample and the seed alone; CPU times are ratios. The
//! answers stand in `docs/sudoku-experiments.md`.

mod clock;
mod questions;
mod sample;
mod solver;
mod statistics;
mod table;

use crate::Puzzle;
pub use questions::EXPERIMENTS;
pub use table::Table;

/// How much is tried, and where chance begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How large samples are; each experiment has a usual size.
    pub sample: Option<usize>,
    /// Where chance begins.
    pub seed: u64,
    /// Puzzles from elsewhere, by name, for experiments that take any.
    pub lists: Vec<(String, Vec<Puzzle>)>,
}

/// A question and what answers it.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// What it is called.
    pub name: &'static str,
    /// What is asked.
    pub question: &'static str,
    run: fn(&Options) -> Vec<Table>,
}

impl Experiment {
    /// The experiment with this name.
    pub fn named(name: &str) -> Option<&'static Experiment> {
        EXPERIMENTS.iter().find(|experiment| experiment.name == name)
    }

    /// Does what is needed for the tables that answer the question.
    pub fn run(&self, options: &Options) -> Vec<Table> {
        (self.run)(options)
    }
}

impl Options {
    /// The size that was wanted, or the usual one.
    fn count(&self, usual: usize) -> usize {
        self.sample.unwrap_or(usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What experiments assert on the way holds, and each has something to say.
    #[test]
    fn every_experiment_runs_on_a_small_sample() {
        for (experiment, seed) in EXPERIMENTS.iter().flat_map(|one| [(one, 7), (one, u64::MAX)]) {
            let options = Options { sample: Some(2), seed, lists: Vec::new() };
            let tables = experiment.run(&options);
            assert!(!tables.is_empty(), "{}, seed {seed}", experiment.name);
            for table in tables {
                assert!(!table.rows.is_empty(), "{}, seed {seed}: {table}", experiment.name);
            }
        }
    }
}
