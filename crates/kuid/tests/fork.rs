//! After `fork()`: what goes well and what does not.
#![cfg(all(unix, not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;
use std::{
    fs::File,
    io::{Read, Write},
};

use kuid::{Drift, Generator, Global, Globals, NodeId};
use nix::{
    sys::wait::{WaitStatus, waitpid},
    unistd::{ForkResult, fork, pipe},
};

/// A clock that stands still, so that only the node and the numbers can differ.
const NOW: Duration = Duration::from_secs(1_539_625_275);
const COUNT: usize = 1000;

const fn node(number: u32) -> Generator<Duration, Globals> {
    Generator::new(NOW, Globals::new(NodeId::from_bits(number), Drift::DEFAULT))
}

/// How many of a thousand identifiers that the parent makes after a fork are also among a thousand
/// that the child makes. `next` is told which of both it is in.
#[expect(unsafe_code, reason = "fork() is what is tested, and a child ends without unwinding")]
fn in_common(mut next: impl FnMut(bool) -> Global) -> usize {
    let (read, write) = pipe().unwrap();
    let (mut ours, mut theirs) = ([Global::MIN; COUNT], vec![0; COUNT * 12]);
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
    let theirs: Vec<_> = theirs.chunks(12).map(|id| Global::try_from(id).unwrap()).collect();
    ours.iter().filter(|id| theirs.contains(id)).count()
}

#[test]
fn a_child_with_a_node_of_its_own_differs() {
    let (mut parent, mut child) = (node(1), node(2));
    let mut next = |in_child| if in_child { child.generate() } else { parent.generate() };
    assert_eq!(in_common(|in_child| next(in_child).unwrap()), 0);
}

/// What the documentation warns of: nothing tells a generator that it is a copy.
#[test]
fn a_child_with_the_same_node_repeats_its_parent() {
    let mut both = node(1);
    assert_eq!(in_common(|_| both.generate().unwrap()), COUNT);
}
