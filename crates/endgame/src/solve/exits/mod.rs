//! What each side gets by leaving the slice: captures, pawn moves, promotions.
//!
//! Everything is read from solved slices a lane at a time. En passant needs no
//! table of its own: after a double step the value is that of the slice without
//! the right, or of the capture if that is better or the only move.

mod word;

use super::attacks::Attacks;
use super::lane::{Lane, keep};
use super::layout::{Layout, Squares};
use super::lookup::{After, Lookup, Officer};
use super::{Solved, each_block};
use crate::file::Metric;
use crate::index::MOST_OFFICERS;
use crate::metric::Step;
use crate::slice::Slice;
use sole_board::{Color, Piece, Role, Square, SquareSet, attacks};
use word::Word;

/// The exits of a slice.
pub(super) struct Exits<'a> {
    layout: &'a Layout,
    /// The officers of a word: those that move inside the slice, then the nailed ones.
    officers: Vec<Officer>,
    /// By place of the captured officer.
    capturable: Vec<CapturableOfficer>,
    /// Pawns that officers and kings capture.
    pawns: Vec<CapturablePawn>,
    pawn_moves: Vec<PawnMove>,
    /// After moves that cost a castling right and nothing else.
    quiet: LookupsByRights,
}

/// The lookups after an exit, by the castling rights that are left.
struct LookupsByRights(Vec<(SquareSet, Lookup)>);

/// An officer that can be captured.
struct CapturableOfficer {
    lookups: LookupsByRights,
    /// What the capturing side gets, by block and squares of the other officers; none with
    /// castling rights.
    lanes: Vec<Lane>,
}

/// A pawn that can be captured by officers and kings.
struct CapturablePawn {
    color: Color,
    square: usize,
    lookups: LookupsByRights,
}

/// A move of a pawn.
struct PawnMove {
    color: Color,
    /// Squares that must be free of all men but Black's king.
    clear: u64,
    /// Squares where Black's king would be in the way.
    shut: u64,
    /// An officer, by place, that must stand on this square to be captured.
    captures: Option<(usize, usize)>,
    /// What follows: one lookup, or four for a promotion with the square of the new officer.
    afters: Vec<(Lookup, Option<usize>)>,
    en_passant: Vec<Lookup>,
}

impl<'a> Exits<'a> {
    pub(super) fn new(
        slice: &Slice,
        layout: &'a Layout,
        metric: Metric,
        solved: &impl Solved,
    ) -> Exits<'a> {
        let open_after = |step| {
            let before = std::array::from_fn(|code| metric.before(code as u8, step));
            move |after: &After, turn| {
                Lookup::new(after, turn, before, |slice, side| solved.section(slice, side))
            }
        };
        let open = open_after(Step::Zeroing);
        let now =
            After { officers: officers(layout), pawns: Color::ALL.map(|color| slice.pawns(color)) };
        let mut capturable = Vec::new();
        for place in 0..now.officers.len() {
            let victim = now.officers[place].piece.color;
            let lookups = LookupsByRights::new(&now.without_officer(place), victim, &open);
            capturable.push(CapturableOfficer::new(layout, lookups));
        }
        let mut pawns = Vec::new();
        for color in Color::ALL {
            for square in slice.pawns(color) {
                let lookups = LookupsByRights::new(&now.without_pawn(color, square), color, &open);
                pawns.push(CapturablePawn { color, square: square.index(), lookups });
            }
        }
        let mut pawn_moves = Vec::new();
        for color in Color::ALL {
            for from in slice.pawns(color) {
                pawn_moves.extend(pushes(&now, color, from, &open));
                pawn_moves.extend(captures(&now, color, from, &open));
            }
        }
        let quiet = LookupsByRights::quiet(&now, &open_after(Step::Quiet));
        Exits { layout, officers: now.officers, capturable, pawns, pawn_moves, quiet }
    }

    /// What White and Black get by leaving from a word, 0 where they cannot.
    pub(super) fn lanes(
        &self,
        block: usize,
        squares: &Squares,
        occupied: u64,
        attacks: &Attacks,
    ) -> [Lane; 2] {
        let word = Word::new(self, block, self.with_nailed(squares), occupied);
        Color::ALL.map(|color| {
            let mut lane = [0; 64];
            word.officer_captures(color, &mut lane);
            word.pawn_captures(color, &mut lane);
            word.pawn_moves(color, &mut lane);
            word.lost_rights(color, &mut lane);
            keep(&mut lane, attacks.may_move(color));
            lane
        })
    }

    fn with_nailed(&self, squares: &Squares) -> Squares {
        let mut all = *squares;
        let nailed = &self.layout.fixed[..self.layout.nailed];
        for (square, (_, corner)) in all[self.layout.officers.len()..].iter_mut().zip(nailed) {
            *square = *corner;
        }
        all
    }
}

fn officers(layout: &Layout) -> Vec<Officer> {
    let free = layout.officers.iter().map(|officer| (officer.piece, SquareSet::EMPTY));
    let nailed = &layout.fixed[..layout.nailed];
    let nailed = nailed.iter().map(|&(piece, corner)| (piece, SquareSet(1 << corner)));
    free.chain(nailed).map(|(piece, nailed)| Officer { piece, nailed }).collect()
}

impl After {
    /// Squares on which nothing else can stand: of pawns, and of kings and rooks at home.
    fn fixed(&self) -> SquareSet {
        let rights = self.rights();
        let home = |color: Color, square: Square| match rights & SquareSet::rank(color.back_rank())
        {
            SquareSet::EMPTY => SquareSet::EMPTY,
            _ => SquareSet::of(square),
        };
        let homes = home(Color::White, Square::E1) | home(Color::Black, Square::E8);
        self.pawns[0] | self.pawns[1] | rights | homes
    }

    fn without_officer(&self, place: usize) -> After {
        let mut after = self.clone();
        after.officers.remove(place);
        after
    }

    fn without_pawn(&self, color: Color, square: Square) -> After {
        let mut after = self.clone();
        after.pawns[color.index()] = after.pawns[color.index()].without(square);
        after
    }

    fn with_pawn(&self, color: Color, square: Square) -> After {
        let mut after = self.clone();
        after.pawns[color.index()] = after.pawns[color.index()].with(square);
        after
    }

    fn with_rights(&self, rights: SquareSet) -> After {
        let mut after = self.clone();
        for officer in &mut after.officers {
            officer.nailed &= rights;
        }
        after
    }

    /// With a pawn arriving on a square: as it is, or as each officer it may become.
    fn arrivals(&self, color: Color, to: Square) -> Vec<(After, Option<usize>)> {
        if !SquareSet::BACK_RANKS.contains(to) {
            return vec![(self.with_pawn(color, to), None)];
        }
        let promote = |role| {
            let mut after = self.clone();
            after.officers.push(Officer { piece: Piece { color, role }, nailed: SquareSet::EMPTY });
            (after, Some(to.index()))
        };
        Role::PROMOTIONS.into_iter().map(promote).collect()
    }
}

impl LookupsByRights {
    /// After a capture by the side that is not on `turn`, whatever right that costs it.
    fn new(after: &After, turn: Color, open: Opener) -> LookupsByRights {
        let rights = after.rights();
        let own = rights & SquareSet::rank((!turn).back_rank());
        let free = |officer: &Officer| officer.piece.color != turn && officer.nailed.is_empty();
        let may_keep_all = own.is_empty() || after.officers.iter().any(free);
        let mut lookups = Vec::new();
        for lost in own.subsets().filter(|lost| lost.any() || may_keep_all) {
            let left = rights - lost;
            lookups.push((left, open(&after.with_rights(left), turn)));
        }
        LookupsByRights(lookups)
    }

    /// After a quiet move of a king or a rook at home.
    fn quiet(now: &After, open: Opener) -> LookupsByRights {
        let rights = now.rights();
        let mut lookups = Vec::new();
        for color in Color::ALL {
            let own = rights & SquareSet::rank(color.back_rank());
            for lost in own.subsets().filter(|lost| lost.any()) {
                let left = rights - lost;
                lookups.push((left, open(&now.with_rights(left), !color)));
            }
        }
        LookupsByRights(lookups)
    }

    fn get(&self, rights: SquareSet) -> &Lookup {
        let gate = self.0.iter().find(|(left, _)| *left == rights);
        &gate.expect("every loss of rights has its gate").1
    }
}

impl CapturableOfficer {
    fn new(layout: &Layout, lookups: LookupsByRights) -> CapturableOfficer {
        if layout.nailed > 0 {
            return CapturableOfficer { lookups, lanes: Vec::new() };
        }
        let lookup = lookups.get(SquareSet::EMPTY);
        let others = layout.officers.len() - 1;
        let per_block = 1 << (6 * others);
        let mut lanes = vec![[0; 64]; per_block * layout.kings.len()];
        each_block(layout, lanes.chunks_mut(per_block).collect(), |block, lanes: &mut [Lane]| {
            let king = layout.kings[block];
            for (number, lane) in lanes.iter_mut().enumerate() {
                let squares = digits(number, others);
                if !clash(layout, king, &squares[..others]) {
                    *lane = lookup.lane(king, &squares[..others]);
                }
            }
        });
        CapturableOfficer { lookups, lanes }
    }

    /// What a capture is worth that leaves White's king in its block.
    fn lane(&self, block: usize, king: usize, squares: &[usize], rights: SquareSet) -> Lane {
        if self.lanes.is_empty() {
            return self.lookups.get(rights).lane(king, squares);
        }
        let number = squares.iter().fold(block, |number, &square| number << 6 | square);
        self.lanes[number]
    }
}

fn digits(number: usize, count: usize) -> Squares {
    let mut squares = [0; MOST_OFFICERS];
    for (place, square) in squares[..count].iter_mut().enumerate() {
        *square = number >> (6 * (count - 1 - place)) & 63;
    }
    squares
}

fn clash(layout: &Layout, king: usize, squares: &[usize]) -> bool {
    let mut occupied = 0u64;
    let fixed = layout.fixed.iter().map(|(_, square)| square);
    let mut lands_on_another = |&square: &usize| {
        let taken = occupied >> square & 1 != 0;
        occupied |= 1 << square;
        taken
    };
    squares.iter().chain(fixed).chain([&king]).any(&mut lands_on_another)
}

type Opener<'o> = &'o dyn Fn(&After, Color) -> Lookup;

fn pushes(now: &After, color: Color, from: Square, open: Opener) -> Vec<PawnMove> {
    let mut moves = Vec::new();
    let fixed = now.fixed();
    let Some(to) = SquareSet::of(from).forward(color).first() else { return moves };
    if fixed.contains(to) {
        return moves;
    }
    let rest = now.without_pawn(color, from);
    moves.push(PawnMove {
        color,
        clear: SquareSet::of(to).0,
        shut: 0,
        captures: None,
        afters: opened(rest.arrivals(color, to), !color, open),
        en_passant: Vec::new(),
    });
    let Some(far) = SquareSet::of(to).forward(color).first() else { return moves };
    if from.rank().seen_by(color) != sole_board::Rank::Second || fixed.contains(far) {
        return moves;
    }
    let beside = SquareSet::of(far).west() | SquareSet::of(far).east();
    let mut en_passant = Vec::new();
    for taker in beside & now.pawns[(!color).index()] {
        let after = rest.without_pawn(!color, taker).with_pawn(!color, to);
        en_passant.push(open(&after, color));
    }
    moves.push(PawnMove {
        color,
        clear: (SquareSet::of(to) | SquareSet::of(far)).0,
        shut: SquareSet::of(to).0,
        captures: None,
        afters: opened(rest.arrivals(color, far), !color, open),
        en_passant,
    });
    moves
}

fn captures(now: &After, color: Color, from: Square, open: Opener) -> Vec<PawnMove> {
    let mut moves = Vec::new();
    let rest = now.without_pawn(color, from);
    let fixed = now.fixed();
    for to in attacks::pawn(color, from) {
        let mut capture = |clear, captures, without: After| {
            let afters = opened(without.arrivals(color, to), !color, open);
            moves.push(PawnMove {
                color,
                clear,
                shut: 0,
                captures,
                afters,
                en_passant: Vec::new(),
            });
        };
        if now.pawns[(!color).index()].contains(to) {
            capture(0, None, rest.without_pawn(!color, to));
        } else {
            for (place, officer) in now.officers.iter().enumerate() {
                let nailed_there = officer.nailed.contains(to);
                let there = nailed_there || officer.nailed.is_empty() && !fixed.contains(to);
                if officer.piece.color != color && there {
                    capture(0, Some((place, to.index())), rest.without_officer(place));
                }
            }
        }
    }
    moves
}

fn opened(
    afters: Vec<(After, Option<usize>)>,
    turn: Color,
    open: Opener,
) -> Vec<(Lookup, Option<usize>)> {
    afters.into_iter().map(|(after, square)| (open(&after, turn), square)).collect()
}
