//! Puzzles as pictures.

use crate::{GridDrawing, TypedPuzzle};
use sole_board::Diagram;
use sole_picture::{BoardView, Picture, Style};

/// How diagrams look.
#[derive(Clone, Copy, Debug)]
pub struct DiagramStyle {
    /// The colours.
    pub style: Style,
    /// Whether files and ranks are named.
    pub coordinates: bool,
}

impl DiagramStyle {
    /// In colours, for a screen.
    pub const SCREEN: DiagramStyle = DiagramStyle { style: Style::Screen, coordinates: true };

    /// The picture of a puzzle without its solution. Chess is seen from White's side.
    pub fn draw(self, typed: &TypedPuzzle) -> Picture {
        match typed {
            TypedPuzzle::Mate { setup, .. } | TypedPuzzle::Endgame { setup, .. } => {
                self.board(&setup.diagram)
            }
            TypedPuzzle::Proof(reach) => self.board(&reach.target),
            TypedPuzzle::Sudoku(sudoku) => {
                let drawing =
                    GridDrawing { candidates: sudoku.has_exclusions(), ..GridDrawing::default() };
                drawing.view(&sudoku.marks(), self.style).render()
            }
        }
    }

    fn board(self, diagram: &Diagram) -> Picture {
        let DiagramStyle { style, coordinates } = self;
        BoardView { style, coordinates, ..BoardView::default() }.render(diagram)
    }
}
