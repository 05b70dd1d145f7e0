//! From the words of the solver to the sections of a table.

use super::each_block;
use super::lane::{Lane, choose};
use super::layout::Layout;
use super::levels::Block;
use crate::dtm::Value;
use crate::index::{Index, Order, combination};
use crate::kings::Pairs;
use crate::section::Section;
use crate::slice::Slice;
use crate::symmetry::Symmetry;
use sole_board::Color;

/// The values of both sides to move, in the order of an index.
pub(super) fn sections(slice: &Slice, layout: &Layout, mut blocks: Vec<Block>) -> [Section; 2] {
    blocks.iter_mut().for_each(Block::close);
    Color::ALL.map(|side| {
        let values: Vec<(Vec<u8>, Vec<u64>)> =
            blocks.iter_mut().map(|block| block.take(side)).collect();
        section(slice, layout, side, &values)
    })
}

impl Block {
    fn take(&mut self, side: Color) -> (Vec<u8>, Vec<u64>) {
        let side = side.index();
        (std::mem::take(&mut self.values[side]), std::mem::take(&mut self.lost[side]))
    }
}

fn section(slice: &Slice, layout: &Layout, side: Color, blocks: &[(Vec<u8>, Vec<u64>)]) -> Section {
    let order = Order::KINGS_FIRST;
    let index = Index::new(slice, order);
    let mut values = vec![Value::Draw.code(); index.len()];
    let parts = parts(&index, layout, &mut values);
    each_block(layout, parts, |block, (black_kings, values)| {
        let (king, (codes, lost)) = (layout.kings[block], &blocks[block]);
        // Places that are no position get the value of the place before, which compresses best.
        let mut last = [Value::Draw.code(); 64];
        for address in layout.addresses() {
            let squares = layout.squares(address);
            if !layout.in_order(&squares) {
                continue;
            }
            if layout.occupied(king, &squares).is_some() {
                let may_move = layout.attacks(king, &squares).may_move(side);
                let values = word(layout, block, address, codes, lost);
                last = choose(&values, &last, may_move);
            }
            let mut place = officers_place(&index, &squares);
            for &black_king in &black_kings {
                values[place] = last[black_king];
                place += index.kings_stride();
            }
        }
    });
    Section { order, values }
}

/// For each square of White's king the squares of Black's that go with it, and their values,
/// which the order keeps together.
fn parts<'v>(
    index: &Index,
    layout: &Layout,
    mut values: &'v mut [u8],
) -> Vec<(Vec<usize>, &'v mut [u8])> {
    let pairs = Pairs::of(index.freedom);
    let mut parts = Vec::new();
    for &king in &layout.kings {
        let numbers = (0..pairs.len()).map(|number| pairs.squares(number));
        let black_kings: Vec<usize> =
            numbers.filter(|pair| pair.0 == king).map(|pair| pair.1).collect();
        let (own, rest) = values.split_at_mut(black_kings.len() * index.kings_stride());
        parts.push((black_kings, own));
        values = rest;
    }
    parts
}

fn officers_place(index: &Index, squares: &[usize]) -> usize {
    let mut start = 0;
    let mut place = 0;
    for (number, group) in index.groups().iter().enumerate() {
        place += combination(&squares[start..start + group.size]) * index.group_stride(number);
        start += group.size;
    }
    place
}

/// The values of a word, or of its reflection as seen from there.
fn word(layout: &Layout, block: usize, address: usize, codes: &[u8], lost: &[u64]) -> Lane {
    let values = |address: usize| {
        let codes = codes[address * 64..][..64].try_into().expect("64 codes");
        decided(codes, lost[address])
    };
    if layout.is_lower(block, address) {
        return values(address);
    }
    let reflected = values(layout.reflection(address));
    std::array::from_fn(|square| reflected[Symmetry::TRANSPOSE.at(square)])
}

/// The values of a word: what is neither won nor lost is drawn.
fn decided(codes: &Lane, lost: u64) -> Lane {
    let draw = Value::Draw.code();
    let at_least_drawn = codes.map(|code| code.max(draw));
    choose(codes, &at_least_drawn, lost)
}
