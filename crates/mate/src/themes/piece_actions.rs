//! Themes of single moves: promotion, castling, en passant, switchback.

use super::Theme;
use crate::walk::Step;
use sole_board::{Move, MoveKind};

/// The themes of the last move, after those before it.
pub(super) fn themes(steps: &[Step]) -> impl Iterator<Item = Theme> {
    let side = steps.last().map(Step::side);
    let own = steps.iter().filter(|step| Some(step.side()) == side);
    let own: Vec<Move> = own.filter_map(|step| step.played).collect();
    let kind = own.last().map(|m| m.kind());
    let found = [
        (Theme::Promotion, matches!(kind, Some(MoveKind::Promotion(_)))),
        (Theme::Castling, kind == Some(MoveKind::Castling)),
        (Theme::EnPassant, kind == Some(MoveKind::EnPassant)),
        (Theme::Switchback, switches_back(&own)),
    ];
    found.into_iter().filter(|&(_, present)| present).map(|(theme, _)| theme)
}

/// Whether the last of one side's moves brings a man back to where it was.
fn switches_back(line: &[Move]) -> bool {
    let Some((last, before)) = line.split_last() else { return false };
    let mut at = last.from();
    before.iter().rev().filter(|m| m.kind() == MoveKind::Ordinary).any(|m| {
        let is_same_man = m.to() == at;
        if is_same_man {
            at = m.from();
        }
        is_same_man && m.from() == last.to()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Square;

    #[test]
    fn men_that_go_back_are_seen() {
        use Square as S;
        let cases: [(&[(S, S)], bool); 6] = [
            (&[(S::A1, S::A4)], false),
            (&[(S::A1, S::A4), (S::A4, S::A1)], true),
            (&[(S::A1, S::A4), (S::B2, S::A1)], false),
            (&[(S::A1, S::A4), (S::H1, S::H2), (S::A4, S::A1)], true),
            (&[(S::A1, S::A4), (S::A4, S::D4), (S::D4, S::A1)], true),
            (&[(S::A1, S::A4), (S::A4, S::D4), (S::D4, S::D8)], false),
        ];
        for (line, expected) in cases {
            let line: Vec<Move> = line.iter().map(|&(from, to)| Move::ordinary(from, to)).collect();
            assert_eq!(switches_back(&line), expected, "{line:?}");
        }
    }
}
