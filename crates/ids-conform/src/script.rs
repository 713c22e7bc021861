//! The scripted surroundings of a generator: its clock, its random source, its configuration.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use ids_core::{Clock, ClockError, GenerateError, Limits, UnixTime, format::Field};
use ids_formats::{After, Format, Given, Maker, Making, ParamKind, rng};

use crate::{Fault, Number, Reason, scalar::spelled};

/// What a generator is made of.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Its clock.
    pub clock: &'a ScriptClock,
    /// Its random source.
    pub rng: &'a ScriptRng,
    /// Its configuration.
    pub config: &'a BTreeMap<String, String>,
    /// The last identifier issued before a restart, if the generator is to continue after it.
    pub after: Option<u128>,
}

impl<'a> Start<'a> {
    /// The generator of a format, in this state.
    ///
    /// A parameter has the value that the configuration has under its name. Keys are `start` and `end`.
    ///
    /// # Errors
    /// The format's own, for a configuration that it refuses; or the configuration has a key that is not known.
    pub fn maker(self, format: &dyn Format) -> Result<Box<dyn Maker + 'a>, Fault> {
        let (params, rolls) = (format.params(), format.facts().random.is_none());
        // The generator sets the others of its fields, or they are fixed.
        let mut fields = format.facts().layout.fields().iter().map(Field::name);
        let foreign = |name: &&str| {
            params.iter().all(|param| param.name != *name) && self.config.contains_key(*name)
        };
        match fields.find(foreign) {
            Some(name) if !params.is_empty() => return Err(Reason::new("foreign").of(name).into()),
            _ => {}
        }
        let mut given = Vec::new();
        for param in &params {
            let value = match param.kind {
                ParamKind::Flag => self.config.get(param.name).map(|_| Given::Flag(true)),
                ParamKind::Text | ParamKind::Choice(_) | ParamKind::Hex { .. } => {
                    self.config.get(param.name).map(|text| Given::Text(text))
                }
                ParamKind::Number { .. }
                | ParamKind::Numbers(_)
                | ParamKind::Parts { .. }
                | ParamKind::Key { .. }
                | ParamKind::NumberOrText { .. } => {
                    self.number(param.name)?.or(self.number(alias(param.name))?).map(Given::Number)
                }
                ParamKind::Keys => Some(match (self.number("start")?, self.number("end")?) {
                    (Some(start), Some(end)) => Given::Block(start..end),
                    (None, None) => Given::Counter,
                    _ => return Err(Fault::unsupported("start or end without the other")),
                }),
            };
            given.extend(value.map(|value| (param.name, value)));
        }
        let ahead = self.wide("max_ahead")?.map(|nanos| Number(nanos).instant().since_epoch());
        // More bits than a tick has count as all of them.
        let rolling = if rolls { self.wide("rolling")?.unwrap_or(0) } else { 0 };
        let making = Making {
            limits: Limits {
                rolling_start: u32::try_from(rolling).unwrap_or(u32::MAX),
                ..Limits::ahead(ahead.unwrap_or_default())
            },
            after: self.after.map_or(After::Nothing, After::Id),
            ..Making::new(self.clock, rng(|bytes| self.rng.fill(bytes)))
        };
        // What is refused may be refused for any of its values.
        let maker = format.maker(&given, making)?;
        let is_known = |key: &str| match key {
            "max_ahead" => true,
            "rolling" => rolls,
            "start" | "end" => params.iter().any(|param| param.kind == ParamKind::Keys),
            _ => params.iter().any(|param| param.name == key || alias(param.name) == key),
        };
        match self.config.keys().find(|key| !is_known(key)) {
            Some(key) => Err(Fault::unsupported(format!("key {key:?} of config"))),
            None => Ok(maker),
        }
    }

    /// A value as a number. A wider one is the largest, which is too wide for every field.
    ///
    /// # Errors
    /// It is no number of the protocol, or has another spelling, such as `01`, and means nothing here.
    pub fn number(&self, key: &str) -> Result<Option<u64>, Fault> {
        let wide = self.wide(key)?;
        Ok(wide.map(|number| u64::try_from(number).unwrap_or(u64::MAX)))
    }

    fn wide(&self, key: &str) -> Result<Option<u128>, Fault> {
        let Some(text) = self.config.get(key) else { return Ok(None) };
        match spelled(text) {
            Some(number) => Ok(Some(number)),
            None => Err(Fault::unsupported(format!("{key} of {text:?}"))),
        }
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

/// A random source that gives these bytes and then fails. It goes on where it was after a restart.
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

    /// Gives the next bytes.
    ///
    /// # Errors
    /// There are too few.
    pub fn fill(&self, bytes: &mut [u8]) -> Result<(), GenerateError> {
        let next = self.next.load(Relaxed);
        let given = self.bytes.get(next..next + bytes.len()).ok_or(GenerateError::Entropy)?;
        bytes.copy_from_slice(given);
        self.next.store(next + bytes.len(), Relaxed);
        Ok(())
    }
}
