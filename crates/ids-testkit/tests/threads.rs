//! The law of several threads notices what it is for.

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use ids_core::{Clock, GenerateError, UnixTime};
use ids_testkit::threads::{Unsteady, each_once, increasing};

/// Takes `of(count)` from four threads, where all of them count together.
fn take(of: fn(u64) -> Result<u64, GenerateError>) -> Vec<u64> {
    let count = AtomicU64::new(0);
    let start = |_| {
        |ids: &mut Vec<u64>| {
            ids.push(of(count.fetch_add(1, Relaxed))?);
            Ok(())
        }
    };
    each_once(100, start, increasing)
}

#[test]
#[should_panic(expected = "7 twice")]
fn one_identifier_in_two_threads() {
    // Each thread takes one, so that no thread has both.
    let start = |thread| {
        move |ids: &mut Vec<usize>| {
            ids.push(if thread < 2 { 7 } else { thread });
            Ok(())
        }
    };
    each_once(1, start, increasing);
}

#[test]
#[should_panic(expected = "in order")]
fn a_thread_that_goes_back() {
    take(|count| Ok(u64::MAX - count));
}

#[test]
#[should_panic(expected = "a thread that ends")]
fn another_error() {
    take(|_| Err(GenerateError::Entropy));
}

#[test]
fn a_clock_that_steps_back() {
    let (start, step) = (UnixTime::from_secs(5), Duration::from_nanos(1));
    let clock = Unsteady::new(start, step, Duration::from_secs(2));
    let readings: Vec<_> = (0..10_101).map(|_| clock.now().expect("a time")).collect();
    assert_eq!(
        (readings[0], readings[99]),
        (UnixTime::from_secs(3), UnixTime::from_secs(3) + 99 * step)
    );
    assert_eq!((readings[100], readings[9_999]), (start + 100 * step, start + 9_999 * step));
    assert!(readings[10_000] < start && readings[10_100] > start);
}
