//! How fast grids and puzzles are made.
use sole_puzzle::lot::Lot;
use sole_sudoku::{Shape, make};
use std::time::Instant;

fn main() {
    for (order, count) in [(2, 100_000), (3, 100_000), (4, 20_000), (5, 5000), (6, 2000), (7, 1000), (8, 500), (9, 200), (10, 200)] {
        let shape = Shape::new(order, order).expect("a short side");
        let mut filler = make::Filler::new(shape);
        let start = cpu_seconds();
        for number in 0..count {
            let grid = filler.fill(&mut Lot::new(1, number));
            assert!(grid.is_solution());
        }
        let seconds = cpu_seconds() - start;
        println!("full {order}: {count} grids, {:.0} a second", count as f64 / seconds);
    }
}

/// What this thread has spent on a processor, or the time of day where the system does not tell.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
