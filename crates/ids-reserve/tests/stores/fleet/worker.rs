//! A process of the fleet: it takes a number, makes identifiers, gives the number back, and so on until
//! it is killed.

use core::time::Duration;
use std::{
    env,
    fs::File,
    io::{BufWriter, Write},
    path::PathBuf,
    process, thread,
};

use ids_core::{Clock, GenerateError, Generator, SystemClock, clock::ForkGuard};
use ids_reserve::{GrantedCounter, Options, StoreError, SysRng};
use snowflake::{Node, Snowflake, Twitter};

use super::{count, processes::State, seconds_away};
use crate::ground::open;

/// How a process takes numbers.
#[derive(Clone, Copy)]
struct Work {
    /// Identifiers of one lease.
    lease: u64,
    /// Identifiers at once, and how long it waits after them.
    batch: usize,
    pause: Duration,
    segment: Duration,
    idle: Duration,
}

/// How long a server may take, as by default.
const LIMIT: Duration = Duration::from_secs(5);

/// More than the processes that live, fewer than those that live and have died.
const NODES: u64 = 16;

impl Work {
    /// That of each test.
    fn of(namespace: &str) -> Self {
        let (second, pause) = (Duration::from_secs(1), Duration::from_millis(1));
        if namespace == "away" {
            // As long as by default where there is time.
            let segment = if seconds_away() > 20 { 10 * second } else { second };
            return Self { lease: u64::MAX, batch: 20, pause, segment, idle: 300 * second };
        }
        // etcd's time is up to a second late.
        let (segment, pause) = (2 * second, Duration::ZERO);
        Self { lease: count() / 160, batch: 4096, pause, segment, idle: segment }
    }
}

/// Works until it is killed. Each lease has a file, with 8 bytes for each identifier.
pub fn run() {
    let Some(folder) = env::var_os("IDS_RESERVE_FOLDER").map(PathBuf::from) else { return };
    let [place, namespace] =
        ["PLACE", "NAMESPACE"].map(|name| env::var(format!("IDS_RESERVE_{name}")).unwrap());
    let work = Work::of(&namespace);
    // Each test has a fleet of its own in the same store, and compares no identifiers of two.
    let Work { segment, idle, .. } = work;
    let (max_ahead, options) = (segment.max(idle / 5), Options::new(&namespace).unwrap());
    let options = Options { separate: true, segment, max_ahead, idle, ..options };
    for lease in 0.. {
        let claimed =
            options.claim(open(&place, LIMIT), SystemClock, SysRng, NODES, Node::numbered);
        let (mut keeper, lent) = match claimed {
            Ok(claimed) => claimed,
            // It is lost where another took it, because the first grant came so late.
            Err(StoreError::Full { .. } | StoreError::Lost | StoreError::Unavailable(_)) => {
                thread::sleep(Duration::from_millis(10));
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let stop = keeper.stop();
        let file = File::create(folder.join(format!("{}-{lease}", process::id()))).unwrap();
        let kept = thread::spawn(move || keeper.run(|_| ()));
        work.make(lent.generator(), BufWriter::new(file), || kept.is_finished());
        stop();
        match kept.join().unwrap() {
            // Another holder took it, because this process did not extend its grant. Or it is idle later.
            Ok(()) | Err(StoreError::Lost | StoreError::Unavailable(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

impl Work {
    /// Makes the identifiers of one lease, and says when it begins to, and when it cannot.
    fn make<C: Clock>(
        self,
        mut generator: Generator<ForkGuard<C>, Node<Twitter>, GrantedCounter>,
        mut file: BufWriter<File>,
        has_ended: impl Fn() -> bool,
    ) {
        let mut ids = vec![Snowflake::<Twitter>::from_bits(0).unwrap(); self.batch];
        let (mut made, mut state) = (0, None);
        let mut say = |now| {
            if state.replace(now) != Some(now) {
                // Not by `println`, which the test's harness may keep.
                std::io::stderr().write_all(format!("{now:?}\n").as_bytes()).unwrap();
            }
        };
        while made < self.lease && !has_ended() {
            match generator.fill(&mut ids) {
                Ok(filled) => {
                    for id in &ids[..filled] {
                        file.write_all(&id.to_bits().to_le_bytes()).unwrap();
                    }
                    made += filled as u64;
                    // Its words are true when they are read.
                    if !self.pause.is_zero() {
                        file.flush().unwrap();
                        thread::sleep(self.pause);
                    }
                    say(State::Making);
                }
                Err(GenerateError::Wait { .. }) => thread::sleep(Duration::from_micros(100)),
                Err(GenerateError::Spent) => {
                    say(State::Spent);
                    thread::sleep(Duration::from_millis(1));
                }
                Err(error) => panic!("{error}"),
            }
        }
        file.flush().unwrap();
    }
}
