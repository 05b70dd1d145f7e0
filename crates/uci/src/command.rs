//! Lines of the protocol, read: anything may come, and what is unknown is passed over.

use sole_board::STARTPOS;
use std::time::Duration;

/// A line that means something.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command<'a> {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Position {
        start: Start<'a>,
        moves: Vec<&'a str>,
    },
    Go(Box<Go<'a>>),
    Stop,
    PonderHit,
    Show,
    Quit,
    /// Known, and of no consequence here.
    Idle,
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start<'a> {
    Array,
    Fen(Vec<&'a str>),
}

/// What to search, and for how long.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Go<'a> {
    pub(crate) moves: Option<Vec<&'a str>>,
    pub(crate) mate: Option<u64>,
    pub(crate) perft: Option<u64>,
    pub(crate) depth: Option<u64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) movetime: Option<Duration>,
    /// White's and Black's time and increment.
    pub(crate) time: [Option<Duration>; 2],
    pub(crate) increment: [Option<Duration>; 2],
    pub(crate) moves_to_go: Option<u64>,
    pub(crate) infinite: bool,
    pub(crate) ponder: bool,
    /// Words that make no sense.
    pub(crate) strange: Vec<&'a str>,
}

impl<'a> Command<'a> {
    /// The first word of a line that is known begins the command; `None` if there is none.
    pub(crate) fn read(line: &'a str) -> Option<Command<'a>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.iter().enumerate().find_map(|(at, word)| Command::begin(word, &words[at + 1..]))
    }

    fn begin(word: &str, rest: &[&'a str]) -> Option<Command<'a>> {
        Some(match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => set_option(rest),
            "position" => position(rest),
            "go" => Command::Go(Box::new(Go::read(rest))),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "d" => Command::Show,
            "quit" => Command::Quit,
            "debug" | "register" => Command::Idle,
            _ => return None,
        })
    }
}

/// Names and values may have blanks.
fn set_option<'a>(rest: &[&str]) -> Command<'a> {
    let rest = rest.strip_prefix(&["name"]).unwrap_or(rest);
    let at = rest.iter().position(|&word| word == "value");
    let (name, value) = match at {
        Some(at) => (&rest[..at], Some(rest[at + 1..].join(" "))),
        None => (rest, None),
    };
    Command::SetOption { name: name.join(" "), value }
}

fn position<'a>(rest: &[&'a str]) -> Command<'a> {
    let at = rest.iter().position(|&word| word == "moves");
    let moves = at.map_or(Vec::new(), |at| rest[at + 1..].to_vec());
    let words = &rest[..at.unwrap_or(rest.len())];
    let start = match words {
        [STARTPOS, ..] => Start::Array,
        ["fen", fen @ ..] => Start::Fen(fen.to_vec()),
        fen => Start::Fen(fen.to_vec()),
    };
    Command::Position { start, moves }
}

/// The words that a search understands; those that are followed by a number come first.
const NUMBERED: [&str; 10] =
    ["mate", "perft", "depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];
const ALONE: [&str; 3] = ["infinite", "ponder", "searchmoves"];

impl<'a> Go<'a> {
    fn read(mut rest: &[&'a str]) -> Go<'a> {
        let mut go = Go::default();
        while let Some((&word, after)) = rest.split_first() {
            rest = after;
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let is_word =
                        |word: &&&str| !NUMBERED.contains(*word) && !ALONE.contains(*word);
                    let count = rest.iter().take_while(is_word).count();
                    go.moves = Some(rest[..count].to_vec());
                    rest = &rest[count..];
                }
                _ if NUMBERED.contains(&word) => match rest.split_first() {
                    Some((number, after)) if number.parse::<i64>().is_ok() => {
                        go.set(word, number.parse().unwrap_or(0));
                        rest = after;
                    }
                    _ => go.strange.push(word),
                },
                _ => go.strange.push(word),
            }
        }
        go
    }

    /// Times may be negative, if a clock has run out; then there is none left.
    fn set(&mut self, word: &str, number: i64) {
        let count = u64::try_from(number).unwrap_or(0);
        let time = Some(Duration::from_millis(count));
        match word {
            "mate" => self.mate = Some(count),
            "perft" => self.perft = Some(count),
            "depth" => self.depth = Some(count),
            "nodes" => self.nodes = Some(count),
            "movetime" => self.movetime = time,
            "wtime" => self.time[0] = time,
            "btime" => self.time[1] = time,
            "winc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            _ => self.moves_to_go = Some(count),
        }
    }

    /// Whether only a `stop` ends it.
    pub(crate) fn is_endless(&self) -> bool {
        let is_limited = self.mate.is_some()
            || self.perft.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime.is_some()
            || self.time.iter().any(Option::is_some);
        self.infinite || !is_limited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_known_word_begins() {
        let fen = |words: &'static str| Start::Fen(words.split(' ').collect());
        let cases = [
            ("uci", Some(Command::Uci)),
            ("  joho\tisready ", Some(Command::IsReady)),
            ("", None),
            (
                "position moves go",
                Some(Command::Position { start: Start::Fen(Vec::new()), moves: vec!["go"] }),
            ),
            ("UCI", None),
            ("position startpos", Some(Command::Position { start: Start::Array, moves: vec![] })),
            (
                "position startpos moves e2e4 e7e5",
                Some(Command::Position { start: Start::Array, moves: vec!["e2e4", "e7e5"] }),
            ),
            (
                "position fen 8/8 w - - moves a",
                Some(Command::Position { start: fen("8/8 w - -"), moves: vec!["a"] }),
            ),
            ("debug on", Some(Command::Idle)),
        ];
        for (line, expected) in cases {
            assert_eq!(Command::read(line), expected, "{line:?}");
        }
    }

    #[test]
    fn options_have_names_and_values_with_blanks() {
        let cases = [
            ("setoption name Hash value 32", "Hash", Some("32")),
            ("setoption name Clear Hash", "Clear Hash", None),
            ("setoption name DataDir value /a b/c", "DataDir", Some("/a b/c")),
            ("setoption name DataDir value", "DataDir", Some("")),
            ("setoption", "", None),
        ];
        for (line, name, value) in cases {
            let expected =
                Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) };
            assert_eq!(Command::read(line), Some(expected), "{line:?}");
        }
    }

    #[test]
    fn searches_have_limits() {
        let go = |line| match Command::read(line) {
            Some(Command::Go(go)) => *go,
            other => panic!("{line}: {other:?}"),
        };
        assert!(go("go").is_endless());
        assert!(go("go infinite depth 3").is_endless());
        assert!(!go("go depth 3").is_endless());
        let all = go("go wtime 1000 btime -5 winc 10 movestogo 40 searchmoves e2e4 d2d4 nodes 7");
        assert_eq!(all.time, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(all.moves.as_deref(), Some(&["e2e4", "d2d4"][..]));
        assert_eq!((all.nodes, all.moves_to_go), (Some(7), Some(40)));
        let odd = go("go depth nodes 99999999999999999999 mate 2 what");
        assert_eq!(odd.strange, ["depth", "nodes", "99999999999999999999", "what"]);
        assert_eq!(odd.mate, Some(2));
    }
}
