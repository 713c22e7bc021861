//! Formats of which the host is told no more than what their adapters say.

use core::fmt::Write as _;

use ids_formats::ParamKind;

use crate::{
    args::Args,
    fault::Fault,
    kind::{Answer, Kind},
};

/// What its classes are written of, in lines: the type's name, what it is about, whether identifiers draw random
/// bits; then a line for each parameter: its type, its name and what it is for.
pub(crate) fn own(kind: &Kind, args: Args<'_>) -> Result<Answer, Fault> {
    if args.name != "describe" {
        return kind.more(args);
    }
    let facts = kind.format.facts();
    let mut text = format!("{}\n{}\n{}", kind.known.id, facts.about, facts.random.is_some());
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
