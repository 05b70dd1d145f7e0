//! Writing problems for Popeye.

use crate::Play;
use crate::formats::options::Options;
use crate::formats::{Entry, WriteError, in_line, pieces};
use sole_board::{Color, Square};

/// What stands before the first problem of a file.
pub const BEGIN: &str = "BeginProblem";
/// What stands between two problems.
pub const NEXT: &str = "NextProblem";
/// What stands after the last one.
pub const END: &str = "EndProblem";

/// What stands before the date in a remark.
pub(super) const DATE: &str = "Date: ";
/// What stands before keywords in a remark.
pub(super) const KEYWORDS_REMARK: &str = "Keywords: ";

/// A whole file.
///
/// # Errors
/// The format cannot hold one of them.
pub fn write(entries: &[Entry]) -> Result<String, WriteError> {
    let problems: Result<Vec<String>, WriteError> = entries.iter().map(problem).collect();
    Ok(format!("{BEGIN}\n{}{END}\n", problems?.join(&format!("{NEXT}\n"))))
}

/// One problem, without the words that stand between problems.
///
/// # Errors
/// The format cannot hold it.
pub fn problem(entry: &Entry) -> Result<String, WriteError> {
    let Entry { setup, stipulation, credits, .. } = entry;
    let mut lines = Vec::new();
    let mut say = |keyword: &str, text: &str| {
        lines.push(format!("{keyword} {}", in_line(text)).trim_end().to_owned());
    };
    credits.authors.iter().for_each(|author| say("Author", author));
    credits.source.iter().for_each(|source| say("Origin", source));
    credits.award.iter().for_each(|award| say("Award", award));
    credits.title.iter().for_each(|title| say("Title", title));
    credits.date.iter().for_each(|date| say("Remark", &format!("{DATE}{date}")));
    if !credits.keywords.is_empty() {
        say("Remark", &format!("{KEYWORDS_REMARK}{}", credits.keywords.join(", ")));
    }
    credits.comments.iter().for_each(|comment| say("Remark", comment));
    say("Stipulation", &stipulation.to_string());
    let mut options = Options::of(setup, *stipulation)?.words();
    if matches!(stipulation.play(), Play::Direct | Play::SelfMate | Play::Reflex) {
        options.push("Variation".to_owned());
    }
    if !options.is_empty() {
        say("Option", &options.join(" "));
    }
    say("Pieces", "");
    for color in Color::ALL {
        let men = pieces::by_role(&setup.diagram, color).into_iter().map(|(letter, squares)| {
            let squares = squares.iter().map(Square::to_string);
            format!(" {letter}{}", squares.collect::<String>())
        });
        let men: String = men.collect();
        if !men.is_empty() {
            lines.push(format!("  {}{men}", color.name()));
        }
    }
    Ok(lines.join("\n") + "\n")
}
