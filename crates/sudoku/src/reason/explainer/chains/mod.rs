//! Chains of implications: if this candidate holds, those do not, and so on.

mod engine;
mod graph;
mod nested;
mod run;
mod tables;
mod unary;

pub(super) use engine::Engine;
pub(super) use unary::Unary;

/// What is added to the rating of chains: a tenth for each of 4, 6, 8, 12, 16, 24 …
/// links that there are more.
fn length_bonus(complexity: u32) -> f64 {
    let length = complexity.saturating_sub(2);
    let (mut bonus, mut limit, mut is_odd) = (0.0, 4, false);
    while length > limit {
        bonus += 0.1;
        limit = if is_odd { limit * 4 / 3 } else { limit * 3 / 2 };
        is_odd = !is_odd;
    }
    bonus
}

#[cfg(test)]
mod tests {
    use super::length_bonus;

    #[test]
    fn each_limit_that_is_passed_adds_a_tenth() {
        let limits = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
        for complexity in 0..600u32 {
            let passed = limits.iter().filter(|&&limit| complexity > limit + 2).count();
            let tenths = (length_bonus(complexity) * 10.0).round() as usize;
            assert_eq!(tenths, passed, "{complexity} links");
        }
    }
}
