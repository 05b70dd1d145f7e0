//! Step after step, each the simplest that there is.
//!
//! ```
//! use sole_sudoku::formats::line;
//! use sole_sudoku::reason::{Board, path};
//!
//! let puzzle = line::parse("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")?;
//! let mut board = Board::new(&puzzle).expect("a side of nine");
//! let step = path::next(&board, &path::usual()).expect("there is a step");
//! let hint = path::Hint { step };
//! assert_eq!(hint.where_to_look(), "look at box 1 for 6");
//! assert_eq!(hint.which(), "there is a hidden single");
//! let steps = path::follow(&mut board, &path::usual());
//! assert!(board.is_solved() && steps.len() == 49);
//! # Ok::<(), line::LineError>(())
//! ```

use super::Board;
use super::chain::{Chain, Node};
use super::highlights::Highlights;
use super::step::{Step, Why};
use super::technique::{Fins, Fish, Form, Technique};
use super::techniques::Options;
use crate::Symbol;

/// The techniques from the simplest to the hardest, as most players would try them.
///
/// An AIC comes before a discontinuous nice loop: what one removes, the other could remove one
/// by one, so that after the loop no AIC would ever be needed.
pub fn usual() -> Vec<Technique> {
    use Technique as T;
    let fish = |form, fins| {
        (2..=4).filter_map(move |size| Fish::new(size, form, fins).map(Technique::Fish))
    };
    let before_fish = [
        T::FullHouse,
        T::HiddenSingle,
        T::NakedSingle,
        T::Pointing,
        T::Claiming,
        T::LockedPair,
        T::NakedPair,
        T::LockedTriple,
        T::HiddenPair,
        T::NakedTriple,
        T::HiddenTriple,
        T::NakedQuad,
        T::HiddenQuad,
    ];
    let after_fish = [
        T::Skyscraper,
        T::TwoStringKite,
        T::TurbotFish,
        T::EmptyRectangle,
        T::XyWing,
        T::XyzWing,
        T::WWing,
        T::RemotePair,
        T::UniqueRectangle1,
        T::UniqueRectangle2,
        T::UniqueRectangle3,
        T::UniqueRectangle4,
        T::UniqueRectangle5,
        T::UniqueRectangle6,
        T::HiddenRectangle,
        T::AvoidableRectangle1,
        T::AvoidableRectangle2,
        T::Bug,
    ];
    let after_fins = [
        T::SimpleColorsTrap,
        T::SimpleColorsWrap,
        T::MultiColors1,
        T::MultiColors2,
        T::XChain,
        T::XyChain,
        T::SueDeCoq,
        T::ContinuousNiceLoop,
        T::Aic,
        T::DiscontinuousNiceLoop,
        T::AlsXz,
        T::AlsXyWing,
        T::GroupedContinuousNiceLoop,
        T::GroupedAic,
        T::GroupedDiscontinuousNiceLoop,
        T::AlsChain,
        T::DeathBlossom,
    ];
    let finned = fish(Form::Basic, Fins::Finned).chain(fish(Form::Basic, Fins::Sashimi));
    let franken = [2, 3].into_iter().flat_map(|size| {
        let fish = move |fins| Fish::new(size, Form::Franken, fins).map(Technique::Fish);
        [fish(Fins::None), fish(Fins::Finned)].into_iter().flatten()
    });
    let start = before_fish.into_iter().chain(fish(Form::Basic, Fins::None)).chain(after_fish);
    start.chain(finned).chain(after_fins).chain(franken).collect()
}

/// The [`usual`] techniques, and then forcing chains and nets, which help nearly always but
/// are long.
pub fn extended() -> Vec<Technique> {
    let mut techniques = usual();
    techniques.extend([
        Technique::ForcingChainContradiction,
        Technique::ForcingChainVerity,
        Technique::ForcingNetContradiction,
        Technique::ForcingNetVerity,
    ]);
    techniques
}

/// The first step of the first of the techniques that has one.
pub fn next(board: &Board, techniques: &[Technique]) -> Option<Step> {
    techniques.iter().find_map(|&technique| board.first(technique, Options::default()))
}

/// The first step of the [`extended`] techniques or else one by the deepest forcing chains
/// ([`Board::forced`]); `None` also if `stop` says so first.
pub fn next_of_all(board: &Board, stop: &dyn Fn() -> bool) -> Option<Step> {
    let find = |technique| board.first(technique, Options::default());
    let step = extended().into_iter().take_while(|_| !stop()).find_map(find);
    step.or_else(|| board.forced(stop))
}

/// How a path ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The board is solved.
    Solved,
    /// No technique helps any more.
    Stuck,
    /// It was told to stop.
    Stopped,
}

/// Goes by [`next_of_all`] as far as that leads, or until `stop` says so.
pub fn follow_all(board: &mut Board, stop: &dyn Fn() -> bool) -> (Vec<Step>, End) {
    let mut steps = Vec::new();
    while !board.is_solved() {
        let Some(step) = next_of_all(board, stop) else {
            return (steps, if stop() { End::Stopped } else { End::Stuck });
        };
        board.apply(&step);
        steps.push(step);
    }
    (steps, End::Solved)
}

/// Does one step after another until the board is solved or no technique helps.
pub fn follow(board: &mut Board, techniques: &[Technique]) -> Vec<Step> {
    let mut steps = Vec::new();
    while !board.is_solved() {
        let Some(step) = next(board, techniques) else { break };
        board.apply(&step);
        steps.push(step);
    }
    steps
}

/// The next step, to be told in three strengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The step.
    pub step: Step,
}

/// The cells from which chains start.
fn start(chains: &[Chain]) -> Option<&Node> {
    chains.first()?.nodes.first()
}

impl Hint {
    /// The weakest: only where to look.
    pub fn where_to_look(&self) -> String {
        let Highlights { cells, houses, .. } = self.step.highlights();
        let values: Vec<String> =
            self.step.values().into_iter().map(|value| Symbol(value).to_string()).collect();
        let about =
            if values.is_empty() { String::new() } else { format!(" for {}", values.join(", ")) };
        match (&self.step.why, houses.first(), cells.first()) {
            (Why::Single { house: None }, _, Some(cell)) => format!("look at {cell}"),
            (Why::Forcing { chains, house: None }, ..) => match start(chains) {
                Some(start) => format!("look at what follows from the candidates of {start}"),
                None => format!("look at the whole grid{about}"),
            },
            (_, Some(house), _) => format!("look at {house}{about}"),
            (_, None, Some(cell)) => format!("look around {cell}{about}"),
            (_, None, None) => format!("look at the whole grid{about}"),
        }
    }

    /// Stronger: which technique helps.
    pub fn which(&self) -> String {
        let name = self.step.technique.name();
        let vowel = name.starts_with(['a', 'e', 'i', 'o', 'A', 'X']);
        match name.contains("chains") {
            true => format!("there are {name}"),
            false => format!("there is {} {name}", if vowel { "an" } else { "a" }),
        }
    }

    /// Strongest: the whole reason.
    pub fn whole(&self) -> String {
        self.step.to_string()
    }
}
