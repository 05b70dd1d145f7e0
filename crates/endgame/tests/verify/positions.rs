//! Chunks hold every position of a material, up to symmetry, and nothing else.

use crate::support::{every_position, image, material, men, symmetries};
use sole_board::{Material, Role};
use sole_endgame::verify::{Chunk, Man, Men};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Each position of the board has an image in a chunk; each in a chunk is one of
/// the board's, and is there once.
fn check_complete(name: &str) {
    let mut visited = HashSet::new();
    for chunk in Chunk::all(&material(name)).expect("at most five men") {
        let _ = chunk.try_for_each_position(|&men| {
            assert!(visited.insert(men), "{men} comes twice");
            ControlFlow::<()>::Continue(())
        });
    }
    let mut met = 0;
    every_position(name, &mut |men| {
        let mut images = symmetries(&men).iter().map(|symmetry| image(&men, symmetry));
        let is_there = visited.contains(&men);
        assert!(is_there || images.any(|image| visited.contains(&image)), "{men} is missing");
        met += usize::from(is_there);
    });
    assert_eq!(met, visited.len(), "{name}: some are no positions");
}

#[test]
fn chunks_are_complete() {
    for name in ["KvK", "KRvK", "KvKR", "KPvK", "KvKB"] {
        check_complete(name);
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn slow_chunks_of_four_men_are_complete() {
    for name in ["KRvKR", "KRRvK", "KPvKP", "KRvKP"] {
        check_complete(name);
    }
}

#[test]
fn rare_positions_of_five_men_are_there() {
    let cases = [
        ("KRPvKP", "8/8/8/3Pp3/8/2k5/8/4K2R w K e6 0 1"),
        ("KRPvKP", "8/8/8/8/3Pp3/8/7k/R3K3 b Q d3 0 1"),
        ("KRRvKR", "4k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1"),
        ("KRRvKR", "4k2r/8/8/8/8/8/8/R3K2R w Q - 0 1"),
        ("KPPvKP", "4k3/8/8/3PpP2/8/8/8/2K5 w - e6 0 1"),
        ("KNNvKN", "8/8/2N1N3/8/3k4/8/1n6/K7 b - - 0 1"),
        ("KBPvKP", "2B5/8/8/3Pp3/8/8/k7/2K5 w - e6 0 1"),
    ];
    for (name, fen) in cases {
        let wanted = men(fen);
        let chunks = Chunk::all(&material(name)).expect("at most five men");
        let holds = |chunk: &Chunk| {
            let found = |men: &Men| {
                if *men == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            chunk.try_for_each_position(found).is_break()
        };
        let likely = chunks.iter().filter(|chunk| shares_with(chunk, &wanted));
        assert_eq!(likely.filter(|chunk| holds(chunk)).count(), 1, "{name}: {fen}");
    }
}

/// Whether the rights of a position, and its pawns or else its kings, are those of a chunk.
fn shares_with(chunk: &Chunk, wanted: &Men) -> bool {
    let same = |men: &Men| ControlFlow::Break(anchors(men) == anchors(wanted));
    let same_anchors = chunk.try_for_each_position(same) == ControlFlow::Break(true);
    same_anchors && chunk.rights() == wanted.rights()
}

fn anchors(men: &Men) -> Vec<Man> {
    let of = |role| men.iter().filter(move |man| man.piece.role == role).collect::<Vec<_>>();
    let (pawns, kings) = (of(Role::Pawn), of(Role::King));
    if pawns.is_empty() { kings } else { pawns }
}

#[test]
fn materials_that_do_not_fit_are_refused() {
    let cases = [
        (material("KQRBvKN"), "6 men, expected at most 5"),
        (Material::default(), "White has 0 kings, needs exactly one"),
    ];
    for (material, message) in cases {
        let refused = Chunk::all(&material).map_or_else(|e| e.to_string(), |c| c.len().to_string());
        assert_eq!(refused, message, "{material}");
    }
}
