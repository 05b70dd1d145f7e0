//! The columns of a layer.

use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnDescPtr, SchemaDescPtr, SchemaDescriptor, TypePtr};
use std::sync::{Arc, LazyLock};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Occupied,
    FirstMen,
    LastMen,
    Games,
    Men,
    Material,
    Turn,
    InCheck,
    Moves,
    Outcome,
    Reason,
    Captures,
}

impl Column {
    /// All columns in their order.
    pub(crate) const ALL: [Column; 12] = [
        Column::Occupied,
        Column::FirstMen,
        Column::LastMen,
        Column::Games,
        Column::Men,
        Column::Material,
        Column::Turn,
        Column::InCheck,
        Column::Moves,
        Column::Outcome,
        Column::Reason,
        Column::Captures,
    ];

    /// Those that make up a key, its first number first.
    pub(crate) const KEY: [Column; 3] = [Column::Occupied, Column::FirstMen, Column::LastMen];

    /// What the file says about the column.
    pub(crate) fn descriptor(self) -> ColumnDescPtr {
        SCHEMA.column(self as usize)
    }
}

static SCHEMA: LazyLock<SchemaDescPtr> = LazyLock::new(|| {
    let message = parse_message_type(
        "message layer {
            required int64 occupied (INTEGER(64, false));
            required int64 men_1_16 (INTEGER(64, false));
            required int64 men_17_32 (INTEGER(64, false));
            required int64 games;
            required int32 men (INTEGER(8, false));
            required binary material (STRING);
            required binary turn (STRING);
            required boolean in_check;
            required int32 moves (INTEGER(16, false));
            required binary outcome (STRING);
            required binary reason (STRING);
            required int32 captures (INTEGER(8, false));
        }",
    );
    Arc::new(SchemaDescriptor::new(Arc::new(message.expect("a message type"))))
});

/// The schema of every range file.
pub(crate) fn schema() -> TypePtr {
    SCHEMA.root_schema_ptr()
}
