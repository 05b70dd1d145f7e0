//! Proof games: short ones from all games of a length, longer ones that go on from those.

use super::{Maker, Quantity, distribute, sorted, value};
use sole_board::{Move, Position};
use sole_proof::solve::{Budget, shortest};
use sole_proof::sweep::{Find, PlyOptions, Retain, Sweep, Tracer};
use sole_proof::{Length, PlySet, record};
use sole_puzzle::rng::Rng;
use sole_puzzle::{Puzzle, Verdict, parallel};
use std::ops::ControlFlow;

/// The lengths in plies.
const LENGTHS: [usize; 10] = [4, 5, 6, 6, 7, 7, 7, 8, 9, 10];

/// Up to so many plies all games are counted.
const COUNTED: usize = 7;

/// How many nodes a longer game is worth.
const NODES: u64 = 200_000;

/// How many moves are tried before a longer game is given up, and how many games.
const TRIES: [usize; 2] = [8, 400];

/// Why the game of a find can always be had.
const IN_MEMORY: &str = "a sweep in memory reads no files";

impl Maker<'_> {
    /// Diagrams with one game and none that is shorter.
    pub(super) fn proof_games(&self) -> Vec<Puzzle> {
        let mut puzzles = Vec::new();
        let mut sweep = Sweep::new(&Position::initial());
        let mut longest = Vec::new();
        for ply in 1..=COUNTED {
            let Some(finds) = self.finds(&mut sweep, ply) else { return puzzles };
            let tracer = Tracer::new(&sweep);
            let shares = distribute(&LENGTHS, self.count).into_iter();
            let count = shares.filter(|&(length, _)| length == ply).map(|(_, count)| count).sum();
            puzzles.extend(self.counted(&tracer, &finds, Quantity::chosen(count)));
            if ply == COUNTED {
                longest = drawn(&finds, TRIES[1], &mut Rng::new(self.seed, 1))
                    .iter()
                    .map(|find| tracer.game(find).expect(IN_MEMORY))
                    .collect();
            }
        }
        puzzles.extend(self.longer_ones(&longest));
        self.finish(puzzles)
    }

    /// All diagrams with one game of so many plies; `None` if it is to stop.
    fn finds(&self, sweep: &mut Sweep, ply: usize) -> Option<Vec<Find>> {
        let watch = |_| match self.is_to_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let is_listed = LENGTHS.contains(&ply);
        let listed = move |earlier: PlySet| is_listed && earlier.is_empty();
        let options = PlyOptions {
            threads: self.threads.get(),
            retain: if ply == COUNTED { Retain::Counts } else { Retain::Layer },
            finds: &listed,
            watch: &watch,
            ..PlyOptions::default()
        };
        sweep.advance(&options).ok().map(|outcome| outcome.finds)
    }

    /// Some that are drawn at random: those that show something first, and of these the hardest.
    fn counted(&self, tracer: &Tracer, finds: &[Find], quantity: Quantity) -> Vec<Puzzle> {
        let drawn = drawn(finds, quantity.n_candidates(), &mut Rng::new(self.seed, 0));
        let puzzles = drawn.iter().filter_map(|find| {
            let (diagram, game) = (tracer.diagram(find), tracer.game(find).expect(IN_MEMORY));
            let puzzle = record::puzzle(&Position::initial(), &diagram, &game, find.earlier);
            rated(puzzle, &game).filter(|_| !self.is_to_stop())
        });
        let mut puzzles: Vec<Puzzle> = puzzles.collect();
        let merit = |puzzle: &Puzzle| (puzzle.tags().is_empty(), -value(puzzle, record::SEARCH));
        puzzles.sort_by(|one, other| {
            merit(one).partial_cmp(&merit(other)).expect("ratings are finite")
        });
        puzzles.truncate(quantity.count);
        sorted(puzzles, record::SEARCH)
    }

    /// Those of the lengths that are not counted.
    fn longer_ones(&self, begun: &[Vec<Move>]) -> Vec<Puzzle> {
        let lengths: Vec<(usize, u64)> = distribute(&LENGTHS, self.count)
            .into_iter()
            .filter(|&(length, _)| length > COUNTED)
            .flat_map(|(length, count)| std::iter::repeat_n(length, count))
            .zip(2..)
            .collect();
        if begun.is_empty() {
            return Vec::new();
        }
        let puzzles = parallel::map(lengths, self.threads, |(plies, attempt)| {
            self.longer(begun, plies, &mut Rng::new(self.seed, attempt))
        });
        puzzles.into_iter().flatten().collect()
    }

    /// A game that goes on by moves at random, as long as no other leads to its diagram.
    fn longer(&self, begun: &[Vec<Move>], plies: usize, rng: &mut Rng) -> Option<Puzzle> {
        for _ in 0..TRIES[1] {
            let mut game = begun[rng.below(begun.len())].clone();
            while game.len() < plies && self.goes_on(&mut game, rng) {}
            if game.len() == plies {
                let (start, end) = (Position::initial(), after(&game));
                let puzzle = record::puzzle(&start, end.diagram(), &game, PlySet::EMPTY);
                return rated(puzzle, &game);
            }
        }
        None
    }

    /// Adds a move to a game, if one of some moves keeps it the only one.
    fn goes_on(&self, game: &mut Vec<Move>, rng: &mut Rng) -> bool {
        let moves = after(game).moves();
        for _ in 0..TRIES[0] {
            if moves.is_empty() || self.is_to_stop() {
                break;
            }
            game.push(moves[rng.below(moves.len())]);
            if is_only(game) {
                return true;
            }
            game.pop();
        }
        false
    }
}

/// Whether no other game as short leads to the diagram of a game.
fn is_only(game: &[Move]) -> bool {
    let (start, end) = (Position::initial(), after(game));
    let budget = Budget { nodes: NODES, ..Budget::UNLIMITED };
    let plies = game.len() as u16;
    shortest(start, *end.diagram(), plies, &budget).is_ok_and(|shortest| {
        shortest.plies == plies && matches!(shortest.solution.verdict, Verdict::One(_))
    })
}

/// The end of a game.
fn after(game: &[Move]) -> Position {
    game.iter().fold(Position::initial(), |position, &m| position.after(m))
}

/// Some of the finds at random.
fn drawn(finds: &[Find], count: usize, rng: &mut Rng) -> Vec<Find> {
    let mut finds = finds.to_vec();
    let n_drawn = count.min(finds.len());
    (0..n_drawn).map(|_| finds.swap_remove(rng.below(finds.len()))).collect()
}

/// A record with how hard it is, if that can be told.
fn rated(puzzle: Puzzle, game: &[Move]) -> Option<Puzzle> {
    let length = Length::new(game.len() as u16)?;
    let difficulty = record::difficulty(&Position::initial(), after(game).diagram(), length)?;
    Some(record::ratings(&difficulty).into_iter().fold(puzzle, Puzzle::with_rating))
}
