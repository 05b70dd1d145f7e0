//! All games of a few plies, played out one by one.

#![allow(dead_code, reason = "each test file is compiled with all of it and uses some")]

use std::collections::{BTreeMap, HashMap};

use sole_board::{Diagram, Move, MoveKind, Position, Role, Square};
use sole_proof::sweep::PlyCounts;
use sole_proof::{PlySet, Unique};

/// All games of each length up to `plies`, by where they end.
fn games(start: &Position, plies: usize) -> Vec<HashMap<Position, Vec<Vec<Move>>>> {
    let mut layers = vec![HashMap::from([(*start, vec![Vec::new()])])];
    for ply in 0..plies {
        let mut next: HashMap<Position, Vec<Vec<Move>>> = HashMap::new();
        for (position, games) in &layers[ply] {
            for m in position.moves() {
                let longer = games.iter().take(2).map(|game| {
                    let mut game = game.clone();
                    game.push(m);
                    game
                });
                next.entry(position.after(m)).or_default().extend(longer);
            }
        }
        layers.push(next);
    }
    layers
}

/// The games of each length, at most two or a few more, by the diagram that they end in.
fn by_diagram(
    layers: &[HashMap<Position, Vec<Vec<Move>>>],
) -> Vec<HashMap<Diagram, Vec<Vec<Move>>>> {
    let merge = |layer: &HashMap<Position, Vec<Vec<Move>>>| {
        let mut diagrams: HashMap<Diagram, Vec<Vec<Move>>> = HashMap::new();
        for (position, games) in layer {
            diagrams.entry(*position.diagram()).or_default().extend(games.iter().cloned());
        }
        diagrams
    };
    layers.iter().map(merge).collect()
}

fn earlier(diagrams: &[HashMap<Diagram, Vec<Vec<Move>>>], ply: usize, diagram: &Diagram) -> PlySet {
    let reached = (0..ply).filter(|&earlier| diagrams[earlier].contains_key(diagram));
    reached.fold(PlySet::EMPTY, PlySet::with)
}

/// The counts of every ply from the first.
pub(crate) fn counts(start: &Position, plies: usize) -> Vec<PlyCounts> {
    let positions = games(start, plies);
    let diagrams = by_diagram(&positions);
    let of_ply = |ply: usize| {
        let unique = |games: &&Vec<Vec<Move>>| games.len() == 1;
        let mut unique_diagrams = Unique::default();
        for (diagram, games) in &diagrams[ply] {
            if unique(&games) {
                unique_diagrams.add(earlier(&diagrams, ply, diagram), 1);
            }
        }
        let is_new = |diagram: &&Diagram| earlier(&diagrams, ply, diagram).is_empty();
        PlyCounts {
            positions: positions[ply].len() as u64,
            unique_positions: positions[ply].values().filter(unique).count() as u64,
            diagrams: diagrams[ply].len() as u64,
            new_diagrams: diagrams[ply].keys().filter(is_new).count() as u64,
            unique: unique_diagrams,
        }
    };
    (1..=plies).map(of_ply).collect()
}

/// The diagrams of a ply that exactly one game leads to, with the earlier plies at which
/// they can be reached and the game.
pub(crate) fn unique(start: &Position, ply: usize) -> Vec<(Diagram, PlySet, Vec<Move>)> {
    let diagrams = by_diagram(&games(start, ply));
    let single = diagrams[ply].iter().filter(|(_, games)| games.len() == 1);
    single
        .map(|(diagram, games)| (*diagram, earlier(&diagrams, ply, diagram), games[0].clone()))
        .collect()
}

/// All games of a length by their last move, as it is written without telling men apart.
pub(crate) fn by_last_move(start: &Position, plies: usize) -> BTreeMap<String, Vec<Vec<Move>>> {
    let mut games = BTreeMap::new();
    walk(start, plies, &mut Vec::new(), &mut games);
    games
}

fn walk(
    position: &Position,
    plies: usize,
    game: &mut Vec<Move>,
    games: &mut BTreeMap<String, Vec<Vec<Move>>>,
) {
    for m in position.moves() {
        game.push(m);
        match plies {
            1 => games.entry(plain_name(position, m)).or_default().push(game.clone()),
            _ => walk(&position.after(m), plies - 1, game, games),
        }
        game.pop();
    }
}

/// How many games of two plies end with a king on a square, who may have castled.
pub(crate) fn kings_to(start: &Position, to: Square) -> usize {
    let after_first = start.moves().into_iter().map(|m| start.after(m));
    let ends_there = |position: &Position| {
        let is_king_there =
            |at: &Position| at.diagram().men(position.turn(), Role::King).contains(to);
        let moves = position.moves().into_iter();
        moves.filter(|&m| is_king_there(&position.after(m)) && !is_king_there(position)).count()
    };
    after_first.map(|position| ends_there(&position)).sum()
}

/// The name of a move without the squares that tell men apart.
fn plain_name(position: &Position, m: Move) -> String {
    let name = position.san(m).to_string();
    let is_pawn = position.diagram().role_at(m.from()) == Some(Role::Pawn);
    if m.kind() == MoveKind::Castling || is_pawn {
        return name;
    }
    let signs = name.len() - name.trim_end_matches(['+', '#']).len();
    let takes = if name.contains('x') { "x" } else { "" };
    format!("{}{takes}{}{}", &name[..1], m.to(), &name[name.len() - signs..])
}
