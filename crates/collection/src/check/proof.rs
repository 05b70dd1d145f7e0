//! Proof games proved again: by the solver, and, if they are short, by playing all games.

use super::CheckResult;
use super::check_result::Fit;
use crate::{Reach, SearchError, SearchLimits};
use sole_board::{Move, uci_line};
use sole_proof::solve::{Budget, Difficulty, ProofGame, shortest};
use sole_proof::{Profile, Theme, plain, record};
use sole_puzzle::{Puzzle, Status, Verdict};

/// How many positions are looked at when all games are played.
const PLAIN_NODES: u64 = 8_000_000;

/// Looks for all games and compares.
pub(super) fn check(
    puzzle: &Puzzle,
    reach: &Reach,
    limits: &SearchLimits<'_>,
) -> Result<CheckResult, SearchError> {
    let &Reach { start, target, length } = reach;
    let game =
        ProofGame::from_start(start, target, length.plies()).map_err(SearchError::ProofGame)?;
    let budget = limits.proof();
    let solution = game.solve(&budget);
    let fit = |text: &str| match reach.game(text) {
        Err(error) => Fit::Fails(error.to_string()),
        Ok(moves) if game.is_solved_by(&moves) => Fit::Solves,
        Ok(_) => Fit::Fails(format!("it is no game of {length} to the diagram")),
    };
    let verdict = solution.verdict.clone().map(|game| uci_line(&game));
    let mut result = CheckResult::on(puzzle.answer(), &verdict, fit, solution.nodes);
    let count = match verdict.status() {
        Status::None => Some(0),
        Status::One => Some(1),
        Status::Many => Some(2),
        Status::Open => None,
    };
    let again = || plain::count(&start, &target, length.plies(), PLAIN_NODES);
    result.confirm(count.and_then(|count| Some(again()? == count)));
    if let Verdict::One(only) = &solution.verdict {
        compare(puzzle, reach, only, &budget, &mut result);
        let difficulty = Difficulty { free: game.free_plies(), nodes: solution.nodes };
        for rating in record::ratings(&difficulty) {
            result.compare_rating(puzzle, rating.scale().as_str(), rating.value());
        }
    }
    let scales = [record::DELAY, record::MEN_MOVED, record::FREE, record::SEARCH];
    result.doubt_others(puzzle, &[&Theme::ALL.map(Theme::name)[..], &scales].concat());
    Ok(result)
}

/// Compares what the one game shows, and how much longer it is than the shortest way.
fn compare(
    puzzle: &Puzzle,
    reach: &Reach,
    game: &[Move],
    budget: &Budget<'_>,
    result: &mut CheckResult,
) {
    let profile = Profile::of(&reach.start, game);
    let known = Theme::ALL.map(Theme::name);
    let held: Vec<&str> = profile.themes.iter().map(|theme| theme.name()).collect();
    result.compare_tags(puzzle, &known, &held);
    result.compare_rating(puzzle, record::MEN_MOVED, profile.men_moved as f64);
    if puzzle.rating(record::DELAY).is_some()
        && let Some(delay) = delay(reach, budget)
    {
        result.compare_rating(puzzle, record::DELAY, f64::from(delay));
    }
}

/// How many plies longer than the shortest way the length is; `None` if a limit came first.
fn delay(reach: &Reach, budget: &Budget<'_>) -> Option<u16> {
    let &Reach { start, target, length } = reach;
    let shortest = shortest(start, target, length.plies(), budget).ok()?;
    let is_open = matches!(shortest.solution.verdict, Verdict::Open(None));
    (!is_open).then(|| length.plies() - shortest.plies)
}
