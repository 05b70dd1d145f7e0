//! Pictures of boards.
//!
//! ```text
//! 8  r n b q k b n r
//! 7  p p p p p p p p
//! …
//!    a b c d e f g h
//! ```
//!
//! On a terminal the squares have colours and the men are figurines.

use super::{Charset, Paint};
use crate::args::Picture;
use sole_board::{Color, Diagram, File, Game, MoveKind, Piece, Rank, Role, Square, SquareSet};

/// How a board is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardStyle {
    men: Men,
    bottom: Color,
}

/// What stands for the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Men {
    /// Figurines on coloured squares.
    Coloured,
    /// Figurines, outlined for White and filled for Black.
    Figurines,
    /// Letters, upper case for White.
    Letters,
}

/// Squares that stand out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// Kings in check.
    pub(crate) check: SquareSet,
    /// Where the last move began and ended.
    pub(crate) last_move: SquareSet,
}

impl Marks {
    /// What stands out in a game: the king in check, and the last move.
    pub(crate) fn of(game: &Game) -> Marks {
        let position = game.position();
        let king = position.diagram().men(position.turn(), Role::King);
        let last_move = game.moves().next_back().map_or(SquareSet::EMPTY, |m| match m.kind() {
            MoveKind::Castling => SquareSet::of(m.from()),
            _ => SquareSet::of(m.from()).with(m.to()),
        });
        Marks { check: if position.is_check() { king } else { SquareSet::EMPTY }, last_move }
    }
}

impl BoardStyle {
    /// What the flags mean on this console.
    pub(crate) fn choose(flags: Picture, paint: Paint, is_terminal: bool) -> BoardStyle {
        let men = match () {
            () if flags.ascii || Charset::of_environment() == Charset::Ascii => Men::Letters,
            () if paint.is_coloured() => Men::Coloured,
            () if is_terminal => Men::Figurines,
            () => Men::Letters,
        };
        BoardStyle { men, bottom: if flags.flip { Color::Black } else { Color::White } }
    }

    /// The same from the other side.
    pub(crate) fn flipped(self) -> BoardStyle {
        BoardStyle { bottom: !self.bottom, ..self }
    }

    /// The board, each line ending with a line break.
    pub(crate) fn render(self, diagram: &Diagram, marks: Marks) -> String {
        let mut ranks = Rank::ALL.to_vec();
        let mut files = File::ALL.to_vec();
        match self.bottom {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        let mut text = String::new();
        for &rank in &ranks {
            text.push_str(&format!("{} ", rank.char()));
            for &file in &files {
                let square = Square::at(file, rank);
                text.push_str(&self.square(square, diagram.piece_at(square), marks));
            }
            text.push('\n');
        }
        let names: String = files.iter().map(|file| self.label(file.char())).collect();
        text.push_str(&format!("  {}\n", names.trim_end()));
        text
    }

    fn label(self, file: char) -> String {
        if self.men == Men::Coloured { format!(" {file} ") } else { format!(" {file}") }
    }

    fn square(self, square: Square, piece: Option<Piece>, marks: Marks) -> String {
        match self.men {
            Men::Letters => format!(" {}", piece.map_or('.', Piece::char)),
            Men::Figurines => format!(" {}", piece.map_or('·', Piece::figurine)),
            Men::Coloured => coloured_square(square, piece, marks),
        }
    }
}

/// Three columns of a board in 256 colours. Both sides use the filled figurine,
/// so that the colour of the ink alone tells them apart on any terminal; the
/// squares are of middling brightness, so that both inks can be read on them.
fn coloured_square(square: Square, piece: Option<Piece>, marks: Marks) -> String {
    const LIGHT: u8 = 109;
    const DARK: u8 = 66;
    const LAST_MOVE: u8 = 143;
    const CHECK: u8 = 167;
    let ground = match () {
        () if marks.check.contains(square) => CHECK,
        () if marks.last_move.contains(square) => LAST_MOVE,
        () if square.is_light() => LIGHT,
        () => DARK,
    };
    let Some(Piece { color, role }) = piece else {
        return format!("\x1b[48;5;{ground}m   \x1b[0m");
    };
    let ink = match color {
        Color::White => 231,
        Color::Black => 16,
    };
    // The selector asks for the figurine as text: some fonts would draw an emoji.
    let figurine = Piece { color: Color::Black, role }.figurine();
    format!("\x1b[48;5;{ground};38;5;{ink}m {figurine}\u{fe0e} \x1b[0m")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Setup;

    fn draw(men: Men, bottom: Color) -> String {
        let setup: Setup = "r3k3/8/8/8/8/8/4P3/4K2R w K - 0 1".parse().expect("a FEN");
        let marks = Marks { check: SquareSet::of(Square::E1), ..Marks::default() };
        BoardStyle { men, bottom }.render(&setup.diagram, marks)
    }

    #[test]
    fn letters_from_both_sides() {
        let white = draw(Men::Letters, Color::White);
        let lines: Vec<&str> = white.lines().collect();
        assert_eq!(lines[0], "8  r . . . k . . .");
        assert_eq!(lines[7], "1  . . . . K . . R");
        assert_eq!(lines[8], "   a b c d e f g h");
        let black = draw(Men::Letters, Color::Black);
        let lines: Vec<&str> = black.lines().collect();
        assert_eq!(lines[0], "1  R . . K . . . .");
        assert_eq!(lines[8], "   h g f e d c b a");
    }

    #[test]
    fn colours_mark_the_king_in_check() {
        let text = draw(Men::Coloured, Color::White);
        assert_eq!(text.matches("48;5;167").count(), 1);
        assert_eq!(text.matches("\x1b[48;5;").count(), 64);
        assert_eq!(text.matches("\x1b[0m").count(), 64);
    }

    #[test]
    fn figurines_need_no_colours() {
        assert!(draw(Men::Figurines, Color::White).starts_with("8  ♜ · · · ♚ · · ·\n"));
    }
}
