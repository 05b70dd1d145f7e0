//! The server itself: its address, its connections, and its end.

use crate::catalogue::{self, Endpoint};
use crate::connections::{Connections, Seat, Watched};
use crate::guard::{self, Peer};
use crate::refusal::{Reason, Refusal};
use crate::standard::Tablebase;
use crate::workshop::{Settings, Workshop};
use crate::{
    collection, compression, freight, guide, jobs, monitor, openapi, page, picture, scratch,
    standard, work,
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

/// How often one looks whether the server is to end, and which jobs and connections are.
const GLANCE: Duration = Duration::from_millis(100);

/// How long answers that are on their way may take when the server ends.
const FAREWELL: Duration = Duration::from_secs(3);

/// How many threads wait for disks at most.
const MOST_READERS: usize = 16;

/// Serves the workshop until `is_to_end` says so.
///
/// The address with the port that was chosen is told to `ready` once connections are accepted.
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
    scratch::sweep();
    let workshop = Arc::new(Workshop::new(settings, tables));
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?)?;
        accept(listener, &workshop, is_to_end).await;
        Ok(())
    });
    drop(workshop);
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// Accepts connections until the end, and lets them finish.
async fn accept(listener: TcpListener, workshop: &Arc<Workshop>, is_to_end: impl Fn() -> bool) {
    let app = router(workshop);
    let connections = Connections::new();
    let graceful = GracefulShutdown::new();
    let mut glance = tokio::time::interval(GLANCE);
    loop {
        tokio::select! {
            (stream, peer, seat) = next(&listener, &connections) => {
                attend(stream, peer, seat, &app, &graceful);
            }
            _ = glance.tick() => {
                if is_to_end() {
                    break;
                }
                workshop.jobs.sweep();
                connections.sweep();
            }
        }
    }
    drop(listener);
    workshop.jobs.cancel_all();
    // What is not done by then is cut off.
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// The next connection, once there is a place for it.
async fn next(
    listener: &TcpListener,
    connections: &Arc<Connections>,
) -> (TcpStream, SocketAddr, Arc<Seat>) {
    let seat = connections.seat().await;
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, seat),
            // A client that is gone already, or no files left: others may be luckier soon.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Answers the requests of one connection.
fn attend(
    stream: TcpStream,
    peer: SocketAddr,
    seat: Arc<Seat>,
    app: &Router,
    graceful: &GracefulShutdown,
) {
    // Answers are small and wait for nothing.
    let _ = stream.set_nodelay(true);
    let (app, held) = (app.clone(), Arc::clone(&seat));
    let service = service_fn(move |mut request: Request<Incoming>| {
        seat.serve();
        request.extensions_mut().insert(Peer(peer));
        let (app, seat) = (app.clone(), Arc::clone(&seat));
        async move {
            let response = app.oneshot(request.map(Body::new)).await?;
            Ok::<_, std::convert::Infallible>(response.map(|body| Watched::new(body, seat)))
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
            () = held.dismissed() => {}
        }
    });
}

/// Which handler answers what.
fn router(workshop: &Arc<Workshop>) -> Router {
    let commands = get(work::answer).post(work::answer);
    let nouns = get(work::answer_noun).post(work::answer_noun);
    let handlers = changing()
        .route("/standard", get(standard::probe))
        .route("/standard/mainline", get(standard::mainline))
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
        .route("/men.svg", get(picture::men))
        .route("/api/picture", get(picture::draw))
        .route("/api/{noun}", nouns)
        .route("/api/{noun}/{verb}", commands)
        .route_layer(middleware::from_fn_with_state(Arc::clone(workshop), freight::load))
        .fallback(page::serve)
        .method_not_allowed_fallback(wrong_method)
        .with_state(Arc::clone(workshop))
        .layer(middleware::from_fn(compression::compress))
        .layer(CatchPanicLayer::custom(panicked));
    // Around all of it, as the router itself adds to refusals which methods there are.
    let guard = middleware::from_fn_with_state(Arc::clone(workshop), guard::guard);
    Router::new().fallback_service(guard.layer(handlers))
}

/// The commands that change what is kept, at addresses of their own, as these take POST alone.
fn changing() -> Router<Arc<Workshop>> {
    let route = |router: Router<Arc<Workshop>>, endpoint: &'static Endpoint| {
        let answer = move |State(workshop): State<Arc<Workshop>>, request: Request<Body>| async move {
            work::respond(&workshop, endpoint, request).await
        };
        let refuse = move || async {
            let message = "this changes what is kept, so it takes POST alone";
            Refusal::new(Reason::Method, message).of(&endpoint.command())
        };
        router.route(&endpoint.path(), post(answer).fallback(refuse))
    };
    catalogue::all().filter(|endpoint| endpoint.changes).fold(Router::new(), route)
}

async fn wrong_method() -> Refusal {
    Refusal::method()
}

/// A handler that panicked has done nothing but that.
fn panicked(_: Box<dyn Any + Send>) -> Response<Body> {
    Refusal::internal(&"a handler panicked").into_response()
}
