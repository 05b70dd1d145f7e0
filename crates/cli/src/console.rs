//! The console: where answers and complaints go, and how they may look.
//!
//! Answers go to standard output through one buffer, complaints and progress to
//! standard error. Under `--json` complaints are answers too, so that a script
//! reads one stream.

use crate::args::{Common, Reports};
use crate::complain::{self, Complaint};
use crate::input::Input;
use crate::render::Paint;
use serde::Serialize;
use sole_api::Status;
pub(crate) use sole_api::Stop;
use sole_api::envelope::{self, Answer};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Standard output and standard error with their looks.
pub(crate) struct Console {
    out: BufWriter<Box<dyn Write>>,
    command: &'static str,
    json: bool,
    quiet: bool,
    progress: Reports,
    out_is_terminal: bool,
    err_is_terminal: bool,
    out_paint: Paint,
    err_paint: Paint,
    /// Warnings that go with the next answer in JSON.
    warnings: RefCell<Vec<String>>,
}

impl Console {
    /// The console of this process.
    pub(crate) fn of_process(flags: &Common) -> Console {
        let (out, err) = (io::stdout(), io::stderr());
        let (out_is_terminal, err_is_terminal) = (out.is_terminal(), err.is_terminal());
        Console {
            out: BufWriter::new(Box::new(out)),
            command: "",
            json: flags.json,
            quiet: flags.quiet,
            progress: flags.progress,
            out_is_terminal,
            err_is_terminal,
            out_paint: Paint::choose(flags.color, out_is_terminal),
            err_paint: Paint::choose(flags.color, err_is_terminal),
            warnings: RefCell::default(),
        }
    }

    /// Sets the name of the command, as it stands in the envelope.
    pub(crate) fn set_command(&mut self, command: &'static str) {
        self.command = command;
    }

    /// Whether answers are JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether to print the answer alone.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether someone looks at standard output.
    pub(crate) fn is_terminal(&self) -> bool {
        self.out_is_terminal
    }

    /// The colours of standard output.
    pub(crate) fn paint(&self) -> Paint {
        self.out_paint
    }

    /// Whether progress is shown, and how.
    pub(crate) fn progress(&self) -> Progress {
        match self.progress {
            Reports::Json => Progress::Json,
            Reports::Never => Progress::Hidden,
            _ if self.err_is_terminal && !self.quiet => Progress::Bar,
            Reports::Always => Progress::Lines,
            Reports::Auto => Progress::Hidden,
        }
    }

    /// Standard output.
    pub(crate) fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Writes a line for people, in the characters that the terminal has. Data goes to
    /// [`Console::out`].
    pub(crate) fn print_line(&mut self, text: &str) -> io::Result<()> {
        let text = self.out_paint.text(text);
        writeln!(self.out, "{text}")
    }

    /// Writes an answer as one line of JSON.
    pub(crate) fn answer<R: Serialize>(&mut self, answer: &Answer<R>) -> io::Result<()> {
        let warnings = self.warnings.take();
        envelope::write_answer(&mut self.out, self.command, answer, &warnings)?;
        // Who follows the progress wants each answer as it comes.
        if self.progress == Reports::Json { self.flush() } else { Ok(()) }
    }

    /// Writes a text as the whole answer.
    pub(crate) fn print_text(&mut self, text: &[u8]) -> io::Result<()> {
        if !self.json {
            return self.out.write_all(text);
        }
        let result = Text { text: String::from_utf8_lossy(text) };
        self.answer(&Answer { status: Status::Ok, result, stats: None })
    }

    /// Says something beside the answer, if someone looks at the terminal.
    pub(crate) fn remark(&mut self, text: &str) -> io::Result<()> {
        if self.err_is_terminal && self.out_is_terminal && !self.quiet && !self.json {
            self.flush()?;
            // A remark that cannot be shown is not worth stopping for.
            let _ = writeln!(io::stderr(), "{}", self.err_paint.dim(&self.err_paint.text(text)));
        }
        Ok(())
    }

    /// Says what was assumed about an input: on standard error, or with the next answer in JSON.
    pub(crate) fn warn(&self, input: &Input, warnings: Vec<String>) {
        if self.json {
            self.warnings.borrow_mut().extend(warnings);
            return;
        }
        let place = input.origin().map(|place| format!(" (in {place})")).unwrap_or_default();
        for warning in warnings.iter().filter(|_| !self.quiet) {
            let title = self.err_paint.bold("warning:");
            let place = self.err_paint.text(&place);
            // A warning that cannot be shown is not worth stopping for.
            let _ = writeln!(io::stderr(), "{title} {warning}{place}");
        }
    }

    /// What is said beside the answer whether or not someone looks.
    pub(crate) fn notes(&self) -> Notes {
        Notes { spoken: !self.quiet && !self.json, paint: self.err_paint }
    }

    /// Makes everything written so far visible.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Prints a complaint: as text, or as an answer under `--json`.
    pub(crate) fn complain(&mut self, complaint: &Complaint) -> io::Result<()> {
        if self.json {
            self.warnings.take();
            envelope::write_failure(&mut self.out, self.command, complaint)?;
            return self.flush();
        }
        self.flush()?;
        self.complain_in_text(complaint);
        Ok(())
    }

    /// Prints a complaint to standard error.
    pub(crate) fn complain_in_text(&mut self, complaint: &Complaint) {
        // Nobody is left to tell if standard error is closed.
        let _ = io::stderr().write_all(complain::render(complaint, self.err_paint).as_bytes());
    }
}

/// A voice on standard error, silent under `--quiet` and `--json`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notes {
    spoken: bool,
    paint: Paint,
}

impl Notes {
    /// Says something.
    pub(crate) fn say(self, text: &str) {
        if self.spoken {
            // A note that cannot be shown is not worth stopping for.
            let _ = writeln!(io::stderr(), "{}", self.paint.dim(&self.paint.text(text)));
        }
    }
}

/// An answer that is nothing but text.
#[derive(Serialize)]
struct Text<'a> {
    text: Cow<'a, str>,
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Not at all.
    Hidden,
    /// A bar that is redrawn in place.
    Bar,
    /// A line from time to time, for logs.
    Lines,
    /// A line of JSON now and then, for programs.
    Json,
}

/// Prints a complaint about a command line that could not be read, as JSON.
pub(crate) fn print_refusal(command: &str, complaint: &Complaint) {
    // Nobody is left to tell if standard output is closed.
    let _ = envelope::write_failure(&mut io::stdout(), command, complaint);
}
