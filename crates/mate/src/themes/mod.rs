//! What a problem is about, told from its play.
//!
//! Where one side forces the goal, only play that takes all the moves counts: the key, the
//! replies that hold out to the end, and their answers, threats that can be carried out among
//! them. Where both sides help, every move of every line counts. `docs/mate.md` has the themes
//! in a table.
//!
//! ```
//! use sole_board::{Position, Setup};
//! use sole_mate::themes::{Theme, Themes};
//! use sole_mate::{Budget, ForcedProblem, Problem};
//! let setup: Setup = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1".parse()?;
//! let problem = Problem::new(Position::try_from(setup)?, "#1".parse()?)?;
//! let keys = ForcedProblem::try_from(problem)?.keys(&Budget::default());
//! let tree = problem.tree(keys.keys(), 0, &Budget::default())?;
//! assert!(Themes::of_tree(&problem, &tree).contains(Theme::BackRank));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod interference;
mod key;
mod mate_picture;
mod pattern;
mod piece_actions;

pub(crate) use key::{Flights, is_sacrifice};
pub(crate) use mate_picture::MatePicture;

pub use crate::walk::Step;

use crate::walk::{self, Event, Path};
use crate::{Continuation, Lines, Play, Problem, Tree};
use interference::Interference;
use sole_board::{Move, Role, RoleSet};
use std::collections::BTreeMap;

/// The themes with their tags, each told once.
macro_rules! themes {
    ($($(#[doc = $text:literal])+ $theme:ident = $tag:literal,)+) => {
        /// Something that a problem shows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Theme {
            $($(#[doc = $text])+ $theme,)+
        }

        impl Theme {
            /// All themes.
            pub const ALL: &'static [Theme] = &[$(Theme::$theme,)+];

            /// The tag of a puzzle that shows it, the same as on Lichess where there is one.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Theme::$theme => $tag,)+
                }
            }

            /// What it means, in a sentence.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Theme::$theme => concat!($($text),+).trim(),)+
                }
            }
        }
    };
}

themes! {
    /// The shortest mate that is forced takes one move.
    MateIn1 = "mateIn1",
    /// The shortest mate that is forced takes two moves.
    MateIn2 = "mateIn2",
    /// The shortest mate that is forced takes three moves.
    MateIn3 = "mateIn3",
    /// The shortest mate that is forced takes four moves.
    MateIn4 = "mateIn4",
    /// The shortest mate that is forced takes five moves or more.
    MateIn5 = "mateIn5",
    /// The key threatens nothing, and yet every reply loses.
    Zugzwang = "zugzwang",
    /// After the key the king can go to a square where it could not have gone before.
    FlightGiven = "flightGivingKey",
    /// After the key the king cannot go to a square where it could have gone before.
    FlightTaken = "flightTakingKey",
    /// A defence has one answer before the key, and another one after it.
    ChangedMate = "changedMate",
    /// The attacker moves a man, no pawn, to where it can be taken for less than it is worth.
    Sacrifice = "sacrifice",
    /// A pawn promotes.
    Promotion = "promotion",
    /// A pawn promotes to something else than a queen, who would not do.
    Underpromotion = "underPromotion",
    /// Pawns promote to queen, rook, bishop and knight.
    Allumwandlung = "allumwandlung",
    /// Somebody castles.
    Castling = "castling",
    /// A pawn captures en passant.
    EnPassant = "enPassant",
    /// A man goes back to where it came from.
    Switchback = "switchback",
    /// A man that has not moved checks.
    DiscoveredCheck = "discoveredCheck",
    /// Two men check at once.
    DoubleCheck = "doubleCheck",
    /// A man leaves the line of a man behind it, which checks.
    Battery = "battery",
    /// The same, and one of both came there in the play.
    BatteryCreation = "batteryCreation",
    /// A man has come to a square over which otherwise a man of the mated side could parry.
    Interference = "interference",
    /// Of two men each shuts off the other on the same square, after the same move.
    Grimshaw = "grimshaw",
    /// The attacker moves to a square where each of two men that take it shuts off the other.
    Novotny = "novotny",
    /// A man of the mated side has come to a square where otherwise its king could go.
    SelfBlock = "selfBlock",
    /// One man checks, and each square next to the king is either taken by its own man or guarded once.
    Pure = "pureMate",
    /// A pure mate in which all the mating men, king and pawns aside, take part.
    Model = "modelMate",
    /// A knight mates a king whose own men take all squares next to it.
    Smothered = "smotheredMate",
    /// A man on the king's first rank mates it there, its own men on all squares before it.
    BackRank = "backRankMate",
    /// A rook or queen mates along the edge a king with its own man before it, and a knight two squares behind that man.
    Anastasia = "anastasiaMate",
    /// A rook next to a king in the corner mates it, a knight two squares from it along the diagonal.
    Arabian = "arabianMate",
    /// A bishop mates a king at the edge, a queen a knight's move from it, two squares from the edge.
    Balestra = "balestraMate",
    /// Two rooks mate a king with which they fill a block of two by two squares.
    BlindSwine = "blindSwineMate",
    /// Two bishops alone mate a king among its own men, on lines that cross.
    Boden = "bodenMate",
    /// Two bishops alone mate a king among its own men, on lines that do not cross.
    DoubleBishop = "doubleBishopMate",
    /// A knight mates a king in the corner, whose free squares rooks or queens guard.
    Corner = "cornerMate",
    /// A queen diagonally next to the king mates, its own men on the two squares that she does not reach.
    Dovetail = "dovetailMate",
    /// A queen beside the king mates, its own men on the two squares that she does not reach.
    SwallowsTail = "swallowstailMate",
    /// A queen mates from the front a king at the edge between two of its own men.
    Epaulette = "epauletteMate",
    /// A rook beside the king mates, guarded by a knight that a pawn guards, and the king's own pawn is next to it.
    Hook = "hookMate",
    /// A rook beside the king mates, in a box of three by three squares of which it and the queen that guards it are corners.
    KillBox = "killBoxMate",
    /// A queen diagonally next to the king mates, a rook two squares beside her diagonally next to it as well.
    Triangle = "triangleMate",
    /// A guarded rook before a king at the edge mates, a knight right behind the rook.
    Vukovic = "vukovicMate",
    /// A rook next to a king at the edge mates along that edge, guarded by a bishop, and the king's own man is next to it.
    Opera = "operaMate",
    /// A rook mates from the front a king one square from the corner, which a bishop guards, and the king's own man is next to it.
    Pillsbury = "pillsburysMate",
    /// A bishop mates a king in the corner, its own man on one side of it, and the other side guarded by a rook.
    Morphy = "morphysMate",
}

impl Theme {
    /// How long a mate takes.
    pub const fn mate_in(moves: u8) -> Theme {
        match moves {
            0 | 1 => Theme::MateIn1,
            2 => Theme::MateIn2,
            3 => Theme::MateIn3,
            4 => Theme::MateIn4,
            _ => Theme::MateIn5,
        }
    }
}

/// Where a theme occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrences {
    /// The moves up to the first occurrence, including the move that shows the theme. Empty if
    /// the whole problem shows it.
    pub first: Vec<Step>,
    /// The number of occurrences.
    pub count: usize,
}

/// All themes of a problem with their occurrences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Themes {
    places: BTreeMap<Theme, Occurrences>,
}

impl Themes {
    /// The themes of a problem in which one side forces the goal.
    pub fn of_tree(problem: &Problem, tree: &Tree) -> Themes {
        let mut observer = Observer::new(problem);
        observer.see_keys(tree);
        walk::through_keys(problem, &tree.keys, &mut |path, event| observer.see(path, event));
        observer.conclude()
    }

    /// The themes of a problem in which both sides help, or one is not asked.
    pub fn of_lines(problem: &Problem, lines: &Lines) -> Themes {
        let mut observer = Observer::new(problem);
        walk::through_lines(problem, lines, &mut |path, event| observer.see(path, event));
        observer.conclude()
    }

    /// Whether the problem shows it.
    pub fn contains(&self, theme: Theme) -> bool {
        self.places.contains_key(&theme)
    }

    /// The themes in order, with their occurrences.
    pub fn iter(&self) -> impl Iterator<Item = (Theme, &Occurrences)> {
        self.places.iter().map(|(&theme, places)| (theme, places))
    }

    fn add(&mut self, theme: Theme, place: &[Step]) {
        let new = || Occurrences { first: place.to_vec(), count: 0 };
        self.places.entry(theme).or_insert_with(new).count += 1;
    }
}

/// Collects the themes while all play of one problem is traversed.
struct Observer<'p> {
    problem: &'p Problem,
    promoted: RoleSet,
    interferences: Vec<Interference>,
    themes: Themes,
}

impl<'p> Observer<'p> {
    fn new(problem: &'p Problem) -> Observer<'p> {
        let (interferences, themes) = (Vec::new(), Themes::default());
        Observer { problem, promoted: RoleSet::EMPTY, interferences, themes }
    }

    /// Notes all of `themes` at the end of the path.
    fn note(&mut self, path: &Path, themes: impl IntoIterator<Item = Theme>) {
        themes.into_iter().for_each(|theme| self.themes.add(theme, path.steps()));
    }

    fn is_direct(&self) -> bool {
        self.problem.stipulation().play() == Play::Direct
    }

    fn see_keys(&mut self, tree: &Tree) {
        let shortest = tree.keys.iter().map(|key| key.key.moves).min();
        if let Some(moves) = shortest.filter(|_| self.problem.stipulation().is_direct_mate()) {
            self.themes.add(Theme::mate_in(moves), &[]);
        }
        for key in &tree.keys {
            for place in key::changes(self.problem, tree, key) {
                self.themes.add(Theme::ChangedMate, &place);
            }
        }
    }

    fn see(&mut self, path: &Path, event: Event<'_>) {
        match event {
            Event::Attack { next, among } => {
                self.see_move(path);
                self.see_promotion(path, among);
                if path.steps().len() == 1 {
                    self.note(path, key::themes(self.problem, next));
                }
                if self.is_direct() {
                    self.note(path, key::sacrifice(path));
                    self.note(path, interference::novotny(path, next));
                }
            }
            Event::Help => {
                self.see_move(path);
                self.see_promotion(path, &[]);
            }
            Event::End => self.see_end(path),
        }
    }

    fn see_move(&mut self, path: &Path) {
        self.note(path, piece_actions::themes(path.steps()));
        self.note(path, check::themes(path.steps()));
    }

    /// Sees what a pawn promotes to, if it does.
    fn see_promotion(&mut self, path: &Path, among: &[Continuation]) {
        let Some((_, m)) = path.last() else { return };
        let Some(role) = m.promoted() else { return };
        self.promoted = self.promoted.with(role);
        let queen = Move::promotion(m.from(), m.to(), Role::Queen);
        if role != Role::Queen && among.iter().all(|other| Some(other.key.first) != queen) {
            self.note(path, [Theme::Underpromotion]);
        }
    }

    fn see_end(&mut self, path: &Path) {
        let Some((before, last)) = path.last() else { return };
        let end = before.after(last);
        if let Some(picture) = MatePicture::of(&end) {
            self.note(path, picture.themes());
            self.note(path, pattern::themes(&picture));
            self.note(path, interference::themes(path, &end));
            self.interferences.extend(interference::interference_by_defence(path, &end));
        }
    }

    fn conclude(mut self) -> Themes {
        for place in interference::grimshaws(&self.interferences) {
            self.themes.add(Theme::Grimshaw, place);
        }
        if Role::PROMOTIONS.into_iter().all(|role| self.promoted.contains(role)) {
            self.themes.add(Theme::Allumwandlung, &[]);
        }
        self.themes
    }
}
