//! Proof games proved again: by the solver, and, if they are short, by playing all games.

use super::super::ruling::{Fit, Ruling};
use super::Bounds;
use crate::complain::{Complaint, Kind};
use sole_board::{Color, Diagram, Move, Position, Role, SquareSet};
use sole_collection::Reach;
use sole_proof::solve::{Budget, Difficulty, ProofGame, shortest};
use sole_proof::{Profile, Theme, record};
use sole_puzzle::{Puzzle, Status, Verdict};
use std::ops::ControlFlow;

/// Looks for all games and compares.
pub(super) fn prove(
    puzzle: &Puzzle,
    reach: &Reach,
    bounds: &Bounds<'_>,
) -> Result<Ruling, Complaint> {
    let &Reach { start, target, length } = reach;
    let game = ProofGame::from_start(start, target, length.plies())
        .map_err(|error| Complaint::new(Kind::BadPosition, error.to_string()))?;
    let budget = bounds.proof();
    let solution = game.solve(&budget);
    let fit = |text: &str| match reach.game(text) {
        Err(error) => Fit::Fails(error.to_string()),
        Ok(moves) if game.is_solved_by(&moves) => Fit::Solves,
        Ok(_) => Fit::Fails(format!("it is no game of {length} to the diagram")),
    };
    let verdict = solution.verdict.clone().map(|game| written(&game));
    let mut ruling = Ruling::on(puzzle.answer(), &verdict, fit, solution.nodes);
    let count = match verdict.status() {
        Status::None => Some(0),
        Status::One => Some(1),
        Status::Many => Some(2),
        Status::Open => None,
    };
    ruling.confirm(count.and_then(|count| Some(PlainWalk::games(reach)? == count)));
    if let Verdict::One(only) = &solution.verdict {
        compare(puzzle, reach, only, &budget, &mut ruling);
        let difficulty = Difficulty { free: game.free_plies(), nodes: solution.nodes };
        for rating in record::ratings(&difficulty) {
            ruling.compare_rating(puzzle, rating.scale().as_str(), rating.value());
        }
    }
    let scales = [record::DELAY, record::MEN_MOVED, record::FREE, record::SEARCH];
    ruling.doubt_others(puzzle, &[&Theme::ALL.map(Theme::name)[..], &scales].concat());
    Ok(ruling)
}

fn written(game: &[Move]) -> String {
    game.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// Compares what the one game shows, and how much longer it is than the shortest way.
fn compare(
    puzzle: &Puzzle,
    reach: &Reach,
    game: &[Move],
    budget: &Budget<'_>,
    ruling: &mut Ruling,
) {
    let profile = Profile::of(&reach.start, game);
    let known = Theme::ALL.map(Theme::name);
    let held: Vec<&str> = profile.themes.iter().map(|theme| theme.name()).collect();
    ruling.compare_tags(puzzle, &known, &held);
    ruling.compare_rating(puzzle, record::MEN_MOVED, profile.men_moved as f64);
    if puzzle.rating(record::DELAY).is_some()
        && let Some(delay) = delay(reach, budget)
    {
        ruling.compare_rating(puzzle, record::DELAY, f64::from(delay));
    }
}

/// How many plies longer than the shortest way the length is; `None` if a limit came first.
fn delay(reach: &Reach, budget: &Budget<'_>) -> Option<u16> {
    let &Reach { start, target, length } = reach;
    let shortest = shortest(start, target, length.plies(), budget).ok()?;
    let is_open = matches!(shortest.solution.verdict, Verdict::Open(None));
    (!is_open).then(|| length.plies() - shortest.plies)
}

/// All games of a length, played one after the other, as the task is defined.
struct PlainWalk {
    target: Diagram,
    /// How many games were found; two are enough.
    found: u32,
    /// How many positions may still be looked at.
    left: u64,
}

impl PlainWalk {
    /// How many positions are looked at at most.
    const NODES: u64 = 8_000_000;

    /// The most squares that a move changes: four if a king castles.
    const CHANGED: usize = 4;

    /// How many games lead to the diagram, up to two; `None` if there are too many to play.
    fn games(reach: &Reach) -> Option<u32> {
        let mut walk = PlainWalk { target: reach.target, found: 0, left: PlainWalk::NODES };
        let end = walk.on(&reach.start, reach.length.plies().into());
        (walk.found >= 2 || end.is_continue()).then_some(walk.found)
    }

    fn on(&mut self, position: &Position, plies: usize) -> ControlFlow<()> {
        self.left = match self.left.checked_sub(1) {
            Some(left) => left,
            None => return ControlFlow::Break(()),
        };
        let differing = differing(position.diagram(), &self.target).len();
        if differing > plies * PlainWalk::CHANGED {
            return ControlFlow::Continue(());
        }
        if plies == 0 {
            self.found += 1;
            return if self.found < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        }
        position.try_for_each_child(|_, child| self.on(child, plies - 1))
    }
}

/// The squares on which two diagrams differ.
fn differing(one: &Diagram, other: &Diagram) -> SquareSet {
    let colors = Color::ALL.into_iter().map(|color| one.color(color) ^ other.color(color));
    let roles = Role::ALL.into_iter().map(|role| one.role(role) ^ other.role(role));
    colors.chain(roles).fold(SquareSet::EMPTY, |all, part| all | part)
}
