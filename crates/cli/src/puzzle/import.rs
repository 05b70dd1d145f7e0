//! Puzzles as other programs write them: what each entry of a file asks.
//!
//! Those files say what is asked, and often how it is solved, but prove nothing; what is read here
//! is solved before it becomes a record.

use super::subject::{Reach, Subject, read_length};
use crate::args::puzzle::Form;
use crate::args::{self, PositionSource, RequiredPosition, Waivers};
use crate::complain::{Complaint, Kind};
use crate::input::{self, Input, Positions, Whole};
use crate::mate::export::{SOURCE_TAG, STIPULATION_TAG};
use crate::mate::import::{games, questions, read_game};
use crate::mate::question::{Asked, Question, STIPULATION};
use crate::render::excerpt;
use sole_board::{Epd, Faults, Pgn};
use sole_mate::formats::{Credits, Placed};
use sole_proof::Length;
use sole_sudoku::formats as grids;
use std::path::Path;

/// A question, where it stood, and whose it is.
pub(super) struct Entry {
    pub(super) input: Input,
    pub(super) subject: Subject,
    pub(super) source: Option<String>,
}

type Entries = Vec<Result<Entry, Complaint>>;

/// What the entries of a file ask.
pub(super) fn read(path: &Path, form: Form) -> Result<Entries, Complaint> {
    match form {
        Form::Jsonl => unreachable!("records are read as such"),
        Form::Epd => by_line(path, args::Form::Epd),
        Form::Csv => by_line(path, args::Form::Lichess),
        Form::Olv => by_line(path, args::Form::Olv),
        Form::Popeye => by_line(path, args::Form::Popeye),
        Form::Pgn => Ok(whole(path)?.iter().flat_map(all_games).collect()),
        Form::Sdm => Ok(whole(path)?.iter().flat_map(all_grids).collect()),
    }
}

fn whole(path: &Path) -> Result<Vec<Whole>, Complaint> {
    input::texts(Vec::new(), Some(path.to_owned()))
}

/// Problems, and endgames where an EPD asks for a win or a draw.
fn by_line(path: &Path, form: args::Form) -> Result<Entries, Complaint> {
    let source = PositionSource {
        file: Some(path.to_owned()),
        waivers: Waivers { waive: Faults::WAIVABLE.iter().collect() },
    };
    let positions = Positions::try_from(RequiredPosition { fen: Vec::new(), source })?;
    let entry = |asked: Result<Asked, Complaint>| {
        let asked = asked?;
        let epd = asked.input.text.parse::<Epd>().ok().filter(|_| form == args::Form::Epd);
        match epd.as_ref().and_then(|epd| epd.text(STIPULATION)) {
            Some("win" | "draw") => endgame(&asked.input),
            _ => problem(&asked),
        }
    };
    Ok(questions(&positions, Some(form))?.map(entry).collect())
}

fn problem(asked: &Asked) -> Result<Entry, Complaint> {
    let Question { setup, problem, credits } = Question::read(asked, None, Faults::WAIVABLE)?;
    let subject = Subject::Mate { setup, problem };
    Ok(Entry { input: asked.input.clone(), subject, source: source(&credits) })
}

/// Who made a problem, and where it was published.
fn source(credits: &Credits) -> Option<String> {
    let authors = Some(credits.authors.join("; ")).filter(|text| !text.is_empty());
    let parts = [authors, credits.source.clone(), credits.date.clone()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    Some(parts.join(", ")).filter(|text| !text.is_empty())
}

fn endgame(input: &Input) -> Result<Entry, Complaint> {
    let playable = input.position(Faults::NONE)?;
    let subject = Subject::Endgame { setup: playable.setup, position: playable.position };
    Ok(Entry { input: input.clone(), subject, source: None })
}

fn all_games(whole: &Whole) -> Entries {
    let entry = |game: Result<Placed<Pgn>, Complaint>| game.and_then(|game| of_game(whole, &game));
    games(whole).into_iter().map(entry).collect()
}

/// A game whose tag asks for a length is a proof game, and ends in its diagram.
fn of_game(whole: &Whole, placed: &Placed<Pgn>) -> Result<Entry, Complaint> {
    let Placed { line, content: game } = placed;
    let input = whole.input(*line, &game.start.to_string());
    let named = game.tags.get(SOURCE_TAG).filter(|&text| text != "?");
    let demand = game.tags.get(STIPULATION_TAG).unwrap_or_default();
    match read_length(demand) {
        Ok(length) => {
            let subject = Subject::Proof(reach(game, length, &input)?);
            Ok(Entry { input, subject, source: named.map(str::to_owned) })
        }
        Err(_) if matches!(demand, "win" | "draw") => {
            Ok(Entry { source: named.map(str::to_owned), ..endgame(&input)? })
        }
        Err(_) => problem(&read_game(whole, placed)?),
    }
}

fn reach(game: &Pgn, length: Length, input: &Input) -> Result<Reach, Complaint> {
    let start = input.position(Faults::NONE)?.position;
    let moves = game.line.moves.iter();
    let end = moves.fold(start, |position, node| position.after(node.played()));
    Ok(Reach { start, target: *end.diagram(), length })
}

fn all_grids(whole: &Whole) -> Entries {
    let pieces = grids::pieces(&whole.text, Some(grids::Format::Line));
    let entry = |piece: grids::Piece<'_>| {
        let input = whole.input(piece.line, piece.text.lines().next().unwrap_or_default());
        match piece.read(None) {
            Ok(sudoku) => Ok(Entry { input, subject: Subject::Sudoku(sudoku), source: None }),
            Err(error) => {
                let message = excerpt(&error.to_string());
                Err(Complaint::new(Kind::BadGrid, message).about(&input))
            }
        }
    };
    pieces.into_iter().map(entry).collect()
}
