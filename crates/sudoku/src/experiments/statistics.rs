//! Means with their errors, and correlations.

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mean {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Mean {
    pub(crate) fn of(numbers: &[f64]) -> Mean {
        let n = numbers.len() as f64;
        let value = numbers.iter().sum::<f64>() / n;
        let squares: f64 = numbers.iter().map(|number| (number - value).powi(2)).sum();
        Mean { value, error: (squares / (n - 1.0).max(1.0) / n).sqrt() }
    }

    /// As `3.14 ± 0.02`.
    pub(crate) fn text(self) -> String {
        format!("{:.3} ± {:.3}", self.value, self.error)
    }
}

/// Pearson's correlation, or 0 if one of the two does not vary.
pub(crate) fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let (a, b) = (sum(&|pair| pair.0) / n, sum(&|pair| pair.1) / n);
    let together = sum(&|pair| (pair.0 - a) * (pair.1 - b));
    let apart = (sum(&|pair| (pair.0 - a).powi(2)) * sum(&|pair| (pair.1 - b).powi(2))).sqrt();
    if apart > 0.0 { together / apart } else { 0.0 }
}

/// Spearman's correlation of ranks; equal numbers share theirs.
pub(crate) fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let [a, b] = [ranks(pairs.iter().map(|pair| pair.0)), ranks(pairs.iter().map(|pair| pair.1))];
    correlation(&a.into_iter().zip(b).collect::<Vec<_>>())
}

fn ranks(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let numbers: Vec<f64> = numbers.collect();
    let rank = |number: &f64| {
        let less = numbers.iter().filter(|other| *other < number).count() as f64;
        let equal = numbers.iter().filter(|other| *other == number).count() as f64;
        less + (equal - 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_correlations_are_those_of_the_textbook() {
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]);
        assert!((mean.value - 2.5).abs() < 1e-12 && (mean.error - 0.6455).abs() < 1e-4);
        for (name, pairs, expected) in [
            ("straight", vec![(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)], [1.0, 1.0]),
            ("falling", vec![(1.0, 9.0), (2.0, 4.0), (3.0, 1.0)], [-0.9897, -1.0]),
            ("constant", vec![(1.0, 1.0), (2.0, 1.0)], [0.0, 0.0]),
        ] {
            let found = [correlation(&pairs), rank_correlation(&pairs)];
            let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4);
            assert!(near, "{name}: {found:?}");
        }
    }
}
