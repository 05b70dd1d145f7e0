//! Un-moves are the exact inverse of moves.
//!
//! Two laws. Along games: the un-moves of every child contain the move with the
//! exact position before, and every un-move replays forward. On small material:
//! the number of un-moves of *every* position is the number of times it comes
//! up when *every* position is played forward.

mod support;

use sole_board::{
    CastlingLaw, Clocks, Color, Faults, MoveKind, Piece, Position, Retraction, Role, Setup, Square,
    SquareSet, Unmove,
};
use std::collections::{HashMap, HashSet};
use support::{Random, every_right, exact_unmove, place, position, random_game};

/// Every un-move replays, none comes twice, and the count is their number.
fn assert_replays(position: &Position, law: &Retraction) -> Vec<Unmove> {
    let unmoves = position.unmoves(law);
    for unmove in &unmoves {
        let before = position.before(unmove);
        let setup = before.to_setup(Clocks::default());
        assert_eq!(Position::new(setup, law.waived), Ok(before), "{position} {unmove:?}");
        assert_eq!(before.key(), Position::new(setup, law.waived).unwrap().key());
        assert_eq!(before.play(unmove.forward), Some(*position), "{position} {unmove:?}");
    }
    let distinct: HashSet<_> = unmoves.iter().collect();
    assert_eq!(distinct.len(), unmoves.len(), "{position}");
    assert_eq!(position.count_unmoves(law), unmoves.len() as u64, "{position}");
    unmoves
}

fn assert_duality(start: &str, law: &Retraction, games: u64, plies: u32) -> usize {
    let mut checked = 0;
    for seed in 0..games {
        let mut random = Random(seed);
        let mut choice = Random(!seed);
        random_game(position(start), plies, &mut random, |before| {
            let moves = before.moves();
            for &forward in &moves {
                // All moves of the rare kinds, one in eight of the others.
                if forward.kind() == MoveKind::Ordinary && choice.below(8) != 0 {
                    continue;
                }
                let child = before.after(forward);
                let unmoves = assert_replays(&child, law);
                let wanted = exact_unmove(before, forward);
                assert!(unmoves.contains(&wanted), "seed {seed}: {before} {wanted:?}");
                checked += 1;
            }
        });
    }
    checked
}

#[test]
fn moves_and_unmoves_are_dual_along_games() {
    let standard = Retraction::default();
    let chess960 = Retraction { castling: CastlingLaw::Chess960, ..standard };
    let rows = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", standard),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", standard),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", standard),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", standard),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -", standard),
        ("r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq -", standard),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -", chess960),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb -", chess960),
        ("rk2r3/8/8/3pP3/8/8/8/RK2R3 w EAea d6", chess960),
    ];
    let checked: usize = rows.iter().map(|(start, law)| assert_duality(start, law, 6, 60)).sum();
    println!("{checked} moves retracted exactly");
    assert!(checked > 5_000, "{checked}");
}

/// A set of positions small enough to be played through completely.
struct Domain<'a> {
    /// The men beside the kings.
    men: &'a str,
    /// Where the kings stand, if they are held there.
    kings: [Option<Square>; 2],
}

impl Domain<'_> {
    /// Calls `visit` with every playable position, with every right it can have.
    fn for_each(&self, law: &Retraction, visit: &mut dyn FnMut(Position)) {
        let men: Vec<Piece> = self.men.chars().map(|c| Piece::from_char(c).unwrap()).collect();
        for turn in Color::ALL {
            let empty = Setup { turn, ..Setup::EMPTY };
            self.place_kings(&Color::ALL, empty, &mut |setup| {
                place(&men, setup, &mut |setup| every_right(setup, law.castling, visit));
            });
        }
    }

    fn place_kings(&self, colors: &[Color], setup: Setup, visit: &mut dyn FnMut(Setup)) {
        let Some((&color, rest)) = colors.split_first() else { return visit(setup) };
        let squares = self.kings[color.index()].map_or(SquareSet::FULL, SquareSet::of);
        for square in squares - setup.diagram.occupied() {
            let mut setup = setup;
            setup.diagram.put(square, Piece { color, role: Role::King });
            self.place_kings(rest, setup, visit);
        }
    }

    /// Whether the last move was one of a king that is held.
    fn holds(&self, last_mover: Color, unmove: &Unmove) -> bool {
        let castled = unmove.forward.kind() == MoveKind::Castling;
        self.kings[last_mover.index()].is_some_and(|king| castled || unmove.forward.to() == king)
    }
}

/// One comparison of un-moves with moves: every position with the `target` men
/// is reached only from positions with the `sources` men.
struct Inverse<'a> {
    target: &'a str,
    sources: &'a [&'a str],
    kings: [Option<Square>; 2],
    law: Retraction,
}

impl Inverse<'_> {
    /// How many positions were compared.
    fn check(&self) -> usize {
        let mut arrivals: HashMap<Position, u64> = HashMap::new();
        let target = Domain { men: self.target, kings: self.kings };
        target.for_each(&self.law, &mut |position| {
            assert_eq!(arrivals.insert(position, 0), None, "{position} comes twice");
        });
        for men in self.sources {
            let source = Domain { men, kings: self.kings };
            source.for_each(&self.law, &mut |position| {
                position.for_each_child(|m, child| {
                    if !self.kings.contains(&Some(m.from()))
                        && let Some(count) = arrivals.get_mut(child)
                    {
                        *count += 1;
                    }
                });
            });
        }
        for (position, &expected) in &arrivals {
            let unmoves = assert_replays(position, &self.law);
            let free = unmoves.iter().filter(|unmove| !target.holds(!position.turn(), unmove));
            assert_eq!(free.count() as u64, expected, "{position}");
        }
        arrivals.len()
    }
}

fn law(castling: CastlingLaw, uncaptures: &[Role]) -> Retraction {
    Retraction { uncaptures: uncaptures.iter().copied().collect(), castling, waived: Faults::NONE }
}

fn check_all(rows: &[Inverse<'_>]) {
    for row in rows {
        let compared = row.check();
        println!("{} from {:?}: {compared} positions", row.target, row.sources);
        assert!(compared > 1_000, "{}: {compared}", row.target);
    }
}

const FREE: [Option<Square>; 2] = [None, None];
const HOME: [Option<Square>; 2] = [Some(Square::E1), Some(Square::E8)];

#[test]
fn unmoves_are_all_there_on_small_material() {
    use CastlingLaw::{Chess960, Standard};
    check_all(&[
        Inverse { target: "R", sources: &["R", "P"], kings: FREE, law: law(Standard, &[]) },
        Inverse { target: "r", sources: &["r", "p"], kings: FREE, law: law(Chess960, &[]) },
        Inverse {
            target: "",
            sources: &["", "R", "r"],
            kings: FREE,
            law: law(Standard, &[Role::Rook]),
        },
        Inverse { target: "Pp", sources: &["Pp"], kings: HOME, law: law(Standard, &[]) },
    ]);
}

#[test]
fn unmoves_put_back_what_was_captured() {
    use CastlingLaw::{Chess960, Standard};
    use Role::{Pawn, Rook};
    let on_f = [Some(Square::F1), Some(Square::F8)];
    check_all(&[
        Inverse {
            target: "Pp",
            sources: &["Pp", "PPp", "Ppp"],
            kings: HOME,
            law: law(Standard, &[Pawn]),
        },
        Inverse {
            target: "Rr",
            sources: &["Rr", "Pr", "Rp", "RRr", "Rrr", "Prr", "RRp"],
            kings: HOME,
            law: law(Standard, &[Rook]),
        },
        Inverse {
            target: "Rr",
            sources: &["Rr", "Pr", "Rp", "RRr", "Rrr", "Prr", "RRp"],
            kings: on_f,
            law: law(Chess960, &[Rook]),
        },
    ]);
}

#[test]
fn a_king_cannot_have_left_a_double_check_by_knights() {
    let kings = [None, Some(Square::D5)];
    check_all(&[Inverse {
        target: "nn",
        sources: &["nn", "np"],
        kings,
        law: law(CastlingLaw::Standard, &[]),
    }]);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn slow_unmoves_are_all_there_on_four_men() {
    use CastlingLaw::Standard;
    use Role::{Pawn, Rook};
    check_all(&[
        Inverse { target: "Pp", sources: &["Pp"], kings: FREE, law: law(Standard, &[]) },
        Inverse {
            target: "Rr",
            sources: &["Rr", "Pr", "Rp"],
            kings: FREE,
            law: law(Standard, &[]),
        },
        Inverse {
            target: "R",
            sources: &["R", "P", "RR", "Rr", "Pr"],
            kings: FREE,
            law: law(Standard, &[Rook]),
        },
        Inverse {
            target: "P",
            sources: &["P", "PP", "Pp"],
            kings: FREE,
            law: law(Standard, &[Pawn]),
        },
        Inverse {
            target: "PPp",
            sources: &["PPp", "PPPp", "PPpp"],
            kings: HOME,
            law: law(Standard, &[Pawn]),
        },
    ]);
}
