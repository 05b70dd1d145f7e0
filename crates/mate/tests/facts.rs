//! The problems of `data/mates.csv`: lengths and keys, as other programs found them.

mod support;

use sole_board::{Move, MoveKind, Position, Role};
use sole_mate::{Budget, Goal, Keys, Problem, Solution, Stipulation, proof_number};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A problem of the list.
struct Fact {
    position: Position,
    moves: u8,
    /// The number of keys and the keys, where they are known.
    keys: Option<(usize, BTreeSet<String>)>,
}

/// Those problems of the list that take so many moves.
fn facts(moves: impl Fn(u8) -> bool) -> Vec<Fact> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/mates.csv");
    let text = fs::read_to_string(path).expect("the list of problems");
    let facts: Vec<Fact> = text.lines().filter(|line| !line.starts_with('#')).map(fact).collect();
    assert_eq!(facts.len(), 118);
    facts.into_iter().filter(|fact| moves(fact.moves)).collect()
}

fn fact(line: &str) -> Fact {
    let fields: Vec<&str> = line.split(';').collect();
    let list = fields[4].split_whitespace().map(str::to_owned).collect();
    Fact {
        position: support::position(fields[0]),
        moves: fields[1].parse().expect("a number of moves"),
        keys: fields[3].parse().ok().map(|number| (number, list)),
    }
}

fn keys(fact: &Fact, budget: &Budget<'_>) -> Keys {
    let stipulation = Stipulation::direct_mate(fact.moves).expect("at least one move");
    let problem = Problem::new(fact.position, stipulation).expect("a problem");
    match problem.solve(budget) {
        Solution::Keys(keys) => keys,
        Solution::Lines(_) => panic!("direct play is forced"),
    }
}

/// A move in long notation, a knight being S.
fn long(position: &Position, m: Move) -> String {
    let letter = |role: Role| match role {
        Role::Pawn => String::new(),
        Role::Knight => "S".to_owned(),
        role => role.char().to_ascii_uppercase().to_string(),
    };
    if m.kind() == MoveKind::Castling {
        return if m.from() < m.to() { "0-0" } else { "0-0-0" }.to_owned();
    }
    let man = letter(position.diagram().role_at(m.from()).expect("a man"));
    let promotion = match m.kind() {
        MoveKind::Promotion(role) => format!("={}", letter(role)),
        _ => String::new(),
    };
    let dash = if position.is_capture(m) { '*' } else { '-' };
    format!("{man}{}{dash}{}{promotion}", m.from(), m.to())
}

/// The length, and the keys where they are known, exactly.
fn assert_solved(fact: &Fact) {
    let position = &fact.position;
    let keys = keys(fact, &Budget::UNLIMITED);
    assert_eq!(keys.undecided(), [], "{position}");
    assert_eq!(keys.shortest(), Some(fact.moves), "{position}");
    if let Some((number, list)) = &fact.keys {
        assert_eq!(keys.keys().len(), *number, "{position}");
        let found = keys.keys().iter().map(|key| long(position, key.first));
        assert_eq!(found.collect::<BTreeSet<_>>(), *list, "{position}");
    }
}

#[test]
fn problems_of_up_to_three_moves() {
    facts(|moves| moves <= 3).iter().for_each(assert_solved);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn problems_of_four_moves_and_more() {
    facts(|moves| moves > 3).iter().for_each(assert_solved);
}

#[test]
fn one_mate_is_enough_if_asked_for_one() {
    for fact in facts(|moves| moves <= 4) {
        let stipulation = Stipulation::direct_mate(fact.moves).expect("at least one move");
        let problem = Problem::new(fact.position, stipulation).expect("a problem");
        let first = problem.first(&Budget::UNLIMITED).expect("no end of budget");
        assert_eq!(first.key.map(|key| key.moves), Some(fact.moves), "{}", fact.position);
        let all = keys(&fact, &Budget::UNLIMITED);
        assert!(all.keys().contains(&first.key.expect("a key")), "{}", fact.position);
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    for fact in facts(|moves| moves == 3) {
        let one = keys(&fact, &Budget::UNLIMITED);
        for threads in 2..=3 {
            let budget = Budget { threads, ..Budget::UNLIMITED };
            assert_eq!(keys(&fact, &budget).keys(), one.keys(), "{}", fact.position);
        }
    }
}

#[test]
fn proof_numbers_find_the_same_keys() {
    for fact in facts(|moves| moves <= 3) {
        let all = keys(&fact, &Budget::UNLIMITED);
        let expected: Vec<Move> = all.keys().iter().map(|key| key.first).collect();
        let found = proof_number::keys(&fact.position, Goal::Mate, fact.moves, &Budget::UNLIMITED);
        assert_eq!(found, Ok(expected), "{}", fact.position);
    }
}

#[test]
fn a_budget_that_runs_out_proves_nothing_that_is_not_so() {
    for fact in facts(|moves| moves == 3) {
        let all = keys(&fact, &Budget::UNLIMITED);
        for nodes in [0, 1, 10, 100, 1000] {
            let some = keys(&fact, &Budget { nodes, ..Budget::UNLIMITED });
            let decided = some.undecided().is_empty();
            assert!(some.keys().iter().all(|key| all.keys().contains(key)), "{}", fact.position);
            assert!(some.nodes() <= nodes, "{}", fact.position);
            if decided {
                assert_eq!(some.keys(), all.keys(), "{}", fact.position);
            } else if some.keys().len() < 2 {
                assert_eq!(some.verdict().count(), None, "{}", fact.position);
            }
        }
    }
}

/// A table of two entries forgets nearly everything and is still right.
#[test]
fn little_memory_changes_nothing_but_the_time() {
    for fact in facts(|moves| moves <= 3) {
        let all = keys(&fact, &Budget::UNLIMITED);
        let little = keys(&fact, &Budget { bytes: Some(0), ..Budget::UNLIMITED });
        assert_eq!(little.keys(), all.keys(), "{}", fact.position);
    }
}
