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
mod words;

use crate::args::EndgameVerb;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::input::Input;
use sole_board::{Color, Material};
use sole_endgame::MOST_MEN;

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

pub(crate) use sole_api::Title;

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

/// `white` or `black`, for scripts.
fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
