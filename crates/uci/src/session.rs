//! A conversation with a chess program, line by line.

use crate::Settings;
use crate::command::{Command, Go, Start};
use crate::options::Options;
use crate::output::Output;
use crate::search::Table;
use crate::search_task::{Limits, SearchTask};
use crate::stop_signal::StopSignal;
use sole_board::{Diagram, Faults, File, Game, Move, Piece, Rank, Setup, Square};
use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// The state of a conversation.
pub struct Session {
    output: Output,
    options: Options,
    game: Game,
    /// What the search remembers, and how large that was asked to be.
    memory: Arc<Mutex<Table>>,
    hash: usize,
    search: Option<Running>,
}

/// A search that was begun.
struct Running {
    signal: Arc<StopSignal>,
    thread: JoinHandle<()>,
    /// Whether only `stop` or `ponderhit` ends it.
    is_endless: bool,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("game", &self.game).finish_non_exhaustive()
    }
}

impl Session {
    /// A session before its first line.
    pub fn new(output: impl Write + Send + 'static, settings: Settings) -> Session {
        let (output, options) = (Output::new(output), Options::new(settings));
        let hash = options.hash;
        let memory = Arc::new(Mutex::new(Table::new(hash << 20)));
        Session { output, options, game: Game::default(), memory, hash, search: None }
    }

    /// Does what a line says; breaks after `quit`, or if the output is closed.
    pub fn handle(&mut self, line: &str) -> ControlFlow<()> {
        match Command::read(line) {
            None if line.trim().is_empty() => {}
            None => self.output.info(format_args!("unknown command: {}", line.trim())),
            Some(Command::Uci) => self.introduce(),
            Some(Command::IsReady) => {
                self.make_room();
                self.output.write_line("readyok");
            }
            Some(Command::NewGame) => {
                self.stop();
                self.forget();
            }
            Some(Command::SetOption { name, value }) => {
                if let Err(reason) = self.options.set(&name, value.as_deref()) {
                    self.output.info(reason);
                }
            }
            Some(Command::Position { start, moves }) => match position(&start, &moves) {
                Ok(game) => self.game = game,
                Err(reason) => self.output.info(format_args!("{reason}; the position stays")),
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
        if self.output.is_closed() { self.quit() } else { ControlFlow::Continue(()) }
    }

    /// Ends what is going on.
    fn quit(&mut self) -> ControlFlow<()> {
        self.stop();
        ControlFlow::Break(())
    }

    /// Ends the session at the end of its input: a search that ends by itself may do so, any other
    /// is stopped.
    pub fn finish(&mut self) {
        match self.search.take() {
            Some(Running { thread, is_endless: false, .. }) => self.join(thread),
            running => {
                self.search = running;
                self.stop();
            }
        }
    }

    fn introduce(&self) {
        self.output.write_line(format_args!("id name Sole {}", env!("CARGO_PKG_VERSION")));
        self.output.write_line("id author the authors of Sole");
        self.options.lines().iter().for_each(|line| self.output.write_line(line));
        self.output.write_line("uciok");
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
            self.output.info("the search failed");
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
            self.output.info(format_args!("makes no sense here: {}", go.strange.join(" ")));
        }
        self.make_room();
        let signal = Arc::new(StopSignal::new(go.ponder));
        let task = Arc::new(SearchTask {
            game: self.game.clone(),
            moves: self.chosen(go),
            limits: Limits::new(go, self.game.position().turn()),
            options: self.options.clone(),
            memory: Arc::clone(&self.memory),
            signal: Arc::clone(&signal),
            output: self.output.clone(),
        });
        let searching = Arc::clone(&task);
        let thread = std::thread::Builder::new().spawn(move || searching.run());
        match thread {
            Ok(thread) => {
                let is_endless = go.ponder || go.is_endless();
                self.search = Some(Running { signal, thread, is_endless });
            }
            Err(error) => task.give_up(format_args!("cannot search: {error}")),
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
                Err(error) => self.output.info(format_args!("searchmoves: {error}")),
            }
        }
        if chosen.is_empty() { position.moves() } else { chosen }
    }

    fn show(&self) {
        let diagram = self.game.position().diagram();
        Rank::ALL.iter().rev().for_each(|&rank| self.output.write_line(rank_text(diagram, rank)));
        self.output.write_line("   a b c d e f g h");
        self.output.write_line(format_args!("Fen: {}", self.game.setup()));
    }
}

/// `1  R N B Q K B N R`.
fn rank_text(diagram: &Diagram, rank: Rank) -> String {
    let square = |&file: &File| diagram.piece_at(Square::at(file, rank)).map_or('.', Piece::char);
    let men: String = File::ALL.iter().flat_map(|file| [' ', square(file)]).collect();
    format!("{} {men}", rank.char())
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
        let reasons: Vec<String> = faults.iter().map(|fault| setup.explain(fault)).collect();
        format!("this position cannot be played on: {}", reasons.join("; "))
    })
}
