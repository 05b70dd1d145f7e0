//! The flags of `sole mate` and of its alias `sole probe`.

use super::make::MateGen;
use super::{Effort, Memory, OptionalPosition, Picture, RequiredPosition, When, one_of};
use clap::{Args, Subcommand};
use sole_board::Notation;
use sole_collection::Format;
use sole_mate::study::Claim;
use sole_mate::{Stipulation, StipulationError};
use std::path::PathBuf;

/// What to do with chess problems.
#[derive(Debug, Subcommand)]
pub(crate) enum MateVerb {
    /// Decide every first move, or find every line, and say whether the problem is sound
    Solve(Solve),
    /// Make problems by lot that satisfy what composers ask for
    Gen(MateGen),
    /// List what problems show, and where
    Themes(Themes),
    /// Say how good and how hard problems are, in named parts
    Rate(Rate),
}

impl MateVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            MateVerb::Solve(_) => "mate solve",
            MateVerb::Gen(_) => "mate gen",
            MateVerb::Themes(_) => "mate themes",
            MateVerb::Rate(_) => "mate rate",
        }
    }
}

/// Quick questions.
#[derive(Debug, Subcommand)]
pub(crate) enum ProbeVerb {
    /// List all moves that mate at once
    Mate1(Mate1),
}

impl ProbeVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            ProbeVerb::Mate1(_) => "probe mate1",
        }
    }
}

/// `sole mate solve`.
#[derive(Args, Debug)]
#[command(after_help = "Stipulations: #n mate, =n stalemate, s#n selfmate, r#n reflexmate, \
                        h#n and h#n.5 helpmate, h=n, ser-#n, ser-=n, ser-h#n.\n\
                        An input may bring its own: FEN;2 or FEN;h#2.5, or an EPD with dm.\n\
                        Without a stipulation the shortest mate of a position given as an argument is \
                        looked for; files name their stipulations.\n\
                        Exit code: 0 if there is a solution, 1 if there is none, 4 if that is not decided; \
                        with --unique or --sound whether that holds.\n\
                        Files: .epd, .pgn, .olv (Olive), .inp and .popeye (Popeye), .csv (Lichess), \
                        .jsonl, and lines of text.\n\n\
                        Examples:\n  \
                        sole mate solve --moves 2 5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -\n  \
                        sole mate solve --file problems.olv -o solved.pgn\n  \
                        sole mate solve --stipulation 'h#2' --file problems.txt --json")]
#[command(mut_arg("memory", |arg| arg.help("The most memory of all threads for what they remember, as 600M or 2G [default: 256M each]")))]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) position: RequiredPosition,
    #[command(flatten)]
    pub(crate) demand: Demand,
    /// Stop at the first key found, which is one of the shortest
    #[arg(long, conflicts_with_all = ["tries", "set_play"])]
    pub(crate) first: bool,
    /// Take a solution in fewer moves for none
    #[arg(long, overrides_with = "at_most")]
    pub(crate) exactly: bool,
    /// Take a solution in fewer moves for one, too, which is the default
    #[arg(long, overrides_with = "exactly")]
    pub(crate) at_most: bool,
    /// Exit with 1 unless there is exactly one solution
    #[arg(long, conflicts_with_all = ["first", "sound"])]
    unique: bool,
    /// Exit with 1 unless the problem is sound: one solution, not shorter than asked, no duals
    #[arg(long, conflicts_with = "first")]
    sound: bool,
    /// List all duals after the play
    #[arg(long, conflicts_with = "first")]
    pub(crate) duals: bool,
    /// Apply the fifty-move rule to direct play, from the clock of the FEN on
    #[arg(long)]
    pub(crate) fifty: bool,
    /// Show first moves that at most so many defences refute
    #[arg(long, value_name = "R", default_value_t = 0, hide_default_value = true)]
    pub(crate) tries: usize,
    /// When to show what is set before the first move: auto, always or never; auto leaves help
    /// play out
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(hide_default_value = true)]
    pub(crate) set_play: When,
    /// How the answer is written: text, pgn, epd, olv, popeye, play (as Popeye prints it), lichess or
    /// jsonl
    #[arg(long, value_name = "NAME", default_value = "text", hide_possible_values = true)]
    #[arg(hide_default_value = true, conflicts_with = "json", value_parser = one_of(AnswerForm::ALL))]
    pub(crate) format: AnswerForm,
    /// Write the solved problems to a file, in the format that its name tells: .jsonl, .epd, .pgn,
    /// .csv, .olv, .popeye, or a picture of one problem: .svg, .png, .pdf
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["format", "fifty"])]
    pub(crate) output: Option<PathBuf>,
    /// How moves are written in the text: san (Nf3) or long (Ng1-f3)
    #[arg(long, value_name = "NAME", default_value = "san", hide_possible_values = true)]
    #[arg(hide_default_value = true, value_parser = one_of([("san", Notation::San), ("long", Notation::Long)]))]
    pub(crate) notation: Notation,
    #[command(flatten)]
    pub(crate) picture: Picture,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) memory: Memory,
}

impl Solve {
    /// What the exit code is about.
    pub(crate) fn claim(&self) -> Claim {
        match (self.sound, self.unique) {
            (true, _) => Claim::Sound,
            (false, true) => Claim::Unique,
            (false, false) => Claim::Solvable,
        }
    }
}

/// What is demanded, unless the input says it, and how that is written.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Demand {
    /// The side to move mates in at most N moves [default: the shortest mate is looked for]
    #[arg(long, short, visible_alias = "mate", value_name = "N", value_parser = parse_moves)]
    #[arg(conflicts_with = "stipulation")]
    moves: Option<Stipulation>,
    /// The stipulation as problemists write it, quoted: '#2', 's#3', 'h#2.5', 'ser-h#7'
    #[arg(long, short, value_name = "WHAT", value_parser = Stipulation::from_typed)]
    stipulation: Option<Stipulation>,
    /// How the input is written: lines, epd, pgn, olv, popeye, lichess or jsonl [default: as the
    /// name of the file ends, else lines]
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    #[arg(value_parser = one_of(PROBLEM_FORMATS))]
    pub(crate) from: Option<Format>,
}

impl Demand {
    /// What is demanded, however it was typed.
    pub(crate) fn stipulation(self) -> Option<Stipulation> {
        self.moves.or(self.stipulation)
    }
}

/// `sole mate themes`.
#[derive(Args, Debug)]
#[command(
    after_help = "An input may bring its stipulation: FEN;2 or FEN;h#2.5, an EPD with dm, or the \
                        record of a puzzle, one line of JSON.\n\n\
                        Examples:\n  \
                        sole mate themes --moves 2 5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -\n  \
                        sole mate themes --list"
)]
#[command(mut_arg("fen", |arg| arg.required_unless_present("list")))]
pub(crate) struct Themes {
    #[command(flatten)]
    pub(crate) assess: Assess,
    /// Print all themes, one line each
    #[arg(long, conflicts_with_all = ["fen", "file"])]
    pub(crate) list: bool,
}

/// `sole mate rate`.
#[derive(Args, Debug)]
#[command(
    after_help = "An input may bring its stipulation: FEN;2 or FEN;h#2.5, an EPD with dm, or the \
                        record of a puzzle, one line of JSON.\n\n\
                        Examples:\n  \
                        sole mate rate --moves 2 5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -\n  \
                        sole mate rate --file puzzles.jsonl --json"
)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) assess: Assess,
}

/// What `sole mate themes` and `sole mate rate` share.
#[derive(Args, Debug)]
pub(crate) struct Assess {
    #[command(flatten)]
    pub(crate) position: RequiredPosition,
    #[command(flatten)]
    pub(crate) demand: Demand,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// `sole probe mate1`.
#[derive(Args, Debug)]
pub(crate) struct Mate1 {
    #[command(flatten)]
    pub(crate) position: OptionalPosition,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerForm {
    /// For people.
    Text,
    /// As Popeye prints the play.
    Play,
    /// As an entry of a file.
    Entry(Format),
}

impl AnswerForm {
    const ALL: [(&str, AnswerForm); 8] = [
        ("text", AnswerForm::Text),
        ("pgn", AnswerForm::Entry(Format::Pgn)),
        ("epd", AnswerForm::Entry(Format::Epd)),
        ("olv", AnswerForm::Entry(Format::Olv)),
        ("popeye", AnswerForm::Entry(Format::Popeye)),
        ("play", AnswerForm::Play),
        ("lichess", AnswerForm::Entry(Format::Csv)),
        ("jsonl", AnswerForm::Entry(Format::Jsonl)),
    ];
}

/// The formats of files of problems by their names; lines may be objects.
const PROBLEM_FORMATS: [(&str, Format); 7] = [
    ("lines", Format::Jsonl),
    ("epd", Format::Epd),
    ("pgn", Format::Pgn),
    ("olv", Format::Olv),
    ("popeye", Format::Popeye),
    ("lichess", Format::Csv),
    ("jsonl", Format::Jsonl),
];

fn parse_moves(text: &str) -> Result<Stipulation, StipulationError> {
    format!("#{text}").parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_a_stipulation() {
        for (text, expected) in
            [("2", Some("#2")), ("255", Some("#255")), ("0", None), ("300", None), ("x", None)]
        {
            let read = parse_moves(text).ok().map(|stipulation| stipulation.to_string());
            assert_eq!(read.as_deref(), expected, "{text}");
        }
    }
}
