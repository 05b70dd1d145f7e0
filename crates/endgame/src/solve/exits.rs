//! What each side gets by leaving the slice: captures, pawn moves, promotions.
//!
//! Everything is read from solved slices a line at a time. En passant needs no
//! table of its own: after a double step the value is that of the slice without
//! the right, or of the capture if that is better or the only move.

use super::layout::{Layout, Squares};
use super::line::{Line, better, keep};
use super::lookup::{After, Lookup, Officer};
use super::sight::{Sight, checks, reach};
use super::{Solved, each_block};
use crate::file::Metric;
use crate::index::MOST_OFFICERS;
use crate::metric::Step;
use crate::slice::Slice;
use crate::symmetry::square_at;
use crate::value::Value;
use sole_board::{
    CastlingSide, Color, Diagram, Faults, File, Piece, Position, Role, Setup, Square, SquareSet,
    attacks,
};

/// The exits of a slice.
pub(super) struct Exits<'a> {
    layout: &'a Layout,
    /// The officers of a word: those that move inside the slice, then the nailed ones.
    officers: Vec<Officer>,
    /// By place of the captured officer.
    prey: Vec<Prey>,
    /// Pawns that officers and kings capture.
    pawns: Vec<PawnPrey>,
    pawn_moves: Vec<PawnMove>,
    /// After moves that cost a castling right and nothing else.
    quiet: Gates,
}

/// What follows an exit, by the castling rights that are left.
struct Gates(Vec<(SquareSet, Lookup)>);

/// An officer that can be captured.
struct Prey {
    gates: Gates,
    /// What the capturing side gets, by block and squares of the other officers; none with
    /// castling rights.
    lines: Vec<Line>,
}

/// A pawn that can be captured by officers and kings.
struct PawnPrey {
    color: Color,
    square: usize,
    gates: Gates,
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

/// A move of an officer to a square: its place, where Black's king does not stop it, the right
/// that it costs.
struct Approach {
    place: usize,
    open: u64,
    costs: SquareSet,
}

impl<'a> Exits<'a> {
    pub(super) fn new<S: Solved>(
        slice: &Slice,
        layout: &'a Layout,
        metric: Metric,
        solved: &S,
    ) -> Result<Exits<'a>, S::Error> {
        let open_after = |step| {
            let before = std::array::from_fn(|code| metric.before(code as u8, step));
            move |after: &After, turn| {
                Lookup::new(after, turn, before, |slice, side| solved.section(slice, side))
            }
        };
        let open = open_after(Step::Zeroing);
        let now =
            After { officers: officers(layout), pawns: Color::ALL.map(|color| slice.pawns(color)) };
        let mut prey = Vec::new();
        for place in 0..now.officers.len() {
            let victim = now.officers[place].piece.color;
            let gates = Gates::new(&now.without_officer(place), victim, &open)?;
            prey.push(Prey::new(layout, gates));
        }
        let mut pawns = Vec::new();
        for color in Color::ALL {
            for square in slice.pawns(color) {
                let gates = Gates::new(&now.without_pawn(color, square), color, &open)?;
                pawns.push(PawnPrey { color, square: square.index(), gates });
            }
        }
        let mut pawn_moves = Vec::new();
        for color in Color::ALL {
            for from in slice.pawns(color) {
                pawn_moves.extend(pushes(&now, color, from, &open)?);
                pawn_moves.extend(captures(&now, color, from, &open)?);
            }
        }
        let quiet = Gates::quiet(&now, &open_after(Step::Quiet))?;
        Ok(Exits { layout, officers: now.officers, prey, pawns, pawn_moves, quiet })
    }

    /// What White and Black get by leaving from a word, 0 where they cannot.
    pub(super) fn lines(
        &self,
        block: usize,
        squares: &Squares,
        occupied: u64,
        sight: &Sight,
    ) -> [Line; 2] {
        let word = Word {
            exits: self,
            block,
            king: self.layout.kings[block],
            squares: self.with_nailed(squares),
            occupied,
        };
        Color::ALL.map(|color| {
            let mut line = [0; 64];
            word.officer_captures(color, &mut line);
            word.pawn_captures(color, &mut line);
            word.pawn_moves(color, &mut line);
            word.lost_rights(color, &mut line);
            keep(&mut line, sight.may_move(color));
            line
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

impl Gates {
    /// After a capture by the side that is not on `turn`, whatever right that costs it.
    fn new<E>(after: &After, turn: Color, open: Opener<E>) -> Result<Gates, E> {
        let rights = after.rights();
        let own = rights & SquareSet::rank((!turn).back_rank());
        let free = |officer: &Officer| officer.piece.color != turn && officer.nailed.is_empty();
        let may_keep_all = own.is_empty() || after.officers.iter().any(free);
        let mut gates = Vec::new();
        for lost in own.subsets().filter(|lost| lost.any() || may_keep_all) {
            let left = rights - lost;
            gates.push((left, open(&after.with_rights(left), turn)?));
        }
        Ok(Gates(gates))
    }

    /// After a quiet move of a king or a rook at home.
    fn quiet<E>(now: &After, open: Opener<E>) -> Result<Gates, E> {
        let rights = now.rights();
        let mut gates = Vec::new();
        for color in Color::ALL {
            let own = rights & SquareSet::rank(color.back_rank());
            for lost in own.subsets().filter(|lost| lost.any()) {
                let left = rights - lost;
                gates.push((left, open(&now.with_rights(left), !color)?));
            }
        }
        Ok(Gates(gates))
    }

    fn get(&self, rights: SquareSet) -> &Lookup {
        let gate = self.0.iter().find(|(left, _)| *left == rights);
        &gate.expect("every loss of rights has its gate").1
    }
}

impl Prey {
    fn new(layout: &Layout, gates: Gates) -> Prey {
        if layout.nailed > 0 {
            return Prey { gates, lines: Vec::new() };
        }
        let lookup = gates.get(SquareSet::EMPTY);
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
        Prey { gates, lines }
    }

    /// What a capture is worth that leaves White's king in its block.
    fn line(&self, block: usize, king: usize, squares: &[usize], rights: SquareSet) -> Line {
        if self.lines.is_empty() {
            return self.gates.get(rights).line(king, squares);
        }
        let number = squares.iter().fold(block, |number, &square| number << 6 | square);
        self.lines[number]
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
            for (place, officer) in now.officers.iter().enumerate() {
                let there = officer.nailed.is_empty() || officer.nailed.contains(to);
                if officer.piece.color != color && there {
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
    squares: Squares,
    occupied: u64,
}

impl Word<'_> {
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

    fn officer_captures(&self, color: Color, line: &mut Line) {
        let others = self.officers().saturating_sub(1);
        for victim in self.officers_of(!color) {
            let target = self.squares[victim];
            let prey = &self.exits.prey[victim];
            let rights = self.rights() - self.exits.officers[victim].nailed;
            for approach in self.approaches(color, target) {
                let mut squares = self.squares;
                squares[approach.place] = target;
                let squares = without(squares, victim);
                let rights = rights - approach.costs;
                let after = prey.line(self.block, self.king, &squares[..others], rights);
                better(line, &after, approach.open);
            }
            let squares = without(self.squares, victim);
            let squares = &squares[..others];
            let rights = rights - self.own_rights(color);
            match color {
                Color::White if near(self.king, target) => {
                    better(line, &prey.gates.get(rights).line(target, squares), !0);
                }
                Color::White => {}
                Color::Black => {
                    let after = prey.line(self.block, self.king, squares, rights);
                    king_takes(line, target, after[target]);
                }
            }
        }
    }

    fn pawn_captures(&self, color: Color, line: &mut Line) {
        let officers = self.officers();
        for prey in self.exits.pawns.iter().filter(|prey| prey.color != color) {
            for approach in self.approaches(color, prey.square) {
                let mut squares = self.squares;
                squares[approach.place] = prey.square;
                let lookup = prey.gates.get(self.rights() - approach.costs);
                better(line, &lookup.line(self.king, &squares[..officers]), approach.open);
            }
            let squares = &self.squares[..officers];
            let lookup = prey.gates.get(self.rights() - self.own_rights(color));
            match color {
                Color::White if near(self.king, prey.square) => {
                    better(line, &lookup.line(prey.square, squares), !0);
                }
                Color::White => {}
                Color::Black => {
                    king_takes(line, prey.square, lookup.entry(self.king, squares, prey.square));
                }
            }
        }
    }

    /// Quiet moves of a king and rooks at home, and castling.
    fn lost_rights(&self, color: Color, line: &mut Line) {
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
                        line,
                        &lookup.line(self.king, &squares[..self.officers()]),
                        approach.open,
                    );
                }
            }
        }
        let home = king_home(color);
        for to in attacks::king(home) & empty {
            self.king_goes(color, to, &self.squares, !0, line);
        }
        for corner in own {
            self.castle(color, corner, line);
        }
    }

    /// The king leaves home, with the other men on these squares.
    fn king_goes(&self, color: Color, to: Square, squares: &Squares, open: u64, line: &mut Line) {
        let lookup = self.exits.quiet.get(self.rights() - self.own_rights(color));
        let squares = &squares[..self.officers()];
        match color {
            Color::White => better(line, &lookup.line(to.index(), squares), open),
            Color::Black => {
                let mut after = [0; 64];
                after[king_home(color).index()] = lookup.entry(self.king, squares, to.index());
                better(line, &after, open);
            }
        }
    }

    fn castle(&self, color: Color, corner: Square, line: &mut Line) {
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
        self.king_goes(color, side.king_to(color), &squares, open, line);
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

    fn pawn_moves(&self, color: Color, line: &mut Line) {
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
            line[king] = lookup.before(if forced { taking } else { plain.max(taking) });
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

fn king_home(color: Color) -> Square {
    Square::at(File::E, color.back_rank())
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
