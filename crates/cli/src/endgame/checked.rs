//! `sole endgame build --check`: finished tables read in full, and damaged ones removed.

use super::Title;
use super::supply::{Supply, bad_table};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::interrupt::Work;
use crate::progress::Gauge;
use crate::render::plural;
use serde::Serialize;
use sole_board::Material;
use sole_endgame::file::{FileError, Metric};
use sole_endgame::{Inspection, Plan, Published};

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
}

/// A table to look at.
type Key = (Material, Metric);

/// Reads all that is there of some plans, and removes what is damaged or differs from what is
/// published.
pub(super) fn check(plans: &[&Plan], supply: &Supply, console: &Console) -> Result<Report, Stop> {
    let keys: Vec<Key> = plans
        .iter()
        .flat_map(|plan| plan.endings().into_iter().map(|ending| (ending, plan.metric())))
        .collect();
    let mut report = Report::default();
    let work = Work::begin();
    let mut gauge = Gauge::new(console.progress(), "checking".to_owned());
    for (number, &(ending, metric)) in keys.iter().enumerate() {
        if work.is_to_end() {
            return Err(Stop::Interrupted);
        }
        let title = Title::new(ending, metric);
        gauge.show(number as f64 / keys.len() as f64, || title.to_string());
        match verdict(supply.tables.inspect(&ending, metric)).map_err(|error| bad_table(&error))? {
            Ok(None) => {}
            Ok(Some(inspection)) => report.checked.push(Row::new(title, inspection)),
            Err(reason) => {
                console.notes().say(&format!("{reason}; it is built again"));
                supply.tables.discard(&ending, metric).map_err(|error| bad_table(&error))?;
                report.repaired.push(Repair { title, reason });
            }
        }
    }
    gauge.clear();
    Ok(report)
}

/// What to do about a table: keep it, or build it again for a reason.
fn verdict(
    inspected: Result<Option<Inspection>, FileError>,
) -> Result<Result<Option<Inspection>, String>, FileError> {
    match inspected {
        Ok(Some(Inspection { published: Published::Differs, hash })) => {
            Ok(Err(format!("a table with the hash {hash} differs from the published one")))
        }
        Ok(inspection) => Ok(Ok(inspection)),
        Err(error) if error.is_damage() => Ok(Err(error.to_string())),
        Err(error) => Err(error),
    }
}

impl Report {
    /// Looks at what was built again.
    pub(super) fn look_again(&mut self, supply: &Supply) -> Result<(), Complaint> {
        for repair in &self.repaired {
            let ending: Material = repair.title.ending.parse().expect("the name of an ending");
            let metric = Metric::ALL.into_iter().find(|m| m.extension() == repair.title.metric);
            let metric = metric.expect("the name of a metric");
            let inspected = supply.tables.inspect(&ending, metric);
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
