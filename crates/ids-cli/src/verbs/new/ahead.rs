//! Identifiers ahead of the clock, as `--max-ahead` allows them: a run ends when the clock has
//! caught up, so that the next one repeats none of them.

use std::{
    io::{self, IsTerminal},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use clap::ColorChoice;
use ids_core::{Clock, GenerateError, SystemClock, UnixTime};

use crate::{
    Failure, instant,
    show::{Record, complain},
};

/// The last identifier that may have been written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead(Arc<Mutex<Option<Last>>>);

#[derive(Debug)]
struct Last {
    text: String,
    time: UnixTime,
}

impl Last {
    fn advice(&self) -> String {
        let (text, time) = (&self.text, instant::show(self.time));
        format!("begin the next run after {time}, or with --after {text}")
    }
}

impl Ahead {
    /// Watches a run. If a signal interrupts it, a message says where the next run may begin.
    pub(crate) fn watched(color: ColorChoice) -> Self {
        let ahead = Self::default();
        #[cfg(unix)]
        ahead.clone().watch(color);
        #[cfg(not(unix))]
        let _ = color;
        ahead
    }

    /// This one is made, and will be written.
    pub(crate) fn made(&self, record: &Record<'_>, bits: u128) {
        let Some(time) = record.time(bits) else { return };
        let text = record.format.text(record.facts.canonical, bits);
        *self.last() = Some(Last { text, time });
    }

    /// Waits until the clock has caught up. It is at most `max_ahead` behind, unless it was set
    /// back meanwhile: then, after `max_wait` more, the failure says what the next run needs.
    pub(crate) fn caught_up(
        &self,
        max_ahead: Duration,
        max_wait: Duration,
        color: ColorChoice,
    ) -> Result<(), Failure> {
        let Some((time, advice)) = self.last().as_ref().map(|last| (last.time, last.advice()))
        else {
            return Ok(());
        };
        let mut left = max_ahead.saturating_add(max_wait);
        let mut told = !io::stderr().is_terminal();
        loop {
            let pause = time.duration_since(SystemClock.now().map_err(GenerateError::from)?);
            if pause.is_zero() {
                return Ok(());
            }
            // The pauses are counted, so a clock that stands still ends the wait.
            left = left.checked_sub(pause).ok_or_else(|| {
                Failure::Refused(format!(
                    "the clock has not caught up with the last identifier: {advice}"
                ))
            })?;
            if !told && pause > Duration::from_secs(1) {
                let until = instant::show(time);
                complain(color, |page| {
                    page.text(format!("waiting for the clock to catch up, until {until}\n"));
                });
                told = true;
            }
            thread::sleep(pause);
        }
    }

    fn last(&self) -> MutexGuard<'_, Option<Last>> {
        // What a thread that panicked has left is whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says, on a signal that ends the process, what it leaves behind.
    #[cfg(unix)]
    fn watch(self, color: ColorChoice) {
        crate::signals::before_end(move |end| {
            // Held to the end: nothing more is made.
            let last = self.last();
            let behind = |time| SystemClock.now().is_ok_and(|now| now < time);
            if let Some(last) = last.as_ref().filter(|last| behind(last.time)) {
                complain(color, |page| {
                    page.styled(crate::show::BAD, "interrupted");
                    page.text(format!(" ahead of the clock: {}\n", last.advice()));
                });
            }
            end();
        });
    }
}
