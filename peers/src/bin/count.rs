//! Fills a perft table with counts by the peers.
//!
//! Reads a table from standard input and writes it to standard output, with the
//! `perft` lines of each `epd` counted anew up to the number of games given as
//! the only argument. shakmaty counts; cozy-chess counts as well where it
//! accepts the position, and must agree.

use cozy_chess::Board;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError};
use sole_board::CastlingStyle;
use sole_peers::perft;
use std::io::Read;

/// Depths are counted up to this one, if the limit allows.
const DEEPEST: u32 = 6;

fn main() {
    let limit = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let limit = limit.expect("usage: count GAMES <table >counted");
    let mut table = String::new();
    std::io::stdin().read_to_string(&mut table).expect("the table is text");
    for line in table.lines().filter(|line| !line.starts_with("perft ")) {
        println!("{line}");
        if let Some(epd) = line.strip_prefix("epd ") {
            count(epd, limit);
        }
    }
}

fn count(epd: &str, limit: u64) {
    let fen: Fen = epd.parse().unwrap_or_else(|e| panic!("{epd}: {e}"));
    let position: Chess = fen
        .into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|e| panic!("{epd}: {e}"));
    let board = Board::from_fen(&shredder(epd), true).ok();
    if board.is_none() {
        eprintln!("only shakmaty: {epd}");
    }
    for plies in 1..=DEEPEST {
        let games = perft::shakmaty(&position, plies);
        if games > limit && plies > 1 {
            return;
        }
        if let Some(board) = &board {
            assert_eq!(perft::cozy(board, plies), games, "the peers differ: {epd}");
        }
        println!("perft {plies} {games}");
    }
}

/// The FEN with castling rights by files, which cozy-chess needs.
fn shredder(epd: &str) -> String {
    let setup: sole_board::Setup = epd.parse().unwrap_or_else(|e| panic!("{epd}: {e}"));
    setup.to_fen(CastlingStyle::Shredder)
}
