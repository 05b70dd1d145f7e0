//! Direct play: attacker and defender in turn, to a bounded depth.
//!
//! The attacker needs one move that works, the defender one reply that spoils
//! it. Every attacker's position is searched for shorter goals before longer
//! ones, so what is cheap is found cheaply and the table fills from below.

use crate::budget::NodeCounter;
use crate::root::Forced;
use crate::table::{Bounds, Table};
use crate::{Goal, OutOfBudget};
use sole_board::{Move, PackedPosition, Position};
use std::num::NonZeroU8;
use std::ops::{ControlFlow, Range};

/// One thread's search for forced goals.
pub(crate) struct Search<'a> {
    goal: Goal,
    table: Table,
    counter: NodeCounter<'a>,
    /// The moves of all positions on the way from the root, one after another.
    moves: Vec<Candidate>,
    refutations: RefutationTable,
}

#[derive(Clone, Copy)]
struct Candidate {
    rank: u32,
    m: Move,
}

impl<'a> Search<'a> {
    pub(crate) fn new(goal: Goal, counter: NodeCounter<'a>) -> Search<'a> {
        let table = Table::new(counter.bytes());
        Search { goal, table, counter, moves: Vec::new(), refutations: RefutationTable::new() }
    }

    /// Whether the side to move forces the goal in at most `moves` moves.
    pub(crate) fn attack(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        self.counter.spend()?;
        if moves <= 1 {
            return Ok(moves == 1 && self.goal.in_one(position));
        }
        let packed = PackedPosition::new(position).ok();
        let known = packed.map_or(Bounds::default(), |packed| self.table.get(&packed));
        if let Some(decided) = known.decide(moves) {
            return Ok(decided);
        }
        let shortest = self.shortest(position, known.refuted, moves)?;
        let bounds = match shortest {
            Some(proved) => Bounds { proved: Some(proved), refuted: proved.get() - 1 },
            None => Bounds { refuted: moves, ..known },
        };
        if let Some(packed) = packed {
            self.table.put(packed, bounds);
        }
        Ok(shortest.is_some())
    }

    /// The least number of moves in which the side to move forces the goal,
    /// above `refuted` and up to `most`.
    fn shortest(
        &mut self,
        position: &Position,
        refuted: u8,
        most: u8,
    ) -> Result<Option<NonZeroU8>, OutOfBudget> {
        if refuted == 0 && self.goal.in_one(position) {
            return Ok(Some(NonZeroU8::MIN));
        }
        if refuted < 2 && self.in_two(position)? {
            return Ok(NonZeroU8::new(2));
        }
        if most == 2 {
            return Ok(None);
        }
        let candidates = self.list_attacks(position);
        let mut found = None;
        for moves in refuted.max(2) + 1..=most {
            if self.any_attack(position, candidates.clone(), moves)? {
                found = NonZeroU8::new(moves);
                break;
            }
        }
        self.moves.truncate(candidates.start);
        Ok(found)
    }

    /// Whether the side to move forces the goal in two moves.
    ///
    /// Here the search spends its time, so moves that the last refutation
    /// answers as well are not even listed.
    fn in_two(&mut self, position: &Position) -> Result<bool, OutOfBudget> {
        let start = self.moves.len();
        let moves = &mut self.moves;
        let push = |m| moves.push(Candidate { rank: 0, m });
        match self.goal {
            Goal::Mate => {
                let replies = self.refutations.killers_at(1).into_iter().flatten();
                position.for_each_unrefuted_move(replies, push);
            }
            Goal::Stalemate => position.for_each_move(push),
        }
        let found = self.any_attack(position, start..self.moves.len(), 2)?;
        self.moves.truncate(start);
        Ok(found)
    }

    fn any_attack(
        &mut self,
        position: &Position,
        candidates: Range<usize>,
        moves: u8,
    ) -> Result<bool, OutOfBudget> {
        for index in candidates {
            let m = self.moves[index].m;
            if self.defend(&position.after(m), m, moves - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether every reply lets the other side force the goal in at most `moves`.
    ///
    /// `attack` is the move that led here.
    fn defend(
        &mut self,
        position: &Position,
        attack: Move,
        moves: u8,
    ) -> Result<bool, OutOfBudget> {
        let killers = self.refutations.killers(attack, moves);
        for reply in killers.into_iter().flatten().filter(|&reply| position.is_legal(reply)) {
            if self.refutes(position, attack, reply, moves)? {
                return Ok(false);
            }
        }
        let start = self.moves.len();
        position.for_each_move(|m| self.moves.push(Candidate { rank: 0, m }));
        let replies = start..self.moves.len();
        if replies.is_empty() {
            return Ok(self.goal.is_reached(position));
        }
        for index in replies {
            let reply = self.moves[index].m;
            if !killers.contains(&Some(reply)) && self.refutes(position, attack, reply, moves)? {
                self.moves.truncate(start);
                return Ok(false);
            }
        }
        self.moves.truncate(start);
        Ok(true)
    }

    /// Whether this reply to `attack` keeps the other side from the goal.
    fn refutes(
        &mut self,
        position: &Position,
        attack: Move,
        reply: Move,
        moves: u8,
    ) -> Result<bool, OutOfBudget> {
        let refutes = !self.attack(&position.after(reply), moves)?;
        if refutes {
            self.refutations.record(attack, reply, moves);
        }
        Ok(refutes)
    }

    /// The attacker's moves, those that leave fewest replies first.
    fn list_attacks(&mut self, position: &Position) -> Range<usize> {
        let start = self.moves.len();
        position.for_each_child(|m, child| {
            let rank = child.count_moves() as u32;
            self.moves.push(Candidate { rank, m });
        });
        self.moves[start..].sort_by_key(|candidate| candidate.rank);
        start..self.moves.len()
    }
}

impl Forced for Search<'_> {
    fn succeeds(
        &mut self,
        position: &Position,
        first: Move,
        moves: u8,
    ) -> Result<bool, OutOfBudget> {
        self.counter.spend()?;
        self.defend(position, first, moves)
    }

    fn length(&mut self, position: &Position, most: u8) -> Result<Option<u8>, OutOfBudget> {
        for moves in 1..=most {
            if self.attack(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }
}

/// Replies that refuted earlier attacks, to be tried first against the next one.
struct RefutationTable {
    /// The last two refutations at each depth, the newer one first.
    killers: Vec<[Option<Move>; 2]>,
    /// The last refutation of a move, by its two squares.
    countermoves: Vec<Option<Move>>,
}

impl RefutationTable {
    fn new() -> RefutationTable {
        RefutationTable { killers: vec![[None; 2]; 256], countermoves: vec![None; 64 * 64] }
    }

    /// The last two refutations at this depth.
    fn killers_at(&self, moves: u8) -> [Option<Move>; 2] {
        self.killers[usize::from(moves)]
    }

    /// Replies to try before all others, each once.
    fn killers(&self, attack: Move, moves: u8) -> [Option<Move>; 3] {
        let [last, second_last] = self.killers_at(moves);
        let countermove =
            self.countermoves[RefutationTable::index(attack)].filter(|&m| Some(m) != last);
        [last, countermove, second_last.filter(|&m| Some(m) != countermove)]
    }

    /// Stores `reply` as the latest refutation of `attack`.
    fn record(&mut self, attack: Move, reply: Move, moves: u8) {
        let killers = &mut self.killers[usize::from(moves)];
        if killers[0] != Some(reply) {
            *killers = [Some(reply), killers[0]];
        }
        self.countermoves[RefutationTable::index(attack)] = Some(reply);
    }

    fn index(attack: Move) -> usize {
        attack.from().index() * 64 + attack.to().index()
    }
}

impl Goal {
    /// Whether the side to move reaches the goal at once.
    pub(crate) fn in_one(self, position: &Position) -> bool {
        match self {
            Goal::Mate => position.try_for_each_mate(|_| ControlFlow::Break(())).is_break(),
            Goal::Stalemate => position
                .try_for_each_child(|_, child| {
                    let reached = !child.has_moves() && !child.is_check();
                    if reached { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
                .is_break(),
        }
    }

    /// Whether a position without moves is the goal.
    pub(crate) fn is_reached(self, position: &Position) -> bool {
        position.is_check() == (self == Goal::Mate)
    }
}
