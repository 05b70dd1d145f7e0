//! Lines from standard input: typed at a prompt, or piped.
//!
//! At a terminal a line can be edited, and the arrow keys bring back the lines
//! of this session. Piped lines are read as they are.

use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::dialogue::Manner;
use crate::envelope::{Answer, Status};
use crate::input::{Input, Lines};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use serde::Serialize;
use std::io::{self, StdinLock};

/// Where lines come from.
pub(crate) enum Prompt {
    /// From someone at a terminal.
    Typed(Box<Editor<(), MemHistory>>),
    /// From a file or a program.
    Piped(Lines<StdinLock<'static>>),
}

/// A question that must be answered before the work goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    /// What stands before the line.
    pub(crate) text: &'a str,
    /// What `help` says.
    pub(crate) help: &'a str,
    /// What to do so that it is not asked.
    pub(crate) instead: &'a str,
}

/// Help as scripts see it.
#[derive(Debug, Serialize)]
struct Help<'a> {
    event: &'static str,
    help: &'a str,
}

impl Prompt {
    /// The standard input of this process.
    pub(crate) fn of_process(console: &Console) -> Result<Prompt, Complaint> {
        match Manner::of(console) {
            Manner::Dialogue => Prompt::typed(),
            Manner::Script => Ok(Prompt::Piped(Lines::of_stdin())),
        }
    }

    fn typed() -> Result<Prompt, Complaint> {
        let config = Config::builder().auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let editor = Editor::with_history(config, history);
        Ok(Prompt::Typed(Box::new(editor.map_err(|error| unreadable(&error))?)))
    }

    /// Who is at the other end.
    pub(crate) fn manner(&self) -> Manner {
        match self {
            Prompt::Typed(_) => Manner::Dialogue,
            Prompt::Piped(_) => Manner::Script,
        }
    }

    /// The next line, none at the end of the input; `question` stands before it at a terminal.
    pub(crate) fn read(
        &mut self,
        question: &str,
        console: &mut Console,
    ) -> Result<Option<Input>, Stop> {
        console.flush()?;
        let editor = match self {
            Prompt::Typed(editor) => editor,
            Prompt::Piped(lines) => return Ok(lines.next().transpose()?),
        };
        match editor.readline(&console.paint().bold(&format!("{question} "))) {
            Ok(line) => Ok(Some(Input::argument(line.trim()))),
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => Err(Stop::Interrupted),
            Err(error) => Err(unreadable(&error).into()),
        }
    }

    /// The answer to a question; `help` explains it, and `quit` is [`Stop::Quit`].
    ///
    /// The end of the input is `quit` at a terminal, and otherwise a complaint.
    pub(crate) fn answer(
        &mut self,
        question: &Question<'_>,
        console: &mut Console,
    ) -> Result<String, Stop> {
        loop {
            let Some(line) = self.read(question.text, console)? else {
                return Err(self.end(question));
            };
            match line.text.to_ascii_lowercase().as_str() {
                "quit" | "exit" | "q" => return Err(Stop::Quit),
                "help" | "?" => explain(question, console)?,
                text if text.starts_with('#') => {}
                _ => return Ok(line.text),
            }
        }
    }

    /// What the end of the input means at a question.
    fn end(&self, question: &Question<'_>) -> Stop {
        if self.manner() == Manner::Dialogue {
            return Stop::Quit;
        }
        let message = format!("the input ends before an answer to: {}", question.text);
        Complaint::new(Kind::Usage, message).helped(question.instead).into()
    }
}

/// Explains a question.
fn explain(question: &Question<'_>, console: &mut Console) -> io::Result<()> {
    if !console.is_json() {
        return writeln!(console.out(), "{}", question.help);
    }
    let result = Help { event: "help", help: question.help };
    console.answer(&Answer { status: Status::Ok, result, stats: None })
}

fn unreadable(error: &ReadlineError) -> Complaint {
    Complaint::new(Kind::Unreadable, format!("cannot read from the terminal: {error}"))
}

/// Asks someone at a terminal a question of yes or no.
pub(crate) fn confirm(question: &str, console: &mut Console) -> Result<bool, Stop> {
    let mut prompt = Prompt::typed()?;
    let text = format!("{question} (yes or no)");
    let question = Question { text: &text, help: YES_OR_NO, instead: "answer with --yes" };
    loop {
        if let Some(answer) = read_answer(&prompt.answer(&question, console)?) {
            return Ok(answer);
        }
    }
}

/// What `help` says at a question of yes or no.
pub(crate) const YES_OR_NO: &str = "Answer yes or no; quit leaves.";

/// Yes or no.
pub(crate) fn read_answer(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}
