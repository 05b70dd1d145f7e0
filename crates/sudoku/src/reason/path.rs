//! Step after step, each the simplest that there is.
//!
//! ```
//! use sole_sudoku::formats::line;
//! use sole_sudoku::reason::{Board, hint::Hint, path};
//!
//! let puzzle = line::parse("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")?;
//! let mut board = Board::new(&puzzle).expect("a side of nine");
//! let step = path::next(&board, &path::usual()).expect("there is a step");
//! let hint = Hint { step };
//! assert_eq!(hint.where_to_look(), "look at box 1 for 6");
//! assert_eq!(hint.which(), "there is a hidden single");
//! let steps = path::follow(&mut board, &path::usual());
//! assert!(board.is_solved() && steps.len() == 49);
//! # Ok::<(), line::LineError>(())
//! ```

use super::Board;
use super::step::Step;
use super::technique::Place;
use super::techniques::{Options, Technique};

/// The techniques from the simplest to the hardest, as most players would try them.
///
/// An AIC comes before a discontinuous nice loop: what one removes, the other could remove one
/// by one, so that after the loop no AIC would ever be needed.
pub fn usual() -> Vec<Technique> {
    on(&[Place::Usual])
}

/// The [`usual`] techniques, and then forcing chains and nets, which help nearly always but
/// are long.
pub fn extended() -> Vec<Technique> {
    on(&[Place::Usual, Place::Extended])
}

fn on(places: &[Place]) -> Vec<Technique> {
    let all = Technique::registered().into_iter();
    all.filter(|(place, _)| places.contains(place)).map(|(_, technique)| technique).collect()
}

/// The first step of the first of the techniques that has one.
pub fn next(board: &Board, techniques: &[Technique]) -> Option<Step> {
    techniques.iter().find_map(|&technique| board.first(technique, Options::default()))
}

/// The first step of the [`extended`] techniques or else one by the deepest forcing chains
/// ([`Board::forced`]); `None` also if `stop` says so first.
pub fn next_of_all(board: &Board, stop: &dyn Fn() -> bool) -> Option<Step> {
    let find = |technique| board.first(technique, Options::default());
    let step = extended().into_iter().take_while(|_| !stop()).find_map(find);
    step.or_else(|| board.forced(stop))
}

/// How a path ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The board is solved.
    Solved,
    /// No technique helps any more.
    Stuck,
    /// It was told to stop.
    Stopped,
}

/// Goes by [`next_of_all`] as far as that leads, or until `stop` says so.
pub fn follow_all(board: &mut Board, stop: &dyn Fn() -> bool) -> (Vec<Step>, End) {
    let mut steps = Vec::new();
    while !board.is_solved() {
        let Some(step) = next_of_all(board, stop) else {
            return (steps, if stop() { End::Stopped } else { End::Stuck });
        };
        board.apply(&step);
        steps.push(step);
    }
    (steps, End::Solved)
}

/// Does one step after another until the board is solved or no technique helps.
pub fn follow(board: &mut Board, techniques: &[Technique]) -> Vec<Step> {
    let mut steps = Vec::new();
    while !board.is_solved() {
        let Some(step) = next(board, techniques) else { break };
        board.apply(&step);
        steps.push(step);
    }
    steps
}
