//! A conversation with a chess program, line by line.

use super::command::{Command, Go, Start};
use super::options::Options;
use super::search::Table;
use super::signal::Signal;
use super::thought::{Limits, Thought};
use super::voice::Voice;
use crate::args::Picture;
use crate::render::Paint;
use crate::render::board::{BoardStyle, Marks};
use crate::repair;
use sole_board::{Faults, Game, Move, Setup};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// The state of a conversation.
pub(super) struct Session {
    voice: Voice,
    options: Options,
    game: Game,
    /// What the search remembers, and how large that was asked to be.
    memory: Arc<Mutex<Table>>,
    hash: usize,
    search: Option<Running>,
}

/// A search that was begun.
struct Running {
    signal: Arc<Signal>,
    thread: JoinHandle<()>,
    /// Whether only `stop` or `ponderhit` ends it.
    is_endless: bool,
}

impl Session {
    pub(super) fn new(voice: Voice, folder: Option<&Path>) -> Session {
        let options = Options::new(folder);
        let hash = options.hash;
        let memory = Arc::new(Mutex::new(Table::new(hash << 20)));
        Session { voice, options, game: Game::default(), memory, hash, search: None }
    }

    /// Does what a line says; breaks when the conversation is over.
    pub(super) fn obey(&mut self, line: &str) -> ControlFlow<()> {
        match Command::read(line) {
            None if line.trim().is_empty() => {}
            None => self.voice.note(format_args!("unknown command: {}", line.trim())),
            Some(Command::Uci) => self.introduce(),
            Some(Command::IsReady) => {
                self.make_room();
                self.voice.say("readyok");
            }
            Some(Command::NewGame) => {
                self.stop();
                self.forget();
            }
            Some(Command::SetOption { name, value }) => {
                if let Err(reason) = self.options.set(&name, value.as_deref()) {
                    self.voice.note(reason);
                }
            }
            Some(Command::Position { start, moves }) => match position(&start, &moves) {
                Ok(game) => self.game = game,
                Err(reason) => self.voice.note(format_args!("{reason}; the position stays")),
            },
            Some(Command::Go(go)) => self.go(&go),
            Some(Command::Stop) => self.stop(),
            Some(Command::PonderHit) => {
                if let Some(running) = &self.search {
                    running.signal.ponder_hit();
                }
            }
            Some(Command::Show) => self.show(),
            Some(Command::Idle) => {}
            Some(Command::Quit) => return self.quit(),
        }
        if self.voice.is_gone() { self.quit() } else { ControlFlow::Continue(()) }
    }

    /// Ends what is going on.
    pub(super) fn quit(&mut self) -> ControlFlow<()> {
        self.stop();
        ControlFlow::Break(())
    }

    /// Nothing more will be said to it: a search that ends by itself may do so, any other is stopped.
    pub(super) fn finish(&mut self) {
        match self.search.take() {
            Some(Running { thread, is_endless: false, .. }) => self.join(thread),
            running => {
                self.search = running;
                self.stop();
            }
        }
    }

    fn introduce(&self) {
        self.voice.say(format_args!("id name Sole {}", env!("CARGO_PKG_VERSION")));
        self.voice.say("id author the authors of Sole");
        self.options.lines().iter().for_each(|line| self.voice.say(line));
        self.voice.say("uciok");
    }

    /// Ends the search, if there is one; it says its move before this returns.
    fn stop(&mut self) {
        if let Some(Running { signal, thread, .. }) = self.search.take() {
            signal.stop();
            self.join(thread);
        }
    }

    fn join(&self, thread: JoinHandle<()>) {
        if thread.join().is_err() {
            self.voice.note("the search failed");
        }
    }

    /// Gives the memory the size that was asked for, unless a search is using it.
    fn make_room(&mut self) {
        let is_idle = self.search.as_ref().is_none_or(|running| running.thread.is_finished());
        if self.hash != self.options.hash && is_idle {
            self.hash = self.options.hash;
            self.forget();
        }
    }

    /// Begins with an empty memory; the old one makes room for it.
    fn forget(&mut self) {
        self.memory = Arc::new(Mutex::new(Table::new(0)));
        self.memory = Arc::new(Mutex::new(Table::new(self.hash << 20)));
    }

    fn go(&mut self, go: &Go<'_>) {
        self.stop();
        if !go.strange.is_empty() {
            self.voice.note(format_args!("makes no sense here: {}", go.strange.join(" ")));
        }
        self.make_room();
        let signal = Arc::new(Signal::new(go.ponder));
        let thought = Arc::new(Thought {
            game: self.game.clone(),
            moves: self.chosen(go),
            limits: Limits::new(go, self.game.position().turn()),
            options: self.options.clone(),
            memory: Arc::clone(&self.memory),
            signal: Arc::clone(&signal),
            voice: self.voice.clone(),
        });
        let searching = Arc::clone(&thought);
        let thread = std::thread::Builder::new().spawn(move || searching.run());
        match thread {
            Ok(thread) => {
                let is_endless = go.ponder || go.is_endless();
                self.search = Some(Running { signal, thread, is_endless });
            }
            Err(error) => thought.give_up(format_args!("cannot search: {error}")),
        }
    }

    /// The moves that are to be looked at: all, unless some legal ones are named.
    fn chosen(&self, go: &Go<'_>) -> Vec<Move> {
        let position = self.game.position();
        let mut chosen = Vec::new();
        for text in go.moves.iter().flatten() {
            match position.parse_uci(text) {
                Ok(m) if !chosen.contains(&m) => chosen.push(m),
                Ok(_) => {}
                Err(error) => self.voice.note(format_args!("searchmoves: {error}")),
            }
        }
        if chosen.is_empty() { position.moves() } else { chosen }
    }

    fn show(&self) {
        let picture = Picture { ascii: true, flip: false };
        let style = BoardStyle::choose(picture, Paint::PLAIN, false);
        let board = style.render(self.game.position().diagram(), Marks::default());
        board.lines().for_each(|line| self.voice.say(line));
        self.voice.say(format_args!("Fen: {}", self.game.setup()));
    }
}

/// The game that a line means, or why it means none.
fn position(start: &Start<'_>, moves: &[&str]) -> Result<Game, String> {
    let mut game = match start {
        Start::Array => Game::default(),
        Start::Fen(words) => from_fen(&words.join(" "))?,
    };
    for text in moves {
        let m = game.position().parse_uci(text).map_err(|error| error.to_string())?;
        game.play(m).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

fn from_fen(fen: &str) -> Result<Game, String> {
    let setup: Setup = fen.parse().map_err(|error| format!("no FEN: {error}"))?;
    Game::from_setup(setup, Faults::NONE).map_err(|faults| {
        let reasons: Vec<String> =
            faults.iter().map(|fault| repair::explain(&setup, fault)).collect();
        format!("this position cannot be played on: {}", reasons.join("; "))
    })
}
