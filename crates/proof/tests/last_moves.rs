//! Games that end with a given move, against all games played out and a published list.

mod brute;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use sole_board::{Move, Position, Role, Setup};
use sole_proof::last_move::{FinalState, LastMoveQuery};
use sole_proof::sweep::{PlyOptions, Progress, Sweep};

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A sweep to the ply before the last.
fn sweep(start: &Position, plies: usize) -> Sweep {
    let mut sweep = Sweep::new(start);
    for _ in 1..plies {
        sweep
            .advance(&PlyOptions { threads: 2, ..PlyOptions::default() })
            .expect("nobody stops it");
    }
    sweep
}

fn unique_last_moves(start: &Position, plies: usize) -> BTreeMap<String, Vec<Move>> {
    let found = sweep(start, plies).unique_last_moves(2, &go_on).expect("nobody stops it");
    found.into_iter().map(|(last, game)| (last.to_string(), game)).collect()
}

const STARTS: [(&str, usize); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3),
    ("8/8/8/3pk3/8/8/4P3/4K3 w - - 0 1", 4),
];

#[test]
fn last_moves_of_one_game_are_those_of_all_games_played_out() {
    for (fen, plies) in STARTS {
        let start = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
        for plies in 1..=plies {
            let all = brute::by_last_move(&start, plies);
            let single = all.iter().filter(|(_, games)| games.len() == 1);
            let single: BTreeMap<String, Vec<Move>> =
                single.map(|(last, games)| (last.clone(), games[0].clone())).collect();
            assert_eq!(unique_last_moves(&start, plies), single, "{fen} {plies}");
        }
    }
}

#[test]
fn games_with_a_last_move_are_all_found() {
    for (fen, plies) in STARTS {
        let start = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
        let all = brute::by_last_move(&start, plies);
        let mut sweep = sweep(&start, plies);
        for (last, games) in all.iter().step_by(3).filter(|(_, games)| games.len() < 200) {
            let query = last.parse().expect("a last move");
            let mut found =
                sweep.games_ending_with(&query, 200, 2, &go_on).expect("nobody stops it");
            let mut games = games.clone();
            found.sort();
            games.sort();
            assert_eq!(found, games, "each once: {fen} {last}");
        }
    }
}

/// Castling goes to a square, too: that of the king.
#[test]
fn games_that_end_on_a_square_are_all_found() {
    for fen in ["r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1"] {
        let start = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
        let mut sweep = sweep(&start, 2);
        for to in ["c1", "c8", "g1", "g8", "a1", "h8"].map(|name| name.parse().expect(name)) {
            let query =
                LastMoveQuery { role: Some(Role::King), to: Some(to), ..LastMoveQuery::default() };
            let found =
                sweep.games_ending_with(&query, 10_000, 1, &go_on).expect("nobody stops it");
            assert_eq!(found.len(), brute::kings_to(&start, to), "{fen} {to}");
        }
    }
}

#[test]
fn other_queries_are_answered() {
    let mate = LastMoveQuery { end: Some(FinalState::Mate), ..LastMoveQuery::default() };
    let cases = [
        (4, mate, 8),
        (4, LastMoveQuery { role: Some(Role::Queen), ..mate }, 8),
        (4, LastMoveQuery { role: Some(Role::Rook), ..mate }, 0),
        (3, LastMoveQuery { captured: Some(Role::Knight), ..LastMoveQuery::default() }, 4),
        (3, LastMoveQuery { end: Some(FinalState::Check), ..LastMoveQuery::default() }, 12),
        (3, LastMoveQuery { end: Some(FinalState::Stalemate), ..LastMoveQuery::default() }, 0),
        (
            1,
            LastMoveQuery { to: Some("e4".parse().expect("a square")), ..LastMoveQuery::default() },
            1,
        ),
    ];
    for (plies, query, expected) in cases {
        let mut sweep = sweep(&Position::initial(), plies);
        let games = sweep.games_ending_with(&query, 1000, 1, &go_on).expect("nobody stops it");
        assert_eq!(games.len(), expected, "{plies} {query:?}");
        let few = sweep.games_ending_with(&query, 2, 2, &go_on).expect("nobody stops it");
        assert_eq!(few, games[..expected.min(2)], "the first ones, with any number of threads");
    }
}

/// A position with 218 moves, so that games of one ply are found by several portions of work.
#[test]
fn no_more_games_are_found_than_asked_for() {
    let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let start = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
    let mut sweep = sweep(&start, 1);
    for limit in 1..220 {
        let found = sweep.games_ending_with(&LastMoveQuery::default(), limit, 1, &go_on);
        assert_eq!(found.expect("nobody stops it").len(), limit.min(218), "{limit}");
    }
}

fn compare_with_published(plies: impl Fn(usize) -> bool) {
    let text = include_str!("../../../data/last-moves.csv");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (ply, moves) = line.split_once(';').expect("two columns");
        let ply = ply.parse().expect("a ply");
        if plies(ply) {
            let published: BTreeSet<&str> = moves.split_whitespace().collect();
            let found = unique_last_moves(&Position::initial(), ply);
            assert_eq!(
                found.keys().map(String::as_str).collect::<BTreeSet<_>>(),
                published,
                "{ply}"
            );
        }
    }
}

#[test]
fn last_moves_to_ply_6_are_the_published_ones() {
    compare_with_published(|ply| ply <= 6);
    for (ply, count) in [(1, 20), (3, 16), (4, 9)] {
        assert_eq!(unique_last_moves(&Position::initial(), ply).len(), count, "{ply}");
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn last_moves_to_ply_7_are_the_published_ones() {
    compare_with_published(|ply| ply == 7);
}
