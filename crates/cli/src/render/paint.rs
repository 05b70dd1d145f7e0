//! Colours and characters of the terminal.

use super::Charset;
use crate::args::When;
use std::borrow::Cow;

/// Whether texts get colours, and which characters they may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    coloured: bool,
    charset: Charset,
}

impl Paint {
    /// No colours, all characters.
    pub(crate) const PLAIN: Paint = Paint { coloured: false, charset: Charset::Unicode };

    /// What the flag, the terminal and the environment together mean.
    pub(crate) fn choose(when: When, is_terminal: bool) -> Paint {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let coloured = match when {
            When::Auto => is_terminal && !unwanted,
            When::Always => true,
            When::Never => false,
        };
        Paint { coloured, charset: Charset::of_environment() }
    }

    /// The characters that texts may have.
    pub(crate) fn charset(self) -> Charset {
        self.charset
    }

    /// A text for people in the characters that there are.
    pub(crate) fn text(self, text: &str) -> Cow<'_, str> {
        self.charset.text(text)
    }

    /// Whether there are colours.
    pub(crate) fn is_coloured(self) -> bool {
        self.coloured
    }

    /// For what is wrong.
    pub(crate) fn red(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// For ways to go on.
    pub(crate) fn green(self, text: &str) -> String {
        self.with("1;32", text)
    }

    /// For what matters.
    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// For what matters less.
    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// A text with the parameters of an ANSI `m` sequence.
    pub(crate) fn with(self, parameters: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{parameters}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
