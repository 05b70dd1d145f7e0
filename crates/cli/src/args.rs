//! The flags as they are typed.
//!
//! Nothing here means anything yet: each command's own file turns its flags
//! into a job.

pub(crate) mod atlas;
pub(crate) mod choice;
mod endgame;
pub(crate) mod export;
mod make;
mod mate;
pub(crate) mod proof;
pub(crate) mod puzzle;
pub(crate) mod serve;
pub(crate) mod sql;
pub(crate) mod stratum;
pub(crate) mod sudoku;
pub(crate) mod sudoku_make;
mod survey;
pub(crate) mod uci;
mod work;

pub(crate) use endgame::{
    Build, Consent, Construction, DataFolder, EnPassant, EndgameVerb, List, OnDemand, Play, Probe,
    Rights, Side, Verify,
};
pub(crate) use make::{GenMate, GenRandom, GenVerb, KeyChoice, Limits, MateGen, Sheet, Shown};
pub(crate) use mate::{AnswerForm, Assess, Mate1, MateVerb, ProbeVerb, Rate, Solve, Themes};
pub(crate) use survey::{Mine, Random, Stats};
pub(crate) use work::{Memory, Patience, Threads};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use sole_api::board;
use sole_api::limits::parse_nodes;
use sole_board::{Fault, Faults};
use std::path::PathBuf;
use std::time::Duration;

/// Puzzles with exactly one solution: make, solve, prove, rate, play and print them.
#[derive(Debug, Parser)]
#[command(name = "sole", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 yes, 1 no or none, 2 usage, 3 bad input, 4 not decided, \
                        130 interrupted.")]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The whole command line, in which each noun is described with its verbs.
pub(crate) fn command() -> clap::Command {
    Cli::command().mut_subcommands(|noun| {
        let verbs = noun.get_subcommands().filter(|verb| !verb.is_hide_set());
        let verbs: Vec<&str> = verbs.map(clap::Command::get_name).collect();
        match noun.get_about() {
            Some(about) if !verbs.is_empty() => {
                let about = format!("{about}: {}", verbs.join(", "));
                noun.about(about)
            }
            _ => noun,
        }
    })
}

/// The flags that mean the same everywhere.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Common {
    /// Answer in JSON, one object a line
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) json: bool,
    /// When to use colours: auto, always or never; auto respects NO_COLOR
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(help_heading = "Output", hide_possible_values = true, hide_default_value = true)]
    pub(crate) color: When,
    /// When to show progress on standard error: auto, always or never; json for programs
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(help_heading = "Output", hide_possible_values = true, hide_default_value = true)]
    pub(crate) progress: Reports,
    /// Print the answer alone
    #[arg(long, short, global = true, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// End when standard input does, as if by Ctrl-C, for programs that run this one
    #[arg(long, global = true, hide = true)]
    pub(crate) end_with_input: bool,
    /// Hold no more than so many bytes of data, whatever the command does, for programs that run this one
    #[arg(long, global = true, hide = true, value_name = "BYTES")]
    pub(crate) most_data: Option<u64>,
}

/// A choice that usually looks at the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// If there is a terminal to see it.
    #[default]
    Auto,
    /// In any case.
    Always,
    /// In no case.
    Never,
}

/// How progress is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reports {
    /// As a bar, if there is a terminal to see it.
    #[default]
    Auto,
    /// As a bar, or as lines if there is no terminal.
    Always,
    /// In no case.
    Never,
    /// As lines of JSON.
    Json,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Count the games of a given length
    Perft(Perft),
    /// Solve a mate or another problem, the same as mate solve
    Solve(Box<Solve>),
    /// Play moves on a board, typed or piped
    Simulate(Simulate),
    /// Look at positions
    Board {
        #[command(subcommand)]
        verb: BoardVerb,
    },
    /// Chess problems
    Mate {
        #[command(subcommand)]
        verb: MateVerb,
    },
    /// Endgame tables of up to five men
    Endgame {
        #[command(subcommand)]
        verb: EndgameVerb,
    },
    /// All positions by plies and by men
    Atlas {
        #[command(subcommand)]
        verb: atlas::AtlasVerb,
    },
    /// Proof games
    Proof {
        #[command(subcommand)]
        verb: proof::ProofVerb,
    },
    /// Sudoku of any size
    Sudoku {
        #[command(subcommand)]
        verb: sudoku::SudokuVerb,
    },
    /// Collections of puzzles of all kinds
    Puzzle {
        #[command(subcommand)]
        verb: puzzle::PuzzleVerb,
    },
    /// Make mates in N
    Gen {
        #[command(subcommand)]
        verb: GenVerb,
    },
    /// Quick questions about a position
    Probe {
        #[command(subcommand)]
        verb: ProbeVerb,
    },
    /// Open the workshop: a page and an API on a local address
    Serve(serve::Serve),
    /// An engine for chess programs, by the Universal Chess Interface
    Uci(uci::Uci),
    /// Write completions for a shell to standard output
    Completions(Completions),
    /// Write the manual to standard output or into a folder
    Man(Man),
    /// Print the JSON Schemas of requests and answers
    Schema(Schema),
    /// Answer one request in JSON from standard input, for programs that run this one
    #[command(hide = true)]
    Worker,
}

impl Command {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Command::Perft(_) => "perft",
            Command::Solve(_) => "solve",
            Command::Simulate(_) => "simulate",
            Command::Board { verb: BoardVerb::Show(_) } => "board show",
            Command::Board { verb: BoardVerb::Check(_) } => "board check",
            Command::Board { verb: BoardVerb::Moves(_) } => "board moves",
            Command::Board { verb: BoardVerb::Unmoves(_) } => "board unmoves",
            Command::Board { verb: BoardVerb::Unperft(_) } => "board unperft",
            Command::Board { verb: BoardVerb::Pack(_) } => "board pack",
            Command::Board { verb: BoardVerb::Unpack(_) } => "board unpack",
            Command::Mate { verb } => verb.name(),
            Command::Endgame { verb } => verb.name(),
            Command::Atlas { verb } => verb.name(),
            Command::Proof { verb } => verb.name(),
            Command::Sudoku { verb } => verb.name(),
            Command::Puzzle { verb } => verb.name(),
            Command::Gen { verb } => verb.name(),
            Command::Probe { verb } => verb.name(),
            Command::Serve(_) => "serve",
            Command::Uci(_) => "uci",
            Command::Completions(_) => "completions",
            Command::Man(_) => "man",
            Command::Schema(_) => "schema",
            Command::Worker => "worker",
        }
    }
}

/// What to do with a position.
#[derive(Debug, Subcommand)]
pub(crate) enum BoardVerb {
    /// Draw a position
    Show(Show),
    /// Say whether a position can be played on, and every reason why not
    Check(Check),
    /// List the legal moves
    Moves(Moves),
    /// List every legal last move with the position before it
    Unmoves(Unmoves),
    /// Count the ways back of a given length
    Unperft(Unperft),
    /// Write a position as a nibble board of 36 bytes and as a packed position of 24 bytes
    Pack(Pack),
    /// Read the bytes that pack writes
    Unpack(board::Unpack),
}

/// `sole perft`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  sole perft 5\n  sole perft 4 --divide r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
)]
pub(crate) struct Perft {
    /// The length of the games in plies
    #[arg(value_name = "DEPTH", value_parser = parse_depth, allow_negative_numbers = true)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) position: OptionalPosition,
    /// Count the games after each first move
    #[arg(long, short)]
    pub(crate) divide: bool,
    /// Count sequences of pseudo-legal moves, which the capture of a king ends
    #[arg(long, conflicts_with_all = ["time", "nodes", "threads"])]
    pub(crate) pseudo: bool,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// `sole simulate`.
#[derive(Args, Debug)]
#[command(
    after_help = "Moves are read from standard input in UCI (e2e4) or algebraic notation (e4).\n\
                        Commands: moves, undo, redo, board, flip, fen, pgn, help, quit.\n\n\
                        Example:\n  echo e4 e5 Nf3 pgn | sole simulate"
)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) position: StartPosition,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// `sole board show`.
#[derive(Args, Debug)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) position: RequiredPosition,
    #[command(flatten)]
    pub(crate) question: board::Show,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// A question about positions.
#[derive(Args, Debug)]
pub(crate) struct OnPositions<Q: Args> {
    #[command(flatten)]
    pub(crate) position: RequiredPosition,
    #[command(flatten)]
    pub(crate) question: Q,
}

/// `sole board check`.
pub(crate) type Check = OnPositions<board::Check>;

/// `sole board moves`.
pub(crate) type Moves = OnPositions<board::Moves>;

/// `sole board unmoves`.
pub(crate) type Unmoves = OnPositions<board::Unmoves>;

/// `sole board pack`.
pub(crate) type Pack = OnPositions<board::Pack>;

/// `sole board unperft`.
#[derive(Args, Debug)]
pub(crate) struct Unperft {
    /// The length of the ways back in plies
    #[arg(value_name = "DEPTH", value_parser = parse_depth, allow_negative_numbers = true)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) position: RequiredPosition,
    #[command(flatten)]
    pub(crate) rules: board::RetractionRules,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// How hard to try.
#[derive(Args, Clone, Copy, Debug)]
#[command(mut_arg("threads", |arg| arg.help("How many threads count; the answer is the same for any number")))]
pub(crate) struct Effort {
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) patience: Patience,
}

/// `sole completions`.
#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// `sole man`.
#[derive(Args, Debug)]
pub(crate) struct Man {
    /// Write one page per command into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// Write the reference in Markdown, one page per noun, instead of man pages
    #[arg(long)]
    pub(crate) markdown: bool,
}

/// `sole schema`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sole schema\n  sole schema board moves")]
pub(crate) struct Schema {
    /// The command, such as board moves [default: all commands that have schemas]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

/// How a board is drawn.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Picture {
    /// Draw with letters, upper case for White
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Draw with Black's side at the bottom
    #[arg(long)]
    pub(crate) flip: bool,
}

/// One or more positions that must be given.
#[derive(Args, Debug)]
pub(crate) struct RequiredPosition {
    /// The position, quoted or not; `-` reads positions from standard input, one per line
    #[arg(value_name = "FEN", required_unless_present = "file")]
    pub(crate) fen: Vec<String>,
    #[command(flatten)]
    pub(crate) source: PositionSource,
}

/// One or more positions; the initial array if none is given.
#[derive(Args, Debug)]
pub(crate) struct OptionalPosition {
    /// The position, quoted or not; `-` reads positions from standard input, one per line
    /// [default: the initial array]
    #[arg(value_name = "FEN")]
    pub(crate) fen: Vec<String>,
    #[command(flatten)]
    pub(crate) source: PositionSource,
}

/// The position where a game starts.
#[derive(Args, Debug)]
pub(crate) struct StartPosition {
    /// The position, quoted or not [default: the initial array]
    #[arg(value_name = "FEN")]
    pub(crate) fen: Vec<String>,
    #[command(flatten)]
    pub(crate) waivers: Waivers,
}

/// Where positions come from, and what may be wrong with them.
#[derive(Args, Debug)]
pub(crate) struct PositionSource {
    /// Read positions from a file, one per line
    #[arg(long, short, value_name = "FILE", conflicts_with = "fen")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) waivers: Waivers,
}

/// What may be wrong with a position.
#[derive(Args, Debug)]
pub(crate) struct Waivers {
    /// Overlook a fault, for composed positions
    #[arg(long, value_name = "FAULT", value_delimiter = ',', value_parser = waivable())]
    pub(crate) waive: Vec<Fault>,
}

/// The longest games that can be asked for. Beyond about fourteen plies from
/// the initial array no 64-bit number holds the count; blocked positions stay
/// small for much longer.
pub(crate) const MAX_PLIES: u32 = 64;

fn parse_depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|&depth| depth <= MAX_PLIES);
    depth.ok_or_else(|| format!("expected a whole number of plies from 0 to {MAX_PLIES}"))
}

fn parse_time(text: &str) -> Result<Duration, String> {
    sole_api::limits::parse_time(text).map(|seconds| seconds.0)
}

/// A value by one of these names.
fn one_of<T: Clone + Send + Sync + 'static>(
    named: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let named: Vec<(&'static str, T)> = named.into_iter().collect();
    PossibleValuesParser::new(named.iter().map(|(name, _)| *name)).map(move |text| {
        let (_, value) = named.iter().find(|(name, _)| *name == text).expect("one of the names");
        value.clone()
    })
}

/// The names of the faults that can be overlooked.
fn waivable() -> impl TypedValueParser<Value = Fault> {
    let names = Faults::WAIVABLE.iter().map(Fault::name);
    PossibleValuesParser::new(names).map(|name| {
        let fault = Faults::WAIVABLE.iter().find(|fault| fault.name() == name);
        fault.expect("the parser knows no other names")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_flags_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn depths_are_bounded() {
        for (text, expected) in
            [("0", Some(0)), ("64", Some(64)), ("65", None), ("-1", None), ("x", None), ("", None)]
        {
            assert_eq!(parse_depth(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn only_waivable_faults_can_be_waived() {
        for fault in Fault::ALL {
            let waivable = Faults::WAIVABLE.contains(fault);
            let args = ["sole", "board", "check", "8/8", "--waive", fault.name()];
            assert_eq!(Cli::try_parse_from(args).is_ok(), waivable, "{fault}");
        }
    }
}
