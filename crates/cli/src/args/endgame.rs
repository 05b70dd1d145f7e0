//! The flags of `sole endgame`.

use super::{Memory, Mine, Picture, Random, RequiredPosition, Stats, Threads};
use clap::{Args, Subcommand, ValueEnum};
use sole_board::{Square, SquareSet};
use std::path::PathBuf;

/// What to do with endgame tables.
#[derive(Debug, Subcommand)]
pub(crate) enum EndgameVerb {
    /// Build tables
    Build(Build),
    /// Say how positions end, with every move and the best line
    Probe(Probe),
    /// Play against an opponent that never errs
    Play(Play),
    /// Count how all positions of an ending end
    Stats(Stats),
    /// Find positions of an ending as puzzles
    Mine(Mine),
    /// Find a random position of an ending at once
    Random(Random),
    /// List the tables in the data folder
    List(List),
    /// Recompute every value of tables from its successors, by rules of their own
    Verify(Verify),
}

impl EndgameVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            EndgameVerb::Build(_) => "endgame build",
            EndgameVerb::Probe(_) => "endgame probe",
            EndgameVerb::Play(_) => "endgame play",
            EndgameVerb::Stats(_) => "endgame stats",
            EndgameVerb::Mine(_) => "endgame mine",
            EndgameVerb::Random(_) => "endgame random",
            EndgameVerb::List(_) => "endgame list",
            EndgameVerb::Verify(_) => "endgame verify",
        }
    }
}

/// `sole endgame build`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sole endgame build KBNvK KQvKR\n  \
                        sole endgame build 8/8/8/4k3/8/8/4P3/4K3 w - -\n  \
                        sole endgame build --men 4 --pawnless --dry-run")]
pub(crate) struct Build {
    /// Endings such as KRPvKR, or one position, quoted or not
    #[arg(value_name = "MATERIAL|FEN", required_unless_present = "men", conflicts_with = "men")]
    pub(crate) what: Vec<String>,
    /// Every ending with at most so many men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5))]
    pub(crate) men: Option<u8>,
    /// Only endings without pawns
    #[arg(long, requires = "men", conflicts_with = "what")]
    pub(crate) pawnless: bool,
    /// Also distances to a capture or pawn move, for the fifty-move rule
    #[arg(long)]
    pub(crate) dtz: bool,
    /// Read all finished tables, compare them with published hashes, and rebuild damaged ones
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) check: bool,
    /// Only tell what would be built, and what it would cost
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) consent: Consent,
    #[command(flatten)]
    pub(crate) construction: Construction,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// `sole endgame probe`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  sole endgame probe 8/8/8/4k3/8/8/8/R3K3 w Q -")]
pub(crate) struct Probe {
    #[command(flatten)]
    pub(crate) position: RequiredPosition,
    #[command(flatten)]
    pub(crate) rights: Rights,
    #[command(flatten)]
    pub(crate) tables: OnDemand,
}

/// `sole endgame play`.
#[derive(Args, Debug)]
#[command(
    after_help = "Moves are read from standard input as e6-d7, e6d7, Kd7, d7, O-O or e8=N.\n\
                  Commands: hint, best, moves, undo, board, flip, draw, resign, save FILE, help, quit.\n\n\
                  Examples:\n  sole endgame play KBNvK\n  \
                  sole endgame play 8/8/8/4k3/8/8/8/R3K3 w Q - --side white\n  \
                  sole endgame play Ke1, Ra1 / ke8 w --castling Q"
)]
pub(crate) struct Play {
    /// A position, an ending such as KBNvK, or men as in Ke1, Ra1 / ke8; asked for if missing
    #[arg(value_name = "FEN|MATERIAL|MEN")]
    pub(crate) what: Vec<String>,
    /// The side you play: white, black, winner or loser [default: asked for on a console; else
    /// the side to move, or of an ending the side that wins]
    #[arg(long, value_name = "SIDE", hide_possible_values = true)]
    pub(crate) side: Option<Side>,
    #[command(flatten)]
    pub(crate) rights: Rights,
    /// Prefer, among moves that are as good, those that leave you the fewest saving replies
    #[arg(long)]
    pub(crate) tricky: bool,
    /// The seed of the position drawn from an ending [default: the time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) picture: Picture,
    #[command(flatten)]
    pub(crate) consent: Consent,
    #[command(flatten)]
    pub(crate) construction: Construction,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// `sole endgame list`.
#[derive(Args, Debug)]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// `sole endgame verify`.
#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Endings such as KRPvKR [default: all complete tables]
    #[arg(value_name = "MATERIAL")]
    pub(crate) endings: Vec<String>,
    #[command(flatten)]
    pub(crate) construction: Construction,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// Where tables are.
#[derive(Args, Clone, Debug)]
pub(crate) struct DataFolder {
    /// The folder of the tables [default: SOLE_DATA, or the platform's folder for data]
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

/// How tables are built.
#[derive(Args, Clone, Copy, Debug)]
#[command(mut_arg("threads", |arg| arg.help("How many threads build; the tables are the same for any number")))]
#[command(mut_arg("memory", |arg| arg.help("The most memory to build with, as 600M or 2G [default: half of the machine's]")))]
pub(crate) struct Construction {
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) memory: Memory,
}

/// Whether a large build may start.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Consent {
    /// Build without asking, even if it takes more than a minute or 500 MB
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// Tables that are built when they are wanted.
#[derive(Args, Clone, Debug)]
pub(crate) struct OnDemand {
    /// Refuse to answer if tables are missing, instead of building them
    #[arg(long)]
    pub(crate) no_build: bool,
    #[command(flatten)]
    pub(crate) consent: Consent,
    #[command(flatten)]
    pub(crate) construction: Construction,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// A side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// White.
    White,
    /// Black.
    Black,
    /// The side that wins with best play.
    Winner,
    /// The side that loses with best play.
    Loser,
}

/// Rights that a board does not show.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Rights {
    /// The castling rights, as KQkq, or - for none, whatever the position says
    #[arg(long, value_name = "RIGHTS", value_parser = parse_castling, allow_hyphen_values = true)]
    pub(crate) castling: Option<SquareSet>,
    /// The square that a pawn has just passed, as e6, or - for none, whatever the position says
    #[arg(long, value_name = "SQUARE", value_parser = parse_en_passant, allow_hyphen_values = true)]
    pub(crate) ep: Option<EnPassant>,
}

/// The square that a pawn has just passed, if one has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant(pub(crate) Option<Square>);

/// The rooks that may castle.
fn parse_castling(text: &str) -> Result<SquareSet, String> {
    let rook = |letter: char| match letter {
        'K' => Some(Square::H1),
        'Q' => Some(Square::A1),
        'k' => Some(Square::H8),
        'q' => Some(Square::A8),
        _ => None,
    };
    let rooks = if text == "-" { Some(SquareSet::EMPTY) } else { text.chars().map(rook).collect() };
    let rooks = rooks.filter(|_| !text.is_empty());
    rooks.ok_or_else(|| "expected some of the letters KQkq, or - for none".to_owned())
}

fn parse_en_passant(text: &str) -> Result<EnPassant, String> {
    if text == "-" {
        return Ok(EnPassant(None));
    }
    let square = text.parse().map(|square| EnPassant(Some(square)));
    square.map_err(|_| "expected a square such as e6, or - for none".to_owned())
}

/// Bytes, or so many K, M, G or T of them.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_letters_and_a_square() {
        let corners = |squares: &[Square]| Some(squares.iter().copied().collect::<SquareSet>());
        let cases = [
            ("KQkq", corners(&[Square::H1, Square::A1, Square::H8, Square::A8])),
            ("Q", corners(&[Square::A1])),
            ("-", corners(&[])),
            ("", None),
            ("KX", None),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_castling(text).ok(), expected, "{text}");
        }
        for (text, expected) in
            [("e6", Some(Some(Square::E6))), ("-", Some(None)), ("", None), ("e9", None)]
        {
            assert_eq!(parse_en_passant(text).ok(), expected.map(EnPassant), "{text}");
        }
    }
}
