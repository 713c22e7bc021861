//! `generate` without a format: what a reading of the clock costs, and the question whether the process is a copy.

use std::time::{Duration, Instant, SystemTime};

use ferroid::time::MonotonicClock;
use ids_core::{
    Clock, SystemClock, UnixTime,
    clock::{FastClock, ForkGuard},
};

use crate::case::{COUNT, Cases};

/// What a reading of the clock costs, as far as a number that a generator can use.
#[expect(clippy::disallowed_methods, reason = "what is compared")]
pub fn reading() -> Cases {
    let fast = FastClock::new();
    let ticker = MonotonicClock::<1>::default();
    let (origin, number) =
        (Instant::now(), |time: Duration| time.as_secs() ^ u64::from(time.subsec_nanos()));
    let instant = move |time: UnixTime| number(time.since_epoch());
    Cases::new(COUNT)
        .call("ids-system", move || instant(SystemClock.now().expect("after the Unix epoch")))
        .call("ids-fast", move || instant(fast.now().expect("after the Unix epoch")))
        .call("std-system", move || {
            number(
                SystemTime::now()
                    .duration_since(SystemTime::UNIX_EPOCH)
                    .expect("after the Unix epoch"),
            )
        })
        .call("std-instant", move || number(origin.elapsed()))
        .call("ferroid-ticker", move || -> u64 {
            ferroid::time::TimeSource::current_millis(&ticker)
        })
}

/// What it costs to ask whether this process is a copy of the one that made a generator.
pub fn fork_check() -> Cases {
    let guard = ForkGuard::new();
    Cases::new(COUNT)
        .call("ids-guard", move || u64::from(guard.forked()))
        .call("std-process-id", || u64::from(std::process::id()))
}
