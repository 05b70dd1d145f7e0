//! The tables as the workshop asks them: in the shape of `sole endgame probe --json`, but built
//! by jobs alone.

use super::report::{MainlineReport, Report};
use super::supply::{Supply, quoted, unanswered};
use crate::complain::{Complaint, Kind};
use crate::input::warnings;
use crate::input::{Input, Playable};
use serde::Serialize;
use sole_api::envelope;
use sole_board::Faults;
use sole_endgame::{Mainline, Plan, PositionReport, ProbeError};
use sole_web::{PositionQuery, Probed, Tablebase};

/// What complaints call the question.
const COMMAND: &str = "endgame probe";

/// An answer with what was assumed for it.
#[derive(Serialize)]
struct Warned<'a, R> {
    #[serde(flatten)]
    report: R,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
}

/// Tables that answer over the network.
#[derive(Debug)]
pub(crate) struct TablebaseService {
    supply: Supply,
}

impl TablebaseService {
    /// A service over these tables.
    pub(crate) fn new(supply: Supply) -> TablebaseService {
        TablebaseService { supply: supply.unnamed() }
    }

    /// An answer, or why there is none.
    fn answer<R: Serialize>(
        &self,
        PositionQuery { fen, warnings }: &PositionQuery,
        ask: impl FnOnce(&Playable) -> Result<R, ProbeError>,
    ) -> Probed {
        let input = Input::argument(fen);
        let playable = match input.position(Faults::NONE) {
            Ok(playable) => playable,
            Err(complaint) => return refused(&complaint),
        };
        match ask(&playable) {
            Ok(report) => {
                let warned = Warned { report, warnings };
                Probed::Found(serde_json::to_vec(&warned).expect("texts and numbers are JSON"))
            }
            Err(error) => refused(&self.complaint(&playable, &error).about(&input)),
        }
    }

    fn complaint(&self, Playable { position, .. }: &Playable, error: &ProbeError) -> Complaint {
        if let ProbeError::File(file) = error
            && let Some(table) = file.damaged_table()
        {
            // Without the folder, as clients of the server should not see it.
            return unanswered(error).reworded(format!("the table {table} is damaged"));
        }
        let ProbeError::Missing { .. } = error else { return unanswered(error) };
        let missing =
            Plan::for_position(position).and_then(|plan| Ok(self.supply.missing(&plan)?));
        match missing {
            Ok(Some(missing)) => self.supply.refusal(&quoted(position), &missing),
            Ok(None) => unanswered(error),
            Err(error) => unanswered(&error),
        }
    }
}

impl Tablebase for TablebaseService {
    fn position(&self, text: &str) -> Result<PositionQuery, Vec<u8>> {
        let input = Input::argument(text);
        let query = || -> Result<PositionQuery, Complaint> {
            let read = input.setup()?;
            let fen = input.playable(read.setup, Faults::NONE)?.setup.to_string();
            Ok(PositionQuery { fen, warnings: warnings(&read.open_rights()) })
        };
        query().map_err(|complaint| written(&complaint))
    }

    fn probe(&self, query: &PositionQuery) -> Probed {
        let tables = &self.supply.tables;
        self.answer(query, |playable| {
            let Playable { setup, position } = playable;
            let report = PositionReport::of(tables, position, setup.clocks)?;
            Ok(Report::new(playable, &report).in_full())
        })
    }

    fn mainline(&self, query: &PositionQuery) -> Probed {
        self.answer(query, |Playable { setup, position }| {
            let mainline = Mainline::of(&self.supply.tables, position, setup.clocks)?;
            Ok(MainlineReport::new(position, &mainline))
        })
    }
}

fn refused(complaint: &Complaint) -> Probed {
    match complaint.kind() {
        Kind::BadTable => Probed::Broken(written(complaint)),
        _ => Probed::Missing(written(complaint)),
    }
}

fn written(complaint: &Complaint) -> Vec<u8> {
    let mut line = Vec::new();
    envelope::write_failure(&mut line, COMMAND, complaint).expect("a list of bytes takes all");
    line
}
