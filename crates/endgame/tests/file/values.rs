//! What was written comes back.

use std::thread;

use sole_endgame::file::{BLOCK_LEN, Effort, FileError, Folder, Side};

use crate::support::{Noise, Truth, audit, key, krvk, pack, small, written};

#[test]
fn all_shapes_come_back() {
    let mut noise = Noise(4);
    let mut ragged = noise.runs(5 * BLOCK_LEN + 1);
    ragged[BLOCK_LEN..3 * BLOCK_LEN].fill(0);
    let shapes = [
        vec![],
        vec![200],
        vec![1, 2],
        vec![128; 3612],
        vec![128; 10 * BLOCK_LEN],
        noise.runs(3612),
        noise.bytes(3612),
        noise.bytes(3 * BLOCK_LEN + 7),
        noise.runs(BLOCK_LEN - 1),
        noise.runs(BLOCK_LEN),
        noise.runs(BLOCK_LEN + 1),
        ragged,
        noise.runs(64 * 3612),
    ];
    let mut truth = Truth::new();
    for (first, values) in (0..).zip(&shapes) {
        for (second, others) in (0..).zip(&shapes) {
            let sides = [(first, values.clone()), (second, others.clone())];
            truth.insert(key(u64::from(first) * 100 + u64::from(second)), sides);
        }
    }
    let (_home, folder) = written(&truth);
    assert_eq!(audit(&folder, &truth), Ok(()));
}

#[test]
fn every_value_can_be_asked_for() {
    let truth = small();
    let (home, _) = written(&truth);
    for cache_bytes in [0, 1 << 14, 1 << 24] {
        let folder = Folder::at(home.path(), cache_bytes);
        let table = folder.table(krvk()).expect("sound").expect("a table");
        for (&key, sides) in &truth {
            for (side, (_, values)) in Side::BOTH.into_iter().zip(sides) {
                for (index, &value) in (0..).zip(values) {
                    assert_eq!(table.value(key, side, index), Ok(value), "{key} {side} {index}");
                }
            }
        }
    }
}

#[test]
fn what_is_not_there_is_refused() {
    let (_home, folder) = written(&small());
    let table = folder.table(krvk()).expect("sound").expect("a table");
    let (name, side) = (krvk(), Side::Second);
    let missing = FileError::NoSuchSlice { name, slice: key(3) };
    assert!(table.contains(key(1)) && !table.contains(key(3)));
    assert_eq!(table.value(key(3), side, 0), Err(missing.clone()));
    assert_eq!(table.read(key(3), side), Err(missing.clone()));
    assert_eq!(table.len(key(3), side), Err(missing.clone()));
    assert_eq!(table.order(key(3), side), Err(missing));
    for index in [40, 41, u64::MAX] {
        let beyond = FileError::NoSuchIndex { name, slice: key(1), side, index, len: 40 };
        assert_eq!(table.value(key(1), side, index), Err(beyond));
    }
}

#[test]
fn packing_depends_on_the_values_alone() {
    let sides = [(1, Noise(5).runs(40_000)), (2, Noise(6).bytes(20_000))];
    let expected = pack(key(5), &sides);
    thread::scope(|scope| {
        let workers = [(); 4].map(|()| scope.spawn(|| pack(key(5), &sides)));
        for worker in workers {
            assert_eq!(worker.join().expect("no panic"), expected);
        }
    });
}

#[test]
fn packing_does_not_grow_values_by_much() {
    let cases = [
        ("constant", vec![1; 10 * BLOCK_LEN], 60),
        ("incompressible", Noise(7).bytes(10 * BLOCK_LEN), 60 + 10 * BLOCK_LEN as u64),
        ("tiny", vec![1, 2], 8),
    ];
    for (case, values, at_most) in cases {
        let packed = pack(key(0), &[(0, values), (0, vec![])]);
        assert!(packed.bytes() <= at_most, "{case}: {}", packed.bytes());
    }
}

#[test]
fn levels_of_effort_have_limits() {
    let cases = [(-1, false), (0, false), (1, true), (22, true), (23, false)];
    for (level, expected) in cases {
        assert_eq!(Effort::new(level).is_some(), expected, "{level}");
    }
}
