//! Time from outside, and instants as whole ticks.

#[cfg(target_has_atomic = "64")]
mod cached;
mod clock;
mod date;
#[cfg(all(feature = "quanta", target_has_atomic = "64"))]
mod fast;
mod instant;
mod ticks;

#[cfg(target_has_atomic = "64")]
pub use cached::CachedClock;
#[cfg(feature = "std")]
pub use clock::SystemClock;
pub use clock::{Clock, ManualClock};
pub use date::{date, instant};
#[cfg(all(feature = "quanta", target_has_atomic = "64"))]
pub use fast::FastClock;
pub use instant::UnixTime;
pub use ticks::Ticks;
