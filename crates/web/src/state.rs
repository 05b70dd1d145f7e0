//! The settings of the server, and the state that all handlers share.

use crate::argv::Limits;
use crate::collection::Library;
use crate::collection::library::SolutionLength;
use crate::disk_limit::DiskLimit;
use crate::guard::Guard;
use crate::jobs::Jobs;
use crate::monitor::Monitor;
use crate::queue::Queue;
use crate::response_budget::ResponseBudget;
use crate::scratch::Scratch;
use crate::tablebase_api::{CachedTablebase, Tablebase};
use std::path::PathBuf;
use std::sync::Arc;

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program whose commands answer.
    pub program: PathBuf,
    /// The limits of a request.
    pub request: Limits,
    /// The limits of a job.
    pub job: Limits,
    /// The bytes that the data folder may hold before commands that add to it are refused.
    pub disk: u64,
    /// How many commands run at once for requests.
    pub workers: usize,
    /// How many jobs run at once.
    pub jobs: usize,
    /// How many requests for work a client may make in a second.
    pub rate: u32,
    /// How many moves the solution of a puzzle takes, as the server knows no kind of puzzle.
    pub length: SolutionLength,
    /// Sites that may ask from a browser, as `https://example.org`, or `*`.
    pub origins: Vec<String>,
    /// Names of this host, beside `localhost` and addresses.
    pub hosts: Vec<String>,
}

/// How many requests and jobs wait for each that runs.
const WAITING_REQUESTS: usize = 32;
const WAITING_JOBS: usize = 8;

/// The state that all handlers share.
pub(crate) struct AppState {
    pub(crate) program: PathBuf,
    pub(crate) limits: WorkLimits,
    pub(crate) disk: DiskLimit,
    pub(crate) requests: Arc<Queue>,
    pub(crate) jobs: Jobs,
    pub(crate) tablebase: CachedTablebase,
    pub(crate) library: Library,
    pub(crate) scratch: Scratch,
    pub(crate) response_budget: ResponseBudget,
    pub(crate) guard: Guard,
    pub(crate) monitor: Monitor,
}

/// The limits of requests and of jobs.
pub(crate) struct WorkLimits {
    pub(crate) request: Limits,
    pub(crate) job: Limits,
}

impl AppState {
    /// The state of a new server.
    pub(crate) fn new(settings: Settings, tables: Arc<dyn Tablebase>) -> AppState {
        let Settings { program, request, job, disk, workers, jobs, rate, length, origins, hosts } =
            settings;
        let disk = DiskLimit::new(request.folder.clone(), disk);
        let library = Library::at(request.folder.join("collections"), length);
        AppState {
            program,
            limits: WorkLimits { request, job },
            disk,
            requests: Queue::new(workers, workers * WAITING_REQUESTS),
            jobs: Jobs::new(jobs, jobs * WAITING_JOBS),
            tablebase: CachedTablebase::new(tables),
            library,
            scratch: Scratch::default(),
            response_budget: ResponseBudget::new(),
            guard: Guard::new(rate, origins, hosts),
            monitor: Monitor::default(),
        }
    }
}
