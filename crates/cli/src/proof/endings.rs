//! `sole proof endings` and `sole proof ending`: games that end with a given move.

use super::cost;
use super::survey::{self, Survey};
use super::text;
use crate::args::proof::{Ending, Endings};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::notation::read_move;
use crate::render::plural;
use serde::Serialize;
use sole_board::{Move, Position, UciStyle};
use sole_proof::PlySet;
use sole_proof::last_move::{FinalState, LastMoveError, LastMoveQuery};
use sole_proof::sweep::Finds;
use std::io;

/// What scripts see of `endings`.
#[derive(Debug, Serialize)]
struct Report {
    ply: usize,
    unique: u64,
    endings: Vec<Found>,
}

/// A last move with the only game that ends with it.
#[derive(Debug, Serialize)]
struct Found {
    san: String,
    game: Game,
}

/// A game in both notations.
#[derive(Debug, Serialize)]
struct Game {
    uci: Vec<String>,
    text: String,
}

impl Game {
    fn new(start: &Position, moves: &[Move]) -> Game {
        let uci = moves.iter().map(|m| m.to_uci(UciStyle::Standard)).collect();
        Game { uci, text: sole_board::numbered_game(start, moves) }
    }
}

/// Runs `sole proof endings`.
pub(super) fn run_all(flags: &Endings, console: &mut Console) -> Result<Exit, Stop> {
    let start = survey::start(&flags.survey, console)?;
    let plan = cost::plan(&flags.survey, flags.ply, Finds::Few);
    if let Some(exit) = cost::settle(&flags.survey, &start, &plan, console)? {
        return Ok(exit);
    }
    let survey = Survey::new(&flags.survey, &start, flags.ply, console);
    let (found, cost) = survey.sweep(|resources| resources.unique_last_moves(&start, flags.ply))?;
    let Some(found) = found else { return survey::undecided(flags.ply, cost, console) };
    let endings: Vec<Found> = found
        .iter()
        .map(|(last, game)| Found { san: last.to_string(), game: Game::new(&start, game) })
        .collect();
    let report = Report { ply: flags.ply, unique: endings.len() as u64, endings };
    if console.is_json() {
        let stats = Some(cost);
        console.answer(&Answer { status: Status::Proven, result: &report, stats })?;
    } else {
        write_all(&report, &start, console)?;
        let count = plural(report.unique, "last move");
        console.remark(&format!("{count} in {:.2} s", cost.seconds))?;
    }
    Ok(if report.endings.is_empty() { Exit::No } else { Exit::Yes })
}

fn write_all(report: &Report, start: &Position, console: &mut Console) -> io::Result<()> {
    if report.endings.is_empty() && !console.is_quiet() {
        let plies = text::plies(report.ply);
        return writeln!(console.out(), "No last move belongs to exactly one game of {plies}.");
    }
    let number = text::number(start, report.ply);
    let width = report.endings.iter().map(|found| found.san.len()).max().unwrap_or(0);
    for Found { san, game } in &report.endings {
        writeln!(console.out(), "{number}{san:width$}  {}", game.text)?;
    }
    Ok(())
}

/// What scripts see of `ending`.
#[derive(Debug, Serialize)]
struct Answered {
    ply: usize,
    verdict: &'static str,
    /// Whether these are all games.
    complete: bool,
    games: Vec<Game>,
}

/// Runs `sole proof ending`.
pub(super) fn run_one(flags: &Ending, console: &mut Console) -> Result<Exit, Stop> {
    let begin = survey::start(&flags.survey, console)?;
    let (query, ply) = asked(flags, &begin)?;
    let (start, played) = after_first(&begin, flags.first.as_deref())?;
    if ply <= played.len() {
        let message = "there is no move after the first in so few plies".to_owned();
        return Err(Complaint::new(Kind::Usage, message).into());
    }
    let survey = &flags.survey;
    let plan = cost::plan(survey, ply - played.len(), Finds::Few);
    if let Some(exit) = cost::settle(survey, &start, &plan, console)? {
        return Ok(exit);
    }
    let limit = usize::try_from(flags.limit).unwrap_or(usize::MAX);
    // One more than is shown tells whether that is all.
    let most = limit.saturating_add(1).max(2);
    let (found, cost) = Survey::new(survey, &start, ply, console)
        .sweep(|resources| resources.games_ending_with(&start, ply - played.len(), &query, most))?;
    let Some(found) = found else { return survey::undecided(ply, cost, console) };
    let verdict = ["none", "one", "many"][found.len().min(2)];
    let whole = |game: &Vec<Move>| Game::new(&begin, &[&played[..], game].concat());
    let games = found.iter().take(limit).map(whole).collect();
    let answered = Answered { ply, verdict, complete: found.len() <= limit, games };
    if console.is_json() {
        let status = if found.is_empty() { Status::Refuted } else { Status::Proven };
        let stats = Some(cost);
        console.answer(&Answer { status, result: &answered, stats })?;
    } else {
        write_one(&answered, console)?;
        console.remark(&format!("in {:.2} s", cost.seconds))?;
    }
    Ok(if found.is_empty() { Exit::No } else { Exit::Yes })
}

fn write_one(answered: &Answered, console: &mut Console) -> io::Result<()> {
    let Answered { verdict, complete, games, .. } = answered;
    if !console.is_quiet() {
        let (count, plies) = (plural(games.len() as u64, "game"), text::plies(answered.ply));
        let text = match (*verdict, complete) {
            ("none", _) => format!("No game of {plies} ends so."),
            ("one", _) => format!("Exactly one game of {plies} ends so:"),
            (_, true) => format!("{count} of {plies} end so:"),
            (_, false) if games.len() == 1 => {
                format!("More than one game of {plies} ends so; one of them:")
            }
            (_, false) => format!("More than {count} of {plies} end so; some of them:"),
        };
        writeln!(console.out(), "{text}")?;
    }
    games.iter().try_for_each(|game| writeln!(console.out(), "{}", game.text))
}

/// What is demanded of the last move, and in which ply it is made.
fn asked(flags: &Ending, begin: &Position) -> Result<(LastMoveQuery, usize), Complaint> {
    let usage = |message: String| Complaint::new(Kind::Usage, message);
    let last = flags.last.join(" ");
    let mut query = match last.as_str() {
        "" if flags.last.is_empty() => LastMoveQuery::default(),
        text => text
            .parse()
            .map_err(|error: LastMoveError| Complaint::new(Kind::BadMove, error.to_string()))?,
    };
    let from_text = text::ply_of(begin, &last);
    let ply = flags.ply.or(from_text);
    let ply = ply.ok_or_else(|| {
        usage("in which ply? Number the move, as 5.Qxe4# or 4...b5#, or add --ply".to_owned())
    })?;
    if ply > PlySet::MAX {
        return Err(usage(format!("games have at most {} plies here, not {ply}", PlySet::MAX)));
    }
    if flags.ply.is_some() && from_text.is_some_and(|numbered| numbered != ply) {
        return Err(usage(format!("the number of the move and --ply {ply} do not agree")));
    }
    if let Some(flag) = contradiction(flags, &query) {
        return Err(usage(format!("the move and {flag} do not agree")));
    }
    query.role = flags.piece.or(query.role);
    query.captured = flags.captures.or(query.captured);
    query.to = flags.on.or(query.to);
    query.end = flags.end.map(Into::into).or(query.end);
    Ok((query, ply))
}

/// The first flag that demands what the move that is demanded cannot do.
fn contradiction(flags: &Ending, of_text: &LastMoveQuery) -> Option<&'static str> {
    let end: Option<FinalState> = flags.end.map(Into::into);
    // Stalemate is not seen in a move as it is written.
    let may_end = |end: FinalState| {
        of_text
            .end
            .is_none_or(|it| it == end || (it, end) == (FinalState::NoCheck, FinalState::Stalemate))
    };
    let is_castling = of_text.castling.flatten().is_some();
    let flags = [
        ("--piece", differ(flags.piece, of_text.role)),
        ("--captures", flags.captures.is_some() && (is_castling || of_text.takes == Some(false))),
        ("--on", differ(flags.on, of_text.to)),
        ("--end", end.is_some_and(|end| !may_end(end))),
    ];
    flags.into_iter().find_map(|(flag, is_contrary)| is_contrary.then_some(flag))
}

fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}

/// The position after the first move, if one is given, and that move.
fn after_first(begin: &Position, first: Option<&str>) -> Result<(Position, Vec<Move>), Complaint> {
    let Some(text) = first else { return Ok((*begin, Vec::new())) };
    let text = text.trim();
    let unnumbered = text.strip_prefix("1.").map_or(text, |rest| rest.trim_start_matches('.'));
    let first = read_move(begin, unnumbered.trim_start())?.played;
    Ok((begin.after(first), vec![first]))
}
