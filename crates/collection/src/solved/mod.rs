//! Problems that were solved, as records and in the formats of other programs; see
//! `docs/problem-formats.md`.

mod game;

use crate::{Format, Play, TypedPuzzle, Unfit, annotated, write};
use serde::Serialize;
use sole_board::{Notation, Setup, uci_line};
use sole_mate::formats::lichess::{self, Puzzle as Row};
use sole_mate::formats::{Credits, Entry, SolutionNotation, olive, popeye};
use sole_mate::make::KIND;
use sole_mate::study::{Detail, Finding, Found, Length, Outcome, SetPlay, Study};
use sole_mate::{Budget, Problem, steps};
use sole_puzzle::{Answer, Details, MainLine, Puzzle, Status};

/// All play of a problem, as far as the budget goes.
pub fn all_play(setup: &Setup, problem: &Problem, budget: &Budget<'_>) -> Play {
    let detail = Detail::Play { refutations: 0, set_play: SetPlay::Forced };
    let finding = Study { detail, length: Length::AtMost }.run(problem, budget);
    let notation = SolutionNotation::san(problem.stipulation());
    let credits = &Credits::default();
    let solved = SolvedProblem { setup, problem, credits, finding: &finding, notation };
    let text = solved.popeye_play().map(|text| text.trim_end().to_owned() + "\n");
    Play { text, game: Some(solved.game()) }
}

/// A problem with what a study found.
#[derive(Clone, Copy, Debug)]
pub struct SolvedProblem<'a> {
    /// The position with its clocks.
    pub setup: &'a Setup,
    /// The position with its stipulation.
    pub problem: &'a Problem,
    /// Who made it, and what is known of it.
    pub credits: &'a Credits,
    /// What solves it.
    pub finding: &'a Finding,
    /// How moves are written in comments.
    pub notation: SolutionNotation,
}

impl SolvedProblem<'_> {
    /// One entry of a file, without what stands around it. The verdict in words is a comment where
    /// the format has a place for it.
    ///
    /// # Errors
    /// The format does not have the problem, or not what was found.
    pub fn write(&self, format: Format, verdict: &str) -> Result<String, Unfit> {
        match format {
            Format::Epd => self.epd(),
            Format::Pgn => self.pgn(verdict),
            Format::Olv => self.olive(),
            Format::Popeye => popeye::problem(&self.entry()).map_err(Unfit::Problem),
            Format::Csv => self.row(),
            Format::Jsonl => Ok(self.object()),
            format if Format::PICTURES.contains(&format) => Err(Unfit::Drawn { format }),
            format => Err(Unfit::Kind { format }),
        }
    }

    /// The record with what is proved about the problem.
    pub fn record(&self) -> Puzzle {
        let credits = self.credits.clone();
        let Credits { title, date, award, keywords, comments, .. } = credits;
        let mut record = self.claiming(self.claim(), comments);
        let details = record.details().clone();
        *record.details_mut() = Details { title, date, award, keywords, ..details };
        let tags = self.tags().into_iter().map(|tag| tag.parse().expect("one word"));
        annotated(tags.fold(record, Puzzle::with_tag), &self.typed())
    }

    /// All play.
    pub fn play(&self) -> Play {
        let text = self.popeye_play().or_else(|| self.credits.solution.clone());
        Play { game: Some(self.game()), text }
    }

    /// What its record is about.
    pub fn typed(&self) -> TypedPuzzle {
        TypedPuzzle::Mate { setup: *self.setup, problem: *self.problem }
    }

    /// The play as Popeye prints it, if there is any that counts.
    pub fn popeye_play(&self) -> Option<String> {
        let (position, stipulation) = (self.problem.position(), self.problem.stipulation());
        let text = match &self.finding.found {
            _ if self.finding.is_too_short() => return None,
            Found::Lines { lines, set_play, .. } => {
                let set = set_play.as_ref().filter(|lines| lines.count() > 0);
                let set = set.zip(stipulation.set_play()).zip(position.passed());
                let set = set.map(|((lines, stipulation), passed)| {
                    popeye::lines(&passed, stipulation, lines.lines()) + "\n"
                });
                set.unwrap_or_default() + &popeye::lines(position, stipulation, lines.lines())
            }
            _ => popeye::tree(position, stipulation, self.finding.tree()?),
        };
        Some(text).filter(|text| !text.is_empty())
    }

    /// The names of the themes that the play shows.
    pub fn tags(&self) -> Vec<&'static str> {
        let themes = self.finding.themes(self.problem);
        themes.iter().flat_map(|themes| themes.iter().map(|(theme, _)| theme.name())).collect()
    }

    fn game(&self) -> sole_board::pgn::Line {
        game::game(self.problem, self.finding, self.notation)
    }

    /// A game with tags, and the verdict before its first move.
    fn pgn(&self, verdict: &str) -> Result<String, Unfit> {
        let play = Play { game: Some(self.game()), text: None };
        let record = self.claiming(Status::Open, vec![verdict.to_owned()]);
        write(&record, &self.typed(), Format::Pgn, Some(&play))
    }

    /// The position with `bm`, `dm` and `pv`, and `stip` if `dm` does not say what is demanded.
    fn epd(&self) -> Result<String, Unfit> {
        let comment = match self.finding.outcome() {
            Outcome::None => Some("no solution"),
            Outcome::Open => Some("not decided"),
            Outcome::One | Outcome::Many | Outcome::Some => None,
        };
        let comments = comment.into_iter().map(str::to_owned).collect();
        let record = self.claiming(Status::Open, comments);
        write(&record, &self.typed(), Format::Epd, None)
    }

    /// The problem for Olive, with its play as the solution.
    fn olive(&self) -> Result<String, Unfit> {
        let mut entry = self.entry();
        let found = self.popeye_play().map(|text| text.trim_end().to_owned() + "\n");
        entry.credits.solution = found.or(entry.credits.solution);
        olive::entry(&entry).map_err(Unfit::Problem)
    }

    fn entry(&self) -> Entry {
        let (setup, stipulation) = (*self.setup, self.problem.stipulation());
        Entry { setup, stipulation, credits: self.credits.clone(), ignored: Vec::new() }
    }

    /// The row of a Lichess puzzle.
    fn row(&self) -> Result<String, Unfit> {
        let stipulation = self.problem.stipulation();
        if !stipulation.is_direct_mate() {
            return Err(Unfit::NotDirect { stipulation });
        }
        let (Some(moves), line) = (self.finding.shortest(), self.finding.main_line()) else {
            return Err(Unfit::NoSolution);
        };
        let is_one = self.finding.outcome() == Outcome::One || moves == 1;
        if !is_one || line.is_empty() {
            return Err(Unfit::SeveralKeys);
        }
        if let Some(number) = lichess::first_ambiguous_move(self.problem.position(), line) {
            return Err(Unfit::Choice { number });
        }
        let mut row =
            Row::new(self.problem.position(), self.setup, line).map_err(Unfit::NoLastMove)?;
        row.themes = vec!["mate".to_owned(), lichess::length_theme(moves.into()).to_owned()];
        row.themes.extend(self.tags().into_iter().map(str::to_owned));
        Ok(row.to_string())
    }

    /// An object with the position, what is demanded, what solves it, and tags; moves in SAN.
    fn object(&self) -> String {
        let (position, stipulation) = (self.problem.position(), self.problem.stipulation());
        let keys = self.finding.keys().into_iter().filter(|_| !self.finding.is_too_short());
        let (keys, count) = match &self.finding.found {
            Found::Lines { lines, .. } => (None, Some(lines.count())),
            _ => (Some(keys.map(|key| position.san(key.first).to_string()).collect()), None),
        };
        let line = steps(stipulation, position, self.finding.main_line());
        let object = Object {
            fen: self.setup.to_string(),
            stipulation: stipulation.to_string(),
            verdict: self.finding.outcome().name(),
            keys,
            count,
            line: Notation::San.names(&line),
            tags: self.tags(),
            authors: &self.credits.authors,
            source: self.credits.source.as_deref(),
        };
        serde_json::to_string(&object).expect("texts and numbers can be written")
    }

    /// How many solutions a record may claim. If those that are too short do not count, it does not
    /// say.
    fn claim(&self) -> Status {
        match self.finding.outcome() {
            _ if self.finding.is_too_short() => Status::Open,
            Outcome::None => Status::None,
            Outcome::One => Status::One,
            Outcome::Many => Status::Many,
            Outcome::Some | Outcome::Open => Status::Open,
        }
    }

    /// The record with this claim and these comments. EPD and PGN do not say how many solutions
    /// there are, so a record for them claims nothing.
    fn claiming(&self, status: Status, comments: Vec<String>) -> Puzzle {
        let Credits { authors, intended_solutions, source, .. } = self.credits;
        let finding = self.finding;
        let is_proved = !matches!(finding.outcome(), Outcome::None | Outcome::Open);
        let solutions: Vec<String> = match &finding.found {
            _ if !is_proved => Vec::new(),
            Found::Lines { lines, .. } => lines.lines().iter().map(uci_line).collect(),
            _ => finding.keys().iter().map(|key| key.first.to_string()).collect(),
        };
        let answer = Answer::new(status, solutions).expect("as many as the status says");
        let kind = KIND.parse().expect("one word");
        let is_forced = !matches!(finding.found, Found::Lines { .. });
        let line = finding.main_line();
        let line = (is_proved && is_forced && !line.is_empty())
            .then(|| MainLine { uci: uci_line(line), san: None });
        let details = Details {
            authors: authors.clone(),
            intended_solutions: intended_solutions.clone(),
            comments,
            line,
            ..Details::default()
        };
        let stipulation = self.problem.stipulation().to_string();
        let record = Puzzle::new(kind, self.setup.to_string(), stipulation, answer);
        let record = record.expect("neither is blank").with_details(details);
        source.iter().fold(record, Puzzle::with_source)
    }
}

/// A solved problem in one line, with moves in SAN.
#[derive(Serialize)]
struct Object<'a> {
    fen: String,
    stipulation: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    line: Vec<String>,
    tags: Vec<&'static str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    authors: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
}
