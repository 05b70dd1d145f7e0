//! Whether a problem is sound, in one word.

use super::{Finding, Found, Outcome};
use crate::{DualKind, Duals};

/// Whether a problem is sound, or the worst that is proved about it.
///
/// Where one side forces the goal, a sound problem has one key of the stipulated length and no
/// [duals](crate::Duals). Where both sides help, and in series, it has one solution and none in
/// fewer moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// One solution, and no fault.
    Sound,
    /// There is no solution.
    None,
    /// There is a solution in fewer moves than stipulated.
    Short,
    /// There are several keys or lines.
    Cooked,
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
    pub const ALL: [Soundness; 8] = [
        Soundness::Sound,
        Soundness::None,
        Soundness::Short,
        Soundness::Cooked,
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
        match (finding.outcome(), &finding.found) {
            (Outcome::None, _) => Soundness::None,
            _ if finding.short().is_some() => Soundness::Short,
            (Outcome::Many, _) => Soundness::Cooked,
            (Outcome::Some | Outcome::Open, _) => Soundness::Open,
            (Outcome::One, Found::Lines { short, .. }) => match short {
                Ok(_) => Soundness::Sound,
                Err(_) => Soundness::Open,
            },
            (Outcome::One, _) => finding.duals().map_or(Soundness::Open, of_duals),
        }
    }
}

/// The word for one key with these duals.
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
