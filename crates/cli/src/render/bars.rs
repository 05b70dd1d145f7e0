//! Bars of text, as long as a number is large.

use super::Charset;

/// What bars are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bars {
    /// Unicode's blocks, down to an eighth of a character.
    Blocks,
    /// Signs that every terminal has.
    Ascii,
}

impl Bars {
    /// The length of the longest bar.
    const WIDTH: u128 = 48;

    /// What the terminal can show.
    pub(crate) fn of_environment() -> Bars {
        Bars::of(Charset::of_environment())
    }

    /// The bars of a set of characters.
    pub(crate) fn of(charset: Charset) -> Bars {
        match charset {
            Charset::Unicode => Bars::Blocks,
            Charset::Ascii => Bars::Ascii,
        }
    }

    /// A bar for a part of the whole; what is not nothing can be seen.
    pub(crate) fn bar(self, part: u128, whole: u128) -> String {
        const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        let eighths = (part * Bars::WIDTH * 8 / whole.max(1)) as usize;
        let eighths = eighths.max(usize::from(part > 0));
        match self {
            Bars::Blocks => "█".repeat(eighths / 8) + EIGHTHS[eighths % 8],
            Bars::Ascii if (1..8).contains(&eighths) => ".".to_owned(),
            Bars::Ascii => "#".repeat(eighths / 8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_with_their_counts() {
        let cases = [
            ((0, 100), "", ""),
            ((1, 100_000), "▏", "."),
            ((50, 100), "████████████████████████", "########################"),
            ((3, 100), "█▍", "#"),
        ];
        for ((part, whole), blocks, ascii) in cases {
            assert_eq!(Bars::Blocks.bar(part, whole), blocks, "{part} of {whole}");
            assert_eq!(Bars::Ascii.bar(part, whole), ascii, "{part} of {whole}");
        }
        assert_eq!(Bars::Blocks.bar(7, 7).chars().count() as u128, Bars::WIDTH);
    }
}
