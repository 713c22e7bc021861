//! What the host holds by a number: generators, and whatever else keeps a state.

use ids_core::{
    Generator, UnixTime,
    format::{Counter, Scheme},
};

use crate::{args::Args, fault::Fault, host::HostClock, kind::Answer};

/// The most identifiers of one call: their numbers stay in memory.
pub(crate) const MOST: u64 = 1 << 20;

/// Something with a state.
pub(crate) trait Held {
    /// The next identifier.
    fn generate(&mut self) -> Result<u128, Fault> {
        Err(Fault::usage("this is no generator"))
    }

    /// This number of identifiers, or as many as there are now.
    fn reserve(&mut self, _count: u64) -> Result<Vec<u128>, Fault> {
        Err(Fault::usage("this is no generator"))
    }

    /// Accepts that the clock was set.
    fn accept_jump(&mut self, _now: UnixTime) -> Result<(), Fault> {
        Err(Fault::usage("this has no clock"))
    }

    /// A call by its name.
    fn call(&mut self, args: Args<'_>) -> Result<Answer, Fault> {
        Err(args.unknown())
    }
}

impl<S: Scheme<Id: Into<u128>>, H: Counter> Held for Generator<HostClock, S, H> {
    fn generate(&mut self) -> Result<u128, Fault> {
        Ok(Self::generate(self)?.into())
    }

    fn reserve(&mut self, count: u64) -> Result<Vec<u128>, Fault> {
        Ok(Self::reserve(self, count)?.map(Into::into).collect())
    }

    fn accept_jump(&mut self, now: UnixTime) -> Result<(), Fault> {
        Ok(Self::accept_jump(self, now)?)
    }
}

/// The options that [`counting`] reads.
pub(crate) const OPTIONS: [&str; 4] = ["maxAhead", "rolling", "maxJump", "after"];

/// A generator of the core with the options of the host. `read` reads the last identifier before it.
pub(crate) fn counting<S: Scheme<Id: Into<u128>> + 'static>(
    args: Args<'_>,
    scheme: S,
    read: impl FnOnce(&[u8]) -> Result<S::Id, Fault>,
) -> Result<Answer, Fault> {
    let mut generator = Generator::new(HostClock, scheme)
        .with_policy(args.policy()?)
        .with_rolling_start(args.rolling()?);
    if let Some(most) = args.duration("maxJump")? {
        generator = generator.with_max_jump(most);
    }
    Ok(Answer::held(match args.text("after") {
        None => generator,
        Some("now") => generator.resume_after_now()?,
        Some(last) => generator.resume_after(read(last.as_bytes())?),
    }))
}
