//! The counting method against known numbers, and against the unique-prefix method.

mod starts;

use std::collections::BTreeSet;

use sole_board::Position;
use sole_proof::counting::Counting;
use sole_proof::prefix::{Keep, Options, Orders, Prefix};

/// Plies in which a diagram is reached, plies of the one game, and how many there are.
const KNOWN: [(usize, usize, usize); 6] =
    [(2, 3, 160), (3, 4, 714), (2, 4, 64), (4, 5, 1908), (3, 5, 136), (4, 6, 418)];

#[test]
fn counts_are_the_known_ones() {
    for (reached, plies, unique) in KNOWN {
        let mut counting = Counting::new(&Position::initial(), reached);
        assert_eq!(counting.walk(plies), unique, "reached in {reached}, unique in {plies}");
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn deeper_counts_are_the_known_ones() {
    for (reached, plies, unique) in [(5, 6, 11_079), (6, 7, 30_017)] {
        let mut counting = Counting::new(&Position::initial(), reached);
        assert_eq!(counting.walk(plies), unique, "reached in {reached}, unique in {plies}");
    }
}

#[test]
fn deepening_stops_at_the_first_ply_with_unique_diagrams() {
    let mut counting = Counting::new(&Position::initial(), 2);
    assert_eq!(counting.targets(), 400);
    assert_eq!(counting.deepen(4), Some((3, 160)));
    assert_eq!(counting.deepen(2), None);
}

#[test]
fn the_diagrams_are_those_of_the_unique_prefix_method() {
    for (start, plies) in starts::all() {
        let mut prefix = Prefix::new(&start, Options::default());
        let mut finds = Vec::new();
        for ply in 1..=plies {
            let keep = if ply == plies { Keep::Tally } else { Keep::Layer };
            let orders = Orders { keep, finds: &|_| ply == plies, ..Orders::default() };
            finds = prefix.advance(&orders).expect("nobody stops it").finds;
        }
        for reached in 0..plies {
            let mut counting = Counting::new(&start, reached);
            counting.walk(plies);
            let counted: BTreeSet<String> = counting.unique().map(|d| d.to_string()).collect();
            let delayed = finds.iter().filter(|find| find.earlier.contains(reached));
            let found: BTreeSet<String> = delayed.map(|find| find.diagram.to_string()).collect();
            assert_eq!(counted, found, "{start}, {reached} and {plies}");
        }
    }
}
