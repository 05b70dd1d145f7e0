//! Problems of collections solved for formats that hold all their play.

use super::question::Question;
use super::script::Script;
use super::search::Search;
use super::watch::Watch;
use super::{export, foreign};
use crate::args::Effort;
use crate::console::{Progress, Stop};
use crate::notation::Notation;
use sole_board::{OpenRights, Setup};
use sole_collection::Play;
use sole_mate::formats::Credits;
use sole_mate::study::{Detail, Length, SetPlay, Study};
use sole_mate::{Budget, Problem};

/// How problems are solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rewrite {
    pub(crate) effort: Effort,
    pub(crate) progress: Progress,
}

impl Rewrite {
    /// All play of a problem, as text and as a game.
    pub(crate) fn play(self, setup: &Setup, problem: &Problem) -> Result<Play, Stop> {
        let (credits, open_rights) = (Credits::default(), OpenRights::default());
        let question = Question { setup: *setup, problem: *problem, credits, open_rights };
        let detail = Detail::Play { refutations: 0, set_play: SetPlay::Forced };
        let effort = self.effort;
        let study = Study { detail, length: Length::AtMost };
        let search = Search { study, effort, bytes: Budget::BYTES };
        let label = format!("solving {}", problem.stipulation());
        let watch = Watch::new(effort.patience, self.progress, label);
        let finding = search.run(problem, &watch);
        if watch.is_interrupted() {
            return Err(Stop::Interrupted);
        }
        let script = Script { notation: Notation::San, stipulation: problem.stipulation() };
        let text = foreign::play(&question, &finding).map(|text| text.trim_end().to_owned() + "\n");
        Ok(Play { text, game: Some(export::game(&question, &finding, script)) })
    }
}
