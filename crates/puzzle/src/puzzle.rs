//! One puzzle as plain data: what is asked, what is claimed, where it is from.
//!
//! A [`Puzzle`] holds everything that is needed to prove it again: the kind
//! names who can, the position and the stipulation are the question, the
//! [`Answer`] is the claim. On disk it is one line of JSON, specified in
//! `docs/puzzle-format.md`.
//!
//! ```
//! use sole_puzzle::{Answer, Puzzle, Verdict};
//!
//! let answer = Answer::try_from(Verdict::One("a1a8".to_owned()))?;
//! let puzzle = Puzzle::new("mate".parse()?, "6k1/5ppp/8/8/8/8/8/R5K1 w - -", "#1", answer)?
//!     .with_tag("backRankMate".parse()?);
//! let line = puzzle.to_line();
//! assert_eq!(Puzzle::parse(&line)?, puzzle);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::record::Record;
use crate::{Answer, Details, Name, Rating, RecordError, Status};

/// A puzzle that can be proved again from itself alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct Puzzle {
    kind: Name,
    position: String,
    stipulation: String,
    answer: Answer,
    tags: BTreeSet<Name>,
    /// At most one on each scale.
    ratings: Vec<Rating>,
    source: Option<String>,
    generator: Option<Generator>,
    /// One for each solution, or none.
    san: Vec<String>,
    details: Details,
}

/// The program that made a puzzle, and how to make it do so again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// The name of the program.
    pub program: String,
    /// Its version, since another one may draw other random numbers.
    pub version: String,
    /// The arguments of the command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// The seed of all random choices, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A text that no puzzle can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Field {
    /// The position or grid.
    Position,
    /// What is to be done.
    Stipulation,
    /// One of the solutions.
    Solutions,
    /// The moves of the main line.
    Line,
}

/// Why the parts of a puzzle do not make one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A text is empty or all white space.
    Blank {
        /// Which text.
        field: Field,
    },
    /// So many solutions cannot support such a claim.
    Solutions {
        /// What is claimed.
        status: Status,
        /// How many solutions are shown.
        shown: usize,
    },
    /// Two of the solutions are the same, so they are no evidence.
    Repeated {
        /// The number of the first of them, from 1.
        first: usize,
        /// The number of the one that repeats it.
        again: usize,
    },
    /// There are solutions in SAN, but not one for each solution.
    San {
        /// How many there are.
        found: usize,
        /// How many solutions there are.
        solutions: usize,
    },
    /// There are two ratings on one scale.
    RatedTwice {
        /// That scale.
        scale: Name,
    },
}

impl Puzzle {
    /// A puzzle without tags, ratings or history.
    ///
    /// # Errors
    ///
    /// If the position or the stipulation is blank.
    pub fn new(
        kind: Name,
        position: impl Into<String>,
        stipulation: impl Into<String>,
        answer: Answer,
    ) -> Result<Puzzle, PuzzleError> {
        Ok(Puzzle {
            kind,
            position: filled(Field::Position, position.into())?,
            stipulation: filled(Field::Stipulation, stipulation.into())?,
            answer,
            tags: BTreeSet::new(),
            ratings: Vec::new(),
            source: None,
            generator: None,
            san: Vec::new(),
            details: Details::default(),
        })
    }

    /// Reads one line of a collection.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the line, and where.
    pub fn parse(line: &str) -> Result<Puzzle, RecordError> {
        Puzzle::try_from(Record::parse(line)?)
    }

    /// One line of a collection, without the end of line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record has text keys and finite numbers only")
    }

    /// The same puzzle with one more tag.
    pub fn with_tag(mut self, tag: Name) -> Puzzle {
        self.tags.insert(tag);
        self
    }

    /// The same puzzle with `rating`, in place of any other on its scale.
    pub fn with_rating(mut self, rating: Rating) -> Puzzle {
        match self.ratings.iter_mut().find(|r| r.scale() == rating.scale()) {
            Some(old) => *old = rating,
            None => self.ratings.push(rating),
        }
        self
    }

    /// The same puzzle with each solution in SAN, too.
    ///
    /// # Errors
    ///
    /// If there is not one for each solution.
    pub fn with_san(mut self, san: Vec<String>) -> Result<Puzzle, PuzzleError> {
        let solutions = self.answer.solutions().len();
        if san.len() != solutions {
            return Err(PuzzleError::San { found: san.len(), solutions });
        }
        self.san = san;
        Ok(self)
    }

    /// The same puzzle with these details in place of others.
    pub fn with_details(mut self, details: Details) -> Puzzle {
        self.details = details;
        self
    }

    /// The same puzzle with the author, book or address it was taken from.
    pub fn with_source(mut self, source: impl Into<String>) -> Puzzle {
        self.source = Some(source.into());
        self
    }

    /// The same puzzle with the program that made it.
    pub fn with_generator(mut self, generator: Generator) -> Puzzle {
        self.generator = Some(generator);
        self
    }

    /// Who can prove it, such as `mate` or `sudoku`.
    pub fn kind(&self) -> &Name {
        &self.kind
    }

    /// The position or grid, in the notation of its kind.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// What is to be done, in the notation of its kind.
    pub fn stipulation(&self) -> &str {
        &self.stipulation
    }

    /// What is claimed, and the solutions that support it.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Themes and other marks, sorted.
    pub fn tags(&self) -> &BTreeSet<Name> {
        &self.tags
    }

    /// All ratings, at most one on each scale.
    pub fn ratings(&self) -> &[Rating] {
        &self.ratings
    }

    /// The rating on `scale`, such as `se.er`.
    pub fn rating(&self, scale: &str) -> Option<&Rating> {
        self.ratings.iter().find(|rating| rating.scale().as_str() == scale)
    }

    /// The author, book or address it was taken from.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The solutions in SAN: one for each, or none.
    pub fn san(&self) -> &[String] {
        &self.san
    }

    /// Credits, keywords and other remarks.
    pub fn details(&self) -> &Details {
        &self.details
    }

    /// The same, to be changed.
    pub fn details_mut(&mut self) -> &mut Details {
        &mut self.details
    }

    /// The program that made it.
    pub fn generator(&self) -> Option<&Generator> {
        self.generator.as_ref()
    }
}

fn filled(field: Field, text: String) -> Result<String, PuzzleError> {
    if text.trim().is_empty() { Err(PuzzleError::Blank { field }) } else { Ok(text) }
}

impl From<Puzzle> for Record {
    fn from(puzzle: Puzzle) -> Record {
        let (verdict, solutions) = puzzle.answer.into_parts();
        let details = puzzle.details;
        let mut record = Record {
            schema: String::new(),
            kind: puzzle.kind,
            position: puzzle.position,
            stipulation: puzzle.stipulation,
            verdict,
            solutions,
            san: puzzle.san,
            line: details.line,
            setup_move: details.setup_move,
            intended_solutions: details.intended_solutions,
            tags: puzzle.tags,
            ratings: puzzle.ratings,
            id: details.id,
            title: details.title,
            authors: details.authors,
            source: puzzle.source,
            url: details.url,
            date: details.date,
            award: details.award,
            keywords: details.keywords,
            comments: details.comments,
            openings: details.openings,
            generator: puzzle.generator,
            original: details.original,
        };
        record.schema = record.oldest_version().to_owned();
        record
    }
}

impl TryFrom<Record> for Puzzle {
    type Error = RecordError;

    fn try_from(record: Record) -> Result<Puzzle, RecordError> {
        let record = record.checked()?;
        let details = record.details();
        if details.line.as_ref().is_some_and(|line| line.uci.trim().is_empty()) {
            return Err(PuzzleError::Blank { field: Field::Line }.into());
        }
        let answer = Answer::new(record.verdict, record.solutions)?;
        let mut puzzle = Puzzle::new(record.kind, record.position, record.stipulation, answer)?;
        puzzle.tags = record.tags;
        puzzle.ratings = rated_once(record.ratings)?;
        puzzle.source = record.source;
        puzzle.generator = record.generator;
        puzzle.details = details;
        Ok(if record.san.is_empty() { puzzle } else { puzzle.with_san(record.san)? })
    }
}

fn rated_once(ratings: Vec<Rating>) -> Result<Vec<Rating>, PuzzleError> {
    let mut scales = BTreeSet::new();
    match ratings.iter().find(|rating| !scales.insert(rating.scale())) {
        Some(again) => Err(PuzzleError::RatedTwice { scale: again.scale().clone() }),
        None => Ok(ratings),
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Field::Position => "position",
            Field::Stipulation => "stipulation",
            Field::Solutions => "solutions",
            Field::Line => "line",
        })
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::Blank { field } => write!(f, "{field} must not be blank"),
            PuzzleError::Solutions { status, shown } => {
                let wanted = match status {
                    Status::None => "allows no solution",
                    Status::One => "needs exactly one solution",
                    Status::Many => "needs at least two solutions",
                    Status::Open => "allows any number of solutions",
                };
                write!(f, "verdict {status} {wanted}, found {shown}")
            }
            PuzzleError::Repeated { first, again } => {
                write!(f, "solution {again} repeats solution {first}")
            }
            PuzzleError::San { found, solutions } => {
                write!(f, "expected one SAN for each solution ({solutions}) or none, found {found}")
            }
            PuzzleError::RatedTwice { scale } => write!(f, "two ratings on the scale {scale}"),
        }
    }
}

impl std::error::Error for PuzzleError {}
