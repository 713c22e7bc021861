//! Makes identifiers in each of the three ways, or says why it cannot.
//!
//! ```sh
//! cargo run -p flax-id --example flax-new -- 1
//! ```
//!
//! ```text
//! ...  independent
//! ...  the system's random bits each time
//! ...  strictly increasing
//! ```
//!
//! In a program of your own: `cargo add getrandom --features sys_rng`.

use core::time::Duration;
use std::{env, process::ExitCode};

use flax_id::{FlaxId, Generate, GenerateError, Generator, IdRng, SystemClock};
use getrandom::SysRng;

type Make = fn(usize) -> Result<Vec<FlaxId>, GenerateError>;

fn main() -> ExitCode {
    let count = env::args_os().nth(1).unwrap_or("1".into());
    let Some(count) = count.to_str().and_then(|count| count.parse().ok()) else {
        eprintln!("usage: new COUNT");
        return ExitCode::from(2);
    };
    let ways: [(&str, Make); 3] = [
        ("independent", |count| (0..count).map(|_| flax_id::new()).collect()),
        ("the system's random bits each time", |count| {
            Generator::new(SystemClock, SysRng).blocking(Duration::ZERO).take(count).collect()
        }),
        ("strictly increasing", |count| {
            let mut generator = Generator::monotonic(SystemClock, IdRng::from_os()?);
            generator.blocking(Duration::from_secs(1)).take(count).collect()
        }),
    ];
    let mut failed = false;
    for (way, make) in ways {
        match make(count) {
            Ok(ids) => ids.iter().for_each(|id| println!("{id}  {way}")),
            Err(error) => {
                eprintln!("error: {way}: {error}");
                failed = true;
            }
        }
    }
    ExitCode::from(u8::from(failed))
}
