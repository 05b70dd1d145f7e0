//! Variables by how often they took part in contradictions of late.

/// A binary heap of numbers with changing priorities.
#[derive(Debug)]
pub(super) struct Heap {
    /// The heap: each member has at least the activity of the two at twice its place.
    members: Vec<u32>,
    /// Where each number is in the heap, [`ABSENT`] if it is not.
    places: Vec<u32>,
    activity: Vec<f64>,
    /// What the next bump adds.
    bump: f64,
}

/// The place of what is not in the heap.
const ABSENT: u32 = u32::MAX;

/// Bumps of the past lose so much with each contradiction.
const DECAY: f64 = 0.98;

/// Activities beyond this are scaled down, all of them.
const HUGE: f64 = 1e100;

impl Heap {
    /// All numbers below `n`, equally active.
    pub(super) fn new(n: usize) -> Heap {
        Heap {
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
            self.sink(last, 0);
        }
        Some(first as usize)
    }

    /// Puts a number in, if it is not there.
    #[inline(always)]
    pub(super) fn insert(&mut self, number: usize) {
        if self.places[number] == ABSENT {
            self.members.push(number as u32);
            self.rise(number as u32, self.members.len() - 1);
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
            self.rise(number as u32, self.places[number] as usize);
        }
    }

    /// Lets all that was count for less against what comes.
    pub(super) fn decay(&mut self) {
        self.bump /= DECAY;
    }

    fn put(&mut self, number: u32, place: usize) {
        self.members[place] = number;
        self.places[number as usize] = place as u32;
    }

    /// Puts a number at a place or above it.
    fn rise(&mut self, number: u32, mut place: usize) {
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
    fn sink(&mut self, number: u32, mut place: usize) {
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
        let (mut heap, mut activity, mut inside) = (Heap::new(N), [0.0; N], [true; N]);
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
