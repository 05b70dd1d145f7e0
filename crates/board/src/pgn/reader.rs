//! Reading games, without recursion and in one pass.
//!
//! Open variations lie on a stack. After an error the reader goes on where the
//! next game seems to begin: at the next line that looks like a tag.

use super::lexer::{self, Gap, Lexer, Token, Wrong, looks_like_tag};
use super::{Line, MAX_DEPTH, Nag, Node, Pgn, PgnError, PgnProblem, Repaired, Tags, initial};
use crate::{
    FenError, FenField, Position, Repair, Repairs, SanMode, SanProblem, Score, Setup, fen,
};
use std::ops::Range;

/// The games of a text; see [`games`](super::games).
pub struct Games<'a> {
    lexer: Lexer<'a>,
    mode: SanMode,
    /// Where the current game begins, and the number of its line.
    begin: usize,
    line: usize,
}

/// A game, or what is wrong with it, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedGame<'a> {
    /// The line where it begins, from 1 on.
    pub line: usize,
    /// The text from there to the next game.
    pub text: &'a str,
    /// The game.
    pub read: Result<Pgn, PgnError>,
}

/// The part of a game in which an error was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Tags,
    Moves,
}

/// What stands before the moves.
struct Head {
    tags: Tags,
    start: Setup,
    missing: Vec<FenField>,
    position: Position,
    score: Score,
    comments: Vec<String>,
}

/// A line that is being read.
struct Frame {
    line: Line,
    /// Comments that wait for the next move.
    pending: Vec<String>,
    /// Before and after the last move.
    before: Position,
    now: Position,
    opened: Range<usize>,
}

impl Frame {
    fn new(position: Position, opened: Range<usize>) -> Frame {
        let (line, pending) = (Line::default(), Vec::new());
        Frame { line, pending, before: position, now: position, opened }
    }

    fn comment(&mut self, text: &str) {
        let comment = normalised(text);
        match self.line.moves.last_mut() {
            Some(last) if last.variations.is_empty() => last.after.push(comment),
            _ => self.pending.push(comment),
        }
    }

    fn push(&mut self, mut node: Node) {
        node.before = std::mem::take(&mut self.pending);
        self.before = self.now;
        self.now = self.before.after(node.played);
        self.line.moves.push(node);
    }

    /// The last move, to which what stands at `span` belongs.
    fn last(&mut self, span: Range<usize>) -> Result<&mut Node, Wrong> {
        self.line.moves.last_mut().ok_or((span, PgnProblem::NoMove))
    }

    fn close(self) -> Line {
        Line { closing: self.pending, ..self.line }
    }
}

/// The moves of one game while they are being read.
struct Tree {
    /// The game and the variations that are open, the innermost last; never empty.
    stack: Vec<Frame>,
    /// The brackets that are open since a null move in the innermost line.
    skipped: usize,
    repairs: Vec<Repaired>,
    mode: SanMode,
}

impl Tree {
    fn new(position: Position, comments: Vec<String>, mode: SanMode) -> Tree {
        let frame = Frame { pending: comments, ..Frame::new(position, 0..0) };
        Tree { stack: vec![frame], skipped: 0, repairs: Vec::new(), mode }
    }

    fn top(&mut self) -> &mut Frame {
        self.stack.last_mut().expect("the first line is never closed")
    }

    /// Whether moves of the game were read and no variation is open.
    fn may_end(&self) -> bool {
        matches!(&self.stack[..], [game] if !game.line.moves.is_empty())
    }

    /// Takes one word into the innermost line.
    fn add(&mut self, token: Token<'_>, span: Range<usize>) -> Result<(), Wrong> {
        if self.skipped > 0 {
            return self.skip(token, span);
        }
        match token {
            Token::Comment(text) => self.top().comment(text),
            Token::Nag(digits) => {
                let number = digits.parse().map_err(|_| (span.clone(), PgnProblem::Nag))?;
                self.top().last(span)?.nags.push(Nag(number));
            }
            Token::Suffix(signs) => self.top().last(span)?.nags.extend(Nag::from_suffix(signs)),
            Token::Symbol("e.p." | "ep") => self.en_passant_suffix(span)?,
            Token::Symbol(text) => match Nag::from_sign(text) {
                Some(nag) => self.top().last(span)?.nags.push(nag),
                None => self.play(text, span)?,
            },
            Token::Open => self.open(span)?,
            Token::Close => self.close(span)?,
            // A score within a variation says nothing about the game.
            Token::Score(_) | Token::Tag => {}
        }
        Ok(())
    }

    fn play(&mut self, text: &str, span: Range<usize>) -> Result<(), Wrong> {
        let mode = self.mode;
        let in_variation = self.stack.len() > 1;
        let read = match self.top().now.parse_san(text, mode) {
            Ok(read) => read,
            Err(error) if error.problem == SanProblem::NullMove && in_variation => {
                return self.pass(span);
            }
            Err(error) => {
                let place = span.start + error.span.start..span.start + error.span.end;
                return Err((place, PgnProblem::San(error.problem)));
            }
        };
        if !read.repairs.is_empty() {
            self.repairs.push(Repaired { span, repairs: read.repairs });
        }
        self.top().push(Node::plain(read.played, read.san));
        Ok(())
    }

    /// A null move: the rest of the variation cannot be kept.
    fn pass(&mut self, span: Range<usize>) -> Result<(), Wrong> {
        if self.mode == SanMode::Strict {
            return Err((span, PgnProblem::San(SanProblem::NullMove)));
        }
        let repairs = Repairs::from_iter([Repair::NullMove]);
        self.repairs.push(Repaired { span, repairs });
        self.skipped = 1;
        Ok(())
    }

    /// Passes over what follows a null move, up to the end of its variation.
    fn skip(&mut self, token: Token<'_>, span: Range<usize>) -> Result<(), Wrong> {
        match token {
            Token::Open => self.skipped += 1,
            Token::Close => self.skipped -= 1,
            _ => {}
        }
        if self.skipped == 0 { self.close(span) } else { Ok(()) }
    }

    /// `e.p.` with a blank before it, which is no more strict than without.
    fn en_passant_suffix(&mut self, span: Range<usize>) -> Result<(), Wrong> {
        let strict = self.top().last(span.clone())?.san;
        let repairs = Repairs::from_iter([Repair::EnPassantSuffix]);
        if self.mode == SanMode::Strict {
            return Err((span, PgnProblem::San(SanProblem::NotStrict { strict, repairs })));
        }
        self.repairs.push(Repaired { span, repairs });
        Ok(())
    }

    fn open(&mut self, span: Range<usize>) -> Result<(), Wrong> {
        self.top().last(span.clone())?;
        if self.stack.len() > MAX_DEPTH {
            return Err((span, PgnProblem::Depth));
        }
        let before = self.top().before;
        self.stack.push(Frame::new(before, span));
        Ok(())
    }

    fn close(&mut self, span: Range<usize>) -> Result<(), Wrong> {
        let inner = if self.stack.len() > 1 { self.stack.pop() } else { None };
        let line = inner.map(Frame::close).ok_or((span.clone(), PgnProblem::Close))?;
        self.top().last(span)?.variations.push(line);
        Ok(())
    }

    fn finish(mut self) -> Result<(Line, Vec<Repaired>), Wrong> {
        match self.stack.pop() {
            Some(last) if self.stack.is_empty() => Ok((last.close(), self.repairs)),
            Some(open) => Err((open.opened, PgnProblem::OpenVariation)),
            None => Ok((Line::default(), self.repairs)),
        }
    }
}

impl<'a> Games<'a> {
    pub(super) fn new(text: &'a str, mode: SanMode) -> Games<'a> {
        Games { lexer: Lexer::new(text), mode, begin: 0, line: 1 }
    }

    /// The games with their places, instead of the games alone.
    pub fn placed(mut self) -> impl Iterator<Item = PlacedGame<'a>> {
        std::iter::from_fn(move || {
            let gap = self.lexer.rest().len() - self.lexer.rest().trim_start().len();
            let begin = self.begin + gap;
            let line = self.line + self.lexer.rest()[..gap].matches('\n').count();
            let read = self.next()?;
            Some(PlacedGame { line, text: &self.lexer.text[begin..self.begin.max(begin)], read })
        })
    }

    fn read(&mut self) -> Result<Option<Pgn>, (Wrong, Section)> {
        let in_tags = |wrong| (wrong, Section::Tags);
        let in_moves = |wrong| (wrong, Section::Moves);
        let Some(raw) = self.tags().map_err(in_tags)? else { return Ok(None) };
        let head = raw.finish().map_err(in_moves)?;
        self.moves(head).map(Some).map_err(in_moves)
    }

    /// Reads comments and tags; `None` if there is neither tag nor move any more.
    fn tags(&mut self) -> Result<Option<RawHead<'a>>, Wrong> {
        let mut head = RawHead::default();
        loop {
            let gap = self.lexer.skip_blanks();
            match self.lexer.rest().chars().next() {
                None if head.names.is_empty() => return Ok(None),
                Some('{' | ';') if head.names.is_empty() => {
                    head.comments.push(normalised(self.lexer.comment()?));
                }
                Some('[') => {
                    let back = self.lexer.at;
                    let tag = self.tag()?;
                    // A game without moves may be followed by the next one's tags.
                    if gap == Gap::EmptyLine && head.names.contains(tag.name) {
                        self.lexer.at = back;
                        return Ok(Some(head));
                    }
                    head.push(tag);
                }
                _ => return Ok(Some(head)),
            }
        }
    }

    fn tag(&mut self) -> Result<Tag<'a>, Wrong> {
        let start = self.lexer.at;
        let rest = self.lexer.rest();
        let wrong = || {
            let line = rest.lines().next().unwrap_or_default();
            (start..start + line.trim_end().len(), PgnProblem::Tag)
        };
        let inside = rest[1..].trim_start();
        let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = &inside[..inside.find(|c| !letter(c)).unwrap_or(inside.len())];
        let quoted = inside[name.len()..].trim_start().strip_prefix('"').ok_or_else(wrong)?;
        let (value, length) = unescaped(quoted).ok_or_else(wrong)?;
        let after = quoted[length..].trim_start().strip_prefix(']').ok_or_else(wrong)?;
        if name.is_empty() {
            return Err(wrong());
        }
        let value_at = start + rest.len() - quoted.len();
        self.lexer.at = start + rest.len() - after.len();
        Ok(Tag { name, value, span: value_at..value_at + length - 1 })
    }

    fn moves(&mut self, head: Head) -> Result<Pgn, Wrong> {
        let mut tree = Tree::new(head.position, head.comments, self.mode);
        let mut score = head.score;
        loop {
            let gap = self.lexer.skip_blanks();
            if gap == Gap::EmptyLine && tree.may_end() && self.lexer.at_first_move() {
                break;
            }
            let Some((token, span)) = self.lexer.next()? else { break };
            match token {
                Token::Tag => break,
                Token::Score(found) if tree.stack.len() == 1 => {
                    score = found;
                    if found != Score::Unknown {
                        self.lexer.skip_star();
                    }
                    break;
                }
                token => tree.add(token, span)?,
            }
        }
        let (line, repairs) = tree.finish()?;
        let Head { tags, start, missing, .. } = head;
        Ok(Pgn { tags, start, missing, line, score, repairs })
    }

    /// Goes to where the next game seems to begin: never back, and never to the
    /// middle of a line, so that hostile texts take no longer than others.
    fn recover(&mut self, section: Section) {
        if !self.lexer.at_line_start() {
            self.lexer.skip_line();
        }
        let mut in_tags = section == Section::Tags;
        let mut after_gap = false;
        while !self.lexer.rest().is_empty() {
            let line = self.lexer.rest().lines().next().unwrap_or_default();
            let blank = line.trim().is_empty();
            let tag = looks_like_tag(line);
            let begins = after_gap && line.starts_with("[Event ");
            if tag && (!in_tags || begins) {
                return;
            }
            in_tags &= blank || tag;
            after_gap = blank;
            self.lexer.skip_line();
        }
    }

    fn error(&self, (span, problem): Wrong) -> PgnError {
        let text = &self.lexer.text;
        let before = &text[self.begin..span.start];
        let line_start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        PgnError {
            line: self.line + before.matches('\n').count(),
            column: text[line_start..span.start].chars().count() + 1,
            span,
            problem,
        }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Pgn, PgnError>;

    fn next(&mut self) -> Option<Result<Pgn, PgnError>> {
        let read = match self.read() {
            Ok(read) => read.map(Ok),
            Err((wrong, section)) => {
                let error = self.error(wrong);
                self.recover(section);
                Some(Err(error))
            }
        };
        self.line += self.lexer.text[self.begin..self.lexer.at].matches('\n').count();
        self.begin = self.lexer.at;
        read
    }
}

/// A tag as it was read.
struct Tag<'a> {
    name: &'a str,
    value: String,
    span: Range<usize>,
}

/// What stands before the moves, not yet judged.
#[derive(Default)]
struct RawHead<'a> {
    tags: Tags,
    names: std::collections::HashSet<&'a str>,
    fen: Option<Tag<'a>>,
    score: Score,
    comments: Vec<String>,
}

impl<'a> RawHead<'a> {
    /// Keeps a tag; of two with one name the first.
    fn push(&mut self, tag: Tag<'a>) {
        if self.names.is_empty() {
            // Comments before the tags belong to the file, not to the game.
            self.comments.clear();
        }
        if !self.names.insert(tag.name) {
            return;
        }
        match tag.name {
            "FEN" => self.fen = Some(tag),
            "Result" => self.score = lexer::score(&tag.value),
            // `SetUp` says no more than `FEN`, and is refused here.
            name => drop(self.tags.set(name, &tag.value)),
        }
    }

    fn finish(self) -> Result<Head, Wrong> {
        let RawHead { tags, fen, score, comments, .. } = self;
        let (start, missing, span) = match fen {
            None => (initial(), Vec::new(), 0..0),
            Some(tag) => {
                let (start, missing) = read_fen(&tag.value).map_err(|error| within(&tag, error))?;
                (start, missing, tag.span)
            }
        };
        let position = Position::new(start, crate::Faults::WAIVABLE)
            .map_err(|faults| (span, PgnProblem::Faults(faults)))?;
        Ok(Head { tags, start, missing, position, score, comments })
    }
}

/// A FEN that may leave out the rights, but not the side to move.
fn read_fen(text: &str) -> Result<(Setup, Vec<FenField>), FenError> {
    match fen::parse_with_defaults(text) {
        Ok((setup, missing)) if !missing.contains(&FenField::Turn) => Ok((setup, missing)),
        _ => text.parse().map(|setup| (setup, Vec::new())),
    }
}

/// The place of an error within the value of a tag.
fn within(tag: &Tag<'_>, error: FenError) -> Wrong {
    let same_length = tag.value.len() == tag.span.len();
    let span = match same_length {
        true => tag.span.start + error.span.start..tag.span.start + error.span.end,
        false => tag.span.clone(),
    };
    (span, PgnProblem::Fen(error))
}

/// The text up to the closing quote without its escapes, and its length with the quote.
fn unescaped(quoted: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, index + 1)),
            '\n' => return None,
            '\\' => match letters.next()?.1 {
                escaped @ ('"' | '\\') => value.push(escaped),
                other => value.extend(['\\', other]),
            },
            _ => value.push(letter),
        }
    }
    None
}

/// A comment with single spaces, as it is written.
pub(super) fn normalised(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
