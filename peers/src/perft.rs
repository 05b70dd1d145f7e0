//! The number of games of a given length, counted by each library in its own
//! fastest way that its documentation shows.

use cozy_chess::Board;
use shakmaty::{Chess, Position as _};

/// Counted by Sole.
pub fn ours(position: &sole_board::Position, plies: u32) -> u64 {
    position.perft(plies)
}

/// Counted by cozy-chess: the last ply adds up the sizes of the sets of moves.
pub fn cozy(board: &Board, plies: u32) -> u64 {
    let mut games = 0;
    match plies {
        0 => games = 1,
        1 => {
            board.generate_moves(|moves| {
                games += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for m in moves {
                    let mut child = board.clone();
                    child.play_unchecked(m);
                    games += cozy(&child, plies - 1);
                }
                false
            });
        }
    }
    games
}

/// Counted by shakmaty: the last ply takes the length of the list of moves.
pub fn shakmaty(position: &Chess, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if plies == 1 {
        return moves.len() as u64;
    }
    let after = |&m| {
        let mut child = position.clone();
        child.play_unchecked(m);
        shakmaty(&child, plies - 1)
    };
    moves.iter().map(after).sum()
}
