//! Duals and soundness: by the definition, and the same for problems solved and problems made.

mod support;

use sole_board::{Move, Position};
use sole_mate::make::{Constraints, Duals, ExhaustiveSearch, KeyConstraint};
use sole_mate::study::{Claim, Detail, Finding, Intended, Length, Soundness, Study};
use sole_mate::{Budget, DualKind, Problem, Stipulation};
use std::ops::ControlFlow;
use support::{mates_within, position, random_positions};

fn study(position: &Position, stipulation: &str) -> Finding {
    let problem = Problem::new(*position, stipulation.parse().expect("a stipulation"));
    Study::default().run(&problem.expect("a problem"), &Budget::UNLIMITED)
}

/// The moves up to a choice, and the choice.
type Choice = (Vec<Move>, Vec<Move>);

/// The definition: after every reply that holds out to the last move, all moves that mate in time
/// are listed if there are several, and each of them is followed.
fn brute_force_duals(before: &Position, m: Move, moves: u8, line: &mut Vec<Move>) -> Vec<Choice> {
    let position = before.after(m);
    let (left, mut choices) = (moves - 1, Vec::new());
    line.push(m);
    for reply in position.moves() {
        let child = position.after(reply);
        let mates: Vec<Move> = mates_within(&child, left).iter().map(|key| key.first).collect();
        if left == 0 || !mates_within(&child, left - 1).is_empty() {
            continue;
        }
        line.push(reply);
        if mates.len() > 1 {
            choices.push((line.clone(), mates.clone()));
        }
        for mate in mates {
            choices.extend(brute_force_duals(&child, mate, left, line));
        }
        line.pop();
    }
    line.pop();
    choices
}

fn assert_duals(position: &Position, moves: u8) {
    let finding = study(position, &format!("#{moves}"));
    let duals = finding.duals().expect("no limit");
    assert!(duals.is_complete(), "{position}");
    let actual: Vec<Choice> =
        duals.list().iter().map(|dual| (dual.line.clone(), dual.moves.clone())).collect();
    let after =
        |key: &sole_mate::Key| brute_force_duals(position, key.first, key.moves, &mut Vec::new());
    let expected: Vec<Choice> = mates_within(position, moves).iter().flat_map(after).collect();
    assert_eq!(actual, expected, "{position} #{moves}");
}

#[test]
fn duals_are_those_of_the_definition() {
    for position in random_positions(20, 4..=6).take(60) {
        assert_duals(&position, 2);
    }
    for position in random_positions(21, 3..=4).take(12) {
        assert_duals(&position, 3);
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn duals_of_longer_problems_are_those_of_the_definition() {
    for position in random_positions(22, 4..=6).take(200) {
        assert_duals(&position, 3);
    }
}

/// All mates of a material, one of each set of symmetric positions.
fn all_mates(material: &str, moves: u8, duals: Duals) -> Vec<Position> {
    let moves = moves.try_into().expect("not zero");
    let constraints = Constraints { duals, key: KeyConstraint::Unique, ..Constraints::new(moves) };
    let mut found = Vec::new();
    let survey = ExhaustiveSearch { material: material.parse().expect("a material"), constraints };
    let tally = survey.run(
        &Budget::UNLIMITED,
        |_| (),
        |find| {
            found.push(*find.position());
            ControlFlow::Continue(())
        },
    );
    assert!(tally.is_complete, "{material}");
    found
}

#[test]
fn what_is_made_without_duals_is_what_is_solved_without() {
    for (material, moves) in [("KQvK", 2), ("KRvK", 2), ("KQvK", 3)] {
        let mut unique = all_mates(material, moves, Duals::Allowed);
        let all = unique.len();
        unique.retain(|position| {
            study(position, &format!("#{moves}")).soundness() == Soundness::Sound
        });
        assert_eq!(unique, all_mates(material, moves, Duals::Forbidden), "{material} #{moves}");
        let has_duals = unique.len() < all;
        assert_eq!(has_duals, (material, moves) != ("KRvK", 2), "{material} #{moves}: {all}");
    }
}

#[test]
fn verdicts_are_the_worst_that_is_proved() {
    let cases = [
        ("5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -", "#2", "sound"),
        ("8/8/4Q3/8/8/8/8/k2K4 w - - 0 1", "#3", "multiple-threats"),
        ("7k/5K2/8/8/8/8/8/6Q1 w - -", "#1", "cooked"),
        ("7k/8/6K1/8/8/8/8/R7 w - -", "#2", "short"),
        ("7k/8/8/8/8/8/8/K5R1 w - -", "#2", "none"),
        ("8/8/1pk4K/3p4/6R1/8/4N3/8 b - -", "h#2", "sound"),
        ("4k3/5n2/5Q2/R7/8/8/8/1K6 w - - 0 1", "#2", "dual"),
    ];
    for (fen, stipulation, expected) in cases {
        let soundness = study(&position(fen), stipulation).soundness();
        assert_eq!(soundness.name(), expected, "{stipulation} {fen}");
    }
}

#[test]
fn several_solutions_are_sound_if_they_are_intended() {
    const PROMOTIONS: &str = "k7/2P5/1K6/8/8/8/8/8 w - -";
    const ROOKS: [&str; 3] =
        ["k7/8/1K6/8/8/8/8/7R b - -", "k7/8/1K6/8/8/8/8/6RR b - -", "k7/8/1K6/8/8/8/8/5RRR b - -"];
    let cases = [
        (PROMOTIONS, "#1", "1", "cooked"),
        (PROMOTIONS, "#1", "2", "sound"),
        (PROMOTIONS, "#1", "3", "fewer"),
        (ROOKS[0], "h#1", "2", "fewer"),
        (ROOKS[1], "h#1", "2", "sound"),
        (ROOKS[1], "h#1", "1.2", "sound"),
        (ROOKS[2], "h#1", "2", "cooked"),
    ];
    for (fen, stipulation, text, expected) in cases {
        let play = stipulation.parse::<Stipulation>().expect(stipulation).play();
        let intended = Intended::parse(text, play).expect(text);
        let finding = study(&position(fen), stipulation).intending(intended);
        assert_eq!(finding.soundness().name(), expected, "{stipulation} {text} {fen}");
        assert_eq!(finding.confirms(Claim::Sound), Some(expected == "sound"), "{fen}");
    }
}

#[test]
fn kinds_of_duals_follow_the_threats() {
    let finding = study(&position("8/8/4Q3/8/8/8/8/k2K4 w - - 0 1"), "#3");
    let duals = finding.duals().expect("no limit");
    assert!(duals.list().iter().any(|dual| dual.kind == DualKind::Threats));
    assert_eq!(duals.of_kind(DualKind::Defence).count(), 0);
}

#[test]
fn claims_are_answered_or_left_open() {
    use Claim::{Solvable, Sound, Unique};
    let threats = study(&position("8/8/4Q3/8/8/8/8/k2K4 w - - 0 1"), "#3");
    let cooked = study(&position("7k/5K2/8/8/8/8/8/6Q1 w - -"), "#1");
    let none = study(&position("7k/8/8/8/8/8/8/K5R1 w - -"), "#2");
    let cases = [
        ("threats", &threats, [Some(true), Some(true), Some(false)]),
        ("cooked", &cooked, [Some(true), Some(false), Some(false)]),
        ("none", &none, [Some(false), Some(false), Some(false)]),
    ];
    for (name, finding, expected) in cases {
        assert_eq!(
            [Solvable, Unique, Sound].map(|claim| finding.confirms(claim)),
            expected,
            "{name}"
        );
    }
}

/// Every study of a mate in eight that has a shorter one.
#[test]
fn a_limit_does_not_hide_a_short_mate() {
    let start = position("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -");
    let problem = Problem::new(start, "#8".parse().expect("a stipulation")).expect("a problem");
    let budget = Budget { nodes: 2_000_000, ..Budget::UNLIMITED };
    let keys_alone = Study { detail: Detail::Keys, length: Length::AtMost };
    let finding = keys_alone.run(&problem, &budget);
    assert_eq!((finding.shortest(), finding.soundness()), (Some(5), Soundness::Short));
    assert_eq!(finding.confirms(Claim::Unique), None);
}

#[test]
fn the_shortest_mate_is_found_without_a_number_of_moves() {
    let cases = [
        ("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -", "#5", Some(true)),
        ("8/8/4Q3/8/8/8/8/k2K4 w - - 0 1", "#3", Some(true)),
    ];
    for (fen, expected, is_solved) in cases {
        let longest = Problem::new(position(fen), "#255".parse().expect("a stipulation"));
        let budget = Budget { nodes: 5_000_000, ..Budget::UNLIMITED };
        let (problem, finding) = Study::default().shortest(&longest.expect("a problem"), &budget);
        assert_eq!(problem.stipulation().to_string(), expected, "{fen}");
        assert_eq!(finding.confirms(Claim::Solvable), is_solved, "{fen}");
    }
}

#[test]
fn without_a_shortest_mate_the_least_open_length_is_named() {
    let longest = Problem::new(position("8/8/8/8/3k4/8/8/KBN5 w - -"), "#255".parse().expect("#"));
    let budget = Budget { nodes: 200_000, ..Budget::UNLIMITED };
    let study = Study { detail: Detail::Keys, length: Length::AtMost };
    let (problem, finding) = study.shortest(&longest.expect("a problem"), &budget);
    let sole_mate::study::Found::Keys { keys, .. } = &finding.found else { panic!("keys") };
    assert_eq!(keys.decided_moves() + 1, problem.stipulation().moves());
    assert!(keys.decided_moves() > 0 && !keys.undecided().is_empty());
    assert_eq!(finding.confirms(Claim::Solvable), None);
}
