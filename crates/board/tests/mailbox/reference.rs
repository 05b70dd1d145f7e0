//! A second rules core: sixty-four squares, plain loops, no sets, no tables.

use sole_board::{Color, Move, Piece, Position, Role, Square};

const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// Straight and slanting by turns.
const STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// What stands on each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board([Option<Piece>; 64]);

impl Board {
    pub(crate) fn of(position: &Position) -> Board {
        let mut board = Board([None; 64]);
        for (square, piece) in position.diagram().iter() {
            board.set(square, Some(piece));
        }
        board
    }

    pub(crate) fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.0[square.index()] = piece;
    }

    pub(crate) fn men(&self) -> usize {
        self.0.iter().flatten().count()
    }

    fn king(&self, color: Color) -> Option<Square> {
        Square::all().find(|&square| self.at(square) == Some(Piece { color, role: Role::King }))
    }

    /// Whether a side's king is there and attacked.
    pub(crate) fn is_in_check(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| self.is_attacked(king, !color))
    }

    fn is_attacked(&self, target: Square, by: Color) -> bool {
        let knight = Some(Piece { color: by, role: Role::Knight });
        let leap = |&(east, north): &(i8, i8)| {
            target.offset(east, north).is_some_and(|square| self.at(square) == knight)
        };
        LEAPS.iter().any(leap)
            || STEPS
                .iter()
                .enumerate()
                .any(|(index, &step)| self.is_hit_from(target, by, index, step))
    }

    /// Whether the first man met in a direction attacks back along it.
    fn is_hit_from(&self, target: Square, by: Color, index: usize, (x, y): (i8, i8)) -> bool {
        let mut distance = 1;
        let mut next = target.offset(x, y);
        while let Some(square) = next {
            if let Some(piece) = self.at(square) {
                let slanting = index % 2 == 1;
                let up = if by == Color::White { -1 } else { 1 };
                return piece.color == by
                    && match piece.role {
                        Role::Queen => true,
                        Role::Rook => !slanting,
                        Role::Bishop => slanting,
                        Role::King => distance == 1,
                        Role::Pawn => distance == 1 && slanting && y == up,
                        Role::Knight => false,
                    };
            }
            distance += 1;
            next = square.offset(x, y);
        }
        false
    }

    /// The board after a man goes from one square to another and is `piece` there.
    fn moved(&self, from: Square, to: Square, piece: Piece) -> Board {
        let mut board = *self;
        board.set(from, None);
        board.set(to, Some(piece));
        board
    }
}

/// All legal moves with the boards after them.
pub(crate) fn legal_moves(position: &Position) -> Vec<(Move, Board)> {
    let mut found = pseudo_legal_moves(position);
    found.retain(|(_, after)| !after.is_in_check(position.turn()));
    found
}

/// All moves with the boards after them, whether or not the own king is in check there.
pub(crate) fn pseudo_legal_moves(position: &Position) -> Vec<(Move, Board)> {
    let board = Board::of(position);
    let mut found = Vec::new();
    for from in Square::all() {
        match board.at(from) {
            Some(piece) if piece.color != position.turn() => {}
            Some(piece) if piece.role == Role::Pawn => pawn(position, &board, from, &mut found),
            Some(piece) => officer(&board, from, piece, &mut found),
            None => {}
        }
    }
    castling(position, &board, &mut found);
    found
}

fn officer(board: &Board, from: Square, piece: Piece, found: &mut Vec<(Move, Board)>) {
    let directions = match piece.role {
        Role::Knight => &LEAPS,
        _ => &STEPS,
    };
    for (index, &(x, y)) in directions.iter().enumerate() {
        let allowed = match piece.role {
            Role::Rook => index % 2 == 0,
            Role::Bishop => index % 2 == 1,
            _ => true,
        };
        let mut next = from.offset(x, y).filter(|_| allowed);
        while let Some(to) = next {
            if board.at(to).is_some_and(|other| other.color == piece.color) {
                break;
            }
            found.push((Move::ordinary(from, to), board.moved(from, to, piece)));
            let stops = board.at(to).is_some() || matches!(piece.role, Role::Knight | Role::King);
            next = if stops { None } else { to.offset(x, y) };
        }
    }
}

fn pawn(position: &Position, board: &Board, from: Square, found: &mut Vec<(Move, Board)>) {
    let color = position.turn();
    let (up, home) = if color == Color::White { (1, 1) } else { (-1, 6) };
    let mut targets = Vec::new();
    if let Some(one) = from.offset(0, up).filter(|&to| board.at(to).is_none()) {
        targets.push(one);
        let two = one.offset(0, up).filter(|&to| board.at(to).is_none());
        targets.extend(two.filter(|_| from.rank().index() == home));
    }
    for to in [-1, 1].into_iter().filter_map(|side| from.offset(side, up)) {
        if board.at(to).is_some_and(|other| other.color != color) {
            targets.push(to);
        } else if position.en_passant() == Some(to) {
            let mut after = board.moved(from, to, Piece { color, role: Role::Pawn });
            after.set(Square::at(to.file(), from.rank()), None);
            found.push((Move::en_passant(from, to), after));
        }
    }
    for to in targets {
        if to.offset(0, up).is_some() {
            let after = board.moved(from, to, Piece { color, role: Role::Pawn });
            found.push((Move::ordinary(from, to), after));
            continue;
        }
        for role in Role::PROMOTIONS {
            let m = Move::promotion(from, to, role).expect("a promotion");
            found.push((m, board.moved(from, to, Piece { color, role })));
        }
    }
}

fn castling(position: &Position, board: &Board, found: &mut Vec<(Move, Board)>) {
    let color = position.turn();
    let Some(king) = board.king(color).filter(|_| !board.is_in_check(color)) else { return };
    let rank = color.back_rank();
    let on = |file: usize| Square::at(sole_board::File::ALL[file], rank);
    for rook in position.castling().into_iter().filter(|rook| rook.rank() == rank) {
        let (king_to, rook_to) = if rook > king { (on(6), on(5)) } else { (on(2), on(3)) };
        let way = |a: Square, b: Square| {
            Square::all().filter(move |&square| square >= a.min(b) && square <= a.max(b))
        };
        let blocked =
            |square: Square| square != king && square != rook && board.at(square).is_some();
        let mut alone = *board;
        alone.set(king, None);
        if way(king, king_to).chain(way(rook, rook_to)).any(blocked)
            || way(king, king_to).any(|square| alone.is_attacked(square, !color))
        {
            continue;
        }
        alone.set(rook, None);
        alone.set(king_to, Some(Piece { color, role: Role::King }));
        alone.set(rook_to, Some(Piece { color, role: Role::Rook }));
        found.push((Move::castling(king, rook), alone));
    }
}
