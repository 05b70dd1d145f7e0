//! What each side gets by leaving the slice: captures, pawn moves, promotions.
//!
//! Everything is read from solved slices a line at a time. En passant needs no
//! table of its own: after a double step the value is that of the slice without
//! the right, or of the capture if that is better or the only move.

use super::layout::{Layout, Squares};
use super::line::{BEFORE, Line, better, keep};
use super::lookup::{After, Lookup};
use super::sight::{Sight, reach};
use super::{Solved, each_block};
use crate::index::MOST_OFFICERS;
use crate::slice::Slice;
use crate::symmetry::square_at;
use crate::value::Value;
use sole_board::{
    Color, Diagram, Faults, Piece, Position, Role, Setup, Square, SquareSet, attacks,
};

/// The exits of a slice without castling rights.
pub(super) struct Exits<'a> {
    layout: &'a Layout,
    /// By place of the captured officer.
    officers: Vec<Prey>,
    /// Pawns that officers and kings capture.
    pawns: Vec<PawnPrey>,
    pawn_moves: Vec<PawnMove>,
}

/// An officer that can be captured.
struct Prey {
    lookup: Lookup,
    /// What the capturing side gets, by block and squares of the other officers.
    lines: Vec<Line>,
}

/// A pawn that can be captured by officers and kings.
struct PawnPrey {
    color: Color,
    square: usize,
    lookup: Lookup,
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
    pub(super) fn new<S: Solved>(
        slice: &Slice,
        layout: &'a Layout,
        solved: &S,
    ) -> Result<Exits<'a>, S::Error> {
        let open = |after: &After, turn| {
            Lookup::new(after, turn, |slice, side| solved.section(slice, side))
        };
        let now = After {
            officers: layout.officers.iter().map(|officer| officer.piece).collect(),
            pawns: Color::ALL.map(|color| slice.pawns(color)),
        };
        let mut officers = Vec::new();
        for place in 0..layout.officers.len() {
            let victim = layout.officers[place].piece.color;
            officers.push(Prey::new(layout, open(&now.without_officer(place), victim)?));
        }
        let mut pawns = Vec::new();
        for color in Color::ALL {
            for square in slice.pawns(color) {
                let lookup = open(&now.without_pawn(color, square), color)?;
                pawns.push(PawnPrey { color, square: square.index(), lookup });
            }
        }
        let mut pawn_moves = Vec::new();
        for color in Color::ALL {
            for from in slice.pawns(color) {
                pawn_moves.extend(pushes(&now, color, from, &open)?);
                pawn_moves.extend(captures(&now, color, from, &open)?);
            }
        }
        Ok(Exits { layout, officers, pawns, pawn_moves })
    }

    /// What White and Black get by leaving from a word, 0 where they cannot.
    pub(super) fn lines(
        &self,
        block: usize,
        squares: &Squares,
        occupied: u64,
        sight: &Sight,
    ) -> [Line; 2] {
        let word = Word { exits: self, block, king: self.layout.kings[block], squares, occupied };
        Color::ALL.map(|color| {
            let mut line = [0; 64];
            word.officer_captures(color, &mut line);
            word.pawn_captures(color, &mut line);
            word.pawn_moves(color, &mut line);
            keep(&mut line, sight.may_move(color));
            line
        })
    }
}

impl After {
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

    /// With a pawn arriving on a square: as it is, or as each officer it may become.
    fn arrivals(&self, color: Color, to: Square) -> Vec<(After, Option<usize>)> {
        if !SquareSet::BACK_RANKS.contains(to) {
            return vec![(self.with_pawn(color, to), None)];
        }
        let promote = |role| {
            let mut after = self.clone();
            after.officers.push(Piece { color, role });
            (after, Some(to.index()))
        };
        Role::PROMOTIONS.into_iter().map(promote).collect()
    }
}

impl Prey {
    fn new(layout: &Layout, lookup: Lookup) -> Prey {
        let others = layout.officers.len() - 1;
        let per_block = 1 << (6 * others);
        let mut lines = vec![[0; 64]; per_block * layout.kings.len()];
        each_block(layout, lines.chunks_mut(per_block).collect(), |block, lines: &mut [Line]| {
            let king = layout.kings[block];
            for (number, line) in lines.iter_mut().enumerate() {
                let squares = digits(number, others);
                if !clash(layout, king, &squares[..others]) {
                    *line = lookup.line(king, &squares[..others]);
                }
            }
        });
        Prey { lookup, lines }
    }

    fn line(&self, block: usize, squares: &[usize]) -> &Line {
        let number = squares.iter().fold(block, |number, &square| number << 6 | square);
        &self.lines[number]
    }
}

fn digits(number: usize, count: usize) -> Squares {
    let mut squares = [0; MOST_OFFICERS];
    for place in 0..count {
        squares[place] = number >> (6 * (count - 1 - place)) & 63;
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

type Opener<'o, E> = &'o dyn Fn(&After, Color) -> Result<Lookup, E>;

fn pushes<E>(now: &After, color: Color, from: Square, open: Opener<E>) -> Result<Vec<PawnMove>, E> {
    let mut moves = Vec::new();
    let pawns = now.pawns[0] | now.pawns[1];
    let Some(to) = SquareSet::of(from).forward(color).first() else { return Ok(moves) };
    if pawns.contains(to) {
        return Ok(moves);
    }
    let rest = now.without_pawn(color, from);
    moves.push(PawnMove {
        color,
        clear: SquareSet::of(to).0,
        shut: 0,
        captures: None,
        afters: opened(rest.arrivals(color, to), !color, open)?,
        en_passant: Vec::new(),
    });
    let Some(far) = SquareSet::of(to).forward(color).first() else { return Ok(moves) };
    if from.rank().seen_by(color) != sole_board::Rank::Second || pawns.contains(far) {
        return Ok(moves);
    }
    let beside = SquareSet::of(far).west() | SquareSet::of(far).east();
    let mut en_passant = Vec::new();
    for taker in beside & now.pawns[(!color).index()] {
        let after = rest.without_pawn(!color, taker).with_pawn(!color, to);
        en_passant.push(open(&after, color)?);
    }
    moves.push(PawnMove {
        color,
        clear: (SquareSet::of(to) | SquareSet::of(far)).0,
        shut: SquareSet::of(to).0,
        captures: None,
        afters: opened(rest.arrivals(color, far), !color, open)?,
        en_passant,
    });
    Ok(moves)
}

fn captures<E>(
    now: &After,
    color: Color,
    from: Square,
    open: Opener<E>,
) -> Result<Vec<PawnMove>, E> {
    let mut moves = Vec::new();
    let rest = now.without_pawn(color, from);
    let all_pawns = now.pawns[0] | now.pawns[1];
    for to in attacks::pawn(color, from) {
        let mut capture = |clear, captures, without: After| {
            let afters = opened(without.arrivals(color, to), !color, open)?;
            moves.push(PawnMove {
                color,
                clear,
                shut: 0,
                captures,
                afters,
                en_passant: Vec::new(),
            });
            Ok(())
        };
        if now.pawns[(!color).index()].contains(to) {
            capture(0, None, rest.without_pawn(!color, to))?;
        } else if !all_pawns.contains(to) {
            for (place, piece) in now.officers.iter().enumerate() {
                if piece.color != color {
                    capture(0, Some((place, to.index())), rest.without_officer(place))?;
                }
            }
        }
    }
    Ok(moves)
}

fn opened<E>(
    afters: Vec<(After, Option<usize>)>,
    turn: Color,
    open: Opener<E>,
) -> Result<Vec<(Lookup, Option<usize>)>, E> {
    afters.into_iter().map(|(after, square)| Ok((open(&after, turn)?, square))).collect()
}

/// A word that is being left.
struct Word<'a> {
    exits: &'a Exits<'a>,
    block: usize,
    king: usize,
    squares: &'a Squares,
    occupied: u64,
}

impl Word<'_> {
    fn officers(&self) -> usize {
        self.exits.layout.officers.len()
    }

    /// Own officers that attack a square: place, and where Black's king is not in the way.
    fn attackers(&self, color: Color, target: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let layout = self.exits.layout;
        layout.officers_of(color).filter_map(move |place| {
            let between = reach(layout.officers[place].piece, self.squares[place], target)?;
            (between & self.occupied == 0).then_some((place, !between))
        })
    }

    fn officer_captures(&self, color: Color, line: &mut Line) {
        for victim in self.exits.layout.officers_of(!color) {
            let target = self.squares[victim];
            let prey = &self.exits.officers[victim];
            for (place, open) in self.attackers(color, target) {
                let mut squares = *self.squares;
                squares[place] = target;
                let squares = without(squares, victim);
                better(line, prey.line(self.block, &squares[..self.officers() - 1]), open);
            }
            let squares = without(*self.squares, victim);
            let squares = &squares[..self.officers() - 1];
            match color {
                Color::White if near(self.king, target) => {
                    better(line, &prey.lookup.line(target, squares), !0);
                }
                Color::White => {}
                Color::Black => king_takes(line, target, prey.line(self.block, squares)[target]),
            }
        }
    }

    fn pawn_captures(&self, color: Color, line: &mut Line) {
        let officers = self.officers();
        for prey in self.exits.pawns.iter().filter(|prey| prey.color != color) {
            for (place, open) in self.attackers(color, prey.square) {
                let mut squares = *self.squares;
                squares[place] = prey.square;
                better(line, &prey.lookup.line(self.king, &squares[..officers]), open);
            }
            let squares = &self.squares[..officers];
            match color {
                Color::White if near(self.king, prey.square) => {
                    better(line, &prey.lookup.line(prey.square, squares), !0);
                }
                Color::White => {}
                Color::Black => {
                    king_takes(
                        line,
                        prey.square,
                        prey.lookup.entry(self.king, squares, prey.square),
                    );
                }
            }
        }
    }

    fn pawn_moves(&self, color: Color, line: &mut Line) {
        for step in self.exits.pawn_moves.iter().filter(|step| step.color == color) {
            if step.clear & self.occupied != 0 {
                continue;
            }
            let mut squares = *self.squares;
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
                    lookup.line(self.king, &squares[..count])
                } else {
                    self.with_en_passant(step, lookup, &squares[..count])
                };
                better(line, &after, !step.shut);
            }
        }
    }

    /// After a double step that allows en passant.
    fn with_en_passant(&self, step: &PawnMove, lookup: &Lookup, squares: &[usize]) -> Line {
        let plain = lookup.own_line(self.king, squares);
        let mut taking = [0; 64];
        for capture in &step.en_passant {
            better(&mut taking, &capture.line(self.king, squares), !0);
        }
        let mut line = [0; 64];
        for king in 0..64 {
            let (plain, taking) = (plain[king], taking[king]);
            let forced = plain == Value::Draw.code()
                && (1..plain).contains(&taking)
                && lookup.is_stuck(self.king, squares, king);
            line[king] = BEFORE[usize::from(if forced { taking } else { plain.max(taking) })];
        }
        keep(&mut line, lookup.sight(self.king, squares).may_move(!step.color));
        line
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

fn near(a: usize, b: usize) -> bool {
    attacks::king(square_at(a)).contains(square_at(b))
}

/// Black's king takes on `target` from every square beside it.
fn king_takes(line: &mut Line, target: usize, code: u8) {
    if code == 0 {
        return;
    }
    for square in attacks::king(square_at(target)) {
        let best = &mut line[square.index()];
        *best = (*best).max(code);
    }
}

/// The squares of the other officers.
fn without(mut squares: Squares, place: usize) -> Squares {
    squares.copy_within(place + 1.., place);
    squares
}
