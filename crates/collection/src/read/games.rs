//! Games: a tag says what is to be done, other tags have the credits.

use super::{Given, Problem, Raw, ReadError, Said, stipulation};
use crate::details_check::solves;
use crate::typed_puzzle::read_length;
use crate::write::games as tag;
use sole_board::pgn::{self, Line, Nag, PlacedGame};
use sole_board::{Faults, Move, OpenRights, Pgn, Position, SanMode, uci_line};
use sole_mate::{Play, Stipulation, steps};
use sole_proof::{Length, record as proof};
use sole_puzzle::{Details, Name, Puzzle, Rating};

/// Glyphs of moves that do not solve: mistake, blunder, dubious move.
const MISTAKES: [Nag; 3] = [Nag(2), Nag(4), Nag(6)];

/// The games of a text, each with the line where it begins.
pub(super) fn read(text: &str) -> Vec<Result<Raw, ReadError>> {
    let entry = |PlacedGame { line, text, read }: PlacedGame<'_>| {
        let game = read.map_err(|error| ReadError {
            line: error.line,
            problem: Problem::Pgn(error.problem),
        })?;
        let puzzle = puzzle(&game).map_err(|problem| ReadError { line, problem })?;
        let open_rights = OpenRights::of(&game.start, &game.missing);
        let said = Said { open_rights, ..puzzle.into() };
        Ok(Raw { line, said, text: Some(text.to_owned()) })
    };
    pgn::games(text, SanMode::Lenient).placed().map(entry).collect()
}

fn puzzle(game: &Pgn) -> Result<Puzzle, Problem> {
    let demand = known(game, tag::STIPULATION).ok_or(Problem::NoStipulation)?;
    let given = match read_length(&demand) {
        Ok(length) => proof_game(game, length),
        Err(_) if matches!(demand.as_str(), "win" | "draw") => endgame(game, demand),
        Err(_) => problem(game, &stipulation(&demand)),
    };
    let puzzle = given.puzzle(details(game))?;
    let place = known(game, tag::URL).filter(|site| !is_url(site));
    let source = known(game, tag::SOURCE).or(place);
    let puzzle = source.into_iter().fold(puzzle, Puzzle::with_source);
    let tags = known(game, tag::TAGS).unwrap_or_default();
    let tags = tags.split_whitespace().filter_map(|tag| tag.parse::<Name>().ok());
    let puzzle = tags.fold(puzzle, Puzzle::with_tag);
    let ratings = known(game, tag::RATINGS).unwrap_or_default();
    Ok(ratings.split(", ").filter_map(rating).fold(puzzle, Puzzle::with_rating))
}

/// A scale and a number.
fn rating(text: &str) -> Option<Rating> {
    let (scale, value) = text.split_once(' ')?;
    Rating::new(scale.parse().ok()?, value.parse().ok()?)
}

/// The value of a tag that says something.
fn known(game: &Pgn, name: &str) -> Option<String> {
    let value = game.tags.get(name)?;
    (!value.is_empty() && value != "?").then(|| value.to_owned())
}

/// The tag `Site` has an address on the web or a place.
fn is_url(site: &str) -> bool {
    site.contains("://")
}

fn details(game: &Pgn) -> Details {
    let list = |name: &str, between: &str| {
        let value = known(game, name).unwrap_or_default();
        value.split(between).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let first = game.line.moves.first();
    Details {
        id: known(game, tag::ID),
        title: known(game, tag::TITLE),
        authors: list(tag::AUTHORS, tag::BETWEEN_AUTHORS),
        url: known(game, tag::URL).filter(|site| is_url(site)),
        date: known(game, tag::DATE).and_then(|date| tag::iso_date(&date)),
        award: known(game, tag::AWARD),
        keywords: list(tag::KEYWORDS, ", "),
        comments: first.map_or(&game.line.closing, |first| &first.before).clone(),
        openings: list(tag::OPENING, " "),
        intended_solutions: known(game, tag::INTENDED),
        ..Details::default()
    }
}

fn proof_game(game: &Pgn, length: Length) -> Given {
    let start = Position::new(game.start, Faults::WAIVABLE).unwrap_or(Position::initial());
    let moves: Vec<Move> = game.line.moves.iter().map(|node| node.played()).collect();
    let end = moves.iter().fold(start, |position, &m| position.after(m));
    Given {
        kind: proof::KIND,
        position: end.diagram().to_string(),
        stipulation: proof::stipulation(&start, length),
        solutions: vec![uci_line(&moves)],
        line: None,
    }
}

fn endgame(game: &Pgn, stipulation: String) -> Given {
    let solutions = alternatives(&game.line).iter().map(|line| uci_line(&line[..1])).collect();
    let (kind, position) = (sole_endgame::KIND, game.start.to_string());
    Given { kind, position, stipulation, solutions, line: None }
}

/// Where one side forces, a solution is a first move; else it is a whole line. A variation that does
/// not reach the goal is a try, unless it is a single move.
fn problem(game: &Pgn, demand: &str) -> Given {
    let mut lines = alternatives(&game.line);
    let stipulation = demand.parse::<Stipulation>();
    let start = Position::new(game.start, Faults::WAIVABLE).ok();
    if let (Ok(stipulation), Some(start)) = (&stipulation, start)
        && let Ok(problem) = sole_mate::Problem::new(start, *stipulation)
    {
        let main = lines.first().cloned();
        let is_solution = |line: &Vec<Move>| solves(&problem, &steps(*stipulation, &start, line));
        lines.retain(|line| line.len() == 1 || main.as_ref() == Some(line) || is_solution(line));
    }
    let play = stipulation.map(Stipulation::play);
    let is_forced = matches!(play, Ok(Play::Direct | Play::SelfMate | Play::Reflex));
    let text = |line: &Vec<Move>| if is_forced { uci_line(&line[..1]) } else { uci_line(line) };
    Given {
        kind: sole_mate::make::KIND,
        position: game.start.to_string(),
        stipulation: demand.to_owned(),
        solutions: lines.iter().map(text).collect(),
        line: lines.first().filter(|_| is_forced).map(uci_line),
    }
}

/// The game and the variations of its first move, but for those that are marked as mistakes.
fn alternatives(line: &Line) -> Vec<Vec<Move>> {
    let Some(first) = line.moves.first() else { return Vec::new() };
    let lines = std::iter::once(line).chain(&first.variations);
    let is_good = |line: &&Line| {
        line.moves.first().is_some_and(|node| !node.nags.iter().any(|nag| MISTAKES.contains(nag)))
    };
    lines
        .filter(is_good)
        .map(|line| line.moves.iter().map(|node| node.played()).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::{Format, read};

    #[test]
    fn tries_are_not_solutions_and_places_are_not_addresses() {
        let game = |moves: &str| {
            format!(
                "[Site \"Wien\"]\n[Stipulation \"#1\"]\n[SetUp \"1\"]\n\
                 [FEN \"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\"]\n\n{moves} *\n"
            )
        };
        let cases: [(&str, &[&str]); 4] = [
            ("1. Ra8#", &["a1a8"]),
            ("1. Ra8# (1. Rb1 h6 2. Rb8+)", &["a1a8"]),
            ("1. Ra8# (1. Rb1)", &["a1a8", "a1b1"]),
            ("1. Ra8# (1. Rb1 $4)", &["a1a8"]),
        ];
        for (moves, expected) in cases {
            let entry = read(&game(moves), Format::Pgn).next().expect(moves).expect(moves);
            assert_eq!(entry.puzzle.answer().solutions(), expected, "{moves}");
            assert_eq!(entry.puzzle.source(), Some("Wien"), "{moves}");
            assert_eq!(entry.puzzle.details().url, None, "{moves}");
        }
    }
}
