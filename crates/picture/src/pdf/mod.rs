//! Pictures as PDF: one on a page, with bookmarks, links and page labels.
//!
//! The writer is our own and small. Fonts that are used are embedded, as print shops demand;
//! pieces are written once and used by name. No date and no random number is written, so the same
//! document always gives the same bytes.
//!
//! ```
//! use sole_picture::{Picture, pdf::Document};
//! let document = Document { pages: vec![Picture::new(595.0, 842.0).into()], ..Document::default() };
//! assert!(document.write().starts_with(b"%PDF-1.5\n"));
//! ```

mod content;
mod file;
mod subset;

use crate::fonts;
use crate::path::{Point, at, number};
use crate::picture::{Font, Item, Picture};
use crate::pieces;
use content::Content;
use file::File;
use sole_board::Piece;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use ttf_parser::GlyphId;

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

/// The objects that are named from elsewhere.
struct Writer<'a> {
    document: &'a Document,
    file: File,
    pieces: Vec<(Piece, usize)>,
    fonts: Vec<(Font, usize)>,
    letters: BTreeMap<Font, Letters>,
    pages: Vec<usize>,
}

/// The shapes of a font that are used, each with its letter.
type Letters = BTreeMap<GlyphId, char>;

impl Writer<'_> {
    fn new(document: &Document) -> Writer<'_> {
        let mut file = File::default();
        let (pieces, letters) = used(document);
        let pieces = pieces.into_iter().map(|piece| (piece, file.reserve())).collect();
        let fonts = letters.keys().map(|&font| (font, file.reserve())).collect();
        let pages = document.pages.iter().map(|_| file.reserve()).collect();
        Writer { document, file, pieces, fonts, letters, pages }
    }

    fn write(mut self) -> Vec<u8> {
        self.write_shared();
        let tree = self.file.reserve();
        for (number, page) in self.document.pages.iter().enumerate() {
            self.write_page(number, page, tree);
        }
        let kids: Vec<String> = self.pages.iter().map(|id| format!("{id} 0 R")).collect();
        let (kids, count) = (kids.join(" "), self.pages.len());
        self.file.set(tree, &format!("<</Type/Pages/Kids[{kids}]/Count {count}>>"));
        let outlines = self.write_bookmarks();
        let catalog = self.file.reserve();
        let mut text = format!("<</Type/Catalog/Pages {tree} 0 R/Lang(en)");
        if let Some(outlines) = outlines {
            let _ = write!(text, "/Outlines {outlines} 0 R");
        }
        text.push_str(&self.labels());
        if !self.document.title.is_empty() {
            text.push_str("/ViewerPreferences<</DisplayDocTitle true>>");
        }
        self.file.set(catalog, &(text + ">>"));
        let info = self.file.reserve();
        self.file.set(info, &self.info());
        self.file.finish(catalog, info)
    }

    /// The pieces and the fonts.
    fn write_shared(&mut self) {
        for &(piece, id) in &self.pieces {
            let mut content = Content::default();
            for (path, paint) in pieces::piece_outlines(piece) {
                content.path(&path, paint, 1.0, at(0.0, 0.0));
            }
            let side = number(pieces::SQUARE);
            let head = format!("/Type/XObject/Subtype/Form/BBox[0 0 {side} {side}]");
            self.file.set_stream(id, &head, content.text().as_bytes());
        }
        for (font, id) in self.fonts.clone() {
            self.write_font(font, id);
        }
    }

    /// A font: its letters by number, what they mean, how wide they are, what they look like.
    fn write_font(&mut self, font: Font, id: usize) {
        let [shapes, descriptor, program, meaning] = [(); 4].map(|()| self.file.reserve());
        let face = fonts::face(font);
        let name = face.name;
        let text = format!(
            "<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H\
             /DescendantFonts[{shapes} 0 R]/ToUnicode {meaning} 0 R>>"
        );
        self.file.set(id, &text);
        let letters = &self.letters[&font];
        let width = |shape: &GlyphId| format!("{}[{}]", shape.0, fonts::advance(*shape, font));
        let widths: String = letters.keys().map(width).collect();
        let text = format!(
            "<</Type/Font/Subtype/CIDFontType2/BaseFont/{name}\
             /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
             /FontDescriptor {descriptor} 0 R/CIDToGIDMap/Identity/DW 0/W[{widths}]>>"
        );
        self.file.set(shapes, &text);
        self.file.set_stream(meaning, "", meanings(letters).as_bytes());
        let used = letters.keys().copied().collect();
        let file = subset::subset(fonts::file(font), &used);
        self.file.set_stream(program, &format!("/Length1 {}", file.len()), &file);
        self.file.set(descriptor, &described(font, program));
    }

    fn write_page(&mut self, number: usize, page: &Page, tree: usize) {
        let content = self.file.reserve();
        let picture = &page.picture;
        let text = content::of_picture(picture);
        self.file.set_stream(content, "", text.as_bytes());
        let [width, height] = [picture.width, picture.height].map(crate::path::number);
        let resources = self.resources(picture);
        let mut text = format!(
            "<</Type/Page/Parent {tree} 0 R/MediaBox[0 0 {width} {height}]\
             /Resources<<{resources}>>/Contents {content} 0 R"
        );
        if !page.links.is_empty() {
            let links: Vec<String> =
                page.links.iter().map(|link| self.annotation(link, picture.height)).collect();
            let _ = write!(text, "/Annots[{}]", links.concat());
        }
        self.file.set(self.pages[number], &(text + ">>"));
    }

    fn resources(&self, picture: &Picture) -> String {
        let (pieces, fonts) = (picture.pieces(), fonts_of(picture));
        let list = |name: &str, entries: Vec<String>| match entries.is_empty() {
            true => String::new(),
            false => format!("/{name}<<{}>>", entries.concat()),
        };
        let used = self.pieces.iter().filter(|(piece, _)| pieces.contains(piece));
        let pieces =
            used.map(|&(piece, id)| format!("/{} {id} 0 R", pieces::name(piece))).collect();
        let used = self.fonts.iter().filter(|(font, _)| fonts.contains(font));
        let fonts = used.map(|&(font, id)| format!("/{} {id} 0 R", content::font_name(font)));
        list("XObject", pieces) + &list("Font", fonts.collect())
    }

    fn annotation(&self, link: &Link, height: f64) -> String {
        let Point { x, y } = link.corner;
        let corners = [x, height - y - link.size[1], x + link.size[0], height - y].map(number);
        let target = self.target(link.page);
        let corners = corners.join(" ");
        format!("<</Type/Annot/Subtype/Link/Rect[{corners}]/Border[0 0 0]/Dest{target}>>")
    }

    /// A page as the place where a link leads.
    fn target(&self, page: usize) -> String {
        let page = self.pages.get(page).or(self.pages.last());
        page.map_or("[]".to_owned(), |id| format!("[{id} 0 R/Fit]"))
    }

    /// The tree of bookmarks, if there are any.
    fn write_bookmarks(&mut self) -> Option<usize> {
        let bookmarks = &self.document.bookmarks;
        if bookmarks.is_empty() || self.pages.is_empty() {
            return None;
        }
        let tree = Tree::new(bookmarks);
        let ids: Vec<usize> = tree.children.iter().map(|_| self.file.reserve()).collect();
        self.file.set(ids[0], &format!("<</Type/Outlines{}>>", tree.family(0, &ids)));
        for (bookmark, node) in bookmarks.iter().zip(1..) {
            let text = format!(
                "<</Title{}{}{}/Dest{}>>",
                file::text(&bookmark.title),
                tree.place(node, &ids),
                tree.family(node, &ids),
                self.target(bookmark.page),
            );
            self.file.set(ids[node], &text);
        }
        Some(ids[0])
    }

    fn labels(&self) -> String {
        let labels = &self.document.labels;
        if labels.is_empty() {
            return String::new();
        }
        let mut text = "/PageLabels<</Nums[".to_owned();
        for Label { page, numerals } in labels {
            let style = match numerals {
                Numerals::Roman => 'r',
                Numerals::Arabic => 'D',
            };
            let _ = write!(text, "{page}<</S/{style}>>");
        }
        text + "]>>"
    }

    fn info(&self) -> String {
        let entry = |key: &str, value: &str| match value {
            "" => String::new(),
            value => format!("/{key}{}", file::text(value)),
        };
        let Document { title, author, .. } = self.document;
        format!("<<{}{}/Producer(sole)>>", entry("Title", title), entry("Author", author))
    }
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

    /// A node's parent and neighbours.
    fn place(&self, node: usize, ids: &[usize]) -> String {
        let parent = self.parents[node];
        let siblings = &self.children[parent];
        let at = siblings.partition_point(|&other| other < node);
        let before = at.checked_sub(1).and_then(|at| siblings.get(at));
        [("Parent", Some(&parent)), ("Prev", before), ("Next", siblings.get(at + 1))]
            .map(|(key, node)| reference(key, node, ids))
            .concat()
    }

    /// A node's first and last child and how many there are; below the root they are folded away.
    fn family(&self, node: usize, ids: &[usize]) -> String {
        let children = &self.children[node];
        if children.is_empty() {
            return String::new();
        }
        let ends = [("First", children.first()), ("Last", children.last())];
        let sign = if node == 0 { "" } else { "-" };
        let ends = ends.map(|(key, node)| reference(key, node, ids)).concat();
        format!("{ends}/Count {sign}{}", children.len())
    }
}

fn reference(key: &str, node: Option<&usize>, ids: &[usize]) -> String {
    node.map_or(String::new(), |&node| format!("/{key} {} 0 R", ids[node]))
}

/// What a font looks like, for programs that have to do without it.
fn described(font: Font, program: usize) -> String {
    let (face, file) = (fonts::face(font), fonts::file(font));
    let em = f64::from(file.units_per_em());
    let scaled = |units: i16| (f64::from(units) * 1000.0 / em).round().to_string();
    let bounds = file.global_bounding_box();
    let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(scaled).join(" ");
    let capitals = file.capital_height().unwrap_or_default();
    let [ascent, descent, capitals] = [file.ascender(), file.descender(), capitals].map(scaled);
    let (name, flags, slant, stem) = (face.name, flags(font), number(face.slant), face.stem);
    format!(
        "<</Type/FontDescriptor/FontName/{name}/Flags {flags}/FontBBox[{bounds}]\
         /ItalicAngle {slant}/Ascent {ascent}/Descent {descent}/CapHeight {capitals}\
         /StemV {stem}/FontFile2 {program} 0 R>>"
    )
}

/// What kind of font it is: all have their own letters, some serifs, one is slanted.
const fn flags(font: Font) -> u32 {
    const SERIF: u32 = 1 << 1;
    const OWN: u32 = 1 << 2;
    const ITALIC: u32 = 1 << 6;
    match font {
        Font::Sans | Font::SansBold => OWN,
        Font::Serif | Font::SerifBold => OWN | SERIF,
        Font::SerifItalic => OWN | SERIF | ITALIC,
    }
}

/// How many letters a block of a map may have.
const BLOCK: usize = 100;

/// The map by which programs find and copy letters.
fn meanings(letters: &Letters) -> String {
    let mut text = "/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n\
        /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n\
        /CMapName/Adobe-Identity-UCS def/CMapType 2 def\n\
        1 begincodespacerange<0000><FFFF>endcodespacerange\n"
        .to_owned();
    let letters: Vec<(&GlyphId, &char)> = letters.iter().collect();
    for block in letters.chunks(BLOCK) {
        let _ = writeln!(text, "{} beginbfchar", block.len());
        for (shape, letter) in block {
            let _ = write!(text, "<{:04X}><", shape.0);
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(text, "{unit:04X}");
            }
            text.push_str(">\n");
        }
        text.push_str("endbfchar\n");
    }
    text + "endcmap CMapName currentdict/CMap defineresource pop end end\n"
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
