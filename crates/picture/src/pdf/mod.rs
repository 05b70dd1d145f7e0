//! Pictures as PDF: one on a page, with bookmarks, links and page labels.
//!
//! Objects are written by `pdf-writer`. Fonts that are used are embedded, as print shops demand;
//! pieces are written once and used by name. No date and no random number is written, so the same
//! document always gives the same bytes.
//!
//! ```
//! use sole_picture::{Picture, pdf::Document};
//! let document = Document { pages: vec![Picture::new(595.0, 842.0).into()], ..Document::default() };
//! assert!(document.write().starts_with(b"%PDF-1.5\n"));
//! ```

mod content;
mod embedded_font;

use crate::fonts;
use crate::path::{Point, at};
use crate::picture::{Font, Item, Picture};
use crate::pieces;
use crate::png::compressed;
use content::{Content, rounded};
use embedded_font::{EmbeddedFont, Letters};
use pdf_writer::types::AnnotationType;
use pdf_writer::writers::{Annotation, Destination, Page as PageWriter};
use pdf_writer::{Filter, Name, Pdf, Rect, Ref, Settings, TextStr};
use sole_board::Piece;
use std::collections::{BTreeMap, BTreeSet};

/// A document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// Its title; may be empty.
    pub title: String,
    /// Who made it; may be empty.
    pub author: String,
    /// Its pages.
    pub pages: Vec<Page>,
    /// What a viewer lists beside the pages, in their order.
    pub bookmarks: Vec<Bookmark>,
    /// How the pages are numbered, each from a page on; as they are counted if there is none.
    pub labels: Vec<Label>,
}

/// A page: a picture measured in points, and places that lead elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// What is on it.
    pub picture: Picture,
    /// Where clicks lead.
    pub links: Vec<Link>,
}

impl From<Picture> for Page {
    fn from(picture: Picture) -> Page {
        Page { picture, links: Vec::new() }
    }
}

/// A rectangle that leads to a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Its upper left corner.
    pub corner: Point,
    /// Its width and its height.
    pub size: [f64; 2],
    /// The number of the page, from 0.
    pub page: usize,
}

/// An entry in a viewer's list of what is where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// What it says.
    pub title: String,
    /// The number of the page, from 0.
    pub page: usize,
    /// 0, or 1 below the last one with 0, and so on.
    pub depth: usize,
}

/// How pages are numbered from one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The page from which it holds, counted from 0.
    pub page: usize,
    /// The numerals.
    pub numerals: Numerals,
}

/// How numbers of pages are written; each kind starts at one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numerals {
    /// `i ii iii`
    Roman,
    /// `1 2 3`
    Arabic,
}

impl Document {
    /// The bytes of the file. Bookmarks and links to pages that there are not lead to the last page.
    pub fn write(&self) -> Vec<u8> {
        Writer::new(self).write()
    }
}

/// The file, and the objects that are named from elsewhere.
struct Writer<'a> {
    document: &'a Document,
    pdf: Pdf,
    /// The number of the next object.
    next: Ref,
    pieces: BTreeMap<Piece, Ref>,
    fonts: BTreeMap<Font, EmbeddedFont>,
    pages: Vec<Ref>,
}

impl Writer<'_> {
    fn new(document: &Document) -> Writer<'_> {
        let mut pdf = Pdf::with_settings(Settings { pretty: false });
        pdf.set_version(1, 5);
        let mut next = Ref::new(1);
        let (pieces, letters) = used(document);
        let pieces = pieces.into_iter().map(|piece| (piece, next.bump())).collect();
        let fonts = letters
            .into_iter()
            .map(|(font, letters)| (font, EmbeddedFont::new(font, letters, next.bump())));
        let fonts = fonts.collect();
        let pages = document.pages.iter().map(|_| next.bump()).collect();
        Writer { document, pdf, next, pieces, fonts, pages }
    }

    fn write(mut self) -> Vec<u8> {
        self.write_pieces();
        for font in self.fonts.values() {
            font.write(&mut self.pdf, &mut self.next);
        }
        let tree = self.next.bump();
        for (&id, page) in self.pages.clone().iter().zip(&self.document.pages) {
            self.write_page(id, page, tree);
        }
        self.pdf.pages(tree).kids(self.pages.iter().copied()).count(self.pages.len() as i32);
        let outlines = self.write_bookmarks();
        self.write_catalog(tree, outlines);
        self.write_info();
        self.pdf.finish()
    }

    fn write_pieces(&mut self) {
        let side = rounded(pieces::SQUARE);
        for (&piece, &id) in &self.pieces {
            let mut content = Content::new(&self.fonts);
            for (path, paint) in pieces::piece_outlines(piece) {
                content.path(&path, paint, 1.0, at(0.0, 0.0));
            }
            let bytes = compressed(&content.finish());
            let mut form = self.pdf.form_xobject(id, &bytes);
            form.bbox(Rect::new(0.0, 0.0, side, side)).filter(Filter::FlateDecode);
        }
    }

    fn write_page(&mut self, id: Ref, page: &Page, tree: Ref) {
        let picture = &page.picture;
        let content = self.next.bump();
        let bytes = compressed(&content::of_picture(picture, &self.fonts));
        self.pdf.stream(content, &bytes).filter(Filter::FlateDecode);
        let [width, height] = [picture.width, picture.height].map(rounded);
        let mut writer = self.pdf.page(id);
        writer.parent(tree).media_box(Rect::new(0.0, 0.0, width, height)).contents(content);
        write_resources(&mut writer, picture, &self.pieces, &self.fonts);
        if !page.links.is_empty() {
            let mut links = writer.insert(Name(b"Annots")).array();
            for link in &page.links {
                let Point { x, y } = link.corner;
                let [width, height] = link.size;
                let top = picture.height - y;
                let [left, low, right, top] = [x, top - height, x + width, top].map(rounded);
                let mut annotation = links.push().start::<Annotation>();
                annotation.subtype(AnnotationType::Link).rect(Rect::new(left, low, right, top));
                annotation.border(0.0, 0.0, 0.0, None);
                let target = target(&self.pages, link.page);
                annotation.insert(Name(b"Dest")).start::<Destination>().page(target).fit();
            }
        }
    }

    /// The tree of bookmarks, if there are any.
    fn write_bookmarks(&mut self) -> Option<Ref> {
        let bookmarks = &self.document.bookmarks;
        if bookmarks.is_empty() || self.pages.is_empty() {
            return None;
        }
        let tree = Tree::new(bookmarks);
        let ids: Vec<Ref> = tree.children.iter().map(|_| self.next.bump()).collect();
        let [first, last] = tree.ends(0).expect("there are bookmarks").map(|node| ids[node]);
        let count = tree.children[0].len() as i32;
        self.pdf.outline(ids[0]).first(first).last(last).count(count);
        for (bookmark, node) in bookmarks.iter().zip(1..) {
            let mut item = self.pdf.outline_item(ids[node]);
            item.title(TextStr(&bookmark.title)).parent(ids[tree.parents[node]]);
            let [before, after] = tree.neighbours(node);
            if let Some(before) = before {
                item.prev(ids[before]);
            }
            if let Some(after) = after {
                item.next(ids[after]);
            }
            if let Some([first, last]) = tree.ends(node) {
                // Those below another are folded away.
                let count = -(tree.children[node].len() as i32);
                item.first(ids[first]).last(ids[last]).count(count);
            }
            item.dest().page(target(&self.pages, bookmark.page)).fit();
        }
        Some(ids[0])
    }

    fn write_catalog(&mut self, tree: Ref, outlines: Option<Ref>) {
        let mut catalog = self.pdf.catalog(self.next.bump());
        catalog.pages(tree).lang(TextStr("en"));
        if let Some(outlines) = outlines {
            catalog.outlines(outlines);
        }
        if !self.document.labels.is_empty() {
            let mut labels = catalog.insert(Name(b"PageLabels")).dict();
            let mut labels = labels.insert(Name(b"Nums")).array();
            for Label { page, numerals } in &self.document.labels {
                let style = match numerals {
                    Numerals::Roman => b"r",
                    Numerals::Arabic => b"D",
                };
                labels.item(*page as i32);
                labels.push().dict().pair(Name(b"S"), Name(style));
            }
        }
        if !self.document.title.is_empty() {
            catalog.viewer_preferences().display_doc_title(true);
        }
    }

    fn write_info(&mut self) {
        let mut info = self.pdf.document_info(self.next.bump());
        let Document { title, author, .. } = self.document;
        if !title.is_empty() {
            info.title(TextStr(title));
        }
        if !author.is_empty() {
            info.author(TextStr(author));
        }
        info.producer(TextStr("sole"));
    }
}

/// The pieces and fonts of a page by the names that its content has for them.
fn write_resources(
    page: &mut PageWriter,
    picture: &Picture,
    pieces: &BTreeMap<Piece, Ref>,
    fonts: &BTreeMap<Font, EmbeddedFont>,
) {
    let (used, used_fonts) = (picture.pieces(), fonts_of(picture));
    let mut resources = page.resources();
    if !used.is_empty() {
        let mut names = resources.x_objects();
        for piece in used {
            names.pair(Name(pieces::name(piece).as_bytes()), pieces[&piece]);
        }
    }
    if !used_fonts.is_empty() {
        let mut names = resources.fonts();
        for font in used_fonts {
            names.pair(embedded_font::name(font), fonts[&font].id());
        }
    }
}

/// The page to which a link leads.
fn target(pages: &[Ref], page: usize) -> Ref {
    *pages.get(page).or(pages.last()).expect("there are pages where there are links")
}

/// Who is below whom among bookmarks. Node 0 is above all; bookmarks follow in their order.
struct Tree {
    parents: Vec<usize>,
    children: Vec<Vec<usize>>,
}

impl Tree {
    fn new(bookmarks: &[Bookmark]) -> Tree {
        let mut tree = Tree { parents: vec![0], children: vec![Vec::new(); bookmarks.len() + 1] };
        let mut open = vec![0];
        for (bookmark, node) in bookmarks.iter().zip(1..) {
            open.truncate(bookmark.depth.saturating_add(1));
            let parent = open.last().copied().unwrap_or_default();
            tree.parents.push(parent);
            tree.children[parent].push(node);
            open.push(node);
        }
        tree
    }

    /// The nodes before and after a node, below the same one.
    fn neighbours(&self, node: usize) -> [Option<usize>; 2] {
        let siblings = &self.children[self.parents[node]];
        let at = siblings.partition_point(|&other| other < node);
        [at.checked_sub(1), Some(at + 1)].map(|at| siblings.get(at?).copied())
    }

    /// The first and the last node below a node.
    fn ends(&self, node: usize) -> Option<[usize; 2]> {
        let children = &self.children[node];
        Some([*children.first()?, *children.last()?])
    }
}

/// The pieces that any page uses, and the letters of each font.
fn used(document: &Document) -> (BTreeSet<Piece>, BTreeMap<Font, Letters>) {
    let mut pieces = BTreeSet::new();
    let mut letters: BTreeMap<Font, Letters> = BTreeMap::new();
    for page in &document.pages {
        pieces.extend(page.picture.pieces());
        page.picture.walk(&mut |item, _, _| {
            if let Item::Text(text) = item {
                let of_font = letters.entry(text.font).or_default();
                for letter in text.text.chars() {
                    let shown = if fonts::has(letter) { letter } else { '?' };
                    of_font.entry(fonts::shape(letter, text.font)).or_insert(shown);
                }
            }
        });
    }
    (pieces, letters)
}

fn fonts_of(picture: &Picture) -> BTreeSet<Font> {
    let mut fonts = BTreeSet::new();
    picture.walk(&mut |item, _, _| {
        if let Item::Text(text) = item {
            fonts.insert(text.font);
        }
    });
    fonts
}
