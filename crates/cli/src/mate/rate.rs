//! `sole mate rate`: how good and how hard problems are.

use super::assess::{self, Seen, View};
use super::themes::tags;
use crate::args;
use crate::console::{Console, Stop};
use crate::exit::Exit;
use serde::{Serialize, Serializer};
use sole_mate::rate::{Difficulty, Quality};

/// Runs the command.
pub(super) fn run(flags: args::Rate, console: &mut Console) -> Result<Exit, Stop> {
    let view = View { label: "rating", report: Report::new, text, summary };
    assess::answer_each(flags.assess, &view, console)
}

/// The result; what is not known is `null`.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    stipulation: String,
    verdict: &'static str,
    quality: Option<Sum>,
    difficulty: Option<Sum>,
    themes: Option<Vec<&'static str>>,
}

impl Report {
    fn new(seen: &Seen<'_>) -> Report {
        let (quality, difficulty) = sums(seen).unzip();
        Report {
            fen: seen.question.setup.to_string(),
            stipulation: seen.question.problem.stipulation().to_string(),
            verdict: seen.outcome().name(),
            quality,
            difficulty,
            themes: seen.themes.as_ref().map(tags),
        }
    }
}

/// Named parts and their total.
#[derive(Debug)]
struct Sum {
    total: i32,
    parts: Vec<(&'static str, i32)>,
}

impl Serialize for Sum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let total = std::iter::once(("total", self.total));
        serializer.collect_map(total.chain(self.parts.iter().copied()))
    }
}

/// Quality and difficulty, if there is a solution and all play is known.
fn sums(seen: &Seen<'_>) -> Option<(Sum, Sum)> {
    let traits = seen.traits()?;
    let (quality, difficulty) = (Quality::of(&traits), Difficulty::of(&traits));
    let quality = Sum { total: quality.total(), parts: quality.parts().to_vec() };
    let difficulty = Sum { total: difficulty.total(), parts: difficulty.parts().to_vec() };
    Some((quality, difficulty))
}

/// Both totals with the parts that count.
fn text(seen: &Seen<'_>) -> String {
    let Some((quality, difficulty)) = sums(seen) else { return String::new() };
    format!("{}\n{}", listed("Quality", &quality), listed("Difficulty", &difficulty))
}

fn listed(name: &str, sum: &Sum) -> String {
    let parts = sum.parts.iter().filter(|(_, points)| *points != 0);
    let parts = parts.map(|(name, points)| format!("\n  {name:10}{points:+6}"));
    format!("{name:12}{:6}{}", sum.total, parts.collect::<String>())
}

/// Both totals.
fn summary(seen: &Seen<'_>) -> String {
    sums(seen).map_or_else(String::new, |(quality, difficulty)| {
        format!("quality {}, difficulty {}", quality.total, difficulty.total)
    })
}
