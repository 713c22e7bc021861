//! A server that forks its workers: each makes a generator with a node of its own, and a worker that
//! forgets to gets an error, not the identifiers of its parent.
//!
//! ```sh
//! cargo run -p snowflake-ids --example snowflake-prefork --features ids-core/fork
//! ```
//!
//! ```text
//! 50000 identifiers of a parent and 4 workers, none twice
//! ```
//!
//! In a program of your own: `cargo add ids-core --path ../ids/crates/ids-core --features fork` and
//! `cargo add nix --features process`.

#[cfg(unix)]
fn main() -> Result<(), Box<dyn core::error::Error>> {
    unix::main()
}

#[cfg(not(unix))]
fn main() {
    println!("there is no fork() on this system");
}

#[cfg(unix)]
mod unix {
    use core::{error::Error, time::Duration};
    use std::{
        collections::HashSet,
        fs::File,
        io::{BufRead, BufReader, BufWriter, Write},
    };

    use ids_core::clock::ForkGuard;
    use nix::{
        sys::wait::{WaitStatus, waitpid},
        unistd::{ForkResult, fork, pipe},
    };
    use snowflake::{Discord, Generate, GenerateError, Generator, Node, SystemClock, ValuesError};

    type Ids = Generator<ForkGuard<SystemClock>, Node<Discord>>;

    const WORKERS: u8 = 4;
    const EACH: usize = 10_000;
    const LIMIT: Duration = Duration::from_secs(5);

    fn generator(worker: u8) -> Result<Ids, ValuesError> {
        let node = Node::new(&[(Discord::WORKER, worker.into()), (Discord::PROCESS, 0)])?;
        Ok(Generator::new(ForkGuard::of(SystemClock), node))
    }

    fn write(ids: &mut Ids, out: File) -> Result<(), Box<dyn Error>> {
        let mut out = BufWriter::new(out);
        for id in ids.blocking(LIMIT).take(EACH) {
            writeln!(out, "{}", id?)?;
        }
        Ok(out.flush()?)
    }

    /// What a worker does. It begins with a copy of the parent's generator.
    fn serve(number: u8, parents: &mut Ids, out: File) -> Result<(), Box<dyn Error>> {
        assert_eq!(parents.generate(), Err(GenerateError::Forked));
        write(&mut generator(number)?, out)
    }

    pub(super) fn main() -> Result<(), Box<dyn Error>> {
        let mut parents = generator(0)?;
        parents.blocking(LIMIT).generate()?;

        let mut workers = Vec::new();
        for number in 1..=WORKERS {
            let (read, write) = pipe()?;
            #[expect(unsafe_code, reason = "a server that forks does so")]
            // SAFETY: this process has one thread, so its child may do everything.
            match unsafe { fork() }? {
                ForkResult::Child => {
                    let served = serve(number, &mut parents, write.into());
                    std::process::exit(i32::from(served.is_err()));
                }
                ForkResult::Parent { child } => workers.push((child, File::from(read))),
            }
        }

        // The parent goes on.
        let mut all = HashSet::new();
        for id in parents.blocking(LIMIT).take(EACH) {
            all.insert(id?.to_string());
        }
        for (child, read) in workers {
            for line in BufReader::new(read).lines() {
                all.insert(line?);
            }
            assert_eq!(waitpid(child, None)?, WaitStatus::Exited(child, 0));
        }
        assert_eq!(all.len(), (1 + usize::from(WORKERS)) * EACH, "no identifier twice");
        println!("{} identifiers of a parent and {WORKERS} workers, none twice", all.len());
        Ok(())
    }
}
