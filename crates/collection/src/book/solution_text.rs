//! Solutions as a chess book sets them: in one go, with figurines.
//!
//! ```text
//! 1.♕g4! (threat 2.♕xe6#) 1...♔d5, ♔e5 2.♕e4#; 1...♔f5 2.♕f4+ ♔g6 3.♕g5#
//! ```
//!
//! The key stands out and its threat follows in brackets. Each defence and what follows is one phrase;
//! defences that are answered alike share one, what can go several ways goes on in brackets.

use sole_board::{Move, Position};
use sole_mate::formats::SolutionNotation;
use sole_mate::{After, Continuation, Line, Pressure, Problem, Tree, Variation};
use sole_picture::book::Span;

/// The most letters of a paragraph; beyond that play is told less deeply.
const LONGEST: usize = 700;

/// All play after each key, a paragraph each.
pub(super) fn of_tree(problem: &Problem, tree: &Tree) -> Vec<Vec<Span>> {
    tree.keys.iter().map(|key| of_key(problem, key)).collect()
}

/// All moves of each line, a paragraph each.
pub(super) fn of_lines(problem: &Problem, lines: &[Line]) -> Vec<Vec<Span>> {
    let notation = SolutionNotation::san(problem.stipulation());
    let text = |line: &Line| with_figurines(&notation.line(problem.position(), line));
    lines.iter().map(|line| vec![Span::Plain(text(line))]).collect()
}

fn of_key(problem: &Problem, key: &Continuation) -> Vec<Span> {
    let notation = SolutionNotation::san(problem.stipulation());
    let first = Narrator { notation, depth: 0 }.name(problem.position(), key.key.first);
    let mark = if key.after.pressure == Pressure::Reached { "" } else { "!" };
    let position = problem.position().after(key.key.first);
    let told = |depth| Narrator { notation, depth }.play(&position, &key.after);
    let deepest = usize::from(problem.stipulation().moves());
    let whole = (2..=deepest).rev().map(told).find(|text| text.chars().count() <= LONGEST);
    let play = whole.unwrap_or_else(|| told(1));
    vec![Span::Strong(format!("1.{first}{mark}")), Span::Plain(play)]
}

/// Play as running text, down to so many moves after the key.
#[derive(Clone, Copy)]
struct Narrator {
    notation: SolutionNotation,
    depth: usize,
}

/// Where play has come to: the number of the attacker's last move, and how many brackets are open.
#[derive(Clone, Copy)]
struct Place {
    number: usize,
    n_brackets: usize,
}

impl Place {
    fn next(self) -> Place {
        Place { number: self.number + 1, ..self }
    }

    fn inner(self) -> Place {
        Place { n_brackets: self.n_brackets + 1, ..self }
    }

    /// A text in brackets that differ from those around it.
    fn bracketed(self, text: &str) -> String {
        let [open, close] = if self.n_brackets.is_multiple_of(2) { ['(', ')'] } else { ['[', ']'] };
        format!(" {open}{text}{close}")
    }
}

impl Narrator {
    fn name(self, position: &Position, m: Move) -> String {
        with_figurine(&self.notation.name(position, m))
    }

    /// What follows the key.
    fn play(self, position: &Position, after: &After) -> String {
        let place = Place { number: 1, n_brackets: 0 };
        let pressure = match &after.pressure {
            Pressure::Threat(threats) => {
                place.bracketed(&self.threat(position, threats, place.inner()))
            }
            Pressure::Zugzwang => place.bracketed("zugzwang"),
            Pressure::Reached | Pressure::Check => String::new(),
        };
        let phrases = self.phrases(position, &after.variations, place);
        let phrases: Vec<String> =
            phrases.iter().map(|(names, rest)| format!("1...{names}{rest}")).collect();
        let gap = if phrases.is_empty() { "" } else { " " };
        pressure + gap + &phrases.join("; ")
    }

    fn threat(self, position: &Position, threats: &[Continuation], place: Place) -> String {
        let passed = position.passed().expect("there is no threat in check");
        format!("threat{}", self.answers(&passed, threats, place))
    }

    /// Defences that are answered alike, and the answer.
    fn phrases(
        self,
        position: &Position,
        variations: &[Variation],
        place: Place,
    ) -> Vec<(String, String)> {
        let mut phrases: Vec<(String, String)> = Vec::new();
        for Variation { defence, answers } in variations {
            let name = self.name(position, *defence);
            let rest = self.answers(&position.after(*defence), answers, place);
            match phrases.iter_mut().find(|(_, other)| *other == rest) {
                Some((names, _)) => *names += &format!(", {name}"),
                None => phrases.push((name, rest)),
            }
        }
        phrases
    }

    /// The attacker's next moves, any of which will do.
    fn answers(self, position: &Position, answers: &[Continuation], place: Place) -> String {
        let place = place.next();
        let answer = |Continuation { key, after }: &Continuation| {
            let name = self.name(position, key.first);
            let rest = self.rest(&position.after(key.first), after, place);
            format!("{}.{name}{rest}", place.number)
        };
        let answers: Vec<String> = answers.iter().map(answer).collect();
        if answers.is_empty() { String::new() } else { format!(" {}", answers.join(" or ")) }
    }

    /// What follows a move of the attacker after the key: a single reply in the same breath, others
    /// in brackets.
    fn rest(self, position: &Position, after: &After, place: Place) -> String {
        if after.pressure == Pressure::Reached {
            return String::new();
        }
        if place.number > self.depth {
            return " …".to_owned();
        }
        let threat = match &after.pressure {
            Pressure::Threat(threats) => Some(self.threat(position, threats, place.inner())),
            _ => None,
        };
        let inner =
            if threat.is_none() && after.variations.len() == 1 { place } else { place.inner() };
        let phrases = self.phrases(position, &after.variations, inner);
        if let (None, [(names, rest)]) = (&threat, phrases.as_slice()) {
            return format!(" {names}{rest}");
        }
        let number = place.number;
        let phrase = |(names, rest): &(String, String)| format!("{number}...{names}{rest}");
        let parts: Vec<String> = threat.into_iter().chain(phrases.iter().map(phrase)).collect();
        place.bracketed(&parts.join("; "))
    }
}

/// Moves with figurines in place of the letters of officers.
pub(super) fn with_figurines(text: &str) -> String {
    text.split(' ').map(with_figurine).collect::<Vec<_>>().join(" ")
}

/// The same of one move, perhaps with its number before it.
fn with_figurine(word: &str) -> String {
    let start = word.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(word.len());
    let (number, name) = word.split_at(start);
    let mut letters: Vec<char> = name.chars().collect();
    let is_of_officer =
        letters.get(1).is_some_and(|second| matches!(second, 'a'..='h' | '1'..='8' | 'x'));
    if let (true, Some(figure)) = (is_of_officer, letters.first().copied().and_then(figure)) {
        letters[0] = figure;
    }
    for place in 1..letters.len() {
        if let ('=', Some(figure)) = (letters[place - 1], figure(letters[place])) {
            letters[place] = figure;
        }
    }
    number.to_owned() + &letters.into_iter().collect::<String>()
}

fn figure(letter: char) -> Option<char> {
    let figures = [('K', '♔'), ('Q', '♕'), ('R', '♖'), ('B', '♗'), ('N', '♘')];
    figures.into_iter().find(|&(other, _)| other == letter).map(|(_, figure)| figure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::{Play, play};

    #[test]
    fn officers_become_figurines() {
        let cases = [
            ("1.Qg4! threat: 2.Qxe6#", "1.♕g4! threat: 2.♕xe6#"),
            ("1...Kd5 2.exd8=N+ O-O-O", "1...♔d5 2.exd8=♘+ O-O-O"),
            ("1.N1f3 b5 Black", "1.♘1f3 b5 Black"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(with_figurines(text), expected);
        }
    }

    /// Solutions with `*` around what stands out.
    fn told(fen: &str, stipulation: &str) -> Vec<String> {
        let position = fen.parse::<sole_board::Setup>().expect(fen);
        let position = Position::new(position, sole_board::Faults::WAIVABLE).expect(fen);
        let problem = Problem::new(position, stipulation.parse().expect(stipulation)).expect(fen);
        let Some(Play::Tree(tree)) = play(&problem) else { panic!("{fen}") };
        let text = |span: &Span| match span {
            Span::Strong(text) => format!("*{text}*"),
            Span::Plain(text) => text.clone(),
            other => panic!("{other:?}"),
        };
        of_tree(&problem, &tree).iter().map(|spans| spans.iter().map(text).collect()).collect()
    }

    #[test]
    fn solutions_are_set_as_books_set_them() {
        let cases = [
            ("8/1r6/2R5/5kB1/8/3P1K1p/6B1/1BR5 w - -", "#1", "*1.♖1c5#*"),
            (
                "8/k7/5N2/7K/8/1Q6/8/8 w - -",
                "#2",
                "*1.♘d7!* (zugzwang) 1...♔a6 2.♕b6#; 1...♔a8 2.♕b8#",
            ),
            (
                "2k5/8/2K5/4N3/8/8/3R2p1/8 w - -",
                "#3",
                "*1.♖f2!* (threat 2.♖f8#) 1...♔b8 2.♘d7+ (2...♔a7, ♔a8 3.♖a2#; 2...♔c8 3.♖f8#); \
                 1...♔d8 2.♘g6 (threat 3.♖f8#)",
            ),
            (
                "8/1R1R4/1pkB4/8/3K4/8/8/8 w - -",
                "#3",
                "*1.♗c5!* (zugzwang) 1...♔b5 2.♖xb6+ ♔a4, ♔a5 3.♖a7#; 1...b5 2.♖bc7# or 2.♖dc7#; \
                 1...bxc5+ 2.♔e5 (threat 3.♖dc7#)",
            ),
            (
                "1n2R2R/8/P2P4/8/8/6K1/8/3k4 w - -",
                "#4",
                "*1.♔f2!* (threat 2.♖e2 [threat 3.♖h1#]) \
                 1...♔c2 2.♖h3 (threat 3.♖e2+ ♔b1, ♔c1, ♔d1 4.♖h1#); \
                 1...♔d2 2.♖h3 (threat 3.♖e2+ ♔c1, ♔d1 4.♖h1#)",
            ),
            ("5q2/k1KQ4/2P5/8/1Q6/8/8/8 w - -", "s#2", "*1.♕b6+!* 1...♔a8 2.♕b8+ ♕xb8#"),
        ];
        for (fen, stipulation, expected) in cases {
            assert_eq!(told(fen, stipulation), [expected], "{fen}");
        }
    }

    /// Brackets are closed where they are opened, and no paragraph is too long.
    #[test]
    fn brackets_are_paired() {
        let fens = [
            ("k7/1p4Rr/7Q/3p4/K2P4/8/2N5/8 w - -", "#3"),
            ("4R3/8/2p1Q2B/8/8/1p6/5krR/7K w - -", "s#2"),
            ("8/3K4/R7/1n1kp3/1Pp1p1p1/2B1P1P1/b7/8 w - -", "#2"),
        ];
        for text in fens.into_iter().flat_map(|(fen, stipulation)| told(fen, stipulation)) {
            let mut open = Vec::new();
            for letter in text.chars() {
                match letter {
                    '(' | '[' => open.push(letter),
                    ')' => assert_eq!(open.pop(), Some('('), "{text}"),
                    ']' => assert_eq!(open.pop(), Some('['), "{text}"),
                    _ => {}
                }
            }
            assert!(open.is_empty() && text.chars().count() < 2 * LONGEST, "{text}");
            assert!(!text.contains("#!") && text.starts_with("*1."), "{text}");
        }
    }
}
