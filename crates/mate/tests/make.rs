//! Generated problems satisfy their constraints, checked by brute force, and are reproducible.

mod support;

use sole_board::{Clocks, Color, Material, Move, MoveKind, Piece, Position, Role, Setup, Square};
use sole_mate::make::{
    Constraints, Duals, Economy, ExhaustiveSearch, Find, KeyConstraint, Men, PieceCount, Promoted,
    RandomMates, RandomProblems, Tally, UniqueProblem,
};
use sole_mate::rate::Assessment;
use sole_mate::themes::{Theme, Themes};
use sole_mate::{Budget, Goal, Key, Problem, Solver, Stipulation, brute_force};
use sole_puzzle::task::{Cancellation, Limits};
use sole_puzzle::{Puzzle, Rating, Status, Task};
use std::collections::HashSet;
use std::convert::Infallible;
use std::num::NonZeroU8;
use std::ops::ControlFlow;
use std::sync::Mutex;
use support::position;

fn moves(number: u8) -> NonZeroU8 {
    NonZeroU8::new(number).expect("not zero")
}

fn at_most(men: u8) -> Men {
    Men::AtMost(PieceCount::new(men).expect("3 to 32"))
}

/// The first `count` finds of a generator.
fn made(generator: &RandomMates, threads: usize, count: usize) -> Vec<Find> {
    let mut finds = Vec::new();
    generator.run(&Budget { threads, ..Budget::UNLIMITED }, |find| {
        finds.push(find);
        if finds.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    finds
}

/// The moves that mate in at most `moves`, and the fewest moves of any.
fn solve(position: &Position, moves: u8) -> (Vec<Move>, Option<u8>) {
    let keys = support::mates_within(position, moves);
    (keys.iter().map(|key| key.first).collect(), keys.iter().map(|key| key.moves).min())
}

/// Whether all constraints but economy are satisfied, by their definitions.
fn is_sound(position: &Position, constraints: &Constraints) -> bool {
    let length = constraints.moves.get();
    let (keys, shortest) = solve(position, length);
    if shortest != Some(length) || (constraints.key != KeyConstraint::Any && keys.len() > 1) {
        return false;
    }
    keys.iter().any(|&key| {
        (constraints.key != KeyConstraint::Quiet || is_quiet(position, key))
            && is_good_play(&position.after(key), constraints)
    })
}

fn is_quiet(position: &Position, key: Move) -> bool {
    let free = position.diagram().piece_at(key.to()).is_none() && key.kind() == MoveKind::Ordinary;
    free && !position.is_check() && !position.after(key).is_check()
}

fn is_good_play(after: &Position, constraints: &Constraints) -> bool {
    let left = constraints.moves.get() - 1;
    let children = after.moves().into_iter().map(|reply| after.after(reply));
    let full: Vec<Position> = children.filter(|child| solve(child, left).1 == Some(left)).collect();
    let threats = after.passed().map_or_else(Vec::new, |passed| quickest(&passed, left));
    let parries = |child: &&Position| {
        !support::mates_within(child, left).iter().any(|key| threats.contains(key))
    };
    full.iter().filter(parries).count() >= constraints.defences
        && (constraints.duals == Duals::Allowed || full.iter().all(|child| is_narrow(child, left)))
}

/// The keys that take the fewest moves.
fn quickest(position: &Position, moves: u8) -> Vec<Key> {
    let mut keys = support::mates_within(position, moves);
    let fewest = keys.iter().map(|key| key.moves).min();
    keys.retain(|key| Some(key.moves) == fewest);
    keys
}

/// Whether a mate in exactly so many moves has one way only, down to the end.
fn is_narrow(position: &Position, moves: u8) -> bool {
    let (keys, _) = solve(position, moves);
    let &[only] = keys.as_slice() else { return false };
    let after = position.after(only);
    after
        .moves()
        .into_iter()
        .map(|reply| after.after(reply))
        .all(|child| solve(&child, moves - 1).1 != Some(moves - 1) || is_narrow(&child, moves - 1))
}

fn is_economical(position: &Position, constraints: &Constraints) -> bool {
    let men = position.diagram().occupied() - position.diagram().role(Role::King);
    !men.into_iter().any(|square| {
        let mut setup = position.to_setup(Clocks::default());
        setup.diagram.take(square);
        Position::try_from(setup).is_ok_and(|position| is_sound(&position, constraints))
    })
}

fn assert_satisfied(find: &Find, constraints: &Constraints) {
    let position = find.position();
    assert!(is_sound(position, constraints), "{position} {constraints:?}");
    assert_eq!(solve(position, constraints.moves.get()).0, find.keys(), "{position}");
    let is_needed = constraints.economy == Economy::Any || is_economical(position, constraints);
    assert!(is_needed, "{position} {constraints:?}");
}

#[test]
fn finds_satisfy_every_constraint() {
    let loose = Constraints { key: KeyConstraint::Any, ..Constraints::new(moves(2)) };
    let cases = [
        (at_most(7), Constraints::new(moves(1)), 30),
        (at_most(6), Constraints::new(moves(2)), 40),
        (at_most(6), loose, 40),
        (at_most(6), Constraints { duals: Duals::Forbidden, ..loose }, 20),
        (at_most(7), Constraints::strict(moves(2)), 30),
        (at_most(5), Constraints { defences: 3, ..Constraints::new(moves(3)) }, 2),
        (at_most(6), Constraints::strict(moves(3)), 2),
    ];
    for (men, constraints, count) in cases {
        let generator = RandomMates { men, constraints, seed: 7, attempts: 1_000_000 };
        let finds = made(&generator, 1, count);
        assert_eq!(finds.len(), count, "{constraints:?}");
        finds.iter().for_each(|find| assert_satisfied(find, &constraints));
    }
}

#[test]
fn finds_have_the_men_that_were_asked_for() {
    let material: Material = "KRBvKP".parse().expect("a material");
    let six = PieceCount::new(6).expect("3 to 32");
    let economical = Constraints { economy: Economy::EveryMan, ..Constraints::new(moves(2)) };
    let generator =
        |men| RandomMates { men, constraints: economical, seed: 3, attempts: 1_000_000 };
    for find in made(&generator(Men::Material(material)), 1, 10) {
        assert_eq!(Material::of(find.position().diagram()), material, "{}", find.position());
    }
    for find in made(&generator(Men::Exactly(six)), 1, 10) {
        assert_eq!(find.position().diagram().occupied().len(), 6, "{}", find.position());
        assert_satisfied(&find, &economical);
    }
}

#[test]
fn a_seed_makes_the_same_on_any_number_of_threads() {
    let generator = |seed| RandomMates {
        men: at_most(6),
        constraints: Constraints::new(moves(2)),
        seed,
        attempts: 20_000,
    };
    let one = made(&generator(5), 1, usize::MAX);
    assert!(one.len() > 50, "{}", one.len());
    assert_eq!(made(&generator(5), 2, usize::MAX), one);
    assert_eq!(made(&generator(5), 3, 20), one[..20]);
    assert_ne!(made(&generator(6), 1, 20), one[..20]);
    let mut seen = HashSet::new();
    for find in &one {
        let mut views = views(find.position()).into_iter();
        assert!(views.all(|view| seen.insert(view)), "{} has a twin", find.position());
    }
}

#[test]
fn a_generator_ends_with_its_attempts_or_its_budget() {
    let generator = RandomMates {
        men: at_most(5),
        constraints: Constraints::new(moves(2)),
        seed: 1,
        attempts: 1500,
    };
    let go_on = |_| ControlFlow::Continue(());
    assert_eq!(generator.run(&Budget::UNLIMITED, go_on).attempts, 1500);
    let cancelled = Cancellation::default();
    cancelled.cancel();
    let task = Task::new("", Limits::NONE, cancelled);
    assert!(generator.run(&Budget::of(&task), go_on).attempts < 1500);
}

/// All finds of an exhaustive search.
fn exhaustive(search: &ExhaustiveSearch, threads: usize) -> (Vec<Find>, Tally) {
    let mut finds = Vec::new();
    let mut shares = Vec::new();
    let budget = Budget { threads, ..Budget::UNLIMITED };
    let tally = search.run(
        &budget,
        |share| shares.push(share),
        |find| {
            finds.push(find);
            ControlFlow::Continue(())
        },
    );
    assert!(shares.len() > 10 && shares.is_sorted(), "{shares:?}");
    assert_eq!((shares.first(), shares.last()), (Some(&0.0), Some(&1.0)));
    (finds, tally)
}

#[test]
fn an_exhaustive_search_finds_all_problems_of_a_material_once() {
    for (name, length) in [("KQvK", 1), ("KRvK", 2), ("KPvK", 2)] {
        let material: Material = name.parse().expect("a material");
        let search = ExhaustiveSearch { material, constraints: Constraints::new(moves(length)) };
        let (finds, tally) = exhaustive(&search, 1);
        assert_eq!((tally.finds, tally.unconfirmed), (finds.len() as u64, 0), "{name}");
        assert_eq!(exhaustive(&search, 2).0, finds, "{name}");
        let seen: Vec<Position> = finds.iter().flat_map(|find| views(find.position())).collect();
        let different: HashSet<Position> = seen.iter().copied().collect();
        assert_eq!(different.len(), seen.len(), "{name} in {length} has twins");
        assert_eq!(different, all_with_one_key(&material, length), "{name} in {length}");
    }
}

#[test]
fn an_interrupted_exhaustive_search_keeps_its_finds() {
    for (name, nodes) in [("KQRBvK", 100_000), ("KQRBNPPvK", 1_000)] {
        let material: Material = name.parse().expect("a material");
        let search = ExhaustiveSearch { material, constraints: Constraints::new(moves(2)) };
        let budget = Budget { nodes, ..Budget::UNLIMITED };
        let tally = search.run(&budget, |_| (), |_| ControlFlow::Continue(()));
        assert!(!tally.is_complete && tally.attempts <= nodes, "{name} {tally:?}");
        assert_eq!(tally.finds > 0, nodes > 1_000, "{name} {tally:?}");
    }
}

#[test]
fn an_oracle_gives_the_same_problems() {
    let material: Material = "KRvK".parse().expect("a material");
    let constraints = Constraints { duals: Duals::Forbidden, ..Constraints::new(moves(2)) };
    let search = ExhaustiveSearch { material, constraints };
    let solver = Mutex::new(Solver::new(Goal::Mate, &Budget::UNLIMITED));
    let oracle = |position: &Position| {
        let length = solver.lock().expect("no panic").length(position, 2);
        Ok::<_, Infallible>(length.expect("no limit").map(u16::from))
    };
    let mut told = Vec::new();
    let Ok(_) = search.run_with_oracle(
        &oracle,
        &Budget::UNLIMITED,
        |_| (),
        |find| {
            told.push(find);
            ControlFlow::Continue(())
        },
    );
    assert!(!told.is_empty());
    assert_eq!(told, exhaustive(&search, 1).0);
}

/// Where a file and a rank go when the board is turned or mirrored.
type Turn = fn(usize, usize) -> (usize, usize);

/// All positions that are the same as this one under the symmetries of its game.
fn views(position: &Position) -> HashSet<Position> {
    let turns: &[Turn] = &[
        |file, rank| (file, rank),
        |file, rank| (7 - file, rank),
        |file, rank| (file, 7 - rank),
        |file, rank| (7 - file, 7 - rank),
        |file, rank| (rank, file),
        |file, rank| (7 - rank, file),
        |file, rank| (rank, 7 - file),
        |file, rank| (7 - rank, 7 - file),
    ];
    let has_pawns = position.diagram().role(Role::Pawn).any();
    let turns = if has_pawns { &turns[..2] } else { turns };
    let view = |turn: &Turn| {
        let mut setup = Setup::EMPTY;
        for (square, piece) in position.diagram().iter() {
            let (file, rank) = turn(square.file().index(), square.rank().index());
            setup.diagram.put(square_at(8 * rank + file), piece);
        }
        Position::try_from(setup).expect("as playable as the first")
    };
    turns.iter().map(view).collect()
}

fn square_at(index: usize) -> Square {
    Square::all().nth(index).expect("a square")
}

/// Every position of three men, White to move, that is mate in exactly so many moves
/// with one key, by asking the solver about each of them.
fn all_with_one_key(material: &Material, length: u8) -> HashSet<Position> {
    let king = |color| Piece { color, role: Role::King };
    let mut men = vec![king(Color::White), king(Color::Black)];
    men.extend(Piece::all().filter(|p| p.role != Role::King && material.count(*p) == 1));
    let mut solver = Solver::new(Goal::Mate, &Budget::UNLIMITED);
    let mut all = HashSet::new();
    for index in 0..64 * 64 * 64 {
        let mut setup = Setup::EMPTY;
        for (place, &piece) in men.iter().enumerate() {
            setup.diagram.put(square_at(index >> (6 * place) & 63), piece);
        }
        let Ok(position) = Position::try_from(setup) else { continue };
        let is_whole = Material::of(position.diagram()) == *material;
        if is_whole && solver.length(&position, length) == Ok(Some(length)) {
            let is_key = |m: &Move| solver.is_key(&position, *m, length) == Ok(true);
            if position.moves().iter().copied().filter(is_key).count() == 1 {
                all.insert(position);
            }
        }
    }
    all
}

#[test]
fn zugzwang_is_where_a_pass_would_save_the_king() {
    let generator = RandomMates {
        men: at_most(6),
        constraints: Constraints::strict(moves(2)),
        seed: 2,
        attempts: 1_000_000,
    };
    let mut counts = [0; 2];
    for find in made(&generator, 1, 40) {
        let stipulation = Stipulation::direct_mate(2).expect("not zero");
        let problem = Problem::new(*find.position(), stipulation).expect("a problem");
        let key = Key { first: find.key(), moves: 2 };
        let tree = problem.tree(&[key], 0, &Budget::UNLIMITED).expect("no limit");
        let themes = Themes::of_tree(&problem, &tree);
        let passed = find.position().after(find.key()).passed().expect("a quiet key");
        let expected = solve(&passed, 1).0.is_empty();
        assert_eq!(themes.contains(Theme::Zugzwang), expected, "{}", find.position());
        counts[usize::from(expected)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn a_find_becomes_a_record() {
    let generator = RandomMates {
        men: at_most(5),
        constraints: Constraints::new(moves(2)),
        seed: 9,
        attempts: 1_000_000,
    };
    let find = made(&generator, 1, 1).remove(0);
    let puzzle = find.to_puzzle();
    assert_eq!((puzzle.kind().as_str(), puzzle.stipulation()), ("mate", "#2"));
    assert_eq!(position(puzzle.position()), *find.position());
    assert_eq!(puzzle.answer().status(), Status::One);
    let key = find.position().parse_uci(&puzzle.answer().solutions()[0]);
    assert_eq!(key.as_ref(), Ok(&find.key()));
    assert!(puzzle.tags().contains(&"mateIn2".parse().expect("a name")));
    let problem = Problem::new(*find.position(), "#2".parse().expect("a stipulation"));
    let assessment = Assessment::of(&problem.expect("a problem"), &Budget::UNLIMITED);
    let assessment = assessment.expect("no limit").expect("a key");
    assert_eq!(puzzle.tags().len(), assessment.themes.iter().count());
    let rating = |scale| puzzle.rating(scale).map(Rating::value);
    let quality = f64::from(assessment.quality().total());
    assert_eq!(rating("mate.quality"), Some(quality));
    let difficulty = f64::from(assessment.difficulty().total());
    assert_eq!(rating("mate.difficulty"), Some(difficulty));
    assert_eq!(Puzzle::parse(&puzzle.to_line()).expect("a record"), puzzle);
}

/// All problems of a generator, and the statistics of the attempts.
fn random_problems(generator: &RandomProblems, threads: usize) -> (Vec<UniqueProblem>, Tally) {
    let mut all = Vec::new();
    let tally = generator.run(&Budget { threads, ..Budget::UNLIMITED }, |random_problems| {
        all.push(random_problems);
        ControlFlow::Continue(())
    });
    (all, tally)
}

#[test]
fn random_problems_of_every_stipulation_have_one_solution() {
    let cases = [
        ("h#1", 5, 300),
        ("h#1.5", 5, 200),
        ("h#2", 4, 100),
        ("h=1", 5, 1000),
        ("ser-#2", 5, 300),
        ("ser-h#2", 5, 400),
        ("ser-=2", 4, 500),
        ("s#1", 7, 30_000),
        ("r#1", 7, 3_000),
        ("=2", 4, 500),
        ("#2", 5, 500),
    ];
    for (text, men, attempts) in cases {
        let stipulation: Stipulation = text.parse().expect("a stipulation");
        let men = Men::Exactly(PieceCount::new(men).expect("3 to 32"));
        let generator = RandomProblems {
            stipulation,
            men,
            economy: Economy::Any,
            promoted: Promoted::Allowed,
            seed: 1,
            attempts,
        };
        let (all, tally) = random_problems(&generator, 1);
        assert_eq!((tally.attempts, tally.unconfirmed), (attempts, 0), "{text}");
        assert!(!all.is_empty(), "{text}");
        assert_eq!(random_problems(&generator, 3), (all.clone(), tally), "{text}");
        for random_problems in &all {
            let (position, budget) = (random_problems.problem().position(), &Budget::UNLIMITED);
            let keys = brute_force::keys(position, stipulation, budget).expect("no end of budget");
            let lines =
                brute_force::lines(position, stipulation, budget).expect("no end of budget");
            let keys = keys.into_iter().map(|key| vec![key.first]);
            assert!(
                keys.chain(lines).eq([random_problems.solution().to_vec()]),
                "{text} {position}"
            );
            for shorter in random_problems.problem().shorter() {
                let short = brute_force::lines(position, shorter.stipulation(), budget);
                assert!(short.expect("no end of budget").is_empty(), "{text} {position}");
            }
            assert_eq!(random_problems.to_puzzle().answer().solutions().len(), 1);
        }
    }
}

#[test]
fn random_problems_can_need_every_piece() {
    let stipulation: Stipulation = "h#1.5".parse().expect("a stipulation");
    let men = Men::Exactly(PieceCount::new(5).expect("3 to 32"));
    let any = RandomProblems {
        stipulation,
        men,
        economy: Economy::Any,
        promoted: Promoted::Allowed,
        seed: 2,
        attempts: 600,
    };
    let needed = RandomProblems { economy: Economy::EveryMan, ..any };
    let solves = |position: Position| {
        brute_force::lines(&position, stipulation, &Budget::UNLIMITED)
            .expect("no end of budget")
            .len()
    };
    let expected = random_problems(&any, 1).0.into_iter().filter(|random_problems| {
        let setup = random_problems.problem().position().to_setup(Clocks::default());
        let men = setup.diagram.occupied() - setup.diagram.role(Role::King);
        men.into_iter().all(|square| {
            let mut setup = setup;
            setup.diagram.take(square);
            Position::try_from(setup).map_or(true, |position| solves(position) != 1)
        })
    });
    let expected: Vec<UniqueProblem> = expected.collect();
    assert!(!expected.is_empty());
    assert_eq!(random_problems(&needed, 1).0, expected);
}
