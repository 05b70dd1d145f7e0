//! Pictures: the chess pieces for the front end, and diagrams to save.

use crate::catalogue;
use crate::command_api;
use crate::error::ApiError;
use crate::reply::{json, typed};
use crate::request::{Parameters, usage};
use crate::state::AppState;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use bytes::Bytes;
use serde::Deserialize;
use sole_picture::pdf::Document;
use sole_picture::png::{self, Pixels};
use sole_picture::{BoardView, Picture, Style, SudokuCell, SudokuView, svg};
use std::fmt::Display;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

static PIECES: LazyLock<Bytes> = LazyLock::new(|| sole_picture::piece_sprite().into());

const SVG: &str = "image/svg+xml";

/// The width of pictures in pixels if nobody says it.
const WIDTH: u16 = 800;

/// `GET /pieces.svg`.
pub(crate) async fn pieces() -> Response<Body> {
    let mut response = typed(StatusCode::OK, SVG, PIECES.clone());
    let cache = HeaderValue::from_static("public, max-age=3600");
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    response
}

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png(Pixels),
    Pdf,
}

/// `GET /api/picture`.
pub(crate) async fn render(
    State(state): State<Arc<AppState>>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    let mut parameters = Parameters::from_query(request.uri().query().unwrap_or_default())?;
    let format = format(&mut parameters)?;
    let style = style(&mut parameters)?;
    let picture = match (parameters.take_text("fen")?, parameters.take_text("grid")?) {
        (Some(fen), None) => board(&fen, style, &mut parameters)?,
        (None, Some(grid)) => match sudoku(&state, grid, style).await? {
            Ok(picture) => picture,
            Err(complaint) => return Ok(json(StatusCode::BAD_REQUEST, complaint)),
        },
        _ => return Err(usage("a picture needs either 'fen' or 'grid'")),
    };
    parameters.end()?;
    let written = tokio::task::spawn_blocking(move || write(picture, format)).await;
    written.map_err(|error| ApiError::internal(&error))
}

fn format(parameters: &mut Parameters) -> Result<Format, ApiError> {
    let width = parameters.take_number("width")?.unwrap_or(WIDTH);
    let pixels = Pixels::new(width);
    let pixels = pixels.ok_or_else(|| usage(format!("'width' is from 1 to {}", Pixels::MAX)))?;
    match parameters.take_text("format")?.as_deref() {
        None | Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png(pixels)),
        Some("pdf") => Ok(Format::Pdf),
        Some(other) => Err(usage(format!("'format' is svg, png or pdf, not {other}"))),
    }
}

fn style(parameters: &mut Parameters) -> Result<Style, ApiError> {
    match parameters.take_text("style")?.as_deref() {
        None => Ok(Style::default()),
        Some("screen") => Ok(Style::Screen),
        Some("print") => Ok(Style::Print),
        Some("grey") => Ok(Style::Grey),
        Some(other) => Err(usage(format!("'style' is screen, print or grey, not {other}"))),
    }
}

/// A board with the men of the first field of a FEN.
fn board(fen: &str, style: Style, parameters: &mut Parameters) -> Result<Picture, ApiError> {
    let placement = fen.split([' ', '_']).next().unwrap_or_default();
    let mut view = BoardView { style, ..BoardView::default() };
    match parameters.take_text("below")?.as_deref() {
        None | Some("white") => {}
        Some("black") => view.below = !view.below,
        Some(other) => return Err(usage(format!("'below' is white or black, not {other}"))),
    }
    render_diagram(placement, |diagram| view.render(diagram))
}

/// What is drawn of something that can be read.
fn render_diagram<T: FromStr<Err: Display>>(
    text: &str,
    render: impl FnOnce(&T) -> Picture,
) -> Result<Picture, ApiError> {
    match text.parse() {
        Ok(subject) => Ok(render(&subject)),
        Err(error) => Err(usage(format!("'fen': {error}"))),
    }
}

/// What `sudoku show` says.
#[derive(Deserialize)]
struct Shown {
    result: Grid,
}

#[derive(Deserialize)]
struct Grid {
    puzzle: String,
    boxes: [usize; 2],
}

/// A sudoku as the command reads it, or the complaint of the command.
async fn sudoku(
    state: &AppState,
    grid: String,
    style: Style,
) -> Result<Result<Picture, Bytes>, ApiError> {
    let endpoint = catalogue::find("sudoku", "show").expect("it is in the catalogue");
    let request = Parameters::from_object(serde_json::json!({ "grid": grid }))?;
    let output = command_api::run(state, endpoint, request).await?;
    let answer = output.lines.into_iter().next().unwrap_or_default();
    let Ok(Shown { result }) = serde_json::from_slice::<Shown>(&answer) else {
        return Ok(Err(answer));
    };
    let [width, height] = result.boxes;
    let mut view = SudokuView { style, ..SudokuView::empty(width, height) };
    for (cell, symbol) in view.cells.iter_mut().zip(symbols(&result.puzzle)) {
        if !matches!(symbol.as_str(), "." | "0") {
            *cell = SudokuCell::Given(symbol);
        }
    }
    Ok(Ok(view.render()))
}

/// The cells of a grid in one line: signs, or numbers with blanks between them.
fn symbols(line: &str) -> Vec<String> {
    if line.contains(char::is_whitespace) {
        line.split_whitespace().map(str::to_owned).collect()
    } else {
        line.chars().map(String::from).collect()
    }
}

fn write(picture: Picture, format: Format) -> Response<Body> {
    let (content_type, content) = match format {
        Format::Svg => (SVG, svg::write(&picture).into_bytes()),
        Format::Png(pixels) => ("image/png", png::write(&picture, pixels)),
        Format::Pdf => {
            let document = Document { pages: vec![picture.into()], ..Document::default() };
            ("application/pdf", document.write())
        }
    };
    typed(StatusCode::OK, content_type, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_of_any_size_are_cut_into_cells() {
        for (line, expected) in [("1.2", "1|.|2"), ("1 . 12", "1|.|12"), ("", "")] {
            assert_eq!(symbols(line).join("|"), expected, "{line}");
        }
    }

    #[test]
    fn formats_and_widths_are_checked() {
        let read = |query: &str| format(&mut Parameters::from_query(query).expect("a query")).ok();
        assert_eq!(read(""), Some(Format::Svg));
        assert_eq!(read("format=png&width=100"), Pixels::new(100).map(Format::Png));
        for query in ["format=exe", "width=0&format=png", "width=99999", "width=x"] {
            assert_eq!(read(query), None, "{query}");
        }
    }
}
