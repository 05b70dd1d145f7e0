//! How many games lead to a diagram, none, one or more, by going back from it.

use std::cell::Cell;
use std::ops::ControlFlow;

use sole_board::{Move, Position, Setup};

use super::known::Known;
use super::unmove::{Node, Start, Terms, Unmove};
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

/// A position that is judged.
pub(super) struct Candidate<'a> {
    pub(super) parent: &'a Parent<'a>,
    /// How it comes from the parent.
    pub(super) last: Unmove,
    pub(super) position: &'a Position,
    pub(super) node: Node,
}

impl<'a> Candidate<'a> {
    pub(super) fn new(
        start: &Start,
        parent: &'a Parent<'a>,
        m: Move,
        position: &'a Position,
    ) -> Candidate<'a> {
        let last = Unmove::of(parent.position(), m);
        let node = start.node_after(&parent.node, &last, position);
        Candidate { parent, last, position, node }
    }

    fn ply(&self) -> usize {
        self.parent.game.len() + 1
    }
}

impl Parent<'_> {
    pub(super) fn position(&self) -> &Position {
        &self.line[self.game.len()]
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

    /// Whether other games than the candidate's lead to where it does.
    pub(super) fn judge(&self, candidate: &Candidate<'_>) -> Verdict {
        if !self.has_dual(candidate, &Terms::NONE, |_| true) {
            return Verdict::UniqueDiagram;
        }
        let (men, position) = (&candidate.node.men, candidate.position);
        let held = position.castling();
        let lost = self.start.possible_rights(men) - held;
        let terms = Terms { held, lost, passed: position.en_passant() };
        let leads_here = |unmove: &Unmove| {
            position.en_passant().is_some() || !allows_en_passant(position, unmove)
        };
        match self.has_dual(candidate, &terms, leads_here) {
            true => Verdict::Neither,
            false => Verdict::UniquePosition,
        }
    }

    /// Whether another game ends in the diagram of a candidate under these terms, with a
    /// last move that fits.
    fn has_dual(
        &self,
        candidate: &Candidate<'_>,
        terms: &Terms,
        fits: impl Fn(&Unmove) -> bool,
    ) -> bool {
        let (start, ply, node) = (self.start, candidate.ply(), &candidate.node);
        let us = start.mover(ply);
        let dual = start.try_for_each_unmove(node, ply, terms, |unmove| {
            if *unmove == candidate.last {
                return ControlFlow::Continue(());
            }
            let key = start.key_before(node, us, unmove);
            if !self.known.may_reach(ply - 1, key) || !fits(unmove) {
                return ControlFlow::Continue(());
            }
            let before = start.before(node, us, unmove);
            match self.games(&before, ply - 1, &start.terms_before(terms, us, unmove), 1) {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        if dual.is_break() {
            return true;
        }
        let terms = start.terms_before(terms, us, &candidate.last);
        !candidate.parent.is_sole && self.games(&candidate.parent.node, ply - 1, &terms, 2) == 2
    }

    /// The number of games of `ply` plies that end in these men under these terms, as far
    /// as `limit`.
    pub(super) fn games(&self, node: &Node, ply: usize, terms: &Terms, limit: u8) -> u8 {
        let start = self.start;
        if ply <= self.known.last_exact() {
            let Some(rights) = self.known.rights(ply, &node.men) else { return 0 };
            if ply == 0 {
                return u8::from(start.meets(terms));
            }
            if *terms != Terms::NONE && !rights.allow(start, terms.held, terms.lost) {
                return 0;
            }
            if limit == 1 && terms.passed.is_none() {
                return 1;
            }
        } else if node.men.is_check(start.mover(ply)) {
            return 0;
        }
        self.nodes.set(self.nodes.get() + 1);
        let us = start.mover(ply);
        let mut games = 0;
        let _ = start.try_for_each_unmove(node, ply, terms, |unmove| {
            if self.known.may_reach(ply - 1, start.key_before(node, us, unmove)) {
                let before = start.before(node, us, unmove);
                let terms = start.terms_before(terms, us, unmove);
                games += self.games(&before, ply - 1, &terms, limit - games);
            }
            if games >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        games
    }

    /// Whether men can be reached in so many plies under these terms.
    fn is_reached(&self, node: &Node, ply: usize, terms: &Terms) -> bool {
        self.start.fits(node, ply)
            && self.known.may_reach(ply, node.men.key())
            && self.games(node, ply, terms, 1) == 1
    }

    /// The earlier plies at which the diagram of a candidate can be reached, too.
    pub(super) fn earlier(&self, candidate: &Candidate<'_>) -> PlySet {
        let is_reached =
            |ply: &usize| self.is_reached(&candidate.node, *ply, &Terms::NONE);
        (0..candidate.ply()).filter(is_reached).fold(PlySet::EMPTY, PlySet::with)
    }

    /// Those of the `earlier` plies at which the same last move leads to the diagram of a
    /// candidate.
    pub(super) fn inherited(&self, candidate: &Candidate<'_>, earlier: PlySet) -> PlySet {
        let ply = candidate.ply();
        let us = self.start.mover(ply);
        let terms = self.start.terms_before(&Terms::NONE, us, &candidate.last);
        let same_last = |&earlier: &usize| {
            earlier > 0
                && (ply - earlier) % 2 == 0
                && self.is_reached(&candidate.parent.node, earlier - 1, &terms)
        };
        earlier.iter().filter(same_last).fold(PlySet::EMPTY, PlySet::with)
    }
}

/// Whether the move of a candidate and the one before it of the same side can be
/// exchanged, and what the candidate shares with the position after that.
pub(super) fn exchanged(candidate: &Candidate<'_>) -> Option<Position> {
    let Parent { line, game, .. } = candidate.parent;
    let &[.., own, other] = *game else { return None };
    let before = &line[game.len() - 2];
    before.play(candidate.last.forward)?.play(other)?.play(own)
}

/// Whether a double step would give the right to capture en passant in a position that has
/// none.
fn allows_en_passant(position: &Position, unmove: &Unmove) -> bool {
    if !unmove.is_double_step() {
        return false;
    }
    let (from, to) = (unmove.forward.from(), unmove.forward.to());
    let over = sole_board::attacks::between(from, to).first();
    let setup = Setup { en_passant: over, ..position.to_setup(Default::default()) };
    Position::new(setup, sole_board::Faults::WAIVABLE)
        .is_ok_and(|position| position.en_passant().is_some())
}
