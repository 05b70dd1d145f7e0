//! A puzzle as it is printed: its chapter, its caption, its marks and its solution.

use super::plate::Plate;
use super::solution;
use super::source::Item;
use super::subject::{self, Subject};
use crate::sudoku::picture;
use sole_board::{Color, Position};
use sole_endgame::{SCALE, Tables, Value, play};
use sole_mate::{Goal, Play, Stipulation};
use sole_picture::book::{Difficulty, Entry, Solution, Span};
use sole_puzzle::Puzzle;
use sole_sudoku::formats::Sudoku;

/// What a chapter holds, in the order of chapters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Direct mates in so many moves.
    Mate(u8),
    Stalemate,
    Selfmate,
    Reflexmate,
    Help,
    Series,
    Proof,
    Endgame,
    Sudoku,
}

impl Class {
    pub(super) fn of(subject: &Subject) -> Class {
        match subject {
            Subject::Mate { problem, .. } => Class::of_stipulation(problem.stipulation()),
            Subject::Proof(_) => Class::Proof,
            Subject::Endgame { .. } => Class::Endgame,
            Subject::Sudoku(_) => Class::Sudoku,
        }
    }

    fn of_stipulation(stipulation: Stipulation) -> Class {
        match (stipulation.play(), stipulation.goal()) {
            (Play::Direct, Goal::Mate) => Class::Mate(stipulation.moves()),
            (Play::Direct, Goal::Stalemate) => Class::Stalemate,
            (Play::SelfMate, _) => Class::Selfmate,
            (Play::Reflex, _) => Class::Reflexmate,
            (Play::Help, _) => Class::Help,
            (Play::Series | Play::SeriesHelp, _) => Class::Series,
        }
    }

    /// The title of the chapter.
    pub(super) fn title(self) -> String {
        match self {
            Class::Mate(moves) => format!("Mate in {}", in_words(moves)),
            Class::Stalemate => "Stalemates".to_owned(),
            Class::Selfmate => "Selfmates".to_owned(),
            Class::Reflexmate => "Reflexmates".to_owned(),
            Class::Help => "Helpmates".to_owned(),
            Class::Series => "Series movers".to_owned(),
            Class::Proof => "Proof games".to_owned(),
            Class::Endgame => "Endgames".to_owned(),
            Class::Sudoku => "Sudoku".to_owned(),
        }
    }

    /// What is said before the first puzzle.
    pub(super) fn note(self) -> String {
        match self {
            Class::Mate(1) => "The side that is named moves and mates at once.".to_owned(),
            Class::Mate(moves) => format!(
                "The side that is named moves first and mates in {} moves, whatever the other side \
                 replies. Find the key, the first move that forces it.",
                in_words(moves)
            ),
            Class::Stalemate => "The side that moves first forces stalemate.".to_owned(),
            Class::Selfmate => {
                "The side that moves first forces the other side to mate it, against its will."
                    .to_owned()
            }
            Class::Reflexmate => {
                "As selfmates, but whoever can mate at once must do so.".to_owned()
            }
            Class::Help => "Both sides work together: Black, who moves first unless it is said \
                            otherwise, helps White to mate. Find the one line of play."
                .to_owned(),
            Class::Series => {
                "One side makes all its moves in a row, while the other waits.".to_owned()
            }
            Class::Proof => {
                "How did this arise? From the initial array, exactly one game of the given \
                             length leads to each of these diagrams. Find it, move by move."
                    .to_owned()
            }
            Class::Endgame => "In each of these positions only the right move keeps what there is \
                               to keep, be it a win or a draw."
                .to_owned(),
            Class::Sudoku => "Fill the grid so that each row, each column and each box has every value once: \
                              the numbers from 1 on, and in grids of more than nine rows the letters \
                              from A on. There is exactly one way to do it."
                .to_owned(),
        }
    }
}

fn in_words(number: u8) -> String {
    let words =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(usize::from(number)).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// The entry of a puzzle. Tables tell how endgames go on, where they are at hand.
pub(super) fn entry(item: &Item, subject: &Subject, plate: Plate, tables: &Tables) -> Entry {
    let puzzle = &item.puzzle;
    Entry {
        picture: plate.draw(subject),
        caption: match puzzle.answer().solutions().is_empty() {
            true => caption(puzzle, subject) + "?",
            false => caption(puzzle, subject),
        },
        credit: puzzle.source().unwrap_or_default().to_owned(),
        difficulty: difficulty(puzzle),
        solution: solution(puzzle, subject, plate, tables),
    }
}

fn caption(puzzle: &Puzzle, subject: &Subject) -> String {
    match subject {
        Subject::Mate { problem, .. } => {
            of_problem(problem.stipulation(), problem.position().turn())
        }
        Subject::Proof(reach) => {
            let plies = reach.length.plies();
            let last = if (plies % 2 == 1) == (reach.start.turn() == Color::White) {
                "White"
            } else {
                "Black"
            };
            let number = plies.div_ceil(2);
            format!("After {last}’s {} move ({})", ordinal(number), reach.length)
        }
        Subject::Endgame { position, .. } => {
            format!("{} moves and {}s", position.turn().name(), puzzle.stipulation())
        }
        Subject::Sudoku(sudoku) => of_sudoku(puzzle, sudoku),
    }
}

/// `White mates in 2`, `Helpmate in 2½ (h#2.5), White moves first`.
fn of_problem(stipulation: Stipulation, turn: Color) -> String {
    let side = turn.name();
    let name = match (Class::of_stipulation(stipulation), stipulation.goal()) {
        (Class::Mate(moves), _) => return format!("{side} mates in {moves}"),
        (Class::Selfmate, Goal::Mate) => "Selfmate",
        (Class::Reflexmate, Goal::Mate) => "Reflexmate",
        (Class::Help, Goal::Mate) => "Helpmate",
        _ => return format!("{stipulation}, {side} moves first"),
    };
    let moves = in_halves(stipulation);
    format!("{name} in {moves} ({stipulation}), {side} moves first")
}

/// How many moves are demanded, with halves: `2½`.
fn in_halves(stipulation: Stipulation) -> String {
    let text = stipulation.to_string();
    let number = text.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    match number.strip_suffix(".5") {
        Some(whole) => format!("{whole}½"),
        None => number.to_owned(),
    }
}

/// `1st`, `2nd`, `3rd`, `11th`.
fn ordinal(number: u16) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn of_sudoku(puzzle: &Puzzle, sudoku: &Sudoku) -> String {
    let (side, n_givens) = (sudoku.shape().side(), sudoku.givens().n_values());
    let givens = match side {
        9 => format!("{n_givens} givens"),
        _ => format!("{side}×{side}, {n_givens} givens"),
    };
    match puzzle.rating("se.er") {
        Some(rating) => format!("{givens}, rated {:.1}", rating.value()),
        None => givens,
    }
}

/// Where the marks of a scale begin, from two to five.
const STEPS: [(&str, [f64; 4]); 5] = [
    ("mate.difficulty", [950.0, 1150.0, 1350.0, 1650.0]),
    ("proof.search", [4.0, 6.0, 8.0, 10.0]),
    ("se.er", [1.6, 2.7, 4.5, 7.0]),
    ("hodoku.score", [800.0, 1000.0, 1600.0, 1800.0]),
    (SCALE, [9.0, 17.0, 27.0, 41.0]),
];

/// The marks of the first scale on which a puzzle is rated.
fn difficulty(puzzle: &Puzzle) -> Option<Difficulty> {
    let (rating, steps) =
        STEPS.iter().find_map(|(scale, steps)| Some((puzzle.rating(scale)?, steps)))?;
    let marks = 1 + steps.iter().filter(|&&step| rating.value() >= step).count();
    Difficulty::new(marks as u8)
}

fn solution(puzzle: &Puzzle, subject: &Subject, plate: Plate, tables: &Tables) -> Solution {
    let claimed = puzzle.answer().solutions();
    if let (Subject::Sudoku(sudoku), [only]) = (subject, claimed)
        && let Some(grid) = subject::grid(only, sudoku.shape())
    {
        return Solution::Picture(picture::solved(&grid, sudoku.givens(), plate.style).draw());
    }
    if claimed.is_empty() {
        return Solution::plain("There is none.");
    }
    let paragraphs: Vec<Vec<Span>> = match subject {
        Subject::Endgame { position, .. } => {
            let only = match claimed {
                [_] => format!(" is the only move that {}s.", puzzle.stipulation()),
                _ => String::new(),
            };
            claimed.iter().map(|key| of_ending(position, key, &only, tables)).collect()
        }
        _ => solution::text(puzzle, subject).iter().map(|text| of_paragraph(text)).collect(),
    };
    Solution::Words(paragraphs.join(&Span::Break))
}

/// The most letters of a paragraph; beyond that only its main variations are printed.
const LONGEST: usize = 700;

/// A paragraph in one go: its key stands out, its lines become sentences.
fn of_paragraph(paragraph: &str) -> Vec<Span> {
    let lines: Vec<&str> = paragraph.lines().collect();
    let is_main = |line: &&str| line.len() - line.trim_start().len() <= 4;
    let long = paragraph.len() > LONGEST;
    let main: Vec<&str> = lines.iter().copied().filter(is_main).collect();
    let (kept, cut) = if long { (main.clone(), main.len() < lines.len()) } else { (lines, false) };
    let kept: Vec<&str> = kept.into_iter().map(str::trim).collect();
    let mut text = String::new();
    for line in kept.into_iter().chain(cut.then_some("and so on")) {
        text.push_str(match text.chars().last() {
            None => "",
            Some('.' | ':' | '!') => " ",
            Some(_) => "; ",
        });
        text.push_str(line);
    }
    let text = with_figurines(&text);
    match text.split_once("! ") {
        Some((key, rest)) if key.starts_with("1.") && !key.contains(' ') => {
            vec![Span::Strong(format!("{key}!")), Span::Plain(format!(" {rest}"))]
        }
        _ => vec![Span::Plain(text)],
    }
}

/// A good move of an endgame, and best play to the mate after it, if tables know it; else `only` is
/// said of it.
fn of_ending(position: &Position, key: &str, only: &str, tables: &Tables) -> Vec<Span> {
    let Ok(key) = position.parse_uci(key) else { return vec![Span::Plain(key.to_owned())] };
    let first = with_figurines(&crate::proof::text::game(position, &[key]));
    let strong = Span::Strong(first.clone());
    let value = tables.probe(&position.after(key)).map(Value::before);
    let Ok(Value::Win(moves)) = value else {
        return vec![strong, Span::Plain(only.to_owned())];
    };
    let mut line = vec![key];
    let mut now = position.after(key);
    while line.len() < LINE
        && let Ok(outcomes) = play::outcomes(tables, &now)
        && let Some(best) = outcomes.first()
    {
        line.push(best.played);
        now = now.after(best.played);
    }
    let game = with_figurines(&crate::proof::text::game(position, &line));
    let rest = game.strip_prefix(&first).unwrap_or_default();
    let end = match now.has_moves() {
        true => format!(" … and mate on move {moves}."),
        false => ".".to_owned(),
    };
    vec![strong, Span::Plain(format!("{rest}{end}"))]
}

/// How many plies of an endgame are printed at most.
const LINE: usize = 11;

/// Moves with figurines in place of the letters of officers.
fn with_figurines(text: &str) -> String {
    let mut words = Vec::new();
    for word in text.split(' ') {
        words.push(with_figurine(word));
    }
    words.join(" ")
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

    #[test]
    fn paragraphs_are_set_in_one_go() {
        let text = "1.Qg4! threat: 2.Qxe6#\n    1...Kd5 2.Qe4#\n    1...Kf5 2.Qg5#";
        let expected = vec![
            Span::Strong("1.♕g4!".to_owned()),
            Span::Plain(" threat: 2.♕xe6#; 1...♔d5 2.♕e4#; 1...♔f5 2.♕g5#".to_owned()),
        ];
        assert_eq!(of_paragraph(text), expected);
        let check = "1.Qg4+!\n    1...Kd5 2.Qe4#\n    1...f5 2.gxf6#";
        let expected = vec![
            Span::Strong("1.♕g4+!".to_owned()),
            Span::Plain(" 1...♔d5 2.♕e4#; 1...f5 2.gxf6#".to_owned()),
        ];
        assert_eq!(of_paragraph(check), expected);
        let deep = format!(
            "1.Qg4! zugzwang.\n    1...Kd5 2.Qe4+\n{}",
            "        2...Kc5 3.Qc4#\n".repeat(40)
        );
        let expected = vec![
            Span::Strong("1.♕g4!".to_owned()),
            Span::Plain(" zugzwang. 1...♔d5 2.♕e4+; and so on".to_owned()),
        ];
        assert_eq!(of_paragraph(&deep), expected);
    }

    #[test]
    fn marks_rise_with_ratings() {
        let puzzle = |scale: &str, value: f64| {
            let line = format!(
                "{{\"schema\":\"sole-puzzle/1\",\"kind\":\"mate\",\"position\":\"x\",\"stipulation\":\"#2\",\
                 \"verdict\":\"open\",\"solutions\":[],\"ratings\":[{{\"scale\":\"{scale}\",\"value\":{value}}}]}}"
            );
            Puzzle::parse(&line).expect("a record")
        };
        for (scale, steps) in STEPS {
            let marks = |value| difficulty(&puzzle(scale, value)).map(Difficulty::marks);
            assert_eq!(marks(0.0), Some(1), "{scale}");
            for (step, expected) in steps.into_iter().zip(2..) {
                assert_eq!(marks(step), Some(expected), "{scale}");
            }
        }
        assert_eq!(difficulty(&puzzle("mate.quality", 100.0)), None);
    }

    #[test]
    fn captions_say_what_is_to_be_done() {
        let cases = [
            ("#2", Color::White, "White mates in 2"),
            ("#3", Color::Black, "Black mates in 3"),
            ("s#2", Color::White, "Selfmate in 2 (s#2), White moves first"),
            ("r#2", Color::White, "Reflexmate in 2 (r#2), White moves first"),
            ("h#2", Color::Black, "Helpmate in 2 (h#2), Black moves first"),
            ("h#2.5", Color::White, "Helpmate in 2½ (h#2.5), White moves first"),
            ("h=2", Color::Black, "h=2, Black moves first"),
            ("ser-h#7", Color::Black, "ser-h#7, Black moves first"),
        ];
        for (text, turn, expected) in cases {
            let stipulation: Stipulation = text.parse().expect(text);
            assert_eq!(of_problem(stipulation, turn), expected);
        }
    }

    #[test]
    fn numbers_have_words() {
        let cases = [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd")];
        for (number, expected) in cases {
            assert_eq!(ordinal(number), expected);
        }
        assert_eq!([in_words(2), in_words(12)], ["two", "12"]);
    }
}
