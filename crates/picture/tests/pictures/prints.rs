//! Pages of books turned into pixels by another program, poppler's pdftoppm.

use crate::books::book;
use sole_picture::book::{Layout, Paper};
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Pixels of a point: pages are turned into pixels at 72 for an inch.
const RESOLUTION: &str = "72";

/// Where the ink of pages may be: from the left and the right, the upper and the lower edge.
const MARGINS: [f64; 4] = [76.0, 76.0, 36.0, 26.0];

/// Darker than this is ink.
const INK: u8 = 200;

/// How far the edges of letters reach beyond their widths, and lines beyond their middles.
const BLUR: f64 = 3.0;

/// The pages of a book as files, in their order; nothing if there is no such program.
fn prints(name: &str, layout: Layout) -> Option<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book-pages").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("target is writable");
    let pdf = folder.join("book.pdf");
    fs::write(&pdf, book(&[14, 7, 3]).pages(layout).write()).expect("target is writable");
    let mut command = Command::new("pdftoppm");
    command.args(["-r", RESOLUTION, "-gray", "-png"]).arg(&pdf).arg(folder.join("page"));
    let output = match command.output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        output => output.expect("pdftoppm runs"),
    };
    // It warns of whatever is odd in a file.
    let warnings = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && warnings.is_empty(), "{name}: {warnings}");
    let files = fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
    let mut pages: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "png")).collect();
    pages.sort();
    Some(pages)
}

/// The pixels of a page in rows: width and lightness.
fn pixels(path: &Path) -> (usize, Vec<u8>) {
    let file = BufReader::new(File::open(path).expect("a file"));
    let mut reader = png::Decoder::new(file).read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("not too large")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    assert_eq!(info.bit_depth, png::BitDepth::Eight);
    let darkest = |pixel: &[u8]| pixel.iter().copied().min().unwrap_or(u8::MAX);
    let pixels = pixels.chunks(info.color_type.samples()).map(darkest).collect();
    (info.width as usize, pixels)
}

/// How far ink stays from the edges of a page: left, right, above, below. `None` if there is none.
fn distances((width, pixels): &(usize, Vec<u8>)) -> Option<[f64; 4]> {
    let height = pixels.len() / width;
    let inked = pixels.iter().enumerate().filter(|(_, light)| **light < INK);
    let places = inked.map(|(place, _)| [place % width, place / width]);
    let [mut low, mut high] = [[usize::MAX; 2], [0; 2]];
    for [x, y] in places {
        low = [low[0].min(x), low[1].min(y)];
        high = [high[0].max(x), high[1].max(y)];
    }
    let edges = [low[0], width - 1 - high[0], low[1], height - 1 - high[1]];
    (low[0] != usize::MAX).then(|| edges.map(|edge| edge as f64))
}

/// Every page has ink, and none of it leaves the margins. The pages stay under `target/tmp/book-pages`, to be looked at.
#[test]
fn ink_stays_inside_the_margins() {
    let layouts = [
        ("2x3", Layout::default()),
        ("1x1", Layout::new(1, 1).expect("a layout")),
        ("4x6", Layout::new(4, 6).expect("a layout").on(Paper::Letter)),
    ];
    for (name, layout) in layouts {
        let Some(pages) = prints(name, layout) else {
            let missing = "SKIPPED: pages of books are not looked at, for pdftoppm is missing (Debian: poppler-utils)";
            // Not by a macro, whose words are kept back when a test passes.
            writeln!(io::stderr(), "{missing}").expect("standard error is there");
            continue;
        };
        assert!(pages.len() > 5, "{name}: {}", pages.len());
        for page in pages {
            let place = page.display();
            let edges = distances(&pixels(&page)).unwrap_or_else(|| panic!("{place} is empty"));
            for (edge, margin) in edges.into_iter().zip(MARGINS) {
                assert!(edge >= margin - BLUR, "{place}: {edges:?}");
            }
        }
    }
}
