//! What each technique is, in one line for people who know its name alone.

use super::technique::{Fins, Fish, Form, Technique};

impl Technique {
    /// The name as it is typed on a command line: `x-wing`, `als-xz`.
    pub fn key(self) -> String {
        let name = self.name().to_lowercase();
        let words: Vec<&str> =
            name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        words.join("-")
    }

    /// What it is, in one line.
    pub fn summary(self) -> String {
        match self {
            Technique::Fish(fish) => of_fish(fish),
            Technique::Explainer(technique) => {
                format!("{}, as Sudoku Explainer finds it", technique.name())
            }
            other => plain(other).to_owned(),
        }
    }
}

fn of_fish(fish: Fish) -> String {
    let size = fish.size();
    let houses = match fish.form() {
        Form::Basic => format!("all places of a value in {size} rows are in {size} columns"),
        Form::Franken => {
            format!("all places of a value in {size} rows or boxes are in {size} columns or boxes")
        }
        Form::Mutant => format!("all places of a value in {size} houses are in {size} others"),
    };
    let exchanged = if fish.form() == Form::Basic { ", or the other way round" } else { "" };
    let fins = match fish.fins() {
        Fins::None => "",
        Fins::Finned => "; except for a few, the fins",
        Fins::Sashimi => "; except for fins, without which one of them has one place left",
    };
    houses + exchanged + fins
}

/// Every technique that is not a fish.
fn plain(technique: Technique) -> &'static str {
    use Technique as T;
    match technique {
        T::FullHouse => "the last open cell of a row, column or box",
        T::HiddenSingle => "a row, column or box with one cell left for a value",
        T::NakedSingle => "a cell with one candidate left",
        T::Pointing => {
            "the places of a value in a box are in one line, so the rest of the line lacks it"
        }
        T::Claiming => {
            "the places of a value in a line are in one box, so the rest of the box lacks it"
        }
        T::LockedPair => "two cells of a box and a line with the same two candidates",
        T::LockedTriple => "three cells of a box and a line with the same three candidates",
        T::NakedPair => "two cells of a house with the same two candidates",
        T::NakedTriple => "three cells of a house with three candidates between them",
        T::NakedQuad => "four cells of a house with four candidates between them",
        T::HiddenPair => "two values of a house that have the same two cells",
        T::HiddenTriple => "three values of a house that have three cells between them",
        T::HiddenQuad => "four values of a house that have four cells between them",
        T::Skyscraper => "two parallel lines with two places each for a value, one of each aligned",
        T::TwoStringKite => "a row and a column with two places each for a value, joined in a box",
        T::EmptyRectangle => {
            "a box whose places for a value form a cross, and a line with two places"
        }
        T::TurbotFish => "two houses with two places each for a value, two of which see each other",
        T::DualTwoStringKite => "two two-string kites that are joined in the same box",
        T::DualEmptyRectangle => "two empty rectangles in the same box",
        T::SimpleColorsTrap => "a candidate that sees both colours of a chain of one value",
        T::SimpleColorsWrap => {
            "two candidates of one colour of a chain of one value see each other"
        }
        T::MultiColors1 => "a candidate that sees one colour each of two chains that are linked",
        T::MultiColors2 => "a colour that sees both colours of another chain",
        T::UniqueRectangle1 => {
            "three corners of a rectangle in two boxes have the same two candidates"
        }
        T::UniqueRectangle2 => "two corners in a line have one further candidate, the same one",
        T::UniqueRectangle3 => "the further candidates of two corners form a naked subset",
        T::UniqueRectangle4 => "one of the two values is confined to two corners of a house",
        T::UniqueRectangle5 => "corners across have one further candidate, the same one",
        T::UniqueRectangle6 => {
            "two corners across, and one value is confined to the corners of lines"
        }
        T::HiddenRectangle => {
            "one corner has two candidates, and one of them is confined in its lines"
        }
        T::AvoidableRectangle1 => "three solved corners that are not givens, and an open one",
        T::AvoidableRectangle2 => "two solved corners that are not givens, and two open ones",
        T::Bug => "all open cells have two candidates, except for one with three",
        T::XChain => "a chain of strong and weak links of one value",
        T::XyChain => "a chain of cells with two candidates each",
        T::RemotePair => "a chain of cells with the same two candidates",
        T::ContinuousNiceLoop => "a loop of strong and weak links in turn",
        T::DiscontinuousNiceLoop => {
            "a loop of links with two equal ones in one cell, which decide it"
        }
        T::Aic => "a chain of strong and weak links in turn (alternating inference chain)",
        T::GroupedContinuousNiceLoop => "a continuous nice loop with groups of cells",
        T::GroupedDiscontinuousNiceLoop => "a discontinuous nice loop with groups of cells",
        T::GroupedAic => "an AIC with groups of cells",
        T::XyWing => "a cell with candidates XY that sees cells with XZ and YZ",
        T::XyzWing => "a cell with candidates XYZ that sees cells with XZ and YZ",
        T::WWing => "two cells with the same two candidates, joined by a strong link",
        T::AlsXz => "two almost locked sets with a restricted common value",
        T::AlsXyWing => "two almost locked sets joined by a third one",
        T::AlsChain => "a chain of almost locked sets",
        T::DeathBlossom => "a cell each of whose candidates belongs to an almost locked set",
        T::SueDeCoq => "cells of a box and a line whose values are divided between the two",
        T::TemplateSet => "a cell that every way to place a value in the grid has",
        T::TemplateDelete => "a cell that no way to place a value in the grid has",
        T::ForcingChainContradiction => "a candidate from which chains lead to a contradiction",
        T::ForcingChainVerity => "what follows by chains from every candidate of a cell or house",
        T::ForcingNetContradiction => "a candidate from which a net leads to a contradiction",
        T::ForcingNetVerity => "what follows by nets from every candidate of a cell or house",
        T::BruteForce => "a value of the only solution, found by search",
        T::Fish(_) | T::Explainer(_) => "",
    }
}
