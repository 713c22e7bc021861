//! Time on the processor and memory, as the operating system counts them.

use std::{fs, time::Duration};

use nix::time::{ClockId, clock_gettime};

/// Time that this thread has spent on a processor.
pub fn thread_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("Linux has this clock").into()
}

/// Time that this process has spent on processors.
pub fn process_time() -> Duration {
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("Linux has this clock").into()
}

/// The most memory that a process ever had, in KiB; this one's if `process` is `self`.
pub fn peak_memory(process: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_ascii_whitespace().nth(1)?.parse().ok()
}
