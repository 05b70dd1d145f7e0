//! The formats from outside: what is written is read back, and whatever is read never panics.

mod laws;

#[path = "../reference/mod.rs"]
mod reference;

use sole_puzzle::rng::Rng;
use sole_sudoku::formats::{self, Format, Sudoku, WriteError, hodoku, line};
use sole_sudoku::{Budget, Grid, PencilMarks, Puzzle, Shape, plain, solve};
use std::ops::ControlFlow;

/// Orders two to six, and boxes that are no squares.
fn shapes() -> Vec<Shape> {
    let sizes = [
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 5),
        (6, 6),
        (3, 2),
        (2, 3),
        (4, 2),
        (4, 3),
        (3, 4),
        (9, 3),
        (8, 8),
        (10, 10),
    ];
    sizes.into_iter().filter_map(|(width, height)| Shape::new(width, height)).collect()
}

/// A full grid by shifting rows, with values renamed and most cells emptied by lot.
fn random_puzzle(shape: Shape, seed: u64) -> Puzzle {
    let (mut rng, side) = (Rng::new(seed, shape.side() as u64), shape.side());
    let mut names: Vec<u8> = (1..=side as u8).collect();
    rng.shuffle(&mut names);
    let mut values = vec![0; shape.n_cells()];
    for (index, value) in values.iter_mut().enumerate() {
        let (row, column) = (index / side, index % side);
        let shift = row % shape.height() * shape.width() + row / shape.height();
        if rng.below(3) == 0 {
            *value = names[(column + shift) % side];
        }
    }
    Puzzle::new(Grid::new(shape, values).expect("values in range")).expect("a part of a solution")
}

/// Some values placed and some candidates removed, as long as no further cell is left with less than
/// two of them.
fn random_marks(puzzle: &Puzzle, seed: u64) -> PencilMarks {
    let (mut rng, shape) = (Rng::new(seed, 0), puzzle.shape());
    let mut marks = PencilMarks::new(puzzle);
    for _ in 0..shape.n_cells() {
        let cell = shape.cell(rng.below(shape.n_cells()));
        let value = 1 + rng.below(shape.side()) as u8;
        let mut next = marks.clone();
        let _ = if rng.below(4) == 0 { next.place(cell, value) } else { next.remove(cell, value) };
        if n_narrow(&next) <= n_narrow(&marks) {
            marks = next;
        }
    }
    marks
}

/// The cells without a value and without a choice.
fn n_narrow(marks: &PencilMarks) -> usize {
    let cells = marks.all_candidates().iter().zip(marks.values().values());
    cells.filter(|&(set, &value)| value == 0 && set.count_ones() < 2).count()
}

#[test]
fn every_format_is_read_back() {
    for shape in shapes() {
        for seed in 0..5 {
            let puzzle = random_puzzle(shape, seed);
            let marks = random_marks(&puzzle, seed);
            laws::by_candidates(&marks).iter().for_each(laws::written);
            [Sudoku::Puzzle(puzzle), Sudoku::PencilMarks(marks)].iter().for_each(laws::written);
        }
    }
}

/// Formats have what they have: which of them can write which shapes and candidates.
#[test]
fn formats_refuse_what_they_do_not_have() {
    let refused = |shape: Shape, has_marks: bool| {
        let puzzle = random_puzzle(shape, 1);
        let marks = random_marks(&puzzle, 1);
        let sudoku = if has_marks { Sudoku::PencilMarks(marks) } else { Sudoku::Puzzle(puzzle) };
        let refusal = |format: Format| match format.render(&sudoku).err()? {
            WriteError::OnlyClassic { .. } => Some(format!("{format} 9×9")),
            WriteError::NoSymbols { .. } => Some(format!("{format} symbols")),
            WriteError::NoCandidates { .. } => Some(format!("{format} candidates")),
            _ => None,
        };
        Format::ALL.into_iter().filter_map(refusal).collect::<Vec<_>>().join(", ")
    };
    let shape = |width, height| Shape::new(width, height).expect("a shape");
    let no_candidates = "line candidates, sdk candidates, ss candidates, text candidates, \
                         opensudoku candidates, numbers candidates, sudokuwiki candidates, \
                         csv candidates";
    let cases = [
        (shape(3, 3), false, String::new()),
        (shape(3, 3), true, no_candidates.to_owned()),
        (shape(4, 4), false, "hodoku 9×9, opensudoku 9×9, sudokuwiki 9×9".to_owned()),
        (shape(9, 1), false, "hodoku 9×9, opensudoku 9×9, sudokuwiki 9×9".to_owned()),
        (
            shape(8, 8),
            false,
            "line symbols, sdk symbols, ss symbols, pencilmarks symbols, candidates symbols, \
             hodoku 9×9, opensudoku 9×9, sudokuwiki 9×9, csv symbols"
                .to_owned(),
        ),
    ];
    for (shape, has_marks, expected) in cases {
        assert_eq!(refused(shape, has_marks), expected, "{shape} {has_marks}");
    }
}

/// Nobody has to say which format a file has, and several sudokus follow each other.
#[test]
fn formats_are_told_from_the_text() {
    for shape in shapes() {
        let sudokus: Vec<Sudoku> =
            (0..3).map(|seed| Sudoku::Puzzle(random_puzzle(shape, seed))).collect();
        for format in Format::ALL {
            let texts: Result<Vec<String>, _> =
                sudokus.iter().map(|sudoku| format.render(sudoku)).collect();
            let Ok(texts) = texts else { continue };
            let between = if format.has_rows() { "\n\n" } else { "\n" };
            let (opening, closing) = (format.opening(), format.closing());
            let text = format!("{opening}{}\n{closing}", texts.join(between));
            let pieces = formats::pieces(&text, None);
            assert_eq!(pieces.len(), 3, "{format} {shape}:\n{text}");
            for (piece, sudoku) in pieces.iter().zip(&sudokus) {
                let read = piece.read((!laws::tells_shape(format, shape)).then_some(shape));
                laws::same(
                    format,
                    sudoku,
                    &read.unwrap_or_else(|e| panic!("{format}: {e}\n{text}")),
                );
            }
        }
    }
}

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The same puzzle as others write it.
#[test]
fn texts_of_others_are_read() {
    let spaced = CLASSIC.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned());
    let rows: Vec<String> = spaced.collect();
    let grouped: Vec<String> =
        rows.iter().map(|row| format!("{} {} {}", &row[..3], &row[3..6], &row[6..])).collect();
    let bands: Vec<String> = grouped.chunks(3).map(|band| band.join("\n")).collect();
    let commas: Vec<String> = rows
        .iter()
        .map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(",").replace('.', ""))
        .collect();
    let dashes: Vec<String> = grouped.iter().map(|row| row.replace(' ', "|")).collect();
    let zeros = CLASSIC.replace('.', "0");
    let cases = [
        format!("# a remark\n\n{CLASSIC} # and another\n"),
        format!("\u{feff}{CLASSIC}\r\n"),
        zeros.clone(),
        rows.join("\n"),
        rows.join(" "),
        rows.join("\r\n") + "\r\n",
        format!("Grid 01\n{}\n", rows.join("\n").replace('.', "0")),
        format!("#A someone\n#D a day\n[Puzzle]\n{}\n[State]\n{}", rows.join("\n"), rows[0]),
        grouped.join("\n"),
        bands.join("\n\n"),
        bands.join("\n------+-------+------\n"),
        dashes.join("\n"),
        dashes.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n-----------\n"),
        commas.join("\n"),
        commas.join(","),
        commas.join("\n").replace(',', "\t"),
        rows.join("\n").replace("", " "),
        format!("id,puzzle,solution\n1,{zeros},{zeros}\n"),
        format!("1;\"{CLASSIC}\";x\n"),
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}&x=1"),
        format!(
            "<?xml version='1.0'?>\n<opensudoku><folder name='a>b'>\n<!-- <game data=\"1\"/> -->\n<game created=\"1\" data='{zeros}' note=\"\"/></folder></opensudoku>"
        ),
    ];
    for text in cases {
        let pieces = formats::pieces(&text, None);
        let [piece] = &pieces[..] else { panic!("{pieces:?} in\n{text}") };
        let read = piece.read(None).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(line::render(read.values()).as_deref(), Some(CLASSIC), "{text}");
    }
}

/// Sixteen lines of sixteen symbols are a grid if some symbol is none of a small grid.
#[test]
fn rows_are_told_from_lists() {
    let small = "1...2.......4...\n".repeat(16);
    assert_eq!(formats::pieces(&small, None).len(), 16);
    let large = small.replacen('.', "G", 1);
    assert_eq!(formats::pieces(&large, None).len(), 1);
    assert_eq!(formats::pieces(&large, Some(Format::Line)).len(), 16);
    assert_eq!(formats::pieces(&small, Some(Format::Sdk)).len(), 1);
    for wrong in ["1..\n", "1...2.......4..\n", "x\n"] {
        let list = format!("{wrong}{small}");
        let read = |hint| {
            let pieces = formats::pieces(&list, hint);
            let n_read = pieces.iter().filter(|piece| piece.read(None).is_ok()).count();
            (pieces.len(), n_read)
        };
        assert_eq!(read(None), (17, 16), "{wrong}");
        assert_eq!(read(Some(Format::Line)), (17, 16), "{wrong}");
    }
}

/// What is wrong, in which line, and where in it.
#[test]
fn a_text_says_what_is_wrong() {
    let rows = "1...\n..2.\n.3..\n...4\n";
    let hodoku = format!(":0000:1:{CLASSIC}");
    let no_candidate = "+---\n12 13 4 3\n34 . 1 2\n2 3 34 1\n1 2 3 4";
    let cases: [(&str, &str); 18] = [
        ("53..7", "1: no sudoku has 5 cells; 81 is 9×9, 256 is 16×16, 36 is 6×6"),
        (
            "#\n1..x............",
            "2: unknown symbol 'x' in column 4 (r1c4), expected '.' or 1 to 4 3..4",
        ),
        ("1..1............", "1: 1 twice in row 1: r1c1 and r1c4 0..1 3..4"),
        (&rows.replace("2", "5"), "2: expected an empty cell or a value up to 4 in r2c3 2..3"),
        (&rows.replace("3", "1"), "ok"),
        (&rows.replace("4", "2"), "ok"),
        (&rows.replace("..2.", "1..."), "2: 1 twice in column 1: r1c1 and r2c1 0..1"),
        (&rows.replace("..2.", "..2"), "2: row 2 has 3 cells, expected 4"),
        (&rows.replace("...4\n", "...4\n...."), "1: there are 5 rows of 4 cells, expected 4"),
        (no_candidate, "3: r2c2 has no candidate 3..4"),
        (&format!("{hodoku}:511"), "1: r1c1 has a value, which cannot be deleted"),
        (
            &format!("{hodoku}:x11"),
            "1: expected a value, a row and a column, as 436 for 4 in r3c6 90..93",
        ),
        (":0000:1:", "1: expected :technique:values:grid: and more, as in HoDoKu's library"),
        ("http://x/?bd=", "1: this link has no grid: nothing follows 'bd='"),
        ("<opensudoku>\n<game/></opensudoku>", "2: this game has no data"),
        (
            &format!("<game\n data='{}\n  x{}'/>", ".".repeat(9), ".".repeat(71)),
            "3: unknown symbol 'x' in column 10 (r2c1), expected '.' or 1 to 9 2..3",
        ),
        ("<game data='1.\n2.x'/>", "1: boxes of 3×3 make 81 cells, found 5"),
        ("{\"schema\":1}", "1: the field \"schema\" should be a text (column 11)"),
    ];
    for (text, expected) in cases {
        let pieces = formats::pieces(text, None);
        let [piece] = &pieces[..] else { panic!("{pieces:?} in\n{text}") };
        let actual = match piece.read(None) {
            Ok(_) => "ok".to_owned(),
            Err(error) => {
                let places: Vec<String> =
                    error.places.iter().map(|place| format!(" {place:?}")).collect();
                format!("{}: {error}{}", piece.line + error.line, places.concat())
            }
        };
        assert_eq!(actual, expected, "{text}");
    }
}

/// Texts of random bytes, and valid texts with a few bytes changed.
#[test]
fn any_text_is_read_without_a_panic() {
    let mut rng = Rng::new(1, 1);
    let alphabet = b"0123456789.ABCabcz|+-*:# \n\t,;<>\"'=[]{}/?bd\xc3\xa9\xff";
    let random = |rng: &mut Rng| -> Vec<u8> {
        let length = rng.below(200);
        (0..length).map(|_| alphabet[rng.below(alphabet.len())]).collect()
    };
    for _ in 0..1000 {
        laws::text(&String::from_utf8_lossy(&random(&mut rng)));
    }
    let shapes = [Shape::CLASSIC, Shape::new(2, 2).expect("4"), Shape::new(3, 2).expect("6")];
    for seed in 0..30 {
        for shape in shapes {
            let puzzle = random_puzzle(shape, seed);
            let marks = random_marks(&puzzle, seed);
            for sudoku in [Sudoku::Puzzle(puzzle), Sudoku::PencilMarks(marks)] {
                let texts = Format::ALL.into_iter().filter_map(|format| {
                    let text = format.render(&sudoku).ok()?;
                    Some(format!("{}{text}\n{}", format.opening(), format.closing()))
                });
                for text in texts.filter(|text| text.len() < 2000) {
                    laws::text(&mutated(&text, &mut rng));
                }
            }
        }
    }

    fn mutated(text: &str, rng: &mut Rng) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = rng.below(256) as u8,
                1 => bytes.insert(at, b"0129.A|+:\n ,\"<#"[rng.below(15)]),
                _ => drop(bytes.remove(at)),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Every solution among the candidates, against plain backtracking with the others left out.
#[test]
fn excluded_candidates_exclude_solutions() {
    let mut counts = [0; 3];
    for (width, height) in [(2, 2), (3, 2), (3, 3)] {
        let shape = Shape::new(width, height).expect("a shape");
        for seed in 0..100 {
            let puzzle = match shape.side() {
                4 => Puzzle::new(Grid::empty(shape)).expect("nothing"),
                _ => random_puzzle(shape, seed),
            };
            let marks = random_marks(&puzzle, seed);
            let within = |solution: &Grid| {
                let sets = marks.all_candidates().iter();
                sets.zip(solution.values()).all(|(set, value)| set >> (value - 1) & 1 != 0)
            };
            let start = Puzzle::new(marks.values().clone()).expect("no conflict");
            let (mut expected, mut actual) = (Vec::new(), Vec::new());
            let mut seen = 0;
            let end = plain::walk(&start, |solution| {
                seen += 1;
                if within(solution) {
                    expected.push(solution.clone());
                }
                if seen < 2000 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(sole_puzzle::Stop::Enough)
                }
            });
            if end.is_break() {
                continue;
            }
            let walk = solve::walk_marks(&marks, &Budget::UNLIMITED, |solution| {
                actual.push(solution.clone());
                ControlFlow::Continue(())
            });
            assert!(walk.end.is_continue());
            let key = |grid: &Grid| grid.values().to_vec();
            expected.sort_by_key(key);
            actual.sort_by_key(key);
            assert_eq!(actual, expected, "{shape} {seed}");
            counts[actual.len().min(2)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 5), "none, one and many: {counts:?}");
}

/// HoDoKu's library, if it is at hand: every line is read and written back alike, and no solution
/// was deleted.
#[test]
fn the_library_of_hodoku_is_read() {
    let text = reference::text("oracles/sudoku/reglib-1.3.txt");
    let pieces = text.as_ref().map(|text| formats::pieces(text, None));
    assert!(pieces.as_ref().is_none_or(|pieces| pieces.len() == 1112));
    for piece in pieces.into_iter().flatten() {
        let entry = hodoku::read(piece.text).unwrap_or_else(|e| panic!("line {}: {e}", piece.line));
        assert!(!entry.technique.is_empty());
        let again = hodoku::render(&entry.marks).expect("nine by nine");
        assert_eq!(hodoku::read(&again).expect("it was written").marks, entry.marks);
        let mut count = 0;
        let _ = solve::walk_marks(&entry.marks, &Budget::UNLIMITED, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(count, 1, "line {}", piece.line);
    }
}
