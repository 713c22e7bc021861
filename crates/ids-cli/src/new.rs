//! `ids new`: makes identifiers.

use std::time::Duration;

use chacha20::ChaCha12Rng;
use clap::Args;
use ids_core::{Blocking, Clock, ClockError, Generate, GenerateError, IdRng, Policy, SystemClock};
use rand_core::{Rng, SeedableRng, TryRng};

use crate::{
    ahead::Ahead,
    formats::NewFormat,
    inspect, instant,
    output::Output,
    record::Record,
    status::{Failure, Status},
};

/// Identifiers made at once.
const RUN: usize = 256;

/// Arguments of `ids new`.
#[derive(Args, Debug)]
pub(crate) struct New {
    #[command(subcommand)]
    format: NewFormat,
    /// How many
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, global = true)]
    count: u64,
    /// Make them at this instant: the clock stands still
    #[arg(long, value_name = "TIME", value_parser = instant::parse, global = true)]
    at: Option<Duration>,
    /// Draw random bits from this seed instead of the operating system: with --at the output is
    /// the same every time, and anybody can guess it
    #[arg(long, value_name = "S", global = true)]
    seed: Option<u64>,
    /// Let identifiers be ahead of the clock by this much, in bursts or when it steps back; the run
    /// ends when the clock has caught up
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration, global = true)]
    max_ahead: Option<Duration>,
    /// Give up if the clock has to be waited for longer than this
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration,
          default_value = "1s", global = true)]
    max_wait: Duration,
    /// The text form to write, instead of the canonical one
    #[arg(long, value_name = "FORM", global = true)]
    form: Option<String>,
    /// Explain each one, as `ids inspect` does
    #[arg(long, global = true, conflicts_with_all = ["json", "form"])]
    explain: bool,
    /// One JSON object per line
    #[arg(long, global = true, conflicts_with = "form")]
    json: bool,
}

/// How identifiers are written, and what becomes of the last one.
struct Writer<'a> {
    form: usize,
    ahead: Option<&'a Ahead>,
}

/// The value of `--rolling-start`, for numbers of so many bits.
pub(crate) fn rolling(bits: Option<u32>, most: u32) -> Result<u32, Failure> {
    match bits.unwrap_or(0) {
        bits if bits > most => {
            let message =
                format!("--rolling-start: {bits} bits, but a tick's number has {most} bits");
            Err(Failure::Usage(message))
        }
        bits => Ok(bits),
    }
}

/// What generators are given from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) clock: OurClock,
    pub(crate) policy: Policy,
    pub(crate) seed: Option<u64>,
    /// How many identifiers are wanted.
    pub(crate) count: u64,
}

impl Setting {
    /// Whether a run before this one may have used the clock's present tick: then the first
    /// identifier is of the next one, unless `--after` says which one was the last.
    pub(crate) fn follows(&self) -> bool {
        matches!(self.clock, OurClock::System) && self.count > 0
    }

    /// A source of random bits of its own.
    pub(crate) fn rng(&self) -> Result<OurRng, Failure> {
        Ok(match self.seed {
            None => OurRng::System(IdRng::from_os()?),
            Some(number) => {
                let mut seed = [0; 32];
                seed[..8].copy_from_slice(&number.to_le_bytes());
                OurRng::Seeded(ChaCha12Rng::from_seed(seed))
            }
        })
    }
}

/// The operating system's clock, or one that stands still.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OurClock {
    System,
    At(Duration),
}

impl Clock for OurClock {
    fn now(&self) -> Result<Duration, ClockError> {
        match self {
            Self::System => SystemClock.now(),
            Self::At(time) => Ok(*time),
        }
    }
}

/// Random bits of the operating system, or of a seed: `ChaCha12` whose key is the seed's eight
/// bytes, least significant first, and zeros.
#[derive(Debug)]
pub(crate) enum OurRng {
    System(IdRng),
    Seeded(ChaCha12Rng),
}

impl TryRng for OurRng {
    type Error = GenerateError;

    fn try_next_u32(&mut self) -> Result<u32, GenerateError> {
        match self {
            Self::System(rng) => rng.try_next_u32(),
            Self::Seeded(rng) => Ok(rng.next_u32()),
        }
    }

    fn try_next_u64(&mut self) -> Result<u64, GenerateError> {
        match self {
            Self::System(rng) => rng.try_next_u64(),
            Self::Seeded(rng) => Ok(rng.next_u64()),
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), GenerateError> {
        match self {
            Self::System(rng) => rng.try_fill_bytes(bytes),
            Self::Seeded(rng) => {
                rng.fill_bytes(bytes);
                Ok(())
            }
        }
    }
}

impl New {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let setting = Setting {
            clock: self.at.map_or(OurClock::System, OurClock::At),
            policy: self.max_ahead.map_or(Policy::Wait, |max_ahead| Policy::Borrow { max_ahead }),
            seed: self.seed,
            count: self.count,
        };
        let (format, mut source) = self.format.start(&setting)?;
        let record = Record::new(&*format);
        let form = record.written(self.form.as_deref())?;
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
                    out.bytes().push(b'{');
                    record.write_name(out.bytes());
                    record.write(out.bytes(), bits);
                    out.bytes().extend_from_slice(b"}\n");
                } else if self.explain {
                    inspect::explain(out.page(), record, bits);
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
    fn stands_still(&self, until: Duration, made: u64) -> Failure {
        let (why, others) = match made {
            // Nothing but --after keeps the first one from being made.
            0 => (format!("after --after there is none before {}", instant::show(until)), "it"),
            _ => (
                format!("its tick is spent after {made} of {} identifiers", self.count),
                "the others",
            ),
        };
        Failure::Refused(format!(
            "the clock stands still at --at, and {why}; --max-ahead DURATION lets {others} be \
             ahead of it"
        ))
    }

    /// Why the clock is not waited for any longer.
    fn gave_up(error: GenerateError, made: u64) -> Failure {
        let why = instant::explain(error);
        match error {
            GenerateError::TimedOut { .. } if made == 0 => Failure::Refused(format!(
                "{why}; without --after the first identifier is of the next tick, because a run \
                 before this one may have used the present one"
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
            Err(GenerateError::Wait { .. }) => {
                // What there is need not wait with us, nor with those after the next one.
                out.flush()?;
                let next = Blocking::new(source, self.max_wait).fill(&mut ids[..1]);
                next.map_err(|error| Self::gave_up(error, made))
            }
            answer => Ok(answer?),
        }
    }
}
