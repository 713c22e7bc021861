//! Formats of which the host is told no more than what their adapters say.

use core::fmt::Write as _;

use ids_formats::{Family, ParamKind, families};

use crate::{
    args::Args,
    fault::Fault,
    has,
    kind::{Answer, Kind},
};

macro_rules! plain {
    ($($name:literal: $module:ident),*) => {
        &[$(if has($name) { Some(ids_formats::formats::$module::FAMILY) } else { None }),*]
    };
}
const FAMILIES: &[Option<Family>] = families!(plain);

pub(crate) fn open(name: &str) -> Option<Kind> {
    FAMILIES.iter().flatten().find_map(|family| Kind::among(family.formats, name, own))
}

/// What its classes are written of, in lines: the type's name, what it is about, whether identifiers draw random
/// bits; then a line for each parameter: its type, its name and what it is for.
fn own(kind: &Kind, args: Args<'_>) -> Result<Answer, Fault> {
    let facts = kind.format.facts();
    let family = FAMILIES.iter().flatten().find(|family| family.name == facts.family);
    let (Some(family), "describe") = (family, args.name) else { return kind.more(args) };
    let mut text = format!("{}\n{}\n{}", family.id, facts.about, facts.random.is_some());
    for param in kind.format.params() {
        let kind = match param.kind {
            ParamKind::Flag => "flag",
            ParamKind::Number { .. } => "natural",
            _ => "text",
        };
        let optional = if param.needed { "" } else { "?" };
        let _ = write!(text, "\n{kind} {}{optional} {}", param.name, param.about);
    }
    Ok(Answer::output(text))
}
