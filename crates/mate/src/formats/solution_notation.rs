//! The play of a problem as problemists write it.
//!
//! ```text
//! 1.Qg4! threat: 2.Qxe6#
//!     1...Kd5 2.Qe4#
//! ```
//!
//! Moves are numbered from 1 whatever the clocks say: `1.` is the side that moves first, `1...` the
//! other one.

use crate::themes::Step;
use crate::{After, Continuation, Goal, Pressure, Stipulation, Tree, Try, Variation, steps};
use sole_board::{Move, Notation, Position, numbered};

/// Columns that play is moved to the right for each move.
const STEP: usize = 4;

/// How the moves of a problem are written.
#[derive(Clone, Copy, Debug)]
pub struct SolutionNotation {
    /// The names of moves.
    pub notation: Notation,
    /// What is demanded, which tells how moves are numbered.
    pub stipulation: Stipulation,
}

impl SolutionNotation {
    /// Moves in algebraic notation.
    pub fn san(stipulation: Stipulation) -> SolutionNotation {
        SolutionNotation { notation: Notation::San, stipulation }
    }

    /// The name of a move, with `=` if it stalemates as demanded.
    pub fn name(self, position: &Position, m: Move) -> String {
        let name = self.notation.name(position, m);
        let after = position.after(m);
        let is_goal =
            self.stipulation.goal() == Goal::Stalemate && !after.is_check() && !after.has_moves();
        if is_goal { name + "=" } else { name }
    }

    /// A line: `1.a b 2.c d#`.
    pub fn line(self, position: &Position, line: &[Move]) -> String {
        let line = steps(self.stipulation, position, line);
        let number = |ply| self.stipulation.number(ply);
        numbered(&line, number, |position, m| self.name(position, m)).join(" ")
    }

    /// The moves up to some place in the play, any reply that stops nothing being `~`.
    pub fn place(self, steps: &[Step]) -> String {
        let word = |(ply, step): (usize, &Step)| {
            let name = step.played.map(|m| self.name(&step.before, m));
            self.stipulation.number(ply) + name.as_deref().unwrap_or("~")
        };
        steps.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
    }

    /// All play, a paragraph each for set play, every try and every key.
    pub fn tree(self, position: &Position, tree: &Tree) -> Vec<String> {
        let mut paragraphs = Vec::new();
        if let Some(passed) = position.passed().filter(|_| !tree.set_play.is_empty()) {
            let mut text = "Set play:".to_owned();
            self.variations(&passed, &tree.set_play, Place::ROOT, &mut text);
            paragraphs.push(text);
        }
        paragraphs.extend(tree.tries.iter().map(|attempt| self.attempt(position, attempt)));
        paragraphs.extend(tree.keys.iter().map(|key| {
            let mut text = format!("1.{}!", self.name(position, key.key.first));
            self.after(&position.after(key.key.first), &key.after, Place::ROOT, &mut text);
            text
        }));
        paragraphs
    }

    fn attempt(self, position: &Position, attempt: &Try) -> String {
        let mut text = format!("1.{}?", self.name(position, attempt.first));
        let child = position.after(attempt.first);
        self.after(&child, &attempt.after, Place::ROOT, &mut text);
        let refutation = |&m: &Move| format!("1...{}!", self.name(&child, m));
        let refutations: Vec<String> = attempt.refutations.iter().map(refutation).collect();
        text + "\n  but " + &refutations.join(", ")
    }

    /// What follows a move of the attacker.
    fn after(self, position: &Position, after: &After, place: Place, text: &mut String) {
        match &after.pressure {
            Pressure::Threat(threats) => {
                text.push_str(" threat:");
                let passed = position.passed().expect("there is no threat in check");
                self.answers(&passed, threats, place.inner(), text);
            }
            Pressure::Zugzwang => text.push_str(" zugzwang."),
            Pressure::Reached | Pressure::Check => {}
        }
        self.variations(position, &after.variations, place, text);
    }

    fn variations(
        self,
        position: &Position,
        variations: &[Variation],
        place: Place,
        text: &mut String,
    ) {
        let place = place.inner();
        for Variation { defence, answers } in variations {
            let name = self.name(position, *defence);
            text.push_str(&format!("{}{}...{name}", place.new_line(), place.number));
            self.answers(&position.after(*defence), answers, place, text);
        }
    }

    /// The attacker's next moves: in the same line if there is one, or if all of them end the play.
    fn answers(
        self,
        position: &Position,
        answers: &[Continuation],
        place: Place,
        text: &mut String,
    ) {
        let next = place.next();
        let all_end = answers.iter().all(|answer| answer.after.pressure == Pressure::Reached);
        let in_line = answers.len() == 1 || all_end;
        let place = if in_line { next } else { next.inner() };
        for (index, answer) in answers.iter().enumerate() {
            text.push_str(&match (in_line, index) {
                (false, _) => place.new_line(),
                (true, 0) => " ".to_owned(),
                (true, _) => ", ".to_owned(),
            });
            let first = answer.key.first;
            text.push_str(&format!("{}.{}", place.number, self.name(position, first)));
            self.after(&position.after(first), &answer.after, place, text);
        }
    }
}

/// Where in the text and in the game something stands.
#[derive(Clone, Copy)]
struct Place {
    indent: usize,
    /// The number of the attacker's last move.
    number: u8,
}

impl Place {
    const ROOT: Place = Place { indent: 0, number: 1 };

    fn inner(self) -> Place {
        Place { indent: self.indent + STEP, ..self }
    }

    fn next(self) -> Place {
        Place { number: self.number + 1, ..self }
    }

    fn new_line(self) -> String {
        format!("\n{}", " ".repeat(self.indent))
    }
}
