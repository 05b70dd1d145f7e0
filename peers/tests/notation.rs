//! Moves written and read by Sole and by shakmaty, on random games.

mod walks;

use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position as _};
use sole_board::{Move, Repairs, SanMode, UciStyle};
use sole_peers::Three;
use walks::{chess960, play_games, standard};

/// Pairs of the same move, by its squares.
fn pairs(three: &Three) -> Vec<(Move, shakmaty::Move)> {
    let list = three.shakmaty.legal_moves();
    let mut theirs: Vec<(String, shakmaty::Move)> =
        list.iter().map(|&m| (m.to_uci(CastlingMode::Chess960).to_string(), m)).collect();
    let mut ours: Vec<(String, Move)> =
        three.ours.moves().into_iter().map(|m| (m.to_uci(UciStyle::Chess960), m)).collect();
    theirs.sort_by(|a, b| a.0.cmp(&b.0));
    ours.sort_by(|a, b| a.0.cmp(&b.0));
    let names = |(name, _): &(String, Move)| name.clone();
    assert!(ours.iter().map(names).eq(theirs.iter().map(|(name, _)| name.clone())));
    ours.into_iter().zip(theirs).map(|((_, ours), (_, theirs))| (ours, theirs)).collect()
}

fn assert_same_san(three: &Three) {
    let fen = three.our_fen();
    for (ours, theirs) in pairs(three) {
        let text = SanPlus::from_move(three.shakmaty.clone(), theirs).to_string();
        assert_eq!(three.ours.san(ours).to_string(), text, "{fen}");
        for mode in [SanMode::Strict, SanMode::Lenient] {
            let read = three.ours.parse_san(&text, mode);
            let read = read.unwrap_or_else(|e| panic!("{text} in {fen}: {e}"));
            assert_eq!((read.played, read.repairs), (ours, Repairs::default()), "{text} in {fen}");
        }
    }
}

#[test]
fn standard_games_have_the_same_san() {
    play_games(5, &standard(150), 300, assert_same_san).assert_lively();
}

#[test]
fn chess960_games_have_the_same_san() {
    play_games(6, &chess960(150), 300, assert_same_san).assert_lively();
}

#[test]
fn standard_games_have_the_same_uci() {
    play_games(7, &standard(300), 300, |three| {
        for (ours, theirs) in pairs(three) {
            let text = UciMove::from_standard(theirs).to_string();
            assert_eq!(ours.to_uci(UciStyle::Standard), text, "{}", three.our_fen());
            assert_eq!(three.ours.parse_uci(&text), Ok(ours), "{text} in {}", three.our_fen());
        }
    })
    .assert_lively();
}

#[test]
fn chess960_moves_are_read_by_their_rooks() {
    play_games(8, &chess960(300), 300, |three| {
        for m in three.ours.moves() {
            let text = m.to_uci(UciStyle::Chess960);
            assert_eq!(three.ours.parse_uci(&text), Ok(m), "{text} in {}", three.our_fen());
            let long = three.ours.long_algebraic(m);
            assert_eq!(
                three.ours.parse_long_algebraic(&long),
                Ok(m),
                "{long} in {}",
                three.our_fen()
            );
        }
    })
    .assert_lively();
}
