//! All open cells have two values, but for one with three.
//!
//! Were the extra candidate not there, every value would have two places in every
//! house: a puzzle in that state has no or several solutions.

use super::Found;
use crate::reason::cells::ones;
use crate::reason::state::State;
use crate::reason::step::{Step, Why};
use crate::reason::technique::Technique;
use std::ops::ControlFlow;

/// Hands over the BUG+1, if there is one.
pub(super) fn find<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let Some((cell, value)) = extra(state) else { return ControlFlow::Continue(()) };
    let others = state.marks[cell] & !(1 << value);
    found(Step {
        technique: Technique::Bug,
        placed: Vec::new(),
        removed: ones(others).map(|other| state.candidate(cell, other as u8)).collect(),
        why: Why::Bug { cells: vec![state.topology.cell(cell)], values: vec![value], subset: None },
    })
}

/// The candidate without which there would be two of everything.
fn extra<const W: usize>(state: &State<W>) -> Option<(usize, u8)> {
    let mut large = None;
    for cell in state.open().iter() {
        match (state.n_marks(cell), large) {
            (2, _) => (),
            (3, None) => large = Some(cell),
            _ => return None,
        }
    }
    let cell = large?;
    let is_extra = |&value: &usize| {
        state.topology.houses_of[cell]
            .iter()
            .all(|&house| state.places_in(value as u8, house).len() == 3)
    };
    let value = ones(state.marks[cell]).find(is_extra)? as u8;
    let has_two = |house: usize, other: u8| {
        let is_extra = other == value && state.topology.houses_of[cell].contains(&house);
        let n = state.places_in(other, house).len();
        n == 0 || n == 2 + usize::from(is_extra)
    };
    let houses = 0..state.topology.houses.len();
    let mut all = houses.flat_map(|house| state.all_values().map(move |other| (house, other)));
    all.all(|(house, other)| has_two(house, other)).then_some((cell, value))
}
