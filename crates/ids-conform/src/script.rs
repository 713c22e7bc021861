//! The scripted surroundings of a generator: its clock, its random source, its configuration.

use core::{
    cell::RefCell,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
};

use ids_core::{Clock, ClockError, GenerateError, Policy, UnixTime};
use ids_formats::{After, Format, Given, Maker, Making, ParamKind};
use rand_core::{TryCryptoRng, TryRng, utils::next_word_via_fill};

use crate::{Fault, Number, scalar::spelled};

/// What a generator is made of.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Its clock.
    pub clock: &'a ScriptClock,
    /// Its random source.
    pub rng: &'a ScriptRng,
    /// Its configuration.
    pub config: &'a Config,
    /// The last identifier issued before a restart, if the generator is to continue after it.
    pub after: Option<u128>,
}

impl<'a> Start<'a> {
    /// The generator of a format, in this state.
    ///
    /// A parameter has the value that the configuration has under its name. Keys are `start` and `end`.
    ///
    /// # Errors
    /// The format's own, for a configuration that it refuses.
    pub fn maker(self, format: &dyn Format) -> Result<Box<dyn Maker + 'a>, Fault> {
        let config = self.config;
        let mut given = Vec::new();
        for param in format.params() {
            let value = match param.kind {
                ParamKind::Flag => config.text(param.name).map(|_| Given::Flag(true)),
                ParamKind::Text | ParamKind::Choice(_) | ParamKind::Hex { .. } => {
                    config.text(param.name).map(Given::Text)
                }
                ParamKind::Number { .. } | ParamKind::NumberOrText { .. } => config
                    .number(param.name)?
                    .or(config.number(alias(param.name))?)
                    .map(Given::Number),
                ParamKind::Keys => Some(match (config.number("start")?, config.number("end")?) {
                    (Some(start), Some(end)) => Given::Block(start..end),
                    (None, None) => Given::Counter,
                    _ => return Err(Fault::unsupported("start or end without the other")),
                }),
            };
            given.extend(value.map(|value| (param.name, value)));
        }
        let making = Making {
            policy: config.policy()?,
            rolling: if format.facts().random.is_none() { config.rolling()? } else { 0 },
            after: self.after.map_or(After::Nothing, After::Id),
            ..Making::new(self.clock, self.rng)
        };
        Ok(format.maker(&given, making)?)
    }
}

/// The other name that the protocol has for a parameter.
fn alias(name: &str) -> &str {
    match name {
        "node" => "numbered",
        "after_key" => "rebase",
        name => name,
    }
}

/// A clock that a script sets, before the Unix epoch too.
#[derive(Debug, Default)]
pub struct ScriptClock(Mutex<i128>);

impl ScriptClock {
    /// A clock that reads this number of nanoseconds since the Unix epoch.
    pub const fn new(nanos: i128) -> Self {
        Self(Mutex::new(nanos))
    }

    /// Sets the clock to this number of nanoseconds since the Unix epoch.
    pub fn set(&self, nanos: i128) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = nanos;
    }
}

impl Clock for ScriptClock {
    fn now(&self) -> Result<UnixTime, ClockError> {
        match u128::try_from(*self.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            Ok(nanos) => Ok(Number(nanos).instant()),
            Err(_) => Err(ClockError::BeforeUnixEpoch),
        }
    }
}

/// A random source that gives these bytes and then fails.
///
/// Numbers are little-endian, as `rand_core` has it. Use it by reference, so that it goes on
/// where it was after a restart.
#[derive(Debug, Default)]
pub struct ScriptRng {
    bytes: Vec<u8>,
    next: AtomicUsize,
}

impl ScriptRng {
    /// A source of these bytes.
    pub const fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, next: AtomicUsize::new(0) }
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.next.load(Relaxed)
    }
}

impl TryRng for &ScriptRng {
    type Error = GenerateError;

    fn try_next_u32(&mut self) -> Result<u32, GenerateError> {
        next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, GenerateError> {
        next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), GenerateError> {
        let next = self.next.load(Relaxed);
        let given = self.bytes.get(next..next + bytes.len()).ok_or(GenerateError::Entropy)?;
        bytes.copy_from_slice(given);
        self.next.store(next + bytes.len(), Relaxed);
        Ok(())
    }
}

impl TryCryptoRng for &ScriptRng {}

/// A generator's configuration: strings, and a note of which were looked at.
#[derive(Debug, Default)]
pub struct Config {
    values: BTreeMap<String, String>,
    read: RefCell<BTreeSet<String>>,
}

impl Config {
    /// This configuration.
    pub const fn new(values: BTreeMap<String, String>) -> Self {
        Self { values, read: RefCell::new(BTreeSet::new()) }
    }

    /// A value as text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.read.borrow_mut().insert(key.to_owned());
        self.values.get(key).map(String::as_str)
    }

    /// A value as a number. A wider one is the largest, which is too wide for every field.
    ///
    /// # Errors
    /// It is no number of the protocol, or has another spelling, such as `01`, and means nothing here.
    pub fn number(&self, key: &str) -> Result<Option<u64>, Fault> {
        let wide = self.wide(key)?;
        Ok(wide.map(|number| u64::try_from(number).unwrap_or(u64::MAX)))
    }

    /// The bits of a rolling start, or 0. More than a tick has count as all of them.
    ///
    /// # Errors
    /// As [`number`](Self::number).
    pub fn rolling(&self) -> Result<u32, Fault> {
        let bits = self.wide("rolling")?.unwrap_or(0);
        Ok(u32::try_from(bits).unwrap_or(u32::MAX))
    }

    fn wide(&self, key: &str) -> Result<Option<u128>, Fault> {
        let Some(text) = self.text(key) else { return Ok(None) };
        match spelled(text) {
            Some(number) => Ok(Some(number)),
            None => Err(Fault::unsupported(format!("{key} of {text:?}"))),
        }
    }

    /// The policy: `max_ahead` in nanoseconds borrows, its absence waits.
    ///
    /// # Errors
    /// It is no number.
    pub fn policy(&self) -> Result<Policy, Fault> {
        Ok(match self.wide("max_ahead")? {
            None => Policy::Wait,
            Some(nanos) => Policy::Borrow { max_ahead: Number(nanos).nanoseconds() },
        })
    }

    /// The keys that were not read.
    pub fn unread(&self) -> Vec<&str> {
        let read = self.read.borrow();
        self.values.keys().map(String::as_str).filter(|key| !read.contains(*key)).collect()
    }
}
