//! Verdicts on problems in words.

use super::question::Question;
use super::search::End;
use crate::render::{capitalised, grouped, plural};
use sole_board::{Move, Position};
use sole_mate::formats::SolutionNotation;
use sole_mate::study::{Finding, Found, Intended, Outcome, Soundness, Tally};
use sole_mate::{Dual, DualKind, Duals, Goal, Key, Keys, Line, Lines, Play, Stipulation};
use std::cmp::Ordering;

/// Whether the problem is sound, and if not, why.
pub(super) fn sentence(
    question: &Question,
    finding: &Finding,
    script: SolutionNotation,
    end: End,
) -> String {
    let speaker = Speaker { question, finding, script, end };
    match &finding.found {
        Found::Lines { lines, .. } => speaker.lines(lines),
        Found::First { line, .. } => speaker.first(line),
        Found::Keys { keys, .. } => speaker.keys(keys),
    }
}

/// All duals, one a line.
pub(super) fn duals(question: &Question, finding: &Finding, script: SolutionNotation) -> String {
    let speaker = Speaker { question, finding, script, end: End::Limit };
    let line = |dual: &Dual| {
        let kind = match dual.kind {
            DualKind::Defence => "",
            DualKind::Threats => " (threats)",
            DualKind::Minor => " (minor)",
        };
        format!("{}{kind}", speaker.dual(dual))
    };
    match finding.duals() {
        None => "Duals: not known.".to_owned(),
        Some(duals) if duals.list().is_empty() => "Duals: none.".to_owned(),
        Some(duals) => {
            let lines: Vec<String> = duals.list().iter().map(line).collect();
            format!("Duals:\n{}", lines.join("\n"))
        }
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

/// `8 duals`, `at least 8 duals`, `multiple threats`.
fn counted(duals: &Duals, kind: DualKind) -> String {
    let name = match kind {
        DualKind::Defence => "dual",
        DualKind::Threats => return "multiple threats".to_owned(),
        DualKind::Minor => "minor dual",
    };
    let count = plural(duals.of_kind(kind).count() as u64, name);
    if duals.is_complete() { count } else { format!("at least {count}") }
}

struct Speaker<'a> {
    question: &'a Question,
    finding: &'a Finding,
    script: SolutionNotation,
    end: End,
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

    fn keys(&self, decided: &Keys) -> String {
        let keys = self.finding.keys();
        let is_open = !decided.undecided().is_empty();
        let text = match (self.finding.short(), keys.as_slice()) {
            (Some(moves), _) => self.short(moves),
            (None, []) if !is_open => format!("No solution: there is no {}.", self.demanded()),
            (None, []) => String::new(),
            (None, keys) => match (self.finding.compared(), keys) {
                (Some(Ordering::Greater), _) => format!("Cooked: {}.", self.counted_keys(keys)),
                (Some(Ordering::Less), _) => format!("{}.", capitalised(&self.counted_keys(keys))),
                (Some(Ordering::Equal), _) => self.as_stipulated(keys),
                (None, [_]) => format!("{} solves.", self.named(keys)),
                (None, _) => format!("{} solve.", self.named(keys)),
            },
        };
        let open = if is_open { self.open_moves(decided) } else { String::new() };
        [text, open].join(" ").trim().to_owned()
    }

    /// What the search left open: `Interrupted: 27 of 28 first moves are undecided.`
    fn open_moves(&self, decided: &Keys) -> String {
        let (open, all) = (decided.undecided().len(), self.position().count_moves());
        let open = format!("{open} of {all} first moves");
        let text = match self.end {
            End::Interrupted => format!("Interrupted: {open} are undecided."),
            End::Limit => format!("Not decided: the limit was reached with {open} undecided."),
        };
        match (decided.keys(), decided.decided_moves()) {
            ([], moves @ 1..) => {
                format!("{text} There is no {}.", goal_in(self.script.stipulation, moves))
            }
            _ => text,
        }
    }

    /// `one key, 1.Qg4`, `2 keys, as intended: 1.Qa1, 1.Qb1`, `3 keys, 1.Qa1, 1.Qb1, 1.Qc1`.
    fn counted_keys(&self, keys: &[Key]) -> String {
        let (count, intended) = (keys.len() as u64, self.finding.intended());
        match (count, intended) {
            (1, Intended::ONE) => format!("one key, {}", self.named(keys)),
            (_, Intended::ONE) => format!("{}, {}", plural(count, "key"), self.named(keys)),
            _ => format!("{}: {}", intended.beside(count, "key"), self.named(keys)),
        }
    }

    /// As many keys as intended, of the stipulated length.
    fn as_stipulated(&self, keys: &[Key]) -> String {
        let keys = self.counted_keys(keys);
        let (keys, said) = (capitalised(&keys), keys);
        match self.finding.duals() {
            None => format!("{keys}; whether there are duals is not known."),
            Some(duals) if !duals.list().is_empty() => {
                format!("{keys}, but {}.", self.faults(duals))
            }
            Some(duals) if duals.is_complete() => format!("Sound: {said}, and no duals."),
            Some(_) => format!("{keys}; whether there are duals is not decided."),
        }
    }

    /// `8 duals, the first after 1.Kd4 Kf8: 2.Qf4+ or 2.Qd6+; 2 minor duals`.
    fn faults(&self, duals: &Duals) -> String {
        let mut parts = Vec::new();
        for kind in [DualKind::Defence, DualKind::Threats, DualKind::Minor] {
            let mut of_kind = duals.of_kind(kind);
            let Some(first) = of_kind.next() else { continue };
            let place = match (parts.is_empty(), of_kind.next()) {
                (false, _) => String::new(),
                (true, None) => format!(" after {}", self.dual(first)),
                (true, Some(_)) => format!(", the first after {}", self.dual(first)),
            };
            parts.push(counted(duals, kind) + &place);
        }
        parts.join("; ")
    }

    /// `1.Qg4 d5: 2.Qg1# or 2.Qh4#`.
    fn dual(&self, dual: &Dual) -> String {
        let position = dual.line.iter().fold(*self.position(), |before, &m| before.after(m));
        let number = dual.line.len() / 2 + 1;
        let name = |&m: &Move| format!("{number}.{}", self.script.name(&position, m));
        let moves: Vec<String> = dual.moves.iter().map(name).collect();
        format!("{}: {}", self.main_line(&dual.line), moves.join(" or "))
    }

    fn first(&self, line: &Line) -> String {
        match (self.finding.outcome(), self.finding.shortest()) {
            (Outcome::Open, _) => self.nothing_decided().to_owned(),
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
        self.script.line(self.position(), line)
    }

    /// Whether another number of solutions than one is intended, and how they compare is decided.
    fn is_counted(&self) -> bool {
        self.finding.intended() != Intended::ONE
            && self.finding.compared().is_some()
            && matches!(self.finding.tally(), Tally::Exactly(_))
    }

    /// `Sound: 2 solutions, as intended.`, `Cooked: 3 solutions, 2 intended.`
    fn counted_lines(&self, count: u64, shown: &str) -> String {
        let text = self.finding.intended().beside(count, "solution");
        match self.finding.soundness() {
            Soundness::Sound => format!("Sound: {text}{shown}."),
            Soundness::Cooked => format!("Cooked: {text}{shown}."),
            _ => format!("{text}{shown}."),
        }
    }

    fn nothing_decided(&self) -> &'static str {
        match self.end {
            End::Interrupted => "Interrupted: not decided.",
            End::Limit => "Not decided: the limit was reached.",
        }
    }

    fn lines(&self, lines: &Lines) -> String {
        let shown = match lines.lines().len() as u64 {
            shown if shown < lines.count() => format!(", the first {} shown", grouped(shown)),
            _ => String::new(),
        };
        let text = match (self.finding.outcome(), lines.count()) {
            (Outcome::None, _) if self.finding.is_too_short() => String::new(),
            (Outcome::None, _) => format!("No solution: there is no {}.", self.demanded()),
            (Outcome::One | Outcome::Many, count) if self.is_counted() => {
                self.counted_lines(count, &shown)
            }
            (Outcome::One, _) if self.finding.short().is_none() => {
                "Sound: one solution.".to_owned()
            }
            (Outcome::Open, 0) => self.nothing_decided().to_owned(),
            (Outcome::Open, _) => format!("{} One solution so far.", self.nothing_decided()),
            (_, count) if lines.is_complete() => format!("{}{shown}.", plural(count, "solution")),
            (_, count) => {
                let end = match self.end {
                    End::Interrupted => "interrupted",
                    End::Limit => "the limit was reached",
                };
                format!("At least {}{shown}: {end}.", plural(count, "solution"))
            }
        };
        let short = self.finding.short().map(|short| self.short(short));
        [text, short.unwrap_or_default()].join(" ").trim().to_owned()
    }
}
