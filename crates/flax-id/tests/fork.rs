//! After `fork()`, parent and child give different identifiers.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(all(unix, feature = "rng", not(miri)))]

use core::time::Duration;
use std::{
    fs::File,
    io::{Read, Write},
};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{FlaxId, GenerateError, Generator, IdRng, LocalRng};
use getrandom::SysRng;
use nix::{
    sys::wait::{WaitStatus, waitpid},
    unistd::{ForkResult, fork, pipe},
};

/// A clock that stands still, so that only the random bits can differ.
const NOW: Duration = Duration::from_millis(1_444_939_825_807);
const COUNT: usize = 1000;

/// How many of a thousand identifiers that the parent makes after a fork are also among a thousand
/// that the child makes.
#[expect(unsafe_code, reason = "fork() is what is tested, and a child ends without unwinding")]
fn in_common(mut next: impl FnMut() -> Result<FlaxId, GenerateError>) -> usize {
    for _ in 0..10 {
        next().unwrap();
    }
    let (read, write) = pipe().unwrap();
    let (mut ours, mut theirs) = ([FlaxId::MIN; COUNT], vec![0; COUNT * 12]);
    // SAFETY: the child calls only what is allowed between a fork of many threads and its end:
    // it neither allocates nor locks, and leaves by `_exit`.
    let child = match unsafe { fork() }.unwrap() {
        ForkResult::Parent { child } => child,
        ForkResult::Child => {
            let mut pipe = File::from(write);
            let sent =
                (0..COUNT).all(|_| next().is_ok_and(|id| pipe.write_all(id.as_ref()).is_ok()));
            // SAFETY: ends the process and nothing else.
            unsafe { nix::libc::_exit(i32::from(!sent)) }
        }
    };
    drop(write);
    ours.fill_with(|| next().unwrap());
    File::from(read).read_exact(&mut theirs).unwrap();
    assert_eq!(waitpid(child, None).unwrap(), WaitStatus::Exited(child, 0));
    let theirs: Vec<_> = theirs.chunks(12).map(|id| FlaxId::try_from(id).unwrap()).collect();
    assert_eq!(theirs.len(), COUNT);
    ours.iter().filter(|id| theirs.contains(id)).count()
}

#[test]
fn new_differs() {
    assert_eq!(in_common(flax_id::new), 0);
}

#[test]
fn every_source_of_ours_differs() {
    let mut local = Generator::new(NOW, LocalRng);
    assert_eq!(in_common(|| local.generate()), 0);
    let mut kept = Generator::new(NOW, IdRng::from_os().unwrap());
    assert_eq!(in_common(|| kept.generate()), 0);
    let mut system = Generator::new(NOW, SysRng);
    assert_eq!(in_common(|| system.generate()), 0);
    let mut monotonic = Generator::monotonic(NOW, IdRng::from_os().unwrap());
    assert_eq!(in_common(|| monotonic.generate()), 0);
}

/// What the tests above would see without a guard.
#[test]
fn a_source_that_does_not_notice_repeats_itself() {
    let mut unguarded = Generator::new(NOW, ChaCha8Rng::seed_from_u64(7));
    assert_eq!(in_common(|| unguarded.generate()), COUNT);
}
