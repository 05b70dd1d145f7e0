//! A session: an atlas, an engine, and questions one after the other.

use crate::error::SqlError;
use crate::functions;
use crate::rows::{Column, Sink, Writer, columns};
use crate::sum;
use crate::tables::{LayerFunction, LayersError, layers};
use crate::unheard;
use datafusion::arrow::array::RecordBatch;
use datafusion::common::runtime::SpawnedTask;
use datafusion::error::Result as Found;
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

/// What is asked from time to time whether to go on.
pub type Watch<'a> = dyn Fn() -> ControlFlow<()> + 'a;

/// How long to wait for rows before looking at the watch.
const PAUSE: Duration = Duration::from_millis(50);

/// How many bundles of rows may wait to be written.
const WAITING: usize = 4;

/// Files are small for what is in them: every one is read by all threads.
const SMALLEST_FILE_TO_SHARE: usize = 1 << 16;

/// Questions of thousands of terms are gone through by functions that call themselves.
const STACK: usize = 256 << 20;

/// What a session may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many threads work.
    pub threads: usize,
    /// How many bytes hashes and sorting may take before they go to temporary files.
    pub memory: u64,
}

/// What is told of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
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

    /// Answers one question.
    ///
    /// # Errors
    /// Why there is no answer; rows that were written before stay written.
    pub fn answer(
        &self,
        query: &str,
        sink: &mut Sink<'_>,
        watch: &Watch<'_>,
    ) -> Result<Answered, SqlError> {
        self.asked.lock().expect("no thread has panicked").clear();
        let planned = self.on_worker(plan(self.context.clone(), query.to_owned())).flatten();
        let stream = planned.map_err(|error| match error {
            SqlError::Engine { .. } => self.blamed(error),
            error => error,
        })?;
        self.rows(query, stream, sink, watch).map_err(|error| match error {
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
        watch: &Watch<'_>,
    ) -> Result<Answered, SqlError> {
        let schema = stream.schema();
        let mut writer = Writer::new(sink, &schema)?;
        let (sender, receiver) = sync_channel(WAITING);
        let guard = self.runtime.enter();
        let work = SpawnedTask::spawn(send(stream, sender));
        drop(guard);
        let mut rows = 0;
        while let Some(batch) = next(&receiver, watch)? {
            let batch = batch.map_err(|error| SqlError::of(error, query))?;
            rows += batch.num_rows() as u64;
            writer.write(&batch)?;
        }
        self.runtime.block_on(work.join()).map_err(died)?;
        writer.finish()?;
        Ok(Answered { columns: columns(&schema), rows })
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

    /// What comes of work that a thread of the engine does, which has the stack for it.
    fn on_worker<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, SqlError> {
        self.runtime.block_on(self.runtime.spawn(work)).map_err(died)
    }
}

/// A thread of the engine that panicked.
fn died(error: JoinError) -> SqlError {
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
    if let Some(clause) = unheard::clause_of(&statement) {
        return Err(SqlError::Unheard { clause });
    }
    let plan = context.state().statement_to_plan(statement).await.map_err(wrong)?;
    let reading =
        SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
    reading.verify_plan(&plan).map_err(|_| SqlError::Changing)?;
    let answer = context.execute_logical_plan(plan).await.map_err(wrong)?;
    answer.execute_stream().await.map_err(wrong)
}

fn context(settings: Settings) -> Found<SessionContext> {
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

/// Hands rows on until there are no more, or nobody wants them.
async fn send(mut stream: SendableRecordBatchStream, to: SyncSender<Found<RecordBatch>>) {
    while let Some(batch) = stream.next().await {
        if to.send(batch).is_err() {
            return;
        }
    }
}

/// The next rows, or nothing at the end.
fn next(
    rows: &Receiver<Found<RecordBatch>>,
    watch: &Watch<'_>,
) -> Result<Option<Found<RecordBatch>>, SqlError> {
    loop {
        if watch().is_break() {
            return Err(SqlError::Stopped);
        }
        match rows.recv_timeout(PAUSE) {
            Ok(batch) => return Ok(Some(batch)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}
