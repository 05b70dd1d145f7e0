//! The commands that are disturbed, and how they are run.

use crate::protocol::{self, Kind, Record};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

/// A command that writes into a folder.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// Its arguments; `FOLDER` stands for the folder.
    arguments: &'static [&'static str],
    /// How the names of files end that need not be the same afterwards.
    ignored: &'static [&'static str],
    /// Whether a second run answers what the first does, and not that nothing is missing.
    pub(crate) answers_again: bool,
    /// Whether all files are there for good when it ends.
    pub(crate) keeps_files: bool,
}

/// A build, layers, a count with checkpoints, and a book.
pub(crate) const SUBJECTS: [Subject; 4] = [
    Subject {
        name: "endgame build",
        arguments: &["endgame", "build", "KQvK", "--data-dir", "FOLDER"],
        ignored: &[".lock"],
        answers_again: false,
        keeps_files: true,
    },
    Subject {
        name: "atlas grow",
        arguments: &["atlas", "grow", "2", "--data-dir", "FOLDER"],
        ignored: &["lock"],
        answers_again: false,
        keeps_files: true,
    },
    Subject {
        name: "proof count",
        arguments: &["proof", "count", "4", "--data-dir", "FOLDER"],
        ignored: &["lock"],
        answers_again: true,
        keeps_files: false,
    },
    Subject {
        name: "puzzle book",
        arguments: &["puzzle", "book", "BOOK", "-o", "FOLDER/book.pdf"],
        // The part of a run that was killed has the number of its process in its name, and stays.
        ignored: &[".part"],
        answers_again: true,
        keeps_files: true,
    },
];

/// How a run ended.
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stderr: String,
    result: serde_json::Value,
    /// What is in the folder afterwards.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

impl Outcome {
    /// What the command answered, but for times and names of files.
    pub(crate) fn answer(&self) -> serde_json::Value {
        let mut answer = self.result.clone();
        if let Some(fields) = answer.as_object_mut() {
            fields.retain(|name, _| !matches!(name.as_str(), "folder" | "file" | "seconds"));
        }
        answer
    }
}

impl Subject {
    pub(crate) fn new_folder(&self) -> TempDir {
        tempfile::tempdir().expect("a folder")
    }

    /// Runs it undisturbed, from the beginning.
    pub(crate) fn run_in_new_folder(&self) -> Outcome {
        let outcome = self.run(self.new_folder().path());
        assert_eq!(outcome.code, Some(0), "{}: {}", self.name, outcome.stderr);
        assert!(self.name == "proof count" || !outcome.files.is_empty(), "{}", self.name);
        outcome
    }

    /// Runs it undisturbed.
    pub(crate) fn run(&self, folder: &Path) -> Outcome {
        self.run_with(folder, |_| ())
    }

    /// Runs it with one call that fails.
    pub(crate) fn run_with_fault(&self, folder: &Path, kind: Kind, number: usize) -> Outcome {
        const NO_SPACE: i32 = 28;
        const IO_ERROR: i32 = 5;
        const NO_MEMORY: i32 = 12;
        let errno = match kind {
            Kind::Write => NO_SPACE,
            Kind::Allocate => NO_MEMORY,
            _ => IO_ERROR,
        };
        let rule = format!("{}:{number}:{errno}", char::from(kind.letter()));
        self.run_with(folder, |command| {
            command.env("FAULTS_FAIL", rule);
        })
    }

    /// How many calls of a kind it makes.
    pub(crate) fn count_calls(&self, kind: Kind) -> usize {
        let log = self.new_folder();
        let counts = log.path().join("counts");
        self.run_with(self.new_folder().path(), |command| {
            command.env("FAULTS_COUNT", &counts);
        });
        let letters = fs::read(&counts).expect("the library was loaded and counted");
        letters.iter().filter(|&&letter| letter == kind.letter()).count()
    }

    /// All changes that it makes, and the folder that it made them in.
    pub(crate) fn record(&self) -> (PathBuf, Vec<Record>) {
        let (folder, log) = (self.new_folder(), self.new_folder());
        let path = log.path().join("log");
        let outcome = self.run_with(folder.path(), |command| {
            command.env("FAULTS_LOG", &path);
        });
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        (folder.path().to_owned(), protocol::parse(&fs::read(path).expect("a log")))
    }

    fn run_with(&self, folder: &Path, prepare: impl FnOnce(&mut Command)) -> Outcome {
        let fill = |word: &&str| {
            let book = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/book.jsonl");
            word.replace("FOLDER", &folder.display().to_string()).replace("BOOK", book)
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
        command
            .args(self.arguments.iter().map(fill))
            .args(["--json", "--progress", "never"])
            .env("LD_PRELOAD", library())
            .env("FAULTS_FOLDER", folder)
            .stdin(Stdio::null());
        if self.name != "puzzle book" {
            // With one thread the n-th call is the same in every run.
            command.args(["--threads", "1"]);
        }
        prepare(&mut command);
        let output = command.output().expect("the binary runs");
        let line = String::from_utf8_lossy(&output.stdout);
        let envelope: serde_json::Value = serde_json::from_str(line.trim()).unwrap_or_default();
        Outcome {
            code: output.status.code(),
            stderr: format!("{}{line}", String::from_utf8_lossy(&output.stderr)),
            result: envelope["result"].clone(),
            files: self.files(folder),
        }
    }

    fn files(&self, folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(folder, folder, &mut files);
        self.compared(files)
    }

    /// The files without those that need not be the same.
    pub(crate) fn compared(
        &self,
        files: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> BTreeMap<String, Vec<u8>> {
        let is_ignored = |name: &str| self.ignored.iter().any(|end| name.ends_with(end));
        files.into_iter().filter(|(name, _)| !is_ignored(name)).collect()
    }
}

/// Adds all files below a folder, named relative to the root.
fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).expect("below the root").display().to_string();
            files.insert(name, fs::read(&path).expect("readable"));
        }
    }
}

/// The library, built once. It is not a dependency, as it would replace functions of this test, too.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let binary = Path::new(env!("CARGO_BIN_EXE_sole"));
        let profile = binary.parent().expect("a folder of binaries");
        let target = profile.parent().expect("the target folder");
        let built = Command::new(env!("CARGO"))
            .args(["build", "--package", "sole-faults", "--locked", "--target-dir"])
            .arg(target.join("faults"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo runs");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        target.join("faults/debug/libsole_faults.so")
    })
}
