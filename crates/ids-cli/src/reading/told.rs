//! What is waited for, as people are told it: once in a run.

#[cfg(any(feature = "postgres", feature = "etcd"))]
use core::fmt::Display;
use std::{
    io::{self, Write as _},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

#[cfg(any(feature = "postgres", feature = "etcd"))]
use crate::show::printable;

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

    /// What is said of an SQLite file that is locked.
    #[cfg(feature = "sqlite")]
    pub(crate) fn of_file(&self, label: String) -> impl FnMut() + Send + use<> {
        let told = self.clone();
        move || told.say(&format!("waiting for the lock on {label}"))
    }

    /// What is said of a server: that its answer takes more than a second, and why it is away. That is said of the eighth
    /// attempt: the pauses before it grow from 10 ms, and are more than a second in all.
    #[cfg(any(feature = "postgres", feature = "etcd"))]
    pub(crate) fn of_server<E: Display>(
        &self,
        label: String,
    ) -> impl FnMut(Option<&E>) + Send + use<E> {
        let (slow, mut attempts) = (self.clone(), 0);
        move |error| match error {
            None => slow.say(&format!(
                "waiting for an answer of {label}: it is locked by another process, or slow, or \
                 gives no connection"
            )),
            Some(error) => {
                attempts += 1;
                if attempts == 8 {
                    let error = printable(error.to_string());
                    Self::default().say(&format!("waiting for {label}: {error}"));
                }
            }
        }
    }
}

/// How long an SQLite file is waited for, which counts milliseconds in 32 bits.
#[cfg(feature = "sqlite")]
pub(crate) fn lock(wait: std::time::Duration) -> std::time::Duration {
    wait.min(std::time::Duration::from_millis(i32::MAX.unsigned_abs().into()))
}
