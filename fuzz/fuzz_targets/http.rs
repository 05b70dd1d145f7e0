//! Any bytes as a request to the server.
#![no_main]

#[path = "../../crates/web/tests/host/mod.rs"]
mod host;
#[path = "../../crates/web/tests/http/laws.rs"]
mod laws;

use host::Host;
use std::sync::OnceLock;

static HOST: OnceLock<Host> = OnceLock::new();

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::raw_request(HOST.get_or_init(laws::host), bytes));
