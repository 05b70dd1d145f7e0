//! Text of others, made safe to print: one line, nothing hidden, known width.

use sole_api::text::is_hidden;
pub(crate) use sole_api::text::visible;

/// What is said of a text that may be very long: the same, or its beginning.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 300;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => visible(&text[..end]) + "…",
        None => visible(text),
    }
}

/// A text with a capital at its beginning.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Words in lines of readable length, the last one ended too.
pub(crate) fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    const COLUMNS: usize = 72;
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + word.len() >= COLUMNS {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
        }
        text.push_str(word);
        column += word.len() + 1;
    }
    text + "\n"
}

/// The character that is printed for `c`: a space for a tab, a replacement for
/// whatever else moves the cursor, turns the text or cannot be seen.
pub(crate) fn shown(c: char) -> char {
    match c {
        '\t' => ' ',
        c if is_hidden(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// The columns of a terminal that a [`shown`] character takes.
pub(crate) fn width(c: char) -> usize {
    1 + usize::from(WIDE.iter().any(|range| range.contains(&c)))
}

type Range = std::ops::RangeInclusive<char>;

/// Characters two columns wide: East Asian scripts, full-width forms, pictures.
const WIDE: [Range; 9] = [
    '\u{1100}'..='\u{115f}',
    '\u{2e80}'..='\u{303e}',
    '\u{3041}'..='\u{a4cf}',
    '\u{ac00}'..='\u{d7a3}',
    '\u{f900}'..='\u{faff}',
    '\u{ff00}'..='\u{ff60}',
    '\u{ffe0}'..='\u{ffe6}',
    '\u{1f300}'..='\u{1faff}',
    '\u{20000}'..='\u{3fffd}',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_hidden() {
        for (c, expected) in
            [('\t', ' '), ('\u{200b}', '\u{fffd}'), ('\u{7}', '\u{fffd}'), ('K', 'K')]
        {
            assert_eq!(shown(c), expected, "{c:?}");
        }
    }

    #[test]
    fn lists_are_broken_into_lines() {
        let text = wrapped(["Nf3"; 100]);
        assert!(text.lines().all(|line| line.len() <= 72 && !line.ends_with(' ')), "{text}");
        assert_eq!(text.split_whitespace().count(), 100);
        assert_eq!(wrapped([]), "\n");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        for (c, expected) in [('K', 1), ('é', 1), ('♔', 1), ('王', 2), ('Ｋ', 2), ('🙂', 2)]
        {
            assert_eq!(width(c), expected, "{c}");
        }
    }
}
