//! A layout given on the command line.

use std::time::Duration;

use clap::Args;
use ids_formats::{
    Format,
    formats::snowflake::{DefineError, define, lasting},
};
use snowflake::Flavour;

use super::{Moment, Zoned};
use crate::{Failure, instant, show::argument};

/// The options that describe a layout of your own.
#[derive(Args, Debug, Default)]
pub(crate) struct Own {
    /// A layout of your own: fields and their widths, highest first, 64 bits in total. `sign` is
    /// always 0, `timestamp` counts ticks, and the counter inside a tick is `sequence`, `increment`, `step`
    /// or `counter`
    #[arg(long, value_name = "FIELD:BITS,..")]
    layout: Option<String>,
    /// The field of --layout that counts inside a tick, if it has another name; `none` for a layout
    /// with one identifier a tick
    #[arg(long, value_name = "FIELD", requires = "layout")]
    counter: Option<String>,
    /// The epoch of --layout, or another one of a flavour: the time at which its timestamp is 0
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true)]
    epoch: Option<Moment>,
    /// The duration of one tick of --layout: 1ms, 10ms, 1s
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration)]
    unit: Option<Duration>,
}

/// What the counters of the known flavours are called.
pub(crate) const COUNTERS: [&str; 4] = ["sequence", "increment", "step", "counter"];

impl Own {
    /// The flavour, if one is described: its timestamp is the field `timestamp`, its sequence the
    /// counter if there is one, and the others but `sign` are the node's.
    ///
    /// `known` is the flavour that is named, whose epoch may be another one. What `makes` identifiers has to
    /// know the counter; what reads them says only which bits are which.
    pub(crate) fn flavour(
        &self,
        known: Option<Flavour>,
        makes: bool,
        zoned: &Zoned,
    ) -> Result<Option<Flavour>, Failure> {
        let epoch = zoned.given("--epoch", self.epoch)?;
        let (text, epoch, unit) = match (&self.layout, epoch, self.unit) {
            (None, None, None) => return Ok(None),
            (None, Some(epoch), None) if known.is_some() => {
                return Ok(known.map(|known| known.with_epoch(epoch)));
            }
            (Some(text), Some(epoch), Some(unit)) => (text, epoch, unit),
            (Some(_), ..) => {
                return Err(Failure::usage("--layout needs --epoch TIME and --unit DURATION"));
            }
            (None, _, Some(_)) => {
                return Err(Failure::usage("--unit is for --layout: a flavour has its own unit"));
            }
            (None, ..) => {
                return Err(Failure::usage(
                    "--epoch is for --layout, or for a flavour of snowflake that --flavour names",
                ));
            }
        };
        let fields = fields(text)?;
        if fields.iter().all(|(name, ..)| *name != "timestamp") {
            return Err(Failure::usage("--layout: one field has to have the name timestamp"));
        }
        let counter = self.counter_of(&fields, makes);
        // Which field counts matters once they make a layout: what is wrong with that is told first.
        let sequence = counter.as_ref().ok().copied().flatten();
        let flavour =
            define("own", &fields, (epoch, unit), "timestamp", sequence).map_err(|error| {
                let option = if matches!(error, DefineError::Unit) { "--unit" } else { "--layout" };
                Failure::Usage(format!("{option}: {error}"))
            })?;
        counter.map(|_| Some(flavour))
    }

    /// The field that counts inside a tick. A counter that is taken for a part of the node gives one identifier
    /// a tick, so nothing is guessed.
    fn counter_of<'a>(
        &self,
        fields: &[Defined<'a>],
        makes: bool,
    ) -> Result<Option<&'a str>, Failure> {
        let names = || fields.iter().map(|(name, ..)| *name);
        let has = |name: &str| names().find(|field| *field == name);
        let others = |name: &&str| !["sign", "timestamp"].contains(name);
        match self.counter.as_deref() {
            Some("none") => return Ok(None),
            Some(name) => {
                let field = has(name).filter(others);
                let why = || format!("--counter: no field '{}' can count", argument(name));
                return field.map(Some).ok_or_else(|| Failure::Usage(why()));
            }
            None => {}
        }
        let found: Vec<_> = COUNTERS.into_iter().filter_map(has).collect();
        match found[..] {
            [only] => Ok(Some(only)),
            [] if names().all(|name| !others(&name)) => Ok(None),
            _ if !makes => Ok(None),
            _ => {
                let why = if found.is_empty() { "no field" } else { "more than one field" };
                let names = COUNTERS.join(", ");
                Err(Failure::Usage(format!(
                    "--layout: {why} has the name of a counter ({names}): say which field counts inside a \
                     tick, --counter FIELD, or --counter none for one identifier a tick"
                )))
            }
        }
    }

    /// The same as a format to read.
    pub(crate) fn format(
        &self,
        known: Option<Flavour>,
        zoned: &Zoned,
    ) -> Result<Option<&'static dyn Format>, Failure> {
        Ok(self.flavour(known, false, zoned)?.map(lasting))
    }

    /// Whether an epoch is given.
    pub(crate) const fn has_epoch(&self) -> bool {
        self.epoch.is_some()
    }

    /// Whether a layout is described.
    pub(crate) const fn has_layout(&self) -> bool {
        self.layout.is_some()
    }
}

/// A field: its name, its width, and its value if that is always the same.
type Defined<'a> = (&'a str, u64, Option<u64>);

/// The fields of a layout.
fn fields(text: &str) -> Result<Vec<Defined<'_>>, Failure> {
    let mut fields = Vec::new();
    for part in text.split(',') {
        let (name, width) = part.split_once(':').ok_or_else(|| {
            Failure::Usage(format!("--layout: '{}' is not FIELD:BITS", argument(part)))
        })?;
        let width =
            width.parse().ok().filter(|width| (1..=64).contains(width)).ok_or_else(|| {
                // A URL is seen in the whole part only.
                let shown = argument(part);
                let (name, width) = shown.split_once(':').unwrap_or_default();
                Failure::Usage(format!(
                    "--layout: {name} has 1 to 64 bits, not '{}'",
                    argument(width)
                ))
            })?;
        let is_sign = fields.is_empty() && (name, width) == ("sign", 1);
        fields.push((name, width, is_sign.then_some(0)));
    }
    Ok(fields)
}
