//! Repaired FENs: what someone who typed this probably meant.
//!
//! A repair is only ever offered, never made silently. Texts are repaired one
//! error at a time, where the error stands; setups by dropping rights that
//! cannot be used and by giving the turn to the side that is in check.

use sole_board::{
    CastlingSide, Color, Diagram, Fault, Faults, FenError, FenField, FenProblem, File, Piece,
    Position, Role, Setup, Square,
};
use std::ops::Range;

/// The setup that a text with errors probably means.
pub(crate) fn text(text: &str) -> Option<Setup> {
    const MOST_ERRORS: usize = 80;
    const LONGEST: usize = 400;
    let mut text = text.to_owned();
    for _ in 0..MOST_ERRORS {
        match text.parse::<Setup>() {
            Ok(setup) => return Some(self::setup(&setup, Faults::NONE).unwrap_or(setup)),
            Err(_) if text.len() > LONGEST => return None,
            Err(error) => {
                let replacement = replacement(&text, &error)?;
                text.replace_range(error.span, &replacement);
            }
        }
    }
    None
}

/// The playable setup that an unplayable one probably means.
pub(crate) fn setup(setup: &Setup, waived: Faults) -> Option<Setup> {
    let mut repaired = setup.without_unusable_rights();
    if repaired.faults().contains(Fault::OppositeCheck) {
        repaired.turn = !repaired.turn;
        repaired.en_passant = None;
    }
    Position::new(repaired, waived).ok().filter(|_| repaired != *setup)?;
    Some(repaired)
}

/// The field of a FEN in which a fault shows.
pub(crate) fn field_of(text: &str, fault: Fault) -> Range<usize> {
    let index = match fault {
        Fault::OppositeCheck => 1,
        Fault::CastlingRight => 2,
        Fault::EnPassantSquare => 3,
        _ => 0,
    };
    let separator = |c: char| c.is_whitespace() || c == '_';
    let field = text.split(separator).filter(|field| !field.is_empty()).nth(index);
    field.map_or(0..text.len(), |field| {
        let start = field.as_ptr() as usize - text.as_ptr() as usize;
        start..start + field.len()
    })
}

/// What should stand in place of an error.
fn replacement(text: &str, error: &FenError) -> Option<String> {
    let wrong = &text[error.span.clone()];
    match error.problem {
        FenProblem::Missing => missing(text, error.field),
        FenProblem::TrailingText => Some(String::new()),
        FenProblem::Letter { letter } => letter_meant(letter),
        FenProblem::RankLength { squares, .. } => rank_meant(wrong, squares),
        FenProblem::RankCount { ranks: 9 } => wrong.strip_suffix('/').map(str::to_owned),
        FenProblem::Turn => match wrong.chars().next()?.to_ascii_lowercase() {
            turn @ ('w' | 'b') => Some(turn.to_string()),
            _ => None,
        },
        // A lone wrong letter leaves an empty field, so it becomes "no rights".
        FenProblem::CastlingLetter { .. } | FenProblem::CastlingTwice => {
            let letters = |c: char| !c.is_whitespace() && c != '_';
            let alone = !text[..error.span.start].ends_with(letters)
                && !text[error.span.end..].starts_with(letters);
            Some(if alone { "-" } else { "" }.to_owned())
        }
        FenProblem::EnPassant => {
            let square: Option<Square> = wrong.to_ascii_lowercase().parse().ok();
            Some(square.map_or("-".to_owned(), |square| square.to_string()))
        }
        FenProblem::Number => {
            Some(if error.field == FenField::Halfmoves { "0" } else { "1" }.into())
        }
        _ => None,
    }
}

/// A field that is not there: White to move, and the rights that problemists
/// assume, castling with kings and rooks at home but no en passant.
fn missing(text: &str, field: FenField) -> Option<String> {
    match field {
        FenField::Turn => Some(" w".to_owned()),
        FenField::Castling => {
            let placement = text.split([' ', '_', '\t']).find(|field| !field.is_empty())?;
            Some(format!(" {}", rights_at_home(&placement.parse().ok()?)))
        }
        FenField::EnPassant => Some(" -".to_owned()),
        _ => None,
    }
}

fn rights_at_home(diagram: &Diagram) -> String {
    let mut rights = String::new();
    for color in Color::ALL {
        let home = |file| Square::at(file, color.back_rank());
        let is = |file, role| diagram.piece_at(home(file)) == Some(Piece { color, role });
        for (side, corner) in [(CastlingSide::King, File::H), (CastlingSide::Queen, File::A)] {
            if is(File::E, Role::King) && is(corner, Role::Rook) {
                let role = if side == CastlingSide::King { Role::King } else { Role::Queen };
                rights.push(Piece { color, role }.char());
            }
        }
    }
    if rights.is_empty() { "-".to_owned() } else { rights }
}

/// A figurine, or a letter of another language that can only mean one piece.
fn letter_meant(letter: char) -> Option<String> {
    let piece = match letter {
        '.' | '·' => return Some("1".to_owned()),
        '0' => return Some(String::new()),
        'S' => 'N',
        's' => 'n',
        'T' => 'R',
        't' => 'r',
        'L' => 'B',
        'l' => 'b',
        'D' => 'Q',
        'd' => 'q',
        figurine => Piece::all().find(|piece| piece.figurine() == figurine)?.char(),
    };
    Some(piece.to_string())
}

/// A rank with eight squares: a number changed, the last one first, or empty
/// squares added at the end.
fn rank_meant(rank: &str, squares: usize) -> Option<String> {
    for (at, letter) in rank.char_indices().rev() {
        let Some(empty) = letter.to_digit(10) else { continue };
        let empty = empty as i64 + 8 - squares as i64;
        if (0..=8).contains(&empty) {
            let digit = if empty == 0 { String::new() } else { empty.to_string() };
            return Some(format!("{}{digit}{}", &rank[..at], &rank[at + 1..]));
        }
    }
    (squares < 8).then(|| format!("{rank}{}", 8 - squares))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_repaired() {
        let cases = [
            ("8/2p5/3p4/KP5r/1R3p1k1/8/4P1P1/8 w - -", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
            ("k7/8/8/8/8/8/8/7 w - - 0 1", "k7/8/8/8/8/8/8/8 w - - 0 1"),
            ("k7/8/8/8/8/8/8/6K w - - 0 1", "k7/8/8/8/8/8/8/7K w - - 0 1"),
            ("k7/8/8/8/8/8/8/K", "k7/8/8/8/8/8/8/K7 w - - 0 1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R W kQkkz E3 x 1", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1"),
            ("k7/8/8/8/8/8/8/SK6 white - - 0 1 and more", "k7/8/8/8/8/8/8/NK6 w - - 0 1"),
            ("♚......./8/8/8/8/8/8/♔7 b z z", "k7/8/8/8/8/8/8/K7 b - - 0 1"),
            ("k7/8/8/8/8/8/8/K7/ w - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 0 1"),
            ("k7/8/8/8/8/8/K7 w - - 0 1", "no"),
            ("", "no"),
            ("hello", "no"),
        ];
        for (given, expected) in cases {
            let actual = text(given).map_or("no".to_owned(), |setup| setup.to_string());
            assert_eq!(actual, expected, "{given}");
        }
    }

    #[test]
    fn setups_are_repaired() {
        let cases = [
            ("4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1"),
            ("4k3/4R3/4r3/8/8/8/8/4K3 w - - 0 1", "no"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "no"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "no"),
        ];
        for (given, expected) in cases {
            let repaired = setup(&given.parse().unwrap(), Faults::NONE);
            let actual = repaired.map_or("no".to_owned(), |setup| setup.to_string());
            assert_eq!(actual, expected, "{given}");
        }
    }

    #[test]
    fn no_text_makes_it_panic_or_hang() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq e3 0 1";
        for at in 0..fen.len() {
            for wrong in ["", " ", "/", "9", "0", "♔", "-", "x", "_"] {
                let broken = format!("{}{wrong}{}", &fen[..at], &fen[at + 1..]);
                if let Some(setup) = text(&broken) {
                    assert_eq!(setup.to_string().parse(), Ok(setup), "{broken}");
                }
            }
        }
    }
}
