//! The rules against a second, plain rules core, on random composed positions.
//!
//! Any number of men, missing kings, any checks, rights of Chess960: whatever
//! can be waived is waived, for composers need it all.

#[path = "../support/mod.rs"]
mod support;

mod reference;

use reference::{Board, legal_moves, pseudo_legal_moves};
use sole_board::{
    CastlingLaw, Clocks, Color, Fault, Faults, File, Move, MoveKind, PackedPosition, Piece,
    Position, Rank, Retraction, Role, Setup, Square, SquareSet,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use support::{Random, exact_unmove};

#[test]
fn moves_children_keys_and_sinks_agree_with_the_mailbox() {
    let mut moves = 0;
    for_each_composed(1, 12_000, |position, _| {
        let reference = legal_moves(position);
        assert_moves(position, &reference);
        assert_children(position, &reference);
        assert_sinks(position, &reference);
        moves += reference.len();
    });
    assert!(moves > 100_000, "{moves}");
}

#[test]
fn pseudo_legal_moves_agree_with_the_mailbox() {
    let (mut moves, mut captured_kings) = (0, 0);
    for_each_composed(4, 4_000, |position, _| {
        let reference = plain_pseudo_legal_moves(position);
        assert_eq!(pseudo_set(position), moves_of(&reference), "{position}");
        let mut sequences = 0;
        for (m, board) in &reference {
            if position.captured(*m) == Some(Role::King) {
                captured_kings += 1;
                continue;
            }
            let child = position.after(*m);
            assert_eq!(Board::of(&child), *board, "{position} {m:?}");
            sequences += plain_pseudo_legal_moves(&child).len() as u64;
        }
        assert_eq!(position.pseudo_perft(2), sequences, "{position}");
        moves += reference.len();
    });
    assert!(moves > 30_000, "{moves}");
    assert_eq!(captured_kings, 0, "no playable position has a king that can be captured");
}

/// The moves of the second rules core, of castling only what is legal.
fn plain_pseudo_legal_moves(position: &Position) -> Vec<(Move, Board)> {
    let mut found = pseudo_legal_moves(position);
    let is_legal = |board: &Board| !board.is_in_check(position.turn());
    found.retain(|(m, board)| m.kind() != MoveKind::Castling || is_legal(board));
    found
}

fn moves_of(reference: &[(Move, Board)]) -> BTreeSet<Move> {
    reference.iter().map(|(m, _)| *m).collect()
}

fn pseudo_set(position: &Position) -> BTreeSet<Move> {
    let moves = position.pseudo_legal_moves();
    let set: BTreeSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "{position}: a move comes twice");
    set
}

#[test]
fn unmoves_are_exact_under_any_waiver() {
    let mut retracted = 0;
    for_each_composed(2, 4_000, |position, random| {
        let moves = position.moves();
        if let Some(&forward) = moves.get(random.below(moves.len().max(1))) {
            assert_retraction(position, forward, random);
            retracted += 1;
        }
    });
    assert!(retracted > 1_000, "{retracted}");
}

#[test]
fn children_of_faultless_positions_are_faultless() {
    let mut children = 0;
    for_each_composed(3, 20_000, |position, _| {
        if Position::try_from(position.to_setup(Clocks::default())).is_ok() {
            position.for_each_child(|m, child| {
                let faults = child.to_setup(Clocks::default()).faults();
                assert!(faults.is_empty(), "{position} {m:?}: {faults}");
                children += 1;
            });
        }
    });
    assert!(children > 50_000, "{children}");
}

fn assert_moves(position: &Position, reference: &[(Move, Board)]) {
    let expected: BTreeSet<Move> = reference.iter().map(|(m, _)| *m).collect();
    let moves = position.moves();
    assert_eq!(moves.iter().copied().collect::<BTreeSet<_>>(), expected, "{position}");
    assert_eq!(moves.len(), expected.len(), "{position}");
    assert_eq!(position.count_moves(), expected.len() as u64, "{position}");
    assert_eq!(position.has_moves(), !expected.is_empty(), "{position}");
}

/// The boards, the keys and the rights after every move.
fn assert_children(position: &Position, reference: &[(Move, Board)]) {
    let mut keys = BTreeSet::new();
    let mut diagram_keys = BTreeSet::new();
    position.for_each_child_key(|m, key| assert!(keys.insert((m, key))));
    position.for_each_child_diagram_key(|m, key| assert!(diagram_keys.insert((m, key))));
    for (m, board) in reference {
        let child = position.after(*m);
        assert_eq!(Board::of(&child), *board, "{position} {m:?}");
        let read = Position::new(child.to_setup(Clocks::default()), Faults::WAIVABLE);
        assert_eq!(read, Ok(child), "{position} {m:?}");
        assert_eq!(read.map(|read| read.key()), Ok(child.key()), "{position} {m:?}");
        assert!(keys.contains(&(*m, child.key())), "{position} {m:?}");
        assert!(diagram_keys.contains(&(*m, child.diagram_key())), "{position} {m:?}");
        if let Ok(packed) = PackedPosition::new(&child) {
            assert_eq!(packed.unpack(), child, "{position} {m:?}");
        }
    }
}

fn assert_sinks(position: &Position, reference: &[(Move, Board)]) {
    let men = Board::of(position).men();
    let those = |keep: &dyn Fn(&Board) -> bool| -> BTreeSet<Move> {
        reference.iter().filter(|(_, board)| keep(board)).map(|(m, _)| *m).collect()
    };
    let checks = those(&|board| board.is_in_check(!position.turn()));
    let captures = those(&|board| board.men() < men);
    let (mut checking, mut capturing) = (BTreeSet::new(), BTreeSet::new());
    let _ = position.try_for_each_check(|m| keep(&mut checking, m));
    let _ = position.try_for_each_capture(|m| keep(&mut capturing, m));
    assert_eq!(checking, checks, "{position}");
    assert_eq!(capturing, captures, "{position}");
    assert_eq!(position.count_checks(), checks.len() as u64, "{position}");
    assert_eq!(position.count_captures(), captures.len() as u64, "{position}");
}

fn keep(set: &mut BTreeSet<Move>, m: Move) -> ControlFlow<()> {
    assert!(set.insert(m), "{m:?} comes twice");
    ControlFlow::Continue(())
}

/// The exact position before is found if and only if it is playable under the
/// waived faults, and everything found replays.
fn assert_retraction(position: &Position, forward: Move, random: &mut Random) {
    let waived = Fault::ALL.into_iter().filter(|_| random.below(2) == 0).collect();
    let waived = Faults::WAIVABLE & waived;
    let law = Retraction { castling: CastlingLaw::Chess960, waived, ..Retraction::default() };
    let child = position.after(forward);
    let unmoves = child.unmoves(&law);
    assert_eq!(child.count_unmoves(&law), unmoves.len() as u64, "{child}");
    for unmove in unmoves.iter().take(100) {
        let before = child.before(unmove);
        let read = Position::new(before.to_setup(Clocks::default()), waived);
        assert_eq!(read, Ok(before), "{child} {unmove:?} {waived:?}");
        assert_eq!(before.play(unmove.forward), Some(child), "{child} {unmove:?}");
    }
    let exact = exact_unmove(position, forward);
    let playable = Position::new(position.to_setup(Clocks::default()), waived).is_ok();
    assert_eq!(unmoves.contains(&exact), playable, "{position} {forward:?} {waived:?}");
}

/// Calls `visit` with those of `tries` random setups that can be played on.
fn for_each_composed(seed: u64, tries: usize, mut visit: impl FnMut(&Position, &mut Random)) {
    let mut random = Random(seed);
    for _ in 0..tries {
        let setup = composed(&mut random);
        if let Ok(position) = Position::new(setup, Faults::WAIVABLE) {
            visit(&position, &mut random);
        }
    }
}

/// A random setup: one king a side or none, up to sixty other men, one in
/// three with kings and rooks at home and rights to castle.
fn composed(random: &mut Random) -> Setup {
    let mut setup = Setup { turn: Color::ALL[random.below(2)], ..Setup::EMPTY };
    let at_home = random.below(3) == 0;
    for color in Color::ALL {
        let square = if at_home { on_back_rank(color, random) } else { anywhere(random) };
        if random.below(12) != 0 {
            put_if_free(&mut setup, square, Piece { color, role: Role::King });
        }
        for _ in 0..if at_home { random.below(4) } else { 0 } {
            let square = on_back_rank(color, random);
            put_if_free(&mut setup, square, Piece { color, role: Role::Rook });
        }
    }
    let most = [4, 8, 16, 30, 60][random.below(5)];
    let favourites = [RolesOf::Any, RolesOf::Pawns, RolesOf::PawnsAndRooks][random.below(3)];
    for _ in 0..random.below(most) {
        let piece = Piece { color: Color::ALL[random.below(2)], role: favourites.draw(random) };
        let square = anywhere(random);
        if piece.role != Role::Pawn || !SquareSet::BACK_RANKS.contains(square) {
            put_if_free(&mut setup, square, piece);
        }
    }
    add_rights(&mut setup, random);
    setup.without_unusable_rights()
}

#[derive(Clone, Copy)]
enum RolesOf {
    Any,
    Pawns,
    PawnsAndRooks,
}

impl RolesOf {
    fn draw(self, random: &mut Random) -> Role {
        match self {
            RolesOf::Any => Role::ALL[random.below(5)],
            RolesOf::Pawns => Role::Pawn,
            RolesOf::PawnsAndRooks => [Role::Pawn, Role::Rook][random.below(2)],
        }
    }
}

fn anywhere(random: &mut Random) -> Square {
    Square::new(random.below(64) as u8).expect("below 64")
}

fn on_back_rank(color: Color, random: &mut Random) -> Square {
    Square::at(File::ALL[random.below(8)], color.back_rank())
}

fn put_if_free(setup: &mut Setup, square: Square, piece: Piece) {
    if setup.diagram.piece_at(square).is_none() {
        setup.diagram.put(square, piece);
    }
}

fn add_rights(setup: &mut Setup, random: &mut Random) {
    let rooks = setup.diagram.role(Role::Rook) & SquareSet::BACK_RANKS;
    setup.castling = rooks.into_iter().filter(|_| random.below(2) == 0).collect();
    let pawns = setup.diagram.men(!setup.turn, Role::Pawn);
    let passed = pawns & SquareSet::rank(Rank::Fourth.seen_by(!setup.turn));
    let over: Vec<Square> = passed.forward(setup.turn).into_iter().collect();
    if !over.is_empty() {
        setup.en_passant = Some(over[random.below(over.len())]);
    }
}
