//! `sole endgame`: endgame tables, one file per verb.

mod build;
mod estimate;
mod histogram;
mod list;
mod mine;
mod play;
mod probe;
mod reading;
mod sentences;
mod stats;
mod supply;
mod verify;
mod watched;
mod words;

use crate::args::EndgameVerb;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::input::Input;
use sole_board::{Color, Material};
use sole_endgame::MOST_MEN;
use sole_endgame::file::Metric;

/// Runs a verb.
pub(crate) fn run(verb: EndgameVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        EndgameVerb::Build(flags) => build::run(flags, console),
        EndgameVerb::Probe(flags) => probe::run(flags, console),
        EndgameVerb::Play(flags) => play::run(flags, console),
        EndgameVerb::Stats(flags) => stats::run(flags, console),
        EndgameVerb::Mine(flags) => mine::run(flags, console),
        EndgameVerb::List(flags) => list::run(flags, console),
        EndgameVerb::Verify(flags) => verify::run(flags, console),
    }
}

/// The name of an ending that tables can have.
fn read_material(text: &str) -> Result<Material, Complaint> {
    let input = Input::argument(text);
    let material: Material = text.parse().map_err(|error: sole_board::MaterialError| {
        Complaint::new(Kind::BadMaterial, error.to_string()).about(&input)
    })?;
    match material.men() {
        ..=MOST_MEN => Ok(material),
        men => {
            let message = format!("{men} men, but tables have at most {MOST_MEN}");
            Err(Complaint::new(Kind::NoTable, message).about(&input))
        }
    }
}

/// The ending, and what its table counts unless it is the distance to mate: `KRvK dtz`.
fn table_title(ending: &str, metric: Metric) -> String {
    match metric {
        Metric::Dtm => ending.to_owned(),
        metric => format!("{ending} {}", metric.extension()),
    }
}

/// `white` or `black`, for scripts.
fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
