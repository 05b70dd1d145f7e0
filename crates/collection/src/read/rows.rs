//! Rows of Lichess's puzzles: every column has its field in the record.

use super::{Given, Problem, Said};
use crate::write::name;
use crate::write::rows::SCALES;
use sole_board::{UciStyle, uci_line};
use sole_mate::formats::lichess::{HEADER, Puzzle as Row};
use sole_mate::make::KIND;
use sole_puzzle::{Details, Puzzle, Rating, SetupMove};

/// A row, unless it is the header.
pub(super) fn read(text: &str) -> Option<Result<Said, Problem>> {
    let said = |row: Row| puzzle(&row).map(Said::from);
    (text != HEADER).then(|| text.parse().map_err(Problem::Row).and_then(said))
}

fn puzzle(row: &Row) -> Result<Puzzle, Problem> {
    let moves = row.mate_in().ok_or(Problem::NoMate)?;
    let given = Given {
        kind: KIND,
        position: row.setup().to_string(),
        stipulation: format!("#{moves}"),
        solutions: vec![uci_line(&row.solution()[..1])],
        line: Some(uci_line(row.solution())),
    };
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let puzzle = given.puzzle(Details {
        id: text(&row.id),
        url: text(&row.game_url),
        keywords: row.themes.clone(),
        openings: row.opening_tags.clone(),
        setup_move: Some(SetupMove {
            position: row.before().to_string(),
            played: row.first_move().to_uci(UciStyle::Standard),
        }),
        ..Details::default()
    })?;
    let numbers = [
        row.rating.map(f64::from),
        row.rating_deviation.map(f64::from),
        row.popularity.map(f64::from),
        row.plays.map(f64::from),
    ];
    let ratings = SCALES.iter().zip(numbers).filter_map(|(scale, value)| {
        Some(Rating::new(name(scale), value?).expect("whole numbers are finite"))
    });
    Ok(ratings.fold(puzzle, Puzzle::with_rating))
}
