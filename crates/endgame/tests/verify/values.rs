//! Values of whole endings by the plain solver: known facts hold, the verifier
//! agrees, and it finds every value that is changed.

use crate::plain::Plain;
use crate::support::{every_position, image, material, men, symmetries, without_rights};
use sole_board::Color;
use sole_endgame::Value;
use sole_endgame::verify::{Chunk, Men, Mismatch, VerifyError, expected, verify};
use sole_puzzle::task::{Cancellation, Limits, Task};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

/// Every position of a pawn or an officer against the bare king, castling
/// included, from the rules alone.
static THREE_MEN: LazyLock<Plain> = LazyLock::new(|| {
    let mut set = Vec::new();
    for name in ["KPvK", "KQvK", "KRvK", "KBvK", "KNvK", "KvK"] {
        every_position(name, &mut |men| set.push(men));
    }
    Plain::solve(set, unknown).expect("nothing is outside")
});

/// A position for which there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unknown(Men);

fn unknown(men: &Men) -> Result<Value, Unknown> {
    Err(Unknown(*men))
}

fn probe(men: &Men) -> Result<Value, Unknown> {
    THREE_MEN.value(men).ok_or(Unknown(*men))
}

/// How many positions White, then Black to move wins, draws and loses, unique
/// under symmetry, and the longest win.
fn statistics(name: &str) -> [usize; 7] {
    let mut statistics = [0; 7];
    let mut seen = HashSet::new();
    for men in positions(name).into_iter().filter(|men| men.rights().is_empty()) {
        let images = symmetries(&men).iter().map(|symmetry| image(&men, symmetry));
        if !seen.insert(images.min()) {
            continue;
        }
        let (place, moves) = match probe(&men).expect("solved") {
            Value::Win(moves) => (0, moves),
            Value::Draw => (1, 0),
            Value::Loss(_) => (2, 0),
        };
        statistics[3 * men.turn().index() + place] += 1;
        statistics[6] = statistics[6].max(usize::from(moves));
    }
    statistics
}

/// The positions that the verifier visits, in its order.
fn positions(name: &str) -> Vec<Men> {
    let mut positions = Vec::new();
    for chunk in Chunk::all(&material(name)).expect("at most five men") {
        let _ = chunk.try_for_each_position(|&men| {
            positions.push(men);
            ControlFlow::<()>::Continue(())
        });
    }
    positions
}

#[test]
fn endings_of_three_men_are_as_published() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/endgames-of-three.csv");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, numbers) = line.split_once(';').expect("a name and numbers");
        let published: Vec<usize> =
            numbers.split(';').map(|number| number.parse().expect("a number")).collect();
        assert_eq!(statistics(name).as_slice(), published, "{name}");
    }
}

#[test]
fn known_values_are_found() {
    let cases = [
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", Value::Win(1)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Value::Draw),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Value::Loss(0)),
        ("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", Value::Draw),
        ("7k/5K1P/8/8/8/8/8/8 b - - 0 1", Value::Draw),
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", Value::Win(2)),
        ("8/8/8/8/8/8/1k6/R3K3 b Q - 0 1", Value::Draw),
    ];
    for (fen, value) in cases {
        assert_eq!(probe(&men(fen)), Ok(value), "{fen}");
    }
}

#[test]
fn whole_endings_verify() {
    let cases = ["KPvK", "KQvK", "KRvK", "KBvK", "KNvK", "KvK"];
    for name in cases {
        let checked = verify(&material(name), probe, &Task::unlimited());
        let positions = positions(name).len() as u64;
        assert_eq!(checked.map(|checked| checked.positions), Ok(positions), "{name}");
    }
}

#[test]
fn castling_is_solved_alike_alone_and_within_the_whole() {
    let alone = Plain::with_rights(&material("KRvK"), |men| {
        assert!(men.rights().is_empty(), "{men} is not outside");
        probe(men)
    });
    let alone = alone.expect("the other positions are known");
    let with_rights = THREE_MEN.iter().filter(|(men, _)| !men.rights().is_empty());
    assert_eq!(alone.iter().count(), with_rights.count());
    for (men, value) in alone.iter() {
        assert_eq!(probe(men), Ok(value), "{men}");
    }
}

#[test]
fn a_right_to_castle_never_harms_and_sometimes_helps() {
    let mut helped = 0;
    for (men, with) in THREE_MEN.iter().filter(|(men, _)| !men.rights().is_empty()) {
        let without = probe(&without_rights(men)).expect("solved");
        let (harmed, helps) = match men.turn() {
            Color::White => (with < without, with > without),
            Color::Black => (with > without, with < without),
        };
        assert!(!harmed, "{men}: {with}, but {without} without the right");
        helped += usize::from(helps);
    }
    assert!(helped > 0);
}

#[test]
fn a_draw_is_better_than_the_longest_loss_in_any_order() {
    let lone_king = men("8/8/8/8/4k3/8/8/KQ6 b - - 0 1");
    for drawn in 0..3 {
        let mut child = 0;
        let mut ask = |_: &Men| {
            child += 1;
            let value = if child == drawn { Value::Draw } else { Value::Win(Value::LONGEST_WIN) };
            Ok::<_, Unknown>(value)
        };
        let longest = Value::Loss(Value::LONGEST_WIN);
        let best = if drawn == 0 { longest } else { Value::Draw };
        assert_eq!(expected(&lone_king, &mut ask), Ok(best), "{drawn}");
    }
}

#[test]
fn a_changed_value_is_found() {
    for (name, every) in [("KRvK", 4_999), ("KPvK", 49_999)] {
        for changed in positions(name).into_iter().step_by(every) {
            let right = probe(&changed).expect("solved");
            for wrong in [Value::Loss(0), Value::Draw, Value::Win(5)] {
                if wrong != right {
                    assert_found(name, changed, wrong);
                }
            }
        }
    }
}

/// A wrong value is told at the position itself, or at one before it.
fn assert_found(name: &str, changed: Men, wrong: Value) {
    let probe = |men: &Men| if *men == changed { Ok(wrong) } else { probe(men) };
    let trouble = verify(&material(name), probe, &Task::unlimited());
    let Err(VerifyError::Mismatch(Mismatch { men, expected, found })) = trouble else {
        panic!("{changed} as a {wrong} is not found: {trouble:?}");
    };
    assert_ne!(expected, found);
    assert_eq!(probe(&men), Ok(found));
    let leads_there = men.try_for_each_child(|child| match *child == changed {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    assert!(men == changed || leads_there.is_break(), "{changed} as a {wrong}, but {men}");
}

#[test]
fn the_first_mismatch_is_told_by_any_number_of_threads() {
    let material = material("KRvK");
    let probe = |men: &Men| match men.turn() {
        Color::White => probe(men),
        Color::Black => Ok(Value::Draw),
    };
    let told = [1, 2, 7].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(|| verify(&material, probe, &Task::unlimited()))
    });
    let is_wrong = |men: &Men| expected(men, &mut |child| probe(child)) != probe(men);
    let first = positions("KRvK").into_iter().find(is_wrong).expect("a mismatch");
    for trouble in told {
        let Err(VerifyError::Mismatch(mismatch)) = trouble else { panic!("{trouble:?}") };
        assert_eq!(mismatch.men, first);
    }
}

#[test]
fn a_value_that_cannot_be_had_is_told() {
    let trouble = verify(
        &material("KQvK"),
        |men| match men.iter().count() {
            3 => probe(men),
            _ => unknown(men),
        },
        &Task::unlimited(),
    );
    let Err(VerifyError::Probe { men, error: Unknown(child) }) = trouble else {
        panic!("{trouble:?}");
    };
    assert_eq!((men.iter().count(), child.iter().count()), (3, 2), "{men}, {child}");
}

#[test]
fn progress_ends_at_all_chunks() {
    let task = Task::unlimited();
    let positions = verify(&material("KRvK"), probe, &task).expect("right values").positions;
    let chunks = Chunk::all(&material("KRvK")).expect("three men").len() as u64;
    let progress = task.progress();
    assert_eq!((progress.done, progress.total), (chunks, Some(chunks)));
    assert_eq!(progress.nodes, positions);
}

#[test]
fn a_cancelled_verification_stops() {
    let cancellation = Cancellation::default();
    cancellation.cancel();
    let task = Task::new("", Limits::NONE, cancellation);
    let stopped = verify(&material("KRvK"), probe, &task);
    assert!(matches!(stopped, Err(VerifyError::Stopped)), "{stopped:?}");
}

#[test]
fn troubles_say_where() {
    let mate = men("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let mismatch = Mismatch { men: mate, expected: Value::Loss(0), found: Value::Draw };
    let cases = [
        (
            VerifyError::Mismatch(mismatch),
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1: found draw, but its moves make it a loss in 0",
        ),
        (
            VerifyError::Probe { men: mate, error: "no table" },
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1: no table",
        ),
    ];
    for (trouble, message) in cases {
        assert_eq!(trouble.to_string(), message);
    }
}
