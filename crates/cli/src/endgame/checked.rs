//! `sole endgame build --check`: finished tables read in full, and damaged ones removed.

use super::Title;
use super::supply::{Supply, bad_table};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::render::plural;
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_board::Material;
use sole_endgame::file::Metric;
use sole_endgame::{CheckedTable, Inspection, Plan, Published, RemovedTable, TableCheck};

/// What scripts see.
#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    /// Complete tables that were read in full, those built again included.
    checked: Vec<Row>,
    /// Tables that were removed and built again.
    repaired: Vec<Repair>,
}

#[derive(Debug, Serialize)]
struct Row {
    #[serde(flatten)]
    title: Title,
    hash: String,
    published: &'static str,
}

#[derive(Debug, Serialize)]
struct Repair {
    #[serde(flatten)]
    title: Title,
    reason: String,
    #[serde(skip)]
    ending: Material,
    #[serde(skip)]
    metric: Metric,
}

/// Reads all that is there of some plans, and removes what is damaged or differs from what is
/// published.
pub(super) fn check(plans: &[&Plan], supply: &Supply, console: &Console) -> Result<Report, Stop> {
    let task = WatchedTask::begin("checking", console);
    let check = supply.tables.check(plans, &task).map_err(|error| bad_table(&error))?;
    drop(task);
    let TableCheck { sound, removed } = check.ok_or(Stop::Interrupted)?;
    let title = |ending: &Material, metric| Title::new(ending, metric);
    let row = |table: CheckedTable| Row::new(title(&table.ending, table.metric), table.inspection);
    let repair = |RemovedTable { ending, metric, flaw }| {
        let reason = flaw.to_string();
        console.notes().say(&format!("{reason}; it is built again"));
        Repair { title: title(&ending, metric), reason, ending, metric }
    };
    Ok(Report {
        checked: sound.into_iter().map(row).collect(),
        repaired: removed.into_iter().map(repair).collect(),
    })
}

impl Report {
    /// Looks at what was built again.
    pub(super) fn look_again(&mut self, supply: &Supply) -> Result<(), Complaint> {
        for repair in &self.repaired {
            let inspected = supply.tables.inspect(&repair.ending, repair.metric);
            let Some(inspection) = inspected.map_err(|error| bad_table(&error))? else { continue };
            if inspection.published == Published::Differs {
                let message = format!("{} differs from the published table", repair.title);
                return Err(Complaint::new(Kind::BadTable, message)
                    .helped("it was built again just now; please report this"));
            }
            self.checked.push(Row::new(repair.title.clone(), inspection));
        }
        Ok(())
    }

    /// `12 tables read, 10 match the published hash; built again: KRvKB`.
    pub(super) fn sentence(&self) -> String {
        let matching = self.checked.iter().filter(|row| row.published == "matches").count();
        let read = plural(self.checked.len() as u64, "table");
        let verb = if matching == 1 { "matches" } else { "match" };
        let mut text = format!("{read} read in full, {matching} {verb} the published hash");
        if !self.repaired.is_empty() {
            let names = self.repaired.iter().map(|repair| repair.title.to_string());
            text += &format!("; built again: {}", names.collect::<Vec<_>>().join(" "));
        }
        text
    }
}

impl Row {
    fn new(title: Title, Inspection { hash, published }: Inspection) -> Row {
        Row { title, hash, published: published_name(published) }
    }
}

/// The word for scripts.
pub(super) fn published_name(published: Published) -> &'static str {
    match published {
        Published::Matches => "matches",
        Published::Differs => "differs",
        Published::Unknown => "unknown",
    }
}
