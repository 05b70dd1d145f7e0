//! Lists and pictures of an atlas: whole lists, pipes that close, interruptions, and SVG.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn command(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.arg("atlas").args(words.split_whitespace()).arg("--data-dir").arg(folder);
    command
}

fn run(folder: &Path, words: &str) -> Output {
    let output = command(folder, words).output().expect("the binary runs");
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn text(folder: &Path, words: &str) -> String {
    String::from_utf8(run(folder, words).stdout).expect("text")
}

fn grown(plies: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), &format!("grow {plies} --quiet"));
    folder
}

#[test]
fn lists_are_written_in_the_format_of_their_name() {
    let folder = grown(1);
    for (name, format) in [
        ("list", "fen"),
        ("list.txt", "fen"),
        ("a.EPD", "epd"),
        ("b.csv", "csv"),
        ("c.jsonl", "json"),
    ] {
        let file = folder.path().join(name);
        run(folder.path(), &format!("export 1 --output {}", file.display()));
        let expected = text(folder.path(), &format!("export 1 --format {format}"));
        assert_eq!(fs::read_to_string(&file).expect("a list"), expected, "{name}");
    }
    let file = folder.path().join("d.parquet");
    let words = format!("export 1 --output {}", file.display());
    let refused = command(folder.path(), &words).output().expect("the binary runs");
    let told = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("cannot tell the format from the name") && !file.exists(), "{told}");
}

/// Reads a file in the founding text's format.
fn expand(file: &Path, format: &str, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.args(["atlas", "expand", "--format", format, "--file"]).arg(file).args(more);
    command.output().expect("the binary runs")
}

#[test]
fn the_founding_text_s_files_are_written_and_read() {
    let folder = grown(3);
    let fens = text(folder.path(), "export 3");
    let moves = text(folder.path(), "export 3 --format csv");
    let moves: Vec<&str> = moves.lines().skip(1).filter_map(|row| row.split(',').nth(6)).collect();
    let mut read = Vec::new();
    for (format, other) in [("founding", "founding-moves"), ("founding-moves", "founding")] {
        let file = folder.path().join(format);
        run(folder.path(), &format!("export 3 --format {format} --output {}", file.display()));
        let output = expand(&file, format, &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = String::from_utf8(output.stdout).expect("text");
        for ((line, fen), moves) in lines.lines().zip(fens.lines()).zip(&moves) {
            let (read, ways) = line.split_once('\t').expect("a tab");
            assert_eq!((read, ways.split(' ').count().to_string().as_str()), (fen, *moves));
        }
        assert_eq!(lines.lines().count(), fens.lines().count());
        read.push(lines);
        let refused = expand(&file, other, &[]);
        assert_eq!(refused.status.code(), Some(3), "{format} read as {other}");
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(told.contains("position ") && told.contains("--format founding-moves"), "{told}");
        let json = expand(&file, format, &["--json"]).stdout;
        let first = json.split(|&byte| byte == b'\n').next().expect("a line");
        let first: Value = serde_json::from_slice(first).expect("an envelope");
        let result = &first["result"];
        assert_eq!(
            result["moves"].as_array().map(Vec::len).map(|n| n.to_string()).as_deref(),
            Some(moves[0])
        );
        assert_eq!(
            result["codes"].as_array().map(Vec::len),
            result["moves"].as_array().map(Vec::len)
        );
    }
    assert!(read[0] == read[1], "the moves of the file are all moves");
}

#[test]
fn every_format_lists_the_whole_layer_in_order() {
    let folder = grown(4);
    let list = |format: &str| run(folder.path(), &format!("export 4 --format {format}")).stdout;
    let lines = |format: &str| {
        let text = String::from_utf8(list(format)).expect("text");
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let packed = list("packed");
    let keys: Vec<&[u8]> = packed.chunks(24).collect();
    assert!(keys.is_sorted() && keys.len() == 72_078);
    assert_eq!(list("founding").len(), 72_078 * 36);
    let (fens, epds, rows) = (lines("fen"), lines("epd"), lines("csv"));
    let objects = lines("json");
    assert_eq!([fens.len(), epds.len(), rows.len() - 1, objects.len()], [72_078; 4]);
    let names: Vec<&str> = rows[0].split(',').collect();
    let mut games = 0;
    for (index, key) in keys.iter().enumerate() {
        let object: BTreeMap<String, Value> =
            serde_json::from_str(&objects[index]).expect("an object");
        let cells: BTreeMap<&str, &str> =
            names.iter().copied().zip(rows[index + 1].split(',')).collect();
        assert_eq!(names.len(), object.len());
        for (name, cell) in &cells {
            let value = &object[*name];
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(&value, cell, "{name} of {}", fens[index]);
        }
        assert_eq!(cells["fen"], fens[index]);
        let position = sole_board::PackedPosition::from_bytes((*key).try_into().expect("24"));
        assert_eq!(position.expect("a position").unpack().to_string(), fens[index]);
        let epd: sole_board::Epd = epds[index].parse().expect("an EPD");
        assert_eq!(epd.setup.to_string(), fens[index]);
        assert_eq!(
            epd.number("games").map(|games| games.to_string()),
            Some(cells["games"].to_owned())
        );
        let outcome = epd.operands("outcome").map_or("none", |operands| operands[0].text());
        assert_eq!(outcome, cells["outcome"], "{}", epds[index]);
        games += cells["games"].parse::<u64>().expect("a number");
    }
    assert_eq!(games, 197_281);
}

#[test]
fn lists_are_the_same_on_any_number_of_threads() {
    let folder = grown(4);
    for words in
        ["--format csv", "--sample 500 --seed 9", "--sample 500 --seed 9 --by games --check"]
    {
        let on =
            |threads: u32| text(folder.path(), &format!("export 4 {words} --threads {threads}"));
        assert_eq!(on(1), on(3), "{words}");
    }
}

#[test]
fn a_closed_pipe_ends_a_list_silently() {
    let folder = grown(5);
    let mut child = command(folder.path(), "export 5 --format csv")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    assert!(line.starts_with("fen,games,"), "{line}");
    drop(out);
    let mut told = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut told).expect("text");
    assert_eq!((child.wait().expect("it ends").code(), told.as_str()), (Some(0), ""));
}

#[test]
fn ctrl_c_ends_a_list() {
    let folder = grown(5);
    let mut child = command(folder.path(), "export 5 --format csv")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    out.read_line(&mut String::new()).expect("a line");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let mut rest = Vec::new();
    out.read_to_end(&mut rest).expect("readable");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(rest.iter().filter(|&&byte| byte == b'\n').count() < 822_518, "not all of it");
}

/// Checks that tags are closed in their order and attributes are quoted, and counts tags.
fn tags(svg: &str) -> BTreeMap<String, usize> {
    let (mut open, mut counts) = (Vec::new(), BTreeMap::new());
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let outside = &rest[..start];
        assert!(!outside.contains('>'), "{outside}");
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closed in order");
            continue;
        }
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
        let name = tag.split([' ', '/']).next().unwrap_or_default().to_owned();
        assert!(name.chars().all(|c| c.is_ascii_lowercase()) && !name.is_empty(), "{tag}");
        *counts.entry(name.clone()).or_default() += 1;
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    counts
}

#[test]
fn the_picture_is_well_formed_and_has_all_numbers() {
    let folder = grown(4);
    let file = folder.path().join("layers.svg");
    let mut stats = command(folder.path(), "stats");
    let output = stats.arg("--svg").arg(&file).output().expect("the binary runs");
    assert!(output.status.success());
    let svg = std::fs::read_to_string(&file).expect("a picture");
    let counts = tags(&svg);
    assert_eq!((counts["svg"], counts["g"], counts.get("script")), (1, 6, None));
    assert_eq!(counts["circle"], 5 + 5 + 2 + 1, "positions, games, checks and mates");
    for note in ["ply 4: 197 281 games", "ply 4: 72 078 positions", "ply 4: 4 mates", "with 30 men"]
    {
        assert!(svg.contains(note), "{note}");
    }
    let panel = |title: &str| {
        let (_, rest) = svg.split_once(&format!(">{title} <")).expect("a panel");
        rest.split("</g>").next().expect("its end").to_owned()
    };
    for (title, has, has_not) in [("Checks", "checks<", "mates<"), ("Ends", "mates<", "checks<")] {
        assert!(panel(title).contains(has) && !panel(title).contains(has_not), "{title}");
    }
    let from = ["--from", "8/8/8/8/8/8/8/K1k5 w - -"];
    let mut grow = command(folder.path(), "grow 3 --quiet");
    assert!(grow.args(from).output().expect("it runs").status.success());
    let mut stats = command(folder.path(), "stats");
    let output = stats.args(from).arg("--svg").arg(&file).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    tags(&std::fs::read_to_string(&file).expect("a picture"));
}
