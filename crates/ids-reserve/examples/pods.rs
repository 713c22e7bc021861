//! Four processes that make Discord snowflakes at the same time. Each takes a node number from an SQLite
//! file; none has one in its configuration.
//!
//! ```sh
//! cargo run -p ids-reserve --example reserve-pods --features sqlite
//! ```
//!
//! ```text
//! one pod: worker ..., process ..., 20000 snowflakes
//! one pod: worker ..., process ..., 20000 snowflakes
//! one pod: worker ..., process ..., 20000 snowflakes
//! one pod: worker ..., process ..., 20000 snowflakes
//! 80000 snowflakes of 4 processes, none twice
//! ```

use core::{error::Error, time::Duration};
use std::{
    collections::HashSet,
    env,
    io::{BufWriter, Write, stdout},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use ids_reserve::{Options, SqliteStore, SysRng, SystemClock};
use snowflake::{Discord, Generate, Node, Snowflake};

const PODS: usize = 4;
const EACH: usize = 20_000;

/// One process: takes a free number, makes identifiers, and gives the number back.
fn pod(file: &Path) -> Result<(), Box<dyn Error>> {
    let store = SqliteStore::open(file)?;
    // Discord's layout has 5 bits for the worker and 5 for the process: 1,024 numbers in all.
    let options = Options { label: "pod".into(), ..Options::new("discord")? };
    let (mut keeper, lease) = options.claim(
        store,
        SystemClock,
        SysRng,
        Node::<Discord>::COUNT,
        Node::<Discord>::numbered,
    )?;
    let mut generator = lease.generator();
    let stop = keeper.stop();
    // Extends the grant until it is told to stop, and gives the number back then.
    let keeper = thread::spawn(move || keeper.run(|error| eprintln!("{error}")));
    let mut out = BufWriter::new(stdout().lock());
    for id in generator.blocking(Duration::from_secs(30)).take(EACH) {
        writeln!(out, "{}", id?.to_bits())?;
    }
    out.flush()?;
    stop();
    keeper.join().expect("no panic")?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(file) = env::args_os().nth(1) {
        return pod(Path::new(&file));
    }
    let folder = env::temp_dir().join(format!("ids-reserve-pods-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file: PathBuf = folder.join("ids.db");
    drop(SqliteStore::init(&file)?);

    let start = |_| Command::new(env::current_exe()?).arg(&file).stdout(Stdio::piped()).spawn();
    let pods: Vec<_> = (0..PODS).map(start).collect::<Result<_, _>>()?;
    // Each is read by a thread of its own, so that all of them run at the same time.
    let readers: Vec<_> =
        pods.into_iter().map(|pod| thread::spawn(move || pod.wait_with_output())).collect();
    let mut all = HashSet::new();
    for reader in readers {
        let output = reader.join().expect("no panic")?;
        assert!(output.status.success(), "a pod failed");
        let ids: Vec<Snowflake<Discord>> = String::from_utf8(output.stdout)?
            .lines()
            .map(|line| Ok(Snowflake::from_bits(line.parse()?)?))
            .collect::<Result<_, Box<dyn Error>>>()?;
        let first = ids.first().ok_or("a pod made nothing")?;
        let (worker, process) = (first.get(Discord::WORKER), first.get(Discord::PROCESS));
        println!("one pod: worker {worker}, process {process}, {} snowflakes", ids.len());
        all.extend(ids);
    }
    assert_eq!(all.len(), PODS * EACH, "an identifier was made twice");
    println!("{} snowflakes of {PODS} processes, none twice", all.len());
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
