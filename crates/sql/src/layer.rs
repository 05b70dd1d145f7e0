//! `layer(n)` as a table: positions of 24 bytes over files that have them as three numbers.
//!
//! Where a question compares positions with a constant, the files are asked for
//! the occupied squares of that constant, so that row groups without them are not read.

use crate::functions::POSITION;
use async_trait::async_trait;
use datafusion::arrow::array::{Array, ArrayRef, AsArray, FixedSizeBinaryArray};
use datafusion::arrow::buffer::Buffer;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema, SchemaRef, UInt64Type};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{DFSchema, ScalarValue};
use datafusion::datasource::listing::ListingTable;
use datafusion::error::Result;
use datafusion::logical_expr::expr::InList;
use datafusion::logical_expr::sort_properties::{ExprProperties, SortProperties};
use datafusion::logical_expr::{
    BinaryExpr, Cast, ColumnarValue, Expr, Operator, ReturnFieldArgs, ScalarFunctionArgs,
    ScalarUDF, ScalarUDFImpl, Signature, TableProviderFilterPushDown, TableType, Volatility, col,
    lit,
};
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_expr::{PhysicalExpr, ScalarFunctionExpr};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::filter::FilterExec;
use datafusion::physical_plan::projection::ProjectionExec;
use std::sync::Arc;

/// The columns of the files that a position is made of, in the order in which rows are sorted.
pub(crate) const KEY: [&str; 3] = ["occupied", "men_1_16", "men_17_32"];

const POSITION_NAME: &str = "position";

/// The columns of the files, as `docs/layer-format.md` has them.
pub(crate) fn file_schema() -> SchemaRef {
    let key = KEY.map(|name| column(name, DataType::UInt64));
    Arc::new(Schema::new([&key[..], &others()].concat()))
}

/// The columns of the table.
pub(crate) fn schema() -> SchemaRef {
    let position = column(POSITION_NAME, POSITION);
    Arc::new(Schema::new([&[position], &others()[..]].concat()))
}

fn others() -> [Field; 9] {
    let columns = [
        ("games", DataType::Int64),
        ("men", DataType::UInt8),
        ("material", DataType::Utf8View),
        ("turn", DataType::Utf8View),
        ("in_check", DataType::Boolean),
        ("moves", DataType::UInt16),
        ("outcome", DataType::Utf8View),
        ("reason", DataType::Utf8View),
        ("captures", DataType::UInt8),
    ];
    columns.map(|(name, kind)| column(name, kind))
}

fn column(name: &str, kind: DataType) -> Field {
    Field::new(name, kind, false)
}

/// The rows of a layer.
#[derive(Debug)]
pub(crate) struct LayerTable {
    files: ListingTable,
    schema: SchemaRef,
}

impl LayerTable {
    /// The table over files that have the columns of [`file_schema`].
    pub(crate) fn new(files: ListingTable) -> LayerTable {
        LayerTable { files, schema: schema() }
    }

    /// A column of a scan of the files, in which those of the key are the first.
    fn projected(
        &self,
        name: &str,
        scan: &Schema,
        state: &dyn Session,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        let column = |name: &str| -> Result<Arc<dyn PhysicalExpr>> {
            Ok(Arc::new(Column::new(name, scan.index_of(name)?)))
        };
        if name != POSITION_NAME {
            return column(name);
        }
        let numbers = KEY.iter().map(|name| column(name)).collect::<Result<_>>()?;
        let function = Arc::new(ScalarUDF::new_from_impl(Join::new()));
        let options = Arc::clone(state.config().options());
        Ok(Arc::new(ScalarFunctionExpr::try_new(function, numbers, scan, options)?))
    }
}

#[async_trait]
impl TableProvider for LayerTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        Ok(vec![TableProviderFilterPushDown::Inexact; filters.len()])
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let wanted = match projection {
            Some(wanted) => wanted.clone(),
            None => (0..self.schema.fields().len()).collect(),
        };
        let condition = filters.iter().filter(|filter| names_position(filter));
        let condition = condition.filter_map(of_files).reduce(Expr::and);
        let of_files = |&column: &usize| column + KEY.len() - 1;
        if !wanted.contains(&0) {
            let columns = wanted.iter().map(of_files).collect();
            return self.files.scan(state, Some(&columns), filters, limit).await;
        }
        let others = wanted.iter().filter(|&&column| column != 0).map(of_files);
        let columns = (0..KEY.len()).chain(others).collect();
        let scan = self.files.scan(state, Some(&columns), &[], limit).await?;
        let scan_schema = scan.schema();
        let scan = match condition {
            Some(condition) => filtered(scan, condition, state)?,
            None => scan,
        };
        let column = |&column: &usize| {
            let name = self.schema.field(column).name();
            Ok((self.projected(name, &scan_schema, state)?, name.clone()))
        };
        let columns = wanted.iter().map(column).collect::<Result<Vec<_>>>()?;
        Ok(Arc::new(ProjectionExec::try_new(columns, scan)?))
    }
}

/// Rows of the files for which a condition holds. It is taken into the scan when the whole
/// plan is known, where row groups are left out by it.
fn filtered(
    scan: Arc<dyn ExecutionPlan>,
    condition: Expr,
    state: &dyn Session,
) -> Result<Arc<dyn ExecutionPlan>> {
    let schema = DFSchema::try_from(scan.schema())?;
    let condition = state.create_physical_expr(condition, &schema)?;
    Ok(Arc::new(FilterExec::try_new(condition, scan)?))
}

fn names_position(condition: &Expr) -> bool {
    condition.column_refs().iter().any(|column| column.name == POSITION_NAME)
}

/// What must hold of the columns of the files where a condition on the table does, if
/// anything is known.
fn of_files(condition: &Expr) -> Option<Expr> {
    if !names_position(condition) {
        return Some(condition.clone());
    }
    match condition {
        Expr::BinaryExpr(BinaryExpr { left, op: Operator::And, right }) => {
            match (of_files(left), of_files(right)) {
                (Some(left), Some(right)) => Some(left.and(right)),
                (left, right) => left.or(right),
            }
        }
        Expr::BinaryExpr(BinaryExpr { left, op: Operator::Or, right }) => {
            Some(of_files(left)?.or(of_files(right)?))
        }
        Expr::BinaryExpr(BinaryExpr { left, op, right }) => match is_position(left) {
            true => compared(*op, right),
            false => is_position(right).then(|| compared(op.swap()?, left))?,
        },
        Expr::InList(InList { expr, list, negated: false }) if is_position(expr) => {
            let cases = list.iter().map(|constant| compared(Operator::Eq, constant));
            cases.reduce(|some, more| Some(some?.or(more?)))?
        }
        _ => None,
    }
}

/// Whether it is the position, perhaps as bytes of another type.
fn is_position(expression: &Expr) -> bool {
    match expression {
        Expr::Column(column) => column.name == POSITION_NAME,
        Expr::Cast(Cast { expr, .. }) => is_position(expr),
        _ => false,
    }
}

/// What holds of the occupied squares of positions that compare so with a constant.
fn compared(operator: Operator, constant: &Expr) -> Option<Expr> {
    let Expr::Literal(value, _) = constant else { return None };
    let bytes = match value {
        ScalarValue::FixedSizeBinary(_, Some(bytes))
        | ScalarValue::Binary(Some(bytes))
        | ScalarValue::LargeBinary(Some(bytes))
        | ScalarValue::BinaryView(Some(bytes)) => bytes,
        _ => return None,
    };
    let bytes: &[u8; 24] = bytes.as_slice().try_into().ok()?;
    let (occupied, constant) = (col(KEY[0]), lit(u64::from_be_bytes(*bytes.first_chunk()?)));
    match operator {
        Operator::Eq => Some(occupied.eq(constant)),
        Operator::Lt | Operator::LtEq => Some(occupied.lt_eq(constant)),
        Operator::Gt | Operator::GtEq => Some(occupied.gt_eq(constant)),
        _ => None,
    }
}

/// Makes positions of their three numbers.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Join {
    signature: Signature,
}

impl Join {
    fn new() -> Join {
        let numbers = vec![DataType::UInt64; KEY.len()];
        Join { signature: Signature::exact(numbers, Volatility::Immutable) }
    }
}

impl ScalarUDFImpl for Join {
    fn name(&self) -> &str {
        POSITION_NAME
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(POSITION)
    }

    /// No position is missing, which by the type alone could be.
    fn return_field_from_args(&self, _: ReturnFieldArgs) -> Result<FieldRef> {
        Ok(Arc::new(column(POSITION_NAME, POSITION)))
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let columns = ColumnarValue::values_to_arrays(&call.args)?;
        let rows = columns.first().map_or(0, |column| column.len());
        let mut bytes = vec![0; 8 * KEY.len() * rows];
        for (place, column) in columns.iter().enumerate() {
            let numbers = column.as_primitive::<UInt64Type>().values();
            for (position, number) in bytes.chunks_exact_mut(8 * KEY.len()).zip(numbers) {
                position[8 * place..][..8].copy_from_slice(&number.to_be_bytes());
            }
        }
        let width = 8 * KEY.len() as i32;
        let positions = FixedSizeBinaryArray::try_new(width, Buffer::from_vec(bytes), None)?;
        Ok(ColumnarValue::Array(Arc::new(positions) as ArrayRef))
    }

    /// The rows of a layer are sorted by all three numbers, so where they are in the order of
    /// the first, they are in that of the positions.
    fn output_ordering(&self, numbers: &[ExprProperties]) -> Result<SortProperties> {
        Ok(numbers.first().map_or(SortProperties::Unordered, |first| first.sort_properties))
    }
}
