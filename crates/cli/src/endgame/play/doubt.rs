//! What men on a board do not tell: rights to castle, and a pawn that has just moved two squares.
//!
//! Each is asked for only if the answer changes how the game ends.

use super::start::Talk;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::endgame::supply::{Missing, unanswered};
use crate::envelope::{Answer, Status};
use crate::input::Input;
use serde::Serialize;
use sole_board::{CastlingSide, Color, Position, Rank, Setup, Square, SquareSet};
use sole_endgame::Value;

/// A question as scripts see it; the next line answers it.
#[derive(Debug, Serialize)]
struct Question<'a> {
    event: &'static str,
    question: &'a str,
}

impl<L: Iterator<Item = Result<Input, Complaint>>> Talk<'_, L> {
    /// The setup with the rights that it turns out to have.
    pub(crate) fn settle(&mut self, setup: Setup, console: &mut Console) -> Result<Setup, Stop> {
        let rooks = setup.diagram.rooks_at_home();
        let passed = setup.possible_en_passant_squares();
        for variant in variants(&setup, &rooks, &passed) {
            self.supply.provide(&variant, Missing::Build, console)?;
        }
        let setup = self.settle_castling(setup, &rooks, console)?;
        self.settle_en_passant(setup, &passed, console)
    }

    fn settle_castling(
        &mut self,
        setup: Setup,
        rooks: &[Square],
        console: &mut Console,
    ) -> Result<Setup, Stop> {
        let (mut settled, mut asked) = (setup, false);
        for (at, &rook) in rooks.iter().enumerate() {
            let open: SquareSet = rooks[at + 1..].iter().copied().collect();
            if !self.castling_matters(&settled, rook, open)? {
                continue;
            }
            asked = true;
            if self.is_so(&castling_question(&setup, rook), console)? {
                settled.castling = settled.castling.with(rook);
            }
        }
        if !rooks.is_empty() && !asked {
            self.remark("Castling makes no difference.", console)?;
        }
        Ok(settled)
    }

    /// Whether the right changes the value for some answer to the open ones.
    fn castling_matters(&self, setup: &Setup, rook: Square, open: SquareSet) -> Result<bool, Stop> {
        for others in open.subsets() {
            let without = Setup { castling: setup.castling | others, ..*setup };
            let with = Setup { castling: without.castling.with(rook), ..*setup };
            let values = (self.value(&with)?, self.value(&without)?);
            if matches!(values, (Some(with), Some(without)) if with != without) {
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
        let plain = self.value(&setup)?;
        let mut asked = false;
        for &square in passed {
            let with = Setup { en_passant: Some(square), ..setup };
            if self.value(&with)?.is_none_or(|value| Some(value) == plain) {
                continue;
            }
            asked = true;
            if self.is_so(&en_passant_question(&setup, square), console)? {
                return Ok(with);
            }
        }
        if !passed.is_empty() && !asked {
            self.remark("En passant makes no difference.", console)?;
        }
        Ok(setup)
    }

    /// How a setup ends; none if it cannot be.
    fn value(&self, setup: &Setup) -> Result<Option<Value>, Complaint> {
        let Ok(position) = Position::try_from(*setup) else { return Ok(None) };
        let value = self.supply.tables.probe(&position);
        value.map(Some).map_err(|error| unanswered(&error))
    }

    /// The answer to a question of yes or no; no at the end of the input.
    fn is_so(&mut self, question: &str, console: &mut Console) -> Result<bool, Stop> {
        loop {
            self.pose(question, console)?;
            let Some(answer) = self.hear("yes or no?", console)? else { return Ok(false) };
            match answer.to_ascii_lowercase().as_str() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                _ => {}
            }
        }
    }

    fn pose(&self, question: &str, console: &mut Console) -> Result<(), Stop> {
        if !console.is_json() {
            return self.remark(question, console);
        }
        let result = Question { event: "question", question };
        Ok(console.answer(&Answer { status: Status::Ok, result, stats: None })?)
    }

    fn remark(&self, text: &str, console: &mut Console) -> Result<(), Stop> {
        if !console.is_json() {
            writeln!(console.out(), "{text}")?;
        }
        Ok(())
    }
}

/// The positions that the board may stand for, as far as no other leads to them.
fn variants(setup: &Setup, rooks: &[Square], passed: &[Square]) -> Vec<Position> {
    let castling = rooks.iter().copied().collect();
    let squares = std::iter::once(None).chain(passed.iter().copied().map(Some));
    let variants = squares.map(|en_passant| Setup { castling, en_passant, ..*setup });
    let plain = std::iter::once(*setup);
    plain.chain(variants).filter_map(|setup| Position::try_from(setup).ok()).collect()
}

fn castling_question(setup: &Setup, rook: Square) -> String {
    let white = setup.diagram.color(Color::White).contains(rook);
    let owner = if white { Color::White } else { Color::Black };
    let king = if white { Square::E1 } else { Square::E8 };
    let castles = match CastlingSide::of(king, rook) {
        CastlingSide::King => "O-O",
        CastlingSide::Queen => "O-O-O",
    };
    format!("May {} still castle with the rook on {rook} ({castles})?", owner.name())
}

fn en_passant_question(setup: &Setup, passed: Square) -> String {
    let (file, owner) = (passed.file(), !setup.turn);
    let [from, to] = [Rank::Second, Rank::Fourth].map(|rank| Square::at(file, rank.seen_by(owner)));
    format!("Has {} just played {from}-{to}, so that en passant is possible?", owner.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::PieceList;

    #[test]
    fn questions_name_the_men() {
        let setup = "Ke1, Rh1, e5 / ke8, ra8, d5".parse::<PieceList>().expect("pieces").setup();
        assert_eq!(
            castling_question(&setup, Square::H1),
            "May White still castle with the rook on h1 (O-O)?"
        );
        assert_eq!(
            castling_question(&setup, Square::A8),
            "May Black still castle with the rook on a8 (O-O-O)?"
        );
        assert_eq!(
            en_passant_question(&setup, Square::D6),
            "Has Black just played d7-d5, so that en passant is possible?"
        );
    }
}
