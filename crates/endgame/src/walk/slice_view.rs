//! A view of one slice with its values, and the walk over its positions.
//!
//! Square numbers and table look-ups only: no position is built on the way.

use super::attack_lookup::AttackLookup;
use super::men::{Men, Mirror, Squares, all_combinations};
use crate::bishops::BishopColors;
use crate::dtm::Value;
use crate::file::Metric;
use crate::index::{Index, MOST_OFFICERS, combination};
use crate::kings::on_diagonal;
use crate::slice::Slice;
use crate::symmetry::{Symmetry, square_at};
use crate::tables::{ProbeError, Tables};
use sole_board::{Color, Diagram, Faults, Piece, Position, Role, Setup, attacks};
use std::ops::Range;

/// The values of a slice with either side to move.
pub(crate) struct SliceView {
    men: Men,
    /// Whether White of the slice is Black of the ending that is walked.
    swapped: bool,
    mirror: Mirror,
    /// In how many ways the like men can be exchanged.
    labellings: u64,
    /// The bishops by owner and place in [`Squares::others`]; empty unless there are several.
    bishops: Vec<(Color, usize)>,
    sides: [Values; 2],
}

/// The values with one side to move, in the order of their file.
struct Values {
    index: Index,
    codes: Vec<u8>,
}

/// A position that the walk visits: a place that is legal with at least one side to move.
///
/// Of places that are the same position under symmetry, the first alone is
/// visited. Sides and colours are those of the slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VisitedPosition {
    /// Its number, whatever the order in the file.
    pub(crate) place: usize,
    /// How many positions and boards it stands for.
    pub(crate) weight: Weight,
    squares: Squares,
    occupied: u64,
    in_check: [bool; 2],
    codes: [u8; 2],
}

/// The number of positions and boards that a visited position represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weight {
    /// How many boards are the same under symmetry.
    pub(crate) boards: u64,
    /// How many positions it is if like men are told apart, still unique under symmetry.
    pub(crate) told_apart: u64,
}

/// A partial placement of the men.
#[derive(Clone, Copy)]
struct Partial {
    squares: Squares,
    occupied: u64,
    /// What must be empty for each man to give check.
    lines: [u64; MOST_OFFICERS],
    /// Kings first, then as in the file of each side.
    places: [usize; 3],
}

impl SliceView {
    pub(crate) fn read(
        tables: &Tables,
        slice: &Slice,
        swapped: bool,
    ) -> Result<SliceView, ProbeError> {
        let men = Men::new(slice);
        let side = |turn| {
            let section = tables.section(slice, turn, Metric::Dtm)?;
            Ok::<_, ProbeError>(Values {
                index: Index::new(slice, section.order),
                codes: section.values,
            })
        };
        let sides = [side(Color::White)?, side(Color::Black)?];
        let (mirror, labellings, bishops) = (men.mirror(), men.labellings(), men.bishops());
        Ok(SliceView { men, swapped, mirror, labellings, bishops, sides })
    }

    /// How many pairs of king squares there are.
    pub(crate) fn pairs(&self) -> usize {
        self.men.places() / self.men.index().kings_stride()
    }

    /// How many places each pair has.
    pub(crate) fn places_of_pair(&self) -> usize {
        self.men.index().kings_stride()
    }

    /// Whether someone may castle.
    pub(crate) fn may_castle(&self) -> bool {
        self.men.slice().rights().any()
    }

    /// The value with a side to move; `None` if that is not a legal position.
    #[inline(always)]
    pub(crate) fn value(&self, visited: &VisitedPosition, turn: Color) -> Option<Value> {
        let side = self.side(turn);
        (!visited.in_check[1 - side]).then(|| Value::from_code(visited.codes[side]))
    }

    /// Whether the king of a side is attacked.
    pub(crate) fn in_check(&self, visited: &VisitedPosition, color: Color) -> bool {
        visited.in_check[self.side(color)]
    }

    /// The squares of White's and Black's king, in the ending that is walked.
    #[inline(always)]
    pub(crate) fn kings(&self, visited: &VisitedPosition) -> [usize; 2] {
        let [white, black] = visited.squares.kings;
        match self.swapped {
            true => [black, white].map(|square| Symmetry::FLIP.at(square)),
            false => [white, black],
        }
    }

    /// How the bishops stand; none unless there are several.
    #[inline(always)]
    pub(crate) fn bishops(&self, visited: &VisitedPosition) -> Option<BishopColors> {
        if self.bishops.is_empty() {
            return None;
        }
        let bishop = |&(owner, slot): &(Color, usize)| {
            let square = visited.squares.others[slot];
            (owner, (square ^ (square >> 3)) & 1 == 1)
        };
        BishopColors::of(self.bishops.iter().map(bishop))
    }

    /// The position with this side to move, which must be legal.
    pub(crate) fn position(&self, visited: &VisitedPosition, turn: Color) -> Position {
        self.position_of(&visited.squares, turn).expect("the visited place is a position")
    }

    /// The image of that position under one of the symmetries.
    pub(crate) fn image(
        &self,
        visited: &VisitedPosition,
        turn: Color,
        symmetry: Symmetry,
    ) -> Position {
        if symmetry == Symmetry::IDENTITY {
            return self.position(visited, turn);
        }
        let setup = Setup { diagram: self.diagram(visited, symmetry), turn, ..Setup::EMPTY };
        Position::new(setup, Faults::WAIVABLE).expect("an image of a position is one")
    }

    /// The men of an image.
    pub(crate) fn diagram(&self, visited: &VisitedPosition, symmetry: Symmetry) -> Diagram {
        let symmetry = if self.swapped { Symmetry::FLIP.then(symmetry) } else { symmetry };
        let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
        let kings = kings.into_iter().zip(visited.squares.kings);
        let others = self.men.pieces().iter().copied().zip(visited.squares.others);
        let mut diagram = Diagram::EMPTY;
        for (Piece { color, role }, square) in kings.chain(others) {
            let color = if self.swapped { !color } else { color };
            diagram.put(square_at(symmetry.at(square)), Piece { color, role });
        }
        diagram
    }

    /// The symmetries that keep what the positions are worth, the identity first.
    pub(crate) fn symmetries(&self) -> &'static [Symmetry] {
        match self.mirror {
            Mirror::Diagonal => &Symmetry::ALL,
            Mirror::Files | Mirror::FilesElsewhere => &Symmetry::ALL[..2],
            Mirror::None => &Symmetry::ALL[..1],
        }
    }

    fn position_of(&self, squares: &Squares, turn: Color) -> Option<Position> {
        super::position(&self.men, squares, turn, self.swapped)
    }

    fn side(&self, color: Color) -> usize {
        (if self.swapped { !color } else { color }).index()
    }

    /// Whether the king of a side can step to a square that is not attacked.
    pub(crate) fn king_can_move(&self, visited: &VisitedPosition, color: Color) -> bool {
        let side = self.side(color);
        let king = visited.squares.kings[side];
        let enemy_king = attacks::king(square_at(visited.squares.kings[1 - side])).0;
        let mut steps = attacks::king(square_at(king)).0 & !enemy_king & !self.own(visited, side);
        let others = visited.occupied & !(1 << king);
        while steps != 0 {
            if !self.attacked(visited, steps.trailing_zeros() as usize, 1 - side, others) {
                return true;
            }
            steps &= steps - 1;
        }
        false
    }

    fn own(&self, visited: &VisitedPosition, side: usize) -> u64 {
        let men = self.men.pieces().iter().zip(&visited.squares.others);
        men.filter(|(piece, _)| piece.color.index() == side).fold(0, |own, (_, at)| own | 1 << at)
    }

    /// Whether a man other than a king, and not on the square itself, attacks it.
    fn attacked(&self, visited: &VisitedPosition, target: usize, by: usize, occupied: u64) -> bool {
        let lines = AttackLookup::table();
        let men = self.men.pieces().iter().zip(self.men.kinds()).zip(&visited.squares.others);
        men.filter(|((piece, _), from)| piece.color.index() == by && **from != target)
            .any(|((_, &kind), &from)| lines.to(kind, target)[from] & occupied == 0)
    }

    /// Visits the positions with some pairs of king squares, by ascending place.
    pub(crate) fn visit(&self, pairs: Range<usize>, mut visit: impl FnMut(&VisitedPosition)) {
        for pair in pairs {
            if let Some(start) = self.start(pair) {
                self.descend(0, start, &mut visit);
            }
        }
    }

    /// The kings and the men that never move; none if they cannot stand so.
    fn start(&self, pair: usize) -> Option<Partial> {
        let squares = self.men.with_kings(pair);
        let fixed = &squares.others[..self.men.n_fixed()];
        let men = squares.kings.iter().chain(fixed);
        let occupied = men.clone().fold(0u64, |word, &square| word | 1 << square);
        let twice = self.mirror == Mirror::Files && squares.kings[0] & 7 > 3;
        if twice || occupied.count_ones() as usize != men.count() {
            return None;
        }
        let [white, black] = [0, 1].map(|side: usize| pair * self.sides[side].index.kings_stride());
        let places = [pair * self.men.index().kings_stride(), white, black];
        let mut start = Partial { squares, occupied, lines: [0; MOST_OFFICERS], places };
        for slot in 0..self.men.n_fixed() {
            start.lines[slot] = self.line(slot, &squares);
        }
        Some(start)
    }

    /// What must be empty for the man in a slot to give check.
    #[inline(always)]
    fn line(&self, slot: usize, squares: &Squares) -> u64 {
        let enemy_king = squares.kings[1 - self.men.pieces()[slot].color.index()];
        AttackLookup::table().to(self.men.kinds()[slot], enemy_king)[squares.others[slot] & 63]
    }

    /// Places the groups from `number` on in every way.
    fn descend(&self, number: usize, partial: Partial, visit: &mut impl FnMut(&VisitedPosition)) {
        let Some(group) = self.men.groups().get(number) else {
            return self.arrive(&partial, visit);
        };
        let slot = self.men.n_fixed()
            + self.men.groups()[..number].iter().map(|group| group.size).sum::<usize>();
        let strides = [
            self.men.index().group_stride(number),
            self.sides[0].index.group_stride(number),
            self.sides[1].index.group_stride(number),
        ];
        for (digit, combination) in all_combinations(group.size).iter().enumerate() {
            if combination.word & partial.occupied != 0 {
                continue;
            }
            let mut next = partial;
            next.occupied |= combination.word;
            for (place, stride) in next.places.iter_mut().zip(strides) {
                *place += digit * stride;
            }
            for (man, &square) in (slot..slot + group.size).zip(&combination.squares) {
                next.squares.others[man] = square;
                next.lines[man] = self.line(man, &next.squares);
            }
            self.descend(number + 1, next, visit);
        }
    }

    /// All men are placed.
    #[inline(always)]
    fn arrive(&self, partial: &Partial, visit: &mut impl FnMut(&VisitedPosition)) {
        let Some(weight) = self.weight(&partial.squares, partial.places[0]) else { return };
        let mut in_check = [false; 2];
        for (piece, &line) in self.men.pieces().iter().zip(&partial.lines) {
            in_check[1 - piece.color.index()] |= line & partial.occupied == 0;
        }
        if in_check == [true; 2] {
            return;
        }
        let code = |side: usize| self.sides[side].codes[partial.places[1 + side]];
        let Partial { squares, occupied, places: [place, ..], .. } = *partial;
        let codes = [code(0), code(1)];
        visit(&VisitedPosition { place, weight, squares, occupied, in_check, codes });
    }

    /// What these squares stand for; none if an earlier place has counted them.
    #[inline(always)]
    fn weight(&self, squares: &Squares, place: usize) -> Option<Weight> {
        let told_apart = self.labellings;
        let boards = match self.mirror {
            Mirror::None => 1,
            Mirror::Files | Mirror::FilesElsewhere => 2,
            Mirror::Diagonal if !squares.kings.into_iter().all(on_diagonal) => 8,
            Mirror::Diagonal => match self.transposed(squares, place) {
                image if image < place => return None,
                image if image == place => return Some(self.weight_of_mirrored(squares)),
                _ => 8,
            },
        };
        Some(Weight { boards, told_apart })
    }

    /// A position that is its own mirror image has half the boards. If like men exchange
    /// their squares there, that is another board when they are told apart.
    fn weight_of_mirrored(&self, squares: &Squares) -> Weight {
        let men = &squares.others[..self.men.pieces().len()];
        let moves = !men.iter().all(|&square| on_diagonal(square));
        Weight { boards: 4, told_apart: self.labellings >> u32::from(moves) }
    }

    /// The place of the mirror image, if both kings stand on the diagonal.
    fn transposed(&self, squares: &Squares, place: usize) -> usize {
        let index = self.men.index();
        let mut image = place / index.kings_stride() * index.kings_stride();
        let mut slot = 0;
        for (number, group) in self.men.groups().iter().enumerate() {
            let mut images = [0; MOST_OFFICERS];
            for (image, &square) in images.iter_mut().zip(&squares.others[slot..][..group.size]) {
                *image = Symmetry::TRANSPOSE.at(square);
            }
            image += combination(&images[..group.size]) * index.group_stride(number);
            slot += group.size;
        }
        image
    }
}
