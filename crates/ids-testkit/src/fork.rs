//! What a generator gives on both sides of a `fork()`.

use std::{
    fs::File,
    io::{Read, Write},
};

use nix::{
    sys::wait::{WaitStatus, waitpid},
    unistd::{ForkResult, fork, pipe},
};

/// How many identifiers each side makes.
pub const EACH: usize = 1000;

/// The numbers that `next` gives after a fork: in the parent, and in the child. It is told whether it
/// runs in the child, and must not allocate or lock there.
///
/// # Panics
/// If there can be no child, or it does not end well.
#[expect(unsafe_code, reason = "fork() is what is tested, and a child ends without unwinding")]
pub fn after_fork(mut next: impl FnMut(bool) -> Option<u128>) -> (Vec<u128>, Vec<u128>) {
    let (read, write) = pipe().expect("a pipe");
    let mut theirs = vec![0; EACH * 16];
    // SAFETY: the child calls only what is allowed between a fork of many threads and its end: it
    // neither allocates nor locks, and leaves by `_exit`.
    let child = match unsafe { fork() }.expect("a child") {
        ForkResult::Parent { child } => child,
        ForkResult::Child => {
            let mut pipe = File::from(write);
            let sent = (0..EACH)
                .all(|_| next(true).is_some_and(|id| pipe.write_all(&id.to_be_bytes()).is_ok()));
            // SAFETY: ends the process and nothing else.
            unsafe { nix::libc::_exit(i32::from(!sent)) }
        }
    };
    drop(write);
    let ours: Vec<_> = (0..EACH).map_while(|_| next(false)).collect();
    assert_eq!(ours.len(), EACH, "all that the parent makes");
    File::from(read).read_exact(&mut theirs).expect("all that the child makes");
    assert_eq!(waitpid(child, None), Ok(WaitStatus::Exited(child, 0)));
    let number = |bytes: &[u8]| bytes.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
    (ours, theirs.chunks(16).map(number).collect())
}

/// How many numbers of the parent are among those of the child.
///
/// # Panics
/// As [`after_fork`].
pub fn in_common(next: impl FnMut(bool) -> Option<u128>) -> usize {
    let (ours, theirs) = after_fork(next);
    ours.iter().filter(|id| theirs.contains(id)).count()
}
