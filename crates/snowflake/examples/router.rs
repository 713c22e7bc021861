//! Sends each request to the machine that made the identifier: the identifier says which it was.
//!
//! ```sh
//! cargo run -p snowflake-ids --example snowflake-router
//! ```
//!
//! ```text
//! 3000 identifiers of 3 machines, all found where they were made
//! an identifier of worker 7: no machine has worker 7
//! ```
//!
//! This is for what stays where it was made, such as sessions and uploads. To spread load evenly, take a
//! hash of the whole identifier instead.

use core::{error::Error, time::Duration};
use std::collections::{BTreeMap, HashMap, HashSet};

use snowflake::{Discord, Generate, Generator, Node, Snowflake, SystemClock};

type Id = Snowflake<Discord>;

/// A machine, with what it has made and keeps.
struct Machine {
    kept: HashSet<Id>,
}

struct Router {
    machines: BTreeMap<u64, Machine>,
}

impl Router {
    fn route(&self, id: Id) -> Result<&Machine, String> {
        let worker = id.get(Discord::WORKER);
        self.machines.get(&worker).ok_or_else(|| format!("no machine has worker {worker}"))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut machines = BTreeMap::new();
    for worker in 1..=3 {
        let node = Node::new(&[(Discord::WORKER, worker), (Discord::PROCESS, 0)])?;
        let mut ids = Generator::new(SystemClock, node);
        let kept = ids.blocking(Duration::from_secs(1)).take(1000).collect::<Result<_, _>>()?;
        machines.insert(worker, Machine { kept });
    }
    let router = Router { machines };

    let asked: HashMap<Id, u64> = (router.machines.iter())
        .flat_map(|(&worker, machine)| machine.kept.iter().map(move |&id| (id, worker)))
        .collect();
    for &id in asked.keys() {
        assert!(router.route(id)?.kept.contains(&id), "{id} is not where it was made");
    }
    let machines = router.machines.len();
    println!("{} identifiers of {machines} machines, all found where they were made", asked.len());

    let other = Node::new(&[(Discord::WORKER, 7), (Discord::PROCESS, 0)])?;
    let other = Generator::new(SystemClock, other).generate()?;
    match router.route(other) {
        Ok(_) => return Err("a machine that does not exist".into()),
        Err(error) => println!("an identifier of worker 7: {error}"),
    }
    Ok(())
}
