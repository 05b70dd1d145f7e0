//! The minimum number of moves that a piece needs to reach a square.
//!
//! Other men are no obstacles and any capture is allowed, so the sum over a side's men is
//! never more than the moves the side has made. Castling is a move of the king: its rook
//! gets where it lands for nothing.

use sole_board::{CastlingSide, Color, Piece, Position, Rank, Role, Square, SquareSet, attacks};

use super::men::Men;

/// More moves than any game that is looked at has.
const UNREACHABLE: u8 = 64;

/// For each piece and square the minimum number of moves from the start.
pub(super) struct MinMoves {
    moves: [[[u8; 64]; 6]; 2],
    /// The squares that a man can have got to with at most a given number of moves.
    within: [[[SquareSet; UNREACHABLE as usize]; 6]; 2],
}

impl MinMoves {
    pub(super) fn new(start: &Position) -> MinMoves {
        let mut moves = [[[UNREACHABLE; 64]; 6]; 2];
        for color in Color::ALL {
            moves[color.index()] = of_side(start, color);
        }
        let squares = |color: usize, role: usize, limit: usize| {
            let near = |square: &Square| usize::from(moves[color][role][square.index()]) <= limit;
            Square::all().filter(near).collect()
        };
        let within = std::array::from_fn(|color| {
            std::array::from_fn(|role| std::array::from_fn(|limit| squares(color, role, limit)))
        });
        MinMoves { moves, within }
    }

    /// The minimum number of moves of one piece.
    #[inline(always)]
    pub(super) fn of(&self, color: Color, role: Role, square: Square) -> u8 {
        self.moves[color.index()][role.index()][square.index()]
    }

    /// The squares that a man can have got to with at most `limit` moves.
    #[inline(always)]
    pub(super) fn within(&self, color: Color, role: Role, limit: i32) -> SquareSet {
        match usize::try_from(limit) {
            Ok(limit) => {
                self.within[color.index()][role.index()][limit.min(UNREACHABLE as usize - 1)]
            }
            Err(_) => SquareSet::EMPTY,
        }
    }

    /// The minimum number of moves of all pieces of a side together.
    pub(super) fn sum(&self, men: &Men, color: Color) -> i32 {
        let of_role = |role| {
            let squares = men.men(color, role).into_iter();
            squares.map(move |square| i32::from(self.of(color, role, square))).sum::<i32>()
        };
        Role::ALL.into_iter().map(of_role).sum()
    }
}

/// The table of one side.
fn of_side(start: &Position, color: Color) -> [[u8; 64]; 6] {
    let homes = |role| start.diagram().men(color, role);
    let mut pawns = [UNREACHABLE; 64];
    propagate(&mut pawns, homes(Role::Pawn).into_iter().map(|home| (home, 0)), |from| {
        pawn_steps(color, from) - SquareSet::rank(Rank::Eighth.seen_by(color))
    });
    let before_last = SquareSet::rank(Rank::Seventh.seen_by(color));
    let promotions = before_last.into_iter().flat_map(|from| {
        let moves = pawns[from.index()].saturating_add(1);
        pawn_steps(color, from).into_iter().map(move |to| (to, moves))
    });
    let promotions: Vec<(Square, u8)> =
        promotions.filter(|&(_, moves)| moves < UNREACHABLE).collect();
    Role::ALL.map(|role| {
        let mut table = [UNREACHABLE; 64];
        let step = |from| attacks::of(role, color, from, SquareSet::EMPTY);
        let from_home = homes(role).into_iter().map(|home| (home, 0));
        match role {
            Role::Pawn => return pawns,
            Role::King => propagate(&mut table, from_home.chain(castled(start, color, role)), step),
            Role::Rook => {
                let landed = castled(start, color, role).chain(promotions.iter().copied());
                propagate(&mut table, from_home.chain(landed), step);
            }
            _ => propagate(&mut table, from_home.chain(promotions.iter().copied()), step),
        }
        table
    })
}

/// Where a king or rook lands by castling, and how many moves that is for it.
fn castled(start: &Position, color: Color, role: Role) -> impl Iterator<Item = (Square, u8)> {
    let sides = [CastlingSide::King, CastlingSide::Queen].into_iter();
    sides.filter(move |&side| start.castling_rook(color, side).is_some()).map(move |side| {
        if role == Role::King { (side.king_to(color), 1) } else { (side.rook_to(color), 0) }
    })
}

/// Where a pawn may go or capture, at best.
fn pawn_steps(color: Color, from: Square) -> SquareSet {
    let once = SquareSet::of(from).forward(color);
    let is_home = from.rank() == Rank::Second.seen_by(color);
    let twice = if is_home { once.forward(color) } else { SquareSet::EMPTY };
    once | twice | attacks::pawn(color, from)
}

/// Propagates the move counts of some squares through a table, one move at a time.
fn propagate(
    table: &mut [u8; 64],
    sources: impl Iterator<Item = (Square, u8)>,
    step: impl Fn(Square) -> SquareSet,
) {
    for (square, moves) in sources {
        let entry = &mut table[square.index()];
        *entry = moves.min(*entry);
    }
    for moves in 0..UNREACHABLE - 1 {
        let fresh: Vec<Square> =
            Square::all().filter(|square| table[square.index()] == moves).collect();
        for to in fresh.into_iter().flat_map(&step) {
            let entry = &mut table[to.index()];
            *entry = (moves + 1).min(*entry);
        }
    }
}

/// The pieces of a side at the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct StartMaterial {
    roles: [i32; 6],
    men: i32,
}

impl StartMaterial {
    pub(super) fn new(men: &Men, color: Color) -> StartMaterial {
        let roles = Role::ALL.map(|role| men.men(color, role).len() as i32);
        StartMaterial { roles, men: roles.iter().sum() }
    }

    /// How many men are missing on the board.
    #[inline(always)]
    pub(super) fn missing(&self, men: &Men, color: Color) -> i32 {
        self.men - men.color(color).len() as i32
    }

    /// Whether one more man of this role can be theirs: no more pawns than at the start,
    /// and no more promoted men than missing pawns.
    pub(super) fn has_had(&self, men: &Men, piece: Piece) -> bool {
        let count = |role: Role| {
            let more = i32::from(role == piece.role);
            men.men(piece.color, role).len() as i32 + more - self.roles[role.index()]
        };
        let officers = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let promoted: i32 = officers.into_iter().map(|role| count(role).max(0)).sum();
        count(Role::Pawn) + promoted <= 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_never_exceed_the_moves_made() {
        let cases = [
            (Color::White, Role::Pawn, Square::E4, 1),
            (Color::White, Role::Pawn, Square::E5, 2),
            (Color::White, Role::Pawn, Square::E2, 0),
            (Color::Black, Role::Pawn, Square::E2, 4),
            (Color::White, Role::Knight, Square::E5, 2),
            (Color::White, Role::King, Square::G1, 1),
            (Color::White, Role::King, Square::H1, 2),
            (Color::White, Role::Rook, Square::F1, 0),
            (Color::White, Role::Rook, Square::C5, 2),
            (Color::Black, Role::Bishop, Square::B4, 1),
            (Color::Black, Role::Queen, Square::B1, 2),
        ];
        let min_moves = MinMoves::new(&Position::initial());
        for (color, role, square, moves) in cases {
            assert_eq!(min_moves.of(color, role, square), moves, "{color:?} {role:?} {square}");
            assert!(min_moves.within(color, role, i32::from(moves)).contains(square));
            assert!(!min_moves.within(color, role, i32::from(moves) - 1).contains(square));
        }
    }
}
