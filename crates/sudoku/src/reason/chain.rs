//! The patterns of links: chains, almost locked sets, and how they are written.

use super::explainer::Technique as Explainer;
use super::highlights::Highlights;
use super::step::Step;
use super::techniques::Technique;
use super::why::Explain;
use crate::{Cell, Symbol};
use std::fmt;

/// A chain of candidates each of which follows from the one before.
///
/// Written with `=` before what must then be true and `-` before what must then be
/// false, the value between two signs. If some node follows from others than the one
/// before it, node by node, with those others in brackets:
///
/// ```
/// use sole_sudoku::Cell;
/// use sole_sudoku::reason::{Chain, Node};
///
/// let node = |row: u8, column: u8, is_true, from: &[usize]| Node {
///     cells: vec![Cell { row: row - 1, column: column - 1 }],
///     value: 5,
///     is_true,
///     set: None,
///     from: from.to_vec(),
/// };
/// let mut chain = Chain {
///     nodes: vec![
///         node(1, 2, false, &[]),
///         node(1, 8, true, &[0]),
///         node(3, 7, false, &[1]),
///         node(6, 7, true, &[2]),
///     ],
/// };
/// assert_eq!(chain.to_string(), "r1c2=5=r1c8-5-r3c7=5=r6c7");
/// chain.nodes[3].from = vec![0, 2];
/// assert_eq!(chain.to_string(), "r1c2<>5 > r1c8=5 > r3c7<>5 > r6c7=5 (r1c2<>5, r3c7<>5)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// What is supposed, and then what follows, step by step.
    pub nodes: Vec<Node>,
}

/// What is true or false at one place of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// One cell, several cells of which one has the value, or all cells of a set.
    pub cells: Vec<Cell>,
    /// The value; the one that is lost if it is a set.
    pub value: u8,
    /// Whether the value is there.
    pub is_true: bool,
    /// All values, if it is an almost locked set.
    pub set: Option<Vec<u8>>,
    /// The nodes before it from which it follows, by their place in the chain; none for
    /// what is supposed.
    pub from: Vec<usize>,
}

/// Cells and the values they can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSet {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The values.
    pub values: Vec<u8>,
}

impl Chain {
    /// How many links there are.
    pub fn n_links(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// Whether each node follows from the one before alone.
    fn is_line(&self) -> bool {
        self.nodes.iter().enumerate().skip(1).all(|(i, node)| node.from == [i - 1])
    }

    fn write_net(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, node) in self.nodes.iter().enumerate() {
            if i > 0 {
                f.write_str(" > ")?;
            }
            write!(f, "{}", Fact(node))?;
            if i > 0 && node.from != [i - 1] {
                let from = node.from.iter().map(|&from| Fact(&self.nodes[from]).to_string());
                write!(f, " ({})", from.collect::<Vec<_>>().join(", "))?;
            }
        }
        Ok(())
    }
}

impl Explain for Chain {
    fn sentence(&self, step: &Step) -> String {
        match step.technique {
            Technique::Explainer(Explainer::XChain | Explainer::Chain) => {
                format!("supposing the opposite leads back to it: {self}")
            }
            Technique::Explainer(_) => {
                format!("{self} comes back to its start and holds in both directions")
            }
            _ => format!("each link of {self} follows from the one before"),
        }
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        for node in &self.nodes {
            let cells = if node.is_true { &mut marks.cells } else { &mut marks.others };
            cells.extend(&node.cells);
        }
    }

    fn chains(&self) -> &[Chain] {
        std::slice::from_ref(self)
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_line() {
            return self.write_net(f);
        }
        let within = |pair: &[Node]| pair[0].cells == pair[1].cells;
        if let Some(node) = self.nodes.first() {
            if self.nodes.windows(2).next().is_some_and(within) {
                write!(f, "({})", Symbol(node.value))?;
            }
            write!(f, "{node}")?;
        }
        for pair in self.nodes.windows(2).filter(|pair| !within(pair)) {
            let (sign, value) = (if pair[1].is_true { '=' } else { '-' }, Symbol(pair[1].value));
            write!(f, "{sign}{value}{sign}{}", pair[1])?;
        }
        match self.nodes.windows(2).last() {
            Some(pair) if within(pair) => write!(f, "({})", Symbol(pair[1].value)),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.set {
            None => write_cells(f, &self.cells),
            Some(values) => write_set(f, &self.cells, values),
        }
    }
}

/// A node with what it says, for instance `r1c2=5` or `r1c2<>5`.
struct Fact<'a>(&'a Node);

impl fmt::Display for Fact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fact(node) = self;
        write!(f, "{node}{}{}", if node.is_true { "=" } else { "<>" }, Symbol(node.value))
    }
}

/// The cells and the values, for instance `r12c3{157}`.
impl fmt::Display for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_set(f, &self.cells, &self.values)
    }
}

fn write_set(f: &mut fmt::Formatter<'_>, cells: &[Cell], values: &[u8]) -> fmt::Result {
    write_cells(f, cells)?;
    let symbols: String = values.iter().map(|&value| Symbol(value).to_string()).collect();
    write!(f, "{{{symbols}}}")
}

/// Cells of one line in one word, as in `r1c23`, unless a number has two digits.
fn write_cells(f: &mut fmt::Formatter<'_>, cells: &[Cell]) -> fmt::Result {
    let rows: Vec<u8> = distinct(cells.iter().map(|cell| cell.row + 1));
    let columns: Vec<u8> = distinct(cells.iter().map(|cell| cell.column + 1));
    let is_short = rows.iter().chain(&columns).all(|&number| number < 10);
    if is_short && rows.len() * columns.len() == cells.len() {
        let digits = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<String>();
        write!(f, "r{}c{}", digits(&rows), digits(&columns))
    } else {
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        f.write_str(&names.join(","))
    }
}

fn distinct(numbers: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut numbers: Vec<u8> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node of cells as row and column, false unless marked with `=`.
    fn node(text: &str) -> Node {
        let (cells, rest) = text.split_at(text.find(['=', '-']).expect("a sign"));
        let numbers: Vec<u8> = cells.split(',').map(|it| it.parse().expect("a number")).collect();
        let cell = |pair: &[u8]| Cell { row: pair[0] - 1, column: pair[1] - 1 };
        let (value, set) = rest[1..].split_once('/').unwrap_or((&rest[1..], ""));
        Node {
            cells: numbers.chunks(2).map(cell).collect(),
            value: value.parse().expect("a value"),
            is_true: rest.starts_with('='),
            set: (!set.is_empty()).then(|| set.bytes().map(|digit| digit - b'0').collect()),
            from: Vec::new(),
        }
    }

    /// Each node follows from the one before.
    fn line(nodes: &str) -> Chain {
        let mut nodes: Vec<Node> = nodes.split_whitespace().map(node).collect();
        nodes.iter_mut().enumerate().for_each(|(i, node)| node.from.extend(i.checked_sub(1)));
        Chain { nodes }
    }

    #[test]
    fn chains_are_written_in_one_line() {
        let cases = [
            ("", ""),
            ("1,2-5", "r1c2"),
            ("1,2-5 1,8=5 3,7-5 6,7=5", "r1c2=5=r1c8-5-r3c7=5=r6c7"),
            ("1,1-5 1,1=7 2,1-7 2,1=5", "(5)r1c1-7-r2c1(5)"),
            ("1,1-5 1,4,1,5=5 9,4-5", "r1c1=5=r1c45-5-r9c4"),
            ("1,1=5 1,4,2,5-5/156 9,4-6", "r1c1-5-r1c4,r2c5{156}-6-r9c4"),
            ("1,10=5 1,4,1,11-5", "r1c10-5-r1c4,r1c11"),
            ("1,1-12 1,1=7 2,1-7 2,1=12", "(C)r1c1-7-r2c1(C)"),
        ];
        for (nodes, text) in cases {
            assert_eq!(line(nodes).to_string(), text, "{nodes}");
        }
    }
}
