//! What to look for: conditions combined by `and`, `or`, `not` and parentheses.
//!
//! ```text
//! either     = both { "or" both }
//! both       = single { "and" single }
//! single     = "not" single | "(" either ")" | condition
//! condition  = ("mate" | "mated") comparison number | man square | man "on" place | word
//! comparison = "=" | "!=" | "<" | "<=" | ">" | ">="
//! man        = "K" | "Q" | "R" | "B" | "N" | "P" | "k" | "q" | "r" | "b" | "n" | "p"
//! place      = square | "rank" number | "file" letter | "edge" | "corner" | "centre" | "light" | "dark"
//! ```

use super::condition::{Comparison, Condition, Flag, QuickFacts};
use super::move_outcomes::MoveOutcomes;
use super::placement::{Placement, REGIONS};
use crate::dtm::Value;
use sole_board::{Piece, Square, SquareSet};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A condition on positions, as it is typed after `--where`.
///
/// ```
/// use sole_endgame::Expression;
/// assert!("mate >= 10 and only-move and not check".parse::<Expression>().is_ok());
/// let error = "mate >= 10 and onlymove".parse::<Expression>().unwrap_err();
/// assert_eq!(error.span, 15..23);
/// assert_eq!(error.to_string(), "unknown condition 'onlymove' in column 16");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression(Node);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Is(Condition),
    Not(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
}

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// The bytes that are wrong; empty at the end of the text.
    pub span: Range<usize>,
    /// The same place, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: ExpressionProblem,
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpressionProblem {
    /// A word that is no condition.
    Unknown {
        /// The word.
        word: String,
        /// The condition that was probably meant.
        nearest: Option<&'static str>,
    },
    /// `on` should follow a man.
    NoOn,
    /// A place should stand here.
    NoPlace,
    /// A condition should stand here.
    NoCondition,
    /// A comparison should stand here.
    NoComparison,
    /// A number of moves should stand here.
    NoNumber,
    /// A parenthesis is not closed.
    Unclosed,
    /// Something follows that is neither `and` nor `or`.
    Trailing,
    /// Too many conditions inside each other.
    TooDeep,
}

impl Expression {
    /// The words that are conditions by themselves.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Flag::ALL.iter().map(|(name, ..)| *name)
    }

    /// All conditions as they are typed, with what each says.
    pub fn conditions() -> impl Iterator<Item = (&'static str, &'static str)> {
        Condition::FORMS.into_iter().chain(Flag::ALL.iter().map(|(name, _, what)| (*name, *what)))
    }

    /// Whether it holds, if that can be known without looking at the moves.
    pub(crate) fn without_moves(&self, facts: &QuickFacts) -> Option<bool> {
        self.0.without_moves(facts)
    }

    pub(crate) fn holds(&self, facts: &QuickFacts, outcomes: &MoveOutcomes) -> bool {
        self.0.holds(facts, outcomes)
    }

    /// The words in it.
    pub(crate) fn flags(&self) -> Vec<Flag> {
        let word = |condition| match condition {
            Condition::Flag(flag) => Some(flag),
            _ => None,
        };
        self.all().into_iter().filter_map(word).collect()
    }

    /// Whether it depends on the squares of the men.
    pub(crate) fn looks_at_board(&self) -> bool {
        self.all().into_iter().any(Condition::looks_at_board)
    }

    /// Whether images of a position can differ in it.
    pub(crate) fn names_places(&self) -> bool {
        self.all().iter().any(|condition| matches!(condition, Condition::On(_)))
    }

    fn all(&self) -> Vec<Condition> {
        let mut all = Vec::new();
        self.0.add_conditions(&mut all);
        all
    }
}

impl Node {
    fn without_moves(&self, facts: &QuickFacts) -> Option<bool> {
        match self {
            Node::Is(condition) => condition.without_moves(facts),
            Node::Not(node) => node.without_moves(facts).map(|holds| !holds),
            Node::And(a, b) => match a.without_moves(facts) {
                Some(false) => Some(false),
                Some(true) => b.without_moves(facts),
                None => b.without_moves(facts).filter(|holds| !holds),
            },
            Node::Or(a, b) => match a.without_moves(facts) {
                Some(true) => Some(true),
                Some(false) => b.without_moves(facts),
                None => b.without_moves(facts).filter(|holds| *holds),
            },
        }
    }

    fn holds(&self, facts: &QuickFacts, outcomes: &MoveOutcomes) -> bool {
        match self {
            Node::Is(condition) => condition.holds(facts, outcomes),
            Node::Not(node) => !node.holds(facts, outcomes),
            Node::And(a, b) => a.holds(facts, outcomes) && b.holds(facts, outcomes),
            Node::Or(a, b) => a.holds(facts, outcomes) || b.holds(facts, outcomes),
        }
    }

    fn add_conditions(&self, all: &mut Vec<Condition>) {
        match self {
            Node::Is(condition) => all.push(*condition),
            Node::Not(node) => node.add_conditions(all),
            Node::And(a, b) | Node::Or(a, b) => {
                a.add_conditions(all);
                b.add_conditions(all);
            }
        }
    }
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Expression, ExpressionError> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let node = parser.either()?;
        match parser.next() {
            "" => Ok(Expression(node)),
            more => Err(parser.wrong(more, ExpressionProblem::Trailing)),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    const MOST_DEPTH: usize = 100;

    /// The token that stands next; empty at the end.
    fn next(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        let is_word = |c: char| c.is_alphanumeric() || c == '-';
        let is_sign = |c: char| matches!(c, '=' | '!' | '<' | '>');
        let until = |same: fn(char) -> bool| rest.find(|c| !same(c)).unwrap_or(rest.len());
        match rest.chars().next() {
            None => "",
            Some(c) if is_word(c) => &rest[..until(is_word)],
            Some(c) if is_sign(c) => &rest[..until(is_sign)],
            Some(c) => &rest[..c.len_utf8()],
        }
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.next() == token;
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn wrong(&self, token: &str, problem: ExpressionProblem) -> ExpressionError {
        let column = self.text[..self.at].chars().count() + 1;
        ExpressionError { span: self.at..self.at + token.len(), column, problem }
    }

    fn either(&mut self) -> Result<Node, ExpressionError> {
        let mut node = self.both()?;
        while self.take("or") {
            node = Node::Or(Box::new(node), Box::new(self.both()?));
        }
        Ok(node)
    }

    fn both(&mut self) -> Result<Node, ExpressionError> {
        let mut node = self.single()?;
        while self.take("and") {
            node = Node::And(Box::new(node), Box::new(self.single()?));
        }
        Ok(node)
    }

    fn single(&mut self) -> Result<Node, ExpressionError> {
        let token = self.next();
        if self.depth == Self::MOST_DEPTH {
            return Err(self.wrong(token, ExpressionProblem::TooDeep));
        }
        self.depth += 1;
        let node = match token {
            "not" => {
                self.take(token);
                Node::Not(Box::new(self.single()?))
            }
            "(" => {
                self.take(token);
                self.inside()?
            }
            word => Node::Is(self.condition(word)?),
        };
        self.depth -= 1;
        Ok(node)
    }

    fn inside(&mut self) -> Result<Node, ExpressionError> {
        let node = self.either()?;
        if self.take(")") {
            return Ok(node);
        }
        let token = self.next();
        Err(self.wrong(token, ExpressionProblem::Unclosed))
    }

    fn condition(&mut self, word: &str) -> Result<Condition, ExpressionError> {
        let numbered = match word {
            "mate" => Condition::Mate,
            "mated" => Condition::Mated,
            word => {
                let placed = self.placement(word)?.map(Condition::On);
                return placed.map_or_else(|| self.flag(word).map(Condition::Flag), Ok);
            }
        };
        self.take(word);
        Ok(numbered(self.comparison()?, self.number()?))
    }

    /// `Pa7`, or `P on` and a place; none if the word begins neither.
    fn placement(&mut self, word: &str) -> Result<Option<Placement>, ExpressionError> {
        let mut letters = word.chars();
        let Some(piece) = letters.next().and_then(Piece::from_char) else { return Ok(None) };
        if let Ok(square) = letters.as_str().parse::<Square>() {
            self.take(word);
            return Ok(Some(Placement { piece, region: SquareSet::of(square) }));
        }
        if !letters.as_str().is_empty() {
            return Ok(None);
        }
        self.take(word);
        if !self.take("on") {
            let token = self.next();
            return Err(self.wrong(token, ExpressionProblem::NoOn));
        }
        Ok(Some(Placement { piece, region: self.place()? }))
    }

    fn place(&mut self) -> Result<SquareSet, ExpressionError> {
        let token = self.next();
        let named = REGIONS.iter().find(|(name, _)| *name == token).map(|(_, region)| *region);
        let square = || token.parse().ok().map(SquareSet::of);
        let region = match token {
            "rank" | "file" => {
                self.take(token);
                self.line(token)
            }
            _ => named.or_else(square),
        };
        let token = self.next();
        let region = region.ok_or_else(|| self.wrong(token, ExpressionProblem::NoPlace))?;
        self.take(token);
        Ok(region)
    }

    /// The rank or file that stands next.
    fn line(&mut self, kind: &str) -> Option<SquareSet> {
        // Any square of the line has its name completed by the other coordinate.
        let token = self.next();
        match kind {
            "rank" => format!("a{token}").parse().ok().map(|at: Square| SquareSet::rank(at.rank())),
            _ => format!("{token}1").parse().ok().map(|at: Square| SquareSet::file(at.file())),
        }
    }

    fn flag(&mut self, word: &str) -> Result<Flag, ExpressionError> {
        let found = Flag::ALL.iter().find(|(name, ..)| *name == word);
        let problem = || match word {
            "" | "and" | "or" => ExpressionProblem::NoCondition,
            word if !word.starts_with(char::is_alphabetic) => ExpressionProblem::NoCondition,
            word => ExpressionProblem::Unknown { word: word.to_owned(), nearest: nearest(word) },
        };
        let (_, flag, _) = found.ok_or_else(|| self.wrong(word, problem()))?;
        self.take(word);
        Ok(*flag)
    }

    fn comparison(&mut self) -> Result<Comparison, ExpressionError> {
        let token = self.next();
        let found = Comparison::ALL.iter().find(|(sign, _)| *sign == token);
        let (_, comparison) =
            found.ok_or_else(|| self.wrong(token, ExpressionProblem::NoComparison))?;
        self.take(token);
        Ok(*comparison)
    }

    fn number(&mut self) -> Result<u8, ExpressionError> {
        let token = self.next();
        let number = token.parse().ok().filter(|&number| number <= Value::LONGEST_WIN);
        let number = number.ok_or_else(|| self.wrong(token, ExpressionProblem::NoNumber))?;
        self.take(token);
        Ok(number)
    }
}

/// The word that is most like one that is no condition.
fn nearest(word: &str) -> Option<&'static str> {
    let words = Expression::words().chain(["mate", "mated"]);
    sole_puzzle::nearest(word, words).first().copied()
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in column {}", self.problem, self.column)
    }
}

impl std::error::Error for ExpressionError {}

impl fmt::Display for ExpressionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpressionProblem::Unknown { word, .. } => write!(f, "unknown condition '{word}'"),
            ExpressionProblem::NoOn => f.write_str("expected 'on' or a square after the man"),
            ExpressionProblem::NoPlace => f.write_str(
                "expected a place such as e8, rank 7, file a, edge, corner, centre, light or dark,",
            ),
            ExpressionProblem::NoCondition => f.write_str("expected a condition"),
            ExpressionProblem::NoComparison => {
                f.write_str("expected a comparison, one of = != < <= > >=,")
            }
            ExpressionProblem::NoNumber => {
                write!(f, "expected a number of moves from 0 to {}", Value::LONGEST_WIN)
            }
            ExpressionProblem::Unclosed => f.write_str("expected 'and', 'or' or ')'"),
            ExpressionProblem::Trailing => f.write_str("expected 'and', 'or' or the end"),
            ExpressionProblem::TooDeep => f.write_str("too many conditions inside each other"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::{Color, Setup};

    #[test]
    fn expressions_say_what_is_wrong() {
        let deep = "not ".repeat(101);
        let cases = [
            ("wins", "ok"),
            ("  mate>=10 and(only-move or not check)", "ok"),
            ("mated = 0 or mate != 127", "ok"),
            ("", "expected a condition in column 1"),
            ("wins and", "expected a condition in column 9"),
            ("wins and or", "expected a condition in column 10"),
            ("wins draws", "expected 'and', 'or' or the end in column 6"),
            ("wins)", "expected 'and', 'or' or the end in column 5"),
            ("(wins", "expected 'and', 'or' or ')' in column 6"),
            ("(wins draws)", "expected 'and', 'or' or ')' in column 7"),
            ("not ♔", "expected a condition in column 5"),
            ("wins and Check", "unknown condition 'Check' in column 10"),
            ("mate", "expected a comparison, one of = != < <= > >=, in column 5"),
            ("mate == 3", "expected a comparison, one of = != < <= > >=, in column 6"),
            ("mate = x", "expected a number of moves from 0 to 127 in column 8"),
            ("Pa7 and k on e8", "ok"),
            ("P on rank 7 or p on file h or not k on edge", "ok"),
            ("P rank 7", "expected 'on' or a square after the man in column 3"),
            (
                "P on rank 9",
                "expected a place such as e8, rank 7, file a, edge, corner, centre, light or \
                 dark, in column 11",
            ),
            (
                "k on the edge",
                "expected a place such as e8, rank 7, file a, edge, corner, centre, light or \
                 dark, in column 6",
            ),
            ("Px7", "unknown condition 'Px7' in column 1"),
            ("mate = 128", "expected a number of moves from 0 to 127 in column 8"),
            (deep.as_str(), "too many conditions inside each other in column 401"),
        ];
        for (text, expected) in cases {
            let actual =
                text.parse::<Expression>().map_or_else(|e| e.to_string(), |_| "ok".to_owned());
            assert_eq!(actual, expected, "{text}");
        }
    }

    #[test]
    fn every_word_is_read_as_itself() {
        for (name, flag, _) in Flag::ALL {
            let expression: Expression = name.parse().expect(name);
            assert_eq!(expression.flags(), [flag], "{name}");
            assert_eq!(flag.name(), name);
        }
    }

    #[test]
    fn near_misses_name_what_was_meant() {
        let cases = [
            ("onlymove", Some("only-move")),
            ("Check", Some("check")),
            ("win", Some("wins")),
            ("king-cutoff", Some("king-cut-off")),
            ("xyzzy", None),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Expression>().expect_err(text);
            let ExpressionProblem::Unknown { nearest, .. } = error.problem else {
                panic!("{text}: {error}")
            };
            assert_eq!(nearest, expected, "{text}");
        }
    }

    #[test]
    fn what_a_glance_decides_follows_three_valued_logic() {
        // `only-move` cannot be decided without the moves in a won position.
        let facts = QuickFacts {
            turn: Color::White,
            value: Value::Win(12),
            in_check: false,
            zugzwang: None,
            may_castle: false,
            board: "8/P7/8/4k3/8/8/8/K7 w - -".parse::<Setup>().expect("a FEN").diagram,
        };
        let cases = [
            ("Pa7 and P on rank 7 and P on file a and P on edge and P on dark", Some(true)),
            ("P on a6 or P on corner or P on light or p on rank 7 or k on edge", Some(false)),
            ("Pa7 and only-move", None),
            ("K on corner and k on centre and pawn-on-seventh", Some(true)),
            ("mate = 12", Some(true)),
            ("mate > 12", Some(false)),
            ("mated = 12", Some(false)),
            ("only-move", None),
            ("not only-move", None),
            ("wins and only-move", None),
            ("draws and only-move", Some(false)),
            ("only-move and draws", Some(false)),
            ("only-move or wins", Some(true)),
            ("draws or only-move", None),
            ("not (draws or check)", Some(true)),
            ("wins or draws and loses", Some(true)),
            ("(wins or draws) and loses", Some(false)),
        ];
        for (text, expected) in cases {
            let expression: Expression = text.parse().expect(text);
            assert_eq!(expression.without_moves(&facts), expected, "{text}");
        }
    }
}
