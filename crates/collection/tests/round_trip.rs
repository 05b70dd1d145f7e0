//! What is read from a format is written in it again as it was.

use sole_collection::{Entry, Format, Frame, Losses, Play, read, write};
use sole_puzzle::{Puzzle, Status};

/// Rows as Lichess has them, the last with odd columns.
const ROWS: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
000hf,r1bqk2r/pp1nbNp1/2p1p2p/8/2BP4/1PN3P1/P3QP1P/3R1RK1 b kq - 0 19,e8f7 e2e6 f7f8 e6f7,1562,77,92,200,mate mateIn2 middlegame short,https://lichess.org/71ygsFeE/black#38,Horwitz_Defense
0018S,2kr3r/pp3p2/4p2p/1N1p2p1/3Q4/1P1P4/2q2PPP/5RK1 b - - 1 20,b7b6 d4a1 a7a5 f1c1,1822,74,96,22482,advantage endgame long mateIn3,https://lichess.org/2GhpcNAp#40,
0,6k1/5ppp/8/8/8/8/1r6/R6K b - - 0 1,b2b8 a1b1,,,-7,,\"mateIn1 a,b\",,
";

/// Opcodes in any order, unknown ones among them, and moves without check marks.
const EPDS: &str = "\
5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - bm Qg4+; dm 2; pv Qg4+ Kd5 Qe4#; id \"one\"; c0 \"a remark\"; c3 \"another\";
5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - id \"two\"; bm Qg4; acd 20; dm 2; ce 32766; Foo \"bar\" baz;
8/8/1pk4K/3p4/6R1/8/4N3/8 b - - stip \"h#2\"; pv Kb5 Nc3+ Ka5 Ra4#;
8/8/8/8/8/1k6/8/KR6 b - - hmvc 3; fmvn 40; stip \"draw\";
rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w - - stip \"8 plies\"; c0 \"game: e4 e6 Bb5 Ke7 Bxd7 c6 Be8 Kxe8\"; c1 \"tags: switchback\";
";

const GAMES: &str = "\
[Event \"feenschach\"]
[Site \"?\"]
[Date \"1965.02.??\"]
[Round \"7\"]
[White \"Ugren, Ljubomir; Müller, Dieter\"]
[Black \"?\"]
[Result \"*\"]
[Annotator \"somebody\"]
[FEN \"5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 5 20\"]
[SetUp \"1\"]
[Stipulation \"#2\"]

{a remark} 20. Qg4+ $1 (20. Qd5+ $2 Ke7 $1) 20... Kd5 (20... Ke7 21. Bxd6#) 21.
Qe4# {done} *

[Event \"?\"]
[Site \"https://example.org/1\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"Tibor Orban\"]
[Black \"?\"]
[Result \"1/2-1/2\"]
[Stipulation \"PG 4.0\"]

1. e4 e6 2. Bb5 Ke7 3. Bxd7 c6 4. Be8 Kxe8 1/2-1/2
";

/// As Olive writes them: keys in alphabetical order, parts of a source, fields of its own.
const OLIVE: &str = "\
---
algebraic:
  black: [Ka2, Ra5, Pg4, Pe6]
  white: [Kc7, Qg1, Ra6, Sd3]
authors:
- Ugren, Ljubomir
- Јаневски, Живко
award: {distinction: 1st Prize, tourney: {name: x}}
comments: [one, 'two: three']
intended-solutions: 1.1
keywords: [Model mates]
solution: |
  1.Qg1-b6 ! threat:
      2.Ra6*a5 #
source:
  date: {month: 2, year: 1965}
  issue: 50
  name: feenschach
  sourceid: '17'
stipulation: '#2'
version: 0.9
---
algebraic:
  black: [Kh8]
  white: [Kf6, Qg1]
stipulation: '#1'
";

const POPEYE: &str = "\
BeginProblem
Author A. Author
Author Müller, Dieter
Origin Freie Presse
Award 1st Prize
Title Title
Remark Date: 1994
Remark Keywords: Rundlauf, Model mates
Remark one
Stipulation #2
Option Variation
Pieces
  White Kc7 Qg1 Ra6 Sd3
  Black Ka2 Ra5 Pg4e6
NextProblem
Stipulation h#2
Pieces
  White Kh6 Rg4 Se2
  Black Kc6 Pd5b6
EndProblem
";

const GRIDS: &str = "1.....2..3.....4\n1000002003000004\n";

const FILES: [(Format, &str); 6] = [
    (Format::Csv, ROWS),
    (Format::Epd, EPDS),
    (Format::Pgn, GAMES),
    (Format::Olv, OLIVE),
    (Format::Popeye, POPEYE),
    (Format::Sdm, GRIDS),
];

fn entries(text: &str, format: Format) -> Vec<Entry> {
    read(text, format).map(|entry| entry.unwrap_or_else(|e| panic!("{format}: {e}"))).collect()
}

fn written(entries: &[Entry], format: Format) -> String {
    let mut frame = Frame::new(format);
    let text = |entry: &Entry| {
        let text = write(&entry.puzzle, &entry.typed, format, None);
        frame.entry(&text.unwrap_or_else(|unfit| panic!("{format}: {unfit}")))
    };
    entries.iter().map(text).collect::<String>() + &frame.end()
}

#[test]
fn a_file_comes_back_byte_for_byte() {
    for (format, text) in FILES {
        let read = entries(text, format);
        assert!(!read.is_empty(), "{format}");
        assert_eq!(written(&read, format), text, "{format}");
    }
}

#[test]
fn a_file_comes_back_byte_for_byte_through_records() {
    for (format, text) in FILES {
        let records = written(&entries(text, format), Format::Jsonl);
        assert_eq!(written(&entries(&records, Format::Jsonl), format), text, "{format}");
    }
}

#[test]
fn nothing_is_proved_by_reading() {
    for (format, text) in FILES {
        for Entry { puzzle, .. } in entries(text, format) {
            assert_eq!(puzzle.answer().status(), Status::Open, "{format}");
        }
    }
}

/// A record that was changed is not written as it stood, but keeps what only its format has.
#[test]
fn changes_are_written() {
    let change = |mut entry: Entry| {
        let details = entry.puzzle.details_mut();
        details.id = Some("changed".to_owned());
        details.authors = vec!["Changed".to_owned()];
        entry
    };
    let cases = [
        (Format::Epd, EPDS, "id \"changed\"", "Foo \"bar\" baz;"),
        (Format::Pgn, GAMES, "[White \"Changed\"]", "[Annotator \"somebody\"]"),
        (Format::Olv, OLIVE, "  - Changed\n", "version: 0.9\n"),
        (Format::Csv, ROWS, "\nchanged,r1bqk2r", "Horwitz_Defense"),
        (Format::Popeye, POPEYE, "Author Changed\n", "Origin Freie Presse"),
    ];
    for (format, text, new, kept) in cases {
        let changed: Vec<Entry> = entries(text, format).into_iter().map(change).collect();
        let text = written(&changed, format);
        assert!(text.contains(new) && text.contains(kept), "{format}: {text}");
        let again: Vec<Puzzle> = entries(&text, format).into_iter().map(|e| e.puzzle).collect();
        assert_eq!(again.len(), changed.len(), "{format}: {text}");
    }
}

/// Solving replaces the solution and leaves all other fields as they are.
#[test]
fn an_entry_that_is_solved_keeps_its_fields() {
    let play = Play { text: Some("1.new !\n".to_owned()), game: None };
    let old = "solution: |\n  1.Qg1-b6 ! threat:\n      2.Ra6*a5 #\n";
    let expected = [
        OLIVE.replace(old, "solution: |2\n  1.new !\n"),
        format!("{OLIVE}solution: |2\n  1.new !\n"),
    ];
    for (number, expected) in expected.iter().enumerate() {
        let Entry { puzzle, typed, .. } = entries(OLIVE, Format::Olv).remove(number);
        let text = write(&puzzle, &typed, Format::Olv, Some(&play)).expect("Olive has it");
        let at = expected.match_indices("---").nth(number).map_or(0, |(at, _)| at);
        let end = expected[at + 3..].find("---").map_or(expected.len(), |next| at + 3 + next);
        assert_eq!(text.trim_end(), expected[at..end].trim_end(), "{number}");
        let mut losses = Losses::default();
        losses.note(&puzzle, &[], Format::Olv, &text);
        assert_eq!(losses.sentences(Format::Olv, |n| n.to_string()), [""; 0], "{text}");
    }
}

/// Rights that a position leaves out are none, and named if the board allows them.
#[test]
fn rights_may_be_left_out() {
    let cases = [
        (Format::Epd, "4k3/8/8/8/8/8/8/R3K3 w dm 9;", true),
        (Format::Epd, "4k3/8/8/8/8/8/8/R3K3 w - dm 9;", false),
        (Format::Epd, "4k3/8/8/8/8/8/8/3RK3 w dm 9;", false),
        (
            Format::Pgn,
            "[FEN \"4k3/8/8/8/8/8/8/R3K3 w\"]\n[SetUp \"1\"]\n[Stipulation \"#9\"]\n\n*\n",
            true,
        ),
        (
            Format::Pgn,
            "[FEN \"4k3/8/8/8/8/8/8/3RK3 w\"]\n[SetUp \"1\"]\n[Stipulation \"#9\"]\n\n*\n",
            false,
        ),
    ];
    for (format, text, is_open) in cases {
        let entry = entries(text, format).remove(0);
        assert!(entry.puzzle.position().ends_with(" w - - 0 1"), "{text}");
        assert_eq!(!entry.open_rights.is_empty(), is_open, "{text}");
        assert_eq!(written(&[entry], format).trim_end(), text.trim_end(), "{text}");
    }
}

/// What one format says that another does not have, by the sentences of the losses.
#[test]
fn losses_are_named_once_for_each_kind() {
    let popeye = POPEYE
        .replace("Option Variation", "Option Variation Try SetPlay")
        .replace("EndProblem", "LaTeX a.tex\nOption SetPlay\nEndProblem");
    let cases: [(Format, &str, Format, &[&str]); 10] = [
        (
            Format::Popeye,
            &popeye,
            Format::Jsonl,
            &[
                "the Popeye command LaTeX is not kept by JSON lines: 1",
                "the Popeye option SetPlay is not kept by JSON lines: 2",
                "the Popeye option Try is not kept by JSON lines: 1",
            ],
        ),
        (
            Format::Popeye,
            &popeye,
            Format::Popeye,
            &[
                "the Popeye command LaTeX is not kept by Popeye: 1",
                "the Popeye option SetPlay is not kept by Popeye: 2",
                "the Popeye option Try is not kept by Popeye: 1",
            ],
        ),
        (Format::Popeye, POPEYE, Format::Jsonl, &[]),
        (
            Format::Epd,
            EPDS,
            Format::Pgn,
            &[
                "stipulations are changed by PGN: 1",
                "the EPD opcode Foo is not kept by PGN: 1",
                "the EPD opcode acd is not kept by PGN: 1",
                "the EPD opcode ce is not kept by PGN: 1",
            ],
        ),
        (
            Format::Pgn,
            GAMES,
            Format::Olv,
            &[
                "1 of kind proof left out: Olive has no such puzzles",
                "clocks are not kept by Olive: 1",
                "the PGN move text is not kept by Olive: 1",
                "the PGN tag Annotator is not kept by Olive: 1",
                "the PGN tag Round is not kept by Olive: 1",
            ],
        ),
        (
            Format::Csv,
            ROWS,
            Format::Epd,
            &[
                "URLs are not kept by EPD: 2",
                "opening tags are not kept by EPD: 1",
                "ratings on lichess are not kept by EPD: 2",
                "ratings on lichess.deviation are not kept by EPD: 2",
                "ratings on lichess.plays are not kept by EPD: 2",
                "ratings on lichess.popularity are not kept by EPD: 3",
                "set-up moves are not kept by EPD: 3",
            ],
        ),
        (Format::Csv, ROWS, Format::Pgn, &["set-up moves are not kept by PGN: 3"]),
        (Format::Csv, ROWS, Format::Jsonl, &[]),
        (
            Format::Olv,
            OLIVE,
            Format::Popeye,
            &[
                "intended numbers of solutions are not kept by Popeye: 1",
                "the Olive field solution is not kept by Popeye: 1",
                "the Olive field source.sourceid is not kept by Popeye: 1",
                "the Olive field version is not kept by Popeye: 1",
            ],
        ),
        (
            Format::Epd,
            EPDS,
            Format::Csv,
            &[
                "1 of kind endgame left out: Lichess's CSV has no such puzzles",
                "1 of kind mate left out: a Lichess puzzle is a direct mate, not h#2",
                "2 of kind mate left out: a Lichess puzzle needs a proof that it has one solution",
                "1 of kind proof left out: Lichess's CSV has no such puzzles",
            ],
        ),
    ];
    for (from, text, to, expected) in cases {
        let mut losses = Losses::default();
        for Entry { puzzle, typed, ignored, .. } in entries(text, from) {
            match write(&puzzle, &typed, to, None) {
                Ok(text) => losses.note(&puzzle, &ignored, to, &text),
                Err(unfit) => losses.skip(&puzzle, &unfit),
            }
        }
        assert_eq!(losses.sentences(to, |n| n.to_string()), expected, "{from} to {to}");
    }
}

/// Writing in the format that was read loses nothing.
#[test]
fn the_same_format_loses_nothing() {
    for (format, text) in FILES {
        let mut losses = Losses::default();
        for Entry { puzzle, typed, ignored, .. } in entries(text, format) {
            let text = write(&puzzle, &typed, format, None).expect("the same format");
            losses.note(&puzzle, &ignored, format, &text);
        }
        assert_eq!(losses.sentences(format, |n| n.to_string()), [""; 0], "{format}");
    }
}
