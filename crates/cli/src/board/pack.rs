//! `sole board pack` and `sole board unpack`: a position and its moves as bytes, and back.

use crate::args;
use crate::ask::ask;
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::input::Positions;
use sole_api::board::{PackedMove, Unpack};

/// Runs `sole board pack`.
pub(crate) fn pack(flags: args::Pack, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    positions.ask(&flags.question, console, |packed, _, console| {
        writeln!(console.out(), "nibble board  {}", packed.nibble_board)?;
        writeln!(console.out(), "packed        {}", packed.packed)?;
        let mut moves = packed.moves.iter().flatten();
        moves
            .try_for_each(|PackedMove { names, hex, .. }| writeln!(console.out(), "{hex}  {names}"))
    })
}

/// Runs `sole board unpack`.
pub(crate) fn unpack(question: &Unpack, console: &mut Console) -> Result<Exit, Stop> {
    ask(question, &(), console, |unpacked, console| {
        writeln!(console.out(), "{}", unpacked.fen)?;
        unpacked.moves.iter().try_for_each(|names| writeln!(console.out(), "{names}"))
    })
}
