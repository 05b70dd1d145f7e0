//! The numbers of layers as one picture of six panels, as SVG.

use super::Large;
use super::stats::{Count, Row};
use crate::render::grouped;
use sole_picture::plot::{Bar, Color, Curve, Panel, Point, STEPS, Scale, Series, Sheet};

/// The picture of the layers from a start.
pub(super) fn svg(start: &str, rows: &[Row]) -> String {
    let panels =
        vec![growth(rows), men(rows), checks(rows), ends(rows), edges(rows), single_games(rows)];
    Sheet {
        title: "All positions, ply by ply",
        subtitle: &format!("from {start}"),
        unit: "plies",
        places: rows.iter().map(|row| row.ply).collect(),
        panels,
    }
    .svg()
}

/// A number of each layer as a curve; layers without any have no point.
fn curve(name: &'static str, color: Color, rows: &[Row], of: impl Fn(&Row) -> u128) -> Curve {
    let point = |row: &Row| {
        let number = of(row);
        let note = format!("ply {}: {} {name}", row.ply, Large(number));
        (number > 0).then_some(Point { place: row.ply, number, note })
    };
    Curve { name, color, points: rows.iter().filter_map(point).collect() }
}

/// Curves, or a message if none has a point.
fn curves(
    title: &'static str,
    subtitle: &'static str,
    nothing: &'static str,
    curves: Vec<Curve>,
) -> Panel {
    let is_empty = curves.iter().all(|curve| curve.points.is_empty());
    let series = Series::Curves(curves);
    Panel { title, subtitle, message: is_empty.then_some(nothing), series }
}

fn positions(count: &Count) -> u128 {
    count.positions.into()
}

fn growth(rows: &[Row]) -> Panel {
    let games = curve("games", Color::Orange, rows, |row| row.games.0);
    let positions = curve("positions", Color::Blue, rows, |row| row.positions.into());
    curves("Growth", "positions and games, logarithmic", "no position", vec![games, positions])
}

fn ends(rows: &[Row]) -> Panel {
    let all = vec![
        curve("mates", Color::Orange, rows, |row| positions(&row.mates)),
        curve("stalemates", Color::Green, rows, |row| positions(&row.stalemates)),
        curve("dead", Color::Purple, rows, |row| positions(&row.dead)),
    ];
    curves("Ends", "positions, logarithmic", "no end yet", all)
}

/// Checks, mates among them.
fn checks(rows: &[Row]) -> Panel {
    let all = vec![curve("checks", Color::Blue, rows, |row| positions(&row.checks))];
    curves("Checks", "positions, logarithmic, mates included", "no check yet", all)
}

/// Positions that one game leads to.
fn single_games(rows: &[Row]) -> Panel {
    let bar = |row: &Row| Bar {
        place: row.ply,
        ends: [0.0, row.unique as f64 / row.positions as f64],
        color: Color::Green,
        note: format!("ply {}: {} with one game", row.ply, grouped(row.unique)),
        label: None,
    };
    let bars = rows.iter().filter(|row| row.positions > 0).map(bar).collect();
    Panel {
        title: "One game",
        subtitle: "share of the positions that one game leads to",
        message: None,
        series: Series::Bars { scale: Scale::Percent, bars, key: Vec::new() },
    }
}

/// Shares of the positions by men, on top of each other, the fewest men above.
fn men(rows: &[Row]) -> Panel {
    let mut all: Vec<u8> = rows.iter().flat_map(|row| row.men.iter().map(|men| men.men)).collect();
    all.sort_unstable();
    all.dedup();
    all.reverse();
    let mut bars = Vec::new();
    for row in rows {
        let mut below = 0;
        for (step, &men) in all.iter().enumerate() {
            let positions = row.with_men(men);
            let share = |positions: u64| positions as f64 / row.positions as f64;
            if positions > 0 {
                bars.push(Bar {
                    place: row.ply,
                    ends: [share(below), share(below + positions)],
                    color: Color::Step(step),
                    note: format!("ply {}: {} with {men} men", row.ply, grouped(positions)),
                    label: None,
                });
            }
            below += positions;
        }
    }
    Panel {
        title: "Men",
        subtitle: "share of the positions",
        message: None,
        series: Series::Bars { scale: Scale::Percent, bars, key: key(&all) },
    }
}

/// What each step stands for; the last one for all that are fewer.
fn key(men: &[u8]) -> Vec<String> {
    let name = |(step, &fewest): (usize, &u8)| match step + 1 == STEPS && men.len() > STEPS {
        true => format!("≤ {fewest}"),
        false => fewest.to_string(),
    };
    men.iter().take(STEPS).enumerate().map(name).collect()
}

fn edges(rows: &[Row]) -> Panel {
    let bar = |row: &Row| {
        let edges = row.edges_per_position?;
        Some(Bar {
            place: row.ply,
            ends: [0.0, edges],
            color: Color::Blue,
            note: format!("ply {}: {edges:.3} edges per position", row.ply),
            label: Some(format!("{edges:.2}")),
        })
    };
    let bars = rows.iter().filter_map(bar).collect();
    Panel {
        title: "Collisions",
        subtitle: "edges per position",
        message: None,
        series: Series::Bars { scale: Scale::Number, bars, key: Vec::new() },
    }
}
