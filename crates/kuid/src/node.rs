//! The node: what tells two generators apart.

use ids_core::{
    RangeError,
    format::{Positions, Scheme, Ticks},
};

use crate::{Drift, Global, Local, NodeId, layout};

/// A node that makes [`Global`] identifiers ([KUID-14](crate::rules#kuid-14)).
///
/// Two generators that run at once need different nodes. All generators of a set of identifiers need
/// the same drift. An identifier to resume after must have it too. The drift is not in the
/// identifier, and with another one its time is another.
///
/// ```
/// use kuid::{Drift, FixedClock, Generator, Node, NodeId, UnixTime};
/// // A clock that stands still: the same every time this is run.
/// let clock = FixedClock::new(UnixTime::from_micros(1_539_625_275_432_128));
/// let node = Node::new(NodeId::from_name("uid@127.0.0.1"), Drift::DEFAULT);
/// let mut generator = Generator::new(clock, node);
/// assert_eq!(generator.generate()?.to_string(), ".5.tXVEf8n8vPN..");
/// assert_eq!(generator.generate()?.to_string(), ".5.tXVEf8n8vPN.0");
/// # Ok::<(), kuid::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    id: NodeId,
    drift: Drift,
}

/// The only node of its set of identifiers: it makes [`Local`] ones
/// ([KUID-14](crate::rules#kuid-14)).
///
/// ```
/// use kuid::{FixedClock, Generator, LocalNode, UnixTime};
/// let clock = FixedClock::new(UnixTime::from_micros(1_539_625_275_432_128));
/// let mut generator = Generator::new(clock, LocalNode);
/// assert_eq!(generator.generate()?.to_string(), ".5.tXbhdV..");
/// assert_eq!(generator.generate()?.to_string(), ".5.tXbhdV.3");
/// # Ok::<(), kuid::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LocalNode;

impl Node {
    /// How many nodes there are: 2^32.
    pub const COUNT: u64 = 1 << u32::BITS;

    /// The node of this id, a number or the hash of a name.
    #[inline]
    pub const fn new(id: NodeId, drift: Drift) -> Self {
        Self { id, drift }
    }

    /// The node of this number, 0 to [`COUNT`](Self::COUNT) - 1: its id is the number.
    ///
    /// ```
    /// use kuid::{Drift, Node, NodeId};
    /// let node = Node::numbered(7, Drift::DEFAULT)?;
    /// assert_eq!(node.node_id(), NodeId::from_bits(7));
    /// assert!(Node::numbered(Node::COUNT, Drift::DEFAULT).is_err());
    /// # Ok::<(), kuid::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] if the number has more than 32 bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the comparison bounds it")]
    pub const fn numbered(number: u64, drift: Drift) -> Result<Self, RangeError> {
        if number >= Self::COUNT {
            return Err(RangeError { field: "node", value: number, max: Self::COUNT - 1 });
        }
        Ok(Self::new(NodeId::from_bits(number as u32), drift))
    }

    /// The node's id, as each of its identifiers has it.
    #[inline]
    pub const fn node_id(&self) -> NodeId {
        self.id
    }

    /// The drift.
    #[inline]
    pub const fn drift(&self) -> Drift {
        self.drift
    }
}

impl Scheme for LocalNode {
    type Id = Local;

    #[inline]
    fn ticks(&self) -> Ticks {
        layout::TICKS
    }

    #[inline]
    fn positions(&self) -> Positions {
        const { Positions::new(layout::SEQUENCE.width(), layout::LAST_TICK) }
    }

    #[inline]
    fn id(&self, position: u64) -> Local {
        Local::from_position(position)
    }

    #[inline]
    fn next_id(&self, kept: &mut u128, position: u64) -> Local {
        Local::next(kept, position)
    }

    #[inline]
    fn position(&self, id: Local) -> u64 {
        id.position()
    }

    #[inline]
    fn fill(&self, first: u64, ids: &mut [Local]) {
        Local::fill(first, ids);
    }
}

impl Scheme for Node {
    type Id = Global;

    #[inline]
    fn ticks(&self) -> Ticks {
        LocalNode.ticks()
    }

    #[inline]
    fn positions(&self) -> Positions {
        LocalNode.positions()
    }

    /// The drift is not in an identifier.
    #[inline]
    fn family(&self) -> Option<(&'static str, u64)> {
        Some(("kuid", 0))
    }

    #[inline]
    fn id(&self, position: u64) -> Global {
        LocalNode.id(position).to_global(self.id, self.drift)
    }

    #[inline]
    fn next_id(&self, kept: &mut u128, position: u64) -> Global {
        LocalNode.next_id(kept, position).to_global(self.id, self.drift)
    }

    #[inline]
    fn position(&self, id: Global) -> u64 {
        LocalNode.position(id.to_local(self.drift))
    }
}
