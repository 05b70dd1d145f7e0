//! Questions settled: each is solved, and what was found becomes a record.

use super::prove::Bounds;
use crate::complain::{Complaint, Kind};
use crate::endgame::supply::unanswered;
use sole_board::Move;
use sole_collection::{Reach, Subject, annotated, is_private};
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
pub(super) fn settle(
    puzzle: &Puzzle,
    subject: &Subject,
    bounds: &Bounds<'_>,
) -> Result<Puzzle, Complaint> {
    let found = found(subject, bounds)?;
    if found.answer().status() == Status::Open && !puzzle.answer().solutions().is_empty() {
        return Ok(annotated(puzzle.clone(), subject));
    }
    let (position, stipulation) = (puzzle.position(), puzzle.stipulation());
    let settled = Puzzle::new(puzzle.kind().clone(), position, stipulation, found.answer().clone());
    let mut settled = settled.expect("neither was blank before");
    let private = puzzle.tags().iter().filter(|tag| is_private(tag));
    settled = private.chain(found.tags()).cloned().fold(settled, Puzzle::with_tag);
    let ratings = puzzle.ratings().iter().chain(found.ratings()).cloned();
    settled = ratings.fold(settled, Puzzle::with_rating);
    settled = puzzle.source().into_iter().fold(settled, Puzzle::with_source);
    settled = puzzle.generator().cloned().into_iter().fold(settled, Puzzle::with_generator);
    let is_same = puzzle.answer().solutions() == found.answer().solutions();
    let line = puzzle.details().line.clone().filter(|_| is_same);
    let line = found.details().line.clone().or(line);
    let details = Details { line, ..puzzle.details().clone() };
    Ok(annotated(settled.with_details(details), subject))
}

/// The record of a question, with what was found out as its claim.
fn found(subject: &Subject, bounds: &Bounds<'_>) -> Result<Puzzle, Complaint> {
    match subject {
        Subject::Mate { problem, .. } => Ok(of_problem(problem, bounds)),
        Subject::Proof(reach) => of_game(reach, bounds),
        Subject::Endgame { position, .. } => match Recheck::of(position, bounds.tables) {
            Ok(review) if review.is_playable() => Ok(review.to_puzzle()),
            Ok(_) => {
                let message = "the side to move has no move".to_owned();
                Err(Complaint::new(Kind::BadPosition, message))
            }
            Err(error) => Err(unanswered(&error)),
        },
        Subject::Sudoku(sudoku) => of_grid(sudoku, bounds),
    }
}

fn of_problem(problem: &Problem, bounds: &Bounds<'_>) -> Puzzle {
    let answer = match problem.solve(&bounds.mate(u64::MAX)) {
        Solution::Keys(keys) => {
            let solutions = keys.keys().iter().map(|key| key.first.to_string()).collect();
            answer(keys.verdict().status(), solutions)
        }
        Solution::Lines(lines) => {
            let solutions = lines.lines().iter().map(|line| written(line)).collect();
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

fn written(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn of_game(reach: &Reach, bounds: &Bounds<'_>) -> Result<Puzzle, Complaint> {
    let &Reach { start, target, length } = reach;
    let game = ProofGame::from_start(start, target, length.plies())
        .map_err(|error| Complaint::new(Kind::BadPosition, error.to_string()))?;
    let solution = game.solve(&bounds.proof());
    if let Verdict::One(only) = &solution.verdict {
        let difficulty = Difficulty { free: game.free_plies(), nodes: solution.nodes };
        let record = proof::themed(&start, &target, only);
        return Ok(proof::ratings(&difficulty).into_iter().fold(record, Puzzle::with_rating));
    }
    let claim = solution.verdict.map(|game| written(&game));
    let claim = Answer::try_from(claim).expect("games differ and are not empty");
    let kind: Name = proof::KIND.parse().expect("one word");
    let stipulation = proof::stipulation(&start, length);
    let record = Puzzle::new(kind, target.to_string(), stipulation, claim);
    Ok(record.expect("neither the diagram nor the length is blank"))
}

fn of_grid(grid: &Sudoku, bounds: &Bounds<'_>) -> Result<Puzzle, Complaint> {
    let (verdict, _) = super::prove::solve_grid(grid, &bounds.sudoku());
    sudoku::puzzle(grid, &verdict).map_err(|error| Complaint::new(Kind::BadGrid, error.to_string()))
}
