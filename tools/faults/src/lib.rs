//! Makes the n-th system call of a kind fail, or records all changes to the files of a folder.
//!
//! It is a library for `LD_PRELOAD` and stands between a program and the C library, so the program
//! under test is the one that users have. Tests control it through the environment:
//!
//! | variable | meaning |
//! |---|---|
//! | `FAULTS_FOLDER` | only files below this absolute path count |
//! | `FAULTS_FAIL` | `KIND:N:ERRNO`: the N-th call of this kind (from 1) fails with this error |
//! | `FAULTS_COUNT` | a file that gets one byte, the letter of its kind, for each call that counts |
//! | `FAULTS_LOG` | a file that gets a record of each change, see [`protocol`] |
//!
//! The kinds are the variants of [`protocol::Kind`]. Allocations count in the whole process.

#![cfg(target_os = "linux")]
#![expect(unsafe_code, reason = "it replaces functions of the C library")]

pub mod calls;
pub mod protocol;

use protocol::Kind;
use std::ffi::{CStr, c_char, c_int};
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU8, Ordering};

/// The letter of the kind that is to fail; 0 before the environment was read, 1 for none.
static KIND: AtomicU8 = AtomicU8::new(0);
/// How many calls of that kind still succeed.
static LEFT: AtomicI64 = AtomicI64::new(0);
/// The error of the call that fails.
static ERRNO: AtomicI32 = AtomicI32::new(0);
/// The file of `FAULTS_COUNT`, or −1.
static COUNT: AtomicI32 = AtomicI32::new(-1);

/// A variable of the environment, without allocating.
fn variable(name: &CStr) -> Option<&'static CStr> {
    // SAFETY: the name ends with NUL, and nobody changes the environment of a program under test.
    let value: *const c_char = unsafe { libc::getenv(name.as_ptr()) };
    // SAFETY: a value of the environment ends with NUL and lives as long as the process.
    (!value.is_null()).then(|| unsafe { CStr::from_ptr(value) })
}

/// Reads the environment once.
fn configure() {
    let rule = variable(c"FAULTS_FAIL").and_then(|text| text.to_str().ok());
    let mut fields = rule.unwrap_or_default().split(':');
    let letter = fields.next().and_then(|kind| kind.bytes().next());
    let number = fields.next().and_then(|number| number.parse::<i64>().ok());
    let errno = fields.next().and_then(|errno| errno.parse::<c_int>().ok());
    LEFT.store(number.unwrap_or(0) - 1, Ordering::Relaxed);
    ERRNO.store(errno.unwrap_or(libc::EIO), Ordering::Relaxed);
    if let Some(path) = variable(c"FAULTS_COUNT") {
        COUNT.store(calls::open_for_appending(path), Ordering::Relaxed);
    }
    KIND.store(letter.filter(|_| number.is_some()).unwrap_or(1), Ordering::Release);
}

/// Counts a call, and says with which error it is to fail, if it is.
fn fault(kind: Kind) -> Option<c_int> {
    if KIND.load(Ordering::Acquire) == 0 {
        configure();
    }
    let count = COUNT.load(Ordering::Relaxed);
    if count >= 0 {
        calls::append(count, &[kind.letter()]);
    }
    if KIND.load(Ordering::Acquire) != kind.letter() {
        return None;
    }
    (LEFT.fetch_sub(1, Ordering::Relaxed) == 0).then(|| ERRNO.load(Ordering::Relaxed))
}

/// Whether a path is below the folder of the test.
fn is_watched(path: &[u8]) -> bool {
    let folder = variable(c"FAULTS_FOLDER").map(CStr::to_bytes);
    folder.is_some_and(|folder| path.starts_with(folder))
}
