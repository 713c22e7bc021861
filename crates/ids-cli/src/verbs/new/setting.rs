//! What generators take from outside: the clock, random bits, and how far ahead they may run.

use std::time::Duration;

use chacha20::ChaCha12Rng;
use ids_core::{Generate, GenerateError, Limits, LocalRng};
use ids_formats::{After, Format, Given, MakeError, Making, formats};
use rand_core::{Rng, SeedableRng, TryRng};

use super::params::{others, spelled};
use crate::{Failure, reading::OurClock, show::argument};

/// What generators take from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) clock: OurClock,
    /// How far ahead of the clock identifiers may be, if that is asked for.
    pub(crate) max_ahead: Option<Duration>,
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

    /// Returns an error if it is for times, and the format has none.
    pub(super) fn fits(&self, format: &dyn Format) -> Result<(), Failure> {
        let option = match (self.clock, self.max_ahead) {
            (OurClock::At(_), _) => "--at",
            (OurClock::System, Some(_)) => "--max-ahead",
            (OurClock::System, None) => return Ok(()),
        };
        if format.timed().is_some() {
            return Ok(());
        }
        let name = format.facts().family;
        Err(Failure::Usage(format!("{option}: {name} has no time")))
    }

    pub(super) fn limits(&self, rolling_start: u32) -> Limits {
        Limits { rolling_start, ..Limits::ahead(self.max_ahead.unwrap_or_default()) }
    }

    /// Random bits of the seed, or else of the operating system: `ChaCha12` whose key is the seed's eight bytes, least
    /// significant first, and zeros.
    pub(crate) fn rng(&self) -> Box<dyn TryRng<Error = GenerateError> + Send> {
        let Some(number) = self.seed else { return Box::new(LocalRng) };
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        let mut seeded = ChaCha12Rng::from_seed(seed);
        Box::new(ids_formats::rng(move |bytes| {
            seeded.fill_bytes(bytes);
            Ok(())
        }))
    }
}

/// A format, and what makes its identifiers.
pub(crate) type Start = Result<(&'static dyn Format, Source), Failure>;

/// A generator whose identifiers are numbers.
pub(crate) type Source = Box<dyn Generate<Id = u128>>;

/// The numbers of a generator's identifiers, of which `blank` is any.
pub(crate) fn numbers<G>(generator: G, blank: G::Id) -> Source
where
    G: Generate<Id: Copy + Into<u128>> + 'static,
{
    Box::new(ids_formats::numbers(generator, blank))
}

/// The generator of a format with these values, which continues after an identifier.
pub(crate) fn start(
    format: &'static dyn Format,
    given: &[(&str, Given<'_>)],
    setting: &Setting,
    after: Option<u128>,
    rolling_start: u32,
) -> Start {
    setting.fits(format)?;
    let kind = after.and_then(|last| format.kind(last)).unwrap_or_default();
    let after = match after {
        Some(last) => After::Id(last),
        // Random bits tell it from those before it.
        None if format.facts().random.is_some() => After::Nothing,
        None if setting.follows() => After::Now(Duration::ZERO),
        None => After::Nothing,
    };
    let limits = setting.limits(rolling_start);
    let making = Making { limits, after, ..Making::new(setting.clock, setting.rng()) };
    match format.maker(given, making) {
        Ok(maker) => Ok((format, maker)),
        Err(MakeError::Differs { name }) => {
            Err(Failure::Usage(format!("--after: this is a {kind}: --{name} says another one")))
        }
        Err(error) => Err(refused(error, format, given)),
    }
}

/// Why there is no such generator, in the command's words.
fn refused(error: MakeError, format: &dyn Format, given: &[(&str, Given<'_>)]) -> Failure {
    let facts = format.facts();
    let name = facts.flavour.unwrap_or(facts.family);
    let params = format.params();
    // The number of the whole node is no field.
    let fields = params.iter().filter(|param| facts.layout.field(param.name).is_some());
    let parts: Vec<_> = fields.map(|param| param.name).collect();
    Failure::Usage(match error {
        MakeError::Generate(error) => return error.into(),
        MakeError::None => format!("{name} can be read, but not generated"),
        MakeError::Unknown { index } => {
            let unknown = given.get(index).map_or("", |(name, _)| name);
            let has = if parts.is_empty() { "none".into() } else { parts.join(", ") };
            format!("{name} has no node field '{}': it has {has}", argument(unknown))
        }
        MakeError::Missing { name: part } => {
            let sample: Vec<_> = parts.iter().map(|part| format!("{part}=N")).collect();
            // A field of a layout is an option if a known flavour has one of its name.
            let mut known = formats::snowflake::FAMILY.formats.iter().flat_map(|of| of.params());
            let option = match sample[..] {
                [_] if known.any(|param| param.name == part) => format!("--{} N", spelled(part)),
                _ => format!("--node {}", sample.join(",")),
            };
            format!(
                "{name} needs a value for {part}, different for each process that makes {name} \
                 identifiers: give {option}"
            )
        }
        MakeError::Parse { name, error } => {
            let param = params.iter().find(|param| param.name == name);
            let others = param.and_then(others).map(|others| format!("; or give {others}"));
            format!("--{}: {error}{}", spelled(name), others.unwrap_or_default())
        }
        MakeError::Domain { name, error } => format!("--{name}: {error}"),
        MakeError::OneOf { names } => {
            let options: Vec<_> = names.iter().map(|name| format!("--{}", spelled(name))).collect();
            format!("give exactly one of {}", options.join(", "))
        }
        other => other.to_string(),
    })
}
