//! Steps in words.

use super::step::{Candidate, Step};
use super::techniques::Why;
use crate::{Cell, House, Symbol};
use std::fmt::{self, Display};

/// The whole reason as a sentence, for instance “X-wing in 5: rows 2 and 7 have 5 only
/// in columns 3 and 8, so 5 is not in r4c3 and r9c8.”
impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.technique.name();
        let (initial, rest) = name.split_at(name.len().min(1));
        write!(f, "{}{rest}", initial.to_uppercase())?;
        let values = self.values();
        if !values.is_empty() && !matches!(self.why, Why::Single(_) | Why::Search(_)) {
            write!(f, " in {}", symbols(&values))?;
        }
        write!(f, ": {}, so {}.", self.why.pattern().sentence(self), self.effect())
    }
}

impl Step {
    /// What follows: “r1c2 is 3”, “5 is not in r4c3 and r9c8”.
    fn effect(&self) -> String {
        let placed = self.placed.iter().map(|it| format!("{} is {}", it.cell, Symbol(it.value)));
        let mut parts: Vec<String> = placed.collect();
        let mut removed: Vec<(u8, Vec<Cell>)> = Vec::new();
        for &Candidate { cell, value } in &self.removed {
            match removed.iter_mut().find(|(other, _)| *other == value) {
                Some((_, cells)) => cells.push(cell),
                None => removed.push((value, vec![cell])),
            }
        }
        let not_in = |(value, cells): &(u8, Vec<Cell>)| {
            format!("{} is not in {}", Symbol(*value), and(cells))
        };
        parts.extend(removed.iter().map(not_in));
        parts.join("; ")
    }
}

/// What would follow if some cells came down to two values.
pub(super) fn exchange(values: &[u8; 2], cells: &[Cell]) -> String {
    let (values, cells) = (symbols(values), and(cells));
    format!("with only {values} in {cells}, these could be exchanged for another solution")
}

/// Houses of one kind together: “rows 2 and 7”, otherwise one by one.
pub(super) fn houses(houses: &[House]) -> String {
    let number = |house: &House| match house {
        House::Row(number) | House::Column(number) | House::Box(number) => number + 1,
    };
    let kind = |house: &House| match house {
        House::Row(_) => "rows",
        House::Column(_) => "columns",
        House::Box(_) => "boxes",
    };
    match houses {
        [] | [_] => and(houses),
        [first, rest @ ..] if rest.iter().all(|house| kind(house) == kind(first)) => {
            let numbers: Vec<u8> = houses.iter().map(number).collect();
            format!("{} {}", kind(first), and(&numbers))
        }
        _ => and(houses),
    }
}

/// Values as grids show them.
pub(super) fn symbols(values: &[u8]) -> String {
    and(&values.iter().copied().map(Symbol).collect::<Vec<_>>())
}

/// “a”, “a and b”, “a, b and c”.
pub(super) fn and<T: Display>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    match items.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::explainer::{Cases, Reach, Technique as Explainer};
    use crate::reason::patterns::{self, Both, Crossing, Exclusion, Forcing, Loop, Single, Subset};
    use crate::reason::{Chain, Fins, Fish, Form, Node, Technique};

    fn cell(row: u8, column: u8) -> Cell {
        Cell { row: row - 1, column: column - 1 }
    }

    type Case = (Technique, Vec<Candidate>, Vec<Candidate>, Why, &'static str);

    fn candidate(value: u8, row: u8, column: u8) -> Candidate {
        Candidate { cell: cell(row, column), value }
    }

    /// A chain of nodes as `(value, row, column, is_true)`, each from the one before.
    fn line(nodes: &[(u8, u8, u8, bool)]) -> Chain {
        let node = |(i, &(value, row, column, is_true)): (usize, &(u8, u8, u8, bool))| Node {
            cells: vec![cell(row, column)],
            value,
            is_true,
            set: None,
            from: i.checked_sub(1).into_iter().collect(),
        };
        Chain { nodes: nodes.iter().enumerate().map(node).collect() }
    }

    /// Steps on the scale of Sudoku Explainer.
    fn of_explainer() -> [Case; 6] {
        let subset = Subset {
            house: House::Row(0),
            cells: vec![cell(1, 6)],
            values: vec![3, 4],
            is_hidden: false,
        };
        let chains = vec![
            line(&[(5, 1, 1, true), (5, 1, 9, false)]),
            line(&[(6, 1, 1, true), (6, 3, 1, false), (5, 3, 1, true), (5, 1, 9, false)]),
        ];
        [
            (
                Technique::Explainer(Explainer::LastInHouse),
                vec![candidate(7, 1, 1)],
                vec![],
                Why::Single(Single { house: Some(House::Row(0)) }),
                "Last in house: r1c1 is the last open cell of row 1, so r1c1 is 7.",
            ),
            (
                Technique::Explainer(Explainer::DirectPointing),
                vec![candidate(7, 4, 1)],
                vec![],
                Why::Both(Both(Box::new([
                    Why::Crossing(Crossing { value: 7, from: House::Box(0), to: House::Row(0) }),
                    Why::Single(Single { house: Some(House::Box(1)) }),
                ]))),
                "Direct pointing in 7: in box 1, 7 can only be where it crosses row 1; and box 2 \
                 has no other cell for 7 than r4c1, so r4c1 is 7.",
            ),
            (
                Technique::Explainer(Explainer::UniqueLoop3),
                vec![],
                vec![candidate(3, 1, 8)],
                Why::Loop(Loop {
                    cells: vec![cell(1, 1), cell(1, 4), cell(2, 4), cell(2, 1)],
                    values: [1, 2],
                    more: vec![cell(1, 1), cell(1, 4)],
                    subset: Some(subset),
                }),
                "Unique loop, type 3 in 1 and 2: with only 1 and 2 in r1c1, r1c4, r2c4 and r2c1, \
                 these could be exchanged for another solution; one of r1c1 and r1c4 has a \
                 further value and with r1c6 of row 1 has only 3 and 4, so 3 is not in r1c8.",
            ),
            (
                Technique::Explainer(Explainer::AlignedPair),
                vec![],
                vec![candidate(3, 1, 8)],
                Why::Exclusion(Exclusion {
                    cells: vec![cell(1, 8), cell(2, 8)],
                    excluders: vec![cell(3, 7), cell(3, 9)],
                }),
                "Aligned pair exclusion in 3: every other combination of r1c8 and r2c8 would \
                 leave one of r3c7 and r3c9 without a value, so 3 is not in r1c8.",
            ),
            (
                Technique::Explainer(Explainer::XChain),
                vec![],
                vec![candidate(5, 1, 1)],
                Why::Chain(line(&[(5, 1, 1, true), (5, 1, 9, false), (5, 4, 9, true)])),
                "Forcing X-chain in 5: supposing the opposite leads back to it: \
                 r1c1-5-r1c9=5=r4c9, so 5 is not in r1c1.",
            ),
            (
                Technique::Explainer(Explainer::Forcing(Reach::Dynamic, Cases::Cell)),
                vec![],
                vec![candidate(5, 1, 9)],
                Why::Forcing(Forcing { chains, house: None }),
                "Dynamic cell forcing chains in 5: whatever r1c1 is, this follows: r1c1-5-r1c9; \
                 r1c1-6-r3c1-5-r1c9, so 5 is not in r1c9.",
            ),
        ]
    }

    #[test]
    fn sentences_name_the_pattern_and_what_follows() {
        let fish = |fins| Fish::new(2, Form::Basic, fins).map(Technique::Fish).expect("an X-wing");
        let net = |fins: &[Cell]| {
            Why::Fish(patterns::Fish {
                value: 5,
                base: vec![House::Row(1), House::Row(6)],
                cover: vec![House::Column(2), House::Column(7)],
                cells: Vec::new(),
                fins: fins.to_vec(),
            })
        };
        let not = |value, cells: &[Cell]| -> Vec<Candidate> {
            cells.iter().map(|&cell| Candidate { cell, value }).collect()
        };
        let cases = [
            (
                Technique::HiddenSingle,
                vec![Candidate { cell: cell(1, 4), value: 9 }],
                vec![],
                Why::Single(Single { house: Some(House::Box(1)) }),
                "Hidden single: box 2 has no other cell for 9 than r1c4, so r1c4 is 9.",
            ),
            (
                fish(Fins::None),
                vec![],
                not(5, &[cell(4, 3), cell(9, 8)]),
                net(&[]),
                "X-wing in 5: rows 2 and 7 have 5 only in columns 3 and 8, so 5 is not in r4c3 \
                 and r9c8.",
            ),
            (
                fish(Fins::Finned),
                vec![],
                not(5, &[cell(1, 3)]),
                net(&[cell(2, 2)]),
                "Finned X-wing in 5: rows 2 and 7 have 5 only in columns 3 and 8, but for r2c2, \
                 which what follows sees, so 5 is not in r1c3.",
            ),
            (
                Technique::NakedPair,
                vec![],
                not(12, &[cell(3, 13)]),
                Why::Subset(Subset {
                    house: House::Row(2),
                    cells: vec![cell(3, 1), cell(3, 11)],
                    values: vec![9, 12],
                    is_hidden: false,
                }),
                "Naked pair in 9 and C: r3c1 and r3c11 of row 3 have only 9 and C, so C is not \
                 in r3c13.",
            ),
            (
                Technique::NakedPair,
                vec![],
                [not(1, &[cell(3, 3)]), not(2, &[cell(3, 3), cell(3, 9)])].concat(),
                Why::Subset(Subset {
                    house: House::Row(2),
                    cells: vec![cell(3, 1), cell(3, 2)],
                    values: vec![1, 2],
                    is_hidden: false,
                }),
                "Naked pair in 1 and 2: r3c1 and r3c2 of row 3 have only 1 and 2, so 1 is not in \
                 r3c3; 2 is not in r3c3 and r3c9.",
            ),
        ];
        for (technique, placed, removed, why, expected) in cases.into_iter().chain(of_explainer()) {
            let step = Step { technique, placed, removed, why };
            assert_eq!(step.to_string(), expected);
        }
    }
}
