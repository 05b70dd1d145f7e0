//! From what a step follows.
//!
//! Each kind of pattern stands beside the technique that finds it, with its sentence and what is
//! marked on a grid.

use super::chain::Chain;
use super::highlights::Highlights;
use super::step::Step;
use super::techniques::Why;

/// What can be told of a pattern.
pub(crate) trait Explain {
    /// The values that it is about; `None` if what is placed and removed says more.
    fn values(&self) -> Option<Vec<u8>> {
        None
    }

    /// Why the step follows, without a full stop.
    fn sentence(&self, step: &Step) -> String;

    /// Marks the cells and houses that belong to it.
    fn highlight(&self, step: &Step, marks: &mut Highlights);

    /// What follows from what, if it is made of chains.
    fn chains(&self) -> &[Chain] {
        &[]
    }
}

/// Declares the kinds of patterns: the module and the type of each.
macro_rules! patterns {
    ($($($module:ident)::+: $pattern:ident;)+) => {
        $(pub use $($module)::+::$pattern;)+

        /// The pattern from which a step follows.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Why {
            $(
                #[doc = concat!("See [`", stringify!($pattern), "`].")]
                $pattern($pattern),
            )+
        }

        impl Why {
            pub(crate) fn pattern(&self) -> &dyn Explain {
                match self {
                    $(Why::$pattern(pattern) => pattern,)+
                }
            }
        }
    };
}

pub(super) use patterns;

/// Two patterns at the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Both(pub Box<[Why; 2]>);

impl Explain for Both {
    fn values(&self) -> Option<Vec<u8>> {
        self.0[0].pattern().values()
    }

    fn sentence(&self, step: &Step) -> String {
        let [one, other] = &*self.0;
        format!("{}; and {}", one.pattern().sentence(step), other.pattern().sentence(step))
    }

    fn highlight(&self, step: &Step, marks: &mut Highlights) {
        self.0.iter().for_each(|why| why.pattern().highlight(step, marks));
    }
}

/// Nothing but that a search found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search;

impl Explain for Search {
    fn sentence(&self, _: &Step) -> String {
        "a search finds nothing else".to_owned()
    }

    fn highlight(&self, _: &Step, _: &mut Highlights) {}
}
