//! The solver against published counts, and against every game played out.

use sole_board::{Color, Diagram, Move, PackedPosition, Position, Setup, Square};
use sole_proof::solve::{
    Budget, Completeness, Deduction, Impossible, ProofGame, Solution, at_most, shortest,
};
use sole_puzzle::task::{Cancellation, Limits};
use sole_puzzle::{Count, Task, Verdict};
use std::collections::HashMap;
use std::path::Path;

const ORBAN: &str = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR";

fn diagram(text: &str) -> Diagram {
    text.parse().expect("a placement of men")
}

fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().expect("a FEN");
    Position::try_from(setup).expect("playable")
}

/// The lines of a list: a diagram, plies, games.
fn facts(name: &str) -> Vec<(Diagram, u16, usize)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let text = std::fs::read_to_string(path).expect("the list");
    let fact = |line: &str| {
        let mut fields = line.split(';');
        let mut field = || fields.next().expect("three fields");
        let target = diagram(field());
        let number = field().parse().expect("plies");
        (target, number, field().parse().expect("games"))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(fact).collect()
}

/// Checks the verdict and the list of games for a diagram.
fn assert_games(game: &ProofGame, games: usize) {
    let what = format!("{} in {} from {}", game.target(), game.plies(), game.start());
    let Solution { verdict, .. } = game.solve(&Budget::UNLIMITED);
    assert_eq!(verdict.count(), Some(Count::of(games)), "{what}");
    let listed = game.games(games + 1, &Budget::UNLIMITED);
    assert_eq!((listed.games.len(), listed.completeness), (games, Completeness::All), "{what}");
    assert_eq!(game.count(&Budget::UNLIMITED).games, Some(games as u128), "{what}");
    let mut distinct = listed.games.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), games, "{what}");
    assert!(listed.games.iter().all(|moves| game.is_solved_by(moves)), "{what}");
}

#[test]
fn published_counts() {
    let facts = facts("proofgames.csv");
    assert_eq!(facts.len(), 24);
    for (target, plies, games) in facts {
        assert_games(&ProofGame::new(target, plies).expect("a proof game"), games);
    }
}

#[test]
fn long_games_are_unique() {
    let facts = facts("proofgames-long.csv");
    assert_eq!(facts.len(), 6);
    // The second one takes longer than all others together.
    for (target, plies, games) in facts.into_iter().filter(|fact| fact.1 != 37) {
        assert_games(&ProofGame::new(target, plies).expect("a proof game"), games);
    }
}

/// Diagrams of the same collections. The last one has three games in Euclide's log, two of
/// which leave a king in check.
#[test]
fn games_with_castling_and_en_passant_are_unique() {
    for (target, plies) in [
        ("rnb2rk1/pppp3p/2n2K2/2b1ppp1/4P2q/8/PPPP1PPP/RNBQ1BNR", 16),
        ("rnb4r/ppppnppp/4p3/8/Q4K1b/5PPP/PPPPP1B1/RNBqkRN1", 29),
        ("B3kbnr/2pppp1p/b7/p1n3p1/2P5/2N5/1P1PPPPP/RqBQKBNR", 17),
        ("rn1q1bnr/4pppp/kPPp4/8/8/3BBP2/PP1N1PPP/R2QK1NR", 21),
    ] {
        assert_games(&ProofGame::new(diagram(target), plies).expect("a proof game"), 1);
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn the_longest_game_is_unique() {
    for (target, plies, games) in facts("proofgames-long.csv") {
        assert_games(&ProofGame::new(target, plies).expect("a proof game"), games);
    }
}

#[test]
fn orbans_diagram_at_every_length() {
    for (plies, games) in [(0, 0), (1, 0), (4, 0), (5, 0), (6, 4), (7, 4), (8, 1)] {
        assert_games(&ProofGame::new(diagram(ORBAN), plies).expect("a proof game"), games);
    }
    let start = Position::initial();
    let least = shortest(start, diagram(ORBAN), 8, &Budget::UNLIMITED).expect("a proof game");
    assert_eq!((least.plies, least.solution.verdict.count()), (6, Some(Count::Many)));
    for (plies, games) in [(5, 0), (6, 4), (7, 8), (8, 9)] {
        let listed = at_most(start, diagram(ORBAN), plies, 100, &Budget::UNLIMITED);
        let listed = listed.expect("a proof game");
        assert_eq!(
            (listed.games.len(), listed.completeness),
            (games, Completeness::All),
            "{plies}"
        );
    }
}

#[test]
fn the_start_is_reached_in_no_plies_and_not_in_one() {
    let target = *Position::initial().diagram();
    for (plies, games) in [(0, 1), (1, 0), (2, 0), (3, 0), (4, 16)] {
        assert_games(&ProofGame::new(target, plies).expect("a proof game"), games);
    }
}

/// The number of games to every diagram after so many plies: positions with their number
/// of games, ply by ply.
fn played_out(start: &Position, plies: u16) -> HashMap<String, (Diagram, usize)> {
    let mut layer = HashMap::from([(PackedPosition::new(start).expect("fits"), 1)]);
    for _ in 0..plies {
        let mut next = HashMap::new();
        for (packed, games) in layer {
            packed.unpack().for_each_child(|_, child| {
                *next.entry(PackedPosition::new(child).expect("fits")).or_default() += games;
            });
        }
        layer = next;
    }
    let mut diagrams = HashMap::new();
    for (packed, games) in layer {
        let target = *packed.unpack().diagram();
        diagrams.entry(target.to_string()).or_insert((target, 0)).1 += games;
    }
    diagrams
}

/// Compares the solver with all games of some length and of one ply more, for about
/// `samples` diagrams of either length.
fn assert_like_played_out(start: &Position, plies: u16, samples: usize) {
    let lengths = [plies, plies + 1];
    let found = lengths.map(|plies| played_out(start, plies));
    for (some, every) in [(0, 0..2), (1, 1..2)] {
        let mut names: Vec<&String> = found[some].keys().collect();
        names.sort();
        for name in names.iter().step_by((names.len() / samples).max(1)) {
            let target = found[some][*name].0;
            for length in every.clone() {
                let games = found[length].get(*name).map_or(0, |(_, games)| *games);
                let game = ProofGame::from_start(*start, target, lengths[length]);
                assert_games(&game.expect("a proof game"), games);
            }
        }
    }
}

#[test]
fn diagrams_of_the_opening_as_played_out() {
    for (plies, samples) in [(1, 20), (2, 60), (3, 150)] {
        assert_like_played_out(&Position::initial(), plies, samples);
    }
}

/// Few men, and much of castling, en passant and promotion.
const ENDINGS: [(&str, u16); 9] = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 3),
    ("r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1", 3),
    ("4k3/1p1p4/8/2P1P3/2p1p3/8/1P1P4/4K3 w - - 0 1", 5),
    ("4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1", 4),
    ("8/P6k/8/8/8/8/p6K/8 w - - 0 1", 4),
    ("1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 1", 4),
    ("6k1/PPPP4/8/8/8/8/4pppp/1K6 w - - 0 1", 3),
    ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", 4),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1", 2),
];

#[test]
fn diagrams_of_endgames_as_played_out() {
    for (fen, plies) in ENDINGS {
        assert_like_played_out(&position(fen), plies, 60);
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn many_diagrams_as_played_out() {
    assert_like_played_out(&Position::initial(), 4, 3000);
    for (fen, plies) in ENDINGS {
        assert_like_played_out(&position(fen), plies, 1000);
    }
}

/// Far too many to go through each.
#[test]
fn millions_of_games_are_counted_as_played_out() {
    let start = position("4k3/p7/8/8/8/8/8/4K3 w - - 0 1");
    let (mut seen, mut most) = (0, 0);
    let found = played_out(&start, 12);
    for name in ["4k3/8/8/8/p7/8/8/4K3", "4k3/8/8/p7/8/8/8/4K3", "8/8/3k4/p7/8/8/4K3/8"] {
        let Some((target, games)) = found.get(name) else { continue };
        let game = ProofGame::from_start(start, *target, 12).expect("a proof game");
        let counted = game.count(&Budget::UNLIMITED);
        assert_eq!(counted.games, Some(*games as u128), "{name}");
        assert_eq!(game.games(2, &Budget::UNLIMITED).completeness, Completeness::Limit, "{name}");
        let little = Budget { nodes: counted.nodes - 1, ..Budget::UNLIMITED };
        assert_eq!(game.count(&little).games, None, "{name}");
        let roomless = game.count(&Budget { bytes: Some(1 << 20), ..Budget::UNLIMITED });
        assert_eq!(roomless.games, Some(*games as u128), "{name}");
        (seen, most) = (seen + 1, most.max(*games));
    }
    assert!(seen == 3 && most > 10_000_000, "too little was tested: {seen}, {most}");
}

#[test]
fn impossible_diagrams_say_why() {
    let white = Color::White;
    let cases = [
        (
            "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR",
            Impossible::TooManyMen { color: white, men: 17, at_most: 16 },
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBPR",
            Impossible::PawnOnBackRank { square: Square::G1 },
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR",
            Impossible::Kings { color: white, kings: 0 },
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKKNR",
            Impossible::Kings { color: white, kings: 2 },
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/1NBQKBNR",
            Impossible::TooManyPawns { color: white, pawns: 9, at_most: 8 },
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/QQ6/PPPPPPP1/RN1QK1NR",
            Impossible::TooManyPromoted { color: white, promoted: 2, pawns: 1 },
        ),
    ];
    for (text, expected) in cases {
        let refusal = ProofGame::new(diagram(text), 4).expect_err("impossible");
        assert_eq!(refusal, expected, "{text}");
        assert!(!refusal.to_string().is_empty());
        // A coat of the other colour changes the side and the square alone.
        assert!(ProofGame::new(diagram(text).flipped(), 4).is_err(), "{text} flipped");
    }
    let target = diagram(ORBAN);
    let too_long = Impossible::TooLong { plies: 500, at_most: ProofGame::MOST_PLIES };
    assert_eq!(ProofGame::new(target, 500), Err(too_long));
    assert!(ProofGame::new(target, ProofGame::MOST_PLIES).is_ok());
}

#[test]
fn a_budget_that_ends_leaves_the_question_open() {
    let game = ProofGame::new(diagram(ORBAN), 8).expect("a proof game");
    let whole = game.solve(&Budget::UNLIMITED);
    let only = whole.verdict.clone().unique().expect("Orban's game");
    for nodes in (0..whole.nodes).step_by(1 + whole.nodes as usize / 60) {
        match game.solve(&Budget { nodes, ..Budget::UNLIMITED }).verdict {
            Verdict::Open(None) => {}
            Verdict::Open(Some(seen)) => assert_eq!(seen, only),
            verdict => panic!("{verdict:?} with {nodes} of {} nodes", whole.nodes),
        }
    }
    assert_eq!(game.solve(&Budget { nodes: whole.nodes, ..Budget::UNLIMITED }), whole);
    let cancelled = Cancellation::default();
    cancelled.cancel();
    let stopped = game.solve(&Budget::of(&Task::new("", Limits::NONE, cancelled)));
    assert_eq!(stopped.verdict, Verdict::Open(None));
    let listed = game.games(9, &Budget { nodes: 5, ..Budget::UNLIMITED });
    assert_eq!(listed.completeness, Completeness::Budget);
}

#[test]
fn a_table_without_room_changes_no_answer() {
    for (target, plies, games) in facts("proofgames.csv").into_iter().filter(|fact| fact.1 < 13) {
        let game = ProofGame::new(target, plies).expect("a proof game");
        let verdict = game.solve(&Budget { bytes: Some(0), ..Budget::UNLIMITED }).verdict;
        assert_eq!(verdict.count(), Some(Count::of(games)), "{target} in {plies}");
    }
}

#[test]
fn no_more_games_are_listed_than_asked_for() {
    let game = ProofGame::new(diagram(ORBAN), 6).expect("a proof game");
    for (limit, listed, completeness) in [
        (0, 0, Completeness::Limit),
        (3, 3, Completeness::Limit),
        (4, 4, Completeness::All),
        (9, 4, Completeness::All),
    ] {
        let games = game.games(limit, &Budget::UNLIMITED);
        assert_eq!((games.games.len(), games.completeness), (listed, completeness), "{limit}");
    }
}

#[test]
fn deductions_hold_in_the_games() {
    for (target, plies, _) in facts("proofgames.csv") {
        let game = ProofGame::new(target, plies).expect("a proof game");
        let deductions = game.deductions();
        let Some(moves) = game.games(1, &Budget::UNLIMITED).games.pop() else { continue };
        let first = moves.iter().map(|m: &Move| m.from());
        let touched: Vec<Square> = first.chain(moves.iter().map(|m| m.to())).collect();
        let [case] = &deductions.cases[..] else { continue };
        for deduction in &case.deductions {
            if let Deduction::NeverMoves { man } = deduction {
                assert!(!touched.contains(&man.square), "{target}: {deduction}");
            }
        }
    }
    let target = diagram("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
    let words = ProofGame::new(target, 2).expect("a proof game").deductions().to_string();
    for line in [
        "If White does not castle and Black does not castle:",
        "  White has 1 moves and needs 1: 0 to spare",
        "  White's king e1 never moves",
        "  Black's pawn e7 ends on e5",
    ] {
        assert!(words.lines().any(|found| found == line), "{line} in\n{words}");
    }
    let refuted = ProofGame::new(target, 1).expect("a proof game").deductions();
    assert!(refuted.cases.is_empty());
    assert_eq!(refuted.to_string(), "There is no such game: the moves do not suffice.\n");
}
