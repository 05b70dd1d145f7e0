//! Text of others, made safe to show: one line, nothing hidden.

use std::ops::RangeInclusive;

/// A name with everything that cannot be seen written as an escape: `a\\nb`.
pub fn visible(text: &str) -> String {
    let escape = |c: char| if is_hidden(c) { c.escape_default().collect() } else { c.to_string() };
    text.chars().map(escape).collect()
}

/// Control characters, and those of no width: marks that combine, joiners,
/// and the ones that set the direction.
pub fn is_hidden(c: char) -> bool {
    c.is_control() || NARROW.iter().any(|range| range.contains(&c))
}

/// Characters of no width of their own.
const NARROW: [RangeInclusive<char>; 14] = [
    '\u{ad}'..='\u{ad}',
    '\u{300}'..='\u{36f}',
    '\u{61c}'..='\u{61c}',
    '\u{180b}'..='\u{180f}',
    '\u{1ab0}'..='\u{1aff}',
    '\u{1dc0}'..='\u{1dff}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{20d0}'..='\u{20ff}',
    '\u{fe00}'..='\u{fe2f}',
    '\u{feff}'..='\u{feff}',
    '\u{fff9}'..='\u{fffb}',
    '\u{e0000}'..='\u{e0fff}',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_hidden() {
        let cases = [("a\nb", "a\\nb"), ("é ♔", "é ♔"), ("\u{202e}x", "\\u{202e}x")];
        for (text, expected) in cases {
            assert_eq!(visible(text), expected);
        }
    }
}
