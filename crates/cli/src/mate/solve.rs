//! `sole mate solve`: every key or every line of a problem, and whether it is sound.

use super::import;
use super::question::{Asked, Question, Wanted};
use super::report::Report;
use super::search::{self, End, Search};
use super::{diagram, sentences};
use crate::args::{self, AnswerForm, Effort, Patience, Picture, Threads};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats};
use crate::exit::Exit;
use crate::input::Positions;
use crate::records::Records;
use crate::render::plural;
use sole_board::{Notation, Position};
use sole_collection::solved::SolvedProblem;
use sole_collection::{Format, Frame, Unfit};
use sole_mate::formats::SolutionNotation;
use sole_mate::study::{Claim, Detail, Finding, Found, Length, SetPlay, Study};
use sole_mate::{Lines, Play, Stipulation};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// What is asked for.
struct Job {
    stipulation: Option<Stipulation>,
    fifty: bool,
    search: Search,
    claim: Claim,
    lists_duals: bool,
    from: Option<Format>,
    format: AnswerForm,
    output: Option<PathBuf>,
    notation: Notation,
    picture: Picture,
}

impl From<&args::Solve> for Job {
    fn from(flags: &args::Solve) -> Job {
        let file = flags.output.as_deref().map(Format::of_path);
        let detail = match flags.format {
            _ if flags.first => Detail::First,
            _ if file.is_some_and(|format| !format.is_some_and(has_play)) => Detail::Record,
            AnswerForm::Entry(Format::Epd) if flags.claim() != Claim::Sound => Detail::Keys,
            AnswerForm::Entry(Format::Epd | Format::Csv | Format::Jsonl) => Detail::Record,
            _ => Detail::Play { refutations: flags.tries, set_play: flags.set_play.into() },
        };
        let length = if flags.exactly { Length::Exactly } else { Length::AtMost };
        let share = |memory: u64| memory / flags.effort.threads.get() as u64;
        let bytes =
            flags.memory.named().map(|memory| usize::try_from(share(memory)).unwrap_or(usize::MAX));
        Job {
            stipulation: flags.demand.stipulation(),
            fifty: flags.fifty,
            search: Search { study: Study { detail, length }, effort: flags.effort, bytes },
            claim: flags.claim(),
            lists_duals: flags.duals,
            from: flags.demand.from,
            format: flags.format,
            output: flags.output.clone(),
            notation: flags.notation,
            picture: flags.picture,
        }
    }
}

/// Whether files of a format have all play of a problem.
fn has_play(format: Format) -> bool {
    matches!(format, Format::Pgn | Format::Olv)
}

/// Runs the command.
pub(super) fn run(flags: args::Solve, console: &mut Console) -> Result<Exit, Stop> {
    let job = Job::from(&flags);
    job.answer(&Positions::try_from(flags.position)?, console)
}

/// Runs `sole probe mate1`.
pub(super) fn run_mate1(flags: args::Mate1, console: &mut Console) -> Result<Exit, Stop> {
    let effort = Effort { threads: Threads::ONE, patience: Patience::ENDLESS };
    let detail = Detail::Play { refutations: 0, set_play: SetPlay::Never };
    let study = Study { detail, length: Length::AtMost };
    let job = Job {
        stipulation: Some(Stipulation::direct_mate(1).expect("one move")),
        fifty: false,
        search: Search { study, effort, bytes: None },
        claim: Claim::Solvable,
        lists_duals: false,
        from: Some(Format::Jsonl),
        format: AnswerForm::Text,
        output: None,
        notation: Notation::San,
        picture: flags.picture,
    };
    job.answer(&Positions::try_from(flags.position)?, console)
}

impl Job {
    /// Answers each problem in turn.
    fn answer(&self, positions: &Positions, console: &mut Console) -> Result<Exit, Stop> {
        // Whether a file can be written is better known before the work than after it.
        let records = self.output.as_deref().map(Records::create).transpose()?;
        let in_batch = positions.is_batch();
        let mut sheet = Sheet { in_batch, count: 0, frame: None, records, trouble: None };
        let asked = import::questions(positions, self.from)?;
        let exit = positions.answer_all(asked, console, |asked: &Asked, console| {
            self.answer_one(asked, positions, &mut sheet, console)
        });
        if let Some(complaint) = sheet.trouble {
            return Err(complaint.into());
        }
        if let Some(frame) = sheet.frame {
            write!(console.out(), "{}", frame.end())?;
        }
        // What was solved before Ctrl-C is kept.
        if let (Ok(_) | Err(Stop::Interrupted), Some(records)) = (&exit, sheet.records) {
            records.finish("problem", console)?;
        }
        exit
    }

    fn answer_one(
        &self,
        asked: &Asked,
        positions: &Positions,
        sheet: &mut Sheet,
        console: &mut Console,
    ) -> Result<Exit, Stop> {
        let input = &asked.input;
        let (question, wanted) =
            Question::read_any_length(asked, self.stipulation, positions.waived)?;
        let mut question = question.settled(input, positions, console)?;
        if self.fifty {
            let ruled = question.under_fifty_moves();
            question = ruled.map_err(|complaint| complaint.about(input))?;
        }
        self.check(&question).map_err(|complaint| complaint.about(input))?;
        let label = match wanted {
            Wanted::Stipulated => format!("solving {}", question.problem.stipulation()),
            Wanted::Shortest => "looking for the shortest mate".to_owned(),
        };
        let search = self.search.limited(wanted);
        let task = search.task(label, console);
        let finding = search.answer(&mut question, wanted, &task);
        let finding = finding.intending(question.intended());
        let (end, elapsed) = (End::from(&*task), task.elapsed());
        drop(task);
        let script = self.script(&question);
        let solved = Solved { question: &question, finding: &finding, script, end };
        self.hand_out(&solved, elapsed, sheet, console).map_err(|stop| stop.about(input))?;
        match end {
            End::Interrupted => Err(Stop::Interrupted),
            End::Limit => Ok(search::exit(finding.confirms(self.claim))),
        }
    }

    /// Writes an answer to the file, to scripts or to people.
    fn hand_out(
        &self,
        solved: &Solved<'_>,
        elapsed: Duration,
        sheet: &mut Sheet,
        console: &mut Console,
    ) -> Result<(), Stop> {
        let Solved { question, finding, .. } = *solved;
        if sheet.records.is_some() {
            return sheet.keep(solved);
        }
        if console.is_json() {
            let result = Report::new(question, finding, solved.verdict());
            let status = search::status(finding.confirms(self.claim));
            let stats = Some(Stats::new(finding.nodes, elapsed));
            return Ok(console.answer(&Answer { status, result, stats })?);
        }
        self.write(solved, sheet, console)?;
        sheet.count += 1;
        let (nodes, seconds) = (plural(finding.nodes, "node"), elapsed.as_secs_f64());
        Ok(console.remark(&format!("{nodes} in {seconds:.2} s"))?)
    }

    /// Refuses what cannot be answered in the form that is asked for.
    fn check(&self, question: &Question) -> Result<(), Complaint> {
        let refuse = |text: &str| {
            let message = format!("{text}: {}", question.problem.stipulation());
            Err(Complaint::new(Kind::BadStipulation, message))
        };
        match question.problem.stipulation().play() {
            Play::Help | Play::Series | Play::SeriesHelp
                if self.search.study.detail == Detail::First =>
            {
                refuse("nothing is forced where --first would stop")
            }
            _ if self.fifty
                && matches!(self.format, AnswerForm::Entry(Format::Olv | Format::Popeye)) =>
            {
                refuse("this format has no clock for the fifty-move rule")
            }
            _ => Ok(()),
        }
    }

    fn script(&self, question: &Question) -> SolutionNotation {
        SolutionNotation { notation: self.notation, stipulation: question.problem.stipulation() }
    }

    fn write(
        &self,
        solved: &Solved<'_>,
        sheet: &mut Sheet,
        console: &mut Console,
    ) -> Result<(), Stop> {
        let Solved { question, script, .. } = *solved;
        let place = sheet.place();
        let text = match self.format {
            AnswerForm::Text => return Ok(self.write_text(solved, place, console)?),
            AnswerForm::Play => {
                let gap = if place == Place::Later { "\n" } else { "" };
                let head = format!("{}  {}\n", question.setup, script.stipulation);
                let head = if place == Place::Alone { String::new() } else { head };
                let play = solved.problem().popeye_play();
                format!("{gap}{head}{}", play.unwrap_or_else(|| solved.verdict()))
            }
            AnswerForm::Entry(format) => {
                let entry = solved.problem().write(format, &solved.verdict());
                let entry = entry.map_err(|unfit| unwritable(&unfit))?;
                sheet.frame.get_or_insert_with(|| Frame::new(format)).entry(&entry)
            }
        };
        writeln!(console.out(), "{}", text.trim_end_matches('\n'))?;
        Ok(())
    }

    /// The answer for people.
    fn write_text(
        &self,
        solved: &Solved<'_>,
        place: Place,
        console: &mut Console,
    ) -> io::Result<()> {
        let Solved { question, finding, script, .. } = *solved;
        let (stipulation, verdict) = (script.stipulation, solved.verdict());
        match console.is_quiet() {
            true if place == Place::Alone => writeln!(console.out(), "{verdict}"),
            true => writeln!(console.out(), "{}  {stipulation}  {verdict}", question.setup),
            false => {
                if place == Place::Later {
                    writeln!(console.out())?;
                }
                diagram::write(&question.problem, &question.setup, self.picture, console)?;
                let verdict = console.paint().bold(&verdict);
                writeln!(console.out(), "\n{verdict}")?;
                let mut paragraphs = paragraphs(question.problem.position(), finding, script);
                if self.lists_duals && matches!(finding.found, Found::Keys { .. }) {
                    paragraphs.push(sentences::duals(question, finding, script));
                }
                let lines: usize = paragraphs.iter().map(|text| text.lines().count() + 1).sum();
                if lines > SCREEN {
                    paragraphs.push(verdict);
                }
                paragraphs.iter().try_for_each(|text| writeln!(console.out(), "\n{text}"))
            }
        }
    }
}

/// The lines of play after which the verdict is written once more.
const SCREEN: usize = 20;

/// Why a format does not have what was found.
fn unwritable(unfit: &Unfit) -> Complaint {
    let kind = match unfit {
        Unfit::NotDirect { .. } | Unfit::NoSolution | Unfit::SeveralKeys | Unfit::Choice { .. } => {
            Kind::BadStipulation
        }
        _ => Kind::BadPosition,
    };
    Complaint::new(kind, unfit.to_string())
}

/// A question with its answer.
struct Solved<'a> {
    question: &'a Question,
    finding: &'a Finding,
    script: SolutionNotation,
    end: End,
}

impl Solved<'_> {
    /// The same for files.
    fn problem(&self) -> SolvedProblem<'_> {
        let Question { setup, problem, credits, .. } = self.question;
        SolvedProblem { setup, problem, credits, finding: self.finding, notation: self.script }
    }

    /// The verdict in words.
    fn verdict(&self) -> String {
        sentences::sentence(self.question, self.finding, self.script, self.end)
    }
}

/// Where answers go, and how many are there already.
struct Sheet {
    in_batch: bool,
    count: u64,
    /// What stands around entries.
    frame: Option<Frame>,
    records: Option<Records>,
    /// Why the file cannot be written, which ends the work.
    trouble: Option<Complaint>,
}

impl Sheet {
    /// Where the next answer stands.
    fn place(&self) -> Place {
        match (self.count, self.in_batch) {
            (_, false) => Place::Alone,
            (0, true) => Place::First,
            (_, true) => Place::Later,
        }
    }

    /// Adds an answer to the file, if there is one.
    fn keep(&mut self, solved: &Solved<'_>) -> Result<(), Stop> {
        let Some(records) = &mut self.records else { return Ok(()) };
        let problem = solved.problem();
        let (record, play) = (problem.record(), problem.play());
        let added = records.add_entry(&record, &problem.typed(), Some(&play));
        added.map_err(|complaint| {
            self.trouble = Some(complaint);
            Stop::Interrupted
        })
    }
}

/// Where an answer stands among the answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Alone,
    First,
    Later,
}

/// The play, if there is any that counts.
pub(super) fn paragraphs(
    position: &Position,
    finding: &Finding,
    script: SolutionNotation,
) -> Vec<String> {
    match &finding.found {
        _ if finding.is_too_short() => Vec::new(),
        Found::Keys { tree: Some(tree), .. } => script.tree(position, tree),
        Found::Keys { tree: None, keys, .. } if !keys.keys().is_empty() => {
            let why = match finding.is_clocked {
                true => "it depends on the clock",
                false => "it is too long, or a limit was reached",
            };
            vec![format!("The play is not shown: {why}.")]
        }
        Found::Keys { .. } | Found::First { .. } => Vec::new(),
        Found::Lines { lines, set_play, .. } => {
            let set_script = script.stipulation.set_play().map(|left| (left, position.passed()));
            let set_play = set_play.as_ref().zip(set_script);
            let set_play = set_play.and_then(|(lines, (stipulation, passed))| {
                let script = SolutionNotation { stipulation, ..script };
                Some(format!("Set play:\n{}", listed(script, &passed?, lines)))
            });
            let solutions = (lines.count() > 0).then(|| listed(script, position, lines));
            set_play.into_iter().chain(solutions).collect()
        }
    }
}

/// Lines below each other.
fn listed(script: SolutionNotation, position: &Position, lines: &Lines) -> String {
    let lines: Vec<String> = lines.lines().iter().map(|line| script.line(position, line)).collect();
    if lines.is_empty() { "none".to_owned() } else { lines.join("\n") }
}
