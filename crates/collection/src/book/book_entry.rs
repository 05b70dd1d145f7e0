//! A puzzle as it is printed: its chapter, its caption, its marks and its solution.

use super::DiagramStyle;
use super::solution_text::{self, with_figurines};
use crate::description::credit;
use crate::difficulty::difficulty;
use crate::solution::{self, Play as Found};
use crate::{TypedPuzzle, grid_drawing, typed_puzzle};
use sole_board::{Color, Position, numbered_game};
use sole_endgame::{Tables, Value, play};
use sole_mate::{Goal, Play, Problem, Stipulation};
use sole_picture::book::{Entry, Solution, Span};
use sole_puzzle::text::grouped;
use sole_puzzle::{Puzzle, Status};
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
    pub(super) fn of(typed: &TypedPuzzle) -> Class {
        match typed {
            TypedPuzzle::Mate { problem, .. } => Class::of_stipulation(problem.stipulation()),
            TypedPuzzle::Proof(_) => Class::Proof,
            TypedPuzzle::Endgame { .. } => Class::Endgame,
            TypedPuzzle::Sudoku(_) => Class::Sudoku,
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

    /// What is said before the first puzzle. That there is one solution is said only where it is claimed
    /// of all of them.
    pub(super) fn note(self, claims: Claims) -> String {
        let note = match (self, claims.are_all_one()) {
            (Class::Mate(1), _) => "The side that is named moves and mates at once.".to_owned(),
            (Class::Mate(moves), _) => format!(
                "The side that is named moves first and mates in {} moves, whatever the other side \
                 replies. Find the key, the first move that forces it.",
                in_words(moves)
            ),
            (Class::Stalemate, _) => "The side that moves first forces stalemate.".to_owned(),
            (Class::Selfmate, _) => {
                "The side that moves first forces the other side to mate it, against its will."
                    .to_owned()
            }
            (Class::Reflexmate, _) => {
                "As selfmates, but whoever can mate at once must do so.".to_owned()
            }
            (Class::Help, is_one) => format!(
                "Both sides work together: Black, who moves first unless it is said otherwise, helps \
                 White to mate. Find the {}line of play.",
                if is_one { "one " } else { "" }
            ),
            (Class::Series, _) => {
                "One side makes all its moves in a row, while the other waits.".to_owned()
            }
            (Class::Proof, true) => {
                "How did this arise? From the initial array, exactly one game of the given length \
                 leads to each of these diagrams. Find it, move by move."
                    .to_owned()
            }
            (Class::Proof, false) => {
                "How did this arise? Find a game of the given length that leads from the initial array \
                 to the diagram, move by move."
                    .to_owned()
            }
            (Class::Endgame, true) => "In each of these positions only the right move keeps what there is \
                                       to keep, be it a win or a draw."
                .to_owned(),
            (Class::Endgame, false) => {
                "Find the moves that keep what there is to keep, be it a win or a draw.".to_owned()
            }
            (Class::Sudoku, is_one) => format!(
                "Fill the grid so that each row, each column and each box has every value once: \
                 the numbers from 1 on, and in grids of more than nine rows the letters from A on.{}",
                if is_one { " There is exactly one way to do it." } else { "" }
            ),
        };
        note + &claims.caveat()
    }
}

/// How many puzzles claim what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Claims {
    one: u64,
    none: u64,
    many: u64,
    open: u64,
}

impl Claims {
    /// Counts one more.
    pub(super) fn add(&mut self, status: Status) {
        *match status {
            Status::One => &mut self.one,
            Status::None => &mut self.none,
            Status::Many => &mut self.many,
            Status::Open => &mut self.open,
        } += 1;
    }

    /// Whether each has one solution.
    pub(super) fn are_all_one(self) -> bool {
        self == Claims { one: self.one, ..Claims::default() }
    }

    /// What is otherwise, as a sentence after others.
    fn caveat(self) -> String {
        let has = |count: u64, what: &str| {
            let verb = if count == 1 { "has" } else { "have" };
            (count > 0).then(|| format!("{} {verb} {what}", grouped(count)))
        };
        let verb = if self.open == 1 { "is" } else { "are" };
        let open = (self.open > 0).then(|| format!("{} {verb} not proved", grouped(self.open)));
        let parts: Vec<String> = [has(self.none, "no solution"), has(self.many, "several"), open]
            .into_iter()
            .flatten()
            .collect();
        match parts.is_empty() {
            true => String::new(),
            false => format!(" Of these puzzles {}.", parts.join(", ")),
        }
    }
}

fn in_words(number: u8) -> String {
    let words =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(usize::from(number)).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// A puzzle as it is printed, and the chapter where it belongs.
#[derive(Clone, Debug)]
pub struct BookEntry {
    pub(super) class: Class,
    pub(super) claim: Status,
    pub(super) entry: Entry,
}

impl BookEntry {
    /// The entry of a puzzle. Tables tell how endgames go on, where they are at hand.
    pub fn new(
        puzzle: &Puzzle,
        typed: &TypedPuzzle,
        style: DiagramStyle,
        tables: &Tables,
    ) -> BookEntry {
        let caption = caption(puzzle, typed);
        let entry = Entry {
            picture: style.draw(typed),
            caption: match puzzle.answer().solutions().is_empty() {
                true => caption + "?",
                false => caption,
            },
            credit: credit(puzzle).unwrap_or_default(),
            difficulty: difficulty(puzzle, typed),
            solution: solution(puzzle, typed, style, tables),
        };
        BookEntry { class: Class::of(typed), claim: puzzle.answer().status(), entry }
    }
}

fn caption(puzzle: &Puzzle, typed: &TypedPuzzle) -> String {
    match typed {
        TypedPuzzle::Mate { problem, .. } => {
            of_problem(problem.stipulation(), problem.position().turn())
        }
        TypedPuzzle::Proof(reach) => {
            let plies = reach.length.plies();
            let last = if (plies % 2 == 1) == (reach.start.turn() == Color::White) {
                "White"
            } else {
                "Black"
            };
            let number = plies.div_ceil(2);
            format!("After {last}’s {} move ({})", ordinal(number), reach.length)
        }
        TypedPuzzle::Endgame { position, .. } => {
            format!("{} moves and {}s", position.turn().name(), puzzle.stipulation())
        }
        TypedPuzzle::Sudoku(sudoku) => of_sudoku(puzzle, sudoku),
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
    let half = if stipulation.half_moves() % 2 == 1 { "½" } else { "" };
    format!("{}{half}", stipulation.moves())
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

fn solution(
    puzzle: &Puzzle,
    typed: &TypedPuzzle,
    style: DiagramStyle,
    tables: &Tables,
) -> Solution {
    let claimed = puzzle.answer().solutions();
    let paragraphs: Vec<Vec<Span>> = match (typed, claimed) {
        (_, []) if puzzle.answer().status() == Status::None => {
            return Solution::plain("There is none.");
        }
        (_, []) => return Solution::plain("It is not known."),
        (TypedPuzzle::Sudoku(sudoku), [only]) => match typed_puzzle::grid(only, sudoku.shape()) {
            Some(grid) => {
                let solved = grid_drawing::solved(&grid, sudoku.givens(), style.style);
                return Solution::Picture(solved.render());
            }
            None => vec![vec![Span::Plain(only.clone())]],
        },
        (TypedPuzzle::Sudoku(_), _) => return Solution::plain("There are several."),
        (TypedPuzzle::Endgame { position, .. }, _) => {
            let only = match puzzle.answer().status() {
                Status::One => format!(" is the only move that {}s.", puzzle.stipulation()),
                _ => String::new(),
            };
            claimed.iter().map(|key| of_ending(position, key, &only, tables)).collect()
        }
        (TypedPuzzle::Mate { problem, .. }, _) => of_play(problem, puzzle),
        (TypedPuzzle::Proof(_), _) => {
            let games = solution::solution_paragraphs(puzzle, typed);
            games.iter().map(|text| vec![Span::Plain(with_figurines(text))]).collect()
        }
    };
    Solution::Words(paragraphs.join(&Span::Break))
}

/// The play of a problem; if that takes too long, the first moves that are claimed.
fn of_play(problem: &Problem, puzzle: &Puzzle) -> Vec<Vec<Span>> {
    match solution::play(problem) {
        Some(Found::Tree(tree)) if !tree.keys.is_empty() => solution_text::of_tree(problem, &tree),
        Some(Found::Lines(lines)) if !lines.is_empty() => solution_text::of_lines(problem, &lines),
        _ => {
            let first = |text: &String| solution::key(problem.position(), text);
            let claimed = puzzle.answer().solutions().iter();
            claimed
                .map(|text| {
                    vec![Span::Strong(with_figurines(&first(text).unwrap_or(text.clone())))]
                })
                .collect()
        }
    }
}

/// A good move of an endgame, and best play to the mate after it, if tables know it; else `only` is
/// said of it.
fn of_ending(position: &Position, key: &str, only: &str, tables: &Tables) -> Vec<Span> {
    let Ok(key) = position.parse_uci(key) else { return vec![Span::Plain(key.to_owned())] };
    let first = with_figurines(&numbered_game(position, &[key]));
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
    let game = with_figurines(&numbered_game(position, &line));
    let rest = game.strip_prefix(&first).unwrap_or_default();
    let end = match now.has_moves() {
        true => format!(" … and mate on move {moves}."),
        false => ".".to_owned(),
    };
    vec![strong, Span::Plain(format!("{rest}{end}"))]
}

/// How many plies of an endgame are printed at most.
const LINE: usize = 11;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_say_what_is_true_of_the_puzzles() {
        let claims = |statuses: &[Status]| {
            let mut claims = Claims::default();
            statuses.iter().for_each(|&status| claims.add(status));
            claims
        };
        let (one, none, many, open) = (Status::One, Status::None, Status::Many, Status::Open);
        let cases = [
            (Class::Sudoku, claims(&[one, one]), "There is exactly one way to do it."),
            (Class::Sudoku, claims(&[one, many]), "from A on. Of these puzzles 1 has several."),
            (Class::Endgame, claims(&[none, none]), "a draw. Of these puzzles 2 have no solution."),
            (
                Class::Mate(2),
                claims(&[none, many, many, open]),
                "Of these puzzles 1 has no solution, 2 have several, 1 is not proved.",
            ),
            (Class::Proof, claims(&[one]), "exactly one game of the given length leads to each"),
            (
                Class::Help,
                claims(&[open]),
                "Find the line of play. Of these puzzles 1 is not proved.",
            ),
        ];
        for (class, claims, expected) in cases {
            let note = class.note(claims);
            assert!(note.contains(expected), "{note}");
        }
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
