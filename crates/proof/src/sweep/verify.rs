//! Whether a portion that was read from a log is one that its ply can make.
//!
//! A checksum tells damage by chance, not a file that was made up. Whatever passes here can be
//! worked on without a panic: all numbers are in range, men do not overlap, no king can be
//! taken, and en passant is possible where it is claimed. That the positions are the right ones
//! is not shown by it; only working out the portion again would.

use sole_board::{File, Rank, Role, Square};

use super::armies::Id;
use super::army::Army;
use super::gather::Passing;
use super::items::Item;
use super::opponents::Place;
use super::parallel::portions;
use super::ply::Ply;
use super::ply_chunk::PlyChunk;
use super::ply_counts::PlyCounts;
use super::step_effects::StepEffects;
use super::{Find, Retain};
use crate::Unique;

/// Reads the portions of one ply from words.
pub(super) struct Verifier<'a> {
    ply: &'a Ply<'a>,
    /// The armies of each portion, without castling rights.
    portions: Vec<&'a [Id]>,
}

impl<'a> Verifier<'a> {
    /// For a ply that makes these groups of armies.
    pub(super) fn new(ply: &'a Ply<'a>, groups: &'a [Id]) -> Verifier<'a> {
        Verifier { ply, portions: portions(groups) }
    }

    /// How many portions the ply has.
    pub(super) fn portions(&self) -> usize {
        self.portions.len()
    }

    /// A portion that was written in words, of which the first is at `start` in the log; `None`
    /// if it is impossible.
    pub(super) fn read(&self, portion: usize, words: &[u32], start: u64) -> Option<PlyChunk> {
        let groups = *self.portions.get(portion)?;
        let (chunk, items) = PlyChunk::from_words(words, start)?;
        let is_possible = self.is_census_possible(&chunk.counts, groups)
            && self.are_finds_possible(&chunk, groups)
            && match self.ply.options.retain {
                Retain::Counts => chunk.heads.is_empty() && chunk.passings.is_empty(),
                Retain::Layer | Retain::LastLayer => self.are_items_possible(&chunk, items, groups),
            };
        is_possible.then_some(chunk)
    }

    /// The armies that steps make of these groups.
    fn targets<'b>(&'b self, groups: &'b [Id]) -> impl Iterator<Item = Id> + 'b {
        let targets = groups.iter().flat_map(|&bare| self.ply.armies.family(bare));
        targets.filter(|&target| !self.ply.steps.to(target).is_empty())
    }

    /// Whether no count is more than it can be beside the others.
    fn is_census_possible(&self, counts: &PlyCounts, groups: &[Id]) -> bool {
        let PlyCounts { positions, unique_positions, diagrams, new_diagrams, unique } = counts;
        // Once without en passant, and once for each file.
        let most = self.targets(groups).count() as u64 * self.ply.opponents.len() as u64 * 9;
        let ply = self.ply.layers.len();
        *positions <= most
            && unique_positions <= positions
            && diagrams <= positions
            && new_diagrams <= diagrams
            && unique.total() <= *diagrams
            && unique.shortest() <= *new_diagrams
            && unique.iter().all(|(earlier, _)| earlier.iter().all(|earlier| earlier < ply))
    }

    /// Whether as many diagrams are listed as were counted, and each can be one.
    fn are_finds_possible(&self, PlyChunk { counts, finds, .. }: &PlyChunk, groups: &[Id]) -> bool {
        let mut listed = Unique::default();
        finds.iter().for_each(|find| listed.add(find.earlier, 1));
        let is_wanted = |(earlier, _): &(_, u64)| (self.ply.options.finds)(*earlier);
        listed.iter().eq(counts.unique.iter().filter(is_wanted))
            && finds.iter().all(|find| self.is_find_possible(find, groups))
    }

    fn is_find_possible(&self, find: &Find, groups: &[Id]) -> bool {
        let armies = self.ply.armies;
        let is_known = (find.next as usize) < armies.len();
        is_known
            && groups.contains(&find.last)
            && (armies.get(find.last).occupied() & armies.get(find.next).occupied().flip_vertical())
                .is_empty()
    }

    /// Whether the armies are those of the portion, and what each meets is possible.
    fn are_items_possible(&self, chunk: &PlyChunk, items: &[u32], groups: &[Id]) -> bool {
        let PlyChunk { counts, heads, passings, .. } = chunk;
        let heads_agree = self.targets(groups).eq(heads.iter().map(|&(army, _)| army));
        let unique = items.iter().filter(|&&word| Item::from_word(word).ways() == 1).count();
        if !heads_agree
            || [counts.positions, counts.unique_positions]
                != [items.len(), unique].map(|it| it as u64)
        {
            return false;
        }
        let (mut items, mut passings) = (items, &passings[..]);
        let are_possible = heads.iter().all(|&(target, length)| {
            let own_passings = passings.iter().take_while(|&&(army, _)| army == target).count();
            let own = Own {
                army: self.ply.armies.get(target),
                items: split_off(&mut items, length as usize),
                passings: split_off(&mut passings, own_passings),
            };
            self.is_met(&own)
        });
        are_possible && passings.is_empty()
    }

    /// Whether an army can meet these opponents, the last of them with en passant.
    fn is_met(&self, own: &Own<'_>) -> bool {
        let met = own.items.iter().map(|&word| Item::from_word(word));
        let passing = own.passings.iter().map(|(_, passing)| passing);
        let by_passing = passing.clone().map(|it| Item::new(it.opponent, it.ways));
        let first_passing = own.items.len().saturating_sub(own.passings.len());
        met.clone().all(|item| self.can_meet(own.army, item.place()))
            && met.skip(first_passing).eq(by_passing)
            && passing.clone().is_sorted_by(|a, b| (a.file, a.opponent) < (b.file, b.opponent))
            && passing.clone().all(|passing| self.can_take_passing(own.army, passing))
    }

    /// Whether an opponent can be on the board with an army that has just moved.
    fn can_meet(&self, army: Army, opponent: Place) -> bool {
        let opponents = self.ply.opponents;
        (opponent as usize) < opponents.len() && {
            let seen = opponents.seen(opponent);
            (seen.occupied & army.occupied()).is_empty()
                && !seen.attacks(army.king(), army.occupied())
        }
    }

    /// Whether the army can have moved a pawn two squares that this opponent can take, which is
    /// one that it can meet.
    fn can_take_passing(&self, army: Army, passing: &Passing) -> bool {
        let Some(file) = File::ALL.get(usize::from(passing.file)).copied() else { return false };
        let [from, over, to] =
            [Rank::Second, Rank::Third, Rank::Fourth].map(|rank| Square::at(file, rank));
        let occupied = army.occupied() | self.ply.opponents.seen(passing.opponent).occupied;
        let has_passed = army.men(Role::Pawn).contains(to)
            && !occupied.contains(from)
            && !occupied.contains(over);
        has_passed
            && (1..=2).contains(&passing.ways)
            && self.field().can_be_taken_passing(army, file, passing.opponent)
    }

    fn field(&self) -> StepEffects<'_> {
        let Ply { armies, opponents, layers, .. } = *self.ply;
        StepEffects { armies, opponents, before: layers.last().expect("the start is a layer") }
    }
}

/// What a portion says of one army.
struct Own<'a> {
    army: Army,
    items: &'a [u32],
    passings: &'a [(Id, Passing)],
}

/// Takes the first elements of a list.
fn split_off<'a, T>(list: &mut &'a [T], length: usize) -> &'a [T] {
    let (first, rest) = list.split_at(length);
    *list = rest;
    first
}
