//! Vector clocks: what is known of each node.

use alloc::collections::{BTreeMap, btree_map::Entry};

use crate::{Kuid, Local, NodeId};

#[cfg(feature = "serde")]
mod serde;

/// The latest identifier known of each node ([KUID-19](crate::rules#kuid-19)).
///
/// It tells of any two states whether one has seen all that the other had. `a` happened before `b`
/// if `b` descends from `a`, and `a` does not descend from `b`. They are concurrent if neither
/// descends from the other.
///
/// ```
/// use kuid::{Local, NodeId, VectorClock};
/// let [a, b] = [NodeId::from_name("a@host"), NodeId::from_name("b@host")];
/// let id = |second| Local::from_parts(1539, second, 0, 0);
/// let mut here = VectorClock::from_iter([(a, id(1)?)]);
/// let mut there = here.clone();
/// here.observe(a, id(2)?);
/// assert!(here.descends(&there) && !there.descends(&here));
/// there.observe(b, id(1)?);
/// // Now each knows something that the other does not.
/// assert!(!here.descends(&there) && !there.descends(&here));
/// let both = here.join(&there);
/// assert!(both.descends(&here) && both.descends(&there));
/// # Ok::<(), kuid::RangeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct VectorClock {
    latest: BTreeMap<NodeId, Local>,
}

impl VectorClock {
    /// Knows of no node.
    #[inline]
    pub const fn new() -> Self {
        Self { latest: BTreeMap::new() }
    }

    /// Takes note of an identifier of a node: its entry becomes the larger of both.
    #[inline]
    pub fn observe(&mut self, node: NodeId, id: Local) {
        match self.latest.entry(node) {
            Entry::Vacant(entry) => {
                entry.insert(id);
            }
            Entry::Occupied(mut entry) if *entry.get() < id => {
                entry.insert(id);
            }
            Entry::Occupied(_) => {}
        }
    }

    /// As [`observe`](Self::observe), of a global identifier.
    #[inline]
    pub fn observe_global<const DRIFT: u8>(&mut self, id: Kuid<DRIFT>) {
        self.observe(id.node(), id.to_local());
    }

    /// The latest identifier known of a node.
    #[inline]
    pub fn latest(&self, node: NodeId) -> Option<Local> {
        self.latest.get(&node).copied()
    }

    /// The latest identifier of each node, in the order of the nodes.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, Local)> + '_ {
        self.latest.iter().map(|(node, id)| (*node, *id))
    }

    /// The union of both: the larger identifier of each node.
    #[inline]
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let mut joined = self.clone();
        joined.extend(other.iter());
        joined
    }

    /// Whether this one knows all that `other` does: of each of its nodes an identifier at least
    /// as large. Each descends from itself, and from the one that knows nothing.
    #[inline]
    pub fn descends(&self, other: &Self) -> bool {
        self.diff(other).next().is_none()
    }

    /// The entries of `other` that this one does not know, in the order of the nodes: what
    /// [`extend`](Extend::extend) takes, to know them as well.
    #[inline]
    pub fn diff<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (NodeId, Local)> + 'a {
        other.iter().filter(|(node, latest)| self.latest(*node) < Some(*latest))
    }
}

impl Extend<(NodeId, Local)> for VectorClock {
    #[inline]
    fn extend<T: IntoIterator<Item = (NodeId, Local)>>(&mut self, ids: T) {
        ids.into_iter().for_each(|(node, id)| self.observe(node, id));
    }
}

impl FromIterator<(NodeId, Local)> for VectorClock {
    #[inline]
    fn from_iter<T: IntoIterator<Item = (NodeId, Local)>>(ids: T) -> Self {
        let mut clock = Self::new();
        clock.extend(ids);
        clock
    }
}
