//! Which squares a man attacks, and the lines between squares.
//!
//! Leapers and lines are small `static` tables computed at compile time.
//! Sliders are computed by arithmetic here, and looked up by the generators: by
//! PEXT where the processor is fast at it, by magic numbers everywhere else. The
//! choice is made at run time, so a plain release binary is fast.

mod slider;

use crate::{Color, Role, Square, SquareSet};
#[cfg(target_arch = "x86_64")]
pub(crate) use slider::Pext;
pub(crate) use slider::{Lookup, Magic};
pub use slider::{bishop, rook};

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [SquareSet; 64] = leaper(&KNIGHT_STEPS);
static KING: [SquareSet; 64] = leaper(&KING_STEPS);
static PAWN: [[SquareSet; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static ROOK_LINES: [SquareSet; 64] = open_lines(0);
static BISHOP_LINES: [SquareSet; 64] = open_lines(1);
static BETWEEN: [[SquareSet; 64]; 64] = lines(Extent::Between);
static LINE: [[SquareSet; 64]; 64] = lines(Extent::Whole);

/// What a knight on `square` attacks.
#[inline(always)]
pub fn knight(square: Square) -> SquareSet {
    KNIGHT[square.index()]
}

/// What a king on `square` attacks.
#[inline(always)]
pub fn king(square: Square) -> SquareSet {
    KING[square.index()]
}

/// What a pawn of `color` on `square` attacks.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> SquareSet {
    PAWN[color.index()][square.index()]
}

/// What a rook on `square` attacks on an empty board.
#[inline(always)]
pub fn rook_lines(square: Square) -> SquareSet {
    ROOK_LINES[square.index()]
}

/// What a bishop on `square` attacks on an empty board.
#[inline(always)]
pub fn bishop_lines(square: Square) -> SquareSet {
    BISHOP_LINES[square.index()]
}

/// What a man of this role and colour on `square` attacks.
#[inline]
pub fn of(role: Role, color: Color, square: Square, occupied: SquareSet) -> SquareSet {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => bishop(square, occupied) | rook(square, occupied),
        Role::King => king(square),
    }
}

/// The squares strictly between two squares on one rank, file or diagonal.
#[inline(always)]
pub fn between(a: Square, b: Square) -> SquareSet {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two different squares, or nothing.
#[inline(always)]
pub fn line(a: Square, b: Square) -> SquareSet {
    LINE[a.index()][b.index()]
}

const fn leaper<const N: usize>(steps: &[(i8, i8); N]) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            let from = Square::wrapping(square);
            if let Some(to) = from.offset(steps[step].0, steps[step].1) {
                table[square as usize] = table[square as usize].with(to);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

/// Every second direction of the king's, from `first` on, to the edge.
const fn open_lines(first: usize) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = first;
        while direction < 8 {
            let (east, north) = KING_STEPS[direction];
            table[square].0 |= ray(Square::wrapping(square as u32), east, north).0;
            direction += 2;
        }
        square += 1;
    }
    table
}

#[derive(Clone, Copy)]
enum Extent {
    Between,
    Whole,
}

const fn lines(extent: Extent) -> [[SquareSet; 64]; 64] {
    let mut table = [[SquareSet::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < 8 {
            fill_line(&mut table[from as usize], Square::wrapping(from), KING_STEPS[step], extent);
            step += 1;
        }
        from += 1;
    }
    table
}

const fn fill_line(row: &mut [SquareSet; 64], from: Square, (x, y): (i8, i8), extent: Extent) {
    let whole = ray(from, x, y).0 | ray(from, -x, -y).0 | SquareSet::of(from).0;
    let mut passed = SquareSet::EMPTY;
    let mut at = from;
    while let Some(next) = at.offset(x, y) {
        row[next.index()] = match extent {
            Extent::Between => passed,
            Extent::Whole => SquareSet(whole),
        };
        passed = passed.with(next);
        at = next;
    }
}

const fn ray(from: Square, x: i8, y: i8) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut at = from;
    while let Some(next) = at.offset(x, y) {
        set = set.with(next);
        at = next;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(attacks: impl Fn(Square) -> SquareSet) -> usize {
        Square::all().map(|square| attacks(square).len()).sum()
    }

    #[test]
    fn attacks_over_the_whole_board_add_up() {
        let cases = [
            ("knight", total(knight), 336),
            ("king", total(king), 420),
            ("white pawn", total(|s| pawn(Color::White, s)), 98),
            ("rook", total(|s| rook(s, SquareSet::EMPTY)), 896),
            ("bishop", total(|s| bishop(s, SquareSet::EMPTY)), 560),
        ];
        for (name, actual, expected) in cases {
            assert_eq!(actual, expected, "{name}");
        }
    }

    #[test]
    fn lines_join_exactly_the_squares_a_queen_joins() {
        for a in Square::all() {
            let queen = rook(a, SquareSet::EMPTY) | bishop(a, SquareSet::EMPTY);
            for b in Square::all() {
                assert_eq!(line(a, b).any(), queen.contains(b), "{a} {b}");
                assert_eq!(line(a, b), line(b, a));
                assert_eq!(between(a, b), between(b, a));
                if queen.contains(b) {
                    let inner = of(Role::Queen, Color::White, a, SquareSet::of(b))
                        & of(Role::Queen, Color::White, b, SquareSet::of(a))
                        & line(a, b);
                    assert_eq!(between(a, b), inner - SquareSet::of(a) - SquareSet::of(b));
                }
            }
        }
    }
}
