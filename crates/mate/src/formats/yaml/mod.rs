//! The part of YAML in which Olive keeps problems, read strictly.
//!
//! Block and flow mappings and lists; plain, quoted and block scalars. All scalars are texts. Tags
//! are passed over; anchors, aliases, directives and tabs before a text are refused.

mod flow;
mod write;

use super::Located;
use flow::Flow;
use std::fmt;
pub(super) use write::{block, scalar};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Text(String),
    List(Vec<Located<Node>>),
    /// Each key once, in the order of the text.
    Map(Vec<(String, Located<Node>)>),
}

/// Why a text is not YAML of the kind that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum YamlError {
    /// A tab where spaces say what belongs to what.
    Tab,
    /// A line that is neither deeper nor as deep as those around it, or has no `key: value`.
    Line,
    /// A key that was there before.
    Twice {
        /// The key.
        key: String,
    },
    /// A quote or bracket that is not closed.
    Open {
        /// What opens it.
        sign: char,
    },
    /// Something after the end of a value.
    After {
        /// What stands there.
        text: String,
    },
    /// An escape that is none.
    Escape {
        /// Its letter.
        letter: char,
    },
    /// Something that YAML has and this reader has not.
    Unsupported {
        /// Its first character.
        sign: char,
    },
    /// Values inside each other, too deep.
    Deep,
}

/// How deep values may be nested.
const DEEPEST: usize = 32;

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            YamlError::Tab => f.write_str("a tab where spaces are needed"),
            YamlError::Line => f.write_str("expected 'key: value' or '- value' at this depth"),
            YamlError::Twice { key } => write!(f, "'{key}' is there twice"),
            YamlError::Open { sign } => write!(f, "{sign} is not closed"),
            YamlError::After { text } => write!(f, "unexpected '{text}' after a value"),
            YamlError::Escape { letter } => write!(f, "'\\{letter}' is no escape"),
            YamlError::Unsupported { sign } => write!(f, "'{sign}' is not supported here"),
            YamlError::Deep => write!(f, "values are nested deeper than {DEEPEST}"),
        }
    }
}

impl std::error::Error for YamlError {}

/// The documents of a text that say something, each with its first line.
pub(super) fn documents(text: &str) -> Vec<Located<Vec<&str>>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut documents = vec![Located { line: 1, content: Vec::new() }];
    for (index, line) in text.lines().enumerate() {
        match line.trim_end() {
            "---" | "..." => documents.push(Located { line: index + 2, content: Vec::new() }),
            _ => documents.last_mut().expect("never empty").content.push(line),
        }
    }
    documents.retain(|document| !document.content.iter().all(|line| is_blank(line)));
    documents
}

fn is_blank(line: &str) -> bool {
    let text = line.trim_start();
    text.is_empty() || text.starts_with('#')
}

/// Reads one document.
pub(super) fn parse(document: &Located<Vec<&str>>) -> Result<Located<Node>, Located<YamlError>> {
    let lines = document.content.iter().map(|&line| line.to_owned()).collect();
    let mut parser = Parser { lines, at: 0, depth: 0 };
    let node = parser.block(0).and_then(|node| match parser.peek()? {
        None => Ok(node),
        Some(_) => Err(YamlError::Line),
    });
    let last = document.content.len().saturating_sub(1);
    match node {
        Ok(node) => Ok(shifted(node, document.line)),
        Err(content) => Err(Located { line: document.line + parser.at.min(last), content }),
    }
}

/// The same with lines counted from elsewhere.
fn shifted(Located { line, content }: Located<Node>, by: usize) -> Located<Node> {
    let content = match content {
        Node::Text(text) => Node::Text(text),
        Node::List(items) => Node::List(items.into_iter().map(|item| shifted(item, by)).collect()),
        Node::Map(pairs) => {
            Node::Map(pairs.into_iter().map(|(key, node)| (key, shifted(node, by))).collect())
        }
    };
    Located { line: line + by, content }
}

/// Reads lines from the top; `at` is the line where it stands, from 0 on.
struct Parser {
    lines: Vec<String>,
    at: usize,
    depth: usize,
}

type Parsed = Result<Located<Node>, YamlError>;

impl Parser {
    /// The depth of the next line that says something.
    fn peek(&mut self) -> Result<Option<usize>, YamlError> {
        while self.lines.get(self.at).is_some_and(|line| is_blank(line)) {
            self.at += 1;
        }
        let Some(line) = self.lines.get(self.at) else { return Ok(None) };
        let text = line.trim_start_matches(' ');
        if text.starts_with('\t') { Err(YamlError::Tab) } else { Ok(Some(line.len() - text.len())) }
    }

    /// The present line without the spaces before it.
    fn text(&self) -> &str {
        self.lines[self.at].trim_start_matches(' ')
    }

    fn placed(&self, content: Node) -> Located<Node> {
        Located { line: self.at, content }
    }

    /// A value at least so deep; an empty text if there is none.
    fn block(&mut self, least: usize) -> Parsed {
        let depth = match self.peek()? {
            Some(depth) if depth >= least => depth,
            _ => return Ok(self.placed(Node::Text(String::new()))),
        };
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(YamlError::Deep);
        }
        let node = if is_item(self.text()) {
            self.list(depth)
        } else if split_key(self.text()).is_some() {
            self.map(depth)
        } else {
            let rest = self.text().to_owned();
            self.value(&rest, least)
        };
        self.depth -= 1;
        node
    }

    fn list(&mut self, depth: usize) -> Parsed {
        let line = self.at;
        let mut items = Vec::new();
        while self.peek()? == Some(depth) && is_item(self.text()) {
            // What follows the dash is a block of its own, deeper than the dash.
            self.lines[self.at].replace_range(depth..=depth, " ");
            items.push(self.block(depth + 1)?);
        }
        self.no_deeper(depth)?;
        Ok(Located { line, content: Node::List(items) })
    }

    fn map(&mut self, depth: usize) -> Parsed {
        let line = self.at;
        let mut pairs: Vec<(String, Located<Node>)> = Vec::new();
        while self.peek()? == Some(depth) && !is_item(self.text()) {
            let (key, rest) = split_key(self.text()).ok_or(YamlError::Line)?;
            if pairs.iter().any(|(known, _)| *known == key) {
                return Err(YamlError::Twice { key });
            }
            let value = self.of_key(&rest, depth)?;
            pairs.push((key, value));
        }
        self.no_deeper(depth)?;
        Ok(Located { line, content: Node::Map(pairs) })
    }

    fn no_deeper(&mut self, depth: usize) -> Result<(), YamlError> {
        if self.peek()?.is_some_and(|next| next > depth) { Err(YamlError::Line) } else { Ok(()) }
    }

    /// What belongs to a key: the rest of its line, or lines below, where a list may be as deep
    /// as the key.
    fn of_key(&mut self, rest: &str, depth: usize) -> Parsed {
        let rest = without_tag(rest);
        if !is_blank(rest) {
            return self.value(rest, depth + 1);
        }
        let key = self.at;
        self.at += 1;
        let is_list = self.peek()? == Some(depth) && is_item(self.text());
        let node = if is_list { self.list(depth)? } else { self.block(depth + 1)? };
        let is_empty = node.content == Node::Text(String::new());
        Ok(if is_empty { Located { line: key, ..node } } else { node })
    }

    /// A scalar or a flow value that begins with `rest` in the present line; lines at least so
    /// deep may continue it.
    fn value(&mut self, rest: &str, least: usize) -> Parsed {
        let rest = without_tag(rest);
        let line = self.at;
        let content = match rest.chars().next() {
            Some('|' | '>') => self.literal(rest, least)?,
            Some('\'' | '"' | '[' | '{') => self.flow(rest)?,
            Some(sign @ ('&' | '*' | '%' | '@' | '`')) => {
                return Err(YamlError::Unsupported { sign });
            }
            _ => self.plain(rest, least)?,
        };
        Ok(Located { line, content })
    }

    /// A text without quotes; its lines are joined by spaces.
    fn plain(&mut self, rest: &str, least: usize) -> Result<Node, YamlError> {
        let mut text = without_comment(rest).to_owned();
        self.at += 1;
        let mut breaks = 0;
        while let Some(line) = self.lines.get(self.at) {
            let words = without_comment(line.trim());
            if words.is_empty() && line.trim().is_empty() {
                breaks += 1;
            } else if line.len() - line.trim_start_matches(' ').len() < least || words.is_empty() {
                break;
            } else if split_key(words).is_some() {
                return Err(YamlError::Line);
            } else {
                fold(&mut text, breaks);
                breaks = 0;
                text += words;
            }
            self.at += 1;
        }
        Ok(Node::Text(text))
    }

    /// A text after `|`, which keeps its lines.
    fn literal(&mut self, header: &str, least: usize) -> Result<Node, YamlError> {
        let signs = without_comment(&header[1..]);
        let digit = signs.chars().find_map(|c| c.to_digit(10));
        let known = signs.chars().all(|c| matches!(c, '1'..='9' | '+' | '-'));
        if !known || header.starts_with('>') {
            return Err(YamlError::Unsupported { sign: header.chars().next().unwrap_or('|') });
        }
        self.at += 1;
        let depth_of = |line: &String| line.len() - line.trim_start_matches(' ').len();
        let first = self.lines[self.at..].iter().find(|line| !line.trim().is_empty());
        let depth = match digit {
            Some(digit) => least.saturating_sub(1) + digit as usize,
            None => first.map_or(least, depth_of).max(least),
        };
        let mut text = String::new();
        while let Some(line) = self.lines.get(self.at) {
            if !line.trim().is_empty() && depth_of(line) < depth {
                break;
            }
            text += line.get(depth..).unwrap_or_default();
            text.push('\n');
            self.at += 1;
        }
        let kept = text.trim_end_matches('\n').len();
        match signs.contains('+') {
            true => {}
            false if signs.contains('-') || kept == 0 => text.truncate(kept),
            false => text.truncate(kept + 1),
        }
        Ok(Node::Text(text))
    }

    /// A quoted text, a list or a mapping in brackets, which may go over several lines.
    fn flow(&mut self, rest: &str) -> Result<Node, YamlError> {
        // Few values go over many lines, so lines are added only while it is open.
        let mut lines = 1;
        loop {
            let end = (self.at + lines).min(self.lines.len());
            let mut text = rest.to_owned();
            for line in &self.lines[self.at + 1..end] {
                text.push('\n');
                text += line;
            }
            let mut flow = Flow::new(&text, self.at, self.depth);
            let value = flow.value();
            if matches!(value, Err(YamlError::Open { .. })) && end < self.lines.len() {
                lines *= 2;
                continue;
            }
            self.at = flow.line;
            let value = value?;
            let after = flow.rest().lines().next().unwrap_or_default().trim();
            if !is_blank(after) {
                return Err(YamlError::After { text: after.to_owned() });
            }
            self.at += 1;
            return Ok(value.content);
        }
    }
}

/// Ends a line of a text that goes on: an empty line is a break, else the lines are joined.
fn fold(text: &mut String, breaks: usize) {
    match breaks {
        0 => text.push(' '),
        breaks => text.extend(std::iter::repeat_n('\n', breaks)),
    }
}

fn is_item(text: &str) -> bool {
    text == "-" || text.starts_with("- ")
}

/// A value without the tag before it.
fn without_tag(text: &str) -> &str {
    match text.starts_with('!') {
        true => text.split_once(' ').map_or("", |(_, rest)| rest.trim_start()),
        false => text,
    }
}

/// A text without the comment after it.
fn without_comment(text: &str) -> &str {
    match text {
        _ if text.starts_with('#') => "",
        _ => text.find(" #").map_or(text, |at| &text[..at]).trim_end(),
    }
}

/// The key of a line and the rest of the line, if there is one.
fn split_key(text: &str) -> Option<(String, String)> {
    if text.starts_with(['[', '{', '|', '>']) {
        return None;
    }
    if text.starts_with(['\'', '"']) {
        let mut flow = Flow::new(text, 0, 0);
        let key = flow.quoted().ok()?;
        let rest = flow.rest().strip_prefix(':').filter(|rest| ends_key(rest))?;
        return Some((key, rest.trim().to_owned()));
    }
    let said = without_comment(text).len();
    let mut colons = text.match_indices(':').map(|(at, _)| at);
    let at = colons.find(|&at| at < said && ends_key(&text[at + 1..]))?;
    Some((text[..at].trim().to_owned(), text[at + 1..].trim().to_owned()))
}

fn ends_key(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value in one line: texts in quotes.
    fn shown(node: &Node) -> String {
        match node {
            Node::Text(text) => format!("{text:?}"),
            Node::List(items) => {
                let items: Vec<String> = items.iter().map(|item| shown(&item.content)).collect();
                format!("[{}]", items.join(" "))
            }
            Node::Map(pairs) => {
                let pair = |(key, node): &(String, Located<Node>)| {
                    format!("{key}={}", shown(&node.content))
                };
                format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn parsed(text: &str) -> String {
        match documents(text).first() {
            None => "nothing".to_owned(),
            Some(document) => {
                parse(document).map_or_else(|e| e.to_string(), |node| shown(&node.content))
            }
        }
    }

    #[test]
    fn what_olive_writes_is_read() {
        let cases = [
            ("", "nothing"),
            ("---\n# no\n---\n", "nothing"),
            ("a: b", r#"{a="b"}"#),
            ("a: b # no\nc:   d e  ", r#"{a="b" c="d e"}"#),
            ("a:\nb: x", r#"{a="" b="x"}"#),
            ("a:\n- x\n- y z\nb: c", r#"{a=["x" "y z"] b="c"}"#),
            ("a:\n  - x\n  - y", r#"{a=["x" "y"]}"#),
            ("a:\n  b:\n    c: d\n  e: f", r#"{a={b={c="d"} e="f"}}"#),
            ("a:\n  - b: c\n    d: e\n  -\n    f: g", r#"{a=[{b="c" d="e"} {f="g"}]}"#),
            ("a: [x, 'y, z', !!python/unicode 'é']", r#"{a=["x" "y, z" "é"]}"#),
            ("a: [x,\n  y,\n  z]\nb: {c: d, e: [f]}", r#"{a=["x" "y" "z"] b={c="d" e=["f"]}}"#),
            ("\u{85}- a", r#""\u{85}- a""#),
            ("a: {}\nb: []", "{a={} b=[]}"),
            ("a: [b  c,\n   d\n   e]", r#"{a=["b  c" "d e"]}"#),
            ("a: one\n  two\n\n  three\nb: c", r#"{a="one two\nthree" b="c"}"#),
            ("a:\n- one\n  [two]\n- three", r#"{a=["one [two]" "three"]}"#),
            ("a: 'one\n\n  two''s\n  end'", r#"{a="one\ntwo's end"}"#),
            ("a: \"one\\n\\\n  \\  two \\\"x\\\" \\xe9\\u0416\"", r#"{a="one\n  two \"x\" éЖ"}"#),
            ("a: |\n  one\n    two\n\n  three\n\nb: c", r#"{a="one\n  two\n\nthree\n" b="c"}"#),
            ("a: |-\n    one\n    two\n", r#"{a="one\ntwo"}"#),
            ("a: |+\n  one\n\nb: c", r#"{a="one\n\n" b="c"}"#),
            ("a: |2\n   one\n  two\n", r#"{a=" one\ntwo\n"}"#),
            ("a: !!python/unicode 'x'\nb: !!str y", r#"{a="x" b="y"}"#),
            ("'a b': c\n\"d\": e", r#"{a b="c" d="e"}"#),
            ("a: h#2.5\nb: '#2'", r##"{a="h#2.5" b="#2"}"##),
            ("a: http://x.y/z", r#"{a="http://x.y/z"}"#),
            ("- a\n- - b\n  - c", r#"["a" ["b" "c"]]"#),
        ];
        for (text, expected) in cases {
            assert_eq!(parsed(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let cases = [
            ("a: b\n\tc: d", "line 2: a tab where spaces are needed"),
            ("a: b\nc", "line 2: expected 'key: value' or '- value' at this depth"),
            ("a:\n  b: c\n d: e", "line 3: expected 'key: value' or '- value' at this depth"),
            ("a: b\nc: d\na: e", "line 3: 'a' is there twice"),
            ("a: b\nc: 'd\ne", "line 3: ' is not closed"),
            ("a: [b,\nc", "line 2: [ is not closed"),
            ("a: 'b' c", "line 1: unexpected 'c' after a value"),
            ("a: \"\\q\"", "line 1: '\\q' is no escape"),
            ("a: \"\\uZZZZ\"", "line 1: '\\u' is no escape"),
            ("a: &x b", "line 1: '&' is not supported here"),
            ("a: >\n  b", "line 1: '>' is not supported here"),
            ("---\n\n---\na: *x", "line 4: '*' is not supported here"),
        ];
        for (text, expected) in cases {
            assert_eq!(parsed(text), expected, "{text}");
        }
        let deep = format!("a: {}", "[".repeat(1_000_000));
        assert_eq!(parsed(&deep), "line 1: values are nested deeper than 32");
        let deep = format!("{}x", "- ".repeat(100_000));
        assert_eq!(parsed(&deep), "line 1: values are nested deeper than 32");
    }

    #[test]
    fn texts_are_written_as_they_are_read() {
        let texts = [
            "",
            "a",
            "a b",
            "#2",
            "2009",
            "true",
            "it's",
            "a: b",
            "a #b",
            " a ",
            "a  b",
            "[x",
            "é, Ж",
            "-",
            "- a",
            "\"",
            "\\",
            "one\ntwo",
            "one\ntwo\n",
            "one\n\n\n",
            "  one\n two\n",
            "\n",
            "\ta\nb",
            "a\r\nb",
            "\u{7f}",
            "\u{85}",
            "Müller, Dieter",
            "!x",
            "a\\nb",
            "| a",
        ];
        for text in texts {
            for written in [scalar(text), block(text)] {
                let read = parsed(&format!("key: {written}\nnext: x"));
                assert_eq!(read, format!("{{key={text:?} next=\"x\"}}"), "{written}");
            }
        }
    }
}
