//! `sole endgame play`: a game against an opponent that never errs.
//!
//! The initial position is read and judged (`start`, `start_verdict`), then a session
//! reads words. Each word is a move or a command and gives events, as in
//! `sole simulate`; the program answers a move at once.

mod start;
mod start_verdict;

use super::color_name;
use super::supply::{Supply, unanswered};
use super::words::{in_short, numbered, outcome, rule_in_short};
use crate::args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::dialogue::{Going, Listener, Manner, Words, converse};
use crate::draft;
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Playable;
use crate::notation::{Names, pgn_text, read_move};
use crate::prompt::Prompt;
use crate::render::board::{BoardStyle, Marks};
use crate::render::{Paint, capitalised, visible, wrapped};
use crate::simulate::{claim_name, ending_name};
use serde::Serialize;
use sole_board::{Color, Game, MoveNumber, Position};
use sole_endgame::play::{
    Best, Choice, Outcome, Played, Session, SessionError, Slip, StartVerdict,
};
use sole_endgame::{Measure, Standing, Value};
use start::{Start, Talk};
use std::io;
use std::path::Path;

const HELP: &str = "\
Type moves as e6-d7, e6d7, Kd7, d7 if one man can go there, O-O or e8=N.
  hint   say which man to move   moves      list all moves with their outcomes
  best   show the best line      undo       take back your last move
  board  draw the board          save FILE  write the game as PGN
  flip   draw it from the other side
  draw   offer a draw            resign     give up
  help   print this              quit       end the game
";

/// Runs the command.
pub(crate) fn run(flags: args::Play, console: &mut Console) -> Result<Exit, Stop> {
    let supply = Supply::new(&flags.data, flags.construction)?.with_consent(flags.consent);
    let mut prompt = Prompt::of_process(console)?;
    let mut talk = Talk { prompt: &mut prompt, supply: &supply, flags: &flags };
    let start = talk.start(console)?;
    let user = talk.side(&start, console)?;
    let Start { setup, position, .. } = start;
    supply.provide_rule(&Playable { setup, position }, console)?;
    let verdict = StartVerdict::of(&supply.tables, &position, setup.clocks.halfmoves);
    let verdict = start_verdict::sentences(&verdict.map_err(|e| unanswered(&e))?, &position);
    let mut style = BoardStyle::choose(flags.picture, console.paint(), console.is_terminal());
    if user == Color::Black {
        style = style.flipped();
    }
    let game = Game::new(position, setup.clocks);
    let choice = if flags.tricky { Choice::Tricky } else { Choice::Plain };
    let session = Session::new(game, &supply.tables, user, choice);
    let mut conversation = Conversation { session, supply: &supply, style };
    conversation.begin(verdict, prompt.manner(), console)?;
    if conversation.game().ending().is_some() {
        return Ok(Exit::Yes);
    }
    converse(&mut conversation, &mut prompt, console)
}

/// A game, and how it is shown.
struct Conversation<'a> {
    session: Session<'a>,
    supply: &'a Supply,
    style: BoardStyle,
}

/// What a word led to.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event {
    /// The game begins.
    Start {
        verdict: Vec<String>,
        you: &'static str,
        #[serde(flatten)]
        state: State,
    },
    /// A move was played.
    Move {
        by: Player,
        #[serde(flatten)]
        names: Names,
        #[serde(skip)]
        number: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        slip: Option<Lapse>,
        #[serde(flatten)]
        state: State,
    },
    /// Moves were taken back.
    Undo {
        moves: Vec<Names>,
        #[serde(flatten)]
        state: State,
    },
    /// The board as it is.
    Board(State),
    /// The man to move.
    Hint { square: String, man: &'static str },
    /// The best moves of both sides.
    Best {
        line: Vec<String>,
        #[serde(flatten)]
        best: Ranked,
    },
    /// All moves, best first.
    Moves { moves: Vec<Ranked> },
    /// A draw was offered.
    Draw { accepted: bool, message: String },
    /// The user gives up.
    Resign { winner: &'static str, message: String },
    /// The game was written.
    Saved { file: String },
    /// What can be typed.
    Help { help: &'static str },
    /// The game ends.
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Player {
    You,
    Sole,
}

/// A win or a draw that a move gave away.
#[derive(Debug, Serialize)]
struct Lapse {
    message: String,
    kept: Names,
}

/// A move with its outcome for the side that plays it.
#[derive(Debug, Serialize)]
struct Ranked {
    #[serde(flatten)]
    names: Names,
    #[serde(flatten)]
    measure: Measure,
    #[serde(skip)]
    text: String,
}

/// The position and how the game stands, for the side to move.
#[derive(Debug, Serialize)]
struct State {
    fen: String,
    #[serde(flatten)]
    measure: Measure,
    score: &'static str,
    ending: Option<&'static str>,
    claims: Vec<&'static str>,
    #[serde(skip)]
    status: String,
}

impl Listener for Conversation<'_> {
    fn prompt(&self) -> String {
        self.number()
    }

    fn position(&self) -> &Position {
        self.game().position()
    }

    fn hear(
        &mut self,
        word: &str,
        rest: &mut Words<'_>,
        console: &mut Console,
    ) -> Result<Going, Stop> {
        match self.answer(word, rest, console)? {
            Event::Quit => return Ok(Going::Home),
            event @ (Event::Resign { .. } | Event::Draw { accepted: true, .. }) => {
                self.show(&event, console)?;
                return Ok(Going::Home);
            }
            event => self.show(&event, console)?,
        }
        self.reply(console)?;
        Ok(Going::On)
    }
}

impl Conversation<'_> {
    fn game(&self) -> &Game {
        self.session.game()
    }

    /// Shows the verdict and the board, and moves if it is the program's turn.
    fn begin(
        &mut self,
        verdict: Vec<String>,
        manner: Manner,
        console: &mut Console,
    ) -> Result<(), Stop> {
        let (you, state) = (color_name(self.session.user()), self.state()?);
        self.show(&Event::Start { verdict, you, state }, console)?;
        if manner == Manner::Dialogue && !console.is_quiet() && self.game().ending().is_none() {
            writeln!(console.out(), "\n{HELP}")?;
        }
        self.reply(console)
    }

    /// What one word leads to.
    fn answer(
        &mut self,
        word: &str,
        rest: &mut Words<'_>,
        console: &mut Console,
    ) -> Result<Event, Stop> {
        Ok(match word.to_ascii_lowercase().as_str() {
            "hint" => self.hint()?,
            "best" => self.best()?,
            "moves" => Event::Moves { moves: self.moves()? },
            "undo" => self.undo()?,
            "save" => self.save(rest.rest_of_line())?,
            "draw" => self.draw()?,
            "resign" => self.resign()?,
            "board" => Event::Board(self.state()?),
            "flip" => {
                self.style = self.style.flipped();
                Event::Board(self.state()?)
            }
            "help" | "?" => Event::Help { help: HELP },
            "quit" | "exit" | "q" => Event::Quit,
            _ => self.play(word, console)?,
        })
    }

    /// Plays the user's move.
    fn play(&mut self, word: &str, console: &mut Console) -> Result<Event, Stop> {
        self.session.check_not_over().map_err(refusal)?;
        let read = read_move(self.game().position(), word).map_err(|complaint| {
            complaint.helped("type moves for the legal moves, help for the commands")
        })?;
        let played = self.session.play(read.played).map_err(refusal)?;
        self.played(&played, Player::You, console)
    }

    /// Plays the program's move, if it is its turn and the game is not over.
    fn reply(&mut self, console: &mut Console) -> Result<(), Stop> {
        let Some(played) = self.session.reply().map_err(|error| unanswered(&error))? else {
            return Ok(());
        };
        let event = self.played(&played, Player::Sole, console)?;
        self.show(&event, console)?;
        Ok(())
    }

    fn played(
        &self,
        Played { before, number, played, slip }: &Played,
        by: Player,
        console: &mut Console,
    ) -> Result<Event, Stop> {
        let names = Names::of(before, *played);
        let number = MoveNumber { turn: before.turn(), fullmoves: *number }.to_string();
        let slip = slip.as_ref().map(|slip| lapse(before, slip));
        let now = Playable { setup: self.game().setup(), position: *self.game().position() };
        self.supply.provide_rule(&now, console)?;
        Ok(Event::Move { by, names, number, slip, state: self.state()? })
    }

    fn undo(&mut self) -> Result<Event, Complaint> {
        let undone = self.session.undo().map_err(refusal)?;
        let moves = undone.iter().map(|(before, m)| Names::of(before, *m)).collect();
        Ok(Event::Undo { moves, state: self.state()? })
    }

    fn hint(&self) -> Result<Event, Complaint> {
        let (role, square) = self.session.hint().map_err(refusal)?;
        Ok(Event::Hint { square: square.to_string(), man: role.name() })
    }

    fn best(&self) -> Result<Event, Complaint> {
        let Best { best, line } = self.session.best().map_err(refusal)?;
        let line = numbered(&self.game().setup(), self.game().position(), &line);
        Ok(Event::Best { line, best: self.ranked(&best) })
    }

    fn moves(&self) -> Result<Vec<Ranked>, Complaint> {
        let outcomes = self.session.moves().map_err(|error| unanswered(&error))?;
        Ok(outcomes.iter().map(|outcome| self.ranked(outcome)).collect())
    }

    fn ranked(&self, ranked: &Outcome) -> Ranked {
        let names = Names::of(self.game().position(), ranked.played);
        let standing = self.session.standing_after(ranked);
        let text = format!("{}{}", outcome(ranked.value), rule_in_short(standing));
        Ranked { names, measure: standing.into(), text }
    }

    /// How it stands with best play, in short.
    fn in_short(&self) -> Result<String, Complaint> {
        let standing = self.session.standing().map_err(|error| unanswered(&error))?;
        Ok(in_short(self.game().position(), standing))
    }

    fn draw(&self) -> Result<Event, Complaint> {
        let accepted = self.session.accepts_draw().map_err(refusal)?;
        let message = match accepted {
            true => "The draw is agreed.".to_owned(),
            false => format!("The draw is declined: {}.", self.in_short()?),
        };
        Ok(Event::Draw { accepted, message })
    }

    fn resign(&self) -> Result<Event, Complaint> {
        self.session.check_not_over().map_err(refusal)?;
        let winner = !self.session.user();
        let message =
            format!("You resign, {} wins. With best play: {}.", winner.name(), self.in_short()?);
        Ok(Event::Resign { winner: color_name(winner), message })
    }

    fn save(&self, file: &str) -> Result<Event, Complaint> {
        if file.is_empty() {
            let message = "save needs the name of a file, as in save game.pgn".to_owned();
            return Err(Complaint::new(Kind::Usage, message));
        }
        draft::write_file(Path::new(file), &pgn_text(self.game()))?;
        Ok(Event::Saved { file: file.to_owned() })
    }

    /// `12.` or `12...`, before the next move.
    fn number(&self) -> String {
        let (turn, fullmoves) = (self.game().position().turn(), self.game().clocks().fullmoves);
        MoveNumber { turn, fullmoves }.to_string()
    }

    fn state(&self) -> Result<State, Complaint> {
        let standing = self.session.standing().map_err(|error| unanswered(&error))?;
        let game = self.game();
        Ok(State {
            fen: game.setup().to_string(),
            measure: standing.into(),
            score: game.score().text(),
            ending: game.ending().map(ending_name),
            claims: game.claims().into_iter().map(claim_name).collect(),
            status: status(game, standing),
        })
    }

    fn show(&self, event: &Event, console: &mut Console) -> io::Result<()> {
        if console.is_json() {
            return console.answer(&Answer { status: Status::Ok, result: event, stats: None });
        }
        let text = match console.is_quiet() {
            true => self.render_quietly(event, console.paint()),
            false => self.render(event, console.paint()),
        };
        console.out().write_all(text.as_bytes())
    }

    /// The same without pictures that nobody asked for.
    fn render_quietly(&self, event: &Event, paint: Paint) -> String {
        match event {
            Event::Start { verdict, .. } => {
                verdict.iter().map(|line| format!("{line}\n")).collect()
            }
            Event::Move { names, number, .. } => format!("{number} {}\n", names.san),
            Event::Undo { .. } => String::new(),
            event => self.render(event, paint),
        }
    }

    fn render(&self, event: &Event, paint: Paint) -> String {
        match event {
            Event::Start { verdict, state, .. } => {
                let verdict: String =
                    verdict.iter().map(|line| format!("{}\n", paint.bold(line))).collect();
                let you = format!("You play {}.", self.session.user().name());
                format!("{}\n{verdict}{you}\n", self.picture(state))
            }
            Event::Board(state) => self.picture(state),
            Event::Move { names, number, slip, state, .. } => {
                let title = paint.bold(&format!("{number} {}", names.san));
                let slip = slip.as_ref().map(|slip| format!("{}\n", paint.red(&slip.message)));
                format!("\n{title}\n{}\n{}", slip.unwrap_or_default(), self.picture(state))
            }
            Event::Undo { moves, state } => {
                let names: Vec<&str> = moves.iter().map(|names| names.san.as_str()).collect();
                format!("\ntook back {}\n\n{}", names.join(" and "), self.picture(state))
            }
            Event::Hint { square, man } => format!("Look at the {man} on {square}.\n"),
            Event::Best { line, best } => {
                format!("{}, {}\n{}", best.names.san, best.text, wrapped(words(line)))
            }
            Event::Moves { moves } => moves.iter().map(line).collect(),
            Event::Draw { message, .. } | Event::Resign { message, .. } => format!("{message}\n"),
            Event::Saved { file } => format!("saved {}\n", visible(file)),
            Event::Help { help } => (*help).to_owned(),
            Event::Quit => String::new(),
        }
    }

    /// The board and the line below it.
    fn picture(&self, state: &State) -> String {
        let board = self.style.render(self.game().position().diagram(), Marks::of(self.game()));
        format!("{board}\n{}\n", state.status)
    }
}

fn words(line: &[String]) -> impl Iterator<Item = &str> {
    line.iter().map(String::as_str)
}

fn line(Ranked { names, text, .. }: &Ranked) -> String {
    format!("{:14} {text}\n", names.to_string())
}

/// `White to move, White gives mate in 16 (31 plies)`, or how the game ended.
fn status(game: &Game, standing: Standing) -> String {
    if let Some(ending) = game.ending() {
        return format!("{}  {}", capitalised(&ending.to_string()), game.score());
    }
    let turn = game.position().turn().name();
    let mut text = format!("{turn} to move, {}", in_short(game.position(), standing));
    for claim in game.claims() {
        text.push_str(&format!("\nA draw may be claimed: {claim}"));
    }
    text
}

/// Why a session does not do what it is asked.
fn refusal(error: SessionError) -> Complaint {
    match error {
        SessionError::Probe(error) => unanswered(&error),
        SessionError::Over(_) => {
            Complaint::new(Kind::BadMove, error.to_string()).helped("try undo, save or quit")
        }
        _ => Complaint::new(Kind::BadMove, error.to_string()),
    }
}

/// What to say about a slip, and the move that kept the result.
fn lapse(before: &Position, Slip { after, kept }: &Slip) -> Lapse {
    let names = Names::of(before, kept.played);
    let was = outcome(kept.value);
    let now = match after.value {
        Value::Draw => "it is a draw".to_owned(),
        lost => format!("it {}", outcome(lost)),
    };
    let said = match (kept.value, after.value) {
        (Value::Win(_), Value::Win(_)) => {
            "That lets the win slip: under the fifty-move rule it comes too late.".to_owned()
        }
        (Value::Win(_), _) => format!("That lets the win slip: it was {was}, now {now}."),
        (_, Value::Loss(_)) if kept.value != Value::Draw => {
            format!("That gives the draw by the fifty-move rule away: now {now}.")
        }
        _ => format!("That gives the draw away: now {now}."),
    };
    Lapse { message: format!("{said} {} kept it.", names.san), kept: names }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_a_terminal_of_80_columns() {
        for line in HELP.lines() {
            assert!(line.chars().count() < 80, "{line}");
        }
    }
}
