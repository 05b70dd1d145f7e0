//! One position in three libraries.

use cozy_chess::Board;
use shakmaty::fen::{Epd, Fen};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use sole_board::{Clocks, Move, Position, Setup, UciStyle};

/// The same position, as each library sees it.
#[derive(Clone)]
pub struct Three {
    /// Sole's.
    pub ours: Position,
    /// Sole's clocks, which its positions do not have.
    pub clocks: Clocks,
    /// cozy-chess's.
    pub cozy: Board,
    /// shakmaty's.
    pub shakmaty: Chess,
}

impl Three {
    /// The position of a Shredder-FEN that all three accept.
    ///
    /// # Panics
    /// If one of them does not.
    pub fn new(fen: &str) -> Three {
        let setup: Setup = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
        let theirs: Fen = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
        Three {
            ours: Position::try_from(setup).unwrap_or_else(|e| panic!("{fen}: {e}")),
            clocks: setup.clocks,
            cozy: Board::from_fen(fen, true).unwrap_or_else(|e| panic!("{fen}: {e:?}")),
            shakmaty: theirs
                .into_position(CastlingMode::Chess960)
                .unwrap_or_else(|e| panic!("{fen}: {e}")),
        }
    }

    /// Plays a legal move in all three, each of them reading it as text.
    pub fn play(&mut self, m: Move) {
        let text = m.to_uci(UciStyle::Chess960);
        let theirs: UciMove = text.parse().expect("a move in UCI");
        let theirs = theirs.to_move(&self.shakmaty).unwrap_or_else(|e| panic!("{text}: {e}"));
        self.shakmaty.play_unchecked(theirs);
        self.cozy.play_unchecked(text.parse().expect("a move in UCI"));
        self.clocks = self.clocks.after(&self.ours, m);
        self.ours = self.ours.after(m);
    }

    /// All legal moves in UCI for Chess960, sorted: ours, cozy-chess's, shakmaty's.
    pub fn moves(&self) -> [Vec<String>; 3] {
        let ours = self.ours.moves().into_iter().map(|m| m.to_uci(UciStyle::Chess960)).collect();
        let mut cozy = Vec::new();
        self.cozy.generate_moves(|moves| {
            cozy.extend(moves.into_iter().map(|m| m.to_string()));
            false
        });
        let list = self.shakmaty.legal_moves();
        let shakmaty = list.iter().map(|m| m.to_uci(CastlingMode::Chess960).to_string()).collect();
        [ours, cozy, shakmaty].map(|mut moves: Vec<String>| {
            moves.sort();
            moves
        })
    }

    /// Our FEN.
    pub fn our_fen(&self) -> String {
        self.ours.to_setup(self.clocks).to_string()
    }

    /// shakmaty's FEN; en passant only if it is legal.
    pub fn shakmaty_fen(&self) -> String {
        Fen::from_position(&self.shakmaty, EnPassantMode::Legal).to_string()
    }

    /// shakmaty's FEN without clocks: all that makes a position what it is.
    pub fn shakmaty_epd(&self) -> String {
        Epd::from_position(&self.shakmaty, EnPassantMode::Legal).to_string()
    }
}
