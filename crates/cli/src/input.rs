//! Inputs: an argument, the lines of a file, or the lines of standard input.
//!
//! An input remembers where it came from, so that a complaint can say so. Blank
//! lines and lines that begin with `#` are skipped. A line that is no text is
//! one bad input among the others; only a reader that fails ends the input.

mod blocks;
mod lines;

pub(crate) use blocks::Blocks;
pub(crate) use lines::Lines;
use sole_api::Question;
use sole_api::input::PositionSubject;
pub(crate) use sole_api::input::{Input, Playable, warnings};

use crate::args::{OptionalPosition, PositionSource, RequiredPosition, StartPosition};
use crate::ask::ask;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::dialogue::Manner;
use crate::exit::Exit;
use crate::render::visible;
use crate::rights;
use sole_board::{Faults, OpenRights, Position, STARTPOS, Setup, fen};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// What complaints call standard input.
const STDIN: &str = "standard input";

/// The position that a flag names as the start, whose faults nothing waives; the initial array if
/// it names none.
pub(crate) fn start(fen: Option<&str>, console: &mut Console) -> Result<Position, Stop> {
    let Some(fen) = fen else { return Ok(Position::initial()) };
    let input = Input::argument(fen);
    let read = input.setup()?;
    let legal = |setup: Setup| {
        Position::try_from(setup).map_err(|faults| Complaint::bad_position(&input, &setup, faults))
    };
    legal(read.setup)?;
    let (open, manner) = (read.open_rights(), Manner::of(console));
    Ok(legal(rights::settle(&input, read.setup, &open, manner, console)?)?)
}

/// What to do about rights that a position leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenRightsRule {
    /// Ask for them, or warn that there are none.
    Settle,
    /// Nothing: the answer does not depend on them.
    Ignore,
}

/// Where an answer stands among the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// It is the only one.
    Alone,
    /// It is the first of a batch.
    First,
    /// It follows others.
    Later,
}

impl Place {
    /// The place of the next answer.
    pub(crate) fn next(self) -> Place {
        match self {
            Place::Alone => Place::Alone,
            Place::First | Place::Later => Place::Later,
        }
    }
}

/// Which positions are asked about.
#[derive(Debug)]
pub(crate) struct Positions {
    source: Source,
    /// The faults that do not count.
    pub(crate) waived: Faults,
}

#[derive(Debug, PartialEq, Eq)]
enum Source {
    Arguments(Vec<String>),
    File(PathBuf),
    Stdin,
}

impl Source {
    fn new(arguments: Vec<String>, file: Option<PathBuf>) -> Source {
        match file {
            Some(path) if path.as_os_str() == "-" => Source::Stdin,
            Some(path) => Source::File(path),
            None if arguments == ["-"] => Source::Stdin,
            None => Source::Arguments(arguments),
        }
    }

    /// Each argument, or all of the file or of standard input.
    fn texts(&self) -> Result<Vec<Whole>, Complaint> {
        if let Source::Arguments(texts) = self {
            let whole = |text: &String| Whole::argument(text.clone());
            return Ok(texts.iter().map(whole).collect());
        }
        Ok(vec![self.bytes()?.text()])
    }

    /// All of the file or of standard input as it is, if it can be text.
    fn bytes(&self) -> Result<Bytes, Complaint> {
        let (name, content) = match self {
            Source::Arguments(texts) => (String::new(), Ok(texts.join("\n").into_bytes())),
            Source::File(path) => (path.display().to_string(), std::fs::read(path)),
            Source::Stdin => {
                let mut bytes = Vec::new();
                let read = io::stdin().lock().read_to_end(&mut bytes);
                (STDIN.to_owned(), read.map(|_| bytes))
            }
        };
        let content = content.map_err(|error| unreadable(Path::new(&name), &error))?;
        refuse_controls(&name, 0, &content)?;
        Ok(Bytes { name, content, n_before: 0 })
    }
}

/// A whole file, or lines of standard input, in no particular encoding.
pub(crate) struct Bytes {
    name: String,
    pub(crate) content: Vec<u8>,
    /// How many lines came before.
    n_before: usize,
}

impl Bytes {
    /// All of a file, or of standard input if the path is `-`.
    pub(crate) fn read(path: &Path) -> Result<Bytes, Complaint> {
        Source::new(Vec::new(), Some(path.to_owned())).bytes()
    }

    /// The text, each line in the encoding that it has.
    pub(crate) fn text(&self) -> Whole {
        let (name, text) = (Some(self.name.clone()), decoded(&self.content));
        Whole { name, text, n_before: self.n_before, line_starts: OnceLock::new() }
    }

    /// How their first line ends.
    pub(crate) fn line_end(&self) -> LineEnd {
        let end = self.content.iter().position(|&byte| byte == b'\n');
        match end.is_some_and(|end| self.content[..end].ends_with(b"\r")) {
            true => LineEnd::CrLf,
            false => LineEnd::Lf,
        }
    }

    /// Adds what came after them.
    pub(crate) fn append(&mut self, more: &Bytes) {
        self.content.extend_from_slice(&more.content);
    }
}

/// Complains about bytes that are in no text; `n_before` lines came before them.
fn refuse_controls(name: &str, n_before: usize, bytes: &[u8]) -> Result<(), Complaint> {
    let Some(line) = line_without_text(bytes) else { return Ok(()) };
    Err(not_text(name, n_before + line))
}

/// The text of some lines, each in the encoding that it has and ended by `\n` alone.
fn decoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(line) => text.extend([in_either_encoding(line), Cow::Borrowed("\n")]),
            None => text.push_str(&in_either_encoding(line)),
        }
    }
    text
}

/// How the lines of a file end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnd {
    /// `\n`.
    Lf,
    /// `\r\n`, as on Windows.
    CrLf,
}

impl LineEnd {
    /// A text with these ends of lines.
    pub(crate) fn applied(self, text: &str) -> Cow<'_, str> {
        match self {
            LineEnd::Lf => text.into(),
            LineEnd::CrLf => text.replace('\n', "\r\n").into(),
        }
    }
}

/// Whether standard input is what is meant.
pub(crate) fn is_stdin(arguments: &[String], file: Option<&Path>) -> bool {
    Source::new(arguments.to_vec(), file.map(Path::to_owned)) == Source::Stdin
}

/// The whole texts that are meant: arguments, a file, or standard input.
pub(crate) fn texts(
    arguments: Vec<String>,
    file: Option<PathBuf>,
) -> Result<Vec<Whole>, Complaint> {
    Source::new(arguments, file).texts()
}

impl TryFrom<RequiredPosition> for Positions {
    type Error = Complaint;

    fn try_from(
        RequiredPosition { fen, source }: RequiredPosition,
    ) -> Result<Positions, Complaint> {
        Positions::new(fen, source)
    }
}

impl TryFrom<OptionalPosition> for Positions {
    type Error = Complaint;

    fn try_from(
        OptionalPosition { fen, source }: OptionalPosition,
    ) -> Result<Positions, Complaint> {
        let fen = if fen.is_empty() { vec![fen::INITIAL.to_owned()] } else { fen };
        Positions::new(fen, source)
    }
}

impl TryFrom<StartPosition> for Positions {
    type Error = Complaint;

    fn try_from(StartPosition { fen, waivers }: StartPosition) -> Result<Positions, Complaint> {
        let source = PositionSource { file: None, waivers };
        Positions::try_from(OptionalPosition { fen, source })
    }
}

impl Positions {
    fn new(fen: Vec<String>, flags: PositionSource) -> Result<Positions, Complaint> {
        let source = match Source::new(fen, flags.file) {
            Source::Arguments(fields) => Source::Arguments(join_fields(fields)?),
            other => other,
        };
        Ok(Positions { source, waived: flags.waivers.waive.into_iter().collect() })
    }

    /// The one text that was given.
    pub(crate) fn only(&self) -> Result<Input, Complaint> {
        match &self.source {
            Source::Arguments(texts) if texts.len() == 1 => Ok(Input::argument(&texts[0])),
            _ => Err(Complaint::new(Kind::Usage, "expected one position".to_owned())),
        }
    }

    /// Whether someone can be asked about the one position that was typed.
    pub(crate) fn manner(&self, console: &Console) -> Manner {
        if self.is_batch() { Manner::Script } else { Manner::of(console) }
    }

    /// The position that an input means, with rights that it leaves open asked for or warned of.
    pub(crate) fn position(&self, input: &Input, console: &mut Console) -> Result<Playable, Stop> {
        let read = input.setup()?;
        input.playable(read.setup, self.waived)?;
        let setup = self.settle(input, read.setup, &read.open_rights(), console)?;
        Ok(input.playable(setup, self.waived)?)
    }

    /// A setup with the rights that its text leaves open, asked for or warned of.
    pub(crate) fn settle(
        &self,
        input: &Input,
        setup: Setup,
        open: &OpenRights,
        console: &mut Console,
    ) -> Result<Setup, Stop> {
        rights::settle(input, setup, open, self.manner(console), console)
    }

    /// Asks a question about each position in turn, and writes the answers: as JSON, or by `write`.
    pub(crate) fn ask<Q: Question<Subject = PositionSubject>>(
        &self,
        question: &Q,
        console: &mut Console,
        write: impl FnMut(&Q::Answer, Place, &mut Console) -> io::Result<()>,
    ) -> Result<Exit, Stop> {
        self.ask_by(OpenRightsRule::Settle, question, console, write)
    }

    /// The same with a rule for rights that a position leaves open.
    pub(crate) fn ask_by<Q: Question<Subject = PositionSubject>>(
        &self,
        rule: OpenRightsRule,
        question: &Q,
        console: &mut Console,
        mut write: impl FnMut(&Q::Answer, Place, &mut Console) -> io::Result<()>,
    ) -> Result<Exit, Stop> {
        let mut place = if self.is_batch() { Place::First } else { Place::Alone };
        self.answer_each(console, |input, console| {
            let mut subject = PositionSubject::read(input.clone(), self.waived)?;
            if rule == OpenRightsRule::Settle && subject.playable().is_ok() {
                let open = subject.read.open_rights();
                subject.read.setup = self.settle(input, subject.read.setup, &open, console)?;
            }
            let exit =
                ask(question, &subject, console, |answer, console| write(answer, place, console))?;
            place = place.next();
            Ok(exit)
        })
    }

    /// Whether several answers may follow each other.
    pub(crate) fn is_batch(&self) -> bool {
        !matches!(&self.source, Source::Arguments(texts) if texts.len() == 1)
    }

    /// Answers each input in turn; a complaint about one does not stop the
    /// others. The exit codes are combined by [`Exit::and`].
    pub(crate) fn answer_each(
        &self,
        console: &mut Console,
        answer: impl FnMut(&Input, &mut Console) -> Result<Exit, Stop>,
    ) -> Result<Exit, Stop> {
        self.answer_all(self.inputs()?, console, answer)
    }

    /// The same for what was made of the inputs.
    pub(crate) fn answer_all<T>(
        &self,
        questions: impl IntoIterator<Item = Result<T, Complaint>>,
        console: &mut Console,
        mut answer: impl FnMut(&T, &mut Console) -> Result<Exit, Stop>,
    ) -> Result<Exit, Stop> {
        let mut exit = None;
        for question in questions {
            let answered = question.map_err(Stop::from).and_then(|question| {
                let exit = answer(&question, console)?;
                console.flush()?;
                Ok(exit)
            });
            let this = match answered {
                Err(Stop::Failure(complaint)) if self.is_batch() => {
                    console.complain(&complaint)?;
                    complaint.exit()
                }
                other => other?,
            };
            exit = Some(exit.map_or(this, |all: Exit| all.and(this)));
        }
        exit.ok_or_else(|| {
            let message = "there is no position in the input".to_owned();
            Complaint::new(Kind::Unreadable, message).into()
        })
    }

    /// The file, if there is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::File(path) => Some(path),
            Source::Arguments(_) | Source::Stdin => None,
        }
    }

    /// All of the file or of standard input, if it comes from there.
    pub(crate) fn whole(&self) -> Result<Option<Whole>, Complaint> {
        match &self.source {
            Source::Arguments(_) => Ok(None),
            source => Ok(source.texts()?.pop()),
        }
    }

    /// The inputs one after the other.
    pub(crate) fn inputs(
        &self,
    ) -> Result<Box<dyn Iterator<Item = Result<Input, Complaint>>>, Complaint> {
        match &self.source {
            Source::Arguments(texts) => {
                Ok(Box::new(texts.clone().into_iter().map(|text| Ok(Input::argument(text)))))
            }
            Source::Stdin => Ok(Box::new(Lines::of_stdin().inputs())),
            Source::File(path) => {
                let file = File::open(path).map_err(|error| unreadable(path, &error))?;
                Ok(Box::new(Lines::new(BufReader::new(file), path.display().to_string()).inputs()))
            }
        }
    }
}

/// A whole file or argument.
pub(crate) struct Whole {
    /// The file, if it is not an argument.
    name: Option<String>,
    /// What it says.
    pub(crate) text: String,
    /// How many lines of the file came before.
    n_before: usize,
    /// Where each line begins, once somebody asks for one.
    line_starts: OnceLock<Vec<usize>>,
}

impl Whole {
    /// A text from the command line.
    fn argument(text: String) -> Whole {
        Whole { name: None, text, n_before: 0, line_starts: OnceLock::new() }
    }

    /// Adds what came after it.
    pub(crate) fn append(&mut self, more: &Whole) {
        self.text.push_str(&more.text);
        self.line_starts.take();
    }

    /// Whether it was typed on the command line.
    pub(crate) fn is_argument(&self) -> bool {
        self.name.is_none()
    }

    /// A text that stands for what is said in a line.
    pub(crate) fn input(&self, line: usize, text: &str) -> Input {
        match &self.name {
            Some(name) => Input::in_file(text, name, self.n_before + line),
            None => Input::argument(text),
        }
    }

    /// A line as it stands there, or the beginning of a very long one.
    pub(crate) fn line(&self, line: usize) -> Input {
        let starts = self.line_starts.get_or_init(|| {
            let ends = self.text.match_indices('\n');
            std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        });
        let start = starts.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len());
        let text = self.text[start..].lines().next().unwrap_or_default().trim();
        match text.len() as u64 > LONGEST_LINE {
            true => self.input(line, &text.chars().take(TOLD_CHARS).collect::<String>()),
            false => self.input(line, text),
        }
    }
}

/// The first line with a byte that is in no text, counted from 1. Old editors end files with
/// `0x1a`, and colours begin with `0x1b`.
fn line_without_text(bytes: &[u8]) -> Option<usize> {
    let is_foreign = |byte: &u8| matches!(byte, 0..=8 | 14..=25 | 28..=31);
    let at = bytes.iter().position(is_foreign)?;
    Some(1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count())
}

/// A line in UTF-8 or else in ISO 8859-1, which PGN prescribes and older files have.
fn in_either_encoding(line: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(line.iter().copied().map(char::from).collect()),
    }
}

/// A complaint about a file with a control character in a line.
fn not_text(name: &str, line: usize) -> Complaint {
    let name = visible(name);
    let message = format!("{name} is not a text file: line {line} has a control character");
    Complaint::new(Kind::Unreadable, message)
}

fn unreadable(path: &Path, error: &io::Error) -> Complaint {
    let name = visible(&path.display().to_string());
    Complaint::new(Kind::Unreadable, format!("cannot read {name}: {error}"))
}

/// Whether a text has more than one field, or stands for one that has.
fn is_whole(text: &str) -> bool {
    let text = text.trim();
    let is_address = text.contains("://");
    text.contains(|c: char| c.is_whitespace() || c == '_') || text == STARTPOS || is_address
}

/// Puts the fields of an unquoted FEN together again. Arguments of more than
/// one field each are FENs by themselves; the two do not mix.
fn join_fields(arguments: Vec<String>) -> Result<Vec<String>, Complaint> {
    let several = arguments.len() > 1;
    let (whole, fields): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|text| is_whole(text));
    let stray_dash = !whole.is_empty() && fields.iter().all(|field| *field == "-");
    if several && (arguments[0] == "-" || !fields.is_empty() && stray_dash) {
        let message = "'-' stands for standard input and cannot be mixed with FENs".to_owned();
        return Err(Complaint::new(Kind::Usage, message));
    }
    let boards = fields.iter().filter(|field| field.contains('/')).count();
    if !whole.is_empty() && !fields.is_empty() || boards > 1 {
        let message = "several FENs can only be told apart if each is quoted".to_owned();
        return Err(Complaint::new(Kind::Usage, message).helped("quote each FEN"));
    }
    Ok(if whole.is_empty() { vec![arguments.join(" ")] } else { arguments })
}

/// The longest line that is read; no position needs more.
const LONGEST_LINE: u64 = 64 * 1024;

/// How much of a line that cannot be used is told.
const TOLD_CHARS: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_become_one_fen_again() {
        let strings =
            |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let address = "https://lichess.org/editor?fen=8/8";
        let cases: [(&[&str], &[&str]); 9] = [
            (&["e4", "e5", "Nf3"], &["e4 e5 Nf3"]),
            (&["Ke1,", "Ra1", "/", "Ke8", "w"], &["Ke1, Ra1 / Ke8 w"]),
            (&[address, "startpos"], &[address, "startpos"]),
            (&["8/8", "w", "-", "-"], &["8/8 w - -"]),
            (&["8/8 w - -", "7/7 b - -"], &["8/8 w - -", "7/7 b - -"]),
            (&["8/8_w_-_-", "7/7_b_-_-"], &["8/8_w_-_-", "7/7_b_-_-"]),
            (&["8/8"], &["8/8"]),
            (&["startpos"], &["startpos"]),
            (&["startpos", "8/8 w - -"], &["startpos", "8/8 w - -"]),
        ];
        for (given, expected) in cases {
            let joined = join_fields(strings(given)).expect("well quoted");
            assert_eq!(joined, strings(expected), "{given:?}");
        }
        let refused: [&[&str]; 6] = [
            &["8/8 w - -", "7/7", "b", "-", "-"],
            &["7/7", "b", "-", "-", "8/8 w - -"],
            &["7/7", "b", "-", "-", "8/8", "w", "-", "-"],
            &["8/8 w - -", "-"],
            &["-", "8/8 w - -"],
            &["-", "-"],
        ];
        for given in refused {
            let complaint = join_fields(strings(given)).expect_err("badly quoted");
            assert_eq!(complaint.exit(), Exit::Usage, "{given:?}");
        }
    }
}
