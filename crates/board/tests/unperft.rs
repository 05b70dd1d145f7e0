//! The published un-perft table, by three methods.

mod support;

use sole_board::{
    CastlingLaw, CastlingSide, Color, Move, MoveKind, PackedPosition, Piece, Position, Retraction,
    Role, RoleSet, Setup, Square, SquareSet, Unmove,
};
use std::collections::HashMap;
use support::{Random, every_right, place, position, random_game};

/// A row of the table in `docs/unmoves.md`.
struct Row {
    position: Position,
    law: Retraction,
    /// Chains of 1, 2, … un-moves.
    chains: Vec<u64>,
}

fn published() -> Vec<Row> {
    let text = include_str!("../../../docs/unmoves.md");
    let rows: Vec<Row> =
        text.lines().filter(|line| line.starts_with("| `")).map(parse_row).collect();
    assert!(rows.len() > 15, "the table is there");
    rows
}

fn parse_row(line: &str) -> Row {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let uncaptures = match cells[1] {
        "all" => RoleSet::ALL_BUT_KING,
        "none" => RoleSet::EMPTY,
        other => panic!("unknown choice {other:?} in {line}"),
    };
    let chains = cells[2..].iter().filter(|cell| !cell.is_empty());
    Row {
        position: position(cells[0].trim_matches('`')),
        law: Retraction { uncaptures, ..Retraction::default() },
        chains: chains.map(|cell| cell.parse().expect("a number")).collect(),
    }
}

/// Compares the table with a method, up to a number of plies and of chains.
fn assert_published(
    plies: usize,
    budget: u64,
    method: impl Fn(&Position, usize, &Retraction) -> u64,
) {
    for row in published() {
        for (index, &expected) in row.chains.iter().enumerate().take(plies) {
            if expected <= budget {
                let actual = method(&row.position, index + 1, &row.law);
                assert_eq!(actual, expected, "{} at {} plies", row.position, index + 1);
            }
        }
    }
}

#[test]
fn the_generator_gives_the_published_numbers() {
    assert_published(5, 6_000_000, |position, plies, law| position.unperft(plies as u32, law));
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn slow_the_generator_gives_all_published_numbers() {
    assert_published(5, u64::MAX, |position, plies, law| position.unperft(plies as u32, law));
}

#[test]
fn brute_force_backwards_gives_the_published_numbers() {
    assert_published(1, u64::MAX, |position, _, law| brute_force(position, law).len() as u64);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn slow_brute_force_backwards_gives_the_published_numbers_for_two_plies() {
    assert_published(2, u64::MAX, brute_force_chains);
}

#[test]
fn brute_force_backwards_agrees_along_games() {
    let law = Retraction::default();
    let mut compared = 0;
    for seed in 0..4 {
        let start = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -");
        random_game(start, 120, &mut Random(seed), |position| {
            if compared % 8 == 0 {
                let mut ours = position.unmoves(&law);
                let mut theirs = brute_force(position, &law);
                let order = |u: &Unmove| (u.forward, u.captured, u.castling, u.en_passant);
                ours.sort_by_key(order);
                theirs.sort_by_key(order);
                assert_eq!(ours, theirs, "seed {seed}: {position}");
            }
            compared += 1;
        });
    }
    assert!(compared > 200, "{compared}");
}

fn brute_force_chains(position: &Position, plies: usize, law: &Retraction) -> u64 {
    let unmoves = brute_force(position, law);
    if plies == 1 {
        return unmoves.len() as u64;
    }
    unmoves.iter().map(|unmove| brute_force_chains(&position.before(unmove), plies - 1, law)).sum()
}

/// Every un-move, found by trying everything.
fn brute_force(position: &Position, law: &Retraction) -> Vec<Unmove> {
    let mover = !position.turn();
    let mut found = Vec::new();
    for to in position.diagram().color(mover) {
        let stands = position.diagram().role_at(to).expect("a man");
        for from in !position.diagram().occupied() {
            try_ordinary(position, law, (stands, from, to), &mut found);
        }
    }
    try_castling(position, law, &mut found);
    found
}

fn try_ordinary(
    position: &Position,
    law: &Retraction,
    (stands, from, to): (Role, Square, Square),
    found: &mut Vec<Unmove>,
) {
    let mover = !position.turn();
    let mut forwards = vec![(stands, Move::ordinary(from, to))];
    if let Some(promotion) = Move::promotion(from, to, stands) {
        forwards.push((Role::Pawn, promotion));
    }
    if stands == Role::Pawn {
        forwards.push((Role::Pawn, Move::en_passant(from, to)));
    }
    for (was, forward) in forwards {
        for captured in law.uncaptures.iter().map(Some).chain([None]) {
            let mut diagram = *position.diagram();
            diagram.take(to);
            diagram.put(from, Piece { color: mover, role: was });
            if let Some(role) = captured {
                let fell = match forward.kind() {
                    MoveKind::EnPassant => Square::at(to.file(), from.rank()),
                    _ => to,
                };
                if diagram.piece_at(fell).is_some() {
                    continue;
                }
                diagram.put(fell, Piece { color: !mover, role });
            }
            let setup = Setup { diagram, turn: mover, ..Setup::EMPTY };
            try_rights(position, law, setup, Unmove { captured, ..bare(forward) }, found);
        }
    }
}

fn try_castling(position: &Position, law: &Retraction, found: &mut Vec<Unmove>) {
    let mover = !position.turn();
    let Some(stands) = position.diagram().king(mover) else { return };
    for king in Square::all().filter(|king| king.rank() == mover.back_rank()) {
        for rook in Square::all().filter(|&rook| rook.rank() == mover.back_rank() && rook != king) {
            let side = CastlingSide::of(king, rook);
            let rook_stands = side.rook_to(mover);
            let mut diagram = *position.diagram();
            let landed = stands == side.king_to(mover)
                && diagram.men(mover, Role::Rook).contains(rook_stands);
            diagram.take(stands);
            diagram.take(rook_stands);
            if landed && !diagram.occupied().contains(king) && !diagram.occupied().contains(rook) {
                diagram.put(king, Piece { color: mover, role: Role::King });
                diagram.put(rook, Piece { color: mover, role: Role::Rook });
                let setup = Setup { diagram, turn: mover, ..Setup::EMPTY };
                try_rights(position, law, setup, bare(Move::castling(king, rook)), found);
            }
        }
    }
}

fn bare(forward: Move) -> Unmove {
    Unmove { forward, captured: None, castling: SquareSet::EMPTY, en_passant: None }
}

/// Keeps the un-move with all rights under which it plays to the position.
fn try_rights(
    position: &Position,
    law: &Retraction,
    setup: Setup,
    unmove: Unmove,
    found: &mut Vec<Unmove>,
) {
    every_right(setup, law.castling, &mut |before| {
        let (castling, en_passant) = (before.castling(), before.en_passant());
        if before.captured(unmove.forward) == unmove.captured
            && before.play(unmove.forward) == Some(*position)
        {
            found.push(Unmove { castling, en_passant, ..unmove });
        }
    });
}

/// Chains of un-moves without captures, found by playing *every* position of
/// a closed set of materials forward, one ply after the other.
struct Forwards {
    positions: Vec<Position>,
    index: HashMap<PackedPosition, usize>,
}

impl Forwards {
    /// All positions with the men of one of these materials.
    fn new(materials: &[&str]) -> Forwards {
        let mut positions = Vec::new();
        for men in materials {
            let men: Vec<Piece> = men.chars().filter_map(Piece::from_char).collect();
            for turn in Color::ALL {
                place(&men, Setup { turn, ..Setup::EMPTY }, &mut |setup| {
                    every_right(setup, CastlingLaw::Standard, &mut |p| positions.push(p));
                });
            }
        }
        let packed = |position| PackedPosition::new(position).expect("few men");
        let index = positions.iter().enumerate().map(|(at, position)| (packed(position), at));
        Forwards { index: index.collect(), positions }
    }

    /// Chains of 0, 1, … up to `plies` un-moves of every position.
    fn chains(&self, plies: usize) -> Vec<Vec<u64>> {
        let mut chains = vec![vec![1; self.positions.len()]];
        for _ in 0..plies {
            let last = &chains[chains.len() - 1];
            let mut next = vec![0; self.positions.len()];
            for (at, position) in self.positions.iter().enumerate() {
                position.for_each_child(|_, child| {
                    let packed = PackedPosition::new(child).expect("few men");
                    if let Some(&to) = self.index.get(&packed) {
                        next[to] += last[at];
                    }
                });
            }
            chains.push(next);
        }
        chains
    }
}

fn assert_forwards_agrees(materials: &[&str], plies: usize) {
    let forwards = Forwards::new(materials);
    let chains = forwards.chains(plies);
    let law = Retraction { uncaptures: RoleSet::EMPTY, ..Retraction::default() };
    for (position, &expected) in forwards.positions.iter().zip(&chains[2]) {
        assert_eq!(position.unperft(2, &law), expected, "{position}");
    }
    let mut compared = 0;
    for row in published().iter().filter(|row| row.law == law) {
        let packed = PackedPosition::new(&row.position).expect("fits");
        if let Some(&at) = forwards.index.get(&packed) {
            let expected: Vec<u64> = chains[1..].iter().map(|chains| chains[at]).collect();
            assert_eq!(row.chains[..plies], expected, "{}", row.position);
            compared += 1;
        }
    }
    assert!(compared > 0, "{materials:?} has a row in the table");
}

#[test]
fn brute_force_forwards_gives_the_published_numbers() {
    assert_forwards_agrees(&["KRk", "KPk"], 5);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn slow_brute_force_forwards_gives_the_published_numbers_for_pawns() {
    assert_forwards_agrees(&["KPkp"], 5);
}
