//! `sole board check`: whether a position can be played on, and every reason why not.

use crate::args;
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::input::Positions;
use crate::render::Paint;
use sole_api::board::{Checked, Finding};

/// Runs the command.
pub(crate) fn run(flags: args::Check, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    positions.ask(&flags.question, console, |checked, _, console| match console.is_quiet() {
        true => {
            let text = verdict(checked, console.paint());
            writeln!(console.out(), "{text}")
        }
        false => {
            let text = describe(checked, console.paint());
            write!(console.out(), "{text}")
        }
    })
}

fn verdict(checked: &Checked, paint: Paint) -> String {
    if checked.playable { paint.green("playable") } else { paint.red("not playable") }
}

fn describe(checked: &Checked, paint: Paint) -> String {
    let mut text = format!("{}  {}\n", verdict(checked, paint), checked.fen);
    for Finding { name, message, waivable, waived } in &checked.faults {
        let note = match (waived, waivable) {
            (true, _) => " (waived)",
            (false, true) => " (can be waived)",
            (false, false) => "",
        };
        text.push_str(&format!("  {name}: {message}{note}\n"));
    }
    if let Some(repaired) = &checked.repaired {
        text.push_str(&format!("  did you mean {repaired}\n"));
    }
    text
}
