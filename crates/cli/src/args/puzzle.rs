//! The flags of `sole puzzle`.

use super::{DataFolder, Picture, all_threads, parse_nodes, parse_threads, parse_time};
use clap::{Args, Subcommand};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// What to do with collections of puzzles.
#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleVerb {
    /// Prove every puzzle again, and say which fail
    Check(Check),
    /// Draw puzzles
    Show(Show),
}

impl PuzzleVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            PuzzleVerb::Check(_) => "puzzle check",
            PuzzleVerb::Show(_) => "puzzle show",
        }
    }
}

/// `sole puzzle check`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 all are proven, 1 some are refuted, 4 some are open, 3 some cannot \
                  be read.\n\n\
                  Examples:\n  sole puzzle check puzzles.jsonl\n  \
                  sole sudoku gen 10 --json | jq -c .result | sole puzzle check -"
)]
pub(crate) struct Check {
    /// Collections of puzzles, one record a line; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// How many threads prove; the answer is the same for any number
    #[arg(long, short, value_name = "T", value_parser = parse_threads, default_value_t = all_threads())]
    #[arg(hide_default_value = true)]
    pub(crate) threads: NonZeroUsize,
    /// Stop after about so many nodes for each puzzle, which is open then
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub(crate) nodes: Option<u64>,
    /// Stop after so many seconds for each puzzle, which is open then
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// Leave endgames open whose tables are missing, instead of building them
    #[arg(long)]
    pub(crate) no_build: bool,
    /// The most memory to build tables with, as 600M or 2G [default: half of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = super::endgame::parse_size)]
    pub(crate) memory: Option<u64>,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// `sole puzzle show`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sole puzzle show puzzles.jsonl\n  \
                        sole puzzle show puzzles.jsonl 3 7 --solution")]
pub(crate) struct Show {
    /// A collection of puzzles; `-` reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Which of its puzzles, counted from 1 [default: all]
    #[arg(value_name = "N")]
    pub(crate) numbers: Vec<NonZeroUsize>,
    /// Show the solutions that are claimed, too
    #[arg(long, short)]
    pub(crate) solution: bool,
    #[command(flatten)]
    pub(crate) picture: Picture,
}
