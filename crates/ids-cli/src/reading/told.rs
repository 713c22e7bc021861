//! What is waited for, as people are told it: once in a run.

use std::{
    io::{self, Write as _},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// Whether it was said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told(Arc<AtomicBool>);

impl Told {
    /// Writes a line on standard error, unless one was written. A failure to write it is ignored.
    pub(crate) fn say(&self, line: &str) {
        if !self.0.swap(true, Relaxed) {
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    /// Says it of the eighth attempt: the pauses before it grow from 10 ms, and are more than a second in all.
    #[cfg(any(feature = "postgres", feature = "etcd"))]
    pub(crate) fn after_a_second(self, line: impl Fn(&str) -> String) -> impl FnMut(&str) {
        let mut attempts = 0;
        move |error| {
            attempts += 1;
            if attempts == 8 {
                self.say(&line(error));
            }
        }
    }
}

/// How long an SQLite file is waited for, which counts milliseconds in 32 bits.
#[cfg(feature = "sqlite")]
pub(crate) fn lock(wait: std::time::Duration) -> std::time::Duration {
    wait.min(std::time::Duration::from_millis(i32::MAX.unsigned_abs().into()))
}
