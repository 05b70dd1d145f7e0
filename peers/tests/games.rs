//! Random games, played in three libraries at once.
//!
//! After every move all three must list the same legal moves, and agree on the
//! check, the end of the game, the printed position and its identity.

mod walks;

use cozy_chess::{Board, GameStatus};
use shakmaty::Position as _;
use sole_board::Ending;
use sole_peers::Three;
use std::collections::HashMap;
use walks::{chess960, play_games, standard};

fn assert_same_rules(three: &Three) {
    let fen = three.shakmaty_fen();
    assert_eq!(three.our_fen(), fen);
    let [ours, cozy, shakmaty] = three.moves();
    assert_eq!(ours, shakmaty, "shakmaty lists other moves: {fen}");
    assert_eq!(ours, cozy, "cozy-chess lists other moves: {fen}");
    assert_eq!(three.ours.is_check(), three.shakmaty.is_check(), "{fen}");
    let checkers = three.ours.checkers().0;
    assert_eq!(checkers, u64::from(three.shakmaty.checkers()), "checkers: {fen}");
    assert_eq!(checkers, three.cozy.checkers().0, "checkers: {fen}");
    let is_mate = three.ours.is_check() && !three.ours.has_moves();
    assert_eq!(is_mate, three.shakmaty.is_checkmate(), "{fen}");
    assert_eq!(!is_mate && !three.ours.has_moves(), three.shakmaty.is_stalemate(), "{fen}");
    let is_dead = matches!(three.ours.ending(), Some(Ending::Dead(_)));
    let is_over = !three.ours.has_moves();
    assert_eq!(is_dead, !is_over && three.shakmaty.is_insufficient_material(), "{fen}");
    let by_fifty_moves = three.cozy.halfmove_clock() >= 100;
    let goes_on = three.ours.has_moves() && !by_fifty_moves;
    assert_eq!(goes_on, three.cozy.status() == GameStatus::Ongoing, "{fen}");
}

#[test]
fn standard_games_have_the_same_moves_and_ends() {
    let seen = play_games(1, &standard(700), 300, assert_same_rules);
    assert!(seen.positions > 100_000, "{seen:?}");
    seen.assert_lively();
}

#[test]
fn chess960_games_have_the_same_moves_and_ends() {
    let seen = play_games(2, &chess960(700), 300, assert_same_rules);
    assert!(seen.positions > 100_000, "{seen:?}");
    seen.assert_lively();
}

#[test]
fn filtered_moves_are_those_of_shakmaty() {
    play_games(3, &chess960(300), 300, |three| {
        let list = three.shakmaty.legal_moves();
        let captures = list.iter().filter(|m| m.is_capture()).count() as u64;
        let checks = list.iter().filter(|&&m| {
            let mut child = three.shakmaty.clone();
            child.play_unchecked(m);
            child.is_check()
        });
        assert_eq!(three.ours.count_captures(), captures, "{}", three.our_fen());
        assert_eq!(three.ours.count_checks(), checks.count() as u64, "{}", three.our_fen());
    });
}

/// Keys and what they stand for, both ways.
#[derive(Default)]
struct Classes {
    fen_of_key: HashMap<u64, String>,
    key_of_fen: HashMap<String, u64>,
    nodes: usize,
}

impl Classes {
    fn add(&mut self, key: u64, fen: String) {
        let known = self.fen_of_key.entry(key).or_insert_with(|| fen.clone());
        assert_eq!(*known, fen, "one key for two");
        let known = self.key_of_fen.entry(fen).or_insert(key);
        assert_eq!(*known, key, "two keys for one");
        self.nodes += 1;
    }
}

/// Adds all nodes of the tree, by position or by diagram.
fn add_tree(three: &Three, plies: u32, positions: &mut Classes, diagrams: &mut Classes) {
    diagrams.add(three.ours.diagram_key(), three.shakmaty.board().to_string());
    positions.add(three.ours.key(), three.shakmaty_epd());
    if plies > 0 {
        for m in three.ours.moves() {
            let mut child = three.clone();
            child.play(m);
            add_tree(&child, plies - 1, positions, diagrams);
        }
    }
}

#[test]
fn keys_are_equal_exactly_where_shakmaty_prints_the_same() {
    let (mut positions, mut diagrams) = (Classes::default(), Classes::default());
    let roots = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", 3),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", 3),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1", 2),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
        ("4k3/3p1p2/8/2P1P3/2p1p3/8/3P1P2/4K3 w - - 0 1", 5),
    ];
    for (root, plies) in roots {
        add_tree(&Three::new(root), plies, &mut positions, &mut diagrams);
    }
    play_games(4, &chess960(300), 300, |three| {
        positions.add(three.ours.key(), three.shakmaty_epd());
        diagrams.add(three.ours.diagram_key(), three.shakmaty.board().to_string());
    });
    println!(
        "{} nodes, {} positions, {} diagrams",
        positions.nodes,
        positions.key_of_fen.len(),
        diagrams.key_of_fen.len()
    );
    assert!(positions.nodes > 200_000);
    assert!(positions.key_of_fen.len() * 10 < positions.nodes * 9, "too few transpositions");
    assert!(diagrams.key_of_fen.len() < positions.key_of_fen.len());
}

#[test]
fn known_differences_in_what_is_a_fen() {
    // What we read and cozy-chess does not, and the other way round.
    let cases = [
        ("no clocks", "4k3/8/8/8/8/8/8/4K3 w - -", true, false),
        ("a late clock", "4k3/8/8/8/8/8/8/4K3 w - - 101 90", true, false),
        ("move number 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", true, false),
        ("mixed letters", "4k2r/8/8/8/8/8/8/4K2R w Hk - 0 1", true, false),
        ("too many queens", "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", false, true),
        ("two knights check", "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", false, true),
    ];
    for (name, fen, ours, cozy) in cases {
        let setup: sole_board::Setup = fen.parse().expect(name);
        assert_eq!(sole_board::Position::try_from(setup).is_ok(), ours, "{name}: {fen}");
        assert_eq!(fen.parse::<Board>().is_ok(), cozy, "{name}: {fen}");
    }
}
