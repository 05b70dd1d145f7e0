//! Outlines: points joined by lines and curves.
//!
//! An outline is written down as in SVG, with absolute numbers alone:
//!
//! ```
//! use sole_picture::Path;
//! let half = Path::parse("M5 0 H10 L5 8").expect("an outline");
//! assert_eq!(half.mirrored(5.0).to_string(), "M5 0H10L5 8L0 0H5Z");
//! assert_eq!(Path::parse("M5 0 X3"), None);
//! ```

use std::fmt;

/// A place: to the right and down, from the upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// Shorthand for a [`Point`].
pub const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// A part of an outline; it goes on from where the one before ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A new beginning.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bézier curve: two points that draw it towards themselves, and its end.
    Curve(Point, Point, Point),
    /// A line back to the beginning.
    Close,
}

impl Step {
    /// Where it ends; nothing for [`Step::Close`].
    pub const fn end(self) -> Option<Point> {
        match self {
            Step::Move(end) | Step::Line(end) | Step::Curve(_, _, end) => Some(end),
            Step::Close => None,
        }
    }

    /// The same with every point changed.
    fn map(self, change: impl Fn(Point) -> Point) -> Step {
        match self {
            Step::Move(end) => Step::Move(change(end)),
            Step::Line(end) => Step::Line(change(end)),
            Step::Curve(one, two, end) => Step::Curve(change(one), change(two), change(end)),
            Step::Close => Step::Close,
        }
    }
}

/// An outline. It begins with [`Step::Move`], unless it is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    steps: Vec<Step>,
}

/// How far the points that draw a quarter of a circle are from its ends, for a radius of one.
const QUARTER: f64 = 0.552_284_75;

impl Path {
    /// Reads an outline in SVG's notation, as far as `M L H V C Q Z` go.
    pub fn parse(text: &str) -> Option<Path> {
        Reader { words: words(text)?.into_iter().peekable(), now: Point::default() }.read()
    }

    /// A straight line.
    pub fn line(from: Point, to: Point) -> Path {
        Path { steps: vec![Step::Move(from), Step::Line(to)] }
    }

    /// Lines from point to point and back to the first.
    pub fn polygon(points: &[Point]) -> Path {
        let Some((&first, rest)) = points.split_first() else { return Path::default() };
        let mut steps = vec![Step::Move(first)];
        steps.extend(rest.iter().copied().map(Step::Line));
        steps.push(Step::Close);
        Path { steps }
    }

    /// A rectangle by its upper left corner and its size.
    pub fn rectangle(corner: Point, width: f64, height: f64) -> Path {
        let Point { x, y } = corner;
        Path::polygon(&[corner, at(x + width, y), at(x + width, y + height), at(x, y + height)])
    }

    /// A circle.
    pub fn circle(centre: Point, radius: f64) -> Path {
        let on = |x: f64, y: f64| at(centre.x + x * radius, centre.y + y * radius);
        let quarter = |[x, y]: [f64; 2], [to_x, to_y]: [f64; 2]| {
            let one = on(x + QUARTER * to_x, y + QUARTER * to_y);
            let two = on(to_x + QUARTER * x, to_y + QUARTER * y);
            Step::Curve(one, two, on(to_x, to_y))
        };
        let corners = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]];
        let mut steps = vec![Step::Move(on(1.0, 0.0))];
        steps.extend(corners.windows(2).map(|pair| quarter(pair[0], pair[1])));
        steps.push(Step::Close);
        Path { steps }
    }

    /// This outline, and after it the other.
    pub fn and(mut self, other: Path) -> Path {
        self.steps.extend(other.steps);
        self
    }

    /// This one line and its mirror image, from its end back to its beginning.
    pub fn mirrored(&self, axis: f64) -> Path {
        let over = |point: Point| at(2.0 * axis - point.x, point.y);
        let mut steps = self.steps.clone();
        for pair in self.steps.windows(2).rev() {
            let Some(start) = pair[0].end().map(over) else { continue };
            match pair[1] {
                Step::Line(_) => steps.push(Step::Line(start)),
                Step::Curve(one, two, _) => steps.push(Step::Curve(over(two), over(one), start)),
                Step::Move(_) | Step::Close => {}
            }
        }
        steps.push(Step::Close);
        Path { steps }
    }

    /// The same outline, larger by a factor and then moved.
    pub fn placed(&self, scale: f64, shift: Point) -> Path {
        let place = |point: Point| at(point.x * scale + shift.x, point.y * scale + shift.y);
        Path { steps: self.steps.iter().map(|step| step.map(place)).collect() }
    }

    /// Its parts.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Two opposite corners of a rectangle that holds all its points, if there are any.
    pub fn bounds(&self) -> Option<[Point; 2]> {
        let points = self.steps.iter().flat_map(|&step| match step {
            Step::Curve(one, two, end) => vec![one, two, end],
            other => other.end().into_iter().collect(),
        });
        points.fold(None, |bounds: Option<[Point; 2]>, point| {
            let [low, high] = bounds.unwrap_or([point; 2]);
            let low = at(low.x.min(point.x), low.y.min(point.y));
            Some([low, at(high.x.max(point.x), high.y.max(point.y))])
        })
    }
}

/// The outline with these parts, of which the first is a [`Step::Move`].
impl FromIterator<Step> for Path {
    fn from_iter<T: IntoIterator<Item = Step>>(steps: T) -> Path {
        Path { steps: steps.into_iter().collect() }
    }
}

/// The outline in SVG's notation.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |[x, y]: &[String; 2]| format!("{x} {y}");
        let written = |point: Point| [point.x, point.y].map(number);
        let mut now = [String::new(), String::new()];
        for &step in &self.steps {
            let end = step.end().map(written);
            match (step, &end) {
                (Step::Move(_), Some(end)) => write!(f, "M{}", pair(end))?,
                (Step::Line(_), Some(end)) if end[1] == now[1] => write!(f, "H{}", end[0])?,
                (Step::Line(_), Some(end)) if end[0] == now[0] => write!(f, "V{}", end[1])?,
                (Step::Line(_), Some(end)) => write!(f, "L{}", pair(end))?,
                (Step::Curve(one, two, _), Some(end)) => {
                    let [one, two] = [one, two].map(|point| pair(&written(point)));
                    write!(f, "C{one} {two} {}", pair(end))?;
                }
                (_, None) | (Step::Close, _) => write!(f, "Z")?,
            }
            now = end.unwrap_or(now);
        }
        Ok(())
    }
}

/// A number with at most three places, as short as can be, the same on every machine.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A letter or a number of an outline.
enum Word {
    Letter(char),
    Number(f64),
}

/// Cuts a text into words; `None` at what is neither letter nor number.
fn words(text: &str) -> Option<Vec<Word>> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let digits = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
        let length = if digits(first) {
            let length = rest[1..].find(|c: char| !c.is_ascii_digit() && c != '.');
            let length = length.map_or(rest.len(), |length| length + 1);
            words.push(Word::Number(rest[..length].parse().ok()?));
            length
        } else {
            words.push(Word::Letter(first));
            first.len_utf8()
        };
        rest = rest[length..].trim_start();
    }
    Some(words)
}

/// Reads the words of an outline.
struct Reader {
    words: std::iter::Peekable<std::vec::IntoIter<Word>>,
    now: Point,
}

impl Reader {
    fn read(mut self) -> Option<Path> {
        let mut steps = Vec::new();
        let mut order = None;
        while let Some(word) = self.words.peek() {
            if let &Word::Letter(letter) = word {
                order = Some(letter);
                self.words.next();
            }
            steps.push(self.step(order?)?);
            // Whatever follows without a letter goes on as before, and after `M` by lines.
            order = match order {
                Some('M') => Some('L'),
                Some('Z') => None,
                other => other,
            };
        }
        let begins = matches!(steps.first(), None | Some(Step::Move(_)));
        begins.then_some(Path { steps })
    }

    fn step(&mut self, order: char) -> Option<Step> {
        let from = self.now;
        let step = match order {
            'M' => Step::Move(self.point()?),
            'L' => Step::Line(self.point()?),
            'H' => Step::Line(at(self.number()?, from.y)),
            'V' => Step::Line(at(from.x, self.number()?)),
            'C' => Step::Curve(self.point()?, self.point()?, self.point()?),
            'Q' => raised(from, self.point()?, self.point()?),
            'Z' => Step::Close,
            _ => return None,
        };
        self.now = step.end().unwrap_or(from);
        Some(step)
    }

    fn point(&mut self) -> Option<Point> {
        Some(at(self.number()?, self.number()?))
    }

    fn number(&mut self) -> Option<f64> {
        match self.words.next()? {
            Word::Number(number) => Some(number),
            Word::Letter(_) => None,
        }
    }
}

/// A curve with one point that draws it, as one with two.
pub(crate) fn raised(from: Point, draw: Point, end: Point) -> Step {
    let towards = |point: Point| {
        at(point.x + (draw.x - point.x) * 2.0 / 3.0, point.y + (draw.y - point.y) * 2.0 / 3.0)
    };
    Step::Curve(towards(from), towards(end), end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_read_and_written() {
        let cases = [
            ("", Some("")),
            ("M1 2", Some("M1 2")),
            ("M1 2 3 4", Some("M1 2L3 4")),
            ("M1 2L5 2 5 -7.50Z", Some("M1 2H5V-7.5Z")),
            ("M0 0C1 2 3 4 5 6-1-2-3-4-5-6", Some("M0 0C1 2 3 4 5 6C-1 -2 -3 -4 -5 -6")),
            ("M0 0 Q3 3 6 0", Some("M0 0C2 2 4 2 6 0")),
            ("L1 2", None),
            ("M1", None),
            ("M1 2 L", None),
            ("M1 2 Z 3 4", None),
            ("M1 2 é", None),
            ("M1.2.3 4", None),
        ];
        for (text, expected) in cases {
            let path = Path::parse(text);
            assert_eq!(path.as_ref().map(Path::to_string).as_deref(), expected, "{text}");
            if let Some(path) = path {
                assert_eq!(Path::parse(&path.to_string()), Some(path), "{text}");
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        let cases = [(0.0, "0"), (-0.0001, "0"), (12.0, "12"), (1.5, "1.5"), (2.0 / 3.0, "0.667")];
        for (value, expected) in cases {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn circles_are_round() {
        let circle = Path::circle(at(10.0, 20.0), 5.0);
        assert_eq!(circle.bounds(), Some([at(5.0, 15.0), at(15.0, 25.0)]));
        assert_eq!(circle.steps().len(), 6);
        assert_eq!(Path::default().bounds(), None);
    }

    #[test]
    fn a_mirror_image_is_symmetric() {
        let path = Path::parse("M5 0 C7 0 9 2 9 4 L6 9 H5").expect("an outline").mirrored(5.0);
        let [low, high] = path.bounds().expect("points");
        assert_eq!((low.x + high.x, path.steps().len()), (10.0, 8));
    }
}
