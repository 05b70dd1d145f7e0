//! A search of its own for positions that nothing exact is known about.
//!
//! Alpha-beta with iterative deepening, a table, null moves, and captures to the end. It is short
//! and honest: what it says about mates follows from the moves it looked at, all else is an opinion.

mod evaluate;
mod table;

pub(super) use table::Table;

use evaluate::{evaluate, value};
use sole_board::{Clocks, Game, Move, Position, Role};
use std::ops::ControlFlow;
use table::{Bound, Known};

/// The deepest that is looked, in plies.
pub(super) const MOST_PLIES: usize = 100;

/// Being mated now; each ply that it takes is one less.
const MATE: i32 = 30_000;

/// Beyond this a score is a mate.
const MATES: i32 = MATE - 1000;

/// Below this it is one that is suffered.
const MATED: i32 = -MATES;

/// After so many plies without a capture or pawn move a draw can be claimed.
const FIFTY: u16 = 100;

/// The value of a line for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// Hundredths of a pawn.
    Pawns(i32),
    /// It mates in so many moves, or is mated if the number is negative or 0.
    Mate(i32),
}

impl From<i32> for Score {
    fn from(score: i32) -> Score {
        let moves = |plies: i32| (plies + 1) / 2;
        match score {
            MATES.. => Score::Mate(moves(MATE - score)),
            ..=MATED => Score::Mate(-moves(MATE + score)),
            _ => Score::Pawns(score),
        }
    }
}

/// What is known after a search to some depth.
#[derive(Clone, Debug)]
pub(super) struct SearchInfo {
    pub(super) depth: usize,
    pub(super) score: Score,
    pub(super) line: Vec<Move>,
    pub(super) nodes: u64,
}

/// A search of one position.
pub(super) struct Search<'a> {
    table: &'a mut Table,
    /// Told the nodes; says whether to stop.
    halt: &'a dyn Fn(u64) -> bool,
    nodes: u64,
    /// The keys of all positions of the game and of the line that is looked at.
    keys: Vec<u64>,
    /// Quiet moves that refuted something, two by each ply.
    killers: Vec<[Option<Move>; 2]>,
    /// How often quiet moves refuted something, by their squares.
    history: Vec<i32>,
    /// The best line from each ply on.
    lines: Vec<Vec<Move>>,
}

/// Whether to go on; a score that was broken off means nothing.
type Scored = ControlFlow<(), i32>;

impl<'a> Search<'a> {
    pub(super) fn new(table: &'a mut Table, halt: &'a dyn Fn(u64) -> bool) -> Search<'a> {
        Search {
            table,
            halt,
            nodes: 0,
            keys: Vec::new(),
            killers: vec![[None; 2]; MOST_PLIES + 1],
            history: vec![0; 64 * 64],
            lines: vec![Vec::new(); MOST_PLIES + 2],
        }
    }

    /// Looks deeper and deeper at some of the legal moves, of which there is at least one, and says
    /// which is best; `tell` hears of every depth.
    pub(super) fn run(
        mut self,
        game: &Game,
        moves: &[Move],
        most_depth: usize,
        tell: &mut dyn FnMut(&SearchInfo),
    ) -> Move {
        self.keys = game.positions().map(Position::key).collect();
        let mut moves = moves.to_vec();
        for depth in 1..=most_depth.min(MOST_PLIES - 1) {
            let searched = self.root(game, &mut moves, depth);
            if !self.lines[0].is_empty() {
                // Of a depth that was broken off, the best so far: the first move is that of the
                // depth before.
                raise(&mut moves, self.lines[0][0]);
            }
            let ControlFlow::Continue(points) = searched else { break };
            let score = Score::from(points);
            let line = self.lines[0].clone();
            tell(&SearchInfo { depth, score, line, nodes: self.nodes });
            if matches!(score, Score::Mate(_))
                && depth > usize::try_from(MATE - points.abs()).unwrap_or(0)
            {
                // Nothing shorter can be found any more.
                break;
            }
        }
        moves[0]
    }

    /// The best score of the root's moves; the line of ply 0 is that of the best so far.
    fn root(&mut self, game: &Game, moves: &mut [Move], depth: usize) -> Scored {
        let (position, clocks) = (game.position(), game.clocks());
        let mut alpha = -MATE;
        self.lines[0].clear();
        for &m in moves.iter() {
            let after = position.after(m);
            let step = Step { ply: 1, clocks: clocks.after(position, m) };
            let score = -self.enter(&after, step, depth as i32 - 1, -MATE, -alpha)?;
            if score > alpha || self.lines[0].is_empty() {
                alpha = alpha.max(score);
                self.note_line(0, m);
            }
        }
        ControlFlow::Continue(alpha)
    }

    /// Looks at a position after a move.
    fn enter(
        &mut self,
        position: &Position,
        step: Step,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Scored {
        self.nodes += 1;
        self.lines[step.ply].clear();
        if (self.halt)(self.nodes) {
            return ControlFlow::Break(());
        }
        if self.is_drawn(position, step) {
            return ControlFlow::Continue(0);
        }
        if step.ply >= MOST_PLIES {
            return ControlFlow::Continue(evaluate(position));
        }
        self.keys.push(position.key());
        let scored = if depth > 0 || position.is_check() {
            self.deep(position, step, depth.max(1), alpha, beta)
        } else {
            self.calm(position, step, alpha, beta)
        };
        self.keys.pop();
        scored
    }

    /// Whether the rules end it here as a draw, or a repetition would.
    fn is_drawn(&self, position: &Position, step: Step) -> bool {
        let halfmoves = step.clocks.halfmoves;
        let is_mate = || position.is_check() && !position.has_moves();
        let back = self.keys.iter().rev().take(halfmoves.into());
        position.diagram().dead_material().is_some()
            || halfmoves >= FIFTY && !is_mate()
            || back.skip(1).step_by(2).any(|&key| key == position.key())
    }

    fn deep(
        &mut self,
        position: &Position,
        step: Step,
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Scored {
        let known = self.table.get(position.key());
        if let Some(score) = known.and_then(|known| usable(known, step.ply, depth, alpha, beta)) {
            return ControlFlow::Continue(score);
        }
        let in_check = position.is_check();
        if !in_check && self.can_pass(position, step, depth, beta)? {
            return ControlFlow::Continue(beta);
        }
        let mut moves = position.moves();
        if moves.is_empty() {
            return ControlFlow::Continue(if in_check { step.ply as i32 - MATE } else { 0 });
        }
        self.order(position, step.ply, known.and_then(|known| known.best), &mut moves);
        let (mut best, mut first, begin) = (-MATE, None, alpha);
        for (index, &m) in moves.iter().enumerate() {
            let next = Step { ply: step.ply + 1, clocks: step.clocks.after(position, m) };
            let after = position.after(m);
            let is_late = index >= 4 && depth >= 3 && !in_check && is_quiet(position, m);
            let less = 1 + i32::from(is_late && !after.is_check());
            let mut score = alpha + 1;
            if index > 0 {
                score = -self.enter(&after, next, depth - less, -alpha - 1, -alpha)?;
            }
            // Whoever is better than was task is looked at with open eyes.
            let is_doubtful = score > alpha && (score < beta || less > 1);
            if index == 0 || is_doubtful {
                score = -self.enter(&after, next, depth - 1, -beta, -alpha)?;
            }
            if score > best {
                (best, first) = (score, Some(m));
            }
            if score > alpha {
                alpha = score;
                self.note_line(step.ply, m);
            }
            if alpha >= beta {
                self.note_refutation(position, step.ply, m, depth);
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Least,
            _ if best > begin => Bound::Exact,
            _ => Bound::Most,
        };
        let score = into_table(best, step.ply);
        let depth = i8::try_from(depth).unwrap_or(i8::MAX);
        self.table.put(position.key(), Known { best: first, score, depth, bound });
        ControlFlow::Continue(best)
    }

    /// Whether the side to move is so well off that it could even pass.
    fn can_pass(
        &mut self,
        position: &Position,
        step: Step,
        depth: i32,
        beta: i32,
    ) -> ControlFlow<(), bool> {
        let officers = position.diagram().color(position.turn())
            & !(position.diagram().role(Role::Pawn) | position.diagram().role(Role::King));
        if depth < 3 || officers.is_empty() || beta.abs() >= MATES || evaluate(position) < beta {
            return ControlFlow::Continue(false);
        }
        let Some(passed) = position.passed() else { return ControlFlow::Continue(false) };
        // Nothing before can come back after a pass.
        let clocks = Clocks { halfmoves: 0, ..step.clocks };
        let next = Step { ply: step.ply + 1, clocks };
        let score = -self.enter(&passed, next, depth - 3, -beta, 1 - beta)?;
        ControlFlow::Continue(score >= beta)
    }

    /// Captures to their end.
    fn calm(&mut self, position: &Position, step: Step, mut alpha: i32, beta: i32) -> Scored {
        let mut best = evaluate(position);
        if best >= beta {
            return ControlFlow::Continue(best);
        }
        alpha = alpha.max(best);
        let mut moves = Vec::new();
        let _ = position.try_for_each_capture(|m| {
            moves.push(m);
            ControlFlow::<()>::Continue(())
        });
        if moves.is_empty() && !position.has_moves() {
            return ControlFlow::Continue(0);
        }
        self.order(position, step.ply, None, &mut moves);
        for m in moves {
            let next = Step { ply: step.ply + 1, clocks: step.clocks.after(position, m) };
            let score = -self.enter(&position.after(m), next, 0, -beta, -alpha)?;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.note_line(step.ply, m);
            }
            if alpha >= beta {
                break;
            }
        }
        ControlFlow::Continue(best)
    }

    /// Puts first what is likely to be best.
    fn order(&self, position: &Position, ply: usize, known: Option<Move>, moves: &mut [Move]) {
        let diagram = position.diagram();
        let rank = |m: &Move| {
            let victim = position.captured(*m).map_or(0, value);
            let promoted = m.promoted().map_or(0, value);
            let attacker = diagram.role_at(m.from()).map_or(0, value);
            match () {
                () if Some(*m) == known => i32::MIN,
                () if victim + promoted > 0 => {
                    -1_000_000 - 10 * (victim + promoted) + attacker / 10
                }
                () if self.killers[ply].contains(&Some(*m)) => -900_000,
                () => -self.history[squares(*m)],
            }
        };
        moves.sort_by_cached_key(rank);
    }

    fn note_line(&mut self, ply: usize, m: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(m);
        before[ply].extend_from_slice(&after[0]);
    }

    fn note_refutation(&mut self, position: &Position, ply: usize, m: Move, depth: i32) {
        if !is_quiet(position, m) {
            return;
        }
        let [first, _] = self.killers[ply];
        if first != Some(m) {
            self.killers[ply] = [Some(m), first];
        }
        let count = &mut self.history[squares(m)];
        *count = (*count + depth * depth).min(800_000);
    }
}

/// Where a line has come to.
#[derive(Clone, Copy)]
struct Step {
    /// How far from the root.
    ply: usize,
    clocks: Clocks,
}

fn is_quiet(position: &Position, m: Move) -> bool {
    m.promoted().is_none() && !position.is_capture(m)
}

fn squares(m: Move) -> usize {
    m.from().index() * 64 + m.to().index()
}

/// Puts a move before the others.
fn raise(moves: &mut [Move], first: Move) {
    if let Some(at) = moves.iter().position(|&m| m == first) {
        moves[..=at].rotate_right(1);
    }
}

/// Mates are counted from the position in the table, and from the root in the search.
fn into_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    let score = match score {
        MATES.. => score + ply,
        ..=MATED => score - ply,
        _ => score,
    };
    i16::try_from(score).unwrap_or(if score > 0 { i16::MAX } else { i16::MIN })
}

/// What the table says, if that is enough.
fn usable(known: Known, ply: usize, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
    let (score, ply) = (i32::from(known.score), ply as i32);
    let score = match score {
        MATES.. => score - ply,
        ..=MATED => score + ply,
        _ => score,
    };
    let is_enough = match known.bound {
        Bound::Exact => true,
        Bound::Least => score >= beta,
        Bound::Most => score <= alpha,
    };
    (is_enough && i32::from(known.depth) >= depth).then_some(score)
}
