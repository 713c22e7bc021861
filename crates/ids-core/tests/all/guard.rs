//! Guards against forks, in a process that does not fork: what Miri sees of them.
#![cfg(feature = "fork")]

use ids_core::{Clock, ClockError, UnixTime, clock::ForkGuard};

/// Of several threads that ask first, all have to get one page and one generation.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn the_process_that_made_it() {
    let guards: Vec<_> = std::thread::scope(|scope| {
        let made: Vec<_> = (0..4).map(|_| scope.spawn(ForkGuard::new)).collect();
        made.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for guard in guards {
        assert!(!guard.forked());
        assert!(!std::thread::spawn(move || guard.forked()).join().unwrap(), "another thread");
    }
    assert!(!ForkGuard::default().forked());
}

#[test]
fn a_guarded_clock_is_its_clock() {
    struct Early;
    impl Clock for Early {
        fn now(&self) -> Result<UnixTime, ClockError> {
            Err(ClockError::BeforeUnixEpoch)
        }
    }
    assert_eq!(ForkGuard::of(UnixTime::MAX).now(), Ok(UnixTime::MAX));
    assert_eq!(ForkGuard::of(Early).now(), Err(ClockError::BeforeUnixEpoch));
}
