//! What was found out about positions before, as far as there is room.

use sole_board::Move;

/// What a search says about the score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is this.
    Exact,
    /// It is this or more.
    Least,
    /// It is this or less.
    Most,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) best: Option<Move>,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

/// A table with one place for each remainder of keys. Another position with the same key can spoil a score, but
/// never a move: moves are taken from the board.
pub(crate) struct Table {
    places: Vec<Option<(u64, Known)>>,
}

impl Table {
    /// A table of about so many bytes; a small one if there is no such room.
    pub(crate) fn new(bytes: usize) -> Table {
        let wanted = (bytes / size_of::<Option<(u64, Known)>>()).max(1);
        let mut places = Vec::new();
        let count = if places.try_reserve_exact(wanted).is_ok() { wanted } else { 1 };
        places.resize(count, None);
        Table { places }
    }

    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        self.places[self.place(key)].filter(|(other, _)| *other == key).map(|(_, known)| known)
    }

    /// Takes note; what was found by a deeper search of the same position stays.
    pub(crate) fn put(&mut self, key: u64, known: Known) {
        let place = self.place(key);
        let stays =
            self.places[place].is_some_and(|(other, old)| other == key && old.depth > known.depth);
        if !stays {
            self.places[place] = Some((key, known));
        }
    }

    fn place(&self, key: u64) -> usize {
        (key % self.places.len() as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_found_by_its_key_alone() {
        let known = |depth| Known { best: None, score: 7, depth, bound: Bound::Exact };
        let mut table = Table::new(1);
        assert!(table.get(5).is_none());
        table.put(5, known(3));
        assert_eq!(table.get(5).map(|known| known.depth), Some(3));
        assert!(table.get(6).is_none(), "the same place, but another position");
        table.put(5, known(2));
        assert_eq!(table.get(5).map(|known| known.depth), Some(3), "the deeper search stays");
        table.put(6, known(1));
        assert!(table.get(5).is_none());
    }
}
