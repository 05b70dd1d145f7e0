//! How fast layers grow, from positions on disk to positions on disk.
//!
//! `cargo bench -p sole-atlas --bench grow` makes layer 6; with `-- 7` layer 7
//! too. `-- 7 4G 2` also says how much memory and how many threads it may take.

use sole_atlas::{Atlas, Published, Settings, grow};
use sole_board::Position;
use std::ops::ControlFlow;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let mut number = |default: u64| {
        let text = arguments.next();
        text.map_or(default, |text| {
            let digits = text.trim_end_matches(['M', 'G']);
            let shift = if text.ends_with('G') { 30 } else { 20 * u32::from(text.ends_with('M')) };
            digits.parse::<u64>().expect("a number") << shift
        })
    };
    let plies = number(6) as u32;
    let settings = Settings { memory: number(4 << 30), threads: number(1) as usize };
    let folder = tempfile::tempdir().expect("a folder");
    let atlas = Atlas::new(folder.path(), Position::initial()).expect("the array packs");
    for ply in 0..=plies {
        let (start, cpu) = (Instant::now(), cpu_seconds());
        grow(&atlas, ply, settings, &|_| ControlFlow::Continue(())).expect("it grows");
        let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu);
        let layer = atlas.layer(ply).expect("it is there");
        let tallies = layer.tallies();
        let published = Published::at(ply).expect("a published layer");
        assert_eq!(tallies.all.positions, published.positions, "the work changed");
        assert_eq!(tallies.all.games, published.games, "the work changed");
        let before = ply.checked_sub(1).map(|ply| atlas.layer(ply).expect("it is there").tallies());
        let edges = before.map_or(0, |before| before.edges);
        if ply >= 5 {
            println!(
                "layer {ply}: {edges} edges, {} positions, {seconds:.2} s, {cpu:.2} s CPU, \
                 {:.1} ns CPU per edge, {:.3} bytes per position, at most {} MB in memory so far",
                tallies.all.positions,
                cpu * 1e9 / edges as f64,
                layer.bytes() as f64 / tallies.all.positions as f64,
                most_megabytes(),
            );
        }
    }
}

/// The most memory that this process has held, in megabytes.
fn most_megabytes() -> u64 {
    let told = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = most.and_then(|most| most.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or_default() >> 10
}

/// The seconds that all threads of this process have run, user and system.
fn cpu_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").ok();
    let ticks = told.and_then(|text| {
        let after_name = text.rsplit_once(')')?.1;
        let mut fields = after_name.split_ascii_whitespace().skip(11);
        let mut next = || fields.next()?.parse::<f64>().ok();
        Some(next()? + next()?)
    });
    ticks.map_or(f64::NAN, |ticks| ticks / 100.0)
}
