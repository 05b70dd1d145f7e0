//! Values in quotes and in brackets, which may go over several lines.

use super::{DEEPEST, Node, Parsed, YamlError, ends_key, fold};
use crate::formats::Located;

/// Reads values in quotes and brackets.
pub(super) struct Flow<'a> {
    text: &'a str,
    at: usize,
    /// The line where it stands.
    pub(super) line: usize,
    depth: usize,
}

impl<'a> Flow<'a> {
    /// Reads a text that begins in a line, inside `depth` other values.
    pub(super) fn new(text: &'a str, line: usize, depth: usize) -> Flow<'a> {
        Flow { text, at: 0, line, depth }
    }

    /// What was not read.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes to the next character that says something.
    fn skip(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                _ if c.is_whitespace() => drop(self.next()),
                '#' => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.next();
                    }
                }
                _ => break,
            }
        }
    }

    /// A value of any kind.
    pub(super) fn value(&mut self) -> Parsed {
        self.skip();
        if self.peek() == Some('!') {
            while self.peek().is_some_and(|c| !c.is_whitespace()) {
                self.next();
            }
            self.skip();
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(YamlError::Deep);
        }
        let line = self.line;
        let content = match self.peek() {
            Some('[') => Node::List(self.items(']', Flow::value)?),
            Some('{') => Node::Map(self.items('}', Flow::pair)?),
            Some('\'' | '"') => Node::Text(self.quoted()?),
            Some(sign @ ('&' | '*')) => return Err(YamlError::Unsupported { sign }),
            _ => Node::Text(self.word()),
        };
        self.depth -= 1;
        Ok(Located { line, content })
    }

    /// What stands between brackets.
    fn items<T>(
        &mut self,
        close: char,
        item: impl Fn(&mut Flow<'a>) -> Result<T, YamlError>,
    ) -> Result<Vec<T>, YamlError> {
        let sign = self.next().unwrap_or(close);
        let mut items = Vec::new();
        loop {
            self.skip();
            if self.peek() == Some(close) {
                break;
            }
            items.push(item(self)?);
            self.skip();
            match self.peek() {
                Some(',') => drop(self.next()),
                Some(c) if c == close => {}
                None => return Err(YamlError::Open { sign }),
                Some(c) => return Err(YamlError::After { text: c.to_string() }),
            }
        }
        self.next();
        Ok(items)
    }

    fn pair(&mut self) -> Result<(String, Located<Node>), YamlError> {
        let key = match self.value()?.content {
            Node::Text(key) => key,
            _ => return Err(YamlError::Line),
        };
        self.skip();
        match self.next() {
            Some(':') => Ok((key, self.value()?)),
            Some(_) => Err(YamlError::Line),
            None => Err(YamlError::Open { sign: '{' }),
        }
    }

    /// A plain text inside brackets.
    fn word(&mut self) -> String {
        let mut text = String::new();
        while let Some(c) = self.peek() {
            let ends_key = c == ':' && ends_key(self.rest()[1..].get(..1).unwrap_or_default());
            let comment = c == '#' && text.ends_with(char::is_whitespace);
            if matches!(c, ',' | '[' | ']' | '{' | '}') || ends_key || comment {
                break;
            }
            text.extend(self.next());
        }
        text.trim().lines().map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// A text in quotes.
    pub(super) fn quoted(&mut self) -> Result<String, YamlError> {
        let sign = self.next().unwrap_or('"');
        let mut text = String::new();
        // Blanks at the end of a line do not count, but those of escapes do.
        let mut kept = 0;
        loop {
            match self.next().ok_or(YamlError::Open { sign })? {
                '\n' => {
                    text.truncate(text.trim_end_matches([' ', '\t']).len().max(kept));
                    fold(&mut text, self.breaks());
                    kept = text.len();
                }
                '\'' if sign == '\'' && self.peek() == Some('\'') => {
                    self.next();
                    text.push('\'');
                }
                c if c == sign => return Ok(text),
                '\\' if sign == '"' => {
                    text.extend(self.escape()?);
                    kept = text.len();
                }
                c => text.push(c),
            }
        }
    }

    /// How many empty lines follow; goes to the first text after them.
    fn breaks(&mut self) -> usize {
        let mut breaks = 0;
        while let Some(c) = self.peek().filter(|c| matches!(c, ' ' | '\t' | '\r' | '\n')) {
            breaks += usize::from(c == '\n');
            self.next();
        }
        breaks
    }

    /// The character that an escape stands for; none for a line that goes on.
    fn escape(&mut self) -> Result<Option<char>, YamlError> {
        let letter = self.next().ok_or(YamlError::Open { sign: '"' })?;
        let plain = match letter {
            'n' => '\n',
            't' | '\t' => '\t',
            'r' => '\r',
            '0' => '\0',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'e' => '\u{1b}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            '_' => '\u{a0}',
            'N' => '\u{85}',
            'L' => '\u{2028}',
            'P' => '\u{2029}',
            ' ' | '"' | '/' | '\\' => letter,
            'x' => return self.code(2, letter).map(Some),
            'u' => return self.code(4, letter).map(Some),
            'U' => return self.code(8, letter).map(Some),
            '\n' => {
                let breaks = self.breaks();
                return Ok((breaks > 0).then_some('\n'));
            }
            _ => return Err(YamlError::Escape { letter }),
        };
        Ok(Some(plain))
    }

    fn code(&mut self, digits: usize, letter: char) -> Result<char, YamlError> {
        let text = self.rest().get(..digits).ok_or(YamlError::Escape { letter })?;
        let code = u32::from_str_radix(text, 16).ok().and_then(char::from_u32);
        self.at += digits;
        code.ok_or(YamlError::Escape { letter })
    }
}
