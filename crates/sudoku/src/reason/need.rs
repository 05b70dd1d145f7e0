//! Which techniques a puzzle needs.

use super::techniques::Technique;
use super::{Board, path};
use crate::Puzzle;
use sole_puzzle::{letters, nearest};

/// Techniques that a puzzle must need, the simplest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    techniques: Vec<Technique>,
    choice: Choice,
}

/// How many of several techniques must be needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// One of them is the hardest that is needed.
    AnyOf,
    /// Each of them is used on the way, and the hardest of them is the hardest that is needed.
    AllOf,
}

impl Need {
    /// What is needed of some of the [`techniques`].
    pub fn new(mut techniques: Vec<Technique>, choice: Choice) -> Need {
        let order = path::extended();
        let place = |technique: &Technique| order.iter().position(|other| other == technique);
        techniques.sort_by_key(place);
        techniques.dedup();
        Need { techniques, choice }
    }

    /// Whether a puzzle needs them: techniques are tried from the simplest on, a harder one only
    /// where all simpler ones fail.
    pub fn is_met(&self, puzzle: &Puzzle) -> bool {
        let Some(mut board) = Board::new(puzzle) else { return false };
        match self.choice {
            Choice::AnyOf => self.hardest_of_any(&mut board),
            Choice::AllOf => self.uses_all(&mut board),
        }
    }

    /// Goes on with one technique after the other, until the hardest that is needed is one of them.
    fn hardest_of_any(&self, board: &mut Board) -> bool {
        self.techniques.iter().any(|&technique| {
            let until = until(technique);
            path::follow(board, &until[..until.len() - 1]);
            if board.is_solved() {
                return false;
            }
            path::follow(board, &until);
            board.is_solved()
        })
    }

    fn uses_all(&self, board: &mut Board) -> bool {
        let Some(&hardest) = self.techniques.last() else { return false };
        let steps = path::follow(board, &until(hardest));
        let is_used = |&technique: &Technique| steps.iter().any(|step| step.technique == technique);
        board.is_solved() && self.techniques.iter().all(is_used)
    }
}

/// A technique and all simpler ones.
fn until(technique: Technique) -> Vec<Technique> {
    let mut all = path::extended();
    let end = all.iter().position(|&other| other == technique);
    all.truncate(end.map_or(all.len(), |place| place + 1));
    all
}

/// The techniques that puzzles can be made to need, the simplest first.
pub fn techniques() -> Vec<Technique> {
    path::extended().into_iter().filter(|technique| !technique.is_never_hardest()).collect()
}

/// A name that is not that of a technique which a puzzle can be made to need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownTechnique {
    /// It is a technique, but simpler ones do all that it does, or it is too rare.
    NeverNeeded(Technique),
    /// There is no such technique; some names are like it.
    Unknown {
        /// The nearest names, as they are typed.
        near: Vec<String>,
    },
}

/// The technique with a name, in any spelling, if puzzles can be made that need it.
///
/// # Errors
///
/// There is no such technique, or no puzzle can be made for it.
pub fn technique(name: &str) -> Result<Technique, UnknownTechnique> {
    let needed = techniques();
    let asked = letters(name);
    match Technique::all().find(|technique| letters(technique.name()) == asked) {
        Some(technique) if needed.contains(&technique) => Ok(technique),
        Some(technique) => Err(UnknownTechnique::NeverNeeded(technique)),
        None => {
            let near = nearest(name, needed.into_iter().map(Technique::key));
            Err(UnknownTechnique::Unknown { near })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::line;
    use crate::reason::{Fins, Fish, Form};

    #[test]
    fn names_are_read_in_any_spelling() {
        let xwing = Technique::Fish(Fish::new(2, Form::Basic, Fins::None).expect("a size"));
        let whale = Technique::Fish(Fish::new(6, Form::Basic, Fins::None).expect("a size"));
        let unknown = |near: &[&str]| {
            let near = near.iter().map(|&name| name.to_owned()).collect();
            Err(UnknownTechnique::Unknown { near })
        };
        for (name, expected) in [
            ("x-wing", Ok(xwing)),
            ("X Wing", Ok(xwing)),
            ("xwing", Ok(xwing)),
            ("locked-candidates-pointing", Ok(Technique::Pointing)),
            ("whale", Err(UnknownTechnique::NeverNeeded(whale))),
            ("skyscrapers", unknown(&["skyscraper"])),
            ("qqq", unknown(&[])),
        ] {
            assert_eq!(technique(name), expected, "{name}");
        }
        for one in techniques() {
            assert_eq!(technique(&one.key()), Ok(one), "{one}");
            assert!(one.summary().len() > 10, "{one}");
        }
    }

    /// Hidden singles, or naked and hidden pairs with an X-wing as the hardest.
    #[test]
    fn the_hardest_technique_is_needed() {
        let easy =
            "003019802608070000000380507000056000092000000800007003036002900000000000010000008";
        let xwing = Technique::Fish(Fish::new(2, Form::Basic, Fins::None).expect("a size"));
        let puzzle = line::parse(easy).expect("a puzzle");
        use Technique::{FullHouse, HiddenSingle, NakedSingle};
        for (techniques, choice, expected) in [
            (vec![NakedSingle], Choice::AnyOf, false),
            (vec![xwing], Choice::AnyOf, false),
            (vec![HiddenSingle], Choice::AnyOf, true),
            (vec![xwing, HiddenSingle], Choice::AnyOf, true),
            (vec![NakedSingle, HiddenSingle], Choice::AllOf, false),
            (vec![HiddenSingle, FullHouse], Choice::AllOf, true),
        ] {
            let need = Need::new(techniques.clone(), choice);
            assert_eq!(need.is_met(&puzzle), expected, "{techniques:?} {choice:?}");
        }
    }
}
