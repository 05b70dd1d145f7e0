//! Pictures as PNG, read back by another library.

use crate::boards::{any_diagram, any_view};
use crate::golden::assert_golden;
use crate::grids::filled;
use sole_board::{Color, Diagram, Piece, Role};
use sole_picture::png::{Pixels, write};
use sole_picture::{BoardView, Ink, Item, Picture, at};
use std::fmt::Write as _;

/// The pixels of a file.
struct Decoded {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Decoded {
    fn of(picture: &Picture, width: u16) -> Decoded {
        let bytes = write(picture, Pixels::new(width).expect("a width"));
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("all rows");
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        Decoded { width: info.width as usize, height: info.height as usize, pixels }
    }

    fn at(&self, x: usize, y: usize) -> Ink {
        let place = 3 * (y * self.width + x);
        Ink(self.pixels[place], self.pixels[place + 1], self.pixels[place + 2])
    }

    /// Blocks of pixels as letters, the darker the heavier.
    fn ascii(&self, width: usize, height: usize) -> String {
        let mut text = String::new();
        for top in (0..self.height).step_by(height) {
            for left in (0..self.width).step_by(width) {
                let blocks =
                    (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
                let light: usize = blocks.map(|(x, y)| usize::from(self.at(x, y).1)).sum();
                text.push([b'#', b'+', b'.', b' '][light / (width * height * 64)].into());
            }
            text = text.trim_end().to_owned() + "\n";
        }
        text
    }
}

/// A look at every piece. What is shown is coarse, so that it does not depend on the machine.
#[test]
fn pieces_look_unchanged() {
    let mut text = String::new();
    for role in Role::ALL.into_iter().rev() {
        let mut picture = Picture::new(90.0, 45.0);
        for (color, x) in Color::ALL.into_iter().zip([0.0, 45.0]) {
            picture.items.push(Item::Piece(Piece { color, role }, at(x, 0.0), 45.0));
        }
        let _ = write!(text, "{}\n{}", role.name(), Decoded::of(&picture, 720).ascii(10, 20));
    }
    assert_golden("men.txt", &text);
}

#[test]
fn pixels_are_where_they_belong() {
    let diagram: Diagram = "k7/8/8/8/8/8/8/8".parse().expect("a diagram");
    let view = BoardView { coordinates: false, ..BoardView::default() };
    let board = Decoded::of(&view.render(&diagram), 723);
    assert_eq!((board.width, board.height), (723, 723));
    let (light, dark) = (Ink(0xf3, 0xe9, 0xd2), Ink(0xb9, 0x95, 0x6b));
    let cases = [
        ((0, 0), Ink::BLACK),
        ((8, 8), light),
        // The middle of the king's body, below his collar.
        ((46, 60), Ink::BLACK),
        ((100, 8), dark),
        ((8, 100), dark),
        ((715, 715), light),
        ((722, 722), Ink::BLACK),
    ];
    for ((x, y), expected) in cases {
        assert_eq!(board.at(x, y), expected, "at {x}, {y}");
    }
}

#[test]
fn sizes_are_round() {
    let mut flat = Picture::new(200.0, 50.0);
    flat.items.push(Item::Piece(
        Piece { color: Color::White, role: Role::Rook },
        at(0.0, 0.0),
        50.0,
    ));
    for (width, height) in [(1, 1), (2, 1), (64, 16), (200, 50), (333, 83), (4096, 1024)] {
        let decoded = Decoded::of(&flat, width);
        assert_eq!((decoded.width, decoded.height), (usize::from(width), height));
    }
    for (width, expected) in [(0.0, 1), (f64::NAN, 1), (1.0, 4 * 4096)] {
        let decoded = Decoded::of(&Picture::new(width, 1e9), 1);
        assert_eq!(decoded.height.min(expected), expected, "{width}");
    }
    assert_eq!([0, 4097].map(Pixels::new), [None; 2]);
}

#[test]
fn any_board_and_grid_is_rendered() {
    for seed in 0..20 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (diagram, view) = (any_diagram(&mut rng), any_view(&mut rng));
        let decoded = Decoded::of(&view.render(&diagram), rng.u16(1..500));
        assert_eq!(decoded.width, decoded.height, "seed {seed}");
    }
    for (width, height) in [(2, 2), (3, 2), (1, 7), (3, 3), (4, 4), (5, 5)] {
        let decoded = Decoded::of(&filled(width, height).render(), 301);
        assert_eq!(decoded.height, 301, "{width}×{height}");
    }
}
