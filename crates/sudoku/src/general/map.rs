//! The houses and chutes of a shape as lists of cell numbers.

use crate::Shape;

/// The houses and chutes of a shape.
///
/// A chute is a band or a stack: lines that cross the same boxes. Houses are
/// numbered rows, columns, boxes; chutes bands, stacks.
#[derive(Debug)]
pub(super) struct Map {
    pub(super) side: usize,
    /// The cells of each house.
    pub(super) houses: Vec<Vec<usize>>,
    pub(super) chutes: Vec<Chute>,
    /// The houses and the chutes of each cell.
    pub(super) cells: Vec<CellLocation>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct CellLocation {
    pub(super) houses: [usize; 3],
    pub(super) chutes: [usize; 2],
}

/// The cells of a chute by line and by box.
#[derive(Debug)]
pub(super) struct Chute {
    /// The number of boxes.
    pub(super) boxes: usize,
    /// Line by line, in each box by box: the cells that are in both.
    pub(super) crossings: Vec<Vec<usize>>,
}

impl Map {
    pub(super) fn new(shape: Shape) -> Map {
        let side = shape.side();
        let numbers = |house| shape.cells_of(house).map(|cell| shape.index(cell)).collect();
        let houses: Vec<Vec<usize>> = shape.houses().map(numbers).collect();
        let (width, height) = (shape.width(), shape.height());
        let bands = (0..width).map(|i| Chute::new(&houses[i * height..][..height], width));
        let stacks = (0..height).map(|i| Chute::new(&houses[side + i * width..][..width], height));
        let chutes = bands.chain(stacks).collect();
        let cells = (0..shape.n_cells()).map(|index| {
            let (row, column) = (index / side, index % side);
            CellLocation {
                houses: [row, side + column, 2 * side + shape.box_of(shape.cell(index))],
                chutes: [row / height, width + column / width],
            }
        });
        Map { side, houses, chutes, cells: cells.collect() }
    }
}

impl Chute {
    /// `lines` cross boxes that take `length` cells of each.
    fn new(lines: &[Vec<usize>], length: usize) -> Chute {
        let crossings = lines.iter().flat_map(|line| line.chunks(length).map(<[usize]>::to_vec));
        Chute { boxes: lines[0].len() / length, crossings: crossings.collect() }
    }
}
