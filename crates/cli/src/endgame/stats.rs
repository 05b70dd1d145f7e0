//! `sole endgame stats`: how all positions of an ending end.

use super::color_name;
use super::exceptions::{Part, Won, class_sentences, described, exception_lines};
use super::histogram::{all_series, svg};
use super::kings::Maps;
use super::reading::{read_material, unanswered};
use super::sentences::{percent, sentences};
use super::supply::{Missing, Supply, bad_table};
use crate::args::{self, Picture};
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::draft;
use crate::envelope::{Answer, Stats as Cost, Status};
use crate::exit::Exit;
use crate::render::board::{BoardStyle, Marks};
use crate::render::{Charset, grouped, plural, visible};
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_board::{Color, Material, Position, Square};
use sole_endgame::{
    Conclusion, Exceptions, LongestMate, Outcomes, PositionCounts, Stats, Value, WinShare,
    Zugzwangs,
};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Instant;

/// Something for each side to move.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Sides<T> {
    white_to_move: T,
    black_to_move: T,
}

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    material: String,
    #[serde(flatten)]
    told_apart: Sides<Outcomes>,
    distinct: Sides<Outcomes>,
    raw: Sides<Outcomes>,
    kings: Sides<ByKing>,
    longest: Sides<Option<LongestMate>>,
    longest_loss: Sides<Option<LongestMate>>,
    mates: Sides<u64>,
    stalemates: Sides<u64>,
    zugzwangs: Zugzwangs,
    histogram: Sides<Vec<Bar>>,
    conclusion: Finding,
    /// What is won with each side to move, sorted, where most positions are drawn.
    decided: Sides<Option<Won>>,
    /// The same apart by the colours of the bishops' squares, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bishops: Vec<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    castling: Option<Castling>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// Positions in which someone may castle.
#[derive(Debug, Serialize)]
struct Castling {
    #[serde(flatten)]
    counts: Sides<Outcomes>,
    longest: Sides<Option<LongestMate>>,
}

/// Boards by the square of a king, as `a1`.
#[derive(Debug, Serialize)]
struct ByKing {
    white: BTreeMap<String, Outcomes>,
    black: BTreeMap<String, Outcomes>,
}

#[derive(Debug, Serialize)]
struct Bar {
    category: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u8>,
    positions: u64,
    fen: Option<String>,
}

#[derive(Debug, Serialize)]
struct Finding {
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    on_move: Option<Reach>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_reply: Option<Reach>,
    text: String,
}

#[derive(Debug, Serialize)]
struct Reach {
    extent: &'static str,
    positions: u64,
    won: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stalemates: Option<u64>,
    /// What is not won, sorted, if it is little.
    #[serde(skip_serializing_if = "Option::is_none")]
    exceptions: Option<Exceptions>,
}

/// Runs the command.
pub(crate) fn run(flags: args::Stats, console: &mut Console) -> Result<Exit, Stop> {
    let material = read_material(&flags.material)?;
    let supply = flags.tables.supply()?;
    // The table of the ending is all that is read.
    let has_whole = supply.has_whole(&material).map_err(|error| bad_table(&error))?;
    if flags.tables.missing() == Missing::Build && !has_whole {
        supply.provide_ending(&material, Missing::Build, console)?;
    }
    let start = Instant::now();
    let stats = count(&material, &supply, &flags.tables, console)?;
    let cost = Cost::new(stats.positions(), start.elapsed());
    if let Some(path) = &flags.output {
        write_svg(&stats, path)?;
    }
    if console.is_json() {
        let result = Report::of(&stats, flags.output.as_deref());
        console.answer(&Answer { status: Status::Ok, result, stats: Some(cost) })?;
        return Ok(Exit::Yes);
    }
    write_text(&stats, console)?;
    if flags.kings {
        write_kings(&stats, console)?;
    }
    if let Some(path) = &flags.output {
        console.remark(&format!("histogram in {}", visible(&path.display().to_string())))?;
    }
    console.remark(&format!("{} in {:.2} s", plural(cost.nodes, "position"), cost.seconds))?;
    Ok(Exit::Yes)
}

fn count(
    material: &Material,
    supply: &Supply,
    flags: &args::OnDemand,
    console: &Console,
) -> Result<Stats, Stop> {
    let task = WatchedTask::begin(format!("counting {material}"), console);
    let stats = supply.on_threads(|| Stats::with_task(material, &supply.tables, &task))?;
    stats.map_err(|error| unanswered(material, &flags.data, &error))?.ok_or(Stop::Interrupted)
}

fn write_svg(stats: &Stats, path: &Path) -> Result<(), Complaint> {
    let heading = format!("{}: distance to mate in moves", stats.material);
    draft::write_file(path, &svg(&heading, &all_series(&stats.plain)))
}

fn write_text(stats: &Stats, console: &mut Console) -> io::Result<()> {
    let paint = console.paint();
    write!(console.out(), "{}", table(stats))?;
    writeln!(console.out())?;
    let all = sentences(&stats.conclusion).into_iter().chain(class_sentences(stats));
    for sentence in all {
        writeln!(console.out(), "{}", paint.bold(&sentence))?;
    }
    if console.is_quiet() {
        return Ok(());
    }
    write!(console.out(), "{}", exception_lines(stats))?;
    writeln!(console.out(), "\n{}", curiosities(&stats.plain))?;
    for turn in Color::ALL {
        if let Some(longest) = stats.plain.longest_win(turn) {
            write_longest(turn, &longest, console)?;
        }
    }
    for series in all_series(&stats.plain) {
        write!(console.out(), "\n{}", series.plot(Charset::of_environment()))?;
    }
    Ok(())
}

/// The counts in columns.
fn table(stats: &Stats) -> String {
    let heading = ["", "win", "draw", "loss", "positions"].map(str::to_owned);
    let mut rows = vec![(heading, String::new())];
    let mut add = |what: &str, of: &dyn Fn(Color) -> Outcomes| {
        for turn in Color::ALL {
            let label = format!("{} to move{what}", turn.name());
            rows.push((row(label, of(turn)), share(of(turn))));
        }
    };
    add("", &|turn| stats.plain.outcomes(turn));
    let like_men = Color::ALL
        .into_iter()
        .any(|turn| stats.plain.told_apart(turn) != stats.plain.outcomes(turn));
    if like_men {
        add(", like men told apart", &|turn| stats.plain.told_apart(turn));
    }
    add(", with all images", &|turn| stats.plain.boards(turn));
    for class in &stats.bishops {
        add(&format!(", {}", described(class.colors)), &|turn| class.outcomes(turn));
    }
    if let Some(castling) = &stats.castling {
        add(", with castling rights", &|turn| castling.outcomes(turn));
    }
    aligned(&rows)
}

fn row(label: String, outcomes: Outcomes) -> [String; 5] {
    let Outcomes { win, draw, loss } = outcomes;
    [label, grouped(win), grouped(draw), grouped(loss), grouped(outcomes.sum())]
}

/// `62.5 % won, 12.0 % lost`.
fn share(outcomes: Outcomes) -> String {
    let part = |count, word| format!("{} {word}", percent(count, outcomes.sum()));
    match (outcomes.win, outcomes.loss) {
        (0, 0) => part(outcomes.draw, "drawn"),
        (_, 0) => part(outcomes.win, "won"),
        (0, _) => part(outcomes.loss, "lost"),
        _ => [part(outcomes.win, "won"), part(outcomes.loss, "lost")].join(", "),
    }
}

fn aligned(rows: &[([String; 5], String)]) -> String {
    let width = |column: usize| {
        rows.iter().map(|(cells, _)| cells[column].chars().count()).max().unwrap_or(0)
    };
    let widths: [usize; 5] = std::array::from_fn(width);
    let line = |(cells, share): &([String; 5], String)| {
        let [label, numbers @ ..] = cells;
        let numbers = numbers.iter().zip(&widths[1..]);
        let numbers: String = numbers.map(|(cell, &width)| format!("  {cell:>width$}")).collect();
        let line = format!("{label:width$}{numbers}  {share}", width = widths[0]);
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(line).collect()
}

/// Mates, stalemates and mutual zugzwangs.
fn curiosities(census: &PositionCounts) -> String {
    let both = |count: &dyn Fn(Color) -> u64| Color::ALL.map(count).iter().sum::<u64>();
    let Zugzwangs { white_draws, black_draws, full } = census.zugzwangs();
    let mates = plural(both(&|turn| census.mates(turn)), "mate");
    let stalemates = plural(both(&|turn| census.stalemates(turn)), "stalemate");
    let zugzwangs = plural(census.zugzwangs().sum(), "mutual zugzwang");
    let kinds = [
        (white_draws, "White to move draws, Black to move loses"),
        (black_draws, "White to move loses, Black to move draws"),
        (full, "whoever is to move loses"),
    ];
    let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
    let kinds: Vec<String> =
        kinds.map(|(count, what)| format!("{}: {what}", grouped(count))).collect();
    let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join("; ")) };
    format!("{mates}, {stalemates}, {zugzwangs}{kinds}")
}

/// The maps of the side that wins more often, or of White.
fn write_kings(stats: &Stats, console: &mut Console) -> io::Result<()> {
    let winner = stats.conclusion.leader();
    let paint = console.paint();
    for turn in Color::ALL {
        let title = format!("{} to move, {} wins … %", turn.name(), winner.name());
        writeln!(console.out(), "\n{}", Charset::of_environment().text(&title))?;
        write!(console.out(), "{}", Maps { census: &stats.plain, turn, winner }.render(paint))?;
    }
    Ok(())
}

fn write_longest(turn: Color, longest: &LongestMate, console: &mut Console) -> io::Result<()> {
    let picture = Picture { ascii: false, flip: false };
    let style = BoardStyle::choose(picture, console.paint(), console.is_terminal());
    let moves = plural(longest.moves.into(), "move");
    let plies = match longest.moves {
        1 => "1 ply".to_owned(),
        moves => format!("{} plies", 2 * u16::from(moves) - 1),
    };
    let (position, name) = (&longest.position, turn.name());
    writeln!(console.out(), "\nThe longest win of {name} to move: mate in {moves} ({plies})")?;
    writeln!(console.out(), "{position}")?;
    write!(console.out(), "{}", style.render(position.diagram(), Marks::default()))
}

impl<T> Sides<T> {
    pub(super) fn of(side: impl Fn(Color) -> T) -> Sides<T> {
        Sides { white_to_move: side(Color::White), black_to_move: side(Color::Black) }
    }
}

impl Report {
    fn of(stats: &Stats, file: Option<&Path>) -> Report {
        let census = &stats.plain;
        Report {
            material: stats.material.to_string(),
            told_apart: Sides::of(|turn| census.told_apart(turn)),
            distinct: Sides::of(|turn| census.outcomes(turn)),
            raw: Sides::of(|turn| census.boards(turn)),
            kings: Sides::of(|turn| ByKing::of(census, turn)),
            longest: Sides::of(|turn| census.longest_win(turn)),
            longest_loss: Sides::of(|turn| census.longest_loss(turn)),
            mates: Sides::of(|turn| census.mates(turn)),
            stalemates: Sides::of(|turn| census.stalemates(turn)),
            zugzwangs: census.zugzwangs(),
            histogram: Sides::of(|turn| bars(census, turn)),
            conclusion: Finding::of(stats),
            decided: Sides::of(|turn| Won::of(stats, turn)),
            bishops: Part::all(stats),
            castling: stats.castling.as_ref().map(Castling::of),
            file: file.map(|path| path.display().to_string()),
        }
    }
}

impl ByKing {
    fn of(census: &PositionCounts, turn: Color) -> ByKing {
        let map = |king| {
            let counts = |square| census.boards_with_king(turn, king, square);
            Square::all().map(|square| (square.to_string(), counts(square))).collect()
        };
        ByKing { white: map(Color::White), black: map(Color::Black) }
    }
}

impl Castling {
    fn of(census: &PositionCounts) -> Castling {
        Castling {
            counts: Sides::of(|turn| census.outcomes(turn)),
            longest: Sides::of(|turn| census.longest_win(turn)),
        }
    }
}

fn bars(census: &PositionCounts, turn: Color) -> Vec<Bar> {
    let bar = |(value, positions)| {
        let (category, moves) = match value {
            Value::Win(moves) => ("win", Some(moves)),
            Value::Draw => ("draw", None),
            Value::Loss(moves) => ("loss", Some(moves)),
        };
        let fen = census.example(turn, value).as_ref().map(Position::to_string);
        Bar { category, moves, positions, fen }
    };
    census.histogram(turn).map(bar).collect()
}

impl Finding {
    fn of(stats: &Stats) -> Finding {
        let (conclusion, leader) = (&stats.conclusion, stats.conclusion.leader());
        let shares = conclusion.shares();
        let reach = |at: usize, turn| {
            let exceptions = stats.exceptions(None, leader, turn).copied();
            shares.map(|shares| Reach::of(shares[at], exceptions))
        };
        let is_favoured = matches!(conclusion, Conclusion::Favours { .. });
        Finding {
            winner: is_favoured.then(|| color_name(leader)),
            on_move: reach(0, leader),
            in_reply: reach(1, !leader),
            text: sentences(conclusion).join(" "),
        }
    }
}

impl Reach {
    fn of(share: &WinShare, exceptions: Option<Exceptions>) -> Reach {
        let (captures, stalemates) = match *share {
            WinShare::UnlessSaved { captures, stalemates, .. } => {
                (Some(captures), Some(stalemates))
            }
            _ => (None, None),
        };
        let (extent, positions, won) = (share.name(), share.positions(), share.won());
        Reach { extent, positions, won, captures, stalemates, exceptions }
    }
}
