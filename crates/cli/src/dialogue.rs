//! Conversations: words typed or piped, each obeyed as if it stood on its own line.
//!
//! A word that is refused changes nothing, and the words after it are obeyed. Two words that are
//! squares, the first with a piece of the side to move, are one move: `e2 e4`.

use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::input::Input;
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
        rest: &mut dyn Iterator<Item = &str>,
        console: &mut Console,
    ) -> Result<Going, Stop>;
}

/// Lets `listener` obey the lines, to the end or until it goes home.
pub(crate) fn converse(
    listener: &mut impl Listener,
    manner: Manner,
    lines: &mut impl Iterator<Item = Result<Input, Complaint>>,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let mut exit = Exit::Yes;
    loop {
        ask(manner, &listener.prompt(), console)?;
        let Some(line) = lines.next() else { break };
        let going = match line {
            Ok(line) => obey(listener, manner, &line, &mut exit, console)?,
            Err(complaint) => refuse(manner, &complaint, &mut exit, console)?,
        };
        if going == Going::Home {
            return Ok(exit);
        }
    }
    if manner == Manner::Dialogue {
        writeln!(console.out())?;
    }
    Ok(exit)
}

/// Shows a prompt to someone at a terminal, and all that was written before it to anyone.
pub(crate) fn ask(manner: Manner, prompt: &str, console: &mut Console) -> io::Result<()> {
    if manner == Manner::Dialogue {
        let prompt = console.paint().bold(&format!("{prompt} "));
        write!(console.out(), "{prompt}")?;
    }
    console.flush()
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
    let mut words = line.text.split_whitespace().filter_map(without_number).peekable();
    while let Some(word) = words.next() {
        let move_of = |next: &&str| listener.position().joined_squares(word, next);
        let joined = words.peek().and_then(move_of);
        if joined.is_some() {
            words.next();
        }
        let word = joined.as_deref().unwrap_or(word);
        match listener.hear(word, &mut words, console) {
            Ok(Going::Home) => return Ok(Going::Home),
            Ok(Going::On) => {}
            Err(Stop::Complaint(complaint)) => {
                let place = match manner {
                    Manner::Dialogue => Input::argument(word),
                    Manner::Script => line.word(word),
                };
                refuse(manner, &complaint.about(&place), exit, console)?;
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
    fn numbers_of_moves_are_passed_over() {
        let cases = [("e4", "e4"), ("1.e4", "e4"), ("12...Nf6", "Nf6"), ("1.", ""), ("0-0", "0-0")];
        for (word, expected) in cases {
            assert_eq!(without_number(word).unwrap_or_default(), expected, "{word}");
        }
    }
}
