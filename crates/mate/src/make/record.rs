//! Finds as records of puzzles.

use super::{Find, Recipe};
use crate::rate::{Assessment, Difficulty, Quality};
use crate::themes::Theme;
use crate::{Budget, Problem, Stipulation};
use sole_board::{Move, UciStyle};
use sole_puzzle::{Answer, Generator, Name, Puzzle, Rating, Status};

/// The kind of all puzzles that are made here.
pub const KIND: &str = "mate";

/// How many nodes it may take to look at all play of a find.
const NODES: u64 = 2_000_000;

impl Find {
    /// The record: the keys in UCI notation are the solutions, tags such as `mateIn3` say how long
    /// it takes and what it shows, and ratings how good and how hard it is. If its play is too long
    /// to be looked at, it has its length for its only tag, and no ratings.
    pub fn to_puzzle(&self) -> Puzzle {
        let stipulation = Stipulation::direct_mate(self.moves).expect("at least one move");
        let fen = self.position.to_string();
        let puzzle = Puzzle::new(name(KIND), fen, stipulation.to_string(), self.answer())
            .expect("a FEN and a stipulation are not blank");
        let problem = Problem::new(self.position, stipulation).ok();
        let budget = Budget { nodes: NODES, ..Budget::UNLIMITED };
        let assessment = problem.and_then(|problem| Assessment::of(&problem, &budget).ok()?);
        match assessment {
            Some(assessment) => assessed(puzzle, &assessment),
            None => puzzle.with_tag(name(Theme::mate_in(self.moves).name())),
        }
    }

    fn answer(&self) -> Answer {
        let uci = |m: &Move| m.to_uci(UciStyle::Standard);
        let status = if self.keys.len() == 1 { Status::One } else { Status::Many };
        Answer::new(status, self.keys.iter().map(uci).collect())
            .expect("the status counts the keys, which differ")
    }
}

fn name(text: &str) -> Name {
    text.parse().expect("one word")
}

/// The puzzle with its themes and ratings.
fn assessed(puzzle: Puzzle, assessment: &Assessment) -> Puzzle {
    let rating = |scale: &str, points: i32| {
        Rating::new(name(scale), f64::from(points)).expect("whole numbers are finite")
    };
    let themes = assessment.themes.iter();
    let puzzle = themes.fold(puzzle, |puzzle, (theme, _)| puzzle.with_tag(name(theme.name())));
    puzzle
        .with_rating(rating(Quality::SCALE, assessment.quality().total()))
        .with_rating(rating(Difficulty::SCALE, assessment.difficulty().total()))
}

impl Recipe {
    /// What makes the same problems again; whoever runs a recipe for a command adds
    /// its arguments.
    pub fn generator(&self) -> Generator {
        Generator {
            program: "sole".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            arguments: Vec::new(),
            seed: Some(self.seed),
        }
    }
}
