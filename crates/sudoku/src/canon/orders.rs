//! All orders of the columns that keep stacks together.

use crate::Shape;

/// The longest side for which all orders are listed.
pub(super) const MAX_SIDE: usize = 9;

/// By new column: which one it was.
pub(super) type Order = [u8; MAX_SIDE];

/// All orders, and which of them move the gaps of a row to the front.
#[derive(Clone, Debug)]
pub(super) struct Orders {
    pub(super) all: Vec<Order>,
    /// By the filled cells of a row, a bit for each column: the smallest that can be made of them,
    /// with the first column as the highest bit.
    pub(super) smallest: Vec<u16>,
    /// By the filled cells: where their orders end in `leading`; they begin where those before end.
    ends: Vec<u32>,
    /// The orders that lead to the smallest.
    leading: Vec<u16>,
}

impl Orders {
    pub(super) fn new(shape: Shape) -> Orders {
        let all = orders(shape);
        let side = shape.side();
        let (mut smallest, mut ends, mut leading) = (Vec::new(), Vec::new(), Vec::new());
        for filled in 0..1u16 << side {
            let image = |order: &Order| {
                order[..side].iter().fold(0, |image, &column| image << 1 | filled >> column & 1)
            };
            let images: Vec<u16> = all.iter().map(image).collect();
            let least = images.iter().copied().min().unwrap_or_default();
            let orders = (0..all.len()).filter(|&number| images[number] == least);
            leading.extend(orders.map(|number| number as u16));
            smallest.push(least);
            ends.push(leading.len() as u32);
        }
        Orders { all, smallest, ends, leading }
    }

    /// The orders by which a row with these filled cells is smallest.
    pub(super) fn leading(&self, filled: u16) -> &[u16] {
        let filled = usize::from(filled);
        let begin = filled.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.leading[begin as usize..self.ends[filled] as usize]
    }
}

/// Every order of the columns, each once.
pub(super) fn orders(shape: Shape) -> Vec<Order> {
    let width = shape.width();
    let within = permutations(width);
    let mut orders = Vec::new();
    for stacks in permutations(shape.height()) {
        let mut partial = vec![[0; MAX_SIDE]];
        for (position, &stack) in stacks.iter().enumerate() {
            let with = |order: &Order| {
                let order = *order;
                within
                    .iter()
                    .map(move |columns| {
                        let mut order = order;
                        for (i, &column) in columns.iter().enumerate() {
                            order[position * width + i] = stack * width as u8 + column;
                        }
                        order
                    })
                    .collect::<Vec<_>>()
            };
            partial = partial.iter().flat_map(with).collect();
        }
        orders.extend(partial);
    }
    orders
}

/// Every order of the numbers below `n`.
fn permutations(n: usize) -> Vec<Vec<u8>> {
    let Some(last) = n.checked_sub(1) else { return vec![Vec::new()] };
    let insert = |shorter: Vec<u8>| {
        (0..=last).map(move |place| {
            let mut longer = shorter.clone();
            longer.insert(place, last as u8);
            longer
        })
    };
    permutations(last).into_iter().flat_map(insert).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_all_different_and_keep_stacks_together() {
        for (width, height, expected) in
            [(3, 3, 1296), (2, 2, 8), (3, 2, 72), (2, 3, 48), (4, 2, 1152)]
        {
            let shape = Shape::new(width, height).expect("a short side");
            let mut orders = orders(shape);
            let count = orders.len();
            orders.sort_unstable();
            orders.dedup();
            assert_eq!((count, orders.len()), (expected, expected), "{shape}");
            for order in orders {
                let used = &order[..shape.side()];
                let together = |chunk: &[u8]| {
                    chunk.iter().all(|c| usize::from(*c) / width == usize::from(chunk[0]) / width)
                };
                assert!(used.chunks(width).all(together), "{shape} {order:?}");
            }
        }
    }
}
