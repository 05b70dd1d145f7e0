//! The flags of `sole sudoku gen`, `canon` and `unavoidable`.

use super::choice::{Choice, SYMMETRIES, TECHNIQUES};
use super::sudoku::{Effort, Grids, parse_boxes, parse_limit};
use super::{Threads, parse_nodes, parse_time};
use clap::Args;
use clap::builder::PossibleValuesParser;
use sole_sudoku::Shape;
use sole_sudoku::experiments::EXPERIMENTS;
use sole_sudoku::make::{Neighbourhood, OneOrTwo, Symmetry};
use sole_sudoku::rate::{LEVELS, Scale};
use sole_sudoku::reason::Technique;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// `sole sudoku gen`.
#[derive(Args, Debug)]
#[command(
    after_help = "Without other flags, puzzles of 9×9 in which every given is needed. With --givens, --symmetry \
                  or --pattern some givens may be superfluous, unless --minimal asks for more.\n\n\
                  Scales: se (ER of Sudoku Explainer), hodoku (a score, or easy, medium, hard, unfair, \
                  extreme), pattern (units of the largest argument), search (log₂ of guesses). Ranges:\n\
                  7.1-8.3, 7.1- for that and more, 7.1 alone, medium-hard.\n\n\
                  A hunt looks at what becomes of hard puzzles if some givens are exchanged, and keeps the \
                  hardest in an archive, from which the same command goes on. It uses one thread.\n\n\
                  Examples:\n  \
                  sole sudoku gen --count 5\n  \
                  sole sudoku gen --order 4 --easy\n  \
                  sole sudoku gen 10 --symmetry half --rating hodoku:hard -o puzzles.sdm\n  \
                  sole sudoku gen --technique x-wing\n  \
                  sole sudoku gen --technique naked-triple,swordfish --all-of\n  \
                  sole sudoku gen --technique list\n  \
                  sole sudoku gen --hunt best.txt --hard seeds.sdm --time 600"
)]
#[command(mut_arg("threads", |arg| arg.help("How many threads search; the sudokus are the same for any number")))]
pub(crate) struct Gen {
    /// How many sudokus, or all that --tries or --time allow [default: 1]
    #[arg(value_name = "COUNT", value_parser = parse_limit)]
    pub(crate) count: Option<u64>,
    /// How many sudokus, as a flag
    #[arg(long = "count", value_name = "COUNT", value_parser = parse_limit, conflicts_with = "count")]
    pub(crate) number: Option<u64>,
    /// Boxes of K×K cells, from 2 to 6, with --full up to 10 [default: 3]
    #[arg(long, value_name = "K", value_parser = parse_order, conflicts_with = "hunt")]
    pub(crate) order: Option<Shape>,
    /// Boxes of this width and height, as 3x2
    #[arg(long, value_name = "WxH", value_parser = parse_boxes, conflicts_with = "order")]
    pub(crate) boxes: Option<Shape>,
    /// Full grids
    #[arg(long, conflicts_with_all = ["symmetry", "pattern", "givens", "minimal", "easy", "rating"])]
    #[arg(conflicts_with_all = ["technique", "tries", "hunt"])]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) wishes: Wishes,
    #[command(flatten)]
    pub(crate) quarry: Quarry,
    /// Where chance begins: the same sudokus for the same number [default: another each time]
    #[arg(long, value_name = "N", conflicts_with = "hunt")]
    pub(crate) seed: Option<u64>,
    /// How many attempts are made at most
    #[arg(long, value_name = "T", value_parser = parse_nodes, conflicts_with = "hunt")]
    pub(crate) tries: Option<u64>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Stop after so many seconds, with exit code 4 unless there are enough sudokus
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// Write to this file: records, one a line, or as its name ends: .sdm, .sdk, .opensudoku, .svg …
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What puzzles must be like.
#[derive(Args, Debug)]
pub(crate) struct Wishes {
    /// How the givens lie: none, half (rotation by 180°), quarter, horizontal, vertical, cross,
    /// diagonal, antidiagonal, diagonals or full; `list` explains them
    #[arg(long, value_name = "NAME", value_parser = SYMMETRIES, hide_possible_values = true)]
    #[arg(conflicts_with = "hunt")]
    pub(crate) symmetry: Option<Choice<Symmetry>>,
    /// Which cells are given: a mark for each cell, `.` or 0 for those that stay empty
    #[arg(long, value_name = "GRID", conflicts_with_all = ["symmetry", "givens", "hunt"])]
    pub(crate) pattern: Option<String>,
    /// How many givens, as 22-25 or 30
    #[arg(long, value_name = "MIN-MAX", value_parser = parse_givens, conflicts_with = "hunt")]
    pub(crate) givens: Option<Span<usize>>,
    /// Every given is needed
    #[arg(long, conflicts_with = "hunt")]
    pub(crate) minimal: bool,
    /// Puzzles that naked and hidden singles solve
    #[arg(long, conflicts_with_all = ["technique", "hunt"])]
    pub(crate) easy: bool,
    /// How hard, as se:7.1-8.3 or hodoku:unfair; a scale alone shows the rating
    #[arg(long, value_name = "SCALE:MIN-MAX", value_parser = parse_wanted)]
    pub(crate) rating: Option<Wanted>,
    /// The hardest technique that is needed, as x-wing, or one of several, as x-wing,skyscraper;
    /// `list` explains them
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = TECHNIQUES)]
    #[arg(hide_possible_values = true, conflicts_with = "hunt")]
    pub(crate) technique: Vec<Choice<Technique>>,
    /// The way to the solution uses all techniques of --technique
    #[arg(long, requires = "technique")]
    pub(crate) all_of: bool,
}

/// Hunts for hard puzzles.
#[derive(Args, Debug)]
pub(crate) struct Quarry {
    /// Hunt for hard puzzles and keep them in this file; goes on from what is there
    #[arg(long, value_name = "ARCHIVE", help_heading = "Hunt")]
    pub(crate) hunt: Option<PathBuf>,
    /// Begin with the puzzles of this file, in any format
    #[arg(long, value_name = "FILE", requires = "hunt", help_heading = "Hunt")]
    pub(crate) hard: Option<PathBuf>,
    /// How many puzzles are kept
    #[arg(
        long,
        value_name = "N",
        requires = "hunt",
        default_value = "1000",
        help_heading = "Hunt"
    )]
    pub(crate) keep: NonZeroUsize,
    /// How many givens are taken away and put in: 1+1, 1+2, 2+1 or 2+2
    #[arg(long, value_name = "R+A", requires = "hunt", default_value = "1+1")]
    #[arg(value_parser = parse_vicinity, help_heading = "Hunt")]
    pub(crate) vicinity: Neighbourhood,
}

/// `sole sudoku canon`.
#[derive(Args, Debug)]
#[command(
    after_help = "Sudokus are the same but for their looks if exchanging values, rows within a band, bands, \
                  columns within a stack, stacks, and rows with columns leads from one to the other. Up to \
                  9×9 the form is the first of them in lexicographic order, with empty cells before values; \
                  for larger ones it is another that is good for comparing.\n\n\
                  Examples:\n  \
                  sole sudoku canon --file puzzles.sdm --unique\n  \
                  sole sudoku canon 1...2.......4... --transform"
)]
#[command(mut_arg("threads", |arg| arg.help("How many threads share the sudokus; the answers are the same for any number")))]
pub(crate) struct Canon {
    #[command(flatten)]
    pub(crate) grids: Grids,
    /// Show how the form is reached
    #[arg(long)]
    pub(crate) transform: bool,
    /// Leave out what is the same as one before
    #[arg(long)]
    pub(crate) unique: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// `sole sudoku unavoidable`.
#[derive(Args, Debug)]
#[command(
    after_help = "A set of cells of a solution is unavoidable if their values can be exchanged so that \
                  another solution comes out: every puzzle needs a given there. All minimal sets of up to 12 \
                  cells are found, or up to --size; on grids larger than 16×16 all of up to 10 or so, unless \
                  --size asks for more. Of larger sets, those within two lines of a chute, three values or \
                  two boxes are found. Ctrl-C and --time keep the sizes that are complete.\n\n\
                  With --check, exit codes are 0 there are such puzzles, 1 there are none, 4 not all were \
                  found, as after 100 000.\n\n\
                  Examples:\n  \
                  sole sudoku unavoidable \
                  1..4.........32.\n  \
                  sole sudoku unavoidable --file grids.txt --size 14 --list\n  \
                  sole sudoku unavoidable 1234341221434321 --list --check 4"
)]
pub(crate) struct Unavoidable {
    #[command(flatten)]
    pub(crate) grids: Grids,
    /// Find all sets of up to this many cells [default: 12]
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<usize>,
    /// Leave out sets of more cells
    #[arg(long, value_name = "N")]
    pub(crate) max_size: Option<usize>,
    /// List the cells of every set
    #[arg(long)]
    pub(crate) list: bool,
    /// Find all puzzles with so many givens that have this solution, up to 11×11
    #[arg(long, value_name = "C")]
    pub(crate) check: Option<usize>,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// `sole sudoku experiment`.
#[derive(Args, Debug)]
#[command(
    after_help = "Prints the tables that answer a question, with the size of the sample and, where numbers are \
                  means, their standard errors. Counts depend on --sample and --seed alone; CPU times are \
                  ratios. The answers are in docs/sudoku-experiments.md.\n\n\
                  Examples:\n  \
                  sole sudoku experiment --list\n  \
                  sole sudoku experiment labels --sample 50\n  \
                  sole sudoku experiment packing --file puzzles.sdm"
)]
pub(crate) struct Experiment {
    /// Which one
    #[arg(value_name = "NAME", required_unless_present = "list", value_parser = experiments())]
    #[arg(hide_possible_values = true)]
    pub(crate) name: Option<String>,
    /// List the experiments with their questions
    #[arg(long, conflicts_with = "name")]
    pub(crate) list: bool,
    /// How many puzzles or grids are looked at [default: enough for some seconds]
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<NonZeroUsize>,
    /// Where chance begins
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// Look at the puzzles of this file as well, where puzzles are searched
    #[arg(long, short, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// From one number to another, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span<T> {
    pub(crate) least: T,
    pub(crate) most: T,
}

/// A part of a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wanted {
    pub(crate) scale: Scale,
    /// Levels count from 0.
    pub(crate) range: Span<f64>,
}

/// Every number of a scale.
const ALL: Span<f64> = Span { least: 0.0, most: f64::INFINITY };

impl Wanted {
    /// All of a scale.
    pub(crate) const fn all(scale: Scale) -> Wanted {
        Wanted { scale, range: ALL }
    }
}

impl<T: PartialOrd> Span<T> {
    /// Whether a number is between the two.
    pub(crate) fn contains(&self, number: T) -> bool {
        self.least <= number && number <= self.most
    }

    /// Reads `7-8`, `7-`, `-8` or `7`, where a missing end is that of `all`.
    pub(crate) fn parse(
        text: &str,
        all: Span<T>,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<Span<T>> {
        let end = |text: &str, missing: T| match text.trim() {
            "" => Some(missing),
            text => read(text),
        };
        let span = match text.split_once(['-', '–']) {
            Some((least, most)) => {
                Span { least: end(least, all.least)?, most: end(most, all.most)? }
            }
            None => Span { least: read(text.trim())?, most: read(text.trim())? },
        };
        (span.least <= span.most).then_some(span)
    }
}

/// As it is typed.
impl fmt::Display for Span<f64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Span { least, most } if most.is_infinite() => write!(f, "{least}-"),
            Span { least, most } => write!(f, "{least}-{most}"),
        }
    }
}

impl fmt::Display for Span<usize> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            usize::MAX => write!(f, "{}-", self.least),
            most => write!(f, "{}-{most}", self.least),
        }
    }
}

/// As it is typed.
impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.scale {
            Scale::Se => "se",
            Scale::HodokuScore | Scale::HodokuLevel => "hodoku",
            Scale::Pattern => "pattern",
            Scale::Search => "search",
        })?;
        match (self.scale, self.range) {
            (_, range) if range == ALL => Ok(()),
            (Scale::HodokuLevel, Span { least, most }) => {
                write!(f, ":{}-{}", LEVELS[least as usize], LEVELS[most as usize])
            }
            (_, range) => write!(f, ":{range}"),
        }
    }
}

fn parse_order(text: &str) -> Result<Shape, String> {
    let shape = text.parse().ok().filter(|order| (2..=10).contains(order));
    let shape = shape.and_then(|order: usize| Shape::new(order, order));
    shape.ok_or_else(|| "expected a whole number from 2 to 10".to_owned())
}

/// The names of experiments.
fn experiments() -> PossibleValuesParser {
    PossibleValuesParser::new(EXPERIMENTS.map(|experiment| experiment.name))
}

fn parse_givens(text: &str) -> Result<Span<usize>, String> {
    let all = Span { least: 0, most: usize::MAX };
    let span = Span::parse(text, all, |text| text.parse().ok());
    span.ok_or_else(|| "expected a range of whole numbers, as 22-25, 30- or 24".to_owned())
}

fn parse_wanted(text: &str) -> Result<Wanted, String> {
    let (name, range) = text.split_once(':').unwrap_or((text, "-"));
    let scale = match name.trim() {
        "se" => Scale::Se,
        "hodoku" => Scale::HodokuScore,
        "pattern" => Scale::Pattern,
        "search" => Scale::Search,
        _ => return Err("expected one of the scales se, hodoku, pattern and search".to_owned()),
    };
    let number = |text: &str| f64::from_str(text).ok().filter(|number| number.is_finite());
    if let Some(range) = Span::parse(range, ALL, number) {
        return Ok(Wanted { scale, range });
    }
    let level = |text: &str| {
        let place = LEVELS.iter().position(|level| level.to_string().eq_ignore_ascii_case(text));
        place.map(|place| place as f64)
    };
    let levels = Span { least: 0.0, most: (LEVELS.len() - 1) as f64 };
    match (scale, Span::parse(range, levels, level)) {
        (Scale::HodokuScore, Some(range)) => Ok(Wanted { scale: Scale::HodokuLevel, range }),
        (Scale::HodokuScore, None) => {
            Err("expected a range of scores or levels, as 700-900, hard, \
                                           medium- or easy-medium"
                .to_owned())
        }
        _ => Err("expected a range of numbers, as 7.1-8.3, 7.1- or 7.1".to_owned()),
    }
}

fn parse_vicinity(text: &str) -> Result<Neighbourhood, String> {
    let few = |text: &str| match text {
        "1" => Some(OneOrTwo::One),
        "2" => Some(OneOrTwo::Two),
        _ => None,
    };
    let numbers = text.split_once('+');
    let numbers = numbers.and_then(|(removed, added)| Some((few(removed)?, few(added)?)));
    let vicinity =
        numbers.map(|(removed, added)| Neighbourhood { removed, added, ..Neighbourhood::NEAREST });
    vicinity.ok_or_else(|| "expected 1+1, 1+2, 2+1 or 2+2".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_and_told_again() {
        let cases = [
            ("se", Some("se")),
            ("se:7.1-8.3", Some("se:7.1-8.3")),
            ("se:7.2", Some("se:7.2-7.2")),
            ("se:9-", Some("se:9-")),
            ("search:-3", Some("search:0-3")),
            ("hodoku:700-900", Some("hodoku:700-900")),
            ("hodoku:Hard", Some("hodoku:hard-hard")),
            ("hodoku:easy-medium", Some("hodoku:easy-medium")),
            ("hodoku:unfair-", Some("hodoku:unfair-extreme")),
            ("pattern:4-8", Some("pattern:4-8")),
            ("se:8-7", None),
            ("se:hard", None),
            ("hodoku:harder", None),
            ("er:7", None),
            ("se:nan", None),
        ];
        for (text, expected) in cases {
            let read = parse_wanted(text).ok().map(|wanted| wanted.to_string());
            assert_eq!(read.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn givens_orders_and_vicinities_are_read() {
        for (text, expected) in [
            ("22-25", Some((22, 25))),
            ("24", Some((24, 24))),
            ("30-", Some((30, usize::MAX))),
            ("25-22", None),
            ("x", None),
        ] {
            let read = parse_givens(text).ok().map(|span| (span.least, span.most));
            assert_eq!(read, expected, "{text}");
        }
        for (text, expected) in [("2", Some(4)), ("10", Some(100)), ("1", None), ("11", None)] {
            assert_eq!(parse_order(text).ok().map(Shape::side), expected, "{text}");
        }
        for (text, expected) in
            [("2+1", Some((OneOrTwo::Two, OneOrTwo::One))), ("3+1", None), ("2", None)]
        {
            let read = parse_vicinity(text).ok().map(|vicinity| (vicinity.removed, vicinity.added));
            assert_eq!(read, expected, "{text}");
        }
    }
}
