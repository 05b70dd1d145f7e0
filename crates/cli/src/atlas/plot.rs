//! The numbers of layers as bars of text.

use super::stats::Row;
use crate::render::{Bars, grouped};
use std::fmt::Write;

/// A title and its bars: a name, a length among those of its group, and the number.
struct Group {
    title: String,
    lines: Vec<(String, u128, String)>,
}

/// All groups, a line between them; what has no bar at all is left out.
pub(super) fn plot(rows: &[Row], bars: Bars) -> String {
    let groups = [
        by_ply("positions, logarithmic", rows, |row| {
            (decades(row.positions.into()), grouped(row.positions))
        }),
        by_ply("games, logarithmic", rows, |row| (decades(row.games.0), row.games.to_string())),
        by_ply("edges per position", &rows[1.min(rows.len())..], |row| {
            let edges = row.edges_per_position.unwrap_or(0.0);
            ((edges * 1000.0) as u128, format!("{edges:.2}"))
        }),
        by_ply("checks, logarithmic", rows, |row| {
            (decades(row.checks.positions.into()), grouped(row.checks.positions))
        }),
        by_ply("mates, logarithmic", rows, |row| {
            (decades(row.mates.positions.into()), grouped(row.mates.positions))
        }),
        by_men(rows.last()),
    ];
    let drawn = groups.iter().filter(|group| group.lines.iter().any(|&(_, length, _)| length > 0));
    drawn.map(|group| group.draw(bars)).collect::<Vec<_>>().join("\n")
}

/// A bar for each layer.
fn by_ply(title: &str, rows: &[Row], bar: impl Fn(&Row) -> (u128, String)) -> Group {
    let line = |row: &Row| {
        let (length, number) = bar(row);
        (row.ply.to_string(), length, number)
    };
    Group { title: format!("{title}, by ply"), lines: rows.iter().map(line).collect() }
}

/// A bar for each number of men in the last layer.
fn by_men(row: Option<&Row>) -> Group {
    let line = |men: &super::stats::Men| {
        (men.men.to_string(), men.count.positions.into(), grouped(men.count.positions))
    };
    let lines = row.map_or(Vec::new(), |row| row.men.iter().rev().map(line).collect());
    let ply = row.map_or(0, |row| row.ply);
    Group { title: format!("positions by men, ply {ply}"), lines }
}

/// A length that grows by the same for each factor of ten; that of one is the shortest.
fn decades(number: u128) -> u128 {
    if number == 0 { 0 } else { 1 + ((number as f64).log10() * 1000.0).round() as u128 }
}

impl Group {
    fn draw(&self, bars: Bars) -> String {
        let most = self.lines.iter().map(|&(_, length, _)| length).max().unwrap_or(0);
        let width = self.lines.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
        let mut text = format!("{}\n", self.title);
        for (name, length, number) in &self.lines {
            let bar = bars.bar(*length, most);
            let gap = if bar.is_empty() { "" } else { " " };
            let _ = writeln!(text, "{name:>width$} {bar}{gap}{number}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenfold_is_as_much_longer() {
        for (number, length) in [(0, 0), (1, 1), (10, 1001), (100, 2001), (1000, 3001)] {
            assert_eq!(decades(number), length, "{number}");
        }
    }
}
