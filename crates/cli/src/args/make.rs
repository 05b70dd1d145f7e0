//! The flags of the commands that make problems.

use super::choice::{Choice, lacking, one_of};
use super::proof::parse_rating;
use super::sudoku_make::Span;
use super::{DataFolder, Patience, Picture, Threads, parse_nodes, parse_time};
use crate::complain::Complaint;
use clap::{Args, Subcommand, ValueEnum};
use sole_mate::Stipulation;
use sole_mate::make::PieceCount;
use sole_mate::themes::Theme;
use std::num::NonZeroU8;
use std::path::PathBuf;
use std::time::Duration;

/// Mates in N, the quick way.
#[derive(Debug, Subcommand)]
pub(crate) enum GenVerb {
    /// Go through all positions of a few men
    Mate(GenMate),
    /// Place men by lot
    Random(GenRandom),
}

impl GenVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            GenVerb::Mate(_) => "gen mate",
            GenVerb::Random(_) => "gen random",
        }
    }
}

/// `sole gen mate`.
#[derive(Args, Debug)]
#[command(after_help = "Problems come in the order of the squares, so neighbours look alike; for \
                        others try sole mate gen N --material MATERIAL. How long a mate takes \
                        is read from the endgame tables if they are there, and proved again by \
                        the solver.\n\n\
                        Examples:\n  sole gen mate 2\n  sole gen mate 3 50 --material KRvK")]
pub(crate) struct GenMate {
    /// White mates in exactly so many moves
    #[arg(value_name = "N", value_parser = parse_length)]
    pub(crate) moves: NonZeroU8,
    /// How many problems, or all
    #[arg(value_name = "COUNT", value_parser = parse_count, default_value = "10")]
    pub(crate) count: u64,
    /// The men, White's first
    #[arg(long, short, value_name = "MATERIAL", default_value = "KQvK")]
    pub(crate) material: String,
    /// There may be several keys
    #[arg(long)]
    pub(crate) any: bool,
    #[command(flatten)]
    pub(crate) data: DataFolder,
    #[command(flatten)]
    pub(crate) sheet: Sheet,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// `sole gen random`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  sole gen random 6 3\n  sole gen random 8 2 100 --seed 1 -o mates.jsonl"
)]
pub(crate) struct GenRandom {
    /// How many men, kings included
    #[arg(value_name = "PIECES", value_parser = parse_men)]
    pub(crate) pieces: PieceCount,
    /// The side to move mates in exactly so many moves
    #[arg(value_name = "N", value_parser = parse_length)]
    pub(crate) moves: NonZeroU8,
    /// How many problems, or all
    #[arg(value_name = "COUNT", value_parser = parse_count, default_value = "10")]
    pub(crate) count: u64,
    /// There may be several keys
    #[arg(long)]
    pub(crate) any: bool,
    #[command(flatten)]
    pub(crate) chance: Chance,
    #[command(flatten)]
    pub(crate) sheet: Sheet,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// `sole mate gen`.
#[derive(Args, Debug)]
#[command(
    after_help = "Of a direct mate everything is demanded that composers ask for: one key that \
                        neither checks nor captures, no duals, two defences that take all the \
                        moves, every man needed, no promoted men. The flags ask for \
                        less.\nOf other problems one \
                        solution is demanded, and that every man is needed.\n--theme list \
                        prints the tags with their meanings.\n\n\
                        Examples:\n  sole mate gen 2\n  sole mate gen 3 20 --men 6 --key unique\n  \
                        sole mate gen 'h#2' --men 5 --seed 7"
)]
pub(crate) struct MateGen {
    /// A number of moves to mate, or what is demanded: #3, h#2, s#2, ser-h#4
    #[arg(value_name = "WHAT", value_parser = Stipulation::from_typed)]
    #[arg(required_unless_present = "theme")]
    stipulation: Option<Stipulation>,
    /// How many problems, or all
    #[arg(value_name = "COUNT", value_parser = parse_count, default_value = "10")]
    pub(crate) count: u64,
    /// How many men at most, kings included
    #[arg(long, value_name = "MEN", value_parser = parse_men, default_value = "7")]
    pub(crate) men: PieceCount,
    /// Which men, those of the side that mates first
    #[arg(long, value_name = "MATERIAL", conflicts_with = "men")]
    pub(crate) material: Option<String>,
    /// The key: any, unique, or quiet, which is no check and no capture
    #[arg(long, value_name = "WHICH", hide_possible_values = true)]
    pub(crate) key: Option<KeyChoice>,
    /// Allow duals
    #[arg(long)]
    pub(crate) duals: bool,
    /// How many defences must take all the moves, at least
    #[arg(long, value_name = "D")]
    pub(crate) defences: Option<usize>,
    /// What every problem must show, as modelMate or switchback; may be repeated; `list` explains
    /// them
    #[arg(long, value_name = "TAG", value_parser = one_of(Theme::ALL, Theme::name))]
    #[arg(hide_possible_values = true)]
    pub(crate) theme: Vec<Choice<Theme>>,
    /// Allow men that are not needed
    #[arg(long)]
    pub(crate) idle: bool,
    /// Allow promoted men: a second queen, a third rook, two bishops on squares of one colour
    #[arg(long)]
    pub(crate) promoted: bool,
    /// Only problems of this difficulty, as mate rate counts it: 1200-1400, 1300- or 1250
    #[arg(long, value_name = "RANGE", value_parser = parse_rating)]
    pub(crate) rating: Option<Span<f64>>,
    #[command(flatten)]
    pub(crate) chance: Chance,
    #[command(flatten)]
    pub(crate) sheet: Sheet,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

impl MateGen {
    /// What is demanded.
    pub(crate) fn stipulation(&self) -> Result<Stipulation, Complaint> {
        self.stipulation.ok_or_else(|| lacking("WHAT"))
    }

    /// What every problem must show.
    pub(crate) fn themes(&self) -> impl Iterator<Item = Theme> {
        self.theme.iter().filter_map(|choice| choice.named())
    }
}

/// What is asked of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeyChoice {
    /// There may be several.
    Any,
    /// There is one.
    Unique,
    /// There is one, and it neither checks nor captures.
    Quiet,
}

/// Where chance begins, and how long it is tried.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Chance {
    /// Where chance begins: the same problems for the same number [default: another each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How often men are placed at most
    #[arg(long, value_name = "T", value_parser = parse_nodes, default_value = "100000000")]
    pub(crate) tries: u64,
}

/// How problems are handed out.
#[derive(Args, Debug)]
pub(crate) struct Sheet {
    /// What is shown of the solution: line, the main one; play, all of it; or none
    #[arg(long, value_name = "HOW", default_value = "line", hide_possible_values = true)]
    #[arg(hide_default_value = true)]
    pub(crate) solution: Shown,
    /// Write the problems to a file, one record a line
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// How much of a solution is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    /// The key and the longest defence.
    Line,
    /// All variations.
    Play,
    /// Nothing.
    None,
}

/// How much may be used.
#[derive(Args, Clone, Copy, Debug)]
#[command(mut_arg("threads", |arg| arg.help("How many threads search; the problems are the same for any number")))]
pub(crate) struct Limits {
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Stop after so many seconds, with exit code 4 unless there are enough problems
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
}

impl Limits {
    /// How long one question may be worked on.
    pub(crate) fn patience(&self) -> Patience {
        Patience { nodes: None, time: self.time }
    }
}

fn parse_length(text: &str) -> Result<NonZeroU8, String> {
    text.parse().map_err(|_| "expected a whole number of moves from 1 to 255".to_owned())
}

fn parse_men(text: &str) -> Result<PieceCount, String> {
    let men = text.parse().ok().and_then(PieceCount::new);
    men.ok_or_else(|| "expected a whole number of men from 3 to 32".to_owned())
}

fn parse_count(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        _ => parse_nodes(text).map_err(|error| format!("{error}, or all")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        for (text, expected) in [("1", Some(1)), ("all", Some(u64::MAX)), ("0", None), ("x", None)]
        {
            assert_eq!(parse_count(text).ok(), expected, "{text}");
        }
        for (text, expected) in [("3", Some(3)), ("32", Some(32)), ("2", None), ("33", None)] {
            assert_eq!(parse_men(text).ok().map(PieceCount::get), expected, "{text}");
        }
    }
}
