//! The flags of `sole serve`.

use super::work::{Memory, Threads, parse_threads};
use super::{DataFolder, parse_time};
use clap::Args;
use sole_api::limits::parse_size;
use std::num::NonZeroUsize;
use std::time::Duration;

/// `sole serve`.
#[derive(Args, Debug)]
#[command(
    after_help = "Whoever can reach the address can use the machine's time, so it is the local one \
                        unless --host says otherwise. Ctrl-C stops it.\n\n\
                        Examples:\n  sole serve --open\n  sole serve --port 0 --data-dir tables"
)]
#[command(mut_arg("threads", |arg| arg.help("How many threads one piece of work has")))]
#[command(mut_arg("memory", |arg| arg.help("Memory of one request or job, as 600M or 2G [default: three quarters of the machine's, shared by all that run at once]")))]
pub(crate) struct Serve {
    /// The port; 0 takes any that is free
    #[arg(long, short, value_name = "PORT", default_value = "8642")]
    pub(crate) port: u16,
    /// The address to listen on: a number, or localhost; 0.0.0.0 is every network
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) data: DataFolder,
    /// Let pages of this site ask, as https://example.org, or * for all; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,
    /// Answer to this name, beside localhost and addresses; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// How many requests are worked on at once [default: as many as there are cores, at least 2]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) workers: Option<NonZeroUsize>,
    /// How many jobs run at once
    #[arg(long, value_name = "N", value_parser = parse_threads, default_value = "2")]
    pub(crate) jobs: NonZeroUsize,
    /// How many requests for work a client may make in a second
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000), default_value = "30")]
    pub(crate) rate: u32,
    /// The most seconds of a request
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, default_value = "20")]
    pub(crate) time: Duration,
    /// The most seconds of a job
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, default_value = "3600")]
    pub(crate) job_time: Duration,
    /// How many seconds longer than its time a request or job may take to report what it has found;
    /// slow machines need more
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, default_value = "0.5")]
    pub(crate) grace: Duration,
    #[command(flatten)]
    pub(crate) memory: Memory,
    /// Refuse to add tables or layers once the data folder holds this much, as 900M or 16G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "16G")]
    pub(crate) disk: u64,
}
