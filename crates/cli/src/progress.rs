//! Progress: how far a long count has come.
//!
//! Nothing is shown in the first half second, so that quick answers come alone.

use crate::console::Progress;
use crate::render::grouped;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// A meter for a whole of which shares get done, each worth some nodes.
pub(crate) struct Meter {
    bar: ProgressBar,
    label: String,
    mode: Progress,
    nodes: u64,
    /// The share that is done, from 0 to 1.
    done: f64,
    start: Instant,
    next: Duration,
}

impl Meter {
    /// How long nothing is shown.
    const PATIENCE: Duration = Duration::from_millis(500);
    /// How often a line is written when there is no terminal.
    const LINE_EVERY: Duration = Duration::from_secs(10);
    /// The length of the bar, fine enough for any terminal.
    const LENGTH: u64 = 1000;

    /// A meter of which the share `done` is done.
    pub(crate) fn new(mode: Progress, label: String, done: f64) -> Meter {
        let hidden = ProgressDrawTarget::hidden();
        let bar = ProgressBar::with_draw_target(Some(Self::LENGTH), hidden);
        let style = ProgressStyle::with_template("{prefix} {bar:30.cyan/blue} {msg}");
        let style = style.expect("the template is well formed").progress_chars("━╸─");
        bar.set_style(style);
        bar.set_prefix(label.clone());
        Meter { bar, label, mode, nodes: 0, done, start: Instant::now(), next: Self::PATIENCE }
    }

    /// Says that a share is done and what it was worth; to be called often.
    pub(crate) fn step(&mut self, nodes: u64, share: f64) {
        self.nodes = self.nodes.saturating_add(nodes);
        self.done += share;
        self.tick();
    }

    /// Shows what is known by now.
    fn tick(&mut self) {
        if self.mode == Progress::Hidden || self.start.elapsed() < self.next {
            return;
        }
        match self.mode {
            Progress::Hidden => {}
            Progress::Bar => self.draw(),
            Progress::Lines => {
                self.next += Self::LINE_EVERY;
                self.write_line();
            }
        }
    }

    fn draw(&mut self) {
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position((self.done * Self::LENGTH as f64) as u64);
        let (percent, nodes) = (percent(self.done), grouped(self.nodes));
        let left = left(self.done, self.start.elapsed());
        let left = left.map(|left| format!("  about {left} left")).unwrap_or_default();
        self.bar.set_message(format!("{percent:>3} %  {nodes} nodes{left}"));
        self.bar.tick();
    }

    fn write_line(&self) {
        let (label, nodes) = (&self.label, grouped(self.nodes));
        let (percent, seconds) = (percent(self.done), self.start.elapsed().as_secs());
        // Progress that cannot be shown is not worth stopping for.
        let _ = writeln!(io::stderr(), "{label}: {percent} %, {nodes} nodes, {seconds} s");
    }

    /// Clears what was drawn and says how long it took.
    pub(crate) fn finish(self) -> Duration {
        let elapsed = self.start.elapsed();
        self.bar.finish_and_clear();
        if self.mode == Progress::Lines {
            self.write_line();
        }
        elapsed
    }
}

/// Full percents of a sum of shares, which may miss the whole by a rounding.
fn percent(done: f64) -> u64 {
    (done * 100.0 + 1e-6) as u64
}

/// How long the rest will take, once enough is done to say so.
fn left(done: f64, elapsed: Duration) -> Option<String> {
    const ENOUGH: f64 = 0.001;
    let seconds = elapsed.as_secs_f64() * (1.0 - done).max(0.0) / done;
    (done >= ENOUGH).then(|| match seconds {
        ..90.0 => format!("{seconds:.0} s"),
        ..5400.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.0} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_told_when_it_is_known() {
        let cases = [
            (0.0, 60, None),
            (0.0001, 60, None),
            (0.5, 60, Some("60 s")),
            (0.1, 60, Some("9 min")),
            (0.01, 600, Some("16 h")),
            (0.001, 3600, Some("42 days")),
            (1.0, 60, Some("0 s")),
        ];
        for (done, seconds, expected) in cases {
            let actual = left(done, Duration::from_secs(seconds));
            assert_eq!(actual.as_deref(), expected, "{done} {seconds}");
        }
    }

    #[test]
    fn the_whole_is_a_hundred_percent() {
        let done: f64 = std::iter::repeat_n(1.0 / 49.0, 49).sum();
        assert_eq!((percent(0.0), percent(0.999), percent(done)), (0, 99, 100));
    }
}
