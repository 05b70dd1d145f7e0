//! Whole conversations in the process, up to games to mate.

#[path = "support/captured_output.rs"]
mod captured_output;

use captured_output::CapturedOutput;
use sole_board::{Ending, Game, Setup};
use sole_puzzle::rng::Rng;
use sole_uci::{Session, Settings};
use std::path::Path;

fn session(folder: &Path) -> (Session, CapturedOutput) {
    let output = CapturedOutput::default();
    let settings = Settings { data_dir: Some(folder.to_owned()), build_memory: 1 << 30 };
    (Session::new(output.clone(), settings), output)
}

/// Says lines, waits for the end of what they began, and returns what was answered.
fn ask(session: &mut Session, output: &CapturedOutput, lines: &[&str]) -> String {
    for line in lines {
        let _ = session.handle(line);
    }
    session.finish();
    output.take()
}

/// The move of the last answer.
fn best_move(heard: &str) -> &str {
    let line = heard.lines().rfind(|line| line.starts_with("bestmove ")).expect(heard);
    line.split(' ').nth(1).expect("a move")
}

#[test]
fn mates_are_exact() {
    let (mut session, output) = session(Path::new("no such folder"));
    let fen = "position fen 5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1";
    let heard = ask(&mut session, &output, &[fen, "go mate 2"]);
    assert!(heard.contains(" score mate 2 "), "{heard}");
    assert_eq!(best_move(&heard), "d4g4", "{heard}");
    let heard = ask(&mut session, &output, &["go mate 1"]);
    assert!(heard.contains("exact: there is no mate in 1"), "{heard}");
    assert_ne!(best_move(&heard), "0000", "{heard}");
}

#[test]
fn the_search_sees_what_is_near() {
    let (mut session, output) = session(Path::new("no such folder"));
    let cases = [
        ("a mate", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "go depth 4", "d1d8"),
        ("a queen", "6k1/5ppp/8/3q4/4P3/8/5PPP/6K1 w - - 0 1", "go depth 4", "e4d5"),
        ("a promotion", "8/P5kp/8/8/8/8/6KP/8 w - - 0 1", "go depth 4", "a7a8q"),
        (
            "a named move",
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
            "go depth 3 searchmoves g2g3",
            "g2g3",
        ),
    ];
    for (name, fen, go, expected) in cases {
        let heard = ask(&mut session, &output, &[&format!("position fen {fen}"), go]);
        assert_eq!(best_move(&heard), expected, "{name}: {heard}");
    }
}

#[test]
fn repetitions_and_the_fifty_move_rule_are_draws() {
    let (mut session, output) = session(Path::new("no such folder"));
    let fen = |halfmoves: u32| format!("position fen 7k/p6p/8/8/8/8/P6P/KQ6 w - - {halfmoves} 90");
    let there_and_back = "moves b1b3 h8g7 b3b1 g7h8";
    let cases = [
        ("a repetition", format!("{} {there_and_back}", fen(0)), "b1b3", true),
        ("the first time", fen(0), "b1b3", false),
        ("fifty moves", fen(99), "b1b3", true),
        ("a pawn in time", fen(99), "a2a3", false),
        ("one move before", fen(97), "b1b3", false),
    ];
    for (name, position, first, is_draw) in cases {
        let go = format!("go depth 1 searchmoves {first}");
        let heard = ask(&mut session, &output, &[&position, &go]);
        assert_eq!(heard.contains(" score cp 0 "), is_draw, "{name}: {heard}");
        let heard = ask(&mut session, &output, &[&position, "go depth 3"]);
        assert!(!is_draw || best_move(&heard) != first, "{name}: {heard}");
    }
}

#[test]
fn positions_without_moves_have_no_best_move() {
    let (mut session, output) = session(Path::new("no such folder"));
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "score mate 0"),
    ] {
        let heard = ask(&mut session, &output, &[&format!("position fen {fen}"), "go depth 5"]);
        assert!(heard.contains(score), "{heard}");
        assert_eq!(best_move(&heard), "0000", "{heard}");
    }
}

#[test]
fn what_is_wrong_leaves_the_position() {
    let (mut session, output) = session(Path::new("no such folder"));
    let cases = [
        ("position fen 8/8/8/8 w - -", "info string no FEN: there are 4 ranks, needs 8"),
        ("position startpos moves e2e4 e2e4", "info string"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "info string this position cannot be played on"),
        ("setoption name Nalimov value x", "info string there is no option 'Nalimov'"),
        ("hello there", "info string unknown command: hello there"),
    ];
    let before = ask(&mut session, &output, &["position startpos moves e2e4", "d"]);
    for (line, expected) in cases {
        let heard = ask(&mut session, &output, &[line]);
        assert!(heard.starts_with(expected), "{line}: {heard}");
        assert_eq!(ask(&mut session, &output, &["d"]), before, "{line}");
    }
}

#[test]
fn a_stop_ends_what_has_no_end() {
    let (mut session, output) = session(Path::new("no such folder"));
    for go in
        ["go infinite", "go", "go ponder wtime 1 btime 1", "go infinite mate 1", "go perft 20"]
    {
        let _ = session.handle("position startpos");
        let _ = session.handle(go);
        let _ = session.handle("isready");
        let _ = session.handle("stop");
        let heard = output.take();
        assert!(heard.contains("readyok"), "{go}: {heard}");
        let is_count = go.contains("perft");
        assert_eq!(heard.matches("bestmove").count(), usize::from(!is_count), "{go}: {heard}");
    }
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let (mut session, output) = session(Path::new("no such folder"));
    let _ = session.handle("go ponder depth 2 wtime 1000 btime 1000");
    let _ = session.handle("ponderhit");
    session.finish();
    assert_eq!(output.take().matches("bestmove").count(), 1);
}

/// Plays an ending against moves by lot up to its end.
fn play_out(session: &mut Session, output: &CapturedOutput, fen: &str, seed: u64) -> Game {
    let mut rng = Rng::new(seed, 0);
    let setup: Setup = fen.parse().expect(fen);
    let mut game = Game::from_setup(setup, Default::default()).expect(fen);
    let white = game.position().turn();
    while game.ending().is_none() {
        let m = if game.position().turn() == white {
            let moves: Vec<String> = game.moves().map(|m| m.to_string()).collect();
            let line = format!("position fen {fen} moves {}", moves.join(" "));
            let heard = ask(session, output, &[&line, "go movetime 100000"]);
            game.position().parse_uci(best_move(&heard)).expect("a legal move")
        } else {
            let moves = game.position().moves();
            moves[rng.below(moves.len())]
        };
        game.play(m).expect("a legal move");
    }
    game
}

#[test]
fn endings_are_played_to_mate() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, output) = session(folder.path());
    let cases = [("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 10), ("7k/8/8/8/8/8/8/KBN5 w - - 0 1", 33)];
    for (fen, longest) in cases {
        for seed in 0..3 {
            let game = play_out(&mut session, &output, fen, seed);
            let is_mate = matches!(game.ending(), Some(Ending::Checkmate { .. }));
            assert!(is_mate, "{fen}, seed {seed}: {:?}", game.ending());
            let moves = game.moves().len().div_ceil(2);
            assert!(moves <= longest, "{fen}, seed {seed}: {moves} moves");
        }
    }
}

/// A queen mates in nine, whatever the clock; from 84 half-moves on that may be too late.
#[test]
fn the_clock_decides_what_is_said_of_an_ending() {
    const WON: &str = "8/8/8/3k4/8/8/8/KQ6 w - -";
    const LOST: &str = "8/8/8/3k4/8/1Q6/8/K7 b - -";
    let exact = "exact: from endgame tables";
    let drawn = "exact: a draw under the fifty-move rule";
    let unruled = "but the fifty-move rule is left out of account";
    let cases = [
        (WON, 0, true, exact, " score mate 9 "),
        (WON, 82, true, exact, " score mate 9 "),
        (WON, 82, false, exact, " score mate 9 "),
        (WON, 83, true, "exact: decided under the fifty-move rule", " score mate 9 "),
        (WON, 84, true, drawn, " score cp 0 "),
        (WON, 84, false, unruled, " score mate 9 "),
        (WON, 99, true, drawn, " score cp 0 "),
        (WON, 100, true, drawn, " score cp 0 "),
        (LOST, 0, true, exact, " score mate -9 "),
        (LOST, 99, true, drawn, " score cp 0 "),
        (LOST, 99, false, unruled, " score mate -9 "),
    ];
    let (ruled, unruled) = (folder_of_queen(), folder_of_queen());
    for (fen, clock, is_ruled, note, score) in cases {
        let (mut session, output) = session(if is_ruled { &ruled } else { &unruled }.path());
        let build = format!("setoption name BuildTables value {is_ruled}");
        let position = format!("position fen {fen} {clock} 150");
        let heard = ask(&mut session, &output, &[&build, &position, "go movetime 100000"]);
        let name = format!("{fen} at {clock}, --dtz {is_ruled}: {heard}");
        assert!(heard.contains(note), "{name}");
        assert!(heard.contains(score), "{name}");
        assert_eq!(heard.contains("exact"), is_ruled || note == exact, "{name}");
    }
}

/// A folder with the distances to mate of a queen, and nothing about the fifty-move rule.
fn folder_of_queen() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, output) = session(folder.path());
    let heard =
        ask(&mut session, &output, &["position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "go depth 1"]);
    assert!(heard.contains("exact"), "{heard}");
    folder
}
