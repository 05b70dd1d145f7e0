//! Tables are the published ones, however many threads build them, and damage in them is found.

use crate::built::{Built, material};
use sole_endgame::file::{FileError, Metric};
use sole_endgame::{Inspection, Plan, ProbeError, Published, Stats, endings};
use std::fs;

fn inspect(built: &Built, name: &str, metric: Metric) -> Result<Option<Inspection>, FileError> {
    built.tables.inspect(&material(name), metric)
}

/// Both tables of all endings with some men, built on so many threads, compared.
fn compare(men: std::ops::RangeInclusive<usize>, threads: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let all: Vec<_> = men.flat_map(endings).collect();
    let built = pool.install(|| {
        let built = Built::nothing();
        let plan = Plan::for_endings(all.iter().copied());
        built.add(&plan);
        built.add(&plan.zeroing());
        built
    });
    let mut others = String::new();
    for (ending, metric) in all.iter().flat_map(|e| Metric::ALL.map(|metric| (e, metric))) {
        let inspected = built.tables.inspect(ending, metric).expect("a sound table");
        let Inspection { hash, published } = inspected.expect("a complete table");
        if published != Published::Matches {
            others += &format!("{ending}.{},{hash}\n", metric.extension());
        }
    }
    assert!(others.is_empty(), "not the published ones, on {threads} threads:\n{others}");
}

#[test]
fn tables_of_three_men_are_the_published_ones_on_any_number_of_threads() {
    compare(3..=3, 1);
    compare(3..=3, 2);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn tables_of_three_and_four_men_are_the_published_ones_on_any_number_of_threads() {
    compare(3..=4, 1);
    compare(3..=4, 2);
}

#[test]
fn a_page_of_zeros_is_found_and_the_table_built_again() {
    let built = Built::with(&["KRvK"]);
    let path = built.path().join("KRvK.dtm");
    let sound = fs::read(&path).expect("the table");
    let whole = inspect(&built, "KRvK", Metric::Dtm).expect("sound").expect("complete");
    assert_eq!(whole.published, Published::Matches);
    let middle = sound.len() / 2;
    for zeros in [middle..middle + 512, 64..128, 0..64, 0..8, 8..64] {
        let mut bytes = sound.clone();
        bytes[zeros.clone()].fill(0);
        fs::write(&path, bytes).expect("room");
        let again = Built::at_path(built.path());
        let error = inspect(&again, "KRvK", Metric::Dtm).expect_err("damaged");
        assert!(error.is_damage(), "{zeros:?}: {error}");
        let table = error.damaged_table().map(|table| table.to_string());
        assert_eq!(table.as_deref(), Some("KRvK.dtm"), "{zeros:?}: {error}");
        again.tables.discard(&material("KRvK"), Metric::Dtm).expect("removed");
        again.add(&Plan::for_endings([material("KRvK")]));
        assert!(fs::read(&path).expect("the table") == sound, "{zeros:?}");
    }
    assert_eq!(inspect(&built, "KQvK", Metric::Dtm), Ok(None));
}

#[test]
fn damage_to_an_open_table_is_found_and_gone_after_a_rebuild() {
    let built = Built::with(&["KRvK"]);
    let path = built.path().join("KRvK.dtm");
    let stats = || Stats::of(&material("KRvK"), &built.tables);
    assert!(stats().is_ok(), "it is open now");
    let sound = fs::read(&path).expect("the table");
    let mut bytes = sound.clone();
    bytes[sound.len() / 2..][..512].fill(0);
    fs::write(&path, bytes).expect("room");
    let Err(ProbeError::File(error)) = stats() else { panic!("the damage is not found") };
    let table = error.damaged_table().map(|table| table.to_string());
    assert_eq!(table.as_deref(), Some("KRvK.dtm"), "{error}");
    // As another process would replace it.
    let again = built.path().join("again");
    fs::write(&again, sound).expect("room");
    fs::rename(&again, &path).expect("the same folder");
    assert!(stats().is_ok(), "the new file is read");
}
