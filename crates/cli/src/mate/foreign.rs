//! Solved problems in the formats of other programs; see `docs/problem-formats.md`.

use super::question::Question;
use super::themes;
use crate::complain::{Complaint, Kind};
use serde::Serialize;
use sole_board::{Move, Position};
use sole_mate::formats::lichess::{self, Puzzle};
use sole_mate::formats::{Credits, Entry, WriteError, olive, popeye};
use sole_mate::steps;
use sole_mate::study::{Finding, Found, Outcome};

/// The problem for Popeye, without the words around it.
pub(super) fn popeye(question: &Question) -> Result<String, Complaint> {
    popeye::problem(&entry(question)).map_err(unwritable)
}

/// The problem for Olive, with its play as the solution.
pub(super) fn olive(question: &Question, finding: &Finding) -> Result<String, Complaint> {
    let mut entry = entry(question);
    let credits = entry.credits;
    let found = play(question, finding).map(|text| text.trim_end().to_owned() + "\n");
    let solution = found.or(credits.solution);
    entry.credits = Credits { solution, ..credits };
    olive::entry(&entry).map_err(unwritable)
}

fn entry(question: &Question) -> Entry {
    let (setup, stipulation) = (question.setup, question.problem.stipulation());
    Entry { setup, stipulation, credits: question.credits.clone(), ignored: Vec::new() }
}

fn unwritable(error: WriteError) -> Complaint {
    Complaint::new(Kind::BadPosition, error.to_string())
}

/// The play as Popeye prints it, if there is any that counts.
pub(super) fn play(question: &Question, finding: &Finding) -> Option<String> {
    let (position, stipulation) = (question.problem.position(), question.problem.stipulation());
    let text = match &finding.found {
        _ if finding.is_too_short() => return None,
        Found::Lines { lines, set_play, .. } => {
            let set = set_play.as_ref().filter(|lines| lines.count() > 0);
            let set = set.zip(stipulation.set_play()).zip(position.passed());
            let set = set.map(|((lines, stipulation), passed)| {
                popeye::lines(&passed, stipulation, lines.lines()) + "\n"
            });
            set.unwrap_or_default() + &popeye::lines(position, stipulation, lines.lines())
        }
        _ => popeye::tree(position, stipulation, finding.tree()?),
    };
    Some(text).filter(|text| !text.is_empty())
}

/// The row of a Lichess puzzle.
pub(super) fn lichess(question: &Question, finding: &Finding) -> Result<String, Complaint> {
    let stipulation = question.problem.stipulation();
    let refuse = |text: String| Complaint::new(Kind::BadStipulation, text);
    if !stipulation.is_direct_mate() {
        return Err(refuse(format!("a Lichess puzzle is a direct mate, not {stipulation}")));
    }
    let (Some(moves), line) = (finding.shortest(), finding.main_line()) else {
        return Err(refuse("a Lichess puzzle has a solution, and none was found".to_owned()));
    };
    let is_one = finding.outcome() == Outcome::One || moves == 1;
    if !is_one || line.is_empty() {
        return Err(refuse("a Lichess puzzle has one first move that mates in time".to_owned()));
    }
    if let Some(number) = lichess::first_ambiguous_move(question.problem.position(), line) {
        let text = "a Lichess puzzle leaves no choice before its last move";
        return Err(refuse(format!("{text}, but move {number} is not the only one")));
    }
    let mut puzzle = Puzzle::new(question.problem.position(), &question.setup, line)
        .map_err(|error| Complaint::new(Kind::BadPosition, error.to_string()))?;
    puzzle.themes = vec!["mate".to_owned(), lichess::length_theme(moves.into()).to_owned()];
    puzzle.themes.extend(tags(question, finding).into_iter().map(str::to_owned));
    Ok(puzzle.to_string())
}

/// What the play shows.
pub(super) fn tags(question: &Question, finding: &Finding) -> Vec<&'static str> {
    finding.themes(&question.problem).as_ref().map(themes::tags).unwrap_or_default()
}

/// A solved problem in one line, with moves in SAN.
#[derive(Serialize)]
struct Record<'a> {
    fen: String,
    stipulation: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    line: Vec<String>,
    tags: Vec<&'static str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    authors: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
}

/// An object with the position, what is demanded, what solves it, and tags.
pub(super) fn jsonl(question: &Question, finding: &Finding) -> String {
    let (position, stipulation) = (question.problem.position(), question.problem.stipulation());
    let san = |(before, m): (Position, Move)| before.san(m).to_string();
    let keys = finding.keys().into_iter().filter(|_| !finding.is_too_short());
    let (keys, count) = match &finding.found {
        Found::Lines { lines, .. } => (None, Some(lines.count())),
        _ => (Some(keys.map(|key| san((*position, key.first))).collect()), None),
    };
    let record = Record {
        fen: question.setup.to_string(),
        stipulation: stipulation.to_string(),
        verdict: finding.outcome().name(),
        keys,
        count,
        line: steps(stipulation, position, finding.main_line()).into_iter().map(san).collect(),
        tags: tags(question, finding),
        authors: &question.credits.authors,
        source: question.credits.source.as_deref(),
    };
    serde_json::to_string(&record).expect("texts and numbers can be written")
}
