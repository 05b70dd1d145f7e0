//! The flags of `sole atlas stratum`.

use super::{DataFolder, Memory, Threads};
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// `sole atlas stratum`.
#[derive(Args, Debug)]
#[command(
    after_help = "A stratum is all positions with the same men and the same pawns on the same \
                        squares.\n\nExamples:\n  sole atlas stratum\n  \
                        sole atlas stratum --closed --from '8/8/8/8/8/k7/4P3/4K3 w - -'\n  \
                        sole atlas stratum --no-castling --format founding --output first.bin"
)]
pub(crate) struct Stratum {
    /// The position where it is entered [default: the initial array]
    #[arg(long, value_name = "FEN")]
    pub(crate) from: Option<String>,
    /// Close every stratum that can be reached, not the first alone
    #[arg(long)]
    pub(crate) closed: bool,
    /// Close the first N strata, in an order in which none is entered again
    #[arg(long, value_name = "N", conflicts_with = "closed")]
    pub(crate) strata: Option<NonZeroUsize>,
    /// Take all castling rights off the first position
    #[arg(long)]
    pub(crate) no_castling: bool,
    /// Take positions in which no mate is possible any more for ends without moves
    #[arg(long)]
    pub(crate) stop_at_dead: bool,
    /// List every way out with the stratum it leads to
    #[arg(long)]
    pub(crate) exits: bool,
    /// Write all positions to a file; how far the work has come is then not kept
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// What the file holds
    #[arg(long, value_name = "FORMAT", default_value = "fen", requires = "output")]
    pub(crate) format: PositionFormat,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// How positions are written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PositionFormat {
    /// A FEN a line.
    Fen,
    /// Our 24 bytes each.
    Packed,
    /// The founding text's 36 bytes each.
    Founding,
}
