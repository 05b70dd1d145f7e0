//! How many givens there must be at least.
//!
//! Sets that have no cell in common need a given each. Which sets those are is
//! found by taking the smallest first and then giving up one for two as long as
//! that is possible; so the bound is true, but a better one may exist.

use super::CellSet;

/// Some of the sets, no two of which have a cell in common, by their numbers.
pub fn disjoint(sets: &[CellSet]) -> Vec<usize> {
    let mut chosen = greedy(sets);
    while let Some(better) = exchange(sets, &chosen) {
        chosen = better;
    }
    chosen
}

/// The smallest first, each that meets none before.
fn greedy(sets: &[CellSet]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sets.len()).collect();
    order.sort_by_key(|&number| sets[number].len());
    let mut chosen: Vec<usize> = Vec::new();
    for number in order {
        if chosen.iter().all(|&other| sets[other].is_disjoint(&sets[number])) {
            chosen.push(number);
        }
    }
    chosen
}

/// One of the chosen given up for two others.
fn exchange(sets: &[CellSet], chosen: &[usize]) -> Option<Vec<usize>> {
    // By chosen set: those others that meet it and none else of the chosen.
    let mut rivals = vec![Vec::new(); chosen.len()];
    for number in 0..sets.len() {
        let mut met = (0..chosen.len()).filter(|&i| !sets[chosen[i]].is_disjoint(&sets[number]));
        if let (Some(only), None) = (met.next(), met.next())
            && chosen[only] != number
        {
            rivals[only].push(number);
        }
    }
    for (given_up, rivals) in rivals.iter().enumerate() {
        for (i, &one) in rivals.iter().enumerate() {
            let apart = |&&other: &&usize| sets[one].is_disjoint(&sets[other]);
            if let Some(&other) = rivals[i + 1..].iter().find(apart) {
                let mut better = chosen.to_vec();
                better[given_up] = one;
                better.push(other);
                return Some(better);
            }
        }
    }
    None
}
