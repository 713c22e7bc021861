//! `ids new`: makes identifiers. A format that is told more than its parameters has a file for its arguments.

mod ahead;
mod counting;
mod evently;
mod kuid;
mod luuid;
mod params;
mod plain;
mod reserved;
mod setting;
mod siq;
mod snowflake;

use std::time::Duration;

use clap::{Args, Subcommand};
use ids_core::{Generate, GenerateError, UnixTime, Waiting};
use ids_formats::{FormInfo, formats};

use self::{
    ahead::Ahead,
    counting::Counting,
    params::{Options, Params},
    reserved::reserved,
    setting::{Setting, Start, numbers, start},
};
use crate::{
    Failure, Output, Status, instant,
    reading::{Moment, Zoned},
    show::{Record, explanation::Explainer, json, names::written},
};

/// Identifiers made at once.
const RUN: usize = 256;

/// Make identifiers
// A format's own options stand before those of all.
#[derive(Args, Debug)]
#[command(next_display_order = 100)]
#[command(after_help = "\
Examples:
  ids new flax -n 3
  ids new flax --monotonic -n 1000 --json
  ids new flax --at 2024-02-29T12:00:00Z --seed 1
  ids new snowflake --flavour twitter --node datacenter=1,worker=2
  ids new snowflake --flavour bwmarrin --node 7 --max-ahead 100ms -n 100000
  ids new snowflake --layout sign:1,timestamp:41,worker:10,sequence:12 \\
      --epoch 2024-01-01 --unit 1ms --worker 5
  ids new luuid --flavour v8 --group person --keys 3e9 -n 1000
  ids new siq --domain example.com --shard 1 --kind message
  ids new snowflake --flavour twitter --store sqlite:ids.db -n 60000
  ids new evently --previous 0005cd7556b05092aecc815daa77f99c --event - < event.json

Formats with a node need the node's number: there is no default, because two processes with the
same node make the same identifiers. With --store the command takes a node number that no other
process has.

--at stops the clock at that time. A tick then holds as many identifiers as the format allows.
More are an error, unless --max-ahead lets identifiers run ahead of the clock.

--seed takes random bits from ChaCha12. Its key is S (64 bits, least significant byte first)
followed by zeros. The same --at, --seed and options print the same identifiers in every release.

TIME is RFC 3339 (2016-04-30T11:18:25.796Z), a date (midnight in UTC), a month or week (2024-01,
2024-W03: its start), a count since the Unix epoch with its unit (1462015105s, 1462015105796ms),
now, today, yesterday, or a time before now (-1h, -7d). A local time has its zone:
2024-01-01T10:00[Europe/Berlin], or that of --zone.")]
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
    /// Draw random bits from this seed instead of the operating system. Others can then predict
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
    #[command(about = formats::snowflake::FAMILY.about)]
    Snowflake(snowflake::New),
    #[command(about = formats::kuid::FAMILY.about)]
    Kuid(kuid::New),
    #[command(about = formats::siq::FAMILY.about)]
    Siq(siq::New),
    #[command(about = formats::luuid::FAMILY.about)]
    Luuid(luuid::New),
    #[command(about = formats::evently::FAMILY.about)]
    Evently(evently::New),
}

/// The families with a variant of their own.
const OWN: [&str; 5] = [
    formats::snowflake::FAMILY.name,
    formats::kuid::FAMILY.name,
    formats::siq::FAMILY.name,
    formats::luuid::FAMILY.name,
    formats::evently::FAMILY.name,
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

    /// Whether a store grants the time.
    const fn is_stored(&self) -> bool {
        match self {
            Self::Snowflake(new) => new.counting.is_stored(),
            Self::Kuid(new) => new.counting.is_stored(),
            Self::Siq(new) => new.counting.is_stored(),
            Self::Plain(_) | Self::Luuid(_) | Self::Evently(_) => false,
        }
    }
}

impl New {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let setting = Setting {
            clock: self.zoned.clock("--at", self.at)?,
            max_ahead: self.max_ahead,
            seed: self.seed,
            count: self.count,
        };
        let (format, mut source) = self.format.start(&setting, &self.zoned)?;
        let record = Record::new(format);
        let form = written(&record, self.form.as_deref())?;
        // Random parts repeat nothing, whatever the clock reads.
        let mut ahead = match (self.max_ahead, self.at, record.facts.random) {
            (Some(max_ahead), None, None) => {
                Some((Ahead::new(out.color(), self.format.is_stored()), max_ahead))
            }
            _ => None,
        };
        let last = ahead.as_mut().map(|(ahead, _)| ahead);
        let made = self.make(&record, source.as_mut(), form, last, out);
        let Some((ahead, max_ahead)) = ahead else { return made };
        // What there is need not wait with us.
        let written = out.flush();
        ahead.caught_up(max_ahead, self.max_wait)?;
        written.and(made)
    }

    /// Makes and writes all of them.
    fn make(
        &self,
        record: &Record<'_>,
        source: &mut dyn Generate<Id = u128>,
        form: &'static FormInfo,
        mut ahead: Option<&mut Ahead>,
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let mut explainer = Explainer::default();
        let mut ids = [0; RUN];
        let mut made = 0;
        while made < self.count {
            let wanted = usize::try_from(self.count - made).unwrap_or(RUN).min(RUN);
            let count = self.wait(source, &mut ids[..wanted], made, out)?;
            if let (Some(ahead), Some(&last)) = (&mut ahead, ids[..count].last()) {
                ahead.made(record, last);
            }
            for &bits in &ids[..count] {
                if self.json {
                    json::line(out.bytes(), |out| {
                        record.write_name(out);
                        record.write(out, bits);
                    });
                } else if self.explain {
                    explainer.write(out.page(), record, bits, None);
                } else {
                    record.format.write(form, bits, out.bytes());
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
    fn gave_up(&self, error: GenerateError, made: u64) -> Failure {
        let why = instant::explain(error);
        Failure::Refused(match error {
            GenerateError::TimedOut { .. } if made == 0 && self.format.is_stored() => format!(
                "{why}; the store grants times from its own clock on, and this clock is behind it"
            ),
            GenerateError::TimedOut { .. } if made == 0 => format!(
                "{why}; without --after the first identifier is of the next tick, because an \
                 earlier run may have used the current one"
            ),
            _ => why,
        })
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
                next.map_err(|error| self.gave_up(error, made))
            }
            answer => Ok(answer?),
        }
    }
}
