//! What questions are asked about: texts that remember where they stood, and positions.

use crate::failure::{Failure, FailureKind};
use crate::question::Subject;
use crate::text::visible;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sole_board::{
    Fault, Faults, FenError, FenField, FenProblem, Material, MaterialError, OpenRights, Position,
    PositionForm, PositionText, PositionTextError, Setup, Square, SquareError,
};
use std::str::FromStr;

/// One text, and where it stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Input {
    /// The text without the line break.
    #[serde(rename = "input")]
    pub text: String,
    /// The file, if it is not an argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The line in the file, from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

impl Input {
    /// A text from the command line.
    pub fn argument(text: impl Into<String>) -> Input {
        Input { text: text.into(), file: None, line: None }
    }

    /// A text in a line of a file.
    pub fn in_file(text: &str, file: &str, line: usize) -> Input {
        Input { text: text.to_owned(), file: Some(file.to_owned()), line: Some(line) }
    }

    /// `line 3 of positions.txt`, unless it is an argument.
    pub fn origin(&self) -> Option<String> {
        Some(format!("line {} of {}", self.line?, visible(self.file.as_ref()?)))
    }

    /// The file and the line in it, unless it is an argument.
    pub fn place(&self) -> Option<(&str, usize)> {
        Some((self.file.as_deref()?, self.line?))
    }

    /// A word of this line, which stands where the line stands.
    pub fn word(&self, word: &str) -> Input {
        Input { text: word.to_owned(), ..self.clone() }
    }

    /// Whether it says nothing: a blank line or a comment.
    pub fn is_idle(&self) -> bool {
        self.text.is_empty() || self.text.starts_with('#')
    }

    /// The position that it means in any form, even without a side to move.
    pub fn board(&self) -> Result<PositionText, Failure> {
        self.text.parse().map_err(|error| self.not_a_position(&error))
    }

    /// The setup that it means in any form that names the side to move.
    pub fn setup(&self) -> Result<PositionText, Failure> {
        let read = self.board()?;
        self.side_to_move(&read)?;
        Ok(read)
    }

    fn side_to_move(&self, read: &PositionText) -> Result<(), Failure> {
        if !read.is_missing(FenField::Turn) {
            return Ok(());
        }
        let (field, end) = (FenField::Turn, self.text.trim_end().len());
        let missing = FenError { field, span: end..end, problem: FenProblem::Missing };
        let failure = self.not_a_position(&PositionTextError::Fen(missing));
        Err(match read.form {
            PositionForm::PieceList => failure.helped("add w or b as the last word"),
            _ => failure,
        })
    }

    /// The position that it means.
    pub fn position(&self, waived: Faults) -> Result<Playable, Failure> {
        self.playable(self.setup()?.setup, waived)
    }

    /// The position of a setup that was read from it.
    pub fn playable(&self, setup: Setup, waived: Faults) -> Result<Playable, Failure> {
        match Position::new(setup, waived) {
            Ok(position) => Ok(Playable { setup, position }),
            Err(faults) => Err(Failure::bad_position(self, &setup, faults).waivable(faults)),
        }
    }

    fn not_a_position(&self, error: &PositionTextError) -> Failure {
        match error {
            PositionTextError::Fen(error) => Failure::bad_fen(self, error),
            PositionTextError::InAddress { text, error } => self.word(text).not_a_position(error),
            PositionTextError::Move { error: wrong, .. } => {
                Failure::new(FailureKind::BadMove, wrong.to_string()).about(self).at(error.span())
            }
            _ => Failure::new(FailureKind::BadFen, error.to_string()).about(self).at(error.span()),
        }
    }

    /// The material that it means, as `KRvK`.
    pub fn material(&self) -> Result<Material, Failure> {
        self.text.parse().map_err(|error: MaterialError| {
            Failure::new(FailureKind::BadMaterial, error.to_string()).about(self)
        })
    }
}

/// What is assumed where rights are left open.
pub fn warnings(open: &OpenRights) -> Vec<String> {
    let castling =
        (!open.rooks.is_empty()).then_some("no castling rights given: castling is not allowed");
    let en_passant = (!open.passed.is_empty())
        .then_some("no en passant square given: no en passant capture is allowed");
    castling.into_iter().chain(en_passant).map(str::to_owned).collect()
}

/// A position together with the setup it was read from, which has the clocks.
#[derive(Clone, Copy, Debug)]
pub struct Playable {
    /// As it was typed.
    pub setup: Setup,
    /// As it is played on.
    pub position: Position,
}

/// A position that a question is asked about.
#[derive(Clone, Debug)]
pub struct PositionSubject {
    /// The text, and where it stood.
    pub input: Input,
    /// What it means; the front end may settle rights that it leaves open.
    pub read: PositionText,
    /// The faults that do not count.
    pub waived: Faults,
}

impl PositionSubject {
    /// The position that a text means in any form, even without a side to move.
    ///
    /// # Errors
    /// The text is no position.
    pub fn read(input: Input, waived: Faults) -> Result<PositionSubject, Failure> {
        let read = input.board()?;
        Ok(PositionSubject { input, read, waived })
    }

    /// Checks that the side to move is named.
    ///
    /// # Errors
    /// It is not.
    pub fn with_side_to_move(&self) -> Result<Setup, Failure> {
        self.input.side_to_move(&self.read).map(|()| self.read.setup)
    }

    /// The position to play on.
    ///
    /// # Errors
    /// The side to move is missing, or it cannot be played on.
    pub fn playable(&self) -> Result<Playable, Failure> {
        self.input.playable(self.with_side_to_move()?, self.waived)
    }
}

/// The fields of a request that name positions.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct PositionFields {
    /// The position: a FEN, a piece list (Ke1, Ra1 / Ke8 w), moves from the start, or an address
    #[schemars(example = "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1")]
    pub fen: OneOrMany,
    /// Overlook a fault, for composed positions
    #[serde(default)]
    pub waive: Vec<Waiver>,
}

/// One text, or several.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum OneOrMany {
    /// One.
    One(String),
    /// Several, each answered in its turn.
    Many(Vec<String>),
}

impl OneOrMany {
    /// The texts in their order.
    pub fn into_vec(self) -> Vec<String> {
        match self {
            OneOrMany::One(text) => vec![text],
            OneOrMany::Many(texts) => texts,
        }
    }
}

/// A fault that can be waived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Waiver(pub Fault);

impl TryFrom<String> for Waiver {
    type Error = String;

    fn try_from(name: String) -> Result<Waiver, String> {
        let fault = Faults::WAIVABLE.iter().find(|fault| fault.name() == name);
        fault.map(Waiver).ok_or_else(|| format!("no fault that can be waived is called {name}"))
    }
}

impl JsonSchema for Waiver {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Waiver".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: Vec<&str> = Faults::WAIVABLE.iter().map(Fault::name).collect();
        schemars::json_schema!({ "type": "string", "enum": names })
    }

    fn inline_schema() -> bool {
        true
    }
}

/// A square, as `e4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct SquareName(pub Square);

impl FromStr for SquareName {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<SquareName, SquareError> {
        text.parse().map(SquareName)
    }
}

impl TryFrom<String> for SquareName {
    type Error = SquareError;

    fn try_from(text: String) -> Result<SquareName, SquareError> {
        text.parse()
    }
}

impl JsonSchema for SquareName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[a-h][1-8]$" })
    }

    fn inline_schema() -> bool {
        true
    }
}

impl Subject for PositionSubject {
    type Fields = PositionFields;

    fn read(fields: PositionFields) -> Vec<Result<PositionSubject, Failure>> {
        let waived: Faults = fields.waive.iter().map(|waiver| waiver.0).collect();
        let subject = |text| PositionSubject::read(Input::argument(text), waived);
        fields.fen.into_vec().into_iter().map(subject).collect()
    }

    fn warnings(&self) -> Vec<String> {
        if self.read.is_missing(FenField::Turn) {
            return Vec::new();
        }
        warnings(&self.read.open_rights())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::fen;

    #[test]
    fn positions_have_other_names_too() {
        let pawn = "8/8/8/8/8/8/P7/k1K5 w - - 0 1";
        let cases = [
            ("startpos", fen::INITIAL),
            ("8/8/8/8/8/8/P7/k1K5 w - - bm a4; id \"one\";", pawn),
            ("8/8/8/8/8/8/P7/k1K5 w - -", pawn),
            ("Kc1, a2 / Ka1 w", pawn),
            ("https://lichess.org/analysis/8/8/8/8/8/8/P7/k1K5_w_-_-", pawn),
        ];
        for (text, expected) in cases {
            assert_eq!(Input::argument(text).setup().expect(text).setup.to_string(), expected);
        }
    }

    #[test]
    fn a_side_to_move_is_needed() {
        let cases = [
            ("4k3/8/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
            ("Ke1, Ra1 / Ke8", "add w or b as the last word"),
        ];
        for (text, help) in cases {
            let failure = Input::argument(text).setup().expect_err(text);
            assert_eq!(failure.message(), "missing side to move, 'w' or 'b'", "{text}");
            let details = failure.details();
            let ways = details.help.iter().chain(&details.repaired);
            assert!(ways.into_iter().any(|way| way == help), "{text}: {failure:?}");
        }
    }

    #[test]
    fn rights_that_are_left_out_are_warned_of_where_the_board_allows_them() {
        let castling = "no castling rights given: castling is not allowed";
        let en_passant = "no en passant square given: no en passant capture is allowed";
        let cases: [(&str, &[&str]); 9] = [
            ("4k3/8/8/8/8/8/8/4K3 w - -", &[]),
            ("4k3/8/8/8/8/8/8/4K3 w -", &[]),
            ("4k3/8/8/8/8/8/8/4K3 w", &[]),
            ("4k3/8/8/3pP3/8/8/8/R3K3 w", &[castling, en_passant]),
            ("4k3/8/8/3pP3/8/8/8/R3K3 w -", &[en_passant]),
            ("4k3/8/8/3pP3/8/8/8/R3K3 w bm e6;", &[castling, en_passant]),
            ("Ke1, Qa1 / Ke8 w", &[]),
            ("Ke1, Ra1 / Ke8 w", &[castling]),
            ("Ke1, e5 / Ke8, d5 w", &[en_passant]),
        ];
        for (text, expected) in cases {
            assert_eq!(
                warnings(&text.parse::<PositionText>().expect(text).open_rights()),
                expected,
                "{text}"
            );
        }
    }
}
