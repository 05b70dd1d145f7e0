//! Random games that many tests walk through.

#![allow(dead_code, reason = "each test file is compiled with all of it and uses some")]

use cozy_chess::Board;
use sole_board::{Move, MoveKind, Role};
use sole_peers::{Random, Three};

/// What must have happened in the games for them to mean anything.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) positions: u32,
    pub(crate) checks: u32,
    pub(crate) en_passant: u32,
    pub(crate) castling: u32,
    pub(crate) promotions: u32,
    pub(crate) mates: u32,
    pub(crate) stalemates: u32,
}

/// Plays games of at most `plies` plies from `starts` and looks at every position.
pub(crate) fn play_games(
    seed: u64,
    starts: &[String],
    plies: u32,
    mut look: impl FnMut(&Three),
) -> Seen {
    let mut seen = Seen::default();
    for (game, start) in starts.iter().enumerate() {
        let mut random = Random::new(seed ^ (game as u64) << 32);
        let mut three = Three::new(start);
        for _ in 0..plies {
            look(&three);
            seen.positions += 1;
            let Some(m) = lively_move(&three, &mut random) else { break };
            seen.note(m);
            three.play(m);
            seen.checks += u32::from(three.ours.is_check());
        }
        if !three.ours.has_moves() {
            look(&three);
            let mate = three.ours.is_check();
            *if mate { &mut seen.mates } else { &mut seen.stalemates } += 1;
        }
    }
    seen
}

impl Seen {
    fn note(&mut self, m: Move) {
        match m.kind() {
            MoveKind::Ordinary => {}
            MoveKind::Castling => self.castling += 1,
            MoveKind::EnPassant => self.en_passant += 1,
            MoveKind::Promotion(_) => self.promotions += 1,
        }
    }

    pub(crate) fn assert_lively(&self) {
        println!("{self:?}");
        let rare = [self.en_passant, self.castling, self.promotions, self.mates, self.stalemates];
        assert!(rare.iter().all(|&times| times > 0), "{self:?}");
    }
}

/// A random move; every other time one of a pawn, or castling, if there is any.
fn lively_move(three: &Three, random: &mut Random) -> Option<Move> {
    let mut moves = three.ours.moves();
    let pawns = three.ours.diagram().role(Role::Pawn);
    let is_lively = |m: &Move| m.kind() == MoveKind::Castling || pawns.contains(m.from());
    if random.number().is_multiple_of(2) && moves.iter().any(is_lively) {
        moves.retain(is_lively);
    }
    random.choose(&moves).copied()
}

pub(crate) fn standard(games: usize) -> Vec<String> {
    vec![format!("{:#}", Board::startpos()); games]
}

/// Arrays of Chess960, White's and Black's drawn apart.
pub(crate) fn chess960(games: usize) -> Vec<String> {
    let mut random = Random::new(960);
    let mut array = || (random.number() % 960) as u32;
    (0..games).map(|_| format!("{:#}", Board::double_chess960_startpos(array(), array()))).collect()
}
