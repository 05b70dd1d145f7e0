//! Verdicts on problems in words.

use super::finding::{Finding, Found, Outcome};
use super::question::Question;
use super::script::Script;
use crate::render::{capitalised, grouped, plural};
use sole_board::{Move, Position};
use sole_mate::{Dual, Goal, Key, Line, Lines, Play, Stipulation, Tree};

/// Whether the problem is sound, and if not, why.
pub(super) fn sentence(question: &Question, finding: &Finding, script: Script) -> String {
    let speaker = Speaker { question, finding, script };
    match &finding.found {
        Found::Lines { lines, .. } => speaker.lines(lines),
        Found::First { line, .. } => speaker.first(line),
        Found::Keys { tree, .. } => speaker.keys(tree.as_ref()),
    }
}

/// What a solution of so many moves is called: `mate in 2`, `h#2`.
fn goal_in(stipulation: Stipulation, moves: u8) -> String {
    let name = match (stipulation.play(), stipulation.goal()) {
        (Play::Direct, Goal::Mate) => "mate",
        (Play::Direct, Goal::Stalemate) => "stalemate",
        (Play::SelfMate, _) => "selfmate",
        (Play::Reflex, _) => "reflexmate",
        (_, Goal::Mate) if moves == 0 => return "mate at once".to_owned(),
        (_, Goal::Stalemate) if moves == 0 => return "stalemate at once".to_owned(),
        _ => {
            let shorter = stipulation.with_moves(moves);
            return shorter.map(|shorter| shorter.to_string()).unwrap_or_default();
        }
    };
    format!("{name} in {moves}")
}

struct Speaker<'a> {
    question: &'a Question,
    finding: &'a Finding,
    script: Script,
}

impl Speaker<'_> {
    fn position(&self) -> &Position {
        self.question.problem.position()
    }

    fn demanded(&self) -> String {
        let stipulation = self.script.stipulation;
        goal_in(stipulation, stipulation.moves())
    }

    /// `1.Qa1, 1.Qb1`.
    fn named(&self, keys: &[Key]) -> String {
        let name = |key: &Key| format!("1.{}", self.script.name(self.position(), key.first));
        keys.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// A solution in fewer moves: `Short solution: mate in 1 by 1.Qg7#.`
    fn short(&self, moves: u8) -> String {
        let goal = goal_in(self.script.stipulation, moves);
        let mut keys = self.finding.keys();
        keys.retain(|key| key.moves == moves);
        let by = if keys.is_empty() { String::new() } else { format!(" by {}", self.named(&keys)) };
        match self.finding.is_too_short() {
            true => format!("No solution in exactly {} moves: {goal}{by}.", self.demanded_moves()),
            false => format!("Short solution: {goal}{by}."),
        }
    }

    fn demanded_moves(&self) -> u8 {
        self.script.stipulation.moves()
    }

    fn keys(&self, tree: Option<&Tree>) -> String {
        let keys = self.finding.keys();
        let open = self.open_moves();
        let text = match (self.finding.short(), keys.as_slice()) {
            (Some(moves), _) => self.short(moves),
            (None, []) if open.is_empty() => {
                format!("No solution: there is no {}.", self.demanded())
            }
            (None, []) => "Not decided: the limit was reached.".to_owned(),
            (None, [_]) if !open.is_empty() => {
                format!("Not decided: {} solves, but the limit was reached.", self.named(&keys))
            }
            (None, [_]) => self.only(&keys, tree),
            (None, keys) => format!("Cooked: {} keys, {}.", keys.len(), self.named(keys)),
        };
        text + &open
    }

    fn open_moves(&self) -> String {
        match &self.finding.found {
            Found::Keys { keys, .. } if !keys.undecided().is_empty() => {
                let open = keys.undecided().len() as u64;
                format!(
                    " {} of {} left open.",
                    plural(open, "first move"),
                    self.position().count_moves()
                )
            }
            _ => String::new(),
        }
    }

    /// One key as demanded.
    fn only(&self, keys: &[Key], tree: Option<&Tree>) -> String {
        let key = self.named(keys);
        let Some(tree) = tree else { return format!("One key, {key}.") };
        match tree.duals().as_slice() {
            [] => format!("Sound: one key, {key}, and no duals."),
            duals @ [first, ..] => {
                let (count, first) = (plural(duals.len() as u64, "dual"), self.dual(first));
                format!("One key, {key}, but {count}: {first}.")
            }
        }
    }

    /// `1.Qg4 d5 2.Qg1# or 2.Qh4#`.
    fn dual(&self, dual: &Dual) -> String {
        let position = dual.line.iter().fold(*self.position(), |before, &m| before.after(m));
        let number = dual.line.len() / 2 + 1;
        let name = |&m: &Move| format!("{number}.{}", self.script.name(&position, m));
        let moves: Vec<String> = dual.moves.iter().map(name).collect();
        format!("{} {}", self.main_line(&dual.line), moves.join(" or "))
    }

    fn first(&self, line: &Line) -> String {
        match (self.finding.outcome(), self.finding.shortest()) {
            (Outcome::Open, _) => "Not decided: the limit was reached.".to_owned(),
            (Outcome::None, Some(short)) => self.short(short),
            (_, None) => format!("No solution: there is no {}.", self.demanded()),
            (_, Some(moves)) => {
                let goal = goal_in(self.script.stipulation, moves);
                let goal = capitalised(&goal);
                let line = match line.is_empty() {
                    true => self.named(&self.finding.keys()),
                    false => self.main_line(line),
                };
                format!("{goal}: {line}.")
            }
        }
    }

    /// `1.Qg4 d5 2.Qg1#`.
    fn main_line(&self, line: &[Move]) -> String {
        let (mut position, mut words) = (*self.position(), Vec::new());
        for (ply, &m) in line.iter().enumerate() {
            let number = if ply % 2 == 0 { format!("{}.", ply / 2 + 1) } else { String::new() };
            words.push(format!("{number}{}", self.script.name(&position, m)));
            position = position.after(m);
        }
        words.join(" ")
    }

    fn lines(&self, lines: &Lines) -> String {
        let shown = match lines.lines().len() as u64 {
            shown if shown < lines.count() => format!(", the first {} shown", grouped(shown)),
            _ => String::new(),
        };
        let text = match (self.finding.outcome(), lines.count()) {
            (Outcome::None, _) if self.finding.is_too_short() => String::new(),
            (Outcome::None, _) => format!("No solution: there is no {}.", self.demanded()),
            (Outcome::One, _) if self.finding.short().is_none() => {
                "Sound: one solution.".to_owned()
            }
            (Outcome::Open, 0) => "Not decided: the limit was reached.".to_owned(),
            (Outcome::Open, _) => {
                "Not decided: one solution, but the limit was reached.".to_owned()
            }
            (_, count) if lines.is_complete() => format!("{}{shown}.", plural(count, "solution")),
            (_, count) => {
                format!("At least {}{shown}: the limit was reached.", plural(count, "solution"))
            }
        };
        let short = self.finding.short().map(|short| self.short(short));
        [text, short.unwrap_or_default()].join(" ").trim().to_owned()
    }
}
