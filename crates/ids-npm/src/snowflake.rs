//! Snowflakes: the known flavours, and those that the host defines.

use ids_formats::{Format, formats};
use snowflake::{FLAVOURS, Flavour};

use crate::{
    args::Args,
    fault::Fault,
    kind::{Kind, Reply},
};

pub(crate) fn open(name: &str) -> Option<&'static dyn Format> {
    flavour(name).map(formats::snowflake::lasting)
}

fn flavour(name: &str) -> Option<Flavour> {
    FLAVOURS.iter().copied().find(|flavour| flavour.name() == name)
}

pub(crate) fn own(kind: &Kind, args: Args<'_>) -> Result<Reply, Fault> {
    match args.name {
        "define" => {
            let format = formats::snowflake::lasting(define(args)?);
            Ok(Reply::kind(Kind { format, layout: format.facts().layout, ..*kind }))
        }
        _ => kind.more(args),
    }
}

/// A flavour of the host's own, or a known one with another epoch. Names and fields live as long as the
/// module: a program defines its flavours once.
fn define(args: Args<'_>) -> Result<Flavour, Fault> {
    let epoch = args.instant("epoch")?.unwrap_or_default();
    if let Some(name) = args.text("flavour") {
        let unknown = || Fault::usage(format!("no flavour is named {name}"));
        return Ok(flavour(name).ok_or_else(unknown)?.with_epoch(epoch));
    }
    let name = args.needed("name")?;
    let mut fields = Vec::new();
    for line in args.needed("fields")?.lines() {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let mut number = || words.next().and_then(|word| word.parse().ok());
        fields.push((name, number().unwrap_or_default(), number()));
    }
    let since = (epoch, args.duration("unit")?.unwrap_or_default());
    let (timestamp, sequence) = (args.needed("timestamp")?, args.text("sequence"));
    formats::snowflake::define(name, &fields, since, timestamp, sequence)
        .map_err(|error| Fault::usage(error.to_string()))
}
