//! The flags of `sole proof`.

use super::choice::{Choice, one_of};
use super::sudoku_make::Span;
use super::{Memory, Patience, Picture, RequiredPosition, Threads, parse_nodes, parse_time};
use clap::{Args, Subcommand, ValueEnum};
use sole_board::{Role, Square};
use sole_proof::last_move::FinalState;
use sole_proof::{Length, PlySet, Theme};
use std::path::PathBuf;
use std::time::Duration;

/// What to do about proof games.
#[derive(Debug, Subcommand)]
pub(crate) enum ProofVerb {
    /// Find the games that lead to a diagram, or prove that there is none, or only one
    Solve(Solve),
    /// Count positions and diagrams after each ply, and those that one game alone leads to
    Count(Count),
    /// List the diagrams that can be reached in N plies and by exactly one game in N+K
    Gen(ProofGen),
    /// List the last moves that exactly one game of a length ends with
    Endings(Endings),
    /// Find the games that end with a given move, or in a given way
    Ending(Ending),
}

impl ProofVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            ProofVerb::Solve(_) => "proof solve",
            ProofVerb::Count(_) => "proof count",
            ProofVerb::Gen(_) => "proof gen",
            ProofVerb::Endings(_) => "proof endings",
            ProofVerb::Ending(_) => "proof ending",
        }
    }
}

/// `sole proof solve`.
#[derive(Args, Debug)]
#[command(
    after_help = "A diagram is the first field of a FEN; the others are passed over. It may \
                        bring its length:\nBOARD;8 or BOARD;PG 4.0.\n\n\
                        Examples:\n  sole proof solve --plies 8 \
                        rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR\n  \
                        sole proof solve --shortest --explain \
                        rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR"
)]
#[command(mut_arg("threads", |arg| {
    arg.default_value("1").hide_default_value(false).help(
        "How many diagrams of a file are solved at a time; the answers are the same for any number",
    )
}))]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) position: RequiredPosition,
    #[command(flatten)]
    pub(crate) question: ProofQuestion,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// What is asked about diagrams.
#[derive(Args, Debug)]
#[command(mut_arg("memory", |arg| arg.help("The most memory for what is remembered of a diagram, as 600M or 2G [default: 1G]")))]
#[command(mut_arg("nodes", |arg| arg.help("Stop after about so many nodes for each diagram, with exit code 4")))]
#[command(mut_arg("time", |arg| arg.help("Stop the search after so many seconds for each diagram, with exit code 4")))]
pub(crate) struct ProofQuestion {
    /// The length of the game: plies, as 8, or moves, as 4.0, 4.5 or 'PG 4.5'
    #[arg(long, short, value_name = "LENGTH")]
    pub(crate) plies: Option<Length>,
    /// Look for the shortest games, of at most so many plies if --plies is given
    #[arg(long, conflicts_with = "at_most")]
    pub(crate) shortest: bool,
    /// Take shorter games for games, too
    #[arg(long)]
    pub(crate) at_most: bool,
    /// How many games are shown at most [default: 2, with --all all of them]
    #[arg(long, value_name = "G")]
    pub(crate) limit: Option<usize>,
    /// Find all games; with --limit the others are counted, not shown
    #[arg(long)]
    pub(crate) all: bool,
    /// Say what is known without a search: budgets, men that never move, captures
    #[arg(long)]
    pub(crate) explain: bool,
    /// The position where games start [default: the initial array]
    #[arg(long, value_name = "FEN")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) patience: Patience,
    #[command(flatten)]
    pub(crate) memory: Memory,
}

/// Which lengths count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stretch {
    /// The one that is asked for.
    Exactly,
    /// The least at which there is a game.
    Shortest,
    /// All up to the one that is asked for.
    AtMost,
}

impl ProofQuestion {
    /// Which lengths count.
    pub(crate) fn stretch(&self) -> Stretch {
        match (self.shortest, self.at_most) {
            (true, _) => Stretch::Shortest,
            (_, true) => Stretch::AtMost,
            _ => Stretch::Exactly,
        }
    }
}

/// `sole proof count`.
#[derive(Args, Debug)]
#[command(after_help = "A diagram is the 64 squares alone; a position has the side to move, the \
                        castling rights and legal en passant, too. Unique: exactly one game of \
                        that length ends in it.\n\n\
                        Examples:\n  sole proof count 6\n  sole proof count 4 --from \
                        'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'")]
pub(crate) struct Count {
    /// The length of the games in plies
    #[arg(value_name = "PLIES", value_parser = parse_plies, allow_negative_numbers = true)]
    pub(crate) plies: usize,
    /// How: sweep (all positions), or prefix (from unique positions, without the other columns)
    #[arg(long, value_name = "METHOD", value_enum, default_value = "sweep")]
    #[arg(hide_possible_values = true)]
    pub(crate) method: Method,
    #[command(flatten)]
    pub(crate) survey: ProofSurvey,
}

/// How all games of a length are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// All positions of each ply.
    Sweep,
    /// From unique positions only.
    Prefix,
    /// Every game, with counters for the diagrams of an earlier ply.
    Counting,
}

/// `sole proof gen`.
#[derive(Args, Debug)]
#[command(after_help = "Rare ones come first: those whose set of earlier plies is the rarest.\n\n\
                        Examples:\n  sole proof gen 4 2\n  sole proof gen 5 2 --only --count all\n  \
                        sole proof gen --plies 6 --shortest --theme mate -o mates.jsonl")]
pub(crate) struct ProofGen {
    /// The diagrams can be reached in so many plies
    #[arg(value_name = "N", value_parser = parse_plies_or_none, allow_negative_numbers = true)]
    #[arg(required_unless_present_any = ["plies", "theme"], requires = "delay")]
    pub(crate) earlier: Option<usize>,
    /// Exactly one game that is so many plies longer leads to them
    #[arg(value_name = "K", value_parser = parse_plies, allow_negative_numbers = true)]
    pub(crate) delay: Option<usize>,
    /// All diagrams that exactly one game of so many plies leads to
    #[arg(long, value_name = "P", value_parser = parse_plies, conflicts_with = "earlier")]
    pub(crate) plies: Option<usize>,
    /// How many are shown, or all
    #[arg(long, short, value_name = "COUNT", value_parser = parse_count, default_value = "10")]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) wish: Wish,
    /// Write all of them to a file, one record a line
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Leave out how hard they are, which takes longer than to find them where there are many
    #[arg(long)]
    pub(crate) unrated: bool,
    #[command(flatten)]
    pub(crate) picture: Picture,
    /// How: sweep (all positions), prefix (from unique positions), or counting (every game; for
    /// N and K only)
    #[arg(long, value_name = "METHOD", value_enum, default_value = "sweep")]
    #[arg(hide_possible_values = true)]
    pub(crate) method: Method,
    #[command(flatten)]
    pub(crate) survey: ProofSurvey,
}

/// `sole proof endings`.
#[derive(Args, Debug)]
#[command(after_help = "Men that can go to the same square are not told apart; captures, \
                        promotions, checks and mates are.\n\nExample:\n  sole proof endings 6")]
pub(crate) struct Endings {
    /// The length of the games in plies
    #[arg(value_name = "PLY", value_parser = parse_plies, allow_negative_numbers = true)]
    pub(crate) ply: usize,
    #[command(flatten)]
    pub(crate) survey: ProofSurvey,
}

/// `sole proof ending`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sole proof ending 3...Qd4#\n  \
                        sole proof ending --ply 6 --end mate --piece B --limit all\n  \
                        sole proof ending --ply 6 --first e4 --captures Q --on g5")]
pub(crate) struct Ending {
    /// The last move with its number, as 5.Qxe4# or 4...b5#
    #[arg(value_name = "SAN", required_unless_present = "ply", num_args = 1..=2)]
    pub(crate) last: Vec<String>,
    /// The length of the games in plies
    #[arg(long, value_name = "PLY", value_parser = parse_plies, allow_negative_numbers = true)]
    pub(crate) ply: Option<usize>,
    /// The first move
    #[arg(long, value_name = "MOVE")]
    pub(crate) first: Option<String>,
    /// What makes the last move, as a letter: K, Q, R, B, N or P
    #[arg(long, value_name = "MAN", value_parser = parse_role)]
    pub(crate) piece: Option<Role>,
    /// What it takes
    #[arg(long, value_name = "MAN", value_parser = parse_role)]
    pub(crate) captures: Option<Role>,
    /// Where it goes
    #[arg(long, value_name = "SQUARE")]
    pub(crate) on: Option<Square>,
    /// How the game stands after it: mate, stalemate, check (not mate), or open (no check)
    #[arg(long, value_name = "HOW", hide_possible_values = true)]
    pub(crate) end: Option<Outcome>,
    /// How many games are shown at most, or all
    #[arg(long, value_name = "G", value_parser = parse_count, default_value = "2")]
    pub(crate) limit: u64,
    #[command(flatten)]
    pub(crate) survey: ProofSurvey,
}

/// How a game stands after its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Outcome {
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// Check that is not mate.
    Check,
    /// No check.
    Open,
}

impl From<Outcome> for FinalState {
    fn from(outcome: Outcome) -> FinalState {
        match outcome {
            Outcome::Mate => FinalState::Mate,
            Outcome::Stalemate => FinalState::Stalemate,
            Outcome::Check => FinalState::Check,
            Outcome::Open => FinalState::NoCheck,
        }
    }
}

/// Which diagrams are wanted.
#[derive(Args, Debug)]
pub(crate) struct Wish {
    /// Only diagrams that cannot be reached in fewer plies
    #[arg(long, conflicts_with = "earlier")]
    pub(crate) shortest: bool,
    /// Only diagrams that can be reached in no other number of plies below N+K than N
    #[arg(long, requires = "earlier")]
    pub(crate) only: bool,
    /// Only diagrams whose delay is not that of the diagram before the last move
    #[arg(long, requires = "earlier")]
    pub(crate) primitive: bool,
    /// Only games that show this: promotion, castling, enPassant, mate, stalemate, switchback,
    /// atHome or mirror; may be repeated; `list` explains them
    #[arg(long, value_name = "TAG", value_parser = one_of(&Theme::ALL, Theme::name))]
    #[arg(hide_possible_values = true)]
    pub(crate) theme: Vec<Choice<Theme>>,
    /// Only games in which at most so many men move
    #[arg(long, value_name = "M")]
    pub(crate) men_moved: Option<usize>,
    /// Only diagrams that are so hard on the scale proof.search, as 5-7, 6- or 6
    #[arg(long, value_name = "RANGE", value_parser = parse_rating)]
    pub(crate) rating: Option<Span<f64>>,
}

impl Wish {
    /// What every game must show.
    pub(crate) fn themes(&self) -> impl Iterator<Item = Theme> {
        self.theme.iter().filter_map(|choice| choice.named())
    }
}

/// How all games are gone through.
#[derive(Args, Debug)]
#[command(mut_arg("threads", |arg| arg.help("How many threads count; the answer is the same for any number")))]
#[command(mut_arg("memory", |arg| arg.help("The most memory, as 600M or 2G; the rest goes to files [default: half of the machine's]")))]
pub(crate) struct ProofSurvey {
    /// The position where games start [default: the initial array]
    #[arg(long, value_name = "FEN")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Stop after so many seconds, with exit code 4
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) memory: Memory,
    /// Write down in this folder what is done, so that the same command goes on after a stop
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Print the estimated positions, files, memory and time of each ply, and stop
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Start without asking, even if memory or disk are probably too small
    #[arg(long, short, conflicts_with = "dry_run")]
    pub(crate) yes: bool,
}

/// The longest games that all positions are asked for.
const MAX_PLIES: usize = PlySet::MAX;

fn parse_plies(text: &str) -> Result<usize, String> {
    let plies = text.parse().ok().filter(|plies| (1..=MAX_PLIES).contains(plies));
    plies.ok_or_else(|| format!("expected a whole number of plies from 1 to {MAX_PLIES}"))
}

fn parse_role(text: &str) -> Result<Role, String> {
    let mut letters = text.chars();
    let role = letters.next().and_then(|letter| Role::from_char(letter.to_ascii_uppercase()));
    let role = role.filter(|_| letters.next().is_none());
    role.ok_or_else(|| "expected one of the letters K, Q, R, B, N and P".to_owned())
}

fn parse_plies_or_none(text: &str) -> Result<usize, String> {
    let plies = text.parse().ok().filter(|&plies: &usize| plies < MAX_PLIES);
    plies.ok_or_else(|| format!("expected a whole number of plies from 0 to {}", MAX_PLIES - 1))
}

pub(crate) fn parse_rating(text: &str) -> Result<Span<f64>, String> {
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
    let span = Span::parse(text, Span { least: 0.0, most: f64::INFINITY }, number);
    span.ok_or_else(|| "expected a range of numbers, as 5-7, 6- or 6".to_owned())
}

fn parse_count(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        _ => parse_nodes(text).map_err(|error| format!("{error}, or all")),
    }
}
