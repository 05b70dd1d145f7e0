//! The flags of `sole puzzle`.

use super::{OnDemand, Patience, Picture, one_of};
use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use sole_collection::{Filter, Format, Order};
use sole_picture::book::Paper;
use sole_puzzle::{Name, Puzzle};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What to do with collections of puzzles.
#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleVerb {
    /// Prove every puzzle again, and say which fail
    Check(Check),
    /// Write a collection in another format
    Convert(Convert),
    /// Draw puzzles
    Show(Show),
    /// Print puzzles as a book, with the solutions at the back
    Book(Book),
}

impl PuzzleVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            PuzzleVerb::Check(_) => "puzzle check",
            PuzzleVerb::Convert(_) => "puzzle convert",
            PuzzleVerb::Show(_) => "puzzle show",
            PuzzleVerb::Book(_) => "puzzle book",
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
#[command(mut_arg("nodes", |arg| arg.help("Stop after about so many nodes for each puzzle, which is open then")))]
#[command(mut_arg("time", |arg| arg.help("Stop after so many seconds for each puzzle, which is open then")))]
#[command(mut_arg("no_build", |arg| arg.help("Leave endgames open whose tables are missing, instead of building them")))]
#[command(mut_arg("threads", |arg| arg.help("How many threads prove; the answer is the same for any number")))]
pub(crate) struct Check {
    /// Collections of puzzles in any format that convert reads; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) patience: Patience,
    #[command(flatten)]
    pub(crate) tables: OnDemand,
}

/// `sole puzzle show`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sole puzzle show puzzles.jsonl\n  \
                        sole puzzle show puzzles.jsonl 3 7 --solution\n  \
                        sole puzzle show puzzles.jsonl 3 --svg diagram.svg")]
pub(crate) struct Show {
    /// A collection of puzzles in any format that convert reads; `-` reads standard input
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
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

/// A file for one picture.
#[derive(Args, Debug)]
pub(crate) struct Drawing {
    /// Draw one puzzle into this file, as SVG
    #[arg(long, value_name = "FILE", conflicts_with = "png")]
    pub(crate) svg: Option<PathBuf>,
    /// Draw one puzzle into this file, as PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
}

/// `sole puzzle book`.
#[derive(Args, Debug)]
#[command(
    after_help = "Puzzles are put into chapters by what is to be done; within a chapter they keep their \
                  order unless --sort is given. With --fresh new ones are made: mates in one to four \
                  moves, selfmates, helpmates, proof games, endgames with one good move and sudokus of \
                  several sizes, each proven to have one solution, the same for the same seed.\n\n\
                  Examples:\n  sole puzzle book puzzles.jsonl -o book.pdf --title \"My puzzles\"\n  \
                  sole puzzle book lichess.csv -o book.pdf --sort rating --scale lichess --limit 60\n  \
                  sole puzzle book --fresh -o book.pdf\n  \
                  sole puzzle book --fresh --seed 7 --count 4 -o book.html --records book.jsonl"
)]
#[command(mut_arg("threads", |arg| arg.help("How many threads work; the book is the same for any number")))]
#[command(mut_arg("no_build", |arg| arg.help("Print the good move alone of endgames whose tables are missing, instead of building them").conflicts_with("is_fresh")))]
pub(crate) struct Book {
    /// Collections of puzzles in any format that convert reads; `-` reads standard input
    #[arg(value_name = "FILE", required_unless_present = "is_fresh")]
    pub(crate) files: Vec<PathBuf>,
    /// The book, whose name ends in .pdf or .html
    #[arg(long, short, value_name = "BOOK")]
    pub(crate) output: PathBuf,
    /// What is printed on the first page [default: Puzzles with one solution, or Puzzles]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// What is printed below the title [default: how many puzzles there are]
    #[arg(long, value_name = "TEXT")]
    pub(crate) subtitle: Option<String>,
    /// The order within chapters: as-is, difficulty (of its kind and length), rating (on --scale, else
    /// on the first) or length
    #[arg(long, value_name = "ORDER", default_value = "as-is", hide_possible_values = true)]
    #[arg(hide_default_value = true, value_parser = one_of(Order::ALL.map(|order| (order.name(), order))))]
    pub(crate) sort: Order,
    #[command(flatten)]
    pub(crate) looks: Looks,
    #[command(flatten)]
    pub(crate) fresh: Fresh,
    #[command(flatten)]
    pub(crate) tables: OnDemand,
    #[command(flatten)]
    pub(crate) choice: Choice,
}

/// How a book is set.
#[derive(Args, Debug)]
pub(crate) struct Looks {
    /// How many diagrams are side by side, up to 4
    #[arg(long, value_name = "N", default_value = "2")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=4))]
    pub(crate) columns: usize,
    /// How many diagrams are above each other, up to 6
    #[arg(long, value_name = "N", default_value = "3")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=6))]
    pub(crate) rows: usize,
    /// The paper: a4 or letter
    #[arg(long, value_name = "SIZE", default_value = "a4", hide_possible_values = true)]
    #[arg(value_parser = one_of([("a4", Paper::A4), ("letter", Paper::Letter)]))]
    pub(crate) paper: Paper,
    /// Write moves with letters instead of figurines
    #[arg(long)]
    pub(crate) letters: bool,
    /// Hatch dark squares instead of greying them
    #[arg(long)]
    pub(crate) hatched: bool,
    /// Leave out the names of files and ranks
    #[arg(long)]
    pub(crate) no_coordinates: bool,
}

/// A book of new puzzles.
#[derive(Args, Debug)]
pub(crate) struct Fresh {
    /// Make new puzzles of all kinds
    #[arg(long = "fresh", conflicts_with = "files")]
    pub(crate) is_fresh: bool,
    /// Where chance begins: the same book for the same number [default: another each time]
    #[arg(long, value_name = "S", requires = "is_fresh")]
    pub(crate) seed: Option<u64>,
    /// How many puzzles a chapter has, up to 100; selfmates and mates in one and four moves are fewer
    #[arg(long, value_name = "N", requires = "is_fresh", default_value = "10")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=100))]
    pub(crate) count: usize,
    /// Write the new puzzles to this file as well, one record a line
    #[arg(long, value_name = "FILE", requires = "is_fresh")]
    pub(crate) records: Option<PathBuf>,
}

/// `sole puzzle convert`.
#[derive(Args, Debug)]
#[command(
    after_help = "Formats: jsonl (records), epd, pgn, csv (Lichess's puzzles), olv (Olive), popeye, \
                  sdm (sudokus).\nNothing is solved unless --solve is given: solutions are kept as they \
                  are, and records say that they are not proven. What a format does not keep is \
                  reported, one line for each kind of loss.\n\n\
                  Examples:\n  sole puzzle convert puzzles.jsonl --to pgn --kind mate\n  \
                  sole puzzle convert problems.olv -o problems.jsonl --solve\n  \
                  sole puzzle convert lichess.csv -o easy.csv --scale lichess --min 1200 --max 1500\n  \
                  sole puzzle convert puzzles.jsonl -o hard.sdm --kind sudoku --scale se.er --min 7"
)]
#[command(mut_arg("nodes", |arg| arg.help("With --solve: stop after about N nodes for each puzzle")))]
#[command(mut_arg("time", |arg| arg.help("With --solve: stop after this many seconds for each puzzle [default: 10, unless --nodes is given]")))]
#[command(mut_arg("no_build", |arg| arg.help("Refuse endgames whose tables are missing, instead of building them")))]
pub(crate) struct Convert {
    /// A collection; `-` reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The format to write [default: as the name of the output ends]
    #[arg(
        long,
        value_name = "FORMAT",
        required_unless_present = "output",
        value_parser = parse_collection
    )]
    pub(crate) to: Option<Format>,
    /// The format to read [default: as the name of the file ends, else as its text looks]
    #[arg(long, value_name = "FORMAT", value_parser = parse_collection)]
    pub(crate) from: Option<Format>,
    /// Solve every puzzle that is not proven yet
    #[arg(long)]
    pub(crate) solve: bool,
    /// List the rows of Lichess's puzzles that are not mates
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) patience: Patience,
    #[command(flatten)]
    pub(crate) tables: OnDemand,
}

/// Which puzzles are meant.
#[derive(Args, Debug)]
#[command(next_help_heading = "Choice")]
pub(crate) struct Choice {
    /// Only puzzles of these kinds: mate, proof, endgame, sudoku
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    pub(crate) kind: Vec<Name>,
    /// Only puzzles with all of these tags or keywords
    #[arg(long, value_name = "TAG", value_delimiter = ',')]
    pub(crate) tag: Vec<Name>,
    /// Only puzzles whose solution takes so many moves, as 3 or 2.5
    #[arg(long, value_name = "MOVES")]
    pub(crate) length: Option<f64>,
    /// Only puzzles with a rating on this scale, as se.er or lichess
    #[arg(long, value_name = "SCALE")]
    pub(crate) scale: Option<Name>,
    /// Only those that are rated so high
    #[arg(long, value_name = "VALUE", requires = "scale", allow_negative_numbers = true)]
    pub(crate) min: Option<f64>,
    /// Only those that are not rated higher
    #[arg(long, value_name = "VALUE", requires = "scale", allow_negative_numbers = true)]
    pub(crate) max: Option<f64>,
    /// Leave out so many of them first
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) offset: usize,
    /// At most so many of them
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
}

impl Choice {
    /// What puzzles must be like.
    pub(crate) fn filter(&self) -> Filter {
        let range = self.min.unwrap_or(f64::NEG_INFINITY)..=self.max.unwrap_or(f64::INFINITY);
        Filter {
            kinds: self.kind.clone(),
            tags: self.tag.clone(),
            length: self.length,
            rating: self.scale.clone().map(|scale| (scale, range)),
        }
    }

    /// Those that are meant, in their order.
    pub(crate) fn chosen<T>(&self, all: Vec<T>, puzzle: impl Fn(&T) -> &Puzzle) -> Vec<T> {
        let filter = self.filter();
        let fitting = all.into_iter().filter(|item| filter.fits(puzzle(item)));
        fitting.skip(self.offset).take(self.limit.unwrap_or(usize::MAX)).collect()
    }
}

/// A format that is read and written.
fn parse_collection(text: &str) -> Result<Format, String> {
    let format = text.parse::<Format>().ok().filter(|format| Format::COLLECTIONS.contains(format));
    let names: Vec<&str> = Format::COLLECTIONS.iter().map(|format| format.name()).collect();
    let names = names.join(", ");
    format.ok_or_else(|| format!("expected one of {names}"))
}
