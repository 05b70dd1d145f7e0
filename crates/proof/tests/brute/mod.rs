//! All games of a few plies, played out one by one.

use std::collections::{BTreeMap, HashMap};

use sole_board::{Diagram, Move, Position};
use sole_proof::PlySet;
use sole_proof::sweep::Census;

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
pub(crate) fn census(start: &Position, plies: usize) -> Vec<Census> {
    let positions = games(start, plies);
    let diagrams = by_diagram(&positions);
    let of_ply = |ply: usize| {
        let unique = |games: &&Vec<Vec<Move>>| games.len() == 1;
        let mut by_earlier = BTreeMap::new();
        for (diagram, games) in &diagrams[ply] {
            if unique(&games) {
                *by_earlier.entry(earlier(&diagrams, ply, diagram)).or_default() += 1;
            }
        }
        let is_new = |diagram: &&Diagram| earlier(&diagrams, ply, diagram).is_empty();
        Census {
            positions: positions[ply].len() as u64,
            unique_positions: positions[ply].values().filter(unique).count() as u64,
            diagrams: diagrams[ply].len() as u64,
            new_diagrams: diagrams[ply].keys().filter(is_new).count() as u64,
            by_earlier,
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
