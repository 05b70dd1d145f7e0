//! Texts that are kept in files.

use std::path::Path;
use std::{env, fs};

/// Compares a text with the file that holds what it was.
pub(crate) fn assert_golden(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, actual).expect("the folder is writable");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == actual, "{name} differs, BLESS=1 rewrites it:\n{actual}");
}
