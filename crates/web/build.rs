//! Embeds the built page and the collections of the repository, whatever is there.
//!
//! A build script because the page is built by another tool, or not at all: the program must
//! compile without it. Written are two lists of `include_bytes!` with the hash of each content.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let page = here.join("page/dist");
    let collections = here.join("../../data/collections");
    for (folder, ending, name) in
        [(&page, "", "page.rs"), (&collections, ".jsonl", "collections.rs")]
    {
        let mut files = Vec::new();
        collect(folder, &mut files);
        files.retain(|path| path.to_string_lossy().ends_with(ending));
        files.sort();
        fs::write(out.join(name), list(folder, &files)).expect("the folder for output is writable");
        watch(folder);
    }
}

/// All files below a folder; none if there is no such folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// `&[("assets/x.js", "0123456789abcdef", include_bytes!("…"))]`.
fn list(folder: &Path, files: &[PathBuf]) -> String {
    let mut text = String::from("&[\n");
    for path in files {
        let name = path.strip_prefix(folder).expect("it was found there").to_string_lossy();
        let name = name.replace('\\', "/");
        let content = fs::read(path).expect("a file that was found can be read");
        let full = path.canonicalize().expect("a file that was found has a path");
        let hash = fingerprint(&content);
        writeln!(text, "    ({name:?}, \"{hash:016x}\", include_bytes!({full:?})),")
            .expect("a text takes any text");
    }
    text.push_str("]\n");
    text
}

/// FNV-1a: tells contents apart for caches, and protects nothing.
fn fingerprint(content: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    content.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Runs again if the folder changes. One that is not there cannot be watched without building anew
/// every time: `make page` touches this file.
fn watch(folder: &Path) {
    if folder.exists() {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
}
