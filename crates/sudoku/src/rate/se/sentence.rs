//! Steps in words.

use super::step::{Link, Step, Subset, Why};
use crate::reason::Candidate;
use std::fmt::{self, Display, Formatter};

/// For instance `2.6 pointing: 4 in box 1 is in row 2 only; r2c7 is not 4`.
impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Step { technique, rating, placed, removed, why } = self;
        write!(f, "{rating} {technique}: {why}; ")?;
        match placed {
            Some(Candidate { cell, value }) => write!(f, "{cell} is {value}"),
            None => {
                let facts = removed.iter().map(|c| format!("{} is not {}", c.cell, c.value));
                f.write_str(&facts.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The reason alone.
impl Display for Why {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Why::Single { house: Some(house) } => write!(f, "{house} has no other cell for it"),
            Why::Single { house: None } => f.write_str("the cell has no other candidate"),
            Why::Locked { value, from, to } => write!(f, "{value} in {from} is in {to} only"),
            Why::Subset(subset) => subset.fmt(f),
            Why::Fish { value, base, cover } => {
                write!(f, "{value} in {} is in {} only", list(base), list(cover))
            }
            Why::Wing { pivot, wings, value } => {
                write!(f, "whatever {pivot} is, {value} is in one of {}", list(wings))
            }
            Why::Loop { cells, values: [a, b], subset } => {
                write!(f, "{a} and {b} must not fill all of {}", list(cells))?;
                also(f, subset.as_ref())
            }
            Why::Grave { cells, values, subset } => {
                let (cells, values) = (list(cells), list(values));
                write!(f, "without {values} in {cells} all would be in twos")?;
                also(f, subset.as_ref())
            }
            Why::Exclusion { cells } => {
                let cells = list(cells);
                write!(f, "combinations in {cells} must leave each cell that they see a value")
            }
            Why::Chains { chains, .. } => {
                let chains: Vec<String> = chains.iter().map(|chain| chain_text(chain)).collect();
                f.write_str(&chains.join(" | "))
            }
        }
    }
}

impl Display for Subset {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Subset { house, cells, values } = self;
        write!(f, "{} in {house} fill {}", list(values), list(cells))
    }
}

/// For instance `+5r1c2`, or `-5r1c2` if it does not hold.
impl Display for Link {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Candidate { cell, value } = self.candidate;
        write!(f, "{}{value}{cell}", if self.is_on { '+' } else { '-' })
    }
}

fn also(f: &mut Formatter<'_>, subset: Option<&Subset>) -> fmt::Result {
    subset.map_or(Ok(()), |subset| write!(f, ", and {subset}"))
}

fn list<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// Links in a row as `a > b > c`; one that does not follow from the one before alone
/// says from which it follows: `> d (a, b)`.
fn chain_text(chain: &[Link]) -> String {
    let mut text = String::new();
    for (i, link) in chain.iter().enumerate() {
        if i > 0 {
            text += " > ";
        }
        text += &link.to_string();
        if i > 0 && link.from != [i - 1] {
            let from = link.from.iter().map(|&from| chain[from].to_string());
            text += &format!(" ({})", from.collect::<Vec<_>>().join(", "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate::se::{Technique, Tenths};
    use crate::{Cell, House};

    fn cell(row: u8, column: u8) -> Cell {
        Cell { row: row - 1, column: column - 1 }
    }

    fn candidate(value: u8, row: u8, column: u8) -> Candidate {
        Candidate { cell: cell(row, column), value }
    }

    fn link(value: u8, row: u8, column: u8, is_on: bool, from: &[usize]) -> Link {
        Link { candidate: candidate(value, row, column), is_on, from: from.to_vec() }
    }

    #[test]
    fn steps_are_sentences() {
        let subset = Subset {
            house: House::Row(0),
            cells: vec![cell(1, 2), cell(1, 5)],
            values: vec![3, 4],
        };
        let chain = vec![
            link(5, 1, 2, true, &[]),
            link(5, 1, 7, false, &[0]),
            link(6, 1, 7, true, &[1]),
            link(6, 4, 7, false, &[2]),
            link(5, 4, 7, true, &[1, 3]),
        ];
        let cases = [
            (
                Why::Single { house: Some(House::Box(2)) },
                Technique::HiddenSingleInBox,
                "1.2 hidden single: box 3 has no other cell for it; r1c1 is 7",
            ),
            (
                Why::Locked { value: 4, from: House::Box(0), to: House::Row(1) },
                Technique::Pointing,
                "2.6 pointing: 4 in box 1 is in row 2 only; r1c1 is not 7, r2c9 is not 8",
            ),
            (
                Why::Subset(subset.clone()),
                Technique::NakedPair,
                "3.0 naked pair: 3, 4 in row 1 fill r1c2, r1c5; r1c1 is not 7, r2c9 is not 8",
            ),
            (
                Why::Loop {
                    cells: vec![cell(1, 1), cell(1, 4), cell(2, 4), cell(2, 1)],
                    values: [1, 2],
                    subset: Some(subset),
                },
                Technique::UniqueLoop3,
                "4.5 unique loop, type 3: 1 and 2 must not fill all of r1c1, r1c4, r2c4, r2c1, and \
                 3, 4 in row 1 fill r1c2, r1c5; r1c1 is not 7, r2c9 is not 8",
            ),
            (
                Why::Chains { chains: vec![chain], n_links: 5 },
                Technique::Chain,
                "7.0 forcing chain: +5r1c2 > -5r1c7 > +6r1c7 > -6r4c7 > +5r4c7 (-5r1c7, -6r4c7); \
                 r1c1 is not 7, r2c9 is not 8",
            ),
        ];
        for (why, technique, expected) in cases {
            let placed = expected.ends_with("is 7").then(|| candidate(7, 1, 1));
            let removed = vec![candidate(7, 1, 1), candidate(8, 2, 9)];
            let rating = Tenths::nearest(technique.base());
            let step = Step { technique, rating, placed, removed, why };
            assert_eq!(step.to_string(), expected);
        }
    }
}
