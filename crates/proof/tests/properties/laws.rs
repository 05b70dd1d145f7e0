//! What must hold for any text: each law panics where it is broken. They are called by the
//! tests beside this file with mutated texts, and by the targets in `fuzz/`.

use sole_board::Diagram;
use sole_proof::last_move::LastMoveQuery;
use sole_proof::solve::{Budget, Completeness, ProofGame};
use sole_proof::{Length, LengthError};

/// A length that can be read is in range and reads back from what is written; what cannot be
/// read is told as it stands.
pub(crate) fn length(text: &str) {
    match text.parse::<Length>() {
        Ok(length) => {
            assert!((1..=Length::MAX).contains(&length.plies()), "{text}");
            assert_eq!(length.to_string().parse(), Ok(length), "{text}");
            assert_eq!(length.plies().to_string().parse(), Ok(length), "{text}");
        }
        Err(LengthError::NotANumber { text: told } | LengthError::OutOfRange { text: told }) => {
            assert_eq!(told, text);
        }
        Err(other) => panic!("{text}: {other}"),
    }
}

/// A last move that can be read is read in the same way with a number before it, and says
/// nothing that contradicts itself.
pub(crate) fn last_move(text: &str) {
    match text.parse::<LastMoveQuery>() {
        Ok(query) => {
            assert!(query.captured.is_none(), "{text}");
            let castles = query.castling.flatten().is_some();
            assert!(query.end.is_some() && query.to.is_some() != castles, "{text}");
            let plain = text.trim();
            if plain.starts_with(char::is_alphabetic) {
                for numbered in [format!("7.{plain}"), format!("7...{plain}")] {
                    assert_eq!(numbered.parse(), Ok(query), "{numbered}");
                }
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Any diagram with a length, `BOARD;PLIES`, is refused with a reason or searched within a
/// budget; what is found is a game, and all answers agree.
pub(crate) fn proof_game(text: &str) {
    let Some((board, plies)) = text.split_once(';') else { return };
    let (Ok(target), Ok(plies)) = (board.parse::<Diagram>(), plies.parse::<u16>()) else { return };
    let game = match ProofGame::new(target, plies) {
        Ok(game) => game,
        Err(reason) => return assert!(!reason.to_string().is_empty()),
    };
    let budget = Budget { nodes: 300, bytes: Some(1 << 16), ..Budget::UNLIMITED };
    let solution = game.solve(&budget);
    assert!(solution.nodes <= budget.nodes, "{text}");
    assert!(solution.verdict.solutions().all(|found| game.is_solved_by(found)), "{text}");
    let listed = game.games(3, &budget);
    let counted = game.count(&budget).games;
    if let (Completeness::All, Some(counted)) = (listed.completeness, counted) {
        assert_eq!(listed.games.len() as u128, counted, "{text}");
    }
    if let Some(count) = solution.verdict.count() {
        assert!(counted.is_none_or(|games| count == sole_puzzle::Count::of(games.min(2) as usize)));
    }
    if game.deductions().cases.is_empty() {
        assert_eq!(counted, Some(0), "{text}");
    }
}
