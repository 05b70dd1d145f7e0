//! `sole mate themes`: what problems show, and where.

use super::assess::{self, Seen, View};
use crate::args;
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::listing;
use crate::notation::Names;
use serde::Serialize;
use sole_mate::themes::{Occurrences, Step, Theme, Themes};

/// Runs the command.
pub(super) fn run(flags: args::Themes, console: &mut Console) -> Result<Exit, Stop> {
    if flags.list {
        return list(console);
    }
    let view = View { label: "looking at", report: Report::new, text, summary };
    assess::answer_each(flags.assess, &view, console)
}

/// Prints all themes with their meanings.
pub(super) fn list(console: &mut Console) -> Result<Exit, Stop> {
    listing::tags(Theme::ALL.iter().map(|theme| (theme.name(), theme.meaning())), console)
}

/// The result.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    stipulation: String,
    verdict: &'static str,
    /// `null` if the play is not known.
    themes: Option<Vec<Shown>>,
}

/// A theme, how often it is shown, and the moves up to the first time.
#[derive(Debug, Serialize)]
struct Shown {
    tag: &'static str,
    count: usize,
    line: Vec<Option<String>>,
}

impl Report {
    fn new(seen: &Seen<'_>) -> Report {
        let problem = &seen.question.problem;
        let name = |step: &Step| step.played.map(|m| Names::of(&step.before, m).uci);
        let shown = |(theme, places): (Theme, &Occurrences)| Shown {
            tag: theme.name(),
            count: places.count,
            line: places.first.iter().map(name).collect(),
        };
        Report {
            fen: seen.question.setup.to_string(),
            stipulation: problem.stipulation().to_string(),
            verdict: seen.outcome().name(),
            themes: seen.themes.as_ref().map(|themes| themes.iter().map(shown).collect()),
        }
    }
}

/// A line for each theme.
fn text(seen: &Seen<'_>) -> String {
    let Some(themes) = &seen.themes else { return String::new() };
    let width = themes.iter().map(|(theme, _)| theme.name().len()).max().unwrap_or(0);
    let line = |(theme, places): (Theme, &Occurrences)| {
        let place = seen.script().place(&places.first);
        let more = match places.count - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{:width$}  {place}{more}", theme.name()).trim_end().to_owned()
    };
    let lines: Vec<String> = themes.iter().map(line).collect();
    if lines.is_empty() { "none".to_owned() } else { lines.join("\n") }
}

/// The tags alone.
fn summary(seen: &Seen<'_>) -> String {
    seen.themes.as_ref().map(tags).unwrap_or_default().join(" ")
}

/// The tags of themes, in order.
pub(super) fn tags(themes: &Themes) -> Vec<&'static str> {
    themes.iter().map(|(theme, _)| theme.name()).collect()
}
