//! Positions in which a stratum is entered: what other strata hand over.

use super::Stratum;
use super::army::{Army, Roster};
use super::pawn_structure::PawnStructure;
use super::table::{Table, bits, count, union_with, words_for};
use sole_board::{Color, Position, Square};

/// Positions of one stratum with one side to move and one right to capture en passant, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) turn: Color,
    /// The square that a pawn has just passed, if it can be captured there.
    pub(super) en_passant: Option<Square>,
    /// The armies that occur, in their order, White's first.
    pub(super) armies: [Vec<Army>; 2],
    /// The mover's armies against the other's.
    pub(super) table: Table,
}

impl Entry {
    /// One position.
    pub(super) fn of(position: &Position) -> Entry {
        let mut table = Table::new(1, 1);
        table.set(0, 0);
        let armies = Color::ALL.map(|color| vec![Army::of(position, color)]);
        Entry { turn: position.turn(), en_passant: position.en_passant(), armies, table }
    }

    /// Whether its armies can be those of a stratum.
    pub(super) fn is_of(&self, stratum: &Stratum) -> bool {
        let are_of =
            |color: Color| self.armies[color.index()].iter().all(|army| stratum.holds(color, army));
        Color::ALL.into_iter().all(are_of)
    }

    /// The same without the armies that do not occur.
    pub(super) fn pruned(self) -> Entry {
        let Entry { turn, en_passant, armies, table } = self;
        let (_, columns) = table.size();
        let mut occur = vec![0; words_for(columns)];
        table.rows().for_each(|row| union_with(&mut occur, row));
        let mut place = vec![usize::MAX; columns];
        bits(&occur).enumerate().for_each(|(index, column)| place[column] = index);
        let kept: Vec<usize> = (0..table.size().0)
            .filter(|&row| table.row(row).iter().any(|&word| word != 0))
            .collect();
        let mut pruned = Table::new(kept.len(), count(&occur) as usize);
        for (index, &row) in kept.iter().enumerate() {
            bits(table.row(row)).for_each(|column| pruned.set(index, place[column]));
        }
        let movers = kept.iter().map(|&row| armies[turn.index()][row]).collect();
        let others = bits(&occur).map(|column| armies[(!turn).index()][column]).collect();
        let armies = match turn {
            Color::White => [movers, others],
            Color::Black => [others, movers],
        };
        Entry { turn, en_passant, armies, table: pruned }
    }

    /// The positions by the numbers of other rosters, the mover's first, that know all armies.
    pub(super) fn numbered(&self, [movers, others]: [&Roster; 2]) -> Table {
        let numbers = |color: Color, roster: &Roster| -> Vec<usize> {
            let number = |army| roster.number(army).expect("the roster was made from the entries");
            self.armies[color.index()].iter().map(number).collect()
        };
        let (rows, columns) = (numbers(self.turn, movers), numbers(!self.turn, others));
        let mut table = Table::new(movers.len(), others.len());
        for (row, words) in self.table.rows().enumerate() {
            bits(words).for_each(|column| table.set(rows[row], columns[column]));
        }
        table
    }

    /// Splits the positions after a pawn has passed `over` by whether it can be captured there:
    /// first those where it can.
    pub(super) fn split(self, over: Square, structure: &PawnStructure) -> [Entry; 2] {
        let others = Roster::new(self.armies[(!self.turn).index()].iter().copied());
        let armies = &self.armies[self.turn.index()];
        let mut capturable = self.table.clone();
        capturable.for_each_row(|row, words| {
            let legal = structure.capturing(self.turn, &armies[row], over, &others);
            words.iter_mut().zip(legal).for_each(|(word, legal)| *word &= legal);
        });
        let mut plain = self.table.clone();
        plain.remove(&capturable);
        let capturable = Entry { en_passant: Some(over), table: capturable, ..self.clone() };
        [capturable, Entry { table: plain, ..self }]
    }
}
