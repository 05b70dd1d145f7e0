//! Mates as Popeye and Stockfish find them, where these programs are on the path.
//!
//! Popeye is called `popeye` or `py`. A program that is not there is named on standard error,
//! and nothing is compared with it.

use sole_board::{Move, MoveKind, Position, Setup};
use sole_mate::{Budget, Problem, Solution};
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The longest mates that are compared, so that the slowest program takes seconds.
const MOST_MOVES: u8 = 3;

struct Mate {
    fen: String,
    moves: u8,
}

/// The mates of the list of the project, short ones only.
fn mates() -> Vec<Mate> {
    let text = include_str!("../../data/mates.csv");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let mates = rows.map(|row| {
        let mut columns = row.split(';');
        let fen = columns.next().expect("a FEN").to_owned();
        let moves = columns.next().and_then(|n| n.parse().ok()).expect("a number of moves");
        Mate { fen, moves }
    });
    mates.filter(|mate| mate.moves <= MOST_MOVES).collect()
}

impl Mate {
    /// The squares of the keys, sorted, and the length of the shortest.
    fn ours(&self) -> (Vec<String>, Option<u8>) {
        let setup: Setup = self.fen.parse().expect("a FEN");
        let position = Position::try_from(setup).expect("playable");
        let stipulation = format!("#{}", self.moves).parse().expect("a stipulation");
        let problem = Problem::new(position, stipulation).expect("a problem");
        let Solution::Keys(keys) = problem.solve(&Budget::UNLIMITED) else {
            panic!("direct mates have keys")
        };
        let mut moves: Vec<String> = keys.keys().iter().map(|key| squares(key.first)).collect();
        moves.sort_unstable();
        (moves, keys.shortest())
    }
}

/// From where to where a move goes, or `0-0`.
fn squares(m: Move) -> String {
    match m.kind() {
        MoveKind::Castling if m.to().file() > m.from().file() => "0-0".to_owned(),
        MoveKind::Castling => "0-0-0".to_owned(),
        _ => format!("{}{}", m.from(), m.to()),
    }
}

/// The first of these programs that is on the path.
fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let all = std::env::split_paths(&path)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    let found = all.into_iter().find(|file| file.is_file());
    if found.is_none() {
        // Not by a macro, whose text would be seen only if the test failed.
        let _ = writeln!(io::stderr(), "SKIPPED: {} is not on the path", names.join(" or "));
    }
    found
}

#[test]
fn popeye_finds_the_same_keys() {
    let Some(popeye) = program(&["popeye", "py"]) else { return };
    for mate in mates() {
        let (squares, turn) = mate.fen.split_once(' ').expect("a side to move");
        assert!(turn.starts_with('w'), "White mates in this list");
        let knights = squares.replace('N', "S").replace('n', "s");
        let problem = format!(
            "BeginProblem\nOption NoBoard\nStipulation #{}\nForsyth {knights}\nEndProblem\n",
            mate.moves
        );
        let mut child = Command::new(&popeye)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("popeye runs");
        child.stdin.take().expect("its input").write_all(problem.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout);
        let keys = text.lines().filter_map(|line| line.trim().strip_prefix("1."));
        let keys = keys.filter(|line| line.trim_end().ends_with('!'));
        let mut keys: Vec<String> = keys.map(squares_of).collect();
        keys.sort_unstable();
        assert_eq!(keys, mate.ours().0, "#{} {}\n{text}", mate.moves, mate.fen);
    }
}

/// `d4g4` of `Qd4-g4 + !`, and `0-0` of `0-0 !`.
fn squares_of(text: &str) -> String {
    if text.starts_with('0') {
        return text.trim_end_matches([' ', '+', '!']).to_owned();
    }
    let is_square = |pair: &[char]| matches!(pair, ['a'..='h', '1'..='8']);
    let letters: Vec<char> = text.chars().collect();
    letters.windows(2).filter(|pair| is_square(pair)).flatten().take(4).collect()
}

#[test]
fn stockfish_finds_mates_of_the_same_length() {
    let Some(stockfish) = program(&["stockfish"]) else { return };
    let mut child = Command::new(&stockfish)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("stockfish runs");
    let mut input = child.stdin.take().expect("its input");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    for mate in mates() {
        writeln!(input, "ucinewgame\nposition fen {}\ngo mate {}", mate.fen, mate.moves)
            .expect("it reads");
        let mut length = None;
        for line in lines.by_ref().map(|line| line.expect("text")) {
            if let Some((_, rest)) = line.split_once(" score mate ") {
                length = rest.split(' ').next().and_then(|number| number.parse().ok());
            }
            if line.starts_with("bestmove") {
                break;
            }
        }
        assert_eq!(length, mate.ours().1, "{}", mate.fen);
        assert_eq!(length, Some(mate.moves), "{}", mate.fen);
    }
    writeln!(input, "quit").expect("it reads");
    assert!(child.wait().expect("it ends").success());
}
