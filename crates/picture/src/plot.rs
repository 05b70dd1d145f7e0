//! Plots as SVG: numbers along whole places, as curves and as bars.
//!
//! A [`Sheet`] has panels in two columns, in the colours of the light or of the dark, as whoever
//! looks prefers; where that is not known, of the light. [`histograms`] are bars below each other.
//!
//! ```
//! use sole_picture::plot::{Bar, Color, Panel, Scale, Series, Sheet};
//! let bar = Bar { place: 3, ends: [0.0, 0.25], color: Color::Green, note: "a quarter".into(), label: None };
//! let series = Series::Bars { scale: Scale::Percent, bars: vec![bar], key: Vec::new() };
//! let panel = Panel { title: "Share", subtitle: "of all", message: None, series };
//! let sheet = Sheet { title: "Shares", subtitle: "", unit: "plies", places: vec![3], panels: vec![panel] };
//! assert!(sheet.svg().contains("<title>a quarter</title>"));
//! ```

use crate::svg::escaped;
use std::fmt::Write;

/// Panels over the same places.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// What it shows.
    pub title: &'a str,
    /// What is said beside the title.
    pub subtitle: &'a str,
    /// What places are counted in.
    pub unit: &'a str,
    /// The places from left to right, in ascending order.
    pub places: Vec<u32>,
    /// Its panels, row by row.
    pub panels: Vec<Panel>,
}

/// One plot of a sheet.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What it shows.
    pub title: &'static str,
    /// In which measure.
    pub subtitle: &'static str,
    /// A text in the middle, where there is nothing to draw.
    pub message: Option<&'static str>,
    /// The numbers.
    pub series: Series,
}

/// The numbers of a panel.
#[derive(Clone, Debug)]
pub enum Series {
    /// Curves on a logarithmic scale.
    Curves(Vec<Curve>),
    /// Bars, which may stand on top of each other.
    Bars {
        /// What their heights mean.
        scale: Scale,
        /// All of them.
        bars: Vec<Bar>,
        /// What each step of [`Color::Step`] stands for, from 0 on.
        key: Vec<String>,
    },
}

/// What heights mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A share of a whole.
    Percent,
    /// A number, from 0 on.
    Number,
}

/// Points joined by lines, but not across places without one.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name, which stands at its last point.
    pub name: &'static str,
    /// Its colour.
    pub color: Color,
    /// Its points from left to right.
    pub points: Vec<Point>,
}

/// A point of a curve.
#[derive(Clone, Debug)]
pub struct Point {
    /// Where it is.
    pub place: u32,
    /// How high it is, more than 0.
    pub number: u128,
    /// What is shown when it is pointed at.
    pub note: String,
}

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Where it stands.
    pub place: u32,
    /// Where it begins and where it ends.
    pub ends: [f64; 2],
    /// Its colour.
    pub color: Color,
    /// What is shown when it is pointed at.
    pub note: String,
    /// What stands above it if there is room.
    pub label: Option<String>,
}

/// The colour of a curve or a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// Blue.
    Blue,
    /// Orange.
    Orange,
    /// Green.
    Green,
    /// Purple.
    Purple,
    /// A step from blue over green to red; the last of [`STEPS`] stands for all after it, too.
    Step(usize),
}

/// How many steps of colours there are.
pub const STEPS: usize = 8;

impl Color {
    /// Its name in [`STYLE`].
    fn class(self) -> String {
        match self {
            Color::Blue => "a".to_owned(),
            Color::Orange => "b".to_owned(),
            Color::Green => "c".to_owned(),
            Color::Purple => "d".to_owned(),
            Color::Step(step) => format!("s{}", step.min(STEPS - 1)),
        }
    }
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

impl Sheet<'_> {
    /// The sheet as SVG.
    pub fn svg(&self) -> String {
        let rows = self.panels.len().div_ceil(2) as f64;
        let (width, height) =
            (2.0 * (Canvas::WIDTH + MARGIN) + MARGIN, TOP + rows * Canvas::HEIGHT);
        let (title, subtitle) = (escaped(self.title), escaped(self.subtitle));
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<style>\n{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n\
             <text class=\"ink\" x=\"{MARGIN}\" y=\"38\" font-size=\"20\">{title} \
             <tspan class=\"faint\" font-size=\"13\">{subtitle}</tspan></text>\n",
        );
        for (number, panel) in self.panels.iter().enumerate() {
            let (column, row) = ((number % 2) as f64, (number / 2) as f64);
            let x = MARGIN + column * (Canvas::WIDTH + MARGIN);
            let y = TOP + row * Canvas::HEIGHT;
            let content = Canvas::of(self, panel).text;
            let _ = writeln!(text, "<g transform=\"translate({x} {y})\">\n{content}</g>");
        }
        text + "</svg>\n"
    }
}

/// A panel with its title and axes, drawn from its upper left corner.
struct Canvas {
    text: String,
    /// The first and the last place.
    ends: [u32; 2],
}

impl Canvas {
    const WIDTH: f64 = 440.0;
    const HEIGHT: f64 = 320.0;
    /// Where the axes are.
    const LEFT: f64 = 44.0;
    const RIGHT: f64 = 372.0;
    const CEILING: f64 = 44.0;
    const FLOOR: f64 = 264.0;

    fn of(sheet: &Sheet<'_>, panel: &Panel) -> Canvas {
        let ends = [sheet.places.first(), sheet.places.last()].map(|end| end.map_or(0, |&end| end));
        let Panel { title, subtitle, .. } = panel;
        let text = format!(
            "<text class=\"ink\" y=\"14\" font-size=\"15\">{title} \
             <tspan class=\"faint\" font-size=\"12\">{subtitle}</tspan></text>\n"
        );
        let mut canvas = Canvas { text, ends };
        for &place in sheet.places.iter().step_by(sheet.places.len().div_ceil(16).max(1)) {
            let below = (canvas.x(place), Canvas::FLOOR + 18.0);
            canvas.label(&place.to_string(), below, "faint", "middle");
        }
        let beside = (Canvas::RIGHT + 14.0, Canvas::FLOOR + 18.0);
        canvas.label(sheet.unit, beside, "faint", "start");
        if let Some(message) = panel.message {
            let middle =
                ((Canvas::LEFT + Canvas::RIGHT) / 2.0, (Canvas::CEILING + Canvas::FLOOR) / 2.0);
            canvas.label(message, middle, "faint", "middle");
        }
        match &panel.series {
            Series::Curves(curves) => canvas.curves(curves),
            Series::Bars { scale, bars, key } => {
                let top = match scale {
                    Scale::Percent => canvas.percents(),
                    Scale::Number => canvas.numbers(bars),
                };
                bars.iter().for_each(|bar| canvas.bar(bar, top));
                canvas.key(key);
            }
        }
        canvas
    }

    /// How wide a place is.
    fn step(&self) -> f64 {
        (Canvas::RIGHT - Canvas::LEFT) / f64::from(self.ends[1] - self.ends[0] + 1)
    }

    /// The middle of a place.
    fn x(&self, place: u32) -> f64 {
        Canvas::LEFT + self.step() * (f64::from(place - self.ends[0]) + 0.5)
    }

    /// A height as a share of the whole.
    fn y(share: f64) -> f64 {
        Canvas::FLOOR - share * (Canvas::FLOOR - Canvas::CEILING)
    }

    fn label(&mut self, text: &str, (x, y): (f64, f64), class: &str, anchor: &str) {
        let text = escaped(text);
        let _ = writeln!(
            self.text,
            "<text class=\"{class} label\" x=\"{x:.1}\" y=\"{y:.1}\" \
             text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    /// A line of the grid with its number.
    fn grid(&mut self, share: f64, number: &str) {
        let (y, left, right) = (Canvas::y(share), Canvas::LEFT, Canvas::RIGHT);
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

    /// Lines for shares of a whole, which is the number at the top.
    fn percents(&mut self) -> f64 {
        for percent in [0, 25, 50, 75, 100] {
            self.grid(f64::from(percent) / 100.0, &format!("{percent} %"));
        }
        1.0
    }

    /// Lines for numbers; returns the one at the top.
    fn numbers(&mut self, bars: &[Bar]) -> f64 {
        let top = bars.iter().map(|bar| bar.ends[1]).fold(1.0, f64::max).ceil();
        for number in (0..=top as u32).step_by((top as usize).div_ceil(8)) {
            self.grid(f64::from(number) / top, &number.to_string());
        }
        top
    }

    fn bar(&mut self, bar: &Bar, top: f64) {
        let [bottom, end] = bar.ends.map(|end| end / top);
        let (width, y) = (self.step() * 0.72, Canvas::y(end));
        let (x, high) = (self.x(bar.place) - width / 2.0, Canvas::y(bottom) - y);
        let (class, note) = (bar.color.class(), escaped(&bar.note));
        let _ = writeln!(
            self.text,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{high:.2}\"><title>{note}</title></rect>"
        );
        if let Some(label) = bar.label.as_ref().filter(|_| self.step() > 28.0) {
            self.label(label, (self.x(bar.place), y - 5.0), "ink", "middle");
        }
    }

    /// What each step of the colours stands for.
    fn key(&mut self, names: &[String]) {
        for (step, name) in names.iter().enumerate() {
            let y = Canvas::CEILING + 4.0 + 17.0 * step as f64;
            let x = Canvas::RIGHT + 8.0;
            let _ = writeln!(
                self.text,
                "<rect class=\"s{step}\" x=\"{x}\" y=\"{:.1}\" width=\"11\" height=\"11\"/>",
                y - 9.5
            );
            self.label(name, (x + 16.0, y), "ink", "start");
        }
    }

    /// Curves, each with its name at its last point; names do not cover each other.
    fn curves(&mut self, curves: &[Curve]) {
        let numbers = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.number));
        let top = self.decades(numbers.max().unwrap_or(0));
        let mut names = Vec::new();
        for curve in curves {
            if let Some(last) = curve.points.last() {
                self.curve(curve, top);
                names.push((height(last, top), curve));
            }
        }
        names.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let mut free = 0.0;
        for (y, curve) in names {
            let y = f64::max(y + 4.0, free);
            free = y + 15.0;
            self.label(curve.name, (Canvas::RIGHT + 6.0, y), &curve.color.class(), "start");
        }
    }

    fn curve(&mut self, curve: &Curve, top: f64) {
        let mut path = String::new();
        let mut last = None;
        for point in &curve.points {
            let joined = last.is_some_and(|last| last + 1 == point.place);
            let letter = if joined { 'L' } else { 'M' };
            let _ = write!(path, "{letter}{:.1} {:.1}", self.x(point.place), height(point, top));
            last = Some(point.place);
        }
        let class = curve.color.class();
        let _ = writeln!(self.text, "<path class=\"{class} line\" d=\"{path}\"/>");
        for point in &curve.points {
            let (x, y, note) = (self.x(point.place), height(point, top), escaped(&point.note));
            let _ = writeln!(
                self.text,
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\">\
                 <title>{note}</title></circle>"
            );
        }
    }
}

/// Where a point is if the top is this power of ten.
fn height(point: &Point, top: f64) -> f64 {
    Canvas::y((point.number as f64).log10() / top)
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

/// Bars side by side.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// What it shows.
    pub title: String,
    /// Its bars from left to right.
    pub bars: Vec<HistogramBar>,
}

/// A bar of a [`Histogram`].
#[derive(Clone, Debug)]
pub struct HistogramBar {
    /// What stands below it.
    pub label: String,
    /// How high it is.
    pub count: u64,
    /// What is shown when it is pointed at.
    pub note: String,
}

/// Histograms below each other as SVG.
pub fn histograms(heading: &str, all: &[Histogram]) -> String {
    const WIDTH: usize = 800;
    const PANEL: usize = 220;
    const TOP: usize = 40;
    let (heading, height) = (escaped(heading), TOP + PANEL * all.len());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"20\" y=\"25\" font-size=\"16\">{heading}</text>\n"
    );
    for (number, histogram) in all.iter().enumerate() {
        let top = TOP + PANEL * number;
        let panel = panel(histogram, WIDTH as f64 - 40.0);
        let _ = writeln!(text, "<g transform=\"translate(20 {top})\">\n{panel}</g>");
    }
    text + "</svg>\n"
}

fn panel(histogram: &Histogram, width: f64) -> String {
    const HEIGHT: f64 = 150.0;
    const BASE: f64 = 175.0;
    let most = histogram.bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
    let step = width / histogram.bars.len() as f64;
    let every = (histogram.bars.len() / 25).max(1);
    let mut text = format!("<text y=\"12\">{}</text>\n", escaped(&histogram.title));
    for (number, bar) in histogram.bars.iter().enumerate() {
        let (x, high) = (number as f64 * step, HEIGHT * bar.count as f64 / most as f64);
        let (y, wide, note) = (BASE - high, step * 0.9, escaped(&bar.note));
        let _ = writeln!(
            text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" \
             fill=\"#447799\"><title>{note}</title></rect>"
        );
        if number % every == 0 {
            let (middle, label) = (x + step * 0.45, escaped(&bar.label));
            let _ = writeln!(
                text,
                "<text x=\"{middle:.1}\" y=\"190\" text-anchor=\"middle\">{label}</text>"
            );
        }
    }
    text
}
