//! The commands about collections of puzzles.

use super::Term::{Always, Folder, Memory, Nodes, Threads, Time};
use super::{Endpoint, Form, Parameter, list, switch, value};

const RECORD: &str = concat!(
    r#"{"schema":"sole-puzzle/1","kind":"proof","#,
    r#""position":"rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR","stipulation":"8 plies","#,
    r#""verdict":"one","solutions":["e2e4 e7e6 f1b5 e8e7 b5d7 c7c6 d7e8 e7e8"]}"#
);

const PUZZLES: Parameter =
    Parameter::new("puzzles", Form::Upload, "Records of puzzles, one a line")
        .example(RECORD)
        .required();

/// The commands about collections of puzzles.
pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        "puzzle",
        "check",
        "Whether every puzzle is what its record claims, proved again",
        &[PUZZLES],
    )
    .terms(&[Always("--no-build"), Folder, Memory, Threads, Time, Nodes])
    .many(),
    Endpoint::new(
        "puzzle",
        "show",
        "Puzzles with their solutions as people write them",
        &[PUZZLES, switch("solution", "Show the solutions that are claimed, too").example("true")],
    )
    .many(),
    Endpoint::new(
        "puzzle",
        "convert",
        "Puzzles in another format, and what gets lost",
        &[
            PUZZLES,
            value("to", "The format to write").choices(FORMATS).example("pgn").required(),
            value("from", "The format to read; records if missing").choices(FORMATS),
            list("kind", "Only puzzles of these kinds"),
            list("tag", "Only puzzles with all of these tags"),
            value("length", "Only puzzles whose solution takes so many moves"),
            value("scale", "Only puzzles with a rating on this scale"),
            value("min", "The least rating"),
            value("max", "The greatest rating"),
        ],
    )
    .terms(&[Always("--no-build"), Folder, Memory, Threads, Time, Nodes]),
];

/// The formats of collections.
pub(crate) const FORMATS: &[&str] = &["jsonl", "epd", "pgn", "csv", "olv", "popeye", "sdm"];
