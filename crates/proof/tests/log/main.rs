//! Logs whose checksums are right and whose content is not.

mod laws;

use std::ops::Range;

use laws::{LOGS, Log, STARTS, log, sweep_with};
use sole_proof::sweep::{AdvanceError, ScratchError};

/// Where the lists of a portion are among its words.
struct Lists {
    /// Words of three: a set of plies, and a count.
    unique: Range<usize>,
    /// Words of two: an army, and how many opponents it meets.
    heads: Range<usize>,
    /// Words of four: an army, a file, an opponent, how many games.
    passings: Range<usize>,
    /// Words of three: two armies, and a set of plies.
    finds: Range<usize>,
    items: Range<usize>,
}

impl Lists {
    fn of(words: &[u32]) -> Lists {
        let mut end = 8;
        let mut next = |width: usize| {
            let start = end + 1;
            end = start + words[end] as usize * width;
            start..end
        };
        let [unique, heads, passings, finds] = [3, 2, 4, 3].map(&mut next);
        Lists { unique, heads, passings, items: finds.end..words.len(), finds }
    }
}

/// How a log is called by what a sweep makes of it.
fn judged(start: usize, name: usize, log: &Log) -> String {
    match sweep_with(start, LOGS[name], &log.to_bytes(), laws::ALL) {
        Ok((Ok(()), Ok(()))) => "taken".to_owned(),
        Ok(_) => "contradiction".to_owned(),
        Err(AdvanceError::Scratch(ScratchError::Damaged { path })) => {
            assert!(path.ends_with(LOGS[name]), "{}", path.display());
            "damaged".to_owned()
        }
        Err(error) => error.to_string(),
    }
}

/// The first portion that has what is asked for, of any log, with its lists.
fn first(log: &Log, has: impl Fn(&Lists) -> bool) -> Option<usize> {
    log.portions.iter().position(|(_, words)| has(&Lists::of(words)))
}

#[test]
fn true_logs_are_taken() {
    for (start, fen) in STARTS.iter().enumerate() {
        for (name, file) in LOGS.iter().enumerate() {
            assert_eq!(judged(start, name, log(start, name)), "taken", "{fen} {file}");
        }
    }
}

/// A change of a portion: its name, the list that must not be empty, and what is done.
type Forgery = (&'static str, fn(&Lists) -> &Range<usize>, fn(&mut Vec<u32>, &Lists));

#[test]
fn impossible_portions_are_damage() {
    let counts: [Forgery; 6] = [
        ("too many positions", |it| &it.unique, |words, _| words[1] = u32::MAX),
        ("more unique positions than positions", |it| &it.unique, |words, _| words[2] += words[0]),
        ("more diagrams than positions", |it| &it.unique, |words, _| words[5] = 1),
        ("more new diagrams than diagrams", |it| &it.unique, |words, _| words[6] = words[4] + 1),
        ("a count that is too large", |it| &it.unique, |words, it| words[it.unique.start + 2] = 1),
        ("an earlier ply that is none", |it| &it.unique, |words, it| words[it.unique.end - 3] |= 8),
    ];
    let lists: [Forgery; 14] = [
        ("an army that is not there", |it| &it.heads, |words, it| words[it.heads.start] = u32::MAX),
        ("an army of another portion", |it| &it.heads, |words, it| words[it.heads.start] = 0),
        ("more opponents than items", |it| &it.heads, |words, it| words[it.heads.start + 1] += 1),
        ("a list that does not end", |it| &it.heads, |words, it| words[it.heads.start - 1] = !0),
        (
            "an opponent that is not there",
            |it| &it.items,
            |words, it| {
                words[it.items.start] |= !0 >> 1;
            },
        ),
        ("an item too few", |it| &it.items, |words, _| words.truncate(words.len() - 1)),
        ("an item too many", |it| &it.items, |words, _| words.push(0)),
        ("more than one game", |it| &it.items, |words, it| words[it.items.start] ^= 1 << 31),
        ("a file that is none", |it| &it.passings, |words, it| words[it.passings.start + 1] = 8),
        ("a file of 256", |it| &it.passings, |words, it| words[it.passings.start + 1] += 256),
        ("another file", |it| &it.passings, |words, it| words[it.passings.start + 1] ^= 1),
        ("another taker", |it| &it.passings, |words, it| words[it.passings.start + 2] += 1),
        ("no way", |it| &it.passings, |words, it| words[it.passings.start + 3] = 0),
        (
            "a passing army that is not there",
            |it| &it.passings,
            |words, it| {
                words[it.passings.start] = u32::MAX;
            },
        ),
    ];
    let finds: [Forgery; 3] = [
        ("a find of no army", |it| &it.finds, |words, it| words[it.finds.start] = u32::MAX),
        ("a find against no army", |it| &it.finds, |words, it| words[it.finds.start + 1] = !0),
        ("a find with a ply to come", |it| &it.finds, |words, it| words[it.finds.end - 1] |= 8),
    ];
    for (what, list, forge) in counts.into_iter().chain(lists).chain(finds) {
        let mut forged = 0;
        for (start, fen) in STARTS.iter().enumerate() {
            for (name, file) in LOGS.iter().enumerate() {
                let mut log = log(start, name).clone();
                let Some(at) = first(&log, |lists| !list(lists).is_empty()) else { continue };
                let words = &mut log.portions[at].1;
                let lists = Lists::of(words);
                forge(words, &lists);
                forged += 1;
                assert_eq!(judged(start, name, &log), "damaged", "{what}: {fen} {file}");
            }
        }
        assert!(forged > 0, "{what}");
    }
}

#[test]
fn a_portion_that_the_ply_does_not_have_is_damage() {
    for (start, fen) in STARTS.iter().enumerate() {
        let mut log = log(start, 1).clone();
        log.portions[0].0 = 1 << 20;
        assert_eq!(judged(start, 1, &log), "damaged", "{fen}");
    }
}

/// Two equal armies do not overlap, but here no game leads to them.
#[test]
fn a_find_without_a_game_is_a_contradiction() {
    let mut log = log(0, 2).clone();
    let at = first(&log, |lists| !lists.finds.is_empty()).expect("unique diagrams");
    let words = &mut log.portions[at].1;
    let find = Lists::of(words).finds.start;
    words[find + 1] = words[find];
    assert_eq!(judged(0, 2, &log), "contradiction");
}

/// Every item is put in the place of every opponent in turn: wherever men overlap, a king can be
/// taken or the counts do not agree, it is refused, and nothing panics.
#[test]
fn no_opponent_in_the_wrong_place_ends_the_program() {
    let mut refused = 0;
    for start in 0..STARTS.len() {
        let portion = &log(start, 1).portions[0].1;
        let items = Lists::of(portion).items;
        for at in items.clone().step_by(1 + items.len() / 8) {
            for opponent in 0..32 {
                let mut log = log(start, 1).clone();
                let word = &mut log.portions[0].1[at];
                *word = *word & 1 << 31 | opponent;
                refused += usize::from(judged(start, 1, &log) == "damaged");
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn any_edits_leave_an_answer_or_a_damaged_file() {
    for seed in 0..500 {
        let mut noise = fastrand::Rng::with_seed(seed);
        let edits: Vec<u8> = (0..4 * noise.usize(1..6)).map(|_| noise.u8(..)).collect();
        let (start, name) = (noise.usize(..STARTS.len()), noise.usize(..LOGS.len()));
        let done = std::panic::catch_unwind(|| laws::edited(start, name, &edits, laws::ALL));
        assert!(done.is_ok(), "seed {seed}: {} {}, {edits:?}", STARTS[start], LOGS[name]);
    }
}
