//! The flags of the commands that read whole tables.

use super::OnDemand;
use super::choice::{LIST, lacking};
use crate::complain::Complaint;
use clap::Args;
use std::path::PathBuf;

/// `sole endgame stats`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sole endgame stats KBNvK\n  \
                        sole endgame stats KPvK --kings\n  \
                        sole endgame stats KRvKN -o histogram.svg")]
pub(crate) struct Stats {
    /// The ending, White's men first
    #[arg(value_name = "MATERIAL")]
    pub(crate) material: String,
    /// Show how often the stronger side wins, by the square of each king
    #[arg(long)]
    pub(crate) kings: bool,
    /// Write the histogram of distances as SVG
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: OnDemand,
}

/// `sole endgame mine`.
#[derive(Args, Debug)]
#[command(
    after_help = "Conditions such as wins, mate >= 10, only-move, P on rank 7 or king-cut-off are \
                        combined by and, or, not and parentheses; --conditions lists them.\n\
                        Puzzles are drawn on a terminal, and records elsewhere.\n\n\
                        Examples:\n  \
                        sole endgame mine KPvK --where 'zugzwang and black-to-move'\n  \
                        sole endgame mine KRPvKR --where 'P on rank 7 and wins and only-move' -n 5\n  \
                        sole endgame mine KRvKN --where 'mate >= 20 and only-move and no-check' \
                        --count 10 --seed 1"
)]
pub(crate) struct Mine {
    /// The ending, White's men first
    #[arg(value_name = "MATERIAL", required_unless_present_any = ["conditions", "where"])]
    material: Option<String>,
    /// What a position must satisfy; `list` explains the conditions
    #[arg(long, value_name = "EXPR", required_unless_present = "conditions")]
    r#where: Option<String>,
    /// List all conditions, each with what it says
    #[arg(long, conflicts_with_all = ["material", "where"])]
    conditions: bool,
    /// At most so many puzzles, the first of the table unless there is a seed
    #[arg(long, short = 'n', value_name = "N")]
    pub(crate) count: Option<usize>,
    /// Draw the puzzles by lot
    #[arg(long, value_name = "N", requires = "count")]
    pub(crate) seed: Option<u64>,
    /// Write the puzzles to a file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: OnDemand,
}

impl Mine {
    /// Whether conditions are to be listed.
    pub(crate) fn lists_conditions(&self) -> bool {
        self.conditions || self.condition() == LIST
    }

    /// The name of the ending.
    pub(crate) fn material(&self) -> Result<&str, Complaint> {
        self.material.as_deref().ok_or_else(|| lacking("MATERIAL"))
    }

    /// What a position must satisfy, empty if conditions are listed.
    pub(crate) fn condition(&self) -> &str {
        self.r#where.as_deref().unwrap_or_default()
    }
}

/// `sole endgame random`.
#[derive(Args, Debug)]
#[command(
    after_help = "Quiet positions are preferred: no capture or promotion decides them at once.\n\
                        Conditions are those of endgame mine.\n\n\
                        Examples:\n  sole endgame random KRPvKR\n  \
                        sole endgame random KQvKR --where 'white-to-move and mate >= 20' --seed 1"
)]
pub(crate) struct Random {
    /// The ending, White's men first
    #[arg(value_name = "MATERIAL", required_unless_present = "where")]
    material: Option<String>,
    /// What a position must satisfy; `list` explains the conditions [default: any position with a
    /// legal move]
    #[arg(long, value_name = "EXPR")]
    pub(crate) r#where: Option<String>,
    /// How many positions
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub(crate) count: usize,
    /// The seed of the random numbers: the same positions for the same number
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) tables: OnDemand,
}

impl Random {
    /// Whether conditions are to be listed.
    pub(crate) fn lists_conditions(&self) -> bool {
        self.r#where.as_deref() == Some(LIST)
    }

    /// The name of the ending.
    pub(crate) fn material(&self) -> Result<&str, Complaint> {
        self.material.as_deref().ok_or_else(|| lacking("MATERIAL"))
    }
}
