//! What a question is: a request, a subject, and answers.

use crate::context::Context;
use crate::envelope::Answer;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io;
use std::time::Duration;

/// A question that Sole answers, with everything that can be said beside its subject.
///
/// The type is at once the flags of the command line, the parameters of the HTTP API and the fields
/// of a request in JSON; its doc comments describe it in all of them.
pub trait Question: DeserializeOwned + JsonSchema + Send + Sync {
    /// The command, as `board moves`.
    const NAME: &'static str;
    /// How much work an answer may take.
    const WEIGHT: Weight;
    /// What it is asked about, one at a time.
    type Subject: Subject;
    /// An answer.
    type Answer: Serialize + JsonSchema;

    /// Answers the question about a subject: most questions have one answer, generators have many.
    ///
    /// # Errors
    /// [`Stop::Failure`] if there is no answer, otherwise what `answers` returned.
    fn answer(
        &self,
        subject: &Self::Subject,
        context: &Context<'_>,
        answers: Answers<'_, Self::Answer>,
    ) -> Result<(), Stop>;
}

/// Takes the answers to a question, one after the other.
pub type Answers<'a, A> = &'a mut dyn FnMut(Reply<A>) -> Result<(), Stop>;

/// How much work a question may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// It is answered in milliseconds.
    Light,
    /// It may take any time and much memory.
    Heavy,
}

/// What a question is asked about.
pub trait Subject: Sized + Send + Sync {
    /// The fields of a request that name one or more subjects.
    type Fields: DeserializeOwned + JsonSchema;

    /// The subjects that the fields name, in their order.
    fn read(fields: Self::Fields) -> Vec<Result<Self, Failure>>;

    /// What is assumed about the subject because it does not say it.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The fields of a request without a subject: there are none.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct NoFields {}

impl Subject for () {
    type Fields = NoFields;

    fn read(_: NoFields) -> Vec<Result<(), Failure>> {
        vec![Ok(())]
    }
}

/// What an answer claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
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

/// What an answer cost.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Stats {
    /// The number of positions searched, or of games counted.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
}

impl Stats {
    /// The cost of `nodes` in `elapsed` time, to the microsecond.
    pub fn new(nodes: u64, elapsed: Duration) -> Stats {
        Stats { nodes, seconds: elapsed.as_micros() as f64 / 1e6 }
    }
}

/// An answer, and what it means.
#[derive(Debug)]
pub struct Reply<A> {
    /// The answer with what it claims and what it cost.
    pub answer: Answer<A>,
    /// Yes, no, or not decided.
    pub exit: Exit,
}

impl<A> Reply<A> {
    /// An answer that claims this.
    pub fn new(status: Status, result: A) -> Reply<A> {
        let exit = match status {
            Status::Ok | Status::Proven => Exit::Yes,
            Status::Refuted => Exit::No,
            Status::Open => Exit::Open,
            Status::Error => Exit::BadInput,
        };
        Reply { answer: Answer { status, result, stats: None }, exit }
    }

    /// An answer that claims no proof, and means yes.
    pub fn ok(result: A) -> Reply<A> {
        Reply::new(Status::Ok, result)
    }

    /// The same, but it means this.
    pub fn exit(self, exit: Exit) -> Reply<A> {
        Reply { exit, ..self }
    }

    /// The same with its cost.
    pub fn stats(mut self, stats: Stats) -> Reply<A> {
        self.answer.stats = Some(stats);
        self
    }
}

/// Why a question was not answered to its end.
#[derive(Debug)]
pub enum Stop {
    /// It cannot be answered.
    Failure(Failure),
    /// Somebody interrupted it.
    Interrupted,
    /// The answer could not be written.
    Output(io::Error),
    /// Somebody ended the dialogue.
    Quit,
}

impl Stop {
    /// The same, if it is a failure, about this input as a whole.
    pub fn about(self, input: &Input) -> Stop {
        match self {
            Stop::Failure(failure) => Stop::Failure(failure.about(input)),
            other => other,
        }
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Failure(failure)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}
