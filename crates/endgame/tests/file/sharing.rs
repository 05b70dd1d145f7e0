//! Builders and readers in several threads, each as if it were a process of its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use sole_endgame::file::{Folder, Metric, TableName};

use crate::support::{
    CACHE_BYTES, Truth, audit, audit_slice, dozen, empty, keys, krvk, pack, pack_all, tiny, written,
};

#[test]
fn a_table_is_built_by_one_at_a_time() {
    let (home, ours) = empty();
    let theirs = Folder::at(home.path(), CACHE_BYTES);
    let lock = ours.lock(krvk()).expect("a lock");
    assert!(theirs.try_lock(krvk()).expect("a folder").is_none());
    let other = TableName::new("KRvK", Metric::Dtz).expect("letters");
    assert!(theirs.try_lock(other).expect("a folder").is_some());

    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || sender.send(theirs.lock(krvk()).is_ok()));
        let waited = receiver.recv_timeout(Duration::from_millis(50));
        assert_eq!(waited, Err(mpsc::RecvTimeoutError::Timeout));
        drop(lock);
        assert_eq!(receiver.recv_timeout(Duration::from_secs(60)), Ok(true));
    });
    assert!(ours.try_lock(krvk()).expect("a folder").is_some());
}

#[test]
fn waiting_ends_with_patience_or_with_the_lock() {
    let (home, ours) = empty();
    let theirs = Folder::at(home.path(), CACHE_BYTES);
    let mut lock = Some(ours.lock(krvk()).expect("a lock"));
    let mut looks = 0;
    let waited = theirs.lock_while(krvk(), || {
        looks += 1;
        looks < 3
    });
    assert!(waited.expect("a folder").is_none());
    assert_eq!(looks, 3);
    let waited = theirs.lock_while(krvk(), || lock.take().is_some());
    assert!(waited.expect("a folder").is_some());
}

#[test]
fn builders_take_turns() {
    let truth = dozen();
    let (home, folder) = empty();
    thread::scope(|scope| {
        for (&key, sides) in &truth {
            let folder = Folder::at(home.path(), CACHE_BYTES);
            scope.spawn(move || {
                let mut lock = folder.lock(krvk()).expect("a lock");
                assert_eq!(lock.append(&[pack(key, sides)]), Ok(1));
            });
        }
    });
    assert_eq!(audit(&folder, &truth), Ok(()));
}

#[test]
fn readers_find_what_was_there_when_they_looked() {
    let truth = tiny(200);
    let (home, folder) = empty();
    let appended = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..3 {
            let folder = Folder::at(home.path(), 1 << 16);
            let (truth, appended) = (&truth, &appended);
            scope.spawn(move || while look(&folder, truth, appended) < truth.len() {});
        }
        let mut lock = folder.lock(krvk()).expect("a lock");
        for slice in pack_all(&truth) {
            lock.append(&[slice]).expect("room");
            appended.fetch_add(1, Ordering::SeqCst);
        }
        lock.finish(&keys(&truth)).expect("all slices");
    });
    assert_eq!(audit(&folder, &truth), Ok(()));
}

/// Opens a table that is being built, reads all of it and returns how many slices it has.
fn look(folder: &Folder, truth: &Truth, appended: &AtomicUsize) -> usize {
    let at_least = appended.load(Ordering::SeqCst);
    let table = folder.table(krvk()).expect("sound files");
    let found = table.as_ref().map_or(0, |table| table.keys().len());
    assert!(found >= at_least, "{found} of {at_least} slices");
    if let Some(table) = &table {
        for &key in table.keys() {
            assert_eq!(audit_slice(table, key, &truth[&key]), Ok(()), "slice {key}");
        }
    }
    found
}

#[test]
fn readers_share_a_table() {
    let truth = dozen();
    let (_home, folder) = written(&truth);
    let table = folder.table(krvk()).expect("sound").expect("a table");
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (&key, sides) in &truth {
                    assert_eq!(audit_slice(&table, key, sides), Ok(()), "slice {key}");
                }
            });
        }
    });
}
