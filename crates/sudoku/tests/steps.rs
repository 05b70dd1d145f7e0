//! Every step is right: it never removes what the solution has, nor places anything else.

mod made;

use made::Generated;
use sole_puzzle::Verdict;
use sole_sudoku::formats::line;
use sole_sudoku::rate::hodoku;
use sole_sudoku::reason::path::End;
use sole_sudoku::reason::{Board, Options, Step, Technique, path};
use sole_sudoku::{Budget, Shape, solve};
use std::collections::BTreeMap;

/// All techniques that are looked for at once, with the widest understanding.
const WIDEST: Options = Options {
    siamese_fish: false,
    small_empty_rectangles: true,
    incomplete_rectangles: true,
    overlapping_sets: true,
    forward_set_chains: false,
    sets_in_chains: true,
};

fn check(step: &Step, made: &Generated) {
    let wrong = step.removed.iter().any(|it| made.solution.get(it.cell) == Some(it.value))
        || step.placed.iter().any(|it| made.solution.get(it.cell) != Some(it.value));
    assert!(!wrong, "{:?}: {step}", made.puzzle);
    assert!(!step.removed.is_empty() || !step.placed.is_empty(), "{step}");
}

/// Follows the path of each puzzle and checks all steps of all techniques in every state
/// without singles. Returns how many puzzles were solved, and the steps by technique.
fn check_all(
    puzzles: impl Iterator<Item = Generated>,
    techniques: &[Technique],
) -> (usize, BTreeMap<Technique, usize>) {
    let usual = path::usual();
    let mut solved = 0;
    let mut tally = BTreeMap::new();
    for made in puzzles {
        let mut board = Board::new(&made.puzzle).expect("a side of at most 36");
        while let Some(step) = path::next(&board, &usual) {
            check(&step, &made);
            if step.placed.is_empty() {
                for &technique in techniques {
                    for options in [Options::default(), WIDEST] {
                        for step in board.steps(technique, options) {
                            check(&step, &made);
                            *tally.entry(technique).or_default() += 1;
                        }
                    }
                }
            }
            board.apply(&step);
        }
        assert!(!board.is_contradictory(), "{:?}", made.puzzle);
        solved += usize::from(board.is_solved());
    }
    (solved, tally)
}

/// The usual techniques and those that players seldom use, without the largest fish.
fn techniques() -> Vec<Technique> {
    let large = |technique: &Technique| match technique {
        Technique::Fish(fish) => {
            fish.size() > 3 || fish.form() == sole_sudoku::reason::Form::Mutant
        }
        _ => false,
    };
    Technique::all().filter(|technique| !large(technique)).collect()
}

#[test]
fn no_step_is_wrong_in_puzzles_of_nine_rows() {
    let (solved, tally) = check_all(made::puzzles(Shape::CLASSIC, 1, 81).take(25), &techniques());
    assert!(solved >= 22, "{solved} of 25 solved");
    assert!(tally.len() >= 40, "only {} techniques were seen: {tally:?}", tally.len());
}

#[test]
fn no_step_is_wrong_in_other_shapes() {
    for (width, height, n, most_drops) in
        [(2, 2, 50, 16), (3, 2, 50, 36), (2, 3, 50, 36), (4, 2, 20, 64)]
    {
        let shape = Shape::new(width, height).expect("a small side");
        let (solved, _) = check_all(made::puzzles(shape, 2, most_drops).take(n), &techniques());
        assert!(solved * 10 >= n * 9, "{shape}: {solved} of {n} solved");
    }
}

/// The larger the grid, the longer the search for chains and sets, so few puzzles and
/// no techniques beyond what the path needs.
#[test]
fn no_step_is_wrong_in_sixteen_rows() {
    let shape = Shape::new(4, 4).expect("a side of 16");
    let (solved, _) = check_all(made::puzzles(shape, 3, 130).take(3), &[]);
    assert_eq!(solved, 3);
}

/// Easter Monster and Golden Nugget, long the hardest that were known.
const HARDEST: [&str; 2] = [
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
];

#[test]
fn the_hardest_puzzles_are_explained_to_the_end() {
    for text in HARDEST {
        let puzzle = line::parse(text).expect(text);
        let Verdict::One(solution) = solve::decide(&puzzle, &Budget::UNLIMITED) else {
            panic!("{text} is not proper");
        };
        let made = Generated { puzzle, solution };
        let mut board = Board::new(&made.puzzle).expect("a side of nine");
        assert_eq!(path::follow_all(&mut board.clone(), &|| true), (Vec::new(), End::Stopped));
        let (steps, end) = path::follow_all(&mut board, &|| false);
        assert_eq!((end, board.values()), (End::Solved, made.solution.clone()), "{text}");
        steps.iter().for_each(|step| check(step, &made));
        let is_deep = |step: &Step| matches!(step.technique, Technique::Explainer(_));
        assert!(steps.iter().any(is_deep), "{text} needs no nested chains");
    }
}

/// Every step of the paths, those of the usual order and those of HoDoKu's.
#[test]
#[ignore = "slow tier: make test-slow"]
fn no_step_is_wrong_in_ten_thousand_puzzles() {
    let puzzles = || made::puzzles(Shape::CLASSIC, 4, 81).take(10_000);
    let (solved, _) = check_all(puzzles(), &[]);
    assert!(solved >= 9_000, "{solved} of 10 000 solved");
    for made in puzzles() {
        let rating = hodoku::rate(&made.puzzle).expect("made puzzles are proper");
        rating.steps.iter().for_each(|step| check(step, &made));
    }
}
