//! Values that others have published, and ours.
//!
//! A short list is always tested. The long ones are in `oracles/endgame` of the
//! shared folder: positions with the moves to mate or the outcome, and the
//! longest mates with a line of best moves. Tables are built as the positions
//! need them.

mod built;
#[path = "../../board/tests/reference/mod.rs"]
mod reference;

use built::Built;
use reference::{lines, own, shared};
use sole_board::{Epd, Position, Setup};
use sole_endgame::Value;
use std::sync::{Arc, Mutex, PoisonError, Weak};

impl Built {
    /// The tables of all tests that run at the same time.
    fn shared() -> Arc<Built> {
        static HOME: Mutex<Weak<Built>> = Mutex::new(Weak::new());
        let mut home = HOME.lock().unwrap_or_else(PoisonError::into_inner);
        home.upgrade().unwrap_or_else(|| {
            let new = Arc::new(Built::kept());
            *home = Arc::downgrade(&new);
            new
        })
    }

    fn assert_mate(&self, (line, epd): (&str, Epd)) {
        let expected = mate(epd.number("dm").expect("every line says dm"));
        assert_eq!(self.value(&position(epd.setup)), expected, "{line}");
    }

    fn assert_outcome(&self, (line, epd): (&str, Epd)) {
        let wdl = epd.number("wdl").expect("every line says wdl");
        let value = self.value(&position(epd.setup));
        assert_eq!(value.cmp(&Value::Draw), wdl.cmp(&0), "{line}: {value}");
    }

    /// Asserts the distance, and that every move of the line keeps to it until the mate.
    fn assert_longest(&self, row: &Longest<'_>) {
        let setup: Setup = row.fen.trim().parse().unwrap_or_else(|e| panic!("{}: {e}", row.fen));
        let mut position = position(setup);
        let mut value = self.value(&position);
        assert!(value > Value::Draw, "{}: {value}", row.ending);
        assert_eq!(value.plies(), Some(row.plies), "{}", row.ending);
        for text in row.line.split_whitespace() {
            let m = position.parse_uci(text).unwrap_or_else(|e| panic!("{}: {e}", row.ending));
            position = position.after(m);
            let after = self.tables.probe(&position).expect("built with the start of its line");
            assert_eq!(after.before(), value, "{}: {text}", row.ending);
            value = after;
        }
        assert_eq!(value, Value::Loss(0), "{}: the line ends in mate", row.ending);
    }
}

/// A row of `longest_mates.csv`: `id,numpos,bytes,fen,dtm,line`.
struct Longest<'a> {
    /// Without the `v`: `KRKN`.
    ending: &'a str,
    fen: &'a str,
    plies: u16,
    line: &'a str,
}

impl<'a> Longest<'a> {
    /// The rows in which there is a mate.
    fn rows(table: &'a str) -> impl Iterator<Item = Longest<'a>> {
        lines(table).skip(1).filter_map(Longest::read)
    }

    fn read(row: &'a str) -> Option<Longest<'a>> {
        match row.split(',').collect::<Vec<_>>()[..] {
            [_, _, _, "", "", _] => None,
            [ending, _, _, fen, plies, line] => {
                Some(Longest { ending, fen, plies: plies.parse().expect(row), line })
            }
            _ => panic!("six columns expected: {row}"),
        }
    }

    fn men(&self) -> usize {
        self.ending.len()
    }
}

fn epds(list: &str) -> impl Iterator<Item = (&str, Epd)> {
    lines(list).map(|line| (line, line.parse().unwrap_or_else(|e| panic!("{line}: {e}"))))
}

fn position(setup: Setup) -> Position {
    Position::try_from(setup).unwrap_or_else(|faults| panic!("{setup}: {faults}"))
}

/// The value that a list gives as moves to mate.
fn mate(moves: i64) -> Value {
    let count = u8::try_from(moves.abs()).expect("few moves");
    match moves {
        0 => Value::Draw,
        1.. => Value::Win(count),
        _ => Value::Loss(count),
    }
}

/// Asserts something of every row, and that there are as many rows as the list is known to have.
fn assert_all<T>(rows: impl Iterator<Item = T>, count: usize, assert: impl Fn(&Built, T)) {
    let home = Built::shared();
    assert_eq!(rows.map(|row| assert(&home, row)).count(), count);
}

#[test]
fn mates_of_the_short_list_are_as_published() {
    assert_all(epds(&own("endgame/mates.epd")), 13, Built::assert_mate);
}

#[test]
fn mates_of_four_men_are_as_published() {
    if let Some(list) = shared("oracles/endgame/endgame-dm-4.epd") {
        assert_all(epds(&list), 48, Built::assert_mate);
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn mates_of_five_men_are_as_published() {
    if let Some(list) = shared("oracles/endgame/endgame-dm-5.epd") {
        assert_all(epds(&list), 27, Built::assert_mate);
    }
}

#[test]
fn outcomes_are_as_published() {
    if let Some(list) = shared("oracles/endgame/endgame.epd") {
        assert_all(epds(&list), 200, Built::assert_outcome);
    }
}

#[test]
fn longest_mates_are_as_published_and_their_lines_the_shortest() {
    if let Some(table) = shared("oracles/endgame/longest_mates.csv") {
        let rows = Longest::rows(&table).filter(|row| row.men() <= 4);
        assert_all(rows, 40, |home, row| home.assert_longest(&row));
    }
}

/// Seven gigabytes and most of an hour, unless `SOLE_TABLES` names a folder that has them.
#[test]
#[ignore = "slow tier: make test-slow"]
fn longest_mates_of_five_men_are_as_published_and_their_lines_the_shortest() {
    if let Some(table) = shared("oracles/endgame/longest_mates.csv") {
        let rows = Longest::rows(&table).filter(|row| row.men() == 5);
        assert_all(rows, 181, |built, row| built.assert_longest(&row));
    }
}
