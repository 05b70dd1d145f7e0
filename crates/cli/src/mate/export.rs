//! Solutions for other programs: games with variations, and positions with operations.

use super::question::{DIRECT_MATE, Question, STIPULATION};
use super::script::Script;
use crate::notation::pgn_export;
use sole_board::pgn::{Line as GameLine, Nag, Node, Tags};
use sole_board::{Epd, Move, Operand, Operation, Pgn, Position, Score};
use sole_mate::study::{Finding, Found, Outcome};
use sole_mate::{After, Continuation, Play, Pressure, Tree, Try, Variation};

/// The tag of a game that says what is demanded.
pub(crate) const STIPULATION_TAG: &str = "Stipulation";
/// The tag of a game that has the authors.
pub(super) const AUTHORS_TAG: &str = "White";
/// The tag of a game that says where the problem was published.
pub(crate) const SOURCE_TAG: &str = "Event";

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

/// The same with tags and the verdict.
pub(super) fn pgn(question: &Question, finding: &Finding, script: Script, verdict: &str) -> String {
    let mut line = game(question, finding, script);
    match line.moves.first_mut() {
        Some(first) => first.before.insert(0, verdict.to_owned()),
        None => line.closing.insert(0, verdict.to_owned()),
    }
    let mut tags = Tags::default();
    let mut set = |name: &str, value: &str| {
        tags.set(name, value).expect("the tag is well formed and free");
    };
    set(STIPULATION_TAG, &question.problem.stipulation().to_string());
    if !question.credits.authors.is_empty() {
        set(AUTHORS_TAG, &question.credits.authors.join("; "));
    }
    if let Some(source) = &question.credits.source {
        set(SOURCE_TAG, source);
    }
    let (start, score, repairs) = (question.setup, Score::Unknown, Vec::new());
    pgn_export(Pgn { tags, start, line, score, repairs })
}

/// The position with `bm`, `dm` and `pv`, and `stip` if `dm` does not say what is demanded.
pub(super) fn epd(question: &Question, finding: &Finding) -> String {
    let (position, stipulation) = (question.problem.position(), question.problem.stipulation());
    let mut epd = Epd::new(question.setup);
    let is_mate = stipulation.is_direct_mate();
    let mut set = |opcode: &str, operands: Vec<Operand>| {
        let operation = Operation::new(opcode, operands);
        epd.set(operation.expect("numbers, moves and stipulations can be read again"));
    };
    let outcome = finding.outcome();
    let is_told = is_mate && finding.shortest() == Some(stipulation.moves());
    if matches!(outcome, Outcome::None | Outcome::Open) || !is_told {
        set(STIPULATION, vec![Operand::Quoted(stipulation.to_string())]);
    }
    if matches!(outcome, Outcome::None | Outcome::Open) {
        let word = if outcome == Outcome::None { "no solution" } else { "not decided" };
        set("c0", vec![Operand::Quoted(word.to_owned())]);
        return epd.to_string();
    }
    let keys: Vec<Move> = finding.keys().into_iter().map(|key| key.first).collect();
    if !keys.is_empty() {
        set("bm", keys.iter().map(|&m| word(position, m)).collect());
    }
    if let Some(shortest) = finding.shortest().filter(|_| is_mate) {
        set(DIRECT_MATE, vec![Operand::Word(shortest.to_string())]);
    }
    let line = finding.main_line();
    if !line.is_empty() && !is_series(question) {
        set("pv", words(position, line));
    }
    epd.to_string()
}

fn is_series(question: &Question) -> bool {
    matches!(question.problem.stipulation().play(), Play::Series | Play::SeriesHelp)
}

fn word(position: &Position, m: Move) -> Operand {
    Operand::Word(position.san(m).to_string())
}

fn words(position: &Position, line: &[Move]) -> Vec<Operand> {
    plain(position, line).moves.iter().map(|node| Operand::Word(node.san().to_string())).collect()
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
