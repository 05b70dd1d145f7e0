//! The envelope: the one JSON shape of all answers.
//!
//! ```json
//! {"schema":"sole/1","command":"perft","status":"ok","result":{},"stats":{"nodes":1,"seconds":0.1}}
//! ```
//!
//! A failure has `"status":"error"` and `error` in place of `result`. An answer to an input that
//! left something out has `warnings`, which say what was assumed. In a
//! batch there is one envelope per input, in the order of the inputs.

use crate::failure::Failure;
use crate::question::{Stats, Status};
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// The version of the shape.
pub const SCHEMA: &str = "sole/1";

/// An answer or a failure of a command.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Envelope<'a, R> {
    schema: &'static str,
    command: &'a str,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a R>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Failure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    /// What was assumed where the input left something out.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
}

/// What an envelope says of an answer.
#[derive(Debug)]
pub struct Answer<R> {
    /// What it claims.
    pub status: Status,
    /// What scripts want.
    pub result: R,
    /// What it cost, if that was measured.
    pub stats: Option<Stats>,
}

/// Writes an answer as one line, with what was assumed for it.
///
/// # Errors
/// What writing answers with.
pub fn write_answer<R: Serialize>(
    out: &mut impl io::Write,
    command: &str,
    answer: &Answer<R>,
    warnings: &[String],
) -> io::Result<()> {
    let &Answer { status, ref result, stats } = answer;
    let (schema, result, error) = (SCHEMA, Some(result), None);
    write_line(out, &Envelope { schema, command, status, result, error, stats, warnings })
}

/// Writes a failure as one line.
///
/// # Errors
/// What writing answers with.
pub fn write_failure(out: &mut impl io::Write, command: &str, failure: &Failure) -> io::Result<()> {
    let (schema, status, error) = (SCHEMA, Status::Error, Some(failure));
    let (result, stats) = (None::<&()>, None);
    write_line(out, &Envelope { schema, command, status, result, error, stats, warnings: &[] })
}

fn write_line(out: &mut impl io::Write, envelope: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, envelope)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::FailureKind;
    use std::time::Duration;

    #[test]
    fn answers_and_failures_share_the_envelope() {
        let mut out = Vec::new();
        let stats = Some(Stats::new(20, Duration::from_millis(1500)));
        let answer = Answer { status: Status::Ok, result: [1], stats };
        write_answer(&mut out, "perft", &answer, &[]).unwrap();
        write_answer(&mut out, "perft", &answer, &["odd".to_owned()]).unwrap();
        let failure = Failure::new(FailureKind::Unreadable, "no such file".to_owned());
        write_failure(&mut out, "perft", &failure).unwrap();
        let expected = concat!(
            r#"{"schema":"sole/1","command":"perft","status":"ok","result":[1],"#,
            r#""stats":{"nodes":20,"seconds":1.5}}"#,
            "\n",
            r#"{"schema":"sole/1","command":"perft","status":"ok","result":[1],"#,
            r#""stats":{"nodes":20,"seconds":1.5},"warnings":["odd"]}"#,
            "\n",
            r#"{"schema":"sole/1","command":"perft","status":"error","#,
            r#""error":{"kind":"unreadable","message":"no such file"}}"#,
            "\n"
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
