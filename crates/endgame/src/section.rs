//! The solved values of one slice and one side to move, in memory.

use crate::dtm::Value;
use crate::index::{Index, Order};
use crate::slice::Slice;
use std::sync::Arc;

/// One byte for each place of an index: the code of a [`Value`].
///
/// Places that are no position have some value, whatever compresses best.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) order: Order,
    pub(crate) values: Vec<u8>,
}

impl Section {
    /// The size of a section of a slice.
    pub(crate) fn bytes(slice: &Slice) -> u64 {
        Index::new(slice, Order::KINGS_FIRST).len() as u64
    }

    /// The same values in another order.
    pub(crate) fn in_order(self, slice: &Slice, order: Order) -> Section {
        if self.order == order {
            return self;
        }
        let [from, to] = [self.order, order].map(|order| Index::new(slice, order));
        Section { order, values: from.reorder(&self.values, &to) }
    }

    /// Two kings alone: a draw everywhere.
    pub(crate) fn bare(slice: &Slice) -> Arc<Section> {
        let order = Order::KINGS_FIRST;
        let values = vec![Value::Draw.code(); Index::new(slice, order).len()];
        Arc::new(Section { order, values })
    }
}
