//! What problemists leave unsaid about a position, and the options that say otherwise.
//!
//! A diagram has no side to move and no rights. The stipulation says who begins, unless
//! `HalfDuplex` exchanges the sides; kings and rooks at home may castle, but for `NoCastling`; the
//! last move was no double step, but for `EnPassant`. Popeye and Olive write these alike.

use crate::Stipulation;
use sole_board::{Color, Diagram, File, Rank, Role, Setup, Square, SquareSet};
use std::collections::BTreeSet;
use std::fmt;

/// What differs from what is usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Orders {
    half_duplex: bool,
    no_castling: SquareSet,
    en_passant: Option<Square>,
    /// The options that change nothing here, by their English names.
    ignored: Vec<&'static str>,
}

/// The languages in which options may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    German,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    HalfDuplex,
    NoCastling,
    EnPassant,
    /// Asks for what is done in any case.
    Usual,
    /// Changes only how a program searches or prints; may be followed by a number.
    Idle,
    /// The same; must be followed by a number.
    IdleNumber,
    /// Asks for something else than is solved here.
    Other,
}

/// Every option of Popeye in English and German.
const OPTIONS: [([&str; 2], Order); 38] = [
    (["HalfDuplex", "HalbDuplex"], Order::HalfDuplex),
    (["NoCastling", "KeineRochade"], Order::NoCastling),
    (["EnPassant", "EnPassant"], Order::EnPassant),
    (["Try", "Verfuehrung"], Order::Idle),
    (["SetPlay", "Satzspiel"], Order::Idle),
    (["Variations", "Varianten"], Order::Usual),
    (["Intelligent", "Intelligent"], Order::Idle),
    (["NoBoard", "OhneBrett"], Order::Idle),
    (["MoveNumbers", "Zugnummern"], Order::Idle),
    (["NoWk", "OhneWk"], Order::Idle),
    (["NoBk", "OhneSk"], Order::Idle),
    (["NoThreat", "OhneDrohung"], Order::Idle),
    (["Beep", "Pieps"], Order::Idle),
    (["MultiSolutions", "MehrereLoesungen"], Order::Idle),
    (["NoSymmetry", "KeineSymmetrie"], Order::Idle),
    (["KeepMatingPiece", "HalteMattsetzendenStein"], Order::Idle),
    (["NoShortVariations", "OhneKurzVarianten"], Order::Idle),
    (["StopOnShortSolutions", "StopNachKurzloesungen"], Order::Idle),
    (["TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken"], Order::Idle),
    (["SuppressGrid", "OhneGitter"], Order::Idle),
    (["WriteGrid", "ZeichneGitter"], Order::Idle),
    (["Defence", "Widerlegung"], Order::IdleNumber),
    (["Threat", "Drohung"], Order::IdleNumber),
    (["MaxSolutions", "MaxLoesungen"], Order::IdleNumber),
    (["MaxFlightsquares", "MaxFluchtFelder"], Order::IdleNumber),
    (["MaxTime", "MaxZeit"], Order::IdleNumber),
    (["StartMoveNumber", "StartZugnummer"], Order::IdleNumber),
    (["UpToMoveNumber", "BisZugnummer"], Order::IdleNumber),
    (["WhiteToPlay", "WeissBeginnt"], Order::Other),
    (["Duplex", "Duplex"], Order::Other),
    (["NonTrivial", "NichtTrivial"], Order::Other),
    (["PostKeyPlay", "NachSchluessel"], Order::Other),
    (["Quodlibet", "Quodlibet"], Order::Other),
    (["CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend"], Order::Other),
    (["GoalIsEnd", "ZielIstEnde"], Order::Other),
    (["NullMoves", "NullZuege"], Order::Other),
    (["LastCapture", "LastCapture"], Order::Other),
    (["MatesIn1", "MattsIn1"], Order::Other),
];

/// What is wrong with an option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderError {
    /// The beginning of several options.
    Ambiguous {
        /// As written.
        word: String,
    },
    /// It asks for something that is not solved here.
    Unsupported {
        /// The option's name.
        name: &'static str,
    },
    /// A number must follow.
    Number {
        /// The option's name.
        name: &'static str,
    },
    /// Squares must follow: of kings and rooks, or the way of a pawn's double step.
    Squares {
        /// The option's name.
        name: &'static str,
    },
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::Ambiguous { word } => write!(f, "several options begin with '{word}'"),
            OrderError::Unsupported { name } => {
                write!(f, "the option {name} asks for something that is not solved here")
            }
            OrderError::Number { name } => write!(f, "the option {name} needs a number"),
            OrderError::Squares { name } => write!(f, "the option {name} needs squares, as a1h1"),
        }
    }
}

impl std::error::Error for OrderError {}

/// Why a problem cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// A right to castle with a king or rook that is not at home.
    Castling {
        /// The rook.
        rook: Square,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Castling { rook } => {
                write!(f, "castling with the rook on {rook} cannot be written in this format")
            }
        }
    }
}

impl std::error::Error for WriteError {}

/// What a word is among names that may be cut short.
pub(super) enum Match<T> {
    /// No name begins like this.
    None,
    /// It is this name, or the beginning of it alone.
    One(&'static str, T),
    /// Several names begin like this.
    Many,
}

/// Looks a word up among names; a whole name outweighs longer ones.
pub(super) fn look_up<T: Copy>(
    word: &str,
    names: impl Iterator<Item = (&'static str, T)>,
) -> Match<T> {
    let begins = |name: &str| name.get(..word.len()).is_some_and(|n| n.eq_ignore_ascii_case(word));
    let mut found = Match::None;
    for (name, meaning) in names.filter(|(name, _)| !word.is_empty() && begins(name)) {
        if name.len() == word.len() {
            return Match::One(name, meaning);
        }
        found = match found {
            Match::None => Match::One(name, meaning),
            _ => Match::Many,
        };
    }
    found
}

impl Orders {
    /// Obeys an option, which may take the word after it; whether it did, or `None` if the word
    /// is no option.
    pub(super) fn obey(
        &mut self,
        word: &str,
        next: Option<&str>,
        language: Language,
    ) -> Result<Option<Used>, OrderError> {
        let names =
            OPTIONS.iter().map(|(names, order)| (names[language as usize], (names[0], *order)));
        let (name, (english, order)) = match look_up(word, names) {
            Match::None => return Ok(None),
            Match::Many => return Err(OrderError::Ambiguous { word: word.to_owned() }),
            Match::One(name, meaning) => (name, meaning),
        };
        if matches!(order, Order::Idle | Order::IdleNumber) {
            self.ignored.push(english);
        }
        let is_number = next.is_some_and(|next| next.parse::<u32>().is_ok());
        let squares = || next.and_then(squares).ok_or(OrderError::Squares { name });
        let used = match order {
            Order::HalfDuplex => {
                self.half_duplex = true;
                Used::Word
            }
            Order::NoCastling => {
                self.no_castling = squares()?.into_iter().collect();
                Used::Both
            }
            Order::EnPassant => {
                let ([over] | [_, over, _]) = squares()?[..] else {
                    return Err(OrderError::Squares { name });
                };
                self.en_passant = Some(over);
                Used::Both
            }
            Order::Usual | Order::Idle | Order::IdleNumber if is_number => Used::Both,
            Order::Usual | Order::Idle => Used::Word,
            Order::IdleNumber => return Err(OrderError::Number { name }),
            Order::Other => return Err(OrderError::Unsupported { name }),
        };
        Ok(Some(used))
    }

    /// The setup of a diagram under these orders.
    pub(super) fn setup(&self, diagram: Diagram, stipulation: Stipulation) -> Setup {
        let usual = stipulation.usual_turn();
        let turn = if self.half_duplex { !usual } else { usual };
        let kept = |rook: &Square| {
            let king = Square::at(File::E, rook.rank());
            !self.no_castling.contains(*rook) && !self.no_castling.contains(king)
        };
        let castling = at_home(&diagram).into_iter().filter(kept).collect();
        Setup { diagram, turn, castling, en_passant: self.en_passant, ..Setup::EMPTY }
    }

    /// The orders that make a setup of its diagram.
    pub(super) fn of(setup: &Setup, stipulation: Stipulation) -> Result<Orders, WriteError> {
        let home = at_home(&setup.diagram);
        if let Some(rook) = (setup.castling - home).first() {
            return Err(WriteError::Castling { rook });
        }
        Ok(Orders {
            half_duplex: setup.turn != stipulation.usual_turn(),
            no_castling: home - setup.castling,
            en_passant: setup.en_passant,
            ignored: Vec::new(),
        })
    }

    /// The options that change nothing here, each once.
    pub(super) fn ignored_options(&self) -> Vec<String> {
        let names: BTreeSet<&str> = self.ignored.iter().copied().collect();
        names.into_iter().map(|name| format!("option {name}")).collect()
    }

    /// The same as options.
    pub(super) fn words(&self) -> Vec<String> {
        let squares = |squares: SquareSet| squares.into_iter().map(|s| s.to_string()).collect();
        let mut words = Vec::new();
        if self.half_duplex {
            words.push("HalfDuplex".to_owned());
        }
        if self.no_castling.any() {
            let squares: String = squares(self.no_castling);
            words.push(format!("NoCastling {squares}"));
        }
        if let Some(over) = self.en_passant {
            let (from, to) = match over.rank() {
                Rank::Third => (Rank::Second, Rank::Fourth),
                _ => (Rank::Seventh, Rank::Fifth),
            };
            let at = |rank| Square::at(over.file(), rank);
            words.push(format!("EnPassant {}{over}{}", at(from), at(to)));
        }
        words
    }
}

/// How many words an option took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Used {
    /// Its name alone.
    Word,
    /// Its name and the word after it.
    Both,
}

/// The rooks in the corners whose kings are at home.
fn at_home(diagram: &Diagram) -> SquareSet {
    let corners = |color: Color| {
        let rank = color.back_rank();
        let king = diagram.men(color, Role::King).contains(Square::at(File::E, rank));
        let rooks = diagram.men(color, Role::Rook);
        [File::A, File::H]
            .map(|file| Square::at(file, rank))
            .into_iter()
            .filter(move |&corner| king && rooks.contains(corner))
    };
    Color::ALL.into_iter().flat_map(corners).collect()
}

/// One or more squares without anything between them, as `a1h8`.
pub(super) fn squares(text: &str) -> Option<Vec<Square>> {
    let text = text.to_ascii_lowercase();
    let halves = (0..text.len()).step_by(2).map(|at| text.get(at..at + 2));
    let squares: Option<Vec<Square>> = halves.map(|name| name?.parse().ok()).collect();
    squares.filter(|squares| !squares.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_may_be_cut_short_and_bring_their_numbers() {
        let cases = [
            ("try", "1", "Ok(Some(Both))"),
            ("vari", "stip", "Ok(Some(Word))"),
            ("defence", "1", "Ok(Some(Both))"),
            ("def", "x", "the option Defence needs a number"),
            ("halfd", "", "Ok(Some(Word))"),
            ("nocast", "a1h8", "Ok(Some(Both))"),
            ("nocast", "a9", "the option NoCastling needs squares, as a1h1"),
            ("enpa", "f6", "Ok(Some(Both))"),
            ("enpa", "g7g5", "the option EnPassant needs squares, as a1h1"),
            ("no", "", "several options begin with 'no'"),
            ("dup", "", "the option Duplex asks for something that is not solved here"),
            ("stip", "", "Ok(None)"),
            ("", "", "Ok(None)"),
            ("é", "", "Ok(None)"),
        ];
        for (word, next, expected) in cases {
            let used = Orders::default().obey(word, Some(next), Language::English);
            let used = used.map_or_else(|e| e.to_string(), |used| format!("Ok({used:?})"));
            assert_eq!(used, expected, "{word} {next}");
        }
    }

    #[test]
    fn every_option_is_known_by_its_whole_name_in_both_languages() {
        for (names, _) in OPTIONS {
            for (language, name) in [Language::English, Language::German].into_iter().zip(names) {
                let used = Orders::default().obey(name, Some("1"), language);
                assert_ne!(used, Ok(None), "{name}");
            }
        }
    }

    #[test]
    fn rights_that_are_not_usual_have_no_words() {
        let setup: Setup = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1".parse().expect("a FEN");
        let orders = Orders::of(&setup, "#2".parse().expect("a stipulation"));
        let message = orders.map_err(|error| error.to_string());
        let expected = "castling with the rook on b1 cannot be written in this format";
        assert_eq!(message, Err(expected.to_owned()));
    }
}
