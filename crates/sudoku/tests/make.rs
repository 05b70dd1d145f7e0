//! What is made is what was ordered: checked by code that made nothing of it.

use sole_puzzle::rng::Rng;
use sole_puzzle::{Status, Stop};
use sole_sudoku::canon::Minlex;
use sole_sudoku::formats::line;
use sole_sudoku::make::{
    Archive, Filler, Generated, Generator, Hunt, Layout, Logic, Minimality, Neighbourhood,
    OneOrTwo, Pattern, Symmetry, Worker, full, singles_solve,
};
use sole_sudoku::{Budget, Grid, Puzzle, Shape, plain, solve};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

fn shape(width: usize, height: usize) -> Shape {
    Shape::new(width, height).expect("a short side")
}

fn puzzle(shape: Shape, values: Vec<u8>) -> Option<Puzzle> {
    Puzzle::new(Grid::new(shape, values).expect("values in range")).ok()
}

/// Whether there is exactly one solution, by plain backtracking.
fn is_proper(puzzle: &Puzzle) -> bool {
    let decided = sole_puzzle::decide(|found| plain::walk(puzzle, |grid| found(grid.clone())));
    decided.status() == Status::One
}

fn without(puzzle: &Puzzle, cells: &[usize]) -> Puzzle {
    let mut values = puzzle.givens().values().to_vec();
    cells.iter().for_each(|&cell| values[cell] = 0);
    self::puzzle(puzzle.shape(), values).expect("a part of a puzzle")
}

fn given_cells(puzzle: &Puzzle) -> Vec<usize> {
    let values = puzzle.givens().values();
    (0..values.len()).filter(|&cell| values[cell] != 0).collect()
}

fn is_minimal(puzzle: &Puzzle) -> bool {
    is_proper(puzzle)
        && given_cells(puzzle).iter().all(|&cell| !is_proper(&without(puzzle, &[cell])))
}

fn first_made(generator: &Generator, n: usize) -> Vec<Generated> {
    let mut worker = Worker::new(generator);
    let attempts = 0..generator.attempts;
    attempts.filter_map(|attempt| worker.make(attempt, &Budget::UNLIMITED)).take(n).collect()
}

#[test]
fn full_grids_of_every_shape_are_solutions() {
    for width in 1..=10 {
        for height in 1..=10 {
            let shape = shape(width, height);
            let mut filler = Filler::new(shape);
            let [a, b, c] = [0, 1, 0].map(|number| filler.fill(&mut Rng::new(5, number)));
            assert!(a.is_solution() && b.is_solution(), "{shape}");
            assert!(a == c && (a != b || shape.side() < 4), "{shape}");
        }
    }
}

/// Grids of a class are equally likely.
#[test]
fn every_grid_of_order_two_is_made() {
    let minlex = Minlex::new(shape(2, 2)).expect("short");
    let mut counts: HashMap<Grid, usize> = HashMap::new();
    for number in 0..40_000 {
        *counts.entry(full(shape(2, 2), &mut Rng::new(3, number))).or_default() += 1;
    }
    assert_eq!(counts.len(), 288);
    let mut classes: HashMap<Puzzle, Vec<usize>> = HashMap::new();
    for (grid, count) in counts {
        let form = minlex.find(&Puzzle::new(grid).expect("a solution")).puzzle;
        classes.entry(form).or_default().push(count);
    }
    for counts in classes.values() {
        let mean = counts.iter().sum::<usize>() / counts.len();
        let even = counts.iter().all(|count| count.abs_diff(mean) < mean / 2);
        assert!(even, "{counts:?}");
    }
}

#[test]
fn minimal_puzzles_are_proper_and_minimal() {
    let cases = [
        (shape(3, 3), 30),
        (shape(2, 2), 100),
        (shape(3, 2), 60),
        (shape(2, 3), 60),
        (shape(4, 2), 20),
    ];
    for (shape, n) in cases {
        for Generated { puzzle, solution, attempt } in first_made(&Generator::minimal(shape, 11), n)
        {
            assert!(is_minimal(&puzzle), "{shape}, attempt {attempt}: {puzzle:?}");
            assert!(solution.is_solution());
            let same = |cell: &usize| solution.values()[*cell] == puzzle.givens().values()[*cell];
            assert!(given_cells(&puzzle).iter().all(same), "{shape}, attempt {attempt}");
        }
    }
}

/// Too large for plain backtracking: the general solver without what the generator knows.
#[test]
fn minimal_puzzles_of_order_four_are_minimal() {
    for Generated { puzzle, .. } in first_made(&Generator::minimal(shape(4, 4), 1), 2) {
        let status = |puzzle: &Puzzle| solve::decide(puzzle, &Budget::UNLIMITED).status();
        assert_eq!(status(&puzzle), Status::One);
        for cell in given_cells(&puzzle) {
            assert_eq!(status(&without(&puzzle, &[cell])), Status::Many, "cell {cell}");
        }
    }
}

#[test]
fn threads_make_the_same() {
    let generator =
        Generator { attempts: 50, givens: 0..=24, ..Generator::minimal(Shape::CLASSIC, 9) };
    let run = |threads| {
        let mut all = Vec::new();
        let tally = generator.run(threads, &Budget::UNLIMITED, &|_, _| true, |made| {
            all.push(made);
            ControlFlow::Continue(())
        });
        assert_eq!((tally.attempts, tally.is_complete), (50, true));
        all
    };
    let alone = run(1);
    assert!(alone.len() > 10 && alone.len() < 45, "{}", alone.len());
    assert_eq!(alone, run(2));
    assert_eq!(alone, run(5));
}

#[test]
fn makers_stop_when_told_and_take_only_what_is_accepted() {
    let generator = Generator::minimal(Shape::CLASSIC, 4);
    let mut n = 0;
    let hard = |puzzle: &Puzzle, solution: &Grid| {
        solution.is_solution() && !singles_solve(puzzle.givens())
    };
    let tally = generator.run(1, &Budget::UNLIMITED, &hard, |made| {
        assert!(!singles_solve(made.puzzle.givens()));
        n += 1;
        if n < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((tally.made, tally.is_complete), (5, false));
    let stopped = Budget { nodes: u64::MAX, stop: &|| true };
    let tally = generator.run(1, &stopped, &|_, _| true, |_| ControlFlow::Continue(()));
    assert_eq!((tally.attempts, tally.is_complete), (0, false));
}

#[test]
fn symmetric_puzzles_are_symmetric_and_every_orbit_is_needed() {
    for symmetry in Symmetry::ALL {
        let generator = Generator {
            layout: Layout::Symmetric(symmetry),
            minimality: Minimality::Any,
            ..Generator::minimal(Shape::CLASSIC, 2)
        };
        for Generated { puzzle, .. } in first_made(&generator, 4) {
            assert!(is_proper(&puzzle));
            for orbit in symmetry.orbits(Shape::CLASSIC) {
                let given =
                    orbit.iter().filter(|&&cell| puzzle.givens().values()[cell] != 0).count();
                assert!(given == 0 || given == orbit.len(), "{symmetry}: {puzzle:?}");
                assert!(
                    given == 0 || !is_proper(&without(&puzzle, &orbit)),
                    "{symmetry}: {puzzle:?}"
                );
            }
        }
    }
    let generator = Generator {
        layout: Layout::Symmetric(Symmetry::Half),
        ..Generator::minimal(Shape::CLASSIC, 2)
    };
    first_made(&generator, 2).iter().for_each(|made| assert!(is_minimal(&made.puzzle)));
}

#[test]
fn the_number_of_givens_is_as_ordered() {
    let generator = Generator {
        minimality: Minimality::Any,
        givens: 32..=32,
        ..Generator::minimal(Shape::CLASSIC, 1)
    };
    for made in first_made(&generator, 10) {
        assert!(made.puzzle.givens().n_values() == 32 && is_proper(&made.puzzle));
    }
    let generator = Generator { givens: 21..=22, ..Generator::minimal(Shape::CLASSIC, 1) };
    for made in first_made(&generator, 3) {
        assert!((21..=22).contains(&made.puzzle.givens().n_values()) && is_minimal(&made.puzzle));
    }
}

/// The pattern of a minimal puzzle is one that has puzzles.
#[test]
fn patterns_are_kept() {
    let model = first_made(&Generator::minimal(Shape::CLASSIC, 5), 1).remove(0).puzzle;
    let pattern = Pattern::of(model.givens());
    let text = line::render(model.givens()).expect("nine digits");
    assert_eq!(Pattern::parse(Shape::CLASSIC, &text), Ok(pattern.clone()));
    for minimality in [Minimality::Any, Minimality::Minimal] {
        let layout = Layout::Pattern(pattern.clone());
        let generator = Generator { layout, minimality, ..Generator::minimal(Shape::CLASSIC, 1) };
        for Generated { puzzle, .. } in first_made(&generator, 2) {
            assert_eq!(Pattern::of(puzzle.givens()), pattern);
            assert!(is_proper(&puzzle) && (minimality == Minimality::Any || is_minimal(&puzzle)));
        }
    }
}

#[test]
fn patterns_say_what_is_wrong() {
    let cases = [
        ("1.1", "expected a mark for each of 16 cells, found 3"),
        ("1..1.1..1.....1.", "ok"),
        ("........1.1..1.1", "row 1 and row 2 are both empty and can be exchanged"),
        ("1...1....1...1..", "column 3 and column 4 are both empty and can be exchanged"),
    ];
    for (text, expected) in cases {
        let pattern = Pattern::parse(shape(2, 2), text);
        let actual = pattern.map_or_else(|e| e.to_string(), |_| "ok".to_owned());
        assert_eq!(actual, expected, "{text}");
    }
}

#[test]
fn easy_puzzles_need_singles_only() {
    let cases = [
        (shape(2, 2), 50),
        (shape(3, 2), 30),
        (shape(3, 3), 20),
        (shape(4, 4), 2),
        (shape(5, 5), 1),
    ];
    for (shape, n) in cases {
        let generator = Generator { logic: Logic::Singles, ..Generator::minimal(shape, 6) };
        for Generated { puzzle, .. } in first_made(&generator, n) {
            assert!(singles_solve(puzzle.givens()), "{shape}");
            assert_eq!(solve::decide(&puzzle, &Budget::UNLIMITED).status(), Status::One, "{shape}");
            for cell in given_cells(&puzzle) {
                assert!(!singles_solve(without(&puzzle, &[cell]).givens()), "{shape}");
            }
        }
    }
}

/// Every minimal puzzle that differs in one given, by trying everything.
fn nearest_by_trial(puzzle: &Puzzle) -> BTreeSet<Vec<u8>> {
    let mut all = BTreeSet::new();
    for removed in given_cells(puzzle) {
        let less = without(puzzle, &[removed]);
        for cell in 0..puzzle.shape().n_cells() {
            for value in 1..=puzzle.shape().side() as u8 {
                let mut values = less.givens().values().to_vec();
                if std::mem::replace(&mut values[cell], value) == 0
                    && let Some(near) = self::puzzle(puzzle.shape(), values.clone())
                    && is_minimal(&near)
                {
                    all.insert(values);
                }
            }
        }
    }
    all
}

#[test]
fn vicinities_are_complete() {
    for (shape, n) in [(shape(2, 2), 10), (shape(3, 2), 4)] {
        for Generated { puzzle, .. } in first_made(&Generator::minimal(shape, 3), n) {
            let mut found = BTreeSet::new();
            let end = Neighbourhood::NEAREST.walk(&puzzle, &Budget::UNLIMITED, |near, solution| {
                assert!(solution.is_solution());
                found.insert(near.givens().values().to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!(end, ControlFlow::Continue(()));
            assert_eq!(found, nearest_by_trial(&puzzle), "{puzzle:?}");
        }
    }
}

/// Two for two is a step to one neighbour and on to another, among others.
#[test]
fn two_for_two_reaches_proper_and_minimal_puzzles() {
    let neighbourhood =
        Neighbourhood { removed: OneOrTwo::Two, added: OneOrTwo::Two, solutions: 5000 };
    let made = first_made(&Generator::minimal(shape(2, 2), 3), 5);
    for Generated { puzzle, .. } in made {
        let mut found = BTreeSet::new();
        let _ = neighbourhood.walk(&puzzle, &Budget::UNLIMITED, |near, _| {
            assert!(is_minimal(&near) && near.givens().n_values() == puzzle.givens().n_values());
            found.insert(near.givens().values().to_vec());
            ControlFlow::Continue(())
        });
        let by_trial: BTreeSet<Vec<u8>> = nearest_by_trial(&puzzle);
        // What differs in one given and puts another one back is in, unless the other given alone
        // decides it; so most are.
        assert!(found.len() > by_trial.len(), "{} and {}", found.len(), by_trial.len());
    }
}

#[test]
fn hunts_go_on_where_they_ended() {
    let rate = |puzzle: &Puzzle, _: &Grid| Some(-(puzzle.givens().n_values() as f64));
    let neighbourhood =
        Neighbourhood { removed: OneOrTwo::Two, added: OneOrTwo::One, solutions: 5000 };
    let hunt = Hunt { neighbourhood, rate: &rate, budget: Budget::UNLIMITED };
    let shape = shape(3, 2);
    let mut archive = Archive::new(shape, 40);
    for Generated { puzzle, solution, .. } in first_made(&Generator::minimal(shape, 1), 5) {
        hunt.seed(&mut archive, &puzzle, &solution);
        assert!(!hunt.seed(&mut archive, &puzzle, &solution), "it is there already");
    }
    let first = hunt.run(&mut archive, |_, _| ControlFlow::Break(()));
    assert_eq!((first.end, first.searched), (ControlFlow::Break(Stop::Enough), 0));
    let text = archive.render();
    let mut read = Archive::parse(shape, 40, &text).expect("what was written");
    assert_eq!(read.render(), text);
    let ends = [
        hunt.run(&mut archive, |_, _| ControlFlow::Continue(())),
        hunt.run(&mut read, |_, _| ControlFlow::Continue(())),
    ];
    assert_eq!(ends.map(|hunted| hunted.end), [ControlFlow::Continue(()); 2]);
    assert_eq!(archive.render(), read.render());
    let best = archive.best();
    assert!(best.iter().all(|entry| is_minimal(&entry.puzzle)));
    let forms: HashSet<Puzzle> = best.iter().map(|entry| archive.form(&entry.puzzle)).collect();
    assert_eq!(forms.len(), best.len());
    assert!(best.windows(2).all(|pair| pair[0].rating >= pair[1].rating));
}

#[test]
fn archives_say_what_is_wrong() {
    let cases = [
        ("1...2.......4... 1.5 open", "ok"),
        ("# a remark\n\n1...2.......4... 1 done", "ok"),
        ("1...2.......4... 1.5", "line 1: expected a puzzle, a rating, and open or done"),
        ("\n1...2.......4... x open", "line 2: expected a puzzle, a rating, and open or done"),
        ("1...2.......4... 1 shut", "line 1: expected a puzzle, a rating, and open or done"),
        ("1..12........... 1 open", "line 1: 1 twice in row 1: r1c1 and r1c4"),
    ];
    for (text, expected) in cases {
        let actual = Archive::parse(shape(2, 2), 10, text)
            .map_or_else(|e| e.to_string(), |_| "ok".to_owned());
        assert_eq!(actual, expected, "{text}");
    }
    let nine = format!("{} 1 open", ".".repeat(81));
    let error = Archive::parse(shape(2, 2), 10, &nine).expect_err("another shape");
    assert_eq!(error.to_string(), "line 1: boxes of 3×3, expected 2×2");
}

#[test]
fn superfluous_givens_are_named() {
    let made = first_made(&Generator::minimal(shape(2, 2), 1), 1).remove(0);
    let none = Logic::Search.superfluous(&made.puzzle, &made.solution, &Budget::UNLIMITED);
    assert_eq!(none, Ok(Vec::new()));
    let all = Puzzle::new(made.solution.clone()).expect("a solution");
    let every = Logic::Search.superfluous(&all, &made.solution, &Budget::UNLIMITED);
    assert_eq!(every.map(|cells| cells.len()), Ok(16));
}

/// One seed, several kinds of puzzles: no two of them have the same solution.
#[test]
fn recipes_of_several_kinds_do_not_share_solutions() {
    let minimal = Generator::minimal(Shape::CLASSIC, 7);
    let half = Layout::Symmetric(Symmetry::Half);
    let recipes = [
        minimal.clone(),
        Generator { logic: Logic::Singles, ..minimal.clone() },
        Generator { layout: half.clone(), ..minimal.clone() },
        Generator { layout: half, minimality: Minimality::Any, ..minimal.clone() },
        Generator { minimality: Minimality::Any, givens: 30..=30, ..minimal.clone() },
        Generator { minimality: Minimality::Any, givens: 31..=31, ..minimal },
    ];
    let mut solutions = HashSet::new();
    for generator in &recipes {
        let mut worker = Worker::new(generator);
        let made = (0..).filter_map(|attempt| worker.make(attempt, &Budget::UNLIMITED)).take(2);
        for made in made {
            assert!(solutions.insert(made.solution), "{generator:?}");
        }
    }
}
