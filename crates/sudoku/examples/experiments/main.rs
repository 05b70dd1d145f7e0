//! Questions about sudoku that are answered by experiment.
//!
//! `cargo run --release -p sole-sudoku --example experiments -- NAME [--count N] [--seed S] [LIST…]`
//! prints the tables of one experiment, `… -- list` the names of all. What is
//! counted depends on the count and the seed alone; CPU times are ratios. Lists are files of
//! the shared folder, such as `puzzles3_magictour_top1465`.

mod clock;
mod questions;
#[path = "../../tests/reference/mod.rs"]
mod reference;
mod sample;
mod solver;
mod table;

use questions::EXPERIMENTS;
use std::process::ExitCode;
use table::Table;

/// How much is tried, and where chance begins.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    count: Option<usize>,
    seed: u64,
    lists: Vec<String>,
}

/// A question and what answers it.
struct Experiment {
    name: &'static str,
    question: &'static str,
    run: fn(&Options) -> Vec<Table>,
}

impl Options {
    /// The number that was wanted, or the usual one.
    fn count(&self, usual: usize) -> usize {
        self.count.unwrap_or(usual)
    }

    fn parse(mut words: impl Iterator<Item = String>) -> Option<Options> {
        let mut options = Options { count: None, seed: 1, lists: Vec::new() };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--count" => {
                    let count = words.next()?.parse().ok().filter(|&count| count > 0)?;
                    options.count = Some(count);
                }
                "--seed" => options.seed = words.next()?.parse().ok()?,
                _ if word.starts_with('-') => return None,
                _ => options.lists.push(word),
            }
        }
        Some(options)
    }
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "list".to_owned());
    let experiment = EXPERIMENTS.iter().find(|experiment| experiment.name == name);
    match (experiment, Options::parse(words)) {
        (Some(experiment), Some(options)) => {
            println!("{}\n", experiment.question);
            (experiment.run)(&options).iter().for_each(|table| println!("{table}"));
            ExitCode::SUCCESS
        }
        _ => {
            println!("usage: experiments NAME [--count N] [--seed S] [LIST…]\n");
            EXPERIMENTS.iter().for_each(|one| println!("{:<14} {}", one.name, one.question));
            if name == "list" { ExitCode::SUCCESS } else { ExitCode::from(2) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What experiments assert on the way holds, and each has something to say.
    #[test]
    fn every_experiment_runs_on_a_small_sample() {
        for experiment in &EXPERIMENTS {
            let options = Options { count: Some(2), seed: 7, lists: Vec::new() };
            let tables = (experiment.run)(&options);
            assert!(!tables.is_empty(), "{}", experiment.name);
            for table in tables {
                assert!(table.n_rows() > 0, "{}: {table}", experiment.name);
            }
        }
    }

    #[test]
    fn words_are_read_as_options() {
        let cases = [
            ("", Some((None, 1, 0))),
            ("--count 5 a --seed 9 b", Some((Some(5), 9, 2))),
            ("--count", None),
            ("--count x", None),
            ("--count 0", None),
            ("--other", None),
        ];
        for (text, expected) in cases {
            let options = Options::parse(text.split_whitespace().map(str::to_owned));
            let found = options.map(|found| (found.count, found.seed, found.lists.len()));
            assert_eq!(found, expected, "{text}");
        }
    }
}
