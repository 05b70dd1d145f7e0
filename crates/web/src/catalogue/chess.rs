//! The commands about chess.

use super::ServerArg::{Always, Folder, Memory, Nodes, Threads, Time};
use super::{Endpoint, Form, Parameter, list, place, switch, value};

const ENDING: &str = "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1";
const PROBLEM: &str = "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1";
const DIAGRAM: &str = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR";

const FEN: Parameter = place("fen", "The position, a FEN of four to six fields").required();
const WAIVE: Parameter =
    list("waive", "Faults to overlook: missing-king, too-much-material, impossible-check");
const MATERIAL: Parameter = place("material", "The ending, White's men first").required();
const MOVES: Parameter =
    value("moves", "The side to move mates in at most so many moves").example("2");
const STIPULATION: Parameter =
    value("stipulation", "What is demanded, as problemists write it: #2, s#3, h#2.5, ser-h#7");
const SEED: Parameter =
    value("seed", "Where chance begins: the same for the same number").example("1");
const START: Parameter =
    value("from", "The position where games start; the initial array if missing");

/// The commands about chess.
pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        "mate",
        "solve",
        "Every key or line of a problem, proved, and whether it is sound",
        &[
            FEN.example(PROBLEM),
            WAIVE,
            MOVES,
            STIPULATION,
            switch("first", "Stop at the first key found, which is one of the shortest"),
            switch("exactly", "Take a solution in fewer moves for none"),
            switch("fifty", "Apply the fifty-move rule to direct play"),
            value("tries", "Show first moves that at most so many defences refute").most(16),
            value("set-play", "When to show what is set before the first move")
                .choices(&["auto", "always", "never"]),
        ],
    )
    .server_args(&[Time, Nodes, Memory, Threads]),
    Endpoint::new(
        "mate",
        "rate",
        "How good and how hard a problem is, in named parts",
        &[FEN.example(PROBLEM), WAIVE, MOVES, STIPULATION],
    )
    .server_args(&[Time, Nodes, Threads]),
    Endpoint::new(
        "mate",
        "themes",
        "What a problem shows, and where",
        &[FEN.example(PROBLEM), WAIVE, MOVES, STIPULATION],
    )
    .server_args(&[Time, Nodes, Threads]),
    Endpoint::new(
        "mate",
        "gen",
        "Problems made by rng that satisfy what composers ask for",
        &[
            place("stipulation", "A number of moves to mate, or what is demanded: #3, h#2")
                .example("2")
                .required(),
            place("count", "How many problems").most(100).example("1"),
            value("men", "How many men at most, kings included").example("6"),
            value("material", "Which men, those of the side that mates first"),
            value("key", "The key: quiet is no check and no capture")
                .choices(&["any", "unique", "quiet"])
                .example("unique"),
            switch("duals", "Allow duals"),
            value("defences", "How many defences must take all the moves, at least"),
            list("theme", "What every problem must show, as modelMate or switchback"),
            switch("idle", "Allow men that are not needed"),
            SEED,
            value("tries", "How often men are placed at most"),
        ],
    )
    .server_args(&[Time, Threads])
    .many(),
    Endpoint::new(
        "proof",
        "solve",
        "The games that lead to a diagram, or the proof that there is none, or only one",
        &[
            place("fen", "The diagram: a FEN of which the first field counts")
                .required()
                .example(DIAGRAM),
            value("plies", "The length: plies, as 8, or moves, as 4.0").example("8"),
            switch("shortest", "Look for the shortest games"),
            switch("at-most", "Take shorter games for games, too"),
            value("limit", "How many games are shown at most").most(1000),
            switch("all", "Find all games"),
            switch("explain", "Say what is known without a search"),
            START,
        ],
    )
    .server_args(&[Time, Nodes, Memory, Threads]),
    Endpoint::new(
        "proof",
        "gen",
        "Diagrams that can be reached in N plies and by exactly one game in N+K",
        &[
            place("n", "The diagrams can be reached in so many plies").most(6),
            place("k", "Exactly one game that is so many plies longer leads to them").most(6),
            value("plies", "All diagrams that exactly one game of so many plies leads to")
                .most(6)
                .example("3"),
            value("count", "How many are shown").most(1000).example("2"),
            switch("shortest", "Only diagrams that cannot be reached in fewer plies"),
            switch(
                "only",
                "Only diagrams that can be reached in no other number of plies below N+K",
            ),
            switch(
                "primitive",
                "Only if the delay is not that of the diagram before the last move",
            ),
            list("theme", "Only games that show this, as promotion, castling or switchback"),
            value("men-moved", "Only games in which at most so many men move"),
            value("rating", "Only diagrams so hard on the scale proof.search, as 5-7"),
            switch("unrated", "Leave out how hard they are"),
            START,
        ],
    )
    .server_args(&[Time, Memory, Threads])
    .many(),
    Endpoint::new(
        "proof",
        "endings",
        "The last moves that exactly one game of a length ends with",
        &[place("ply", "The length of the games in plies").most(8).example("4").required(), START],
    )
    .server_args(&[Time, Memory, Threads]),
    Endpoint::new(
        "proof",
        "ending",
        "The games that end with a given move, or in a given way",
        &[
            place("last", "The last move with its number, as 5.Qxe4# or 4...b5#")
                .example("2...Qh4#"),
            value("ply", "The length of the games in plies").most(8),
            value("first", "The first move"),
            value("piece", "What makes the last move: K, Q, R, B, N or P"),
            value("captures", "What it takes"),
            value("on", "Where it goes"),
            value("end", "How the game stands after it").choices(&[
                "mate",
                "stalemate",
                "check",
                "open",
            ]),
            value("limit", "How many games are shown at most").most(1000),
            START,
        ],
    )
    .server_args(&[Time, Memory, Threads]),
    Endpoint::new(
        "endgame",
        "probe",
        "How a position ends, every move and the best line, from the tables at hand",
        &[FEN.example(ENDING), WAIVE],
    )
    .server_args(&[Always("--no-build"), Folder, Memory, Threads]),
    Endpoint::new(
        "endgame",
        "build",
        "Solves endings and writes their tables",
        &[
            Parameter::new(
                "material",
                Form::Places,
                "Endings such as KRPvKR, parted by blanks, or a FEN",
            )
            .example("KRvK"),
            place("fen", "A position of which all that follows is solved, in place of endings"),
            value("men", "Every ending with at most so many men").most(5),
            switch("pawnless", "Only endings without pawns"),
            switch("dtz", "Also distances to a capture or pawn move"),
            switch("check", "Read finished tables in full, and rebuild damaged ones"),
            switch("dry-run", "Only tell what would be built, and what it would cost"),
        ],
    )
    .server_args(&[Folder, Memory, Threads])
    .changes(),
    Endpoint::new(
        "endgame",
        "stats",
        "How all positions of an ending end, counted",
        &[MATERIAL.example("KRvK")],
    )
    .server_args(&[Always("--no-build"), Folder, Threads]),
    Endpoint::new("endgame", "list", "The tables in the data folder", &[]).server_args(&[Folder]),
    Endpoint::new(
        "endgame",
        "mine",
        "Positions of an ending that satisfy a condition, as puzzles",
        &[
            MATERIAL.example("KRvK"),
            value("where", "What a position must satisfy").example("mate = 3").required(),
            value("count", "At most so many").most(1000).example("2").otherwise("100"),
            SEED,
        ],
    )
    .server_args(&[Always("--no-build"), Folder, Threads])
    .many(),
    Endpoint::new(
        "endgame",
        "random",
        "A random position of an ending, quiet if possible, in milliseconds",
        &[
            MATERIAL.example("KRvK"),
            value("where", "What a position must satisfy, as in endgame mine")
                .example("white-to-move and wins"),
            value("count", "How many positions").most(100).example("1"),
            SEED,
        ],
    )
    .server_args(&[Always("--no-build"), Folder, Memory, Threads]),
    Endpoint::new("atlas", "stats", "Positions, games, men and ends by plies", &[START])
        .server_args(&[Folder]),
    Endpoint::new(
        "atlas",
        "find",
        "After how many plies a position comes, and in how many games",
        &[FEN.example("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), WAIVE, START],
    )
    .server_args(&[Folder]),
    Endpoint::new(
        "atlas",
        "grow",
        "Makes the layers of all positions up to so many plies",
        &[
            place("plies", "The plies of the last layer").most(7).example("2").required(),
            START,
            switch("dry-run", "Only tell what is missing, and what it would cost"),
        ],
    )
    .server_args(&[Folder, Memory, Threads])
    .changes(),
];
