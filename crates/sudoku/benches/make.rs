//! How fast grids and puzzles are made, canonical forms and unavoidable sets found.
//!
//! Each row prints the work done and asserts its signature, which does not
//! depend on the machine. Rows of forms and sets include making the grids. Times
//! are CPU seconds of one thread.
//!
//! `cargo bench -p sole-sudoku --bench make -- minimal` runs the rows whose name has that word.

use sole_puzzle::rng::{Rng, splitmix64};
use sole_sudoku::canon::{self, Minlex};
use sole_sudoku::make::{Filler, Generator, Layout, Logic, Minimality, Symmetry, Worker};
use sole_sudoku::unavoidable::{Parts, find};
use sole_sudoku::{Budget, Grid, Puzzle, Shape};
use std::time::Instant;

/// A row: what is made, how often, and a number that depends on all of it.
struct Row {
    name: &'static str,
    order: usize,
    count: u64,
    signature: u64,
}

const fn row(name: &'static str, order: usize, count: u64, signature: u64) -> Row {
    Row { name, order, count, signature }
}

const ROWS: [Row; 24] = [
    row("full", 2, 100_000, 0x6a76_5eca_18ee_322c),
    row("full", 3, 100_000, 0x5d22_4877_6653_0d87),
    row("full", 4, 20_000, 0xbfba_855a_163f_92ba),
    row("full", 5, 10_000, 0x404a_48d1_80a2_c6ac),
    row("full", 6, 3_000, 0x7e7f_a92a_f4a2_36ba),
    row("full", 7, 2_000, 0xfaf7_fbb7_b980_0b46),
    row("full", 8, 1_000, 0xe68d_4307_63fb_a13a),
    row("full", 9, 500, 0x976e_d9e3_ee1d_0373),
    row("full", 10, 300, 0xe93e_7d38_0434_92cf),
    row("minimal", 2, 10_000, 0x2127_43bd_41af_79c4),
    row("minimal", 3, 10_000, 0x6412_7327_57d5_26ff),
    row("minimal half", 3, 10_000, 0x78e6_1f59_3298_970d),
    row("minimal", 4, 10, 0xab38_3e8c_c338_f983),
    row("easy", 3, 2_000, 0x6840_b2e9_1571_2fc1),
    row("easy", 4, 50, 0x1fea_9262_7f09_162d),
    row("easy", 5, 10, 0x4f2d_93fa_efce_44e6),
    row("easy full", 3, 2_000, 0xd1a8_d1ca_a7f3_7a5b),
    row("min-lex full", 3, 20_000, 0xb785_4b1c_cd84_4747),
    row("min-lex minimal", 3, 5_000, 0x4c41_c6b6_34f8_722e),
    row("label full", 3, 2_000, 0xe975_7c28_acad_0d70),
    row("label full", 4, 200, 0x8c13_abd7_e4fd_11e5),
    row("label full", 5, 100, 0x2160_a239_73f5_841d),
    row("label full", 10, 5, 0x4c1d_7a6f_70a9_0e7b),
    row("unavoidable", 3, 20, 0x03c1_7aba_e840_147b),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    for row in ROWS {
        let name = format!("{} of order {}", row.name, row.order);
        if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
            bench(&name, &row);
        }
    }
}

fn bench(name: &str, row: &Row) {
    let shape = Shape::new(row.order, row.order).expect("a short side");
    let start = cpu_seconds();
    let (signature, values) = match row.name {
        "full" => summed(full(shape, row.count)),
        "min-lex full" => min_lex(full(shape, row.count)),
        "min-lex minimal" => min_lex(puzzles(&Generator::minimal(shape, 1), row.count)),
        "label full" => summed(full(shape, row.count).map(labelled)),
        "unavoidable" => unavoidable(full(shape, row.count)),
        _ => summed(puzzles(&generator(row, shape), row.count)),
    };
    let seconds = cpu_seconds() - start;
    let count = row.count as f64;
    println!(
        "{name:<28} {} made, {:.2} values each, {:.1} us each, {:.0} a second",
        row.count,
        values as f64 / count,
        seconds * 1e6 / count,
        count / seconds
    );
    assert_eq!(signature, row.signature, "{name}: something else was made");
}

fn generator(row: &Row, shape: Shape) -> Generator {
    let minimal = Generator::minimal(shape, 1);
    let layout = Layout::Symmetric(if row.name.ends_with("half") {
        Symmetry::Half
    } else if row.name.ends_with("full") {
        Symmetry::Full
    } else {
        Symmetry::None
    });
    let (logic, minimality) = if row.name.starts_with("easy") {
        (Logic::Singles, Minimality::Any)
    } else if row.name.ends_with("half") {
        (Logic::Search, Minimality::Any)
    } else {
        (Logic::Search, Minimality::Minimal)
    };
    Generator { layout, logic, minimality, ..minimal }
}

fn full(shape: Shape, count: u64) -> impl Iterator<Item = Grid> {
    let mut filler = Filler::new(shape);
    let grids = (0..count).map(move |number| filler.fill(&mut Rng::new(1, number)));
    grids.inspect(|grid| assert!(grid.is_solution()))
}

fn puzzles(generator: &Generator, count: u64) -> impl Iterator<Item = Grid> {
    let mut worker = Worker::new(generator);
    let made = (0..).filter_map(move |attempt| worker.make(attempt, &Budget::UNLIMITED));
    made.take(count as usize).map(|made| made.puzzle.givens().clone())
}

fn puzzle(grid: Grid) -> Puzzle {
    Puzzle::new(grid).expect("a part of a solution")
}

fn min_lex(grids: impl Iterator<Item = Grid>) -> (u64, usize) {
    let minlex = Minlex::new(Shape::CLASSIC).expect("nine is short");
    summed(grids.map(|grid| minlex.find(&puzzle(grid)).puzzle.givens().clone()))
}

fn labelled(grid: Grid) -> Grid {
    canon::label(&puzzle(grid)).puzzle.givens().clone()
}

/// The sizes of all sets as signature, and their number.
fn unavoidable(grids: impl Iterator<Item = Grid>) -> (u64, usize) {
    grids.fold((0, 0), |(signature, n_sets), grid| {
        let sets = find(&grid, &Parts::default(), &Budget::UNLIMITED).sets;
        let sum = sets.iter().fold(signature, |sum, set| splitmix64(sum ^ set.len() as u64));
        (sum, n_sets + sets.len())
    })
}

/// A number that depends on all values, and how many there are.
fn summed(grids: impl Iterator<Item = Grid>) -> (u64, usize) {
    grids.fold((0, 0), |(signature, values), grid| {
        let sum =
            grid.values().iter().fold(signature, |sum, &value| splitmix64(sum ^ u64::from(value)));
        (sum, values + grid.n_values())
    })
}

/// What this thread has spent on a processor, or the time of day where the system does not tell.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
