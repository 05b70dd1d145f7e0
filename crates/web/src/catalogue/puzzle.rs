//! The commands about collections of puzzles.

use super::ServerArg::{Always, Folder, Memory, Nodes, Threads, Time};
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

const KIND: Parameter = list("kind", "Only puzzles of these kinds");
const TAG: Parameter = list("tag", "Only puzzles with all of these tags");
const LENGTH: Parameter = value("length", "Only puzzles whose solution takes so many moves");
const SCALE: Parameter = value("scale", "Only puzzles with a rating on this scale");
const MIN: Parameter = value("min", "The least rating");
const MAX: Parameter = value("max", "The greatest rating");

/// The commands about collections of puzzles.
pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        "puzzle",
        "check",
        "Whether every puzzle is what its record claims, proved again",
        &[PUZZLES],
    )
    .server_args(&[Always("--no-build"), Folder, Memory, Threads, Time, Nodes])
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
            switch("solve", "Solve puzzles that are not proven, and write all play"),
            KIND,
            TAG,
            LENGTH,
            SCALE,
            MIN,
            MAX,
        ],
    )
    .server_args(&[Always("--no-build"), Folder, Memory, Threads, Time, Nodes]),
    Endpoint::new(
        "puzzle",
        "book",
        "Puzzles printed as a book, with the solutions at the back: a file to save",
        &[
            PUZZLES,
            Parameter::new("to", Form::Output, "How the book is written; pdf if missing")
                .choices(BOOKS)
                .example("pdf")
                .otherwise("pdf"),
            value("title", "What is printed on the first page").example("My puzzles"),
            value("subtitle", "What is printed below it; how many puzzles there are if missing"),
            value("columns", "How many diagrams are side by side").most(4),
            value("rows", "How many diagrams are above each other").most(6),
            value("paper", "The size of the paper").choices(&["a4", "letter"]),
            switch("letters", "Write moves with letters instead of figurines"),
            switch("hatched", "Hatch dark squares instead of greying them"),
            switch("no-coordinates", "Leave out the names of files and ranks"),
            KIND,
            TAG,
            LENGTH,
            SCALE,
            MIN,
            MAX,
        ],
    )
    .server_args(&[Always("--no-build"), Folder, Memory, Threads]),
];

/// How books are written.
pub(crate) const BOOKS: &[&str] = &["pdf", "html"];

/// The formats of collections.
pub(crate) const FORMATS: &[&str] = &["jsonl", "epd", "pgn", "csv", "olv", "popeye", "sdm"];
