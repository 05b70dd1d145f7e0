//! Leaving one word: every capture, pawn move and lost right of one side.

use super::{Exits, PawnMove};
use crate::dtm::Value;
use crate::solve::attacks::{checks, reach};
use crate::solve::lane::{Lane, better, keep};
use crate::solve::layout::Squares;
use crate::solve::lookup::Lookup;
use crate::symmetry::square_at;
use sole_board::{
    CastlingSide, Color, Diagram, Faults, File, Piece, Position, Role, Setup, Square, SquareSet,
    attacks,
};

/// A word that is being left.
pub(super) struct Word<'a> {
    exits: &'a Exits<'a>,
    block: usize,
    king: usize,
    squares: Squares,
    occupied: u64,
}

/// A move of an officer to a square: its place, where Black's king does not stop it, the right
/// that it costs.
struct Approach {
    place: usize,
    open: u64,
    costs: SquareSet,
}

impl<'a> Word<'a> {
    pub(super) fn new(
        exits: &'a Exits<'a>,
        block: usize,
        squares: Squares,
        occupied: u64,
    ) -> Word<'a> {
        Word { exits, block, king: exits.layout.kings[block], squares, occupied }
    }

    fn officers(&self) -> usize {
        self.exits.officers.len()
    }

    fn rights(&self) -> SquareSet {
        self.exits.officers.iter().fold(SquareSet::EMPTY, |all, officer| all | officer.nailed)
    }

    fn own_rights(&self, color: Color) -> SquareSet {
        self.rights() & SquareSet::rank(color.back_rank())
    }

    fn officers_of(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        let officers = &self.exits.officers;
        (0..officers.len()).filter(move |&place| officers[place].piece.color == color)
    }

    /// An officer that can go to a square, whatever stands there.
    fn approach(&self, place: usize, target: usize) -> Option<Approach> {
        let officer = self.exits.officers[place];
        let between = reach(officer.piece, self.squares[place], target)?;
        let free = between & self.occupied == 0;
        free.then_some(Approach { place, open: !between, costs: officer.nailed })
    }

    fn approaches(&self, color: Color, target: usize) -> impl Iterator<Item = Approach> + '_ {
        self.officers_of(color).filter_map(move |place| self.approach(place, target))
    }

    pub(super) fn officer_captures(&self, color: Color, lane: &mut Lane) {
        let others = self.officers().saturating_sub(1);
        for victim in self.officers_of(!color) {
            let target = self.squares[victim];
            let capturable = &self.exits.capturable[victim];
            let rights = self.rights() - self.exits.officers[victim].nailed;
            for approach in self.approaches(color, target) {
                let mut squares = self.squares;
                squares[approach.place] = target;
                let squares = without(squares, victim);
                let rights = rights - approach.costs;
                let after = capturable.lane(self.block, self.king, &squares[..others], rights);
                better(lane, &after, approach.open);
            }
            let squares = without(self.squares, victim);
            let squares = &squares[..others];
            let rights = rights - self.own_rights(color);
            match color {
                Color::White if near(self.king, target) => {
                    better(lane, &capturable.lookups.get(rights).lane(target, squares), !0);
                }
                Color::White => {}
                Color::Black => {
                    let after = capturable.lane(self.block, self.king, squares, rights);
                    king_takes(lane, target, after[target]);
                }
            }
        }
    }

    pub(super) fn pawn_captures(&self, color: Color, lane: &mut Lane) {
        let officers = self.officers();
        for capturable in self.exits.pawns.iter().filter(|capturable| capturable.color != color) {
            for approach in self.approaches(color, capturable.square) {
                let mut squares = self.squares;
                squares[approach.place] = capturable.square;
                let lookup = capturable.lookups.get(self.rights() - approach.costs);
                better(lane, &lookup.lane(self.king, &squares[..officers]), approach.open);
            }
            let squares = &self.squares[..officers];
            let lookup = capturable.lookups.get(self.rights() - self.own_rights(color));
            match color {
                Color::White if near(self.king, capturable.square) => {
                    better(lane, &lookup.lane(capturable.square, squares), !0);
                }
                Color::White => {}
                Color::Black => {
                    king_takes(
                        lane,
                        capturable.square,
                        lookup.entry(self.king, squares, capturable.square),
                    );
                }
            }
        }
    }

    /// Quiet moves of a king and rooks at home, and castling.
    pub(super) fn lost_rights(&self, color: Color, lane: &mut Lane) {
        let own = self.own_rights(color);
        if own.is_empty() {
            return;
        }
        let empty = SquareSet(!self.occupied);
        for place in self.officers_of(color) {
            let officer = self.exits.officers[place];
            if officer.nailed.is_empty() {
                continue;
            }
            let lookup = self.exits.quiet.get(self.rights() - officer.nailed);
            for to in attacks::rook_lines(square_at(self.squares[place])) & empty {
                if let Some(approach) = self.approach(place, to.index()) {
                    let mut squares = self.squares;
                    squares[place] = to.index();
                    better(
                        lane,
                        &lookup.lane(self.king, &squares[..self.officers()]),
                        approach.open,
                    );
                }
            }
        }
        let home = king_home(color);
        for to in attacks::king(home) & empty {
            self.king_goes(color, to, &self.squares, !0, lane);
        }
        for corner in own {
            self.castle(color, corner, lane);
        }
    }

    /// The king leaves home, with the other men on these squares.
    fn king_goes(&self, color: Color, to: Square, squares: &Squares, open: u64, lane: &mut Lane) {
        let lookup = self.exits.quiet.get(self.rights() - self.own_rights(color));
        let squares = &squares[..self.officers()];
        match color {
            Color::White => better(lane, &lookup.lane(to.index(), squares), open),
            Color::Black => {
                let mut after = [0; 64];
                after[king_home(color).index()] = lookup.entry(self.king, squares, to.index());
                better(lane, &after, open);
            }
        }
    }

    fn castle(&self, color: Color, corner: Square, lane: &mut Lane) {
        let home = king_home(color);
        let side = CastlingSide::of(home, corner);
        let between = attacks::between(home, corner);
        if between.0 & self.occupied != 0 {
            return;
        }
        let walk = attacks::between(home, side.king_to(color)).with(home).with(side.king_to(color));
        let mut open = !between.0;
        for square in walk {
            open &= !self.attackers(!color, square);
        }
        let mut squares = self.squares;
        for (place, officer) in self.exits.officers.iter().enumerate() {
            if officer.nailed.contains(corner) {
                squares[place] = side.rook_to(color).index();
            }
        }
        self.king_goes(color, side.king_to(color), &squares, open, lane);
    }

    /// The squares of Black's king with which a side attacks a square.
    fn attackers(&self, color: Color, target: Square) -> u64 {
        let men = self
            .exits
            .officers
            .iter()
            .zip(self.squares)
            .map(|(officer, square)| (officer.piece, square));
        let pawns = self.exits.layout.fixed[self.exits.layout.nailed..].iter().copied();
        let theirs = men.chain(pawns).filter(|(piece, _)| piece.color == color);
        let by_men = theirs.fold(0, |all, (piece, square)| {
            all | checks(piece, square, target.index(), self.occupied)
        });
        let near = attacks::king(target);
        by_men
            | match color {
                Color::Black => near.0,
                Color::White if near.contains(square_at(self.king)) => !0,
                Color::White => 0,
            }
    }

    pub(super) fn pawn_moves(&self, color: Color, lane: &mut Lane) {
        for step in self.exits.pawn_moves.iter().filter(|step| step.color == color) {
            if step.clear & self.occupied != 0 {
                continue;
            }
            let mut squares = self.squares;
            let mut count = self.officers();
            if let Some((place, square)) = step.captures {
                if squares[place] != square {
                    continue;
                }
                squares = without(squares, place);
                count -= 1;
            }
            for (lookup, arrival) in &step.afters {
                let mut squares = [squares[0], squares[1], squares[2], 0];
                let mut count = count;
                if let Some(arrival) = *arrival {
                    squares[count] = arrival;
                    count += 1;
                }
                let after = if step.en_passant.is_empty() {
                    lookup.lane(self.king, &squares[..count])
                } else {
                    self.with_en_passant(step, lookup, &squares[..count])
                };
                better(lane, &after, !step.shut);
            }
        }
    }

    /// After a double step that allows en passant.
    fn with_en_passant(&self, step: &PawnMove, lookup: &Lookup, squares: &[usize]) -> Lane {
        let plain = lookup.own_lane(self.king, squares);
        let mut taking = [0; 64];
        for capture in &step.en_passant {
            better(&mut taking, &capture.lane(self.king, squares), !0);
        }
        let mut lane = [0; 64];
        for king in 0..64 {
            let (plain, taking) = (plain[king], taking[king]);
            let forced = plain == Value::Draw.code()
                && (1..plain).contains(&taking)
                && lookup.is_stuck(self.king, squares, king);
            lane[king] = lookup.before(if forced { taking } else { plain.max(taking) });
        }
        keep(&mut lane, lookup.attacks(self.king, squares).may_move(!step.color));
        lane
    }
}

impl Lookup {
    /// Whether the side to move has no legal move, en passant apart.
    fn is_stuck(&self, white_king: usize, squares: &[usize], black_king: usize) -> bool {
        let king = |color| Piece { color, role: Role::King };
        let kings = [(king(Color::White), white_king), (king(Color::Black), black_king)];
        let mut diagram = Diagram::EMPTY;
        for (piece, square) in self.men(squares).chain(kings) {
            diagram.put(square_at(square), piece);
        }
        let setup = Setup { diagram, turn: self.turn(), ..Setup::EMPTY };
        Position::new(setup, Faults::WAIVABLE).is_ok_and(|position| !position.has_moves())
    }
}

fn king_home(color: Color) -> Square {
    Square::at(File::E, color.back_rank())
}

fn near(a: usize, b: usize) -> bool {
    attacks::king(square_at(a)).contains(square_at(b))
}

/// Black's king takes on `target` from every square beside it.
fn king_takes(lane: &mut Lane, target: usize, code: u8) {
    if code == 0 {
        return;
    }
    for square in attacks::king(square_at(target)) {
        let best = &mut lane[square.index()];
        *best = (*best).max(code);
    }
}

/// The squares of the other officers.
fn without(mut squares: Squares, place: usize) -> Squares {
    squares.copy_within(place + 1.., place);
    squares
}
