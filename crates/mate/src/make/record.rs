//! Finds as records of puzzles.

use super::{Drawn, Find, Recipe};
use crate::Stipulation;
use sole_board::{Move, UciStyle};
use sole_puzzle::{Answer, Generator, Name, Puzzle, Status};

/// The kind of all puzzles that are made here.
pub const KIND: &str = "mate";

impl Find {
    /// The record: the keys in UCI notation are the solutions, and a tag such as
    /// `mateIn3` says how long it takes.
    pub fn to_puzzle(&self) -> Puzzle {
        let name = |text: &str| -> Name { text.parse().expect("one word") };
        let stipulation = Stipulation::direct_mate(self.moves).expect("at least one move");
        let fen = self.position.to_string();
        Puzzle::new(name(KIND), fen, stipulation.to_string(), self.answer())
            .expect("a FEN and a stipulation are not blank")
            .with_tag(name(&format!("mateIn{}", self.moves)))
    }

    fn answer(&self) -> Answer {
        let uci = |m: &Move| m.to_uci(UciStyle::Standard);
        let status = if self.keys.len() == 1 { Status::One } else { Status::Many };
        Answer::new(status, self.keys.iter().map(uci).collect())
            .expect("the status counts the keys, which differ")
    }
}

impl Drawn {
    /// The record: the key, or the moves of the line, in UCI notation.
    pub fn to_puzzle(&self) -> Puzzle {
        let (position, stipulation) = (self.problem().position(), self.problem().stipulation());
        let uci = |m: &Move| m.to_uci(UciStyle::Standard);
        let moves: Vec<String> = self.solution().iter().map(uci).collect();
        let answer = Answer::new(Status::One, vec![moves.join(" ")]).expect("one solution");
        let kind = KIND.parse().expect("one word");
        Puzzle::new(kind, position.to_string(), stipulation.to_string(), answer)
            .expect("a FEN and a stipulation are not blank")
    }
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
