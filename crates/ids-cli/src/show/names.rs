//! Names of formats, flavours and forms: what to say of one that is unknown.

use ids_formats::{FAMILIES, Format};

use super::outside::printable;
use crate::status::Failure;

/// More alike than this is likely meant: what clap takes for its own suggestions.
const ALIKE: f64 = 0.7;

/// What to say of a name that is none of these.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let all = if known.is_empty() { "there is none".to_owned() } else { known.join(", ") };
    let alike = known.iter().map(|known| (strsim::jaro(name, known), known));
    let nearest = alike.filter(|(alike, _)| *alike > ALIKE).max_by(|a, b| a.0.total_cmp(&b.0));
    let name = printable(name);
    match nearest {
        Some((_, nearest)) => {
            format!("no {what} is named '{name}': did you mean '{nearest}'? There are {all}")
        }
        None => format!("no {what} is named '{name}': {all}"),
    }
}

/// As [`unknown`], as the end of a run.
pub(crate) fn refused(what: &str, name: &str, known: &[&str]) -> Failure {
    Failure::Usage(unknown(what, name, known))
}

/// What to say instead of the name of a flavour, where a format's is expected.
pub(crate) fn flavour(name: &str) -> Option<String> {
    let family = FAMILIES.iter().find(|family| family.flavour(name).is_some())?;
    let family = family.name;
    Some(format!("{name} is a flavour of {family}: say {family}, and --flavour {name}"))
}

/// The names of the flavours.
pub(crate) fn flavours<'a>(formats: impl IntoIterator<Item = &'a dyn Format>) -> Vec<&'static str> {
    formats.into_iter().filter_map(|format| format.facts().flavour).collect()
}
