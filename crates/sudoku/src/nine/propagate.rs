//! What follows at once from the candidates of two grids.
//!
//! A [`Pair`] holds two grids side by side, one in each half of its lanes.
//! There are nine vectors, one for each place (row in its band, stack); a word
//! is that place in one of the three bands: three cells side by side, for each
//! the nine digits and a spare bit. So all houses are worked on at once, rows
//! meet in the same words, and columns by turning the words of a half.
//!
//! One pass removes
//!
//! 1. a digit from all cells that see one which can hold nothing else;
//! 2. from each stack, what is in no assignment of the columns to the bands;
//! 3. from each band, what is in no assignment of the rows to the boxes;
//! 4. the other digits from a cell which is the only one left for a digit in
//!    its row. After 2 and 3 that is the same as in its box or its column.
//!
//! The second and the third rule find both kinds of locked candidates.

use super::lanes::Lanes;

/// Two grids: for each place, the candidates of three cells in three bands.
/// The fourth word of each half holds every candidate and never changes.
pub(super) type Pair<V> = [V; 9];

/// The lowest digit of each of the three cells of a word.
const LOWEST: u32 = 1 | 1 << CELL | 1 << (2 * CELL);
/// From one cell to the next: nine digits and a spare bit.
pub(super) const CELL: u32 = 10;
/// All digits of all cells of a word.
pub(super) const DIGITS: u32 = LOWEST * 0x1ff;
/// The spare bit of each cell.
pub(super) const SPARE: u32 = LOWEST << 9;

/// Some of the two halves: bits 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Halves(u32);

impl Halves {
    pub(super) const NONE: Halves = Halves(0b00);
    pub(super) const FIRST: Halves = Halves(0b01);
    pub(super) const SECOND: Halves = Halves(0b10);
    pub(super) const BOTH: Halves = Halves(0b11);

    /// The halves whose first three words are all in `words`, a bit for each.
    #[inline(always)]
    fn with_all(words: u32) -> Halves {
        Halves(u32::from(words & 0x07 == 0x07) | u32::from(words & 0x70 == 0x70) << 1)
    }

    #[inline(always)]
    pub(super) fn and(self, other: Halves) -> Halves {
        Halves(self.0 & other.0)
    }

    #[inline(always)]
    pub(super) fn except(self, other: Halves) -> Halves {
        Halves(self.0 & !other.0)
    }

    /// Their numbers, 0 and 1.
    #[inline(always)]
    pub(super) fn each(self) -> impl Iterator<Item = usize> {
        (0..2).filter(move |half| self.0 >> half & 1 != 0)
    }
}

/// What is left of a pair after propagation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    /// Not refuted.
    pub(super) alive: Halves,
    /// Alive with one digit in every cell: solutions.
    pub(super) solved: Halves,
}

/// Passes over the `wanted` halves until nothing changes any more in those that are not refuted.
#[inline(always)]
pub(super) fn propagate_pair<V: Lanes>(pair: &mut Pair<V>, wanted: Halves) -> Rest {
    let mut alive = wanted;
    loop {
        let before = *pair;
        let found = pass(pair);
        alive = alive.and(found.alive);
        let solved = alive.and(found.solved);
        if alive.except(solved).and(changed(&before, pair)) == Halves::NONE {
            return Rest { alive, solved };
        }
    }
}

/// The halves in which a candidate is gone.
#[inline(always)]
fn changed<V: Lanes>(before: &Pair<V>, after: &Pair<V>) -> Halves {
    let zero = V::splat(0);
    let mut gone = zero;
    for k in 0..9 {
        gone = gone.or(before[k].without(after[k]));
    }
    Halves::BOTH.except(Halves::with_all(gone.same(zero)))
}

/// Each cell receives what is in its right neighbour of the three, in a circle. The two highest
/// bits of a word are rubbish afterwards.
#[inline(always)]
fn turn<V: Lanes>(x: V) -> V {
    x.down::<10>().or(x.up::<20>())
}

/// [`turn`] twice.
#[inline(always)]
fn turn_twice<V: Lanes>(x: V) -> V {
    x.down::<20>().or(x.up::<10>())
}

/// All digits of the cells whose spare bit is set in `spare`.
#[inline(always)]
fn whole_cells<V: Lanes>(spare: V) -> V {
    spare.minus(spare.down::<9>())
}

/// The spare bits of the cells that have a candidate; other bits are rubbish.
#[inline(always)]
fn filled<V: Lanes>(x: V) -> V {
    x.plus(V::splat(DIGITS))
}

/// Three of nine: the row in a band.
#[inline(always)]
fn row<V: Lanes>(x: &[V; 9], r: usize) -> [V; 3] {
    [x[3 * r], x[3 * r + 1], x[3 * r + 2]]
}

#[inline(always)]
fn union<V: Lanes>([a, b, c]: [V; 3]) -> V {
    a.or(b).or(c)
}

/// What is in at least two of three.
#[inline(always)]
fn majority<V: Lanes>([a, b, c]: [V; 3]) -> V {
    a.and(b).or(c.and(a.or(b)))
}

#[inline(always)]
fn pass<V: Lanes>(x: &mut Pair<V>) -> Rest {
    let spare = V::splat(SPARE);
    let mut open = V::splat(0);
    let mut nonempty = spare;
    let mut single = [V::splat(0); 9];
    for k in 0..9 {
        let less_one = filled(x[k]);
        nonempty = nonempty.and(less_one);
        let several = filled(x[k].and(less_one)).and(spare);
        open = open.or(several);
        single[k] = x[k].without(whole_cells(several));
    }
    see_singles(x, &single);
    match_columns(x);
    let digits = match_rows(x);
    let full = V::splat(SPARE | DIGITS);
    let alive = nonempty.or(digits).and(full).same(full);
    let solved = open.same(V::splat(0));
    Rest { alive: Halves::with_all(alive), solved: Halves::with_all(solved) }
}

/// Removes each digit of `single` from everything that it sees.
#[inline(always)]
fn see_singles<V: Lanes>(x: &mut Pair<V>, single: &Pair<V>) {
    let mut across = [V::splat(0); 3];
    let mut down = [V::splat(0); 3];
    for i in 0..3 {
        let s = union(row(single, i));
        across[i] = union([s, turn(s), turn_twice(s)]);
        let s = union([single[i], single[3 + i], single[6 + i]]);
        down[i] = union([s, turn(s), turn_twice(s)]).or(s.next()).or(s.after_next());
    }
    for k in 0..9 {
        x[k] = x[k].without(across[k / 3].or(down[k % 3])).or(single[k]);
    }
}

/// Keeps of each stack what is in some assignment of its columns to the bands.
#[inline(always)]
fn match_columns<V: Lanes>(x: &mut Pair<V>) {
    for b in 0..3 {
        let v = union([x[b], x[3 + b], x[6 + b]]);
        let (one, two) = (turn(v), turn_twice(v));
        let keep = one.next().and(two.after_next()).or(two.next().and(one.after_next()));
        for r in 0..3 {
            x[3 * r + b] = x[3 * r + b].and(keep);
        }
    }
}

/// Keeps of each band what is in some assignment of its rows to the boxes, and of cells that are
/// the only ones for a digit in their row that digit alone. Returns the digits that have such an
/// assignment.
#[inline(always)]
fn match_rows<V: Lanes>(x: &mut Pair<V>) -> V {
    let mut some = [V::splat(0); 9];
    let mut twice = [V::splat(0); 9];
    for k in 0..9 {
        let cells = [x[k], turn(x[k]), turn_twice(x[k])];
        some[k] = union(cells);
        twice[k] = majority(cells);
    }
    let mut matched = some;
    for r in 0..3 {
        for b in 0..3 {
            let at = |i: usize, j: usize| some[(r + i) % 3 * 3 + (b + j) % 3];
            let keep = at(1, 1).and(at(2, 2)).or(at(1, 2).and(at(2, 1)));
            matched[3 * r + b] = some[3 * r + b].and(keep);
        }
    }
    for r in 0..3 {
        let in_two_boxes = majority(row(&matched, r));
        for k in 3 * r..3 * r + 3 {
            let left = x[k].and(matched[k]);
            let only = left.without(in_two_boxes.or(twice[k]));
            let has = filled(only).and(V::splat(SPARE));
            x[k] = left.without(whole_cells(has)).or(only);
        }
    }
    union(row(&matched, 0))
}
