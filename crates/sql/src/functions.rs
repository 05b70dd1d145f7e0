//! What can be asked of a position, and how one is made of a FEN.
//!
//! Positions are 24 bytes (`docs/packed-position.md`). Bytes from elsewhere, typed
//! as `x'…'`, are checked like all others: those of no position are an error.

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BinaryArray, FixedSizeBinaryArray, FixedSizeBinaryBuilder,
    ListBuilder, StringArray, StringBuilder, StructArray, UInt8Builder,
};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::ScalarValue;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use sole_board::{Color, Faults, Material, PackedPosition, Position, Setup};
use std::sync::Arc;

/// The type of positions.
pub(crate) const POSITION: DataType = DataType::FixedSizeBinary(PackedPosition::BYTES as i32);

/// All functions.
pub(crate) fn all() -> impl Iterator<Item = ScalarUDF> {
    let all = [Kind::Fen, Kind::Diagram, Kind::Board, Kind::Unpack, Kind::Successors, Kind::Pack];
    all.into_iter().map(|kind| {
        let signature = Signature::user_defined(Volatility::Immutable);
        ScalarUDF::new_from_impl(Function { kind, signature })
    })
}

/// A position in words, if the bytes are one.
pub(crate) fn fen(bytes: &[u8]) -> Option<String> {
    let bytes = bytes.try_into().ok()?;
    Some(PackedPosition::from_bytes(bytes).ok()?.unpack().to_string())
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Function {
    kind: Kind,
    signature: Signature,
}

/// What a function tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// The FEN of a position.
    Fen,
    /// Its men on their squares, the first field of the FEN.
    Diagram,
    /// The same drawn in eight lines.
    Board,
    /// Its parts.
    Unpack,
    /// The positions after each legal move.
    Successors,
    /// The position of a FEN.
    Pack,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Fen => "fen",
            Kind::Diagram => "diagram",
            Kind::Board => "board",
            Kind::Unpack => "unpack",
            Kind::Successors => "successors",
            Kind::Pack => "pack",
        }
    }

    fn result(self) -> DataType {
        match self {
            Kind::Fen | Kind::Diagram | Kind::Board => DataType::Utf8,
            Kind::Unpack => DataType::Struct(parts()),
            Kind::Successors => DataType::List(Arc::new(Field::new_list_field(POSITION, true))),
            Kind::Pack => POSITION,
        }
    }

    /// The type that an argument of another type is brought to, if it can be used.
    fn argument(self, given: &DataType) -> Option<DataType> {
        use DataType::{
            Binary, BinaryView, FixedSizeBinary, LargeBinary, LargeUtf8, Null, Utf8, Utf8View,
        };
        match (self, given) {
            (Kind::Pack, Utf8 | LargeUtf8 | Utf8View | Null) => Some(Utf8),
            (Kind::Pack, _) => None,
            (_, FixedSizeBinary(_)) => Some(given.clone()),
            (_, Binary | LargeBinary | BinaryView) => Some(Binary),
            (_, Null) => Some(POSITION),
            _ => None,
        }
    }

    fn expects(self) -> &'static str {
        match self {
            Kind::Pack => "takes a FEN: pack('8/8/8/8/8/8/8/K1k5 w - -')",
            _ => "takes a position: that of a layer, pack('FEN'), or 24 bytes as x'…'",
        }
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.kind.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        let argument = match given {
            [given] => self.kind.argument(given),
            _ => None,
        };
        let expected = || format!("{}() {}", self.name(), self.kind.expects());
        Ok(vec![argument.ok_or_else(|| DataFusionError::Plan(expected()))?])
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.kind.result())
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_scalar = call.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let [argument] = <[ArrayRef; 1]>::try_from(ColumnarValue::values_to_arrays(&call.args)?)
            .map_err(|_| DataFusionError::Plan(self.kind.expects().to_owned()))?;
        let rows = if is_scalar { argument.slice(0, 1.min(argument.len())) } else { argument };
        let result = self.kind.of(&rows)?;
        if is_scalar {
            let value = ScalarValue::try_from_array(&result, 0)?;
            return Ok(ColumnarValue::Scalar(value));
        }
        Ok(ColumnarValue::Array(result))
    }
}

impl Kind {
    /// The results for a column of arguments.
    fn of(self, rows: &ArrayRef) -> Result<ArrayRef> {
        let positions = || Positions::new(self, rows);
        match self {
            Kind::Fen => positions()?.texts(Position::to_string),
            Kind::Diagram => {
                positions()?.texts(|position| placement(&position.to_string()).to_owned())
            }
            Kind::Board => positions()?.texts(diagram_text),
            Kind::Unpack => positions()?.parts(),
            Kind::Successors => positions()?.successors(),
            Kind::Pack => pack(rows.as_string()),
        }
    }
}

/// A column of positions that are checked one by one.
struct Positions {
    kind: Kind,
    bytes: Bytes,
}

/// The two forms that 24 bytes come in.
enum Bytes {
    Fixed(FixedSizeBinaryArray),
    Any(BinaryArray),
}

impl Positions {
    fn new(kind: Kind, rows: &ArrayRef) -> Result<Positions> {
        let bytes = match rows.as_fixed_size_binary_opt() {
            Some(fixed) => Bytes::Fixed(fixed.clone()),
            None => Bytes::Any(cast(rows, &DataType::Binary)?.as_binary().clone()),
        };
        Ok(Positions { kind, bytes })
    }

    fn bytes(&self) -> Box<dyn Iterator<Item = Option<&[u8]>> + '_> {
        match &self.bytes {
            Bytes::Fixed(array) => Box::new(array.iter()),
            Bytes::Any(array) => Box::new(array.iter()),
        }
    }

    /// Each row, or nothing where the row is null.
    fn iter(&self) -> impl Iterator<Item = Result<Option<PackedPosition>>> + '_ {
        self.bytes().map(|bytes| bytes.map(|bytes| self.check(bytes)).transpose())
    }

    fn check(&self, bytes: &[u8]) -> Result<PackedPosition> {
        let refused = |why: String| {
            let hex = hex(bytes);
            DataFusionError::Execution(format!("{}(x'{hex}'): {why}", self.kind.name()))
        };
        let packed: [u8; PackedPosition::BYTES] = bytes
            .try_into()
            .map_err(|_| refused(format!("a position has 24 bytes, not {}", bytes.len())))?;
        PackedPosition::from_bytes(packed).map_err(|error| refused(error.to_string()))
    }

    fn texts(&self, text: impl Fn(&Position) -> String) -> Result<ArrayRef> {
        let mut texts = StringBuilder::new();
        for packed in self.iter() {
            texts.append_option(packed?.map(|packed| text(&packed.unpack())));
        }
        Ok(Arc::new(texts.finish()))
    }

    fn parts(&self) -> Result<ArrayRef> {
        let mut fields: [StringBuilder; 4] = Default::default();
        let (mut men, mut material, mut there) =
            (UInt8Builder::new(), StringBuilder::new(), Vec::new());
        for packed in self.iter() {
            let packed = packed?;
            let position = packed.map(|packed| packed.unpack());
            let fen = position.map(|position| position.to_string());
            let mut words = fen.as_deref().unwrap_or_default().split(' ');
            fields.iter_mut().for_each(|field| field.append_option(words.next()));
            men.append_option(packed.map(|packed| packed.men() as u8));
            let name = position.map(|position| Material::of(position.diagram()).to_string());
            material.append_option(name);
            there.push(packed.is_some());
        }
        let mut columns: Vec<ArrayRef> = Vec::new();
        columns.extend(fields.iter_mut().map(|field| Arc::new(field.finish()) as ArrayRef));
        columns.push(Arc::new(men.finish()));
        columns.push(Arc::new(material.finish()));
        Ok(Arc::new(StructArray::try_new(parts(), columns, Some(there.into()))?))
    }

    fn successors(&self) -> Result<ArrayRef> {
        let bytes = FixedSizeBinaryBuilder::new(PackedPosition::BYTES as i32);
        let mut lists = ListBuilder::new(bytes);
        for packed in self.iter() {
            let Some(packed) = packed? else {
                lists.append_null();
                continue;
            };
            for child in children(packed)? {
                lists.values().append_value(child.as_bytes())?;
            }
            lists.append(true);
        }
        Ok(Arc::new(lists.finish()))
    }
}

/// The positions after each legal move.
fn children(packed: PackedPosition) -> Result<Vec<PackedPosition>> {
    let position = packed.unpack();
    let has_king = Color::ALL.iter().any(|&side| position.diagram().king(side).is_some());
    if position.turn() == Color::White && !has_king {
        let message = format!("successors({position}): without kings they have no 24 bytes");
        return Err(DataFusionError::Execution(message));
    }
    let mut children = Vec::new();
    packed.for_each_child(|child| children.push(child));
    Ok(children)
}

fn pack(texts: &StringArray) -> Result<ArrayRef> {
    let mut packed = FixedSizeBinaryBuilder::new(PackedPosition::BYTES as i32);
    for text in texts {
        match text {
            Some(text) => packed.append_value(packed_fen(text)?.as_bytes())?,
            None => packed.append_null(),
        }
    }
    Ok(Arc::new(packed.finish()))
}

fn packed_fen(text: &str) -> Result<PackedPosition> {
    let refused = |why: &dyn ToString| {
        DataFusionError::Execution(format!("pack('{text}'): {}", why.to_string()))
    };
    let setup: Setup = text.parse().map_err(|error| refused(&error))?;
    let position = Position::new(setup, Faults::WAIVABLE)
        .map_err(|faults| refused(&format!("unplayable position: {faults}")))?;
    PackedPosition::new(&position).map_err(|error| refused(&error))
}

/// The fields of what `unpack` tells.
fn parts() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8, true);
    let (turn, castling, en_passant) = (text("turn"), text("castling"), text("en_passant"));
    let men = Field::new("men", DataType::UInt8, true);
    Fields::from(vec![text("placement"), turn, castling, en_passant, men, text("material")])
}

fn placement(fen: &str) -> &str {
    fen.split(' ').next().unwrap_or(fen)
}

/// The ranks from the eighth down, a letter for each man and a point for each empty square.
fn diagram_text(position: &Position) -> String {
    let squares = |letter: char| match letter.to_digit(10) {
        Some(empty) => ".".repeat(empty as usize),
        None => letter.to_string(),
    };
    let fen = position.to_string();
    let ranks = placement(&fen).split('/').map(|rank| {
        let squares: Vec<String> = rank.chars().map(squares).collect();
        squares.concat().chars().map(String::from).collect::<Vec<String>>().join(" ")
    });
    ranks.collect::<Vec<String>>().join("\n")
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
