//! What a layer says about each of its positions, column by column.

use crate::Record;
use crate::store::{Tallies, Tally};
use sole_board::{Color, DeadMaterial, Ending, Material};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Rows as columns.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    pub(crate) occupied: Vec<u64>,
    pub(crate) first_men: DictColumn<u64>,
    pub(crate) last_men: DictColumn<u64>,
    pub(crate) games: DictColumn<u64>,
    pub(crate) men: DictColumn<u8>,
    pub(crate) material: DictColumn<Material>,
    pub(crate) turn: DictColumn<Color>,
    pub(crate) in_check: Vec<bool>,
    pub(crate) moves: DictColumn<u32>,
    pub(crate) ending: DictColumn<Option<Ending>>,
}

impl Columns {
    /// Appends rows, and finds out what there is to say about them.
    pub(crate) fn extend(&mut self, records: &[Record]) {
        self.occupied.extend(records.iter().map(|record| record.key.occupied()));
        for record in records {
            let [_, first_men, last_men] = record.key.words();
            self.first_men.push(first_men);
            self.last_men.push(last_men);
            self.games.push(record.games);
            let position = record.key.position();
            let facts = position.facts();
            self.men.push(position.men() as u8);
            self.material.push(facts.material);
            self.turn.push(facts.turn);
            self.in_check.push(facts.in_check);
            self.moves.push(facts.moves);
            self.ending.push(facts.ending);
        }
    }

    /// What is counted of the rows.
    pub(crate) fn tallies(&self) -> Tallies {
        let men = self.men.tallies(&self.games).map(|(&men, tally)| (men, tally));
        let mut tallies = Tallies { men: men.collect(), ..Tallies::default() };
        tallies.men.values().for_each(|&men| tallies.all += men);
        tallies.unique = self.games.iter().filter(|&games| games == 1).count() as u64;
        for (&moves, tally) in self.moves.tallies(&self.games) {
            tallies.edges += u64::from(moves) * tally.positions;
            tallies.next_games += u128::from(moves) * tally.games;
        }
        let checks = self.games.iter().zip(&self.in_check).filter(|&(_, &in_check)| in_check);
        checks.for_each(|(games, _)| tallies.checks.add(games));
        for (ending, tally) in self.ending.tallies(&self.games) {
            match ending {
                None => {}
                Some(Ending::Checkmate { .. }) => tallies.mates += tally,
                Some(Ending::Stalemate) => tallies.stalemates += tally,
                Some(_) => tallies.dead += tally,
            }
        }
        tallies
    }

    /// Takes away all rows.
    pub(crate) fn clear(&mut self) {
        self.occupied.clear();
        self.first_men.clear();
        self.last_men.clear();
        self.games.clear();
        self.men.clear();
        self.material.clear();
        self.turn.clear();
        self.in_check.clear();
        self.moves.clear();
        self.ending.clear();
    }
}

/// The word of a layer for how a position ends: `none`, `mate`, `stalemate` or `dead`.
pub const fn outcome(ending: Option<Ending>) -> &'static str {
    match ending {
        None => "none",
        Some(Ending::Checkmate { .. }) => "mate",
        Some(Ending::Stalemate) => "stalemate",
        Some(_) => "dead",
    }
}

/// The words of a layer for why a dead position is one; nothing for others.
pub const fn reason(ending: Option<Ending>) -> &'static str {
    match ending {
        Some(Ending::Dead(DeadMaterial::LoneKings)) => "lone kings",
        Some(Ending::Dead(DeadMaterial::LoneMinor)) => "lone minor",
        Some(Ending::Dead(DeadMaterial::BishopsOfOneColor)) => "bishops of one colour",
        Some(Ending::Locked) => "no mate can come",
        _ => "",
    }
}

/// `w` or `b`, as in a FEN.
pub(crate) const fn turn(color: Color) -> &'static str {
    match color {
        Color::White => "w",
        Color::Black => "b",
    }
}

/// Values of which there are few, each as its place in a list.
#[derive(Debug)]
pub(crate) struct DictColumn<T> {
    values: Vec<T>,
    places: Vec<u32>,
    place_of: HashMap<T, u32, BuildHasherDefault<Mixer>>,
}

impl<T> Default for DictColumn<T> {
    fn default() -> DictColumn<T> {
        DictColumn { values: Vec::new(), places: Vec::new(), place_of: HashMap::default() }
    }
}

impl<T: Copy + Eq + Hash> DictColumn<T> {
    /// The values in the order in which they came first.
    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }

    /// A place for each row.
    pub(crate) fn places(&self) -> &[u32] {
        &self.places
    }

    /// A value for each row.
    fn iter(&self) -> impl Iterator<Item = T> {
        self.places.iter().map(|&place| self.values[place as usize])
    }

    /// What is counted of the rows with each value.
    fn tallies(&self, games: &DictColumn<u64>) -> impl Iterator<Item = (&T, Tally)> {
        let mut tallies = vec![Tally::default(); self.values.len()];
        for (&place, games) in self.places.iter().zip(games.iter()) {
            tallies[place as usize].add(games);
        }
        self.values.iter().zip(tallies)
    }

    #[inline]
    fn push(&mut self, value: T) {
        let place = match self.places.last() {
            Some(&place) if self.values[place as usize] == value => place,
            _ => self.find(value),
        };
        self.places.push(place);
    }

    fn find(&mut self, value: T) -> u32 {
        *self.place_of.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() as u32 - 1
        })
    }

    fn clear(&mut self) {
        self.values.clear();
        self.places.clear();
        self.place_of.clear();
    }
}

/// Hashes by multiplication: the values come from no stranger who would have them collide.
#[derive(Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}
