//! The options of Popeye and Olive that set the side to move and the rights.
//!
//! A diagram has no side to move and no rights. The stipulation determines the side to move, and
//! `HalfDuplex` exchanges the sides. Kings and rooks on their initial squares may castle unless
//! `NoCastling` names them. `EnPassant` says that the last move was a double step. Popeye and
//! Olive use the same syntax.

use crate::Stipulation;
use sole_board::{Color, Diagram, File, Rank, Role, Setup, Square, SquareSet};
use std::collections::BTreeSet;
use std::fmt;

/// The options of a problem that change its position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
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

/// The effect of an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OptionKind {
    HalfDuplex,
    NoCastling,
    EnPassant,
    /// Asks for what is done in any case.
    Usual,
    /// Ignored: it only changes how a program searches or prints. A number may follow.
    Ignored,
    /// Ignored as well, but a number must follow.
    IgnoredNumber,
    /// Not supported: it changes what is to be solved.
    Other,
}

/// Every option of Popeye in English and German.
const OPTIONS: [([&str; 2], OptionKind); 38] = [
    (["HalfDuplex", "HalbDuplex"], OptionKind::HalfDuplex),
    (["NoCastling", "KeineRochade"], OptionKind::NoCastling),
    (["EnPassant", "EnPassant"], OptionKind::EnPassant),
    (["Try", "Verfuehrung"], OptionKind::Ignored),
    (["SetPlay", "Satzspiel"], OptionKind::Ignored),
    (["Variations", "Varianten"], OptionKind::Usual),
    (["Intelligent", "Intelligent"], OptionKind::Ignored),
    (["NoBoard", "OhneBrett"], OptionKind::Ignored),
    (["MoveNumbers", "Zugnummern"], OptionKind::Ignored),
    (["NoWk", "OhneWk"], OptionKind::Ignored),
    (["NoBk", "OhneSk"], OptionKind::Ignored),
    (["NoThreat", "OhneDrohung"], OptionKind::Ignored),
    (["Beep", "Pieps"], OptionKind::Ignored),
    (["MultiSolutions", "MehrereLoesungen"], OptionKind::Ignored),
    (["NoSymmetry", "KeineSymmetrie"], OptionKind::Ignored),
    (["KeepMatingPiece", "HalteMattsetzendenStein"], OptionKind::Ignored),
    (["NoShortVariations", "OhneKurzVarianten"], OptionKind::Ignored),
    (["StopOnShortSolutions", "StopNachKurzloesungen"], OptionKind::Ignored),
    (["TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken"], OptionKind::Ignored),
    (["SuppressGrid", "OhneGitter"], OptionKind::Ignored),
    (["WriteGrid", "ZeichneGitter"], OptionKind::Ignored),
    (["Defence", "Widerlegung"], OptionKind::IgnoredNumber),
    (["Threat", "Drohung"], OptionKind::IgnoredNumber),
    (["MaxSolutions", "MaxLoesungen"], OptionKind::IgnoredNumber),
    (["MaxFlightsquares", "MaxFluchtFelder"], OptionKind::IgnoredNumber),
    (["MaxTime", "MaxZeit"], OptionKind::IgnoredNumber),
    (["StartMoveNumber", "StartZugnummer"], OptionKind::IgnoredNumber),
    (["UpToMoveNumber", "BisZugnummer"], OptionKind::IgnoredNumber),
    (["WhiteToPlay", "WeissBeginnt"], OptionKind::Other),
    (["Duplex", "Duplex"], OptionKind::Other),
    (["NonTrivial", "NichtTrivial"], OptionKind::Other),
    (["PostKeyPlay", "NachSchluessel"], OptionKind::Other),
    (["Quodlibet", "Quodlibet"], OptionKind::Other),
    (["CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend"], OptionKind::Other),
    (["GoalIsEnd", "ZielIstEnde"], OptionKind::Other),
    (["NullMoves", "NullZuege"], OptionKind::Other),
    (["LastCapture", "LastCapture"], OptionKind::Other),
    (["MatesIn1", "MattsIn1"], OptionKind::Other),
];

/// What is wrong with an option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
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

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Ambiguous { word } => write!(f, "several options begin with '{word}'"),
            OptionError::Unsupported { name } => {
                write!(f, "the option {name} asks for something that is not solved here")
            }
            OptionError::Number { name } => write!(f, "the option {name} needs a number"),
            OptionError::Squares { name } => write!(f, "the option {name} needs squares, as a1h1"),
        }
    }
}

impl std::error::Error for OptionError {}

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

impl Options {
    /// Applies the option `word`, which may use the word after it. Returns how many words were
    /// used, or `None` if `word` is not an option.
    pub(super) fn apply(
        &mut self,
        word: &str,
        next: Option<&str>,
        language: Language,
    ) -> Result<Option<Used>, OptionError> {
        let names =
            OPTIONS.iter().map(|(names, order)| (names[language as usize], (names[0], *order)));
        let (name, (english, order)) = match look_up(word, names) {
            Match::None => return Ok(None),
            Match::Many => return Err(OptionError::Ambiguous { word: word.to_owned() }),
            Match::One(name, meaning) => (name, meaning),
        };
        if matches!(order, OptionKind::Ignored | OptionKind::IgnoredNumber) {
            self.ignored.push(english);
        }
        let is_number = next.is_some_and(|next| next.parse::<u32>().is_ok());
        let squares = || next.and_then(squares).ok_or(OptionError::Squares { name });
        let used = match order {
            OptionKind::HalfDuplex => {
                self.half_duplex = true;
                Used::Word
            }
            OptionKind::NoCastling => {
                self.no_castling = squares()?.into_iter().collect();
                Used::Both
            }
            OptionKind::EnPassant => {
                let ([over] | [_, over, _]) = squares()?[..] else {
                    return Err(OptionError::Squares { name });
                };
                self.en_passant = Some(over);
                Used::Both
            }
            OptionKind::Usual | OptionKind::Ignored | OptionKind::IgnoredNumber if is_number => {
                Used::Both
            }
            OptionKind::Usual | OptionKind::Ignored => Used::Word,
            OptionKind::IgnoredNumber => return Err(OptionError::Number { name }),
            OptionKind::Other => return Err(OptionError::Unsupported { name }),
        };
        Ok(Some(used))
    }

    /// The setup of a diagram with these options.
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

    /// The options that turn the diagram of a setup into the setup.
    pub(super) fn of(setup: &Setup, stipulation: Stipulation) -> Result<Options, WriteError> {
        let home = at_home(&setup.diagram);
        if let Some(rook) = (setup.castling - home).first() {
            return Err(WriteError::Castling { rook });
        }
        Ok(Options {
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
            let used = Options::default().apply(word, Some(next), Language::English);
            let used = used.map_or_else(|e| e.to_string(), |used| format!("Ok({used:?})"));
            assert_eq!(used, expected, "{word} {next}");
        }
    }

    #[test]
    fn every_option_is_known_by_its_whole_name_in_both_languages() {
        for (names, _) in OPTIONS {
            for (language, name) in [Language::English, Language::German].into_iter().zip(names) {
                let used = Options::default().apply(name, Some("1"), language);
                assert_ne!(used, Ok(None), "{name}");
            }
        }
    }

    #[test]
    fn rights_that_are_not_usual_have_no_words() {
        let setup: Setup = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1".parse().expect("a FEN");
        let options = Options::of(&setup, "#2".parse().expect("a stipulation"));
        let message = options.map_err(|error| error.to_string());
        let expected = "castling with the rook on b1 cannot be written in this format";
        assert_eq!(message, Err(expected.to_owned()));
    }
}
