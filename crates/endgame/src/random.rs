//! Random positions of an ending, and the search for one that fits.
//!
//! Positions are drawn and probed one after the other, so a position that is not
//! rare is found in milliseconds, whatever the size of the table.
//!
//! A *quiet* position is one that no capture or promotion decides at once: none
//! keeps what the position is worth to the side to move, and after its best move
//! (in a draw, after one of the moves that draw) none keeps what the opponent
//! has. To a side that loses, every move keeps what it has, so it has no capture
//! or promotion at all.

use crate::dtm::Value;
use crate::mine::{Expression, Recheck};
use crate::play::{Outcome, Wdl, outcomes};
use crate::slice::MOST_MEN;
use crate::tables::{ProbeError, Tables};
use sole_board::{Color, Diagram, Material, Move, Piece, Position, Role, Setup, Square};
use sole_puzzle::rng::Rng;

/// How many positions are looked at to find one that fits.
pub const TRIES: usize = 20_000;

/// How many positions show which side usually wins.
pub const SAMPLE: usize = 500;

/// How many more are looked at to find a quiet one, once one fits.
const QUIET_TRIES: usize = 2000;

/// A position that was found, and what it is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The position.
    pub position: Position,
    /// Its value.
    pub value: Value,
    /// Whether no capture or promotion decides it at once.
    pub quiet: bool,
}

/// Random positions of a material, without end and without castling rights.
///
/// They depend on nothing but the seed. There are none if there are more men
/// than tables have.
pub fn random_positions(material: &Material, seed: u64) -> impl Iterator<Item = Position> + use<> {
    placements(Diagram::EMPTY, *material, seed)
}

/// The same for the material of a position, with pawns on the same squares.
pub fn with_same_pawns(position: &Position, seed: u64) -> impl Iterator<Item = Position> + use<> {
    let (mut pawns, mut material) = (Diagram::EMPTY, Material::of(position.diagram()));
    for color in Color::ALL {
        let pawn = Piece { color, role: Role::Pawn };
        for square in position.diagram().men(color, Role::Pawn) {
            pawns.put(square, pawn);
            material = material.without(pawn);
        }
    }
    placements(pawns, material, seed)
}

/// Positions with a material added to a board.
fn placements(
    board: Diagram,
    material: Material,
    seed: u64,
) -> impl Iterator<Item = Position> + use<> {
    let men: Vec<Piece> =
        Piece::all().flat_map(|piece| vec![piece; material.count(piece)]).collect();
    let fits = men.len() + board.occupied().len() <= MOST_MEN;
    (0..if fits { u64::MAX } else { 0 })
        .map(move |attempt| random_setup(board, &men, &mut Rng::new(seed, attempt)))
        .filter_map(|setup| Position::try_from(setup).ok())
}

fn random_setup(board: Diagram, men: &[Piece], rng: &mut Rng) -> Setup {
    let turn = Color::ALL[rng.below(Color::ALL.len())];
    let mut setup = Setup { diagram: board, turn, ..Setup::EMPTY };
    let mut squares: Vec<Square> =
        Square::all().filter(|&square| !board.occupied().contains(square)).collect();
    for &piece in men {
        let square = squares.swap_remove(rng.below(squares.len()));
        setup.diagram.put(square, piece);
    }
    setup
}

/// The side that wins more of the positions, White if both win as many; none if neither wins any.
///
/// # Errors
/// A position has no answer.
pub fn usual_winner(
    tables: &Tables,
    positions: impl Iterator<Item = Position>,
) -> Result<Option<Color>, ProbeError> {
    let mut wins = [0u32; 2];
    for position in positions {
        if let Some(winner) = tables.probe(&position)?.winner(position.turn()) {
            wins[winner.index()] += 1;
        }
    }
    let [white, black] = wins;
    let more = if white >= black { Color::White } else { Color::Black };
    Ok((white + black > 0).then_some(more))
}

/// The first quiet position that is wanted; if there is none nearby, the first that is wanted.
///
/// Positions without a legal move are passed over. None if none of the next
/// [`TRIES`] positions is wanted, which does not prove that there is none.
///
/// # Errors
/// A position, or one after a move, has no answer.
pub fn find(
    tables: &Tables,
    positions: &mut impl Iterator<Item = Position>,
    wanted: impl Fn(&Position, Value) -> Result<bool, ProbeError>,
) -> Result<Option<Found>, ProbeError> {
    let mut first: Option<Found> = None;
    let mut left = TRIES;
    while let Some(position) = positions.next().filter(|_| left > 0) {
        left -= 1;
        let value = tables.probe(&position)?;
        if !position.has_moves() || !wanted(&position, value)? {
            continue;
        }
        let found = Found { position, value, quiet: is_quiet(tables, &position)? };
        if found.quiet {
            return Ok(Some(found));
        }
        if first.is_none() {
            first = Some(found);
            left = left.min(QUIET_TRIES);
        }
    }
    Ok(first)
}

/// A search for random positions of an ending.
#[derive(Clone, Debug)]
pub struct RandomSearch {
    /// The ending.
    pub material: Material,
    /// What a position must satisfy, if anything.
    pub expression: Option<Expression>,
    /// What the positions depend on.
    pub seed: u64,
}

impl RandomSearch {
    /// So many positions, or those before the first that is not found.
    ///
    /// # Errors
    /// A position, or one after a move, has no answer.
    pub fn run(&self, count: usize, tables: &Tables) -> Result<Vec<Found>, ProbeError> {
        let mut positions = random_positions(&self.material, self.seed);
        let wanted = |position: &Position, _| match &self.expression {
            Some(expression) => Ok(Recheck::satisfying(position, expression, tables)?.is_some()),
            None => Ok(true),
        };
        let next = || find(tables, &mut positions, wanted).transpose();
        std::iter::from_fn(next).take(count).collect()
    }
}

/// Whether a position is quiet, as [the module](self) defines it.
///
/// # Errors
/// A position after a move, or after a reply, has no answer.
pub fn is_quiet(tables: &Tables, position: &Position) -> Result<bool, ProbeError> {
    let moves = outcomes(tables, position)?;
    let Some(best) = moves.first().filter(|_| !changes_material(position, &moves)) else {
        return Ok(false);
    };
    let lines = if best.value == Value::Draw { moves.len() } else { 1 };
    for outcome in moves.iter().take(lines).take_while(|outcome| outcome.value == best.value) {
        let after = position.after(outcome.played);
        let replies = outcomes(tables, &after)?;
        if !replies.is_empty() && !changes_material(&after, &replies) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a capture or a promotion keeps what there is; the moves come best first.
fn changes_material(position: &Position, moves: &[Outcome]) -> bool {
    let Some(best) = moves.first().map(|outcome| Wdl::from(outcome.value)) else {
        return false;
    };
    let changes = |m: Move| position.is_capture(m) || m.promoted().is_some();
    let mut keeping = moves.iter().take_while(|outcome| Wdl::from(outcome.value) == best);
    keeping.any(|outcome| changes(outcome.played))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::principal_line;
    use crate::play::tests::{built, position};

    #[test]
    fn seeds_decide_the_positions() {
        let material: Material = "KBNvK".parse().expect("an ending");
        let positions = |seed| random_positions(&material, seed).take(50).collect::<Vec<_>>();
        assert_eq!(positions(1), positions(1));
        assert_ne!(positions(1), positions(2));
        assert!(positions(1).iter().all(|p| Material::of(p.diagram()) == material));
        assert_eq!(random_positions(&"KQQQQvK".parse().expect("an ending"), 1).count(), 0);
    }

    #[test]
    fn pawns_stay_where_they_are() {
        let start = position("8/5k2/8/3p4/8/2P5/8/K7 w - -");
        let pawns =
            |position: &Position| Color::ALL.map(|color| position.diagram().men(color, Role::Pawn));
        for other in with_same_pawns(&start, 1).take(50) {
            assert_eq!(pawns(&other), pawns(&start));
            assert_eq!(Material::of(other.diagram()), Material::of(start.diagram()));
        }
    }

    /// The side that wins does not depend on the seed, and the first moves capture nothing.
    #[test]
    fn positions_of_twenty_seeds_are_won_and_quiet() {
        let (_home, tables) = built(&["KRvKB", "KRvKN", "KBNvK"]);
        let cases = [
            ("KRvKB", Color::White),
            ("KBvKR", Color::Black),
            ("KRvKN", Color::White),
            ("KvKBN", Color::Black),
        ];
        for (name, winner) in cases {
            let material: Material = name.parse().expect("an ending");
            let sample = random_positions(&material, 0).take(SAMPLE);
            assert_eq!(usual_winner(&tables, sample).expect("answered"), Some(winner), "{name}");
            for seed in 0..20 {
                let wins = |p: &Position, value: Value| Ok(value.winner(p.turn()) == Some(winner));
                let found = find(&tables, &mut random_positions(&material, seed), wins);
                let found = found.expect("answered").expect("found");
                let line = principal_line(&tables, &found.position).expect("answered");
                let mut position = found.position;
                for &m in &line[..2] {
                    assert!(!position.is_capture(m), "{name}, seed {seed}: {}", found.position);
                    position = position.after(m);
                }
                assert!(found.quiet, "{name}, seed {seed}: {}", found.position);
            }
        }
    }

    #[test]
    fn quiet_positions_are_told_from_others() {
        let (_home, tables) = built(&["KRvKN", "KPvK"]);
        let cases = [
            ("White takes the knight and wins", "8/8/8/8/1k6/8/8/n2RK3 w - -", false),
            ("White takes the knight next", "7k/8/8/8/3R4/8/1K6/n7 b - -", false),
            ("Black takes the rook and draws", "7K/8/8/8/8/n7/1R6/k7 b - -", false),
            ("nothing to capture", "8/8/8/4k3/8/8/8/R3K3 w - -", true),
            ("the pawn promotes and wins", "8/4P3/4K3/8/8/8/k7/8 w - -", false),
            ("the pawn is far from promotion", "8/8/8/4K3/8/4P3/8/k7 w - -", true),
            ("a draw with the pawn guarded", "8/8/4k3/8/4P3/4K3/8/8 w - -", true),
            ("stalemate", "4k3/4P3/4K3/8/8/8/8/8 b - -", false),
        ];
        for (name, fen, expected) in cases {
            assert_eq!(is_quiet(&tables, &position(fen)).expect(fen), expected, "{name}: {fen}");
        }
    }
}
