//! Clauses that DataFusion parses but ignores. They are rejected, since the answer would be wrong.

use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{PipeOperator, Query, TableFactor, Visit, Visitor};
use std::ops::ControlFlow;

/// The first unsupported clause of a statement.
pub(crate) fn unsupported_clause(statement: &Statement) -> Option<&'static str> {
    match statement {
        Statement::Statement(statement) => statement.visit(&mut Search).break_value(),
        Statement::Explain(explained) => unsupported_clause(&explained.statement),
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
