//! The closure of a stratum under reversible moves.
//!
//! Breadth first, both sides at once. A generation looks up for each army what it
//! came from ([`Predecessors`]) and joins whole rows, so that a move is followed for
//! all armies of the other side together. The result depends on the rules
//! alone, not on the number of threads.

use super::StratumError;
use super::army::Roster;
use super::entry::Entry;
use super::pawn_structure::{PawnStructure, QuietMove};
use super::table::{Table, intersect_with, subtract, union_with};
use sole_board::{Color, Role, Square, SquareSet};

/// All positions of a stratum found so far, and those not expanded yet.
#[derive(Debug)]
pub(super) struct Closure {
    pub(super) structure: PawnStructure,
    /// The armies that White and Black may have.
    pub(super) rosters: [Roster; 2],
    /// For each side and army, the other side's armies that do not attack its king.
    pub(super) safe: [Table; 2],
    /// For each side to move, its armies against the other's.
    pub(super) seen: [Table; 2],
    /// Entries with a right to capture en passant, which no other move leads to.
    pub(super) en_passant: Vec<EnPassantPositions>,
    pub(super) progress: Frontier,
    predecessors: [Predecessors; 2],
}

/// Positions in which a pawn has just passed a square and can be captured there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EnPassantPositions {
    pub(super) turn: Color,
    pub(super) over: Square,
    pub(super) table: Table,
}

/// How far the search has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Frontier {
    /// How many moves from the entries.
    pub(super) generation: u32,
    /// How many positions were entered.
    pub(super) entries: u64,
    /// The positions found last, by the side to move.
    pub(super) last: [Table; 2],
}

/// Which armies each army of a side can have been one move ago.
#[derive(Debug)]
struct Predecessors {
    /// Where the list of each army begins, and where the last one ends.
    starts: Vec<u32>,
    list: Vec<Predecessor>,
    castlings: Vec<RosterMove>,
}

/// A quiet move from one army of a roster to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct RosterMove {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) quiet_move: QuietMove,
}

#[derive(Clone, Copy, Debug)]
struct Predecessor {
    army: u32,
    clear: SquareSet,
}

/// How many tables of the whole size there are at a time, at most: when a traversal is saved.
const TABLES: u64 = 12;

/// About how many bytes an army takes, with its moves.
const BYTES_OF_ARMY: u64 = 4000;

impl Closure {
    /// The entries alone.
    ///
    /// # Errors
    /// [`StratumError::Memory`] if the tables would not fit.
    pub(super) fn new(
        structure: PawnStructure,
        entries: &[Entry],
        memory: u64,
    ) -> Result<Closure, StratumError> {
        let rosters = Closure::rosters(structure, entries, memory)?;
        let size = |color: Color| (rosters[color.index()].len(), rosters[(!color).index()].len());
        let table = |color| Table::new(size(color).0, size(color).1);
        let mut closure = Closure {
            structure,
            safe: Color::ALL.map(table),
            seen: Color::ALL.map(table),
            predecessors: Color::ALL
                .map(|color| Predecessors::new(&rosters[color.index()], color, &structure)),
            rosters,
            en_passant: Vec::new(),
            progress: Frontier::default(),
        };
        closure.compute_safe();
        closure.add_entries(entries);
        Ok(closure)
    }

    fn rosters(
        structure: PawnStructure,
        entries: &[Entry],
        memory: u64,
    ) -> Result<[Roster; 2], StratumError> {
        let most = usize::try_from(memory / BYTES_OF_ARMY).unwrap_or(usize::MAX);
        let too_many = |_| StratumError::Memory { needed: None, allowed: memory };
        let close = |color: Color| {
            let armies = entries.iter().flat_map(|entry| entry.armies[color.index()].iter());
            Roster::closed(armies.copied(), color, &structure, most).map_err(too_many)
        };
        let rosters = [close(Color::White)?, close(Color::Black)?];
        let armies: u64 = rosters.iter().map(|roster| roster.len() as u64).sum();
        let table = Table::bytes(rosters[0].len(), rosters[1].len());
        let needed = armies * BYTES_OF_ARMY + TABLES * table;
        if needed > memory {
            return Err(StratumError::Memory { needed: Some(needed), allowed: memory });
        }
        Ok(rosters)
    }

    fn compute_safe(&mut self) {
        for color in Color::ALL {
            let (own, others) = (self.roster(color), self.roster(!color));
            let mut safe = Table::new(own.len(), others.len());
            safe.for_each_row(|row, words| {
                let not_attacking = self.structure.not_attacking(color, &own.armies()[row], others);
                words.copy_from_slice(&not_attacking);
            });
            self.safe[color.index()] = safe;
        }
    }

    fn add_entries(&mut self, entries: &[Entry]) {
        for entry in entries {
            let rosters = [self.roster(entry.turn), self.roster(!entry.turn)];
            let table = entry.numbered(rosters);
            match entry.en_passant {
                None => self.seen[entry.turn.index()].add(&table),
                Some(over) => self.add_en_passant(entry.turn, over, table),
            }
        }
        self.progress.last = self.seen.clone();
        for en_passant in &self.en_passant {
            self.progress.last[en_passant.turn.index()].add(&en_passant.table);
        }
        self.progress.entries = self.positions();
    }

    fn add_en_passant(&mut self, turn: Color, over: Square, table: Table) {
        let same = |en_passant: &&mut EnPassantPositions| {
            en_passant.over == over && en_passant.turn == turn
        };
        match self.en_passant.iter_mut().find(same) {
            Some(en_passant) => en_passant.table.add(&table),
            None => self.en_passant.push(EnPassantPositions { turn, over, table }),
        }
    }

    /// Goes on from where a search of the same entries stood; `None` if it cannot have stood there.
    pub(super) fn resume(&mut self, seen: [Table; 2], progress: Frontier) -> Option<()> {
        let fits = |tables: &[Table; 2]| {
            tables.iter().zip(&self.safe).all(|(table, safe)| table.size() == safe.size())
        };
        let includes = |entered: &[Table; 2]| {
            entered.iter().zip(&seen).all(|(entered, seen)| entered.is_within(seen))
        };
        let is_next = fits(&seen) && fits(&progress.last) && includes(&self.seen);
        (is_next && progress.entries == self.progress.entries).then(|| {
            self.seen = seen;
            self.progress = progress;
        })
    }

    /// Whether all that is known can be: positions that the rules allow, and the last of them
    /// among them.
    pub(super) fn is_possible(&self) -> bool {
        let tables = |color: Color| {
            let allowed = self.allowed(color);
            let en_passant =
                || self.en_passant.iter().filter(move |positions| positions.turn == color);
            let mut known = self.seen[color.index()].clone();
            en_passant().for_each(|positions| known.add(&positions.table));
            known.is_within(&allowed)
                && self.progress.last[color.index()].is_within(&known)
                && en_passant().all(|positions| self.can_capture(positions))
        };
        Color::ALL.into_iter().all(tables)
            && u64::from(self.progress.generation) <= self.positions()
    }

    /// All pairs of armies with `turn` to move that do not share a square and leave the other
    /// side's king in peace.
    fn allowed(&self, turn: Color) -> Table {
        let (own, others) = (self.roster(turn), self.roster(!turn));
        let mut allowed = self.safe[(!turn).index()].transposed();
        allowed.for_each_row(|row, words| clear(words, own.armies()[row].occupied(), others));
        allowed
    }

    /// Whether in all these positions a pawn can have passed the square, and can be captured there.
    fn can_capture(&self, EnPassantPositions { turn, over, table }: &EnPassantPositions) -> bool {
        let (own, others) = (self.roster(*turn), self.roster(!*turn));
        let Some(way) = self.structure.way_over(*over, !*turn) else { return false };
        let mut legal = Table::new(own.len(), others.len());
        legal.for_each_row(|row, words| {
            let army = &own.armies()[row];
            if (army.occupied() & way).is_empty() {
                words.copy_from_slice(&self.structure.capturing(*turn, army, *over, others));
                clear(words, way, others);
            }
        });
        table.is_within(&legal)
    }

    /// The armies of a side.
    pub(super) fn roster(&self, color: Color) -> &Roster {
        &self.rosters[color.index()]
    }

    /// How many positions are known.
    pub(super) fn positions(&self) -> u64 {
        let en_passant = self.en_passant.iter().map(|en_passant| &en_passant.table);
        self.seen.iter().chain(en_passant).map(Table::count).sum()
    }

    /// Whether nothing is left to be looked at.
    pub(super) fn is_closed(&self) -> bool {
        self.progress.last.iter().all(Table::is_empty)
    }

    /// Finds what one more move leads to; positions in `ends` are not continued.
    pub(super) fn advance(&mut self, ends: Option<&[Table; 2]>) {
        if let Some(ends) = ends {
            for (last, ends) in self.progress.last.iter_mut().zip(ends) {
                last.remove(ends);
            }
        }
        let reached = Color::ALL.map(|color| self.reach(color).transposed());
        for (color, mut found) in Color::ALL.into_iter().zip(reached) {
            let seen = &mut self.seen[(!color).index()];
            found.remove(seen);
            seen.add(&found);
            self.progress.last[(!color).index()] = found;
        }
        self.progress.generation += 1;
    }

    /// What moves of `color` lead to from what was found last, by `color`'s armies.
    fn reach(&self, color: Color) -> Table {
        let (predecessors, others) = (&self.predecessors[color.index()], self.roster(!color));
        let (last, safe) = (&self.progress.last[color.index()], &self.safe[color.index()]);
        let (rows, columns) = last.size();
        let alive: Vec<bool> =
            (0..rows).map(|row| last.row(row).iter().any(|&word| word != 0)).collect();
        let mut reached = Table::new(rows, columns);
        reached.for_each_row(|row, words| {
            let mut moved = vec![0; words.len()];
            for origin in predecessors.of(row).iter().filter(|origin| alive[origin.army as usize]) {
                moved.copy_from_slice(last.row(origin.army as usize));
                clear(&mut moved, origin.clear, others);
                union_with(words, &moved);
            }
            intersect_with(words, safe.row(row));
        });
        for roster_move in
            predecessors.castlings.iter().filter(|roster_move| alive[roster_move.from])
        {
            let mut moved = last.row(roster_move.from).to_vec();
            self.keep_legal(color, roster_move, &mut moved);
            union_with(reached.row_mut(roster_move.to), &moved);
        }
        reached
    }

    /// Every step of an army.
    pub(super) fn moves_from(&self, color: Color, from: usize) -> impl Iterator<Item = RosterMove> {
        moves_from(self.roster(color), from, color, &self.structure)
    }

    /// Keeps those armies of the other side against which a step is legal.
    pub(super) fn keep_legal(&self, color: Color, roster_move: &RosterMove, words: &mut [u64]) {
        let others = self.roster(!color);
        clear(words, roster_move.quiet_move.clear, others);
        intersect_with(words, self.safe[color.index()].row(roster_move.to));
        let army = &self.roster(color).armies()[roster_move.from];
        let own = army.occupied() - army.men(Role::King);
        for square in roster_move.quiet_move.guarded {
            subtract(words, &self.structure.attackers(color, square, own, others));
        }
    }
}

/// Every step of an army, whose roster is closed under steps.
fn moves_from(
    roster: &Roster,
    from: usize,
    color: Color,
    structure: &PawnStructure,
) -> impl Iterator<Item = RosterMove> {
    let quiet_moves = structure.quiet_moves(color, &roster.armies()[from]).into_iter();
    quiet_moves.filter_map(move |quiet_move| {
        Some(RosterMove { from, to: roster.number(&quiet_move.army)?, quiet_move })
    })
}

/// Takes away the armies with a man on one of `squares`.
pub(super) fn clear(words: &mut [u64], squares: SquareSet, others: &Roster) {
    for square in squares {
        subtract(words, others.occupying(square));
    }
}

impl Predecessors {
    fn new(roster: &Roster, color: Color, structure: &PawnStructure) -> Predecessors {
        let mut all: Vec<(u32, Predecessor)> = Vec::new();
        let mut castlings = Vec::new();
        for roster_move in
            (0..roster.len()).flat_map(|from| moves_from(roster, from, color, structure))
        {
            if roster_move.quiet_move.guarded.is_empty() {
                let origin = Predecessor {
                    army: roster_move.from as u32,
                    clear: roster_move.quiet_move.clear,
                };
                all.push((roster_move.to as u32, origin));
            } else {
                castlings.push(roster_move);
            }
        }
        all.sort_by_key(|&(to, _)| to);
        let start = |army: usize| all.partition_point(|&(to, _)| (to as usize) < army) as u32;
        let starts = (0..=roster.len()).map(start).collect();
        Predecessors {
            starts,
            list: all.into_iter().map(|(_, origin)| origin).collect(),
            castlings,
        }
    }

    fn of(&self, army: usize) -> &[Predecessor] {
        &self.list[self.starts[army] as usize..self.starts[army + 1] as usize]
    }
}
