//! Olive's `.olv` files: YAML, a document for each problem.
//!
//! Men are as in Popeye, and so are the options that say what a diagram does not. What is said
//! about the problem becomes [`Credits`]; parts of a source are joined into one text. Fields
//! beside these are passed over; twins, fairy men and conditions are refused by name.

use super::options::{Language, OptionError, Options, WriteError};
use super::pieces::{self, PieceError};
pub use super::yaml::YamlError;
use super::yaml::{self, Node};
use super::{Credits, Entry, Located, Read};
use crate::{Stipulation, StipulationError};
use sole_board::{Color, Diagram, Piece};
use std::fmt;

/// Why an entry cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OliveError {
    /// It is not YAML of the kind that is read.
    Yaml(YamlError),
    /// A field that must be there.
    Missing {
        /// Its name.
        field: &'static str,
    },
    /// A field with another kind of value than it should have.
    Shape {
        /// Its name.
        field: String,
        /// What it should have.
        wanted: &'static str,
    },
    /// What is demanded cannot be solved here.
    Stipulation(StipulationError),
    /// A text that is no man on a square.
    Word {
        /// The text.
        word: String,
    },
    /// A man that is none of chess, or has no place.
    Piece(PieceError),
    /// An option that cannot be obeyed.
    Option(OptionError),
    /// Something that is not solved here.
    Unsupported {
        /// What it is.
        what: &'static str,
        /// As written.
        word: String,
    },
}

impl fmt::Display for OliveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OliveError::Yaml(error) => error.fmt(f),
            OliveError::Missing { field } => write!(f, "the entry has no field '{field}'"),
            OliveError::Shape { field, wanted } => write!(f, "'{field}' should be {wanted}"),
            OliveError::Stipulation(error) => error.fmt(f),
            OliveError::Word { word } => write!(f, "expected a man such as Kg1, found '{word}'"),
            OliveError::Piece(error) => error.fmt(f),
            OliveError::Option(error) => error.fmt(f),
            OliveError::Unsupported { what, word } => {
                write!(f, "{what} are not solved here: {word}")
            }
        }
    }
}

impl std::error::Error for OliveError {}

/// Every entry of a file.
pub fn read(text: &str) -> Vec<Read<Entry, OliveError>> {
    let entry = |document: &Located<Vec<&str>>| {
        let place = |error: Located<YamlError>| Located {
            line: error.line,
            content: OliveError::Yaml(error.content),
        };
        let node = yaml::parse(document).map_err(place)?;
        let fields = Fields::of(&node, "the entry")?;
        Ok(Located { line: node.line, content: read_entry(&fields)? })
    };
    yaml::documents(text).iter().map(entry).collect()
}

/// The texts of all entries as they stand in the file, from the line after `---` on.
pub fn texts(text: &str) -> Vec<Located<String>> {
    let joined = |document: Located<Vec<&str>>| Located {
        line: document.line,
        content: document.content.iter().map(|line| format!("{line}\n")).collect(),
    };
    yaml::documents(text).into_iter().map(joined).collect()
}

/// The fields of an entry as they stand in the file, with their names; a line that begins with a
/// space, a dash or `#` belongs to the field before it.
pub fn raw_fields(text: &str) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let is_more = line.starts_with([' ', '-', '#', '\n', '\r']);
        match (fields.last_mut(), line.split_once(':')) {
            (_, Some((name, _))) if !is_more => fields.push((name.to_owned(), line.to_owned())),
            (Some((_, field)), _) => *field += line,
            (None, _) => {}
        }
    }
    fields
}

/// Whether a field of this name becomes a part of the [`Entry`].
pub fn is_known(field: &str) -> bool {
    const KNOWN: [&str; 14] = [
        "algebraic",
        "stipulation",
        "options",
        "authors",
        "keywords",
        "comments",
        "title",
        SOLUTION,
        "source",
        "date",
        "award",
        "distinction",
        "twins",
        INTENDED,
    ];
    KNOWN.contains(&field)
}

/// The fields of an entry that do not become a part of the [`Entry`], each with its text: those of
/// other names, the solution, and those of a source or an award, as `source.reprint`.
pub fn unread_fields(text: &str) -> Vec<(String, String)> {
    let documents = yaml::documents(text);
    let Some(Ok(node)) = documents.first().map(yaml::parse) else { return Vec::new() };
    let Node::Map(pairs) = &node.content else { return Vec::new() };
    let mut unread = Vec::new();
    for (name, node) in pairs {
        add_unread(name, &node.content, &mut unread);
    }
    unread
}

/// The fields whose parts are read one by one.
const DIVIDED: [&str; 4] = ["source", "source.date", "award", "award.tourney"];

/// Adds what is not read of a field.
fn add_unread(path: &str, node: &Node, unread: &mut Vec<(String, String)>) {
    match node {
        Node::Map(pairs) if DIVIDED.contains(&path) => pairs
            .iter()
            .for_each(|(name, node)| add_unread(&format!("{path}.{name}"), &node.content, unread)),
        node if !is_read(path) && !is_empty(node) => unread.push((path.to_owned(), flat(node))),
        _ => {}
    }
}

/// Whether a field or a part of one becomes a part of the [`Entry`].
fn is_read(path: &str) -> bool {
    match path.rsplit_once('.') {
        Some(("source", part)) => part == "date" || SOURCE.iter().any(|(name, _)| *name == part),
        Some(("source.date", part)) => DATE.contains(&part),
        Some(("award", part)) => matches!(part, "distinction" | "tourney"),
        Some(("award.tourney", part)) => part == "name",
        _ => path != SOLUTION && is_known(path),
    }
}

/// The texts of a node, one per line.
fn flat(node: &Node) -> String {
    match node {
        Node::Text(text) => text.trim().to_owned(),
        Node::List(items) => {
            items.iter().map(|item| flat(&item.content)).collect::<Vec<_>>().join("\n")
        }
        Node::Map(pairs) => {
            let pair =
                |(name, node): &(String, Located<Node>)| format!("{name}: {}", flat(&node.content));
            pairs.iter().map(pair).collect::<Vec<_>>().join("\n")
        }
    }
}

/// The text of an entry with another solution, all other fields as they are; `None` if its fields
/// do not stand in lines of their own.
pub fn with_solution(text: &str, solution: &str) -> Option<String> {
    let only = |text: &str| Some(read(text).into_iter().next()?.ok()?.content);
    let field = solution_field(solution);
    let before = raw_fields(text).into_iter().find(|(name, _)| name == SOLUTION);
    let changed = match before {
        Some((_, before)) => text.replacen(&before, &field, 1),
        None => format!("{}\n{field}", text.trim_end()),
    };
    let mut wanted = only(text)?;
    wanted.credits.solution = Some(solution.to_owned());
    (only(&changed)? == wanted).then_some(changed)
}

fn solution_field(solution: &str) -> String {
    format!("{SOLUTION}: {}\n", yaml::block(solution))
}

type Wrong = Located<OliveError>;

/// The field of the play.
const SOLUTION: &str = "solution";

/// The field of the intended number of solutions.
const INTENDED: &str = "intended-solutions";

fn read_entry(fields: &Fields<'_>) -> Result<Entry, Wrong> {
    let stipulation = read_stipulation(fields)?;
    if let Some(twins) = fields.get("twins").filter(|node| !is_empty(&node.content)) {
        let first = match &twins.content {
            Node::Map(pairs) => pairs.first().map(|(name, _)| name.clone()).unwrap_or_default(),
            _ => String::new(),
        };
        return Err(wrong(twins, OliveError::Unsupported { what: "twins", word: first }));
    }
    let diagram = read_diagram(fields)?;
    let options = read_options(fields)?;
    let setup = options.setup(diagram, stipulation);
    let (credits, ignored) = (read_credits(fields)?, options.ignored_options());
    Ok(Entry { setup, stipulation, credits, ignored })
}

fn wrong<T>(node: &Located<T>, error: OliveError) -> Wrong {
    Located { line: node.line, content: error }
}

fn is_empty(node: &Node) -> bool {
    match node {
        Node::Text(text) => text.is_empty(),
        Node::List(items) => items.is_empty(),
        Node::Map(pairs) => pairs.is_empty(),
    }
}

fn read_stipulation(fields: &Fields<'_>) -> Result<Stipulation, Wrong> {
    let node = fields.need("stipulation")?;
    let text = text(node, "stipulation")?.trim().to_ascii_lowercase();
    text.parse().map_err(|error| wrong(node, OliveError::Stipulation(error)))
}

fn read_diagram(fields: &Fields<'_>) -> Result<Diagram, Wrong> {
    let sides = Fields::of(fields.need("algebraic")?, "algebraic")?;
    let mut diagram = Diagram::EMPTY;
    for (name, color) in [("white", Color::White), ("black", Color::Black)] {
        for man in sides.texts(name)? {
            put(&mut diagram, color, man.content).map_err(|error| wrong(&man, error))?;
        }
    }
    match sides.texts("neutral")?.first() {
        None => Ok(diagram),
        Some(man) => {
            let (what, word) = ("neutral men", man.content.to_owned());
            Err(wrong(man, OliveError::Unsupported { what, word }))
        }
    }
}

fn put(diagram: &mut Diagram, color: Color, word: &str) -> Result<(), OliveError> {
    let (name, squares) =
        pieces::split_piece(word).ok_or_else(|| OliveError::Word { word: word.to_owned() })?;
    let role = pieces::role(name, word, Language::English).map_err(OliveError::Piece)?;
    let mut put = |square| pieces::put(diagram, square, Piece { color, role });
    squares.into_iter().try_for_each(&mut put).map_err(OliveError::Piece)
}

fn read_options(fields: &Fields<'_>) -> Result<Options, Wrong> {
    let mut options = Options::default();
    for option in fields.texts("options")? {
        let mut words = option.content.split_whitespace();
        let used = options
            .apply(words.next().unwrap_or_default(), words.next(), Language::English)
            .map_err(|error| wrong(&option, OliveError::Option(error)))?;
        if used.is_none() {
            let (what, word) = ("fairy conditions", option.content.to_owned());
            return Err(wrong(&option, OliveError::Unsupported { what, word }));
        }
    }
    Ok(options)
}

fn read_credits(fields: &Fields<'_>) -> Result<Credits, Wrong> {
    let owned =
        |texts: Vec<Located<&str>>| texts.iter().map(|text| text.content.to_owned()).collect();
    let (source, published) = read_source(fields)?;
    Ok(Credits {
        authors: owned(fields.texts("authors")?),
        title: fields.text("title")?,
        source,
        date: match fields.get("date") {
            Some(date) => read_date(date)?,
            None => published,
        },
        award: read_award(fields)?,
        keywords: owned(fields.texts("keywords")?),
        comments: owned(fields.texts("comments")?),
        solution: fields.text(SOLUTION)?,
        intended_solutions: fields.text(INTENDED)?,
    })
}

/// The parts of a source in the order in which they are joined, each with what is said before it.
const SOURCE: [(&str, &str); 6] = [
    ("name", ""),
    ("volume", "volume "),
    ("issue", "issue "),
    ("round", "round "),
    ("pagenumber", "page "),
    ("problemid", "no. "),
];

/// Where and when it was published.
fn read_source(fields: &Fields<'_>) -> Result<(Option<String>, Option<String>), Wrong> {
    let Some(node) = fields.get("source") else { return Ok((None, None)) };
    if let Node::Text(text) = &node.content {
        return Ok((Some(text.clone()).filter(|text| !text.is_empty()), None));
    }
    let source = Fields::of(node, "source")?;
    let mut parts = Vec::new();
    for (name, before) in SOURCE {
        parts.extend(source.text(name)?.map(|text| format!("{before}{text}")));
    }
    let date = source.get("date").map_or(Ok(None), read_date)?;
    Ok((Some(parts.join(", ")).filter(|text| !text.is_empty()), date))
}

/// The parts of a date in their order.
const DATE: [&str; 3] = ["year", "month", "day"];

/// `2009`, `2009-02` or `2009-02-01`.
fn read_date(node: &Located<Node>) -> Result<Option<String>, Wrong> {
    if let Node::Text(text) = &node.content {
        return Ok(Some(text.clone()).filter(|text| !text.is_empty()));
    }
    let date = Fields::of(node, "date")?;
    let mut parts = Vec::new();
    for name in DATE {
        match date.text(name)? {
            Some(text) => parts.push(format!("{text:0>2}")),
            None => break,
        }
    }
    Ok(Some(parts.join("-")).filter(|text| !text.is_empty()))
}

/// The distinction and the tourney.
fn read_award(fields: &Fields<'_>) -> Result<Option<String>, Wrong> {
    let Some(node) = fields.get("award") else { return fields.text("distinction") };
    if let Node::Text(text) = &node.content {
        return Ok(Some(text.clone()).filter(|text| !text.is_empty()));
    }
    let award = Fields::of(node, "award")?;
    let tourney = match award.get("tourney").map(|tourney| (tourney, &tourney.content)) {
        Some((_, Node::Text(text))) if text != "ditto" => Some(text.clone()),
        Some((tourney, Node::Map(_))) => Fields::of(tourney, "tourney")?.text("name")?,
        _ => None,
    };
    let parts: Vec<String> = award.text("distinction")?.into_iter().chain(tourney).collect();
    Ok(Some(parts.join(", ")).filter(|text| !text.is_empty()))
}

/// The fields of a mapping.
struct Fields<'a> {
    line: usize,
    pairs: &'a [(String, Located<Node>)],
}

impl<'a> Fields<'a> {
    fn of(node: &'a Located<Node>, name: &str) -> Result<Fields<'a>, Wrong> {
        match &node.content {
            Node::Map(pairs) => Ok(Fields { line: node.line, pairs }),
            Node::Text(text) if text.is_empty() => Ok(Fields { line: node.line, pairs: &[] }),
            _ => Err(wrong(node, shape(name, "a mapping"))),
        }
    }

    fn get(&self, name: &str) -> Option<&'a Located<Node>> {
        self.pairs.iter().find(|(key, _)| key == name).map(|(_, node)| node)
    }

    fn need(&self, field: &'static str) -> Result<&'a Located<Node>, Wrong> {
        let content = OliveError::Missing { field };
        self.get(field).ok_or(Located { line: self.line, content })
    }

    /// A text that is not empty.
    fn text(&self, name: &str) -> Result<Option<String>, Wrong> {
        let text = self.get(name).map(|node| text(node, name)).transpose()?;
        Ok(text.filter(|text| !text.is_empty()).map(str::to_owned))
    }

    /// The texts of a list; none if there is no such field.
    fn texts(&self, name: &str) -> Result<Vec<Located<&'a str>>, Wrong> {
        let Some(node) = self.get(name).filter(|node| !is_empty(&node.content)) else {
            return Ok(Vec::new());
        };
        let Node::List(items) = &node.content else {
            return Err(wrong(node, shape(name, "a list of texts")));
        };
        let placed =
            |item: &'a Located<Node>| Ok(Located { line: item.line, content: text(item, name)? });
        items.iter().map(placed).collect()
    }
}

fn shape(field: &str, wanted: &'static str) -> OliveError {
    OliveError::Shape { field: field.to_owned(), wanted }
}

fn text<'a>(node: &'a Located<Node>, name: &str) -> Result<&'a str, Wrong> {
    match &node.content {
        Node::Text(text) => Ok(text),
        _ => Err(wrong(node, shape(name, "a text"))),
    }
}

/// A whole file.
///
/// # Errors
/// The format cannot hold one of them.
pub fn write(entries: &[Entry]) -> Result<String, WriteError> {
    entries.iter().map(entry).collect()
}

/// One entry with the line before it.
///
/// # Errors
/// The format cannot hold it.
pub fn entry(entry: &Entry) -> Result<String, WriteError> {
    let Entry { setup, stipulation, credits, .. } = entry;
    let options = Options::of(setup, *stipulation)?.words();
    let mut text = "---\n".to_owned();
    text += &list("authors", &credits.authors);
    if credits.title.is_some() {
        text += &field("", "title", credits.title.as_deref());
    }
    if credits.source.is_some() || credits.date.is_some() {
        text += "source:\n";
        text += &field("  ", "name", credits.source.as_deref());
        text += &date(credits.date.as_deref());
    }
    if credits.award.is_some() {
        text += "award:\n";
        text += &field("  ", "distinction", credits.award.as_deref());
    }
    text += "algebraic:\n";
    for (name, color) in [("white", Color::White), ("black", Color::Black)] {
        text += &format!("  {name}: [{}]\n", pieces_of(&setup.diagram, color).join(", "));
    }
    text += &field("", "stipulation", Some(&stipulation.to_string()));
    text += &list("options", &options);
    text += &field("", INTENDED, credits.intended_solutions.as_deref());
    if let Some(solution) = &credits.solution {
        text += &solution_field(solution);
    }
    text += &list("keywords", &credits.keywords);
    text += &list("comments", &credits.comments);
    Ok(text)
}

fn pieces_of(diagram: &Diagram, color: Color) -> Vec<String> {
    let one = |(letter, squares): (char, Vec<_>)| {
        squares.into_iter().map(move |square| format!("{letter}{square}"))
    };
    pieces::by_role(diagram, color).into_iter().flat_map(one).collect()
}

fn field(before: &str, name: &str, value: Option<&str>) -> String {
    value.map_or_else(String::new, |text| format!("{before}{name}: {}\n", yaml::scalar(text)))
}

fn list(name: &str, texts: &[String]) -> String {
    if texts.is_empty() {
        return String::new();
    }
    let items: String = texts.iter().map(|text| format!("  - {}\n", yaml::scalar(text))).collect();
    format!("{name}:\n{items}")
}

/// The date of a source, by its parts if it has the usual form.
fn date(date: Option<&str>) -> String {
    let Some(date) = date else { return String::new() };
    let parts: Vec<&str> = date.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let is_usual = matches!(lengths.as_slice(), [4] | [4, 2] | [4, 2, 2])
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_usual {
        return field("  ", "date", Some(date));
    }
    let names = DATE.into_iter().zip(parts);
    let lines = names.map(|(name, part)| format!("    {name}: {}\n", part.trim_start_matches('0')));
    format!("  date:\n{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::samples;

    #[test]
    fn what_is_written_is_read_again() {
        let mut entries = samples::entries();
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        entries[0].credits = Credits {
            authors: owned(&["Ugren, Ljubomir", "Abdurahmanović, Fadil", "O'Neil: #2"]),
            title: Some("A \"title\"".to_owned()),
            source: Some("feenschach, issue 01-02".to_owned()),
            date: Some("1965-02-01".to_owned()),
            award: Some("1st Prize".to_owned()),
            keywords: owned(&["Rundlauf", "Model mates", "true"]),
            comments: owned(&["two\nlines", "[CJF]", " spaced "]),
            solution: Some("   1.Qg1-b6 ! threat:\n          2.Ra6*a5 #\n\n".to_owned()),
            intended_solutions: Some("2.1.1".to_owned()),
        };
        for (entry, date) in entries[1..].iter_mut().zip(["1965", "1965-12", "1965-1967", "May"]) {
            entry.credits.date = Some(date.to_owned());
        }
        let text = write(&entries).expect("all can be written");
        let read: Vec<Entry> = read(&text).into_iter().map(|e| e.expect(&text).content).collect();
        assert_eq!(read, entries, "{text}");
    }

    #[test]
    fn what_others_write_is_read() {
        let text = "---
algebraic:
  black:
  - Kc5
  - Pc4
  white: [Kf5, Sb4]
authors:
- Јаневски, Живко
comments: [!!python/unicode 'one

    two']
source:
  date:
    month: 2
    year: 2009
  issue: '50'
  name: Broodings
  problemid: '1'
award:
  tourney:
    name: x
  distinction: 1st Prize
options: [SetPlay, Defence 1]
reprints: [{name: FIDE Album}]
stipulation: s#3
solution: \"1.Ra6 !\\n\\
  \\  1...Qxa3\"
";
        let read = read(text).remove(0).expect("an entry");
        assert_eq!(read.line, 2);
        let Entry { setup, stipulation, credits, ignored } = read.content;
        assert_eq!(ignored, ["option Defence", "option SetPlay"]);
        assert_eq!(setup.to_string(), "8/8/8/2k2K2/1Np5/8/8/8 w - - 0 1");
        assert_eq!(stipulation.to_string(), "s#3");
        assert_eq!(credits.authors, ["Јаневски, Живко"]);
        assert_eq!(credits.source.as_deref(), Some("Broodings, issue 50, no. 1"));
        assert_eq!(credits.date.as_deref(), Some("2009-02"));
        assert_eq!(credits.award.as_deref(), Some("1st Prize, x"));
        assert_eq!(credits.comments, ["one\ntwo"]);
        assert_eq!(credits.solution.as_deref(), Some("1.Ra6 !\n  1...Qxa3"));
    }

    #[test]
    fn what_is_refused_is_named_with_its_line() {
        let board = "algebraic: {white: [Ka1], black: [Kh8]}\n";
        let cases = [
            ("stipulation: '#2'\n".to_owned(), "line 1: the entry has no field 'algebraic'"),
            (board.to_owned(), "line 1: the entry has no field 'stipulation'"),
            ("- a\n".to_owned(), "line 1: 'the entry' should be a mapping"),
            (format!("{board}stipulation: [a]"), "line 2: 'stipulation' should be a text"),
            (
                format!("{board}stipulation: see text"),
                "line 2: unknown stipulation 'see text', expected one of #n, =n, s#n, r#n, h#n, h=n, ser-#n, ser-=n, ser-h#n",
            ),
            (
                "stipulation: h#2\nalgebraic:\n  white:\n  - Ka1\n  - Nb1".to_owned(),
                "line 5: N is the nightrider, the knight is S: 'Nb1'",
            ),
            (
                "stipulation: h#2\nalgebraic: {white: [Royal Zf3]}".to_owned(),
                "line 2: expected a man such as Kg1, found 'Royal Zf3'",
            ),
            (
                "stipulation: h#2\nalgebraic: {white: [Ga1]}".to_owned(),
                "line 2: 'G' is no man of chess",
            ),
            (
                "stipulation: h#2\nalgebraic: {white: [Ka1, Qa1]}".to_owned(),
                "line 2: two men stand on a1",
            ),
            (
                "stipulation: h#2\nalgebraic: {white: Ka1}".to_owned(),
                "line 2: 'white' should be a list of texts",
            ),
            (
                "stipulation: h#2\nalgebraic: {neutral: [Qa1]}".to_owned(),
                "line 2: neutral men are not solved here: Qa1",
            ),
            (
                format!("{board}stipulation: h#2\noptions: [Duplex]"),
                "line 3: the option Duplex asks for something that is not solved here",
            ),
            (
                format!("{board}stipulation: h#2\noptions:\n- SetPlay\n- Madrasi RexInclusiv"),
                "line 5: fairy conditions are not solved here: Madrasi RexInclusiv",
            ),
            (
                format!("{board}stipulation: h#2\ntwins:\n  b: Move a1 a2"),
                "line 4: twins are not solved here: b",
            ),
            (format!("{board}stipulation: 'h#2"), "line 2: ' is not closed"),
        ];
        for (text, expected) in cases {
            let error = read(&text).remove(0).expect_err(&text);
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn a_solution_is_replaced_and_nothing_else() {
        let before = "algebraic: {white: [Kf6, Qg1], black: [Kh8]}\nstipulation: '#1'\n";
        let after = "comments: [one]\nversion: 0.9\n";
        let new = "1.Qg1-g7 #\n";
        let cases = [
            (format!("---\n{before}solution: old\n{after}"), true),
            (format!("---\n{before}solution: |\n  1.Q\n\n  2.Q\n{after}"), true),
            (format!("---\n{before}{after}"), false),
        ];
        for (text, is_in_place) in cases {
            let field = format!("solution: {}\n", yaml::block(new));
            let expected = match is_in_place {
                true => format!("---\n{before}{field}{after}"),
                false => format!("---\n{before}{after}{field}"),
            };
            assert_eq!(with_solution(&text, new), Some(expected), "{text}");
        }
        let in_one_line = "{algebraic: {white: [Ka1], black: [Kh8]}, stipulation: h#2}\n";
        assert_eq!(with_solution(in_one_line, new), None);
    }

    #[test]
    fn fields_that_are_not_read_have_names() {
        let text = "---
algebraic: {white: [Kf6, Qg1], black: [Kh8]}
stipulation: '#1'
authors: [A]
award: {distinction: 1st Prize, judge: B, tourney: {name: x, year: 1999}}
solution: 1.Qg7
source: {date: {year: 1965, week: 7}, issue: 50, name: feenschach, sourceid: '17'}
reprints: [{name: FIDE Album}]
empty: []
";
        let expected = [
            ("award.judge", "B"),
            ("award.tourney.year", "1999"),
            ("solution", "1.Qg7"),
            ("source.date.week", "7"),
            ("source.sourceid", "17"),
            ("reprints", "name: FIDE Album"),
        ];
        let found = unread_fields(text);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_entry_that_cannot_be_read_does_not_stop_the_next() {
        let text = "---\nstipulation: h#2\nalgebraic: {white: [Ga1]}\n---\nstipulation: h#2\nalgebraic: {}\n";
        let lines: Vec<Result<usize, usize>> = read(text)
            .iter()
            .map(|read| read.as_ref().map(|read| read.line).map_err(|error| error.line))
            .collect();
        assert_eq!(lines, [Err(3), Ok(5)]);
    }
}
