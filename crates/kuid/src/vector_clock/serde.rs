//! A vector clock as a map of nodes and identifiers.

use core::fmt;

use ids_core::serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::VectorClock;

/// A map from each node to its identifier, in the order of the nodes.
impl Serialize for VectorClock {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// What [`Serialize`] writes, the nodes in any order and each at most once.
impl<'de> Deserialize<'de> for VectorClock {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries)
    }
}

struct Entries;

impl<'de> de::Visitor<'de> for Entries {
    type Value = VectorClock;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map from nodes to local identifiers")
    }

    fn visit_map<M: de::MapAccess<'de>>(self, mut entries: M) -> Result<VectorClock, M::Error> {
        let mut clock = VectorClock::new();
        while let Some((node, id)) = entries.next_entry()? {
            if clock.latest(node).is_some() {
                return Err(de::Error::custom(format_args!("two identifiers of node {node}")));
            }
            clock.observe(node, id);
        }
        Ok(clock)
    }
}
