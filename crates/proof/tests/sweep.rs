//! The sweep against published counts, and against every game played out.

mod brute;
mod facts;

use std::collections::BTreeMap;

use sole_board::{Diagram, Move, Position, Setup};
use sole_proof::PlySet;
use sole_proof::sweep::{Find, PlyCounts, PlyOptions, Retain, Sweep, Tracer};

/// The counts of each ply, and the finds of the last one.
fn counts(start: &Position, plies: usize, threads: usize) -> (Vec<PlyCounts>, Sweep, Vec<Find>) {
    let mut sweep = Sweep::new(start);
    let (mut counts, mut finds) = (Vec::new(), Vec::new());
    for ply in 1..=plies {
        let is_last = ply == plies;
        let retain = match plies - ply {
            0 => Retain::Counts,
            1 => Retain::LastLayer,
            _ => Retain::Layer,
        };
        let options = PlyOptions { threads, retain, finds: &|_| is_last, ..PlyOptions::default() };
        let outcome = sweep.advance(&options).expect("nobody stops it");
        counts.push(outcome.counts);
        finds = outcome.finds;
    }
    (counts, sweep, finds)
}

fn compare_with_published(plies: usize) {
    let (counts, ..) = counts(&Position::initial(), plies, 2);
    for (counts, ply) in counts.iter().zip(1..) {
        let fact = facts::counts(ply);
        assert_eq!(counts.positions, fact.positions, "ply {ply}");
        assert_eq!(counts.unique_positions, fact.unique_positions, "ply {ply}");
        assert_eq!(counts.diagrams, fact.diagrams, "ply {ply}");
        assert_eq!(counts.unique.total(), fact.unique_diagrams, "ply {ply}");
        assert_eq!(counts.new_diagrams, fact.new_diagrams, "ply {ply}");
        assert_eq!(counts.unique.shortest(), fact.shortest_unique, "ply {ply}");
        let delayed = counts.unique.delayed();
        let delayed: BTreeMap<String, u64> =
            delayed.map(|(earlier, count)| (earlier.to_string(), count)).collect();
        if let Some(published) = facts::delays(ply) {
            assert_eq!(delayed, published, "ply {ply}");
        }
    }
}

#[test]
fn counts_to_ply_6_are_the_published_ones() {
    compare_with_published(6);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn counts_to_ply_7_are_the_published_ones() {
    compare_with_published(7);
}

/// Starts that have promotion, castling, en passant and mate close at hand.
const STARTS: [(&str, usize); 9] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 4),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 5),
    ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", 4),
    ("8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", 5),
    // A pawn on c6 took a knight there, or one on c5 en passant that still stands in the diagram.
    ("1n2k3/2p5/8/8/3P4/8/8/3RK3 b - - 0 1", 6),
];

#[test]
fn every_count_is_that_of_all_games_played_out() {
    for (fen, plies) in STARTS {
        let start = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
        let (counts, ..) = counts(&start, plies, 2);
        assert_eq!(counts, brute::counts(&start, plies), "{fen}");
    }
}

#[test]
fn every_find_has_the_game_that_leads_to_it() {
    for (fen, plies) in STARTS {
        let start = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
        let (_, sweep, finds) = counts(&start, plies, 1);
        let tracer = Tracer::new(&sweep);
        let mut found: Vec<(String, PlySet, Vec<Move>)> = finds
            .iter()
            .map(|find| {
                let game = tracer.game(find).expect("a game in memory");
                (tracer.diagram(find).to_string(), find.earlier, game)
            })
            .collect();
        found.sort();
        let unique = brute::unique(&start, plies);
        let text = |(diagram, earlier, game): (Diagram, PlySet, Vec<Move>)| {
            (diagram.to_string(), earlier, game)
        };
        let mut unique: Vec<_> = unique.into_iter().map(text).collect();
        unique.sort();
        assert!(found == unique, "{fen}: {} and {} games", found.len(), unique.len());
    }
}

#[test]
fn the_watch_callback_can_stop_it() {
    let mut sweep = Sweep::new(&Position::initial());
    let stop = |_| std::ops::ControlFlow::Break(());
    assert!(sweep.advance(&PlyOptions { watch: &stop, ..PlyOptions::default() }).is_err());
    assert_eq!(sweep.plies(), 0);
    assert!(sweep.advance(&PlyOptions::default()).is_ok(), "it can go on");
}
