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

    /// A text of ours with the signs that this set has.
    pub(crate) fn text(self, text: &str) -> Cow<'_, str> {
        if self == Charset::Unicode || text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let signs = [("…", "..."), ("×", "x"), ("±", "+-"), ("–", "-"), ("½", ".5")];
        Cow::Owned(
            signs.iter().fold(text.to_owned(), |text, (sign, ascii)| text.replace(sign, ascii)),
        )
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
    }
}
