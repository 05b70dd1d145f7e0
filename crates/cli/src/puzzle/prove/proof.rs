//! Proof games proved again: all games of the length are looked for, and the one is played through.

use super::super::ruling::{Fit, Ruling};
use super::super::subject::Reach;
use super::Bounds;
use crate::complain::{Complaint, Kind};
use sole_board::Move;
use sole_proof::solve::{Budget, Difficulty, ProofGame, shortest};
use sole_proof::{Profile, Theme, record};
use sole_puzzle::{Puzzle, Verdict};

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
    if let Verdict::One(only) = &solution.verdict {
        compare(puzzle, reach, only, &budget, &mut ruling);
        let difficulty = Difficulty { free: game.free_plies(), nodes: solution.nodes };
        for rating in record::ratings(&difficulty) {
            ruling.compare_rating(puzzle, rating.scale().as_str(), rating.value());
        }
    }
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
