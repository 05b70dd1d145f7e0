//! The initial position and the side that the user plays: from the command line, or asked for.

use crate::args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::dialogue::Manner;
use crate::endgame::read_material;
use crate::endgame::rights::Judge;
use crate::endgame::supply::{Missing, Supply, quoted, unanswered};
use crate::input::Input;
use crate::input::warnings;
use crate::prompt::{Prompt, Question};
use crate::records;
use sole_board::piece_list::read_color;
use sole_board::{
    Color, FenField, Material, PieceList, PieceListError, PieceListProblem, Position, PositionForm,
    PositionText, Setup,
};
use sole_endgame::play::RandomStart;

/// Words of the verdict on a position that cannot be played on.
const INVALID: &str = "The initial position is invalid";

const POSITION: Question<'_> = Question {
    text: "Position (FEN, KBNvK, or pieces as Ke1, Ra1 / ke8):",
    help: "Type a FEN, an ending such as KBNvK, pieces as Ke1, Ra1 / ke8 w, or an empty line to \
           name the pieces of each side; quit leaves.",
    instead: "name the position on the command line",
};

const TURN: Question<'_> = Question {
    text: "Who is to move, white or black?",
    help: "Answer white or black; quit leaves.",
    instead: "add w or b to the position",
};

/// Where a game starts.
pub(crate) struct Start {
    /// With the clocks.
    pub(crate) setup: Setup,
    /// As it is played on.
    pub(crate) position: Position,
    /// The side that wins, if either does.
    winner: Option<Color>,
    /// The side that the user plays unless another is chosen.
    side: Color,
}

/// Someone who can be asked, and the tables to judge the answers by.
pub(crate) struct Talk<'a> {
    pub(crate) prompt: &'a mut Prompt,
    pub(crate) supply: &'a Supply,
    pub(crate) flags: &'a args::Play,
}

impl Talk<'_> {
    /// The initial position.
    pub(crate) fn start(&mut self, console: &mut Console) -> Result<Start, Stop> {
        if !self.flags.what.is_empty() {
            return self.read(&self.flags.what.join(" "), console);
        }
        loop {
            let text = match self.prompt.answer(&POSITION, console)? {
                text if text.is_empty() => self.pieces_by_side(console)?,
                text => text,
            };
            match self.read(&text, console) {
                Err(Stop::Failure(complaint)) if self.prompt.manner() == Manner::Dialogue => {
                    console.complain(&complaint)?;
                }
                other => return other,
            }
        }
    }

    /// The pieces of each side, asked for in turn.
    fn pieces_by_side(&mut self, console: &mut Console) -> Result<String, Stop> {
        let mut ask = |text| self.prompt.answer(&Question { text, ..POSITION }, console);
        let white = ask("White's pieces, as Ke1, Ra1:")?;
        let black = ask("Black's pieces, as Ke8:")?;
        Ok(format!("{white} / {black}"))
    }

    fn read(&mut self, text: &str, console: &mut Console) -> Result<Start, Stop> {
        if text.contains(|c: char| c.is_ascii_digit()) {
            self.place(&Input::argument(text), console)
        } else {
            self.random(&read_material(text.trim())?, console)
        }
    }

    /// A position that was given, with the rights that it leaves open asked for.
    fn place(&mut self, input: &Input, console: &mut Console) -> Result<Start, Stop> {
        let mut read = input.board().map_err(|complaint| match crowded(input) {
            Some(error) => complaint.reworded(format!("{INVALID}: {error}")),
            None => complaint,
        })?;
        if read.is_missing(FenField::Turn) {
            read.setup.turn = self.turn(console)?;
        }
        self.flags.rights.apply(&mut read);
        check(&read, input)?;
        let setup = self.settle(&read, input, console)?;
        let position = Position::try_from(setup).expect("checked, with rights that fit");
        let provided = self.supply.provide(&position, Missing::Build, console);
        provided.map_err(|stop| stop.about(input))?;
        let winner = self.winner(&position)?;
        Ok(Start { setup, position, winner, side: position.turn() })
    }

    /// Who is to move.
    fn turn(&mut self, console: &mut Console) -> Result<Color, Stop> {
        loop {
            let word = self.prompt.answer(&TURN, console)?;
            match read_color(&word) {
                Some(color) => return Ok(color),
                None => {
                    let message = format!("expected white or black, not '{word}'");
                    console.complain(&Complaint::new(Kind::BadPosition, message))?;
                }
            }
        }
    }

    /// The setup with its rights. A script is asked for those of a piece list only: a FEN has
    /// fields for them.
    fn settle(
        &mut self,
        read: &PositionText,
        input: &Input,
        console: &mut Console,
    ) -> Result<Setup, Stop> {
        let (is_asked, open) = (read.form == PositionForm::PieceList, read.open_rights());
        if !is_asked && self.prompt.manner() == Manner::Script {
            console.warn(input, warnings(&open));
            return Ok(read.setup);
        }
        let judge = Judge { supply: self.supply, missing: Missing::Build };
        judge.settle(read.setup, &open, self.prompt, console)
    }

    /// A random position of an ending.
    fn random(&mut self, material: &Material, console: &mut Console) -> Result<Start, Stop> {
        let seed = records::seed(self.flags.seed);
        let random = RandomStart::new(*material, seed).expect("every ending has positions");
        let what = random.narrowed_to().map_or_else(|| material.to_string(), quoted);
        let plan = random.plan().map_err(|error| unanswered(&error))?;
        self.supply.provide_plan(&plan, &what, Missing::Build, console)?;
        let position = random.position(&self.supply.tables).map_err(|error| unanswered(&error))?;
        let winner = self.winner(&position)?;
        let setup = position.to_setup(Default::default());
        Ok(Start { setup, position, winner, side: winner.unwrap_or(position.turn()) })
    }

    fn winner(&self, position: &Position) -> Result<Option<Color>, Complaint> {
        let value = self.supply.tables.probe(position).map_err(|error| unanswered(&error))?;
        Ok(value.winner(position.turn()))
    }

    /// The side that the user plays: as the flag says, or asked for at a terminal.
    pub(crate) fn side(&mut self, start: &Start, console: &mut Console) -> Result<Color, Stop> {
        if let Some(side) = self.flags.side {
            return Ok(chosen(side, start)?);
        }
        if self.prompt.manner() == Manner::Script || !start.position.has_moves() {
            return Ok(start.side);
        }
        let wins = if start.winner == Some(start.side) { ", who wins" } else { "" };
        let question = Question {
            text: &format!(
                "Which side do you play, white or black? (Enter: {}{wins})",
                start.side.name()
            ),
            help: "Answer white, black, winner or loser; an empty line is the side in brackets; \
                   quit leaves.",
            instead: "choose a side with --side",
        };
        loop {
            let word = self.prompt.answer(&question, console)?;
            match read_side(&word, start) {
                Ok(side) => return Ok(side),
                Err(complaint) => console.complain(&complaint)?,
            }
        }
    }
}

fn read_side(word: &str, start: &Start) -> Result<Color, Complaint> {
    if word.is_empty() {
        return Ok(start.side);
    }
    let side = match word.to_ascii_lowercase().as_str() {
        "winner" => args::Side::Winner,
        "loser" => args::Side::Loser,
        word => match read_color(word) {
            Some(color) => return Ok(color),
            None => {
                let message = format!("expected white, black, winner or loser, not '{word}'");
                return Err(Complaint::new(Kind::Usage, message));
            }
        },
    };
    chosen(side, start)
}

fn chosen(side: args::Side, start: &Start) -> Result<Color, Complaint> {
    let winner = || {
        let message = "nobody wins this position with best play".to_owned();
        let complaint = Complaint::new(Kind::Usage, message);
        start.winner.ok_or_else(|| complaint.helped("choose white or black"))
    };
    match side {
        args::Side::White => Ok(Color::White),
        args::Side::Black => Ok(Color::Black),
        args::Side::Winner => winner(),
        args::Side::Loser => winner().map(|winner| !winner),
    }
}

/// Two pieces on one square of a piece list.
fn crowded(input: &Input) -> Option<PieceListError> {
    let error = input.text.parse::<PieceList>().err();
    error.filter(|error| matches!(error.problem, PieceListProblem::Occupied { .. }))
}

/// Refuses what is not a legal position, with every reason.
fn check(read: &PositionText, input: &Input) -> Result<(), Complaint> {
    let setup = &read.setup;
    let Err(faults) = Position::try_from(*setup) else { return Ok(()) };
    if read.form != PositionForm::PieceList {
        return Err(Complaint::bad_position(input, setup, faults).reworded(INVALID));
    }
    let reasons: Vec<String> = faults.iter().map(|fault| setup.explain(fault)).collect();
    let message = format!("{INVALID}: {}", reasons.join("; "));
    Err(Complaint::new(Kind::BadPosition, message))
}
