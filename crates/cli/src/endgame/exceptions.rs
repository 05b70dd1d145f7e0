//! Positions that are not won, and endings apart by the colours of bishops, as text and for scripts.

use super::sentences::part;
use super::stats::{Counts, Sides};
use crate::render::grouped;
use serde::Serialize;
use sole_board::{Color, Position};
use sole_endgame::{BishopColors, Bishops, Conclusion, Exception, Exceptions, Stats};

/// The exceptions with one side to move, as scripts see them.
#[derive(Debug, Serialize)]
pub(super) struct Sorted {
    capture: Class,
    stalemate: Class,
    later: Class,
}

#[derive(Debug, Serialize)]
struct Class {
    positions: u64,
    raw: u64,
    fen: Option<String>,
}

/// Positions with bishops on such colours, as scripts see them.
#[derive(Debug, Serialize)]
pub(super) struct Part {
    colours: &'static str,
    #[serde(flatten)]
    told_apart: Sides<Counts>,
    distinct: Sides<Counts>,
    raw: Sides<Counts>,
    exceptions: Sides<Option<Sorted>>,
}

impl From<&Exceptions> for Sorted {
    fn from(Exceptions { captures, stalemates, later }: &Exceptions) -> Sorted {
        Sorted { capture: captures.into(), stalemate: stalemates.into(), later: later.into() }
    }
}

impl From<&Exception> for Class {
    fn from(Exception { positions, boards, example }: &Exception) -> Class {
        let fen = example.as_ref().map(Position::to_string);
        Class { positions: *positions, raw: *boards, fen }
    }
}

impl Part {
    /// All parts of an ending.
    pub(super) fn all(stats: &Stats) -> Vec<Part> {
        stats.bishops.iter().map(|class| Part::of(stats, class)).collect()
    }

    fn of(stats: &Stats, class: &Bishops) -> Part {
        let (winner, colors) = (winner(&stats.conclusion), Some(class.colors));
        Part {
            colours: class.colors.name(),
            told_apart: Sides::of(|turn| class.told_apart(turn).into()),
            distinct: Sides::of(|turn| class.outcomes(turn).into()),
            raw: Sides::of(|turn| class.boards(turn).into()),
            exceptions: Sides::of(|turn| stats.exceptions(colors, winner, turn).map(Sorted::from)),
        }
    }
}

/// The side that wins more often, or White.
pub(super) fn winner(conclusion: &Conclusion) -> Color {
    match conclusion {
        Conclusion::Favours { winner, .. } => *winner,
        _ => Color::White,
    }
}

/// `bishops on opposite colours`.
pub(super) fn described(colors: BishopColors) -> &'static str {
    match colors {
        BishopColors::Same => "bishops on the same colour",
        BishopColors::Opposite => "bishops on opposite colours",
        BishopColors::Both => "bishops of one side on both colours",
    }
}

/// A sentence for each class of bishops: how many positions the stronger side wins.
pub(super) fn class_sentences(stats: &Stats) -> Vec<String> {
    if stats.conclusion == Conclusion::Drawn {
        return Vec::new();
    }
    let winner = winner(&stats.conclusion);
    let (name, other) = (winner.name(), (!winner).name());
    let sentence = |class: &Bishops| {
        let [on_move, in_reply] = [winner, !winner].map(|turn| part(&class.extent(winner, turn)));
        format!(
            "With {}, {name} to move wins {on_move}; with {other} to move, {name} wins {in_reply}.",
            described(class.colors)
        )
    };
    stats.bishops.iter().map(sentence).collect()
}

/// All exceptions that are sorted, with a heading for each list and an example for each class.
pub(super) fn exception_lines(stats: &Stats) -> String {
    let winner = winner(&stats.conclusion);
    let parts = stats.bishops.iter().map(|class| Some(class.colors));
    let lists = std::iter::once(None).chain(parts);
    let lists = lists.flat_map(|part| [winner, !winner].map(|turn| (part, turn)));
    lists
        .filter_map(|(part, turn)| {
            let sorted = stats.exceptions(part, winner, turn)?;
            Some(heading(part, winner, turn) + &lines(sorted, winner, turn))
        })
        .collect()
}

fn heading(part: Option<BishopColors>, winner: Color, turn: Color) -> String {
    let (winner, turn) = (winner.name(), turn.name());
    let part = part.map(|colors| format!(", {}", described(colors))).unwrap_or_default();
    format!("\n{turn} to move{part}: what {winner} does not win\n")
}

fn lines(sorted: &Exceptions, winner: Color, turn: Color) -> String {
    let (winner_name, other) = (winner.name(), (!winner).name());
    let [capture, stalemate, later] = if turn == winner {
        [
            format!("{other} can capture at once, whatever {winner_name} plays"),
            format!("{other} can capture or is stalemated, whatever {winner_name} plays"),
            "the win is lost later".to_owned(),
        ]
    } else {
        [
            format!("{other} can capture at once"),
            format!("{other} is stalemated"),
            "the win is lost later".to_owned(),
        ]
    };
    let rows =
        [(&sorted.captures, capture), (&sorted.stalemates, stalemate), (&sorted.later, later)];
    let rows = rows.into_iter().filter(|(class, _)| class.positions > 0);
    rows.map(|(class, text)| {
        let example = class.example.as_ref().map(|fen| format!(": {fen}")).unwrap_or_default();
        format!("{:>9}  {text}{example}\n", grouped(class.positions))
    })
    .collect()
}
