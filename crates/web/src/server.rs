//! The server itself: its address, its connections, and its end.

use crate::catalogue::{self, Endpoint};
use crate::connections::{ConnectionSlot, Connections, TrackedBody};
use crate::error::{ApiError, ErrorKind};
use crate::guard::{self, Peer};
use crate::state::{AppState, Settings};
use crate::tablebase_api::Tablebase;
use crate::{
    collection, command_api, compression, guide, jobs, monitor, openapi, page, picture,
    response_budget, scratch, tablebase_api,
};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, Response};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::any::Any;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tower::{Layer, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;

/// How long the head of a request may take to come.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// The largest head of a request in bytes.
const MOST_HEAD: usize = 32 << 10;

/// How often the server checks whether to end, and which jobs and connections to end.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long pending answers may take when the server ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// The most threads that wait for disks.
const MOST_READERS: usize = 16;

/// Serves the web app until `is_to_end` returns true.
///
/// The address with the port that was chosen is passed to `ready` once connections are accepted.
///
/// # Errors
/// If the address cannot be had, as when another program has the port.
pub fn serve(
    address: SocketAddr,
    settings: Settings,
    tables: Arc<dyn Tablebase>,
    ready: impl FnOnce(SocketAddr) -> io::Result<()>,
    is_to_end: impl Fn() -> bool,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(MOST_READERS)
        .thread_name("sole-web")
        .build()?;
    scratch::remove_stale();
    let state = Arc::new(AppState::new(settings, tables));
    let has_request = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?)?;
        accept(listener, &state, is_to_end).await;
        Ok(())
    });
    drop(state);
    runtime.shutdown_timeout(Duration::from_secs(1));
    has_request
}

/// Accepts connections until the end, and lets them finish.
async fn accept(listener: TcpListener, state: &Arc<AppState>, is_to_end: impl Fn() -> bool) {
    let app = router(state);
    let connections = Connections::new();
    let graceful = GracefulShutdown::new();
    let mut glance = tokio::time::interval(POLL_INTERVAL);
    loop {
        tokio::select! {
            (stream, peer, slot) = next(&listener, &connections) => {
                handle_connection(stream, peer, slot, &app, &graceful);
            }
            _ = glance.tick() => {
                if is_to_end() {
                    break;
                }
                state.jobs.sweep();
                connections.sweep();
            }
        }
    }
    drop(listener);
    state.jobs.cancel_all();
    // What is not done by then is cut off.
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}

/// The next connection, once there is a place for it.
async fn next(
    listener: &TcpListener,
    connections: &Arc<Connections>,
) -> (TcpStream, SocketAddr, Arc<ConnectionSlot>) {
    let slot = connections.acquire().await;
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, slot),
            // A client that is gone already, or no file descriptors left: try again soon.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Answers the requests of one connection.
fn handle_connection(
    stream: TcpStream,
    peer: SocketAddr,
    slot: Arc<ConnectionSlot>,
    app: &Router,
    graceful: &GracefulShutdown,
) {
    // Answers are small and wait for nothing.
    let _ = stream.set_nodelay(true);
    let (app, held) = (app.clone(), Arc::clone(&slot));
    let service = service_fn(move |mut request: Request<Incoming>| {
        slot.serve();
        request.extensions_mut().insert(Peer(peer));
        let (app, slot) = (app.clone(), Arc::clone(&slot));
        async move {
            let response = app.oneshot(request.map(Body::new)).await?;
            Ok::<_, std::convert::Infallible>(response.map(|body| TrackedBody::new(body, slot)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        tokio::select! {
            // Clients that break off are none of our business.
            _ = connection => {}
            () = held.evicted() => {}
        }
    });
}

/// Which handler answers what.
fn router(state: &Arc<AppState>) -> Router {
    let commands = get(command_api::answer).post(command_api::answer);
    let nouns = get(command_api::answer_noun).post(command_api::answer_noun);
    let handlers = changing()
        .route("/standard", get(tablebase_api::probe))
        .route("/standard/mainline", get(tablebase_api::mainline))
        .route("/monitor", get(monitor::show))
        .route("/api", get(guide::show))
        .route("/api/", get(guide::show))
        .route("/api/style.css", get(guide::style))
        .route("/api/openapi.json", get(openapi::show))
        .route("/api/jobs", post(jobs::start))
        .route("/api/jobs/{id}", delete(jobs::cancel))
        .route("/api/jobs/{id}/events", get(jobs::events))
        .route("/api/collection", get(collection::list))
        .route("/api/collection/{name}", get(collection::browse))
        .route("/api/collection/{name}/file", get(collection::download))
        .route("/api/collection/{name}/{id}", get(collection::one))
        .route("/men.svg", get(picture::pieces))
        .route("/api/picture", get(picture::render))
        .route("/api/{noun}", nouns)
        .route("/api/{noun}/{verb}", commands)
        .route_layer(middleware::from_fn_with_state(
            Arc::clone(state),
            response_budget::limit_responses,
        ))
        .fallback(page::serve)
        .method_not_allowed_fallback(wrong_method)
        .with_state(Arc::clone(state))
        .layer(middleware::from_fn(compression::compress))
        .layer(CatchPanicLayer::custom(panicked));
    // Around all of it, as the router itself adds the allowed methods to errors.
    let guard = middleware::from_fn_with_state(Arc::clone(state), guard::guard);
    Router::new().fallback_service(guard.layer(handlers))
}

/// The commands that change what is kept, at addresses of their own, as these take POST alone.
fn changing() -> Router<Arc<AppState>> {
    let route = |router: Router<Arc<AppState>>, endpoint: &'static Endpoint| {
        let answer = move |State(state): State<Arc<AppState>>, request: Request<Body>| async move {
            command_api::respond(&state, endpoint, request).await
        };
        let refuse = move || async {
            let message = "this changes what is kept, so it takes POST alone";
            ApiError::new(ErrorKind::Method, message).of(&endpoint.command())
        };
        router.route(&endpoint.path(), post(answer).fallback(refuse))
    };
    catalogue::all().filter(|endpoint| endpoint.changes).fold(Router::new(), route)
}

async fn wrong_method() -> ApiError {
    ApiError::method()
}

/// A handler that panicked has done nothing but that.
fn panicked(_: Box<dyn Any + Send>) -> Response<Body> {
    ApiError::internal(&"a handler panicked").into_response()
}
