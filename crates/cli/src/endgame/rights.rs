//! Rights that a board does not show: castling, and a capture en passant.
//!
//! A text may leave them out, as a piece list does. Then a flag gives them, or they are asked for
//! whenever the board leaves them open; what is answered holds for the game. Each question says
//! if the answer makes no difference to the result.

use super::supply::{Missing, Supply, unanswered};
use crate::args;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::dialogue::Manner;
use crate::envelope::{Answer, Status};
use crate::prompt::{Prompt, Question, YES_OR_NO, read_answer};
use serde::Serialize;
use sole_board::{
    CastlingSide, Color, FenField, Position, PositionText, Rank, Setup, Square, SquareSet,
};
use sole_endgame::Value;
use std::{fmt, io};

/// A question as scripts see it; the next line answers it.
#[derive(Debug, Serialize)]
struct Posed<'a> {
    event: &'static str,
    question: &'a str,
    /// Whether the answer changes the result or its distance.
    matters: bool,
}

/// Someone who is asked for rights, and the tables that say whether they matter.
pub(super) struct Inquiry<'a> {
    pub(super) prompt: &'a mut Prompt,
    pub(super) supply: &'a Supply,
    pub(super) missing: Missing,
}

/// The rights that a text leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Open {
    rooks: Vec<Square>,
    passed: Vec<Square>,
}

impl args::Rights {
    /// Puts the rights that flags name in the place of those of a text.
    pub(super) fn apply(&self, read: &mut PositionText) {
        let mut given = |field: FenField| read.missing.retain(|&missing| missing != field);
        if let Some(castling) = self.castling {
            read.setup.castling = castling;
            given(FenField::Castling);
        }
        if let Some(args::EnPassant(square)) = self.ep {
            read.setup.en_passant = square;
            given(FenField::EnPassant);
        }
    }
}

impl Open {
    /// What a text leaves out and its board leaves open.
    pub(super) fn of(read: &PositionText) -> Open {
        let open = |field, squares: Vec<Square>| match read.is_missing(field) {
            true => squares,
            false => Vec::new(),
        };
        Open {
            rooks: open(FenField::Castling, read.setup.diagram.rooks_at_home()),
            passed: open(FenField::EnPassant, read.setup.possible_en_passant_squares()),
        }
    }

    /// Whether nothing is open.
    pub(super) fn is_empty(&self) -> bool {
        self.rooks.is_empty() && self.passed.is_empty()
    }

    /// The positions that the board may stand for, as far as no other leads to them.
    fn variants(&self, setup: &Setup) -> Vec<Position> {
        let castling = setup.castling | self.rooks.iter().copied().collect();
        let squares =
            std::iter::once(setup.en_passant).chain(self.passed.iter().copied().map(Some));
        let variants = squares.map(|en_passant| Setup { castling, en_passant, ..*setup });
        let plain = std::iter::once(*setup);
        plain.chain(variants).filter_map(|setup| Position::try_from(setup).ok()).collect()
    }
}

impl Inquiry<'_> {
    /// The setup with the rights that it turns out to have.
    pub(super) fn settle(
        &mut self,
        setup: Setup,
        open: &Open,
        console: &mut Console,
    ) -> Result<Setup, Stop> {
        for variant in open.variants(&setup) {
            self.supply.provide(&variant, self.missing, console)?;
        }
        let setup = self.settle_castling(setup, &open.rooks, console)?;
        self.settle_en_passant(setup, &open.passed, console)
    }

    fn settle_castling(
        &mut self,
        setup: Setup,
        rooks: &[Square],
        console: &mut Console,
    ) -> Result<Setup, Stop> {
        let mut settled = setup;
        for (at, &rook) in rooks.iter().enumerate() {
            let open: SquareSet = rooks[at + 1..].iter().copied().collect();
            let matters = self.castling_matters(&settled, rook, open)?;
            if self.is_so(&Doubt { matters, ..Doubt::castling(&setup, rook) }, console)? {
                settled.castling = settled.castling.with(rook);
            }
        }
        Ok(settled)
    }

    /// Whether the right changes the value for some answer to the open ones.
    fn castling_matters(&self, setup: &Setup, rook: Square, open: SquareSet) -> Result<bool, Stop> {
        for others in open.subsets() {
            let without = Setup { castling: setup.castling | others, ..*setup };
            let with = Setup { castling: without.castling.with(rook), ..*setup };
            if self.value(&with)? != self.value(&without)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn settle_en_passant(
        &mut self,
        setup: Setup,
        passed: &[Square],
        console: &mut Console,
    ) -> Result<Setup, Stop> {
        for &square in passed {
            let with = Setup { en_passant: Some(square), ..setup };
            let matters = self.value(&with)? != self.value(&setup)?;
            if self.is_so(&Doubt { matters, ..Doubt::en_passant(&setup, square) }, console)? {
                return Ok(with);
            }
        }
        Ok(setup)
    }

    /// How a setup ends; none if it is not legal.
    fn value(&self, setup: &Setup) -> Result<Option<Value>, Complaint> {
        let Ok(position) = Position::try_from(*setup) else { return Ok(None) };
        let value = self.supply.tables.probe(&position);
        value.map(Some).map_err(|error| unanswered(&error))
    }

    fn is_so(&mut self, doubt: &Doubt, console: &mut Console) -> Result<bool, Stop> {
        let question = doubt.to_string();
        let asked = Question {
            text: &format!("{question} (yes or no)"),
            help: YES_OR_NO,
            instead: doubt.flag,
        };
        loop {
            if self.prompt.manner() == Manner::Script {
                doubt.pose(&question, console)?;
            }
            if let Some(answer) = read_answer(&self.prompt.answer(&asked, console)?) {
                return Ok(answer);
            }
        }
    }
}

/// A right that the board leaves open.
struct Doubt {
    /// What is asked.
    question: String,
    /// Whether the answer changes the result or its distance.
    matters: bool,
    /// What to do instead of answering.
    flag: &'static str,
}

impl Doubt {
    fn castling(setup: &Setup, rook: Square) -> Doubt {
        let white = setup.diagram.color(Color::White).contains(rook);
        let owner = if white { Color::White } else { Color::Black };
        let king = if white { Square::E1 } else { Square::E8 };
        let castles = match CastlingSide::of(king, rook) {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        };
        Doubt {
            question: format!(
                "May {} still castle with the rook on {rook} ({castles})?",
                owner.name()
            ),
            matters: true,
            flag: "give the castling rights with --castling, as KQkq, or - for none",
        }
    }

    fn en_passant(setup: &Setup, passed: Square) -> Doubt {
        let (file, owner) = (passed.file(), !setup.turn);
        let [from, to] =
            [Rank::Second, Rank::Fourth].map(|rank| Square::at(file, rank.seen_by(owner)));
        Doubt {
            question: format!(
                "Has {} just played {from}-{to}, so that en passant is possible?",
                owner.name()
            ),
            matters: true,
            flag: "give the square that a pawn has just passed with --ep, as d6, or - for none",
        }
    }

    /// Puts the question to a script.
    fn pose(&self, question: &str, console: &mut Console) -> io::Result<()> {
        if !console.is_json() {
            return writeln!(console.out(), "{question}");
        }
        let result = Posed { event: "question", question, matters: self.matters };
        console.answer(&Answer { status: Status::Ok, result, stats: None })
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.question)?;
        if self.matters { Ok(()) } else { f.write_str(" The result is the same either way.") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> PositionText {
        text.parse().expect(text)
    }

    #[test]
    fn questions_name_the_pieces_and_whether_they_matter() {
        let setup = read("Ke1, Rh1, e5 / ke8, ra8, d5 w").setup;
        let cases = [
            (
                Doubt::castling(&setup, Square::H1),
                "May White still castle with the rook on h1 (O-O)?",
            ),
            (
                Doubt { matters: false, ..Doubt::castling(&setup, Square::A8) },
                "May Black still castle with the rook on a8 (O-O-O)? The result is the same \
                 either way.",
            ),
            (
                Doubt::en_passant(&setup, Square::D6),
                "Has Black just played d7-d5, so that en passant is possible?",
            ),
        ];
        for (doubt, expected) in cases {
            assert_eq!(doubt.to_string(), expected);
        }
    }

    #[test]
    fn only_rights_that_a_text_leaves_out_are_open() {
        let cases = [
            ("Ke1, Ra1, Rh1 / Kd8, rb2 w", "h1 a1", ""),
            ("Kf6, e5 / Kh8, d5 w", "", "d6"),
            ("4k3/8/8/8/8/8/8/R3K3 w", "a1", ""),
            ("4k3/8/8/8/8/8/8/R3K3 w -", "", ""),
            ("7k/8/5K2/3pP3/8/8/8/8 w -", "", "d6"),
            ("7k/8/5K2/3pP3/8/8/8/8 w - -", "", ""),
        ];
        let names = |squares: &[Square]| {
            squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
        };
        for (text, rooks, passed) in cases {
            let open = Open::of(&read(text));
            assert_eq!(
                (names(&open.rooks), names(&open.passed)),
                (rooks.into(), passed.into()),
                "{text}"
            );
        }
    }

    #[test]
    fn flags_take_the_place_of_what_is_left_out() {
        let mut read = read("Ke1, Ra1, e5 / Kh8, d5 w");
        let castling = SquareSet::EMPTY.with(Square::A1);
        let ep = Some(args::EnPassant(Some(Square::D6)));
        args::Rights { castling: Some(castling), ep }.apply(&mut read);
        assert_eq!(read.setup.to_string(), "7k/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1");
        assert_eq!(Open::of(&read), Open { rooks: Vec::new(), passed: Vec::new() });
    }
}
