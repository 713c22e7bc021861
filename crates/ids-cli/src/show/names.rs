//! Names of formats, flavours and forms: what to say of one that is unknown.

use std::path::Path;

use ids_formats::{FAMILIES, Family, FormInfo, Format, all, family, others::Kind};

use super::{Record, argument, foreign};
use crate::Failure;

/// More alike than this is likely meant: what clap takes for its own suggestions.
const ALIKE: f64 = 0.7;

/// The message for an unknown name.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let all =
        if known.is_empty() { format!("the format has no {what}s") } else { known.join(", ") };
    let is_format = what == "format";
    let nearest = alike(name, known.iter().copied());
    let nearest = nearest.or_else(|| alike_flavour(name).filter(|_| is_format));
    let is_file = is_format && Path::new(name).is_file();
    let name = argument(name);
    match nearest {
        _ if is_file => format!("'{name}' is a file; the format stands before it: {all}"),
        Some(nearest) => {
            format!("no {what} is named '{name}': did you mean '{nearest}'? There are {all}")
        }
        None => format!("no {what} is named '{name}': {all}"),
    }
}

/// That of some names which is most like one, in either case, if it is like it.
fn alike<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let alike = known.map(|known| (strsim::jaro(&name, &known.to_lowercase()), known));
    let nearest = alike.filter(|(alike, _)| *alike > ALIKE).max_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, nearest)| nearest)
}

/// The same of the flavours whose name alone says which format is meant.
pub(crate) fn alike_flavour(name: &str) -> Option<&'static str> {
    alike(
        name,
        flavours(all().map(|format| format as _))
            .into_iter()
            .filter(|flavour| sole_family(flavour).is_some()),
    )
}

/// As [`unknown`], as the end of a run.
pub(crate) fn refused(what: &str, name: &str, known: &[&str]) -> Failure {
    Failure::Usage(unknown(what, name, known))
}

/// The family of a flavour's name, if that is enough to say which format is meant: `v6` is not, because
/// UUIDs have one.
pub(crate) fn sole_family(name: &str) -> Option<&'static Family> {
    let foreign = Kind::ALL.iter().any(|kind| kind.flavour() == Some(name));
    let mut families = FAMILIES.iter().filter(|family| family.flavour(name).is_some());
    families.next().filter(|_| !foreign && families.next().is_none())
}

/// Whether a word in the place of a format is one, or may be a misspelt one, and no file or identifier.
pub(crate) fn is_format(name: &str) -> bool {
    let word = name.bytes().all(|byte| byte.is_ascii_lowercase()) && !Path::new(name).exists();
    word || family(name).is_some() || instead(name).is_some()
}

/// What to say of the name of a format in the place of a verb.
pub(crate) fn no_verb(name: &str) -> Option<String> {
    let option = if sole_family(name).is_some() {
        "--flavour"
    } else if family(name).is_some() {
        "--format"
    } else {
        return instead(name);
    };
    Some(format!(
        "{name} is a format: ids new {name} makes one, ids inspect {option} {name} ID reads one, ids info {name} tells \
         about it"
    ))
}

/// What to say of the name of another thing, where a format's is expected.
pub(crate) fn instead(name: &str) -> Option<String> {
    if let Some(family) = FAMILIES.iter().find(|family| family.flavour(name).is_some()) {
        let family = family.name;
        return Some(format!(
            "{name} is a flavour of {family}: say {family}, and --flavour {name}"
        ));
    }
    let lower = name.to_ascii_lowercase();
    let mut begun = flavours(all().map(|format| format as _));
    begun.retain(|flavour| flavour.strip_prefix(&lower).is_some_and(|v| v.starts_with('-')));
    if !begun.is_empty() {
        return Some(format!("{name} has several flavours: say {}", begun.join(" or ")));
    }
    // The names that programs have for UUIDs, with a version, and the versions.
    let version = lower.strip_prefix("uuid").or_else(|| lower.strip_prefix("guid"));
    let version = version.map(|rest| rest.trim_start_matches(['-', '_', 'v']));
    let is_uuid = version.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
        || Kind::ALL.iter().any(|kind| kind.flavour() == Some(&lower));
    let kind = if is_uuid { "uuid" } else { name };
    let kind = Kind::ALL.iter().find(|known| known.name() == kind)?;
    let maker =
        foreign::maker(*kind).map_or_else(String::new, |maker| format!("; {maker} makes it"));
    let formats: Vec<_> = FAMILIES.iter().map(|family| family.name).collect();
    let formats = formats.join(", ");
    Some(format!(
        "{name} is only read here, by ids inspect without --format{maker}. The formats are {formats}"
    ))
}

/// What has this name among those that are known. An error lists each of them once.
pub(crate) fn known<'a, T>(
    what: &str,
    name: &str,
    all: impl Iterator<Item = (T, &'a str)>,
) -> Result<T, Failure> {
    let mut known = Vec::new();
    for (named, other) in all {
        if other == name {
            return Ok(named);
        }
        if !known.contains(&other) {
            known.push(other);
        }
    }
    Err(refused(what, name, &known))
}

/// The form of this name, if it is written; the canonical one if there is no name.
pub(crate) fn written(
    record: &Record<'_>,
    name: Option<&str>,
) -> Result<&'static FormInfo, Failure> {
    let Some(name) = name else { return Ok(record.facts.canonical) };
    known("form", name, record.facts.written_forms().map(|form| (form, form.name)))
}

/// The names of the flavours.
pub(crate) fn flavours<'a>(formats: impl IntoIterator<Item = &'a dyn Format>) -> Vec<&'static str> {
    formats.into_iter().filter_map(|format| format.facts().flavour).collect()
}
