//! Dependencies: the slices that a slice leads to, which must be solved before it.

use crate::slice::Slice;
use sole_board::{Color, Piece, Rank, Role, Square, SquareSet, attacks};
use std::collections::BTreeSet;

/// Slices with all their dependencies, in an order in which they can be solved.
pub(crate) fn with_dependencies(roots: impl IntoIterator<Item = Slice>) -> Vec<Slice> {
    let mut found = BTreeSet::new();
    let mut open: Vec<Slice> = roots.into_iter().collect();
    while let Some(slice) = open.pop() {
        if !slice.is_bare() && found.insert(slice) {
            open.extend(slice.exits().into_iter().map(|(exit, _)| exit));
        }
    }
    let mut slices: Vec<Slice> = found.into_iter().collect();
    slices.sort_by_key(|slice| (slice.rank(), slice.ending().to_string(), slice.key()));
    slices
}

/// A slice that a move leads to, and who is to move there.
pub(crate) type Exit = (Slice, Color);

impl Slice {
    /// Every slice that one move can lead to, and every one that en passant can lead to after it,
    /// with the side that is then to move.
    pub(crate) fn exits(&self) -> BTreeSet<Exit> {
        let mut exits = BTreeSet::new();
        for color in Color::ALL {
            self.officer_exits(color, &mut exits);
            for from in self.pawns(color) {
                self.pawn_exits(color, from, &mut exits);
            }
        }
        exits
    }

    fn after(&self, mover: Color, change: impl FnOnce(&mut Change)) -> Exit {
        let mut after = Change {
            material: *self.material(),
            pawns: Color::ALL.map(|color| self.pawns(color)),
            rights: self.rights(),
        };
        change(&mut after);
        let (slice, orientation) = Slice::canonical(after.material, after.pawns, after.rights);
        (slice, if orientation.swapped { mover } else { !mover })
    }

    /// What a king or an officer that moves can cost its own side: nothing, a right, or both.
    fn losses(&self, color: Color) -> Vec<SquareSet> {
        let rights = self.rights_of(color);
        let mut losses: Vec<SquareSet> = rights.into_iter().map(SquareSet::of).collect();
        losses.push(rights);
        let free_officer = self.groups().iter().any(|group| group.piece.color == color);
        if free_officer {
            losses.push(SquareSet::EMPTY);
        }
        losses
    }

    fn officer_exits(&self, color: Color, exits: &mut BTreeSet<Exit>) {
        for lost in self.losses(color) {
            if lost.any() {
                exits.insert(self.after(color, |after| after.rights = after.rights - lost));
            }
            for (victim, nailed) in self.victims(!color) {
                exits.insert(self.after(color, |after| {
                    after.material = after.material.without(victim);
                    after.rights = after.rights - lost - nailed;
                }));
            }
            for square in self.pawns(!color) {
                exits.insert(self.after(color, |after| {
                    after.take_pawn(!color, square);
                    after.rights = after.rights - lost;
                }));
            }
        }
    }

    /// Officers that can be captured, each with the right that goes with it.
    fn victims(&self, color: Color) -> Vec<(Piece, SquareSet)> {
        let rook = Piece { color, role: Role::Rook };
        let free = self.groups().into_iter().filter(|group| group.piece.color == color);
        let nailed = self.nailed(rook).into_iter().map(|square| (rook, SquareSet::of(square)));
        free.map(|group| (group.piece, SquareSet::EMPTY)).chain(nailed).collect()
    }

    /// Pawns, and kings and rooks at home.
    fn fixed(&self) -> SquareSet {
        let home = |color: Color| match color {
            _ if self.rights_of(color).is_empty() => SquareSet::EMPTY,
            Color::White => SquareSet::of(Square::E1),
            Color::Black => SquareSet::of(Square::E8),
        };
        let pawns = self.pawns(Color::White) | self.pawns(Color::Black);
        pawns | self.rights() | home(Color::White) | home(Color::Black)
    }

    fn pawn_exits(&self, color: Color, from: Square, exits: &mut BTreeSet<Exit>) {
        let step = SquareSet::of(from).forward(color) - self.fixed();
        for to in step {
            self.arrive(color, from, to, exits, |_| ());
            let far = step.forward(color) - self.fixed();
            if from.rank().seen_by(color) == Rank::Second && far.any() {
                self.double_step(color, from, to, far, exits);
            }
        }
        for to in attacks::pawn(color, from) {
            if self.pawns(!color).contains(to) {
                self.arrive(color, from, to, exits, |after| after.take_pawn(!color, to));
            }
            for (victim, nailed) in self.victims(!color) {
                if nailed == SquareSet::of(to) || nailed.is_empty() && !self.fixed().contains(to) {
                    self.arrive(color, from, to, exits, |after| {
                        after.material = after.material.without(victim);
                        after.rights = after.rights - nailed;
                    });
                }
            }
        }
    }

    fn double_step(
        &self,
        color: Color,
        from: Square,
        over: Square,
        far: SquareSet,
        exits: &mut BTreeSet<Exit>,
    ) {
        for to in far {
            self.arrive(color, from, to, exits, |_| ());
        }
        for taker in (far.west() | far.east()) & self.pawns(!color) {
            exits.insert(self.after(!color, |after| {
                after.take_pawn(color, from);
                after.move_pawn(!color, taker, over);
            }));
        }
    }

    /// A pawn arrives, as it is or as each officer it may become.
    fn arrive(
        &self,
        color: Color,
        from: Square,
        to: Square,
        exits: &mut BTreeSet<Exit>,
        change: impl Fn(&mut Change),
    ) {
        if !SquareSet::BACK_RANKS.contains(to) {
            exits.insert(self.after(color, |after| {
                change(after);
                after.move_pawn(color, from, to);
            }));
            return;
        }
        for role in Role::PROMOTIONS {
            exits.insert(self.after(color, |after| {
                change(after);
                after.take_pawn(color, from);
                after.material = after.material.with(Piece { color, role });
            }));
        }
    }
}

/// A slice that is being changed.
struct Change {
    material: sole_board::Material,
    pawns: [SquareSet; 2],
    rights: SquareSet,
}

impl Change {
    fn take_pawn(&mut self, color: Color, square: Square) {
        self.material = self.material.without(Piece { color, role: Role::Pawn });
        self.pawns[color.index()] = self.pawns[color.index()].without(square);
    }

    fn move_pawn(&mut self, color: Color, from: Square, to: Square) {
        self.pawns[color.index()] = self.pawns[color.index()].without(from).with(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slice::endings;

    #[test]
    fn a_slice_comes_after_all_that_it_leads_to() {
        for material in (3..=4).flat_map(endings) {
            for slice in Slice::all(&material) {
                for (exit, _) in slice.exits().into_iter().filter(|(exit, _)| !exit.is_bare()) {
                    assert!(exit.rank() < slice.rank(), "{slice:?} leads to {exit:?}");
                }
            }
        }
    }
}
