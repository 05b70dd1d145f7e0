//! Reading problems written for Popeye.

use super::write::{DATE, KEYWORDS_REMARK};
use crate::formats::options::{Language, Match, Options, Used, look_up};
use crate::formats::{Credits, Entry, Located, OptionError, PieceError, Read, pieces};
use crate::{Stipulation, StipulationError};
use sole_board::{Color, Diagram, File, Piece, Rank, Role, Square, fen};
use std::fmt;

/// Why a problem written for Popeye cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PopeyeError {
    /// The text does not begin with `BeginProblem`.
    NoBegin {
        /// Its first word.
        word: String,
    },
    /// The text ends inside a problem.
    NoEnd,
    /// A word that means nothing here.
    Word {
        /// As written.
        word: String,
    },
    /// The beginning of several keywords.
    Ambiguous {
        /// As written.
        word: String,
    },
    /// A keyword for something that is not solved here.
    Unsupported {
        /// What it asks for.
        what: &'static str,
        /// The word after the keyword.
        word: String,
    },
    /// Nothing is demanded.
    NoStipulation,
    /// What is demanded cannot be solved here.
    Stipulation(StipulationError),
    /// An option that cannot be obeyed.
    Option(OptionError),
    /// A man before White or Black was named.
    NoSide {
        /// As written.
        word: String,
    },
    /// A man that is none of chess, or has no place.
    Piece(PieceError),
    /// More than 64 squares, or a slash inside a rank.
    Forsyth {
        /// As written.
        word: String,
    },
}

impl fmt::Display for PopeyeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PopeyeError::NoBegin { word } => {
                write!(f, "expected BeginProblem or AnfangProblem, found '{word}'")
            }
            PopeyeError::NoEnd => f.write_str("the problem has no EndProblem"),
            PopeyeError::Word { word } => write!(f, "'{word}' means nothing here"),
            PopeyeError::Ambiguous { word } => write!(f, "several keywords begin with '{word}'"),
            PopeyeError::Unsupported { what, word } => {
                write!(f, "{what} are not solved here: {word}")
            }
            PopeyeError::NoStipulation => f.write_str("the problem has no stipulation"),
            PopeyeError::Stipulation(error) => error.fmt(f),
            PopeyeError::Option(error) => error.fmt(f),
            PopeyeError::NoSide { word } => {
                write!(f, "expected White or Black before the man '{word}'")
            }
            PopeyeError::Piece(error) => error.fmt(f),
            PopeyeError::Forsyth { word } => {
                write!(f, "'{word}' does not fill ranks of eight squares")
            }
        }
    }
}

impl std::error::Error for PopeyeError {}

/// Every problem of a text.
///
/// A problem that cannot be read ends at the next `NextProblem` or `EndProblem`. What follows
/// after that is passed over, unless it is another `BeginProblem`.
pub fn read(text: &str) -> Vec<Read<Entry, PopeyeError>> {
    let mut words = Words::new(text);
    let mut read = Vec::new();
    while let Some(word) = words.next() {
        match language(word) {
            Some(language) => read_problems(language, &mut words, &mut read),
            None if read.is_empty() => {
                let content = PopeyeError::NoBegin { word: word.to_owned() };
                read.push(Err(Located { line: words.line, content }));
                break;
            }
            None => break,
        }
    }
    read
}

/// Reads problems up to the last.
fn read_problems(
    language: Language,
    words: &mut Words<'_>,
    read: &mut Vec<Read<Entry, PopeyeError>>,
) {
    loop {
        let (problem, end) = Reader::new(language).problem(words);
        read.push(problem);
        if end == End::Last {
            return;
        }
    }
}

fn language(word: &str) -> Option<Language> {
    let begins =
        [("BeginProblem", Language::English), ("AnfangProblem", Language::German)].into_iter();
    match look_up(word, begins) {
        Match::One(_, language) => Some(language),
        _ => None,
    }
}

/// What follows a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Next,
    Last,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyword {
    End(End),
    Author,
    Origin,
    Title,
    Award,
    Remark,
    /// A line that only Popeye needs, by its English name.
    Idle(&'static str),
    Stipulation,
    Option,
    Pieces,
    Forsyth,
    GameArray,
    Unsupported(&'static str),
}

const KEYWORDS: [([&str; 2], Keyword); 19] = [
    (["EndProblem", "EndeProblem"], Keyword::End(End::Last)),
    (["NextProblem", "WeiteresProblem"], Keyword::End(End::Next)),
    (["Author", "Autor"], Keyword::Author),
    (["Origin", "Quelle"], Keyword::Origin),
    (["Title", "Titel"], Keyword::Title),
    (["Award", "Auszeichnung"], Keyword::Award),
    (["Remark", "Bemerkung"], Keyword::Remark),
    (["Protocol", "Protokoll"], Keyword::Idle("Protocol")),
    (["LaTeX", "LaTeX"], Keyword::Idle("LaTeX")),
    (["LaTeXPieces", "LaTeXSteine"], Keyword::Idle("LaTeXPieces")),
    (["Stipulation", "Forderung"], Keyword::Stipulation),
    (["Option", "Option"], Keyword::Option),
    (["Pieces", "Steine"], Keyword::Pieces),
    (["Forsyth", "Forsyth"], Keyword::Forsyth),
    (["InitialGameArray", "PartieAnfangsStellung"], Keyword::GameArray),
    (["Condition", "Bedingung"], Keyword::Unsupported("fairy conditions")),
    (["SStipulation", "SForderung"], Keyword::Unsupported("structured stipulations")),
    (["Twin", "Zwilling"], Keyword::Unsupported("twins")),
    (["ZeroPosition", "NullStellung"], Keyword::Unsupported("zero positions")),
];

/// What may stand among the men beside them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Of(Color),
    Unsupported,
}

const SIDES: [([&str; 2], Side); 3] = [
    (["White", "Weiss"], Side::Of(Color::White)),
    (["Black", "Schwarz"], Side::Of(Color::Black)),
    (["Neutral", "Neutral"], Side::Unsupported),
];

/// Reads one problem.
struct Reader {
    language: Language,
    diagram: Diagram,
    options: Options,
    stipulation: Option<Stipulation>,
    credits: Credits,
    /// The commands that change nothing here.
    ignored: Vec<String>,
}

impl Reader {
    fn new(language: Language) -> Reader {
        Reader {
            language,
            diagram: Diagram::EMPTY,
            options: Options::default(),
            stipulation: None,
            credits: Credits::default(),
            ignored: Vec::new(),
        }
    }

    /// Reads to the end of the problem, also past what cannot be read.
    fn problem(&mut self, words: &mut Words<'_>) -> (Read<Entry, PopeyeError>, End) {
        words.skip();
        let first = words.line;
        let (end, content) = match self.commands(words) {
            Ok(end) => (Some(end), self.entry()),
            Err(error) => (None, Err(error)),
        };
        let line = if end.is_some() { first } else { words.line };
        let result = match content {
            Ok(content) => Ok(Located { line, content }),
            Err(content) => Err(Located { line, content }),
        };
        (result, end.unwrap_or_else(|| self.skip(words)))
    }

    fn entry(&mut self) -> Result<Entry, PopeyeError> {
        let stipulation = self.stipulation.ok_or(PopeyeError::NoStipulation)?;
        let setup = self.options.setup(self.diagram, stipulation);
        let mut ignored = self.options.ignored_options();
        ignored.append(&mut self.ignored);
        let credits = std::mem::take(&mut self.credits);
        Ok(Entry { setup, stipulation, credits, ignored })
    }

    /// Passes over the rest of a problem.
    fn skip(&self, words: &mut Words<'_>) -> End {
        loop {
            let Some(word) = words.next() else { return End::Last };
            match self.keyword(word) {
                Ok(Keyword::End(end)) if word.len() >= 3 => return end,
                Ok(Keyword::Author | Keyword::Origin | Keyword::Title | Keyword::Award)
                | Ok(Keyword::Remark | Keyword::Idle(_)) => drop(words.rest_of_line()),
                _ => {}
            }
        }
    }

    fn keyword(&self, word: &str) -> Result<Keyword, PopeyeError> {
        let names =
            KEYWORDS.iter().map(|(names, keyword)| (names[self.language as usize], *keyword));
        match look_up(word, names) {
            Match::One(_, keyword) => Ok(keyword),
            Match::Many => Err(PopeyeError::Ambiguous { word: word.to_owned() }),
            Match::None => Err(PopeyeError::Word { word: word.to_owned() }),
        }
    }

    fn commands(&mut self, words: &mut Words<'_>) -> Result<End, PopeyeError> {
        loop {
            let word = words.next().ok_or(PopeyeError::NoEnd)?;
            match self.keyword(word)? {
                Keyword::End(end) => return Ok(end),
                Keyword::Author => self.credits.authors.push(words.rest_of_line()),
                Keyword::Origin => self.credits.source = Some(words.rest_of_line()),
                Keyword::Title => self.credits.title = Some(words.rest_of_line()),
                Keyword::Award => self.credits.award = Some(words.rest_of_line()),
                Keyword::Remark => self.remark(words.rest_of_line()),
                Keyword::Idle(name) => {
                    drop(words.rest_of_line());
                    self.ignore(name);
                }
                Keyword::Stipulation => {
                    let text = words.next().ok_or(PopeyeError::NoEnd)?.to_ascii_lowercase();
                    self.stipulation = Some(text.parse().map_err(PopeyeError::Stipulation)?);
                }
                Keyword::Option => self.options(words)?,
                Keyword::Pieces => self.men(words)?,
                Keyword::Forsyth => self.forsyth(words.next().ok_or(PopeyeError::NoEnd)?)?,
                Keyword::GameArray => {
                    let board = fen::INITIAL.split(' ').next().unwrap_or_default();
                    self.diagram = board.parse().expect("the initial array is a diagram");
                }
                Keyword::Unsupported(what) => {
                    let word = words.next().unwrap_or_default().to_owned();
                    return Err(PopeyeError::Unsupported { what, word });
                }
            }
        }
    }

    /// Takes note of a command that changes nothing here.
    fn ignore(&mut self, command: &str) {
        let text = format!("command {command}");
        if !self.ignored.contains(&text) {
            self.ignored.push(text);
        }
    }

    /// A date and keywords are written as remarks, because there is no command for them.
    fn remark(&mut self, text: String) {
        if let Some(date) = text.strip_prefix(DATE) {
            self.credits.date = Some(date.to_owned());
        } else if let Some(keywords) = text.strip_prefix(KEYWORDS_REMARK) {
            self.credits.keywords.extend(keywords.split(", ").map(str::to_owned));
        } else {
            self.credits.comments.push(text);
        }
    }

    fn options(&mut self, words: &mut Words<'_>) -> Result<(), PopeyeError> {
        while let Some((word, next)) = words.peek_two() {
            match self.options.apply(word, next, self.language).map_err(PopeyeError::Option) {
                Ok(Some(used)) => {
                    words.next();
                    if used == Used::Both {
                        words.next();
                    }
                }
                Ok(None) if self.keyword(word).is_ok() => break,
                Ok(None) => {
                    words.next();
                    return Err(PopeyeError::Word { word: word.to_owned() });
                }
                Err(error) => {
                    words.next();
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    fn men(&mut self, words: &mut Words<'_>) -> Result<(), PopeyeError> {
        let mut side = None;
        while let Some((word, _)) = words.peek_two() {
            let names = SIDES.iter().map(|(names, side)| (names[self.language as usize], *side));
            if let Some((name, squares)) = pieces::split_piece(word) {
                words.next();
                let Some(color) = side else {
                    return Err(PopeyeError::NoSide { word: word.to_owned() });
                };
                let role = self.role(name, word)?;
                squares
                    .into_iter()
                    .try_for_each(|square| self.put(square, Piece { color, role }))?;
            } else if let Match::One(_, found) = look_up(word, names) {
                words.next();
                side = match found {
                    Side::Of(color) => Some(color),
                    Side::Unsupported => {
                        let word = word.to_owned();
                        return Err(PopeyeError::Unsupported { what: "neutral men", word });
                    }
                };
            } else if self.keyword(word).is_ok() {
                break;
            } else {
                words.next();
                let what = "men other than those of chess";
                return Err(PopeyeError::Unsupported { what, word: word.to_owned() });
            }
        }
        Ok(())
    }

    fn put(&mut self, square: Square, piece: Piece) -> Result<(), PopeyeError> {
        pieces::put(&mut self.diagram, square, piece).map_err(PopeyeError::Piece)
    }

    fn role(&self, name: &str, word: &str) -> Result<Role, PopeyeError> {
        pieces::role(name, word, self.language).map_err(PopeyeError::Piece)
    }

    /// Ranks from the eighth down; slashes and trailing empty squares may be left out.
    fn forsyth(&mut self, text: &str) -> Result<(), PopeyeError> {
        let wrong = || PopeyeError::Forsyth { word: text.to_owned() };
        let (mut at, mut run) = (0_usize, 0_usize);
        for c in text.chars() {
            if let Some(digit) = c.to_digit(10) {
                run = run * 10 + digit as usize;
                if run > 64 {
                    return Err(wrong());
                }
                continue;
            }
            at += std::mem::take(&mut run);
            match c {
                '/' if at % 8 == 0 => {}
                c if c.is_ascii_alphabetic() => {
                    let mut letter = [0];
                    let role = self.role(c.encode_utf8(&mut letter), text)?;
                    let color = if c.is_uppercase() { Color::White } else { Color::Black };
                    self.put(nth(at).ok_or_else(wrong)?, Piece { color, role })?;
                    at += 1;
                }
                '+' | '-' | '=' | '.' => {
                    let error = PieceError::Fairy { name: c.to_string() };
                    return Err(PopeyeError::Piece(error));
                }
                _ => return Err(wrong()),
            }
        }
        if at + run > 64 { Err(wrong()) } else { Ok(()) }
    }
}

/// The square at index `at` in the order of Forsyth, from a8 on.
fn nth(at: usize) -> Option<Square> {
    let digit = char::from_digit(8_u32.checked_sub(at as u32 / 8)?, 10)?;
    let rank = Rank::from_char(digit)?;
    Some(Square::at(File::from_char(char::from(b'a' + (at % 8) as u8))?, rank))
}

/// The words of a text, which know their lines.
struct Words<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

/// What stands between words.
const SPACES: [char; 6] = [' ', '\t', '\n', '\r', ';', ','];

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        Words { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line: 1 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) {
        let passed = &self.rest()[..bytes];
        self.line += passed.matches('\n').count();
        self.at += bytes;
    }

    /// Goes to the next word.
    fn skip(&mut self) {
        let rest = self.rest();
        self.advance(rest.len() - rest.trim_start_matches(SPACES).len());
    }

    fn next(&mut self) -> Option<&'a str> {
        self.skip();
        let rest = self.rest();
        let word = rest.split(SPACES).next().filter(|word| !word.is_empty())?;
        self.advance(word.len());
        Some(word)
    }

    /// The next word and the one after it.
    fn peek_two(&self) -> Option<(&'a str, Option<&'a str>)> {
        let mut ahead = Words { ..*self };
        Some((ahead.next()?, ahead.next()))
    }

    /// What is left of the line, without spaces and stops around it.
    fn rest_of_line(&mut self) -> String {
        let line = self.rest().lines().next().unwrap_or_default();
        self.advance(line.len());
        line.trim_start_matches([' ', '\t', ';', '.', ',']).trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{popeye, samples};

    #[test]
    fn what_is_written_is_read_again() {
        let mut entries = samples::entries();
        entries[0].credits = Credits {
            authors: vec!["A. Author".to_owned(), "Müller, Dieter".to_owned()],
            title: Some("Title".to_owned()),
            source: Some("3530, Freie Presse, 29.7.1994".to_owned()),
            award: Some("1st Prize".to_owned()),
            comments: vec!["one".to_owned(), "two, three".to_owned()],
            date: Some("1994-07".to_owned()),
            keywords: vec!["Rundlauf".to_owned(), "Model mates".to_owned()],
            ..Credits::default()
        };
        let text = popeye::write(&entries).expect("all can be written");
        let read: Vec<Entry> = read(&text).into_iter().map(|e| e.expect(&text).content).collect();
        assert_eq!(read, entries, "{text}");
    }

    #[test]
    fn every_way_to_say_it_is_understood() {
        let cases = [
            (
                "begi stip #2 piec whit ka3 ra8 blac kb1 opti move try set vari endp",
                "R7/8/8/8/8/K7/8/1k6 w - - 0 1",
            ),
            (
                "anfa ford #2 opti vari stei weis ke1 da7 th1 schw kc1 ende",
                "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1",
            ),
            (
                "begin stip h#2 pieces white Kf1 Sb4a1 black Kh8 end",
                "7k/8/8/8/1N6/8/8/N4K2 b - - 0 1",
            ),
            (
                "begin stip H#2.5 pieces white Kf1 black Kh8 Pa7b7; opti maxsol 3, intell 2 defence 1 noboard end",
                "7k/pp6/8/8/8/8/8/5K2 w - - 0 1",
            ),
            ("begin stip ser-h#3 forsyth 7k/8/8/8/8/8/8/S4K end", "7k/8/8/8/8/8/8/N4K2 b - - 0 1"),
            ("begin stip #3 forsyth 7k48S4K end", "7k/8/8/8/8/8/8/N4K2 w - - 0 1"),
            (
                "begin stip #3 initial end",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ),
            (
                "begin stip #3 initial opti halfd nocast e1h8 end",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b q - 0 1",
            ),
            (
                "begin stip #1 opti enpa g7g6g5 pieces white kf7 ph5 black kh7 pg5 end",
                "8/5K1k/8/6pP/8/8/8/8 w - g6 0 1",
            ),
        ];
        for (text, expected) in cases {
            let read = read(text);
            let setup = read[0].as_ref().map(|entry| entry.content.setup.to_string());
            let setup = setup.unwrap_or_else(|error| error.to_string());
            assert_eq!(setup, expected, "{text}");
        }
    }

    #[test]
    fn what_changes_nothing_is_kept_by_name() {
        let men = "pieces white ka3 ra8 blac kb1";
        let cases: [(String, &[&str]); 4] = [
            (format!("begin stip #2 {men} opti vari halfd end"), &[]),
            (
                format!("begin stip #2 {men} opti move try maxsol 3 try 2 end"),
                &["option MaxSolutions", "option MoveNumbers", "option Try"],
            ),
            (
                "anfa ford #2 opti satz stei weis ka3 ta8 schw kb1 ende".to_owned(),
                &["option SetPlay"],
            ),
            (
                format!("begin\nlatex out.tex\nprotocol p\nlatex other\nstip #2 {men} end"),
                &["command LaTeX", "command Protocol"],
            ),
        ];
        for (text, expected) in cases {
            let read = read(&text).remove(0).expect(&text);
            assert_eq!(read.content.ignored, expected, "{text}");
        }
    }

    #[test]
    fn what_is_refused_is_named_with_its_line() {
        let cases = [
            ("stip #2", "line 1: expected BeginProblem or AnfangProblem, found 'stip'"),
            ("begin stip #2", "line 1: the problem has no EndProblem"),
            ("begin\npieces white kf1 end", "line 2: the problem has no stipulation"),
            (
                "begin\nstip hs#2 end",
                "line 2: unknown stipulation 'hs#', expected one of #n, =n, s#n, r#n, h#n, h=n, ser-#n, ser-=n, ser-h#n",
            ),
            ("begin\nxyz end", "line 2: 'xyz' means nothing here"),
            ("begin\no try end", "line 2: several keywords begin with 'o'"),
            ("begin\npieces kf1 end", "line 2: expected White or Black before the man 'kf1'"),
            ("begin\npieces white\nNf3 end", "line 3: N is the nightrider, the knight is S: 'Nf3'"),
            ("begin\npieces white\nGa1b2 end", "line 3: 'G' is no man of chess"),
            ("begin\npieces white\nLIa1 end", "line 3: 'LI' is no man of chess"),
            ("begin\npieces white ka1 ra1 end", "line 2: two men stand on a1"),
            ("begin\npieces neutral ka1 end", "line 2: neutral men are not solved here: neutral"),
            (
                "begin\npieces white royal ga1 end",
                "line 2: men other than those of chess are not solved here: royal",
            ),
            ("begin\ncondition Circe end", "line 2: fairy conditions are not solved here: Circe"),
            ("begin\ntwin move a1 a2 end", "line 2: twins are not solved here: move"),
            (
                "begin\noption duplex end",
                "line 2: the option Duplex asks for something that is not solved here",
            ),
            ("begin\noption xyz end", "line 2: 'xyz' means nothing here"),
            ("begin\nforsyth 7k/N7 end", "line 2: N is the nightrider, the knight is S: '7k/N7'"),
            (
                "begin\nforsyth 7k/S6/8 end",
                "line 2: '7k/S6/8' does not fill ranks of eight squares",
            ),
            ("begin\nforsyth 65 end", "line 2: '65' does not fill ranks of eight squares"),
            ("begin\nforsyth 64k end", "line 2: '64k' does not fill ranks of eight squares"),
            ("begin\nforsyth 1.PA6 end", "line 2: '.' is no man of chess"),
        ];
        for (text, expected) in cases {
            let error = read(text).remove(0).expect_err(text);
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn a_problem_that_cannot_be_read_does_not_stop_the_next() {
        let text = "begin stip #2\npieces white Na1 author end of it\nnext\nremark end\n\
                    stip #1 pieces white ka1 black kh8\nend begin stip #1\nend =====";
        let lines: Vec<Result<usize, usize>> = read(text)
            .iter()
            .map(|read| read.as_ref().map(|read| read.line).map_err(|error| error.line))
            .collect();
        assert_eq!(lines, [Err(2), Ok(4), Ok(6)]);
    }
}
