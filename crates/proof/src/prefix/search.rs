//! How many games lead to a diagram, none, one or more, by going back from it.

use std::cell::Cell;
use std::ops::{ControlFlow, Range};

use sole_board::{Move, MoveKind, Position, Setup, Square, SquareSet};

use super::known::Known;
use super::unmove::{Conditions, Node, Start, Unmove};
use crate::PlySet;

/// Goes back from diagrams.
pub(super) struct Search<'a> {
    start: &'a Start,
    known: &'a Known,
    /// How many diagrams were gone back from.
    nodes: Cell<u64>,
}

/// The position that a candidate comes from.
pub(super) struct Parent<'a> {
    /// The positions of its game, the start first.
    pub(super) line: &'a [Position],
    /// Its game.
    pub(super) game: &'a [Move],
    pub(super) node: Node,
    /// Whether its game is the only one to its diagram, not only to the position.
    pub(super) is_sole: bool,
}

/// Whether other games lead to where a game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No other game leads to the diagram.
    UniqueDiagram,
    /// Other games lead to the diagram, but none to the position.
    UniquePosition,
    /// Another game leads to the position.
    Neither,
}

impl Verdict {
    /// Whether the diagram is unique.
    pub(super) fn is_diagram(self) -> bool {
        self == Verdict::UniqueDiagram
    }
}

/// A position that is judged.
pub(super) struct Candidate {
    /// How it comes from its parent.
    pub(super) last: Unmove,
    position: Position,
    pub(super) node: Node,
    /// The other last moves that the filters do not rule out.
    others: Range<usize>,
}

impl Candidate {
    pub(super) fn position(&self) -> &Position {
        &self.position
    }
}

/// The candidates of one parent.
///
/// All filters are asked in one go, for then the memory answers many questions at once.
#[derive(Default)]
pub(super) struct Batch {
    /// How many children the parent has.
    pub(super) children: u64,
    /// Those that are left.
    pub(super) candidates: Vec<Candidate>,
    others: Vec<Unmove>,
    keys: Vec<u64>,
    passes: Vec<bool>,
    exchange: MoveExchange,
}

impl Batch {
    /// Takes the children of a parent, all but those that another game is seen to lead to.
    pub(super) fn fill(&mut self, search: &Search<'_>, parent: &Parent<'_>) {
        let ply = parent.ply() + 1;
        self.clear();
        parent.position().for_each_child(|m, child| {
            self.children += 1;
            if !self.exchange.is_exchanged(parent, m, child) {
                let last = Unmove::of(parent.position(), m);
                let node = search.start.node_after(&parent.node, &last, child);
                let first = self.others.len();
                search.unmoves(&node, ply, &Conditions::NONE, |unmove, key| {
                    if *unmove != last {
                        self.others.push(*unmove);
                        self.keys.push(key);
                    }
                    ControlFlow::Continue(())
                });
                let others = first..self.others.len();
                self.candidates.push(Candidate { last, position: *child, node, others });
            }
        });
        let passes = self.keys.iter().map(|&key| search.known.may_reach(ply - 1, key));
        self.passes.extend(passes);
    }

    /// Takes all children of a parent, without testing for other games.
    pub(super) fn fill_all(&mut self, search: &Search<'_>, parent: &Parent<'_>) {
        self.clear();
        parent.position().for_each_child(|m, child| {
            self.children += 1;
            let last = Unmove::of(parent.position(), m);
            let node = search.start.node_after(&parent.node, &last, child);
            self.candidates.push(Candidate { last, position: *child, node, others: 0..0 });
        });
    }

    fn clear(&mut self) {
        self.children = 0;
        self.candidates.clear();
        self.others.clear();
        self.keys.clear();
        self.passes.clear();
    }

    /// The other last moves of a candidate that the filters do not rule out.
    fn others(&self, candidate: &Candidate) -> impl Iterator<Item = &Unmove> {
        let range = candidate.others.clone();
        let others = self.others[range.clone()].iter().zip(&self.passes[range]);
        others.filter(|(_, passes)| **passes).map(|(unmove, _)| unmove)
    }
}

impl Parent<'_> {
    pub(super) fn position(&self) -> &Position {
        &self.line[self.ply()]
    }

    fn ply(&self) -> usize {
        self.game.len()
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(start: &'a Start, known: &'a Known) -> Search<'a> {
        Search { start, known, nodes: Cell::new(0) }
    }

    /// How many diagrams were gone back from.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Whether other games than a candidate's lead to where it does.
    pub(super) fn judge(&self, parent: &Parent<'_>, batch: &Batch, index: usize) -> Verdict {
        let candidate = &batch.candidates[index];
        let has_dual = |conditions: &Conditions, fits: &dyn Fn(&Unmove) -> bool| {
            let mut others = batch.others(candidate).filter(|unmove| fits(unmove));
            others.any(|unmove| self.leads_to(candidate, unmove, parent.ply(), conditions))
                || self.has_dual_by_parent(parent, candidate, conditions)
        };
        if !has_dual(&Conditions::NONE, &|_| true) {
            return Verdict::UniqueDiagram;
        }
        let position = &candidate.position;
        let conditions = Conditions::of(self.start, position);
        let us = !position.turn();
        let fits = |unmove: &Unmove| {
            self.start.satisfies(&candidate.node, us, unmove, &conditions)
                && !allows_en_passant(position, unmove)
        };
        match has_dual(&conditions, &fits) {
            true => Verdict::Neither,
            false => Verdict::UniquePosition,
        }
    }

    /// Whether a game with this last move leads to a candidate under these conditions.
    fn leads_to(
        &self,
        candidate: &Candidate,
        last: &Unmove,
        before: usize,
        conditions: &Conditions,
    ) -> bool {
        let us = !candidate.position.turn();
        let node = self.start.before(&candidate.node, us, last);
        self.games(&node, before, &self.start.conditions_before(conditions, us, last), 1) == 1
    }

    /// Whether another game leads to a candidate through the diagram of its parent.
    fn has_dual_by_parent(
        &self,
        parent: &Parent<'_>,
        candidate: &Candidate,
        conditions: &Conditions,
    ) -> bool {
        if parent.is_sole {
            return false;
        }
        let conditions =
            self.start.conditions_before(conditions, !candidate.position.turn(), &candidate.last);
        self.games(&parent.node, parent.ply(), &conditions, 2) == 2
    }

    /// The number of games of `ply` plies that end in these men under these conditions, as far
    /// as `limit`.
    pub(super) fn games(&self, node: &Node, ply: usize, conditions: &Conditions, limit: u8) -> u8 {
        let start = self.start;
        if ply <= self.known.last_exact() {
            let Some(rights) = self.known.rights(ply, &node.men) else { return 0 };
            if ply == 0 {
                return u8::from(start.holds_at_start(conditions));
            }
            if *conditions != Conditions::NONE
                && !rights.allow(start, conditions.held, conditions.lost)
            {
                return 0;
            }
            if limit == 1 && conditions.passed.is_none() {
                return 1;
            }
        } else if node.men.is_check(start.mover(ply)) {
            return 0;
        }
        self.nodes.set(self.nodes.get() + 1);
        let us = start.mover(ply);
        let mut games = 0;
        self.unmoves(node, ply, conditions, |unmove, key| {
            if self.known.may_reach(ply - 1, key) {
                let before = start.before(node, us, unmove);
                let conditions = start.conditions_before(conditions, us, unmove);
                games += self.games(&before, ply - 1, &conditions, limit - games);
            }
            if games >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        games
    }

    /// Calls `visit` with every last move and the key of the men before it, until it breaks.
    fn unmoves(
        &self,
        node: &Node,
        ply: usize,
        conditions: &Conditions,
        mut visit: impl FnMut(&Unmove, u64) -> ControlFlow<()>,
    ) {
        let us = self.start.mover(ply);
        let _ = self.start.try_for_each_unmove(node, ply, conditions, |unmove| {
            visit(unmove, self.start.key_before(node, us, unmove))
        });
    }

    /// Whether men can be reached in a given number of plies under these conditions.
    fn is_reached(&self, node: &Node, ply: usize, conditions: &Conditions) -> bool {
        self.start.fits(node, ply)
            && self.known.may_reach(ply, node.men.key())
            && self.games(node, ply, conditions, 1) == 1
    }

    /// The earlier plies at which the diagram of a candidate can be reached, too.
    pub(super) fn earlier(&self, parent: &Parent<'_>, candidate: &Candidate) -> PlySet {
        let is_reached = |ply: &usize| self.is_reached(&candidate.node, *ply, &Conditions::NONE);
        (0..=parent.ply()).filter(is_reached).fold(PlySet::EMPTY, PlySet::with)
    }

    /// Those of the `earlier` plies at which the same last move leads to the diagram of a
    /// candidate.
    pub(super) fn inherited(
        &self,
        parent: &Parent<'_>,
        candidate: &Candidate,
        earlier: PlySet,
    ) -> PlySet {
        let us = !candidate.position.turn();
        let conditions = self.start.conditions_before(&Conditions::NONE, us, &candidate.last);
        let same_last = |&earlier: &usize| {
            earlier > 0
                && (parent.ply() + 1 - earlier).is_multiple_of(2)
                && self.is_reached(&parent.node, earlier - 1, &conditions)
        };
        earlier.iter().filter(same_last).fold(PlySet::EMPTY, PlySet::with)
    }
}

/// Exchanges the last move of a game with the one before it of the same side.
///
/// Many parents share the position in which that is tried, so its moves are kept.
#[derive(Default)]
struct MoveExchange {
    position: Option<Position>,
    /// The ordinary moves by the squares that they start from.
    targets: Vec<SquareSet>,
}

impl MoveExchange {
    /// Whether the game of a parent and one move more ends in the same position when that
    /// move and the one before it of the same side are exchanged.
    fn is_exchanged(&mut self, parent: &Parent<'_>, last: Move, child: &Position) -> bool {
        let &[.., own, other] = parent.game else { return false };
        let before = &parent.line[parent.ply() - 2];
        let is_legal = match last.kind() {
            MoveKind::Ordinary => self.targets(before, last.from()).contains(last.to()),
            _ => before.is_legal(last),
        };
        if !is_legal {
            return false;
        }
        let exchanged = || before.after(last).play(other)?.play(own);
        exchanged().as_ref() == Some(child)
    }

    fn targets(&mut self, position: &Position, from: Square) -> SquareSet {
        if self.position.as_ref() != Some(position) {
            self.position = Some(*position);
            self.targets.clear();
            self.targets.resize(64, SquareSet::EMPTY);
            position.for_each_move(|m| {
                if m.kind() == MoveKind::Ordinary {
                    let targets = &mut self.targets[m.from().index()];
                    *targets = targets.with(m.to());
                }
            });
        }
        self.targets[from.index()]
    }
}

/// Whether a double step would give the right to capture en passant in a position that has
/// none.
fn allows_en_passant(position: &Position, unmove: &Unmove) -> bool {
    if position.en_passant().is_some() || !unmove.is_double_step() {
        return false;
    }
    let (from, to) = (unmove.forward.from(), unmove.forward.to());
    let over = sole_board::attacks::between(from, to).first();
    let setup = Setup { en_passant: over, ..position.to_setup(Default::default()) };
    Position::new(setup, sole_board::Faults::WAIVABLE)
        .is_ok_and(|position| position.en_passant().is_some())
}
