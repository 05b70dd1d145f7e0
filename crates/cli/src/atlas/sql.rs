//! `sole atlas sql`: questions in SQL about the layers of an atlas.

use super::{atlas, stop};
use crate::args::sql::{RowFormat, Sql};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Progress, Stop};
use crate::draft::Draft;
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input::{self, Whole};
use crate::lookout::Lookout;
use crate::records::Written;
use serde::Serialize;
use serde_json::value::RawValue;
use sole_atlas::Atlas;
pub(super) use sole_sql::is_engine_thread;
use sole_sql::{QuerySummary, Session, Settings, Sink, SqlError};
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::path::Path;

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    columns: Vec<Column>,
    rows: Vec<Box<RawValue>>,
}

#[derive(Debug, Serialize)]
struct Column {
    name: String,
    #[serde(rename = "type")]
    kind: String,
}

/// Runs the command.
pub(crate) fn run(flags: Sql, console: &mut Console) -> Result<Exit, Stop> {
    let format = format(&flags, console)?;
    let atlas = atlas(&flags.start, &flags.data, console)?;
    let memory = flags.memory.bytes();
    let settings = Settings { threads: flags.threads.get(), memory };
    let question = question(&flags)?;
    let session = Session::new(atlas.clone(), settings);
    let session = session.map_err(|error| refusal(error, &question, &atlas))?;
    let lookout = Lookout::new(Progress::Hidden, "answering".to_owned());
    let desk = Desk { atlas, session, question, lookout };
    let rows = match &flags.output {
        Some(path) => desk.to_file(path, format, console)?,
        None if console.is_json() => desk.to_envelope(console)?,
        None => desk.to_console(format, console)?,
    };
    Ok(if rows == 0 { Exit::No } else { Exit::Yes })
}

/// The form that is asked for, or that the name of the file tells.
fn format(flags: &Sql, console: &Console) -> Result<RowFormat, Complaint> {
    if flags.output.is_none() && console.is_json() && flags.format.is_some() {
        let message = "--json has a form of its own for rows".to_owned();
        return Err(Complaint::new(Kind::Usage, message)
            .helped("leave out --format, or --json, or write the rows to a file with -o FILE"));
    }
    let told = flags.output.as_deref().and_then(told_by_name);
    Ok(flags.format.or(told).unwrap_or(RowFormat::Table))
}

fn told_by_name(path: &Path) -> Option<RowFormat> {
    match path.extension()?.to_str()? {
        "csv" => Some(RowFormat::Csv),
        "json" | "jsonl" => Some(RowFormat::Json),
        "parquet" => Some(RowFormat::Parquet),
        _ => None,
    }
}

/// The one text that is asked.
fn question(flags: &Sql) -> Result<Whole, Complaint> {
    let arguments = flags.query.iter().cloned().collect();
    let mut texts = input::texts(arguments, flags.file.clone())?;
    let missing = || Complaint::new(Kind::Unreadable, "there is no question".to_owned());
    texts.pop().filter(|whole| !whole.text.trim().is_empty()).ok_or_else(missing)
}

/// Where text goes; nothing if the form is no text.
fn text_sink(format: RowFormat, out: &mut dyn Write) -> Option<Sink<'_>> {
    match format {
        RowFormat::Table => Some(Sink::Table(out)),
        RowFormat::Csv => Some(Sink::Csv(out)),
        RowFormat::Json => Some(Sink::JsonLines(out)),
        RowFormat::Parquet => None,
    }
}

/// A question and who answers it.
struct Desk {
    atlas: Atlas,
    session: Session,
    question: Whole,
    lookout: Lookout,
}

impl Desk {
    fn ask(&self, sink: &mut Sink<'_>) -> Result<QuerySummary, Stop> {
        let watch = || match self.lookout.is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let answered = self.session.answer(&self.question.text, sink, &watch);
        answered.map_err(|error| refusal(error, &self.question, &self.atlas))
    }

    /// Rows as text; their number is returned.
    fn to_console(&self, format: RowFormat, console: &mut Console) -> Result<u64, Stop> {
        let no_text = || {
            let message = "Parquet is no text".to_owned();
            Complaint::new(Kind::Usage, message).helped("name a file: -o FILE.parquet")
        };
        let mut sink = text_sink(format, console.out()).ok_or_else(no_text)?;
        Ok(self.ask(&mut sink)?.rows)
    }

    /// Rows in the envelope; their number is returned.
    fn to_envelope(&self, console: &mut Console) -> Result<u64, Stop> {
        let mut lines = Vec::new();
        let QuerySummary { columns, rows } = self.ask(&mut Sink::JsonLines(&mut lines))?;
        let column = |column: sole_sql::Column| Column { name: column.name, kind: column.kind };
        let lines = serde_json::Deserializer::from_slice(&lines).into_iter::<Box<RawValue>>();
        let objects = lines.collect::<Result<_, _>>().map_err(io::Error::from)?;
        let columns = columns.into_iter().map(column).collect();
        let stats = Some(Stats::new(rows, self.lookout.elapsed()));
        let result = Report { columns, rows: objects };
        console.answer(&Answer { status: Status::Ok, result, stats })?;
        Ok(rows)
    }

    /// Rows in a file, which is there only if it is whole; their number is returned.
    fn to_file(&self, path: &Path, format: RowFormat, console: &mut Console) -> Result<u64, Stop> {
        let mut draft = Draft::create(path)?;
        let file = draft.file().try_clone()?;
        let mut sink = text_sink(format, &mut draft).unwrap_or(Sink::Parquet(&file));
        let answered = self.ask(&mut sink).map_err(|stop| Draft::undone(path, stop))?;
        draft.finish(&[])?;
        Written::new(answered.rows, path).tell("row", console)?;
        Ok(answered.rows)
    }
}

/// Why there is no answer.
fn refusal(error: SqlError, question: &Whole, atlas: &Atlas) -> Stop {
    let message = error.to_string();
    match error {
        SqlError::Query { place, help, .. } => {
            let complaint = Complaint::new(Kind::BadExpression, message);
            let complaint = located(complaint, question, place);
            help.into_iter().fold(complaint, Complaint::helped).into()
        }
        SqlError::NotOne { .. } | SqlError::Changing | SqlError::Unsupported { .. } => {
            Complaint::new(Kind::BadExpression, message).into()
        }
        SqlError::Atlas(error) => stop(atlas)(error),
        SqlError::Memory { .. } => {
            Complaint::new(Kind::Memory, message).helped("allow more with --memory").into()
        }
        SqlError::Output(error) => Stop::Output(error),
        SqlError::Stopped => Stop::Interrupted,
        _ => Complaint::new(Kind::BadAtlas, message).into(),
    }
}

/// The complaint about the line of the question where something is wrong.
fn located(complaint: Complaint, question: &Whole, place: Option<Range<usize>>) -> Complaint {
    let Some(Range { start, end }) = place else { return complaint };
    let text = &question.text;
    let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line = text[begin..].lines().next().unwrap_or_default();
    let number = 1 + text[..begin].matches('\n').count();
    let end = end.min(begin + line.len()).max(start);
    complaint.about(&question.input(number, line)).at(start - begin..end - begin)
}
