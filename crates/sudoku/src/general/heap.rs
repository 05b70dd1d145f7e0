//! Variables by how often they took part in contradictions of late.

/// A binary heap of numbers with changing priorities.
#[derive(Debug)]
pub(super) struct Heap {
    /// The heap: each member has at least the activity of the two at twice its place.
    members: Vec<usize>,
    /// Where each number is in the heap, if it is.
    places: Vec<Option<usize>>,
    activity: Vec<f64>,
    /// What the next bump adds.
    bump: f64,
}

/// Bumps of the past lose so much with each contradiction.
const DECAY: f64 = 0.95;

/// Activities beyond this are scaled down, all of them.
const HUGE: f64 = 1e100;

impl Heap {
    /// All numbers below `n`, equally active.
    pub(super) fn new(n: usize) -> Heap {
        Heap {
            members: (0..n).collect(),
            places: (0..n).map(Some).collect(),
            activity: vec![0.0; n],
            bump: 1.0,
        }
    }

    /// Takes out the most active member.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let first = *self.members.first()?;
        let last = self.members.pop()?;
        self.places[first] = None;
        if last != first {
            self.put(last, 0);
            self.sink(0);
        }
        Some(first)
    }

    /// Puts a number in, if it is not there.
    pub(super) fn insert(&mut self, number: usize) {
        if self.places[number].is_none() {
            self.members.push(number);
            self.put(number, self.members.len() - 1);
            self.rise(self.members.len() - 1);
        }
    }

    /// Makes a number more active.
    pub(super) fn bump(&mut self, number: usize) {
        self.activity[number] += self.bump;
        if self.activity[number] > HUGE {
            self.activity.iter_mut().for_each(|activity| *activity /= HUGE);
            self.bump /= HUGE;
        }
        if let Some(place) = self.places[number] {
            self.rise(place);
        }
    }

    /// Lets all that was lose against what comes.
    pub(super) fn decay(&mut self) {
        self.bump /= DECAY;
    }

    fn put(&mut self, number: usize, place: usize) {
        self.members[place] = number;
        self.places[number] = Some(place);
    }

    fn more_active(&self, place: usize, than: usize) -> bool {
        self.activity[self.members[place]] > self.activity[self.members[than]]
    }

    fn swap(&mut self, one: usize, other: usize) {
        let (a, b) = (self.members[one], self.members[other]);
        self.put(a, other);
        self.put(b, one);
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.more_active(place, (place - 1) / 2) {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let below = [2 * place + 1, 2 * place + 2];
            let within = below.into_iter().filter(|&child| child < self.members.len());
            let best = within.fold(
                place,
                |best, child| {
                    if self.more_active(child, best) { child } else { best }
                },
            );
            if best == place {
                return;
            }
            self.swap(place, best);
            place = best;
        }
    }
}
