//! The atlas: every position of chess, by the plies that lead to it and by the men on the board.

pub mod founding;
pub mod stratum;
