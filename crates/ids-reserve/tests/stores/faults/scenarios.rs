//! What goes wrong: a table of scenarios over any store.

use ids_reserve::{Resource, Store};

use super::{
    keys::BLOCK,
    world::{Process, Way, World},
};
use crate::ground::Ground;

/// A name, the ways under which identifiers repeat, and what happens.
pub type Scenario = (&'static str, &'static [Way], fn(&mut World));

/// Scenarios that may run at the same time as any others.
pub const SCENARIOS: &[Scenario] = &[
    ("stopped", &[Way::Lease], stopped_for_longer_than_any_time_out),
    ("check", LEASES, stopped_between_the_check_and_the_use),
    ("back", LEASES, a_clock_that_steps_back_across_a_restart),
    ("ahead", LEASES, a_clock_far_ahead_in_one_holder),
    ("killed", LEASES, killed_at_every_step),
    ("moment", LEASES, killed_at_any_moment),
    ("race", LEASES, two_claim_at_once),
    ("eight", LEASES, eight_processes),
];

/// A file that cannot grow.
pub const FULL: Scenario = ("full", &[Way::Lease], a_full_disk);

/// A copy in place of the store.
pub const BACKED_UP: Scenario = ("restored", LEASES, |world| older_copy(world, "restored"));

/// A file that is another one from some moment on.
pub const REPLACED: Scenario = ("replaced", LEASES, |world| older_copy(world, "broken"));

/// A server that is away.
pub const SERVERS: Scenario = ("away", &[], a_server_that_is_killed);

/// Runs a scenario in each of these ways. Identifiers repeat only under those that it names.
pub fn each_way(ground: &dyn Ground, ways: &[Way], (name, repeats, scenario): &Scenario) {
    for &way in ways {
        let mut world = World::new(ground, name, way);
        scenario(&mut world);
        let (made, duplicates) = (world.made(), world.duplicates());
        let name = format!("{}: {name}, {way:?}", ground.name());
        println!("{name}: {duplicates} duplicates of {made}");
        assert!(made > 0, "{name}: nothing was made");
        assert_eq!(duplicates > 0, repeats.contains(&way), "{name}: {duplicates}");
    }
}

const LEASES: &[Way] = &[Way::Lease, Way::CheckedLease];

/// Longer than every time-out, in milliseconds.
const LONG: i64 = 400_000;

fn stopped_for_longer_than_any_time_out(world: &mut World) {
    let mut one = world.claim(0);
    one.stop();
    world.advance(LONG);
    // The number is idle.
    let _two = world.claim(0);
    one.go_on();
    world.make(&mut one);
    if world.way() == Way::Grants {
        assert_eq!(one.ask("extend"), "lost");
    }
    world.make(&mut one);
}

fn stopped_between_the_check_and_the_use(world: &mut World) {
    let mut one = world.spawn();
    assert_eq!(one.ask("claim"), "number 0");
    one.ask("pause");
    one.tell("ids 10");
    one.wait_until_it_stops();
    world.advance(LONG);
    let _two = world.claim(0);
    one.go_on();
    let reply = one.reply();
    world.keep(&reply);
}

fn a_clock_that_steps_back_across_a_restart(world: &mut World) {
    let mut one = world.spawn();
    one.ask("claim");
    for _ in 0..20 {
        assert_eq!(world.make(&mut one), 10);
        world.advance(100);
    }
    assert_eq!(one.ask("release"), "ok");
    world.advance(-1_500);
    let mut two = world.spawn();
    assert_eq!(two.ask("take"), "number 0");
    world.run(&mut two, 120, 100);
}

fn a_clock_far_ahead_in_one_holder(world: &mut World) {
    let (mut one, mut two) = (world.spawn(), world.spawn());
    one.ask("offset 2000");
    assert_eq!(one.ask("take"), "number 0");
    assert_eq!(world.make(&mut one), 10);
    assert_eq!(one.ask("release"), "ok");
    assert_eq!(two.ask("take"), "number 0");
    world.run(&mut two, 150, 100);
}

pub fn killed_at_every_step(world: &mut World) {
    // Claim, first grant, extension, release: before each commit, and between commit and reply.
    let steps: Vec<_> =
        (0..4).flat_map(|call| [(call, "before"), (call, "after"), (call, "reply")]).collect();
    for (call, fault) in &steps {
        let mut one = world.spawn();
        one.ask("owner host");
        one.ask(&format!("fault {call} {fault}"));
        for command in ["take", "ids 10", "extend", "ids 10", "extend", "release", "ids 10"] {
            let reply = one.ask(command);
            if command.starts_with("ids") {
                world.keep(&reply);
            }
        }
        one.kill();
        // At the same instant: a supervisor is fast.
        let mut two = world.spawn();
        two.ask("owner host");
        assert_eq!(two.ask("take"), "number 0");
        let made = world.run(&mut two, 12, 1_000);
        assert!(made >= 10, "after {fault} {call} it goes on");
        // And dies without a word.
        two.kill();
    }
}

fn killed_at_any_moment(world: &mut World) {
    // 32 kills, wherever each process happens to be: inside a transaction too.
    let start = |world: &World, host: usize| {
        let mut process = world.spawn();
        process.ask(&format!("owner host-{host}"));
        process.ask("borrow 5000");
        assert!(process.ask("claim").starts_with("number"));
        process.tell("run");
        process
    };
    let mut processes: Vec<_> = (0..4).map(|host| start(world, host)).collect();
    for kill in 0..32 {
        world.advance(if world.way() == Way::Grants { 100 } else { 0 });
        let host = kill % 4;
        // It lives for a while.
        for _ in 0..=kill {
            let line = processes[host].reply();
            world.keep(&line);
        }
        world.kill(processes.remove(host));
        processes.insert(host, start(world, host));
    }
    for process in processes {
        world.kill(process);
    }
}

/// A reply that is lost, ten times. The range is granted again to the same request.
pub fn a_lost_reply_wastes_nothing(ground: &dyn Ground, way: Way) {
    let mut world = World::new(ground, "reply", way);
    let mut one = world.spawn();
    assert_eq!(one.ask("claim"), "number 0");
    for _ in 0..10 {
        assert_eq!(world.make(&mut one), 10);
        one.ask("fault 0 reply");
        world.advance(5_000);
        assert_eq!(one.ask("extend"), "unavailable");
        assert_eq!(one.ask("extend"), "ok");
    }
    assert_eq!(world.duplicates(), 0);
    let resource = Resource { namespace: world.namespace(), number: 0 };
    let spans = world.store().spans(&resource).unwrap();
    assert!(spans.is_sorted_by(|a, b| a.range.end == b.range.start), "no gap: {spans:?}");
    let granted = spans.last().unwrap().range.end - spans[0].range.start;
    assert_eq!(granted, if way == Way::Blocks { 11 * BLOCK } else { 60_000_000 });
    println!("{}: reply, {way:?}: 0 duplicates of {}", ground.name(), world.made());
}

fn two_claim_at_once(world: &mut World) {
    // A lease that reads and then writes, as some do.
    let (mut one, mut two) = (world.spawn(), world.spawn());
    if world.way() == Way::Grants {
        one.tell("claim");
        two.tell("claim");
        let mut numbers = [one.reply(), two.reply()];
        numbers.sort();
        assert_eq!(numbers, ["number 0", "number 1"]);
    } else {
        for command in ["read", "write"] {
            one.ask(command);
            two.ask(command);
        }
    }
    assert_eq!((world.make(&mut one), world.make(&mut two)), (10, 10));
}

fn a_full_disk(world: &mut World) {
    let mut one = world.spawn();
    assert_eq!(one.ask("claim"), "number 0");
    one.ask("disk full");
    let refused = if world.way() == Way::Grants { "unavailable" } else { "unseen" };
    world.advance(5_000);
    assert_eq!(one.ask("extend"), refused);
    assert_eq!(world.make(&mut one), 10, "what was granted before");
    world.advance(LONG);
    let mut two = world.claim(0);
    world.make(&mut one);
    one.ask("disk fine");
    if world.way() == Way::Grants {
        assert_eq!(one.ask("extend"), "lost");
    }
    world.make(&mut one);
    assert_eq!(two.ask("extend"), "ok", "the file is whole");
}

fn older_copy(world: &mut World, heard: &str) {
    let mut one = begin_before_a_copy(world);
    if world.way() == Way::Grants {
        // The holder notices, and ends. The copy serves when all that was granted has passed.
        assert_eq!(one.ask("extend"), heard);
        assert_eq!(one.ask("ids 1"), "spent");
        world.advance(60_000);
    }
    go_on_with_the_copy(world, &mut one);
}

/// A holder of which the store, an older copy now, knows nothing.
pub fn begin_before_a_copy(world: &mut World) -> Process {
    let restore = world.backup();
    let one = world.claim(0);
    restore();
    one
}

/// Another one takes the number from the copy, and both make what they may.
pub fn go_on_with_the_copy(world: &mut World, one: &mut Process) {
    // The copy knows no holder.
    let _two = world.claim(0);
    world.make(one);
}

fn a_server_that_is_killed(world: &mut World) {
    let mut one = world.claim(0);
    let start = world.kill_server();
    world.advance(5_000);
    assert_eq!(one.ask("extend"), "unavailable");
    assert_eq!(world.make(&mut one), 10, "what was granted before");
    world.advance(55_000);
    assert_eq!(world.make(&mut one), 0);
    start();
    let _two = world.claim(1);
    assert_eq!(one.ask("extend"), "ok", "it has its number still");
    assert_eq!(world.make(&mut one), 10, "it goes on");
}

pub fn eight_processes(world: &mut World) {
    let mut processes: Vec<_> = (0..8).map(|_| world.spawn()).collect();
    for round in 0..3 {
        // The processes run at the same time.
        let (count, commands): (_, &[_]) = match world.way() {
            Way::Grants => (3000, &["borrow 5000", "claim", "ids 3000", "extend"]),
            Way::Blocks | Way::Highest => (10, &["claim", "ids 10", "extend", "ids 10", "extend"]),
            _ => (3000, &["borrow 5000", "read", "write", "ids 3000", "extend"]),
        };
        for command in commands {
            for process in &mut processes {
                process.tell(command);
            }
            for process in &mut processes {
                let reply = process.reply();
                if command.starts_with("ids") {
                    assert_eq!(world.keep(&reply), count);
                } else {
                    assert!(["ok", "number"].iter().any(|fine| reply.starts_with(fine)));
                }
            }
        }
        // Half of them die, and others come: at once, or when the dead are idle.
        for process in &mut processes[..4] {
            *process = world.spawn();
        }
        world.advance(if round == 0 { 0 } else { LONG });
    }
}
