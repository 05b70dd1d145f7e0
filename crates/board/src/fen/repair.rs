//! A corrected setup for a FEN with common slips.
//!
//! The correction is offered together with everything that was changed; nobody
//! applies it silently. Fields missing at the end get the usual: White to move,
//! castling rights where kings and rooks stand at home, no en passant square. A rank of the wrong length is taken to have its last number wrong,
//! which is the likely reading and not the only one. Nothing is offered where no
//! reading is likely: a missing rank, an unknown piece, men that are too few in a
//! rank without numbers, an unreadable side to move, fields out of their order.

use super::{CastlingStyle, FenField, tokens};
use crate::{Color, Diagram, Rank, Setup, Square};
use std::fmt;

/// A corrected setup, and how it differs from what was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenRepair {
    /// The setup; `to_string` gives the corrected FEN.
    pub setup: Setup,
    /// What was changed, in the order of the text; never empty.
    pub changes: Vec<FenChange>,
}

/// One correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenChange {
    /// Blanks within the placement are taken out.
    Joined,
    /// Empty ranks beyond the eighth are taken out.
    ExtraRank,
    /// The empty squares of a rank are counted again.
    Rank {
        /// Which rank.
        rank: Rank,
        /// How many squares it had.
        squares: usize,
    },
    /// A missing field is filled in.
    Missing {
        /// Which field.
        field: FenField,
    },
    /// A field that could not be read is written again.
    Rewritten {
        /// Which field.
        field: FenField,
    },
    /// A right that cannot be used is dropped.
    Dropped {
        /// The field of the right.
        field: FenField,
    },
    /// Text after the last field is dropped.
    Trailing,
}

impl fmt::Display for FenChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenChange::Joined => f.write_str("blanks taken out of the placement"),
            FenChange::ExtraRank => f.write_str("empty rank taken out"),
            FenChange::Rank { rank, squares } => {
                write!(f, "rank {} had {squares} squares", rank.char())
            }
            FenChange::Missing { field } => write!(f, "filled in: {field}"),
            FenChange::Rewritten { field } => write!(f, "written anew: {field}"),
            FenChange::Dropped { field } => write!(f, "unusable, dropped: {field}"),
            FenChange::Trailing => f.write_str("text after the move number dropped"),
        }
    }
}

/// A corrected setup for a text with common slips.
///
/// `None` if there is nothing to correct, or if no correction is likely.
///
/// ```
/// use sole_board::fen;
/// let repair = fen::repair("4k3/8/8/8/8/8/8/4K2 W K e4").unwrap();
/// assert_eq!(repair.setup.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// assert_eq!(repair.changes.len(), 4);
/// assert_eq!(fen::repair(fen::INITIAL), None);
/// ```
pub fn repair(text: &str) -> Option<FenRepair> {
    let words: Vec<&str> = tokens(text).map(|token| token.text).collect();
    let mut repairer = FenRepairer { words: &words, changes: Vec::new() };
    let placement = repairer.placement()?;
    let home = rights_at_home(&placement);
    let fields = [
        placement,
        repairer.turn()?,
        repairer.castling(&home)?,
        repairer.en_passant()?,
        repairer.clock(FenField::Halfmoves, 0),
        repairer.clock(FenField::Fullmoves, 1),
    ];
    if !repairer.words.is_empty() {
        repairer.changes.push(FenChange::Trailing);
    }
    let read: Setup = fields.join(" ").parse().ok()?;
    let setup = read.without_unusable_rights();
    let mut changes = repairer.changes;
    if read.castling != setup.castling {
        changes.push(FenChange::Dropped { field: FenField::Castling });
    }
    if read.en_passant != setup.en_passant {
        changes.push(FenChange::Dropped { field: FenField::EnPassant });
    }
    (!changes.is_empty()).then_some(FenRepair { setup, changes })
}

/// The longest placement, in bytes, that anyone tries to correct.
const LONGEST: usize = 160;

/// Reads the words of a FEN one after the other and records what it corrects.
struct FenRepairer<'a> {
    words: &'a [&'a str],
    changes: Vec<FenChange>,
}

impl FenRepairer<'_> {
    fn next(&mut self) -> Option<&str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    fn peek(&self) -> Option<&str> {
        self.words.first().copied()
    }

    /// A field that is not there.
    fn missing(&mut self, field: FenField, default: &str) -> String {
        self.changes.push(FenChange::Missing { field });
        default.to_owned()
    }

    /// A field that the next word is meant to be, as it should be written.
    fn meant(&mut self, field: FenField, text: String) -> String {
        if self.next() != Some(text.as_str()) {
            self.changes.push(FenChange::Rewritten { field });
        }
        text
    }

    /// `None` if a word stands here that names no side.
    fn turn(&mut self) -> Option<String> {
        let Some(word) = self.peek() else { return Some(self.missing(FenField::Turn, "w")) };
        let color = match word.to_lowercase().as_str() {
            "w" | "white" => Color::White,
            "b" | "black" => Color::Black,
            _ => return None,
        };
        Some(self.meant(FenField::Turn, color.char().to_string()))
    }

    /// `None` if a word stands here that is neither rights nor a later field. A missing field
    /// gets the rights of kings and rooks at home.
    fn castling(&mut self, home: &str) -> Option<String> {
        let field = FenField::Castling;
        match self.peek() {
            Some(word) if is_dash(word) => Some(self.meant(field, "-".to_owned())),
            Some(word) if is_rights(word) => {
                let rights = without_repetition(word);
                Some(self.meant(field, rights))
            }
            Some(word) if !is_number(word) && square(word).is_none() => None,
            _ => Some(self.missing(field, home)),
        }
    }

    /// `None` if a word stands here that belongs elsewhere.
    fn en_passant(&mut self) -> Option<String> {
        let field = FenField::EnPassant;
        let numbers = self.words.iter().take_while(|word| is_number(word)).count();
        let clocks_follow = self.words.get(1).is_none_or(|word| is_number(word));
        match self.peek() {
            None => Some(self.missing(field, "-")),
            // Two numbers are the clocks; a third is someone's way to write `-`.
            Some(_) if (1..=2).contains(&numbers) => Some(self.missing(field, "-")),
            Some(word) if is_dash(word) || numbers > 2 => Some(self.meant(field, "-".to_owned())),
            Some(word) => match square(word) {
                Some(square) => Some(self.meant(field, square.to_string())),
                None if is_rights(word) || !clocks_follow => None,
                None => Some(self.meant(field, "-".to_owned())),
            },
        }
    }

    /// A clock; what cannot be one is left as trailing text, unless it stands in
    /// the place of the first of two.
    fn clock(&mut self, field: FenField, default: u16) -> String {
        let follows = |at: usize| self.words.get(at).is_some_and(|word| is_number(word));
        let in_place = follows(0) || field == FenField::Halfmoves && follows(1) && !follows(2);
        match self.peek() {
            Some(word) if follows(0) && word.parse::<u16>().is_ok() => {
                let word = word.to_owned();
                self.meant(field, word)
            }
            Some(_) if in_place => self.meant(field, default.to_string()),
            _ => default.to_string(),
        }
    }

    /// Eight ranks of eight squares.
    fn placement(&mut self) -> Option<String> {
        let mut text = self.next().filter(|word| word.len() <= LONGEST)?.to_owned();
        while text.matches('/').count() < 7 || text.ends_with('/') {
            let Some(word) =
                self.peek().filter(|word| is_placement(word) && text.len() + word.len() <= LONGEST)
            else {
                break;
            };
            if !text.ends_with('/') && !word.starts_with('/') {
                break;
            }
            text.push_str(word);
            self.next();
            self.note_once(FenChange::Joined);
        }
        let mut ranks: Vec<&str> = text.split('/').collect();
        while ranks.len() > 8 {
            let empty = ranks.iter().position(|rank| rank.is_empty())?;
            ranks.remove(empty);
            self.note_once(FenChange::ExtraRank);
        }
        let names = Rank::ALL.into_iter().rev();
        let mended = names.zip(&ranks).map(|(name, rank)| self.rank(name, rank));
        let mended: Vec<String> = mended.collect::<Option<_>>()?;
        (mended.len() == 8).then(|| mended.join("/"))
    }

    fn note_once(&mut self, change: FenChange) {
        if !self.changes.contains(&change) {
            self.changes.push(change);
        }
    }

    /// One rank, with its empty squares counted again if it is too short or too long.
    fn rank(&mut self, rank: Rank, text: &str) -> Option<String> {
        let squares = text.chars().map(width).sum::<usize>();
        let odd_digits = text.contains(['0', '9']);
        if squares == 8 && !odd_digits {
            return Some(text.to_owned());
        }
        self.changes.push(FenChange::Rank { rank, squares });
        recounted(text)
    }
}

/// The castling rights of kings and rooks that stand where a game begins.
fn rights_at_home(placement: &str) -> String {
    let diagram: Diagram = placement.parse().unwrap_or(Diagram::EMPTY);
    let castling = diagram.rooks_at_home().into_iter().collect();
    Setup { diagram, castling, ..Setup::EMPTY }.castling_field(CastlingStyle::default())
}

/// The rank with the last number that can be at fault changed so that it has
/// eight squares; without men it is empty.
fn recounted(text: &str) -> Option<String> {
    let squares = text.chars().map(width).sum::<usize>();
    for (index, digit) in text.char_indices().rev().filter(|(_, c)| c.is_ascii_digit()) {
        let others = squares - width(digit);
        if others <= 8 {
            let number = if others < 8 { (8 - others).to_string() } else { String::new() };
            return Some(format!("{}{number}{}", &text[..index], &text[index + 1..]));
        }
    }
    text.is_empty().then(|| "8".to_owned())
}

/// How many squares a letter or digit of the placement stands for.
fn width(letter: char) -> usize {
    letter.to_digit(10).map_or(1, |digit| digit as usize)
}

fn is_placement(word: &str) -> bool {
    word.chars().all(|c| c == '/' || c.is_ascii_digit() || "pnbrqkPNBRQK".contains(c))
}

/// Whether every letter is a castling right, or a dash in the place of one.
fn is_rights(word: &str) -> bool {
    word.chars().all(|c| "KQkqABCDEFGHabcdefgh-".contains(c))
}

fn without_repetition(rights: &str) -> String {
    let mut once = String::new();
    for letter in rights.chars().filter(|&letter| letter != '-') {
        if !once.contains(letter) {
            once.push(letter);
        }
    }
    if once.is_empty() { "-".to_owned() } else { once }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

fn square(word: &str) -> Option<Square> {
    word.to_lowercase().parse().ok()
}

fn is_dash(word: &str) -> bool {
    matches!(word, "-" | "–" | "—" | "--")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_slips_are_corrected() {
        const EMPTY: &str = "4k3/8/8/8/8/8/8/4K3";
        let cases = [
            ("nothing wrong", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", ""),
            ("more blanks", "  4k3/8/8/8/8/8/8/4K3  w  -  -  ", "", ""),
            (
                "placement alone",
                "4k3/8/8/8/8/8/8/4K3",
                " w - - 0 1",
                "filled in: side to move, 'w' or 'b'; filled in: castling rights, such as KQkq or '-'; \
              filled in: en passant square, or '-'",
            ),
            (
                "no en passant field",
                "4k3/8/8/8/8/8/8/4K3 b -",
                " b - - 0 1",
                "filled in: en passant square, or '-'",
            ),
            (
                "no en passant field but clocks",
                "4k3/8/8/8/8/8/8/4K3 b - 3 40",
                " b - - 3 40",
                "filled in: en passant square, or '-'",
            ),
            (
                "upper-case side",
                "4k3/8/8/8/8/8/8/4K3 B - -",
                " b - - 0 1",
                "written anew: side to move, 'w' or 'b'",
            ),
            (
                "side in words",
                "4k3/8/8/8/8/8/8/4K3 white - -",
                " w - - 0 1",
                "written anew: side to move, 'w' or 'b'",
            ),
            (
                "rights without rooks",
                "4k3/8/8/8/8/8/8/4K3 w KQkq -",
                " w - - 0 1",
                "unusable, dropped: castling rights, such as KQkq or '-'",
            ),
            (
                "a right twice",
                "4k3/8/8/8/8/8/8/4K3 w K-K- -",
                " w - - 0 1",
                "written anew: castling rights, such as KQkq or '-'; \
                 unusable, dropped: castling rights, such as KQkq or '-'",
            ),
            (
                "no castling field",
                "4k3/8/8/8/8/8/8/4K3 w e3 3 9",
                " w - - 3 9",
                "filled in: castling rights, such as KQkq or '-'; \
                 unusable, dropped: en passant square, or '-'",
            ),
            (
                "zero for no en passant square",
                "4k3/8/8/8/8/8/8/4K3 w - 0 3 9",
                " w - - 3 9",
                "written anew: en passant square, or '-'",
            ),
            (
                "en passant that cannot be",
                "4k3/8/8/8/8/8/8/4K3 w - e6",
                " w - - 0 1",
                "unusable, dropped: en passant square, or '-'",
            ),
            (
                "no en passant square",
                "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
                " w - - 0 1",
                "written anew: en passant square, or '-'",
            ),
            (
                "no number",
                "4k3/8/8/8/8/8/8/4K3 w - - x 7",
                " w - - 0 7",
                "written anew: halfmove clock",
            ),
            (
                "text behind",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1 and more",
                " w - - 0 1",
                "text after the move number dropped",
            ),
            (
                "rank too short",
                "4k3/8/8/7/8/8/8/4K2 w - -",
                " w - - 0 1",
                "rank 5 had 7 squares; rank 1 had 7 squares",
            ),
            (
                "rank too long",
                "4k3/8/8/9/8/8/8/4K5 w - -",
                " w - - 0 1",
                "rank 5 had 9 squares; rank 1 had 10 squares",
            ),
            (
                "slash at the end",
                "4k3/8/8/8/8/8/8/4K3/ w - -",
                " w - - 0 1",
                "empty rank taken out",
            ),
            (
                "blank in the placement",
                "4k3/8/8/8/ 8/8/8/4K3 w - -",
                " w - - 0 1",
                "blanks taken out of the placement",
            ),
        ];
        for (name, text, rest, changes) in cases {
            let actual = repair(text).map_or((String::new(), String::new()), |repair| {
                let changes: Vec<String> =
                    repair.changes.iter().map(FenChange::to_string).collect();
                (repair.setup.to_string(), changes.join("; "))
            });
            let expected = if rest.is_empty() { String::new() } else { format!("{EMPTY}{rest}") };
            assert_eq!(actual, (expected, changes.to_owned()), "{name}");
        }
    }

    #[test]
    fn missing_rights_are_those_of_kings_and_rooks_at_home() {
        let cases = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w KQkq - 0 1"),
            ("r3k2r/8/8/8/8/8/8/4K2R b", "b Kkq - 0 1"),
            ("r3k2r/8/8/8/8/8/8/4K2R b -", "b - - 0 1"),
            ("r2k3r/8/8/8/8/8/8/4K1R1", "w - - 0 1"),
        ];
        for (text, expected) in cases {
            let repaired = repair(text).map(|repair| repair.setup.to_string()).unwrap_or_default();
            assert!(repaired.ends_with(expected), "{text}: {repaired}");
        }
    }

    #[test]
    fn a_rank_is_recounted() {
        let cases = [
            ("ppppppp", None),
            ("rnbqkbn", None),
            ("pp1ppp", Some("pp3ppp")),
            ("3p3", Some("3p4")),
            ("3p5", Some("3p4")),
            ("pppppppp1", Some("pppppppp")),
            ("ppppppppp", None),
            ("", Some("8")),
            ("rnb0qkbnr", Some("rnbqkbnr")),
        ];
        for (text, expected) in cases {
            assert_eq!(recounted(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn what_needs_guessing_is_left_alone() {
        const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let placements = ["", "hello", "8/8/8", "4x3/8/8/8/8/8/8/4K3", "8/8/8/8/8/8/8/8/8"];
        let short = ["rnbqkbn/8/8/8/8/8/8/4K3"];
        for placement in placements.into_iter().chain(short) {
            assert_eq!(repair(&format!("{placement} w - -")), None, "{placement}");
        }
        let rests = [
            "x KQkq - 0 1",
            "wihte KQkq - 3 9",
            "KQkq - 0 1",
            "- - 3 40",
            "KQkq w - 0 1",
            "w x - 0 1",
            "w KQkx - 0 1",
            "w - KQkq 0 1",
            "w K Q k q - 0 1",
            "w KQkq x - 3 9",
        ];
        for rest in rests {
            assert_eq!(repair(&format!("{INITIAL} {rest}")), None, "{rest}");
        }
    }
}
