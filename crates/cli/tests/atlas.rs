//! Atlases that are killed while they grow, layers through pipes, and two processes on one atlas.

mod kills;

use kills::Work;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

fn command(folder: &Path, plies: u32, memory: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command
        .args(["atlas", "grow", &plies.to_string(), "--quiet", "--threads", "2"])
        .args(["--memory", memory, "--data-dir"])
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

fn grow_all(folder: &Path, plies: u32, memory: &str) {
    let output = command(folder, plies, memory).output().expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The names and bytes of all files.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = fs::read(&path).expect("a file");
            files.insert(path.strip_prefix(folder).expect("inside").to_owned(), bytes);
        }
    }
    files
}

/// An atlas of so many plies in a new folder.
fn grown(plies: u32, memory: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    grow_all(folder.path(), plies, memory);
    folder
}

#[test]
fn the_cost_of_layers_beyond_all_bounds_is_estimated() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut sole = Command::new(env!("CARGO_BIN_EXE_sole"));
    sole.args(["atlas", "grow", "64", "--dry-run", "--json", "--data-dir"]).arg(folder.path());
    let output = sole.output().expect("the binary runs");
    // No disk has the room, which is an error after the estimates.
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let mut lines = output.stdout.split(|&byte| byte == b'\n');
    let told = lines.next().expect("a line");
    let told: serde_json::Value = serde_json::from_slice(told).expect("JSON");
    assert_eq!(told["result"]["layers"].as_array().map(Vec::len), Some(65), "{told}");
}

/// Kills the last layer so many times at work.
fn kill(times: u32, plies: u32, memory: &str) {
    let begin = || grown(plies - 1, memory);
    let start = |folder: &Path| {
        command(folder, plies, memory).stderr(Stdio::null()).spawn().expect("the binary runs")
    };
    Work { begin, start, contents }.survive(times);
}

#[test]
fn a_layer_killed_at_work_goes_on_to_the_same_bytes() {
    kill(5, 5, "1G");
}

#[test]
fn a_layer_on_disk_killed_at_work_goes_on_to_the_same_bytes() {
    kill(5, 5, "12M");
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn layer_6_killed_twenty_times_goes_on_to_the_same_bytes() {
    kill(20, 6, "100M");
}

/// A copy of a folder.
fn copy(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    for (name, bytes) in contents(folder) {
        let path = copy.path().join(name);
        fs::create_dir_all(path.parent().expect("in a folder")).expect("a folder");
        fs::write(path, bytes).expect("written");
    }
    copy
}

#[test]
fn what_is_killed_while_it_is_made_anew_goes_on_to_the_bytes_it_had() {
    let whole = grown(5, "1G");
    let harms = [("0000.parquet", "1G"), ("0000.parquet", "12M"), ("manifest.json", "1G")];
    for (name, memory) in harms {
        let begin = || {
            let folder = copy(whole.path());
            let path = folder.path().join("atlas/array/layer-05").join(name);
            let mut bytes = fs::read(&path).expect("a file");
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(path, bytes).expect("written");
            folder
        };
        let start = |folder: &Path| {
            let mut check = command(folder, 0, memory);
            check.arg("--check").stderr(Stdio::null()).spawn().expect("the binary runs")
        };
        let expected = contents(whole.path());
        let contents = |folder: &Path| {
            let contents = contents(folder);
            assert!(contents == expected, "{name} with {memory} differs from what it was");
            contents
        };
        Work { begin, start, contents }.survive(3);
    }
}

/// Two knights, whose layer after nine plies has two files.
const KNIGHTS: [&str; 2] = ["--from", "8/3n4/8/4k3/8/8/3NK3/8 w - - 0 1"];

#[test]
#[ignore = "slow tier: make test-slow"]
fn a_layer_with_several_run_files_killed_at_work_goes_on_to_the_same_bytes() {
    let grow = |folder: &Path, plies, memory| {
        let mut grow = command(folder, plies, memory);
        grow.args(KNIGHTS).stderr(Stdio::null()).spawn().expect("the binary runs")
    };
    let before = tempfile::tempdir().expect("a folder");
    assert!(grow(before.path(), 9, "1G").wait().expect("it ends").success());
    let begin = || copy(before.path());
    let start = |folder: &Path| grow(folder, 10, "40M");
    Work { begin, start, contents }.survive(10);
}

/// Presses Ctrl-C when there is such a file or folder, which must end the command in order.
#[cfg(unix)]
fn interrupt(mut command: Command, when: &Path) {
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the binary runs");
    while !when.exists() {
        assert!(child.try_wait().expect("a status").is_none(), "it ended before");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("interrupted; what was finished is kept"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_layer_that_is_interrupted_goes_on_to_the_same_bytes() {
    let (whole, folder) = (grown(5, "1G"), tempfile::tempdir().expect("a folder"));
    let layer = |name: &str| folder.path().join("atlas/array").join(name);
    interrupt(command(folder.path(), 5, "12M"), &layer("layer-04/runs"));
    assert!(layer("layer-04/manifest.json").exists(), "what was finished is kept");
    grow_all(folder.path(), 5, "12M");
    assert!(contents(folder.path()) == contents(whole.path()), "the bytes differ");
}

#[cfg(unix)]
#[test]
fn a_stratum_that_is_interrupted_keeps_how_far_it_has_come() {
    let folder = tempfile::tempdir().expect("a folder");
    let strata = folder.path().join("strata");
    interrupt(verb(folder.path(), &["stratum", "--quiet"]), &strata);
    let kept = fs::read_dir(strata).expect("a folder").filter_map(Result::ok);
    let kept = kept.filter(|entry| entry.path().extension().is_some_and(|end| end == "survey"));
    assert_eq!(kept.count(), 1);
}

/// Grows on a small disk that is full for a while, then again, and copies what is there.
///
/// The first two arguments are a folder for the disk and one for the copy, the third says how the
/// disk is full: a number of files, or `bytes` for a file that takes all room once runs are written.
#[cfg(target_os = "linux")]
const FULL: &str = r#"
disk=$1 out=$2 full=$3
grow() { "$SOLE" atlas grow 5 --quiet --threads 2 --memory 12M --data-dir "$disk"; }
files=$full
[ "$full" = bytes ] && files=0
mount -t tmpfs -o size=16m,nr_inodes="$files" tmpfs "$disk" || exit 77
if [ "$full" = bytes ]; then
    grow 2> "$out/told" &
    while [ ! -d "$disk/atlas/array/layer-04/runs" ] && kill -0 $!; do :; done
    dd if=/dev/zero of="$disk/ballast" bs=64k 2> /dev/null
    wait $!
else
    grow 2> "$out/told"
fi
echo $? > "$out/code"
rm -f "$disk/ballast"
mount -o remount,nr_inodes=0 "$disk"
grow && cp -R "$disk/atlas" "$out/atlas"
"#;

/// Grows on a disk that is full for a while; `None` if this machine allows no such disk.
#[cfg(target_os = "linux")]
fn grow_on_full_disk(full: &str) -> Option<(String, BTreeMap<PathBuf, Vec<u8>>)> {
    let [disk, out] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let mut shell = Command::new("unshare");
    shell.args(["-rm", "sh", "-c", FULL, "full"]).args([disk.path(), out.path()]).arg(full);
    let output = shell.env("SOLE", env!("CARGO_BIN_EXE_sole")).output().ok()?;
    // Code 1 is that of `unshare` itself.
    if matches!(output.status.code(), Some(1 | 77)) && !out.path().join("code").exists() {
        return None;
    }
    assert!(output.status.success(), "{full}: {}", String::from_utf8_lossy(&output.stderr));
    let read = |name: &str| fs::read_to_string(out.path().join(name)).expect("written");
    let told = format!("{}{}", read("code"), read("told"));
    Some((told, contents(&out.path().join("atlas"))))
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_the_same_command_goes_on_where_there_is_room() {
    let whole = grown(5, "1G");
    let expected = contents(&whole.path().join("atlas"));
    let mut struck = 0;
    for full in ["8", "17", "24", "29", "bytes", "bytes", "bytes"] {
        let Some((told, actual)) = grow_on_full_disk(full) else {
            println!("SKIPPED: this machine allows no small disk (unshare -rm, mount -t tmpfs)");
            struck = usize::MAX;
            break;
        };
        assert!(actual == expected, "{full}: the bytes differ");
        // Work that was faster than what filled the disk proves nothing.
        if full != "bytes" || told != "0\n" {
            struck += 1;
            assert!(told.starts_with("3\n"), "{full}: {told}");
            assert!(told.contains("could not be written: the disk is full"), "{full}: {told}");
            assert!(told.contains("help: make room and repeat the command"), "{full}: {told}");
        }
    }
    assert!(struck > 4, "{struck} times the disk was full");
}

/// The most memory that a process has had so far, in bytes.
#[cfg(target_os = "linux")]
fn most_resident(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "slow tier: make test-slow"]
fn no_more_memory_is_taken_than_is_allowed() {
    for (threads, memory) in [("1", 400), ("2", 800)] {
        let folder = grown(5, "1G");
        let mut child = verb(folder.path(), &["grow", "6", "--threads", threads])
            .args(["--memory", &format!("{memory}M")])
            .spawn()
            .expect("the binary runs");
        let mut most = 0;
        while child.try_wait().expect("a status").is_none() {
            most = most_resident(&child).unwrap_or(0).max(most);
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        assert!(most > 0 && most <= memory << 20, "{threads} threads took {most} bytes");
    }
}

#[test]
fn memory_that_will_not_do_is_told() {
    let folder = grown(4, "1G");
    let (_, told, code) =
        answered(folder.path(), &["grow", "5", "--threads", "2", "--memory", "12M"]);
    let expected = "--memory bounds edges alone: on 2 threads files take up to 839 MB with them\n";
    assert_eq!((told.as_str(), code), (expected, Some(0)));
}

/// A verb of `sole atlas` on an atlas.
fn verb(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.arg("atlas").args(words).arg("--data-dir").arg(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The children of the first row group of layer 3: few enough to come sorted.
fn children(folder: &Path) -> Child {
    let mut read = verb(folder, &["read", "3", "0", "0"]).spawn().expect("the binary runs");
    let rows = read.stdout.take().expect("a pipe");
    let mut expand = Command::new(env!("CARGO_BIN_EXE_sole"));
    let expand = expand.args(["atlas", "expand"]).stdin(rows).stdout(Stdio::piped());
    let expand = expand.stderr(Stdio::null()).spawn().expect("the binary runs");
    assert!(read.wait().expect("it ends").success());
    expand
}

/// The result in a line of JSON.
fn result(line: &str) -> serde_json::Value {
    let mut envelope: serde_json::Value = serde_json::from_str(line).expect("an envelope");
    envelope["result"].take()
}

/// Has layer 4 written through pipes; at the end so many lines about files are told.
fn conduct(folder: &Path, lines: usize) -> std::process::Output {
    let mut conductor = verb(folder, &["conduct", "4", "--json"]).spawn().expect("the binary runs");
    let mut answers = BufReader::new(conductor.stdout.take().expect("a pipe"));
    let mut line = String::new();
    answers.read_line(&mut line).expect("a plan");
    let plan = result(&line);
    assert_eq!((&plan["files"], &plan["groups"]), (&json!([0]), &json!([1])), "one file");
    let path = format!("{}/0000-1.parquet", plan["folder"].as_str().expect("a folder"));
    let mut expand = children(folder);
    let mut write = verb(folder, &["write", "4", "0", "--json", "--output", &path]);
    let write = write.stdin(expand.stdout.take().expect("a pipe")).output();
    expand.wait().expect("it ends");
    let written = String::from_utf8(write.expect("the binary runs").stdout).expect("text");
    let written = result(&written);
    assert_eq!(written["content"]["rows"], 72_078);
    let told = json!({"file": 0, "name": "0000-1.parquet", "content": written["content"]});
    let mut input = conductor.stdin.take().expect("a pipe");
    for _ in 0..lines {
        writeln!(input, "{told}").expect("it listens");
    }
    drop(input);
    let mut output = conductor.wait_with_output().expect("it ends");
    answers.read_to_end(&mut output.stdout).expect("an answer");
    output
}

#[test]
fn a_layer_written_through_pipes_has_the_same_bytes() {
    let (whole, piped) = (grown(4, "1G"), grown(3, "1G"));
    for lines in [0, 2] {
        let output = conduct(piped.path(), lines);
        assert_eq!(output.status.code(), Some(3), "{lines} lines");
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(told.contains(&format!("{lines} files of the layer after 4 plies")), "{told}");
    }
    let output = conduct(piped.path(), 1);
    assert!(output.status.success());
    let told = result(&String::from_utf8_lossy(&output.stdout));
    assert_eq!((&told["positions"], &told["complete"]), (&json!(72_078), &json!(true)));
    assert!(contents(whole.path()) == contents(piped.path()), "the bytes differ");
}

#[test]
fn a_second_process_is_refused() {
    let folder = grown(1, "1G");
    let lock = folder.path().join("atlas/array/atlas.lock");
    let lock = fs::File::options().write(true).open(lock).expect("the lock");
    lock.lock().expect("it can be locked");
    let output = command(folder.path(), 2, "1G").output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("another process grows this atlas"), "{told}");
    drop(lock);
    grow_all(folder.path(), 2, "1G");
}

/// What a verb answers, what it says on standard error, and its exit code.
fn answered(folder: &Path, words: &[&str]) -> (String, String, Option<i32>) {
    let output = verb(folder, words).output().expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// A list that is not whole does not take the place of an older one.
#[test]
fn lists_that_come_to_nothing_leave_the_file_as_it_was() {
    let folder = grown(5, "1G");
    let is_of_layer = |path: &&PathBuf| path.ends_with("layer-05/0000.parquet");
    let files = contents(folder.path());
    let file = folder.path().join(files.keys().find(is_of_layer).expect("a file of the layer"));
    let mut bytes = fs::read(&file).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).expect("written");
    let list = folder.path().join("list");
    let output = list.to_str().expect("a name in UTF-8");
    let cases: [&[&str]; 3] = [
        &["export", "5", "-o", output],
        &["stratum", "--memory", "1M", "-o", output],
        &["sql", "select * from layer(5)", "-o", output, "--format", "csv"],
    ];
    for words in cases {
        fs::write(&list, "old").expect("written");
        let (_, told, exit) = answered(folder.path(), words);
        assert!(exit.is_some_and(|exit| exit > 1), "{words:?}: {told}");
        assert_eq!(fs::read_to_string(&list).expect("a list"), "old", "{words:?}: {told}");
        let names = fs::read_dir(folder.path()).expect("a folder");
        let parts = names.filter(|entry| {
            entry.as_ref().expect("an entry").path().extension().is_some_and(|end| end == "part")
        });
        assert_eq!(parts.count(), 0, "{words:?}");
    }
}

#[test]
fn a_hole_between_layers_is_told() {
    let folder = grown(4, "1G");
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let verbs: [&[&str]; 2] = [&["stats"], &["find", array]];
    for words in verbs {
        let (_, told, _) = answered(folder.path(), words);
        assert_eq!(told, "", "{words:?}");
    }
    fs::remove_dir_all(folder.path().join("atlas/array/layer-03")).expect("removed");
    for words in verbs {
        let (_, told, code) = answered(folder.path(), words);
        let expected = "the layer after 3 plies is missing, so that later ones are left out; \
                        make it with: sole atlas grow 3 --data-dir ";
        assert!(told.starts_with(expected) && code == Some(0), "{words:?}: {told}");
        let (answer, ..) = answered(folder.path(), &[words, &["--json"]].concat());
        assert_eq!(result(&answer)["missing"], 3, "{answer}");
    }
    let nowhere = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -";
    let (answer, _, code) = answered(folder.path(), &["find", nowhere, "--json"]);
    assert!(answer.contains("\"status\":\"open\"") && code == Some(4), "{code:?}: {answer}");
    grow_all(folder.path(), 3, "1G");
    let (answer, told, _) = answered(folder.path(), &["find", array]);
    assert_eq!(
        (answer.as_str(), told.as_str()),
        ("after 0 plies: 1 game\nafter 4 plies: 16 games\n", "")
    );
}

#[test]
fn a_file_that_is_gone_is_made_anew() {
    let folder = grown(3, "1G");
    let whole = contents(folder.path());
    fs::remove_file(folder.path().join("atlas/array/layer-02/0000.parquet")).expect("removed");
    let (answer, _, code) = answered(folder.path(), &["grow", "3"]);
    let expected = "made layer-02/0000.parquet anew\nnothing is missing\n";
    assert_eq!((answer.as_str(), code), (expected, Some(0)));
    assert!(contents(folder.path()) == whole, "the bytes differ");
}

#[test]
fn a_damaged_manifest_is_refused_with_the_command_that_mends_it() {
    let folder = grown(3, "1G");
    let whole = contents(folder.path());
    let manifest = folder.path().join("atlas/array/layer-03/manifest.json");
    fs::write(&manifest, "{").expect("written");
    for words in [&["grow", "3"][..], &["grow", "3", "--dry-run"], &["stats"]] {
        let (_, told, code) = answered(folder.path(), words);
        let help = "help: its layer is made anew by: sole atlas grow 0 --check --data-dir ";
        assert!(told.contains(help) && code == Some(3), "{words:?}: {told}");
    }
    let (answer, told, code) = answered(folder.path(), &["grow", "0", "--check"]);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(answer, "made layer-03/manifest.json anew\nnothing is missing\n");
    assert!(contents(folder.path()) == whole, "the bytes differ");
}

#[test]
fn layers_that_were_finished_before_a_failure_are_told() {
    for json in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        // A draft that is no file cannot be cleared away.
        let obstacle = folder.path().join("atlas/array/layer-03/0000.parquet.part");
        fs::create_dir_all(obstacle).expect("a folder");
        let words = ["grow", "3", "--json"];
        let (answer, told, code) = answered(folder.path(), &words[..2 + usize::from(json)]);
        assert_eq!(code, Some(3), "{told}");
        let lines: Vec<&str> = answer.lines().collect();
        if json {
            assert_eq!(result(lines[0])["layers"].as_array().map(Vec::len), Some(3), "{answer}");
            assert!(lines[0].contains(r#""status":"open""#), "{answer}");
            assert!(lines[1].contains(r#""status":"error""#), "{answer}");
        } else {
            assert_eq!(lines.len(), 3, "{answer}");
            assert!(lines[2].starts_with("2 plies: 400 positions, 400 games"), "{answer}");
            assert!(told.contains("cannot remove") && told.contains("layer-03"), "{told}");
        }
    }
}

#[test]
fn a_sound_atlas_is_checked_while_it_cannot_be_locked() {
    let folder = grown(3, "1G");
    let lock = folder.path().join("atlas/array/atlas.lock");
    let locked = fs::File::options().write(true).open(&lock).expect("the lock");
    locked.lock().expect("it can be locked");
    let check = ["grow", "3", "--check"];
    let (answer, told, code) = answered(folder.path(), &check);
    assert_eq!((answer.as_str(), code), ("nothing is missing\n", Some(0)), "{told}");
    let file = folder.path().join("atlas/array/layer-03/0000.parquet");
    fs::write(&file, "damaged").expect("written");
    let (_, told, code) = answered(folder.path(), &check);
    assert!(code == Some(3) && told.contains("another process grows"), "{told}");
    drop(locked);
    let (answer, ..) = answered(folder.path(), &check);
    assert_eq!(answer, "made layer-03/0000.parquet anew\nnothing is missing\n");
}
