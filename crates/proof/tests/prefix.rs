//! The unique-prefix method against published counts, every game played out, and the sweep.

mod brute;
#[expect(dead_code, reason = "the sweep checks the other columns")]
mod facts;
mod starts;

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

use sole_board::{Move, Position};
use sole_proof::prefix::{Find, Method, Options, PlyOptions, Prefix, Retain, Tally};
use sole_proof::{PlySet, sweep};

/// The counts of each ply, and the finds of the last one.
fn tallies(
    start: &Position,
    plies: usize,
    threads: usize,
    options: Options,
) -> (Vec<Tally>, Vec<Find>) {
    let mut prefix = Prefix::new(start, options);
    let (mut tallies, mut finds) = (Vec::new(), Vec::new());
    for ply in 1..=plies {
        let is_last = ply == plies;
        let retain = if is_last { Retain::Tally } else { Retain::Layer };
        let options = PlyOptions { threads, retain, finds: &|_| is_last, ..PlyOptions::default() };
        let outcome = prefix.advance(&options).expect("nobody stops it");
        tallies.push(outcome.tally);
        finds = outcome.finds;
    }
    (tallies, finds)
}

fn compare_with_published(plies: usize, options: Options) {
    let (tallies, finds) = tallies(&Position::initial(), plies, 2, options);
    for (tally, ply) in tallies.iter().zip(1..) {
        let fact = facts::counts(ply);
        assert_eq!(tally.unique_positions, fact.unique_positions, "ply {ply}");
        assert_eq!(tally.unique.total(), fact.unique_diagrams, "ply {ply}");
        assert_eq!(tally.unique.shortest(), fact.shortest_unique, "ply {ply}");
        let delayed = tally.unique.delayed();
        let delayed: BTreeMap<String, u64> =
            delayed.map(|(earlier, count)| (earlier.to_string(), count)).collect();
        if let Some(published) = facts::delays(ply) {
            assert_eq!(delayed, published, "ply {ply}");
        }
    }
    assert_eq!(tallies.last().map(|tally| tally.unique.total()), Some(finds.len() as u64));
}

#[test]
fn counts_to_ply_6_are_the_published_ones() {
    compare_with_published(6, Options::default());
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn counts_to_ply_7_are_the_published_ones() {
    compare_with_published(7, Options::default());
}

/// No exact table goes far, so filters and long ways back decide.
#[test]
fn counts_do_not_depend_on_memory() {
    for memory in [0, 1 << 16, 1 << 20, 1 << 24] {
        compare_with_published(5, Options { memory, ..Options::default() });
    }
}

#[test]
fn counts_do_not_depend_on_the_method() {
    for method in [Method::AllBack, Method::UniqueForth] {
        compare_with_published(5, Options { method, ..Options::default() });
    }
}

/// A find as it can be sorted and shown.
type Shown = (String, PlySet, Vec<Move>);

fn shown(finds: &[Find]) -> Vec<Shown> {
    let show = |find: &Find| (find.diagram.to_string(), find.earlier, find.game.clone());
    let mut shown: Vec<Shown> = finds.iter().map(show).collect();
    shown.sort();
    shown
}

#[test]
fn every_find_is_that_of_all_games_played_out() {
    for (start, plies) in starts::all() {
        for memory in [0, 1 << 12, 1 << 30] {
            let options = Options { memory, ..Options::default() };
            let (tallies, finds) = tallies(&start, plies, 1, options);
            for (tally, counts) in tallies.iter().zip(brute::counts(&start, plies)) {
                assert_eq!(tally.unique_positions, counts.unique_positions, "{start}");
                assert_eq!(tally.unique, counts.unique, "{start}");
            }
            let unique = brute::unique(&start, plies).into_iter();
            let mut unique: Vec<Shown> = unique
                .map(|(diagram, earlier, game)| (diagram.to_string(), earlier, game))
                .collect();
            unique.sort();
            assert!(shown(&finds) == unique, "{start}, {memory} bytes");
        }
    }
}

#[test]
fn every_find_is_one_of_the_sweep() {
    let (start, plies) = (Position::initial(), 5);
    let (_, finds) = tallies(&start, plies, 2, Options::default());
    let mut sweep = sweep::Sweep::new(&start);
    let mut swept = Vec::new();
    for ply in 1..=plies {
        let options =
            sweep::PlyOptions { finds: &|_| ply == plies, ..sweep::PlyOptions::default() };
        swept = sweep.advance(&options).expect("nobody stops it").finds;
    }
    let tracer = sweep::Tracer::new(&sweep);
    let show = |find: &sweep::Find| {
        let game = tracer.game(find).expect("nothing is on disk");
        (tracer.diagram(find).to_string(), find.earlier, game)
    };
    let mut swept: Vec<Shown> = swept.iter().map(show).collect();
    swept.sort();
    assert!(shown(&finds) == swept, "{} and {} finds", finds.len(), swept.len());
}

/// All positions after each number of plies.
fn layers(start: &Position, plies: usize) -> Vec<HashSet<Position>> {
    let mut layers = vec![HashSet::from([*start])];
    for ply in 0..plies {
        let moves = |position: &Position| position.moves().into_iter();
        let children = layers[ply].iter().flat_map(|p| moves(p).map(|m| p.after(m)));
        layers.push(children.collect());
    }
    layers
}

/// As it is defined: the game up to its last move ends in a diagram that can be reached an
/// even number of plies earlier, in a position in which that move is legal.
#[test]
fn delays_are_inherited_if_the_same_last_move_ends_both() {
    for (start, plies) in starts::all() {
        let (_, finds) = tallies(&start, plies, 1, Options::default());
        let layers = layers(&start, plies);
        for find in &finds {
            let (last, before) = find.game.split_last().expect("a last move");
            let parent = before.iter().fold(start, |position, &m| position.after(m));
            let is_inherited = |&ply: &usize| {
                (plies - ply).is_multiple_of(2)
                    && layers[..ply].last().is_some_and(|layer| {
                        let mut same = layer.iter().filter(|p| p.diagram() == parent.diagram());
                        same.any(|position| position.is_legal(*last))
                    })
            };
            let inherited = find.earlier.iter().filter(is_inherited);
            assert_eq!(find.inherited, inherited.fold(PlySet::EMPTY, PlySet::with), "{find:?}");
        }
    }
}

#[test]
fn the_answer_does_not_depend_on_threads() {
    let [one, three] =
        [1, 3].map(|threads| tallies(&Position::initial(), 4, threads, Options::default()));
    assert!(one == three);
}

#[test]
fn the_watch_callback_can_stop_it() {
    let mut prefix = Prefix::new(&Position::initial(), Options::default());
    let stop = |_| ControlFlow::Break(());
    assert!(prefix.advance(&PlyOptions { watch: &stop, ..PlyOptions::default() }).is_err());
    assert_eq!(prefix.plies(), 0);
    assert!(prefix.advance(&PlyOptions::default()).is_ok(), "it can go on");
}
