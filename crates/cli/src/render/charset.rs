//! Which characters the terminal can show, by the locale.

use std::borrow::Cow;

/// The characters that text for people may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charset {
    /// All of Unicode.
    Unicode,
    /// ASCII alone.
    Ascii,
}

impl Charset {
    /// By the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set, as POSIX has it.
    pub(crate) fn of_environment() -> Charset {
        let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(std::env::var);
        Charset::of_locale(&named.flatten().find(|locale| !locale.is_empty()).unwrap_or_default())
    }

    /// The characters of a locale; Unicode if none is named.
    fn of_locale(locale: &str) -> Charset {
        let encoding = locale.split_once('.').map_or("", |(_, encoding)| encoding);
        let is_unicode = encoding.to_ascii_lowercase().replace('-', "").starts_with("utf8");
        if locale.is_empty() || is_unicode { Charset::Unicode } else { Charset::Ascii }
    }

    /// A text for people in the characters of this set: a sign of ours has an ASCII form, any other
    /// character becomes an escape such as `\u{e9}`.
    pub(crate) fn text(self, text: &str) -> Cow<'_, str> {
        if self == Charset::Unicode || text.is_ascii() {
            return Cow::Borrowed(text);
        }
        Cow::Owned(text.chars().map(in_ascii).collect())
    }

    /// What stands for text that is left out.
    pub(crate) fn ellipsis(self) -> &'static str {
        match self {
            Charset::Unicode => "…",
            Charset::Ascii => "...",
        }
    }

    /// The filled part of a progress bar, its end, and the empty part.
    pub(crate) fn bar(self) -> &'static str {
        match self {
            Charset::Unicode => "━╸─",
            Charset::Ascii => "=>-",
        }
    }
}

/// A character, or what stands for it in ASCII.
fn in_ascii(c: char) -> Cow<'static, str> {
    match c {
        '…' => "...".into(),
        '×' => "x".into(),
        '±' => "+-".into(),
        '–' => "-".into(),
        '½' => ".5".into(),
        '≤' => "<=".into(),
        '°' => " degrees".into(),
        '₂' => "2".into(),
        '’' => "'".into(),
        c if c.is_ascii() => c.to_string().into(),
        c => c.escape_default().to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_says_what_can_be_shown() {
        let cases = [
            ("", Charset::Unicode),
            ("en_GB.UTF-8", Charset::Unicode),
            ("C.utf8", Charset::Unicode),
            ("C", Charset::Ascii),
            ("de_DE", Charset::Ascii),
            ("de_DE.ISO-8859-1", Charset::Ascii),
        ];
        for (locale, expected) in cases {
            assert_eq!(Charset::of_locale(locale), expected, "{locale:?}");
        }
    }

    #[test]
    fn signs_have_ascii_forms() {
        let text = "9×9, 1.2 ± 0.1 … 3–4, 2½";
        assert_eq!(Charset::Unicode.text(text), text);
        assert_eq!(Charset::Ascii.text(text), "9x9, 1.2 +- 0.1 ... 3-4, 2.5");
        assert_eq!(Charset::Ascii.text("Müller.sdm"), "M\\u{fc}ller.sdm");
    }
}
