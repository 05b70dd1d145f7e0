//! Slices are appended, segments merged, and what a killed build left is removed.

use std::fs;

use sole_endgame::file::{FileError, Folder, Metric, PackedSlice, TableName};

use crate::support::{
    CACHE_BYTES, audit, dozen, empty, keys, krvk, names, pack_all, small, tiny, written,
};

#[test]
fn a_finished_table_does_not_depend_on_its_segments() {
    let truth = dozen();
    let packed = pack_all(&truth);
    let reversed: Vec<PackedSlice> = packed.iter().rev().cloned().collect();
    let distributions: [(&str, Vec<&[PackedSlice]>); 5] = [
        ("at once", vec![&packed]),
        ("one by one", packed.chunks(1).collect()),
        ("backwards by fives", reversed.chunks(5).collect()),
        ("overlapping", vec![&packed[3..7], &packed[..5], &reversed]),
        ("all twice", vec![&packed, &packed]),
    ];
    let (home, _) = written(&truth);
    let expected = fs::read(home.path().join("KRvK.dtm")).expect("the file");
    for (case, segments) in distributions {
        let (home, folder) = empty();
        for segment in segments {
            folder.lock(krvk()).and_then(|mut lock| lock.append(segment)).expect("room");
        }
        assert_eq!(audit(&folder, &truth), Ok(()), "{case}, in segments");
        folder.lock(krvk()).and_then(|mut lock| lock.finish(&keys(&truth))).expect("all slices");
        assert_eq!(audit(&folder, &truth), Ok(()), "{case}, finished");
        assert_eq!(names(home.path()), ["KRvK.dtm", "KRvK.dtm.lock"], "{case}");
        let actual = fs::read(home.path().join("KRvK.dtm")).expect("the file");
        assert!(actual == expected, "{case}");
    }
}

#[test]
fn a_table_is_finished_only_with_all_its_slices() {
    let truth = dozen();
    let packed = pack_all(&truth);
    let (home, folder) = empty();
    let mut lock = folder.lock(krvk()).expect("a lock");
    assert_eq!(lock.append(&packed[..11]), Ok(11));
    let missing = FileError::NoSuchSlice { name: krvk(), slice: packed[11].key() };
    assert_eq!(lock.finish(&keys(&truth)), Err(missing));
    assert_eq!(names(home.path()), ["KRvK.0001.dtm", "KRvK.dtm.lock"]);
    assert_eq!(lock.append(&packed), Ok(1));
    assert_eq!(lock.finish(&keys(&truth)), Ok(()));
    assert!(lock.is_complete());
}

#[test]
fn nothing_is_added_to_a_finished_table() {
    let truth = dozen();
    let packed = pack_all(&truth);
    let (_home, folder) = empty();
    let mut lock = folder.lock(krvk()).expect("a lock");
    lock.append(&packed).expect("room");
    assert_eq!(lock.finish(&keys(&truth)[..11]), Ok(()));
    assert_eq!(lock.keys().len(), 11);
    assert_eq!(lock.append(&packed[..11]), Ok(0));
    let refused = lock.append(&packed);
    assert!(matches!(refused, Err(FileError::Finished { .. })), "{refused:?}");
    let missing = FileError::NoSuchSlice { name: krvk(), slice: packed[11].key() };
    assert_eq!(lock.finish(&keys(&truth)), Err(missing));
}

#[test]
fn many_segments_are_merged_on_the_way() {
    let truth = tiny(150);
    let (home, folder) = empty();
    let mut lock = folder.lock(krvk()).expect("a lock");
    for slice in pack_all(&truth) {
        assert_eq!(lock.append(&[slice]), Ok(1));
        let files = names(home.path());
        assert!(files.len() <= 65, "{files:?}");
    }
    assert_eq!(audit(&folder, &truth), Ok(()));
}

#[test]
fn half_written_files_are_not_seen_and_soon_removed() {
    let truth = small();
    let (home, folder) = empty();
    folder.lock(krvk()).and_then(|mut lock| lock.append(&pack_all(&truth))).expect("room");
    let of_another_table = "KRvK.dtz.4000000.part";
    for half in ["KRvK.0002.dtm.4000000.part", "KRvK.dtm.4000000.part", of_another_table] {
        fs::write(home.path().join(half), b"half").expect("room");
    }
    assert_eq!(audit(&folder, &truth), Ok(()));
    folder.lock(krvk()).expect("a lock");
    assert_eq!(names(home.path()), ["KRvK.0001.dtm", "KRvK.dtm.lock", of_another_table]);
    assert_eq!(audit(&folder, &truth), Ok(()));
}

#[test]
fn segments_of_a_finished_table_are_not_seen_and_soon_removed() {
    let truth = small();
    let (home, folder) = written(&truth);
    for left in ["KRvK.0001.dtm", "KRvK.0007.dtm"] {
        fs::write(home.path().join(left), b"whatever").expect("room");
    }
    assert_eq!(audit(&folder, &truth), Ok(()));
    assert!(folder.lock(krvk()).expect("a lock").is_complete());
    assert_eq!(names(home.path()), ["KRvK.dtm", "KRvK.dtm.lock"]);
    assert_eq!(audit(&folder, &truth), Ok(()));
}

#[test]
fn segments_that_were_merged_but_not_removed_do_no_harm() {
    let truth = small();
    let (home, folder) = empty();
    folder.lock(krvk()).and_then(|mut lock| lock.append(&pack_all(&truth))).expect("room");
    let path = |number| home.path().join(format!("KRvK.{number:04}.dtm"));
    fs::copy(path(1), path(2)).expect("room");
    assert_eq!(audit(&folder, &truth), Ok(()));
    folder.lock(krvk()).and_then(|mut lock| lock.finish(&keys(&truth))).expect("all slices");
    assert_eq!(names(home.path()), ["KRvK.dtm", "KRvK.dtm.lock"]);
    assert_eq!(audit(&folder, &truth), Ok(()));
}

#[test]
fn a_folder_is_created_by_the_first_lock() {
    let (home, _) = empty();
    let path = home.path().join("deep/tables");
    let folder = Folder::at(&path, CACHE_BYTES);
    assert!(folder.table(krvk()).expect("no folder").is_none());
    assert_eq!(folder.materials(Metric::Dtm), Ok(vec![]));
    assert!(!path.exists());
    assert!(folder.lock(krvk()).expect("a lock").keys().is_empty());
    assert!(folder.table(krvk()).expect("an empty folder").is_none());
}

#[test]
fn materials_are_listed_with_what_they_hold() {
    let truth = small();
    let (home, folder) = written(&truth);
    let kqvk = TableName::new("KQvK", Metric::Dtm).expect("letters");
    let mut lock = folder.lock(kqvk).expect("a lock");
    for slice in pack_all(&truth).chunks(1).take(2) {
        lock.append(slice).expect("room");
    }
    fs::write(home.path().join("KNvK.dtm"), b"too short").expect("room");
    fs::write(home.path().join("notes.txt"), b"not a table").expect("room");

    let listed = folder.materials(Metric::Dtm).expect("a folder");
    let told: Vec<(&str, Option<(usize, bool)>)> = listed
        .iter()
        .map(|listing| {
            let contents = listing.contents.as_ref().ok();
            (listing.name.material(), contents.map(|held| (held.slices, held.complete)))
        })
        .collect();
    let expected = [("KNvK", None), ("KQvK", Some((2, false))), ("KRvK", Some((3, true)))];
    assert_eq!(told, expected);
    let bytes = fs::metadata(home.path().join("KRvK.dtm")).expect("the file").len();
    assert_eq!(listed[2].contents.as_ref().map(|held| held.bytes), Ok(bytes));
    assert_eq!(folder.materials(Metric::Dtz), Ok(vec![]));
}
