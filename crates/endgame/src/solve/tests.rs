//! The solver against the rules of the game, one position at a time.

use super::*;
use crate::index::{Index, Order};
use crate::probe::with_en_passant;
use crate::slice::{ending, endings};
use crate::symmetry::square_at;
use exits::Exits;
use lane::Lane;
use sole_board::{Diagram, Faults, Material, Piece, Position, Role, Setup};
use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::sync::Mutex;

/// Solved slices, all in memory.
#[derive(Default)]
struct Memory(HashMap<(Slice, Color), Arc<Section>>);

impl Solved for Memory {
    fn section(&self, slice: &Slice, turn: Color) -> Arc<Section> {
        if slice.is_bare() {
            return Section::bare(slice);
        }
        let section = self.0.get(&(*slice, turn));
        Arc::clone(section.unwrap_or_else(|| panic!("{slice} is not solved")))
    }
}

impl Memory {
    fn with(endings: &[&str]) -> Memory {
        let roots = endings.iter().flat_map(|name| Slice::all(&material(name)));
        let mut memory = Memory::default();
        for slice in crate::dependencies::with_dependencies(roots) {
            let solved = solve(&slice, Metric::Dtm, &memory, &|_| ControlFlow::Continue(()));
            let ControlFlow::Continue(sections) = solved else { panic!("nobody stops it") };
            for (turn, section) in Color::ALL.into_iter().zip(sections) {
                memory.0.insert((slice, turn), Arc::new(section));
            }
        }
        memory
    }

    fn value(&self, position: &Position) -> Value {
        let plain = |position: &Position| Ok::<_, Infallible>(self.plain(position));
        let Ok(value) = with_en_passant(position, plain, |child| Ok(self.plain(child).before()));
        value
    }

    fn plain(&self, position: &Position) -> Value {
        let (slice, orientation) = Slice::of(position);
        let turn = if orientation.swapped { !position.turn() } else { position.turn() };
        let section = self.section(&slice, turn);
        let index = Index::new(&slice, section.order);
        let place = index.place(&slice, position, orientation).expect("in its slice");
        Value::from_code(section.values[place])
    }

    /// The best exit from a position by the rules of the game, 0 if there is none.
    fn best_exit(&self, position: &Position) -> u8 {
        let here = Slice::of(position).0;
        let mut best = 0;
        position.for_each_child(|_, child| {
            let leaves = child.castling() != position.castling() || Slice::of(child).0 != here;
            if leaves {
                best = best.max(self.value(child).before().code());
            }
        });
        best
    }
}

fn material(name: &str) -> Material {
    ending(&name.parse().expect("an ending")).0
}

/// The position of a word with Black's king on one square.
fn position(
    slice: &Slice,
    layout: &Layout,
    word: (usize, usize),
    black_king: usize,
    turn: Color,
) -> Position {
    let (block, address) = word;
    let squares = layout.squares(address);
    let king = |color| Piece { color, role: Role::King };
    let kings = [(king(Color::White), layout.kings[block]), (king(Color::Black), black_king)];
    let mut diagram = Diagram::EMPTY;
    for (piece, square) in layout.men(&squares).chain(kings) {
        diagram.put(square_at(square), piece);
    }
    let setup = Setup { diagram, turn, castling: slice.rights(), ..Setup::EMPTY };
    Position::new(setup, Faults::WAIVABLE).expect("a legal position")
}

/// The exits of every n-th word of a slice, compared with the rules; how many positions that were.
fn compare_exits(memory: &Memory, slice: &Slice, every: usize) -> usize {
    let layout = Layout::new(slice);
    let exits = Exits::new(slice, &layout, Metric::Dtm, memory);
    let mut compared = 0;
    let blocks = 0..layout.kings.len();
    let words = blocks.flat_map(|block| layout.addresses().map(move |address| (block, address)));
    for (block, address) in words.step_by(every) {
        let king = layout.kings[block];
        let squares = layout.squares(address);
        let Some(occupied) = layout.occupied(king, &squares) else { continue };
        let attacks = layout.attacks(king, &squares);
        let lanes = exits.lanes(block, &squares, occupied, &attacks);
        for turn in Color::ALL {
            let expected: Lane = std::array::from_fn(|black_king| {
                if attacks.may_move(turn) >> black_king & 1 == 0 {
                    return 0;
                }
                compared += 1;
                memory.best_exit(&position(slice, &layout, (block, address), black_king, turn))
            });
            assert_eq!(lanes[turn.index()], expected, "{slice}, {turn:?} to move, {squares:?}");
        }
    }
    compared
}

#[test]
fn exits_are_those_of_the_rules() {
    let cases = [
        ("KRvK", 1),
        ("KPvK", 3),
        ("KRvKR", 61),
        ("KRRvK", 61),
        ("KQvKR", 61),
        ("KRPvK", 251),
        ("KRvKP", 251),
        ("KPvKP", 61),
    ];
    let memory = Memory::with(&cases.map(|(name, _)| name));
    for (name, every) in cases {
        let (castling, plain): (Vec<_>, Vec<_>) =
            Slice::all(&material(name)).into_iter().partition(|slice| slice.rights().any());
        let plain: usize = plain.iter().map(|slice| compare_exits(&memory, slice, every)).sum();
        let castling: usize =
            castling.iter().map(|slice| compare_exits(&memory, slice, every.min(5))).sum();
        println!("{name}: {plain} positions, {castling} with castling rights");
        assert!(plain > 1000, "{name}");
    }
}

#[test]
fn the_longest_wins_are_the_known_ones() {
    let cases =
        [("KQvK", 10, 0), ("KRvK", 16, 0), ("KPvK", 28, 0), ("KRvKN", 40, 1), ("KBBvK", 19, 0)];
    let memory = Memory::with(&cases.map(|(name, ..)| name));
    for (name, white, black) in cases {
        let longest = |turn: Color| {
            let slices =
                Slice::all(&material(name)).into_iter().filter(|slice| slice.rights().is_empty());
            let codes = slices.flat_map(|slice| {
                let section = memory.section(&slice, turn);
                section.values.clone()
            });
            let win = |code| match Value::from_code(code) {
                Value::Win(moves) => moves,
                _ => 0,
            };
            codes.map(win).max()
        };
        assert_eq!(
            (longest(Color::White), longest(Color::Black)),
            (Some(white), Some(black)),
            "{name}"
        );
    }
}

/// Notes what is asked for, and answers anything.
#[derive(Default)]
struct Notebook {
    asked: Mutex<BTreeSet<(Slice, Color)>>,
    sections: Mutex<HashMap<Slice, Arc<Section>>>,
}

impl Solved for Notebook {
    fn section(&self, slice: &Slice, turn: Color) -> Arc<Section> {
        self.asked.lock().expect("no panic").insert((*slice, turn));
        let mut sections = self.sections.lock().expect("no panic");
        Arc::clone(sections.entry(*slice).or_insert_with(|| {
            let order = Order::KINGS_FIRST;
            let values = vec![Value::Draw.code(); Index::new(slice, order).len()];
            Arc::new(Section { order, values })
        }))
    }
}

/// What a slice reads is counted and made ready by its exits, so they must be the same.
#[test]
fn a_slice_reads_what_its_exits_are() {
    let notebook = Notebook::default();
    for ending in (3..=4).flat_map(endings) {
        for slice in Slice::all(&ending) {
            Exits::new(&slice, &Layout::new(&slice), Metric::Dtm, &notebook);
            let asked = std::mem::take(&mut *notebook.asked.lock().expect("no panic"));
            assert_eq!(asked, slice.exits(), "{slice}");
        }
    }
}
