//! Puzzles written to a file in the format that its name tells, and who made them.

use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::draft::Draft;
use crate::drawing::Medium;
use crate::envelope::{Answer, Status};
use crate::render::{plural, visible};
use serde::Serialize;
use sole_collection::book::DiagramStyle;
use sole_collection::{Format, Frame, Losses, Play, TypedPuzzle};
use sole_puzzle::Puzzle;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;

/// A file of puzzles that is being written, in the format that its name tells.
pub(crate) struct Records {
    draft: Draft,
    count: u64,
    content: Content,
}

/// What is in such a file.
enum Content {
    /// One entry after the other.
    Entries { format: Format, frame: Frame, losses: Losses },
    /// A picture of one puzzle.
    Picture { medium: Medium, bytes: Vec<u8> },
}

/// What scripts see of puzzles that went to a file.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    count: u64,
    file: String,
    /// What the format did not keep, and what was left out, as sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    losses: Vec<String>,
}

impl Written {
    /// So many are in this file.
    pub(crate) fn new(count: u64, path: &Path) -> Written {
        Written { count, file: path.display().to_string(), losses: Vec::new() }
    }

    /// Says what was lost.
    pub(crate) fn tell_losses(&self, console: &Console) {
        self.losses.iter().for_each(|sentence| console.notes().say(sentence));
    }

    /// Says so; `noun` is what one of them is called.
    pub(crate) fn tell(self, noun: &str, console: &mut Console) -> io::Result<()> {
        self.tell_losses(console);
        if console.is_json() {
            return console.answer(&Answer { status: Status::Ok, result: self, stats: None });
        }
        if !console.is_quiet() {
            let (count, file) = (plural(self.count, noun), visible(&self.file));
            writeln!(console.out(), "{count} in {file}")?;
        }
        Ok(())
    }
}

impl Records {
    /// An empty file. Its name tells the format; without an ending it has records.
    pub(crate) fn create(path: &Path) -> Result<Records, Complaint> {
        let content = match (format(path)?, Medium::of_path(path)) {
            (_, Some(medium)) => Content::Picture { medium, bytes: Vec::new() },
            (format, None) => {
                Content::Entries { format, frame: Frame::new(format), losses: Losses::default() }
            }
        };
        Ok(Records { draft: Draft::create(path)?, count: 0, content })
    }

    /// Adds a puzzle.
    pub(crate) fn add(&mut self, puzzle: &Puzzle) -> Result<(), Complaint> {
        let typed = TypedPuzzle::of(puzzle)
            .map_err(|error| Complaint::new(Kind::BadEntry, error.to_string()))?;
        self.add_entry(puzzle, &typed, None)
    }

    /// Adds a puzzle that was read already, with all its play if somebody solved it.
    pub(crate) fn add_entry(
        &mut self,
        puzzle: &Puzzle,
        typed: &TypedPuzzle,
        play: Option<&Play>,
    ) -> Result<(), Complaint> {
        match &mut self.content {
            Content::Entries { format, frame, losses } => {
                match sole_collection::write(puzzle, typed, *format, play) {
                    Ok(text) => {
                        losses.note(puzzle, &[], *format, &text);
                        self.count += 1;
                        self.draft.add(frame.entry(&text).trim_end_matches('\n'))?;
                    }
                    Err(unfit) => losses.skip(puzzle, &unfit),
                }
                Ok(())
            }
            Content::Picture { .. } if self.count > 0 => {
                let message = "a picture shows one puzzle".to_owned();
                let help = "write records (.jsonl), then: sole puzzle book FILE -o BOOK.pdf";
                Err(Complaint::new(Kind::Usage, message).helped(help))
            }
            Content::Picture { medium, bytes } => {
                self.count += 1;
                *bytes = medium.write(DiagramStyle::SCREEN.draw(typed));
                Ok(())
            }
        }
    }

    /// Closes the file and says how many are in it; `noun` is what one of them is called.
    pub(crate) fn finish(self, noun: &str, console: &mut Console) -> Result<(), Stop> {
        Ok(self.close()?.tell(noun, console)?)
    }

    /// Closes the file.
    pub(crate) fn close(self) -> Result<Written, Complaint> {
        let written = Written::new(self.count, self.draft.path());
        let (bytes, losses) = match self.content {
            Content::Entries { format, frame, losses } => {
                let losses = losses.sentences(format, |count| plural(count, "puzzle"));
                (frame.end().into_bytes(), losses)
            }
            Content::Picture { bytes, .. } => (bytes, Vec::new()),
        };
        self.draft.finish(&bytes)?;
        Ok(Written { losses, ..written })
    }
}

/// The format of a file by its name; what cannot be written is known before the work.
fn format(path: &Path) -> Result<Format, Complaint> {
    if path.extension().is_none() || sole_storage::is_device(path) {
        return Ok(Format::Jsonl);
    }
    let written = [Format::COLLECTIONS, &Format::PICTURES].concat();
    Format::of_path(path).filter(|format| written.contains(format)).ok_or_else(|| {
        let name = visible(&path.display().to_string());
        let message = format!("the name {name} does not tell a format");
        let help = format!("end the name in {}", Format::listed(&written));
        Complaint::new(Kind::Usage, message).helped(help)
    })
}

/// The seed that was asked for, or one that nobody knows before.
pub(crate) fn seed(asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| RandomState::new().hash_one(0) >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_tells_the_format_before_the_work() {
        let cases = [
            ("a.jsonl", Some(Format::Jsonl)),
            ("a.epd", Some(Format::Epd)),
            ("a.PDF", Some(Format::Pdf)),
            ("a", Some(Format::Jsonl)),
            ("/dev/fd/1.x", Some(Format::Jsonl)),
            ("/dev/shm/a.epd", Some(Format::Epd)),
            ("a.txt", None),
            ("a.html", None),
        ];
        for (name, expected) in cases {
            assert_eq!(format(Path::new(name)).ok(), expected, "{name}");
        }
    }
}
