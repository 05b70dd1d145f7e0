//! The solver: how a given diagram can have come about in exactly so many plies.

mod account;
mod analysis;
mod assign;
mod budget;
mod reach;
mod search;
mod solo;
mod table;

pub use budget::Budget;

use budget::Meter;
use search::Search;
use sole_board::{CastlingSide, Color, Diagram, Move, Position};
use sole_puzzle::{Stop, Verdict, decide};
use std::ops::ControlFlow;

/// A diagram that is to be reached in exactly so many plies.
#[derive(Clone, Debug)]
pub struct ProofGame {
    start: Position,
    target: Diagram,
    plies: u8,
}

/// What became of it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// v
    pub verdict: Verdict<Vec<Move>>,
    /// n
    pub nodes: u64,
}

impl ProofGame {
    /// n
    pub fn new(start: Position, target: Diagram, plies: u8) -> ProofGame {
        ProofGame { start, target, plies }
    }

    /// s
    pub fn solve(&self, budget: &Budget<'_>) -> Solution {
        let mut meter = Meter::new(budget);
        let verdict = decide(|found| self.search(&mut meter, &mut |game| found(game.to_vec())));
        Solution { verdict, nodes: meter.nodes() }
    }

    fn search(
        &self,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&[Move]) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop> {
        let choices = |color: Color| {
            let rights = [CastlingSide::King, CastlingSide::Queen].into_iter();
            let rights =
                rights.filter(move |&side| self.start.castling_rook(color, side).is_some());
            std::iter::once(None).chain(rights.map(Some))
        };
        for white in choices(Color::White) {
            for black in choices(Color::Black) {
                if std::env::var_os("DBG").is_some() {
                    let t = std::time::Instant::now();
                    let a = analysis::Analysis::of(&self.start, &self.target, u32::from(self.plies), [white, black]);
                    let t = t.elapsed();
                    match a {
                        Err(_) => eprintln!("{white:?} {black:?}: impossible {t:?}"),
                        Ok(a) => {
                            let w = a.sides.each_ref().map(|s| (s.moves, s.needed, s.captures, s.pawn_captures, (0..s.men.len()).filter(|&m| s.never_moves(m)).count(), s.allowed[..s.men.len()].iter().flatten().map(|x| x.len()).sum::<usize>()));
                            eprintln!("{white:?} {black:?}: {w:?} {t:?}");
                            for s in &a.sides { for (i,m) in s.men.iter().enumerate() { if !s.never_moves(i) { eprint!("{:?}{}->", m.role.char(), m.square); for e in s.ends_of(i) { match s.targets.get(e) { Some((r,q)) => eprint!("{}{} ", r.char(), q), None => eprint!("x ") } } eprint!("[{}]; ", s.allowed[i].iter().map(|x| x.len()).sum::<usize>()); } } eprintln!(); }
                        }
                    }
                }
                let mut relay = |game: &[Move]| found(game);
                let mut search = Search::new(self.target, meter, &mut relay);
                let _ = search.explore(&self.start, self.plies, [white, black])?;
            }
        }
        ControlFlow::Continue(())
    }
}
