//! The binary `sole`: everything happens in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    sole::run(std::env::args_os())
}
