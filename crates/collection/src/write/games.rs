//! Games: a tag says what is to be done, other tags have the credits.

use super::{Play, Unfit, original, without_control};
use crate::Format;
use crate::annotate::moves;
use crate::typed_puzzle::TypedPuzzle;
use sole_board::pgn::{self, Line, Node, Tags};
use sole_board::{Clocks, Move, Pgn, Position, SanMode, Score};
use sole_puzzle::Puzzle;

/// The tag of what is to be done.
pub const STIPULATION: &str = "Stipulation";
/// The tag of the authors.
pub const AUTHORS: &str = "White";
/// What stands between two authors.
pub const BETWEEN_AUTHORS: &str = "; ";
/// The tag of the source.
pub const SOURCE: &str = "Event";
/// The tag of the address.
pub(crate) const URL: &str = "Site";
/// The tag of the date.
pub(crate) const DATE: &str = "Date";
/// The tag of the identifier.
pub(crate) const ID: &str = "PuzzleId";
/// The tag of the title.
pub(crate) const TITLE: &str = "Title";
/// The tag of the award.
pub(crate) const AWARD: &str = "Award";
/// The tag of the keywords.
pub(crate) const KEYWORDS: &str = "Keywords";
/// The tag of the tags of a record.
pub(crate) const TAGS: &str = "Tags";
/// The tag of the ratings.
pub(crate) const RATINGS: &str = "Ratings";
/// The tag of the opening.
pub(crate) const OPENING: &str = "Opening";
/// The tag of the intended number of solutions.
pub const INTENDED: &str = "IntendedSolutions";

/// All of these tags.
const KNOWN: [&str; 13] = [
    STIPULATION,
    AUTHORS,
    SOURCE,
    URL,
    DATE,
    ID,
    TITLE,
    AWARD,
    KEYWORDS,
    TAGS,
    RATINGS,
    OPENING,
    INTENDED,
];

pub(super) fn entry(
    puzzle: &Puzzle,
    typed: &TypedPuzzle,
    play: Option<&Play>,
) -> Result<String, Unfit> {
    let before = original(puzzle, Format::Pgn)
        .and_then(|text| pgn::games(text, SanMode::Lenient).next()?.ok());
    let (start, mut line) = match typed {
        TypedPuzzle::Mate { setup, .. } | TypedPuzzle::Endgame { setup, .. } => {
            (*setup, solutions(puzzle, typed))
        }
        TypedPuzzle::Proof(reach) => {
            let [game] = puzzle.answer().solutions() else { return Err(Unfit::Games) };
            reach.game(game).map_err(Unfit::Move)?;
            (reach.start.to_setup(Clocks::default()), solutions(puzzle, typed))
        }
        TypedPuzzle::Sudoku(_) => return Err(Unfit::Kind { format: Format::Pgn }),
    };
    let comments = puzzle.details().comments.iter().map(|text| in_line(text));
    if let Some(game) = play.and_then(|play| play.game.as_ref()) {
        line = game.clone();
        remarks(&mut line).splice(0..0, comments);
    } else {
        if let Some(old) = before.as_ref().filter(|old| main(&old.line) == main(&line)) {
            line = old.line.clone();
        }
        *remarks(&mut line) = comments.collect();
    }
    let score = before.as_ref().map_or(Score::Unknown, |old| old.score);
    let tags = tags(puzzle, typed, before.as_ref());
    let text =
        export_game(Pgn { tags, start, missing: Vec::new(), line, score, repairs: Vec::new() });
    Ok(text.trim_end().to_owned())
}

/// The moves of a line without what is said about them.
fn main(line: &Line) -> Vec<Move> {
    line.moves.iter().map(Node::played).collect()
}

/// The text of a game, with the variant if castling needs it to be read.
pub fn export_game(mut pgn: Pgn) -> String {
    if pgn.start.is_chess960() {
        pgn.tags.set("Variant", "Chess960").expect("the tag is well formed and free");
    }
    pgn.to_string()
}

/// The main line if there is one, with the other solutions as variations of the first move.
fn solutions(puzzle: &Puzzle, typed: &TypedPuzzle) -> Line {
    let line = puzzle.details().line.as_ref().map(|line| line.uci.as_str());
    let solutions = puzzle.answer().solutions().iter().map(String::as_str);
    let first = |text: &str| text.split_whitespace().next().map(str::to_owned);
    let is_begun = |text: &&str| line.is_none_or(|line| first(line) != first(text));
    let texts = line.into_iter().chain(solutions.filter(is_begun));
    let mut lines = texts.filter_map(|text| Some(plain(&moves(text, typed)?)));
    let mut main = lines.next().flatten().unwrap_or_default();
    if let Some(first) = main.moves.first_mut() {
        first.variations.extend(lines.flatten());
    }
    main
}

/// A line without variations; a series has moves in a row, which no game has.
fn plain(played: &[(Position, Move)]) -> Option<Line> {
    let is_series = played.windows(2).any(|pair| pair[0].0.turn() == pair[1].0.turn());
    let node = |(before, m): &(Position, Move)| Node::new(before, *m);
    let moves: Option<Vec<Node>> = played.iter().map(node).collect();
    (!is_series).then_some(Line { moves: moves?, closing: Vec::new() })
}

/// The comments before the first move.
fn remarks(line: &mut Line) -> &mut Vec<String> {
    match line.moves.first_mut() {
        Some(first) => &mut first.before,
        None => &mut line.closing,
    }
}

/// A comment without what would end it.
fn in_line(text: &str) -> String {
    let text = without_control(text);
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('}', ")")
}

fn tags(puzzle: &Puzzle, typed: &TypedPuzzle, before: Option<&Pgn>) -> Tags {
    let details = puzzle.details();
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let stipulation = match typed {
        TypedPuzzle::Proof(reach) => reach.length.to_string(),
        _ => puzzle.stipulation().to_owned(),
    };
    let tags: Vec<&str> = puzzle.tags().iter().map(|tag| tag.as_str()).collect();
    let rating = |rating: &sole_puzzle::Rating| format!("{} {}", rating.scale(), rating.value());
    let ratings: Vec<String> = puzzle.ratings().iter().map(rating).collect();
    let values = [
        (STIPULATION, stipulation),
        (AUTHORS, details.authors.join(BETWEEN_AUTHORS)),
        (SOURCE, puzzle.source().unwrap_or_default().to_owned()),
        (URL, text(&details.url)),
        (DATE, details.date.as_deref().map(game_date).unwrap_or_default()),
        (ID, text(&details.id)),
        (TITLE, text(&details.title)),
        (AWARD, text(&details.award)),
        (KEYWORDS, details.keywords.join(", ")),
        (TAGS, tags.join(" ")),
        (RATINGS, ratings.join(", ")),
        (OPENING, details.openings.join(" ")),
        (INTENDED, text(&details.intended_solutions)),
    ];
    let mut all = Tags::default();
    let others = before.iter().flat_map(|game| game.tags.iter());
    for (name, value) in others.filter(|(name, _)| !KNOWN.contains(name)) {
        all.set(name, value).expect("it was read from a game");
    }
    for (name, value) in values.into_iter().filter(|(_, value)| !value.is_empty()) {
        all.set(name, &value).expect("the tag is well formed and free");
    }
    all
}

/// `2009-02` as games have it, `2009.02.??`; other texts as they are.
fn game_date(date: &str) -> String {
    let parts: Vec<&str> = date.split('-').collect();
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let is_usual =
        parts.iter().all(is_number) && matches!(lengths.as_slice(), [4] | [4, 2] | [4, 2, 2]);
    if !is_usual {
        return date.to_owned();
    }
    let part = |index: usize| parts.get(index).copied().unwrap_or("??");
    format!("{}.{}.{}", part(0), part(1), part(2))
}

/// The date of a game as records have it; `None` if it is unknown.
pub(crate) fn iso_date(date: &str) -> Option<String> {
    if date.split('.').count() != 3 {
        return Some(date.to_owned());
    }
    let parts: Vec<&str> = date.split('.').take_while(|part| !part.contains('?')).collect();
    (!parts.is_empty()).then(|| parts.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_both_ways() {
        for (ours, theirs) in [
            ("2009", "2009.??.??"),
            ("2009-02", "2009.02.??"),
            ("2009-02-01", "2009.02.01"),
            ("May", "May"),
        ] {
            assert_eq!(game_date(ours), theirs);
            assert_eq!(iso_date(theirs).as_deref(), Some(ours));
        }
        assert_eq!(iso_date("????.??.??"), None);
    }
}
