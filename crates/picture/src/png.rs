//! Pictures as PNG.
//!
//! Outlines become pixels by the rasteriser of `tiny-skia`; letters are those of a stroke font.

use crate::fonts;
use crate::path::{Path, Point, Step};
use crate::picture::{Cap, Ink, Item, Paint, Picture};
use crate::pieces;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::Write as _;
use tiny_skia::{
    FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Shader, Stroke as Pen, Transform,
};

/// How many pixels a picture is wide: from 1 to [`Pixels::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pixels(u16);

impl Pixels {
    /// The widest picture.
    pub const MAX: u16 = 4096;

    /// `None` for 0 and beyond [`Pixels::MAX`].
    ///
    /// ```
    /// use sole_picture::png::Pixels;
    /// assert_eq!(Pixels::new(600).map(Pixels::get), Some(600));
    /// assert_eq!(Pixels::new(5000), None);
    /// ```
    pub const fn new(pixels: u16) -> Option<Pixels> {
        if pixels > 0 && pixels <= Pixels::MAX { Some(Pixels(pixels)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// Writes a picture on white, so many pixels wide and as high as that makes it, up to four times as high.
pub fn write(picture: &Picture, width: Pixels) -> Vec<u8> {
    let scale = f64::from(width.0) / picture.width;
    let height = (picture.height * scale).round() as u32;
    let height = height.clamp(1, 4 * u32::from(Pixels::MAX));
    let mut canvas = Canvas::new(u32::from(width.0), height);
    picture.walk(&mut |item, factor, shift| {
        let shift = Point { x: shift.x * scale, y: shift.y * scale };
        canvas.render(item, factor * scale, shift);
    });
    encode(&canvas.0)
}

struct Canvas(Pixmap);

impl Canvas {
    fn new(width: u32, height: u32) -> Canvas {
        let mut pixmap = Pixmap::new(width, height).expect("a size that is not zero and not huge");
        pixmap.fill(tiny_skia::Color::WHITE);
        Canvas(pixmap)
    }

    fn render(&mut self, item: &Item, scale: f64, shift: Point) {
        match item {
            Item::Path(path, paint) => self.render_path(path, *paint, scale, shift),
            Item::Text(text) => {
                let paint = Paint::fill(text.ink);
                self.render_path(&fonts::outline(text), paint, scale, shift);
            }
            Item::Piece(piece, corner, side) => {
                let place = Point { x: shift.x + corner.x * scale, y: shift.y + corner.y * scale };
                for (path, paint) in pieces::piece_outlines(*piece) {
                    self.render_path(&path, paint, scale * side / pieces::SQUARE, place);
                }
            }
            Item::Group(..) => {}
        }
    }

    fn render_path(&mut self, path: &Path, paint: Paint, scale: f64, shift: Point) {
        let Some(path) = outline(&path.placed(scale, shift)) else { return };
        if let Some(ink) = paint.fill {
            let place = Transform::identity();
            self.0.fill_path(&path, &solid(ink), FillRule::Winding, place, None);
        }
        if let Some(stroke) = paint.stroke {
            let (line_cap, line_join) = match stroke.cap {
                Cap::Flat => (LineCap::Butt, LineJoin::Miter),
                Cap::Round => (LineCap::Round, LineJoin::Round),
                Cap::Square => (LineCap::Square, LineJoin::Miter),
            };
            let width = (stroke.width * scale) as f32;
            let pen = Pen { width, line_cap, line_join, ..Pen::default() };
            self.0.stroke_path(&path, &solid(stroke.ink), &pen, Transform::identity(), None);
        }
    }
}

fn solid(Ink(red, green, blue): Ink) -> tiny_skia::Paint<'static> {
    let shader = Shader::SolidColor(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    tiny_skia::Paint { shader, anti_alias: true, ..tiny_skia::Paint::default() }
}

/// The outline as the rasteriser has it; `None` if it is empty.
fn outline(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    let pair = |point: Point| (point.x as f32, point.y as f32);
    for &step in path.steps() {
        match step {
            Step::Move(end) => builder.move_to(pair(end).0, pair(end).1),
            Step::Line(end) => builder.line_to(pair(end).0, pair(end).1),
            Step::Curve(one, two, end) => {
                let [(x1, y1), (x2, y2), (x, y)] = [one, two, end].map(pair);
                builder.cubic_to(x1, y1, x2, y2, x, y);
            }
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

/// The bytes of a file: a header, all rows in one piece, an end.
fn encode(pixmap: &Pixmap) -> Vec<u8> {
    let mut rows = Vec::new();
    for row in pixmap.data().chunks(4 * pixmap.width() as usize) {
        rows.push(0);
        rows.extend(row.chunks(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]));
    }
    let mut header = Vec::new();
    header.extend(pixmap.width().to_be_bytes());
    header.extend(pixmap.height().to_be_bytes());
    // Eight bits each for red, green and blue; the usual compression and filters; not interlaced.
    header.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    write_chunk(&mut file, b"IHDR", &header);
    write_chunk(&mut file, b"IDAT", &compressed(&rows));
    write_chunk(&mut file, b"IEND", &[]);
    file
}

fn write_chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).expect("a picture is smaller than 4 GiB");
    let mut crc = Crc::new();
    crc.update(kind);
    crc.update(data);
    file.extend(length.to_be_bytes());
    file.extend(kind);
    file.extend(data);
    file.extend(crc.sum().to_be_bytes());
}

/// Bytes in zlib's format.
pub(crate) fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("writing to memory does not fail")
}
