//! How long tables take to answer for positions drawn at random.
//!
//! `cargo bench -p sole-endgame --bench probe` builds KQvKR and KRPvK first; with
//! `-- FOLDER ENDING...` it asks the tables in a folder. Nothing is kept between
//! two answers in the first column, so that each of them reads, checks and
//! decodes a block; in the second the usual cache is full. Every answer is part
//! of the signature, and both columns must have the same.

mod processor;

use processor::time_used;
use sole_board::{Color, Diagram, Faults, Material, Piece, Position, Role, Setup, Square};
use sole_endgame::file::Effort;
use sole_endgame::{Options, Plan, Tables, Value};
use sole_puzzle::task::Task;

const POSITIONS: usize = 50_000;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let own = tempfile::tempdir().expect("a temporary folder");
    let folder = arguments.next().map_or_else(|| own.path().to_owned(), Into::into);
    let mut endings: Vec<Material> =
        arguments.map(|name| name.parse().unwrap_or_else(|e| panic!("{name}: {e}"))).collect();
    if endings.is_empty() {
        endings = ["KQvKR", "KRPvK"].map(|name| name.parse().expect(name)).into();
    }
    let tables = |bytes| Tables::at(&folder, bytes);
    build(&tables(0), &endings);
    for ending in endings {
        let positions = draw(&ending);
        let (cold, answers) = time(&tables(0), &positions);
        let warm_tables = tables(1 << 30);
        time(&warm_tables, &positions);
        let (warm, again) = time(&warm_tables, &positions);
        println!(
            "{ending}: {cold:.1} µs, {warm:.1} µs from the cache, {POSITIONS} positions, signature {answers}"
        );
        assert_eq!(answers, again, "{ending}");
    }
}

fn build(tables: &Tables, endings: &[Material]) {
    let options = Options { memory: 1 << 30, effort: Effort::DEFAULT };
    let plan = Plan::for_endings(endings.iter().copied()).missing(tables).expect("a folder");
    plan.build(tables, options, &Task::unlimited()).expect("tables can be built");
}

/// The mean time of an answer in microseconds of processor, and the sum of all half-moves to mate.
fn time(tables: &Tables, positions: &[Position]) -> (f64, u64) {
    let start = time_used();
    let plies =
        |position| -> Option<u16> { tables.probe(position).map(Value::plies).expect("built") };
    let answers = positions.iter().filter_map(plies).map(u64::from).sum();
    ((time_used() - start).as_secs_f64() * 1e6 / positions.len() as f64, answers)
}

/// Legal positions, each as likely as any other.
fn draw(ending: &Material) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut positions = Vec::with_capacity(POSITIONS);
    while positions.len() < POSITIONS {
        positions.extend(place(ending, &mut random));
    }
    positions
}

fn place(ending: &Material, random: &mut fastrand::Rng) -> Option<Position> {
    let mut diagram = Diagram::EMPTY;
    let pieces =
        Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role }));
    for piece in pieces {
        for _ in 0..ending.count(piece) {
            let square = Square::new(random.u8(..64)).expect("below 64");
            if diagram.occupied().contains(square) {
                return None;
            }
            diagram.put(square, piece);
        }
    }
    let turn = Color::ALL[random.usize(..2)];
    Position::new(Setup { diagram, turn, ..Setup::EMPTY }, Faults::WAIVABLE).ok()
}
