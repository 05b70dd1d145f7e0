//! Packed positions and sixteen-bit moves hold everything and nothing else.

mod support;

use sole_board::{Move, PackedPosition, Position};
use std::collections::HashMap;
use support::{Random, position, random_game};

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -",
];

/// Packs and unpacks at least this many positions of random games, and the
/// moves between them.
fn assert_round_trips(positions: u64) {
    let mut checked = 0;
    for seed in 0.. {
        let start = position(STARTS[seed as usize % STARTS.len()]);
        random_game(start, 200, &mut Random(seed), |position| {
            assert_round_trip(position, seed);
            checked += 1;
        });
        if checked >= positions {
            break;
        }
    }
    println!("{checked} positions");
}

fn assert_round_trip(position: &Position, seed: u64) {
    let packed = PackedPosition::new(position).expect("positions of games fit");
    assert_eq!(packed.unpack(), *position, "seed {seed}: {position}");
    assert_eq!(PackedPosition::from_bytes(*packed.as_bytes()), Ok(packed), "{position}");
    position.for_each_move(|m| assert_eq!(Move::from_bits(m.to_bits()), Some(m)));
}

#[test]
fn positions_of_games_survive_packing() {
    assert_round_trips(100_000);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn slow_ten_million_positions_survive_packing() {
    assert_round_trips(10_000_000);
}

#[test]
fn the_worked_example_of_the_specification_holds() {
    let text = include_str!("../../../docs/packed-position.md");
    let value = |name: &str| {
        text.lines().find_map(|line| line.strip_prefix(name)).expect("the example").trim()
    };
    let packed = PackedPosition::new(&position(value("fen "))).expect("fits");
    let hex: String = packed.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, value("bytes ").replace(' ', ""));
}

#[test]
fn equal_bytes_mean_equal_positions() {
    let mut seen: HashMap<PackedPosition, Position> = HashMap::new();
    for seed in 0..300 {
        let start = position(STARTS[0]);
        random_game(start, 12, &mut Random(seed), |position| {
            let packed = PackedPosition::new(position).expect("fits");
            let other = seen.entry(packed).or_insert(*position);
            assert_eq!(other, position, "seed {seed}");
            assert_eq!(other.key(), position.key());
        });
    }
}

#[test]
fn rights_and_turn_are_in_the_bytes() {
    let rows = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R w KQk -"),
        ("4k3/8/8/pP6/8/8/8/4K3 w - a6", "4k3/8/8/pP6/8/8/8/4K3 w - -"),
    ];
    for (one, other) in rows {
        let [one, other] = [one, other].map(position);
        assert_ne!(PackedPosition::new(&one), PackedPosition::new(&other), "{one}");
        assert_ne!(one.key(), other.key());
        assert_eq!(one.diagram_key(), other.diagram_key());
    }
}
