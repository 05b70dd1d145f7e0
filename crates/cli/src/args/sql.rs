//! The flags of `sole atlas sql`.

use super::atlas::Start;
use super::{DataFolder, Memory, Threads};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `sole atlas sql`.
#[derive(Args, Debug)]
#[command(
    after_help = "Tables: layer(n), all positions after n plies; layers, what each layer counts.\n\
                        Functions: fen, diagram, board, unpack, successors of a position; pack of a FEN.\n\n\
                        Examples:\n  \
                        sole atlas sql 'select outcome, count(*), sum(games) from layer(5) group by 1'\n  \
                        sole atlas sql \"select fen(position) from layer(4) where outcome = 'mate'\"\n  \
                        sole atlas sql --file question.sql -o answer.parquet"
)]
#[command(mut_arg("threads", |arg| arg.help("How many threads work")))]
#[command(mut_arg("memory", |arg| arg.help("The most memory before temporary files are used, as 600M or 2G [default: half of the machine's]")))]
pub(crate) struct Sql {
    /// The question, quoted; - reads it from standard input
    #[arg(value_name = "QUERY", required_unless_present = "file", conflicts_with = "file")]
    pub(crate) query: Option<String>,
    /// Read the question from a file, or from standard input if it is -
    #[arg(long, value_name = "F")]
    pub(crate) file: Option<PathBuf>,
    /// What the rows look like [default: table, or what the name of the file tells]
    #[arg(long, value_name = "FORMAT", hide_possible_values = false)]
    pub(crate) format: Option<RowFormat>,
    /// Write the rows to a file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// The forms of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// For people
    Table,
    /// Comma-separated values
    Csv,
    /// One object a line
    Json,
    /// A Parquet file
    Parquet,
}
