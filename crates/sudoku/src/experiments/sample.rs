//! Puzzles to experiment with, the same for the same seed.

use crate::experiments::Options;
use crate::experiments::questions::Tasks;
use crate::formats::line;
use crate::make::{Filler, Generator, Minimality, Worker};
use crate::{Budget, Grid, Puzzle, Shape};
use sole_puzzle::rng::Rng;

/// The sudoku of sixteen by sixteen.
pub(crate) const SIXTEEN: Shape = Shape::new(4, 4).expect("a side of sixteen");

/// Puzzles of one shape, nine by nine or sixteen by sixteen.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) puzzles: Vec<Puzzle>,
    /// How often each is searched, with other orders by chance: few puzzles more often.
    pub(crate) repeats: usize,
}

const MOST_REPEATS: usize = 20;

impl Sample {
    fn new(kind: &str, puzzles: Vec<Puzzle>, wanted: usize) -> Sample {
        let shape = puzzles[0].shape();
        assert!(shape == Shape::CLASSIC || shape == SIXTEEN, "{kind} with boxes of {shape}");
        let repeats = (wanted / puzzles.len()).clamp(1, MOST_REPEATS);
        Sample { name: format!("{} {kind}", puzzles.len()), shape, puzzles, repeats }
    }

    /// Each puzzle once, then all again, as often as is wanted.
    pub(crate) fn tasks(&self) -> Tasks {
        Tasks { count: self.puzzles.len() * self.repeats, puzzles: self.puzzles.len() }
    }
}

/// Puzzles with one solution: minimal ones, hard ones, larger ones, and the lists that were named.
pub(crate) fn proper(options: &Options) -> Vec<Sample> {
    let wanted = options.count(2000);
    let mut samples = vec![
        minimal(wanted, options.seed),
        hard(wanted),
        sixteen(wanted.div_ceil(MOST_REPEATS), options.seed, wanted),
    ];
    samples.extend(options.lists.iter().filter_map(|(name, list)| listed(name, list, wanted)));
    samples
}

fn minimal(wanted: usize, seed: u64) -> Sample {
    Sample::new("minimal 9×9", made(&Generator::minimal(Shape::CLASSIC, seed), wanted), wanted)
}

/// Those of `se-ratings.txt` that Sudoku Explainer rates 7.0 and more.
fn hard(wanted: usize) -> Sample {
    const RATED: &str = include_str!("../../tests/data/se-ratings.txt");
    let rated = RATED.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split(' ');
        let (puzzle, rating) = (words.next()?, words.next()?.parse::<f64>().ok()?);
        (rating >= 7.0).then(|| line::parse(puzzle).expect("a puzzle"))
    });
    Sample::new("9×9 rated 7.0 and more", rated.take(wanted).collect(), wanted)
}

/// More givens than are needed: singles alone are too weak for fewer.
fn sixteen(count: usize, seed: u64, wanted: usize) -> Sample {
    let generator = Generator {
        minimality: Minimality::Any,
        givens: FEWEST_OF_SIXTEEN..=FEWEST_OF_SIXTEEN,
        ..Generator::minimal(SIXTEEN, seed)
    };
    let kind = format!("16×16 with {FEWEST_OF_SIXTEEN} givens");
    Sample::new(&kind, made(&generator, count), wanted)
}

/// So many givens the small solver needs.
pub(crate) const FEWEST_OF_SIXTEEN: usize = 105;

fn made(generator: &Generator, count: usize) -> Vec<Puzzle> {
    let mut worker = Worker::new(generator);
    let made = (0..).filter_map(|attempt| worker.make(attempt, &Budget::UNLIMITED));
    made.take(count).map(|made| made.puzzle).collect()
}

/// Puzzles of a list, at most as many as are wanted and from all its parts.
fn listed(name: &str, list: &[Puzzle], wanted: usize) -> Option<Sample> {
    let is_known = |puzzle: &&Puzzle| [Shape::CLASSIC, SIXTEEN].contains(&puzzle.shape());
    let shape = list.iter().find(is_known)?.shape();
    let puzzles: Vec<&Puzzle> = list.iter().filter(|puzzle| puzzle.shape() == shape).collect();
    let step = puzzles.len().div_ceil(wanted).max(1);
    let puzzles = puzzles.into_iter().step_by(step).cloned().collect();
    Some(Sample::new(&format!("of {name}"), puzzles, wanted))
}

/// Puzzles with many solutions: `n_givens` cells by chance of full grids.
pub(crate) fn open(shape: Shape, n_givens: usize, options: &Options) -> Sample {
    let wanted = options.count(2000);
    let grids = full(shape, wanted.div_ceil(MOST_REPEATS), options.seed).into_iter().enumerate();
    let puzzles = grids.map(|(number, grid)| {
        let given = some_cells(shape, n_givens, &mut Rng::new(!options.seed, number as u64));
        without(&grid, |cell| !given[cell])
    });
    let kind = format!("{0}×{0} with {n_givens} givens by chance", shape.side());
    Sample::new(&kind, puzzles.collect(), wanted)
}

/// By cell: whether it is one of `count` that were drawn.
pub(crate) fn some_cells(shape: Shape, count: usize, rng: &mut Rng) -> Vec<bool> {
    let mut drawn: Vec<bool> = (0..shape.n_cells()).map(|cell| cell < count).collect();
    rng.shuffle(&mut drawn);
    drawn
}

/// Full grids of a shape.
pub(crate) fn full(shape: Shape, count: usize, seed: u64) -> Vec<Grid> {
    let mut filler = Filler::new(shape);
    (0..count as u64).map(|number| filler.fill(&mut Rng::new(seed, number))).collect()
}

/// What is left of a solution if some cells are emptied.
pub(crate) fn without(solution: &Grid, is_empty: impl Fn(usize) -> bool) -> Puzzle {
    let values = solution.values().iter().enumerate();
    let left: Vec<u8> =
        values.map(|(cell, &value)| if is_empty(cell) { 0 } else { value }).collect();
    let grid = Grid::new(solution.shape(), left).expect("values of a solution");
    Puzzle::new(grid).expect("a part of a solution")
}
