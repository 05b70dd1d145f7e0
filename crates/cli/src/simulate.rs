//! `sole simulate`: plays moves on a board, typed or piped.
//!
//! A session reads words. Each word is a move or a command and gives one event;
//! events are drawn for people or written as lines of JSON. A word that is
//! refused changes nothing. Each word acts as if it stood on its own line.

use crate::args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::dialogue::{Going, Listener, Manner, Words, converse};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Positions;
use crate::notation::{Names, pgn_text, read_move};
use crate::prompt::Prompt;
use crate::render::board::{BoardStyle, Marks};
use crate::render::{Paint, capitalised, plural, wrapped};
use serde::Serialize;
use sole_board::{
    Claim, Color, Ending, Game, Move, MoveNumber, Position, ReadMove, Repair, Repairs,
};
use std::io;

const HELP: &str = "\
Type moves as e4, Nf3, O-O, e8=Q or as e2e4, e7e8q, several in a line if you like.
  moves   list the legal moves      board   draw the board
  undo    take back the last move   flip    draw it from the other side
  redo    play it again             fen     print the position
  help    print this                pgn     print the game
  quit    end the session
";

/// Runs the command.
pub(crate) fn run(flags: args::Simulate, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    let input = positions.only()?;
    let setup = positions.position(&input, console)?.setup;
    let game = Game::from_setup(setup, positions.waived)
        .map_err(|faults| Complaint::bad_position(&input, &setup, faults).waivable(faults))?;
    let style = BoardStyle::choose(flags.picture, console.paint(), console.is_terminal());
    let mut session = Session { game, style, taken_back: Vec::new() };
    let mut prompt = Prompt::of_process(console)?;
    session.show(&Event::Start(session.state()), console)?;
    if prompt.manner() == Manner::Dialogue && !console.is_quiet() {
        writeln!(console.out(), "\n{HELP}")?;
    }
    converse(&mut session, &mut prompt, console)
}

struct Session {
    game: Game,
    style: BoardStyle,
    /// The moves that were taken back, the next to play last.
    taken_back: Vec<Move>,
}

/// What a word led to.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event {
    /// The session begins.
    Start(State),
    /// A move was played.
    Move {
        #[serde(flatten)]
        names: Names,
        #[serde(skip)]
        number: String,
        /// What people are told about the repair.
        #[serde(skip)]
        note: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        repair: String,
        #[serde(flatten)]
        state: State,
    },
    /// A move was taken back.
    Undo {
        #[serde(flatten)]
        names: Names,
        #[serde(flatten)]
        state: State,
    },
    /// The board as it is.
    Board(State),
    /// The legal moves.
    Moves { moves: Vec<Names> },
    /// The position.
    Fen { fen: String },
    /// The game.
    Pgn { pgn: String },
    /// What can be typed.
    Help { help: &'static str },
    /// The session ends.
    Quit,
}

impl Event {
    /// Whether it is shown unasked, which `--quiet` forbids.
    fn is_picture(&self) -> bool {
        matches!(self, Event::Start(_) | Event::Move { .. } | Event::Undo { .. })
    }
}

/// The position and how the game stands.
#[derive(Debug, Serialize)]
struct State {
    fen: String,
    ply: usize,
    check: bool,
    moves: u64,
    score: &'static str,
    ending: Option<&'static str>,
    claims: Vec<&'static str>,
    /// How the game ended or may end, for people.
    #[serde(skip)]
    remarks: Remarks,
}

#[derive(Debug)]
struct Remarks {
    ending: Option<String>,
    claims: Vec<String>,
}

impl Listener for Session {
    fn prompt(&self) -> String {
        self.number()
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn hear(
        &mut self,
        word: &str,
        _: &mut Words<'_>,
        console: &mut Console,
    ) -> Result<Going, Stop> {
        match self.answer(word)? {
            Event::Quit => Ok(Going::Home),
            event => {
                self.show(&event, console)?;
                Ok(Going::On)
            }
        }
    }
}

impl Session {
    /// What one word leads to.
    fn answer(&mut self, word: &str) -> Result<Event, Complaint> {
        match word.to_ascii_lowercase().as_str() {
            "undo" => self.undo(),
            "redo" => self.redo(),
            "board" => Ok(Event::Board(self.state())),
            "flip" => {
                self.style = self.style.flipped();
                Ok(Event::Board(self.state()))
            }
            "moves" => Ok(Event::Moves { moves: self.moves() }),
            "fen" => Ok(Event::Fen { fen: self.game.setup().to_string() }),
            "pgn" => Ok(Event::Pgn { pgn: pgn_text(&self.game) }),
            "help" | "?" => Ok(Event::Help { help: HELP }),
            "quit" | "exit" | "q" => Ok(Event::Quit),
            _ => self.play(word),
        }
    }

    fn play(&mut self, word: &str) -> Result<Event, Complaint> {
        if let Some(ending) = self.game.position().ending().filter(|_| self.moves().is_empty()) {
            let message = format!("there is no move: {ending}");
            return Err(Complaint::new(Kind::BadMove, message).helped("try undo, pgn or quit"));
        }
        let read = read_move(self.game.position(), word).map_err(|complaint| {
            complaint.helped("type moves for the legal moves, help for the commands")
        })?;
        self.taken_back.clear();
        Ok(self.played(read))
    }

    /// Plays a legal move.
    fn played(&mut self, ReadMove { played, repairs }: ReadMove) -> Event {
        let names = Names::of(self.game.position(), played);
        let number = self.number();
        self.game.play(played).expect("the move was read as a legal one");
        // Hardly anyone types + and #, so nobody is told.
        let slight = repairs.iter().all(|repair| repair == Repair::CheckMissing);
        let note = if slight { String::new() } else { repairs.to_string() };
        Event::Move { names, number, note, repair: repairs.to_string(), state: self.state() }
    }

    fn redo(&mut self) -> Result<Event, Complaint> {
        let Some(played) = self.taken_back.pop() else {
            return Err(Complaint::new(Kind::BadMove, "there is no move to play again".to_owned()));
        };
        Ok(self.played(ReadMove { played, repairs: Repairs::NONE }))
    }

    fn undo(&mut self) -> Result<Event, Complaint> {
        let Some(m) = self.game.undo() else {
            return Err(Complaint::new(Kind::BadMove, "there is no move to take back".to_owned()));
        };
        self.taken_back.push(m);
        Ok(Event::Undo { names: Names::of(self.game.position(), m), state: self.state() })
    }

    fn moves(&self) -> Vec<Names> {
        let position = self.game.position();
        let mut moves: Vec<Names> =
            position.moves().into_iter().map(|m| Names::of(position, m)).collect();
        moves.sort_by(|a, b| a.uci.cmp(&b.uci));
        moves
    }

    fn number(&self) -> String {
        let (turn, fullmoves) = (self.game.position().turn(), self.game.clocks().fullmoves);
        MoveNumber { turn, fullmoves }.to_string()
    }

    fn state(&self) -> State {
        let Session { game, .. } = self;
        State {
            fen: game.setup().to_string(),
            ply: game.moves().len(),
            check: game.position().is_check(),
            moves: game.position().count_moves(),
            score: game.score().text(),
            ending: game.ending().map(ending_name),
            claims: game.claims().into_iter().map(claim_name).collect(),
            remarks: Remarks {
                ending: game.ending().map(|ending| ending.to_string()),
                claims: game.claims().iter().map(ToString::to_string).collect(),
            },
        }
    }

    fn show(&self, event: &Event, console: &mut Console) -> io::Result<()> {
        if console.is_json() {
            return match event {
                Event::Quit => Ok(()),
                event => console.answer(&Answer { status: Status::Ok, result: event, stats: None }),
            };
        }
        if console.is_quiet() && event.is_picture() {
            return Ok(());
        }
        let text = self.render(event, console.paint());
        console.out().write_all(text.as_bytes())
    }

    fn render(&self, event: &Event, paint: Paint) -> String {
        match event {
            Event::Start(state) | Event::Board(state) => self.picture(state, paint),
            Event::Move { names, number, note, state, .. } => {
                let note = match note.as_str() {
                    "" => String::new(),
                    note => paint.dim(&format!("  (read leniently: {note})")),
                };
                let title = paint.bold(&format!("{number} {}", names.san));
                format!("\n{title}{note}\n\n{}", self.picture(state, paint))
            }
            Event::Undo { names, state } => {
                format!("\ntook back {}\n\n{}", names.san, self.picture(state, paint))
            }
            Event::Moves { moves } => wrapped(moves.iter().map(|names| names.san.as_str())),
            Event::Fen { fen } => format!("{fen}\n"),
            Event::Pgn { pgn } => pgn.clone(),
            Event::Help { help } => (*help).to_owned(),
            Event::Quit => String::new(),
        }
    }

    /// The board and the line below it.
    fn picture(&self, state: &State, paint: Paint) -> String {
        let position = self.game.position();
        let board = self.style.render(position.diagram(), Marks::of(&self.game));
        format!("{board}\n{}\n", status(position.turn(), state, paint))
    }
}

/// `White to move, in check, 3 moves`, or how the game ended.
fn status(turn: Color, state: &State, paint: Paint) -> String {
    if let Some(ending) = &state.remarks.ending {
        return paint.bold(&format!("{}  {}", capitalised(ending), state.score));
    }
    let check = if state.check { ", in check" } else { "" };
    let mut text = format!("{} to move{check}, {}", turn.name(), plural(state.moves, "move"));
    for claim in &state.remarks.claims {
        text.push_str(&format!("\nA draw may be claimed: {claim}"));
    }
    text
}

/// The name of an ending for scripts.
pub(crate) fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate { .. } => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::Dead(_) | Ending::Locked => "dead-position",
        Ending::SeventyFiveMoves => "seventy-five-moves",
        Ending::FivefoldRepetition => "fivefold-repetition",
        _ => "other",
    }
}

/// The name of a claim for scripts.
pub(crate) fn claim_name(claim: Claim) -> &'static str {
    match claim {
        Claim::FiftyMoves => "fifty-moves",
        Claim::ThreefoldRepetition => "threefold-repetition",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Picture;
    use sole_board::Faults;

    fn session(fen: &str) -> Session {
        let game = Game::from_setup(fen.parse().expect("a FEN"), Faults::NONE).expect("playable");
        let picture = Picture { ascii: true, flip: false };
        let style = BoardStyle::choose(picture, Paint::PLAIN, false);
        Session { game, style, taken_back: Vec::new() }
    }

    fn outcome(fen: &str, words: &str) -> String {
        let mut session = session(fen);
        let mut last = String::new();
        for word in words.split_whitespace() {
            last = match session.answer(word) {
                Ok(event) => session.render(&event, Paint::PLAIN),
                Err(complaint) => crate::complain::render(&complaint, Paint::PLAIN),
            };
        }
        last
    }

    #[test]
    fn words_have_their_effects() {
        let start = sole_board::fen::INITIAL;
        let fools_mate = "f3 e5 g4 Qh4#";
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let rook = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80";
        let cases = [
            (start, "e4", "Black to move, 20 moves"),
            (start, "e4 e5 undo", "Black to move, 20 moves"),
            (start, "e4 fen", after_e4),
            (start, "e4 undo redo FEN", after_e4),
            (start, "redo", "error: there is no move to play again"),
            (start, "e4 undo d4 redo", "error: there is no move to play again"),
            (start, "Flip", "   h g f e d c b a\n"),
            (start, "flip flip board", "   a b c d e f g h\n"),
            (start, "e4 f5 Qh5", "2. Qh5+\n"),
            ("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "O-O pgn", "[Variant \"Chess960\"]\n"),
            (start, "undo", "error: there is no move to take back"),
            (start, "e5", "error: "),
            (start, "e2e4 e7e5 Ng1-f3", "(read leniently: "),
            (start, fools_mate, "Checkmate, Black wins  0-1"),
            (start, "f3 e5 g4 Qh4 a3", "error: there is no move: checkmate, Black wins"),
            (start, "e4 f5 Qh5", "Black to move, in check, 1 move\n"),
            (start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "claimed: threefold repetition"),
            (rook, "Ra2", "claimed: fifty moves without progress"),
            ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "moves", "Kd2 Ke2 Kf2\n"),
            ("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "Kxb2", "Dead position, king against king  1/2-1/2"),
            (
                "4k3/8/8/p1p1p1p1/P1P3P1/4P3/8/4K3 w - - 0 1",
                "e4",
                "Dead position, no mate can come  1/2-1/2",
            ),
            ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", "Stalemate  1/2-1/2"),
        ];
        for (fen, words, expected) in cases {
            let actual = outcome(fen, words);
            assert!(actual.contains(expected), "{words}: {actual}");
        }
    }
}
