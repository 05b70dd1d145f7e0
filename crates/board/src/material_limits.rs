//! The pieces of a side, and whether a legal game can lead to so much material.

use crate::{Color, Diagram, Role, RoleSet, SquareSet};

/// The number of pieces of each kind of a side; bishops by the colour of their squares.
#[derive(Clone, Copy)]
pub(crate) struct SideMaterial {
    pawns: u8,
    knights: u8,
    /// On dark squares, on light squares.
    bishops: [u8; 2],
    rooks: u8,
    queens: u8,
    kings: u8,
}

impl SideMaterial {
    /// The pieces of `color` on the board.
    #[inline(always)]
    pub(crate) fn of(diagram: &Diagram, color: Color) -> SideMaterial {
        let count = |role| diagram.men(color, role).len() as u8;
        let bishops = diagram.men(color, Role::Bishop);
        let light = (bishops & SquareSet::LIGHT).len() as u8;
        SideMaterial {
            pawns: count(Role::Pawn),
            knights: count(Role::Knight),
            bishops: [bishops.len() as u8 - light, light],
            rooks: count(Role::Rook),
            queens: count(Role::Queen),
            kings: count(Role::King),
        }
    }

    /// The number of men of a role, on one shade for a bishop.
    #[inline(always)]
    pub(crate) fn slot(&mut self, role: Role, shade: Shade) -> &mut u8 {
        match role {
            Role::Pawn => &mut self.pawns,
            Role::Knight => &mut self.knights,
            Role::Bishop => &mut self.bishops[shade as usize],
            Role::Rook => &mut self.rooks,
            Role::Queen => &mut self.queens,
            Role::King => &mut self.kings,
        }
    }

    /// Whether no game can lead to this: more than sixteen pieces, or more
    /// promoted pieces than pawns lost.
    #[inline(always)]
    pub(crate) fn exceeds_limits(&self) -> bool {
        self.men() > 16 || self.pawns_and_promoted() > 8
    }

    /// The roles of which one more piece is possible, on a dark and on a light square.
    #[inline(always)]
    pub(crate) fn room(&self) -> [RoleSet; 2] {
        if self.men() < 16 && self.pawns_and_promoted() < 8 {
            return [RoleSet::ALL_BUT_KING; 2];
        }
        Shade::ALL.map(|shade| {
            let fits = |&role: &Role| {
                let mut more = *self;
                *more.slot(role, shade) += 1;
                !more.exceeds_limits()
            };
            RoleSet::ALL_BUT_KING.iter().filter(fits).collect()
        })
    }

    #[inline(always)]
    fn men(&self) -> u8 {
        let [dark, light] = self.bishops;
        self.pawns + self.knights + dark + light + self.rooks + self.queens + self.kings
    }

    /// How many of the eight pawns the men on the board account for.
    #[inline(always)]
    fn pawns_and_promoted(&self) -> u8 {
        let [dark, light] = self.bishops;
        self.pawns
            + self.queens.saturating_sub(1)
            + self.rooks.saturating_sub(2)
            + self.knights.saturating_sub(2)
            + dark.saturating_sub(1)
            + light.saturating_sub(1)
    }
}

/// The shade of a square.
#[derive(Clone, Copy)]
pub(crate) enum Shade {
    Dark,
    Light,
}

impl Shade {
    /// Both, in the order of their numbers.
    pub(crate) const ALL: [Shade; 2] = [Shade::Dark, Shade::Light];
}
