//! Boards as SVG.

use crate::golden::assert_golden;
use sole_board::{Color, Diagram, Piece, Square};
use sole_picture::{BoardView, Item, Style, piece_sprite, svg};

/// A position with pieces of all kinds.
pub(crate) const MIDDLE_GAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2NBPN2/PP3PPP/R1BQ1RK1";

/// Random pieces anywhere; the position may be illegal.
pub(crate) fn any_diagram(rng: &mut fastrand::Rng) -> Diagram {
    let pieces: Vec<Piece> = Piece::all().collect();
    let mut diagram = Diagram::EMPTY;
    for square in Square::all().filter(|_| rng.bool()).collect::<Vec<_>>() {
        diagram.put(square, pieces[rng.usize(..pieces.len())]);
    }
    diagram
}

/// Everything by lot.
pub(crate) fn any_view(rng: &mut fastrand::Rng) -> BoardView {
    let squares: Vec<Square> = Square::all().collect();
    let mut square = || squares[rng.usize(..64)];
    let (last_move, marked) = (Some((square(), square())), vec![square(), square()]);
    let arrows = vec![(square(), square()), (square(), square())];
    let style = [Style::Screen, Style::Print, Style::Grey][rng.usize(..3)];
    let (below, coordinates) = (Color::ALL[rng.usize(..2)], rng.bool());
    BoardView { style, below, coordinates, last_move, marked, arrows }
}

/// The places of the pieces, by their numbers in the picture.
fn places(view: &BoardView, diagram: &Diagram) -> Vec<(Piece, [f64; 2])> {
    let items = view.render(diagram).items;
    let pieces = items.into_iter().filter_map(|item| match item {
        Item::Piece(piece, corner, _) => Some((piece, [corner.x, corner.y])),
        _ => None,
    });
    pieces.collect()
}

#[test]
fn piece_sprite_is_unchanged() {
    assert_golden("men.svg", &piece_sprite());
}

#[test]
fn boards_are_unchanged() {
    let diagram = "8/8/8/3Q4/8/2k5/1p6/K7".parse().expect("a diagram");
    let views = [
        ("screen.svg", BoardView::default()),
        (
            "print.svg",
            BoardView {
                style: Style::Print,
                below: Color::Black,
                coordinates: false,
                last_move: Some((Square::B3, Square::B2)),
                marked: vec![Square::A1],
                arrows: vec![(Square::D5, Square::D2)],
            },
        ),
    ];
    for (name, view) in views {
        assert_golden(name, &svg::write(&view.render(&diagram)));
    }
}

/// Black sees every piece where White sees the one on the opposite square.
#[test]
fn the_other_side_sees_the_board_turned() {
    let diagram: Diagram = MIDDLE_GAME.parse().expect("a diagram");
    let [white, black] = Color::ALL.map(|below| {
        places(&BoardView { below, coordinates: false, ..BoardView::default() }, &diagram)
    });
    assert_eq!(white.len(), 31);
    for ((piece, [x, y]), (other, [other_x, other_y])) in white.into_iter().zip(black) {
        assert_eq!((piece, [x + other_x, y + other_y]), (other, [316.5, 316.5]));
    }
}

/// Tags are closed in the order in which they were opened, and pieces are defined before they are used.
#[test]
fn any_board_is_well_formed() {
    for seed in 0..200 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (diagram, view) = (any_diagram(&mut rng), any_view(&mut rng));
        let text = svg::write(&view.render(&diagram));
        let mut open = Vec::new();
        for tag in text.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').expect("a tag ends");
            let name = tag.split([' ', '/']).find(|part| !part.is_empty()).expect("a name");
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name), "seed {seed}");
            } else if !tag.ends_with('/') {
                open.push(name);
            }
            if let Some((_, name)) = tag.split_once("href=\"#") {
                let symbol = format!("<symbol id=\"{}\"", &name[..2]);
                assert!(text.contains(&symbol), "seed {seed}: {symbol}");
            }
        }
        assert_eq!((open.len(), text.contains("NaN")), (0, false), "seed {seed}");
    }
}
