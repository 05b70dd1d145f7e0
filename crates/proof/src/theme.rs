//! What a proof game shows: the marks by which problemists tell games apart.

use std::collections::HashMap;

use sole_board::{CastlingSide, Diagram, Move, MoveKind, Position, Square};

/// Something that a game or its end shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// A pawn promotes.
    Promotion,
    /// A king castles.
    Castling,
    /// A pawn is taken en passant.
    EnPassant,
    /// It ends in mate.
    Mate,
    /// It ends in stalemate.
    Stalemate,
    /// A man comes back to a square that it left.
    Switchback,
    /// All men that are left stand on the squares where such men began.
    AtHome,
    /// Each side's men stand as the other's, across the middle of the board.
    Mirror,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 8] = [
        Theme::Promotion,
        Theme::Castling,
        Theme::EnPassant,
        Theme::Mate,
        Theme::Stalemate,
        Theme::Switchback,
        Theme::AtHome,
        Theme::Mirror,
    ];

    /// The name, as it is written in tags.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Promotion => "promotion",
            Theme::Castling => "castling",
            Theme::EnPassant => "enPassant",
            Theme::Mate => "mate",
            Theme::Stalemate => "stalemate",
            Theme::Switchback => "switchback",
            Theme::AtHome => "atHome",
            Theme::Mirror => "mirror",
        }
    }

    /// What it means, in a few words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Theme::Promotion => "a pawn promotes",
            Theme::Castling => "a king castles",
            Theme::EnPassant => "a pawn is captured en passant",
            Theme::Mate => "the game ends in mate",
            Theme::Stalemate => "the game ends in stalemate",
            Theme::Switchback => "a piece returns to a square that it left",
            Theme::AtHome => "all remaining pieces are on squares where such pieces start",
            Theme::Mirror => "the pieces of both sides mirror each other across the middle",
        }
    }
}

/// A game looked at as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// What it shows, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// How many men made a move.
    pub men_moved: usize,
    /// How many men were taken.
    pub captures: usize,
}

impl Profile {
    /// Of a game of legal moves.
    ///
    /// # Panics
    /// If a move is not legal.
    pub fn of(start: &Position, game: &[Move]) -> Profile {
        let mut paths = Paths::default();
        let mut captures = 0;
        let mut position = *start;
        for &m in game {
            captures += usize::from(position.is_capture(m));
            paths.play(&position, m);
            position = position.play(m).expect("the moves are legal");
        }
        let has = |kind: fn(MoveKind) -> bool| game.iter().any(|m| kind(m.kind()));
        let shows = |theme: &Theme| match theme {
            Theme::Promotion => has(|kind| matches!(kind, MoveKind::Promotion(_))),
            Theme::Castling => has(|kind| kind == MoveKind::Castling),
            Theme::EnPassant => has(|kind| kind == MoveKind::EnPassant),
            Theme::Mate => position.is_check() && !position.has_moves(),
            Theme::Stalemate => !position.is_check() && !position.has_moves(),
            Theme::Switchback => paths.returned,
            Theme::AtHome => is_within(position.diagram(), start.diagram()),
            Theme::Mirror => position.diagram().flipped() == *position.diagram(),
        };
        let themes = Theme::ALL.into_iter().filter(shows).collect();
        Profile { themes, men_moved: paths.squares.len(), captures }
    }
}

/// Whether every man of one diagram stands on the other, too.
fn is_within(diagram: &Diagram, whole: &Diagram) -> bool {
    diagram.iter().all(|(square, piece)| whole.piece_at(square) == Some(piece))
}

/// Where each man that moved has been, by the square where it began.
#[derive(Default)]
struct Paths {
    squares: HashMap<Square, Vec<Square>>,
    /// For men that have moved, where they began.
    origins: HashMap<Square, Square>,
    returned: bool,
}

impl Paths {
    fn play(&mut self, position: &Position, m: Move) {
        if m.kind() == MoveKind::Castling {
            let (side, color) = (CastlingSide::of(m.from(), m.to()), position.turn());
            let (king, rook) = (self.lift(m.from()), self.lift(m.to()));
            self.put(king, side.king_to(color));
            self.put(rook, side.rook_to(color));
            return;
        }
        let man = self.lift(m.from());
        self.origins.remove(&m.to());
        self.put(man, m.to());
    }

    /// Takes the man on a square off the board and says where it began.
    fn lift(&mut self, square: Square) -> Square {
        let origin = self.origins.remove(&square).unwrap_or(square);
        self.squares.entry(origin).or_insert_with(|| vec![square]);
        origin
    }

    fn put(&mut self, origin: Square, square: Square) {
        let been = self.squares.entry(origin).or_default();
        self.returned |= been.contains(&square);
        been.push(square);
        self.origins.insert(square, origin);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(fen: &str, moves: &str) -> Profile {
        let setup = fen.parse::<sole_board::Setup>().expect(fen);
        let start = Position::try_from(setup).expect(fen);
        let mut position = start;
        let mut game = Vec::new();
        for text in moves.split_whitespace() {
            let m = position.parse_uci(text).expect(text);
            game.push(m);
            position = position.after(m);
        }
        Profile::of(&start, &game)
    }

    #[test]
    fn themes_are_seen() {
        const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let cases = [
            (ARRAY, "f2f3 e7e5 g2g4 d8h4", "mate", 4, 0),
            (ARRAY, "g1f3 g8f6 f3g1 f6g8", "switchback atHome mirror", 2, 0),
            (ARRAY, "e2e4 e7e5", "mirror", 2, 0),
            (ARRAY, "e2e4 a7a6 e4e5 d7d5 e5d6", "enPassant", 3, 1),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling", 2, 0),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h8 e8d7 h8h1", "switchback", 2, 0),
            ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8r", "promotion mate", 1, 0),
            ("k7/8/8/2Q5/8/8/8/K7 w - - 0 1", "c5b6", "stalemate", 1, 0),
            (
                "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
                "e1e2 e8e7 e2e1 e7e8",
                "switchback atHome mirror",
                2,
                1,
            ),
            // The rook that comes to h1 is not the one that left it.
            ("4k3/8/8/8/8/8/7R/4K2R w - - 0 1", "h1g1 e8d7 h2h1", "", 3, 0),
        ];
        for (fen, moves, themes, men_moved, captures) in cases {
            let found = profile(fen, moves);
            let names: Vec<&str> = found.themes.iter().map(|theme| theme.name()).collect();
            assert_eq!(names.join(" "), themes, "{moves}");
            assert_eq!((found.men_moved, found.captures), (men_moved, captures), "{moves}");
        }
    }
}
