//! What this machine has, and what this process takes of it; nothing if the system does not tell.

use crate::complain::{Complaint, Kind};
use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, System};

/// The memory of the machine in bytes, or what its operators allow of it.
pub(crate) fn total_memory() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    Some(system.cgroup_limits().map_or(system.total_memory(), |limits| limits.total_memory))
}

/// The memory that a command may take unless it is told otherwise: half of the machine's.
pub(crate) fn share_of_memory() -> u64 {
    const LEAST: u64 = 1 << 30;
    total_memory().map_or(0, |bytes| bytes / 2).max(LEAST)
}

/// The memory that this process holds in bytes.
pub(crate) fn memory_in_use() -> Option<u64> {
    let process = sysinfo::get_current_pid().ok()?;
    let mut system = System::new().ok()?;
    let which = ProcessesToUpdate::Some(&[process]);
    system.refresh_processes_specifics(which, false, ProcessRefreshKind::nothing().with_memory());
    system.process(process).map(|process| process.memory())
}

/// Has the system refuse this process more than so many bytes of data, which ends it: allocated
/// memory and stacks, but not files that are mapped to be read.
#[cfg(unix)]
pub(crate) fn bound_data(bytes: u64) -> Result<(), Complaint> {
    use nix::sys::resource::{Resource::RLIMIT_DATA, getrlimit, setrlimit};
    let bound = getrlimit(RLIMIT_DATA).and_then(|(_, most)| {
        let bytes = most.min(bytes);
        setrlimit(RLIMIT_DATA, bytes, bytes)
    });
    bound.map_err(|error| {
        Complaint::new(Kind::Memory, format!("cannot bound memory to {bytes} bytes: {error}"))
    })
}

/// No such bound is known here.
#[cfg(not(unix))]
pub(crate) fn bound_data(_: u64) -> Result<(), Complaint> {
    Ok(())
}
