//! `/standard`: the tablebase API, compatible with lila-tablebase, with a cache.

use crate::error::{ApiError, SERVER};
use crate::reply::json;
use crate::request::{Parameters, usage};
use crate::state::AppState;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, Response, StatusCode};
use bytes::Bytes;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Tables that answer for positions, in JSON; the server knows no chess.
pub trait Tablebase: Send + Sync + 'static {
    /// Reads a position in any form.
    ///
    /// # Errors
    /// An envelope that says what is wrong, if the text is not a position.
    fn position(&self, text: &str) -> Result<PositionQuery, Vec<u8>>;

    /// How a position ends, with every move.
    fn probe(&self, query: &PositionQuery) -> Probed;

    /// The best line.
    fn mainline(&self, query: &PositionQuery) -> Probed;
}

/// A position that was read. Equal ones have the same answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PositionQuery {
    /// The position, written the same way however it was read.
    pub fen: String,
    /// What was assumed where the text left something out.
    pub warnings: Vec<String>,
}

impl PositionQuery {
    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        self.fen.len() + self.warnings.iter().map(String::len).sum::<usize>()
    }
}

/// What tables say, in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probed {
    /// The answer.
    Found(Vec<u8>),
    /// An envelope: no table has it, or not yet.
    Missing(Vec<u8>),
    /// An envelope: a table is damaged.
    Broken(Vec<u8>),
}

/// What is asked about which position.
type Key = (Question, PositionQuery);

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    Probe,
    Mainline,
}

/// The tablebase with a cache of recent answers.
pub(crate) struct CachedTablebase {
    tables: Arc<dyn Tablebase>,
    shards: [Mutex<Shard>; SHARDS],
    hasher: RandomState,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// The number of locks of the cache.
const SHARDS: usize = 16;

/// The most bytes of one generation of a shard, so that all are at most 64 MiB.
const MOST: usize = (64 << 20) / (2 * SHARDS);

/// About how many bytes an entry takes besides its position and its text.
const ENTRY_OVERHEAD: usize = 128;

/// How long an answer is used: other programs may build tables meanwhile.
const TIME_TO_LIVE: Duration = Duration::from_secs(60);

/// Answers of two generations: when the young one is full it becomes the old one.
#[derive(Default)]
struct Shard {
    young: HashMap<Key, CachedAnswer>,
    old: HashMap<Key, CachedAnswer>,
    /// The bytes of the young ones, about.
    bytes: usize,
}

#[derive(Clone)]
struct CachedAnswer {
    body: Bytes,
    expires: Instant,
}

impl Shard {
    fn get(&mut self, key: &Key) -> Option<Bytes> {
        let fresh = |cached: &&CachedAnswer| cached.expires > Instant::now();
        if let Some(cached) = self.young.get(key).filter(fresh) {
            return Some(cached.body.clone());
        }
        let cached = self.old.remove(key).filter(|cached| fresh(&cached))?;
        let body = cached.body.clone();
        self.insert(key.clone(), cached);
        Some(body)
    }

    fn insert(&mut self, key: Key, cached: CachedAnswer) {
        let bytes = ENTRY_OVERHEAD + key.1.bytes() + cached.body.len();
        if self.bytes + bytes > MOST {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += bytes;
        self.young.insert(key, cached);
    }
}

impl CachedTablebase {
    /// A tablebase with an empty cache.
    pub(crate) fn new(tables: Arc<dyn Tablebase>) -> CachedTablebase {
        CachedTablebase {
            tables,
            shards: Default::default(),
            hasher: RandomState::new(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// Clears the cache, because tables were built.
    pub(crate) fn clear(&self) {
        for shard in &self.shards {
            *shard.lock().unwrap_or_else(PoisonError::into_inner) = Shard::default();
        }
    }

    /// The number of cache hits and misses.
    pub(crate) fn hits_and_misses(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }

    fn shard(&self, key: &Key) -> &Mutex<Shard> {
        &self.shards[self.hasher.hash_one(key) as usize % SHARDS]
    }

    fn cached_answer(&self, key: &Key) -> Option<Bytes> {
        let body = self.shard(key).lock().unwrap_or_else(PoisonError::into_inner).get(key);
        let count = if body.is_some() { &self.hits } else { &self.misses };
        count.fetch_add(1, Ordering::Relaxed);
        body
    }

    fn insert_answer(&self, key: Key, body: Bytes) {
        let cached = CachedAnswer { body, expires: Instant::now() + TIME_TO_LIVE };
        self.shard(&key).lock().unwrap_or_else(PoisonError::into_inner).insert(key, cached);
    }
}

/// `GET /tablebase`.
pub(crate) async fn probe(
    State(state): State<Arc<AppState>>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    answer(&state, Question::Probe, request).await
}

/// `GET /tablebase/mainline`.
pub(crate) async fn mainline(
    State(state): State<Arc<AppState>>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    answer(&state, Question::Mainline, request).await
}

async fn answer(
    state: &AppState,
    question: Question,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    let tablebase = &state.tablebase;
    let mut parameters = Parameters::from_query(request.uri().query().unwrap_or_default())?;
    let fen =
        parameters.take_text("fen")?.ok_or_else(|| usage("the parameter 'fen' is missing"))?;
    let key = match tablebase.tables.position(&fen) {
        Ok(query) => (question, query),
        Err(envelope) => return Ok(json(StatusCode::BAD_REQUEST, envelope)),
    };
    if let Some(body) = tablebase.cached_answer(&key) {
        return Ok(json(StatusCode::OK, body));
    }
    let (key, probed) = ask(Arc::clone(&tablebase.tables), key).await;
    Ok(match probed {
        Probed::Found(body) => {
            let body = Bytes::from(body.into_boxed_slice());
            tablebase.insert_answer(key, body.clone());
            json(StatusCode::OK, body)
        }
        Probed::Missing(envelope) => json(StatusCode::NOT_FOUND, envelope),
        Probed::Broken(envelope) => json(StatusCode::INTERNAL_SERVER_ERROR, envelope),
    })
}

/// Reads tables on a thread that may block.
async fn ask(tables: Arc<dyn Tablebase>, (question, query): Key) -> (Key, Probed) {
    let asked = tokio::task::spawn_blocking(move || {
        let probed = match question {
            Question::Probe => tables.probe(&query),
            Question::Mainline => tables.mainline(&query),
        };
        ((question, query), probed)
    });
    match asked.await {
        Ok(answered) => answered,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        Err(error) => unreachable!("{SERVER}: nothing else ends it: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cached(text: &'static str) -> CachedAnswer {
        CachedAnswer {
            body: Bytes::from_static(text.as_bytes()),
            expires: Instant::now() + TIME_TO_LIVE,
        }
    }

    #[test]
    fn the_cache_is_bounded_and_keeps_recent_answers() {
        let mut shard = Shard::default();
        let query = |n: usize| PositionQuery { fen: n.to_string(), ..Default::default() };
        let key = |n: usize| (Question::Probe, query(n));
        let long = || CachedAnswer { body: vec![b'x'; 4096].into(), ..cached("") };
        let held = |all: &HashMap<_, CachedAnswer>| {
            all.values().map(|cached| cached.body.len()).sum::<usize>()
        };
        shard.insert(key(0), cached("first"));
        for n in 1..5 * MOST / 4096 {
            shard.insert(key(n), long());
            assert_eq!(shard.get(&key(0)).as_deref(), Some(&b"first"[..]), "{n}");
            assert!(held(&shard.young) <= MOST && held(&shard.old) <= MOST, "{n}");
        }
        assert!(held(&shard.young) + held(&shard.old) > MOST / 2, "it is used");
        assert_eq!(shard.get(&key(1)), None);
    }

    #[test]
    fn expired_answers_are_not_used() {
        let mut shard = Shard::default();
        let key = (Question::Mainline, PositionQuery::default());
        shard.insert(key.clone(), CachedAnswer { expires: Instant::now(), ..cached("x") });
        assert_eq!(shard.get(&key), None);
    }
}
