//! Two processes and one node number, in simulated time: what a lease with a time-out repeats under
//! four faults, what it repeats if its holder looks at its own deadline before each identifier, and
//! what granted ranges repeat. `docs/reservation.md` has the counts.

use core::time::Duration;
use std::{fs, path::Path};

use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use ids_core::{GenerateError, Generator, clock::ForkGuard};
use ids_reserve::{GrantedCounter, MemoryStore, NodeKeeper, Options};
use snowflake::{Node, Snowflake, Twitter};

use crate::Moved;

/// How the number is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A lease with a time-out, which its holder renews in the background.
    Lease,
    /// The same, and the holder looks at its own deadline before each identifier, and at the owner
    /// before it renews.
    CheckedLease,
    /// Ranges of time, by this crate.
    Ranges,
}

const WAYS: [Way; 3] = [Way::Lease, Way::CheckedLease, Way::Ranges];

/// Milliseconds after which a lease ends, and a number is idle.
const TIME_OUT: u64 = 1_000;
/// Milliseconds between the extensions of a lease.
const RENEWED: u64 = 300;
/// Identifiers that a process makes in each millisecond.
const RATE: usize = 20;
/// Milliseconds of a run.
const RUN: u64 = 8_000;

/// The table of a lock service: who has the number, and until when.
#[derive(Debug, Default)]
struct Table {
    owner: usize,
    expires: u64,
}

/// What a process holds.
enum Held {
    Nothing,
    Lease {
        generator: Generator<Moved, Node<Twitter>>,
        /// When it is extended, and when it ends, by the process's clock.
        due: u64,
        deadline: u64,
    },
    Ranges {
        keeper: Box<NodeKeeper<MemoryStore<Moved>, Moved, ChaCha12Rng>>,
        generator: Generator<ForkGuard<Moved>, Node<Twitter>, GrantedCounter>,
        due: u64,
    },
}

struct Process {
    name: usize,
    clock: Moved,
    held: Held,
    /// It takes a number, and makes identifiers.
    runs: bool,
    /// It looked at its deadline before it was stopped, and does not look again.
    looked: bool,
}

struct World {
    way: Way,
    /// The clock of the store.
    clock: Moved,
    table: Table,
    store: MemoryStore<Moved>,
    processes: [Process; 2],
    ids: Vec<u64>,
    seed: u64,
}

impl World {
    fn new(way: Way) -> Self {
        let process = |name| Process {
            name,
            clock: Moved::new(),
            held: Held::Nothing,
            runs: false,
            looked: false,
        };
        let clock = Moved::new();
        let store = MemoryStore::new(clock.clone());
        let processes = [process(1), process(2)];
        Self { way, clock, table: Table::default(), store, processes, ids: Vec::new(), seed: 0 }
    }

    /// Lets this number of milliseconds pass.
    fn pass(&mut self, millis: u64) {
        for _ in 0..millis {
            self.clock.step(1);
            for index in 0..2 {
                self.processes[index].clock.step(1);
                if self.processes[index].runs {
                    self.act(index);
                }
            }
        }
    }

    /// One millisecond of a process: what it does in the background, then identifiers.
    fn act(&mut self, index: usize) {
        let looked = core::mem::take(&mut self.processes[index].looked);
        if looked {
            self.make(index, 1, true);
        }
        // The background waits for the processor: identifiers are made before it.
        self.make(index, RATE, false);
        self.extend(index);
    }

    fn extend(&mut self, index: usize) {
        let (now, process) = (self.clock.millis(), &mut self.processes[index]);
        let own = process.clock.millis();
        match &mut process.held {
            Held::Nothing => self.claim(index),
            Held::Lease { due, deadline, .. } if own >= *due => {
                // Without a check a holder renews a lease that another one has now, as services in use do.
                if self.way == Way::Lease || self.table.owner == process.name {
                    self.table = Table { owner: process.name, expires: now + TIME_OUT };
                    (*due, *deadline) = (own + RENEWED, own + TIME_OUT);
                } else {
                    process.held = Held::Nothing;
                }
            }
            Held::Ranges { keeper, due, .. } if own >= *due => match keeper.extend() {
                Ok(pause) => *due = own + u64::try_from(pause.as_millis()).unwrap(),
                Err(_) => process.held = Held::Nothing,
            },
            _ => {}
        }
    }

    fn claim(&mut self, index: usize) {
        let (now, process) = (self.clock.millis(), &mut self.processes[index]);
        let own = process.clock.millis();
        if self.way == Way::Ranges {
            self.seed += 1;
            let options = Options::new("simulation").unwrap().with_wanted(0);
            let options = options
                .with_segment(Duration::from_millis(TIME_OUT))
                .with_max_ahead(Duration::from_secs(5))
                .with_idle(Duration::from_millis(TIME_OUT));
            let claim = options.claim(
                self.store.clone(),
                process.clock.clone(),
                ChaCha12Rng::seed_from_u64(self.seed),
                Node::<Twitter>::COUNT,
                Node::numbered,
            );
            if let Ok((keeper, lease)) = claim {
                let generator = lease.generator();
                process.held = Held::Ranges { keeper: Box::new(keeper), generator, due: own };
            }
        } else if self.table.owner == process.name || self.table.expires <= now {
            self.table = Table { owner: process.name, expires: now + TIME_OUT };
            let generator = Generator::new(process.clock.clone(), Node::numbered(0).unwrap());
            let (due, deadline) = (own + RENEWED, own + TIME_OUT);
            process.held = Held::Lease { generator, due, deadline };
        }
    }

    fn make(&mut self, index: usize, count: usize, looked: bool) {
        let process = &mut self.processes[index];
        let mut made = |next: &mut dyn FnMut() -> Result<Snowflake<Twitter>, GenerateError>| {
            self.ids.extend((0..count).map_while(|_| next().ok()).map(Snowflake::to_bits));
        };
        match &mut process.held {
            Held::Nothing => {}
            Held::Lease { generator, deadline, .. } => {
                let lasts = self.way == Way::Lease || process.clock.millis() < *deadline;
                if lasts || looked {
                    made(&mut || generator.generate());
                }
            }
            Held::Ranges { generator, .. } => made(&mut || generator.generate()),
        }
    }

    /// The process ends cleanly.
    fn release(&mut self, index: usize) {
        let process = &mut self.processes[index];
        match core::mem::replace(&mut process.held, Held::Nothing) {
            Held::Nothing => {}
            Held::Lease { .. } => self.table = Table::default(),
            Held::Ranges { mut keeper, .. } => keeper.release().unwrap(),
        }
        process.runs = false;
    }

    /// How many were made, and how many of them were made before.
    fn count(mut self) -> (usize, usize) {
        let made = self.ids.len();
        self.ids.sort_unstable();
        self.ids.dedup();
        (made, made - self.ids.len())
    }
}

/// One is stopped for 2.5 s, while the other one waits for the number. Perhaps it has looked at its deadline before it
/// is stopped, and makes an identifier after it.
fn stopped(world: &mut World, looked: bool) {
    world.processes[0].runs = true;
    world.pass(1_000);
    (world.processes[0].runs, world.processes[1].runs) = (false, true);
    world.pass(2_500);
    (world.processes[0].runs, world.processes[0].looked) = (true, looked);
    world.pass(RUN - 3_500);
}

fn released_by_a_fast_clock(world: &mut World) {
    world.processes[0].clock.step(2_000);
    world.processes[0].runs = true;
    world.pass(2_500);
    world.release(0);
    world.processes[1].runs = true;
    world.pass(RUN - 2_500);
}

/// On one host: the store's clock steps, too.
fn restarted_after_a_step_back(world: &mut World) {
    world.processes[0].runs = true;
    world.pass(2_500);
    world.processes[0].held = Held::Nothing;
    world.processes[0].clock.step(-1_500);
    world.clock.step(-1_500);
    world.pass(RUN - 2_500);
}

type Scenario = (&'static str, fn(&mut World), [(usize, usize); 3]);

/// What was made each way, and what of it repeats.
const SCENARIOS: &[Scenario] = &[
    (
        "stopped for 2.5 s, with a time-out of 1 s",
        |world| stopped(world, false),
        [(231_960, 90_000), (141_960, 0), (149_940, 0)],
    ),
    (
        "stopped between the check and the identifier",
        |world| stopped(world, true),
        [(231_961, 90_000), (141_961, 1), (149_940, 0)],
    ),
    (
        "released by a holder 2 s ahead, then a correct clock",
        released_by_a_fast_clock,
        [(159_960, 39_980), (159_960, 39_980), (109_960, 0)],
    ),
    (
        "restarted after the clock stepped back 1.5 s",
        restarted_after_a_step_back,
        [(159_960, 29_980), (159_960, 29_980), (119_940, 0)],
    ),
];

#[test]
fn leases_repeat_and_ranges_do_not() {
    let mut rows = Vec::new();
    for (name, scenario, wanted) in SCENARIOS {
        let counts = WAYS.map(|way| {
            let mut world = World::new(way);
            scenario(&mut world);
            world.count()
        });
        println!("{name}: {counts:?}");
        assert_eq!(counts, *wanted, "{name}");
        let [(_, lease), (_, checked), (made, repeated)] = counts;
        assert!(lease > 0, "{name}: the fault is one");
        assert_eq!(repeated, 0, "{name}");
        assert!(made > RATE * 3_000, "{name}: it goes on, {made}");
        rows.push(format!("| {name} | {lease} | {checked} | 0 |"));
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reservation.md");
    let page = fs::read_to_string(page).unwrap();
    for row in rows {
        assert!(page.contains(&row), "docs/reservation.md has other counts: {row}");
    }
}
