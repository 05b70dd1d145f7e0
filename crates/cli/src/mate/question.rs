//! Questions: a position with a stipulation, as a line of text has them.
//!
//! `FEN;2`, `FEN;h#2.5`, `FEN h#2.5`, an EPD with `dm 2;` or `stip "h#2.5";`, or a FEN alone if the
//! command line says what is demanded.

use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::input::{Input, Playable, Positions};
use crate::render::{excerpt, visible};
use sole_board::{Color, Faults, OpenRights, Setup};
use sole_collection::stated::{StatedProblem, is_board, split_demand};
use sole_mate::formats::Credits;
use sole_mate::study::Intended;
use sole_mate::{Problem, Stipulation, StipulationError};
use std::borrow::Cow;
use std::path::Path;

/// A text that asks something, and what its file says beside it.
pub(crate) struct Asked {
    pub(crate) input: Input,
    pub(super) stated: StatedProblem,
}

/// A problem, the setup that it was read from, and what is said about it.
pub(crate) struct Question {
    pub(crate) setup: Setup,
    pub(crate) problem: Problem,
    pub(crate) credits: Credits,
    /// The rights that its text leaves open.
    pub(super) open_rights: OpenRights,
}

impl Question {
    /// Reads a text; what was asked for on the command line outweighs what its file says.
    pub(crate) fn read(
        asked: &Asked,
        demanded: Option<Stipulation>,
        waived: Faults,
    ) -> Result<Question, Complaint> {
        match Question::read_any_length(asked, demanded, waived)? {
            (question, Wanted::Stipulated) => Ok(question),
            (_, Wanted::Shortest) => Err(undemanded(&asked.input)),
        }
    }

    /// The same; without a stipulation the shortest mate is wanted, in as many moves as can be
    /// asked for. A file must have stipulations: its positions need not have mates.
    pub(super) fn read_any_length(
        asked: &Asked,
        demanded: Option<Stipulation>,
        waived: Faults,
    ) -> Result<(Question, Wanted), Complaint> {
        let input = &asked.input;
        let (fen, demand) = split_demand(&input.text);
        let (stipulation, wanted) = match (demanded.or(asked.stated.stipulation), demand) {
            (Some(stipulation), _) => (stipulation, Wanted::Stipulated),
            (None, Some(demand)) => (read_stipulation(input, &demand)?, Wanted::Stipulated),
            (None, None) if input.origin().is_some() => {
                // What is wrong with the position comes first.
                input.word(fen).position(waived)?;
                return Err(undemanded(input));
            }
            (None, None) => (longest_mate(), Wanted::Shortest),
        };
        let fen = input.word(&with_turn(fen, stipulation));
        let mut read = fen.setup().map_err(|complaint| about_file(complaint, input))?;
        read.missing.extend(&asked.stated.missing);
        let Playable { setup, position } = fen.playable(read.setup, waived)?;
        let problem = Problem::new(position, stipulation)
            .map_err(|error| Complaint::new(Kind::BadPosition, error.to_string()).about(input))?;
        let (credits, open_rights) = (asked.stated.credits.clone(), read.open_rights());
        Ok((Question { setup, problem, credits, open_rights }, wanted))
    }

    /// The same with the rights that its text leaves open, asked for or warned of.
    pub(super) fn settled(
        self,
        input: &Input,
        positions: &Positions,
        console: &mut Console,
    ) -> Result<Question, Stop> {
        let setup = positions.settle(input, self.setup, &self.open_rights, console)?;
        let Playable { setup, position } = input.playable(setup, positions.waived)?;
        let problem = Problem::new(position, self.problem.stipulation())
            .map_err(|error| Complaint::new(Kind::BadPosition, error.to_string()).about(input))?;
        Ok(Question { setup, problem, ..self })
    }

    /// The number of solutions that its author intends.
    pub(super) fn intended(&self) -> Intended {
        let text = self.credits.intended_solutions.as_deref();
        let play = self.problem.stipulation().play();
        text.and_then(|text| Intended::parse(text, play)).unwrap_or_default()
    }

    /// The same under the fifty-move rule.
    pub(super) fn under_fifty_moves(self) -> Result<Question, Complaint> {
        let problem = self.problem.under_fifty_moves(self.setup.clocks.halfmoves);
        let problem =
            problem.map_err(|error| Complaint::new(Kind::BadStipulation, error.to_string()))?;
        Ok(Question { problem, ..self })
    }
}

/// A board alone becomes a position: the stipulation tells who moves first.
fn with_turn(fen: &str, stipulation: Stipulation) -> Cow<'_, str> {
    match is_board(fen) {
        true => {
            let turn = if stipulation.usual_turn() == Color::White { 'w' } else { 'b' };
            format!("{} {turn}", fen.trim()).into()
        }
        false => fen.into(),
    }
}

/// A text that is not a position may be meant as the name of a file.
fn about_file(complaint: Complaint, input: &Input) -> Complaint {
    match input.origin().is_none() && Path::new(&input.text).is_file() {
        true => complaint.helped(format!("to read that file, add --file {}", visible(&input.text))),
        false => complaint,
    }
}

/// What is wanted of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// What its stipulation says.
    Stipulated,
    /// The shortest mate, since nobody gave a stipulation.
    Shortest,
}

/// A mate in as many moves as can be asked for.
fn longest_mate() -> Stipulation {
    Stipulation::direct_mate(Stipulation::MAX_MOVES).expect("more than no moves")
}

/// A stipulation, or a number of moves to mate.
fn read_stipulation(input: &Input, text: &str) -> Result<Stipulation, Complaint> {
    Stipulation::from_typed(text).map_err(|error| bad_stipulation(input, text, &error))
}

/// Why a text in an input is no stipulation.
pub(super) fn bad_stipulation(input: &Input, text: &str, error: &StipulationError) -> Complaint {
    let message = excerpt(&error.to_string());
    let complaint = Complaint::new(Kind::BadStipulation, message).about(input);
    match input.text.rfind(text) {
        Some(at) => complaint.at(at..at + text.len()),
        None => complaint,
    }
}

/// There is no stipulation: a mistake of the command line, unless the input is a line of a file.
fn undemanded(input: &Input) -> Complaint {
    let kind = if input.origin().is_some() { Kind::BadStipulation } else { Kind::Usage };
    Complaint::new(kind, "no stipulation given".to_owned())
        .about(input)
        .helped("add --moves N, or --stipulation as in h#2.5, or write FEN;N")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Paint;

    const FEN: &str = "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -";

    fn asked(line: &str) -> Asked {
        let input = Input::argument(line.replace("{}", FEN));
        Asked { input, stated: StatedProblem::default() }
    }

    #[test]
    fn lines_bring_their_stipulations() {
        let cases = [
            ("{};2", "#2"),
            ("{} 0 1 ; 3 ; who ; 1", "#3"),
            ("{};h#2.5", "h#2.5"),
            ("{} ser-h#4", "ser-h#4"),
            ("{} 0 1 s#2", "s#2"),
            ("{} bm Qg4; dm 2;", "#2"),
            ("{} stip \"r#2\";", "r#2"),
            ("5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8;2", "#2"),
            ("5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 #2", "#2"),
            ("{};2#", "#2"),
        ];
        for (line, expected) in cases {
            let input = asked(line);
            let question = Question::read(&input, None, Faults::NONE);
            let question = question.unwrap_or_else(|c| {
                panic!("{line}: {}", crate::complain::render(&c, Paint::PLAIN))
            });
            assert_eq!(question.problem.stipulation().to_string(), expected, "{line}");
            let asked = "h=3".parse().ok();
            let question = Question::read(&input, asked, Faults::NONE);
            let stipulation = question.ok().map(|question| question.problem.stipulation());
            assert_eq!(stipulation, asked, "{line}");
        }
    }

    #[test]
    fn what_is_no_question_is_refused() {
        let cases = [
            ("{}", "no stipulation given"),
            ("{} bm Qg4;", "no stipulation given"),
            ("{};0", "a problem takes at least one move"),
            ("{};300", "300 moves, at most 255 can be asked for"),
            ("{};x#2", "unknown stipulation 'x#', "),
            ("{} dm -2;", "unknown stipulation '-', "),
            ("7k/5Q2/6K1/8/8/8/8/8 b - -;2", "Black is to move and is stalemated already"),
            ("8/8 w - -;2", "there are 2 ranks, needs 8"),
        ];
        for (line, expected) in cases {
            let input = asked(line);
            let complaint = Question::read(&input, None, Faults::NONE).err().expect(line);
            let text = crate::complain::render(&complaint, Paint::PLAIN);
            assert!(text.starts_with(&format!("error: {expected}")), "{line}: {text}");
        }
    }
}
