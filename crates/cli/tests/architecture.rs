//! The map of the house, checked against the manifests.
//!
//! Who may see whom is written here once. A dependency that the map does not
//! allow fails by name; so does a crate that the map does not know.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each folder in `crates/` and the crates of ours that it may see.
const MAP: [(&str, &[&str]); 15] = [
    ("puzzle", &[]),
    // Behind the feature `parallel` alone: perft as a task.
    ("board", &["puzzle"]),
    ("storage", &[]),
    ("endgame", &["board", "puzzle", "storage"]),
    ("mate", &["board", "puzzle"]),
    ("proof", &["board", "puzzle", "storage"]),
    ("atlas", &["board", "puzzle", "storage"]),
    ("sql", &["board", "atlas"]),
    ("sudoku", &["puzzle"]),
    ("collection", &["board", "puzzle", "endgame", "mate", "proof", "sudoku", "picture"]),
    ("picture", &["board"]),
    ("api", BELOW_API),
    ("uci", &["board", "puzzle", "endgame", "mate"]),
    ("web", &["api", "puzzle", "picture"]),
    ("cli", ALL_OTHERS),
];

const BELOW_API: &[&str] = &[
    "puzzle",
    "board",
    "storage",
    "endgame",
    "mate",
    "proof",
    "atlas",
    "sudoku",
    "collection",
    "picture",
];

const ALL_OTHERS: &[&str] = &[
    "api",
    "puzzle",
    "board",
    "storage",
    "endgame",
    "mate",
    "proof",
    "atlas",
    "sql",
    "sudoku",
    "collection",
    "picture",
    "uci",
    "web",
];

/// The crates of others that only some of ours may use, by the first part of their names.
const RESERVED: [(&str, &[&str]); 17] = [
    ("arrow", &["atlas", "sql"]),
    ("parquet", &["atlas", "sql"]),
    ("datafusion", &["sql"]),
    ("clap", &["api", "cli"]),
    ("indicatif", &["cli"]),
    ("tiny-skia", &["picture"]),
    ("axum", &["web"]),
    ("hyper", &["web"]),
    ("tokio", &["sql", "web"]),
    ("tower", &["web"]),
    ("utoipa", &["web"]),
    // Licences that ours could not keep: they serve as oracles in `peers/`.
    ("shakmaty", &[]),
    ("pgn-reader", &[]),
    ("sudoku", &[]),
    // Other programs are compared with in `peers/`, nowhere else.
    ("cozy-chess", &[]),
    ("chess", &[]),
    ("pleco", &[]),
];

/// A manifest, as far as the map is concerned.
#[derive(Debug)]
struct Manifest {
    folder: String,
    dependencies: Vec<String>,
}

/// The names of all dependencies of a manifest, of every kind.
fn read_manifest(folder: &str, text: &str) -> Manifest {
    let mut dependencies = Vec::new();
    let mut inside = false;
    for line in text.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            inside = table.ends_with("dependencies");
            // `[dependencies.name]` is a dependency by itself.
            let parts = table.rsplit_once("dependencies.");
            dependencies.extend(parts.map(|(_, name)| unquoted(name)));
        } else if inside && !line.starts_with('#') {
            let Some((name, value)) = line.split_once('=') else { continue };
            let name = name.trim().split('.').next().unwrap_or_default();
            dependencies.push(renamed(value).unwrap_or(unquoted(name)));
        }
    }
    Manifest { folder: folder.to_owned(), dependencies }
}

/// The name behind `package = "…"`, which another name would hide.
fn renamed(value: &str) -> Option<String> {
    let (_, rest) = value.split_once("package")?;
    let (_, rest) = rest.split_once('"')?;
    Some(rest.split_once('"')?.0.to_owned())
}

fn unquoted(name: &str) -> String {
    name.trim().trim_matches('"').to_owned()
}

/// Everything that the map forbids.
fn violations(manifests: &[Manifest]) -> Vec<String> {
    let map: BTreeMap<&str, &[&str]> = MAP.into_iter().collect();
    let mut found = Vec::new();
    for Manifest { folder, dependencies } in manifests {
        let Some(allowed) = map.get(folder.as_str()) else {
            found.push(format!("crates/{folder} is not on the map"));
            continue;
        };
        for name in dependencies {
            if let Some(ours) = own_folder(name) {
                if !allowed.contains(&ours) {
                    found.push(format!("{folder} must not see {ours}"));
                }
            } else if let Some(family) = misused(folder, name) {
                found.push(format!("{folder} must not use {name} (reserved: {family})"));
            }
        }
    }
    found
}

/// The folder of one of our packages: `sole` is `cli`, `sole-board` is `board`.
fn own_folder(package: &str) -> Option<&str> {
    if package == "sole" { Some("cli") } else { package.strip_prefix("sole-") }
}

/// The reserved family that `folder` uses by `name` and must not.
fn misused(folder: &str, name: &str) -> Option<&'static str> {
    let of_family = |family: &str| {
        let rest = name.strip_prefix(family);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
    };
    let (family, users) = RESERVED.into_iter().find(|&(family, _)| of_family(family))?;
    (!users.contains(&folder)).then_some(family)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifests() -> Vec<Manifest> {
    let mut manifests = Vec::new();
    for entry in fs::read_dir(root().join("crates")).expect("the folder of the crates") {
        let folder = entry.expect("an entry of that folder").path();
        let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        manifests.push(read_manifest(name, &text));
    }
    manifests
}

#[test]
fn every_dependency_is_on_the_map() {
    let manifests = manifests();
    assert!(manifests.len() >= 3, "too few manifests: {manifests:?}");
    assert!(manifests.iter().any(|m| m.dependencies.iter().any(|name| name == "sole-board")));
    assert_eq!(violations(&manifests), Vec::<String>::new());
}

/// Nothing in the lock file either, so nothing comes in through others.
#[test]
fn no_forbidden_crate_is_in_the_lock_file() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("the lock file");
    let names = lock.lines().filter_map(|line| line.strip_prefix("name = "));
    let nowhere = |name: &&str| {
        let forbidden = |&(family, users): &(&str, &[&str])| family == *name && users.is_empty();
        RESERVED.iter().any(forbidden)
    };
    let names: Vec<&str> = names.map(|name| name.trim_matches('"')).collect();
    assert!(names.contains(&"sole-board"), "the lock file is read wrongly");
    assert_eq!(names.into_iter().filter(nowhere).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// The folders outside the workspace, in which `cargo` looks at our crates only when it is run there.
const BESIDE: [&str; 2] = ["peers", "fuzz"];

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn lock_files_beside_the_workspace_are_up_to_date() {
    for beside in BESIDE {
        let lock = read(&format!("{beside}/Cargo.lock"));
        let mut seen = 0;
        for package in lock.split("[[package]]\nname = ").skip(1) {
            let name = unquoted(package.lines().next().unwrap_or_default());
            let Some(folder) = own_folder(&name) else { continue };
            let manifest =
                if BESIDE.contains(&folder) { folder } else { &format!("crates/{folder}") };
            let tables = read(&format!("{manifest}/Cargo.toml"));
            let tables: Vec<&str> =
                tables.split("\n[").filter(|table| !table.starts_with("dev-")).collect();
            let tables = tables.join("\n[");
            let locked = package.lines().filter_map(|line| line.strip_prefix(" \""));
            let locked = locked.filter_map(|name| name.split(['"', ' ']).next());
            let locked: Vec<&str> = locked.collect();
            // An optional dependency is locked only where its feature is on.
            let is_locked = |line: &&str| {
                !line.contains("optional = true")
                    || line.split(['.', ' ']).next().is_some_and(|name| locked.contains(&name))
            };
            let tables: Vec<&str> = tables.lines().filter(is_locked).collect();
            let mut expected = read_manifest(folder, &tables.join("\n")).dependencies;
            expected.sort_unstable();
            assert_eq!(locked, expected, "{name} in {beside}/Cargo.lock");
            seen += 1;
        }
        assert!(seen > 1, "{beside}/Cargo.lock is read wrongly");
    }
}

/// Ratios hold for what is shipped only if it is compiled in the same way.
#[test]
fn peers_are_measured_with_the_profile_that_is_shipped() {
    let profile = |path: &str| {
        let manifest = read(path);
        let (_, rest) = manifest.split_once("[profile.release]\n").expect("a profile");
        rest.split("\n\n").next().unwrap_or_default().to_owned()
    };
    assert_eq!(profile("peers/Cargo.toml"), profile("Cargo.toml"));
}

#[test]
fn forbidden_edges_fail_by_name() {
    let cases = [
        ("board", "[dependencies]\nsole-storage.workspace = true", "board must not see storage"),
        (
            "puzzle",
            "[dependencies]\nsole-board = { path = \"../board\" }",
            "puzzle must not see board",
        ),
        ("sudoku", "[dependencies]\nsole-board.workspace = true", "sudoku must not see board"),
        ("mate", "[dev-dependencies]\nsole-endgame.workspace = true", "mate must not see endgame"),
        ("endgame", "[build-dependencies]\nsole-atlas = \"1\"", "endgame must not see atlas"),
        ("proof", "[dependencies.sole-mate]\npath = \"../mate\"", "proof must not see mate"),
        ("atlas", "[dependencies]\nx = { package = \"sole-proof\" }", "atlas must not see proof"),
        ("mate", "[dependencies]\nsole.workspace = true", "mate must not see cli"),
        ("web", "[dependencies]\nsole-endgame.workspace = true", "web must not see endgame"),
        ("web", "[dependencies]\nsole.workspace = true", "web must not see cli"),
        ("cli", "[dependencies]\ntokio = \"1\"", "cli must not use tokio (reserved: tokio)"),
        ("picture", "[dependencies]\nsole-sudoku.workspace = true", "picture must not see sudoku"),
        ("sudoku", "[dependencies]\nsole-picture.workspace = true", "sudoku must not see picture"),
        (
            "proof",
            "[dependencies]\nparquet = \"59\"",
            "proof must not use parquet (reserved: parquet)",
        ),
        (
            "endgame",
            "[target.'cfg(unix)'.dependencies]\narrow-array = \"59\"",
            "endgame must not use arrow-array (reserved: arrow)",
        ),
        (
            "atlas",
            "[dependencies]\ndatafusion = \"55\"",
            "atlas must not use datafusion (reserved: datafusion)",
        ),
        (
            "cli",
            "[dependencies]\ndatafusion = { version = \"55\", optional = true }",
            "cli must not use datafusion (reserved: datafusion)",
        ),
        ("atlas", "[dev-dependencies]\nsole-sql.workspace = true", "atlas must not see sql"),
        ("mate", "[dependencies]\nclap = \"4\"", "mate must not use clap (reserved: clap)"),
        (
            "board",
            "[dev-dependencies]\n\"shakmaty\" = \"0.30\"",
            "board must not use shakmaty (reserved: shakmaty)",
        ),
        ("kitchen", "[dependencies]", "crates/kitchen is not on the map"),
    ];
    for (folder, text, expected) in cases {
        assert_eq!(violations(&[read_manifest(folder, text)]), [expected], "{folder}: {text}");
    }
}

#[test]
fn allowed_edges_pass() {
    let cases = [
        ("cli", "[dependencies]\nclap = \"4\"\nsole-board.workspace = true"),
        ("cli", "[dependencies]\nsole-web.workspace = true"),
        ("web", "[dependencies]\naxum = \"0.8\"\nsole-puzzle.workspace = true"),
        ("atlas", "[dependencies]\nparquet = \"59\"\nsole-puzzle.workspace = true"),
        ("sql", "[dependencies]\ndatafusion = \"55\"\nsole-atlas.workspace = true"),
        ("sudoku", "[dependencies]\nsole-puzzle.workspace = true\nserde.workspace = true"),
        ("board", "[package]\nname = \"sole-board\"\n\n[features]\nshakmaty = []"),
    ];
    for (folder, text) in cases {
        let found = violations(&[read_manifest(folder, text)]);
        assert!(found.is_empty(), "{folder}: {found:?}");
    }
}
