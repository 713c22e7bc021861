//! How long it takes to verify a ledger by all processors.

use core::error::Error;
use std::{fs::File, thread, time::Instant};

use evently_ledger::{
    Store,
    parallel::{Report, Verification},
};

fn verification() -> Verification {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    Verification { threads, ..Verification::default() }
}

/// That in a store.
pub(crate) fn store<S: Store>(mut store: S) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let (report, ended) = verification().run_store(&mut store);
    if let Err(stopped) = ended {
        return Err(format!("{stopped:?}").into());
    }
    tell(&report, begun);
    Ok(())
}

/// The same records in a file, one on a line.
pub(crate) fn file(path: &str) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let (report, ended) = verification().run(File::open(path)?);
    ended?;
    tell(&report, begun);
    Ok(())
}

fn tell(report: &Report, begun: Instant) {
    let (seconds, events) = (begun.elapsed().as_secs_f64(), report.events);
    println!("{events} events in {seconds:.2} s, first failure: {:?}", report.first);
}
