//! A layout given on the command line.

use std::time::Duration;

use clap::Args;
use ids_formats::{Format, SnowflakeFormat};
use snowflake::{Field, Flavour, Layout, LayoutError, SIGN, Ticks};

use crate::{instant, show::outside::printable, status::Failure};

/// The options that describe a layout of your own.
#[derive(Args, Debug)]
pub(crate) struct Own {
    /// A layout of your own: fields and their widths, highest first, 64 bits in total. `sign` is
    /// always 0
    #[arg(long, value_name = "FIELD:BITS,..")]
    layout: Option<String>,
    /// The epoch of --layout: the time at which its timestamp is 0
    #[arg(long, value_name = "TIME", value_parser = instant::parse)]
    epoch: Option<Duration>,
    /// The duration of one tick of --layout: 1ms, 10ms, 1s
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration)]
    unit: Option<Duration>,
}

impl Own {
    /// The flavour, if one is described: its timestamp is the field `timestamp`, its sequence the
    /// field `sequence` if there is one, and the others but `sign` are the node's.
    pub(crate) fn flavour(&self) -> Result<Option<Flavour>, Failure> {
        let (text, epoch, unit) = match (&self.layout, self.epoch, self.unit) {
            (None, None, None) => return Ok(None),
            (Some(text), Some(epoch), Some(unit)) => (text, epoch, unit),
            (Some(_), ..) => {
                return Err(Failure::usage("--layout needs --epoch TIME and --unit DURATION"));
            }
            (None, ..) => {
                return Err(Failure::usage(
                    "--epoch and --unit are for --layout: a flavour has its own epoch and unit",
                ));
            }
        };
        if unit.is_zero() || unit.as_nanos() > u64::MAX.into() {
            return Err(Failure::usage(
                "--unit: a tick is at least 1 ns and at most 584 years long",
            ));
        }
        let fields: &'static [Field] = fields(text)?.leak();
        let layout = Layout::try_new("own", 64, fields)
            .map_err(|error| Failure::Usage(format!("--layout: {}", explain(error, fields))))?;
        if layout.field("timestamp").is_none() {
            return Err(Failure::usage("--layout: one field has to have the name timestamp"));
        }
        let sequence = layout.field("sequence").map(|_| "sequence");
        Flavour::try_new(layout, Ticks::every(epoch, unit), "timestamp", sequence)
            .map(Some)
            .map_err(|error| Failure::Usage(format!("--layout: {error}")))
    }

    /// The same as a format to read.
    pub(crate) fn format(&self) -> Result<Option<Box<dyn Format>>, Failure> {
        let format = |flavour| Box::new(SnowflakeFormat::new(flavour)) as Box<dyn Format>;
        Ok(self.flavour()?.map(format))
    }
}

/// The table of fields, which lives as long as the program: there is one layout in each run.
fn fields(text: &str) -> Result<Vec<Field>, Failure> {
    let mut fields = Vec::new();
    let mut below = 64_u8;
    for part in text.split(',') {
        let (name, width) = part.split_once(':').ok_or_else(|| {
            Failure::Usage(format!("--layout: '{}' is not FIELD:BITS", printable(part)))
        })?;
        let name_fits = !name.is_empty()
            && name.len() <= 32
            && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'));
        if !name_fits {
            let message =
                format!("--layout: a name has 1 to 32 of a-z 0-9 _ -, not '{}'", printable(name));
            return Err(Failure::Usage(message));
        }
        let width =
            width.parse().ok().filter(|width| (1..=64).contains(width)).ok_or_else(|| {
                Failure::Usage(format!(
                    "--layout: {name} has 1 to 64 bits, not '{}'",
                    printable(width)
                ))
            })?;
        let low = below.checked_sub(width).ok_or_else(|| {
            Failure::Usage(format!("--layout: {name} ends {} bits below bit 0", width - below))
        })?;
        fields.push(if (name, below, width) == ("sign", 64, 1) {
            SIGN
        } else {
            Field::new(name.to_owned().leak(), below - 1, low)
        });
        below = low;
        if below == 0 && fields.len() < text.split(',').count() {
            return Err(Failure::Usage(format!("--layout: no bits are left after {name}")));
        }
    }
    Ok(fields)
}

fn explain(error: LayoutError, fields: &[Field]) -> String {
    match error {
        LayoutError::Short { missing } => {
            let sum: u32 = fields.iter().map(Field::width).sum();
            format!("the fields have {sum} bits, {missing} less than 64")
        }
        other => other.to_string(),
    }
}
