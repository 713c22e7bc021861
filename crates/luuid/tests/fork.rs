//! After `fork()`, parent and child give different identifiers: of the same keys.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(all(unix, feature = "rng", not(miri)))]

use std::{
    fs::File,
    io::{Read, Write},
};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use getrandom::SysRng;
use luuid::{GenerateError, Generator, Group, IdRng, Keys, LocalRng, Luuid};
use nix::{
    sys::wait::{WaitStatus, waitpid},
    unistd::{ForkResult, fork, pipe},
};

const GROUP: Group = Group::from_name("person");
const COUNT: usize = 1000;

/// How many of a thousand identifiers that the parent makes after a fork are also among a thousand
/// that the child makes, and how many of their keys.
#[expect(unsafe_code, reason = "fork() is what is tested, and a child ends without unwinding")]
fn in_common(mut next: impl FnMut() -> Result<Luuid, GenerateError>) -> (usize, usize) {
    for _ in 0..10 {
        next().unwrap();
    }
    let (read, write) = pipe().unwrap();
    let (mut ours, mut theirs) = ([Luuid::MIN; COUNT], vec![0; COUNT * 16]);
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
    let theirs: Vec<_> = theirs.chunks(16).map(|id| Luuid::try_from(id).unwrap()).collect();
    assert_eq!(theirs.len(), COUNT);
    let ids = ours.iter().filter(|id| theirs.contains(id)).count();
    let keys = ours.iter().filter(|id| theirs.iter().any(|other| other.key() == id.key())).count();
    (ids, keys)
}

/// No identifier twice, but every key: what the documentation says of blocks and processes.
#[test]
fn every_source_of_ours_differs() {
    let mut local = Generator::new(Keys::counter(), LocalRng, GROUP);
    assert_eq!(in_common(|| local.generate()), (0, COUNT));
    let mut kept = Generator::new(Keys::counter(), IdRng::from_os().unwrap(), GROUP);
    assert_eq!(in_common(|| kept.generate()), (0, COUNT));
    let mut system = Generator::new(Keys::counter(), SysRng, GROUP);
    assert_eq!(in_common(|| system.generate()), (0, COUNT));
}

/// What the test above would see without a guard.
#[test]
fn a_source_that_does_not_notice_repeats_itself() {
    let mut unguarded = Generator::new(Keys::counter(), ChaCha8Rng::seed_from_u64(7), GROUP);
    assert_eq!(in_common(|| unguarded.generate()), (COUNT, COUNT));
}
