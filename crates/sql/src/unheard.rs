//! Clauses that the engine reads and then leaves out of account, so that its answer would be one to
//! another question.

use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{PipeOperator, Query, TableFactor, Visit, Visitor};
use std::ops::ControlFlow;

/// The first such clause of a statement.
pub(crate) fn clause_of(statement: &Statement) -> Option<&'static str> {
    match statement {
        Statement::Statement(statement) => statement.visit(&mut Search).break_value(),
        Statement::Explain(explained) => clause_of(&explained.statement),
        _ => None,
    }
}

struct Search;

const SAMPLE: &str = "tablesample";

impl Visitor for Search {
    type Break = &'static str;

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<&'static str> {
        let is_sample =
            |operator: &PipeOperator| matches!(operator, PipeOperator::TableSample { .. });
        match query {
            Query { locks, .. } if !locks.is_empty() => ControlFlow::Break("for update"),
            Query { pipe_operators, .. } if pipe_operators.iter().any(is_sample) => {
                ControlFlow::Break(SAMPLE)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn pre_visit_table_factor(&mut self, table: &TableFactor) -> ControlFlow<&'static str> {
        match table {
            TableFactor::Table { sample: Some(_), .. }
            | TableFactor::Derived { sample: Some(_), .. } => ControlFlow::Break(SAMPLE),
            _ => ControlFlow::Continue(()),
        }
    }
}
