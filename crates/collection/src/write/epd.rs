//! Positions with operations.

use super::{Unfit, original};
use crate::Format;
use crate::annotate::moves;
use crate::typed_puzzle::{Reach, TypedPuzzle};
use sole_board::{Clocks, Epd, Notation, Operand, Operation, Position, Setup};
use sole_mate::{Play, Problem};
use sole_puzzle::Puzzle;

/// The opcode of the solutions.
pub(crate) const BEST: &str = "bm";
/// The opcode of the length of a direct mate.
pub const MATE: &str = "dm";
/// The opcode of a stipulation that is no direct mate, or that may have a shorter one.
pub const STIPULATION: &str = "stip";
/// The opcode of the main line.
pub(crate) const LINE: &str = "pv";
/// The opcode of the identifier.
const ID: &str = "id";
/// The opcodes of comments.
pub(crate) const COMMENTS: [&str; 10] =
    ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];

/// What stands before tags in a comment.
pub(crate) const TAGS: &str = "tags: ";
/// What stands before keywords in a comment.
pub(crate) const KEYWORDS: &str = "keywords: ";
/// What stands before the moves of a proof game in a comment.
pub(crate) const GAME: &str = "game: ";

pub(super) fn entry(puzzle: &Puzzle, typed: &TypedPuzzle) -> Result<String, Unfit> {
    let mut sheet = Sheet { epd: Epd::new(setup(typed)?), comments: Vec::new() };
    match typed {
        TypedPuzzle::Mate { problem, .. } => sheet.problem(puzzle, problem, typed),
        TypedPuzzle::Endgame { .. } => {
            sheet.words(BEST, firsts(puzzle, typed));
            sheet.quoted(STIPULATION, puzzle.stipulation());
        }
        TypedPuzzle::Proof(_) => {
            sheet.quoted(STIPULATION, puzzle.stipulation());
            let game = puzzle.answer().solutions().first().and_then(|game| moves(game, typed));
            sheet
                .comments
                .extend(game.map(|game| format!("{GAME}{}", Notation::San.names(&game).join(" "))));
        }
        TypedPuzzle::Sudoku(_) => return Err(Unfit::Kind { format: Format::Epd }),
    }
    sheet.details(puzzle);
    sheet.others(puzzle);
    Ok(sheet.epd.to_string())
}

/// The position; of a proof game that is its end, without rights that the diagram does not tell.
fn setup(typed: &TypedPuzzle) -> Result<Setup, Unfit> {
    match typed {
        TypedPuzzle::Mate { setup, .. } | TypedPuzzle::Endgame { setup, .. } => Ok(*setup),
        TypedPuzzle::Proof(reach) => Ok(end(reach)),
        TypedPuzzle::Sudoku(_) => Err(Unfit::Kind { format: Format::Epd }),
    }
}

fn end(Reach { start, target, length }: &Reach) -> Setup {
    let turn = if length.plies() % 2 == 0 { start.turn() } else { !start.turn() };
    let mut setup: Setup = Position::initial().to_setup(Clocks::default());
    setup.diagram = *target;
    setup.turn = turn;
    setup.castling = Default::default();
    setup
}

/// The first moves of all solutions that are legal, in SAN.
fn firsts(puzzle: &Puzzle, typed: &TypedPuzzle) -> Vec<String> {
    let solutions = puzzle.answer().solutions().iter();
    let first = |text: &String| Some(Notation::San.names(moves(text, typed)?.get(..1)?).remove(0));
    solutions.filter_map(first).collect()
}

/// An EPD that is being made.
struct Sheet {
    epd: Epd,
    comments: Vec<String>,
}

impl Sheet {
    fn problem(&mut self, puzzle: &Puzzle, problem: &Problem, typed: &TypedPuzzle) {
        let is_forced =
            matches!(problem.stipulation().play(), Play::Direct | Play::SelfMate | Play::Reflex);
        let length = known_length(puzzle, problem, typed);
        if length != Some(problem.stipulation().moves().into()) {
            self.quoted(STIPULATION, puzzle.stipulation());
        }
        let solutions = puzzle.answer().solutions();
        if is_forced {
            self.words(BEST, firsts(puzzle, typed));
        }
        if let Some(length) = length {
            self.words(MATE, vec![length.to_string()]);
        }
        let line = match is_forced {
            true => puzzle.details().line.as_ref().map(|line| &line.uci),
            false => solutions.first(),
        };
        let is_series = matches!(problem.stipulation().play(), Play::Series | Play::SeriesHelp);
        let line = line.filter(|_| !is_series).and_then(|line| moves(line, typed));
        self.words(LINE, line.map(|line| Notation::San.names(&line)).unwrap_or_default());
    }

    fn details(&mut self, puzzle: &Puzzle) {
        let details = puzzle.details();
        if let Some(id) = &details.id {
            self.quoted(ID, id);
        }
        self.comments.extend(details.comments.iter().cloned());
        if !puzzle.tags().is_empty() {
            let tags: Vec<&str> = puzzle.tags().iter().map(|tag| tag.as_str()).collect();
            self.comments.push(format!("{TAGS}{}", tags.join(" ")));
        }
        if !details.keywords.is_empty() {
            self.comments.push(format!("{KEYWORDS}{}", details.keywords.join(", ")));
        }
        let comments = std::mem::take(&mut self.comments);
        COMMENTS.iter().zip(&comments).for_each(|(opcode, text)| self.quoted(opcode, text));
    }

    /// Operations that only the text has from which the puzzle was read.
    fn others(&mut self, puzzle: &Puzzle) {
        let epd = original(puzzle, Format::Epd).and_then(|text| text.parse::<Epd>().ok());
        let known = [BEST, MATE, STIPULATION, LINE, ID];
        let is_other = |operation: &&Operation| {
            !known.contains(&operation.opcode()) && !COMMENTS.contains(&operation.opcode())
        };
        let operations = epd.iter().flat_map(|epd| epd.operations().iter().filter(is_other));
        operations.for_each(|operation| self.epd.set(operation.clone()));
    }

    fn words(&mut self, opcode: &str, words: Vec<String>) {
        if !words.is_empty() {
            self.set(opcode, words.into_iter().map(Operand::Word).collect());
        }
    }

    /// A text without the characters that EPD does not have.
    fn quoted(&mut self, opcode: &str, text: &str) {
        let plain = |c: char| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        };
        self.set(opcode, vec![Operand::Quoted(text.chars().map(plain).collect())]);
    }

    fn set(&mut self, opcode: &str, operands: Vec<Operand>) {
        let operation = Operation::new(opcode, operands);
        self.epd.set(operation.expect("moves, numbers and plain texts can be read again"));
    }
}

/// How many moves the mate takes that a record claims, if it says so: by its tag, its stipulation of
/// one move, or a main line to the end.
fn known_length(puzzle: &Puzzle, problem: &Problem, typed: &TypedPuzzle) -> Option<usize> {
    let stipulation = problem.stipulation();
    let moves_wanted = usize::from(stipulation.moves());
    if !stipulation.is_direct_mate() || puzzle.answer().solutions().is_empty() {
        return None;
    }
    let tag = format!("mateIn{moves_wanted}");
    if moves_wanted == 1 || puzzle.tags().iter().any(|name| name.as_str() == tag) {
        return Some(moves_wanted);
    }
    let line = moves(&puzzle.details().line.as_ref()?.uci, typed)?;
    let (before, last) = line.last()?;
    let end = before.after(*last);
    (end.is_check() && !end.has_moves()).then_some(line.len().div_ceil(2))
}
