//! Pictures in files.

use crate::complain::Complaint;
use crate::draft;
use sole_picture::png::{self, Pixels};
use sole_picture::{Picture, pdf, svg};
use std::path::Path;

/// A kind of file that holds a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    Svg,
    Png,
    Pdf,
}

/// How many pixels a picture is wide.
const WIDTH: Pixels = Pixels::new(900).expect("not too wide");

impl Medium {
    /// All of them.
    pub(crate) const ALL: [Medium; 3] = [Medium::Svg, Medium::Png, Medium::Pdf];

    /// Its name, with which the names of such files end.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Medium::Svg => "svg",
            Medium::Png => "png",
            Medium::Pdf => "pdf",
        }
    }

    /// The kind that the name of a file tells.
    pub(crate) fn of_path(path: &Path) -> Option<Medium> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Medium::ALL.into_iter().find(|medium| medium.name() == extension)
    }

    /// The bytes of a file.
    pub(crate) fn write(self, picture: Picture) -> Vec<u8> {
        match self {
            Medium::Svg => svg::write(&picture).into_bytes(),
            Medium::Png => png::write(&picture, WIDTH),
            Medium::Pdf => {
                let title = picture.title.clone();
                pdf::Document { title, pages: vec![picture.into()], ..Default::default() }.write()
            }
        }
    }
}

/// Writes a picture to a file.
pub(crate) fn save(picture: Picture, medium: Medium, path: &Path) -> Result<(), Complaint> {
    draft::write_bytes(path, &medium.write(picture))
}
