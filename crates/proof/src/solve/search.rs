//! The search: legal moves, depth first, as far as both sides can afford their ends.
//!
//! Whether a position leads to the target in a given number of plies does not depend on how it came
//! about, so positions that fail are remembered as such. When that alone does not end
//! soon, both sides are looked at alone. Where much work has gone into a position, its
//! further children are analysed again: by then less is left to spare, and more is known.

use super::analysis::{Analysis, Tables};
use super::budget::Meter;
use super::counts::Counts;
use super::move_budget::{MoveBudget, Step};
use super::one_side::BothSides;
use super::retro::Retro;
use super::table::Table;
use sole_board::{Color, Diagram, Move, PackedPosition, Position};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Called with every game.
pub(super) type OnGame<'a> = dyn FnMut(&[Move]) -> ControlFlow<Stop> + 'a;

/// Parameters of the search that affect its speed, not its results.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchParams {
    /// Numbers of nodes after which each side is searched alone, with the maximum number of
    /// arrangements of each.
    pub(super) one_side_searches: &'static [(u64, usize)],
    /// The average work for a child of a position, in nodes, from which on further children are
    /// analysed again.
    pub(super) reanalysis_work: u64,
    /// The minimum number of plies left for such an analysis.
    pub(super) min_reanalysis_plies: u8,
}

impl SearchParams {
    pub(super) const STANDARD: SearchParams = SearchParams {
        one_side_searches: &[(2_000, 30_000), (100_000, 400_000), (2_000_000, 5_000_000)],
        reanalysis_work: 3000,
        min_reanalysis_plies: 4,
    };
}

/// How much work an analysis is, in nodes.
pub(super) const ANALYSIS: u64 = 500;

/// What an arrangement takes while a side is looked at alone, with its moves.
const BYTES_OF_ARRANGEMENT: usize = 200;

/// A search in progress.
pub(super) struct Search<'a, 'b> {
    target: Diagram,
    failed: Table,
    /// What is known of positions that do not fail, if games are to be counted alone.
    counts: Option<Counts>,
    both_sides: BothSides<'a>,
    retro: Retro,
    /// How many plies the whole game has.
    plies: u8,
    /// The parameters; searches of one side that are still to be done count nodes from `since`.
    params: SearchParams,
    since: u64,
    meter: &'a mut Meter<'b>,
    found: &'a mut OnGame<'a>,
    line: Vec<Move>,
    /// The steps of all positions of the line that are still to be played.
    steps: Vec<Step>,
    analyses: u64,
}

/// A position with the number of plies left, and the bounds for its games.
struct SearchNode<'t> {
    position: &'t Position,
    plies: u8,
    tables: &'t Tables,
}

impl<'a, 'b> Search<'a, 'b> {
    /// A search of the games that `analysis` is about.
    pub(super) fn new(
        target: Diagram,
        (first, analysis): (Color, &'a Analysis),
        params: SearchParams,
        meter: &'a mut Meter<'b>,
        found: &'a mut OnGame<'a>,
    ) -> Search<'a, 'b> {
        Search {
            target,
            failed: Table::new(meter.bytes() / 2),
            counts: None,
            both_sides: BothSides::new(analysis, first),
            retro: Retro::NONE,
            plies: (analysis.sides[0].moves + analysis.sides[1].moves) as u8,
            params,
            since: meter.nodes(),
            meter,
            found,
            line: Vec::new(),
            steps: Vec::new(),
            analyses: 0,
        }
    }

    /// The same search, which reports no game that it can count without going through it.
    pub(super) fn counting(mut self) -> Search<'a, 'b> {
        let bytes = self.meter.bytes() / 4;
        (self.failed, self.counts) = (Table::new(bytes), Some(Counts::new(bytes)));
        self
    }

    /// Reports every game; tells how many there are.
    pub(super) fn run(
        &mut self,
        position: &Position,
        plies: u8,
        analysis: &Analysis,
    ) -> ControlFlow<Stop, u128> {
        let node = SearchNode { position, plies, tables: &analysis.tables };
        self.walk(&node, &mut MoveBudget::new(analysis))
    }

    fn walk(
        &mut self,
        node: &SearchNode<'_>,
        move_budget: &mut MoveBudget,
    ) -> ControlFlow<Stop, u128> {
        let &SearchNode { position, plies, tables } = node;
        if plies == 0 {
            return self.reached_target(position);
        }
        self.meter.spend()?;
        let packed = PackedPosition::new(position).ok().filter(|_| plies > 1);
        if let Some(games) = packed.and_then(|packed| self.known(&packed, plies)) {
            return ControlFlow::Continue(games);
        }
        self.look()?;
        let SearchParams { reanalysis_work, min_reanalysis_plies, .. } = self.params;
        let first = self.steps.len();
        self.list(node, move_budget);
        let (since, mut children, mut games) = (self.work(), 0, 0_u128);
        while self.steps.len() > first {
            let Some(step) = self.steps.pop() else { break };
            let position_after = position.after(step.m);
            let child = SearchNode { position: &position_after, plies: plies - 1, tables };
            let before = move_budget.play(&step, position.turn());
            self.line.push(step.m);
            let is_long = children > 0 && self.work() - since >= reanalysis_work * children;
            let games_of_child = if plies > min_reanalysis_plies && is_long {
                self.analyse(&child, move_budget)?
            } else {
                self.walk(&child, move_budget)?
            };
            games = games.saturating_add(games_of_child);
            children += 1;
            self.line.pop();
            move_budget.take_back(&step, position.turn(), before);
        }
        if let Some(packed) = packed {
            match (&mut self.counts, games) {
                (_, 0) => self.failed.insert(&packed, plies, self.meter)?,
                (Some(counts), _) => counts.insert(&packed, plies, games),
                (None, _) => {}
            }
        }
        ControlFlow::Continue(games)
    }

    /// How many games a position has, if that is known and they need not be reported.
    #[inline]
    fn known(&self, packed: &PackedPosition, plies: u8) -> Option<u128> {
        if self.failed.contains(packed, plies) {
            return Some(0);
        }
        self.counts.as_ref()?.get(packed, plies)
    }

    /// Lists the moves that both sides can afford.
    fn list(&mut self, node: &SearchNode<'_>, move_budget: &MoveBudget) {
        let (steps, both_sides, retro) = (&mut self.steps, &self.both_sides, &self.retro);
        node.position.for_each_move(|m| {
            let step = move_budget.step(node.tables, node.position, m);
            steps.extend(step.filter(|step| {
                let admitted = |color| {
                    let (left, hash) = step.arrangement(color);
                    both_sides.admits(color, left, hash)
                };
                admitted(Color::White)
                    && admitted(Color::Black)
                    && retro.admits(node.plies - 1, step.hashes())
            }));
        });
    }

    /// Searches both sides alone when enough nodes were visited.
    fn look(&mut self) -> ControlFlow<Stop> {
        let Some((&(after, most), later)) = self.params.one_side_searches.split_first() else {
            return ControlFlow::Continue(());
        };
        if self.meter.nodes() - self.since < after {
            return ControlFlow::Continue(());
        }
        let most = most.min(self.meter.bytes() / 2 / BYTES_OF_ARRANGEMENT);
        self.params.one_side_searches = later;
        if self.both_sides.is_complete() || self.both_sides.look(most, self.meter)? {
            self.retro = Retro::of(&self.both_sides, self.plies, most, self.meter)?;
        }
        ControlFlow::Continue(())
    }

    fn analyse(
        &mut self,
        node: &SearchNode<'_>,
        move_budget: &MoveBudget,
    ) -> ControlFlow<Stop, u128> {
        let packed = PackedPosition::new(node.position).ok();
        if let Some(games) = packed.and_then(|packed| self.known(&packed, node.plies)) {
            return ControlFlow::Continue(games);
        }
        self.analyses += 1;
        self.meter.charge(ANALYSIS)?;
        let plies = u32::from(node.plies);
        match Analysis::of(node.position, &self.target, plies, move_budget.planned_castlings()) {
            Err(_) => ControlFlow::Continue(0),
            Ok(analysis) => self.run(node.position, node.plies, &analysis),
        }
    }

    fn work(&self) -> u64 {
        self.meter.nodes() + ANALYSIS * self.analyses
    }

    fn reached_target(&mut self, position: &Position) -> ControlFlow<Stop, u128> {
        if *position.diagram() != self.target {
            return ControlFlow::Continue(0);
        }
        (self.found)(&self.line)?;
        ControlFlow::Continue(1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Budget;
    use super::*;
    use sole_board::{CastlingSide, MoveKind, Setup};

    /// Castling as often as possible, and rather captures and promotions than other moves.
    fn random_game(start: &Position, plies: usize, random: &mut fastrand::Rng) -> Vec<Move> {
        let (mut position, mut game) = (*start, Vec::new());
        while game.len() < plies && position.has_moves() {
            let moves = position.moves();
            let castling = moves.iter().find(|m| m.kind() == MoveKind::Castling);
            let special = |m: &&Move| m.kind() != MoveKind::Ordinary || position.is_capture(**m);
            let special: Vec<&Move> = moves.iter().filter(special).collect();
            let m = match castling {
                Some(castling) => *castling,
                None if !special.is_empty() && random.bool() => {
                    *special[random.usize(..special.len())]
                }
                None => moves[random.usize(..moves.len())],
            };
            position = position.after(m);
            game.push(m);
        }
        game
    }

    /// The castlings of a game.
    fn planned_castlings(start: &Position, game: &[Move]) -> [Option<CastlingSide>; 2] {
        let (mut turn, mut planned_castlings) = (start.turn(), [None; 2]);
        for m in game {
            if m.kind() == MoveKind::Castling {
                planned_castlings[turn.index()] = Some(CastlingSide::of(m.from(), m.to()));
            }
            turn = !turn;
        }
        planned_castlings
    }

    /// Asserts that nothing that prunes refuses a move of a game; says how many plies of it
    /// both sides alone and the way back had a say in.
    fn assert_admitted(start: &Position, game: &[Move], what: &str) -> [usize; 2] {
        let end = game.iter().fold(*start, |position, &m| position.after(m));
        let analysis =
            Analysis::of(start, end.diagram(), game.len() as u32, planned_castlings(start, game));
        let Ok(analysis) = analysis else { panic!("refuted: {what}") };
        let mut meter = Meter::new(&Budget::UNLIMITED);
        let mut both_sides = BothSides::new(&analysis, start.turn());
        let looked = both_sides.look(20_000, &mut meter);
        assert!(looked.is_continue());
        let retro = match both_sides.is_complete() {
            true => Retro::of(&both_sides, game.len() as u8, 5_000, &mut meter),
            false => ControlFlow::Continue(Retro::NONE),
        };
        let ControlFlow::Continue(retro) = retro else { panic!("no end of budget") };
        let (mut position, mut move_budget) = (*start, MoveBudget::new(&analysis));
        for (ply, &m) in game.iter().enumerate() {
            let step = move_budget.step(&analysis.tables, &position, m);
            let Some(step) = step else { panic!("ply {ply} {m:?} is too dear: {what}") };
            for color in Color::ALL {
                let (left, hash) = step.arrangement(color);
                assert!(
                    both_sides.admits(color, left, hash),
                    "ply {ply} {m:?} {color:?} alone: {what}"
                );
            }
            let left = (game.len() - ply - 1) as u8;
            assert!(retro.admits(left, step.hashes()), "ply {ply} {m:?} on the way back: {what}");
            move_budget.play(&step, position.turn());
            position = position.after(m);
        }
        [if both_sides.is_complete() { game.len() } else { 0 }, retro.depth().min(game.len())]
    }

    /// Whatever prunes must let every game pass that there is.
    #[test]
    fn no_move_of_a_game_is_refused() {
        let starts = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 12),
            ("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1", 7),
            ("r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1", 9),
            ("4k3/1p1p4/8/2P1P3/2p1p3/8/1P1P4/4K3 w - - 0 1", 12),
            ("r1bqk2r/pPp2ppp/8/3pP3/8/8/P1P2PpP/R1BQK2R w KQkq d6 0 1", 6),
            ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1", 6),
        ];
        let mut random = fastrand::Rng::with_seed(77);
        let mut seen = [0; 2];
        for (fen, most) in starts {
            let setup: Setup = fen.parse().expect("a FEN");
            let start = Position::try_from(setup).expect("playable");
            for _ in 0..300 {
                let plies = random.usize(2..=most);
                let game = random_game(&start, plies, &mut random);
                let had = assert_admitted(&start, &game, &format!("{fen} {game:?}"));
                seen = [seen[0] + had[0], seen[1] + had[1]];
            }
        }
        assert!(seen.iter().all(|&plies| plies > 500), "too little was tested: {seen:?}");
    }
}
