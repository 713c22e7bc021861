//! The random source for identifiers, across reseeding and across `fork()`.
#![cfg(feature = "rng")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(clippy::incompatible_msrv, reason = "the oldest compiler builds the library only")]

use ids_core::{IdRng, LocalRng};
use rand_core::TryRng;

#[test]
fn every_width_draws_from_the_same_stream() {
    let mut rng = IdRng::from_os().unwrap();
    let mut bytes = [0; 64];
    rng.try_fill_bytes(&mut bytes).unwrap();
    assert_ne!(bytes, [0; 64]);
    let words: Vec<u32> = (0..64).map(|_| rng.try_next_u32().unwrap()).collect();
    assert!(words.iter().any(|word| *word != words[0]));
    assert_ne!(rng.try_next_u64().unwrap(), rng.try_next_u64().unwrap());
}

#[test]
fn two_sources_differ() {
    let (mut one, mut two) = (IdRng::from_os().unwrap(), IdRng::from_os().unwrap());
    assert_ne!(draws(&mut one), draws(&mut two));
    one.reseed().unwrap();
    assert_ne!(draws(&mut one), draws(&mut two));
}

#[test]
fn threads_differ() {
    let here = draws(&mut LocalRng);
    let there = std::thread::spawn(|| draws(&mut LocalRng)).join().unwrap();
    assert_ne!(here, there);
    LocalRng.reseed().unwrap();
    assert_ne!(here, draws(&mut LocalRng));
}

#[test]
fn debug_shows_no_state() {
    let text = format!("{:?}", IdRng::from_os().unwrap());
    assert!(text.contains("ChaCha12Rng { ... }"), "{text}");
}

fn draws<R: TryRng<Error: core::fmt::Debug>>(rng: &mut R) -> Vec<u64> {
    (0..8).map(|_| rng.try_next_u64().unwrap()).collect()
}

#[cfg(all(unix, not(miri)))]
mod fork {
    use std::{
        collections::HashSet,
        io::{Read, Write},
    };

    use ids_core::{IdRng, LocalRng};
    use nix::{
        sys::wait::{WaitStatus, waitpid},
        unistd::{ForkResult, fork},
    };
    use rand_core::TryRng;

    const COUNT: usize = 1000;

    /// What the child and then the parent draw after a fork.
    fn both(mut draw: impl FnMut() -> [u8; 8]) -> (Vec<[u8; 8]>, Vec<[u8; 8]>) {
        let (mut reader, mut writer) = std::io::pipe().unwrap();
        #[expect(unsafe_code, reason = "the child only draws, writes to a pipe and exits")]
        // SAFETY: the child calls nothing that another thread of the parent could have locked:
        // the source's getrandom and write are plain system calls, and it allocates nothing.
        let forked = unsafe { fork() }.unwrap();
        match forked {
            ForkResult::Child => {
                for _ in 0..COUNT {
                    if writer.write_all(&draw()).is_err() {
                        break;
                    }
                }
                #[expect(
                    unsafe_code,
                    reason = "a forked test must not run the parent's exit handlers"
                )]
                // SAFETY: it ends the process.
                unsafe {
                    nix::libc::_exit(0)
                }
            }
            ForkResult::Parent { child } => {
                drop(writer);
                let mut bytes = Vec::new();
                reader.read_to_end(&mut bytes).unwrap();
                assert_eq!(waitpid(child, None), Ok(WaitStatus::Exited(child, 0)));
                let theirs = bytes.chunks_exact(8).map(|chunk| chunk.try_into().unwrap()).collect();
                (theirs, (0..COUNT).map(|_| draw()).collect())
            }
        }
    }

    fn disjoint((child, parent): &(Vec<[u8; 8]>, Vec<[u8; 8]>)) {
        assert_eq!((child.len(), parent.len()), (COUNT, COUNT));
        let all: HashSet<_> = child.iter().chain(parent).collect();
        assert_eq!(all.len(), 2 * COUNT, "parent and child repeat each other");
    }

    #[test]
    fn parent_and_child_do_not_repeat_each_other() {
        let mut rng = IdRng::from_os().unwrap();
        // Into the middle of the buffer, where a copy would go on.
        rng.try_next_u64().unwrap();
        disjoint(&both(|| rng.try_next_u64().unwrap().to_ne_bytes()));
        LocalRng.try_next_u64().unwrap();
        disjoint(&both(|| LocalRng.try_next_u64().unwrap().to_ne_bytes()));
    }

    #[test]
    fn the_test_would_notice() {
        use chacha20::ChaCha12Rng;
        use rand_core::{Rng, SeedableRng};
        let mut bare = ChaCha12Rng::seed_from_u64(7);
        let (child, parent) = both(|| bare.next_u64().to_ne_bytes());
        assert_eq!(child, parent, "an unguarded generator repeats itself");
    }
}
