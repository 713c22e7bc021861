//! Formats of which the host is told no more than what their adapters say.

use crate::{
    args::Args,
    fault::Fault,
    kind::{Kind, Reply},
};

/// What the documentation of its classes is written of, in lines: the type's name, what it is about, and what each
/// parameter is for.
pub(crate) fn own(kind: &Kind, args: Args<'_>) -> Result<Reply, Fault> {
    if args.name != "describe" {
        return kind.more(args);
    }
    let (params, facts) = (kind.format.params(), kind.format.facts());
    let mut lines = vec![kind.known.id, facts.about];
    lines.extend(params.iter().map(|param| param.about));
    Ok(Reply::output(lines.join("\n")))
}
