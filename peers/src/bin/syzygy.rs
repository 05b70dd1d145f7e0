//! Our tables beside Syzygy's: who wins, in every position of three and four men, and how far the
//! next capture or pawn move is, in every position of three and one in sixteen of four.
//!
//! ```text
//! syzygy FOLDER
//! ```
//!
//! FOLDER holds our tables; those that are missing are built first. Syzygy's are
//! read from `oracles/syzygy` in the folder `shared` beside the checkout, or in the
//! one that `SOLE_SHARED` names. Positions are compared with both sides to move,
//! one of each that symmetry makes alike, and again with the en passant right
//! wherever the capture is legal.

use rayon::prelude::*;
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, EnPassantMode};
use shakmaty::{Position as _, PositionError};
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{Dtz, MaybeRounded, Tablebase};
use sole_board::{Color, Diagram, Fault, Material, Position, Rank, Role, Setup, Square, SquareSet};
use sole_endgame::{Tables, Value, Zeroing, endings};
use sole_peers::placements::{Kings, for_each_placement};
use sole_peers::tables::{built, shared};
use std::cmp::Ordering;
use std::ffi::OsString;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).expect("usage: syzygy FOLDER");
    let theirs = shared("oracles/syzygy");
    if theirs.is_dir() {
        compare(folder, &theirs)
    } else {
        eprintln!("NOT COMPARED with Syzygy: there is no shared folder; see CONTRIBUTING.md");
        ExitCode::SUCCESS
    }
}

fn compare(ours: OsString, theirs: &Path) -> ExitCode {
    let start = Instant::now();
    let endings: Vec<Material> = [3, 4].into_iter().flat_map(endings).collect();
    let both = Both { ours: built(ours, endings.iter().copied()), theirs: syzygy(theirs) };
    println!("tables are there after {:.1} s", start.elapsed().as_secs_f64());
    let titles = ["positions", "en passant", "distances", "mended", "differ"]
        .map(|title| format!("{title:>12}"));
    println!("{:<8} {}", "ending", titles.join(" "));
    let mut all = Tally::default();
    for ending in &endings {
        let tally = both.compare(ending);
        tally.print(&ending.to_string());
        all = all.and(tally);
    }
    all.print("all");
    println!("compared after {:.1} s", start.elapsed().as_secs_f64());
    if all.differ == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn syzygy(folder: &Path) -> Tablebase<Chess> {
    let mut tables = Tablebase::with_filesystem(Arc::new(InMemory));
    let files =
        tables.add_directory(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    assert!(files >= 2 * 35, "{files} files in {}", folder.display());
    tables
}

/// Files are read once and whole: a probe makes many small reads.
struct InMemory;

struct Contents(Vec<u8>);

impl Filesystem for InMemory {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        Ok(path.metadata()?.len())
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        path.read_dir()?.map(|entry| Ok(entry?.path())).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Ok(Box::new(Contents(std::fs::read(path)?)))
    }
}

impl RandomAccessFile for Contents {
    fn read_at(&self, buf: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = self.0.get(offset as usize..).unwrap_or_default();
        let len = rest.len().min(buf.len());
        buf[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }
}

/// What was compared.
#[derive(Default)]
struct Tally {
    positions: u64,
    en_passant: u64,
    distances: u64,
    /// Distances that agree with what Syzygy says after every move, not with what it says at once.
    mended: u64,
    differ: u64,
    /// The first differences.
    shown: Vec<String>,
}

impl Tally {
    const MOST_SHOWN: usize = 10;

    fn and(mut self, other: Tally) -> Tally {
        self.shown.extend(other.shown);
        self.shown.truncate(Tally::MOST_SHOWN);
        Tally {
            positions: self.positions + other.positions,
            en_passant: self.en_passant + other.en_passant,
            distances: self.distances + other.distances,
            mended: self.mended + other.mended,
            differ: self.differ + other.differ,
            shown: self.shown,
        }
    }

    fn differs(&mut self, setup: &Setup, ours: &str, theirs: &str) {
        self.differ += 1;
        if self.shown.len() < Tally::MOST_SHOWN {
            self.shown.push(format!("{setup}: ours {ours}, Syzygy's {theirs}"));
        }
    }

    fn print(&self, name: &str) {
        let Tally { positions, en_passant, distances, mended, differ, shown } = self;
        let counts = [positions, en_passant, distances, mended, differ].map(|n| format!("{n:>12}"));
        println!("{name:<8} {}", counts.join(" "));
        shown.iter().for_each(|line| println!("  {line}"));
    }
}

/// Our tables and Syzygy's.
struct Both {
    ours: Tables,
    theirs: Tablebase<Chess>,
}

impl Both {
    fn compare(&self, ending: &Material) -> Tally {
        let compare_with = |kings: &Kings| {
            let mut tally = Tally::default();
            for_each_placement(ending, *kings, &mut |diagram| {
                self.compare_all(diagram, &mut tally)
            });
            tally
        };
        Kings::of(ending).par_iter().map(compare_with).reduce(Tally::default, Tally::and)
    }

    /// Compares both sides to move, and every right to capture en passant.
    fn compare_all(&self, diagram: &Diagram, tally: &mut Tally) {
        for turn in Color::ALL {
            let setup = Setup { diagram: *diagram, turn, ..Setup::EMPTY };
            self.compare_one(&setup, tally);
            for over in passed_squares(diagram, turn) {
                self.compare_one(&Setup { en_passant: Some(over), ..setup }, tally);
            }
        }
    }

    fn compare_one(&self, setup: &Setup, tally: &mut Tally) {
        let ours = Position::new(*setup, Fault::ImpossibleCheck.into()).ok();
        let ours = ours.filter(|position| position.en_passant() == setup.en_passant);
        match (ours, playable(setup)) {
            (Some(ours), Some(theirs)) => {
                tally.positions += 1;
                tally.en_passant += u64::from(setup.en_passant.is_some());
                self.compare_outcomes(setup, (&ours, &theirs), tally);
                let every = if setup.diagram.occupied().len() == 3 { 1 } else { 16 };
                if tally.positions.is_multiple_of(every) || setup.en_passant.is_some() {
                    self.compare_distances(setup, (&ours, &theirs), tally);
                }
            }
            (None, None) => {}
            (Some(_), None) => tally.differs(setup, "playable", "not"),
            (None, Some(_)) => tally.differs(setup, "not playable", "so"),
        }
    }

    fn compare_outcomes(
        &self,
        setup: &Setup,
        (ours, theirs): (&Position, &Chess),
        tally: &mut Tally,
    ) {
        let value = self.ours.probe(ours).unwrap_or_else(|e| panic!("{setup}: {e}"));
        let wdl = self.theirs.probe_wdl_after_zeroing(theirs);
        let wdl = wdl.unwrap_or_else(|e| panic!("{setup}: {e}"));
        if outcome(value) != wdl.signum().cmp(&0) {
            tally.differs(setup, &value.to_string(), &format!("{wdl:?}"));
        }
    }

    fn compare_distances(
        &self,
        setup: &Setup,
        (ours, theirs): (&Position, &Chess),
        tally: &mut Tally,
    ) {
        tally.distances += 1;
        let zeroing = self.ours.probe_zeroing(ours).unwrap_or_else(|e| panic!("{setup}: {e}"));
        let dtz = self.theirs.probe_dtz(theirs).unwrap_or_else(|e| panic!("{setup}: {e}"));
        if distances(dtz).contains(&signed(zeroing)) {
            return;
        }
        if zeroing < Zeroing::Draw && self.after_all_moves(theirs).contains(&signed(zeroing)) {
            tally.mended += 1;
        } else {
            tally.differs(setup, &format!("{zeroing:?}"), &format!("{dtz:?}"));
        }
    }

    /// What Syzygy's answers after every move make of a lost position.
    ///
    /// Where the best defence is answered by a sacrifice that must be taken, its own answer is
    /// one half-move less than that.
    fn after_all_moves(&self, lost: &Chess) -> RangeInclusive<i32> {
        let after = |m: shakmaty::Move| {
            let child = lost.clone().play(m).expect("a legal move");
            let dtz = self.theirs.probe_dtz(&child).expect("tables of all endings that follow");
            let (least, most) = distances(dtz).into_inner();
            if m.is_zeroing() { (1, 1) } else { (least + 1, most + 1) }
        };
        let all: Vec<(i32, i32)> = lost.legal_moves().into_iter().map(after).collect();
        let least = all.iter().map(|range| range.0).max().unwrap_or(1);
        let most = all.iter().map(|range| range.1).max().unwrap_or(1);
        -most..=-least
    }
}

/// A distance as Syzygy counts it: losses below zero, a mate as one half-move.
fn signed(zeroing: Zeroing) -> i32 {
    match zeroing {
        Zeroing::Loss(plies) => -i32::from(plies.max(1)),
        Zeroing::Draw => 0,
        Zeroing::Win(plies) => i32::from(plies),
    }
}

/// What Syzygy's answer allows: where it rounds, the distance may be one more.
fn distances(dtz: MaybeRounded<Dtz>) -> RangeInclusive<i32> {
    const LONGEST: i32 = Zeroing::LONGEST_EXACT as i32 + 1;
    let capped = |Dtz(plies): Dtz| plies.clamp(-LONGEST, LONGEST);
    match dtz {
        MaybeRounded::Precise(dtz) => capped(dtz)..=capped(dtz),
        MaybeRounded::Rounded(dtz) if dtz.0 < 0 => capped(dtz) - 1..=capped(dtz),
        MaybeRounded::Rounded(dtz) => capped(dtz)..=capped(dtz) + 1,
    }
}

/// Squares that a pawn of the other side may just have passed beside a pawn of `turn`.
fn passed_squares(diagram: &Diagram, turn: Color) -> SquareSet {
    let takers = diagram.men(turn, Role::Pawn);
    let pushed = diagram.men(!turn, Role::Pawn) & SquareSet::rank(Rank::Fourth.seen_by(!turn));
    let beside = pushed & (takers.west() | takers.east());
    let empty = !diagram.occupied();
    beside.forward(turn) & empty & empty.forward(!turn)
}

/// The position in the other library, if it can be played on there with the en passant right used.
fn playable(setup: &Setup) -> Option<Chess> {
    let board = Board::try_from_bitboards(roles(&setup.diagram), colors(&setup.diagram));
    let theirs = shakmaty::Setup {
        board: board.expect("diagrams are consistent"),
        turn: shakmaty::Color::from_white(setup.turn == Color::White),
        ep_square: setup.en_passant.map(square),
        ..shakmaty::Setup::empty()
    };
    let position: Result<Chess, _> = theirs.position(CastlingMode::Standard);
    let position = position.or_else(PositionError::ignore_impossible_check).ok()?;
    let used = position.ep_square(EnPassantMode::Legal);
    (used == setup.en_passant.map(square)).then_some(position)
}

fn square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

fn roles(diagram: &Diagram) -> ByRole<Bitboard> {
    let set = |role| Bitboard(diagram.role(role).0);
    ByRole {
        pawn: set(Role::Pawn),
        knight: set(Role::Knight),
        bishop: set(Role::Bishop),
        rook: set(Role::Rook),
        queen: set(Role::Queen),
        king: set(Role::King),
    }
}

fn colors(diagram: &Diagram) -> ByColor<Bitboard> {
    let set = |color| Bitboard(diagram.color(color).0);
    ByColor { black: set(Color::Black), white: set(Color::White) }
}

/// What the side to move reaches, a draw being equal.
fn outcome(value: Value) -> Ordering {
    value.cmp(&Value::Draw)
}
