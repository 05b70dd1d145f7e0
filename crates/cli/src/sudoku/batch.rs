//! Many sudokus on many threads, with the answers in the order of the questions.

use super::source::{Batch, Question};
use super::watch::Watch;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use serde::Serialize;
use sole_api::envelope;
use sole_puzzle::parallel;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What became of one question: what is to be written, and what else is to be known.
pub(super) struct Answered<T> {
    pub(super) text: Vec<u8>,
    pub(super) exit: Exit,
    pub(super) note: T,
}

/// The most questions that a thread takes at once.
const CHUNK: usize = 256;

/// Answers all questions, those that come later as they come. `take` is given the answers in the
/// order of the questions, or what is wrong with one; what it has written is seen at once, or after some
/// answers if there are many. Ctrl-C ends it after an answer, with [`Stop::Interrupted`], and so
/// does a `take` that fails, with its reason.
pub(super) fn answer_all<T: Send>(
    batch: Batch<'_>,
    watch: &Watch,
    console: &mut Console,
    answer: impl Fn(&Question) -> Result<Answered<T>, Complaint> + Sync,
    mut take: impl FnMut(Result<Answered<T>, Complaint>, &mut Console) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let Batch { questions, rest } = batch;
    answer_these(&questions, watch, console, &answer, &mut take)?;
    let Some(mut rest) = rest else { return Ok(()) };
    while let Some(whole) = rest.next(&|| watch.is_interrupted())? {
        answer_these(&rest.questions(&whole), watch, console, &answer, &mut take)?;
    }
    if watch.is_interrupted() { Err(Stop::Interrupted) } else { Ok(()) }
}

/// Answers all questions one after the other, those that come later as they come. Each answer is
/// seen at once. A complaint about one of several does not stop the others; `is_over` does.
pub(super) fn answer_in_turn(
    batch: Batch<'_>,
    console: &mut Console,
    is_over: &dyn Fn() -> bool,
    mut answer: impl FnMut(&Question, &mut Console) -> Result<Exit, Stop>,
) -> Result<Exit, Stop> {
    let is_batch = !batch.is_alone();
    let mut exit = Exit::Yes;
    let mut answer_these = |questions: &[Question]| {
        for question in questions {
            exit = exit.and(match answer(question, console) {
                Err(Stop::Failure(complaint)) if is_batch => {
                    console.complain(&complaint)?;
                    complaint.exit()
                }
                answered => answered?,
            });
            console.flush()?;
            if is_over() {
                return Err(Stop::Interrupted);
            }
        }
        Ok(())
    };
    let Batch { questions, rest } = batch;
    answer_these(&questions)?;
    if let Some(mut rest) = rest {
        while let Some(whole) = rest.next(is_over)? {
            answer_these(&rest.questions(&whole))?;
        }
    }
    if is_over() { Err(Stop::Interrupted) } else { Ok(exit) }
}

/// Answers questions that are all there.
fn answer_these<T: Send>(
    questions: &[Question],
    watch: &Watch,
    console: &mut Console,
    answer: &(impl Fn(&Question) -> Result<Answered<T>, Complaint> + Sync),
    take: &mut impl FnMut(Result<Answered<T>, Complaint>, &mut Console) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let size = (questions.len() / (watch.threads().get() * 8)).clamp(1, CHUNK);
    let is_over = AtomicBool::new(false);
    let goes_on = || !watch.is_interrupted() && !is_over.load(Ordering::Relaxed);
    let work = |_: &mut (), chunk: &[Question]| {
        let answers = chunk.iter().map_while(|question| goes_on().then(|| answer(question)));
        let answers: Vec<_> = answers.collect();
        watch.note_done(answers.len());
        let is_whole = answers.len() == chunk.len();
        (answers, is_whole)
    };
    parallel::for_each(
        questions.chunks(size),
        watch.threads(),
        || (),
        work,
        |(answers, is_whole)| {
            let taken = answers.into_iter().try_for_each(|answer| take(answer, console));
            let taken = taken.and_then(|()| Ok(console.flush()?));
            taken.inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
            if is_whole { Ok(()) } else { Err(Stop::Interrupted) }
        },
    )?;
    if watch.is_interrupted() { Err(Stop::Interrupted) } else { Ok(()) }
}

/// One answer in both ways of telling it.
pub(super) struct Told<R> {
    /// What scripts see.
    pub(super) report: R,
    /// What people see.
    pub(super) text: String,
    pub(super) exit: Exit,
    pub(super) status: Status,
    /// What it cost.
    pub(super) nodes: u64,
}

/// Answers all questions and tells each answer as text or as an envelope.
pub(super) fn tell_all<R: Serialize>(
    command: &str,
    batch: Batch<'_>,
    watch: &Watch,
    console: &mut Console,
    examine: impl Fn(&Question) -> Result<Told<R>, Complaint> + Sync,
) -> Result<Exit, Stop> {
    let is_json = console.is_json();
    let answer = |question: &Question| {
        let start = Instant::now();
        let Told { report, text, exit, status, nodes } = examine(question)?;
        let mut told = text.into_bytes();
        if is_json {
            let stats = Some(Stats::new(nodes, start.elapsed()));
            told.clear();
            let answer = Answer { status, result: report, stats };
            envelope::write_answer(&mut told, command, &answer, &[])
                .expect("memory can be written");
        }
        Ok(Answered { text: told, exit, note: () })
    };
    let mut batch_result = BatchResult::new(&batch);
    answer_all(batch, watch, console, answer, |answered, console| {
        let Some(answered) = batch_result.record(answered, console)? else { return Ok(()) };
        Ok(console.out().write_all(&answered.text)?)
    })?;
    Ok(batch_result.exit())
}

/// The exit codes of several answers as one, and complaints told as they come.
pub(super) struct BatchResult {
    exit: Exit,
    is_batch: bool,
}

impl BatchResult {
    pub(super) fn new(batch: &Batch<'_>) -> BatchResult {
        BatchResult { exit: Exit::Yes, is_batch: !batch.is_alone() }
    }

    /// Records an answer; a complaint about one of several does not stop the others.
    pub(super) fn record<T>(
        &mut self,
        answered: Result<Answered<T>, Complaint>,
        console: &mut Console,
    ) -> Result<Option<Answered<T>>, Stop> {
        match answered {
            Ok(answered) => {
                self.exit = self.exit.and(answered.exit);
                Ok(Some(answered))
            }
            Err(complaint) if self.is_batch => {
                self.exit = self.exit.and(complaint.exit());
                console.complain(&complaint)?;
                Ok(None)
            }
            Err(complaint) => Err(complaint.into()),
        }
    }

    /// What all answers come to.
    pub(super) fn exit(&self) -> Exit {
        self.exit
    }
}
