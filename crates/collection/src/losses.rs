//! What formats do not keep, counted.
//!
//! Nothing here knows what a format has: what was written is read again and compared, so what is
//! said about losses is true.

use crate::write::{Frame, Unfit};
use crate::{Entry, Format, original, read};
use sole_board::{CastlingStyle, Clocks, FenField, fen};
use sole_puzzle::{Puzzle, Status};
use std::collections::{BTreeMap, BTreeSet};

/// What was not kept and what was left out, each with the number of puzzles.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    lost: BTreeMap<(String, Change), u64>,
    skipped: BTreeMap<(String, String), u64>,
}

/// What became of a part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Lost,
    Changed,
}

/// A part of a record as a set of texts, and what it is called.
pub(crate) type Part = (String, BTreeSet<String>);

impl Losses {
    /// Compares a puzzle with the entry that was written for it; `ignored` is
    /// [`Entry::ignored`] of the entry that it was read from.
    pub fn note(&mut self, puzzle: &Puzzle, ignored: &[String], format: Format, text: &str) {
        let whole = Frame::whole(format, text);
        let again = match format {
            // A record keeps all its fields, and is not read again to find that out.
            Format::Jsonl => None,
            format => read(&whole, format).next().and_then(Result::ok),
        };
        let mut before = options(ignored);
        if format != Format::Jsonl {
            before.extend(parts(puzzle, format, text));
        }
        let after = |Entry { puzzle, ignored, .. }: &Entry| {
            parts(puzzle, format, text).into_iter().chain(options(ignored)).collect::<Vec<_>>()
        };
        let after: BTreeMap<String, BTreeSet<String>> = again.iter().flat_map(after).collect();
        for (name, texts) in before {
            let kept = after.get(&name).cloned().unwrap_or_default();
            if texts.is_subset(&kept) {
                continue;
            }
            let change = if kept.is_empty() { Change::Lost } else { Change::Changed };
            *self.lost.entry((name, change)).or_default() += 1;
        }
    }

    /// Counts a puzzle that could not be written.
    pub fn skip(&mut self, puzzle: &Puzzle, reason: &Unfit) {
        *self.skipped.entry((puzzle.kind().to_string(), reason.to_string())).or_default() += 1;
    }

    /// One sentence for each kind of loss; `puzzles` writes a number with its noun.
    pub fn sentences(&self, format: Format, puzzles: impl Fn(u64) -> String) -> Vec<String> {
        let lost = self.lost.iter().map(|((part, change), count)| {
            let change = match change {
                Change::Lost => "not kept",
                Change::Changed => "changed",
            };
            format!("{part} {change} by {}: {}", format.title(), puzzles(*count))
        });
        let skipped = self.skipped.iter().map(|((kind, reason), count)| {
            format!("{} of kind {kind} left out: {reason}", puzzles(*count))
        });
        skipped.chain(lost).collect()
    }
}

/// What an entry says to Popeye, each as a part.
fn options(ignored: &[String]) -> Vec<Part> {
    let part = |text: &String| (format!("the Popeye {text} is"), BTreeSet::from([text.clone()]));
    ignored.iter().map(part).collect()
}

/// The parts of a record that say something.
fn parts(puzzle: &Puzzle, format: Format, text: &str) -> Vec<Part> {
    let details = puzzle.details();
    let one = |text: &Option<String>| text.iter().cloned().collect();
    let all = |texts: &[String]| texts.iter().cloned().collect();
    let answer = puzzle.answer();
    let tags: BTreeSet<String> = puzzle.tags().iter().map(|tag| tag.to_string()).collect();
    let keywords: BTreeSet<String> = all(&details.keywords);
    // Lichess has one list of themes, and Olive keeps the solution as a text.
    let is_merged = format == Format::Csv;
    let marks = || tags.union(&keywords).cloned().collect::<BTreeSet<_>>();
    let is_text = format == Format::Olv && text.contains("\nsolution:");
    let proved = (answer.status() != Status::Open).then(|| answer.status().to_string());
    let lead = details.setup_move.as_ref().map(|lead| format!("{} {}", lead.position, lead.played));
    let line = details.line.as_ref().map(|line| line.uci.clone());
    let generator = puzzle.generator().map(|generator| format!("{generator:?}"));
    let (board, clocks) = halves(puzzle);
    let mut parts: Vec<(&str, BTreeSet<String>)> = vec![
        ("ids are", one(&details.id)),
        ("titles are", one(&details.title)),
        ("authors are", all(&details.authors)),
        ("sources are", one(&puzzle.source().map(str::to_owned))),
        ("URLs are", one(&details.url)),
        ("dates are", one(&details.date)),
        ("awards are", one(&details.award)),
        ("keywords are", if is_merged { marks() } else { keywords.clone() }),
        ("tags are", if is_merged { marks() } else { tags.clone() }),
        ("comments are", all(&details.comments)),
        ("opening tags are", all(&details.openings)),
        ("intended numbers of solutions are", one(&details.intended_solutions)),
        ("set-up moves are", one(&lead)),
        ("main lines are", if is_text { BTreeSet::new() } else { one(&line) }),
        ("solutions are", if is_text { BTreeSet::new() } else { all(answer.solutions()) }),
        ("generators are", one(&generator)),
        ("verdicts are", one(&proved)),
        ("positions are", one(&Some(board))),
        ("clocks are", one(&clocks)),
        ("stipulations are", one(&Some(puzzle.stipulation().to_owned()))),
    ];
    parts.retain(|(_, texts)| !texts.is_empty());
    let parts = parts.into_iter().map(|(name, texts)| (name.to_owned(), texts));
    let ratings = puzzle.ratings().iter().map(|rating| {
        let scale = rating.scale();
        (format!("ratings on {scale} are"), BTreeSet::from([rating.value().to_string()]))
    });
    parts.chain(ratings).chain(original::parts(puzzle)).collect()
}

/// The position without its clocks, and the clocks unless they are as at the beginning. Rights that
/// a position leaves out are none.
fn halves(puzzle: &Puzzle) -> (String, Option<String>) {
    match fen::parse_with_defaults(puzzle.position()) {
        Ok((setup, missing)) if !missing.contains(&FenField::Turn) => {
            let Clocks { halfmoves, fullmoves } = setup.clocks;
            let is_usual = setup.clocks == Clocks::default();
            let clocks = (!is_usual).then(|| format!("{halfmoves} {fullmoves}"));
            (setup.four_fields(CastlingStyle::default()), clocks)
        }
        _ => (puzzle.position().to_owned(), None),
    }
}
