//! From the words of the solver to the sections of a table.

use super::layout::Layout;
use super::levels::Block;
use crate::index::{Index, Order, combination};
use crate::kings::Pairs;
use crate::section::Section;
use crate::slice::Slice;
use crate::value::Value;
use sole_board::Color;

/// The values of both sides to move, in the order of an index.
pub(super) fn sections(slice: &Slice, layout: &Layout, mut blocks: Vec<Block>) -> [Section; 2] {
    Color::ALL.map(|side| {
        let values: Vec<(Vec<u8>, Vec<u64>)> =
            blocks.iter_mut().map(|block| block.take(side)).collect();
        let order = Order::kings_last(1 + slice.groups().len());
        section(slice, layout, side, &values, order)
    })
}

impl Block {
    fn take(&mut self, side: Color) -> (Vec<u8>, Vec<u64>) {
        (
            std::mem::take(&mut self.values[side.index()]),
            std::mem::take(&mut self.lost[side.index()]),
        )
    }
}

fn section(
    slice: &Slice,
    layout: &Layout,
    side: Color,
    blocks: &[(Vec<u8>, Vec<u64>)],
    order: Order,
) -> Section {
    let index = Index::new(slice, order);
    let mut values = vec![0; index.len()];
    let mut legal = vec![0u64; index.len().div_ceil(64)];
    let pairs = Pairs::of(index.freedom);
    for (&king, (codes, lost)) in layout.kings.iter().zip(blocks) {
        let columns: Vec<(usize, usize)> = (0..pairs.len())
            .filter(|&number| pairs.squares(number).0 == king)
            .map(|number| (pairs.squares(number).1, number * index.kings_stride()))
            .collect();
        for address in 0..layout.words() {
            let squares = layout.squares(address);
            if layout.occupied(king, &squares).is_none() {
                continue;
            }
            let may_move = layout.sight(king, &squares).may_move(side);
            let mut start = 0;
            let mut place = 0;
            for (number, group) in index.groups().iter().enumerate() {
                place +=
                    combination(&squares[start..start + group.size]) * index.group_stride(number);
                start += group.size;
            }
            for &(black_king, column) in &columns {
                if may_move >> black_king & 1 == 0 {
                    continue;
                }
                let code = codes[address * 64 + black_king];
                let decided = code > Value::Draw.code() || lost[address] >> black_king & 1 != 0;
                values[place + column] = if decided { code } else { Value::Draw.code() };
                legal[(place + column) / 64] |= 1 << ((place + column) % 64);
            }
        }
    }
    fill(&mut values, &legal);
    Section { order, values }
}

/// Gives each place that is no position the value of the place before.
fn fill(values: &mut [u8], legal: &[u64]) {
    let mut last = Value::Draw.code();
    for (place, value) in values.iter_mut().enumerate() {
        if legal[place / 64] >> (place % 64) & 1 != 0 {
            last = *value;
        } else {
            *value = last;
        }
    }
}
