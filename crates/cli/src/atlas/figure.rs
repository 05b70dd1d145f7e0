//! The numbers of layers as one picture of six panels, as SVG.
//!
//! The colours are those of the light or of the dark, as whoever looks prefers;
//! where that is not known, of the light.

use super::Large;
use super::stats::{Count, Row};
use crate::render::grouped;
use std::fmt::Write;

/// The picture of the layers from a start.
pub(super) fn svg(start: &str, rows: &[Row]) -> String {
    let (width, height) = (2.0 * (Panel::WIDTH + MARGIN) + MARGIN, TOP + 3.0 * Panel::HEIGHT);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"ink\" x=\"{MARGIN}\" y=\"38\" font-size=\"20\">All positions, ply by ply \
         <tspan class=\"faint\" font-size=\"13\">from {start}</tspan></text>\n",
    );
    let panels =
        [growth(rows), men(rows), checks(rows), ends(rows), edges(rows), single_games(rows)];
    for (number, panel) in panels.iter().enumerate() {
        let (column, row) = ((number % 2) as f64, (number / 2) as f64);
        let x = MARGIN + column * (Panel::WIDTH + MARGIN);
        let y = TOP + row * Panel::HEIGHT;
        let _ = writeln!(text, "<g transform=\"translate({x} {y})\">\n{}</g>", panel.text);
    }
    text + "</svg>\n"
}

/// Around and between the panels.
const MARGIN: f64 = 40.0;
/// Above the first panels.
const TOP: f64 = 60.0;

/// Classes: paper, ink, what is said in passing (faint), lines of the grid, four colours of
/// things (a to d), and steps from one to the other (s0 to s7).
const STYLE: &str = "\
.paper{fill:#fff}.ink{fill:#1b1f24}.faint{fill:#5b6570}.grid{stroke:#dfe3e8}
.a{fill:#2563a8;stroke:#2563a8}.b{fill:#c4541b;stroke:#c4541b}
.c{fill:#2f7d4f;stroke:#2f7d4f}.d{fill:#8b4aa0;stroke:#8b4aa0}
.s0{fill:#1d4e89}.s1{fill:#2f7fb8}.s2{fill:#5aa9c9}.s3{fill:#93cbc4}
.s4{fill:#c8dca4}.s5{fill:#ecc46c}.s6{fill:#e08b4b}.s7{fill:#b9483a}
@media (prefers-color-scheme: dark){
.paper{fill:#14181d}.ink{fill:#e6e9ed}.faint{fill:#98a2ad}.grid{stroke:#2c333b}
.a{fill:#6aa9e9;stroke:#6aa9e9}.b{fill:#f0915c;stroke:#f0915c}
.c{fill:#68bf8c;stroke:#68bf8c}.d{fill:#c795d8;stroke:#c795d8}
}
.line{fill:none;stroke-width:2;stroke-linejoin:round}.label{stroke:none}
";

/// How many classes of steps there are.
const CLASSES: usize = 8;

/// A panel with its title and axes, drawn from its upper left corner.
struct Panel {
    text: String,
    /// The plies of the first and of the last layer.
    plies: (u32, u32),
}

impl Panel {
    const WIDTH: f64 = 440.0;
    const HEIGHT: f64 = 320.0;
    /// Where the axes are.
    const LEFT: f64 = 44.0;
    const RIGHT: f64 = 372.0;
    const CEILING: f64 = 44.0;
    const FLOOR: f64 = 264.0;

    fn new(title: &str, subtitle: &str, rows: &[Row]) -> Panel {
        let plies = (rows.first().map_or(0, |row| row.ply), rows.last().map_or(0, |row| row.ply));
        let text = format!(
            "<text class=\"ink\" y=\"14\" font-size=\"15\">{title} \
             <tspan class=\"faint\" font-size=\"12\">{subtitle}</tspan></text>\n"
        );
        let mut panel = Panel { text, plies };
        for row in rows.iter().step_by(rows.len().div_ceil(16).max(1)) {
            let (x, y) = (panel.x(row.ply), Panel::FLOOR + 18.0);
            panel.label(&row.ply.to_string(), (x, y), "faint", "middle");
        }
        panel.label("plies", (Panel::RIGHT + 14.0, Panel::FLOOR + 18.0), "faint", "start");
        panel
    }

    /// How wide the place of a layer is.
    fn step(&self) -> f64 {
        (Panel::RIGHT - Panel::LEFT) / f64::from(self.plies.1 - self.plies.0 + 1)
    }

    /// The middle of the place of a layer.
    fn x(&self, ply: u32) -> f64 {
        Panel::LEFT + self.step() * (f64::from(ply - self.plies.0) + 0.5)
    }

    /// A height as a share of the whole.
    fn y(share: f64) -> f64 {
        Panel::FLOOR - share * (Panel::FLOOR - Panel::CEILING)
    }

    fn label(&mut self, text: &str, (x, y): (f64, f64), class: &str, anchor: &str) {
        let _ = writeln!(
            self.text,
            "<text class=\"{class} label\" x=\"{x:.1}\" y=\"{y:.1}\" \
             text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    /// A line of the grid with its number.
    fn grid(&mut self, share: f64, number: &str) {
        let (y, left, right) = (Panel::y(share), Panel::LEFT, Panel::RIGHT);
        let _ = writeln!(
            self.text,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
        );
        self.label(number, (left - 6.0, y + 4.0), "faint", "end");
    }

    /// A line for each power of ten, or for every second or third if they are many; returns the
    /// exponent at the top.
    fn decades(&mut self, most: u128) -> f64 {
        let top = (most.max(10) as f64).log10().ceil() as u32;
        for exponent in (0..=top).step_by(top.div_ceil(8) as usize) {
            self.grid(f64::from(exponent) / f64::from(top), &power_of_ten(exponent));
        }
        f64::from(top)
    }

    /// Lines for shares of a whole.
    fn percents(&mut self) {
        for percent in [0, 25, 50, 75, 100] {
            self.grid(f64::from(percent) / 100.0, &format!("{percent} %"));
        }
    }

    /// A text in the middle, where there is nothing to draw.
    fn note(&mut self, text: &str) {
        let middle = ((Panel::LEFT + Panel::RIGHT) / 2.0, (Panel::CEILING + Panel::FLOOR) / 2.0);
        self.label(text, middle, "faint", "middle");
    }

    /// A rectangle with a note that is shown when it is pointed at.
    fn bar(&mut self, ply: u32, (bottom, top): (f64, f64), class: &str, note: &str) {
        let (width, y) = (self.step() * 0.72, Panel::y(top));
        let (x, high) = (self.x(ply) - width / 2.0, Panel::y(bottom) - y);
        let _ = writeln!(
            self.text,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{high:.2}\"><title>{note}</title></rect>"
        );
    }

    /// Points joined by lines, but not across layers without one, and a name at the last.
    fn curve(&mut self, curve: &Curve, points: &[(u32, u128)], top: f64) {
        let place = |number: u128| Panel::y((number as f64).log10() / top);
        let mut path = String::new();
        let mut last = None;
        for &(ply, number) in points {
            let joined = last.is_some_and(|last| last + 1 == ply);
            let letter = if joined { 'L' } else { 'M' };
            let _ = write!(path, "{letter}{:.1} {:.1}", self.x(ply), place(number));
            last = Some(ply);
        }
        let class = curve.class;
        let _ = writeln!(self.text, "<path class=\"{class} line\" d=\"{path}\"/>");
        for &(ply, number) in points {
            let (x, y, name) = (self.x(ply), place(number), curve.name);
            let number = Large(number);
            let _ = writeln!(
                self.text,
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\">\
                 <title>ply {ply}: {number} {name}</title></circle>"
            );
        }
    }
}

/// A series of points.
struct Curve {
    name: &'static str,
    class: &'static str,
    of: fn(&Row) -> u128,
}

/// Curves on a logarithmic scale, each with its name at its last point.
fn curves(mut panel: Panel, curves: &[Curve], rows: &[Row]) -> Panel {
    let most = curves.iter().flat_map(|curve| rows.iter().map(curve.of)).max().unwrap_or(0);
    let top = panel.decades(most);
    let mut names = Vec::new();
    for curve in curves {
        let points: Vec<(u32, u128)> = rows.iter().map(|row| (row.ply, (curve.of)(row))).collect();
        let points: Vec<(u32, u128)> = points.into_iter().filter(|&(_, n)| n > 0).collect();
        if let Some(&(_, number)) = points.last() {
            panel.curve(curve, &points, top);
            names.push((Panel::y((number as f64).log10() / top), curve));
        }
    }
    names.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut free = 0.0;
    for (y, curve) in names {
        let y = f64::max(y + 4.0, free);
        free = y + 15.0;
        panel.label(curve.name, (Panel::RIGHT + 6.0, y), curve.class, "start");
    }
    panel
}

fn growth(rows: &[Row]) -> Panel {
    let panel = Panel::new("Growth", "positions and games, logarithmic", rows);
    let all = [
        Curve { name: "games", class: "b", of: |row| row.games.0 },
        Curve { name: "positions", class: "a", of: |row| row.positions.into() },
    ];
    curves(panel, &all, rows)
}

fn ends(rows: &[Row]) -> Panel {
    let mut panel = Panel::new("Ends", "positions, logarithmic", rows);
    let positions = |count: &Count| u128::from(count.positions);
    let known = |row: &Row| [&row.mates, &row.stalemates, &row.dead].map(positions);
    if rows.iter().all(|row| known(row) == [0; 3]) {
        panel.note("no end yet");
    }
    let all = [
        Curve { name: "mates", class: "b", of: |row| row.mates.positions.into() },
        Curve { name: "stalemates", class: "c", of: |row| row.stalemates.positions.into() },
        Curve { name: "dead", class: "d", of: |row| row.dead.positions.into() },
    ];
    curves(panel, &all, rows)
}

/// Checks, mates among them.
fn checks(rows: &[Row]) -> Panel {
    let mut panel = Panel::new("Checks", "positions, logarithmic, mates included", rows);
    if rows.iter().all(|row| row.checks.positions == 0) {
        panel.note("no check yet");
    }
    let all = [Curve { name: "checks", class: "a", of: |row| row.checks.positions.into() }];
    curves(panel, &all, rows)
}

/// Positions that one game leads to.
fn single_games(rows: &[Row]) -> Panel {
    let mut panel = Panel::new("One game", "share of the positions that one game leads to", rows);
    panel.percents();
    for row in rows.iter().filter(|row| row.positions > 0) {
        let share = row.unique as f64 / row.positions as f64;
        let note = format!("ply {}: {} with one game", row.ply, grouped(row.unique));
        panel.bar(row.ply, (0.0, share), "c", &note);
    }
    panel
}

/// Shares of the positions by men, on top of each other, the fewest men above.
fn men(rows: &[Row]) -> Panel {
    let mut panel = Panel::new("Men", "share of the positions", rows);
    panel.percents();
    let mut all: Vec<u8> = rows.iter().flat_map(|row| row.men.iter().map(|men| men.men)).collect();
    all.sort_unstable();
    all.dedup();
    all.reverse();
    let class = |index: usize| format!("s{}", index.min(CLASSES - 1));
    for row in rows {
        let mut below = 0;
        for (index, &men) in all.iter().enumerate() {
            let positions = row.with_men(men);
            let share = |positions: u64| positions as f64 / row.positions as f64;
            let note = format!("ply {}: {} with {men} men", row.ply, grouped(positions));
            if positions > 0 {
                let ends = (share(below), share(below + positions));
                panel.bar(row.ply, ends, &class(index), &note);
            }
            below += positions;
        }
    }
    key(&mut panel, &all);
    panel
}

/// Which colour stands for how many men; the last one for all that are fewer.
fn key(panel: &mut Panel, men: &[u8]) {
    for (index, &fewest) in men.iter().take(CLASSES).enumerate() {
        let y = Panel::CEILING + 4.0 + 17.0 * index as f64;
        let x = Panel::RIGHT + 8.0;
        let _ = writeln!(
            panel.text,
            "<rect class=\"s{index}\" x=\"{x}\" y=\"{:.1}\" width=\"11\" height=\"11\"/>",
            y - 9.5
        );
        let stands_for_more = index + 1 == CLASSES && men.len() > CLASSES;
        let name = if stands_for_more { format!("≤ {fewest}") } else { fewest.to_string() };
        panel.label(&name, (x + 16.0, y), "ink", "start");
    }
}

fn edges(rows: &[Row]) -> Panel {
    let mut panel = Panel::new("Collisions", "edges per position", rows);
    let most = rows.iter().filter_map(|row| row.edges_per_position).fold(1.0, f64::max).ceil();
    for number in (0..=most as u32).step_by((most as usize).div_ceil(8)) {
        panel.grid(f64::from(number) / most, &number.to_string());
    }
    for row in rows {
        let Some(edges) = row.edges_per_position else { continue };
        let note = format!("ply {}: {edges:.3} edges per position", row.ply);
        panel.bar(row.ply, (0.0, edges / most), "a", &note);
        if panel.step() > 28.0 {
            let top = (panel.x(row.ply), Panel::y(edges / most) - 5.0);
            panel.label(&format!("{edges:.2}"), top, "ink", "middle");
        }
    }
    panel
}

/// `10⁶`, and `1` and `10` as they are.
fn power_of_ten(exponent: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |digit: char| digit.to_digit(10).map(|digit| DIGITS[digit as usize]);
    match exponent {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        _ => "10".chars().chain(exponent.to_string().chars().filter_map(raised)).collect(),
    }
}
