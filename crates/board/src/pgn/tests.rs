//! Games as people write them, and as nobody should.

use super::*;
use crate::FenProblem;

fn read(text: &str) -> Vec<Result<Pgn, PgnError>> {
    games(text, SanMode::Lenient).collect()
}

fn one(text: &str) -> Pgn {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).expect(text)
}

/// The movetext as it is written, without the tags.
fn movetext(text: &str) -> String {
    let written = one(text).to_string();
    let (_, moves) = written.split_once("\n\n").expect("tags and moves");
    moves.trim_end().to_owned()
}

#[test]
fn a_first_position_may_leave_out_its_rights() {
    use FenField::{Castling, EnPassant, Turn};
    let board = "4k3/8/8/8/8/8/8/R3K3";
    let cases: [(&str, &[FenField]); 4] =
        [("w Q -", &[]), ("w Q - 3 40", &[]), ("w Q", &[EnPassant]), ("w", &[Castling, EnPassant])];
    for (rest, missing) in cases {
        assert_eq!(one(&format!("[FEN \"{board} {rest}\"]\n\n*")).missing, missing, "{rest}");
    }
    let error = read(&format!("[FEN \"{board}\"]\n\n*")).remove(0).expect_err("no side to move");
    let missing = FenProblem::Missing;
    let is_turn = |error: &FenError| error.field == Turn && error.problem == missing;
    assert!(matches!(&error.problem, PgnProblem::Fen(error) if is_turn(error)), "{error}");
}

#[test]
fn games_have_places() {
    let text = "\n\n[White \"a\"]\n\n1. e4 *\n\n1. e5 *\n\n[White \"c\"]\n\n1. d4\n";
    let places = games(text, SanMode::Lenient)
        .placed()
        .map(|game| (game.line, game.read.is_ok(), game.text.lines().next().unwrap_or_default()));
    let expected = [(3, true, "[White \"a\"]"), (7, false, "1. e5 *"), (9, true, "[White \"c\"]")];
    assert_eq!(places.collect::<Vec<_>>(), expected);
}

#[test]
fn movetext_is_written_in_one_way() {
    let cases = [
        ("nothing", "*", "*"),
        ("no score", "1. e4", "1. e4 *"),
        ("no blanks", "1.e4 e5 2.Nf3 1-0", "1. e4 e5 2. Nf3 1-0"),
        ("no numbers", "e4 e5 Nf3 1/2-1/2", "1. e4 e5 2. Nf3 1/2-1/2"),
        ("number before Black", "1. e4 1... e5 0-1", "1. e4 e5 0-1"),
        ("number apart", "1 . e4 1 ... e5 *", "1. e4 e5 *"),
        ("suffixes", "1. e4! e5?? 2. Nf3!? Nc6 ?! *", "1. e4 $1 e5 $4 2. Nf3 $5 Nc6 $6 *"),
        ("glyphs", "1. e4 $1 $146 e5 *", "1. e4 $1 $146 e5 *"),
        ("comments", "{a} 1. e4 {b} {c} e5 {d} *", "{a} 1. e4 {b} {c} 1... e5 {d} *"),
        ("comment after number", "1. {a} e4 *", "{a} 1. e4 *"),
        ("comment to the end of line", "1. e4 ; a  b\ne5 *", "1. e4 {a b} 1... e5 *"),
        ("brace in such a comment", "1. e4 ; a } b\ne5 *", "1. e4 ;a } b\n1... e5 *"),
        ("empty comment", "1. e4 {} *", "1. e4 {} *"),
        ("brackets in a comment", "1. e4 {( [ ; $ %} *", "1. e4 {( [ ; $ %} *"),
        ("escaped line", "1. e4\n% this is not here\ne5 *", "1. e4 e5 *"),
        ("variation", "1. e4 (1. d4 d5) e5 *", "1. e4 (1. d4 d5) 1... e5 *"),
        (
            "nested",
            "1. e4 e5 (1... c5 2. Nf3 (2. c3)) (1... e6) 2. Nf3 *",
            "1. e4 e5 (1... c5 2. Nf3 (2. c3)) (1... e6) 2. Nf3 *",
        ),
        ("comment before the next move", "1. e4 (1. d4) {a} e5 *", "1. e4 (1. d4) {a} 1... e5 *"),
        (
            "comment at the end of a variation",
            "1. e4 (1. d4 (1. c4) {a}) *",
            "1. e4 (1. d4 (1. c4) {a}) *",
        ),
        ("variation of comments", "1. e4 ({a}) () *", "1. e4 ({a}) () *"),
        ("brace comment in a variation", "1. e4 (;a}\n) *", "1. e4 ( ;a}\n) *"),
        ("score in a variation", "1. e4 (1. d4 *) 1-0", "1. e4 (1. d4) 1-0"),
        (
            "zeros",
            "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 0-1",
            "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O 0-1",
        ),
        ("en passant", "1. e4 a6 2. e5 d5 3. exd6 e.p. exd6 *", "1. e4 a6 2. e5 d5 3. exd6 exd6 *"),
        ("half a draw", "1. e4 1/2", "1. e4 1/2-1/2"),
        ("draw in one sign", "1. e4 ½-½", "1. e4 1/2-1/2"),
        ("half a draw in one sign", "1. e4 ½", "1. e4 1/2-1/2"),
        ("such a draw as a tag", "[Result \"½-½\"]\n\n1. e4", "1. e4 1/2-1/2"),
        (
            "evaluations",
            "1. e4 = e5 += 2. Nf3 =+ Nc6 +/- 3. Bb5 -/+ a6 +- 4. Ba4 -+ Nf6 N *",
            "1. e4 $10 e5 $14 2. Nf3 $15 Nc6 $16 3. Bb5 $17 a6 $18 4. Ba4 $19 Nf6 $146 *",
        ),
        ("figurines", "1. ♘f3 ♞c6 *", "1. Nf3 Nc6 *"),
        (
            "null move in a variation",
            "1. e4 e5 (1... c5 2. -- {a} Nc6 (2... d6) 3. d4) (1... Z0) 2. Nf3 *",
            "1. e4 e5 (1... c5) () 2. Nf3 *",
        ),
        ("score and star", "1. e4 0-1 *", "1. e4 0-1"),
        ("empty line before Black", "1. e4\n\n1... e5\n\n2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("wrong check", "1. e4+ e5# *", "1. e4 e5 *"),
    ];
    for (name, text, expected) in cases {
        assert_eq!(movetext(text), expected, "{name}");
        let written = one(text).to_string();
        assert_eq!(one(&written).to_string(), written, "{name}");
    }
}

#[test]
fn tags_come_in_their_order() {
    let text = "[Zeta \"z\"]\n[Black \"B \\\"the\\\\ b\\\"\"]\n[Alpha \"\"] [White \"A\"]\n\
                [White \"again\"]\n[Result \"1-0\"]\n\n1. e4";
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n\
                    [Black \"B \\\"the\\\\ b\\\"\"]\n[Result \"1-0\"]\n[Alpha \"\"]\n[Zeta \"z\"]\n\n1. e4 1-0\n";
    let pgn = one(text);
    assert_eq!(pgn.to_string(), expected);
    assert_eq!(pgn.tags.get("Black"), Some("B \"the\\ b\""));
    assert_eq!(one(expected).to_string(), expected);
}

#[test]
fn a_game_may_begin_anywhere() {
    let text = "[FEN \"4k3/P7/8/8/8/8/8/4K2R b K - 3 40\"]\n[SetUp \"1\"]\n\n40... Kd7 41. a8(Q) Kc7 42. O-O *";
    let pgn = one(text);
    assert_eq!(pgn.start.to_string(), "4k3/P7/8/8/8/8/8/4K2R b K - 3 40");
    let written = pgn.to_string();
    assert!(written.contains("[FEN \"4k3/P7/8/8/8/8/8/4K2R b K - 3 40\"]\n[SetUp \"1\"]\n"));
    assert!(written.ends_with("\n40... Kd7 41. a8=Q Kc7 42. O-O *\n"), "{written}");
    assert_eq!(one(&written).to_string(), written);
    let game = pgn.game().expect("a game");
    assert_eq!(game.setup().to_string(), "Q7/2k5/8/8/8/8/8/5RK1 b - - 2 42");
    assert_eq!(Pgn::from(&game).line, pgn.line);
}

#[test]
fn moves_that_do_not_fit_are_no_game() {
    let mut pgn = one("1. e4 e5 2. Nf3 Nc6 *");
    pgn.line.moves.remove(1);
    let error = pgn.game().expect_err("two moves of White");
    assert_eq!(error.to_string(), "ply 2: g1f3 is not a legal move here");
    pgn.start.diagram = crate::Diagram::EMPTY;
    let error = pgn.game().expect_err("no kings");
    assert!(matches!(error, GameError::Start(_)), "{error}");
}

#[test]
fn repairs_are_reported_with_their_place() {
    let text = "1. e4 e5 2. Ng1-f3 *";
    let pgn = one(text);
    assert_eq!(pgn.repairs.len(), 1);
    assert_eq!(&text[pgn.repairs[0].span.clone()], "Ng1-f3");
    let marked = "1. e4 a6 2. e5 d5 3. exd6 e.p. (3. d4 --) *";
    let reported: Vec<(&str, String)> = one(marked)
        .repairs
        .iter()
        .map(|repaired| (&marked[repaired.span.clone()], repaired.repairs.to_string()))
        .collect();
    let expected = [
        ("e.p.", "suffix 'e.p.'".to_owned()),
        ("--", "null move, the variation ends before it".to_owned()),
    ];
    assert_eq!(reported, expected);
    let strict = games(marked, SanMode::Strict).next().expect("a game").expect_err("not strict");
    assert_eq!(
        strict.to_string(),
        "line 1, column 27: not strict SAN (suffix 'e.p.'), expected exd6"
    );
    let strict = games(text, SanMode::Strict).next().expect("a game").expect_err("not strict");
    assert_eq!(
        strict.to_string(),
        "line 1, column 13: not strict SAN (both squares given), expected Nf3"
    );
}

#[test]
fn errors_say_what_and_where() {
    let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(MAX_DEPTH + 1);
    let cases = [
        ("1. e4\ne5 Ke3", "line 2, column 4: no king can go to e3"),
        ("1. e4 e5 (1... c5", "line 1, column 10: the variation has no closing bracket"),
        ("1. e4 e5)", "line 1, column 9: there is no variation to close"),
        ("1. e4 {a", "line 1, column 7: the comment has no closing brace"),
        ("(1. e4)", "line 1, column 1: there is no move yet to which this belongs"),
        ("$1 e4", "line 1, column 1: there is no move yet to which this belongs"),
        ("1. e4 $256", "line 1, column 7: expected a number from 0 to 255 after '$'"),
        ("1. e4 $", "line 1, column 7: expected a number from 0 to 255 after '$'"),
        ("{é} 1. e4 é", "line 1, column 11: the character 'é' means nothing here"),
        ("1. e4 [White \"x\"]", "line 1, column 7: the character '[' means nothing here"),
        ("[White \"x]\n\n1. e4", "line 1, column 1: expected a tag such as [White \"Name\"]"),
        ("[White]\n", "line 1, column 1: expected a tag such as [White \"Name\"]"),
        (
            "[FEN \"8/8/8/8/8/8/8/8 x - -\"]\n",
            "line 1, column 23: expected 'w' or 'b' as the side to move",
        ),
        ("[FEN \"8/8/8/8/8/8/8/kk6 w - -\"]\n", "line 1, column 7: a side has more than one king"),
        ("1. -- e5", "line 1, column 4: passing the turn is not a legal move"),
        ("1. e4 (1. d4 -- (", "line 1, column 7: the variation has no closing bracket"),
        ("1. e4 ½e5", "line 1, column 7: the character '½' means nothing here"),
        ("= e4", "line 1, column 1: there is no move yet to which this belongs"),
        (deep.as_str(), "line 1, column 455: variations are nested deeper than 64"),
    ];
    for (text, expected) in cases {
        let games = read(text);
        let actual: Vec<String> = games
            .iter()
            .map(|game| game.as_ref().map_or_else(PgnError::to_string, |_| "ok".to_owned()))
            .collect();
        assert!(actual.contains(&expected.to_owned()), "{text}: {actual:?}");
    }
}

#[test]
fn errors_name_their_source() {
    let cases = [
        ("[FEN \"8/8/8/8/8/8/8/8 x - -\"]\n", true),
        ("[FEN \"8/8/8/8/8/8/8/kk6 w - -\"]\n", true),
        ("1. O-O", true),
        ("1. Ke3", false),
        ("1. e4 {a", false),
    ];
    for (text, expected) in cases {
        let error = read(text).remove(0).expect_err(text);
        assert_eq!(std::error::Error::source(&error).is_some(), expected, "{text}");
    }
}

#[test]
fn a_bad_game_does_not_stop_the_next() {
    let good = "[White \"good\"]\n\n1. e4 e5 1-0\n";
    let bad = [
        "[White \"bad\"]\n\n1. e5 e5 1-0\n",
        "[White \"bad]\n[Black \"x\"]\n\n1. e4 e5 1-0\n",
        "[White \"bad\"]\n\n1. e4 (1. d4 1-0\n",
        "[White \"bad\"]\n[FEN \"nonsense\"]\n\n1. e4 e5\n2. Nf3 1-0\n",
        "[White \"bad\"]\n\n1. e4 ) e5\n2. Nf3 1-0\n",
        "1. e4 é\n",
    ];
    for bad in bad {
        let text = format!("{good}\n{bad}\n{good}\n{bad}\n{good}");
        let pattern: Vec<bool> = read(&text).iter().map(Result::is_ok).collect();
        assert_eq!(pattern, [true, false, true, false, true], "{bad}");
        let lines: Vec<usize> =
            read(&text).iter().filter_map(|game| Some(game.as_ref().err()?.line)).collect();
        assert_eq!(lines[1] - lines[0], bad.lines().count() + good.lines().count() + 2, "{bad}");
    }
}

#[test]
fn games_follow_each_other() {
    let cases = [
        ("by score", "1. e4 1-0 1. d4 0-1", 2),
        ("by numbers", "1. e4 e5\n\n1. d4 d5\n\n1. c4 *", 3),
        ("a star after a score", "1. e4 0-1 *\n1. d4 1-0 *\n", 2),
        ("by tags", "[White \"a\"]\n1. e4\n[White \"b\"]\n1. d4", 2),
        ("without moves", "[Event \"a\"]\n\n[Event \"b\"]\n\n", 2),
        ("one with an empty line", "[Event \"a\"]\n\n[White \"b\"]\n\n1. e4 *", 1),
        ("comment before the tags", "; made by hand\n[Event \"a\"]\n\n1. e4 *", 1),
        ("byte order mark", "\u{feff}[Event \"a\"]\n\n1. e4 *", 1),
        ("nothing", "", 0),
        ("blanks and escapes", "\n%x\n  \n", 0),
    ];
    for (name, text, count) in cases {
        let games = read(text);
        assert!(games.iter().all(Result::is_ok), "{name}: {games:?}");
        assert_eq!(games.len(), count, "{name}");
    }
}

#[test]
fn lines_are_broken_before_column_81() {
    let long = format!("1. e4 {{{}}} e5 *", "word ".repeat(60));
    let text = movetext(&long);
    assert!(text.lines().count() > 3 && text.lines().all(|line| line.len() <= 80), "{text}");
    let written = one(&long).to_string();
    assert_eq!(one(&written).to_string(), written);
}

#[test]
fn tags_that_cannot_be_read_again_are_refused() {
    let mut tags = Tags::default();
    let cases = [
        ("White", "ok"),
        ("", "a tag's name is made of letters, digits and underscores"),
        ("White Elo", "a tag's name is made of letters, digits and underscores"),
        ("FEN", "this tag follows from the game itself"),
        ("Result", "this tag follows from the game itself"),
    ];
    for (name, expected) in cases {
        let actual = tags.set(name, "a\nb").map_or_else(|e| e.to_string(), |()| "ok".to_owned());
        assert_eq!(actual, expected, "{name}");
    }
    assert_eq!(tags.get("White"), Some("a b"));
}

#[test]
fn hostile_texts_take_linear_time() {
    let n = 20_000;
    let texts = [
        "(".repeat(n),
        "1. e4 ".to_owned() + &"(".repeat(n),
        "[A \"b\"]".repeat(n),
        "e4 [A \"b\"] ".repeat(n),
        "\n[A \"b\"]\n1. e4 {".repeat(n),
        "\n[A \"b\"]\n1. e4 (1. d4 {".repeat(n) + "}",
        "1. e4 ".to_owned() + &"() ".repeat(n),
        "1. e4 ".to_owned() + &"{} $1 ".repeat(n),
        "\"\\".repeat(n),
        "[A \"".repeat(n),
        "[".repeat(n),
        ". ".repeat(n),
        "1. e4 0-1 *\n\n".repeat(n),
        "1. e4 (1. d4 -- ".to_owned() + &"(".repeat(n),
    ];
    for text in texts {
        let count = read(&text).len();
        assert!(count <= 2 * n, "{count}");
    }
}
