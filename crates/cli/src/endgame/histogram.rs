//! How many positions have which distance, as bars: in the terminal and as SVG.

use crate::render::{Bars, Charset, grouped, plural};
use sole_endgame::{Distances, PositionCounts};
use sole_picture::plot::{self, Histogram, HistogramBar};
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
    census.distances().into_iter().map(Series::from).collect()
}

impl From<Distances> for Series {
    fn from(Distances { turn, winner, counts }: Distances) -> Series {
        let title = format!("{} to move, {} mates in", turn.name(), winner.name());
        Series { title, bars: counts }
    }
}

impl Series {
    /// The most lines that a plot takes.
    const LINES: usize = 40;

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

/// All series below each other as one picture, each bar with its count as a tooltip.
pub(super) fn svg(heading: &str, all: &[Series]) -> String {
    let bar = |&(moves, count): &(u8, u64)| HistogramBar {
        label: moves.to_string(),
        count,
        note: format!("{}: {}", plural(moves.into(), "move"), plural(count, "position")),
    };
    let histogram = |series: &Series| {
        let most = series.bars.iter().map(|&(_, count)| count).max().unwrap_or(1).max(1);
        let peak = grouped(most);
        let title = format!("{} … moves (the highest bar is {peak})", series.title);
        Histogram { title, bars: series.bars.iter().map(bar).collect() }
    };
    plot::histograms(heading, &all.iter().map(histogram).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_distances_share_lines() {
        let bars = (1..=90).map(|moves| (moves, 10)).collect();
        let series = Series { title: "White to move, White mates in".to_owned(), bars };
        let plot = series.plot(Charset::Unicode);
        assert_eq!(plot.lines().count(), 31);
        assert!(plot.contains("\n  1-3 █"), "{plot}");
        assert!(
            plot.ends_with("88-90 ████████████████████████████████████████████████ 30\n"),
            "{plot}"
        );
    }
}
