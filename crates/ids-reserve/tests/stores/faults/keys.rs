//! Blocks of keys, what others do instead, and what goes wrong with both.

use std::path::Path;

use ids_core::{Clock, GenerateError, IdRng};
use ids_reserve::{KeyBlocks, KeyKeeper, KeyOptions, Resource, Store, SysRng};
use luuid::{Generator, Group, Keys};

use super::{
    lease::Table,
    process::{Faulty, PausingClock, Plan, unheard},
    scenarios::{
        Scenario, begin_before_a_copy, eight_processes, go_on_with_the_copy, killed_at_every_step,
    },
    world::{Way, World},
};
use crate::scenarios::kind;

/// Scenarios that may run at the same time as any others.
pub const SCENARIOS: &[Scenario] = &[
    ("keys-stopped", HIGHEST, stopped_before_the_request),
    ("keys-killed", HIGHEST, killed_at_every_step),
    ("keys-moment", HIGHEST, killed_at_any_moment),
    ("keys-eight", HIGHEST, eight_processes),
];

/// A copy in place of the store.
pub const BACKED_UP: Scenario = ("keys-restored", HIGHEST, older_copy);

const HIGHEST: &[Way] = &[Way::Highest];

/// How many keys a block has.
pub const BLOCK: u64 = 10;

/// LUUIDs of blocks that the store granted.
pub struct Blocks {
    keeper: KeyKeeper<Faulty, PausingClock, SysRng>,
    generator: Generator<IdRng, KeyBlocks>,
}

impl Blocks {
    pub fn new(namespace: &str, store: Faulty, clock: PausingClock) -> Self {
        let options = KeyOptions::new(namespace).unwrap();
        let options = KeyOptions { separate: true, blocks: BLOCK..=BLOCK, ..options };
        let (keeper, keys) = options.keys(store, clock, SysRng).unwrap();
        let (rng, group) = (IdRng::from_os().unwrap(), const { Group::from_name("person") });
        Self { keeper, generator: Generator::new(Keys::with_counter(keys), rng, group) }
    }

    /// The key of a new LUUID.
    pub fn key(&mut self) -> Result<u64, GenerateError> {
        Ok(self.generator.generate()?.key().to_bits())
    }

    pub fn extend(&mut self) -> String {
        kind(self.keeper.extend()).to_owned()
    }

    pub fn give_back(self) -> String {
        let Self { mut keeper, generator } = self;
        drop(generator);
        kind(keeper.extend()).to_owned()
    }
}

/// Reads the highest key of a table, makes the next ones, and writes the highest again.
pub struct HighestKey {
    table: Table,
    clock: PausingClock,
    faults: Plan,
    used: u64,
}

impl HighestKey {
    pub fn new(folder: &Path, clock: PausingClock, faults: Plan) -> Self {
        Self { table: Table::open(folder), clock, faults, used: 0 }
    }

    pub const fn key(&mut self) -> u64 {
        self.used += 1;
        self.used
    }

    /// Writes what was made, unless another has made more, and reads what is the highest by now.
    pub fn extend(&mut self) -> String {
        let highest = self.highest();
        // Where it may be stopped.
        self.clock.now().unwrap();
        let used = self.used.max(highest);
        unheard(&mut self.faults, || self.table.put(0, "", used).unwrap());
        self.used = self.highest();
        String::from("ok")
    }

    fn highest(&self) -> u64 {
        self.table.get(0).map_or(0, |(_, key)| key)
    }
}

/// Another one takes keys between what it knows and what it asks.
fn stopped_before_the_request(world: &mut World) {
    let (mut one, mut two) = (world.claim(0), world.spawn());
    one.ask("pause");
    one.tell("extend");
    one.wait_until_it_stops();
    assert_eq!(two.ask("claim"), "number 0");
    for _ in 0..3 {
        assert_eq!(world.make(&mut two), 10);
        assert_eq!(two.ask("extend"), "ok");
    }
    one.go_on();
    assert_eq!(one.reply(), "ok");
    assert_eq!(world.make(&mut one), 10);
    assert_eq!(two.ask("extend"), "ok");
    assert_eq!(world.make(&mut two), 10);
}

/// 32 kills, wherever each process happens to be: inside a transaction too.
fn killed_at_any_moment(world: &mut World) {
    for lines in 0..8 {
        let mut processes: Vec<_> = (0..4).map(|_| world.spawn()).collect();
        for process in &mut processes {
            assert_eq!(process.ask("claim"), "number 0");
        }
        for process in &mut processes {
            for _ in 0..8 {
                process.tell("ids 10");
                process.tell("extend");
            }
        }
        // The first process lives for this number of lines, the others for a little more.
        for mut process in processes {
            for _ in 0..lines {
                let line = process.reply();
                world.keep(&line);
            }
            world.kill(process);
        }
    }
}

fn older_copy(world: &mut World) {
    let mut first = world.claim(0);
    assert_eq!(first.ask("release"), "ok");
    drop(first);
    let mut one = begin_before_a_copy(world);
    if world.way() == Way::Blocks {
        // The holder notices, and ends. The end is raised above its highest key before the copy serves.
        assert_eq!(one.ask("extend"), "restored");
        assert_eq!(one.ask("ids 1"), "spent");
        let resource = Resource { namespace: world.namespace(), number: 0 };
        world.store().raise(&resource, 2 * BLOCK + 1).unwrap();
    }
    go_on_with_the_copy(world, &mut one);
}
