//! Problems for Olive and Popeye.

use super::{Posed, Unfit, original};
use crate::{Format, write};
use sole_mate::formats::{Credits, Entry, olive, popeye};
use sole_mate::{Line, Play};

/// A document, with the play if it was solved, else the solution that it had, else that of the
/// record. If nothing but the solution is new, all other fields stay as they stood.
pub(super) fn olive(posed: &Posed<'_>, play: Option<&write::Play>) -> Result<String, Unfit> {
    let before = original(posed.puzzle, Format::Olv);
    let mut entry = entry(posed);
    let found = play.and_then(|play| play.text.clone());
    let given = before.and_then(given);
    if let (Some(before), Some(found), Some(given)) = (before, &found, &given)
        && is_same_but_for_solution(&entry, given)
        && let Some(text) = olive::with_solution(before, found)
    {
        return Ok(text.trim_end_matches('\n').to_owned());
    }
    let solution = given.and_then(|given| given.credits.solution);
    entry.credits.solution = found.or(solution).or_else(|| claimed(posed));
    let mut text = olive::entry(&entry).map_err(Unfit::Problem)?;
    let fields = before.map(olive::raw_fields).unwrap_or_default();
    for (_, field) in fields.into_iter().filter(|(name, _)| !olive::is_known(name)) {
        text += &field;
    }
    Ok(text.trim_end_matches('\n').to_owned())
}

/// The entry as it was read.
fn given(text: &str) -> Option<Entry> {
    Some(olive::read(text).into_iter().next()?.ok()?.content)
}

fn is_same_but_for_solution(entry: &Entry, given: &Entry) -> bool {
    let credits = Credits { solution: entry.credits.solution.clone(), ..given.credits.clone() };
    (entry.setup, entry.stipulation, &entry.credits) == (given.setup, given.stipulation, &credits)
}

/// The solutions and the main line of the record as Popeye prints them; `None` if there are none, or
/// one that is not legal. Nothing is solved for it.
fn claimed(Posed { puzzle, problem, .. }: &Posed<'_>) -> Option<String> {
    let line = |text: &str| -> Option<Line> {
        Some(problem.parse_line(text)?.into_iter().map(|(_, m)| m).collect())
    };
    let solutions: Option<Vec<Line>> =
        puzzle.answer().solutions().iter().map(|text| line(text)).collect();
    let mut lines = solutions?;
    let (position, stipulation) = (problem.position(), problem.stipulation());
    let text = match stipulation.play() {
        Play::Help | Play::Series | Play::SeriesHelp => {
            popeye::lines(position, stipulation, &lines)
        }
        Play::Direct | Play::SelfMate | Play::Reflex => {
            let main = puzzle.details().line.as_ref().and_then(|main| line(&main.uci));
            if let Some(main) = main
                && let Some(key) = lines.iter_mut().find(|key| main.starts_with(key.as_slice()))
            {
                *key = main;
            }
            popeye::keys(position, stipulation, &lines)
        }
    };
    Some(text).filter(|text| !text.is_empty())
}

/// A problem without the words around it.
pub(super) fn popeye(posed: &Posed<'_>) -> Result<String, Unfit> {
    popeye::problem(&entry(posed)).map_err(Unfit::Problem)
}

fn entry(Posed { puzzle, setup, problem }: &Posed<'_>) -> Entry {
    let details = puzzle.details();
    let credits = Credits {
        authors: details.authors.clone(),
        title: details.title.clone(),
        source: puzzle.source().map(str::to_owned),
        date: details.date.clone(),
        award: details.award.clone(),
        keywords: details.keywords.clone(),
        comments: details.comments.clone(),
        solution: None,
        intended_solutions: details.intended_solutions.clone(),
    };
    Entry { setup: **setup, stipulation: problem.stipulation(), credits, ignored: Vec::new() }
}
