//! The initial position: read from the command line or asked for, and checked.

use crate::args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::dialogue::{Manner, ask};
use crate::endgame::read_material;
use crate::endgame::supply::{Missing, Supply};
use crate::input::Input;
use crate::repair;
use sole_board::piece_list::read_color;
use sole_board::{
    Color, Faults, Material, PieceList, PieceListError, PieceListProblem, Position, Setup,
};
use sole_endgame::Plan;
use sole_endgame::play::{Standing, random_positions};
use std::time::{SystemTime, UNIX_EPOCH};

/// Words of the verdict on a position that cannot be played on.
const INVALID: &str = "The initial position is invalid";

/// How many positions of an ending are looked at to find one that is won.
const LOTS: usize = 2000;

/// Where a game starts.
pub(crate) struct Start {
    /// With the clocks.
    pub(crate) setup: Setup,
    /// As it is played on.
    pub(crate) position: Position,
    /// The side that loses, if the position was drawn for that.
    pub(crate) loser: Option<Color>,
}

/// Someone who can be asked, and the tables to judge the answers by.
pub(crate) struct Talk<'a, L> {
    pub(crate) lines: &'a mut L,
    pub(crate) manner: Manner,
    pub(crate) supply: &'a Supply,
}

/// What a text means.
enum Meaning {
    Fen(Input),
    Ending(Material),
    Pieces(PieceList),
}

impl<L: Iterator<Item = Result<Input, Complaint>>> Talk<'_, L> {
    /// The initial position; none if nobody gave one.
    pub(crate) fn start(
        &mut self,
        flags: &args::Play,
        console: &mut Console,
    ) -> Result<Option<Start>, Stop> {
        if !flags.what.is_empty() {
            return self.read(&flags.what.join(" "), flags.seed, console).map(Some);
        }
        loop {
            let question = "Position (FEN, KBNvK, or pieces as Ke1, Ra1 / ke8):";
            let Some(text) = self.hear(question, console)? else { return Ok(None) };
            let read = match text.as_str() {
                "" => self.men_by_side(console)?,
                _ => Some(text),
            };
            let Some(read) = read else { return Ok(None) };
            match self.read(&read, flags.seed, console) {
                Err(Stop::Complaint(complaint)) if self.manner == Manner::Dialogue => {
                    console.complain(&complaint)?;
                }
                other => return other.map(Some),
            }
        }
    }

    /// The next line, none at the end of the input.
    pub(crate) fn hear(
        &mut self,
        question: &str,
        console: &mut Console,
    ) -> Result<Option<String>, Stop> {
        ask(self.manner, question, console)?;
        loop {
            match self.lines.next().transpose()? {
                Some(line) if line.text.starts_with('#') => {}
                line => return Ok(line.map(|line| line.text)),
            }
        }
    }

    /// The men of each side, asked for in turn; none at the end of the input.
    fn men_by_side(&mut self, console: &mut Console) -> Result<Option<String>, Stop> {
        let white = self.hear("White's men, as Ke1, Ra1:", console)?;
        let black = self.hear("Black's men, as Ke8:", console)?;
        Ok(white.zip(black).map(|(white, black)| format!("{white} / {black}")))
    }

    /// Who is to move; White at the end of the input.
    fn turn(&mut self, console: &mut Console) -> Result<Color, Stop> {
        while let Some(word) = self.hear("Who is to move, white or black?", console)? {
            match read_color(&word) {
                Some(color) => return Ok(color),
                None => {
                    let message = format!("expected white or black, not '{word}'");
                    console.complain(&Complaint::new(Kind::BadPosition, message))?;
                }
            }
        }
        Ok(Color::White)
    }

    fn read(
        &mut self,
        text: &str,
        seed: Option<u64>,
        console: &mut Console,
    ) -> Result<Start, Stop> {
        match meaning(text)? {
            Meaning::Fen(input) => {
                let setup = input.setup()?.setup;
                let position = Position::try_from(setup).map_err(|faults| {
                    Complaint::bad_position(&input, &setup, faults).reworded(INVALID)
                })?;
                let provided = self.supply.provide(&position, Missing::Build, console);
                provided.map_err(|stop| stop.about(&input))?;
                Ok(Start { setup, position, loser: None })
            }
            Meaning::Ending(material) => self.draw(&material, seed, console),
            Meaning::Pieces(list) => self.place(list, console),
        }
    }

    /// A position from men, after asking what the board does not tell.
    fn place(&mut self, list: PieceList, console: &mut Console) -> Result<Start, Stop> {
        let mut setup = list.setup();
        setup.turn = match list.turn {
            Some(color) => color,
            None => self.turn(console)?,
        };
        check(&setup)?;
        let setup = self.settle(setup, console)?;
        let position = Position::try_from(setup).expect("checked, with rights that fit");
        Ok(Start { setup, position, loser: None })
    }

    /// A position of an ending, drawn at random: one that the first side wins if that is found.
    fn draw(
        &mut self,
        material: &Material,
        seed: Option<u64>,
        console: &mut Console,
    ) -> Result<Start, Stop> {
        let seed = seed.unwrap_or_else(time);
        let mut lots = random_positions(material, seed);
        let first = lots.next().expect("every ending has positions");
        if material.has_pawns() {
            self.supply.provide(&first, Missing::Build, console)?;
        } else {
            let plan = self.supply.missing(&Plan::for_endings([*material]))?;
            if !plan.slices().is_empty() {
                self.supply.build_aloud(&plan, console)?;
            }
        }
        // With pawns, only what was built for the first position is looked at.
        let value = |position: &Position| self.supply.tables.probe(position).ok();
        let is_won = |position: &Position| {
            let wanted = match position.turn() {
                Color::White => Standing::Won,
                Color::Black => Standing::Lost,
            };
            value(position).map(Standing::from) == Some(wanted)
        };
        let won = std::iter::once(first).chain(lots).take(LOTS).find(is_won);
        let position = won.unwrap_or(first);
        let setup = position.to_setup(Default::default());
        Ok(Start { setup, position, loser: won.map(|_| Color::Black) })
    }
}

/// What a text means, told by its look.
fn meaning(text: &str) -> Result<Meaning, Complaint> {
    let text = text.trim();
    let has_digits = text.contains(|c: char| c.is_ascii_digit());
    if text.matches('/').count() > 1 {
        return Ok(Meaning::Fen(Input::argument(text)));
    }
    if !has_digits && !text.contains(char::is_whitespace) {
        return read_material(text).map(Meaning::Ending);
    }
    read_pieces(text).map(Meaning::Pieces)
}

fn read_pieces(text: &str) -> Result<PieceList, Complaint> {
    text.parse().map_err(|error: PieceListError| {
        let message = match error.problem {
            PieceListProblem::Occupied { .. } => format!("{INVALID}: {error}"),
            _ => error.to_string(),
        };
        Complaint::new(Kind::BadFen, message).about(&Input::argument(text)).at(error.span)
    })
}

/// Refuses pieces that make no position, with every reason.
fn check(setup: &Setup) -> Result<(), Complaint> {
    let faults: Faults = setup.faults();
    let reasons: Vec<String> = faults.iter().map(|fault| repair::explain(setup, fault)).collect();
    if reasons.is_empty() {
        return Ok(());
    }
    let message = format!("{INVALID}: {}", reasons.join("; "));
    Err(Complaint::new(Kind::BadPosition, message))
}

/// A seed that nobody knows beforehand.
fn time() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_make_no_position_are_refused_with_every_reason() {
        let cases = [
            ("Ke1, Ra1 / ke8", "ok"),
            ("Ke1, Qe1, Ra1 / Ke2", "two pieces on e1: White's king and White's queen"),
            ("Ke1, Ra1 / Ke1 w", "two pieces on e1: White's king and Black's king"),
            ("Ke1, Ra1 / Ke2", "the kings touch"),
            ("Ke1, a1 / h8", "a side has no king; a pawn stands on the first or eighth rank"),
        ];
        for (text, expected) in cases {
            let actual = read_pieces(text).and_then(|list| check(&list.setup()));
            let actual =
                actual.map_or_else(|c| c.render(crate::render::Paint::PLAIN), |()| "ok".to_owned());
            assert!(actual.contains(expected), "{text}: {actual}");
            assert_eq!(actual.contains(INVALID), expected != "ok", "{text}: {actual}");
        }
    }
}
