//! What must hold for any text and any sudoku.
//!
//! Each law panics where it is broken. They are called by the tests beside this
//! file with made-up and mutated texts, and by the targets in `fuzz/`.

use sole_sudoku::formats::{self, Format, Piece, ReadError, Sudoku};
use sole_sudoku::{PencilMarks, Shape};

/// A text is cut and read in every way without a panic; what can be read can be written and read
/// back; what cannot has a message that points into it.
pub(crate) fn text(text: &str) {
    for hint in Format::ALL.map(Some).into_iter().chain([None]) {
        formats::pieces(text, hint).iter().for_each(|piece| self::piece(text, piece));
    }
    for format in Format::ALL {
        formats::pieces_of(text, format).iter().for_each(|piece| self::piece(text, piece));
    }
}

fn piece(text: &str, piece: &Piece) {
    assert!((1..=text.lines().count()).contains(&piece.line), "{piece:?}");
    for shape in [None, Some(Shape::CLASSIC), Shape::new(2, 3)] {
        match piece.read(shape) {
            Ok(sudoku) => written(&sudoku),
            Err(error) => points_into(piece.text, &error),
        }
    }
}

fn points_into(text: &str, error: &ReadError) {
    assert!(!error.to_string().is_empty());
    let line = text.lines().nth(error.line).unwrap_or_default();
    for place in &error.places {
        let fits = place.start <= place.end && place.end <= line.len() + 1;
        assert!(fits && line.is_char_boundary(place.start), "{error:?} in {text:?}");
    }
}

/// Each format either refuses a sudoku or writes it so that it is read back.
pub(crate) fn written(sudoku: &Sudoku) {
    for format in Format::ALL {
        let Ok(text) = format.render(sudoku) else { continue };
        // Candidates that contradict each other are written, and refused by whoever reads them.
        let is_refused = match format {
            Format::Pencilmarks | Format::Candidates => by_candidates(&sudoku.marks()).is_none(),
            Format::Record if sudoku.has_exclusions() => by_candidates(&sudoku.marks()).is_none(),
            Format::Hodoku => sudoku.marks().all_candidates().contains(&0),
            _ => false,
        };
        if is_refused {
            continue;
        }
        let text = format!("{}{text}\n{}", format.opening(), format.closing());
        let pieces = formats::pieces_of(&text, format);
        let [piece] = &pieces[..] else { panic!("{format}: {pieces:?}") };
        let shape = sudoku.shape();
        let read = piece.read((!tells_shape(format, shape)).then_some(shape));
        let read = read.unwrap_or_else(|error| panic!("{format}: {error} in\n{text}"));
        same(format, sudoku, &read);
    }
}

/// Whether a format says how large the boxes are, or they are the usual ones.
pub(crate) fn tells_shape(format: Format, shape: Shape) -> bool {
    let draws_boxes = matches!(format, Format::Text | Format::Ss | Format::Pencilmarks);
    let boxes = draws_boxes && shape.width() > 1 && shape.height() > 1;
    boxes || format == Format::Record || Shape::of_side(shape.side()) == Some(shape)
}

/// Compares as much as the format holds.
pub(crate) fn same(format: Format, expected: &Sudoku, actual: &Sudoku) {
    assert_eq!(actual.shape(), expected.shape(), "{format}");
    let sets = |sudoku: &Sudoku| sudoku.marks().all_candidates().to_vec();
    match format {
        Format::Hodoku => assert_eq!(actual.marks(), expected.marks()),
        Format::Pencilmarks | Format::Candidates => assert_eq!(sets(actual), sets(expected)),
        Format::Record if expected.has_exclusions() => assert_eq!(sets(actual), sets(expected)),
        _ => assert_eq!(actual.values(), expected.values(), "{format}"),
    }
}

/// The candidates alone, as a sudoku that may have more values than the one they come from.
pub(crate) fn by_candidates(marks: &PencilMarks) -> Option<Sudoku> {
    let sets = marks.all_candidates().to_vec();
    PencilMarks::of_candidates(marks.shape(), sets).ok().map(Sudoku::PencilMarks)
}
