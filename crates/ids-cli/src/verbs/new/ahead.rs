//! Identifiers ahead of the clock, as `--max-ahead` allows them: a run ends when the clock has
//! caught up, so that the next one repeats none of them.

use std::{
    io::{self, IsTerminal},
    thread,
    time::Duration,
};

use clap::ColorChoice;
use ids_core::{Clock, GenerateError, SystemClock, UnixTime};

use crate::{
    Failure, instant,
    show::{BAD, Record, complain},
    signals::Unfinished,
};

/// The last identifier that may have been written, of a run that is watched: if a signal interrupts it, a message says
/// where the next run may begin.
#[derive(Debug)]
pub(crate) struct Ahead {
    last: Option<Last>,
    is_stored: bool,
    color: ColorChoice,
    run: Option<Unfinished>,
}

#[derive(Clone, Debug)]
struct Last {
    /// Absent where `--after` cannot be given, since a store knows what was granted.
    text: Option<String>,
    time: UnixTime,
}

impl Last {
    fn advice(&self) -> String {
        let time = instant::show(self.time);
        let after = self.text.as_ref().map(|text| format!(", or with --after {text}"));
        format!("begin the next run after {time}{}", after.unwrap_or_default())
    }

    /// Says what a run leaves behind that is interrupted.
    fn interrupted(&self, color: ColorChoice) {
        if SystemClock.now().is_ok_and(|now| now < self.time) {
            complain(color, |page| {
                page.styled(BAD, "interrupted");
                page.text(format!(" ahead of the clock: {}\n", self.advice()));
            });
        }
    }
}

impl Ahead {
    pub(crate) fn new(color: ColorChoice, is_stored: bool) -> Self {
        Self {
            last: None,
            is_stored,
            color,
            run: Unfinished::begin(|| Ok(()), |()| || {}).map(|(run, ())| run).ok(),
        }
    }

    /// This one is made, and will be written.
    pub(crate) fn made(&mut self, record: &Record<'_>, bits: u128) {
        let Some(time) = record.time(bits) else { return };
        let text = || record.format.text(record.facts.canonical, bits);
        let last = Last { text: (!self.is_stored).then(text), time };
        if let Some(run) = &self.run {
            let (last, color) = (last.clone(), self.color);
            run.goes_on(move || last.interrupted(color));
        }
        self.last = Some(last);
    }

    /// Waits until the clock has caught up. It is at most `max_ahead` behind, unless it was set
    /// back meanwhile: then, after `max_wait` more, the failure says what the next run needs.
    pub(crate) fn caught_up(&self, max_ahead: Duration, max_wait: Duration) -> Result<(), Failure> {
        let Some(last) = &self.last else { return Ok(()) };
        let time = last.time;
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
                    "the clock has not caught up with the last identifier: {}",
                    last.advice()
                ))
            })?;
            if !told && pause > Duration::from_secs(1) {
                let until = instant::show(time);
                complain(self.color, |page| {
                    page.text(format!("waiting for the clock to catch up, until {until}\n"));
                });
                told = true;
            }
            thread::sleep(pause);
        }
    }
}
