//! Solutions the way Popeye prints them.
//!
//! ```text
//!    1.Sd3-b4 + ?
//!       1...Ka2-a1
//!           2.Ra6*a5 #
//!     but
//!       1...Ka2-b2 !
//! ```

use crate::formats::pieces::letter;
use crate::{After, Continuation, Goal, Line, Pressure, Stipulation, Tree, Try, Variation, steps};
use sole_board::{CastlingSide, Move, MoveKind, Position, Role};
use std::fmt::Write;

/// The play of a problem in which one side forces the goal: set play, tries and keys, an empty
/// line after each.
pub fn tree(position: &Position, stipulation: Stipulation, tree: &Tree) -> String {
    let mut printer = Printer { stipulation, text: String::new() };
    if let Some(passed) = position.passed().filter(|_| !tree.set_play.is_empty()) {
        printer.variations(&passed, &tree.set_play, 1);
        printer.text.push('\n');
    }
    for attempt in &tree.tries {
        printer.attempt(position, attempt);
    }
    for Continuation { key, after } in &tree.keys {
        printer.first(position, key.first, '!', after);
        printer.text.push('\n');
    }
    printer.text
}

/// The lines of help play or of a series, one below the other.
pub fn lines(position: &Position, stipulation: Stipulation, lines: &[Line]) -> String {
    let printer = Printer { stipulation, text: String::new() };
    let print = |line: &Line| {
        let mut text = String::new();
        for (ply, (before, m)) in steps(stipulation, position, line).into_iter().enumerate() {
            let number = stipulation.number(ply);
            text += match (ply, number.as_str()) {
                (0, _) => "  ",
                (_, "") => " ",
                _ => "   ",
            };
            text += &number;
            text += &printer.name(&before, m);
        }
        text + "\n"
    };
    lines.iter().map(print).collect()
}

/// Keys of a problem in which one side forces the goal, each followed by the moves of its line that
/// are known. Nothing is said about threats and other defences.
pub fn keys(position: &Position, stipulation: Stipulation, lines: &[Line]) -> String {
    let mut printer = Printer { stipulation, text: String::new() };
    for line in lines {
        for (ply, (before, m)) in steps(stipulation, position, line).into_iter().enumerate() {
            let (number, name) = (ply / 2 + 1, printer.name(&before, m));
            match (ply, ply % 2) {
                (0, _) => printer.line(INDENT_OF_KEY, &format!("1.{name} !")),
                (_, 0) => printer.line(indent_of_answer(number), &format!("{number}.{name}")),
                _ => printer.line(indent_of_defence(number), &format!("{number}...{name}")),
            }
        }
    }
    printer.text
}

struct Printer {
    stipulation: Stipulation,
    text: String,
}

/// How far a first move stands to the right.
const INDENT_OF_KEY: usize = 3;

/// How far the attacker's n-th move stands to the right, from the second on.
fn indent_of_answer(number: usize) -> usize {
    8 * number - 6
}

/// How far the defender's n-th move stands to the right.
fn indent_of_defence(number: usize) -> usize {
    8 * number - 2
}

impl Printer {
    /// A move as Popeye names it: `Sb1*c3 +`, `e5*d6 ep. #`, `a7-a8=S`, `0-0`.
    fn name(&self, position: &Position, m: Move) -> String {
        let mut name = match m.kind() {
            MoveKind::Castling => match CastlingSide::of(m.from(), m.to()) {
                CastlingSide::King => "0-0".to_owned(),
                CastlingSide::Queen => "0-0-0".to_owned(),
            },
            _ => {
                let role = position.diagram().role_at(m.from()).filter(|&role| role != Role::Pawn);
                let man = role.map(|role| letter(role).to_string()).unwrap_or_default();
                let sign = if position.is_capture(m) { '*' } else { '-' };
                format!("{man}{}{sign}{}", m.from(), m.to())
            }
        };
        if let Some(role) = m.promoted() {
            name = format!("{name}={}", letter(role));
        }
        if m.kind() == MoveKind::EnPassant {
            name += " ep.";
        }
        name + self.ending(&position.after(m))
    }

    /// What is said of the position after a move.
    fn ending(&self, position: &Position) -> &'static str {
        match (position.is_check(), position.has_moves()) {
            (true, true) => " +",
            (true, false) => " #",
            (false, false) if self.stipulation.goal() == Goal::Stalemate => " =",
            _ => "",
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    fn first(&mut self, position: &Position, m: Move, mark: char, after: &After) {
        let name = self.name(position, m);
        self.after(&position.after(m), &format!("1.{name} {mark}"), (INDENT_OF_KEY, 1), after);
    }

    fn attempt(&mut self, position: &Position, attempt: &Try) {
        self.first(position, attempt.first, '?', &attempt.after);
        self.line(4, "but");
        let child = position.after(attempt.first);
        for &refutation in &attempt.refutations {
            let name = self.name(&child, refutation);
            self.line(indent_of_defence(1), &format!("1...{name} !"));
        }
        self.text.push('\n');
    }

    /// The attacker's move that led here and stands at a place with a number, then what follows.
    fn after(
        &mut self,
        position: &Position,
        text: &str,
        (indent, number): (usize, usize),
        after: &After,
    ) {
        match &after.pressure {
            Pressure::Threat(threats) => {
                self.line(indent, &format!("{text} threat:"));
                let passed = position.passed().expect("there is no threat in check");
                self.answers(&passed, threats, number + 1);
            }
            // Popeye does not say so before the last move of a selfmate.
            Pressure::Zugzwang if after.variations.iter().all(|v| v.answers.is_empty()) => {
                self.line(indent, text);
            }
            Pressure::Zugzwang => self.line(indent, &format!("{text} zugzwang.")),
            Pressure::Reached | Pressure::Check => self.line(indent, text),
        }
        self.variations(position, &after.variations, number);
    }

    fn variations(&mut self, position: &Position, variations: &[Variation], number: usize) {
        for Variation { defence, answers } in variations {
            let name = self.name(position, *defence);
            self.line(indent_of_defence(number), &format!("{number}...{name}"));
            self.answers(&position.after(*defence), answers, number + 1);
        }
    }

    fn answers(&mut self, position: &Position, answers: &[Continuation], number: usize) {
        for Continuation { key, after } in answers {
            let text = format!("{number}.{}", self.name(position, key.first));
            let place = (indent_of_answer(number), number);
            self.after(&position.after(key.first), &text, place, after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Problem, Solution};
    use sole_board::Setup;

    fn solved(fen: &str, stipulation: &str, tries: usize) -> String {
        let setup: Setup = fen.parse().expect(fen);
        let position = Position::try_from(setup).expect(fen);
        let stipulation: Stipulation = stipulation.parse().expect(stipulation);
        let problem = Problem::new(position, stipulation).expect(fen);
        match problem.solve(&Budget::default()) {
            Solution::Lines(found) => lines(&position, stipulation, found.lines()),
            Solution::Keys(keys) => {
                let play = problem.tree(keys.keys(), tries, &Budget::default());
                tree(&position, stipulation, &play.expect("no limit"))
            }
        }
    }

    /// Two problems with castling whose play Popeye prints like this.
    #[test]
    fn play_is_printed_as_popeye_prints_it() {
        let cases = [
            (
                "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1",
                "#2",
                "   1.Qa7-f2 ! threat:\n          2.0-0 #\n\n",
            ),
            (
                "B1k5/p1q5/8/6p1/7b/6p1/7B/4K2R b K - 0 1",
                "h#2",
                "  1.Kc8-b8 0-0   2.g3-g2 Rf1-f8 #\n",
            ),
        ];
        for (fen, stipulation, expected) in cases {
            assert_eq!(solved(fen, stipulation, 0), expected, "{fen}");
        }
    }

    #[test]
    fn keys_are_printed_with_what_is_known_of_their_play() {
        let setup: Setup = "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1".parse().expect("a FEN");
        let problem =
            Problem::new(Position::try_from(setup).expect("legal"), "#2".parse().expect("#2"));
        let problem = problem.expect("a problem");
        let line = |text: &str| {
            problem.parse_line(text).expect(text).into_iter().map(|(_, m)| m).collect::<Line>()
        };
        let cases: [(&[&str], &str); 2] = [
            (&["d4g4 e6d5 g4e4"], "   1.Qd4-g4 + !\n      1...Ke6-d5\n          2.Qg4-e4 #\n"),
            (&["d4g4", "d4e4"], "   1.Qd4-g4 + !\n   1.Qd4-e4 + !\n"),
        ];
        for (texts, expected) in cases {
            let lines: Vec<Line> = texts.iter().map(|text| line(text)).collect();
            let printed = keys(problem.position(), problem.stipulation(), &lines);
            assert_eq!(printed, expected, "{texts:?}");
        }
    }

    #[test]
    fn every_kind_of_play_has_its_shape() {
        let cases = [
            (
                "8/2K5/R3p3/r7/6p1/3N4/k7/6Q1 w - - 0 1",
                "#2",
                1,
                "   1.Ra6*a5 + ?\n    but\n      1...Ka2-b3 !\n\n   1.Qg1-b1 + ?\n      1...Ka2-a3\n          \
                 2.Ra6*a5 #\n    but\n      1...Ka2*b1 !\n\n   1.Qg1-c1 ? threat:\n          2.Qc1-b2 #\n    \
                 but\n      1...Ka2-b3 !\n\n   1.Qg1-b6 ! threat:\n          2.Ra6*a5 #\n          2.Qb6-b2 #\n\n",
            ),
            (
                "4R3/8/2p1Q2B/8/8/1p6/5krR/7K w - - 0 1",
                "s#2",
                0,
                "   1.Qe6-e3 + !\n      1...Kf2-f1\n          2.Qe3-g1 +\n              2...Rg2*g1 #\n\n",
            ),
            (
                "8/8/1Q6/8/krR5/bp3p1p/qr3PpP/R3K1n1 w Q - 0 1",
                "s#1",
                0,
                "   1.0-0-0 !\n      1...Sg1-e2 #\n      1...Rb2-b1 #\n      1...Rb2-c2 #\n      1...Rb2-d2 #\n      \
                 1...Rb2-e2 #\n      1...Rb2*f2 #\n      1...Qa2-a1 #\n      1...Qa2-b1 #\n      1...Rb4*c4 #\n\n",
            ),
            ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "=1", 0, "   1.Qf1-c4 = !\n\n   1.Qf1-f7 = !\n\n"),
            ("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", "#1", 0, "   1.c7-c8=Q # !\n\n   1.c7-c8=R # !\n\n"),
            ("k7/8/1K6/8/8/8/8/7R b - - 0 1", "ser-h#2", 0, "  1.Ka8-b8   2.Kb8-a8 Rh1-h8 #\n"),
            ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "ser-#2", 0, "  1.Kf6-f7   2.Rg1-h1 #\n"),
            ("8/7p/5P1k/4PKpP/8/8/8/7R w - g6 0 1", "#1", 0, "   1.h5*g6 ep. # !\n\n"),
        ];
        for (fen, stipulation, tries, expected) in cases {
            assert_eq!(solved(fen, stipulation, tries), expected, "{fen}");
        }
    }
}
