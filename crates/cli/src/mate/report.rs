//! What scripts see of a solution.

use super::question::Question;
use super::themes::tags;
use crate::notation::Names;
use serde::Serialize;
use sole_board::{Move, Notation, Position};
use sole_mate::study::{Finding, Found};
use sole_mate::{
    After, Continuation, Dual, DualKind, Line, Lines, Pressure, Stipulation, Tree, Try, Variation,
    steps,
};

/// The result of `mate solve`.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    fen: String,
    stipulation: String,
    moves: u8,
    verdict: &'static str,
    soundness: &'static str,
    sentence: String,
    shortest: Option<u8>,
    /// The intended number of solutions, unless it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    intended: Option<u64>,
    /// Whether the fifty-move rule was applied.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    fifty: bool,
    #[serde(flatten)]
    solution: Solution,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Solution {
    Forced {
        keys: Vec<String>,
        undecided: Vec<String>,
        duals: Option<Vec<Choice>>,
        duals_complete: Option<bool>,
        themes: Option<Vec<&'static str>>,
        tree: Option<Box<Play>>,
    },
    First {
        keys: Vec<String>,
        pv: Vec<String>,
    },
    Lines {
        count: u64,
        complete: bool,
        lines: Vec<Vec<String>>,
        /// The same lines in standard algebraic notation.
        sans: Vec<Vec<String>>,
        themes: Option<Vec<&'static str>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        set_play: Option<Vec<Vec<String>>>,
    },
}

/// A dual: the line that leads there, and the moves.
#[derive(Debug, Serialize)]
struct Choice {
    line: Vec<String>,
    moves: Vec<String>,
    kind: &'static str,
}

#[derive(Debug, Serialize)]
struct Play {
    set_play: Vec<Reply>,
    tries: Vec<Attempt>,
    keys: Vec<Attack>,
}

/// A move of the attacker that works.
#[derive(Debug, Serialize)]
struct Attack {
    #[serde(flatten)]
    names: Names,
    moves: u8,
    #[serde(flatten)]
    sequel: Sequel,
}

/// A first move that fails.
#[derive(Debug, Serialize)]
struct Attempt {
    #[serde(flatten)]
    names: Names,
    refutations: Vec<Names>,
    #[serde(flatten)]
    sequel: Sequel,
}

/// What follows a move of the attacker.
#[derive(Debug, Serialize)]
struct Sequel {
    pressure: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    threats: Vec<Attack>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Reply>,
}

/// A defence and the quickest answers to it.
#[derive(Debug, Serialize)]
struct Reply {
    #[serde(flatten)]
    names: Names,
    answers: Vec<Attack>,
}

impl Report {
    pub(super) fn new(question: &Question, finding: &Finding, sentence: String) -> Report {
        let stipulation = question.problem.stipulation();
        Report {
            fen: question.setup.to_string(),
            stipulation: stipulation.to_string(),
            moves: stipulation.moves(),
            verdict: finding.outcome().name(),
            soundness: finding.soundness().name(),
            sentence,
            shortest: finding.shortest(),
            intended: Some(finding.intended().get()).filter(|&intended| intended != 1),
            fifty: question.problem.is_under_fifty_moves(),
            solution: Solution::new(question, finding),
        }
    }
}

impl Solution {
    fn new(question: &Question, finding: &Finding) -> Solution {
        if finding.is_too_short() {
            return Solution::nothing(&finding.found);
        }
        let position = question.problem.position();
        let keys = finding.keys().into_iter().map(|key| position.uci(key.first)).collect();
        let themes = finding.themes(&question.problem).as_ref().map(tags);
        match &finding.found {
            Found::Keys { keys: decided, tree, .. } => Solution::Forced {
                keys,
                undecided: decided.undecided().iter().map(|&m| position.uci(m)).collect(),
                duals: tree.as_ref().map(|tree| choices(position, tree.duals.list())),
                duals_complete: tree.as_ref().map(|tree| tree.duals.is_complete()),
                themes,
                tree: tree.as_ref().map(|tree| Box::new(Play::new(position, tree))),
            },
            Found::First { line, .. } => Solution::First { keys, pv: uci(position, line) },
            Found::Lines { lines, set_play, .. } => {
                let stipulation = question.problem.stipulation();
                let (count, complete) = (lines.count(), lines.is_complete());
                let (lines, sans) = all_lines(stipulation, position, lines);
                let set_play = set_play.as_ref().and_then(|lines| {
                    Some(all_lines(stipulation.set_play()?, &position.passed()?, lines).0)
                });
                Solution::Lines { count, complete, lines, sans, themes, set_play }
            }
        }
    }

    /// The same shape if nothing that was found counts.
    fn nothing(found: &Found) -> Solution {
        let keys = Vec::new();
        match found {
            Found::Keys { .. } => Solution::Forced {
                keys,
                undecided: Vec::new(),
                duals: None,
                duals_complete: None,
                themes: None,
                tree: None,
            },
            Found::First { .. } => Solution::First { keys, pv: Vec::new() },
            Found::Lines { .. } => Solution::Lines {
                count: 0,
                complete: true,
                lines: Vec::new(),
                sans: Vec::new(),
                themes: None,
                set_play: None,
            },
        }
    }
}

/// The names of moves one after the other.
fn uci(position: &Position, line: &[Move]) -> Vec<String> {
    Notation::Uci.names(&position.line(line))
}

fn choices(position: &Position, duals: &[Dual]) -> Vec<Choice> {
    let choice = |dual: &Dual| {
        let end = dual.line.iter().fold(*position, |before, &m| before.after(m));
        let line = uci(position, &dual.line);
        let moves = dual.moves.iter().map(|&m| end.uci(m)).collect();
        let kind = match dual.kind {
            DualKind::Defence => "defence",
            DualKind::Threats => "threats",
            DualKind::Minor => "minor",
        };
        Choice { line, moves, kind }
    };
    duals.iter().map(choice).collect()
}

/// The names of all lines, in UCI and in SAN.
fn all_lines(
    stipulation: Stipulation,
    position: &Position,
    lines: &Lines,
) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let names = |line: &Line| {
        let line = steps(stipulation, position, line);
        (Notation::Uci.names(&line), Notation::San.names(&line))
    };
    lines.lines().iter().map(names).unzip()
}

impl Play {
    fn new(position: &Position, tree: &Tree) -> Play {
        let passed = position.passed();
        Play {
            set_play: passed.map(|passed| replies(&passed, &tree.set_play)).unwrap_or_default(),
            tries: tree.tries.iter().map(|attempt| Attempt::new(position, attempt)).collect(),
            keys: attacks(position, &tree.keys),
        }
    }
}

impl Attempt {
    fn new(position: &Position, attempt: &Try) -> Attempt {
        let child = position.after(attempt.first);
        Attempt {
            names: Names::of(position, attempt.first),
            refutations: attempt.refutations.iter().map(|&m| Names::of(&child, m)).collect(),
            sequel: Sequel::new(&child, &attempt.after),
        }
    }
}

impl Sequel {
    fn new(position: &Position, after: &After) -> Sequel {
        let (pressure, threats) = match &after.pressure {
            Pressure::Reached => ("reached", Vec::new()),
            Pressure::Check => ("check", Vec::new()),
            Pressure::Zugzwang => ("zugzwang", Vec::new()),
            Pressure::Threat(threats) => {
                let passed = position.passed().expect("there is no threat in check");
                ("threat", attacks(&passed, threats))
            }
        };
        Sequel { pressure, threats, variations: replies(position, &after.variations) }
    }
}

fn attacks(position: &Position, continuations: &[Continuation]) -> Vec<Attack> {
    let attack = |continuation: &Continuation| {
        let key = continuation.key;
        Attack {
            names: Names::of(position, key.first),
            moves: key.moves,
            sequel: Sequel::new(&position.after(key.first), &continuation.after),
        }
    };
    continuations.iter().map(attack).collect()
}

fn replies(position: &Position, variations: &[Variation]) -> Vec<Reply> {
    let reply = |Variation { defence, answers }: &Variation| Reply {
        names: Names::of(position, *defence),
        answers: attacks(&position.after(*defence), answers),
    };
    variations.iter().map(reply).collect()
}
