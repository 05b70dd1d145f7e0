//! The flags of `sole atlas export`.

use super::atlas::Start;
use super::sudoku_make::Span;
use super::{DataFolder, Threads};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `sole atlas export`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sole atlas export 5 --outcome mate\n  \
                        sole atlas export 6 --sample 1000 --seed 1 --by games --format csv\n  \
                        sole atlas export 6 --men 30 --unique --format packed --output rare.bin")]
pub(crate) struct Export {
    /// The plies of the layer
    #[arg(value_name = "PLY", value_parser = clap::value_parser!(u32).range(0..=99))]
    pub(crate) ply: u32,
    #[command(flatten)]
    pub(crate) start: Start,
    /// How positions are written [default: by the name of the file, or fen]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<ExportFormat>,
    /// Write them to a file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    #[command(flatten)]
    pub(crate) lots: Lots,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// Which positions are wanted.
#[derive(Args, Debug)]
pub(crate) struct Conditions {
    /// Only positions with so many men, as 30-31, 31- or 30
    #[arg(long, value_name = "RANGE", value_parser = parse_men)]
    pub(crate) men: Option<Span<u8>>,
    /// Only positions that so many games lead to, as 2-5, 100- or 1
    #[arg(long, value_name = "RANGE", value_parser = parse_games)]
    pub(crate) games: Option<Span<u64>>,
    /// Only positions that one game leads to
    #[arg(long, conflicts_with = "games")]
    pub(crate) unique: bool,
    /// Only positions that end so
    #[arg(long, value_name = "OUTCOME")]
    pub(crate) outcome: Option<WantedOutcome>,
    /// Only positions in which the side to move is in check
    #[arg(long)]
    pub(crate) check: bool,
}

/// How many of them, and by what chance.
#[derive(Args, Debug)]
pub(crate) struct Lots {
    /// Draw N positions by lot, at most ten million
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) sample: Option<u32>,
    /// The same seed draws the same positions [default: one that nobody knows before]
    #[arg(long, value_name = "S", requires = "sample")]
    pub(crate) seed: Option<u64>,
    /// What is equally likely: positions, none twice, or games, each time anew
    #[arg(long, value_name = "WHAT", default_value = "positions", requires = "sample")]
    pub(crate) by: Likely,
}

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A FEN a line.
    Fen,
    /// An EPD a line, with games and outcome.
    Epd,
    /// All columns, separated by commas.
    Csv,
    /// All columns, one JSON object a line.
    Json,
    /// Our 24 bytes each.
    Packed,
    /// The founding text's 36 bytes each.
    Founding,
    /// The same, each with its legal moves.
    FoundingMoves,
}

/// How positions may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WantedOutcome {
    /// Not at all.
    None,
    /// In mate.
    Mate,
    /// In stalemate.
    Stalemate,
    /// No mate can come any more.
    Dead,
}

/// What is equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Likely {
    /// Every position.
    Positions,
    /// Every game.
    Games,
}

fn parse_men(text: &str) -> Result<Span<u8>, String> {
    let span = Span::parse(text, Span { least: 0, most: u8::MAX }, |text| text.parse().ok());
    span.ok_or_else(|| "expected a range of numbers, as 30-31, 31- or 30".to_owned())
}

fn parse_games(text: &str) -> Result<Span<u64>, String> {
    let span = Span::parse(text, Span { least: 0, most: u64::MAX }, |text| text.parse().ok());
    span.ok_or_else(|| "expected a range of whole numbers, as 2-5, 100- or 1".to_owned())
}
