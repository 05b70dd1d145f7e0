//! `sole man`: the manual, one page per command.

use crate::args::{self, Man};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::reference;
use crate::render::visible;
use serde::Serialize;
use std::io;
use std::path::Path;

/// A page and the name of its file.
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
}

/// What scripts see.
#[derive(Debug, Serialize)]
struct Written {
    files: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(flags: Man, console: &mut Console) -> Result<Exit, Stop> {
    let pages = if flags.markdown { reference::pages() } else { pages()? };
    let Some(folder) = flags.dir else {
        let text: Vec<u8> = pages.into_iter().flat_map(|page| page.text).collect();
        console.print_text(&text)?;
        return Ok(Exit::Yes);
    };
    let mut files = Vec::new();
    for page in &pages {
        let path = folder.join(&page.name).display().to_string();
        write_page(&folder, page).map_err(|error| {
            let message = format!("cannot write {}: {error}", visible(&path));
            Complaint::new(Kind::Output, message)
        })?;
        if !console.is_json() {
            writeln!(console.out(), "{path}")?;
        }
        files.push(path);
    }
    if console.is_json() {
        console.answer(&Answer { status: Status::Ok, result: Written { files }, stats: None })?;
    }
    Ok(Exit::Yes)
}

fn write_page(folder: &Path, page: &Page) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(&page.name), &page.text)
}

fn pages() -> io::Result<Vec<Page>> {
    let mut command = args::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, &mut pages)?;
    Ok(pages)
}

/// Adds the page of a command and those of its subcommands.
fn add_pages(command: &clap::Command, pages: &mut Vec<Page>) -> io::Result<()> {
    let title = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut text = Vec::new();
    let version = concat!("sole ", env!("CARGO_PKG_VERSION"));
    let man = clap_mangen::Man::new(command.clone()).source(version).manual("Sole");
    man.render(&mut text)?;
    // The generator's own heading for what follows the options says nothing.
    let text = String::from_utf8_lossy(&text).replace(".SH EXTRA\n", ".SH NOTES\n").into_bytes();
    pages.push(Page { name: format!("{title}.1"), text });
    command.get_subcommands().try_for_each(|command| add_pages(command, pages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page() {
        let pages = pages().expect("pages are written to memory");
        let names: Vec<&str> = pages.iter().map(|page| page.name.as_str()).collect();
        for name in ["sole.1", "sole-perft.1", "sole-board.1", "sole-board-check.1"] {
            assert!(names.contains(&name), "{name} is not among {names:?}");
        }
        for Page { name, text } in &pages {
            let text = String::from_utf8_lossy(text);
            assert!(
                text.contains(concat!("\"sole ", env!("CARGO_PKG_VERSION"), "\" Sole\n")),
                "{name}"
            );
            assert!(!text.contains("EXTRA"), "{name}");
        }
    }
}
