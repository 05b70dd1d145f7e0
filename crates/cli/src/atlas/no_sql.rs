//! `sole atlas sql` in a binary without SQL: how to get one with it.

use crate::args::sql::Sql;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::exit::Exit;

/// Refuses the command.
pub(crate) fn run(_: Sql, _: &mut Console) -> Result<Exit, Stop> {
    let message = "SQL is not built into this binary".to_owned();
    let complaint = Complaint::new(Kind::Usage, message)
        .helped("build one that has it: make sql")
        .helped("or: cargo build --release --package sole --features sql");
    Err(complaint.into())
}

/// There is no engine.
#[cfg(not(feature = "sql"))]
pub(super) fn is_engine_thread() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::atlas::AtlasVerb;
    use crate::args::{Cli, Command, Common};
    use crate::render::Paint;
    use clap::Parser;

    #[test]
    fn it_is_told_how_to_get_sql() {
        let typed = ["sole", "atlas", "sql", "select 1", "--format", "csv", "--memory", "1G"];
        let command = Cli::try_parse_from(typed).expect("it is known").command;
        let Command::Atlas { verb: AtlasVerb::Sql(flags) } = command else { panic!("{command:?}") };
        let stop = run(flags, &mut Console::of_process(&Common::default()));
        let Err(Stop::Failure(complaint)) = stop else { panic!("{stop:?}") };
        assert_eq!(complaint.exit(), Exit::Usage);
        let expected = "error: SQL is not built into this binary\n\
                        help: build one that has it: make sql\n\
                        help: or: cargo build --release --package sole --features sql\n";
        assert_eq!(crate::complain::render(&complaint, Paint::PLAIN), expected);
    }
}
