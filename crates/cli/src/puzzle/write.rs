//! Puzzles in the formats of other programs, and what those cannot hold.

use super::subject::{Reach, Subject};
use crate::args::Effort;
use crate::args::puzzle::Form;
use crate::console::{Progress, Stop};
use crate::mate::export::{SOURCE_TAG, STIPULATION_TAG};
use crate::mate::question::STIPULATION;
use crate::mate::rewrite::{self, Rewrite, Target};
use crate::notation::pgn_export;
use crate::render::plural;
use sole_board::pgn::{Line, Node, Tags};
use sole_board::{Clocks, Epd, Move, Operand, Operation, Pgn, Position, Score, Setup};
use sole_puzzle::{Answer, Name, Puzzle, Status};
use sole_sudoku::formats::Format;
use std::collections::BTreeMap;

/// Writes puzzles in one format.
pub(super) struct Writer {
    pub(super) form: Form,
    pub(super) effort: Effort,
    pub(super) progress: Progress,
}

/// Why a puzzle cannot be written in a format.
pub(super) enum Obstacle {
    /// The format does not have it, for this reason.
    Unfit(String),
    /// The work ended.
    Stop(Stop),
}

impl From<Stop> for Obstacle {
    fn from(stop: Stop) -> Obstacle {
        match stop {
            Stop::Complaint(complaint) => Obstacle::Unfit(complaint.message().to_owned()),
            other => Obstacle::Stop(other),
        }
    }
}

impl Writer {
    /// One puzzle, without what stands around it in a file.
    pub(super) fn text(&self, puzzle: &Puzzle, subject: &Subject) -> Result<String, Obstacle> {
        match (self.form, subject) {
            (Form::Jsonl, _) => Ok(puzzle.to_line()),
            (Form::Sdm, Subject::Sudoku(sudoku)) => {
                Format::Line.render(sudoku).map_err(|error| Obstacle::Unfit(error.to_string()))
            }
            (Form::Epd, Subject::Endgame { setup, position }) => Ok(epd(setup, position, puzzle)),
            (Form::Pgn, Subject::Endgame { setup, position }) => {
                let keys = keys(position, puzzle);
                Ok(pgn(*setup, alternatives(position, &keys), puzzle.stipulation(), puzzle))
            }
            (Form::Pgn, Subject::Proof(reach)) => game(reach, puzzle),
            (_, Subject::Mate { setup, problem }) => match self.target() {
                Some(target) => {
                    let rewrite = Rewrite { target, effort: self.effort, progress: self.progress };
                    Ok(rewrite.problem(setup, problem, puzzle.source())?)
                }
                None => Err(self.unfit()),
            },
            _ => Err(self.unfit()),
        }
    }

    fn unfit(&self) -> Obstacle {
        Obstacle::Unfit(format!("{} has no such puzzles", self.form.title()))
    }

    /// The format that has problems.
    fn target(&self) -> Option<Target> {
        match self.form {
            Form::Epd => Some(Target::Epd),
            Form::Pgn => Some(Target::Pgn),
            Form::Csv => Some(Target::Lichess),
            Form::Olv => Some(Target::Olive),
            Form::Popeye => Some(Target::Popeye),
            Form::Jsonl | Form::Sdm => None,
        }
    }

    /// A whole file.
    pub(super) fn whole(&self, texts: &[String]) -> String {
        match self.target() {
            _ if texts.is_empty() => String::new(),
            Some(target) => rewrite::whole(target, texts),
            None => texts.join("\n") + "\n",
        }
    }
}

/// The position with the moves that solve it, and what is to be done.
fn epd(setup: &Setup, position: &Position, puzzle: &Puzzle) -> String {
    let mut epd = Epd::new(*setup);
    let mut set = |opcode: &str, operands: Vec<Operand>| {
        let operation = Operation::new(opcode, operands);
        epd.set(operation.expect("moves and words can be read again"));
    };
    let keys = keys(position, puzzle);
    if !keys.is_empty() {
        let san = |&m: &Move| Operand::Word(position.san(m).to_string());
        set("bm", keys.iter().map(san).collect());
    }
    set(STIPULATION, vec![Operand::Quoted(puzzle.stipulation().to_owned())]);
    epd.to_string()
}

/// The first moves that a record claims, as far as they are legal.
fn keys(position: &Position, puzzle: &Puzzle) -> Vec<Move> {
    let claimed = puzzle.answer().solutions().iter();
    claimed.filter_map(|text| position.parse_uci(text).ok()).collect()
}

/// The first of the moves, with the others as variations.
fn alternatives(position: &Position, keys: &[Move]) -> Line {
    let line = |&m: &Move| {
        let node = Node::new(position, m).expect("the move is legal");
        Line { moves: vec![node], closing: Vec::new() }
    };
    let mut lines = keys.iter().map(line);
    let mut main = lines.next().unwrap_or_default();
    if let Some(first) = main.moves.first_mut() {
        first.variations.extend(lines);
    }
    main
}

/// A proof game is the game itself.
fn game(reach: &Reach, puzzle: &Puzzle) -> Result<String, Obstacle> {
    let unfit = |text: &str| Obstacle::Unfit(text.to_owned());
    let [game] = puzzle.answer().solutions() else {
        return Err(unfit("PGN has proof games with one game only"));
    };
    let moves = reach.game(game).map_err(|error| Obstacle::Unfit(error.to_string()))?;
    let mut position = reach.start;
    let mut line = Line::default();
    for m in moves {
        line.moves.push(Node::new(&position, m).expect("the move is legal"));
        position = position.after(m);
    }
    let start = reach.start.to_setup(Clocks::default());
    Ok(pgn(start, line, &reach.length.to_string(), puzzle))
}

/// A game that asks for something; where it starts has a tag of its own.
fn pgn(start: Setup, line: Line, stipulation: &str, puzzle: &Puzzle) -> String {
    let mut tags = Tags::default();
    let mut set = |name: &str, value: &str| {
        tags.set(name, value).expect("the tag is well formed and free");
    };
    set(STIPULATION_TAG, stipulation);
    if let Some(source) = puzzle.source() {
        set(SOURCE_TAG, source);
    }
    pgn_export(Pgn { tags, start, line, score: Score::Unknown, repairs: Vec::new() })
}

/// Whether a row of Lichess's puzzles has a theme.
fn has_theme(row: &str, theme: &str) -> bool {
    row.split([',', ' ']).any(|word| word == theme)
}

/// Whether a position says how many moves were made.
fn has_clocks(subject: &Subject) -> bool {
    match subject {
        Subject::Mate { setup, .. } | Subject::Endgame { setup, .. } => {
            setup.clocks != Clocks::default()
        }
        Subject::Proof(_) | Subject::Sudoku(_) => false,
    }
}

fn has_breaks(puzzle: &Puzzle) -> bool {
    puzzle.source().is_some_and(|source| source.contains(char::is_control))
}

/// Whether several lines of moves are claimed, as of helpmates.
fn has_lines(answer: &Answer) -> bool {
    let solutions = answer.solutions();
    solutions.len() > 1 && solutions.iter().any(|solution| solution.contains(' '))
}

/// What formats did not keep, and what they could not hold, each with the number of puzzles.
#[derive(Debug, Default)]
pub(super) struct Losses {
    lost: BTreeMap<&'static str, u64>,
    skipped: BTreeMap<(String, String), u64>,
}

impl Losses {
    /// Takes note of what a puzzle loses that was written so.
    pub(super) fn note(&mut self, form: Form, puzzle: &Puzzle, subject: &Subject, text: &str) {
        let answer = puzzle.answer();
        let keeps_solutions = !matches!(form, Form::Popeye | Form::Sdm);
        let keeps_source = !matches!(form, Form::Epd | Form::Csv | Form::Sdm);
        let keeps_clocks = !matches!(form, Form::Olv | Form::Popeye);
        let keeps_breaks = form == Form::Olv;
        let has_boxes = puzzle.stipulation().contains("boxes of");
        let is_theme = |tag: &Name| form == Form::Csv && has_theme(text, tag.as_str());
        let parts = [
            ("ratings are", !puzzle.ratings().is_empty()),
            ("tags are", !puzzle.tags().iter().all(is_theme)),
            ("clocks are", has_clocks(subject) && !keeps_clocks),
            ("solutions after the first are", has_lines(answer) && form == Form::Epd),
            ("the source is", puzzle.source().is_some() && !keeps_source),
            ("line breaks of the source are", has_breaks(puzzle) && !keeps_breaks && keeps_source),
            ("the generator is", puzzle.generator().is_some()),
            ("what was proved is", answer.status() != Status::Open),
            ("solutions are", !answer.solutions().is_empty() && !keeps_solutions),
            ("boxes are", has_boxes && form == Form::Sdm),
        ];
        for (part, _) in parts.into_iter().filter(|(_, lost)| *lost && form != Form::Jsonl) {
            *self.lost.entry(part).or_default() += 1;
        }
    }

    /// Takes note of a puzzle that could not be written.
    pub(super) fn skip(&mut self, puzzle: &Puzzle, reason: String) {
        *self.skipped.entry((puzzle.kind().to_string(), reason)).or_default() += 1;
    }

    /// One sentence for each kind of loss.
    pub(super) fn sentences(&self, form: Form) -> Vec<String> {
        let lost = self.lost.iter().map(|(part, count)| {
            let puzzles = plural(*count, "puzzle");
            format!("{part} not kept by {}: {puzzles}", form.title())
        });
        let skipped = self.skipped.iter().map(|((kind, reason), count)| {
            format!("{} of kind {kind} left out: {reason}", plural(*count, "puzzle"))
        });
        skipped.chain(lost).collect()
    }
}
