//! The laws of the notations on made-up texts, mutated texts and random games.
//!
//! The cases are the same in every run; `PROPTEST_CASES` makes them more than 256
//! times the factor of each test.

mod laws;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use sole_board::pgn::{Line, Nag, Node, Pgn};
use sole_board::{Clocks, Faults, Game, PackedPosition, Position, Setup, UciStyle, fen};

/// Where random games begin: the array, shuffled arrays, and positions full of traps.
const STARTS: [&str; 12] = [
    fen::INITIAL,
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
    "nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1",
    "rkrnnbbq/8/8/8/8/8/8/RKRNNBBQ w CAca - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",
    "Q6Q/8/4k3/8/8/8/8/Q2K3Q w - - 0 1",
    "1N1N3k/N3N3/8/N3N3/1N1N4/8/8/6K1 w - - 0 1",
    "4k3/8/8/8/8/8/8/R1R1K1RR w CG - 0 1",
];

/// Runs a law on the same cases every time, `factor` times 256 of them.
fn check<S: Strategy>(factor: u32, strategy: S, law: impl Fn(S::Value)) {
    let base = Config::default();
    let cases = base.cases * factor;
    let config = Config { cases, failure_persistence: None, ..base };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let result = runner.run(&strategy, |case| {
        law(case);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// A random game of up to `plies` plies.
fn game(plies: usize) -> impl Strategy<Value = Game> {
    (select(&STARTS[..]), vec(any::<Index>(), 0..=plies)).prop_map(|(start, choices)| {
        let setup: Setup = start.parse().expect("a FEN");
        let mut game = Game::from_setup(setup, Faults::WAIVABLE).expect("a position");
        for choice in choices {
            let moves = game.position().moves();
            if !moves.is_empty() {
                game.play(moves[choice.index(moves.len())]).expect("a legal move");
            }
        }
        game
    })
}

fn position(plies: usize) -> impl Strategy<Value = Position> {
    game(plies).prop_map(|game| *game.position())
}

/// A few characters, mostly such as the notations use.
fn fragment() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-hKQRBNPkqrbnpwx1-8/ +#=!?O0-]{0,4}",
        2 => "[\\[\\]{}();.*$%\"\\\\\n _:]{1,3}",
        1 => "\\PC{0,3}",
        1 => any::<String>(),
    ]
}

/// A text with a few places overwritten.
fn mutated(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    (text, vec((any::<Index>(), 0..4usize, fragment()), 0..4)).prop_map(|(text, edits)| {
        let mut letters: Vec<char> = text.chars().collect();
        for (place, removed, inserted) in edits {
            let start = place.index(letters.len() + 1);
            let end = letters.len().min(start + removed);
            letters.splice(start..end, inserted.chars());
        }
        letters.into_iter().collect()
    })
}

/// A text made of fragments.
fn made_up() -> impl Strategy<Value = String> {
    vec(fragment(), 0..12).prop_map(|fragments| fragments.concat())
}

/// A FEN of a random position.
fn fen_text() -> impl Strategy<Value = String> {
    game(20).prop_map(|game| game.setup().to_string())
}

/// An EPD of a random position with some operations.
fn epd_text() -> impl Strategy<Value = String> {
    let operation = prop_oneof![
        "(bm|am|pv|sm)( [KQRBN]?[a-h][1-8]){0,3};",
        "(acd|acn|ce|dm|hmvc|fmvn) -?[0-9]{1,6};",
        "(id|c[0-9]) \"[^\"]{0,8}\";",
        "[a-z]{1,4}[0-9_]{0,2};",
    ];
    (position(20), vec(operation, 0..4)).prop_map(|(position, operations)| {
        let fields = position.to_setup(Clocks::default()).four_fields(Default::default());
        format!("{fields} {}", operations.join(" "))
    })
}

/// A random game with comments, glyphs and variations.
fn pgn_text() -> impl Strategy<Value = String> {
    let remark = prop_oneof!["[a-z{(;%$ ]{0,40}", "[a-z ]{0,200}", "[}a-z\\[ ]{1,10}"];
    let remarks = vec((any::<Index>(), remark, any::<u8>(), any::<Index>()), 0..6);
    (game(30), remarks).prop_map(|(game, remarks)| {
        let mut pgn = Pgn::from(&game);
        let positions: Vec<Position> = game.positions().copied().collect();
        for (place, text, nag, choice) in remarks {
            let Some(last) = pgn.line.moves.len().checked_sub(1) else { break };
            let at = place.index(last + 1);
            let moves = positions[at].moves();
            let other = Node::new(&positions[at], moves[choice.index(moves.len())]);
            let node = &mut pgn.line.moves[at];
            node.nags.push(Nag(nag));
            node.after.push(text.clone());
            let closing = vec![text];
            node.variations.push(Line { moves: other.into_iter().collect(), closing });
        }
        pgn.tags.set("White", "A \"quoted\" \\ name").expect("a tag");
        pgn.to_string()
    })
}

/// A position with a move of it, written in one of the notations.
fn written_move() -> impl Strategy<Value = (Position, String)> {
    (position(40), any::<Index>(), 0..4u8).prop_map(|(position, choice, notation)| {
        let moves = position.moves();
        let text = match (moves.get(choice.index(moves.len().max(1))), notation) {
            (None, _) => String::new(),
            (Some(&m), 0) => m.to_string(),
            (Some(&m), 1) => m.to_uci(UciStyle::Chess960),
            (Some(&m), 2) => position.long_algebraic(m),
            (Some(&m), _) => position.san(m).to_string(),
        };
        (position, text)
    })
}

/// A position with a move of it, mutated.
fn mutated_move() -> impl Strategy<Value = (Position, String)> {
    written_move().prop_flat_map(|(position, text)| (Just(position), mutated(Just(text))))
}

/// The bytes of a random position with a few of them overwritten.
fn packed_bytes() -> impl Strategy<Value = [u8; PackedPosition::BYTES]> {
    (position(40), vec((any::<Index>(), any::<u8>()), 0..4)).prop_map(|(position, edits)| {
        let packed = PackedPosition::new(&position).expect("few men");
        let mut bytes = *packed.as_bytes();
        for (place, byte) in edits {
            bytes[place.index(PackedPosition::BYTES)] = byte;
        }
        bytes
    })
}

#[test]
fn packed_positions_are_exact() {
    check(64, packed_bytes(), laws::packed);
}

#[test]
fn unmoves_replay() {
    check(1, position(60), |position| laws::unmoves(&position));
}

#[test]
fn every_legal_move_survives_its_notations() {
    check(4, position(60), |position| laws::moves(&position));
}

#[test]
fn fen_on_made_up_texts() {
    check(4, made_up(), |text| laws::fen(&text));
}

#[test]
fn fen_on_mutated_texts() {
    check(8, mutated(fen_text()), |text| laws::fen(&text));
}

#[test]
fn epd_on_made_up_texts() {
    check(4, made_up(), |text| laws::epd(&text));
}

#[test]
fn epd_on_mutated_texts() {
    check(8, mutated(epd_text()), |text| laws::epd(&text));
}

#[test]
fn san_on_made_up_texts() {
    check(16, (position(40), fragment()), |(position, text)| laws::san(&position, &text));
}

#[test]
fn san_on_mutated_texts() {
    check(16, mutated_move(), |(position, text)| laws::san(&position, &text));
}

#[test]
fn uci_on_made_up_texts() {
    check(16, (position(40), fragment()), |(position, text)| laws::uci(&position, &text));
}

#[test]
fn uci_on_mutated_texts() {
    check(16, mutated_move(), |(position, text)| laws::uci(&position, &text));
}

#[test]
fn pgn_on_made_up_texts() {
    check(4, made_up(), |text| laws::pgn(&text));
}

#[test]
fn pgn_on_mutated_texts() {
    let several = vec(mutated(pgn_text()), 1..3).prop_map(|games| games.join("\n"));
    check(4, several, |text| laws::pgn(&text));
}
