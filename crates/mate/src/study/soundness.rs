//! Whether a problem is sound, in one word.

use super::{Finding, Found, Outcome};
use crate::{DualKind, Duals};
use std::cmp::Ordering;

/// Whether a problem is sound, or the worst that is proved about it.
///
/// Where one side forces the goal, a sound problem has one key of the stipulated length and no
/// [duals](crate::Duals). Where both sides help, and in series, it has one solution and none in
/// fewer moves. If several solutions are [intended](super::Intended), it has as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// As many solutions as intended, which is one unless its author says otherwise, and no fault.
    Sound,
    /// There is no solution.
    None,
    /// There is a solution in fewer moves than stipulated.
    Short,
    /// There are more keys or lines than intended.
    Cooked,
    /// There are solutions, but fewer than intended.
    Fewer,
    /// A defence that stops every threat has several answers.
    Dual,
    /// Several threats work after the same reply; there is no [`Soundness::Dual`].
    MultipleThreats,
    /// A reply that does not stop the threat allows another continuation as well; there is no
    /// worse dual.
    MinorDual,
    /// A limit came first, or not everything was looked for.
    Open,
}

impl Soundness {
    /// All of them.
    pub const ALL: [Soundness; 9] = [
        Soundness::Sound,
        Soundness::None,
        Soundness::Short,
        Soundness::Cooked,
        Soundness::Fewer,
        Soundness::Dual,
        Soundness::MultipleThreats,
        Soundness::MinorDual,
        Soundness::Open,
    ];

    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::None => "none",
            Soundness::Short => "short",
            Soundness::Cooked => "cooked",
            Soundness::Fewer => "fewer",
            Soundness::Dual => "dual",
            Soundness::MultipleThreats => "multiple-threats",
            Soundness::MinorDual => "minor-dual",
            Soundness::Open => "open",
        }
    }

    /// Whether the problem is sound, if that is decided.
    pub fn is_sound(self) -> Option<bool> {
        (self != Soundness::Open).then_some(self == Soundness::Sound)
    }

    pub(super) fn of(finding: &Finding) -> Soundness {
        let is_short = finding.short().is_some();
        match (finding.outcome(), finding.compared()) {
            (Outcome::None, _) => Soundness::None,
            _ if is_short => Soundness::Short,
            (Outcome::Some | Outcome::Open, _) | (_, None) => Soundness::Open,
            (_, Some(Ordering::Greater)) => Soundness::Cooked,
            (_, Some(Ordering::Less)) => Soundness::Fewer,
            (_, Some(Ordering::Equal)) => of_play(finding),
        }
    }
}

/// The word for as many solutions as intended, none of them shorter than those that are known.
fn of_play(finding: &Finding) -> Soundness {
    match &finding.found {
        Found::Lines { short: Ok(_), .. } => Soundness::Sound,
        Found::Lines { short: Err(_), .. } => Soundness::Open,
        Found::Keys { .. } | Found::First { .. } => {
            finding.duals().map_or(Soundness::Open, of_duals)
        }
    }
}

/// The word for keys with these duals.
fn of_duals(duals: &Duals) -> Soundness {
    let has = |kind| duals.of_kind(kind).next().is_some();
    match duals.is_complete() {
        _ if has(DualKind::Defence) => Soundness::Dual,
        _ if has(DualKind::Threats) => Soundness::MultipleThreats,
        _ if has(DualKind::Minor) => Soundness::MinorDual,
        true => Soundness::Sound,
        false => Soundness::Open,
    }
}
