//! `board unmoves`: every legal last move, with the position before it.

use crate::context::Context;
use crate::exit::Exit;
use crate::input::{Playable, PositionSubject};
use crate::moves::MoveNames;
use crate::question::{Answers, Question, Reply, Stop, Weight};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sole_board::{CastlingLaw, Color, Faults, Position, Retraction, Role, RoleSet, Unmove};
use std::str::FromStr;

/// List every legal last move with the position before it
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default)]
pub struct Unmoves {
    /// What may be taken back.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub rules: RetractionRules,
}

/// What may be taken back.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default)]
pub struct RetractionRules {
    /// The men that may be put back by taking back a capture, as letters: QRBNP, or - for none
    #[cfg_attr(feature = "clap", arg(long, value_name = "MEN", default_value = "QRBNP"))]
    pub uncapture: Uncaptures,
    /// Give castling rights back to kings and rooks anywhere on the back rank
    #[cfg_attr(feature = "clap", arg(long))]
    pub chess960: bool,
}

impl RetractionRules {
    /// The rules for positions whose faults are waived.
    pub fn retraction(self, waived: Faults) -> Retraction {
        let castling = if self.chess960 { CastlingLaw::Chess960 } else { CastlingLaw::Standard };
        Retraction { uncaptures: self.uncapture.0, castling, waived }
    }
}

/// The men that may be put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Uncaptures(pub RoleSet);

impl Default for Uncaptures {
    fn default() -> Uncaptures {
        Uncaptures(RoleSet::ALL_BUT_KING)
    }
}

impl FromStr for Uncaptures {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Uncaptures, &'static str> {
        if text == "-" {
            return Ok(Uncaptures(RoleSet::EMPTY));
        }
        let add = |all: RoleSet, letter: char| {
            let role = Role::from_char(letter.to_ascii_uppercase());
            role.filter(|&role| role != Role::King).map(|role| all.with(role))
        };
        let men = text.chars().try_fold(RoleSet::EMPTY, add).filter(|men| !men.is_empty());
        men.map(Uncaptures).ok_or("expected some of the letters QRBNP, or - for none")
    }
}

impl TryFrom<String> for Uncaptures {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Uncaptures, &'static str> {
        text.parse()
    }
}

impl JsonSchema for Uncaptures {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Uncaptures".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string", "pattern": "^([QRBNPqrbnp]+|-)$", "default": "QRBNP"
        })
    }

    fn inline_schema() -> bool {
        true
    }
}

/// The last moves that lead to a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnmovesFound {
    /// The position.
    pub fen: String,
    /// The number of last moves.
    pub count: usize,
    /// The last moves.
    pub unmoves: Vec<UnmoveFound>,
    /// Who made the last move.
    #[serde(skip)]
    pub side: Color,
}

/// A last move, as it was played, and the position before it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct UnmoveFound {
    /// As engines write it.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// As problemists write it.
    pub retro: String,
    /// The man that it captured.
    pub captured: Option<&'static str>,
    /// The position before it.
    pub fen: String,
}

impl Question for Unmoves {
    const NAME: &'static str = "board unmoves";
    const WEIGHT: Weight = Weight::Light;
    type Subject = PositionSubject;
    type Answer = UnmovesFound;

    fn answer(
        &self,
        subject: &PositionSubject,
        _: &Context<'_>,
        answers: Answers<'_, UnmovesFound>,
    ) -> Result<(), Stop> {
        let Playable { setup, position } = subject.playable()?;
        let unmoves = unmoves(&position, &self.rules.retraction(subject.waived));
        let (fen, count, side) = (setup.to_string(), unmoves.len(), !position.turn());
        let exit = if count == 0 { Exit::No } else { Exit::Yes };
        answers(Reply::ok(UnmovesFound { fen, count, unmoves, side }).exit(exit))
    }
}

fn unmoves(position: &Position, rules: &Retraction) -> Vec<UnmoveFound> {
    let found = |unmove: Unmove| {
        let before = position.before(&unmove);
        let MoveNames { uci, san } = MoveNames::of(&before, unmove.forward);
        let retro = unmove.retro(&before);
        let captured = unmove.captured.map(Role::name);
        UnmoveFound { uci, san, retro, captured, fen: before.to_string() }
    };
    let mut unmoves: Vec<UnmoveFound> = position.unmoves(rules).into_iter().map(found).collect();
    unmoves.sort();
    unmoves
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Setup;

    #[test]
    fn every_last_move_leads_to_the_position() {
        let setup: Setup = "8/8/8/8/8/8/7k/K6R b - - 0 1".parse().expect("a FEN");
        let position = Position::try_from(setup).expect("playable");
        let quiet = Retraction { uncaptures: RoleSet::EMPTY, ..Retraction::default() };
        let all = unmoves(&position, &Retraction::default());
        let quiet = unmoves(&position, &quiet);
        assert!(all.len() > quiet.len() && !quiet.is_empty(), "{} {}", all.len(), quiet.len());
        assert!(quiet.iter().all(|unmove| unmove.captured.is_none() && all.contains(unmove)));
        for UnmoveFound { uci, fen, .. } in &all {
            let before = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
            let m = before.parse_uci(uci).expect(uci);
            assert_eq!(before.after(m), position, "{fen} {uci}");
        }
    }

    #[test]
    fn uncaptures_are_letters() {
        let read = |text: &str| text.parse::<Uncaptures>().map(|men| men.0);
        assert_eq!(read("QRBNP"), Ok(RoleSet::ALL_BUT_KING));
        assert_eq!(read("-"), Ok(RoleSet::EMPTY));
        assert_eq!(read("PP"), Ok(RoleSet::EMPTY.with(Role::Pawn)));
        assert_eq!(read("q"), Ok(RoleSet::EMPTY.with(Role::Queen)));
        for text in ["", "K", "k", "Q-", "♕"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
