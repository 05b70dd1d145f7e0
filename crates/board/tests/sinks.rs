//! Sinks: every way to ask the generator says the same as the list of moves.
//!
//! Laws, checked at every node of small trees from all positions of the
//! project's perft tables: classic, composed, Chess960; and some without kings.

mod reference;

use reference::{lines, own};
use sole_board::{Faults, Move, MoveKind, Position, Setup};
use std::cell::Cell;
use std::ops::ControlFlow;

/// How many nodes of each tree are looked at.
const NODES: usize = 6_000;

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// Positions that lack a king or both, which no table of another program has.
const KINGLESS: [&str; 4] = [
    "8/8/8/8/4p3/8/3P4/K7 w - -",
    "8/2P5/8/8/r6R/8/3p4/6k1 w - -",
    "r3k2r/pppppppp/8/8/8/8/8/QQ5Q w kq -",
    "1n6/P7/8/2pP4/8/8/6p1/5B2 w - c6",
];

fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
    Position::new(setup, Faults::WAIVABLE).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// Calls `law` at the first nodes, breadth first, of every table's trees.
fn at_every_node(law: impl Fn(&Position)) {
    at_every_nth_node(1, law);
}

fn at_every_nth_node(n: usize, law: impl Fn(&Position)) {
    let tables = ["classic", "named", "chess960"];
    let text = tables.map(|table| own(&format!("perft/{table}.perft"))).concat();
    let roots: Vec<&str> = lines(&text).filter_map(|line| line.strip_prefix("epd ")).collect();
    assert!(roots.len() > 70, "only {} positions in the tables", roots.len());
    for root in roots.into_iter().chain(KINGLESS) {
        tree(position(root)).iter().step_by(n).for_each(&law);
    }
}

fn tree(root: Position) -> Vec<Position> {
    let mut nodes = vec![root];
    let mut next = 0;
    while next < nodes.len() && nodes.len() < NODES {
        let node = nodes[next];
        node.for_each_child(|_, child| nodes.push(*child));
        next += 1;
    }
    nodes
}

/// The moves that a visiting function hands out, in order of their codes.
fn collected(visit: impl FnOnce(&mut dyn FnMut(Move))) -> Vec<Move> {
    let mut moves = Vec::new();
    visit(&mut |m| moves.push(m));
    moves.sort_unstable();
    moves
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

fn is_capture(position: &Position, m: Move) -> bool {
    match m.kind() {
        MoveKind::EnPassant => true,
        MoveKind::Castling => false,
        MoveKind::Ordinary | MoveKind::Promotion(_) => {
            position.diagram().color(!position.turn()).contains(m.to())
        }
    }
}

#[test]
fn no_move_is_listed_twice_and_all_are_counted() {
    at_every_node(|node| {
        let moves = sorted(node.moves());
        assert!(moves.windows(2).all(|pair| pair[0] != pair[1]), "{node}");
        assert_eq!(node.count_moves(), moves.len() as u64, "{node}");
        assert_eq!(node.has_moves(), !moves.is_empty(), "{node}");
    });
}

#[test]
fn children_are_the_positions_after_the_moves() {
    at_every_node(|node| {
        let moves = collected(|visit| {
            node.for_each_child(|m, child| {
                assert_eq!(*child, node.after(m), "{node} {m:?}");
                assert_eq!(node.play(m), Some(*child), "{node} {m:?}");
                visit(m);
            });
        });
        assert_eq!(moves, sorted(node.moves()), "{node}");
    });
}

#[test]
fn keys_of_children_are_known_without_the_children() {
    at_every_node(|node| {
        let by_key = collected(|visit| {
            node.for_each_child_key(|m, key| {
                assert_eq!(key, node.after(m).key(), "{node} {m:?}");
                visit(m);
            });
        });
        let by_diagram_key = collected(|visit| {
            node.for_each_child_diagram_key(|m, key| {
                assert_eq!(key, node.after(m).diagram_key(), "{node} {m:?}");
                visit(m);
            });
        });
        let moves = sorted(node.moves());
        assert_eq!(by_key, moves, "{node}");
        assert_eq!(by_diagram_key, moves, "{node}");
    });
}

#[test]
fn keys_kept_while_playing_are_those_of_the_printed_position() {
    at_every_node(|node| {
        let read = position(&node.to_string());
        assert_eq!(read, *node);
        assert_eq!(read.key(), node.key(), "{node}");
        assert_eq!(read.diagram_key(), node.diagram_key(), "{node}");
    });
}

#[test]
fn a_move_is_legal_if_it_is_listed() {
    let law = |node: &Position| {
        let listed = sorted(node.moves());
        for m in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert_eq!(node.is_legal(m), listed.binary_search(&m).is_ok(), "{node} {m:?}");
        }
    };
    let text = own("perft/named.perft");
    let roots = lines(&text).filter_map(|line| line.strip_prefix("epd "));
    for root in roots.chain(KINGLESS) {
        tree(position(root)).iter().step_by(NODES / 4).for_each(law);
    }
}

#[test]
fn moves_left_out_before_a_reply_are_refuted_by_it() {
    let left_out = Cell::new(0);
    let law = |node: &Position| {
        let passed = node.passed().map_or(Vec::new(), |passed| passed.moves());
        for reply in passed {
            let unrefuted = collected(|visit| node.for_each_unrefuted_move([reply], visit));
            let mut idle = sorted(node.moves());
            idle.retain(|m| unrefuted.binary_search(m).is_err());
            assert_eq!(idle.len() + unrefuted.len(), node.moves().len(), "{node} {reply:?}");
            for &m in &idle {
                let child = node.after(m);
                assert!(child.moves().contains(&reply), "{node} {m:?} {reply:?}");
                let mates = child.after(reply).try_for_each_mate(ControlFlow::Break);
                assert_eq!(mates, ControlFlow::Continue(()), "{node} {m:?} {reply:?}");
            }
            left_out.set(left_out.get() + idle.len());
        }
    };
    at_every_nth_node(12, law);
    assert!(left_out.get() > 100_000, "only {} moves left out", left_out.get());
}

#[test]
fn mates_are_the_checks_after_which_there_is_no_move() {
    let mates = Cell::new(0);
    at_every_node(|node| {
        let mut expected = sorted(node.moves());
        expected.retain(|&m| node.after(m).is_check() && !node.after(m).has_moves());
        let found = collected(|visit| {
            let flow = node.try_for_each_mate(|m| {
                visit(m);
                GO_ON
            });
            assert_eq!(flow, GO_ON);
        });
        assert_eq!(found, expected, "{node}");
        mates.set(mates.get() + found.len());
    });
    assert!(mates.get() > 1000, "only {} mates", mates.get());
}

#[test]
fn checks_are_the_moves_after_which_there_is_check() {
    at_every_node(|node| {
        let mut checks = sorted(node.moves());
        checks.retain(|&m| node.after(m).is_check());
        let moves = collected(|visit| {
            let flow = node.try_for_each_check(|m| {
                visit(m);
                GO_ON
            });
            assert!(flow.is_continue());
        });
        let children = collected(|visit| {
            let flow = node.try_for_each_checking_child(|m, child| {
                assert_eq!(*child, node.after(m), "{node} {m:?}");
                visit(m);
                GO_ON
            });
            assert!(flow.is_continue());
        });
        assert_eq!(moves, checks, "{node}");
        assert_eq!(children, checks, "{node}");
        assert_eq!(node.count_checks(), checks.len() as u64, "{node}");
    });
}

#[test]
fn captures_are_the_moves_that_take_a_man() {
    at_every_node(|node| {
        let mut captures = sorted(node.moves());
        captures.retain(|&m| is_capture(node, m));
        let men = |position: &Position| position.diagram().occupied().len();
        assert!(captures.iter().all(|&m| men(&node.after(m)) + 1 == men(node)), "{node}");
        let moves = collected(|visit| {
            let flow = node.try_for_each_capture(|m| {
                visit(m);
                GO_ON
            });
            assert!(flow.is_continue());
        });
        assert_eq!(moves, captures, "{node}");
        assert_eq!(node.count_captures(), captures.len() as u64, "{node}");
    });
}

#[test]
fn a_visitor_that_breaks_sees_no_more() {
    at_every_node(|node| {
        let mut seen = 0;
        let flow = node.try_for_each_move(|m| {
            seen += 1;
            ControlFlow::Break(m)
        });
        assert_eq!(seen, u32::from(node.has_moves()), "{node}");
        assert_eq!(flow.is_break(), node.has_moves(), "{node}");
    });
}

#[test]
fn exchanged_colours_change_nothing_else() {
    at_every_node(|node| {
        let flipped = node.flipped();
        assert_eq!(flipped.flipped(), *node);
        assert_eq!(flipped.count_moves(), node.count_moves(), "{node}");
        assert_eq!(flipped.count_checks(), node.count_checks(), "{node}");
        assert_eq!(flipped.count_captures(), node.count_captures(), "{node}");
        assert_eq!(flipped.is_check(), node.is_check(), "{node}");
    });
}
