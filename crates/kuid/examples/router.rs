//! Sends each request to the node that made the identifier: the identifier says which it was.
//!
//! ```sh
//! cargo run -p kuid --example kuid-router
//! ```
//!
//! ```text
//! made at a@host, found at a@host
//! made at b@host, found at b@host
//! made at c@host, found at no node that is known
//! ```

use core::error::Error;
use std::collections::BTreeMap;

use kuid::{Generator, Global, Node, NodeId, SystemClock};

struct Router {
    names: BTreeMap<NodeId, &'static str>,
}

impl Router {
    /// Knows these nodes. Two names with the same 28 bits of hash are an error: give one of them a number.
    fn new(names: &[&'static str]) -> Result<Self, String> {
        let mut known = BTreeMap::new();
        for &name in names {
            if let Some(other) = known.insert(NodeId::from_name(name), name) {
                return Err(format!("{name} and {other} have the same node number"));
            }
        }
        Ok(Self { names: known })
    }

    fn route(&self, id: Global) -> Option<&'static str> {
        self.names.get(&id.node()).copied()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let router = Router::new(&["a@host", "b@host"])?;
    for name in ["a@host", "b@host", "c@host"] {
        let id = Generator::new(SystemClock, Node::new(NodeId::from_name(name))).generate()?;
        let found = router.route(id).unwrap_or("no node that is known");
        println!("made at {name}, found at {found}");
    }
    Ok(())
}
