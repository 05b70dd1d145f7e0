//! Rights that a position leaves open, asked for with whether they change its result.

use super::supply::{Missing, Supply, unanswered};
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::prompt::Prompt;
use crate::rights::{Inquiry, Right};
use sole_board::{OpenRights, Position, Setup};
use sole_endgame::Value;

/// The tables that tell whether rights matter.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub(super) supply: &'a Supply,
    pub(super) missing: Missing,
}

impl Judge<'_> {
    /// The setup with the rights that it turns out to have.
    pub(super) fn settle(
        self,
        setup: Setup,
        open: &OpenRights,
        prompt: &mut Prompt,
        console: &mut Console,
    ) -> Result<Setup, Stop> {
        for variant in variants(&setup, open) {
            self.supply.provide(&variant, self.missing, console)?;
        }
        let matters = |setup: &Setup, right: Right| self.matters(setup, right);
        Inquiry { prompt, matters: &matters }.settle(setup, open, console)
    }

    /// Whether a right changes the value, for some answer to those that are still open.
    fn matters(self, setup: &Setup, right: Right) -> Result<bool, Stop> {
        let (rook, open) = match right {
            Right::Castling { rook, open } => (rook, open),
            Right::EnPassant { passed } => {
                let with = Setup { en_passant: Some(passed), ..*setup };
                return Ok(self.value(&with)? != self.value(setup)?);
            }
        };
        for others in open.subsets() {
            let without = Setup { castling: setup.castling | others, ..*setup };
            let with = Setup { castling: without.castling.with(rook), ..*setup };
            if self.value(&with)? != self.value(&without)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How a setup ends; none if it is not legal.
    fn value(self, setup: &Setup) -> Result<Option<Value>, Complaint> {
        let Ok(position) = Position::try_from(*setup) else { return Ok(None) };
        let value = self.supply.tables.probe(&position);
        value.map(Some).map_err(|error| unanswered(&error))
    }
}

/// The positions that a board may stand for, as far as no other leads to them.
fn variants(setup: &Setup, open: &OpenRights) -> Vec<Position> {
    let castling = setup.castling | open.rooks.iter().copied().collect();
    let squares = std::iter::once(setup.en_passant).chain(open.passed.iter().copied().map(Some));
    let variants = squares.map(|en_passant| Setup { castling, en_passant, ..*setup });
    let plain = std::iter::once(*setup);
    plain.chain(variants).filter_map(|setup| Position::try_from(setup).ok()).collect()
}
