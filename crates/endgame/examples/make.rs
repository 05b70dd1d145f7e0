//! Builds tables into a folder: `make FOLDER ENDING…`.
use sole_endgame::file::Effort;
use sole_endgame::{Options, Plan, Tables, endings};
use std::ops::ControlFlow;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let folder = args.next().expect("folder");
    let tables = Tables::at(folder, 64 << 20);
    let mut list = Vec::new();
    for arg in args {
        match arg.as_str() {
            "3" => list.extend(endings(3)),
            "4" => list.extend(endings(4)),
            name => list.push(name.parse().expect("material")),
        }
    }
    let mut plan = Plan::for_endings(list);
    if std::env::var_os("DTZ").is_some() {
        plan = plan.zeroing();
    }
    let missing = plan.missing(&tables).expect("readable");
    println!(
        "{} slices, {} missing, {} positions",
        plan.slices().len(),
        missing.slices().len(),
        missing.positions()
    );
    let level = std::env::var("LEVEL").map_or(3, |l| l.parse().unwrap());
    let options = Options { memory: 2 << 30, effort: Effort::new(level).unwrap() };
    let start = Instant::now();
    missing
        .build(&tables, options, &|p| {
            if std::env::var_os("SHOW").is_some() {
                println!(
                    "{:?} {:?} {:?} {:.2}",
                    p.ending.to_string(),
                    p.phase,
                    p.slices,
                    start.elapsed().as_secs_f64()
                );
            }
            ControlFlow::Continue(())
        })
        .expect("builds");
}
