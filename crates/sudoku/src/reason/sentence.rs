//! Steps in words.

use super::chain::{Chain, Node, ValueSet};
use super::explainer::Technique as Explainer;
use super::step::{Candidate, Step, Subset, Why};
use super::technique::Technique;
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
        if !values.is_empty() && !matches!(self.why, Why::Single { .. } | Why::Search) {
            write!(f, " in {}", symbols(&values))?;
        }
        write!(f, ": {}, so {}.", self.reason(&self.why), self.effect())
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

    /// Why it follows, without a full stop.
    fn reason(&self, why: &Why) -> String {
        match why {
            Why::Single { house } => self.single(*house),
            Why::Crossing { value, from, to } => {
                format!("in {from}, {} can only be where it crosses {to}", Symbol(*value))
            }
            Why::Subset(subset) => self::subset(subset),
            Why::Fish { value, base, cover, fins, .. } => fish(*value, base, cover, fins),
            Why::StrongLinks { value, houses, links } => strong_links(*value, houses, links),
            Why::EmptyRectangle { value, block, lines, link, house } => format!(
                "{block} has {value} only in {} and {}, and {house} only in {}, so {value} is in \
                 {} or in one of these lines of {block}",
                lines[0],
                lines[1],
                and(link),
                link[1],
                value = Symbol(*value),
            ),
            Why::Both(both) => format!("{}; and {}", self.reason(&both[0]), self.reason(&both[1])),
            Why::Wing { pivot, pincers, values, value } => format!(
                "{pivot}, {} and {} have only {}, and whatever {pivot} is, one of them is {value}",
                pincers[0],
                pincers[1],
                symbols(values),
                value = Symbol(*value),
            ),
            Why::WWing { ends, link, house, values: [value, linked] } => format!(
                "{} are both {value} or {linked}, and {house} has {linked} only in {}, which \
                 see one each, so not both are {linked} and one is {value}",
                and(ends),
                and(link),
                value = Symbol(*value),
                linked = Symbol(*linked),
            ),
            Why::Rectangle { corners, values, helpers } => self.rectangle(corners, values, helpers),
            Why::AvoidableRectangle { corners, values } => format!(
                "no given is in {}, and with only {} there, these could be exchanged",
                and(corners),
                symbols(values),
            ),
            Why::Loop { cells, values, more, subset } => {
                self.deadly_loop(cells, values, more, subset.as_ref())
            }
            Why::Bug { cells, values, subset } => self.bug(cells, values, subset.as_ref()),
            Why::Exclusion { cells, excluders } => format!(
                "every other combination of {} would leave one of {} without a value",
                and(cells),
                and(excluders),
            ),
            Why::Colours { value, pairs } => colours(*value, pairs),
            Why::Chain(chain) => self.chain(chain),
            Why::Forcing { chains, house } => forcing(chains, *house),
            Why::RemotePair { cells, values } => format!(
                "{} have only {} and each sees the next, so any two at an odd distance have both",
                and(cells),
                symbols(values),
            ),
            Why::LinkedSets { sets, links } => linked_sets(sets, links),
            Why::Blossom { stem, petals } => {
                let petal =
                    |(value, set): &(u8, ValueSet)| format!("{} from {set}", Symbol(*value));
                let petals: Vec<String> = petals.iter().map(petal).collect();
                format!("whatever {stem} is, it takes that value away: {}", and(&petals))
            }
            Why::SueDeCoq { crossing, line, block } => format!(
                "{crossing}, {line} and {block} have as many values as cells, and line and box \
                 share none outside the crossing"
            ),
            Why::Template { value } => {
                format!("all ways to place {} agree on this", Symbol(*value))
            }
            Why::Search => "a search finds nothing else".to_owned(),
        }
    }

    fn chain(&self, chain: &Chain) -> String {
        match self.technique {
            Technique::Explainer(Explainer::XChain | Explainer::Chain) => {
                format!("supposing the opposite leads back to it: {chain}")
            }
            Technique::Explainer(_) => {
                format!("{chain} comes back to its start and holds in both directions")
            }
            _ => format!("each link of {chain} follows from the one before"),
        }
    }

    fn single(&self, house: Option<House>) -> String {
        let Some(Candidate { cell, value }) = self.placed.first() else {
            return String::new();
        };
        let value = Symbol(*value);
        match house {
            None => format!("{cell} has no other candidate than {value}"),
            Some(house)
                if matches!(
                    self.technique,
                    Technique::FullHouse | Technique::Explainer(Explainer::LastInHouse)
                ) =>
            {
                format!("{cell} is the last open cell of {house}")
            }
            Some(house) => format!("{house} has no other cell for {value} than {cell}"),
        }
    }

    fn deadly_loop(
        &self,
        cells: &[Cell],
        values: &[u8; 2],
        more: &[Cell],
        subset: Option<&Subset>,
    ) -> String {
        let threat = exchange(values, cells);
        let one = format!("one of {}", and(more));
        let rest = match (self.technique, subset) {
            (_, Some(Subset { house, cells, values, is_hidden: true })) => format!(
                "{one} has a further value, so in {house} {} are only in the other one and in {}",
                symbols(values),
                and(cells),
            ),
            (_, Some(Subset { house, cells, values, .. })) => format!(
                "{one} has a further value and with {} of {house} has only {}",
                and(cells),
                symbols(values),
            ),
            (Technique::Explainer(Explainer::UniqueLoop2), None) => {
                format!("{one} has the further value")
            }
            (Technique::Explainer(Explainer::UniqueLoop4), None) => {
                format!("one of the two values must be in {one}, so the other is in none of them")
            }
            _ => return threat,
        };
        format!("{threat}; {rest}")
    }

    fn bug(&self, cells: &[Cell], values: &[u8], subset: Option<&Subset>) -> String {
        let without = match (cells, values) {
            ([cell], [value]) => format!("if {cell} were not {}", Symbol(*value)),
            _ => format!("without {} in {}", symbols(values), and(cells)),
        };
        let threat = format!(
            "{without}, every open cell would have two values and every value two places in each \
             house, which leaves no or several solutions"
        );
        match (self.technique, subset) {
            (_, Some(Subset { house, cells, values, .. })) => format!(
                "{threat}; one of these values is needed, and with {} of {house} has only {}",
                and(cells),
                symbols(values),
            ),
            (Technique::Explainer(Explainer::Bug4), None) => format!(
                "{threat}; one of these cells has such a value and the other the one they share"
            ),
            _ => threat,
        }
    }

    fn rectangle(&self, corners: &[Cell; 4], values: &[u8; 2], helpers: &[Cell]) -> String {
        let threat = exchange(values, corners);
        let rest = match self.technique {
            Technique::UniqueRectangle2 | Technique::UniqueRectangle5 => {
                "one of the corners with a further value has it"
            }
            Technique::UniqueRectangle3 => {
                return format!(
                    "{threat}; one of the corners has a further value and makes a naked subset \
                     with {}",
                    and(helpers)
                );
            }
            Technique::UniqueRectangle4 | Technique::UniqueRectangle6 => {
                "one of these values must be in the corners that have more"
            }
            Technique::HiddenRectangle => {
                "one of these values has no other place in the lines of a corner"
            }
            _ => return threat,
        };
        format!("{threat}; {rest}")
    }
}

fn forcing(chains: &[Chain], house: Option<House>) -> String {
    let texts: Vec<String> = chains.iter().map(Chain::to_string).collect();
    let texts = texts.join("; ");
    let starts: Vec<&Node> = chains.iter().filter_map(|chain| chain.nodes.first()).collect();
    let Some((first, rest)) = starts.split_first() else { return texts };
    let all = |same: fn(&Node, &Node) -> bool| rest.iter().all(|other| same(first, other));
    let value = Symbol(first.value);
    match house {
        _ if all(|a, b| a == b) => {
            format!("supposing the opposite leads to a contradiction: {texts}")
        }
        Some(house) => format!("wherever {value} is in {house}, this follows: {texts}"),
        None if all(|a, b| a.is_true == b.is_true && a.cells == b.cells) => {
            format!("whatever {first} is, this follows: {texts}")
        }
        None => format!("whether or not {first} is {value}, this follows: {texts}"),
    }
}

/// What would follow if some cells came down to two values.
fn exchange(values: &[u8; 2], cells: &[Cell]) -> String {
    let (values, cells) = (symbols(values), and(cells));
    format!("with only {values} in {cells}, these could be exchanged for another solution")
}

fn subset(Subset { house, cells, values, is_hidden }: &Subset) -> String {
    match is_hidden {
        true => format!("{house} has {} only in {}", symbols(values), and(cells)),
        false => format!("{} of {house} have only {}", and(cells), symbols(values)),
    }
}

fn fish(value: u8, base: &[House], cover: &[House], fins: &[Cell]) -> String {
    let verb = if base.len() == 1 { "has" } else { "have" };
    let value = Symbol(value);
    let body = format!("{} {verb} {value} only in {}", houses(base), houses(cover));
    match fins {
        [] => body,
        [fin] => format!("{body}, but for {fin}, which what follows sees"),
        _ => format!("{body}, but for {}, all of which what follows sees", and(fins)),
    }
}

fn strong_links(value: u8, houses: &[House; 2], [a, b]: &[[Cell; 2]; 2]) -> String {
    format!(
        "{} has {value} only in {} and {} only in {}; {} and {} see each other, so one of {} is \
         {value}",
        houses[0],
        and(a),
        houses[1],
        and(b),
        a[0],
        b[0],
        and(&[a[1], b[1]]),
        value = Symbol(value),
    )
}

fn colours(value: u8, pairs: &[[Vec<Cell>; 2]]) -> String {
    let value = Symbol(value);
    let pair =
        |[one, two]: &[Vec<Cell>; 2]| format!("{value} is in {} or else in {}", and(one), and(two));
    pairs.iter().map(pair).collect::<Vec<String>>().join("; ")
}

fn linked_sets(sets: &[ValueSet], links: &[Vec<u8>]) -> String {
    let mut text = "of the sets ".to_owned();
    for (i, set) in sets.iter().enumerate() {
        if i > 0 {
            let values: Vec<String> =
                links[i - 1].iter().map(|&value| Symbol(value).to_string()).collect();
            text += &format!(" -{}- ", values.join("/"));
        }
        text += &set.to_string();
    }
    text + ", linked by values that only one of two neighbours can have, the first or the last \
            is locked"
}

/// Houses of one kind together: “rows 2 and 7”, otherwise one by one.
fn houses(houses: &[House]) -> String {
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
fn symbols(values: &[u8]) -> String {
    and(&values.iter().copied().map(Symbol).collect::<Vec<_>>())
}

/// “a”, “a and b”, “a, b and c”.
fn and<T: Display>(items: &[T]) -> String {
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
    use crate::reason::explainer::{Cases, Reach};
    use crate::reason::{Fins, Fish, Form};

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
                Why::Single { house: Some(House::Row(0)) },
                "Last in house: r1c1 is the last open cell of row 1, so r1c1 is 7.",
            ),
            (
                Technique::Explainer(Explainer::DirectPointing),
                vec![candidate(7, 4, 1)],
                vec![],
                Why::Both(Box::new([
                    Why::Crossing { value: 7, from: House::Box(0), to: House::Row(0) },
                    Why::Single { house: Some(House::Box(1)) },
                ])),
                "Direct pointing in 7: in box 1, 7 can only be where it crosses row 1; and box 2 \
                 has no other cell for 7 than r4c1, so r4c1 is 7.",
            ),
            (
                Technique::Explainer(Explainer::UniqueLoop3),
                vec![],
                vec![candidate(3, 1, 8)],
                Why::Loop {
                    cells: vec![cell(1, 1), cell(1, 4), cell(2, 4), cell(2, 1)],
                    values: [1, 2],
                    more: vec![cell(1, 1), cell(1, 4)],
                    subset: Some(subset),
                },
                "Unique loop, type 3 in 1 and 2: with only 1 and 2 in r1c1, r1c4, r2c4 and r2c1, \
                 these could be exchanged for another solution; one of r1c1 and r1c4 has a \
                 further value and with r1c6 of row 1 has only 3 and 4, so 3 is not in r1c8.",
            ),
            (
                Technique::Explainer(Explainer::AlignedPair),
                vec![],
                vec![candidate(3, 1, 8)],
                Why::Exclusion {
                    cells: vec![cell(1, 8), cell(2, 8)],
                    excluders: vec![cell(3, 7), cell(3, 9)],
                },
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
                Why::Forcing { chains, house: None },
                "Dynamic cell forcing chains in 5: whatever r1c1 is, this follows: r1c1-5-r1c9; \
                 r1c1-6-r3c1-5-r1c9, so 5 is not in r1c9.",
            ),
        ]
    }

    #[test]
    fn sentences_name_the_pattern_and_what_follows() {
        let fish = |fins| Fish::new(2, Form::Basic, fins).map(Technique::Fish).expect("an X-wing");
        let net = |fins: &[Cell]| Why::Fish {
            value: 5,
            base: vec![House::Row(1), House::Row(6)],
            cover: vec![House::Column(2), House::Column(7)],
            cells: Vec::new(),
            fins: fins.to_vec(),
        };
        let not = |value, cells: &[Cell]| -> Vec<Candidate> {
            cells.iter().map(|&cell| Candidate { cell, value }).collect()
        };
        let cases = [
            (
                Technique::HiddenSingle,
                vec![Candidate { cell: cell(1, 4), value: 9 }],
                vec![],
                Why::Single { house: Some(House::Box(1)) },
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
