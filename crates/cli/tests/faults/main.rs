//! What happens when a system call fails or the power goes: never a panic, never a wrong answer, and
//! the same command afterwards ends as if nothing had happened.
//!
//! `tools/faults` stands between the binary and the C library. Every call of each kind fails once
//! in a small build, a layer, a count with checkpoints and a book; then all changes that such a
//! command makes are recorded, and a small model of a file system says what a disk may hold after
//! each of them if the power goes.

#![cfg(target_os = "linux")]

mod disk;
#[path = "../../../../tools/faults/src/protocol.rs"]
#[expect(dead_code, unreachable_pub, reason = "the library uses and exports the rest")]
mod protocol;
mod subject;

use disk::{Disk, Survival};
use protocol::{Change, Kind};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use subject::{Outcome, SUBJECTS, Subject};

/// The exit codes that are documented; 101 would be a panic.
const DOCUMENTED: [i32; 5] = [0, 1, 3, 4, 130];

/// Fails the calls of one kind, one in each run: all of them, or so many that are evenly spread.
fn fail_each(subject: &Subject, kind: Kind, most: usize) {
    let clean = subject.run_in_new_folder();
    let total = subject.count_calls(kind);
    let is_needed = matches!(kind, Kind::Allocate | Kind::Open | Kind::Write);
    assert!(total > 0 || !is_needed, "{}: no call of {kind:?} was counted", subject.name);
    let step = total.div_ceil(most).max(1);
    for number in (1..=total).step_by(step) {
        let folder = subject.new_folder();
        let place = format!("{}: {kind:?} {number} of {total}", subject.name);
        let failed = subject.run_with_fault(folder.path(), kind, number);
        check_failed(&failed, kind, &place);
        if failed.code == Some(0) {
            assert_eq!(failed.answer(), clean.answer(), "{place}: success");
            assert!(failed.files == clean.files, "{place}: success with other files");
        }
        check_again(subject, folder.path(), &place, &clean);
    }
    println!("{}: {} of {total} calls of {kind:?} failed", subject.name, total.div_ceil(step));
}

/// Runs the command on what is in a folder; it ends as if nothing had happened.
fn check_again(subject: &Subject, folder: &Path, place: &str, clean: &Outcome) {
    let again = subject.run(folder);
    assert_eq!(again.code, Some(0), "{place}, again: {}", again.stderr);
    if subject.answers_again {
        assert_eq!(again.answer(), clean.answer(), "{place}, again");
    }
    assert!(again.files == clean.files, "{place}: other files afterwards");
}

/// A failed call ends in a documented exit code and a message; a failed allocation may abort.
fn check_failed(failed: &Outcome, kind: Kind, place: &str) {
    let documented = failed.code.is_some_and(|code| DOCUMENTED.contains(&code));
    let aborted = kind == Kind::Allocate && failed.code.is_none();
    assert!(documented || aborted, "{place}: exit {:?}: {}", failed.code, failed.stderr);
    assert!(!failed.stderr.contains("panicked"), "{place}: {}", failed.stderr);
}

#[test]
fn every_call_that_fails_is_reported_and_repaired() {
    for subject in &SUBJECTS {
        for kind in Kind::ALL {
            // Allocations are thousands.
            let most = if kind == Kind::Allocate { 10 } else { usize::MAX };
            fail_each(subject, kind, most);
        }
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn many_allocations_that_fail_are_survived() {
    for subject in &SUBJECTS {
        fail_each(subject, Kind::Allocate, 500);
    }
}

#[test]
fn power_that_fails_loses_nothing_that_was_finished() {
    for subject in &SUBJECTS {
        let clean = subject.run_in_new_folder();
        let (root, records) = subject.record();
        assert!(records.iter().all(|record| record.change != Change::MapShared), "not recorded");
        let mut disk = Disk::new(&root);
        let mut states: BTreeMap<Vec<(String, Vec<u8>)>, String> = BTreeMap::new();
        for (at, record) in records.iter().enumerate() {
            disk.apply(record);
            for survival in Survival::ALL {
                let place = format!("{}, change {at}, {survival:?}", subject.name);
                states.entry(disk.after_power_loss(survival)).or_insert(place);
            }
        }
        println!("{}: {} states of the disk", subject.name, states.len());
        let durable = subject.compared(disk.after_power_loss(Survival::Nothing));
        let is_durable = |(name, bytes): (&String, &Vec<u8>)| durable.get(name) == Some(bytes);
        let lost: Vec<&String> =
            clean.files.iter().filter(|file| !is_durable(*file)).map(|(name, _)| name).collect();
        assert!(lost.is_empty() || !subject.keeps_files, "{}: not synced: {lost:?}", subject.name);
        states.iter().for_each(|(files, place)| check_state(subject, files, place, &clean));
    }
}

/// Lays out what a disk held, and runs the command on it.
fn check_state(subject: &Subject, files: &[(String, Vec<u8>)], place: &str, clean: &Outcome) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        write(&folder.path().join(name), content);
    }
    check_again(subject, folder.path(), place, clean);
}

fn write(path: &Path, content: &[u8]) {
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
    fs::write(path, content).expect("writable");
}
