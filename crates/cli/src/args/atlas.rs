//! The flags of `sole atlas`.

use super::export::Export;
use super::sql::Sql;
use super::stratum::Stratum;
use super::{DataFolder, Memory, RequiredPosition, Threads};
use clap::{Args, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What to do with an atlas.
#[derive(Debug, Subcommand)]
pub(crate) enum AtlasVerb {
    /// Make the layers up to so many plies: all positions with their numbers of games
    Grow(Grow),
    /// Say after how many plies a position comes, and in how many games
    Find(Find),
    /// Count positions, games, men and ends by plies, as tables and pictures
    Stats(Stats),
    /// List the positions of a layer, all, chosen or by lot
    Export(Export),
    /// Answer a question in SQL about the positions
    Sql(Sql),
    /// Read positions and write their children, or their moves
    Expand(Expand),
    /// Write a layer, a file or a row group to standard output, as an Arrow IPC stream
    Read(Read),
    /// Plan a layer that another engine writes, and publish what it has written
    #[command(hide = true)]
    Conduct(Conduct),
    /// Write a file of a planned layer from sorted rows on standard input, an Arrow IPC stream
    #[command(hide = true)]
    Write(Write),
    /// Close strata: all positions between two pawn moves or captures, with moves and ends
    Stratum(Stratum),
}

impl AtlasVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            AtlasVerb::Grow(_) => "atlas grow",
            AtlasVerb::Find(_) => "atlas find",
            AtlasVerb::Stats(_) => "atlas stats",
            AtlasVerb::Export(_) => "atlas export",
            AtlasVerb::Sql(_) => "atlas sql",
            AtlasVerb::Expand(_) => "atlas expand",
            AtlasVerb::Read(_) => "atlas read",
            AtlasVerb::Conduct(_) => "atlas conduct",
            AtlasVerb::Write(_) => "atlas write",
            AtlasVerb::Stratum(_) => "atlas stratum",
        }
    }
}

/// `sole atlas grow`.
#[derive(Args, Debug)]
#[command(after_help = "What was killed or stopped goes on with the same command.\n\n\
                        Examples:\n  sole atlas grow 6\n  sole atlas grow 8 --dry-run\n  \
                        sole atlas grow 10 --from '8/8/8/4k3/8/8/4P3/4K3 w - -'")]
#[command(mut_arg("threads", |arg| arg.help("How many threads work; the layers are the same for any number")))]
#[command(mut_arg("memory", |arg| arg.help("The most memory, as 600M or 2G, at least 400M for each thread; less bounds edges alone [default: half of the machine's]")))]
pub(crate) struct Grow {
    /// The plies of the last layer
    #[arg(value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=99))]
    pub(crate) plies: u32,
    #[command(flatten)]
    pub(crate) start: Start,
    /// Only tell what is missing, and what it would cost
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Check every file of the layers that are there, and make damaged ones anew
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// `sole atlas find`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  \
                        sole atlas find rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -")]
pub(crate) struct Find {
    #[command(flatten)]
    pub(crate) position: RequiredPosition,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// `sole atlas stats`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sole atlas stats --plot\n  sole atlas stats --svg layers.svg")]
pub(crate) struct Stats {
    /// Draw the numbers as bars, too
    #[arg(long)]
    pub(crate) plot: bool,
    /// Draw bars with ASCII alone [default: if the locale is not Unicode]
    #[arg(long, requires = "plot")]
    pub(crate) ascii: bool,
    /// Write a picture of the numbers to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// List every range file with its state: RESOLVED, IN PROGRESS or UNRESOLVED
    #[arg(long)]
    pub(crate) files: bool,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// `sole atlas expand`.
#[derive(Args, Debug)]
#[command(
    after_help = "Of an Arrow IPC stream of positions and games the children are written, as \
                        such a stream.\nOf the founding text's formats each position is written as a \
                        FEN, a tab and its moves.\n\n\
                        Examples:\n  sole atlas read 4 | sole atlas expand > children.arrow\n  \
                        sole atlas expand --format founding --file first.bin"
)]
pub(crate) struct Expand {
    /// What is read
    #[arg(long, value_name = "FORMAT", default_value = "arrow")]
    pub(crate) format: ExpandFormat,
    /// Read it from a file [default: standard input]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// What positions are expanded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExpandFormat {
    /// An Arrow IPC stream.
    Arrow,
    /// The founding text's 36 bytes each.
    Founding,
    /// The same, each with its moves.
    FoundingMoves,
}

/// `sole atlas read`.
#[derive(Args, Debug)]
#[command(
    after_help = "Rows have the columns position, 24 bytes, and games. Their number and the sum of \
                  their games are told on standard error at the end."
)]
pub(crate) struct Read {
    /// The plies of the layer
    #[arg(value_name = "PLY")]
    pub(crate) ply: u32,
    /// The place of a file in the layer, from 0 [default: all files]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<usize>,
    /// The place of a row group in the file, from 0 [default: all row groups]
    #[arg(value_name = "GROUP")]
    pub(crate) group: Option<usize>,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// `sole atlas conduct`.
#[derive(Args, Debug)]
#[command(
    after_help = "The plan is the first line on standard output. On standard input a line of JSON is \
                  expected for each file that was written; at its end all is checked and published."
)]
#[command(mut_arg("threads", |arg| arg.help("How many threads check files")))]
pub(crate) struct Conduct {
    /// The plies of the layer
    #[arg(value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..=99))]
    pub(crate) ply: u32,
    /// Plan so many files of those that are missing [default: all]
    #[arg(long, value_name = "FILES")]
    pub(crate) at_most: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// `sole atlas write`.
#[derive(Args, Debug)]
pub(crate) struct Write {
    /// The plies of the layer
    #[arg(value_name = "PLY")]
    pub(crate) ply: u32,
    /// The place of the file in the layer, from 0
    #[arg(value_name = "FILE")]
    pub(crate) file: usize,
    /// Where to write it
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// Where an atlas begins.
#[derive(Args, Clone, Debug)]
pub(crate) struct Start {
    /// The position before the first ply, quoted [default: the initial array]
    #[arg(long, value_name = "FEN")]
    pub(crate) from: Option<String>,
}
