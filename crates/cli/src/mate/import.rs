//! Files of problems: what each problem in them asks.
//!
//! Lines, EPD, Lichess's rows and objects are read a line at a time; games, Olive's and Popeye's
//! files as a whole.

use super::question::{Asked, bad_stipulation};
use crate::complain::{Complaint, Kind};
use crate::input::{Input, Positions, Whole};
use crate::render::excerpt;
use sole_collection::Format;
use sole_collection::stated::{StatedError, StatedProblem, stated_in_line, stated_problems};
use sole_mate::formats::{Located, Read};

type Questions = Box<dyn Iterator<Item = Result<Asked, Complaint>>>;

/// What is asked, in the format that was named or that the name of the file tells; else each line
/// is a position or an object.
pub(crate) fn questions(
    positions: &Positions,
    from: Option<Format>,
) -> Result<Questions, Complaint> {
    let by_name = || Format::of_path(positions.path()?);
    let format = from.or_else(by_name).filter(|format| Format::PROBLEMS.contains(format));
    let format = format.unwrap_or(Format::Jsonl);
    if format.is_by_line() {
        let read = move |input: Result<Input, Complaint>| match input {
            Ok(input) => in_line(&input, format),
            Err(complaint) => Some(Err(complaint)),
        };
        return Ok(Box::new(positions.inputs()?.filter_map(read)));
    }
    let whole = positions.whole()?.ok_or_else(|| {
        let message = "this format is read from a file, or from '-'".to_owned();
        Complaint::new(Kind::Usage, message)
    })?;
    let stated = stated_problems(&whole.text, format).into_iter();
    Ok(Box::new(stated.map(move |stated| in_whole(stated, &whole))))
}

fn in_line(input: &Input, format: Format) -> Option<Result<Asked, Complaint>> {
    let asked = |stated: StatedProblem| Asked { input: input.word(&stated.position), stated };
    Some(stated_in_line(&input.text, format)?.map(asked).map_err(|error| unstated(&error, input)))
}

fn in_whole(stated: Read<StatedProblem, StatedError>, whole: &Whole) -> Result<Asked, Complaint> {
    match stated {
        Ok(Located { line, content: stated }) => {
            Ok(Asked { input: whole.input(line, &stated.position), stated })
        }
        Err(Located { line, content: error }) => {
            let input = match &error {
                StatedError::Stipulation { position: Some(position), .. } => {
                    whole.input(line, position)
                }
                _ => whole.line(line),
            };
            Err(unstated(&error, &input))
        }
    }
}

/// Why an input asks nothing.
fn unstated(error: &StatedError, input: &Input) -> Complaint {
    let complaint = Complaint::new(Kind::BadEntry, excerpt(&error.to_string())).about(input);
    match error {
        StatedError::Json { column } => complaint.at(*column..column + 1),
        StatedError::Stipulation { text, error, .. } => bad_stipulation(input, text, error),
        _ => complaint,
    }
}
