//! Questions in SQL from standard input, and questions that are interrupted.

#![cfg(feature = "sql")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

fn sole(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.arg("atlas").args(arguments).arg("--data-dir").arg(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn grown(plies: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let status = sole(folder.path(), &["grow", plies, "--quiet"]).status();
    assert!(status.expect("the binary runs").success());
    folder
}

#[test]
fn a_question_comes_from_standard_input() {
    let folder = grown("2");
    for typed in [&["sql", "-"][..], &["sql", "--file", "-"]] {
        let mut child = sole(folder.path(), typed).spawn().expect("the binary runs");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"select count(*) as number\nfrom layer(2)\n").expect("it is read");
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "number\n   400\n", "{typed:?}");
        assert_eq!(output.status.code(), Some(0), "{typed:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_question_can_be_interrupted() {
    let folder = grown("3");
    let endless = "select a.games as a, b.games as b, c.games as c, d.games as d from layer(3) as a, layer(3) as b, \
                   layer(3) as c, layer(3) as d";
    let typed = ["sql", endless, "--format", "csv"];
    let mut child = sole(folder.path(), &typed).spawn().expect("the binary runs");
    let mut rows = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut names = String::new();
    rows.read_line(&mut names).expect("a line");
    assert_eq!(names, "a,b,c,d\n");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    std::io::copy(&mut rows, &mut std::io::sink()).expect("it ends");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("interrupted"), "{told}");
}

/// A file whose pages are nonsense, with its hash in the manifest put right.
#[test]
fn a_forged_layer_is_damaged() {
    let folder = grown("2");
    let layer = folder.path().join("atlas/array/layer-02");
    let (path, manifest_path) = (layer.join("0000.parquet"), layer.join("manifest.json"));
    let whole = std::fs::read(&path).expect("a file");
    let manifest = std::fs::read_to_string(&manifest_path).expect("a manifest");
    // The last two make a decoder panic.
    let forgeries =
        [(4..60, 0xff), (4..400, 0xff), (400..800, 0xff), (173..174, 25), (1591..1592, 1)];
    for (bytes, value) in forgeries {
        let mut file = whole.clone();
        file[bytes.clone()].fill(value);
        std::fs::write(&path, &file).expect("written");
        std::fs::write(&manifest_path, resealed(&manifest, &whole, &file)).expect("written");
        for question in [
            "select * from layer(2)",
            "select count(*) from layer(2) where moves > 3 and material = 'x'",
            "select fen(position) from layer(2) order by games",
        ] {
            let output = sole(folder.path(), &["sql", question]).output().expect("it runs");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(!told.contains("panicked"), "{bytes:?} {question}: {told}");
            // Columns that are not asked for are not read.
            let is_read = output.status.code() == Some(0) && question != "select * from layer(2)";
            let is_damaged = output.status.code() == Some(3) && told.contains("0000.parquet");
            assert!(is_read || is_damaged, "{bytes:?} {question}: {output:?}");
        }
    }
}

/// The manifest of another file of the same length, with the right hashes.
fn resealed(manifest: &str, file: &[u8], other: &[u8]) -> String {
    let [before, after] = [file, other].map(|bytes| blake3::hash(bytes).to_hex());
    let manifest = manifest.replace(before.as_str(), &after);
    let (rest, _) = manifest.split_once(",\n  \"blake3\"").expect("the hash is the last field");
    // The hash is that of the JSON without spaces.
    let compact = |line: &str| line.trim().replacen("\": ", "\":", 1);
    let compact: String = rest.lines().map(compact).chain(["}".to_owned()]).collect();
    let hash = blake3::hash(compact.as_bytes()).to_hex();
    format!("{rest},\n  \"blake3\": \"{hash}\"\n}}\n")
}

#[test]
fn a_wrong_question_leaves_the_file_of_the_last_answer() {
    let folder = grown("1");
    let path = folder.path().join("answer.csv");
    let file = path.to_str().expect("a name in UTF-8");
    for (question, code, expected) in [
        ("select count(*) as number from layer(1)", 0, "number\n20\n"),
        ("select nothing from layer(1)", 3, "number\n20\n"),
        ("select men from layer(1) where false", 1, "men\n"),
    ] {
        let output = sole(folder.path(), &["sql", question, "-o", file]).output();
        assert_eq!(output.expect("the binary runs").status.code(), Some(code), "{question}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), expected, "{question}");
        assert!(!path.with_added_extension("part").exists(), "{question}");
    }
}
