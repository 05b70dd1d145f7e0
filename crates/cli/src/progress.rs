//! Progress: how far a long count has come.
//!
//! Nothing is shown in the first half second, so that quick answers come alone.

use crate::console::Progress;
use crate::render::grouped;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// A meter for a known number of steps, each worth some nodes.
pub(crate) struct Meter {
    bar: ProgressBar,
    label: String,
    mode: Progress,
    nodes: u64,
    steps: (u64, u64),
    start: Instant,
    next: Duration,
}

impl Meter {
    /// How long nothing is shown.
    const PATIENCE: Duration = Duration::from_millis(500);
    /// How often a line is written when there is no terminal.
    const LINE_EVERY: Duration = Duration::from_secs(10);

    /// A meter for `steps` steps.
    pub(crate) fn new(mode: Progress, label: String, steps: usize) -> Meter {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(
            "{prefix} {bar:30.cyan/blue} {percent:>3} %  {msg}  {eta} left",
        );
        let style = style.expect("the template is well formed").progress_chars("━╸─");
        bar.set_style(style);
        bar.set_prefix(label.clone());
        let steps = (0, steps as u64);
        Meter { bar, label, mode, nodes: 0, steps, start: Instant::now(), next: Self::PATIENCE }
    }

    /// Says that a step is done and what it was worth.
    pub(crate) fn step(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
        self.steps.0 += 1;
        self.bar.inc(1);
        self.tick();
    }

    /// Shows what is known by now; to be called often.
    pub(crate) fn tick(&mut self) {
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
        self.bar.set_message(format!("{} nodes", grouped(self.nodes)));
        self.bar.tick();
    }

    fn write_line(&self) {
        let (done, all) = self.steps;
        let percent = done * 100 / all.max(1);
        let (label, nodes) = (&self.label, grouped(self.nodes));
        let seconds = self.start.elapsed().as_secs();
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
