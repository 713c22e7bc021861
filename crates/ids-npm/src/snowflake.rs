//! Snowflakes: the known flavours, and those that the host defines.

use ids_core::format::{Field, Layout, Ticks};
use ids_formats::formats;
use snowflake::{FLAVOURS, Flavour, FlavourError};

use crate::{
    args::Args,
    fault::Fault,
    kind::{Answer, Kind},
};

impl From<FlavourError> for Fault {
    fn from(error: FlavourError) -> Self {
        Self::usage(error)
    }
}

pub(crate) fn open(name: &str) -> Option<Kind> {
    FLAVOURS.iter().find(|flavour| flavour.name() == name).map(|flavour| kind(*flavour))
}

fn kind(flavour: Flavour) -> Kind {
    let format = Box::leak(Box::new(formats::snowflake::of(flavour)));
    Kind::new(format, flavour.layout(), own)
}

fn own(kind: &Kind, args: Args<'_>) -> Result<Answer, Fault> {
    match args.name {
        "define" => Ok(Answer::kind(self::kind(define(args)?))),
        _ => kind.more(args),
    }
}

/// A flavour of the host's own, or a known one with another epoch. Names and fields live as long as the
/// module: a program defines its flavours once.
fn define(args: Args<'_>) -> Result<Flavour, Fault> {
    let epoch = args.instant("epoch")?.unwrap_or_default();
    if let Some(name) = args.text("flavour") {
        let known = FLAVOURS.iter().find(|flavour| flavour.name() == name);
        let known = known.ok_or_else(|| Fault::usage(format!("no flavour is named {name}")))?;
        return Ok(known.with_epoch(epoch));
    }
    let name = args.needed("name")?;
    let mut fields = Vec::new();
    let mut end = 64_u8;
    for line in args.needed("fields")?.lines() {
        let mut words = line.split(' ');
        let (name, width, fixed) = (words.next(), words.next(), words.next());
        let width = width.and_then(|width| width.parse().ok());
        let low = width.and_then(|width: u8| end.checked_sub(width));
        let (Some(name), Some(low)) = (name, low.filter(|low| *low < end)) else {
            let message = "the fields of a flavour have 64 bits in all, and each at least one";
            return Err(Fault::usage(message));
        };
        let mut field = Field::new(leak(name), end - 1, low);
        if let Some(fixed) = fixed {
            let value = fixed.parse().ok().filter(|value| *value <= field.max());
            let max = field.max();
            let message = || format!("{name} is always {fixed}, but holds at most {max}");
            let value = value.ok_or_else(|| Fault::usage(message()))?;
            field = field.always(value);
        }
        fields.push(field);
        end = low;
    }
    let layout = Layout::try_new(leak(name), 64, Vec::leak(fields)).map_err(Fault::usage)?;
    let unit = args.duration("unit")?.filter(|unit| !unit.is_zero());
    let unit = unit
        .filter(|unit| u64::try_from(unit.as_nanos()).is_ok())
        .ok_or_else(|| Fault::usage("unit is the length of a tick: one nanosecond to 584 years"))?;
    let sequence = args.text("sequence").map(leak);
    let ticks = Ticks::every(epoch, unit);
    Ok(Flavour::try_new(layout, ticks, leak(args.needed("timestamp")?), sequence)?)
}

fn leak(text: &str) -> &'static str {
    String::leak(text.to_owned())
}
