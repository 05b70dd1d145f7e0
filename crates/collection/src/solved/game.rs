//! Solutions as games with variations.

use sole_board::pgn::{Line as GameLine, Nag, Node};
use sole_board::{Move, Position};
use sole_mate::formats::SolutionNotation;
use sole_mate::study::{Finding, Found};
use sole_mate::{After, Continuation, Play, Pressure, Problem, Tree, Try, Variation};

const GOOD: Nag = Nag(1);
const MISTAKE: Nag = Nag(2);

/// The solution as a game: the first key and the first defence of each move in the main line, all
/// others as variations, threats and set play in comments.
pub(super) fn game(problem: &Problem, finding: &Finding, notation: SolutionNotation) -> GameLine {
    let position = problem.position();
    match &finding.found {
        Found::Keys { tree: Some(tree), .. } => Writer { notation }.tree(position, tree),
        // A game has no moves in a row, so a series is told in comments.
        Found::Lines { lines, .. } if is_series(problem) => {
            let told = lines.lines().iter().map(|line| notation.line(position, line));
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

fn is_series(problem: &Problem) -> bool {
    matches!(problem.stipulation().play(), Play::Series | Play::SeriesHelp)
}

/// A line without variations.
fn plain(position: &Position, line: &[Move]) -> GameLine {
    let steps = position.line(line);
    GameLine {
        moves: steps.iter().map(|(before, m)| node(before, *m)).collect(),
        closing: Vec::new(),
    }
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
    notation: SolutionNotation,
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
        for text in self.notation.tree(position, &set_play) {
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
                let name = |threat: &Continuation| self.notation.name(&passed, threat.key.first);
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
