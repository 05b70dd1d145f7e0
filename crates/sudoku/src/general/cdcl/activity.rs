//! The variables by activity: how often they took part in recent conflicts (VSIDS).

/// A binary heap of variables with changing priorities.
#[derive(Debug)]
pub(super) struct ActivityHeap {
    /// The heap: each member has at least the activity of the two at twice its place.
    members: Vec<u32>,
    /// Where each variable is in the heap, [`ABSENT`] if it is not.
    places: Vec<u32>,
    activity: Vec<f64>,
    /// The amount that the next bump adds.
    bump: f64,
}

/// The place of what is not in the heap.
const ABSENT: u32 = u32::MAX;

/// The weight of earlier bumps is multiplied by this at each conflict.
const DECAY: f64 = 0.98;

/// Activities beyond this are scaled down, all of them.
const HUGE: f64 = 1e100;

impl ActivityHeap {
    /// All variables below `n`, equally active.
    pub(super) fn new(n: usize) -> ActivityHeap {
        ActivityHeap {
            members: (0..n as u32).collect(),
            places: (0..n as u32).collect(),
            activity: vec![0.0; n],
            bump: 1.0,
        }
    }

    /// Takes out the most active member.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let first = *self.members.first()?;
        let last = self.members.pop()?;
        self.places[first as usize] = ABSENT;
        if last != first {
            self.sift_down(last, 0);
        }
        Some(first as usize)
    }

    /// Puts a number in, if it is not there.
    #[inline(always)]
    pub(super) fn insert(&mut self, number: usize) {
        if self.places[number] == ABSENT {
            self.members.push(number as u32);
            self.sift_up(number as u32, self.members.len() - 1);
        }
    }

    /// Makes a number more active.
    pub(super) fn bump(&mut self, number: usize) {
        self.activity[number] += self.bump;
        if self.activity[number] > HUGE {
            self.activity.iter_mut().for_each(|activity| *activity /= HUGE);
            self.bump /= HUGE;
        }
        if self.places[number] != ABSENT {
            self.sift_up(number as u32, self.places[number] as usize);
        }
    }

    /// Makes all earlier bumps count for less than the next ones.
    pub(super) fn decay(&mut self) {
        self.bump /= DECAY;
    }

    fn put(&mut self, number: u32, place: usize) {
        self.members[place] = number;
        self.places[number as usize] = place as u32;
    }

    /// Puts a number at a place or above it.
    fn sift_up(&mut self, number: u32, mut place: usize) {
        let activity = self.activity[number as usize];
        while place > 0 {
            let above = self.members[(place - 1) / 2];
            if self.activity[above as usize] >= activity {
                break;
            }
            self.put(above, place);
            place = (place - 1) / 2;
        }
        self.put(number, place);
    }

    /// Puts a number at a place or below it.
    fn sift_down(&mut self, number: u32, mut place: usize) {
        let activity = self.activity[number as usize];
        loop {
            let active = |place: &usize| self.activity[self.members[*place] as usize];
            let below = [2 * place + 1, 2 * place + 2];
            let within = below.into_iter().filter(|&child| child < self.members.len());
            let best = within.max_by(|one, other| active(one).total_cmp(&active(other)));
            let Some(best) = best.filter(|best| active(best) > activity) else { break };
            self.put(self.members[best], place);
            place = best;
        }
        self.put(number, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_puzzle::rng::Rng;

    /// Against a list that is searched from one end to the other.
    #[test]
    fn the_most_active_comes_first() {
        const N: usize = 20;
        let mut rng = Rng::new(1, 1);
        let (mut heap, mut activity, mut inside) = (ActivityHeap::new(N), [0.0; N], [true; N]);
        let mut bump = 1.0;
        for _ in 0..5000 {
            let number = rng.below(N);
            match rng.below(4) {
                0 => {
                    let members = (0..N).filter(|&i| inside[i]);
                    let most = members.map(|i| activity[i]).fold(-1.0, f64::max);
                    match heap.pop() {
                        None => assert!(!inside.contains(&true)),
                        Some(first) => {
                            assert!(inside[first] && activity[first] == most);
                            inside[first] = false;
                        }
                    }
                }
                1 => {
                    heap.insert(number);
                    inside[number] = true;
                }
                2 => {
                    heap.bump(number);
                    activity[number] += bump;
                }
                _ => {
                    heap.decay();
                    bump /= DECAY;
                }
            }
        }
    }
}
