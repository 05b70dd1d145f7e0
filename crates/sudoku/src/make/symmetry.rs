//! How the givens of a puzzle may lie.
//!
//! A symmetry is a set of turns and reflections of the square; cells that they
//! bring onto each other are given together or not at all.

use crate::Shape;
use std::fmt;

/// What leaves the pattern of givens as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing in particular.
    #[default]
    None,
    /// A half turn.
    Half,
    /// A quarter turn.
    Quarter,
    /// A reflection that exchanges top and bottom.
    Horizontal,
    /// A reflection that exchanges left and right.
    Vertical,
    /// Both of these reflections.
    Cross,
    /// A reflection in the diagonal from the top left.
    Diagonal,
    /// A reflection in the diagonal from the top right.
    Antidiagonal,
    /// Both of these reflections.
    Diagonals,
    /// Every turn and reflection.
    Full,
}

/// A cell's image in a square of this side.
type Image = fn(usize, (usize, usize)) -> (usize, usize);

impl Symmetry {
    /// Every symmetry.
    pub const ALL: [Symmetry; 10] = [
        Symmetry::None,
        Symmetry::Half,
        Symmetry::Quarter,
        Symmetry::Horizontal,
        Symmetry::Vertical,
        Symmetry::Cross,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::Diagonals,
        Symmetry::Full,
    ];

    /// The name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Half => "half",
            Symmetry::Quarter => "quarter",
            Symmetry::Horizontal => "horizontal",
            Symmetry::Vertical => "vertical",
            Symmetry::Cross => "cross",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
            Symmetry::Diagonals => "diagonals",
            Symmetry::Full => "full",
        }
    }

    /// The symmetry with this name.
    pub fn from_name(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name)
    }

    /// Turns and reflections from which all others of the symmetry follow.
    fn images(self) -> &'static [Image] {
        const HALF: Image = |side, (row, column)| (side - 1 - row, side - 1 - column);
        const QUARTER: Image = |side, (row, column)| (column, side - 1 - row);
        const HORIZONTAL: Image = |side, (row, column)| (side - 1 - row, column);
        const VERTICAL: Image = |side, (row, column)| (row, side - 1 - column);
        const DIAGONAL: Image = |_, (row, column)| (column, row);
        const ANTIDIAGONAL: Image = |side, (row, column)| (side - 1 - column, side - 1 - row);
        match self {
            Symmetry::None => &[],
            Symmetry::Half => &[HALF],
            Symmetry::Quarter => &[QUARTER],
            Symmetry::Horizontal => &[HORIZONTAL],
            Symmetry::Vertical => &[VERTICAL],
            Symmetry::Cross => &[HORIZONTAL, VERTICAL],
            Symmetry::Diagonal => &[DIAGONAL],
            Symmetry::Antidiagonal => &[ANTIDIAGONAL],
            Symmetry::Diagonals => &[DIAGONAL, ANTIDIAGONAL],
            Symmetry::Full => &[QUARTER, HORIZONTAL],
        }
    }

    /// The cells in groups that are given together, each group in order, the groups by their
    /// first cell.
    pub fn orbits(self, shape: Shape) -> Vec<Vec<usize>> {
        let mut seen = vec![false; shape.n_cells()];
        let mut orbits = Vec::new();
        for start in 0..shape.n_cells() {
            if !seen[start] {
                orbits.push(self.orbit(shape.side(), start, &mut seen));
            }
        }
        orbits
    }

    fn orbit(self, side: usize, start: usize, seen: &mut [bool]) -> Vec<usize> {
        seen[start] = true;
        let mut orbit = vec![start];
        let mut next = 0;
        while let Some(&cell) = orbit.get(next) {
            next += 1;
            for image in self.images() {
                let (row, column) = image(side, (cell / side, cell % side));
                let cell = row * side + column;
                if !std::mem::replace(&mut seen[cell], true) {
                    orbit.push(cell);
                }
            }
        }
        orbit.sort_unstable();
        orbit
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_as_many_as_burnside_says() {
        // Fixed cells of 9×9: 1 of turns, 9 of reflections; of 4×4: none of turns, nor of the
        // reflections along rows and columns, 4 of those in diagonals.
        let cases = [
            (Symmetry::None, 81, 16),
            (Symmetry::Half, 41, 8),
            (Symmetry::Quarter, 21, 4),
            (Symmetry::Horizontal, 45, 8),
            (Symmetry::Vertical, 45, 8),
            (Symmetry::Cross, 25, 4),
            (Symmetry::Diagonal, 45, 10),
            (Symmetry::Antidiagonal, 45, 10),
            (Symmetry::Diagonals, 25, 6),
            (Symmetry::Full, 15, 3),
        ];
        for (symmetry, of_nine, of_four) in cases {
            let four = Shape::new(2, 2).expect("a side of four");
            for (shape, expected) in [(Shape::CLASSIC, of_nine), (four, of_four)] {
                let orbits = symmetry.orbits(shape);
                assert_eq!(orbits.len(), expected, "{symmetry} {shape}");
                let mut cells = orbits.concat();
                cells.sort_unstable();
                assert_eq!(cells, (0..shape.n_cells()).collect::<Vec<_>>(), "{symmetry} {shape}");
            }
            assert_eq!(Symmetry::from_name(symmetry.name()), Some(symmetry));
        }
    }
}
