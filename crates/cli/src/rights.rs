//! Rights that a board does not show: castling, and a capture en passant.
//!
//! A text may leave them out, as a piece list does. Where the board allows one, someone at a terminal
//! who gave one position is asked; otherwise there is none, with a warning. A right that the board
//! rules out is not mentioned.

use crate::args;
use crate::console::{Console, Stop};
use crate::dialogue::Manner;
use crate::envelope::{Answer, Status};
use crate::input::{Input, warnings};
use crate::prompt::{Prompt, Question, YES_OR_NO, read_answer};
use serde::Serialize;
use sole_board::{
    CastlingSide, Color, FenField, OpenRights, PositionText, Rank, Setup, Square, SquareSet,
};
use std::{fmt, io};

/// A setup with the rights that its text leaves open: asked for in a dialogue, else none with
/// warnings.
pub(crate) fn settle(
    input: &Input,
    setup: Setup,
    open: &OpenRights,
    manner: Manner,
    console: &mut Console,
) -> Result<Setup, Stop> {
    if open.is_empty() || manner == Manner::Script {
        console.warn(input, warnings(open));
        return Ok(setup);
    }
    let mut prompt = Prompt::of_process(console)?;
    Inquiry { prompt: &mut prompt, matters: &|_, _| Ok(true) }.settle(setup, open, console)
}

impl args::Rights {
    /// Puts the rights that flags name in the place of those of a text.
    pub(crate) fn apply(&self, read: &mut PositionText) {
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

/// A right that the board leaves open.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Right {
    /// To castle with a rook; others are asked for after it.
    Castling {
        /// The rook.
        rook: Square,
        /// The rooks that are still open.
        open: SquareSet,
    },
    /// To capture a pawn that has just passed a square.
    EnPassant {
        /// The square.
        passed: Square,
    },
}

/// Someone who is asked for rights.
pub(crate) struct Inquiry<'a> {
    pub(crate) prompt: &'a mut Prompt,
    /// Whether a right changes the answer to what the command asks.
    pub(crate) matters: &'a dyn Fn(&Setup, Right) -> Result<bool, Stop>,
}

impl Inquiry<'_> {
    /// The setup with the rights that it turns out to have.
    pub(crate) fn settle(
        &mut self,
        setup: Setup,
        open: &OpenRights,
        console: &mut Console,
    ) -> Result<Setup, Stop> {
        let mut settled = setup;
        for (at, &rook) in open.rooks.iter().enumerate() {
            let open = open.rooks[at + 1..].iter().copied().collect();
            if self.has(&settled, Right::Castling { rook, open }, console)? {
                settled.castling = settled.castling.with(rook);
            }
        }
        for &passed in &open.passed {
            if self.has(&settled, Right::EnPassant { passed }, console)? {
                return Ok(Setup { en_passant: Some(passed), ..settled });
            }
        }
        Ok(settled)
    }

    /// Whether a setup has a right.
    fn has(&mut self, setup: &Setup, right: Right, console: &mut Console) -> Result<bool, Stop> {
        let matters = (self.matters)(setup, right)?;
        let doubt = Doubt { setup, right, matters };
        let (question, instead) = (doubt.to_string(), doubt.instead());
        let text = format!("{question} (yes or no)");
        let asked = Question { text: &text, help: YES_OR_NO, instead };
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

/// A question as scripts see it; the next line answers it.
#[derive(Debug, Serialize)]
struct Posed<'a> {
    event: &'static str,
    question: &'a str,
    /// Whether the answer changes the result or its distance.
    matters: bool,
}

/// A right that is asked for.
struct Doubt<'a> {
    setup: &'a Setup,
    right: Right,
    matters: bool,
}

impl Doubt<'_> {
    /// What to do instead of answering; only commands with these flags ask scripts.
    fn instead(&self) -> &'static str {
        match self.right {
            Right::Castling { .. } => {
                "give the castling rights with --castling, as KQkq, or - for none"
            }
            Right::EnPassant { .. } => {
                "give the square that a pawn has just passed with --ep, as d6, or - for none"
            }
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

    fn write_castling(&self, rook: Square, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let white = self.setup.diagram.color(Color::White).contains(rook);
        let (owner, king) =
            if white { (Color::White, Square::E1) } else { (Color::Black, Square::E8) };
        let castles = match CastlingSide::of(king, rook) {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        };
        write!(f, "May {} still castle with the rook on {rook} ({castles})?", owner.name())
    }

    fn write_en_passant(&self, passed: Square, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, owner) = (passed.file(), !self.setup.turn);
        let [from, to] =
            [Rank::Second, Rank::Fourth].map(|rank| Square::at(file, rank.seen_by(owner)));
        let name = owner.name();
        write!(f, "Has {name} just played {from}-{to}, so that en passant is possible?")
    }
}

impl fmt::Display for Doubt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.right {
            Right::Castling { rook, .. } => self.write_castling(rook, f)?,
            Right::EnPassant { passed } => self.write_en_passant(passed, f)?,
        }
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
        let castling = |rook| Right::Castling { rook, open: SquareSet::EMPTY };
        let cases = [
            (castling(Square::H1), true, "May White still castle with the rook on h1 (O-O)?"),
            (
                castling(Square::A8),
                false,
                "May Black still castle with the rook on a8 (O-O-O)? The result is the same \
                 either way.",
            ),
            (
                Right::EnPassant { passed: Square::D6 },
                true,
                "Has Black just played d7-d5, so that en passant is possible?",
            ),
        ];
        for (right, matters, expected) in cases {
            assert_eq!(Doubt { setup: &setup, right, matters }.to_string(), expected);
        }
    }

    #[test]
    fn flags_take_the_place_of_what_is_left_out() {
        let mut read = read("Ke1, Ra1, e5 / Kh8, d5 w");
        let castling = SquareSet::EMPTY.with(Square::A1);
        let ep = Some(args::EnPassant(Some(Square::D6)));
        args::Rights { castling: Some(castling), ep }.apply(&mut read);
        assert_eq!(read.setup.to_string(), "7k/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1");
        assert!(read.open_rights().is_empty());
    }
}
