//! Wins level by level, 64 positions in a word.
//!
//! A win in n half-moves is an un-move from a loss in n-1, or an exit worth as
//! much. A loss in n is a position all of whose moves lose in at most n-1 more:
//! candidates are un-moves from wins in n-1, and positions whose best exit is a
//! loss in n; each is confirmed by looking at all its moves. Exits bring wins
//! and losses at late levels, so the end is reached only when no exit is left
//! to come.

use super::attacks::Attacks;
use super::lane::{Lane, equal_to, within, write};
use super::layout::{Layout, Squares};
use super::piece_moves::{Bishop, Knight, PieceMoves, Queen, Rook};
use super::{GoOn, each_block};
use crate::dtm::Value;
use crate::file::Metric;
use crate::symmetry::Symmetry;
use sole_board::{Color, Role};
use std::ops::ControlFlow;

/// The code of a mate, whatever is counted.
const MATED: u8 = Value::Loss(0).code();

/// The words of one square of White's king. Of two reflections the higher has no values; what
/// is won, and what is not to be looked at, is known of both.
pub(super) struct Block {
    /// Codes by side to move, 64 for each word: what leaving is worth, then the value.
    pub(super) values: [Vec<u8>; 2],
    /// Which positions are lost, by side to move.
    pub(super) lost: [Vec<u64>; 2],
    /// Defender to move: not lost so far as anyone knows, and not to be looked at.
    hold: Vec<u64>,
    scratch: Vec<u64>,
    touched: Vec<u64>,
    /// Words by the codes that leaving is worth in them, by side to move.
    exit_queue: [ExitQueue; 2],
}

/// Words with an exit of each code, sorted by code.
#[derive(Default)]
struct ExitQueue {
    /// The code in the highest byte, the address of the word below.
    entries: Vec<u32>,
}

/// Newly found wins or losses in a word.
#[derive(Clone, Copy)]
struct NewResults {
    address: u32,
    squares: u64,
}

/// The blocks at the start: what leaving is worth.
pub(super) fn leave(
    layout: &Layout,
    exits: impl Fn(usize, &Squares, u64, &Attacks) -> [Lane; 2] + Sync,
) -> Vec<Block> {
    each_block(layout, vec![(); layout.kings.len()], |block, ()| {
        let mut started = Block::new(layout.words());
        let king = layout.kings[block];
        for address in layout.lower_words(block) {
            let squares = layout.squares(address);
            let Some(occupied) = layout.occupied(king, &squares) else { continue };
            let attacks = layout.attacks(king, &squares);
            let lanes = exits(block, &squares, occupied, &attacks);
            for (side, lane) in lanes.iter().enumerate() {
                started.values[side][address * 64..][..64].copy_from_slice(lane);
                started.exit_queue[side].add(address, lane);
            }
        }
        for exit_queue in &mut started.exit_queue {
            exit_queue.sort();
        }
        started
    })
}

impl Block {
    fn new(words: usize) -> Block {
        let bits = || vec![0; words];
        Block {
            values: [vec![0; words * 64], vec![0; words * 64]],
            lost: [bits(), bits()],
            hold: bits(),
            scratch: bits(),
            touched: vec![0; words.div_ceil(64)],
            exit_queue: Default::default(),
        }
    }

    /// Frees what is not needed after the last level.
    pub(super) fn close(&mut self) {
        for bits in [&mut self.hold, &mut self.scratch, &mut self.touched] {
            *bits = Vec::new();
        }
        self.exit_queue = Default::default();
    }

    fn lane(&self, side: Color, address: usize) -> &[u8] {
        &self.values[side.index()][address * 64..][..64]
    }

    fn write(&mut self, side: Color, address: usize, squares: u64, code: u8) {
        write(&mut self.values[side.index()][address * 64..][..64], squares, code);
    }

    /// The words in which leaving is worth this code to a side.
    fn exits(&self, side: Color, code: u8) -> Vec<usize> {
        self.exit_queue[side.index()].words(code).collect()
    }

    #[inline(always)]
    fn touch(&mut self, address: usize, squares: u64) {
        self.scratch[address] |= squares;
        self.touched[address / 64] |= 1 << (address % 64);
    }

    /// Takes out what was touched, in the order of addresses.
    fn drain(&mut self, mut job: impl FnMut(&mut Block, usize, u64)) {
        for word in 0..self.touched.len() {
            let mut bits = std::mem::take(&mut self.touched[word]);
            while bits != 0 {
                let address = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let squares = std::mem::take(&mut self.scratch[address]);
                job(self, address, squares);
            }
        }
    }
}

impl ExitQueue {
    fn add(&mut self, address: usize, lane: &Lane) {
        if lane.iter().all(|&code| code == 0) {
            return;
        }
        let mut seen = [0u64; 4];
        for &code in lane {
            seen[usize::from(code >> 6)] |= 1 << (code & 63);
        }
        // Neither "no exit" nor "draw" is waited for.
        seen[0] &= !1;
        seen[2] &= !1;
        for (quarter, mut codes) in seen.into_iter().enumerate() {
            while codes != 0 {
                let code = quarter as u32 * 64 + codes.trailing_zeros();
                codes &= codes - 1;
                self.entries.push(code << 24 | address as u32);
            }
        }
    }

    /// To be done when all words are in.
    fn sort(&mut self) {
        self.entries.sort_unstable();
    }

    fn has(&self, code: u8) -> bool {
        self.words(code).len() > 0
    }

    /// The words with an exit of this code.
    fn words(&self, code: u8) -> impl ExactSizeIterator<Item = usize> + '_ {
        let start = self.entries.partition_point(|entry| entry >> 24 < u32::from(code));
        let len = self.entries[start..].partition_point(|entry| entry >> 24 == u32::from(code));
        self.entries[start..start + len].iter().map(|entry| (entry & 0xff_ffff) as usize)
    }
}

/// The wins of one side.
pub(super) fn win(
    layout: &Layout,
    metric: Metric,
    blocks: &mut [Block],
    attacker: Color,
    go_on: &GoOn<'_>,
) -> ControlFlow<()> {
    let mut run = Run::new(layout, metric, blocks, attacker);
    let mut wins = run.nothing();
    let mut losses = run.mates();
    let last_exit = run.last_exit();
    for plies in 1..=metric.last_ply() {
        go_on(plies)?;
        // Losses first: they rest on wins that take one half-move less.
        let new_losses = run.losses(plies, &wins);
        wins = run.wins(plies, &losses);
        losses = new_losses;
        let nothing_new = wins.iter().chain(&losses).all(Vec::is_empty);
        if nothing_new && plies >= last_exit {
            return ControlFlow::Continue(());
        }
    }
    assert!(metric == Metric::Dtz || !run.goes_on(&losses), "a win too long to be stored");
    ControlFlow::Continue(())
}

/// One side's wins, as far as they are known.
struct Run<'a> {
    layout: &'a Layout,
    blocks: &'a mut [Block],
    /// Attacker to move: won or illegal, by block and address.
    won: Vec<Vec<u64>>,
    attacker: Color,
    defender: Color,
    metric: Metric,
}

impl<'a> Run<'a> {
    fn new(
        layout: &'a Layout,
        metric: Metric,
        blocks: &'a mut [Block],
        attacker: Color,
    ) -> Run<'a> {
        let defender = !attacker;
        let won = each_block(layout, blocks.iter_mut().collect(), |number, block| {
            let mut won = vec![!0; layout.words()];
            let king = layout.kings[number];
            block.hold.fill(!0);
            for address in layout.lower_words(number) {
                let squares = layout.squares(address);
                if layout.occupied(king, &squares).is_none() {
                    continue;
                }
                let attacks = layout.attacks(king, &squares);
                let has_exit = within(block.lane(defender, address), 1..=255);
                let (barred, held) =
                    (!attacks.may_move(attacker), !attacks.may_move(defender) | has_exit);
                layout.each_reflection(number, address, |address, symmetry| {
                    won[address] = symmetry.word(barred);
                    block.hold[address] = symmetry.word(held);
                });
            }
            won
        });
        Run { layout, blocks, won, attacker, defender, metric }
    }

    fn nothing(&self) -> Vec<Vec<NewResults>> {
        vec![Vec::new(); self.blocks.len()]
    }

    /// The last half-move at which an exit can bring something new.
    fn last_exit(&self) -> u16 {
        let is_due = |plies: &u16| {
            let due = |side: Color, code: Option<u8>| {
                let any =
                    |code| self.blocks.iter().any(|block| block.exit_queue[side.index()].has(code));
                code.is_some_and(any)
            };
            due(self.attacker, self.metric.win(*plies))
                || due(self.defender, self.metric.loss(*plies))
        };
        (1..=self.metric.last_ply()).rev().find(is_due).unwrap_or(0)
    }

    /// Positions in which the defender is mated; stalemates are set aside.
    fn mates(&mut self) -> Vec<Vec<NewResults>> {
        let (layout, won, defender) = (self.layout, &self.won, self.defender);
        each_block(layout, self.blocks.iter_mut().collect(), |number, block| {
            let mut new_results = Vec::new();
            for address in layout.lower_words(number) {
                let candidates = !block.hold[address];
                if candidates == 0 {
                    continue;
                }
                let squares = layout.squares(address);
                let stuck = confirm(layout, won, defender, number, address, candidates);
                if stuck == 0 {
                    continue;
                }
                let attacks = layout.attacks(layout.kings[number], &squares);
                let in_check = match defender {
                    Color::White => attacks.white_in_check,
                    Color::Black => attacks.black_in_check,
                };
                block.set_aside(layout, number, address, stuck);
                block.lose(defender, address, stuck & in_check, MATED, &mut new_results);
            }
            new_results
        })
    }

    /// Wins in a given number of half-moves, after the losses in one less.
    fn wins(&mut self, plies: u16, losses: &[Vec<NewResults>]) -> Vec<Vec<NewResults>> {
        let Some(code) = self.metric.win(plies) else { return self.nothing() };
        let (layout, attacker) = (self.layout, self.attacker);
        let items = self.blocks.iter_mut().zip(&mut self.won).collect();
        each_block(layout, items, |number, (block, won): (&mut Block, &mut Vec<u64>)| {
            let reflects = layout.reflects(number);
            let mut gain = |block: &mut Block, address: usize, squares: u64| {
                let new_wins = squares & !won[address];
                if new_wins == 0 {
                    return;
                }
                if reflects {
                    return block.gain_twice(layout, won, address, new_wins);
                }
                won[address] |= new_wins;
                block.touch(address, new_wins);
            };
            unmove(layout, block, attacker, number, losses, &mut gain);
            for address in block.exits(attacker, code) {
                let squares = equal_to(block.lane(attacker, address), code);
                gain(block, address, squares);
            }
            let mut new_results = Vec::new();
            block.drain(|block, address, squares| {
                block.write(attacker, address, squares, code);
                new_results.push(NewResults { address: address as u32, squares });
            });
            new_results
        })
    }

    /// Whether these losses make wins that are not known yet.
    fn goes_on(&mut self, losses: &[Vec<NewResults>]) -> bool {
        let (layout, won, attacker) = (self.layout, &self.won, self.attacker);
        let blocks = self.blocks.iter_mut().collect();
        let goes_on = each_block(layout, blocks, |number, block| {
            let mut any = false;
            let mut look = |_: &mut Block, address: usize, squares: u64| {
                any |= squares & !won[number][address] != 0;
            };
            unmove(layout, block, attacker, number, losses, &mut look);
            any
        });
        goes_on.contains(&true)
    }

    /// Losses in a given number of half-moves, after the wins in one less.
    fn losses(&mut self, plies: u16, wins: &[Vec<NewResults>]) -> Vec<Vec<NewResults>> {
        let Some(code) = self.metric.loss(plies) else { return self.nothing() };
        let (layout, won, defender) = (self.layout, &self.won, self.defender);
        each_block(layout, self.blocks.iter_mut().collect(), |number, block| {
            let reflects = layout.reflects(number);
            let mut consider = |block: &mut Block, address: usize, squares: u64| {
                let candidates = squares & !block.hold[address];
                if candidates == 0 {
                    return;
                }
                if reflects {
                    return block.touch_lower(layout, address, candidates);
                }
                block.touch(address, candidates);
            };
            for address in block.exits(defender, code) {
                let squares = equal_to(block.lane(defender, address), code)
                    & !block.lost[defender.index()][address];
                layout.each_reflection(number, address, |address, symmetry| {
                    block.hold[address] &= !symmetry.word(squares);
                });
                consider(block, address, squares);
            }
            unmove(layout, block, defender, number, wins, &mut consider);
            let mut new_results = Vec::new();
            block.drain(|block, address, candidates| {
                let lost = confirm(layout, won, defender, number, address, candidates);
                block.set_aside(layout, number, address, lost);
                block.lose(defender, address, lost, code, &mut new_results);
            });
            new_results
        })
    }
}

impl Block {
    /// Takes note of wins in a word and in its reflection.
    #[inline(never)]
    fn gain_twice(&mut self, layout: &Layout, won: &mut [u64], address: usize, squares: u64) {
        let (address, squares, reflection) = layout.lower(address, squares);
        won[address] |= squares;
        won[reflection] |= Symmetry::TRANSPOSE.word(squares);
        self.touch(address, squares);
    }

    /// Touches the lower of two reflections.
    #[inline(never)]
    fn touch_lower(&mut self, layout: &Layout, address: usize, squares: u64) {
        let (address, squares, _) = layout.lower(address, squares);
        self.touch(address, squares);
    }

    /// Does not look at these positions again.
    fn set_aside(&mut self, layout: &Layout, number: usize, address: usize, squares: u64) {
        if squares != 0 {
            layout.each_reflection(number, address, |address, symmetry| {
                self.hold[address] |= symmetry.word(squares);
            });
        }
    }

    fn lose(
        &mut self,
        side: Color,
        address: usize,
        squares: u64,
        code: u8,
        new_results: &mut Vec<NewResults>,
    ) {
        if squares == 0 {
            return;
        }
        self.lost[side.index()][address] |= squares;
        self.write(side, address, squares, code);
        new_results.push(NewResults { address: address as u32, squares });
    }
}

/// Takes back all moves of one side inside the slice that led to some positions.
fn unmove(
    layout: &Layout,
    block: &mut Block,
    side: Color,
    number: usize,
    reached: &[Vec<NewResults>],
    found: &mut impl FnMut(&mut Block, usize, u64),
) {
    let own = &reached[number];
    if own.is_empty() && side == Color::Black {
        return;
    }
    if side == Color::Black && layout.black_king_moves() {
        for result in own {
            found(block, result.address as usize, beside(result.squares));
        }
    }
    let king = layout.kings[number];
    for officer in layout.officers_of(side) {
        match layout.officers[officer].piece.role {
            Role::Knight => unmove_officer::<Knight>(layout, block, king, officer, own, found),
            Role::Bishop => unmove_officer::<Bishop>(layout, block, king, officer, own, found),
            Role::Rook => unmove_officer::<Rook>(layout, block, king, officer, own, found),
            _ => unmove_officer::<Queen>(layout, block, king, officer, own, found),
        }
    }
    if side == Color::White {
        unmove_king(layout, block, number, reached, found);
    }
}

/// Takes back the moves of one officer.
fn unmove_officer<G: PieceMoves>(
    layout: &Layout,
    block: &mut Block,
    king: usize,
    officer: usize,
    reached: &[NewResults],
    found: &mut impl FnMut(&mut Block, usize, u64),
) {
    let mover = layout.mover(officer);
    for result in reached {
        let address = result.address as usize;
        let squares = layout.squares(address);
        let occupied = layout.all_men(king, &squares);
        let destinations = mover.destinations(address);
        G::each_target(squares[officer], occupied, |to, open| {
            let squares = result.squares & open;
            if squares != 0 {
                found(block, destinations.to(to), squares);
            }
        });
    }
}

/// Takes back moves of White's king that started in this block.
fn unmove_king(
    layout: &Layout,
    block: &mut Block,
    number: usize,
    reached: &[Vec<NewResults>],
    found: &mut impl FnMut(&mut Block, usize, u64),
) {
    for &(source, symmetry) in &layout.king_arrivals[number] {
        for result in &reached[source] {
            let address = layout.image(result.address as usize, symmetry);
            // The step that is the reflection of this one finds the other.
            if layout.is_lower(number, address) {
                found(block, address, symmetry.word(result.squares));
            }
        }
    }
}

/// Of the candidates, those from which every move inside the slice reaches a won position.
fn confirm(
    layout: &Layout,
    won: &[Vec<u64>],
    defender: Color,
    number: usize,
    address: usize,
    mut candidates: u64,
) -> u64 {
    let own = &won[number];
    if defender == Color::Black && layout.black_king_moves() {
        candidates &= !beside(!own[address]);
    }
    if candidates == 0 {
        return 0;
    }
    let squares = layout.squares(address);
    let occupied = layout.all_men(layout.kings[number], &squares);
    for officer in layout.officers_of(defender) {
        let destinations = layout.mover(officer).destinations(address);
        let check = |to, open: u64| candidates &= own[destinations.to(to)] | !open;
        let from = squares[officer];
        match layout.officers[officer].piece.role {
            Role::Knight => Knight::each_target(from, occupied, check),
            Role::Bishop => Bishop::each_target(from, occupied, check),
            Role::Rook => Rook::each_target(from, occupied, check),
            _ => Queen::each_target(from, occupied, check),
        }
        if candidates == 0 {
            return 0;
        }
    }
    if defender == Color::White {
        for step in &layout.king_looks[number] {
            if occupied >> step.to & 1 == 0 {
                let there = won[step.block][layout.image(address, step.symmetry)];
                candidates &= step.back.word(there);
            }
        }
    }
    candidates
}

/// The squares beside a set of squares, and the set itself is left out unless beside another.
#[inline(always)]
fn beside(squares: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = (squares << 1 & NOT_A) | (squares >> 1 & NOT_H);
    let three = row | squares;
    row | three << 8 | three >> 8
}
