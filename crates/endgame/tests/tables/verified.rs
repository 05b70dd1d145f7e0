//! Every value of a table, recomputed from its successors by other rules.

use crate::built::Built;
use crate::{materials, value};
use sole_endgame::{endings, verify};
use sole_puzzle::task::Task;

fn verify_all(names: &[&str]) {
    let built = Built::with(names);
    for material in materials(names) {
        let checked = verify::verify(&material, |men| value(&built, men), &Task::unlimited());
        match checked {
            Ok(checked) => println!("{material}: {} positions", checked.positions),
            Err(trouble) => panic!("{material}: {trouble}"),
        }
    }
}

#[test]
fn three_men_are_what_their_successors_say() {
    verify_all(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
}

#[test]
fn four_men_with_castling_are_what_their_successors_say() {
    verify_all(&["KRvKR"]);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn all_of_four_men_are_what_their_successors_say() {
    let names: Vec<String> = endings(4).iter().map(ToString::to_string).collect();
    verify_all(&names.iter().map(String::as_str).collect::<Vec<_>>());
}
