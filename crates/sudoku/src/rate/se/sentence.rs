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
