//! What there is in a closed stratum: positions, moves, ends.

use super::army::Army;
use super::closure::Closure;
use super::exits::ExitFinder;
use super::table::{Table, bits, count, subtract, union_with, words_for};
use super::{Exit, Stratum};
use rayon::prelude::*;
use serde::Serialize;
use sole_board::{Color, DeadMaterial, Diagram, Role, SquareSet};
use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::AddAssign;

/// The counts of one stratum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Census {
    /// Which stratum.
    pub stratum: Stratum,
    /// The positions in which it is entered.
    pub entries: u64,
    /// How many moves inside it the farthest position is from an entry.
    pub depth: u32,
    /// The positions with White and with Black to move.
    pub positions: [u64; 2],
    /// Those of them in which the side to move is in check.
    pub checks: u64,
    /// Those of them in which some castling right is left.
    pub with_castling: u64,
    /// Those of them in which an en passant capture is legal.
    pub with_en_passant: u64,
    /// The moves inside the stratum, castling not among them.
    pub quiet: u64,
    /// The castlings.
    pub castlings: u64,
    /// The positions in which White and in which Black is checkmated.
    pub mates: [u64; 2],
    /// The positions that are stalemate.
    pub stalemates: u64,
    /// The positions that have legal moves, but never a mate.
    pub dead: Dead,
    /// Every way out that some position has.
    pub exits: Vec<ExitCount>,
}

/// Positions in which no mate is possible any more, by their reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dead {
    /// King against king.
    pub lone_kings: u64,
    /// King against king and bishop or knight.
    pub lone_minor: u64,
    /// Kings and bishops, all on squares of one colour.
    pub bishops_of_one_color: u64,
}

impl Dead {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.lone_kings + self.lone_minor + self.bishops_of_one_color
    }

    /// Counts positions that are dead for a reason.
    fn add(&mut self, reason: DeadMaterial, positions: u64) {
        match reason {
            DeadMaterial::LoneKings => self.lone_kings += positions,
            DeadMaterial::LoneMinor => self.lone_minor += positions,
            _ => self.bishops_of_one_color += positions,
        }
    }
}

/// The counts of a stratum that add up, or those of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// All positions.
    pub positions: u64,
    /// Those with White to move.
    pub white_to_move: u64,
    /// Those with Black to move.
    pub black_to_move: u64,
    /// Those in which the side to move is in check.
    pub checks: u64,
    /// Those in which some castling right is left.
    pub with_castling: u64,
    /// Those in which an en passant capture is legal.
    pub with_en_passant: u64,
    /// All moves.
    pub edges: u64,
    /// The moves inside a stratum.
    pub inside: u64,
    /// The castlings.
    pub castlings: u64,
    /// The positions that are checkmate.
    pub mates: u64,
    /// The positions that are stalemate.
    pub stalemates: u64,
    /// The dead positions with king against king.
    pub dead_lone_kings: u64,
    /// The dead positions with king against king and bishop or knight.
    pub dead_lone_minor: u64,
    /// The dead positions with bishops that are all on squares of one colour.
    pub dead_bishops_of_one_color: u64,
}

impl Counts {
    /// All dead positions.
    pub fn dead(&self) -> u64 {
        self.dead_lone_kings + self.dead_lone_minor + self.dead_bishops_of_one_color
    }
}

impl From<&Census> for Counts {
    fn from(census: &Census) -> Counts {
        let [white_to_move, black_to_move] = census.positions;
        Counts {
            positions: census.total(),
            white_to_move,
            black_to_move,
            checks: census.checks,
            with_castling: census.with_castling,
            with_en_passant: census.with_en_passant,
            edges: census.edges(),
            inside: census.quiet + census.castlings,
            castlings: census.castlings,
            mates: census.mates.iter().sum(),
            stalemates: census.stalemates,
            dead_lone_kings: census.dead.lone_kings,
            dead_lone_minor: census.dead.lone_minor,
            dead_bishops_of_one_color: census.dead.bishops_of_one_color,
        }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Counts>>(all: I) -> Counts {
        all.fold(Counts::default(), |sum, counts| Counts {
            positions: sum.positions + counts.positions,
            white_to_move: sum.white_to_move + counts.white_to_move,
            black_to_move: sum.black_to_move + counts.black_to_move,
            checks: sum.checks + counts.checks,
            with_castling: sum.with_castling + counts.with_castling,
            with_en_passant: sum.with_en_passant + counts.with_en_passant,
            edges: sum.edges + counts.edges,
            inside: sum.inside + counts.inside,
            castlings: sum.castlings + counts.castlings,
            mates: sum.mates + counts.mates,
            stalemates: sum.stalemates + counts.stalemates,
            dead_lone_kings: sum.dead_lone_kings + counts.dead_lone_kings,
            dead_lone_minor: sum.dead_lone_minor + counts.dead_lone_minor,
            dead_bishops_of_one_color: sum.dead_bishops_of_one_color
                + counts.dead_bishops_of_one_color,
        })
    }
}

/// Whether every way out of some strata leads to one of them.
pub fn is_closed(strata: &[Census]) -> bool {
    let is_known = |exit: &ExitCount| strata.iter().any(|other| other.stratum == exit.target);
    strata.iter().all(|census| census.exits.iter().all(is_known))
}

/// What goes out of a stratum by one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExitCount {
    /// Whose move it is.
    pub color: Color,
    /// The way.
    pub exit: Exit,
    /// Where it leads.
    pub target: Stratum,
    /// How many moves.
    pub edges: u64,
    /// How many different positions they lead to.
    pub positions: u64,
}

impl Census {
    /// All positions.
    pub fn total(&self) -> u64 {
        self.positions.iter().sum()
    }

    /// All moves.
    pub fn edges(&self) -> u64 {
        self.quiet + self.castlings + self.exits.iter().map(|exit| exit.edges).sum::<u64>()
    }

    /// Whether the counts can be those of one stratum: none is more than the positions or the
    /// moves that it is a part of, and every way out leads where it must.
    pub(super) fn is_possible(&self) -> bool {
        /// No position has more moves: one from each square to each.
        const MOST_MOVES: u64 = 64 * 64;
        let sum = |counts: &[u64]| counts.iter().try_fold(0u64, |sum, &n| sum.checked_add(n));
        let Some(positions) = sum(&self.positions) else { return false };
        let Dead { lone_kings, lone_minor, bishops_of_one_color } = self.dead;
        let [white, black] = self.mates;
        let ends = [white, black, self.stalemates, lone_kings, lone_minor, bishops_of_one_color];
        let parts = [self.entries, self.depth.into(), self.checks, self.with_castling];
        let moves: Vec<u64> = self.exits.iter().map(|exit| exit.edges).collect();
        let moves = sum(&[&[self.quiet, self.castlings], &moves[..]].concat());
        let leads = |exit: &ExitCount| {
            exit.target == self.stratum.after(exit.color, exit.exit)
                && (1..=exit.edges).contains(&exit.positions)
        };
        parts.into_iter().chain([self.with_en_passant]).all(|part| part <= positions)
            && sum(&ends).is_some_and(|ends| ends <= positions)
            && moves.is_some_and(|moves| moves <= positions.saturating_mul(MOST_MOVES))
            && self.exits.iter().all(leads)
    }

    /// The counts of a closed stratum, its ways out still missing.
    pub(super) fn of(stratum: Stratum, finder: &ExitFinder<'_>, dead: &DeadTables) -> Census {
        let closure = finder.closure;
        let mut census = Census {
            stratum,
            entries: closure.progress.entries,
            depth: closure.progress.generation.saturating_sub(1),
            positions: [0; 2],
            checks: 0,
            with_castling: 0,
            with_en_passant: closure
                .en_passant
                .iter()
                .map(|en_passant| en_passant.table.count())
                .sum(),
            quiet: 0,
            castlings: 0,
            mates: [0; 2],
            stalemates: 0,
            dead: Dead::default(),
            exits: Vec::new(),
        };
        for color in Color::ALL {
            let counter = RowCounter::new(finder, color, dead);
            let rows = 0..closure.roster(color).len();
            let rows = rows.into_par_iter().map(|row| counter.row(row));
            let found = rows.reduce(Row::default, |mut a, b| {
                a += b;
                a
            });
            census.positions[color.index()] = found.positions;
            census.checks += found.checks;
            census.with_castling += found.with_castling;
            census.quiet += found.quiet;
            census.castlings += found.castlings;
            census.mates[color.index()] = found.mates;
            census.stalemates += found.stalemates;
            for (&(reason, _), &positions) in dead.0.iter().zip(&found.dead) {
                census.dead.add(reason, positions);
            }
        }
        census
    }
}

/// The dead positions of a stratum, a pair of tables for each reason: by the side to move, its
/// armies against the other's.
#[derive(Debug, Default)]
pub(super) struct DeadTables(pub(super) Vec<(DeadMaterial, [Table; 2])>);

impl DeadTables {
    /// Those among all pairs of armies.
    pub(super) fn of(stratum: &Stratum, closure: &Closure) -> DeadTables {
        let count = |role| {
            let of_side = |color| stratum.material.count(sole_board::Piece { color, role });
            Color::ALL.into_iter().map(of_side).sum::<usize>()
        };
        if [Role::Pawn, Role::Rook, Role::Queen].into_iter().any(|role| count(role) > 0) {
            return DeadTables::default();
        }
        let [white, black] = Color::ALL.map(|color| classes(closure.roster(color).armies()));
        let mut dead = DeadTables::default();
        for (example, armies) in &white {
            for (other, others) in &black {
                if let Some(reason) = reason(example, other) {
                    dead.mark(reason, [armies, others], closure);
                }
            }
        }
        dead
    }

    fn mark(&mut self, reason: DeadMaterial, sets: [&Vec<u64>; 2], closure: &Closure) {
        let index = self.0.iter().position(|&(known, _)| known == reason);
        let index = index.unwrap_or_else(|| {
            let tables =
                closure.seen.each_ref().map(|seen| Table::new(seen.size().0, seen.size().1));
            self.0.push((reason, tables));
            self.0.len() - 1
        });
        for color in Color::ALL {
            let table = &mut self.0[index].1[color.index()];
            for row in bits(sets[color.index()]) {
                union_with(table.row_mut(row), sets[(!color).index()]);
            }
        }
    }

    /// All of them together; `None` if there are none.
    pub(super) fn all(&self) -> Option<[Table; 2]> {
        let mut all = self.0.first()?.1.clone();
        for (_, tables) in &self.0[1..] {
            all.iter_mut().zip(tables).for_each(|(all, table)| all.add(table));
        }
        Some(all)
    }
}

/// Why two armies without pawns are dead together, wherever their men stand, but for the colour
/// of the bishops' squares.
fn reason(white: &Army, black: &Army) -> Option<DeadMaterial> {
    let mut diagram = Diagram::EMPTY;
    let mut free = [SquareSet::LIGHT, !SquareSet::LIGHT];
    for (color, army) in Color::ALL.into_iter().zip([white, black]) {
        for (role, square) in army.iter() {
            // The armies may overlap, so each man gets a square of its colour for itself.
            let free = &mut free[usize::from(!square.is_light())];
            let place = free.first()?;
            *free = free.without(place);
            diagram.put(place, sole_board::Piece { color, role });
        }
    }
    diagram.dead_material()
}

/// The armies by how many bishops they have on light and on dark squares, with an example each.
fn classes(armies: &[Army]) -> Vec<(Army, Vec<u64>)> {
    let mut classes: BTreeMap<usize, (Army, Vec<u64>)> = BTreeMap::new();
    for (number, army) in armies.iter().enumerate() {
        let light = (army.men(Role::Bishop) & SquareSet::LIGHT).len();
        let fresh = || (*army, vec![0; words_for(armies.len())]);
        let (_, set) = classes.entry(light).or_insert_with(fresh);
        set[number / 64] |= 1 << (number % 64);
    }
    classes.into_values().collect()
}

/// Counts row by row for one side to move.
struct RowCounter<'a> {
    finder: &'a ExitFinder<'a>,
    color: Color,
    exits: Vec<Exit>,
    /// The armies of the other side with a castling right.
    castling_others: Vec<u64>,
    dead: &'a DeadTables,
}

/// The counts of one army.
#[derive(Default)]
struct Row {
    positions: u64,
    checks: u64,
    with_castling: u64,
    quiet: u64,
    castlings: u64,
    mates: u64,
    stalemates: u64,
    /// For each reason.
    dead: Vec<u64>,
}

impl AddAssign for Row {
    fn add_assign(&mut self, other: Row) {
        self.positions += other.positions;
        self.checks += other.checks;
        self.with_castling += other.with_castling;
        self.quiet += other.quiet;
        self.castlings += other.castlings;
        self.mates += other.mates;
        self.stalemates += other.stalemates;
        self.dead.resize(self.dead.len().max(other.dead.len()), 0);
        self.dead.iter_mut().zip(other.dead).for_each(|(sum, more)| *sum += more);
    }
}

impl<'a> RowCounter<'a> {
    fn new(finder: &'a ExitFinder<'a>, color: Color, dead: &'a DeadTables) -> RowCounter<'a> {
        let others = finder.closure.roster(!color);
        let mut castling_others = vec![0; others.words()];
        for (number, army) in others.armies().iter().enumerate() {
            castling_others[number / 64] |= u64::from(army.castling().any()) << (number % 64);
        }
        RowCounter { finder, color, exits: finder.exits(color), castling_others, dead }
    }

    fn row(&self, row: usize) -> Row {
        let closure = self.finder.closure;
        let army = &closure.roster(self.color).armies()[row];
        let plain = closure.seen[self.color.index()].row(row);
        let en_passant =
            closure.en_passant.iter().filter(|en_passant| en_passant.turn == self.color);
        let en_passant = en_passant.map(|en_passant| en_passant.table.row(row));
        let sources: Vec<&[u64]> = std::iter::once(plain).chain(en_passant).collect();
        let mut found = Row::default();
        if sources.iter().all(|source| count(source) == 0) {
            return found;
        }
        let safe = closure.safe[self.color.index()].row(row);
        for source in &sources {
            found.positions += count(source);
            found.checks += count(&without(source, safe));
            found.with_castling += match army.castling().any() {
                true => count(source),
                false => common(source, &self.castling_others),
            };
        }
        let mut stuck = plain.to_vec();
        self.quiet_moves(row, &sources, &mut stuck, &mut found);
        self.leave(army, &mut stuck);
        found.mates = count(&without(&stuck, safe));
        found.stalemates = count(&stuck) - found.mates;
        let mobile = without(plain, &stuck);
        let dead = self.dead.0.iter().map(|(_, tables)| &tables[self.color.index()]);
        found.dead = dead.map(|table| common(&mobile, table.row(row))).collect();
        found
    }

    /// Counts the moves inside the stratum and takes those that have one off `stuck`.
    fn quiet_moves(&self, row: usize, sources: &[&[u64]], stuck: &mut [u64], found: &mut Row) {
        let closure = self.finder.closure;
        let ends = self.finder.ends.map(|ends| ends[self.color.index()].row(row));
        for roster_move in closure.moves_from(self.color, row) {
            let mut legal = vec![!0; stuck.len()];
            closure.keep_legal(self.color, &roster_move, &mut legal);
            subtract(stuck, &legal);
            if let Some(ends) = ends {
                subtract(&mut legal, ends);
            }
            let moves: u64 = sources.iter().map(|source| common(source, &legal)).sum();
            match roster_move.quiet_move.guarded.is_empty() {
                true => found.quiet += moves,
                false => found.castlings += moves,
            }
        }
    }

    /// Takes those that have a move out of the stratum off `stuck`.
    ///
    /// En passant need not be asked about: nobody is stuck who has that right.
    fn leave(&self, army: &Army, stuck: &mut [u64]) {
        for &exit in &self.exits {
            if matches!(exit, Exit::EnPassant { .. }) {
                continue;
            }
            for exit_move in self.finder.closure.structure.exit_moves(self.color, army, exit) {
                if stuck.iter().all(|&word| word == 0) {
                    return;
                }
                subtract(stuck, &self.finder.legal(self.color, exit, &exit_move));
            }
        }
    }
}

/// How many bits two sets share.
fn common(a: &[u64], b: &[u64]) -> u64 {
    a.iter().zip(b).map(|(&a, &b)| u64::from((a & b).count_ones())).sum()
}

/// What is in the first set only.
fn without(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut rest = a.to_vec();
    subtract(&mut rest, b);
    rest
}
