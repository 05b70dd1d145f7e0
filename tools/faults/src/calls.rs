//! The functions of the C library that this library stands in for.
//!
//! Each looks at whether the call counts, fails it if it is to fail, passes it on otherwise, and
//! records what it changed. None allocates, as allocation is one of the things that are replaced.

use crate::protocol::{Change, Kind, head};
use crate::{fault, is_watched, variable};
use libc::{c_char, c_int, c_void, mode_t, off64_t, size_t, ssize_t};
use std::ffi::CStr;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};

/// The longest path that is looked at.
const LONGEST_PATH: usize = 1024;

/// The next definition of a function, which is that of the C library.
macro_rules! next {
    ($name:literal, $type:ty) => {{
        static NEXT: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
        let mut next = NEXT.load(Ordering::Relaxed);
        if next.is_null() {
            // SAFETY: the name ends with NUL.
            next = unsafe { libc::dlsym(libc::RTLD_NEXT, $name.as_ptr()) };
            NEXT.store(next, Ordering::Relaxed);
        }
        // SAFETY: the C library defines this function, with this type.
        unsafe { std::mem::transmute::<*mut c_void, $type>(next) }
    }};
}

/// Fails a call with an error, or goes on.
macro_rules! fail_if_due {
    ($kind:expr, $failure:expr) => {
        if let Some(errno) = fault($kind) {
            // SAFETY: the address of this thread's error number is always valid.
            unsafe { *libc::__errno_location() = errno };
            return $failure;
        }
    };
}

type Write = unsafe extern "C" fn(c_int, *const c_void, size_t) -> ssize_t;
type WriteAt = unsafe extern "C" fn(c_int, *const c_void, size_t, off64_t) -> ssize_t;
type Read = unsafe extern "C" fn(c_int, *mut c_void, size_t) -> ssize_t;
type ReadAt = unsafe extern "C" fn(c_int, *mut c_void, size_t, off64_t) -> ssize_t;
type Open = unsafe extern "C" fn(*const c_char, c_int, mode_t) -> c_int;
type Sync = unsafe extern "C" fn(c_int) -> c_int;
type Truncate = unsafe extern "C" fn(c_int, off64_t) -> c_int;
type Rename = unsafe extern "C" fn(*const c_char, *const c_char) -> c_int;
type Unlink = unsafe extern "C" fn(*const c_char) -> c_int;
type MakeFolder = unsafe extern "C" fn(*const c_char, mode_t) -> c_int;
type Map = unsafe extern "C" fn(*mut c_void, size_t, c_int, c_int, c_int, off64_t) -> *mut c_void;

unsafe extern "C" {
    fn __libc_malloc(size: size_t) -> *mut c_void;
    fn __libc_calloc(number: size_t, size: size_t) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, size: size_t) -> *mut c_void;
    fn __libc_memalign(alignment: size_t, size: size_t) -> *mut c_void;
}

/// Opens a file for counters or records.
pub(crate) fn open_for_appending(path: &CStr) -> c_int {
    let flags = libc::O_CREAT | libc::O_APPEND | libc::O_WRONLY | libc::O_CLOEXEC;
    let next = next!(c"open64", Open);
    // SAFETY: the path ends with NUL.
    unsafe { next(path.as_ptr(), flags, 0o644) }
}

/// Writes to such a file.
pub(crate) fn append(file: c_int, bytes: &[u8]) {
    let next = next!(c"write", Write);
    // SAFETY: the pointer and the length are those of a slice.
    unsafe { next(file, bytes.as_ptr().cast(), bytes.len()) };
}

/// Whether an open file is below the folder of the test.
fn is_watched_file(file: c_int) -> bool {
    is_watched(path_of(file, &mut [0; LONGEST_PATH]))
}

/// The path of an open file or folder; nothing if it has none.
fn path_of(file: c_int, path: &mut [u8; LONGEST_PATH]) -> &[u8] {
    let mut link = [0_u8; 32];
    // The last byte stays NUL. The longest number has ten digits, so it fits.
    let mut text = &mut link[..31];
    let _ = std::io::Write::write_fmt(&mut text, format_args!("/proc/self/fd/{file}"));
    // SAFETY: the link ends with NUL, and the buffer has the length that is named.
    let length =
        unsafe { libc::readlink(link.as_ptr().cast(), path.as_mut_ptr().cast(), path.len()) };
    &path[..usize::try_from(length).unwrap_or(0)]
}

fn inode(file: c_int) -> u64 {
    // SAFETY: all zeros are a valid value of this plain structure, which the call fills.
    let mut status: libc::stat64 = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is there to be written.
    if unsafe { libc::fstat64(file, &raw mut status) } == 0 { status.st_ino } else { 0 }
}

/// The bytes of a path.
fn path_bytes<'a>(path: *const c_char) -> &'a [u8] {
    // SAFETY: paths that are passed to the C library end with NUL and live for the call.
    unsafe { CStr::from_ptr(path) }.to_bytes()
}

/// Held while a change is made and recorded, so that records are in the order of the changes.
struct Recording;

static IS_RECORDING: AtomicBool = AtomicBool::new(false);
/// The file of `FAULTS_LOG`; −1 before it was opened, −2 if there is none.
static LOG: AtomicI32 = AtomicI32::new(-1);

impl Recording {
    fn begin() -> Recording {
        while IS_RECORDING.swap(true, Ordering::Acquire) {
            std::hint::spin_loop();
        }
        Recording
    }

    fn log() -> Option<c_int> {
        if LOG.load(Ordering::Relaxed) == -1 {
            let file = variable(c"FAULTS_LOG").map_or(-2, open_for_appending);
            LOG.store(file, Ordering::Relaxed);
        }
        Some(LOG.load(Ordering::Relaxed)).filter(|&file| file >= 0)
    }

    fn add(&self, change: Change, numbers: [u64; 2], strings: [&[u8]; 2]) {
        let Some(log) = Recording::log() else { return };
        append(log, &head(change, numbers[0], numbers[1], strings.map(<[u8]>::len)));
        strings.iter().filter(|string| !string.is_empty()).for_each(|string| append(log, string));
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        IS_RECORDING.store(false, Ordering::Release);
    }
}

/// # Safety
/// As `open64` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open64(path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
    let next = next!(c"open64", Open);
    let bytes = path_bytes(path);
    if !is_watched(bytes) {
        // SAFETY: the caller's promise.
        return unsafe { next(path, flags, mode) };
    }
    fail_if_due!(Kind::Open, -1);
    let recording = Recording::begin();
    // SAFETY: the caller's promise.
    let file = unsafe { next(path, flags, mode) };
    if file >= 0 && flags & libc::O_ACCMODE != libc::O_RDONLY {
        recording.add(Change::Create, [inode(file), 0], [bytes, b""]);
        if flags & libc::O_TRUNC != 0 {
            recording.add(Change::Truncate, [inode(file), 0], [b"", b""]);
        }
    }
    file
}

/// # Safety
/// As `read` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn read(file: c_int, buffer: *mut c_void, length: size_t) -> ssize_t {
    if is_watched_file(file) {
        fail_if_due!(Kind::Read, -1);
    }
    let next = next!(c"read", Read);
    // SAFETY: the caller's promise.
    unsafe { next(file, buffer, length) }
}

/// # Safety
/// As `pread64` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pread64(
    file: c_int,
    buffer: *mut c_void,
    length: size_t,
    offset: off64_t,
) -> ssize_t {
    if is_watched_file(file) {
        fail_if_due!(Kind::Read, -1);
    }
    let next = next!(c"pread64", ReadAt);
    // SAFETY: the caller's promise.
    unsafe { next(file, buffer, length, offset) }
}

/// # Safety
/// As `mmap64` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mmap64(
    address: *mut c_void,
    length: size_t,
    protection: c_int,
    flags: c_int,
    file: c_int,
    offset: off64_t,
) -> *mut c_void {
    if file >= 0 && is_watched_file(file) {
        fail_if_due!(Kind::Read, libc::MAP_FAILED);
        if flags & libc::MAP_SHARED != 0 && protection & libc::PROT_WRITE != 0 {
            Recording::begin().add(Change::MapShared, [inode(file), 0], [b"", b""]);
        }
    }
    let next = next!(c"mmap64", Map);
    // SAFETY: the caller's promise.
    unsafe { next(address, length, protection, flags, file, offset) }
}

/// Records what was written, and hands on how much.
fn written(recording: &Recording, file: c_int, at: off64_t, data: &[u8]) {
    recording.add(Change::Write, [inode(file), at as u64], [data, b""]);
}

/// # Safety
/// As `write` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(file: c_int, buffer: *const c_void, length: size_t) -> ssize_t {
    let next = next!(c"write", Write);
    if !is_watched_file(file) {
        // SAFETY: the caller's promise.
        return unsafe { next(file, buffer, length) };
    }
    fail_if_due!(Kind::Write, -1);
    let recording = Recording::begin();
    // SAFETY: the caller's promise.
    let count = unsafe { next(file, buffer, length) };
    if let Ok(count) = usize::try_from(count) {
        // SAFETY: where the file stands after the write is harmless to ask.
        let end = unsafe { libc::lseek64(file, 0, libc::SEEK_CUR) };
        // SAFETY: the C library has read these bytes.
        let data = unsafe { std::slice::from_raw_parts(buffer.cast(), count) };
        written(&recording, file, end - count as off64_t, data);
    }
    count
}

/// # Safety
/// As `pwrite64` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite64(
    file: c_int,
    buffer: *const c_void,
    length: size_t,
    offset: off64_t,
) -> ssize_t {
    let next = next!(c"pwrite64", WriteAt);
    if !is_watched_file(file) {
        // SAFETY: the caller's promise.
        return unsafe { next(file, buffer, length, offset) };
    }
    fail_if_due!(Kind::Write, -1);
    let recording = Recording::begin();
    // SAFETY: the caller's promise.
    let count = unsafe { next(file, buffer, length, offset) };
    if let Ok(count) = usize::try_from(count) {
        // SAFETY: the C library has read these bytes.
        let data = unsafe { std::slice::from_raw_parts(buffer.cast(), count) };
        written(&recording, file, offset, data);
    }
    count
}

/// # Safety
/// As `writev` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn writev(file: c_int, parts: *const libc::iovec, number: c_int) -> ssize_t {
    let mut total = 0;
    for at in 0..usize::try_from(number).unwrap_or(0) {
        // SAFETY: the caller promises this many parts.
        let part = unsafe { &*parts.add(at) };
        // SAFETY: each part is a pointer with its length.
        let count = unsafe { write(file, part.iov_base, part.iov_len) };
        if count < 0 {
            return if total > 0 { total } else { count };
        }
        total += count;
        if (count as size_t) < part.iov_len {
            break;
        }
    }
    total
}

/// # Safety
/// As `ftruncate64` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ftruncate64(file: c_int, length: off64_t) -> c_int {
    let next = next!(c"ftruncate64", Truncate);
    if !is_watched_file(file) {
        // SAFETY: the caller's promise.
        return unsafe { next(file, length) };
    }
    fail_if_due!(Kind::Write, -1);
    let recording = Recording::begin();
    // SAFETY: the caller's promise.
    let result = unsafe { next(file, length) };
    if result == 0 {
        recording.add(Change::Truncate, [inode(file), length as u64], [b"", b""]);
    }
    result
}

/// Syncs a file or folder by one of two functions.
///
/// # Safety
/// As that function.
unsafe fn sync_by(next: Sync, file: c_int) -> c_int {
    if !is_watched_file(file) {
        // SAFETY: the caller's promise.
        return unsafe { next(file) };
    }
    fail_if_due!(Kind::Sync, -1);
    let recording = Recording::begin();
    // SAFETY: the caller's promise.
    let result = unsafe { next(file) };
    if result == 0 {
        let mut path = [0; LONGEST_PATH];
        recording.add(Change::Sync, [inode(file), 0], [path_of(file, &mut path), b""]);
    }
    result
}

/// # Safety
/// As `fsync` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fsync(file: c_int) -> c_int {
    let next = next!(c"fsync", Sync);
    // SAFETY: the caller's promise.
    unsafe { sync_by(next, file) }
}

/// # Safety
/// As `fdatasync` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fdatasync(file: c_int) -> c_int {
    let next = next!(c"fdatasync", Sync);
    // SAFETY: the caller's promise.
    unsafe { sync_by(next, file) }
}

/// # Safety
/// As `rename` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rename(from: *const c_char, to: *const c_char) -> c_int {
    let next = next!(c"rename", Rename);
    let (old, new) = (path_bytes(from), path_bytes(to));
    if !is_watched(new) {
        // SAFETY: the caller's promise.
        return unsafe { next(from, to) };
    }
    fail_if_due!(Kind::Rename, -1);
    let recording = Recording::begin();
    // SAFETY: the caller's promise.
    let result = unsafe { next(from, to) };
    if result == 0 {
        recording.add(Change::Rename, [0, 0], [old, new]);
    }
    result
}

/// # Safety
/// As `unlink` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unlink(path: *const c_char) -> c_int {
    let next = next!(c"unlink", Unlink);
    let bytes = path_bytes(path);
    if !is_watched(bytes) {
        // SAFETY: the caller's promise.
        return unsafe { next(path) };
    }
    fail_if_due!(Kind::Unlink, -1);
    let recording = Recording::begin();
    // SAFETY: the caller's promise.
    let result = unsafe { next(path) };
    if result == 0 {
        recording.add(Change::Unlink, [0, 0], [bytes, b""]);
    }
    result
}

/// # Safety
/// As `mkdir` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mkdir(path: *const c_char, mode: mode_t) -> c_int {
    let recording = Recording::begin();
    let next = next!(c"mkdir", MakeFolder);
    // SAFETY: the caller's promise.
    let result = unsafe { next(path, mode) };
    if result == 0 && is_watched(path_bytes(path)) {
        recording.add(Change::MakeFolder, [0, 0], [path_bytes(path), b""]);
    }
    result
}

/// # Safety
/// As `malloc` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn malloc(size: size_t) -> *mut c_void {
    fail_if_due!(Kind::Allocate, std::ptr::null_mut());
    // SAFETY: the caller's promise.
    unsafe { __libc_malloc(size) }
}

/// # Safety
/// As `calloc` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calloc(number: size_t, size: size_t) -> *mut c_void {
    fail_if_due!(Kind::Allocate, std::ptr::null_mut());
    // SAFETY: the caller's promise.
    unsafe { __libc_calloc(number, size) }
}

/// # Safety
/// As `realloc` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn realloc(block: *mut c_void, size: size_t) -> *mut c_void {
    fail_if_due!(Kind::Allocate, std::ptr::null_mut());
    // SAFETY: the caller's promise.
    unsafe { __libc_realloc(block, size) }
}

/// # Safety
/// As `posix_memalign` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_memalign(
    block: *mut *mut c_void,
    alignment: size_t,
    size: size_t,
) -> c_int {
    fail_if_due!(Kind::Allocate, libc::ENOMEM);
    // SAFETY: the caller's promise.
    let found = unsafe { __libc_memalign(alignment, size) };
    if found.is_null() {
        return libc::ENOMEM;
    }
    // SAFETY: the caller gives a place for the answer.
    unsafe { *block = found };
    0
}
