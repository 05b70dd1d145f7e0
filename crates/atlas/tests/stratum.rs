//! Strata against a plain breadth-first search that knows the rules of `board` alone.

use sole_atlas::stratum::{Census, Dead, DeadPositions, Options, Stratum, traverse};
use sole_board::{
    Color, DeadMaterial, Ending, Move, PackedPosition, Position, Role, Setup, SquareSet,
};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroUsize;

fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().expect(fen);
    Position::try_from(setup).expect(fen)
}

/// What there is in a stratum, by the plain search.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    entries: u64,
    depth: u32,
    positions: [u64; 2],
    checks: u64,
    with_castling: u64,
    with_en_passant: u64,
    quiet: u64,
    castlings: u64,
    mates: [u64; 2],
    stalemates: u64,
    dead: Dead,
    /// By target: moves and different positions.
    exits: BTreeMap<Stratum, (u64, u64)>,
}

impl Counts {
    fn of(census: &Census) -> Counts {
        let exits = census.exits.iter().map(|e| (e.target, (e.edges, e.positions)));
        let counts = Counts {
            entries: census.entries,
            depth: census.depth,
            positions: census.positions,
            checks: census.checks,
            with_castling: census.with_castling,
            with_en_passant: census.with_en_passant,
            quiet: census.quiet,
            castlings: census.castlings,
            mates: census.mates,
            stalemates: census.stalemates,
            dead: census.dead,
            exits: exits.collect(),
        };
        assert_eq!(counts.exits.len(), census.exits.len(), "two ways out lead to one stratum");
        counts
    }

    /// Counts a position, and says whether its moves are to be followed.
    fn add(&mut self, position: &Position, dead_positions: DeadPositions) -> bool {
        self.positions[position.turn().index()] += 1;
        self.checks += u64::from(position.is_check());
        self.with_castling += u64::from(position.castling().any());
        self.with_en_passant += u64::from(position.en_passant().is_some());
        match position.ending() {
            Some(Ending::Checkmate { winner }) => self.mates[(!winner).index()] += 1,
            Some(Ending::Stalemate) => self.stalemates += 1,
            Some(Ending::Dead(reason)) => match reason {
                DeadMaterial::LoneKings => self.dead.lone_kings += 1,
                DeadMaterial::LoneMinor => self.dead.lone_minor += 1,
                _ => self.dead.bishops_of_one_color += 1,
            },
            // Strata know material alone.
            _ => {}
        }
        !(dead_positions == DeadPositions::Terminal
            && matches!(position.ending(), Some(Ending::Dead(_))))
    }
}

fn is_reversible(position: &Position, m: Move) -> bool {
    position.diagram().role_at(m.from()) != Some(Role::Pawn) && !position.is_capture(m)
}

fn is_castling(m: Move) -> bool {
    m.kind() == sole_board::MoveKind::Castling
}

/// The first `strata` strata, or all, with their counts.
fn search(
    start: &Position,
    strata: Option<usize>,
    dead_positions: DeadPositions,
) -> BTreeMap<Stratum, Counts> {
    let mut all = BTreeMap::new();
    let mut waiting = BTreeMap::from([(Stratum::of(start), HashSet::from([packed(start)]))]);
    while strata.is_none_or(|most| all.len() < most)
        && let Some((stratum, entries)) = waiting.pop_first()
    {
        assert!(!all.contains_key(&stratum), "{stratum} is entered again");
        let (counts, exits) = search_one(&entries, dead_positions);
        all.insert(stratum, counts);
        for (target, positions) in exits {
            waiting.entry(target).or_default().extend(positions);
        }
    }
    all
}

type Exits = HashMap<Stratum, HashSet<PackedPosition>>;

fn search_one(entries: &HashSet<PackedPosition>, dead_positions: DeadPositions) -> (Counts, Exits) {
    let mut counts = Counts { entries: entries.len() as u64, ..Counts::default() };
    let mut seen = entries.clone();
    let mut last: Vec<PackedPosition> = entries.iter().copied().collect();
    let mut exits = Exits::new();
    while !last.is_empty() {
        let mut next = Vec::new();
        for position in last.iter().map(PackedPosition::unpack) {
            if !counts.add(&position, dead_positions) {
                continue;
            }
            position.for_each_child(|m, child| {
                if !is_reversible(&position, m) {
                    let target = Stratum::of(child);
                    exits.entry(target).or_default().insert(packed(child));
                    counts.exits.entry(target).or_default().0 += 1;
                    return;
                }
                counts.quiet += u64::from(!is_castling(m));
                counts.castlings += u64::from(is_castling(m));
                if seen.insert(packed(child)) {
                    next.push(packed(child));
                }
            });
        }
        counts.depth += u32::from(!next.is_empty());
        last = next;
    }
    for (target, positions) in &exits {
        counts.exits.entry(*target).or_default().1 = positions.len() as u64;
    }
    (counts, exits)
}

fn packed(position: &Position) -> PackedPosition {
    PackedPosition::new(position).expect("at most 32 men")
}

fn traversed(
    start: &Position,
    strata: Option<usize>,
    dead_positions: DeadPositions,
) -> BTreeMap<Stratum, Counts> {
    let strata = strata.and_then(NonZeroUsize::new);
    let options = Options { strata, dead_positions, ..Options::default() };
    let strata = traverse(start, &options, |_| Ok(())).expect("it fits");
    assert!(strata.is_sorted_by_key(|census| census.stratum));
    strata.iter().map(|census| (census.stratum, Counts::of(census))).collect()
}

fn assert_same(fen: &str, strata: Option<usize>, dead_positions: DeadPositions) {
    let start = position(fen);
    let (expected, actual) =
        (search(&start, strata, dead_positions), traversed(&start, strata, dead_positions));
    let names = |strata: &BTreeMap<Stratum, Counts>| -> Vec<String> {
        strata.keys().map(Stratum::to_string).collect()
    };
    assert_eq!(names(&actual), names(&expected), "{fen}");
    for (stratum, expected) in &expected {
        assert_eq!(&actual[stratum], expected, "{fen}: {stratum}");
    }
}

/// Promotion, castling, pawns that block each other, and two kinds of dead positions.
#[test]
fn closed_endings_agree_with_plain_search() {
    let fens = [
        "8/8/8/8/8/k7/4P3/4K3 w - -",
        "8/8/8/8/8/2k5/8/R3K3 w Q -",
        "8/8/8/4k3/8/8/8/2B1K3 b - -",
        "8/8/8/4k3/8/8/8/2N1K3 b - -",
    ];
    for fen in fens {
        assert_same(fen, None, DeadPositions::Continue);
    }
}

/// Pieces of both sides, so that there are millions of positions.
#[test]
#[ignore = "slow tier: make test-slow"]
fn large_endings_agree_with_plain_search() {
    let fens = [
        "8/8/8/4p3/4P3/8/k7/4K3 w - -",
        "8/8/3k4/2n5/8/8/4K3/5B2 w - -",
        "8/8/3k4/2r5/8/8/4K3/5Q2 b - -",
        "2b1k3/8/8/8/8/8/8/2B1K3 w - -",
    ];
    for fen in fens {
        assert_same(fen, None, DeadPositions::Continue);
    }
    assert_same("2b1k3/8/8/8/8/8/8/2B1K3 w - -", None, DeadPositions::Terminal);
    // The right to capture en passant is lost to a rook along the rank.
    assert_same("8/8/8/8/k1p5/8/1P6/4K2R w K -", Some(4), DeadPositions::Continue);
}

/// Pawns that pass each other, so that strata hand over rights to capture en passant.
#[test]
fn the_first_strata_agree_with_plain_search() {
    let fens = [
        ("8/8/8/8/2p1k3/8/1P6/4K3 w - -", 8),
        ("8/4k3/8/1K6/2p5/8/1P6/8 w - -", 8),
        ("8/2p5/4k3/1P6/8/4K3/8/8 b - -", 8),
    ];
    for (fen, strata) in fens {
        assert_same(fen, Some(strata), DeadPositions::Continue);
    }
}

#[test]
fn games_may_end_when_a_position_is_dead() {
    for fen in ["8/8/8/8/8/2k5/8/R3K3 w Q -", "8/8/8/4k3/8/8/8/2B1K3 b - -"] {
        assert_same(fen, None, DeadPositions::Terminal);
    }
    let start = position("8/8/4k3/8/8/4K3/8/8 w - -");
    let strata = traversed(&start, None, DeadPositions::Terminal);
    assert_eq!(strata.values().map(|counts| counts.positions).collect::<Vec<_>>(), [[1, 0]]);
}

/// Positions with many men that cannot go far: the first stratum alone.
#[test]
fn crowded_strata_agree_with_plain_search() {
    let fens = [
        // Both sides may castle behind closed pawns.
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -",
        // Bishops and knights behind the pawns of the initial array.
        "2bbk3/pppppppp/8/8/8/8/PPPPPPPP/4KBNR w K -",
        // A right to capture en passant at the start.
        "8/8/8/1K1pP3/8/8/6k1/8 w - d6",
        "8/8/8/1K1pP3/8/8/6k1/7b w - d6",
        // Promotions with capture of a rook that may castle.
        "r3k3/pP1ppppp/8/8/8/8/8/4K3 w q -",
        // Chess960: castling with a rook that hides an attacker, behind pawns.
        "6k1/pppppppp/8/8/8/8/PPPPPPPP/rR1K3R w HB -",
    ];
    for fen in fens {
        assert_same(fen, Some(1), DeadPositions::Continue);
    }
}

#[test]
fn every_position_is_visited() {
    let start = position("8/8/8/8/8/2k5/8/R3K3 w Q -");
    let mut found: HashSet<PackedPosition> = HashSet::new();
    let options = Options { strata: None, ..Options::default() };
    let strata = traverse(&start, &options, |closed| {
        closed.try_for_each(|position| {
            assert!(found.insert(packed(position)), "{position} comes twice");
            Ok(())
        })
    });
    let total: u64 = strata.expect("it fits").iter().map(Census::total).sum();
    assert_eq!(found.len() as u64, total);
    let mut reached = HashSet::from([packed(&start)]);
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        position.for_each_child(|_, child| {
            if reached.insert(packed(child)) {
                waiting.push(*child);
            }
        });
    }
    assert!(found == reached);
}

#[test]
fn too_large_strata_are_rejected_before_work() {
    let options = Options { memory: 1 << 20, ..Options::default() };
    let start = position("3qk3/8/8/8/8/8/8/3QK3 w - -");
    let error = traverse(&start, &options, |_| Ok(())).expect_err("too small");
    assert!(error.to_string().contains("memory"), "{error}");
}

/// What a plain search of the first stratum counts, in three minutes with castling rights.
struct First {
    start: Position,
    positions: [u64; 2],
    checks: u64,
    quiet: u64,
    /// By pawns that capture nothing, by pawns that capture, by others that capture.
    exits: [u64; 3],
    /// The different positions after captures.
    captured: u64,
}

/// The 25 452 174 and 5 027 596 positions of the original research, and its exits.
#[test]
#[ignore = "slow tier: make test-slow"]
fn the_first_stratum() {
    let cases = [
        First {
            start: Position::initial(),
            positions: [12_727_457, 12_724_717],
            checks: 2_742_336,
            quiet: 202_339_241,
            exits: [306_161_613, 18_794_586, 55_112_931],
            captured: 39_120_610,
        },
        First {
            start: without_castling(),
            positions: [2_513_846, 2_513_750],
            checks: 541_696,
            quiet: 39_683_000,
            exits: [60_476_448, 3_712_512, 10_911_552],
            captured: 7_933_451,
        },
    ];
    for first in cases {
        let strata = traverse(&first.start, &Options::default(), |_| Ok(())).expect("it fits");
        let [census] = &strata[..] else { panic!("one stratum was asked for") };
        assert_eq!((census.positions, census.checks), (first.positions, first.checks));
        assert_eq!((census.quiet, census.castlings), (first.quiet, 0));
        let (mut edges, mut positions) = ([0; 3], [0; 3]);
        for out in &census.exits {
            let kind = usize::from(out.exit.is_capture()) + usize::from(!out.exit.is_pawn_move());
            edges[kind] += out.edges;
            positions[kind] += out.positions;
        }
        assert_eq!(edges, first.exits);
        assert_eq!(positions[..2], first.exits[..2], "pawns come from one position each");
        assert_eq!(positions[1] + positions[2], first.captured);
        assert_eq!((census.mates, census.stalemates, census.dead.total()), ([0, 0], 0, 0));
    }
}

/// By `board` alone; the positions that exits lead to would fill the memory, so that only moves
/// are counted.
#[test]
#[ignore = "slow tier: make test-slow"]
fn the_first_stratum_without_rights_by_a_plain_search() {
    let start = without_castling();
    let mut seen = HashSet::from([packed(&start)]);
    let mut last = vec![packed(&start)];
    let (mut counts, mut exits) = (Counts::default(), [0; 3]);
    while let Some(position) = last.pop() {
        let position = position.unpack();
        counts.add(&position, DeadPositions::Continue);
        position.for_each_child(|m, child| {
            let is_pawn = position.diagram().role_at(m.from()) == Some(Role::Pawn);
            match (is_pawn, position.is_capture(m)) {
                (true, false) => exits[0] += 1,
                (true, true) => exits[1] += 1,
                (false, true) => exits[2] += 1,
                (false, false) => {
                    counts.quiet += 1;
                    if seen.insert(packed(child)) {
                        last.push(packed(child));
                    }
                }
            }
        });
    }
    assert_eq!(counts.positions, [2_513_846, 2_513_750]);
    assert_eq!((counts.checks, counts.quiet), (541_696, 39_683_000));
    assert_eq!(exits, [60_476_448, 3_712_512, 10_911_552]);
}

fn without_castling() -> Position {
    let setup = Position::initial().to_setup(Default::default());
    Position::try_from(Setup { castling: SquareSet::EMPTY, ..setup }).expect("playable")
}

#[test]
fn strata_are_named_and_ordered() {
    let cases = [
        ("8/8/8/4k3/8/8/8/R3K3 w - -", "KRvK"),
        ("8/8/3p4/4k3/8/8/4P3/4K3 w - -", "KPvKP e2/d6"),
        ("8/8/3p4/4k3/8/8/8/4K3 w - -", "KvKP -/d6"),
    ];
    for (fen, name) in cases {
        assert_eq!(Stratum::of(&position(fen)).to_string(), name);
    }
    let later = Stratum::of(&position("8/8/8/3pk3/8/8/4P3/4K3 w - -"));
    assert!(Stratum::of(&position("8/8/3p4/4k3/8/8/4P3/4K3 w - -")) < later);
    assert!(Color::ALL.into_iter().all(|color| later.pawns(color).len() == 1));
}
