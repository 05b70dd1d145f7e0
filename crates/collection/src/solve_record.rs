//! Records solved: what a search finds becomes the answer of the record.

use crate::check;
use crate::{Reach, SearchError, SearchLimits, TypedPuzzle, annotated, is_private};
use sole_board::uci_line;
use sole_endgame::Recheck;
use sole_mate::{Problem, Solution, make};
use sole_proof::record as proof;
use sole_proof::solve::{Difficulty, ProofGame};
use sole_puzzle::{Answer, Details, Name, Puzzle, Status, Verdict};
use sole_sudoku::formats::{Sudoku, record as sudoku};

/// The same record with the answer that was found, and with the tags and ratings that follow from it
/// in place of all but private tags.
///
/// If a limit was reached before the answer was known, the record keeps the solutions that it gives.
///
/// # Errors
/// The question cannot be searched, or the tables that it needs are missing.
pub fn solve_record(
    puzzle: &Puzzle,
    typed: &TypedPuzzle,
    limits: &SearchLimits<'_>,
) -> Result<Puzzle, SearchError> {
    let found = found(typed, limits)?;
    if found.answer().status() == Status::Open && !puzzle.answer().solutions().is_empty() {
        return Ok(annotated(puzzle.clone(), typed));
    }
    let (position, stipulation) = (puzzle.position(), puzzle.stipulation());
    let solved = Puzzle::new(puzzle.kind().clone(), position, stipulation, found.answer().clone());
    let mut solved = solved.expect("neither was blank before");
    let private = puzzle.tags().iter().filter(|tag| is_private(tag));
    solved = private.chain(found.tags()).cloned().fold(solved, Puzzle::with_tag);
    let ratings = puzzle.ratings().iter().chain(found.ratings()).cloned();
    solved = ratings.fold(solved, Puzzle::with_rating);
    solved = puzzle.source().into_iter().fold(solved, Puzzle::with_source);
    solved = puzzle.generator().cloned().into_iter().fold(solved, Puzzle::with_generator);
    let is_same = puzzle.answer().solutions() == found.answer().solutions();
    let line = puzzle.details().line.clone().filter(|_| is_same);
    let line = found.details().line.clone().or(line);
    let details = Details { line, ..puzzle.details().clone() };
    Ok(annotated(solved.with_details(details), typed))
}

/// The record of a question, with what was found out as its claim.
fn found(typed: &TypedPuzzle, limits: &SearchLimits<'_>) -> Result<Puzzle, SearchError> {
    match typed {
        TypedPuzzle::Mate { problem, .. } => Ok(of_problem(problem, limits)),
        TypedPuzzle::Proof(reach) => of_game(reach, limits),
        TypedPuzzle::Endgame { position, .. } => match Recheck::of(position, limits.tables) {
            Ok(review) if review.is_playable() => Ok(review.to_puzzle()),
            Ok(_) => Err(SearchError::NoMoves),
            Err(error) => Err(SearchError::Tables(error)),
        },
        TypedPuzzle::Sudoku(sudoku) => of_grid(sudoku, limits),
    }
}

fn of_problem(problem: &Problem, limits: &SearchLimits<'_>) -> Puzzle {
    let answer = match problem.solve(&limits.mate(u64::MAX)) {
        Solution::Keys(keys) => {
            let solutions = keys.keys().iter().map(|key| key.first.to_string()).collect();
            answer(keys.verdict().status(), solutions)
        }
        Solution::Lines(lines) => {
            let solutions = lines.lines().iter().map(uci_line).collect();
            answer(lines.verdict().status(), solutions)
        }
    };
    make::record(problem, answer)
}

/// A claim with as many solutions as support it.
fn answer(status: Status, mut solutions: Vec<String>) -> Answer {
    match status {
        Status::None => solutions.clear(),
        Status::One | Status::Open => solutions.truncate(1),
        Status::Many => {}
    }
    Answer::new(status, solutions).expect("the status counts the solutions, which differ")
}

fn of_game(reach: &Reach, limits: &SearchLimits<'_>) -> Result<Puzzle, SearchError> {
    let &Reach { start, target, length } = reach;
    let game =
        ProofGame::from_start(start, target, length.plies()).map_err(SearchError::ProofGame)?;
    let solution = game.solve(&limits.proof());
    if let Verdict::One(only) = &solution.verdict {
        let difficulty = Difficulty { free: game.free_plies(), nodes: solution.nodes };
        let record = proof::themed(&start, &target, only);
        return Ok(proof::ratings(&difficulty).into_iter().fold(record, Puzzle::with_rating));
    }
    let claim = solution.verdict.map(|game| uci_line(&game));
    let claim = Answer::try_from(claim).expect("games differ and are not empty");
    let kind: Name = proof::KIND.parse().expect("one word");
    let stipulation = proof::stipulation(&start, length);
    let record = Puzzle::new(kind, target.to_string(), stipulation, claim);
    Ok(record.expect("neither the diagram nor the length is blank"))
}

fn of_grid(grid: &Sudoku, limits: &SearchLimits<'_>) -> Result<Puzzle, SearchError> {
    let stop = limits.stop();
    let (verdict, _) = check::search_grid(grid, &limits.sudoku(&stop));
    sudoku::puzzle(grid, &verdict).map_err(SearchError::Grid)
}
