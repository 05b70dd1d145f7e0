//! The envelope: the one JSON shape of all answers.
//!
//! ```json
//! {"schema":"sole/1","command":"perft","status":"ok","result":{},"stats":{"nodes":1,"seconds":0.1}}
//! ```
//!
//! A complaint has `"status":"error"` and `error` in place of `result`. An answer to an input that
//! left something out has `warnings`, which say what was assumed. In a
//! batch there is one envelope per input, in the order of the inputs.

use crate::complain::Complaint;
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;

/// The version of the shape.
const SCHEMA: &str = "sole/1";

/// What an answer claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// An answer that claims no proof.
    Ok,
    /// What was asked for exists, and it is proved.
    Proven,
    /// What was asked for does not exist, and that is proved.
    Refuted,
    /// Not decided: a limit was reached first.
    Open,
    /// Something was wrong with the input.
    Error,
}

/// An answer with what it cost.
#[derive(Debug)]
pub(crate) struct Answer<R> {
    /// What it claims.
    pub(crate) status: Status,
    /// What scripts want.
    pub(crate) result: R,
    /// What it cost, if it cost anything.
    pub(crate) stats: Option<Stats>,
}

/// What an answer cost.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Stats {
    /// Positions or games counted.
    pub(crate) nodes: u64,
    /// Wall time.
    pub(crate) seconds: f64,
}

impl Stats {
    /// The cost of `nodes` in `elapsed` time, to the microsecond.
    pub(crate) fn new(nodes: u64, elapsed: Duration) -> Stats {
        Stats { nodes, seconds: elapsed.as_micros() as f64 / 1e6 }
    }
}

#[derive(Serialize)]
struct Envelope<'a, R> {
    schema: &'static str,
    command: &'a str,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a R>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Complaint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    /// What was assumed where the input left something out.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
}

/// Writes an answer as one line.
pub(crate) fn write_answer<R: Serialize>(
    out: &mut impl Write,
    command: &str,
    answer: &Answer<R>,
) -> io::Result<()> {
    write_answer_with_warnings(out, command, answer, &[])
}

/// Writes an answer as one line, with what was assumed for it.
pub(crate) fn write_answer_with_warnings<R: Serialize>(
    out: &mut impl Write,
    command: &str,
    answer: &Answer<R>,
    warnings: &[String],
) -> io::Result<()> {
    let Answer { status, ref result, stats } = *answer;
    let (schema, result, error) = (SCHEMA, Some(result), None);
    write_line(out, &Envelope { schema, command, status, result, error, stats, warnings })
}

/// Writes a complaint as one line.
pub(crate) fn write_complaint(
    out: &mut impl Write,
    command: &str,
    complaint: &Complaint,
) -> io::Result<()> {
    let (schema, status, error) = (SCHEMA, Status::Error, Some(complaint));
    let (result, stats) = (None::<&()>, None);
    write_line(out, &Envelope { schema, command, status, result, error, stats, warnings: &[] })
}

fn write_line(out: &mut impl Write, envelope: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, envelope)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::complain::Kind;

    #[test]
    fn answers_and_complaints_share_the_envelope() {
        let mut out = Vec::new();
        let stats = Some(Stats::new(20, Duration::from_millis(1500)));
        let answer = Answer { status: Status::Ok, result: [1], stats };
        write_answer(&mut out, "perft", &answer).unwrap();
        write_answer_with_warnings(&mut out, "perft", &answer, &["odd".to_owned()]).unwrap();
        let complaint = Complaint::new(Kind::Unreadable, "no such file".to_owned());
        write_complaint(&mut out, "perft", &complaint).unwrap();
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
