//! After `fork()`: what goes well and what does not.
#![cfg(all(unix, not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;
use std::{
    fs::File,
    io::{Read, Write},
};

use nix::{
    sys::wait::{WaitStatus, waitpid},
    unistd::{ForkResult, fork, pipe},
};
use siq::{DomainHash, Generator, Qualifier, Siq};

/// A clock that stands still, so that only the shard, the kind and the numbers can differ.
const NOW: Duration = Duration::from_millis(1_732_104_000_250);
const COUNT: usize = 1000;

const fn shard(number: u8) -> Generator<Duration> {
    Generator::new(NOW, DomainHash::from_bits(0x86ce_1947), number)
}

/// How many of a thousand identifiers that the parent makes after a fork are also among a thousand
/// that the child makes. `next` is told which of both it is in.
#[expect(unsafe_code, reason = "fork() is what is tested, and a child ends without unwinding")]
fn in_common(mut next: impl FnMut(bool, Qualifier) -> Siq) -> usize {
    let mut kinds = [Qualifier::Message, Qualifier::User, Qualifier::Content].into_iter().cycle();
    let mut next = |in_child| next(in_child, kinds.next().unwrap());
    let (read, write) = pipe().unwrap();
    let (mut ours, mut theirs) = ([Siq::MIN; COUNT], vec![0; COUNT * 14]);
    // SAFETY: the child calls only what is allowed between a fork of many threads and its end:
    // it neither allocates nor locks, and leaves by `_exit`.
    let child = match unsafe { fork() }.unwrap() {
        ForkResult::Parent { child } => child,
        ForkResult::Child => {
            let mut pipe = File::from(write);
            let sent = (0..COUNT).all(|_| pipe.write_all(next(true).as_ref()).is_ok());
            // SAFETY: ends the process and nothing else.
            unsafe { nix::libc::_exit(i32::from(!sent)) }
        }
    };
    drop(write);
    ours.fill_with(|| next(false));
    File::from(read).read_exact(&mut theirs).unwrap();
    assert_eq!(waitpid(child, None).unwrap(), WaitStatus::Exited(child, 0));
    let theirs: Vec<_> = theirs.chunks(14).map(|id| Siq::try_from(id).unwrap()).collect();
    assert_eq!(theirs.len(), COUNT);
    ours.iter().filter(|id| theirs.contains(id)).count()
}

#[test]
fn a_child_with_a_shard_of_its_own_differs() {
    let (mut parent, mut child) = (shard(1), shard(2));
    let next = |in_child, kind| {
        let generator = if in_child { &mut child } else { &mut parent };
        generator.generate(kind).unwrap()
    };
    assert_eq!(in_common(next), 0);
}

/// What the documentation warns of: nothing tells a generator that it is a copy.
#[test]
fn a_child_with_the_same_shard_repeats_its_parent() {
    let mut both = shard(1);
    assert_eq!(in_common(|_, kind| both.generate(kind).unwrap()), COUNT);
}
