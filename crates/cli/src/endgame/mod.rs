//! `sole endgame`: endgame tables, one file per verb.

mod build;
mod checked;
mod estimate;
mod exceptions;
mod histogram;
mod kings;
mod list;
mod mine;
mod play;
mod probe;
mod random;
mod reading;
mod report;
mod rights;
mod sentences;
mod stats;
pub(crate) mod supply;
pub(crate) mod tablebase;
mod verify;
mod watched;
mod words;

use crate::args::EndgameVerb;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::input::Input;
use serde::Serialize;
use sole_board::{Color, Material};
use sole_endgame::MOST_MEN;
use sole_endgame::file::Metric;
use std::fmt;

/// Runs a verb.
pub(crate) fn run(verb: EndgameVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        EndgameVerb::Build(flags) => build::run(flags, console),
        EndgameVerb::Probe(flags) => probe::run(flags, console),
        EndgameVerb::Play(flags) => play::run(flags, console),
        EndgameVerb::Stats(flags) => stats::run(flags, console),
        EndgameVerb::Mine(flags) => mine::run(flags, console),
        EndgameVerb::Random(flags) => random::run(flags, console),
        EndgameVerb::List(flags) => list::run(flags, console),
        EndgameVerb::Verify(flags) => verify::run(flags, console),
    }
}

/// The name of an ending that tables can have.
fn read_material(text: &str) -> Result<Material, Complaint> {
    let input = Input::argument(text);
    let material = input.material()?;
    match material.men() {
        ..=MOST_MEN => Ok(material),
        men => {
            let message = format!("{men} men, but tables have at most {MOST_MEN}");
            Err(Complaint::new(Kind::NoTable, message).about(&input))
        }
    }
}

/// Which table: its ending, and what it counts.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Title {
    ending: String,
    metric: &'static str,
}

impl Title {
    fn new(ending: impl ToString, metric: Metric) -> Title {
        Title { ending: ending.to_string(), metric: metric.extension() }
    }
}

impl fmt::Display for Title {
    /// `KRvK`, or `KRvK dtz` if it does not count the distance to mate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.metric == Metric::Dtm.extension() {
            f.pad(&self.ending)
        } else {
            f.pad(&format!("{} {}", self.ending, self.metric))
        }
    }
}

/// `white` or `black`, for scripts.
fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
