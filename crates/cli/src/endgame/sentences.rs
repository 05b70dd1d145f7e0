//! A conclusion about an ending, in words.

use crate::render::{grouped, plural};
use sole_board::Color;
use sole_endgame::{Conclusion, WinShare};

/// The sentences of a conclusion, one for each side to move or one for all.
pub(super) fn sentences(conclusion: &Conclusion) -> Vec<String> {
    match *conclusion {
        Conclusion::Drawn => vec!["Neither side can force mate.".to_owned()],
        Conclusion::Even { mover, opponent } => {
            vec![format!("The side to move {}, and loses {}.", wins(&mover), part(&opponent))]
        }
        Conclusion::Favours { winner, on_move, in_reply } => favours(winner, &on_move, &in_reply),
        _ => Vec::new(),
    }
}

fn favours(winner: Color, on_move: &WinShare, in_reply: &WinShare) -> Vec<String> {
    let (name, other) = (winner.name(), (!winner).name());
    if let (WinShare::Everything { .. }, WinShare::UnlessSaved { stalemates: 0, .. }) =
        (on_move, in_reply)
    {
        return vec![format!(
            "{name} wins every position in which {other} cannot capture at once."
        )];
    }
    let first = match on_move {
        WinShare::UnlessSaved { captures, stalemates, .. } => {
            let rest = captures + stalemates;
            format!(
                "{name} to move {}; in {} {other} {} whatever {name} plays.",
                wins(on_move),
                if rest == 1 { "that one" } else { "each of these" },
                saves(*captures, *stalemates, "captures at once", "is stalemated", "or"),
            )
        }
        _ => format!("{name} to move {}.", wins(on_move)),
    };
    let second = match in_reply {
        WinShare::UnlessSaved { captures, stalemates, positions } => {
            let held =
                saves(*captures, *stalemates, "cannot capture at once", "is not stalemated", "and");
            format!(
                "With {other} to move, {name} wins every position in which {other} {held}: all but \
                 {} of {} ({}, {}).",
                grouped(captures + stalemates),
                grouped(*positions),
                plural(*captures, "capture"),
                plural(*stalemates, "stalemate"),
            )
        }
        _ => format!("With {other} to move, {name} {}.", wins(in_reply)),
    };
    vec![first, second]
}

/// What saves the other side, as far as it occurs.
fn saves(captures: u64, stalemates: u64, capture: &str, stalemate: &str, join: &str) -> String {
    match (captures, stalemates) {
        (_, 0) => capture.to_owned(),
        (0, _) => stalemate.to_owned(),
        _ => format!("{capture} {join} {stalemate}"),
    }
}

/// `wins all but 3 of 4 positions`.
fn wins(extent: &WinShare) -> String {
    format!("wins {}", part(extent))
}

/// `3 of 4 positions (75.0 %)`.
pub(super) fn part(extent: &WinShare) -> String {
    let (won, positions) = (extent.won(), extent.positions());
    match extent {
        WinShare::Nothing { .. } => "no position".to_owned(),
        WinShare::Everything { .. } => "every position".to_owned(),
        WinShare::UnlessSaved { .. } => {
            format!("all but {} of {}", grouped(positions - won), plural(positions, "position"))
        }
        WinShare::Some { .. } => {
            let all = plural(positions, "position");
            format!("{} of {all} ({})", grouped(won), percent(won, positions))
        }
    }
}

/// `75.0 %`, with another digit near 0 and 100, which it says only of exactly that.
pub(super) fn percent(part: u64, whole: u64) -> String {
    let share = if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 };
    match (part, share) {
        (0, _) => "0 %".to_owned(),
        _ if part == whole => "100 %".to_owned(),
        (_, ..0.005) => "< 0.01 %".to_owned(),
        (_, 99.995..) => "> 99.99 %".to_owned(),
        (_, ..0.1 | 99.9..) => format!("{share:.2} %"),
        _ => format!("{share:.1} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conclusions_are_sentences() {
        let every = WinShare::Everything { positions: 18 };
        let some = WinShare::Some { positions: 200, won: 50 };
        let saved =
            |captures, stalemates| WinShare::UnlessSaved { positions: 28, captures, stalemates };
        let favours = |on_move, in_reply| {
            let winner = Color::White;
            Conclusion::Favours { winner, on_move, in_reply }
        };
        let cases = [
            (Conclusion::Drawn, "Neither side can force mate."),
            (
                Conclusion::Even { mover: some, opponent: WinShare::Nothing { positions: 200 } },
                "The side to move wins 50 of 200 positions (25.0 %), and loses no position.",
            ),
            (
                favours(every, saved(3, 0)),
                "White wins every position in which Black cannot capture at once.",
            ),
            (
                favours(every, saved(3, 1)),
                "White to move wins every position. With Black to move, White wins every position \
                 in which Black cannot capture at once and is not stalemated: all but 4 of 28 \
                 (3 captures, 1 stalemate).",
            ),
            (
                favours(saved(3, 1), some),
                "White to move wins all but 4 of 28 positions; in each of these Black captures at \
                 once or is stalemated whatever White plays. With Black to move, White wins 50 of \
                 200 positions (25.0 %).",
            ),
            (
                favours(saved(1, 0), saved(0, 2)),
                "White to move wins all but 1 of 28 positions; in that one Black captures at once \
                 whatever White plays. With Black to move, White wins every position in which \
                 Black is not stalemated: all but 2 of 28 (0 captures, 2 stalemates).",
            ),
        ];
        for (conclusion, expected) in cases {
            assert_eq!(sentences(&conclusion).join(" "), expected, "{conclusion:?}");
        }
    }

    #[test]
    fn percentages_do_not_round_to_certainty() {
        let cases = [
            ((0, 5), "0 %"),
            ((5, 5), "100 %"),
            ((1, 2), "50.0 %"),
            ((1, 100_000), "< 0.01 %"),
            ((99_999, 100_000), "> 99.99 %"),
            ((1, 2_000), "0.05 %"),
            ((4_999, 5_000), "99.98 %"),
            ((0, 0), "0 %"),
        ];
        for ((part, whole), expected) in cases {
            assert_eq!(percent(part, whole), expected);
        }
    }
}
