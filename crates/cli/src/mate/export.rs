//! Solutions for other programs: games with variations, and positions with operations.

use super::foreign;
use super::question::Question;
use super::script::Script;
use sole_board::pgn::{Line as GameLine, Nag, Node};
use sole_board::{Move, Position};
use sole_collection::{Format, Play, Subject, annotated};
use sole_mate::formats::Credits;
use sole_mate::make::KIND;
use sole_mate::study::{Finding, Found, Outcome};
use sole_mate::{After, Continuation, Pressure, Tree, Try, Variation};
use sole_puzzle::{Answer, Details, MainLine, Puzzle, Status};

const GOOD: Nag = Nag(1);
const MISTAKE: Nag = Nag(2);

/// The solution as a game: the first key and the first defence of each move in the main line, all
/// others as variations, threats and set play in comments.
pub(super) fn game(question: &Question, finding: &Finding, script: Script) -> GameLine {
    let position = question.problem.position();
    let writer = Writer { script };
    match &finding.found {
        Found::Keys { tree: Some(tree), .. } => writer.tree(position, tree),
        // A game has no moves in a row, so a series is told in comments.
        Found::Lines { lines, .. } if is_series(question) => {
            let told = lines.lines().iter().map(|line| script.line(position, line));
            GameLine { moves: Vec::new(), closing: told.collect() }
        }
        Found::Lines { lines, .. } => {
            alternatives(lines.lines().iter().map(|line| plain(position, line)).collect())
        }
        Found::First { line, .. } if !line.is_empty() => plain(position, line),
        _ => {
            let keys = finding.keys();
            alternatives(keys.iter().map(|key| plain(position, &[key.first])).collect())
        }
    }
}

/// The solution as a game with tags, and the verdict before its first move.
pub(super) fn pgn(question: &Question, finding: &Finding, script: Script, verdict: &str) -> String {
    let play = Play { game: Some(game(question, finding, script)), text: None };
    let record = record(question, finding, Status::Open, vec![verdict.to_owned()]);
    written(question, &record, Format::Pgn, Some(&play))
}

/// The position with `bm`, `dm` and `pv`, and `stip` if `dm` does not say what is demanded.
pub(super) fn epd(question: &Question, finding: &Finding) -> String {
    let comment = match finding.outcome() {
        Outcome::None => Some("no solution"),
        Outcome::Open => Some("not decided"),
        Outcome::One | Outcome::Many | Outcome::Some => None,
    };
    let comments = comment.into_iter().map(str::to_owned).collect();
    let record = record(question, finding, Status::Open, comments);
    written(question, &record, Format::Epd, None)
}

/// A record in a format of collections.
fn written(question: &Question, record: &Puzzle, format: Format, play: Option<&Play>) -> String {
    let text = sole_collection::write(record, &subject(question), format, play);
    text.expect("EPD and PGN have all problems")
}

/// A solved problem for a file: its record with what is proved about it, and all its play.
pub(super) fn entry(question: &Question, finding: &Finding, script: Script) -> (Puzzle, Play) {
    let credits = question.credits.clone();
    let Credits { title, date, award, keywords, comments, solution, .. } = credits;
    let mut record = record(question, finding, claim(finding), comments);
    let details = record.details().clone();
    *record.details_mut() = Details { title, date, award, keywords, ..details };
    let tags = foreign::tags(question, finding).into_iter();
    let record = tags.map(|tag| tag.parse().expect("one word")).fold(record, Puzzle::with_tag);
    let play = Play {
        game: Some(game(question, finding, script)),
        text: foreign::play(question, finding).or(solution),
    };
    (annotated(record, &subject(question)), play)
}

/// How many solutions a record may claim. If those that are too short do not count, it does not say.
fn claim(finding: &Finding) -> Status {
    match finding.outcome() {
        _ if finding.is_too_short() => Status::Open,
        Outcome::None => Status::None,
        Outcome::One => Status::One,
        Outcome::Many => Status::Many,
        Outcome::Some | Outcome::Open => Status::Open,
    }
}

/// What a record of the problem is about.
pub(super) fn subject(question: &Question) -> Subject {
    Subject::Mate { setup: question.setup, problem: question.problem }
}

/// The record of a problem with what is proved about it, and comments. EPD and PGN do not say how
/// many solutions there are, so a record for them does not claim it.
fn record(question: &Question, finding: &Finding, status: Status, comments: Vec<String>) -> Puzzle {
    let credits = &question.credits;
    let uci = |line: &[Move]| line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    let is_proved = !matches!(finding.outcome(), Outcome::None | Outcome::Open);
    let solutions: Vec<String> = match &finding.found {
        _ if !is_proved => Vec::new(),
        Found::Lines { lines, .. } => lines.lines().iter().map(|line| uci(line)).collect(),
        _ => finding.keys().iter().map(|key| uci(&[key.first])).collect(),
    };
    let answer = Answer::new(status, solutions).expect("as many as the status says");
    let kind = KIND.parse().expect("one word");
    let (fen, stipulation) = (question.setup.to_string(), question.problem.stipulation());
    let is_forced = !matches!(finding.found, Found::Lines { .. });
    let line = finding.main_line();
    let line = (is_proved && is_forced && !line.is_empty())
        .then(|| MainLine { uci: uci(line), san: None });
    let details = Details {
        authors: credits.authors.clone(),
        intended_solutions: credits.intended_solutions.clone(),
        comments,
        line,
        ..Details::default()
    };
    let record = Puzzle::new(kind, fen, stipulation.to_string(), answer);
    let record = record.expect("neither is blank").with_details(details);
    credits.source.iter().fold(record, Puzzle::with_source)
}

fn is_series(question: &Question) -> bool {
    matches!(
        question.problem.stipulation().play(),
        sole_mate::Play::Series | sole_mate::Play::SeriesHelp
    )
}

/// A line without variations.
fn plain(position: &Position, line: &[Move]) -> GameLine {
    let mut position = *position;
    let step = |&m: &Move| {
        let node = node(&position, m);
        position = position.after(m);
        node
    };
    GameLine { moves: line.iter().map(step).collect(), closing: Vec::new() }
}

fn node(position: &Position, m: Move) -> Node {
    Node::new(position, m).expect("the search plays legal moves")
}

/// The first line, with the others as variations of its first move.
fn alternatives(lines: Vec<GameLine>) -> GameLine {
    let mut lines = lines.into_iter();
    let mut main = lines.next().unwrap_or_default();
    if let Some(first) = main.moves.first_mut() {
        first.variations.extend(lines);
    }
    main
}

struct Writer {
    script: Script,
}

impl Writer {
    fn tree(&self, position: &Position, tree: &Tree) -> GameLine {
        let mut lines = self.continuations(position, &tree.keys);
        for line in &mut lines {
            line.moves[0].nags.push(GOOD);
        }
        lines.extend(tree.tries.iter().map(|attempt| self.attempt(position, attempt)));
        let mut line = alternatives(lines);
        let set_play = Tree { set_play: tree.set_play.clone(), ..Tree::default() };
        for text in self.script.tree(position, &set_play) {
            line.moves.first_mut().into_iter().for_each(|node| node.before.push(in_line(&text)));
        }
        line
    }

    fn continuations(&self, position: &Position, keys: &[Continuation]) -> Vec<GameLine> {
        let line = |continuation: &Continuation| {
            let first = continuation.key.first;
            let sequel = self.defences(&position.after(first), &continuation.after.variations);
            self.join(position, first, &continuation.after, sequel)
        };
        keys.iter().map(line).collect()
    }

    fn attempt(&self, position: &Position, attempt: &Try) -> GameLine {
        let child = position.after(attempt.first);
        let refutation = |&m: &Move| {
            let mut line = plain(&child, &[m]);
            line.moves[0].nags.push(GOOD);
            line
        };
        let mut sequel: Vec<GameLine> = attempt.refutations.iter().map(refutation).collect();
        sequel.extend(self.defences(&child, &attempt.after.variations));
        let mut line = self.join(position, attempt.first, &attempt.after, sequel);
        line.moves[0].nags.push(MISTAKE);
        line
    }

    fn defences(&self, position: &Position, variations: &[Variation]) -> Vec<GameLine> {
        let line = |Variation { defence, answers }: &Variation| {
            let answers = self.continuations(&position.after(*defence), answers);
            let mut moves = vec![node(position, *defence)];
            moves.extend(alternatives(answers).moves);
            GameLine { moves, closing: Vec::new() }
        };
        variations.iter().map(line).collect()
    }

    /// A move of the attacker with what follows.
    fn join(&self, position: &Position, m: Move, after: &After, sequel: Vec<GameLine>) -> GameLine {
        let mut first = node(position, m);
        first.after.extend(self.pressure(&position.after(m), &after.pressure));
        let mut moves = vec![first];
        moves.extend(alternatives(sequel).moves);
        GameLine { moves, closing: Vec::new() }
    }

    fn pressure(&self, position: &Position, pressure: &Pressure) -> Option<String> {
        match pressure {
            Pressure::Reached | Pressure::Check => None,
            Pressure::Zugzwang => Some("zugzwang".to_owned()),
            Pressure::Threat(threats) => {
                let passed = position.passed()?;
                let name = |threat: &Continuation| self.script.name(&passed, threat.key.first);
                let names: Vec<String> = threats.iter().map(name).collect();
                Some(format!("threat: {}", names.join(", ")))
            }
        }
    }
}

/// A paragraph as one line.
fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
