//! `sum` as DataFusion has it, but for whole numbers, whose sums never wrap around.
//!
//! Games of a late layer add up to more than 64 bits hold. Whole numbers are added as decimals,
//! with room for 10¹⁰ of the largest.

use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::error::Result;
use datafusion::functions_aggregate::sum::Sum;
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, GroupsAccumulator, ReversedUDAF, Signature,
    Volatility,
};

/// The function, to take the place of DataFusion's.
pub(crate) fn exact() -> AggregateUDF {
    let signature = Signature::user_defined(Volatility::Immutable);
    AggregateUDF::new_from_impl(ExactSum { sum: Sum::new(), signature })
}

/// Decimals that hold all whole numbers of 64 bits.
const WHOLE: DataType = DataType::Decimal128(20, 0);

#[derive(Debug, PartialEq, Eq, Hash)]
struct ExactSum {
    sum: Sum,
    signature: Signature,
}

impl AggregateUDFImpl for ExactSum {
    fn name(&self) -> &str {
        self.sum.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        Ok(types.iter().map(addable).collect())
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.sum.return_type(types)
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        self.sum.accumulator(args)
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        self.sum.state_fields(args)
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        self.sum.groups_accumulator_supported(args)
    }

    fn create_groups_accumulator(
        &self,
        args: AccumulatorArgs,
    ) -> Result<Box<dyn GroupsAccumulator>> {
        self.sum.create_groups_accumulator(args)
    }

    fn create_sliding_accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        self.sum.create_sliding_accumulator(args)
    }

    fn reverse_expr(&self) -> ReversedUDAF {
        ReversedUDAF::Identical
    }
}

/// The type as which values are added; others are refused as DataFusion does.
fn addable(kind: &DataType) -> DataType {
    match kind {
        kind if kind.is_integer() => WHOLE,
        kind if kind.is_floating() => DataType::Float64,
        kind => kind.clone(),
    }
}
