//! What problems show: all themes of each, so that each row says what it shows and what not.

mod support;

use sole_board::{Clocks, Position, Role, Square};
use sole_mate::rate::Assessment;
use sole_mate::themes::{Step, Theme, Themes};
use sole_mate::{Budget, Key, Line, Problem, Stipulation, brute_force};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use support::position;

fn assess(fen: &str, stipulation: &str) -> Assessment {
    let problem = Problem::new(position(fen), stipulation.parse().expect(stipulation));
    let problem = problem.expect(fen);
    let assessment = Assessment::of(&problem, &Budget::UNLIMITED).expect("no limit");
    assessment.unwrap_or_else(|| panic!("{fen} {stipulation} has no solution"))
}

fn tags(themes: &Themes) -> String {
    themes.iter().map(|(theme, _)| theme.name()).collect::<Vec<_>>().join(" ")
}

/// A problem, its stipulation, and the tags of all its themes.
type Case = (&'static str, &'static str, &'static str);

const CASES: [Case; 35] = [
    ("6rk/6pp/8/6N1/8/8/8/K7 w - -", "#1", "mateIn1 pureMate modelMate smotheredMate"),
    ("6k1/5ppp/8/8/8/8/8/R6K w - -", "#1", "mateIn1 pureMate modelMate backRankMate"),
    ("6k1/5ppp/8/8/8/8/1N6/R6K w - -", "#1", "mateIn1 pureMate backRankMate"),
    ("6k1/5p1p/6p1/8/8/8/1B6/R6K w - -", "#1", "mateIn1"),
    (
        "6rk/6p1/8/8/4b2N/8/8/K6R w - -",
        "#1",
        "mateIn1 discoveredCheck doubleCheck battery interference",
    ),
    ("6br/5P1k/5K1p/8/8/8/8/8 w - -", "#1", "mateIn1 promotion underPromotion"),
    ("8/8/4p1Q1/3pprK1/3pkpN1/3ppp2/8/8 w - -", "#2", "mateIn2 sacrifice smotheredMate"),
    ("1n1k4/qp1pNK2/pPpP4/P1P5/2P5/8/8/8 w - -", "#2", "mateIn2 promotion"),
    (
        "8/4p3/4P3/1P1p4/1P1k4/2p3p1/2K3P1/4RB2 w - -",
        "#2",
        "mateIn2 zugzwang flightGivingKey discoveredCheck doubleCheck battery batteryCreation",
    ),
    (
        "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -",
        "#2",
        "mateIn2 flightGivingKey flightTakingKey changedMate enPassant discoveredCheck",
    ),
    ("8/7p/6pr/5ppk/5p2/5P1K/8/6R1 w - -", "#2", "mateIn2 zugzwang sacrifice pureMate modelMate"),
    ("1Q6/2K5/8/8/k1P5/8/8/8 w - -", "#2", "mateIn2 zugzwang flightTakingKey pureMate modelMate"),
    (
        "8/8/8/p7/1rp1Q3/p7/2K2k2/4b2B w - -",
        "#2",
        "mateIn2 flightTakingKey changedMate pureMate modelMate",
    ),
    ("8/7B/2R5/4Nr1p/4kb1Q/8/1B6/4K2R w K -", "#2", "mateIn2 zugzwang castling"),
    (
        "4k3/1Kp1Bp2/1nP2pp1/8/4R3/3p4/1p4p1/1r2nq2 w - -",
        "#2",
        "mateIn2 flightGivingKey discoveredCheck battery pureMate modelMate",
    ),
    (
        "n7/2r5/1r4R1/4n3/2R1Q1P1/3P1pK1/4N3/7k w - -",
        "#2",
        "mateIn2 zugzwang changedMate sacrifice interference",
    ),
    ("7k/r6p/bp3P1B/N7/8/8/6Q1/2R3K1 w - -", "#2", "mateIn2 interference novotny"),
    ("6Qb/7r/7p/7k/6NP/5p2/2B4K/8 w - -", "#2", "mateIn2 flightTakingKey interference grimshaw"),
    (
        "7K/8/6pk/8/6B1/8/8/4R3 w - -",
        "#2",
        "mateIn2 zugzwang flightTakingKey changedMate selfBlock pureMate modelMate",
    ),
    (
        "1N6/k7/8/2K5/8/1R6/8/8 w - -",
        "#2",
        "mateIn2 flightGivingKey pureMate modelMate arabianMate vukovicMate",
    ),
    ("8/8/p1Q5/k7/8/p2PK3/rR6/4b3 w - -", "#3", "mateIn3 flightGivingKey switchback selfBlock"),
    (
        "8/8/8/7n/BN1r4/K3B3/4p2N/4k3 w - -",
        "#3",
        "mateIn3 flightGivingKey discoveredCheck battery batteryCreation",
    ),
    (
        "r5k1/5Np1/2b1QpP1/8/nq6/p7/6p1/K4n2 w - -",
        "#3",
        "mateIn3 flightGivingKey sacrifice switchback discoveredCheck doubleCheck battery \
         selfBlock pureMate modelMate",
    ),
    (
        "Bq1B1K2/3PpN2/P3Pp2/P1p2P2/2Pk1b1R/1p6/pN1P1P2/QR6 w - -",
        "#4",
        "mateIn4 sacrifice promotion allumwandlung switchback discoveredCheck doubleCheck battery batteryCreation",
    ),
    ("7k/5K2/8/8/8/8/8/6R1 w - -", "=1", ""),
    ("8/4q2R/2B5/8/2R5/4k3/1Q6/4K3 w - -", "s#2", "changedMate"),
    ("8/4n1P1/3k2K1/8/2r5/8/5N2/8 w - -", "r#2", "zugzwang pureMate modelMate anastasiaMate"),
    ("2k5/K7/8/7B/8/4Q3/6r1/5n2 w - -", "r#2", "pureMate"),
    ("1b6/6k1/8/3q4/N7/7K/8/3Q4 w - -", "r#2", "switchback selfBlock pureMate modelMate"),
    ("2B5/7K/8/8/1b4b1/8/7b/7k b - -", "h#2", "selfBlock pureMate modelMate"),
    ("2B5/8/1n6/8/8/2KR1r2/5k2/8 b - -", "h#2", "selfBlock operaMate"),
    ("8/4P3/2r5/1b1R1K2/3k4/8/8/8 b - -", "h#2", "promotion selfBlock swallowstailMate"),
    ("1R4K1/7P/7p/6k1/8/8/7B/8 b - -", "h#2", "promotion underPromotion selfBlock pureMate"),
    ("3r4/1N6/7K/8/8/3kR3/8/3R4 b - -", "h#2", "interference pureMate"),
    ("1K6/q4k2/8/6p1/8/8/4q3/8 w - -", "ser-h#3", "switchback"),
];

#[test]
fn problems_show_these_themes_and_no_others() {
    for (fen, stipulation, expected) in CASES {
        assert_eq!(tags(&assess(fen, stipulation).themes), expected, "{fen} {stipulation}");
    }
}

#[test]
fn there_is_a_case_for_every_theme_of_the_play() {
    let shown: BTreeSet<&str> = CASES.iter().flat_map(|case| case.2.split_whitespace()).collect();
    // Named mates have their own table beside their definitions.
    let is_named = |theme: Theme| theme > Theme::BackRank;
    for &theme in Theme::ALL.iter().filter(|&&theme| !is_named(theme)) {
        // None of the cases takes five moves.
        assert_eq!(shown.contains(theme.name()), theme != Theme::MateIn5, "{}", theme.name());
    }
}

#[test]
fn the_table_in_the_documentation_has_every_tag_once() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/mate.md");
    let text = fs::read_to_string(path).expect("the documentation");
    for theme in Theme::ALL {
        let row = format!("| `{}` |", theme.name());
        assert_eq!(text.matches(&row).count(), 1, "{row}");
    }
}

/// Plays the moves of a place, a missing one being a pass.
fn play(start: &Position, line: &[Step]) -> Position {
    line.iter().fold(*start, |position, step| {
        assert_eq!(position, step.before);
        let next = step.played.map_or_else(|| position.passed(), |m| position.play(m));
        next.unwrap_or_else(|| panic!("{step:?}"))
    })
}

#[test]
fn places_are_where_they_are_said_to_be() {
    for (fen, stipulation, _) in CASES.iter().filter(|case| !case.1.starts_with("ser")) {
        for (theme, places) in assess(fen, stipulation).themes.iter() {
            let end = play(&position(fen), &places.first);
            assert!(places.count > 0, "{}", theme.name());
            let is_mate = end.is_check() && !end.has_moves();
            let is_picture = theme >= Theme::Pure;
            assert!(is_mate || !is_picture, "{} in {fen}", theme.name());
            let is_double = end.checkers().more_than_one();
            assert!(is_double || theme != Theme::DoubleCheck, "{fen}");
        }
    }
}

/// The mean difficulty of the problems of the list that take so many moves.
fn mean_difficulty(moves: u8) -> i32 {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/mates.csv");
    let text = fs::read_to_string(path).expect("the list of problems");
    let fields = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split(';');
        (fields.next().expect("a FEN"), fields.next().and_then(|text| text.parse::<u8>().ok()))
    });
    let fens = fields.filter(|&(_, length)| length == Some(moves)).map(|(fen, _)| fen);
    let all: Vec<i32> =
        fens.map(|fen| assess(fen, &format!("#{moves}")).difficulty().total()).collect();
    all.iter().sum::<i32>() / i32::try_from(all.len()).expect("a short list")
}

#[test]
fn longer_problems_are_harder() {
    let means = [2, 3].map(mean_difficulty);
    assert!(means.is_sorted_by(|less, more| less + 100 < *more), "{means:?}");
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn still_longer_problems_are_still_harder() {
    let means = [2, 3, 4, 5].map(mean_difficulty);
    assert!(means.is_sorted_by(|less, more| less + 100 < *more), "{means:?}");
}

/// What solves a problem, by brute force: keys with their lengths, or lines.
fn solution(position: &Position, stipulation: Stipulation) -> (Vec<Key>, Vec<Line>) {
    let keys = brute_force::keys(position, stipulation, &Budget::UNLIMITED);
    let lines = brute_force::lines(position, stipulation, &Budget::UNLIMITED);
    (keys.expect("no end of budget"), lines.expect("no end of budget"))
}

#[test]
fn redundant_pieces_are_those_without_which_nothing_changes() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R6K w - -", "#1"),
        ("6k1/5ppp/8/8/8/7p/1N6/R6K w - -", "#1"),
        ("1Q6/2K5/8/8/k1P5/8/8/8 w - -", "#2"),
        ("6Qb/7r/7p/7k/6NP/5p2/2B4K/8 w - -", "#2"),
        ("n7/2r5/1r4R1/4n3/2R1Q1P1/3P1pK1/4N3/7k w - -", "#2"),
        ("8/8/1pk4K/3p4/6R1/8/4N3/8 b - -", "h#2"),
        ("8/4q2R/2B5/8/2R5/4k3/1Q6/4K3 w - -", "s#2"),
        ("4b3/8/8/4R3/3P4/6q1/k7/5K2 w - -", "r#2"),
        ("K7/1P6/4q3/8/5k2/8/5r2/3b4 w - -", "r#2"),
    ];
    let counts = cases.map(|(fen, stipulation)| {
        let redundant = assess(fen, stipulation).traits.redundant;
        let stipulation: Stipulation = stipulation.parse().expect(stipulation);
        let (start, whole) = (position(fen), solution(&position(fen), stipulation));
        let men = start.diagram().occupied() - start.diagram().role(Role::King);
        let is_redundant = |man: &Square| {
            let mut setup = start.to_setup(Clocks::default());
            setup.diagram.take(*man);
            let smaller = Position::try_from(setup);
            smaller.is_ok_and(|smaller| solution(&smaller, stipulation) == whole)
        };
        assert_eq!(redundant, Some(men.into_iter().filter(is_redundant).count()), "{fen}");
        redundant
    });
    assert!(counts.contains(&Some(0)) && counts.contains(&Some(2)), "{counts:?}");
}

#[test]
fn traits_are_counted() {
    let traits = assess("5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -", "#2").traits;
    let key = traits.key.expect("forced play");
    assert!(key.checks && !key.captures && !key.sacrifices && !key.queens && !key.answers_check);
    assert_eq!((key.given, key.taken), (2, 2));
    assert_eq!((traits.plies, traits.first_moves, traits.men), (3, 54, 10));
    assert_eq!((traits.cooks, traits.defences, traits.duals), (0, 4, 0));
    // Qe4, Bxd6 and gxf6 mate.
    assert_eq!((traits.mates, traits.tries), (3, 11));
    let cooked = assess("8/3K4/R7/1n1kp3/1Pp1p1p1/2B1P1P1/b7/8 w - -", "#2").traits;
    assert_eq!(cooked.cooks, 3);
    let short = assess("5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -", "#3").traits;
    assert!(short.is_short);
}
