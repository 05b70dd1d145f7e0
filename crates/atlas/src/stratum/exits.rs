//! The ways out of a stratum: captures, pawn moves and promotions.
//!
//! Each way out leads to one other stratum, and no two to the same. A position
//! after a pawn's push or its capture of a pawn comes from one position alone;
//! after other captures it may come from several, so positions are marked in a
//! table of the stratum they belong to.

use super::army::{Army, Roster};
use super::closure::{Closure, clear};
use super::entry::Entry;
use super::pawn_structure::PawnStructure;
use super::table::{Table, bits, count, intersect_with, subtract, union_with, words_for};
use super::{Exit, Stratum};
use rayon::prelude::*;
use sole_board::{Color, Rank, Role, Square, SquareSet, attacks};

/// Finds the exits of a closed stratum.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExitFinder<'a> {
    pub(super) closure: &'a Closure,
    /// Positions from which nothing leads on.
    pub(super) ends: Option<&'a [Table; 2]>,
}

/// The positions that one exit leads to.
#[derive(Debug)]
pub(super) struct ExitPositions {
    /// How many moves.
    pub(super) edges: u64,
    /// The mover's armies after the move, in their order.
    own: Vec<Army>,
    /// The other side's armies after the move, in their order.
    others: Vec<Army>,
    table: Table,
}

/// A move of one army that leaves the stratum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ExitMove {
    pub(super) army: Army,
    /// Where no piece of the other side may stand.
    pub(super) clear: SquareSet,
    /// Where it ends.
    pub(super) to: Square,
}

impl Exit {
    /// The role of the captured piece, if it is not a pawn.
    fn captured_piece(self) -> Option<Role> {
        match self {
            Exit::Officer { taken } => Some(taken),
            Exit::PawnCapture { taken, .. } => (taken != Role::Pawn).then_some(taken),
            Exit::Promotion { taken, .. } => taken,
            _ => None,
        }
    }
}

impl PawnStructure {
    /// Every way out by `color`, if the other side has officers of these roles.
    pub(super) fn exits(&self, color: Color, capturable: &[Role]) -> Vec<Exit> {
        let theirs = self.pawns[(!color).index()];
        let mut exits: Vec<Exit> =
            capturable.iter().map(|&taken| Exit::Officer { taken }).collect();
        exits.extend(theirs.into_iter().map(|on| Exit::Pawn { on }));
        for from in self.pawns[color.index()] {
            self.pushes(color, from, &mut exits);
            self.pawn_captures(color, from, capturable, &mut exits);
        }
        exits
    }

    fn pushes(&self, color: Color, from: Square, exits: &mut Vec<Exit>) {
        let ahead = |squares: SquareSet| squares.forward(color) - self.all();
        let once = ahead(SquareSet::of(from));
        let Some(to) = once.first() else { return };
        if SquareSet::BACK_RANKS.contains(to) {
            let roles = Role::PROMOTIONS.into_iter();
            exits.extend(roles.map(|role| Exit::Promotion { from, role, taken: None }));
            return;
        }
        exits.push(Exit::Push { from, to });
        if from.rank() == Rank::Second.seen_by(color) {
            exits.extend(ahead(once).first().map(|to| Exit::Push { from, to }));
        }
    }

    fn pawn_captures(
        &self,
        color: Color,
        from: Square,
        capturable: &[Role],
        exits: &mut Vec<Exit>,
    ) {
        let theirs = self.pawns[(!color).index()];
        let targets = attacks::pawn(color, from);
        if (targets & SquareSet::BACK_RANKS).any() {
            let pairs = Role::PROMOTIONS.into_iter().flat_map(|role| {
                capturable.iter().map(move |&taken| Exit::Promotion {
                    from,
                    role,
                    taken: Some(taken),
                })
            });
            exits.extend(pairs);
            return;
        }
        for to in targets & theirs {
            exits.push(Exit::PawnCapture { from, to, taken: Role::Pawn });
        }
        for to in targets - self.all() {
            exits.extend(capturable.iter().map(|&taken| Exit::PawnCapture { from, to, taken }));
        }
    }

    /// The pawns of `turn` that stand ready to capture on `over`.
    fn en_passant_captors(&self, turn: Color, over: Square) -> SquareSet {
        attacks::pawn(!turn, over) & self.pawns[turn.index()]
    }

    /// The squares that are empty after a pawn of `color` has passed `over`, if one stands where it
    /// then does.
    pub(super) fn way_over(&self, over: Square, color: Color) -> Option<SquareSet> {
        let (from, to) = (SquareSet::of(over).forward(!color), SquareSet::of(over).forward(color));
        let way = from.with(over);
        let has_passed = over.rank() == Rank::Third.seen_by(color)
            && (to & self.pawns[color.index()]).any()
            && (way & self.all()).is_empty();
        has_passed.then_some(way)
    }

    /// The armies of the other side against which some pawn of `turn` can capture on `over`.
    pub(super) fn capturing(
        &self,
        turn: Color,
        army: &Army,
        over: Square,
        others: &Roster,
    ) -> Vec<u64> {
        let mut legal = vec![0; others.words()];
        for from in self.en_passant_captors(turn, over) {
            let after = self.after(turn, Exit::EnPassant { from, over });
            union_with(&mut legal, &after.not_attacking(turn, army, others));
        }
        legal
    }

    /// The pawns after a way out.
    fn after(&self, color: Color, exit: Exit) -> PawnStructure {
        let mut structure = *self;
        let (own, other) = (color.index(), (!color).index());
        let mut go = |from: Square, to: Square| {
            structure.pawns[own] = structure.pawns[own].without(from).with(to);
            structure.pawns[other] = structure.pawns[other].without(to);
        };
        match exit {
            Exit::Officer { .. } => {}
            Exit::Pawn { on } => structure.pawns[other] = structure.pawns[other].without(on),
            Exit::Push { from, to } | Exit::PawnCapture { from, to, .. } => go(from, to),
            Exit::EnPassant { from, over } => {
                go(from, over);
                let captured = Square::at(over.file(), from.rank());
                structure.pawns[other] = structure.pawns[other].without(captured);
            }
            Exit::Promotion { from, .. } => {
                structure.pawns[own] = structure.pawns[own].without(from);
            }
        }
        structure
    }

    /// Every move of `army` by this way out that the rules allow for some army of the other side.
    pub(super) fn exit_moves(&self, color: Color, army: &Army, exit: Exit) -> Vec<ExitMove> {
        let fixed = army.occupied() | self.all();
        let quiet_move = |role: Role, from: Square, to: Square| {
            let clear = attacks::between(from, to);
            ExitMove { army: army.moved(role, from, to), clear, to }
        };
        let officers = |targets: &dyn Fn(SquareSet) -> SquareSet| -> Vec<ExitMove> {
            let moves = army.iter().flat_map(|(role, from)| {
                let reached = targets(attacks::of(role, color, from, fixed));
                reached.into_iter().map(move |to| (role, from, to))
            });
            moves.map(|(role, from, to)| quiet_move(role, from, to)).collect()
        };
        let pawn = |to: Square, clear: SquareSet| {
            let free = (clear.with(to) & army.occupied()).is_empty();
            free.then_some(ExitMove { army: *army, clear, to })
        };
        match exit {
            Exit::Officer { .. } => officers(&|reached| reached - fixed),
            Exit::Pawn { on } => officers(&|reached| reached & SquareSet::of(on)),
            Exit::Push { from, to } => {
                pawn(to, attacks::between(from, to).with(to)).into_iter().collect()
            }
            Exit::PawnCapture { to, .. } => pawn(to, SquareSet::EMPTY).into_iter().collect(),
            Exit::EnPassant { over, .. } => pawn(over, SquareSet::of(over)).into_iter().collect(),
            Exit::Promotion { from, role, taken } => {
                let ahead = SquareSet::of(from).forward(color);
                let (targets, clear) = match taken {
                    None => (ahead, ahead),
                    Some(_) => (attacks::pawn(color, from), SquareSet::EMPTY),
                };
                let landed = targets.into_iter().filter_map(|to| pawn(to, clear));
                landed.map(|l| ExitMove { army: army.with(role, l.to), ..l }).collect()
            }
        }
    }
}

impl<'a> ExitFinder<'a> {
    /// Every way out by `color`.
    pub(super) fn exits(&self, color: Color) -> Vec<Exit> {
        let Closure { structure, en_passant, .. } = self.closure;
        let example = self.closure.roster(!color).armies().first();
        let capturable: Vec<Role> = Role::PROMOTIONS
            .into_iter()
            .filter(|&role| example.is_some_and(|army| army.men(role).any()))
            .collect();
        let mut exits = structure.exits(color, &capturable);
        for en_passant in en_passant.iter().filter(|en_passant| en_passant.turn == color) {
            let over = en_passant.over;
            let captors = structure.en_passant_captors(color, over).into_iter();
            exits.extend(captors.map(|from| Exit::EnPassant { from, over }));
        }
        exits
    }

    /// The sets of positions with `color` to move from which a way out can be taken.
    fn sources(&self, color: Color, exit: Exit) -> Vec<&'a Table> {
        let en_passant =
            self.closure.en_passant.iter().filter(|en_passant| en_passant.turn == color);
        match exit {
            Exit::EnPassant { over, .. } => {
                en_passant.filter(|en_passant| en_passant.over == over).map(|p| &p.table).collect()
            }
            _ => {
                let plain = [&self.closure.seen[color.index()]];
                plain.into_iter().chain(en_passant.map(|en_passant| &en_passant.table)).collect()
            }
        }
    }

    /// The armies of the other side against which an arrival is legal.
    pub(super) fn legal(&self, color: Color, exit: Exit, exit_move: &ExitMove) -> Vec<u64> {
        let others = self.closure.roster(!color);
        let known = match exit {
            Exit::Officer { .. } => self.closure.roster(color).number(&exit_move.army),
            _ => None,
        };
        let mut legal = match known {
            Some(number) => self.closure.safe[color.index()].row(number).to_vec(),
            None => {
                let structure = self.closure.structure.after(color, exit);
                structure.not_attacking(color, &exit_move.army, others)
            }
        };
        clear(&mut legal, exit_move.clear, others);
        if let Some(role) = exit.captured_piece() {
            match others.standing(role, exit_move.to) {
                [] => legal.fill(0),
                standing => intersect_with(&mut legal, standing),
            }
        }
        legal
    }

    /// The positions that an exit leads to.
    pub(super) fn positions_after(&self, color: Color, exit: Exit) -> ExitPositions {
        let sources = self.sources(color, exit);
        let own = self.closure.roster(color).armies();
        let is_used =
            |row: usize| sources.iter().any(|source| source.row(row).iter().any(|&word| word != 0));
        let mut exit_moves: Vec<(ExitMove, u32)> = (0..own.len())
            .into_par_iter()
            .filter(|&row| is_used(row))
            .flat_map_iter(|row| {
                let exit_moves = self.closure.structure.exit_moves(color, &own[row], exit);
                exit_moves.into_iter().map(move |exit_move| (exit_move, row as u32))
            })
            .collect();
        exit_moves.par_sort_unstable();
        let columns = Columns::new(self.closure.roster(!color), exit.captured_piece());
        let pass = ExitPass { finder: self, color, exit, sources, columns };
        let rows: Vec<(Army, Vec<u64>, u64)> = exit_moves
            .par_chunk_by(|(a, _), (b, _)| a.army == b.army)
            .filter_map(|group| {
                let army = group.first()?.0.army;
                let (words, edges) = pass.gather(group);
                (edges > 0).then_some((army, words, edges))
            })
            .collect();
        ExitPositions::new(rows, pass.columns.armies)
    }
}

/// The search for the positions after one exit.
struct ExitPass<'a> {
    finder: &'a ExitFinder<'a>,
    color: Color,
    exit: Exit,
    /// The positions it is taken from; only the first have ends among them.
    sources: Vec<&'a Table>,
    columns: Columns,
}

impl ExitPass<'_> {
    /// What moves to one army lead to, and how many such moves there are.
    fn gather(&self, group: &[(ExitMove, u32)]) -> (Vec<u64>, u64) {
        let mut words = vec![0; words_for(self.columns.armies.len())];
        let mut edges = 0;
        for (exit_move, row) in group {
            let row = *row as usize;
            let legal = self.finder.legal(self.color, self.exit, exit_move);
            for (index, source) in self.sources.iter().enumerate() {
                let mut moved = source.row(row).to_vec();
                if let (Some(ends), 0) = (self.finder.ends, index) {
                    subtract(&mut moved, ends[self.color.index()].row(row));
                }
                intersect_with(&mut moved, &legal);
                edges += count(&moved);
                self.columns.add(exit_move.to, &moved, &mut words);
            }
        }
        (words, edges)
    }
}

/// The armies of the other side after a way out, and how to number them.
#[derive(Debug)]
struct Columns {
    armies: Vec<Army>,
    /// For each square the new number of each army that has lost its man there; `None` if no
    /// army loses a man.
    numbers: Option<Vec<Vec<u32>>>,
}

impl Columns {
    fn new(others: &Roster, taken: Option<Role>) -> Columns {
        let Some(role) = taken else {
            return Columns { armies: others.armies().to_vec(), numbers: None };
        };
        let losses = |army: &Army| {
            let army = *army;
            army.men(role).into_iter().map(move |on| (on, army.without(on)))
        };
        let left = Roster::new(others.armies().iter().flat_map(losses).map(|(_, army)| army));
        let mut numbers = vec![Vec::new(); 64];
        for (number, army) in others.armies().iter().enumerate() {
            for (on, army) in losses(army) {
                let numbers = &mut numbers[on.index()];
                numbers.resize(others.len(), 0);
                numbers[number] = left.number(&army).unwrap_or_default() as u32;
            }
        }
        Columns { armies: left.armies().to_vec(), numbers: Some(numbers) }
    }

    /// Adds armies of which each may lose a man on `square`.
    fn add(&self, square: Square, from: &[u64], words: &mut [u64]) {
        match &self.numbers {
            None => union_with(words, from),
            Some(numbers) => {
                let numbers = &numbers[square.index()];
                for column in bits(from) {
                    let number = numbers[column] as usize;
                    words[number / 64] |= 1 << (number % 64);
                }
            }
        }
    }
}

impl ExitPositions {
    fn new(rows: Vec<(Army, Vec<u64>, u64)>, others: Vec<Army>) -> ExitPositions {
        let edges = rows.iter().map(|(.., edges)| edges).sum();
        let own: Vec<Army> = rows.iter().map(|&(army, ..)| army).collect();
        let mut table = Table::new(own.len(), others.len());
        for (row, (_, words, _)) in rows.into_iter().enumerate() {
            table.row_mut(row).copy_from_slice(&words);
        }
        ExitPositions { edges, own, others, table }
    }

    /// How many positions it leads to.
    pub(super) fn positions(&self) -> u64 {
        self.table.count()
    }

    /// The positions as entries of the stratum they belong to.
    pub(super) fn into_entries(
        self,
        color: Color,
        exit: Exit,
        structure: &PawnStructure,
    ) -> Vec<Entry> {
        let turn = !color;
        let table = self.table.transposed();
        let armies = match color {
            Color::White => [self.own, self.others],
            Color::Black => [self.others, self.own],
        };
        let entry = Entry { turn, en_passant: None, armies, table };
        let entries = match passed(exit, structure, color) {
            Some(over) => entry.split(over, structure).to_vec(),
            None => vec![entry],
        };
        let entries = entries.into_iter().filter(|entry| !entry.table.is_empty());
        entries.map(Entry::pruned).collect()
    }
}

/// The square that a pawn has passed, if an enemy pawn stands ready to capture it there.
fn passed(exit: Exit, structure: &PawnStructure, color: Color) -> Option<Square> {
    let Exit::Push { from, to } = exit else { return None };
    let over = attacks::between(from, to).first()?;
    structure.en_passant_captors(!color, over).any().then_some(over)
}

impl Stratum {
    /// The stratum that a way out by `color` leads to.
    pub(super) fn after(&self, color: Color, exit: Exit) -> Stratum {
        let piece = |color, role| sole_board::Piece { color, role };
        let mut material = self.material;
        match exit {
            Exit::Pawn { .. } | Exit::EnPassant { .. } => {
                material = material.without(piece(!color, Role::Pawn));
            }
            Exit::Officer { taken } | Exit::PawnCapture { taken, .. } => {
                material = material.without(piece(!color, taken));
            }
            Exit::Push { .. } => {}
            Exit::Promotion { role, taken, .. } => {
                material = material.without(piece(color, Role::Pawn)).with(piece(color, role));
                if let Some(taken) = taken {
                    material = material.without(piece(!color, taken));
                }
            }
        }
        Stratum { material, structure: self.structure.after(color, exit) }
    }
}
