//! What `sole mate themes` and `sole mate rate` share: they look at all play of each problem.

use super::question::{Asked, Question};
use super::search::{self, End, Search};
use super::{import, sentences};
use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats};
use crate::exit::Exit;
use crate::input::Positions;
use serde::Serialize;
use sole_mate::Budget;
use sole_mate::formats::SolutionNotation;
use sole_mate::rate::{REFUTATIONS, Traits};
use sole_mate::study::{Detail, Finding, Found, Length, Outcome, SetPlay, Study};
use sole_mate::themes::Themes;

/// How a verb tells what it has seen.
pub(super) struct View<R> {
    /// What goes on, for whoever waits.
    pub(super) label: &'static str,
    /// For scripts.
    pub(super) report: fn(&Seen<'_>) -> R,
    /// For people.
    pub(super) text: fn(&Seen<'_>) -> String,
    /// In one line.
    pub(super) summary: fn(&Seen<'_>) -> String,
}

/// A problem whose solution was looked for.
pub(super) struct Seen<'a> {
    pub(super) question: &'a Question,
    finding: &'a Finding,
    /// What it shows, if there is a solution and all play is known.
    pub(super) themes: Option<Themes>,
    budget: Budget<'a>,
    end: End,
}

impl<'a> Seen<'a> {
    fn new(question: &'a Question, finding: &'a Finding, budget: Budget<'a>, end: End) -> Seen<'a> {
        let themes = finding.themes(&question.problem);
        let themes = themes.filter(|_| finding.outcome() != Outcome::None);
        Seen { question, finding, themes, budget, end }
    }

    /// How its moves are written.
    pub(super) fn script(&self) -> SolutionNotation {
        let stipulation = self.question.problem.stipulation();
        SolutionNotation::san(stipulation)
    }

    /// What can be counted in it, likewise.
    pub(super) fn traits(&self) -> Option<Traits> {
        let problem = &self.question.problem;
        self.themes.as_ref()?;
        match &self.finding.found {
            Found::Keys { tree, .. } => Traits::of_tree(problem, tree.as_ref()?, &self.budget),
            Found::Lines { lines, .. } => Traits::of_lines(problem, lines, &self.budget),
            Found::First { .. } => None,
        }
    }

    /// The answer in one word: open as well if there is a solution, but its play is not known.
    pub(super) fn outcome(&self) -> Outcome {
        match self.finding.outcome() {
            Outcome::None => Outcome::None,
            outcome if self.themes.is_some() => outcome,
            _ => Outcome::Open,
        }
    }

    /// Whether there is a solution whose play is known; `None` if that is not decided.
    fn answer(&self) -> Option<bool> {
        match self.outcome() {
            Outcome::None => Some(false),
            Outcome::Open => None,
            _ => Some(true),
        }
    }

    /// Why there is nothing to be told.
    fn excuse(&self) -> String {
        let sentence = sentences::sentence(self.question, self.finding, self.script(), self.end);
        match self.finding.outcome() {
            Outcome::None | Outcome::Open => sentence,
            _ => sentence + " The play is too long to be looked at, or a limit was reached.",
        }
    }
}

/// Answers each problem in turn.
pub(super) fn answer_each<R: Serialize>(
    flags: args::Assess,
    view: &View<R>,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let (demanded, effort) = (flags.demand.stipulation(), flags.effort);
    let detail = Detail::Play { refutations: REFUTATIONS, set_play: SetPlay::Forced };
    let study = Study { detail, length: Length::AtMost };
    let search = Search { study, effort, bytes: None };
    let positions = Positions::try_from(flags.position)?;
    let mut gap = "";
    let questions = import::questions(&positions, flags.demand.from)?;
    positions.answer_all(questions, console, |asked: &Asked, console| {
        let question = Question::read(asked, demanded, positions.waived)?;
        let question = question.settled(&asked.input, &positions, console)?;
        let label = format!("{} {}", view.label, question.problem.stipulation());
        let task = search.task(label, console);
        let finding = search.run(&question.problem, &task);
        let seen = Seen::new(&question, &finding, Budget::of(&task), End::from(&*task));
        let answer = seen.answer();
        let told = if console.is_json() {
            Told::Result((view.report)(&seen))
        } else {
            let heading = positions.is_batch().then(|| heading(&question));
            Told::Text(text(&seen, view, console.is_quiet(), heading))
        };
        let (interrupted, elapsed) = (task.is_cancelled(), task.elapsed());
        drop(task);
        match told {
            Told::Result(result) => {
                let stats = Some(Stats::new(finding.nodes, elapsed));
                console.answer(&Answer { status: search::status(answer), result, stats })?;
            }
            Told::Text(text) => {
                writeln!(console.out(), "{gap}{text}")?;
                gap = if console.is_quiet() { "" } else { "\n" };
            }
        }
        if interrupted { Err(Stop::Interrupted) } else { Ok(search::exit(answer)) }
    })
}

/// An answer, for scripts or for people.
enum Told<R> {
    Result(R),
    Text(String),
}

/// What a problem is called among others.
fn heading(question: &Question) -> String {
    format!("{}  {}", question.setup, question.problem.stipulation())
}

fn text<R>(seen: &Seen<'_>, view: &View<R>, quiet: bool, heading: Option<String>) -> String {
    let told = match (&seen.themes, quiet) {
        (None, _) => seen.excuse(),
        (Some(_), true) => (view.summary)(seen),
        (Some(_), false) => (view.text)(seen),
    };
    match heading {
        Some(heading) if quiet => format!("{heading}  {told}"),
        Some(heading) => format!("{heading}\n{told}"),
        None => told,
    }
}
