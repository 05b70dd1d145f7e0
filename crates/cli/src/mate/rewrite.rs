//! Problems of collections in the formats of other programs, solved on the way.

use super::finding::{Extent, Finding, Length, Search};
use super::question::Question;
use super::script::Script;
use super::watch::Watch;
use super::{export, foreign, sentences};
use crate::args::{Effort, When};
use crate::console::{Progress, Stop};
use crate::notation::Notation;
use sole_board::Setup;
use sole_mate::formats::lichess::HEADER;
use sole_mate::formats::{Credits, popeye};
use sole_mate::{Budget, Problem};

/// A format that holds chess problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Positions with operations.
    Epd,
    /// Games with variations.
    Pgn,
    /// Lichess's puzzles.
    Lichess,
    /// Olive's.
    Olive,
    /// Popeye's.
    Popeye,
}

/// How problems are solved and written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rewrite {
    pub(crate) target: Target,
    pub(crate) effort: Effort,
    pub(crate) progress: Progress,
}

impl Rewrite {
    /// Solves a problem and writes it; `source` is where it is from.
    pub(crate) fn problem(
        self,
        setup: &Setup,
        problem: &Problem,
        source: Option<&str>,
    ) -> Result<String, Stop> {
        let credits = Credits { source: source.map(str::to_owned), ..Credits::default() };
        let question = Question { setup: *setup, problem: *problem, credits };
        let finding = self.solve(problem)?;
        let script = Script { notation: Notation::San, stipulation: problem.stipulation() };
        Ok(match self.target {
            Target::Epd => export::epd(&question, &finding),
            Target::Pgn => {
                let verdict = sentences::sentence(&question, &finding, script);
                export::pgn(&question, &finding, script, &verdict)
            }
            Target::Lichess => foreign::lichess(&question, &finding)?,
            Target::Olive => foreign::olive(&question, &finding)?,
            Target::Popeye => foreign::popeye(&question)?,
        })
    }

    fn solve(self, problem: &Problem) -> Result<Finding, Stop> {
        let extent = match self.target {
            Target::Epd => Extent::Keys,
            Target::Lichess => Extent::Record,
            _ => Extent::Play { refutations: 0, set_play: When::Auto },
        };
        let effort = self.effort;
        let search = Search { extent, length: Length::AtMost, effort, bytes: Budget::BYTES };
        let label = format!("solving {}", problem.stipulation());
        let watch = Watch::new(effort.patience.time, self.progress, label);
        let finding = search.run(problem, &watch);
        if watch.is_interrupted() { Err(Stop::Interrupted) } else { Ok(finding) }
    }
}

/// A whole file of problems.
pub(crate) fn whole(target: Target, texts: &[String]) -> String {
    let texts: Vec<&str> = texts.iter().map(|text| text.trim_end_matches('\n')).collect();
    match target {
        Target::Epd | Target::Olive => texts.join("\n") + "\n",
        Target::Pgn => texts.join("\n\n") + "\n",
        Target::Lichess => format!("{HEADER}\n{}\n", texts.join("\n")),
        Target::Popeye => {
            let between = format!("\n{}\n", popeye::NEXT);
            format!("{}\n{}\n{}\n", popeye::BEGIN, texts.join(&between), popeye::END)
        }
    }
}
