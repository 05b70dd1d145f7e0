use sole_board::*;
use sole_proof::solve::*;
use sole_puzzle::Verdict;
use std::time::Instant;
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap()
        / 1e9
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&a[1]).unwrap();
    let secs: f64 = a.get(2).map_or(60.0, |s| s.parse().unwrap());
    let only = a.get(3).map(|s| s.parse::<usize>().unwrap());
    let (mut ok, mut bad, mut open) = (0, 0, 0);
    let mut times = vec![];
    for (i, l) in text.lines().filter(|l| !l.starts_with('#')).enumerate() {
        if only.is_some_and(|o| o != i) {
            continue;
        }
        let f: Vec<&str> = l.split(';').collect();
        let d: Diagram = f[0].parse().unwrap();
        let p: u16 = f[1].parse().unwrap();
        let _ = Instant::now();
        let t = cpu();
        let stop = || cpu() - t > secs;
        let s = ProofGame::new(d, p).unwrap().solve(&Budget { stop: &stop, ..Budget::UNLIMITED });
        let e = cpu() - t;
        times.push(e);
        let v = match &s.verdict {
            Verdict::None => "0",
            Verdict::One(_) => "1",
            Verdict::Many(..) => "2+",
            Verdict::Open(None) => "open0",
            Verdict::Open(_) => "open1",
        };
        let want = f[2];
        let agree = if v.starts_with("open") {
            open += 1;
            "OPEN"
        } else if want.starts_with('?') {
            "new"
        } else if (want == "1" && v == "1")
            || (want == "0" && v == "0")
            || (v == "2+" && want != "1" && want != "0")
        {
            ok += 1;
            "ok"
        } else {
            bad += 1;
            "DIFF"
        };
        println!(
            "{i:3} {p:3} {v:5} want {:4} {agree:4} {:10} nodes {e:9.4}s {}",
            &want[..want.len().min(4)],
            s.nodes,
            f[0]
        );
    }
    times.sort_by(f64::total_cmp);
    println!(
        "ok {ok} bad {bad} open {open} median {:.4} total {:.2}",
        times[times.len() / 2],
        times.iter().sum::<f64>()
    );
}
