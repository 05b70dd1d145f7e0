//! Puzzles as pictures.

use crate::sudoku::picture::Drawing;
use sole_board::Diagram;
use sole_collection::Subject;
use sole_picture::{BoardView, Picture, Style};

/// How diagrams look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plate {
    pub(super) style: Style,
    pub(super) coordinates: bool,
}

impl Plate {
    /// In colours, for a screen.
    pub(crate) const SCREEN: Plate = Plate { style: Style::Screen, coordinates: true };

    /// The picture of a puzzle without its solution. Chess is seen from White's side.
    pub(crate) fn draw(self, subject: &Subject) -> Picture {
        match subject {
            Subject::Mate { setup, .. } | Subject::Endgame { setup, .. } => {
                self.board(&setup.diagram)
            }
            Subject::Proof(reach) => self.board(&reach.target),
            Subject::Sudoku(sudoku) => {
                let drawing = Drawing { candidates: sudoku.has_exclusions(), ..Drawing::default() };
                drawing.view(&sudoku.marks(), self.style).render()
            }
        }
    }

    fn board(self, diagram: &Diagram) -> Picture {
        let Plate { style, coordinates } = self;
        BoardView { style, coordinates, ..BoardView::default() }.render(diagram)
    }
}
