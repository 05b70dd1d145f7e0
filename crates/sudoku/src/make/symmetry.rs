//! How the givens of a puzzle may lie.
//!
//! A symmetry is a set of turns and reflections of the square; cells that they
//! bring onto each other are given together or not at all.

use crate::Shape;
use sole_puzzle::nearest;
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

    /// What it means, in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Symmetry::None => "the givens lie anywhere",
            Symmetry::Half => "rotation by 180°, the usual symmetry of newspapers",
            Symmetry::Quarter => "rotation by 90°",
            Symmetry::Horizontal => "reflection that exchanges top and bottom",
            Symmetry::Vertical => "reflection that exchanges left and right",
            Symmetry::Cross => "both reflections, horizontal and vertical",
            Symmetry::Diagonal => "reflection in the diagonal from top left to bottom right",
            Symmetry::Antidiagonal => "reflection in the diagonal from top right to bottom left",
            Symmetry::Diagonals => "both reflections in diagonals",
            Symmetry::Full => "all rotations and reflections",
        }
    }

    /// Other names that people use.
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Symmetry::None => &["no", "asymmetric"],
            Symmetry::Half => {
                &["180", "180°", "rotational", "rotation", "rotational-180", "central", "point"]
            }
            Symmetry::Quarter => &["90", "90°", "rotational-90"],
            Symmetry::Horizontal => &["updown", "up-down"],
            Symmetry::Vertical => &["leftright", "left-right", "mirror"],
            Symmetry::Cross => &["orthogonal"],
            Symmetry::Diagonal => &["main-diagonal"],
            Symmetry::Antidiagonal => &["anti-diagonal"],
            Symmetry::Diagonals => &["both-diagonals", "bi-diagonal"],
            Symmetry::Full => &["all", "dihedral"],
        }
    }

    /// The symmetry with this name or alias.
    ///
    /// # Errors
    ///
    /// There is none; then the names that are nearest.
    pub fn from_name(name: &str) -> Result<Symmetry, Vec<String>> {
        let asked = name.trim().to_lowercase().replace([' ', '_'], "-");
        let is_called = |symmetry: &Symmetry| {
            symmetry.name() == asked || symmetry.aliases().contains(&asked.as_str())
        };
        Symmetry::ALL.into_iter().find(is_called).ok_or_else(|| {
            nearest(name, Symmetry::ALL.into_iter().map(|symmetry| symmetry.name().to_owned()))
        })
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
            assert_eq!(Symmetry::from_name(symmetry.name()), Ok(symmetry));
            for alias in symmetry.aliases() {
                assert_eq!(Symmetry::from_name(alias), Ok(symmetry), "{alias}");
            }
        }
    }

    #[test]
    fn names_are_read_as_people_write_them() {
        for (name, expected) in [
            ("180", Ok(Symmetry::Half)),
            ("Rotational", Ok(Symmetry::Half)),
            ("both diagonals", Ok(Symmetry::Diagonals)),
            ("horizontl", Err(vec!["horizontal".to_owned()])),
            ("x", Err(Vec::new())),
        ] {
            assert_eq!(Symmetry::from_name(name), expected, "{name}");
        }
    }
}
