//! A session: an atlas, a DataFusion context, and queries one after the other.

use crate::error::SqlError;
use crate::functions;
use crate::providers::{LayerFunction, LayersError, layers};
use crate::rows::{Column, Sink, Writer, columns};
use crate::sum;
use crate::unsupported;
use datafusion::arrow::array::RecordBatch;
use datafusion::common::runtime::SpawnedTask;
use datafusion::error::Result as DataFusionResult;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::execution::context::{SQLOptions, SessionConfig, SessionContext};
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::sql::parser::{DFParser, Statement};
use futures::StreamExt;
use sole_atlas::Atlas;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinError;

/// Called from time to time; `Break` stops the query.
pub type StopCheck<'a> = dyn Fn() -> ControlFlow<()> + 'a;

/// How long to wait for rows between two stop checks.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The most record batches that wait to be written.
const MOST_PENDING: usize = 4;

/// Files are small for what is in them: every one is read by all threads.
const SMALLEST_FILE_TO_SHARE: usize = 1 << 16;

/// The stack of a worker: queries with thousands of terms are planned recursively.
const STACK: usize = 256 << 20;

/// The limits of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of threads.
    pub threads: usize,
    /// How many bytes hashes and sorting may take before they go to temporary files.
    pub memory: u64,
}

/// The columns and the number of rows of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuerySummary {
    /// The columns.
    pub columns: Vec<Column>,
    /// How many rows there are.
    pub rows: u64,
}

/// An atlas that answers questions.
pub struct Session {
    context: SessionContext,
    runtime: Runtime,
    atlas: Atlas,
    /// The layers that the question at work is about.
    asked: Arc<Mutex<BTreeSet<u32>>>,
}

thread_local! {
    static IS_ENGINE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this is a thread of an engine, whose panics become errors of the question.
///
/// A panic hook need not print anything then.
pub fn is_engine_thread() -> bool {
    IS_ENGINE.get()
}

impl Session {
    /// A session about an atlas.
    ///
    /// # Errors
    /// What is wrong with the manifests of the atlas, or with the machine.
    pub fn new(atlas: Atlas, settings: Settings) -> Result<Session, SqlError> {
        let failed = |message: String| SqlError::Engine { message };
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(settings.threads.max(1)).thread_stack_size(STACK);
        builder.on_thread_start(|| IS_ENGINE.set(true));
        let runtime = builder.build();
        let runtime = runtime.map_err(|error| failed(error.to_string()))?;
        let context = context(settings).map_err(|error| failed(error.to_string()))?;
        functions::all().for_each(|function| context.register_udf(function));
        context.register_udaf(sum::exact());
        let layers = layers(&atlas).map_err(|error| match error {
            LayersError::Atlas(error) => SqlError::Atlas(error),
            LayersError::Table(error) => failed(error.to_string()),
        })?;
        let registered = context.register_table("layers", Arc::new(layers));
        registered.map_err(|error| failed(error.to_string()))?;
        let asked = Arc::<Mutex<BTreeSet<u32>>>::default();
        let layer = LayerFunction { atlas: atlas.clone(), asked: Arc::clone(&asked) };
        context.register_udtf("layer", Arc::new(layer));
        Ok(Session { context, runtime, atlas, asked })
    }

    /// Executes one query.
    ///
    /// # Errors
    /// Why there is no answer; rows that were written before stay written.
    pub fn answer(
        &self,
        query: &str,
        sink: &mut Sink<'_>,
        stop_check: &StopCheck<'_>,
    ) -> Result<QuerySummary, SqlError> {
        self.asked.lock().expect("no thread has panicked").clear();
        let planned = self.on_worker(plan(self.context.clone(), query.to_owned())).flatten();
        let stream = planned.map_err(|error| match error {
            SqlError::Engine { .. } => self.blamed(error),
            error => error,
        })?;
        self.rows(query, stream, sink, stop_check).map_err(|error| match error {
            SqlError::Engine { .. } | SqlError::Query { .. } => self.blamed(error),
            error => error,
        })
    }

    /// Writes the rows of an answer.
    fn rows(
        &self,
        query: &str,
        stream: SendableRecordBatchStream,
        sink: &mut Sink<'_>,
        stop_check: &StopCheck<'_>,
    ) -> Result<QuerySummary, SqlError> {
        let schema = stream.schema();
        let mut writer = Writer::new(sink, &schema)?;
        let (sender, receiver) = sync_channel(MOST_PENDING);
        let guard = self.runtime.enter();
        let work = SpawnedTask::spawn(send(stream, sender));
        drop(guard);
        let mut rows = 0;
        while let Some(batch) = next(&receiver, stop_check)? {
            let batch = batch.map_err(|error| SqlError::of(error, query))?;
            rows += batch.num_rows() as u64;
            writer.write(&batch)?;
        }
        self.runtime.block_on(work.join()).map_err(worker_panic)?;
        writer.finish()?;
        Ok(QuerySummary { columns: columns(&schema), rows })
    }

    /// The same error, or the damage of a file that the question is about: the engine takes what
    /// it cannot decode for a mistake of its own or of the question.
    fn blamed(&self, error: SqlError) -> SqlError {
        let asked = self.asked.lock().expect("no thread has panicked");
        let decoded = asked.iter().try_for_each(|&ply| {
            let layer = self.atlas.layer(ply)?;
            layer.files.iter().try_for_each(|file| self.atlas.decode_file(ply, file))
        });
        decoded.err().map_or(error, SqlError::Atlas)
    }

    /// Runs work on a worker thread, which has a large stack.
    fn on_worker<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, SqlError> {
        self.runtime.block_on(self.runtime.spawn(work)).map_err(worker_panic)
    }
}

/// The error of a worker thread that panicked.
fn worker_panic(error: JoinError) -> SqlError {
    SqlError::Engine { message: error.to_string() }
}

/// The rows of a question, which may only read.
async fn plan(
    context: SessionContext,
    query: String,
) -> Result<SendableRecordBatchStream, SqlError> {
    let wrong = |error| SqlError::of(error, &query);
    let statements = DFParser::parse_sql(&query).map_err(wrong)?;
    let [statement] = <[Statement; 1]>::try_from(Vec::from(statements))
        .map_err(|statements| SqlError::NotOne { statements: statements.len() })?;
    if let Some(clause) = unsupported::unsupported_clause(&statement) {
        return Err(SqlError::Unsupported { clause });
    }
    let plan = context.state().statement_to_plan(statement).await.map_err(wrong)?;
    let read_only =
        SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
    read_only.verify_plan(&plan).map_err(|_| SqlError::Changing)?;
    let answer = context.execute_logical_plan(plan).await.map_err(wrong)?;
    answer.execute_stream().await.map_err(wrong)
}

fn context(settings: Settings) -> DataFusionResult<SessionContext> {
    let mut config = SessionConfig::new()
        .with_target_partitions(settings.threads.max(1))
        .with_information_schema(true)
        .with_repartition_file_min_size(SMALLEST_FILE_TO_SHARE);
    config.options_mut().sql_parser.collect_spans = true;
    let memory = usize::try_from(settings.memory).unwrap_or(usize::MAX);
    let reserved = &mut config.options_mut().execution.sort_spill_reservation_bytes;
    *reserved = (*reserved).min(memory / (8 * settings.threads.max(1)));
    let pool = Arc::new(FairSpillPool::new(memory));
    let runtime = RuntimeEnvBuilder::new().with_memory_pool(pool).build_arc()?;
    Ok(SessionContext::new_with_config_rt(config, runtime))
}

/// Sends record batches until there are no more, or the receiver is gone.
async fn send(
    mut stream: SendableRecordBatchStream,
    to: SyncSender<DataFusionResult<RecordBatch>>,
) {
    while let Some(batch) = stream.next().await {
        if to.send(batch).is_err() {
            return;
        }
    }
}

/// The next rows, or nothing at the end.
fn next(
    rows: &Receiver<DataFusionResult<RecordBatch>>,
    stop_check: &StopCheck<'_>,
) -> Result<Option<DataFusionResult<RecordBatch>>, SqlError> {
    loop {
        if stop_check().is_break() {
            return Err(SqlError::Stopped);
        }
        match rows.recv_timeout(POLL_INTERVAL) {
            Ok(batch) => return Ok(Some(batch)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}
