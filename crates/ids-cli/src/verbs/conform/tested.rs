//! The vectors that a run is of.

use std::{fs, path::PathBuf};

use clap::{Args, builder::PossibleValuesParser};
use ids_conform::{FORMATS, File, Unknown, embedded};

use crate::{
    show::outside::{self, printable},
    status::Failure,
};

/// The arguments that choose vectors.
#[derive(Args, Debug)]
pub(super) struct Tested {
    /// The formats to test. Without it, all formats that there are
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(FORMATS))]
    format: Vec<String>,
    /// Read the vectors from this folder instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
}

impl Tested {
    /// The vectors of the formats that are chosen, or else of those named here, and what is asked beside them.
    ///
    /// All are read first: a report that has begun is not cut off by a file.
    pub(super) fn files(&self, named: &[String]) -> Result<Vec<(File, Vec<Unknown>)>, Failure> {
        let formats = if self.format.is_empty() { named } else { &self.format };
        let asked = FORMATS.iter().filter(|format| formats.iter().any(|name| name == *format));
        asked.map(|format| self.file(format)).collect()
    }

    /// A format's vectors, every row of which makes sense, and what is asked beside them.
    fn file(&self, format: &str) -> Result<(File, Vec<Unknown>), Failure> {
        let (place, text) = match &self.vectors {
            None => ("the command".to_owned(), embedded(format).unwrap_or_default().to_owned()),
            Some(folder) => {
                let path = folder.join(format!("{format}.json"));
                let text = fs::read_to_string(&path);
                let shown = outside::path(&path);
                (shown.clone(), text.map_err(|e| Failure::Refused(format!("{shown}: {e}")))?)
            }
        };
        let wrong = |why: String| Failure::Refused(format!("vectors of {place}: {why}"));
        let file: File =
            text.parse().map_err(|error: serde_json::Error| wrong(printable(error.to_string())))?;
        if file.format != format {
            return Err(wrong(format!("they are of {:?}", file.format)));
        }
        let unknown = Unknown::of_format(&file).map_err(wrong)?;
        Ok((file, unknown))
    }
}
