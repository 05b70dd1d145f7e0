//! A problem as it stands at the head of a report or on a sheet.

use crate::args::Picture;
use crate::console::Console;
use crate::render::board::{BoardStyle, Marks};
use sole_board::{Role, Setup, SquareSet};
use sole_mate::Problem;
use std::io;

/// Draws the board, and says what is demanded of whom; `setup` is what the problem was read from.
pub(super) fn write(
    problem: &Problem,
    setup: &Setup,
    picture: Picture,
    console: &mut Console,
) -> io::Result<()> {
    let style = BoardStyle::choose(picture, console.paint(), console.is_terminal());
    let king = setup.diagram.men(setup.turn, Role::King);
    let check = if problem.position().is_check() { king } else { SquareSet::EMPTY };
    let marks = Marks { check, ..Marks::default() };
    write!(console.out(), "{}", style.render(&setup.diagram, marks))?;
    let (stipulation, turn) = (problem.stipulation(), setup.turn.name());
    let fen = console.paint().dim(&setup.to_string());
    writeln!(console.out(), "\n{stipulation}, {turn} to move\n{fen}")
}
