//! What a generator gives on both sides of a `fork()`, by whichever way the process was copied.

use std::{
    fs::File,
    io::{Read, Write},
};

use ids_core::GenerateError;
#[cfg(target_os = "linux")]
use nix::{Error, unistd::Pid};
use nix::{
    libc,
    sys::wait::{WaitStatus, waitpid},
    unistd::{ForkResult, fork, pipe},
};

/// How many identifiers each side makes.
pub const EACH: usize = 1000;

/// What [`or_forked`] answers for [`GenerateError::Forked`].
pub const FORKED: u128 = u128::MAX;

/// A way to copy this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `fork()`, which runs the handlers of `pthread_atfork`.
    Fork,
    /// `fork()` in the child of a `fork()`.
    Twice,
    /// `_Fork()`, which runs no handlers.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    NoHandlers,
    /// The system call `clone`, past the C library.
    #[cfg(target_os = "linux")]
    Clone,
}

impl Way {
    /// All that this system has.
    pub const ALL: &[Self] = &[
        Self::Fork,
        Self::Twice,
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        Self::NoHandlers,
        #[cfg(target_os = "linux")]
        Self::Clone,
    ];

    /// # Safety
    /// As `fork()`: the child may only call what is safe in a handler of signals.
    #[expect(unsafe_code, reason = "copying the process is what is tested")]
    unsafe fn copy(self) -> nix::Result<ForkResult> {
        match self {
            // SAFETY: as the caller promises.
            Self::Fork | Self::Twice => unsafe { fork() },
            #[cfg(all(target_os = "linux", target_env = "gnu"))]
            Self::NoHandlers => {
                unsafe extern "C" {
                    fn _Fork() -> libc::pid_t;
                }
                // SAFETY: as the caller promises.
                answered(unsafe { _Fork() }.into())
            }
            #[cfg(target_os = "linux")]
            Self::Clone => {
                // s390x alone has the stack first; none is the parent's, copied.
                let [first, second] = if cfg!(target_arch = "s390x") {
                    [0, libc::SIGCHLD]
                } else {
                    [libc::SIGCHLD, 0]
                };
                // SAFETY: as the caller promises.
                answered(unsafe { libc::syscall(libc::SYS_clone, first, second, 0, 0, 0) })
            }
        }
    }
}

/// What the system's own number for the result of a fork says.
#[cfg(target_os = "linux")]
fn answered(answer: libc::c_long) -> nix::Result<ForkResult> {
    match libc::pid_t::try_from(answer) {
        Ok(0) => Ok(ForkResult::Child),
        Ok(child @ 1..) => Ok(ForkResult::Parent { child: Pid::from_raw(child) }),
        _ => Err(Error::last()),
    }
}

/// The numbers that `next` gives after a fork: in the parent, and in the child. It is told whether it
/// runs in the child, and must not allocate or lock there.
///
/// # Panics
/// If there can be no child, or it does not end well.
#[expect(unsafe_code, reason = "fork() is what is tested, and a child ends without unwinding")]
pub fn after_fork(way: Way, mut next: impl FnMut(bool) -> Option<u128>) -> (Vec<u128>, Vec<u128>) {
    let (read, write) = pipe().expect("a pipe");
    let mut theirs = vec![0; EACH * 16];
    // SAFETY: the child calls only what is allowed between a fork of many threads and its end: it
    // neither allocates nor locks, and leaves by `_exit`.
    let child = match unsafe { way.copy() }.expect("a child") {
        ForkResult::Parent { child } => child,
        ForkResult::Child => {
            let ended = if way == Way::Twice {
                // SAFETY: as above.
                match unsafe { fork() } {
                    Ok(ForkResult::Parent { child }) => {
                        waitpid(child, None) == Ok(WaitStatus::Exited(child, 0))
                    }
                    Ok(ForkResult::Child) => send(File::from(write), &mut next),
                    Err(_) => false,
                }
            } else {
                send(File::from(write), &mut next)
            };
            // SAFETY: ends the process and nothing else.
            unsafe { libc::_exit(i32::from(!ended)) }
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

/// Whether all that the child makes went into the pipe.
fn send(mut pipe: File, next: &mut impl FnMut(bool) -> Option<u128>) -> bool {
    (0..EACH).all(|_| next(true).is_some_and(|id| pipe.write_all(&id.to_be_bytes()).is_ok()))
}

/// How many numbers of the parent are among those of the child.
///
/// # Panics
/// As [`after_fork`].
pub fn in_common(way: Way, next: impl FnMut(bool) -> Option<u128>) -> usize {
    let (ours, theirs) = after_fork(way, next);
    ours.iter().filter(|id| theirs.contains(id)).count()
}

/// The number of an identifier, or [`FORKED`] where the generator has noticed that it is a copy.
pub fn or_forked<I: Into<u128>>(answer: Result<I, GenerateError>) -> Option<u128> {
    match answer {
        Ok(id) => Some(id.into()),
        Err(GenerateError::Forked) => Some(FORKED),
        Err(_) => None,
    }
}

/// Holds a generator without a guard against a fork of each way: the child makes all identifiers that the parent
/// makes. A guard, or a node of its own, is there to prevent that.
///
/// # Panics
/// If that is not so, or as [`after_fork`].
pub fn assert_repeats<I: Into<u128>>(mut next: impl FnMut() -> Result<I, GenerateError>) {
    for way in Way::ALL {
        assert_eq!(in_common(*way, |_| or_forked(next())), EACH, "{way:?}");
    }
}

/// Holds a generator with a guard against a fork of each way: the parent goes on, and each answer
/// that the child gets is [`GenerateError::Forked`].
///
/// # Panics
/// If that is not so, or as [`after_fork`].
pub fn assert_guarded<I: Into<u128>>(mut next: impl FnMut() -> Result<I, GenerateError>) {
    for way in Way::ALL {
        let (ours, theirs) = after_fork(*way, |_| or_forked(next()));
        assert!(!ours.contains(&FORKED), "{way:?}: the parent is refused");
        assert!(theirs.iter().all(|answer| *answer == FORKED), "{way:?}: the child is not");
    }
}
