//! `ids new`: makes identifiers. A format that is told more than its parameters has a file for its arguments.

mod ahead;
mod evently;
mod kuid;
mod luuid;
mod params;
mod plain;
mod reserved;
mod setting;
mod siq;
mod snowflake;
mod source;

use std::{slice, time::Duration};

use clap::{Args, Subcommand};
use ids_core::{Generate, GenerateError, Policy, UnixTime, Waiting};
use ids_formats::{EventlyFormat, KuidLocalFormat, LuuidFormat, SiqFormat, SnowflakeFormat};

use self::{ahead::Ahead, setting::Setting, source::Start};
use crate::{
    instant,
    reading::moment::{Moment, Zoned},
    show::{
        explanation::Explainer,
        json,
        output::Output,
        record::{Record, written},
    },
    status::{Failure, Status},
};

/// Identifiers made at once.
const RUN: usize = 256;

/// Arguments of `ids new`.
// A format's own options stand before those of all.
#[derive(Args, Debug)]
#[command(next_display_order = 100)]
pub(crate) struct New {
    #[command(subcommand)]
    format: NewFormat,
    /// How many identifiers to make
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, global = true)]
    count: u64,
    /// Make all of them at this time: the clock stands still
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true, global = true)]
    at: Option<Moment>,
    #[command(flatten)]
    zoned: Zoned,
    /// Draw random bits from this seed instead of the operating system. Anybody can then predict
    /// the identifiers. With --at the output is the same every time
    #[arg(long, value_name = "S", global = true)]
    seed: Option<u64>,
    /// Let identifiers run ahead of the clock by at most this much, in bursts or after the clock
    /// steps back. The run ends when the clock has caught up
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration, global = true)]
    max_ahead: Option<Duration>,
    /// Wait for the clock no longer than this, then give up
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration,
          default_value = "1s", global = true)]
    max_wait: Duration,
    /// The text form to write, instead of the canonical one
    #[arg(long, value_name = "FORM", global = true)]
    form: Option<String>,
    /// Explain each identifier, as `ids inspect` does
    #[arg(long, global = true, conflicts_with_all = ["json", "form"])]
    explain: bool,
    /// One JSON object per line
    #[arg(long, global = true, conflicts_with = "form")]
    json: bool,
}

/// What to make.
#[derive(Debug, Subcommand)]
enum NewFormat {
    #[command(flatten)]
    Plain(plain::New),
    #[command(about = SnowflakeFormat::FAMILY.about)]
    Snowflake(snowflake::New),
    #[command(about = KuidLocalFormat::FAMILY.about)]
    Kuid(kuid::New),
    #[command(about = SiqFormat::FAMILY.about)]
    Siq(siq::New),
    #[command(about = LuuidFormat::FAMILY.about)]
    Luuid(luuid::New),
    #[command(about = EventlyFormat::FAMILY.about)]
    Evently(evently::New),
}

/// The families with a variant of their own.
const OWN: [&str; 5] = [
    SnowflakeFormat::FAMILY.name,
    KuidLocalFormat::FAMILY.name,
    SiqFormat::FAMILY.name,
    LuuidFormat::FAMILY.name,
    EventlyFormat::FAMILY.name,
];

impl NewFormat {
    /// The format and the generator that the arguments describe.
    fn start(&self, setting: &Setting, zoned: &Zoned) -> Start {
        match self {
            Self::Plain(new) => new.start(setting),
            Self::Snowflake(new) => new.start(setting, zoned),
            Self::Kuid(new) => new.start(setting),
            Self::Siq(new) => new.start(setting),
            Self::Luuid(new) => new.start(setting),
            Self::Evently(new) => new.start(setting),
        }
    }
}

/// How identifiers are written, and what becomes of the last one.
struct Writer<'a> {
    form: usize,
    ahead: Option<&'a Ahead>,
}

impl New {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let setting = Setting {
            clock: self.zoned.clock("--at", self.at)?,
            policy: self.max_ahead.map_or(Policy::Wait, |max_ahead| Policy::Borrow { max_ahead }),
            seed: self.seed,
            count: self.count,
        };
        let (format, mut source) = self.format.start(&setting, &self.zoned)?;
        let record = Record::new(format);
        let form = written(&record, self.form.as_deref())?;
        // Random parts repeat nothing, whatever the clock reads.
        let ahead = match (self.max_ahead, self.at, record.facts.random) {
            (Some(max_ahead), None, None) => Some((Ahead::watched(out.color()), max_ahead)),
            _ => None,
        };
        let writer = Writer { form, ahead: ahead.as_ref().map(|(ahead, _)| ahead) };
        let made = self.make(&record, source.as_mut(), &writer, out);
        let Some((ahead, max_ahead)) = &ahead else { return made };
        // What there is need not wait with us.
        let written = out.flush();
        ahead.caught_up(*max_ahead, self.max_wait, out.color())?;
        written.and(made)
    }

    /// Makes and writes all of them.
    fn make(
        &self,
        record: &Record<'_>,
        source: &mut dyn Generate<Id = u128>,
        writer: &Writer<'_>,
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let mut explainer = Explainer::new(slice::from_ref(record));
        let mut ids = [0; RUN];
        let mut made = 0;
        while made < self.count {
            let wanted = usize::try_from(self.count - made).unwrap_or(RUN).min(RUN);
            let count = self.wait(source, &mut ids[..wanted], made, out)?;
            if let (Some(ahead), Some(&last)) = (writer.ahead, ids[..count].last()) {
                ahead.made(record, last);
            }
            for &bits in &ids[..count] {
                if self.json {
                    json::line(out.bytes(), |out| {
                        record.write_name(out);
                        record.write(out, bits);
                    });
                } else if self.explain {
                    explainer.write(out.page(), 0, bits, None);
                } else {
                    record.format.write(writer.form, bits, out.bytes());
                    out.bytes().push(b'\n');
                }
            }
            made += count as u64;
            out.end()?;
        }
        Ok(Status::Done)
    }

    /// Why there are no more at the one instant of `--at`.
    fn stands_still(&self, until: UnixTime, made: u64) -> Failure {
        let (why, others) = match made {
            // Nothing but --after keeps the first one from being made.
            0 => (
                format!(
                    "the first identifier after --after is available at {}",
                    instant::show(until)
                ),
                "it",
            ),
            _ => (
                format!("its tick has no more after {made} of {} identifiers", self.count),
                "the others",
            ),
        };
        Failure::Refused(format!(
            "the clock stands still at --at, and {why}; --max-ahead DURATION lets {others} run \
             ahead of it"
        ))
    }

    /// Why the clock is not waited for any longer.
    fn gave_up(error: GenerateError, made: u64) -> Failure {
        let why = instant::explain(error);
        match error {
            GenerateError::TimedOut { .. } if made == 0 => Failure::Refused(format!(
                "{why}; without --after the first identifier is of the next tick, because an \
                 earlier run may have used the current one"
            )),
            _ => Failure::Refused(why),
        }
    }

    /// Fills some of `ids`, sleeping until the clock allows it, at most `--max-wait` in all.
    fn wait(
        &self,
        source: &mut dyn Generate<Id = u128>,
        ids: &mut [u128],
        made: u64,
        out: &mut Output,
    ) -> Result<usize, Failure> {
        match source.fill(ids) {
            Err(GenerateError::Wait { until }) if self.at.is_some() => {
                Err(self.stands_still(until, made))
            }
            Err(GenerateError::Wait { .. } | GenerateError::Spent) => {
                // What there is need not wait with us, nor with those after the next one.
                out.flush()?;
                let next = Waiting::blocking(source, self.max_wait).fill(&mut ids[..1]);
                next.map_err(|error| Self::gave_up(error, made))
            }
            answer => Ok(answer?),
        }
    }
}
