//! The flags of `sole sudoku`.

use super::sudoku_make::{Canon, Experiment, Gen, Unavoidable};
use super::{Patience, Threads, parse_nodes};
use crate::drawing::Medium;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use sole_sudoku::formats::Format;
use sole_sudoku::rate::search::SHUFFLES;
use sole_sudoku::{Cell, Shape};
use std::path::{Path, PathBuf};

/// What to do with sudokus.
#[derive(Debug, Subcommand)]
pub(crate) enum SudokuVerb {
    /// Find the solution, or two of them, and prove how many there are
    Solve(Solve),
    /// Say whether a sudoku is legal, proper and minimal
    Check(Check),
    /// Say what to look at next, and no more than is asked for
    Hint(Hint),
    /// Explain the way to the solution, step by step
    Explain(Explain),
    /// Say how hard sudokus are, on several scales
    Rate(Rate),
    /// Draw a sudoku
    Show(Show),
    /// Write sudokus in another format
    Convert(Convert),
    /// Make puzzles or full grids
    Gen(Box<Gen>),
    /// Find the form that all have that are the same but for their looks
    Canon(Canon),
    /// Find the sets of cells where every puzzle needs a given
    Unavoidable(Unavoidable),
    /// Repeat an experiment about solving and making sudokus
    Experiment(Experiment),
}

impl SudokuVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            SudokuVerb::Solve(_) => "sudoku solve",
            SudokuVerb::Check(_) => "sudoku check",
            SudokuVerb::Hint(_) => "sudoku hint",
            SudokuVerb::Explain(_) => "sudoku explain",
            SudokuVerb::Rate(_) => "sudoku rate",
            SudokuVerb::Show(_) => "sudoku show",
            SudokuVerb::Convert(_) => "sudoku convert",
            SudokuVerb::Gen(_) => "sudoku gen",
            SudokuVerb::Canon(_) => "sudoku canon",
            SudokuVerb::Unavoidable(_) => "sudoku unavoidable",
            SudokuVerb::Experiment(_) => "sudoku experiment",
        }
    }
}

/// `sole sudoku solve`.
#[derive(Args, Debug)]
#[command(
    after_help = "A sudoku is proper if it has exactly one solution. Exit codes: 0 there is a \
                        solution, 1 there is none, 4 not decided.\n\n\
                        Examples:\n  \
                        sole sudoku solve \
                        1..4.........32.\n  \
                        sole sudoku solve ................ --count all\n  \
                        sole sudoku solve --file puzzles.sdm --summary"
)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) grids: Grids,
    /// Count the solutions up to a limit, or all of them
    #[arg(long, value_name = "LIMIT", value_parser = parse_limit)]
    pub(crate) count: Option<u64>,
    /// Print every solution in one line, up to the limit of --count
    #[arg(long)]
    pub(crate) all: bool,
    /// Print nothing but how many sudokus have no solution, one, or more, and how fast that was
    #[arg(long, conflicts_with = "all")]
    pub(crate) summary: bool,
    /// Write records of puzzles to a file, one line of JSON each, in place of the answers
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["all", "summary"])]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// `sole sudoku check`.
#[derive(Args, Debug)]
#[command(
    after_help = "Legal: no house has a value twice. Proper: there is exactly one solution. \
                        Minimal: without any of its givens it would not be proper. Exit codes: 0 \
                        proper, 1 not, 4 not decided.\n\n\
                        Examples:\n  \
                        sole sudoku check \
                        1..4.........32.\n  \
                        sole sudoku check --file puzzles.sdm --json"
)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) grids: Grids,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// `sole sudoku hint`.
#[derive(Args, Debug)]
#[command(
    after_help = "What was placed so far is understood in the formats that tell it from givens: a \
                        HoDoKu line with +, or a grid of pencilmarks. A mistake is told before \
                        anything else.\n\n\
                        Examples:\n  \
                        sole sudoku hint \
                        1..4.........32.\n  \
                        sole sudoku hint --file puzzle.sdk --strength 3"
)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) grids: Grids,
    /// How much is told: 1 where to look, 2 which technique, 3 the whole reason
    #[arg(long, short, value_name = "N", default_value = "1")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) strength: u8,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// `sole sudoku explain`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 solved, 1 not proper, 4 no technique helps any more, or a limit was reached.\n\n\
                        Examples:\n  \
                        sole sudoku explain \
                        1..4.........32.\n  \
                        sole sudoku explain --file puzzle.sdk --scale se"
)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) grids: Grids,
    /// Whose steps: usual, those that most players try first; se, those of Sudoku Explainer 1.2.1;
    /// or hodoku, those of HoDoKu 2.2.0
    #[arg(long, value_name = "SCALE", default_value = "usual", hide_possible_values = true)]
    pub(crate) scale: Way,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// Whose steps lead to the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Way {
    /// Those that most players try first.
    Usual,
    /// Those of Sudoku Explainer 1.2.1.
    Se,
    /// Those of HoDoKu 2.2.0.
    Hodoku,
}

/// `sole sudoku rate`.
#[derive(Args, Debug)]
#[command(
    after_help = "se: the hardest step (ER), the hardest up to the first placement (EP), and the \
                        first one (ED), as Sudoku Explainer 1.2.1 counts them. hodoku: level and \
                        score as HoDoKu 2.2.0 counts them, 9×9 only. search: how much a solver \
                        must guess, the mean of log2(1 + guesses) over shuffles of the puzzle. \
                        pattern: how many cells and places the largest argument is made of, for \
                        grids up to 25×25, as se.\n\n\
                        Exit codes: 0 rated, 1 not proper, 4 a limit was reached before all was \
                        rated.\n\n\
                        Examples:\n  \
                        sole sudoku rate \
                        1..4.........32.\n  \
                        sole sudoku rate --file puzzles.sdm --scale se,hodoku --json"
)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) grids: Grids,
    /// Which scales, of se, hodoku, search and pattern [default: all]
    #[arg(long, value_name = "SCALES", value_delimiter = ',', hide_possible_values = true)]
    pub(crate) scale: Vec<Scale>,
    /// How many shuffles are searched
    #[arg(long, value_name = "N", default_value_t = SHUFFLES, value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) shuffles: u32,
    /// Where the chance of shuffles begins
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// What difficulty is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scale {
    /// Sudoku Explainer's steps.
    Se,
    /// HoDoKu's steps.
    Hodoku,
    /// A solver's guesses.
    Search,
    /// The largest argument.
    Pattern,
}

/// `sole sudoku show`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                        sole sudoku show --file puzzle.sdk --candidates\n  \
                        sole sudoku show 1...2.......4... --highlight r1c1,r2c1 --svg puzzle.svg")]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) grids: Grids,
    /// Show the candidates of empty cells
    #[arg(long, short)]
    pub(crate) candidates: bool,
    /// Draw a picture into this file, as SVG
    #[arg(long, value_name = "FILE", conflicts_with = "png")]
    pub(crate) svg: Option<PathBuf>,
    /// Draw a picture into this file, as PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Cells that stand out, as r1c1,r5c9
    #[arg(long, value_name = "CELLS", value_delimiter = ',', value_parser = parse_cell)]
    pub(crate) highlight: Vec<Cell>,
}

/// `sole sudoku convert`.
#[derive(Args, Debug)]
#[command(after_help = "Formats: line (also called sdm), sdk, ss, text, pencilmarks, candidates \
                        (729 symbols for 9×9), hodoku, opensudoku, numbers, sudokuwiki, csv, \
                        record, and the pictures svg, png and pdf.\n\n\
                        Examples:\n  \
                        sole sudoku convert --file puzzle.ss --to line\n  \
                        sole sudoku convert --file puzzles.csv --to opensudoku -o puzzles.opensudoku")]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) grids: Grids,
    /// How sudokus are written [default: as the name of the file to write ends]
    #[arg(long, short, value_name = "FORMAT", value_parser = target_name())]
    #[arg(hide_possible_values = true, required_unless_present = "output")]
    pub(crate) to: Option<Target>,
    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the givens alone, without placed values and candidates
    #[arg(long)]
    pub(crate) givens: bool,
}

/// Which sudokus.
#[derive(Args, Debug)]
pub(crate) struct Grids {
    /// The sudoku in any format, quoted if it has blanks; `-` reads standard input
    #[arg(value_name = "GRID", required_unless_present = "file")]
    pub(crate) grid: Vec<String>,
    /// Read sudokus from a file, in any format
    #[arg(long, short, value_name = "FILE", conflicts_with = "grid")]
    pub(crate) file: Option<PathBuf>,
    /// How the input is written [default: as it looks]
    #[arg(long, value_name = "FORMAT", value_parser = format_name())]
    #[arg(hide_possible_values = true)]
    pub(crate) from: Option<Format>,
    /// The width and height of boxes that are not the usual ones, as 2x3
    #[arg(long, value_name = "WxH", value_parser = parse_boxes)]
    pub(crate) boxes: Option<Shape>,
}

/// How hard to try.
#[derive(Args, Clone, Copy, Debug)]
#[command(mut_arg("threads", |arg| arg.help("How many threads share the sudokus; the answers are the same for any number")))]
#[command(mut_arg("nodes", |arg| arg.help("Stop after so many guesses for each sudoku, with exit code 4")))]
#[command(mut_arg("time", |arg| arg.help("Stop after so many seconds for each sudoku, with exit code 4")))]
pub(crate) struct Effort {
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) patience: Patience,
}

/// What a sudoku is turned into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A text that is read back.
    Text(Format),
    /// A picture.
    Picture(Medium),
}

impl Target {
    /// What the name of a file tells.
    pub(crate) fn of_path(path: &Path) -> Option<Target> {
        let format = path.extension().and_then(|name| Format::of_extension(name.to_str()?));
        format.map(Target::Text).or_else(|| Medium::of_path(path).map(Target::Picture))
    }
}

/// The names of formats.
fn format_names() -> impl Iterator<Item = PossibleValue> {
    Format::ALL.into_iter().map(|format| match format {
        Format::Line => PossibleValue::new(format.name()).alias("sdm"),
        _ => PossibleValue::new(format.name()),
    })
}

fn format_called(name: &str) -> Format {
    Format::ALL.into_iter().find(|format| format.name() == name).unwrap_or(Format::Line)
}

fn format_name() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(format_names()).map(|name| format_called(&name))
}

/// The names of formats and of pictures.
fn target_name() -> impl TypedValueParser<Value = Target> {
    let pictures = Medium::ALL.map(|medium| PossibleValue::new(medium.name()));
    PossibleValuesParser::new(format_names().chain(pictures)).map(|name| {
        let medium = Medium::ALL.into_iter().find(|medium| medium.name() == name);
        medium.map_or_else(|| Target::Text(format_called(&name)), Target::Picture)
    })
}

pub(super) fn parse_limit(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        _ => parse_nodes(text).map_err(|error| format!("{error}, or all")),
    }
}

pub(super) fn parse_boxes(text: &str) -> Result<Shape, String> {
    let sizes = text.split_once(['x', '×', 'X']);
    let shape = sizes.and_then(|(w, h)| Shape::new(w.trim().parse().ok()?, h.trim().parse().ok()?));
    let most = Shape::MAX_SIDE;
    shape.ok_or_else(|| {
        format!("expected width and height, as 2x3, which make at most {most} cells")
    })
}

fn parse_cell(text: &str) -> Result<Cell, String> {
    let place = |text: &str| {
        let (row, column) = text.trim().strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
        let number = |text: &str| {
            let number = text.parse().ok()?;
            (1..=Shape::MAX_SIDE).contains(&number).then(|| number as u8 - 1)
        };
        Some(Cell { row: number(row)?, column: number(column)? })
    };
    place(text).ok_or_else(|| "expected a row and a column, as r1c9".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_boxes_have_their_notation() {
        for (text, expected) in
            [("r1c1", Some((0, 0))), ("R9C16", Some((8, 15))), ("r0c1", None), ("a1", None)]
        {
            let cell = parse_cell(text).ok().map(|cell| (cell.row, cell.column));
            assert_eq!(cell, expected, "{text}");
        }
        for (text, expected) in [
            ("2x3", Some((2, 3))),
            ("10×10", Some((10, 10))),
            ("11x10", None),
            ("0x3", None),
            ("3", None),
        ] {
            let shape = parse_boxes(text).ok().map(|shape| (shape.width(), shape.height()));
            assert_eq!(shape, expected, "{text}");
        }
    }

    #[test]
    fn limits_are_numbers_or_all() {
        for (text, expected) in
            [("all", Some(u64::MAX)), ("2", Some(2)), ("0", None), ("-1", None), ("x", None)]
        {
            assert_eq!(parse_limit(text).ok(), expected, "{text}");
        }
    }
}
