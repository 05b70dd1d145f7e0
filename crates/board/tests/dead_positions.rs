//! Blocked positions that are called dead, compared with a search of all reachable positions.

mod support;

use sole_board::{
    Color, Ending, Faults, File, PackedPosition, Piece, Position, Rank, Role, Setup, Square,
};
use std::collections::{HashSet, VecDeque};
use support::{Random, position};

/// The result of a search of all reachable positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reachable {
    /// A mate can be reached.
    Mate,
    /// All positions were seen, and none is a mate.
    NoMate,
    /// There are too many positions.
    TooMany,
}

/// Searches all reachable positions, both sides helping.
fn reachable(start: &Position, most: usize) -> Reachable {
    let packed = |position: &Position| PackedPosition::new(position).expect("packs");
    let mut seen = HashSet::from([packed(start)]);
    let mut waiting = VecDeque::from([*start]);
    while let Some(position) = waiting.pop_front() {
        let moves = position.moves();
        if moves.is_empty() && position.is_check() {
            return Reachable::Mate;
        }
        let children = moves.into_iter().map(|m| position.after(m));
        waiting.extend(children.filter(|child| seen.insert(packed(child))));
        if seen.len() > most {
            return Reachable::TooMany;
        }
    }
    Reachable::NoMate
}

fn is_locked(position: &Position) -> bool {
    let ending = position.ending();
    let facts = PackedPosition::new(position).expect("packs").facts();
    assert_eq!(facts.ending, ending, "{position}");
    ending == Some(Ending::Locked)
}

#[test]
fn composed_blocked_positions_are_classified() {
    use Reachable::{Mate, NoMate, TooMany};
    // The last column is what the search says; to find a mate may take it too long.
    let cases = [
        ("a wall", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", true, NoMate),
        ("the same, Black to move", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - -", true, NoMate),
        ("a zigzag", "4k3/8/1p3p2/pPp1pPp1/P1P1P1P1/8/8/4K3 w - -", true, NoMate),
        ("doubled pawns", "4k3/8/p7/p1p1p1p1/P1P1P1P1/4P3/8/4K3 w - -", true, NoMate),
        ("a pawn that checks", "8/8/8/p1p1p1pk/P1P1P1Pp/7P/8/4K3 b - -", true, NoMate),
        ("the same, not defended", "8/8/8/p1p1p1pk/P1P1P1P1/8/8/4K3 b - -", false, TooMany),
        ("a hole", "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - -", false, TooMany),
        ("a king that has passed", "8/8/8/p1p1p1p1/P1P1P1P1/8/1k6/4K3 w - -", false, TooMany),
        ("a pawn that can move", "4k3/8/p7/2p1p1p1/P1P1P1P1/8/8/4K3 w - -", false, TooMany),
        ("a pawn that can capture", "4k3/8/8/pPp1p1p1/P1P1P1P1/8/8/4K3 w - c6", false, TooMany),
        ("a bishop locked in", "4k3/8/8/p1p1p1p1/P1P1P1P1/3B4/8/4K3 w - -", true, NoMate),
        ("a bishop on the far side", "2B1k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", true, NoMate),
        (
            "a bishop that breaks the wall",
            "4k3/8/8/p1p1p1p1/P1P1P1P1/4B3/8/4K3 w - -",
            false,
            TooMany,
        ),
        ("a bishop pawns can capture", "4k3/8/8/p1p1p1p1/PBP1P1P1/8/8/4K3 b - -", false, TooMany),
        ("a bishop that mates", "k1b5/1p6/8/pPp1p1p1/P1P1P1P1/8/8/1B2K3 w - -", false, TooMany),
        ("only a capture mates", "kb6/p7/P1p5/2P5/4B3/8/8/4K3 w - -", false, Mate),
        ("a knight", "4k3/8/8/p1p1p1p1/P1P1P1P1/3N4/8/4K3 w - -", false, TooMany),
        ("a rook", "4k3/8/8/p1p1p1p1/P1P1P1P1/3R4/8/4K3 w - -", false, TooMany),
        ("no black king", "8/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", false, NoMate),
    ];
    for (name, fen, locked, expected) in cases {
        let position = position(fen);
        assert_eq!(is_locked(&position), locked, "{name}");
        assert_eq!(is_locked(&position.flipped()), locked, "{name}, flipped");
        let found = reachable(&position, 150_000);
        assert!(found == expected || (!locked && found == Mate), "{name}: {found:?}");
    }
}

#[test]
fn an_en_passant_capture_opens_the_position() {
    let wall = "4k3/8/8/p1p1p1p1/P1PpP1P1/3P4/8/4K3 b - ";
    let (open, closed) = (position(&format!("{wall}e3")), position(&format!("{wall}-")));
    assert!(open.en_passant().is_some());
    assert_eq!((is_locked(&open), is_locked(&closed)), (false, true));
}

/// A wall with a pair of pawns on most files, and kings and bishops anywhere.
fn random_blocked_position(bishops: [usize; 2], random: &mut Random) -> Option<Position> {
    let mut setup = Setup::EMPTY;
    for file in File::ALL {
        if random.below(5) > 0 {
            let rank = 2 + random.below(3);
            for (color, rank) in [(Color::White, rank), (Color::Black, rank + 1)] {
                let square = Square::at(file, Rank::ALL[rank]);
                setup.diagram.put(square, Piece { color, role: Role::Pawn });
            }
        }
    }
    for color in Color::ALL {
        let bishops = [Role::Bishop].repeat(bishops[color.index()]);
        for role in bishops.into_iter().chain([Role::King]) {
            let rank = Rank::ALL[random.below(4)].seen_by(color);
            let square = Square::at(random.pick(&File::ALL), rank);
            if setup.diagram.piece_at(square).is_some() {
                return None;
            }
            setup.diagram.put(square, Piece { color, role });
        }
    }
    setup.turn = random.pick(&Color::ALL);
    Position::new(setup, Faults::NONE).ok()
}

/// Draws walls, and searches those that are called dead; says how many there were.
fn search_blocked_positions(bishops: [usize; 2], wanted: usize, seed: u64) {
    let mut random = Random(seed);
    let (mut locked, mut tried) = (0, 0);
    while locked < wanted {
        tried += 1;
        assert!(tried < 1_000_000, "{locked} of {tried} with seed {seed}");
        let Some(position) = random_blocked_position(bishops, &mut random) else { continue };
        if is_locked(&position) {
            locked += 1;
            let found = reachable(&position, usize::MAX);
            assert_eq!(found, Reachable::NoMate, "{position}, seed {seed}");
        }
    }
    println!("{locked} of {tried} walls with {bishops:?} bishops are locked");
}

#[test]
fn positions_called_dead_are_dead() {
    search_blocked_positions([0, 0], 150, 1);
    search_blocked_positions([1, 0], 12, 2);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn positions_with_two_bishops_called_dead_are_dead() {
    search_blocked_positions([0, 1], 100, 3);
    search_blocked_positions([1, 1], 12, 4);
    search_blocked_positions([2, 0], 12, 5);
}
