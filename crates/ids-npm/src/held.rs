//! What the host holds by a number: generators, and whatever else keeps a state.

use ids_core::UnixTime;

use crate::{args::Args, fault::Fault, kind::Answer};

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
