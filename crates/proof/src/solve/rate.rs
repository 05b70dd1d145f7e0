//! How hard a proof game is, told by what the deductions leave open.

use super::budget::Meter;
use super::search::{ANALYSIS, SearchParams};
use super::{Budget, ProofGame};
use sole_puzzle::decide;
use std::ops::ControlFlow;

/// How hard it is to find the one game to a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// How many of the plies are free: not needed to get men from where they begin to where
    /// they may end, as far as the deductions know. Where ways to castle are open, the most.
    pub free: u16,
    /// How many positions, and arrangements of one side alone, the solver looked at until
    /// the game was proved the only one.
    pub nodes: u64,
}

impl Difficulty {
    /// The nodes as a number of doublings, to a hundredth.
    pub fn search(&self) -> f64 {
        ((self.nodes.max(1) as f64).log2() * 100.0).round() / 100.0
    }
}

impl ProofGame {
    /// Rates a diagram that exactly one game leads to; `None` if it is not, or if the budget
    /// ends first.
    ///
    /// ```
    /// use sole_proof::solve::{Budget, ProofGame};
    /// let diagram = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR".parse()?;
    /// let [several, orban] = [6, 8].map(|plies| ProofGame::new(diagram, plies));
    /// assert_eq!(several?.rate(&Budget::UNLIMITED), None);
    /// let difficulty = orban?.rate(&Budget::UNLIMITED).expect("Orban's game is unique");
    /// assert_eq!(difficulty.free, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rate(&self, budget: &Budget<'_>) -> Option<Difficulty> {
        let (mut meter, mut free) = (Meter::new(budget), 0);
        let verdict = decide(|found| {
            self.planned_castlings().try_for_each(|planned_castlings| {
                meter.charge(ANALYSIS)?;
                let Some(analysis) = self.analyse(planned_castlings) else {
                    return ControlFlow::Continue(());
                };
                free = free.max(analysis.free_plies());
                self.search_case(&analysis, SearchParams::STANDARD, &mut meter, found)
            })
        });
        verdict.unique().map(|_| Difficulty { free, nodes: meter.nodes() })
    }

    /// How many plies are free; see [`Difficulty::free`].
    pub fn free_plies(&self) -> u16 {
        let cases = self
            .planned_castlings()
            .filter_map(|planned_castlings| self.analyse(planned_castlings));
        cases.map(|case| case.free_plies()).max().unwrap_or(0)
    }
}
