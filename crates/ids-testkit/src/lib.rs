#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![allow(clippy::missing_inline_in_public_items, reason = "tests are not inlined across crates")]

mod clock;
mod folder;
#[cfg(unix)]
mod fork;
pub mod json;
mod laws;
mod random;
mod scheme;
#[cfg(target_os = "linux")]
pub mod servers;
mod shelf;
mod simulate;
pub mod threads;

pub use clock::SimClock;
pub use folder::Folder;
#[cfg(unix)]
pub use fork::{
    EACH, FORKED, Way, after_fork, assert_guarded, assert_repeats, in_common, or_forked,
};
pub use laws::{Laws, cases};
pub use random::{SplitMix, Words, assert_fair, failing};
pub use scheme::{Granted, Plain, hold_scheme};
pub use shelf::Shelf;
pub use simulate::{Report, hold_walk, simulate, simulated};

/// How long a test waits for what another program does. A busy machine takes far less, and what never ends is a
/// failure.
pub const PATIENCE: core::time::Duration = core::time::Duration::from_secs(300);

/// What this answers at last: it is asked every 10 ms.
///
/// # Panics
/// If there is no answer within [`PATIENCE`].
#[track_caller]
pub fn until<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    let begin = std::time::Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begin.elapsed() < PATIENCE, "no answer");
        std::thread::sleep(core::time::Duration::from_millis(10));
    }
}
