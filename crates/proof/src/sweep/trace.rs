//! The one game that leads to a diagram, found by going back through the layers.

use std::collections::HashMap;

use sole_board::{Color, Diagram, Move, Piece, Position, Role};

use super::armies::Id;
use super::army::{Army, seen_by};
use super::items::{Buffer, Item};
use super::last_moves::PlayedStep;
use super::layer::{Layer, OpponentLists};
use super::opponents::{OpponentView, Place};
use super::scratch::ScratchError;
use super::step::{Kind, Step, victim};
use super::{Find, Sweep};

/// Finds the games of diagrams in a sweep.
pub struct Tracer<'a> {
    sweep: &'a Sweep,
    /// The places of armies in the rosters of each layer: by the next and by the last.
    places: Vec<[HashMap<Id, Place>; 2]>,
}

/// A position on the way back.
#[derive(Clone, Copy)]
struct Waypoint {
    /// The army that has moved.
    last: Id,
    /// The army that is to move.
    next: Id,
    /// The file on which the last move must have been a double step of a pawn.
    double: Option<u8>,
}

impl<'a> Tracer<'a> {
    /// For the last ply of a sweep and those before it.
    pub fn new(sweep: &'a Sweep) -> Tracer<'a> {
        let by_id = |opponent_lists: &OpponentLists| {
            let places = opponent_lists.roster().iter().enumerate();
            places.map(|(place, &id)| (id, place as Place)).collect()
        };
        let of_layer = |layer: &Layer| {
            let by_last = layer.by_last.as_ref().map_or_else(HashMap::new, by_id);
            [by_id(&layer.by_next), by_last]
        };
        Tracer { sweep, places: sweep.layers.iter().map(of_layer).collect() }
    }

    /// The diagram of a find of the last ply.
    pub fn diagram(&self, find: &Find) -> Diagram {
        let last = self.sweep.mover(self.sweep.plies());
        let army = |id| self.sweep.armies.get(id);
        let diagram = diagram_of(army(find.last), army(find.next));
        if last == Color::White { diagram } else { diagram.flipped() }
    }

    /// The game of a find of the last ply, played through on a board.
    ///
    /// # Errors
    /// If a file of the sweep cannot be read, or its content cannot be true.
    pub fn game(&self, find: &Find) -> Result<Vec<Move>, ScratchError> {
        let mut games = Vec::new();
        for end in self.ends(find) {
            self.go_back(self.sweep.plies(), end, &mut Vec::new(), 2, &mut games)?;
        }
        let is_right = |game: &Vec<Move>| {
            end_of(&self.sweep.start, game).is_some_and(|end| end == self.diagram(find))
        };
        let game = games.pop().filter(|game| games.is_empty() && is_right(game));
        game.ok_or_else(|| self.sweep.contradiction())
    }

    /// Games that end with a step in the ply after the last, up to a limit.
    pub(super) fn games_ending_with(
        &self,
        played: &PlayedStep,
        limit: usize,
    ) -> Result<Vec<Vec<Move>>, ScratchError> {
        let PlayedStep { step, target, met } = *played;
        let ply = self.sweep.plies() + 1;
        let mut games = Vec::new();
        let mut tail = vec![self.as_move(ply, &step, target)];
        self.go_back(ply - 1, waypoint_before(&step, met), &mut tail, limit, &mut games)?;
        match games.iter().all(|game| end_of(&self.sweep.start, game).is_some()) {
            true => Ok(games),
            false => Err(self.sweep.contradiction()),
        }
    }

    /// Whether the delay of a find of the last ply against its shorter way in `shortcut` plies
    /// is its own.
    ///
    /// If the delay is even and the diagram before the last move can be reached in one ply
    /// less than `shortcut`, the same last move ends both: the delay is inherited.
    ///
    /// # Errors
    /// As [`Tracer::game`].
    pub fn is_primitive(&self, find: &Find, shortcut: usize) -> Result<bool, ScratchError> {
        let is_even = (self.sweep.plies() - shortcut).is_multiple_of(2);
        if !is_even || shortcut == 0 {
            return Ok(true);
        }
        let before = self.before_last_move(find)?;
        Ok(!self.is_diagram_of(shortcut - 1, before)?)
    }

    /// Whether the diagram of a position is also one of this layer, with the same side to
    /// move.
    fn is_diagram_of(&self, layer: usize, at: Waypoint) -> Result<bool, ScratchError> {
        let family = |id| self.sweep.armies.family(id);
        for next in family(at.next) {
            for last in family(at.last) {
                if self.meet(layer, next, last)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Where the last move of a find of the last ply was made.
    fn before_last_move(&self, find: &Find) -> Result<Waypoint, ScratchError> {
        let mut before = Vec::new();
        for end in self.ends(find) {
            before.extend(self.back(self.sweep.plies(), end)?);
        }
        match before[..] {
            [(before, _)] => Ok(before),
            _ => Err(self.sweep.contradiction()),
        }
    }

    /// The positions that a find of the last ply can be.
    fn ends(&self, find: &Find) -> Vec<Waypoint> {
        let family = |id| self.sweep.armies.family(id);
        let of_last =
            |last| family(find.next).map(move |next| Waypoint { last, next, double: None });
        family(find.last).flat_map(of_last).collect()
    }

    /// Adds the games that lead to a position in this ply and go on with `tail`, which is
    /// written backwards, until there are `limit`.
    fn go_back(
        &self,
        ply: usize,
        at: Waypoint,
        tail: &mut Vec<Move>,
        limit: usize,
        games: &mut Vec<Vec<Move>>,
    ) -> Result<(), ScratchError> {
        if games.len() >= limit {
            return Ok(());
        }
        if ply == 0 {
            games.push(tail.iter().rev().copied().collect());
            return Ok(());
        }
        for (before, m) in self.back(ply, at)? {
            tail.push(m);
            self.go_back(ply - 1, before, tail, limit, games)?;
            tail.pop();
        }
        Ok(())
    }

    /// The moves that lead to a position in this ply, and where they were made.
    fn back(&self, ply: usize, at: Waypoint) -> Result<Vec<(Waypoint, Move)>, ScratchError> {
        let fits = |step: &&Step| match at.double {
            None => true,
            Some(file) => step.kind == Kind::Double && step.to.file() as u8 == file,
        };
        let mut back = Vec::new();
        for step in self.sweep.steps[ply - 1].to(at.last).iter().filter(fits) {
            let m = self.as_move(ply, step, at.last);
            let before = self.before(ply - 1, step, at.next)?;
            back.extend(before.into_iter().map(|before| (before, m)));
        }
        Ok(back)
    }

    /// The positions of this layer in which a step can be made that leaves `other`.
    fn before(&self, layer: usize, step: &Step, other: Id) -> Result<Vec<Waypoint>, ScratchError> {
        let quiet = !matches!(step.kind, Kind::Take | Kind::EnPassant);
        let met = Some(other).filter(|_| quiet);
        let taken = victim(step.to, step.kind).into_iter().flat_map(|square| {
            let army = self.sweep.armies.get(other).with_man_on(square.flip_vertical());
            army.filter_map(|army| self.sweep.armies.find(army))
        });
        let mut before = Vec::new();
        for met in met.into_iter().chain(taken) {
            if self.can_step(layer, step, met)? {
                before.push(waypoint_before(step, met));
            }
        }
        Ok(before)
    }

    /// Whether an army meets another in this layer and that one lets it make the step.
    fn can_step(&self, layer: usize, step: &Step, other: Id) -> Result<bool, ScratchError> {
        let seen = OpponentView::new(self.sweep.armies.get(other));
        let is_free = (seen.occupied & step.clear()).is_empty();
        let may = match step.kind {
            Kind::Castle => seen.lets_castle(step, self.sweep.armies.get(step.source)),
            _ => true,
        };
        match step.kind {
            _ if !is_free || !may => Ok(false),
            Kind::EnPassant => Ok(self.meet_passing(layer, step, other)),
            _ => self.meet(layer, step.source, other),
        }
    }

    /// Whether two armies make a position of this layer.
    fn meet(&self, layer: usize, next: Id, last: Id) -> Result<bool, ScratchError> {
        let [by_next, by_last] = &self.places[layer];
        let layer = &self.sweep.layers[layer];
        let Some(&last_place) = by_next.get(&last) else { return Ok(false) };
        let mut buffer = Buffer::default();
        let has = |items: &[Item], place| items.iter().any(|item| item.place() == place);
        Ok(match (&layer.by_last, by_last.get(&next)) {
            (Some(_), None) => false,
            (Some(opponent_lists), Some(&place))
                if opponent_lists.count(last) < layer.by_next.count(next) =>
            {
                has(opponent_lists.of(last, &mut buffer)?, place)
            }
            _ => has(layer.by_next.of(next, &mut buffer)?, last_place),
        })
    }

    /// Whether an army can take a pawn of another en passant by this step in this layer.
    fn meet_passing(&self, layer: usize, step: &Step, other: Id) -> bool {
        let [by_next, _] = &self.places[layer];
        let passing = by_next.get(&other).map(|&place| (place, step.to.file() as u8));
        let mut passants = self.sweep.layers[layer].passants_of(step.source).iter();
        passants.any(|passant| Some((passant.last, passant.file)) == passing)
    }

    fn as_move(&self, ply: usize, step: &Step, target: Id) -> Move {
        let view = |square| seen_by(self.sweep.mover(ply), square);
        let (from, to) = (view(step.from), view(step.to));
        let arrived = self.sweep.armies.get(target).role_at(step.to);
        let is_pawn = self.sweep.armies.get(step.source).role_at(step.from) == Some(Role::Pawn);
        match (step.kind, arrived) {
            (Kind::Castle, _) => Move::castling(from, to),
            (Kind::EnPassant, _) => Move::en_passant(from, to),
            (_, Some(role)) if is_pawn && role != Role::Pawn => {
                Move::promotion(from, to, role).expect("pawns become what they may become")
            }
            _ => Move::ordinary(from, to),
        }
    }
}

/// Where a step was made against an army.
fn waypoint_before(step: &Step, met: Id) -> Waypoint {
    let double = (step.kind == Kind::EnPassant).then(|| step.to.file() as u8);
    Waypoint { last: met, next: step.source, double }
}

/// The diagram of two armies, the first being White's.
pub(super) fn diagram_of(white: Army, black: Army) -> Diagram {
    let mut diagram = Diagram::EMPTY;
    for (army, color) in [(white, Color::White), (black, Color::Black)] {
        for role in Role::ALL {
            for square in army.men(role) {
                diagram.put(seen_by(color, square), Piece { color, role });
            }
        }
    }
    diagram
}

/// Where a game ends, if all its moves are legal.
fn end_of(start: &Position, game: &[Move]) -> Option<Diagram> {
    let end = game.iter().try_fold(*start, |position, &m| position.play(m))?;
    Some(*end.diagram())
}
