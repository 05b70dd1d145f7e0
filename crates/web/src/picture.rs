//! Pictures: the chessmen for the page, and diagrams to save.

use crate::catalogue;
use crate::refusal::Refusal;
use crate::reply::{json, typed};
use crate::request::{Parameters, usage};
use crate::work;
use crate::workshop::Workshop;
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

static MEN: LazyLock<Bytes> = LazyLock::new(|| sole_picture::piece_sprite().into());

const SVG: &str = "image/svg+xml";

/// The width of pictures in pixels if nobody says it.
const WIDTH: u16 = 800;

/// `GET /men.svg`.
pub(crate) async fn men() -> Response<Body> {
    let mut response = typed(StatusCode::OK, SVG, MEN.clone());
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
pub(crate) async fn draw(
    State(workshop): State<Arc<Workshop>>,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    let mut parameters = Parameters::from_query(request.uri().query().unwrap_or_default())?;
    let format = format(&mut parameters)?;
    let style = style(&mut parameters)?;
    let picture = match (parameters.take_text("fen")?, parameters.take_text("grid")?) {
        (Some(fen), None) => board(&fen, style, &mut parameters)?,
        (None, Some(grid)) => match sudoku(&workshop, grid, style).await? {
            Ok(picture) => picture,
            Err(complaint) => return Ok(json(StatusCode::BAD_REQUEST, complaint)),
        },
        _ => return Err(usage("a picture needs either 'fen' or 'grid'")),
    };
    parameters.end()?;
    let written = tokio::task::spawn_blocking(move || write(picture, format)).await;
    written.map_err(|error| Refusal::internal(&error))
}

fn format(parameters: &mut Parameters) -> Result<Format, Refusal> {
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

fn style(parameters: &mut Parameters) -> Result<Style, Refusal> {
    match parameters.take_text("style")?.as_deref() {
        None => Ok(Style::default()),
        Some("screen") => Ok(Style::Screen),
        Some("print") => Ok(Style::Print),
        Some("grey") => Ok(Style::Grey),
        Some(other) => Err(usage(format!("'style' is screen, print or grey, not {other}"))),
    }
}

/// A board with the men of the first field of a FEN.
fn board(fen: &str, style: Style, parameters: &mut Parameters) -> Result<Picture, Refusal> {
    let placement = fen.split([' ', '_']).next().unwrap_or_default();
    let mut view = BoardView { style, ..BoardView::default() };
    match parameters.take_text("below")?.as_deref() {
        None | Some("white") => {}
        Some("black") => view.below = !view.below,
        Some(other) => return Err(usage(format!("'below' is white or black, not {other}"))),
    }
    drawn(placement, |diagram| view.render(diagram))
}

/// What is drawn of something that can be read.
fn drawn<T: FromStr<Err: Display>>(
    text: &str,
    draw: impl FnOnce(&T) -> Picture,
) -> Result<Picture, Refusal> {
    match text.parse() {
        Ok(subject) => Ok(draw(&subject)),
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
    workshop: &Workshop,
    grid: String,
    style: Style,
) -> Result<Result<Picture, Bytes>, Refusal> {
    let endpoint = catalogue::find("sudoku", "show").expect("it is in the catalogue");
    let request = Parameters::from_object(serde_json::json!({ "grid": grid }))?;
    let finding = work::run(workshop, endpoint, request).await?;
    let answer = finding.lines.into_iter().next().unwrap_or_default();
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
