//! How often a side wins by where the kings stand, as two boards side by side.
//!
//! ```text
//!    White's king                         Black's king
//! 8   99  99 100 100 100 100  99  99   8   12  14 …
//! ```

use crate::render::Paint;
use sole_board::{Color, File, Rank, Square};
use sole_endgame::PositionCounts;

/// The maps of White's and of Black's king.
pub(super) struct Maps<'a> {
    pub(super) census: &'a PositionCounts,
    pub(super) turn: Color,
    pub(super) winner: Color,
}

impl Maps<'_> {
    /// Titles, ranks and files, each line ending with a line break.
    pub(super) fn render(&self, paint: Paint) -> String {
        let side_by_side = |line: &dyn Fn(Color) -> String| {
            let [white, black] = Color::ALL.map(line);
            format!("{}\n", format!("{white}   {black}").trim_end())
        };
        let mut text = side_by_side(&|king| format!("{:35}", format!("   {}'s king", king.name())));
        for rank in Rank::ALL.into_iter().rev() {
            text.push_str(&side_by_side(&|king| self.rank(king, rank, paint)));
        }
        text.push_str(&side_by_side(&|_| {
            File::ALL
                .iter()
                .fold("   ".to_owned(), |line, file| format!("{line}{:>3} ", file.char()))
        }));
        text
    }

    fn rank(&self, king: Color, rank: Rank, paint: Paint) -> String {
        let square = |file| {
            let place = (king, Square::at(file, rank));
            let percent = self.census.percent_won(self.winner, self.turn, place);
            paint.with(shade(percent), &format!("{percent:>3} "))
        };
        format!("{}  {}", rank.char(), File::ALL.map(square).concat())
    }
}

/// Ground and ink of a square, the brighter the more is won there.
fn shade(percent: u64) -> &'static str {
    match percent {
        ..10 => "48;5;235;38;5;231",
        10..30 => "48;5;23;38;5;231",
        30..50 => "48;5;24;38;5;231",
        50..70 => "48;5;31;38;5;231",
        70..90 => "48;5;80;38;5;16",
        _ => "48;5;159;38;5;16",
    }
}
