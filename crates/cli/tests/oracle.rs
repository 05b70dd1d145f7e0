//! The solver of mates and the endgame tables, which share only the rules, say the same.

mod tables;

use sole_board::{Color, Diagram, Material, Piece, Position, Setup, Square};
use sole_endgame::{Tables, Value};
use sole_mate::{Budget, Goal, Solver};
use sole_puzzle::rng::Rng;

/// How long a mate is looked for.
const MOST_MOVES: u8 = 4;

/// A position of a material with White to move.
fn position(material: &Material, rng: &mut Rng) -> Option<Position> {
    let mut diagram = Diagram::EMPTY;
    for piece in Piece::all() {
        for _ in 0..material.count(piece) {
            let square = Square::new(rng.below(64) as u8).expect("a square");
            if diagram.piece_at(square).is_some() {
                return None;
            }
            diagram.put(square, piece);
        }
    }
    let setup = Setup { diagram, turn: Color::White, ..Setup::EMPTY };
    Position::try_from(setup).ok()
}

/// A thousand positions of each material with a mate in time, and some others.
#[test]
fn mates_are_as_long_as_tables_say() {
    let materials = ["KQvK", "KRvK", "KBNvK"].map(|name| name.parse::<Material>().expect("men"));
    let tables = Tables::at(tables::of(materials, "oracle-tables"), 1 << 20);
    let budget = Budget { bytes: Some(1 << 20), ..Budget::UNLIMITED };
    for material in materials {
        let (mut rng, mut solver) = (Rng::new(1, 0), Solver::new(Goal::Mate, &budget));
        let (mut mates, mut others) = (0, 0);
        while mates < 1000 || others < 250 {
            let Some(position) = position(&material, &mut rng) else { continue };
            let told = match tables.probe(&position).expect("the tables are built") {
                Value::Win(moves) if moves <= MOST_MOVES => Some(moves),
                _ => None,
            };
            let (count, most) =
                if told.is_some() { (&mut mates, 1000) } else { (&mut others, 250) };
            *count += 1;
            if *count <= most {
                assert_eq!(solver.length(&position, MOST_MOVES), Ok(told), "{position}");
            }
        }
    }
}
