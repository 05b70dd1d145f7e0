//! The parts of a move as it was written, before anyone looks at the board.
//!
//! The text is taken apart from its end: suffixes, promotion, target square; what
//! is left in front names the man and where it comes from.

use super::{Repair, Repairs, SanError, SanProblem};
use crate::{CastlingSide, File, Rank, Role, Square};
use std::ops::Range;

/// A move as it was written.
pub(super) struct Written {
    pub(super) body: WrittenBody,
    pub(super) check: Option<Check>,
    /// What is odd about the spelling alone.
    pub(super) repairs: Repairs,
}

pub(super) enum WrittenBody {
    Castling(CastlingSide),
    Man(WrittenMan),
}

#[derive(Clone, Copy)]
pub(super) struct WrittenMan {
    pub(super) letter: Option<Role>,
    pub(super) file: Option<File>,
    pub(super) rank: Option<Rank>,
    pub(super) sign: Option<Sign>,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
}

/// What stands before the target square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Capture,
    Dash,
}

/// Check or mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Check {
    Check,
    Mate,
}

impl WrittenMan {
    /// The square of origin, if both its file and its rank are given.
    pub(super) fn from(&self) -> Option<Square> {
        Some(Square::at(self.file?, self.rank?))
    }

    /// Whether a man on this square may be meant.
    pub(super) fn may_come_from(&self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

impl Written {
    /// Takes a text apart.
    pub(super) fn parse(text: &str) -> Result<Written, SanError> {
        let start = text.len() - text.trim_start().len();
        let mut reader = Reader { start, rest: text.trim(), repairs: Repairs::NONE, check: None };
        if matches!(reader.rest, "--" | "0000" | "Z0" | "@@@@") {
            return Err(reader.error(0..reader.rest.len(), SanProblem::NullMove));
        }
        reader.strip_suffixes();
        let body = match reader.castling() {
            Some(side) => WrittenBody::Castling(side),
            None => WrittenBody::Man(reader.man()?),
        };
        Ok(Written { body, check: reader.check, repairs: reader.repairs })
    }
}

/// What is still to be read, from the end to the beginning.
struct Reader<'a> {
    /// Where the text begins in the caller's text.
    start: usize,
    rest: &'a str,
    repairs: Repairs,
    check: Option<Check>,
}

impl<'a> Reader<'a> {
    fn error(&self, range: Range<usize>, problem: SanProblem) -> SanError {
        SanError { span: self.start + range.start..self.start + range.end, problem }
    }

    fn strip_suffixes(&mut self) {
        loop {
            if self.rest.ends_with(['!', '?']) {
                self.rest = self.rest.trim_end_matches(['!', '?']);
                self.repairs.add(Repair::Annotation);
            } else if self.rest.ends_with(['+', '#']) {
                self.strip_check();
            } else if let Some(rest) = ["e.p.", "ep"].iter().find_map(|s| self.rest.strip_suffix(s))
            {
                self.rest = rest.trim_end();
                self.repairs.add(Repair::EnPassantSuffix);
            } else {
                return;
            }
        }
    }

    fn strip_check(&mut self) {
        let rest = self.rest.trim_end_matches(['+', '#']);
        let marks = &self.rest[rest.len()..];
        if marks.len() > 1 || self.check.is_some() {
            self.repairs.add(Repair::CheckWrong);
        }
        self.check = Some(if marks.contains('#') { Check::Mate } else { Check::Check });
        self.rest = rest;
    }

    fn castling(&mut self) -> Option<CastlingSide> {
        let plain = self.rest.replace(['0', 'o'], "O");
        let side = match plain.as_str() {
            "O-O" => CastlingSide::King,
            "O-O-O" => CastlingSide::Queen,
            _ => return None,
        };
        if plain != self.rest {
            self.repairs.add(Repair::CastlingLetters);
        }
        Some(side)
    }

    fn man(&mut self) -> Result<WrittenMan, SanError> {
        let promotion = self.strip_promotion();
        let (head, to) = self.strip_square()?;
        let (letter, origin) = self.letter(head);
        let (origin, sign) = self.strip_sign(origin);
        let mut letters = origin.chars().peekable();
        let file = letters.peek().copied().and_then(File::from_char);
        letters.next_if(|_| file.is_some());
        let rank = letters.peek().copied().and_then(Rank::from_char);
        letters.next_if(|_| rank.is_some());
        match letters.next() {
            None => Ok(WrittenMan { letter, file, rank, sign, to, promotion }),
            Some(_) => Err(self.error(0..head.len(), SanProblem::Man)),
        }
    }

    /// The promotion: a letter after the square, with or without a sign.
    fn strip_promotion(&mut self) -> Option<Role> {
        let bare = self.rest.strip_suffix(')').unwrap_or(self.rest);
        let letter = bare.chars().next_back()?;
        let role = role(letter)?;
        let before = bare.strip_suffix(letter)?;
        let square = before.strip_suffix(['=', '/', '(']).unwrap_or(before);
        if !square.ends_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        if &self.rest[square.len()..] != format!("={letter}").as_str() {
            self.repairs.add(Repair::PromotionSign);
        }
        if letter.is_ascii_lowercase() {
            self.repairs.add(Repair::PromotionCase);
        }
        self.note_figurine(letter);
        self.rest = square;
        Some(role)
    }

    /// The target square, and what stands before it.
    fn strip_square(&self) -> Result<(&'a str, Square), SanError> {
        let mut indices = self.rest.char_indices().rev().map(|(index, _)| index);
        let start = indices.nth(1).unwrap_or(0);
        match self.rest[start..].parse() {
            Ok(to) => Ok((&self.rest[..start], to)),
            Err(_) => Err(self.error(start..self.rest.len(), SanProblem::Square)),
        }
    }

    /// The letter of the man; `b` is always a file.
    fn letter(&mut self, head: &'a str) -> (Option<Role>, &'a str) {
        let first = head.chars().next().filter(|&letter| letter != 'b');
        let named = first.and_then(|letter| Some((letter, role(letter)?)));
        let Some((letter, role)) = named else { return (None, head) };
        if letter.is_ascii_lowercase() {
            self.repairs.add(Repair::PieceCase);
        }
        self.note_figurine(letter);
        (Some(role), &head[letter.len_utf8()..])
    }

    fn note_figurine(&mut self, letter: char) {
        if !letter.is_ascii() {
            self.repairs.add(Repair::Figurine);
        }
    }

    fn strip_sign(&mut self, origin: &'a str) -> (&'a str, Option<Sign>) {
        if let Some(origin) = origin.strip_suffix('-') {
            return (origin, Some(Sign::Dash));
        }
        match origin.strip_suffix(['x', ':', 'X']) {
            Some(before) => {
                if !origin.ends_with('x') {
                    self.repairs.add(Repair::CaptureSign);
                }
                (before, Some(Sign::Capture))
            }
            None => (origin, None),
        }
    }
}

/// The role that a letter of either case or a figurine of either colour names.
fn role(letter: char) -> Option<Role> {
    Role::from_char(match letter {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        _ => letter.to_ascii_uppercase(),
    })
}
