//! The solver: how a given diagram can have come about in exactly a given number of plies.
//!
//! A [`ProofGame`] is the question, a [`Solution`] the answer: none, exactly one, two
//! witnesses, or open if a budget ended first. [`ProofGame::games`] lists all games,
//! [`ProofGame::deductions`] says what is known without a search. Lengths are exact;
//! [`shortest`] and [`at_most`] go through them.
//!
//! ```
//! use sole_proof::solve::{Budget, ProofGame};
//! use sole_puzzle::Verdict;
//! let diagram = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR".parse()?;
//! let solution = ProofGame::new(diagram, 8)?.solve(&Budget::UNLIMITED);
//! let Verdict::One(game) = solution.verdict else { panic!("Orban's game is unique") };
//! assert_eq!(game.len(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/proof-solver.md` describes the method. The modules: `analysis.rs` finds what holds
//! before any move is tried, with the pruning of `prune.rs` on the routes of pieces in
//! `routes.rs`, the distances of `reach.rs` and the assignments of `assign.rs`; `search.rs` is
//! the search, with the bounds of `move_budget.rs`, the failed positions of `table.rs` and, in
//! `one_side.rs`, the search of each side alone.

mod analysis;
mod assign;
mod budget;
mod counts;
mod deductions;
mod impossible;
mod move_budget;
mod one_side;
mod prune;
mod rate;
mod reach;
mod retro;
mod routes;
mod search;
mod table;

pub use deductions::{Case, Deduction, Deductions, Man};
pub use impossible::Impossible;
pub use rate::Difficulty;
pub use sole_puzzle::Budget;

use analysis::{Analysis, PlannedCastlings};
use budget::Meter;
use search::{ANALYSIS, Search, SearchParams};
use sole_board::{CastlingSide, Color, Diagram, Move, Position};
use sole_puzzle::{Stop, Verdict, decide};
use std::ops::ControlFlow;

/// A game, move by move.
pub type Game = Vec<Move>;

/// A diagram that is to be reached in exactly a given number of plies.
///
/// Games are legal moves; after mate or stalemate they have ended. Repetitions and the
/// fifty-move rule are ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofGame {
    start: Position,
    target: Diagram,
    plies: u16,
}

/// What was found out about the games to a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// None, the only one, two of them, or what was seen when the budget ended.
    pub verdict: Verdict<Game>,
    /// How many positions, and arrangements of one side alone, were looked at.
    pub nodes: u64,
}

/// The games to a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// The games, in no particular order.
    pub games: Vec<Game>,
    /// Whether these are all.
    pub completeness: Completeness,
    /// How many positions, and arrangements of one side alone, were looked at.
    pub nodes: u64,
}

/// How many games lead to a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// All of them; `None` if the budget ended first, or if they are more than fit.
    pub games: Option<u128>,
    /// How many positions, and arrangements of one side alone, were looked at.
    pub nodes: u64,
}

/// Whether the list of games is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// It is: the search came to its end.
    All,
    /// The limit was reached; there may be more.
    Limit,
    /// The budget was used up; there may be more.
    Budget,
}

impl Games {
    /// Those that a search reports, up to a limit.
    fn list(
        limit: usize,
        budget: &Budget<'_>,
        search: impl FnOnce(
            &mut Meter<'_>,
            &mut dyn FnMut(Game) -> ControlFlow<Stop>,
        ) -> ControlFlow<Stop>,
    ) -> Games {
        let (mut meter, mut games) = (Meter::new(budget), Vec::new());
        let end = search(&mut meter, &mut |game| {
            if games.len() == limit {
                return ControlFlow::Break(Stop::Enough);
            }
            games.push(game);
            ControlFlow::Continue(())
        });
        let completeness = match end {
            ControlFlow::Continue(()) => Completeness::All,
            ControlFlow::Break(Stop::Enough) => Completeness::Limit,
            ControlFlow::Break(Stop::Budget) => Completeness::Budget,
        };
        Games { games, completeness, nodes: meter.nodes() }
    }
}

impl ProofGame {
    /// The most plies of a game.
    pub const MOST_PLIES: u16 = 200;

    /// A game from the initial array.
    ///
    /// # Errors
    /// A diagram that no game can end in, whatever its length, with the reason.
    pub fn new(target: Diagram, plies: u16) -> Result<ProofGame, Impossible> {
        ProofGame::from_start(Position::initial(), target, plies)
    }

    /// A game from any position.
    ///
    /// # Errors
    /// As [`ProofGame::new`]; and a start without one king and at most sixteen men a side.
    pub fn from_start(
        start: Position,
        target: Diagram,
        plies: u16,
    ) -> Result<ProofGame, Impossible> {
        impossible::check(&start, &target, plies)?;
        Ok(ProofGame { start, target, plies })
    }

    /// Where the game begins.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The diagram in which it ends.
    pub fn target(&self) -> &Diagram {
        &self.target
    }

    /// How many plies it has.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// Decides whether there is none, one or more than one game.
    pub fn solve(&self, budget: &Budget<'_>) -> Solution {
        let mut meter = Meter::new(budget);
        let verdict = decide(|found| self.search(&mut meter, found));
        Solution { verdict, nodes: meter.nodes() }
    }

    /// Lists games, at most `limit` of them.
    pub fn games(&self, limit: usize, budget: &Budget<'_>) -> Games {
        Games::list(limit, budget, |meter, found| self.search(meter, found))
    }

    /// Counts all games, without going through each of them.
    pub fn count(&self, budget: &Budget<'_>) -> Counted {
        let mut meter = Meter::new(budget);
        let counted = self.count_by(SearchParams::STANDARD, &mut meter).continue_value();
        let games = counted.filter(|&games| games < u128::MAX);
        Counted { games, nodes: meter.nodes() }
    }

    /// What can be said without a search.
    pub fn deductions(&self) -> Deductions {
        let cases = self.planned_castlings().filter_map(|planned_castlings| {
            let analysis = self.analyse(planned_castlings)?;
            Some(Case::of(&analysis, planned_castlings))
        });
        Deductions { cases: cases.collect() }
    }

    /// Reports every game once.
    fn search(
        &self,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(Game) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop> {
        self.search_by(SearchParams::STANDARD, meter, found)
    }

    fn search_by(
        &self,
        params: SearchParams,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(Game) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop> {
        for planned_castlings in self.planned_castlings() {
            meter.charge(ANALYSIS)?;
            let Some(analysis) = self.analyse(planned_castlings) else { continue };
            self.search_case(&analysis, params, meter, found)?;
        }
        ControlFlow::Continue(())
    }

    /// Reports every game in which both sides castle as in this case.
    fn search_case(
        &self,
        analysis: &Analysis,
        params: SearchParams,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(Game) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop> {
        let mut report = |game: &[Move]| {
            self.assert_solved_by(game);
            found(game.to_vec())
        };
        let whole = (self.start.turn(), analysis);
        let mut search = Search::new(self.target, whole, params, meter, &mut report);
        search.run(&self.start, self.plies as u8, analysis).map_continue(|_| ())
    }

    /// Counts the games by the same search, those that meet in a position together.
    fn count_by(&self, params: SearchParams, meter: &mut Meter<'_>) -> ControlFlow<Stop, u128> {
        self.planned_castlings().try_fold(0_u128, |games, planned_castlings| {
            meter.charge(ANALYSIS)?;
            let Some(analysis) = self.analyse(planned_castlings) else {
                return ControlFlow::Continue(games);
            };
            let mut check = |game: &[Move]| {
                self.assert_solved_by(game);
                ControlFlow::Continue(())
            };
            let whole = (self.start.turn(), &analysis);
            let search = Search::new(self.target, whole, params, meter, &mut check);
            let more = search.counting().run(&self.start, self.plies as u8, &analysis)?;
            ControlFlow::Continue(games.saturating_add(more))
        })
    }

    fn assert_solved_by(&self, game: &[Move]) {
        assert!(self.is_solved_by(game), "{game:?} does not lead to {}", self.target);
    }

    fn analyse(&self, planned_castlings: PlannedCastlings) -> Option<Analysis> {
        Analysis::of(&self.start, &self.target, u32::from(self.plies), planned_castlings).ok()
    }

    /// Every way in which both sides may castle or not.
    fn planned_castlings(&self) -> impl Iterator<Item = PlannedCastlings> {
        let choices = move |color: Color| {
            let rights = [CastlingSide::King, CastlingSide::Queen].into_iter();
            let rights =
                rights.filter(move |&side| self.start.castling_rook(color, side).is_some());
            std::iter::once(None).chain(rights.map(Some))
        };
        choices(Color::White)
            .flat_map(move |white| choices(Color::Black).map(move |black| [white, black]))
    }

    /// Whether a game has the right length, is legal, and ends in the diagram.
    pub fn is_solved_by(&self, game: &[Move]) -> bool {
        let end = game.iter().try_fold(self.start, |position, &m| position.play(m));
        game.len() == usize::from(self.plies) && end.is_some_and(|it| *it.diagram() == self.target)
    }
}

/// The least number of plies in which a diagram can be reached, and its games of that length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The length that the solution is about: all shorter ones were refuted.
    pub plies: u16,
    /// [`Verdict::None`] if even the greatest length was refuted.
    pub solution: Solution,
}

/// Looks for the shortest games of at most a given number of plies to a diagram.
///
/// The budget is for each length. A length that stays open ends the search.
///
/// # Errors
/// As [`ProofGame::from_start`].
pub fn shortest(
    start: Position,
    target: Diagram,
    most_plies: u16,
    budget: &Budget<'_>,
) -> Result<Shortest, Impossible> {
    let mut plies = 0;
    loop {
        let solution = ProofGame::from_start(start, target, plies)?.solve(budget);
        if plies >= most_plies || solution.verdict != Verdict::None {
            return Ok(Shortest { plies, solution });
        }
        plies += 1;
    }
}

/// Lists games of at most a given number of plies, the shortest first, at most `limit` of them.
///
/// # Errors
/// As [`ProofGame::from_start`].
pub fn at_most(
    start: Position,
    target: Diagram,
    most_plies: u16,
    limit: usize,
    budget: &Budget<'_>,
) -> Result<Games, Impossible> {
    impossible::check(&start, &target, most_plies)?;
    Ok(Games::list(limit, budget, |meter, found| {
        (0..=most_plies)
            .try_for_each(|plies| ProofGame { start, target, plies }.search(meter, found))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_puzzle::Task;
    use sole_puzzle::task::{Cancellation, Limits};
    use std::collections::HashMap;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Everything that a search may do when it takes long, from the first move on.
    const EAGER: SearchParams = SearchParams {
        one_side_searches: &[(0, 1 << 20)],
        reanalysis_work: 0,
        min_reanalysis_plies: 1,
    };

    /// The same without analyses on the way, so that what both sides say alone stays in force.
    const LOOKING: SearchParams = SearchParams { reanalysis_work: u64::MAX >> 8, ..EAGER };

    fn count(game: &ProofGame, params: SearchParams) -> usize {
        let (mut meter, mut games) = (Meter::new(&Budget::UNLIMITED), 0);
        let end = game.search_by(params, &mut meter, &mut |_| {
            games += 1;
            ControlFlow::Continue(())
        });
        assert!(end.is_continue());
        games
    }

    fn play_out(position: &Position, plies: u16, games: &mut HashMap<String, (Diagram, usize)>) {
        if plies == 0 {
            let diagram = *position.diagram();
            games.entry(diagram.to_string()).or_insert((diagram, 0)).1 += 1;
        } else {
            position.for_each_child(|_, child| play_out(child, plies - 1, games));
        }
    }

    /// Long searches do what short ones never come to; here it is done in short ones.
    #[test]
    fn search_parameters_change_no_count() {
        let starts = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
            ("r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1", 3),
            ("4k3/1p1p4/8/2P1P3/2p1p3/8/1P1P4/4K3 w - - 0 1", 4),
            ("4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1", 4),
            ("1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 1", 4),
            ("6k1/PPPP4/8/8/8/8/4pppp/1K6 w - - 0 1", 3),
            ("r1bqk2r/pPp2ppp/8/3pP3/8/8/P1P2PpP/R1BQK2R w KQkq d6 0 1", 3),
        ];
        for (fen, plies) in starts {
            let setup: sole_board::Setup = fen.parse().expect("a FEN");
            let start = Position::try_from(setup).expect("playable");
            let mut games = HashMap::new();
            play_out(&start, plies, &mut games);
            let mut targets: Vec<_> = games.into_values().collect();
            targets.sort_by_key(|(target, _)| target.to_string());
            for (target, games) in targets.iter().step_by(targets.len() / 60 + 1) {
                let game = ProofGame { start, target: *target, plies };
                for params in [EAGER, LOOKING] {
                    assert_eq!(count(&game, params), *games, "{fen} {target} {params:?}");
                    let mut meter = Meter::new(&Budget::UNLIMITED);
                    let counted = game.count_by(params, &mut meter).continue_value();
                    assert_eq!(counted, Some(*games as u128), "{fen} {target} {params:?}");
                }
            }
        }
    }

    /// Two sides with much to lose: looks at each alone, the way back, and analyses all occur.
    fn loose_game() -> ProofGame {
        let target = "r1bqkbnr/pppppppp/n7/8/8/N7/PPPPPPPP/R1BQKBNR".parse().expect("a diagram");
        ProofGame::new(target, 10).expect("a proof game")
    }

    /// The nodes of a search whose `asked`th question is answered by stop, and the questions.
    fn stopped_at(
        asked: u64,
        game: &ProofGame,
        params: SearchParams,
    ) -> (ControlFlow<Stop>, u64, u64) {
        let questions = AtomicU64::new(0);
        let cancellation = Cancellation::default();
        let cancel = || {
            if questions.fetch_add(1, Ordering::Relaxed) == asked {
                cancellation.cancel();
            }
        };
        let task = Task::new("", Limits::NONE, cancellation.clone());
        let mut meter = Meter::new(&Budget::of(&task));
        meter.before_asking = Some(&cancel);
        let end = game.search_by(params, &mut meter, &mut |_| ControlFlow::Continue(()));
        (end, meter.nodes(), questions.load(Ordering::Relaxed))
    }

    #[test]
    fn the_search_stops_within_a_step() {
        let game = loose_game();
        for params in [EAGER, LOOKING, SearchParams::STANDARD] {
            for asked in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
                let [(_, before, _), (end, nodes, questions)] =
                    [asked, asked + 1].map(|asked| stopped_at(asked, &game, params));
                assert!(end.is_break(), "{params:?}: too little to do for {asked} questions");
                assert_eq!(questions, asked + 2, "{params:?}: asked again after {nodes} nodes");
                assert!(nodes <= before + Budget::STEP, "{params:?}: {before} to {nodes} nodes");
            }
        }
    }

    #[test]
    fn no_more_nodes_are_looked_at_than_allowed() {
        let game = loose_game();
        for params in [EAGER, LOOKING, SearchParams::STANDARD] {
            for nodes in [1, 1_999, 2_001, 2_500, 7_777, 25_000, 60_000] {
                let mut meter = Meter::new(&Budget { nodes, ..Budget::UNLIMITED });
                let end = game.search_by(params, &mut meter, &mut |_| ControlFlow::Continue(()));
                assert_eq!((end, meter.nodes()), (ControlFlow::Break(Stop::Budget), nodes));
            }
        }
    }
}
