//! Moves from the starting position, with or without numbers: `1. e4 e5 2. Nf3`.

use super::{PositionForm, PositionText, PositionTextError};
use crate::Game;

/// Whether a text is meant as a list of moves: its first word has the look of a move.
pub(super) fn is_meant_by(text: &str) -> bool {
    words(text).next().is_some_and(|(_, word)| looks_like_a_move(word))
}

/// The position after the moves of a text.
pub(super) fn read(text: &str) -> Result<PositionText, PositionTextError> {
    let mut game = Game::default();
    let mut words = words(text).peekable();
    while let Some((start, word)) = words.next() {
        let position = game.position();
        let joined = words.peek().and_then(|(_, next)| position.joined_squares(word, next));
        let read = position.parse_move(joined.as_deref().unwrap_or(word));
        let mut span = start..start + word.len();
        if joined.is_some() {
            span.end = words.next().map_or(span.end, |(start, word)| start + word.len());
        }
        let ply = game.moves().len();
        let read = read.map_err(|error| {
            let within = error.span();
            let span = match joined {
                Some(_) => span,
                None => start + within.start..start + within.end,
            };
            PositionTextError::Move { span, ply, error }
        })?;
        game.play(read.played).expect("the move was read as a legal one");
    }
    Ok(PositionText::complete(game.setup(), PositionForm::Moves))
}

/// The words that are not numbers of moves or results, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = move |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words = text.split(|c: char| c.is_whitespace() || c == ',').map(without_number);
    let is_move = |word: &&str| !matches!(*word, "" | "*" | "1-0" | "0-1" | "1/2-1/2");
    words.filter(is_move).map(move |word| (start(word), word))
}

/// A word without the number of a move before it: `1.e4` is `e4`, `1.` and `1` nothing.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && (rest.is_empty() || rest.starts_with('.')) {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

/// A letter that begins a move, and a square or castling.
fn looks_like_a_move(word: &str) -> bool {
    let has_square = word.as_bytes().windows(2).any(|pair| {
        matches!(pair[0].to_ascii_lowercase(), b'a'..=b'h') && matches!(pair[1], b'1'..=b'8')
    });
    let is_castling = word.starts_with("O-O") || word.starts_with("0-0") || word.starts_with("o-o");
    let begins_a_move = word.starts_with(|c: char| {
        c.is_ascii() && "abcdefghABCDEFGHKQRN".contains(c) || "♔♕♖♗♘♙♚♛♜♝♞♟".contains(c)
    });
    !word.contains('/') && (is_castling || has_square && begins_a_move)
}
