//! Puzzles as a book: chapters by what is to be done, with the solutions at the back.

mod book_entry;
mod diagram_style;
mod solution_text;

pub use book_entry::BookEntry;
pub use diagram_style::DiagramStyle;

use book_entry::{Claims, Class};
use sole_picture::book::{Book, Chapter, Entry};
use sole_puzzle::text::plural;
use std::collections::BTreeMap;

/// What is printed on the first page.
#[derive(Clone, Debug, Default)]
pub struct TitlePage {
    /// The title; `None` for a usual one.
    pub title: Option<String>,
    /// The line below; `None` for the number of puzzles.
    pub subtitle: Option<String>,
    /// The seed of a book whose puzzles were made for it.
    pub seed: Option<u64>,
}

/// A book of entries, each in its chapter, where they keep their order.
pub fn compose(entries: impl IntoIterator<Item = BookEntry>, title_page: TitlePage) -> Book {
    let mut chapters: BTreeMap<Class, (Vec<Entry>, Claims)> = BTreeMap::new();
    let mut count = 0;
    for BookEntry { class, claim, entry } in entries {
        let (entries, claims) = chapters.entry(class).or_default();
        entries.push(entry);
        claims.add(claim);
        count += 1;
    }
    let TitlePage { title, subtitle, seed } = title_page;
    let usual_subtitle = || {
        let proved = if seed.is_some() { ", each with one solution" } else { "" };
        format!("{}{proved}", plural(count, "puzzle"))
    };
    let usual_title = match chapters.values().all(|(_, claims)| claims.are_all_one()) {
        true => "Puzzles with one solution",
        false => "Puzzles",
    };
    let again = seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
    let chapters = chapters.into_iter().map(|(class, (entries, claims))| Chapter {
        title: class.title(),
        note: class.note(claims),
        entries,
    });
    Book {
        title: title.unwrap_or_else(|| usual_title.to_owned()),
        subtitle: subtitle.unwrap_or_else(usual_subtitle),
        imprint: format!("Printed by sole {}{again}", env!("CARGO_PKG_VERSION")),
        chapters: chapters.collect(),
    }
}
