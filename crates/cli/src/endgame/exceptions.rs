//! Positions that are not as most of their ending, and endings apart by the colours of bishops, as
//! text and for scripts.

use super::sentences::part;
use super::stats::Sides;
use crate::render::grouped;
use serde::Serialize;
use sole_board::{Color, Position};
use sole_endgame::{
    BishopColors, Bishops, Conclusion, Decided, Exception, Exceptions, Outcomes, Stats, Value,
};
use std::collections::BTreeMap;

/// What each side wins with one side to move, by the name of the class, as scripts see it.
#[derive(Debug, Serialize)]
pub(super) struct Won {
    white: BTreeMap<&'static str, Exception>,
    black: BTreeMap<&'static str, Exception>,
}

impl Won {
    /// What is sorted of an ending with a side to move.
    pub(super) fn of(stats: &Stats, turn: Color) -> Option<Won> {
        let classes = |winner| {
            let classes = stats.decided(winner, turn)?.classes().into_iter();
            Some(classes.map(|(name, class)| (name, *class)).collect())
        };
        Some(Won { white: classes(Color::White)?, black: classes(Color::Black)? })
    }
}

/// Positions with bishops on such colours, as scripts see them.
#[derive(Debug, Serialize)]
pub(super) struct Part {
    colours: &'static str,
    #[serde(flatten)]
    told_apart: Sides<Outcomes>,
    distinct: Sides<Outcomes>,
    raw: Sides<Outcomes>,
    exceptions: Sides<Option<Exceptions>>,
}

impl Part {
    /// All parts of an ending.
    pub(super) fn all(stats: &Stats) -> Vec<Part> {
        stats.bishops.iter().map(|class| Part::of(stats, class)).collect()
    }

    fn of(stats: &Stats, class: &Bishops) -> Part {
        let (winner, colors) = (stats.conclusion.leader(), Some(class.colors));
        Part {
            colours: class.colors.name(),
            told_apart: Sides::of(|turn| class.told_apart(turn)),
            distinct: Sides::of(|turn| class.outcomes(turn)),
            raw: Sides::of(|turn| class.boards(turn)),
            exceptions: Sides::of(|turn| stats.exceptions(colors, winner, turn).copied()),
        }
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
    let winner = stats.conclusion.leader();
    let (name, other) = (winner.name(), (!winner).name());
    let sentence = |class: &Bishops| {
        let [on_move, in_reply] =
            [winner, !winner].map(|turn| part(&class.win_share(winner, turn)));
        format!(
            "With {}, {name} to move wins {on_move}; with {other} to move, {name} wins {in_reply}.",
            described(class.colors)
        )
    };
    stats.bishops.iter().map(sentence).collect()
}

/// All exceptions, with a heading for each list and an example for each class.
pub(super) fn exception_lines(stats: &Stats) -> String {
    let others = stats.conclusion.turns().iter().map(|&turn| {
        let sorted = stats.exceptions(None, stats.conclusion.leader(), turn);
        match (sorted, Won::of(stats, turn)) {
            (Some(_), _) => String::new(),
            (None, Some(_)) => decided_lines(stats, turn),
            (None, None) => outcome_lines(stats, turn),
        }
    });
    lost_lines(stats) + &others.collect::<String>()
}

/// What is won or lost where most positions are drawn.
fn decided_lines(stats: &Stats, turn: Color) -> String {
    let rows = [turn, !turn].into_iter().flat_map(|winner| {
        let decided = stats.decided(winner, turn).copied().unwrap_or_default();
        won_rows(&decided, winner, turn)
    });
    format!("\n{} to move: what is not drawn\n{}", turn.name(), rows.collect::<String>())
}

fn won_rows(decided: &Decided, winner: Color, turn: Color) -> Vec<String> {
    let (name, other) = (winner.name(), (!winner).name());
    let whatever = if turn == winner { String::new() } else { format!(", whatever {other} plays") };
    let Decided { mates, captures, promotions, later } = decided;
    let promotion = match turn == winner || captures.positions == 0 {
        true => "can promote",
        false => "can capture or promote",
    };
    let mate = match turn == winner {
        true => format!("{name} mates at once"),
        false => format!("{name} has mated, or mates at once{whatever}"),
    };
    let rows = [
        (mates, mate),
        (captures, format!("{name} wins and can capture at once{whatever}")),
        (promotions, format!("{name} wins and {promotion} at once{whatever}")),
        (later, format!("{name} wins later")),
    ];
    rows.iter().filter_map(|(class, text)| row(class.positions, text, class.example)).collect()
}

/// How many positions are won, drawn and lost, if no class of them is small enough to be sorted.
fn outcome_lines(stats: &Stats, turn: Color) -> String {
    let census = &stats.plain;
    let outcomes = census.outcomes(turn);
    if [outcomes.win, outcomes.draw, outcomes.loss].contains(&outcomes.sum()) {
        return String::new();
    }
    let (name, other) = (turn.name(), (!turn).name());
    let rows = [
        (outcomes.win, format!("{name} wins"), census.longest_win(turn).map(|it| it.position)),
        (outcomes.draw, "drawn".to_owned(), census.example(turn, Value::Draw)),
        (outcomes.loss, format!("{other} wins"), census.longest_loss(turn).map(|it| it.position)),
    ];
    let rows = rows.into_iter().filter_map(|(count, text, example)| row(count, &text, example));
    format!("\n{name} to move, an example of each outcome\n{}", rows.collect::<String>())
}

/// A class with its number and its example, unless it is empty.
fn row(positions: u64, text: &str, example: Option<Position>) -> Option<String> {
    let example = example.map(|position| format!(": {position}")).unwrap_or_default();
    (positions > 0).then(|| format!("{:>9}  {text}{example}\n", grouped(positions)))
}

/// What the side that wins most does not win.
fn lost_lines(stats: &Stats) -> String {
    let winner = stats.conclusion.leader();
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
    rows.iter().filter_map(|(class, text)| row(class.positions, text, class.example)).collect()
}
