//! The way back: every diagram from which the target is a given small number of plies off.
//!
//! Moves are taken back from the target, whatever rights there may have been, and what
//! neither side alone could have come to is dropped at once. So no diagram of a game is
//! left out, and a search that goes forward need not look at any other.

use super::analysis::{Analysis, Side};
use super::budget::Meter;
use super::one_side::{BothSides, Hashes, Index, Planes, hash};
use super::reach::{Node, node};
use sole_board::{Color, Rank, Role, Square, SquareSet, attacks};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Sets of diagrams by the number of plies to the target.
pub(super) struct Retro {
    levels: Vec<Hashes>,
}

impl Retro {
    /// Nothing is known yet.
    pub(super) const NONE: Retro = Retro { levels: Vec::new() };

    /// Goes back from the target as far as there are no more than a given number of diagrams.
    pub(super) fn of(
        both_sides: &BothSides<'_>,
        plies: u8,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Retro> {
        let world = World { analysis: both_sides.analysis(), both_sides };
        let mut retro = Retro::NONE;
        let mut boards = vec![world.target()];
        let mut mover = if plies % 2 == 1 { both_sides.first() } else { !both_sides.first() };
        boards.retain(|board| !world.is_attacked(board, mover));
        let (mut left, mut total) = ([0; 2], 0);
        for _ in 0..=plies {
            retro.add_level(&boards, meter)?;
            left[mover.index()] += 1;
            let mut next = Level::default();
            for board in &boards {
                meter.spend()?;
                world.take_back(board, mover, left, &mut |before| next.add(before));
                if total + next.boards.len() > most {
                    break;
                }
            }
            total += next.boards.len();
            if total > most {
                break;
            }
            boards = next.boards;
            mover = !mover;
        }
        ControlFlow::Continue(retro)
    }

    fn add_level(&mut self, boards: &[Board], meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let mut level = Hashes::with_room(boards.len());
        for board in boards {
            meter.charge(1)?;
            level.insert(join(board.hashes));
        }
        self.levels.push(level);
        ControlFlow::Continue(())
    }

    /// For how many numbers of plies to the target its diagrams are known.
    #[cfg(test)]
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Whether a diagram may occur a given number of plies before the end.
    #[inline(always)]
    pub(super) fn admits(&self, plies: u8, hashes: [u64; 2]) -> bool {
        self.levels.get(usize::from(plies)).is_none_or(|level| level.contains(join(hashes)))
    }
}

/// One hash of the arrangements of both sides.
#[inline(always)]
fn join([white, black]: [u64; 2]) -> u64 {
    white ^ black.rotate_left(32)
}

/// The arrangements of both sides.
#[derive(Clone, Copy)]
struct Board {
    sides: [Planes; 2],
    hashes: [u64; 2],
}

impl Board {
    /// The board with a man taken off a node or put there.
    fn with(mut self, color: Color, node: Node) -> Board {
        self.sides[color.index()].toggle(node);
        self.hashes[color.index()] ^= hash(node);
        self
    }

    fn occupied(&self) -> SquareSet {
        self.sides[0].occupied() | self.sides[1].occupied()
    }
}

/// Different boards.
#[derive(Default)]
struct Level {
    boards: Vec<Board>,
    index: Index,
}

impl Level {
    fn add(&mut self, board: Board) {
        let is_there = |place: u32| self.boards[place as usize].sides == board.sides;
        if self.index.place(join(board.hashes), is_there).is_none() {
            self.boards.push(board);
        }
    }
}

struct World<'a> {
    analysis: &'a Analysis,
    both_sides: &'a BothSides<'a>,
}

impl World<'_> {
    fn side(&self, color: Color) -> &Side {
        &self.analysis.sides[color.index()]
    }

    fn target(&self) -> Board {
        let mut board = Board { sides: [Planes::default(); 2], hashes: [0; 2] };
        for color in Color::ALL {
            for &(role, square) in &self.side(color).targets {
                board = board.with(color, node(role, square));
            }
        }
        board
    }

    /// Whether the king of a side is attacked.
    fn is_attacked(&self, board: &Board, color: Color) -> bool {
        let [own, other] = [color, !color].map(|color| self.men(board, color));
        let Some(king) = own[Role::King.index()].first() else { return false };
        let occupied = board.occupied();
        let hit = |role: Role, color: Color| attacks::of(role, color, king, occupied);
        let [pawns, knights, bishops, rooks, queens, kings] = other;
        (hit(Role::Pawn, color) & pawns
            | hit(Role::Knight, color) & knights
            | hit(Role::Bishop, color) & (bishops | queens)
            | hit(Role::Rook, color) & (rooks | queens)
            | hit(Role::King, color) & kings)
            .any()
    }

    /// The men of a side by role, those that have yet to castle as what they are.
    fn men(&self, board: &Board, color: Color) -> [SquareSet; 6] {
        let mut men = [SquareSet::EMPTY; 6];
        for (role, squares) in board.sides[color.index()].men() {
            men[role.index()] = squares;
        }
        let waiting = men[0] & SquareSet::BACK_RANKS;
        if waiting.any() {
            men[0] = men[0] - waiting;
            for man in self.side(color).men.iter().filter(|man| man.planned_castling.is_some()) {
                men[man.role.index()] |= waiting & SquareSet::of(man.square);
            }
        }
        men
    }

    /// Visits every board before a move of `mover`, with a given number of moves left then.
    fn take_back(
        &self,
        board: &Board,
        mover: Color,
        left: [usize; 2],
        visit: &mut impl FnMut(Board),
    ) {
        let mut offer = |before: Board| {
            let admitted = |color: Color| {
                self.both_sides.admits(color, left[color.index()], before.hashes[color.index()])
            };
            if admitted(mover) && admitted(!mover) && !self.is_attacked(&before, !mover) {
                visit(before);
            }
        };
        let last = SquareSet::rank(Rank::Eighth.seen_by(mover));
        for (role, squares) in board.sides[mover.index()].men() {
            for to in squares {
                if role != Role::Pawn {
                    self.take_back_officer(board, mover, (role, to), &mut offer);
                }
                let promoted = role != Role::King && last.contains(to);
                if promoted || role == Role::Pawn && !SquareSet::BACK_RANKS.contains(to) {
                    self.take_back_pawn(board, mover, (role, to), &mut offer);
                }
            }
        }
        if let Some(before) = self.uncastle(board, mover) {
            offer(before);
        }
    }

    fn take_back_officer(
        &self,
        board: &Board,
        mover: Color,
        (role, to): (Role, Square),
        offer: &mut impl FnMut(Board),
    ) {
        let occupied = board.occupied();
        for from in attacks::of(role, mover, to, occupied) - occupied {
            let before = board.with(mover, node(role, to)).with(mover, node(role, from));
            offer(before);
            self.each_captured(&before, mover, to, offer);
        }
    }

    /// Takes back the move of a pawn, which may have become something else by it.
    fn take_back_pawn(
        &self,
        board: &Board,
        mover: Color,
        (role, to): (Role, Square),
        offer: &mut impl FnMut(Board),
    ) {
        let free = !board.occupied() - SquareSet::BACK_RANKS;
        let second = SquareSet::rank(Rank::Second.seen_by(mover));
        let one = SquareSet::of(to).forward(!mover) & free;
        let two = if role == Role::Pawn { one.forward(!mover) & free & second } else { one };
        let before = |from| board.with(mover, node(role, to)).with(mover, node(Role::Pawn, from));
        for from in one | two {
            offer(before(from));
        }
        for from in attacks::pawn(!mover, to) & free {
            self.each_captured(&before(from), mover, to, offer);
            if role == Role::Pawn {
                self.passing(&before(from), mover, [from, to], offer);
            }
        }
    }

    /// Visits the boards with a man of the other side put back on a square.
    fn each_captured(
        &self,
        before: &Board,
        mover: Color,
        on: Square,
        offer: &mut impl FnMut(Board),
    ) {
        if before.sides[(!mover).index()].occupied().len() == self.side(!mover).men.len() {
            return;
        }
        for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
            if role != Role::Pawn || !SquareSet::BACK_RANKS.contains(on) {
                offer(before.with(!mover, node(role, on)));
            }
        }
    }

    /// Visits the board before a capture en passant.
    fn passing(
        &self,
        before: &Board,
        mover: Color,
        [from, to]: [Square; 2],
        offer: &mut impl FnMut(Board),
    ) {
        let fell = Square::at(to.file(), from.rank());
        let home = SquareSet::of(to).forward(mover);
        let sixth = SquareSet::rank(Rank::Sixth.seen_by(mover));
        let free = !before.occupied();
        if sixth.contains(to) && free.contains(fell) && (home & free).any() {
            offer(before.with(!mover, node(Role::Pawn, fell)));
        }
    }

    /// The board before castling, if that is to be played and can have been the last move.
    fn uncastle(&self, board: &Board, mover: Color) -> Option<Board> {
        let men = &self.side(mover).men;
        let on_duty =
            |role| men.iter().find(|man| man.planned_castling.is_some() && man.role == role);
        let (king, rook) = (on_duty(Role::King)?, on_duty(Role::Rook)?);
        let side = king.planned_castling?;
        let (king_to, rook_to) = (side.king_to(mover), side.rook_to(mover));
        let standing = self.men(board, mover);
        if !standing[Role::King.index()].contains(king_to)
            || !standing[Role::Rook.index()].contains(rook_to)
        {
            return None;
        }
        let before =
            board.with(mover, node(Role::King, king_to)).with(mover, node(Role::Rook, rook_to));
        let free = !before.occupied();
        if !free.contains(king.square) || !free.contains(rook.square) {
            return None;
        }
        let waiting = [king, rook].map(|man| node(Role::Pawn, man.square));
        Some(waiting.into_iter().fold(before, |before, node| before.with(mover, node)))
    }
}
