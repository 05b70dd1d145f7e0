//! Problems of Olive and Popeye.

use super::{Given, Problem, Raw, ReadError, Said};
use sole_mate::formats::{Credits, Entry, Located, olive, popeye};
use sole_mate::make::KIND;
use sole_puzzle::{Details, Puzzle};

/// Olive's entries, each with its text.
pub(super) fn olive(text: &str) -> Vec<Result<Raw, ReadError>> {
    let entry = |Located { line: first, content: text }: Located<String>| {
        // A text is one document, so there is one answer.
        let read = olive::read(&text).into_iter().next().expect("a document that says something");
        match read {
            Ok(Located { line, content }) => {
                // The text keeps its options.
                let entry = Entry { ignored: Vec::new(), ..content };
                of_entry(first + line - 1, entry, Some(format!("---\n{text}")))
            }
            Err(Located { line, content }) => {
                let problem = Problem::Olive(content);
                Err(ReadError { line: first + line - 1, problem })
            }
        }
    };
    olive::texts(text).into_iter().map(entry).collect()
}

/// Popeye's problems; what commands print and how they search is not kept, but named.
pub(super) fn popeye(text: &str) -> Vec<Result<Raw, ReadError>> {
    let entry = |read: Result<Located<Entry>, Located<popeye::PopeyeError>>| match read {
        Ok(Located { line, content }) => of_entry(line, content, None),
        Err(Located { line, content }) => {
            Err(ReadError { line, problem: Problem::Popeye(content) })
        }
    };
    popeye::read(text).into_iter().map(entry).collect()
}

fn of_entry(line: usize, entry: Entry, text: Option<String>) -> Result<Raw, ReadError> {
    let ignored = entry.ignored.clone();
    let puzzle = puzzle(entry).map_err(|problem| ReadError { line, problem })?;
    Ok(Raw { line, said: Said { ignored, ..puzzle.into() }, text })
}

fn puzzle(Entry { setup, stipulation, credits, .. }: Entry) -> Result<Puzzle, Problem> {
    let given = Given {
        kind: KIND,
        position: setup.to_string(),
        stipulation: stipulation.to_string(),
        solutions: Vec::new(),
        line: None,
    };
    let Credits { authors, title, source, date, award, keywords, comments, .. } = credits;
    let intended_solutions = credits.intended_solutions;
    let details = Details {
        authors,
        title,
        date,
        award,
        keywords,
        comments,
        intended_solutions,
        ..Details::default()
    };
    let puzzle = given.puzzle(details)?;
    Ok(source.into_iter().fold(puzzle, Puzzle::with_source))
}
