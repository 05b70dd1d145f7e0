//! Distances to a capture or pawn move: each follows from its successors.

use crate::built::Built;
use crate::materials;
use sole_board::Position;
use sole_endgame::verify::Chunk;
use sole_endgame::{Plan, Zeroing};
use std::ops::ControlFlow;

/// What one ply of looking ahead says.
fn expected(built: &Built, position: &Position) -> Zeroing {
    let mut best = None;
    for m in position.moves() {
        let child = position.after(m);
        let value = built.tables.probe_zeroing(&child).expect("built");
        let man = position.diagram().role_at(m.from());
        let zeroing = position.is_capture(m) || man == Some(sole_board::Role::Pawn);
        let limit = |plies: u8| if plies <= Zeroing::LIMIT { 1 } else { Zeroing::LIMIT + 1 };
        let next = |plies: u8| if zeroing { limit(plies) } else { (plies + 1).min(127) };
        let value = match value {
            Zeroing::Loss(plies) => Zeroing::Win(next(plies)),
            Zeroing::Draw => Zeroing::Draw,
            Zeroing::Win(plies) => Zeroing::Loss(next(plies)),
        };
        best = best.max(Some(value));
    }
    let stuck = if position.is_check() { Zeroing::Loss(0) } else { Zeroing::Draw };
    best.unwrap_or(stuck)
}

#[test]
fn distances_follow_from_their_successors() {
    let names = ["KRvKR", "KPvK"];
    let built = Built::with(&names);
    built.add(&Plan::for_endings(materials(&names)).zeroing());
    for material in materials(&names) {
        let mut compared = 0;
        for chunk in Chunk::all(&material).expect("few men").iter().step_by(23) {
            let _ = chunk.try_for_each_position(|men| {
                let position = Position::from(men);
                let found = built.tables.probe_zeroing(&position).expect("built");
                assert_eq!(found, expected(&built, &position), "{men}");
                compared += 1;
                ControlFlow::<()>::Continue(())
            });
        }
        println!("{material}: {compared} positions");
        assert!(compared > 1000, "{material}");
    }
}
