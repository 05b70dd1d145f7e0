//! `sole serve`: the workshop, a page and an API on a local address.

use crate::args::Construction;
use crate::args::serve::Serve;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::endgame::supply::Supply;
use crate::endgame::tablebase::TablebaseService;
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::interrupt::Work;
use crate::render::size;
use crate::{data, machine};
use serde::Serialize;
use sole_web::{Limits, Settings};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// What scripts see once the server is there.
#[derive(Serialize)]
struct Report {
    address: String,
    page: bool,
}

/// Runs the command.
pub(crate) fn run(flags: Serve, console: &mut Console) -> Result<Exit, Stop> {
    let address = SocketAddr::new(host(&flags.host)?, flags.port);
    let settings = settings(&flags)?;
    if let Some(warning) = memory_warning(&settings, machine::total_memory()) {
        console.notes().say(&warning);
    }
    let construction = Construction { threads: flags.threads, memory: settings.job.memory.into() };
    let tables = Arc::new(TablebaseService::new(Supply::new(&flags.data, construction)?));
    let work = Work::begin();
    let ready = |address| announce(address, flags.open, console);
    let served = sole_web::serve(address, settings, tables, ready, || work.is_to_end());
    served.map_err(|error| refused(address, &error))?;
    if !console.is_json() && !console.is_quiet() {
        writeln!(console.out(), "stopped")?;
    }
    Ok(Exit::Yes)
}

fn settings(flags: &Serve) -> Result<Settings, Complaint> {
    const LEAST_WORKERS: usize = 2;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = flags.workers.map_or(cores.max(LEAST_WORKERS), usize::from);
    let jobs = flags.jobs.get();
    let memory = flags.memory.named().unwrap_or_else(|| memory_of_one(workers + jobs));
    let ceilings = |time: Duration| -> Result<Limits, Complaint> {
        // Commands may run in other folders than this one.
        let folder = data::folder(flags.data.data_dir.as_deref())?;
        let folder = std::path::absolute(folder).map_err(|error| unfound("this folder", &error))?;
        Ok(Limits { time, grace: flags.grace, memory, threads: flags.threads.get(), folder })
    };
    let program =
        std::env::current_exe().map_err(|error| unfound("this program itself", &error))?;
    Ok(Settings {
        program,
        request: ceilings(flags.time)?,
        job: ceilings(flags.job_time)?,
        disk: flags.disk,
        workers,
        jobs,
        rate: flags.rate,
        length: sole_collection::length,
        origins: flags
            .allow_origin
            .iter()
            .map(|site| site.trim_end_matches('/').to_owned())
            .collect(),
        hosts: flags.allow_host.clone(),
    })
}

/// The memory of one request or job, such that all that run at once leave the machine a quarter.
fn memory_of_one(running: usize) -> u64 {
    const LEAST: u64 = 256 << 20;
    (machine::share_of_memory() / 2 * 3 / running as u64).max(LEAST)
}

/// What is said if everything that may run at once could take more memory than the machine has.
fn memory_warning(settings: &Settings, machine: Option<u64>) -> Option<String> {
    let running = (settings.workers + settings.jobs) as u64;
    let sum = settings.job.memory.saturating_mul(running);
    machine.filter(|&machine| sum > machine).map(|machine| {
        let (sum, machine) = (size(sum), size(machine));
        format!(
            "warning: {running} requests and jobs at once may take {sum} of memory, the machine has \
             {machine}; lower --memory, --workers or --jobs"
        )
    })
}

fn unfound(what: &str, error: &io::Error) -> Complaint {
    Complaint::new(Kind::Unreadable, format!("cannot find {what}: {error}"))
}

fn host(text: &str) -> Result<IpAddr, Complaint> {
    let text = if text == "localhost" { "127.0.0.1" } else { text };
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    bare.parse().map_err(|_| {
        let message = format!("'{text}' is no address of a network");
        Complaint::new(Kind::Address, message)
            .helped("127.0.0.1 is this machine alone, 0.0.0.0 every network it is in")
    })
}

/// Why the address cannot be had, and what to do.
fn refused(address: SocketAddr, error: &io::Error) -> Complaint {
    let port = address.port();
    let complaint = |message: String| Complaint::new(Kind::Address, message);
    match error.kind() {
        io::ErrorKind::AddrInUse => complaint(format!("port {port} is in use"))
            .helped(format!("if that is a workshop already, it is at http://{address}/"))
            .helped("choose another port with --port, or any that is free with --port 0"),
        io::ErrorKind::PermissionDenied => complaint(format!("port {port} needs more rights"))
            .helped("choose another with --port 8642"),
        io::ErrorKind::AddrNotAvailable => {
            complaint(format!("{} is no address of this machine", address.ip()))
                .helped("127.0.0.1 is this machine alone, 0.0.0.0 every network it is in")
        }
        _ => complaint(format!("cannot serve on {address}: {error}")),
    }
}

/// Says where the workshop is, and opens it if that is wanted.
fn announce(address: SocketAddr, open: bool, console: &mut Console) -> io::Result<()> {
    let page = sole_web::is_built();
    let address = format!("http://{}/", reachable(address));
    if console.is_json() {
        let result = Report { address: address.clone(), page };
        console.answer(&Answer { status: Status::Ok, result, stats: None })?;
    } else {
        let shown = console.paint().bold(&address);
        writeln!(console.out(), "The workshop is open: {shown} (Ctrl-C closes it)")?;
        if !page {
            let text =
                "The page is not built into this program: `make page` builds it. The API is at";
            writeln!(console.out(), "{text} {address}api")?;
        }
    }
    console.flush()?;
    if open {
        browse(&address);
    }
    Ok(())
}

/// An address that a browser on this machine can use.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::from(std::net::Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Opens an address in the browser; whoever has none can read it.
fn browse(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Ok(mut browser) = command {
        // Somebody must take note of its end.
        std::thread::spawn(move || browser.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_all_that_runs_is_compared_with_the_machine() {
        const GIB: u64 = 1 << 30;
        let cases = [
            (4 * GIB, Some(24 * GIB), None),
            (6 * GIB, Some(24 * GIB), None),
            (6 * GIB + 1, Some(24 * GIB), Some("warning: 4 requests and jobs at once")),
            (6 * GIB + 1, None, None),
            (u64::MAX, Some(24 * GIB), Some("warning: ")),
        ];
        for (memory, machine, expected) in cases {
            let (time, grace) = (Duration::ZERO, Duration::ZERO);
            let ceilings = Limits { time, grace, memory, threads: 1, folder: "".into() };
            let settings = Settings {
                program: "".into(),
                request: ceilings.clone(),
                job: ceilings,
                disk: 0,
                workers: 2,
                jobs: 2,
                rate: 1,
                length: sole_collection::length,
                origins: vec![],
                hosts: vec![],
            };
            let warning = memory_warning(&settings, machine);
            let starts = |start: &str| warning.as_ref().is_some_and(|text| text.starts_with(start));
            assert_eq!(warning.is_some(), expected.is_some_and(starts), "{memory} {machine:?}");
        }
        assert!(memory_of_one(4) * 4 <= machine::share_of_memory() * 2);
    }

    #[test]
    fn hosts_are_addresses() {
        let cases = [
            ("127.0.0.1", Some("127.0.0.1")),
            ("localhost", Some("127.0.0.1")),
            ("0.0.0.0", Some("0.0.0.0")),
            ("::1", Some("::1")),
            ("[::1]", Some("::1")),
            ("example.org", None),
            ("", None),
        ];
        for (text, expected) in cases {
            let actual = host(text).ok().map(|ip| ip.to_string());
            assert_eq!(actual.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn the_address_that_is_told_can_be_opened() {
        let cases = [
            ("0.0.0.0:1", "127.0.0.1:1"),
            ("[::]:1", "[::1]:1"),
            ("192.168.1.2:80", "192.168.1.2:80"),
        ];
        for (address, expected) in cases {
            let address = reachable(address.parse().expect("an address"));
            assert_eq!(address.to_string(), expected);
        }
    }
}
