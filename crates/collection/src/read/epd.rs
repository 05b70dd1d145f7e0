//! Positions with operations.

use super::{Given, Problem, Said, in_uci, stipulation};
use crate::typed_puzzle::{length_of, read_length};
use crate::write::epd::{BEST, COMMENTS, GAME, KEYWORDS, LINE, MATE, STIPULATION, TAGS};
use sole_board::{Epd, Faults, OpenRights, Operand, Position, SanMode, uci_line};
use sole_proof::record as proof;
use sole_puzzle::{Details, Name, Puzzle};
use std::collections::BTreeSet;

/// A line.
pub(super) fn read(text: &str) -> Option<Result<Said, Problem>> {
    Some(text.parse().map_err(Problem::Epd).and_then(|epd| said(&epd)))
}

fn said(epd: &Epd) -> Result<Said, Problem> {
    let puzzle = puzzle(epd)?;
    // The diagram of a proof game has no rights.
    let missing = if puzzle.kind().as_str() == proof::KIND { &[] } else { epd.missing() };
    Ok(Said { open_rights: OpenRights::of(&epd.setup, missing), ..puzzle.into() })
}

fn puzzle(epd: &Epd) -> Result<Puzzle, Problem> {
    let demand = epd.text(STIPULATION).or_else(|| epd.text(MATE)).ok_or(Problem::NoStipulation)?;
    let remarks = Remarks::of(epd);
    let given = match demand {
        "win" | "draw" => endgame(epd, demand),
        _ if read_length(length_of(demand)).is_ok() && demand.contains(' ') => {
            proof_game(epd, demand, remarks.game)
        }
        _ => problem(epd, demand),
    };
    let details = Details {
        id: epd.id().map(str::to_owned),
        keywords: remarks.keywords,
        comments: remarks.comments,
        ..Details::default()
    };
    let puzzle = given.puzzle(details)?;
    Ok(remarks.tags.into_iter().fold(puzzle, Puzzle::with_tag))
}

fn endgame(epd: &Epd, demand: &str) -> Given {
    Given {
        kind: sole_endgame::KIND,
        position: epd.setup.to_string(),
        stipulation: demand.to_owned(),
        solutions: best(epd),
        line: None,
    }
}

fn problem(epd: &Epd, demand: &str) -> Given {
    let position = Position::new(epd.setup, Faults::WAIVABLE).ok();
    let words = epd.operands(LINE).unwrap_or_default().iter().map(Operand::text);
    let line = position.map(|position| in_uci(&position, words)).filter(|line| !line.is_empty());
    let is_forced = epd.operands(BEST).is_some();
    Given {
        kind: sole_mate::make::KIND,
        position: epd.setup.to_string(),
        stipulation: stipulation(demand),
        solutions: if is_forced { best(epd) } else { line.clone().into_iter().collect() },
        line: line.filter(|_| is_forced),
    }
}

/// The diagram of a proof game, whose moves stand in a comment.
fn proof_game(epd: &Epd, demand: &str, game: Option<&str>) -> Given {
    let start = demand.split_once(" from ").and_then(|(_, fen)| fen.parse().ok());
    let start =
        start.map_or(Some(Position::initial()), |setup| Position::new(setup, Faults::NONE).ok());
    let game = start.zip(game).map(|(start, game)| in_uci(&start, game.split_whitespace()));
    Given {
        kind: proof::KIND,
        position: epd.setup.diagram.to_string(),
        stipulation: demand.to_owned(),
        solutions: game.into_iter().collect(),
        line: None,
    }
}

/// The best moves, as far as they are legal.
fn best(epd: &Epd) -> Vec<String> {
    let Ok(position) = Position::new(epd.setup, Faults::WAIVABLE) else { return Vec::new() };
    let moves = epd.moves(BEST, &position, SanMode::Lenient).unwrap_or_default();
    moves.iter().map(|read| uci_line([&read.played])).collect()
}

/// What the comments `c0` to `c9` say.
#[derive(Default)]
struct Remarks<'a> {
    tags: BTreeSet<Name>,
    keywords: Vec<String>,
    comments: Vec<String>,
    game: Option<&'a str>,
}

impl<'a> Remarks<'a> {
    fn of(epd: &'a Epd) -> Remarks<'a> {
        let mut remarks = Remarks::default();
        COMMENTS.iter().filter_map(|opcode| epd.text(opcode)).for_each(|text| remarks.add(text));
        remarks
    }

    fn add(&mut self, text: &'a str) {
        if let Some(Ok(tags)) = text.strip_prefix(TAGS).map(names) {
            self.tags.extend(tags);
        } else if let Some(keywords) = text.strip_prefix(KEYWORDS) {
            self.keywords.extend(keywords.split(", ").map(str::to_owned));
        } else if let Some(game) = text.strip_prefix(GAME) {
            self.game = Some(game);
        } else {
            self.comments.push(text.to_owned());
        }
    }
}

fn names(text: &str) -> Result<Vec<Name>, sole_puzzle::NameError> {
    text.split_whitespace().map(str::parse).collect()
}
