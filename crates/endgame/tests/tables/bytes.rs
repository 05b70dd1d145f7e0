//! The bytes of a table do not depend on how it was built.

use crate::built::Built;
use crate::materials;
use sole_board::Position;
use sole_endgame::Plan;
use std::fs;

fn bytes(built: &Built, name: &str) -> Vec<u8> {
    fs::read(built.path().join(format!("{name}.dtm"))).expect("a finished table")
}

#[test]
fn one_thread_and_two_write_the_same() {
    let on_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| Built::with(&["KRvKN", "KRPvK"]))
    };
    let (one, two) = (on_threads(1), on_threads(2));
    for name in ["KRvK", "KRvKN", "KRPvK", "KQRvK"] {
        assert!(bytes(&one, name) == bytes(&two, name), "{name}");
    }
}

#[test]
fn a_table_that_grew_slice_by_slice_is_the_same() {
    let whole = Built::with(&["KRPvK"]);
    let grown = Built::nothing();
    for fen in ["8/8/8/8/8/k7/3P4/K2R4 w - - 0 1", "8/8/8/8/8/k7/P7/4K2R w K - 0 1"] {
        let position =
            Position::try_from(fen.parse::<sole_board::Setup>().expect("a FEN")).expect("legal");
        grown.add(&Plan::for_position(&position).expect("within five men"));
        assert!(!grown.path().join("KRPvK.dtm").exists(), "only the slices asked for");
        assert!(grown.tables.probe(&position).is_ok());
    }
    grown.add(&Plan::for_endings(materials(&["KRPvK"])));
    for name in ["KRvK", "KQRvK", "KRPvK"] {
        assert!(bytes(&whole, name) == bytes(&grown, name), "{name}");
    }
}
