//! Slices: one material, one placement of its pawns, one set of castling rights.
//!
//! A slice is kept in one canonical form: the side with more men is White
//! (with castling rights: the side that has them), and pawns stand as far left
//! as the mirror allows. [`Slice::of`] says how a position gets there.

use crate::file::SliceKey;
use crate::symmetry::Symmetry;
use sole_board::{Color, Material, Piece, Position, Rank, Role, Square, SquareSet};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

/// The most men that a table can have.
pub const MOST_MEN: usize = 5;

/// Material, pawns and castling rights in canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slice {
    material: Material,
    pawns: [SquareSet; 2],
    rights: SquareSet,
}

/// How the men of a position were moved to their canonical places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Orientation {
    /// Whether White and Black changed places.
    pub(crate) swapped: bool,
    /// Where the squares went; never mirrored in the diagonal.
    pub(crate) symmetry: Symmetry,
}

/// The material with its stronger side first, and whether that exchanged the colours.
///
/// More men come first, then queen before rook before bishop before knight before pawn.
pub fn ending(material: &Material) -> (Material, bool) {
    let side = |color| {
        let count = |role| material.count(Piece { color, role });
        let men: usize = Role::ALL.into_iter().map(count).sum();
        (men, Role::ALL.into_iter().rev().map(count).collect::<Vec<_>>())
    };
    if side(Color::White) < side(Color::Black) {
        (material.flipped(), true)
    } else {
        (*material, false)
    }
}

/// Every ending with this many men, stronger side first.
pub fn endings(men: usize) -> Vec<Material> {
    let mut all = BTreeSet::new();
    let mut names = vec![("K".to_owned(), "vK".to_owned())];
    for _ in 2..men {
        names = names.iter().flat_map(|(white, black)| one_more(white, black)).collect();
    }
    for (white, black) in names {
        let material: Material = format!("{white}{black}").parse().expect("made of kings and men");
        all.insert(ending(&material).0);
    }
    let mut all: Vec<Material> = all.into_iter().collect();
    all.sort_by_key(|material| (pawns(material), Reverse(material.to_string())));
    all
}

/// How many pawns both sides have.
fn pawns(material: &Material) -> usize {
    Color::ALL.into_iter().map(|color| material.count(Piece { color, role: Role::Pawn })).sum()
}

fn one_more(white: &str, black: &str) -> Vec<(String, String)> {
    let to_both = |letter| {
        [
            (format!("{white}{letter}"), black.to_owned()),
            (white.to_owned(), format!("{black}{letter}")),
        ]
    };
    "QRBNP".chars().flat_map(to_both).collect()
}

impl Slice {
    /// The slice of a position whose rights are those of standard chess, and how its men get there.
    pub(crate) fn of(position: &Position) -> (Slice, Orientation) {
        let diagram = position.diagram();
        let pawns = Color::ALL.map(|color| diagram.men(color, Role::Pawn));
        Slice::canonical(Material::of(diagram), pawns, position.castling())
    }

    /// The canonical form of material, pawns and rooks that may castle.
    pub(crate) fn canonical(
        material: Material,
        pawns: [SquareSet; 2],
        rights: SquareSet,
    ) -> (Slice, Orientation) {
        let slice = Slice { material, pawns, rights };
        let swapped = slice.wants_swap();
        let slice = if swapped { slice.swapped() } else { slice };
        let mirror = slice.mirrored();
        let (slice, mirrored) = if rights.is_empty() && mirror.pawns < slice.pawns {
            (mirror, Symmetry::MIRROR)
        } else {
            (slice, Symmetry::IDENTITY)
        };
        let symmetry = if swapped { Symmetry::FLIP.then(mirrored) } else { mirrored };
        (slice, Orientation { swapped, symmetry })
    }

    fn wants_swap(&self) -> bool {
        let may_castle = |color| self.rights_of(color).any();
        match (may_castle(Color::White), may_castle(Color::Black)) {
            (true, false) => false,
            (false, true) => true,
            _ => ending(&self.material).1,
        }
    }

    fn swapped(&self) -> Slice {
        let [white, black] = self.pawns.map(SquareSet::flip_vertical);
        Slice {
            material: self.material.flipped(),
            pawns: [black, white],
            rights: self.rights.flip_vertical(),
        }
    }

    fn mirrored(&self) -> Slice {
        Slice { pawns: self.pawns.map(|set| Symmetry::MIRROR.set(set)), ..*self }
    }

    /// The men, White being the canonical White.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The ending whose table the slice is part of.
    pub fn ending(&self) -> Material {
        ending(&self.material).0
    }

    /// The pawns of one side.
    pub fn pawns(&self, color: Color) -> SquareSet {
        self.pawns[color.index()]
    }

    /// The rooks that may castle.
    pub fn rights(&self) -> SquareSet {
        self.rights
    }

    /// The rooks of one side that may castle.
    pub(crate) fn rights_of(&self, color: Color) -> SquareSet {
        self.rights & SquareSet::rank(color.back_rank())
    }

    /// The men of a kind that cannot move without leaving the slice: the rooks that may castle.
    pub(crate) fn nailed(&self, piece: Piece) -> SquareSet {
        if piece.role == Role::Rook { self.rights_of(piece.color) } else { SquareSet::EMPTY }
    }

    /// Two kings alone: a draw that needs no table.
    pub fn is_bare(&self) -> bool {
        self.material.men() == 2
    }

    /// The eight bytes that name the slice in its table: whether the colours of
    /// the ending's name are exchanged, the rooks that may castle, the pawns.
    pub fn key(&self) -> SliceKey {
        let mut bytes = [0xff; 8];
        bytes[0] = u8::from(ending(&self.material).1);
        bytes[1] = CORNERS
            .iter()
            .enumerate()
            .map(|(bit, &corner)| u8::from(self.rights.contains(corner)) << bit)
            .sum();
        let pawns = self.pawns.into_iter().flatten();
        for (byte, square) in bytes[2..].iter_mut().zip(pawns) {
            *byte = square.index() as u8;
        }
        SliceKey(bytes)
    }

    /// A number that grows along every way back: each slice leads to slices with smaller ones.
    pub(crate) fn rank(&self) -> impl Ord + Copy + use<> {
        let pawns: u32 = self.pawns.iter().map(|set| set.len() as u32).sum();
        let advance = |color: Color| {
            self.pawns(color)
                .into_iter()
                .map(move |square| square.rank().seen_by(color) as u32)
                .sum::<u32>()
        };
        let to_go = pawns * Rank::Eighth as u32 - advance(Color::White) - advance(Color::Black);
        (self.material.men(), pawns, self.rights.len(), to_go)
    }

    /// Every slice of an ending, each after all that it leads to.
    pub fn all(ending: &Material) -> Vec<Slice> {
        let mut slices = BTreeSet::new();
        for material in [*ending, ending.flipped()] {
            for pawns in placements(&material) {
                for rights in rights_of(&material) {
                    let (slice, orientation) = Slice::canonical(material, pawns, rights);
                    if !orientation.swapped {
                        slices.insert(slice);
                    }
                }
            }
        }
        let mut slices: Vec<Slice> = slices.into_iter().collect();
        slices.sort_by_key(|slice| (slice.rank(), slice.key()));
        slices
    }
}

impl fmt::Display for Slice {
    /// The ending, then the pawns and the rights: `KRPvKR with pawns e4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.material)?;
        let pawns = self.pawns[0] | self.pawns[1];
        let mut before = " with pawns ";
        for pawn in pawns {
            write!(f, "{before}{pawn}")?;
            before = " ";
        }
        let mut before = " and castling ";
        for (corner, letter) in CORNERS.into_iter().zip("KQkq".chars()) {
            if self.rights.contains(corner) {
                write!(f, "{before}{letter}")?;
                before = "";
            }
        }
        Ok(())
    }
}

/// The rooks' home squares in the order of the bits of a key: K, Q, k, q.
const CORNERS: [Square; 4] = [Square::H1, Square::A1, Square::H8, Square::A8];

/// Every placement of the pawns of a material.
fn placements(material: &Material) -> Vec<[SquareSet; 2]> {
    let count = |color| material.count(Piece { color, role: Role::Pawn });
    let free = !SquareSet::BACK_RANKS;
    let mut all = Vec::new();
    for white in subsets(free, count(Color::White)) {
        for black in subsets(free - white, count(Color::Black)) {
            all.push([white, black]);
        }
    }
    all
}

/// The subsets of `set` with `size` squares.
fn subsets(set: SquareSet, size: usize) -> Vec<SquareSet> {
    let Some(smaller) = size.checked_sub(1) else { return vec![SquareSet::EMPTY] };
    let below = |square: Square| SquareSet((1 << square.index()) - 1);
    set.into_iter()
        .flat_map(|last| {
            subsets(set & below(last), smaller).into_iter().map(move |rest| rest.with(last))
        })
        .collect()
}

/// Every set of castling rights that a material can have.
fn rights_of(material: &Material) -> Vec<SquareSet> {
    let rooks = |color| material.count(Piece { color, role: Role::Rook });
    let corners: SquareSet = CORNERS.into_iter().collect();
    let fits = |set: &SquareSet| {
        Color::ALL
            .into_iter()
            .all(|color| (*set & SquareSet::rank(color.back_rank())).len() <= rooks(color))
    };
    corners.subsets().filter(fits).collect()
}
