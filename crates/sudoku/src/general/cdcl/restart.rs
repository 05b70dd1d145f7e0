//! When the search restarts.

/// Averages of the LBD of learned clauses, short-term and long-term. When the recent average is
/// clearly above the long-term one, the latest guesses were bad and the search restarts.
#[derive(Debug, Default)]
pub(super) struct RestartPolicy {
    recent: f64,
    long_term: f64,
    n_learned: u64,
    since_restart: u64,
}

/// The number of clauses that each average covers.
const FEW: f64 = 32.0;
const MANY: f64 = 8192.0;

/// The smallest number of clauses learned between two restarts.
const SHORTEST: u64 = 10;

/// A restart needs a recent average above the long-term one by this factor.
const MARGIN: f64 = 1.1;

impl RestartPolicy {
    pub(super) fn learned(&mut self, lbd: u32) {
        self.n_learned += 1;
        self.since_restart += 1;
        self.recent += (f64::from(lbd) - self.recent) / FEW;
        self.long_term += (f64::from(lbd) - self.long_term) / MANY.min(self.n_learned as f64);
    }

    /// Whether to restart now; if so, the restart is recorded.
    pub(super) fn take_restart(&mut self) -> bool {
        let wanted = self.since_restart > SHORTEST && self.recent > MARGIN * self.long_term;
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
    fn the_search_restarts_when_clauses_get_worse() {
        let mut restart = RestartPolicy::default();
        let mut restarts = |lbds: &[u32]| {
            let mut n = 0;
            for &lbd in lbds {
                restart.learned(lbd);
                n += u32::from(restart.take_restart());
            }
            n
        };
        assert_eq!(restarts(&[5; 1000]), 0, "all as usual");
        assert!(restarts(&[9; 100]) > 3, "worse than usual");
        restarts(&[4; 100]);
        assert_eq!(restarts(&[4; 1000]), 0, "better than usual for a while");
    }
}
