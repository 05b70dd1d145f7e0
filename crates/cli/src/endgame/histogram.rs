//! How many positions have which distance, as bars: in the terminal and as SVG.

use crate::render::{Bars, Charset, grouped, plural};
use sole_board::Color;
use sole_endgame::{PositionCounts, Value};
use std::fmt::Write;

/// Positions with one side to move that one side wins, by distance.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Series {
    title: String,
    /// The distance in moves, from the smallest to the largest without gaps, and positions.
    bars: Vec<(u8, u64)>,
}

/// The series of a census that have any position: each side to move, its wins and its losses.
pub(super) fn all_series(census: &PositionCounts) -> Vec<Series> {
    let mut all = Vec::new();
    for turn in Color::ALL {
        let win = |value| match value {
            Value::Win(moves) => Some(moves),
            _ => None,
        };
        let loss = |value| match value {
            Value::Loss(moves) => Some(moves),
            _ => None,
        };
        let (mover, other) = (turn.name(), (!turn).name());
        let wins = format!("{mover} to move, {mover} mates in");
        let losses = format!("{mover} to move, {other} mates in");
        all.extend(Series::new(
            wins,
            census.histogram(turn).filter_map(|(v, n)| Some((win(v)?, n))),
        ));
        all.extend(Series::new(
            losses,
            census.histogram(turn).filter_map(|(v, n)| Some((loss(v)?, n))),
        ));
    }
    all
}

impl Series {
    /// The most lines that a plot takes.
    const LINES: usize = 40;

    fn new(title: String, counts: impl Iterator<Item = (u8, u64)>) -> Option<Series> {
        let mut counts: Vec<(u8, u64)> = counts.collect();
        counts.sort_unstable();
        let (first, last) = (counts.first()?.0, counts.last()?.0);
        let at = |moves| counts.iter().find(|&&(n, _)| n == moves).map_or(0, |&(_, count)| count);
        Some(Series { title, bars: (first..=last).map(|moves| (moves, at(moves))).collect() })
    }

    /// The bars as lines of text; several distances share a line if there are many.
    pub(super) fn plot(&self, charset: Charset) -> String {
        let step = self.bars.len().div_ceil(Self::LINES);
        let bins: Vec<(String, u64)> = self.bars.chunks(step).map(bin).collect();
        let most = bins.iter().map(|&(_, count)| count).max().unwrap_or(0);
        let width = bins.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
        let title = format!("{} … moves\n", self.title);
        let mut text = charset.text(&title).into_owned();
        for (label, count) in bins {
            let bar = Bars::of(charset).bar(count.into(), most.into());
            let line = format!("{label:>width$} {bar} {}", grouped(count));
            let _ = writeln!(text, "{line}");
        }
        text
    }
}

/// `7` or `7–9`, and the positions of all of them.
fn bin(bars: &[(u8, u64)]) -> (String, u64) {
    let count = bars.iter().map(|&(_, count)| count).sum();
    match bars {
        [(first, _), .., (last, _)] => (format!("{first}-{last}"), count),
        bars => (bars.iter().map(|(moves, _)| moves.to_string()).collect(), count),
    }
}

/// All series below each other as one picture.
pub(super) fn svg(heading: &str, all: &[Series]) -> String {
    const WIDTH: usize = 800;
    const PANEL: usize = 220;
    const TOP: usize = 40;
    let height = TOP + PANEL * all.len();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"20\" y=\"25\" font-size=\"16\">{heading}</text>\n"
    );
    for (number, series) in all.iter().enumerate() {
        let top = TOP + PANEL * number;
        let _ = writeln!(text, "<g transform=\"translate(20 {top})\">");
        text.push_str(&panel(series, WIDTH as f64 - 40.0));
        text.push_str("</g>\n");
    }
    text.push_str("</svg>\n");
    text
}

/// The bars of one series, side by side, each with its count as a tooltip.
fn panel(series: &Series, width: f64) -> String {
    const HEIGHT: f64 = 150.0;
    const BASE: f64 = 175.0;
    let most = series.bars.iter().map(|&(_, count)| count).max().unwrap_or(1).max(1);
    let step = width / series.bars.len() as f64;
    let every = (series.bars.len() / 25).max(1);
    let peak = grouped(most);
    let mut text =
        format!("<text y=\"12\">{} … moves (the highest bar is {peak})</text>\n", series.title);
    for (number, &(moves, count)) in series.bars.iter().enumerate() {
        let (x, high) = (number as f64 * step, HEIGHT * count as f64 / most as f64);
        let _ = writeln!(
            text,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\" fill=\"#447799\">\
             <title>{}: {}</title></rect>",
            BASE - high,
            step * 0.9,
            plural(moves.into(), "move"),
            plural(count, "position"),
        );
        if number % every == 0 {
            let middle = x + step * 0.45;
            let _ = writeln!(
                text,
                "<text x=\"{middle:.1}\" y=\"190\" text-anchor=\"middle\">{moves}</text>"
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_distances_share_lines() {
        let counts = (1..=90).map(|moves| (moves, 10));
        let series = Series::new("White to move, White mates in".to_owned(), counts).expect("some");
        let plot = series.plot(Charset::Unicode);
        assert_eq!(plot.lines().count(), 31);
        assert!(plot.contains("\n  1-3 █"), "{plot}");
        assert!(
            plot.ends_with("88-90 ████████████████████████████████████████████████ 30\n"),
            "{plot}"
        );
    }

    #[test]
    fn gaps_are_drawn() {
        let series = Series::new("x".to_owned(), [(5, 2), (2, 1)].into_iter()).expect("some");
        assert_eq!(series.bars, [(2, 1), (3, 0), (4, 0), (5, 2)]);
        assert_eq!(Series::new("x".to_owned(), [].into_iter()), None);
    }
}
