//! The commands about sudoku.

use super::ServerArg::{Nodes, Threads, Time};
use super::{Endpoint, Parameter, list, place, switch, value};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const GRID: Parameter = place("grid", "The sudoku, in any format").example(PUZZLE).required();
const FROM: Parameter = value("from", "How it is written; as it looks if missing");
const BOXES: Parameter =
    value("boxes", "Width and height of boxes that are not the usual ones, as 2x3");

/// The commands about sudoku.
pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        "sudoku",
        "solve",
        "The solution, or two of them, and how many there are, proved",
        &[
            GRID,
            FROM,
            BOXES,
            value("count", "Count the solutions up to a limit, which is at most 10000 with all")
                .most(1_000_000)
                .most_with("all", 10_000),
            switch("all", "Show every solution, up to the limit of count"),
        ],
    )
    .server_args(&[Time, Nodes, Threads]),
    Endpoint::new(
        "sudoku",
        "check",
        "Whether it is legal, proper and minimal",
        &[GRID, FROM, BOXES],
    )
    .server_args(&[Time, Nodes, Threads]),
    Endpoint::new(
        "sudoku",
        "hint",
        "What to look at next, and no more than is asked for",
        &[
            GRID,
            FROM,
            BOXES,
            value("strength", "How much is told: 1 where, 2 which technique, 3 the whole reason")
                .example("3"),
        ],
    )
    .server_args(&[Time, Nodes, Threads]),
    Endpoint::new(
        "sudoku",
        "explain",
        "The way to the solution, step by step",
        &[GRID, FROM, BOXES, value("scale", "Whose steps").choices(&["usual", "se", "hodoku"])],
    )
    .server_args(&[Time, Nodes, Threads]),
    Endpoint::new(
        "sudoku",
        "rate",
        "How hard it is, on several scales",
        &[
            GRID,
            FROM,
            BOXES,
            list("scale", "Which scales, of se, hodoku, search and pattern"),
            value("shuffles", "How many shuffles are searched").most(10_000),
            value("seed", "Where the chance of shuffles begins"),
        ],
    )
    .server_args(&[Time, Nodes, Threads]),
    Endpoint::new(
        "sudoku",
        "show",
        "Its size and givens, and the candidates of its cells",
        &[
            GRID,
            FROM,
            BOXES,
            switch("candidates", "Tell the candidates of empty cells").example("true"),
        ],
    ),
    Endpoint::new(
        "sudoku",
        "convert",
        "The same in another format",
        &[
            GRID,
            FROM,
            BOXES,
            value(
                "to",
                "How it is written: line, sdk, ss, text, pencilmarks, hodoku, opensudoku …",
            )
            .example("sdk")
            .required(),
            switch("givens", "Write the givens alone"),
        ],
    ),
    Endpoint::new(
        "sudoku",
        "gen",
        "Puzzles or full grids made by rng",
        &[
            value("count", "How many").most(100).example("1"),
            value("order", "Boxes of so many by so many cells").most(5),
            BOXES,
            switch("full", "Full grids"),
            value("symmetry", "How the givens lie, as none, half, quarter or diagonal"),
            value("pattern", "Which cells are given: a mark for each cell, . for empty ones"),
            value("givens", "How many givens, as 22-25 or 30"),
            switch("minimal", "Every given is needed"),
            switch("easy", "Naked and hidden singles solve it"),
            value("rating", "How hard, as se:7.1-8.3 or hodoku:unfair"),
            value(
                "technique",
                "The hardest technique that is needed, as x-wing, or one of several",
            ),
            switch("all-of", "All techniques that are named are used"),
            value("seed", "Where chance begins: the same for the same number").example("1"),
            value("tries", "How many attempts are made at most"),
        ],
    )
    .server_args(&[Time, Threads])
    .many(),
    Endpoint::new(
        "sudoku",
        "canon",
        "The form that all have that are the same but for their looks",
        &[GRID, FROM, BOXES, switch("transform", "Show how it is reached")],
    )
    .server_args(&[Threads]),
    Endpoint::new(
        "sudoku",
        "unavoidable",
        "The sets of cells where every puzzle with this solution needs a given",
        &[
            GRID,
            FROM,
            BOXES,
            value("size", "Find all sets of up to this many cells").most(16),
            value("max-size", "Leave out sets of more cells").most(100).example("4"),
            switch("list", "List the cells of every set"),
            value("check", "Find all puzzles with so many givens that have this solution"),
        ],
    )
    .server_args(&[Time, Nodes, Threads]),
];
