//! A book for a browser: one file, with a style sheet for the screen and for print.

use super::diagrams::n_cells;
use super::front_matter;
use super::solutions::SCALE;
use super::text_layout::{Span, figurine};
use super::{Book, Chapter, Difficulty, Entry, Layout, Notation, Paper, Solution};
use crate::pieces;
use crate::svg::{self, escaped};
use std::fmt::Write;

/// Writes the file.
pub(super) fn write(book: &Book, layout: Layout) -> String {
    let title = escaped(&book.title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n",
        style_of(layout)
    );
    html.push_str(&pieces::piece_sprite().replacen(
        "<svg ",
        "<svg class=\"men\" aria-hidden=\"true\" ",
        1,
    ));
    let _ = write!(html, "<header>\n<h1>{title}</h1>\n");
    write_line(&mut html, "p class=\"subtitle\"", &book.subtitle);
    html.push_str("</header>\n");
    write_contents(&mut html, book);
    html.push_str("<main>\n");
    let mut number = 1;
    for (place, chapter) in book.chapters.iter().enumerate() {
        write_chapter(&mut html, chapter, place, number);
        number += chapter.entries.len();
    }
    html.push_str("<section id=\"solutions\">\n<h2>Solutions</h2>\n");
    let mut number = 1;
    for chapter in &book.chapters {
        write_line(&mut html, "h3", &chapter.title);
        html.push_str("<div class=\"solutions\">\n");
        for (entry, number) in chapter.entries.iter().zip(number..) {
            write_solution(&mut html, entry, number, layout.notation);
        }
        html.push_str("</div>\n");
        number += chapter.entries.len();
    }
    html.push_str("</section>\n</main>\n");
    write_line(&mut html, "footer", &book.imprint);
    html + "</body>\n</html>\n"
}

/// An element with a text, unless there is none.
fn write_line(html: &mut String, tag: &str, text: &str) {
    if !text.is_empty() {
        let name = tag.split(' ').next().unwrap_or_default();
        let _ = writeln!(html, "<{tag}>{}</{name}>", escaped(text));
    }
}

fn write_contents(html: &mut String, book: &Book) {
    html.push_str("<nav aria-label=\"Contents\">\n");
    write_line(html, "h2", front_matter::TITLE);
    html.push_str("<ol>\n");
    for (place, chapter) in book.chapters.iter().enumerate() {
        let title = escaped(&chapter.title);
        let _ = writeln!(html, "<li><a href=\"#chapter-{place}\">{title}</a></li>");
    }
    html.push_str("<li><a href=\"#solutions\">Solutions</a></li>\n</ol>\n");
    let legend = book.legend();
    if !legend.is_empty() {
        write_line(html, "p class=\"legend\"", front_matter::LEGEND);
        html.push_str("<ul class=\"legend\">\n");
        for (difficulty, meaning) in legend {
            let marks = difficulty.map_or(String::new(), |difficulty| marks(difficulty) + " ");
            let _ = writeln!(html, "<li>{marks}{meaning}</li>");
        }
        html.push_str("</ul>\n");
    }
    html.push_str("</nav>\n");
}

fn write_chapter(html: &mut String, chapter: &Chapter, place: usize, first: usize) {
    let _ = writeln!(html, "<section id=\"chapter-{place}\">");
    write_line(html, "h2", &chapter.title);
    write_line(html, "p", &chapter.note);
    html.push_str("<div class=\"diagrams\">\n");
    for (entry, number) in chapter.entries.iter().zip(first..) {
        let class = if n_cells(&entry.picture) > 1 { " class=\"large\"" } else { "" };
        let marks = entry
            .difficulty
            .map_or(String::new(), |difficulty| " ".to_owned() + &marks(difficulty));
        let _ = write!(
            html,
            "<figure id=\"n{number}\"{class}>\n<p class=\"head\"><a href=\"#s{number}\">{number}</a>{marks}</p>\n"
        );
        html.push_str(&svg::write_inline(&entry.picture));
        html.push_str("<figcaption>");
        html.push_str(&escaped(&entry.caption));
        if !entry.credit.is_empty() {
            let _ = write!(html, "<br><i>{}</i>", escaped(&entry.credit));
        }
        html.push_str("</figcaption>\n</figure>\n");
    }
    html.push_str("</div>\n</section>\n");
}

fn marks(difficulty: Difficulty) -> String {
    let full = usize::from(difficulty.marks());
    let all = usize::from(Difficulty::MAX);
    let marks = "●".repeat(full) + &"○".repeat(all - full);
    format!(
        "<span class=\"marks\" role=\"img\" aria-label=\"difficulty {full} of {all}\">{marks}</span>"
    )
}

fn write_solution(html: &mut String, entry: &Entry, number: usize, notation: Notation) {
    let back = format!("<a href=\"#n{number}\">{number}.</a>");
    match &entry.solution {
        Solution::Words(spans) => {
            let text: String = spans.iter().map(|span| of_span(span, notation)).collect();
            let _ = writeln!(html, "<p id=\"s{number}\">{back} {text}</p>");
        }
        Solution::Picture(picture) => {
            let width = picture.width * SCALE;
            let _ = writeln!(
                html,
                "<figure id=\"s{number}\" class=\"small\" style=\"width: {width:.0}pt\">{back}"
            );
            html.push_str(&svg::write_inline(picture));
            html.push_str("</figure>\n");
        }
    }
}

fn of_span(span: &Span, notation: Notation) -> String {
    match span {
        Span::Plain(text) => with_figurines(text, notation),
        Span::Strong(text) => format!("<b>{}</b>", with_figurines(text, notation)),
        Span::Italic(text) => format!("<i>{}</i>", with_figurines(text, notation)),
        Span::Break => "<br>".to_owned(),
    }
}

/// A text with small pictures in place of figurines. No line ends within a move.
fn with_figurines(text: &str, notation: Notation) -> String {
    let text = notation.spell(text);
    let words =
        text.split(' ').map(|word| match word.contains(|letter| figurine(letter).is_some()) {
            true => format!("<span class=\"move\">{}</span>", of_move(word)),
            false => escaped(word),
        });
    words.collect::<Vec<_>>().join(" ")
}

/// A word with small pictures in place of figurines.
fn of_move(word: &str) -> String {
    let mut html = String::new();
    for letter in word.chars() {
        match figurine(letter) {
            Some(role) => {
                let (letter, name) = (role.char(), role.name());
                let _ = write!(
                    html,
                    "<svg class=\"man\" viewBox=\"3 3 39 39\" role=\"img\" aria-label=\"{name}\">\
                     <use href=\"#w{letter}\" width=\"45\" height=\"45\"/></svg>"
                );
            }
            None => html.push_str(&escaped(letter.encode_utf8(&mut [0; 4]))),
        }
    }
    html
}

/// The space above and below a printed page, in millimetres.
const MARGIN: f64 = 18.0;

/// What depends on the layout.
fn style_of(layout: Layout) -> String {
    let paper = match layout.paper {
        Paper::A4 => "A4",
        Paper::Letter => "letter",
    };
    let columns = layout.columns();
    // In print a row has its share of the page, less what is above and below a diagram.
    let height = layout.paper.size()[1] / 72.0 * 25.4 - 2.0 * MARGIN;
    let side = (height / layout.rows() as f64 - 23.0).max(20.0);
    format!(
        "@page {{ size: {paper}; margin: {MARGIN}mm 20mm; }}\n\
         .diagrams {{ grid-template-columns: repeat({columns}, minmax(0, 1fr)); }}\n\
         @media print {{ .diagrams figure {{ width: {side:.0}mm; justify-self: center; }}\n\
         .diagrams .large {{ width: {:.0}mm; }} }}\n",
        2.0 * side
    )
}

/// The style sheet.
const STYLE: &str = "\
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 52rem; padding: 1rem; font: 1rem/1.4 Georgia, 'Times New Roman', serif; color: #000; background: #fff; }
header { text-align: center; padding: 4rem 0 2rem; }
h1 { font-size: 2.6rem; margin: 0; }
.subtitle { font-style: italic; font-size: 1.2rem; }
nav ol { list-style: none; padding: 0; max-width: 26rem; margin: 0 auto 3rem; }
nav h2 { max-width: 26rem; margin: 0 auto; border: 0; }
nav ol li { padding: .25rem 0; border-bottom: 1px dotted #888; }
.legend { list-style: none; padding: 0; max-width: 26rem; margin: 0 auto; font-size: .92rem; }
p.legend { font-style: italic; }
a { color: inherit; text-decoration: none; }
a:hover, a:focus { text-decoration: underline; }
h2, h3 { break-after: avoid; }
h2 { border-bottom: 1px solid #000; padding-bottom: .3rem; }
.men { position: absolute; width: 0; height: 0; }
.diagrams { display: grid; gap: 1.6rem 2.4rem; }
figure { margin: 0; break-inside: avoid; }
.large { grid-column: 1 / -1; }
figure svg { display: block; width: 100%; }
.head { margin: 0 0 .2rem; font: bold .9rem Helvetica, Arial, sans-serif; display: flex; justify-content: space-between; }
.marks { letter-spacing: .1em; font-weight: normal; }
figcaption { text-align: center; padding-top: .3rem; }
.solutions { columns: 2 18rem; column-gap: 2rem; font-size: .92rem; }
.solutions p { margin: 0 0 .4rem; break-inside: avoid; }
.solutions a { font-weight: bold; }
.small { display: inline-block; max-width: 100%; margin: 0 1rem .6rem 0; }
.move { white-space: nowrap; }
.man { height: 1em; width: 1em; vertical-align: -.12em; }
footer { text-align: center; padding: 2rem 0; font-size: .85rem; }
@media (max-width: 36rem) { .diagrams { grid-template-columns: minmax(0, 1fr) !important; } }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  section { break-before: page; }
  header { padding-top: 30vh; }
  nav { break-before: page; }
}
";
