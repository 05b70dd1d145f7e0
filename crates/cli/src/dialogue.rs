//! Conversations: words typed or piped, each obeyed as if it stood on its own line.
//!
//! A word that is refused changes nothing, and the words after it are obeyed. Two words that are
//! squares, the first with a piece of the side to move, are one move: `e2 e4`.

use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::input::Input;
use crate::prompt::Prompt;
use sole_board::Position;
use std::io::{self, IsTerminal};

/// Who is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Someone who reads prompts and tries again.
    Dialogue,
    /// A program or a file: a refused word counts in the exit code.
    Script,
}

impl Manner {
    /// The manner of this process.
    pub(crate) fn of(console: &Console) -> Manner {
        if io::stdin().is_terminal() && console.is_terminal() && !console.is_json() {
            Manner::Dialogue
        } else {
            Manner::Script
        }
    }
}

/// Whether to read another line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Going {
    /// The conversation goes on.
    On,
    /// It is over.
    Home,
}

/// One that obeys words.
pub(crate) trait Listener {
    /// What someone at a terminal sees before each line.
    fn prompt(&self) -> String;

    /// The position in which a move is read.
    fn position(&self) -> &Position;

    /// Does what a word says; it may take further words of the line.
    fn hear(
        &mut self,
        word: &str,
        rest: &mut Words<'_>,
        console: &mut Console,
    ) -> Result<Going, Stop>;
}

/// The words of a line that have not been read yet, without the numbers of moves.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    /// All that is left of the line, as it was typed.
    pub(crate) fn rest_of_line(&mut self) -> &'a str {
        std::mem::take(&mut self.0).trim()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let text = self.0.trim_start();
            let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
            self.0 = rest;
            if word.is_empty() {
                return None;
            }
            if let Some(word) = without_number(word) {
                return Some(word);
            }
        }
    }
}

/// Lets `listener` obey the lines, to the end or until it goes home.
pub(crate) fn converse(
    listener: &mut impl Listener,
    prompt: &mut Prompt,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let (manner, mut exit) = (prompt.manner(), Exit::Yes);
    loop {
        let going = match prompt.read(&listener.prompt(), console) {
            Ok(None) => return Ok(exit),
            Ok(Some(line)) => obey(listener, manner, &line, &mut exit, console)?,
            Err(Stop::Failure(complaint)) => refuse(manner, &complaint, &mut exit, console)?,
            Err(stop) => return Err(stop),
        };
        if going == Going::Home {
            return Ok(exit);
        }
    }
}

fn obey(
    listener: &mut impl Listener,
    manner: Manner,
    line: &Input,
    exit: &mut Exit,
    console: &mut Console,
) -> Result<Going, Stop> {
    if line.text.starts_with('#') {
        return Ok(Going::On);
    }
    let mut words = Words(&line.text);
    while let Some(word) = words.next() {
        let move_of = |next: &str| listener.position().joined_squares(word, next);
        let joined = words.clone().next().and_then(move_of);
        if joined.is_some() {
            words.next();
        }
        let word = joined.as_deref().unwrap_or(word);
        match listener.hear(word, &mut words, console) {
            Ok(Going::Home) => return Ok(Going::Home),
            Ok(Going::On) => {}
            Err(Stop::Failure(complaint)) => {
                let place = match manner {
                    Manner::Dialogue => Input::argument(word),
                    Manner::Script => line.word(word),
                };
                return Ok(refuse(manner, &complaint.about(&place), exit, console)?);
            }
            Err(stop) => return Err(stop),
        }
    }
    Ok(Going::On)
}

fn refuse(
    manner: Manner,
    complaint: &Complaint,
    exit: &mut Exit,
    console: &mut Console,
) -> io::Result<Going> {
    if manner == Manner::Script {
        *exit = exit.and(complaint.exit());
    }
    console.complain(complaint)?;
    Ok(Going::On)
}

/// A word without the number of a move before it: `1.e4` is `e4`, `1.` nothing.
fn without_number(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if digits.len() < word.len() && digits.starts_with('.') {
        digits.trim_start_matches('.')
    } else {
        word
    };
    (!rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_line_keeps_its_blanks() {
        let mut words = Words("1. e4  save my  game 1.pgn ");
        assert_eq!((words.next(), words.next()), (Some("e4"), Some("save")));
        assert_eq!(words.rest_of_line(), "my  game 1.pgn");
        assert_eq!(words.next(), None);
    }

    #[test]
    fn numbers_of_moves_are_passed_over() {
        let cases = [("e4", "e4"), ("1.e4", "e4"), ("12...Nf6", "Nf6"), ("1.", ""), ("0-0", "0-0")];
        for (word, expected) in cases {
            assert_eq!(without_number(word).unwrap_or_default(), expected, "{word}");
        }
    }
}
