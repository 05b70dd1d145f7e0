//! When a new start is better than going on.

/// How spread out the clauses are that are being learned: when those of late span clearly more levels
/// than usual, the latest guesses were not good ones.
#[derive(Debug, Default)]
pub(super) struct Pace {
    of_late: f64,
    usual: f64,
    n_learned: u64,
    since_restart: u64,
}

/// The averages go over about so many clauses.
const FEW: f64 = 32.0;
const MANY: f64 = 8192.0;

/// At least so many clauses are learned between two starts.
const SHORTEST: u64 = 10;

/// This much above the usual is clearly more.
const MARGIN: f64 = 1.1;

impl Pace {
    pub(super) fn learned(&mut self, span: u32) {
        self.n_learned += 1;
        self.since_restart += 1;
        self.of_late += (f64::from(span) - self.of_late) / FEW;
        self.usual += (f64::from(span) - self.usual) / MANY.min(self.n_learned as f64);
    }

    /// Whether to start anew; if so, that is what happens.
    pub(super) fn wants_restart(&mut self) -> bool {
        let wanted = self.since_restart > SHORTEST && self.of_late > MARGIN * self.usual;
        if wanted {
            self.since_restart = 0;
        }
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_start_follows_when_clauses_get_worse() {
        let mut pace = Pace::default();
        let mut restarts = |spans: &[u32]| {
            let mut n = 0;
            for &span in spans {
                pace.learned(span);
                n += u32::from(pace.wants_restart());
            }
            n
        };
        assert_eq!(restarts(&[5; 1000]), 0, "all as usual");
        assert!(restarts(&[9; 100]) > 3, "worse than usual");
        restarts(&[4; 100]);
        assert_eq!(restarts(&[4; 1000]), 0, "better than usual for a while");
    }
}
