//! What tells two generators apart.

use ids_core::{
    RangeError,
    format::{Positions, Scheme},
};

use crate::{Drift, Kuid, Local, NodeId, layout};

/// A node that makes [`Kuid`] identifiers, such as a [`Global`](crate::Global)
/// ([KUID-14](crate::rules#kuid-14)).
///
/// Two generators that run at once need different nodes. All generators of a set of identifiers need
/// the same drift, and so does an identifier to resume after: another one does not compile.
///
/// ```
/// use kuid::{Generator, Node, NodeId, UnixTime};
/// // A clock that stands still: the same every time this is run.
/// let clock = UnixTime::from_micros(1_539_625_275_432_128);
/// let node = Node::<8>::new(NodeId::from_name("uid@127.0.0.1"));
/// let mut generator = Generator::new(clock, node);
/// assert_eq!(generator.generate()?.to_string(), ".5.tXVEf8n8vPN..");
/// assert_eq!(generator.generate()?.to_string(), ".5.tXVEf8n8vPN.0");
/// # Ok::<(), kuid::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node<const DRIFT: u8 = 8>(NodeId);

/// A node whose drift is told as the program runs: its identifiers are numbers of 96 bits.
///
/// ```
/// use kuid::{Drift, DynamicNode, Generator, NodeId, UnixTime};
/// let clock = UnixTime::from_micros(1_539_625_275_432_128);
/// let node = DynamicNode::new(NodeId::from_name("uid@127.0.0.1"), Drift::new(10)?);
/// let mut generator = Generator::new(clock, node);
/// assert_eq!(generator.generate().ok(), Some(0x0060_3988_0fac_9cca_7b69_8000));
/// # Ok::<(), kuid::DriftError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DynamicNode {
    id: NodeId,
    drift: Drift,
}

/// The only node of its set of identifiers: it makes [`Local`] ones
/// ([KUID-14](crate::rules#kuid-14)).
///
/// ```
/// use kuid::{Generator, LocalNode, UnixTime};
/// let clock = UnixTime::from_micros(1_539_625_275_432_128);
/// let mut generator = Generator::new(clock, LocalNode);
/// assert_eq!(generator.generate()?.to_string(), ".5.tXbhdV..");
/// assert_eq!(generator.generate()?.to_string(), ".5.tXbhdV.3");
/// # Ok::<(), kuid::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LocalNode;

impl<const DRIFT: u8> Node<DRIFT> {
    /// How many nodes there are: 2^32.
    pub const COUNT: u64 = 1 << u32::BITS;

    /// The node of this id, a number or the hash of a name.
    #[inline]
    pub const fn new(id: NodeId) -> Self {
        const { _ = Kuid::<DRIFT>::DRIFT };
        Self(id)
    }

    /// The node of this number, 0 to [`COUNT`](Self::COUNT) - 1: its id is the number.
    ///
    /// ```
    /// use kuid::{Node, NodeId};
    /// let node = Node::<8>::numbered(7)?;
    /// assert_eq!(node.node_id(), NodeId::from_bits(7));
    /// assert!(Node::<8>::numbered(Node::<8>::COUNT).is_err());
    /// # Ok::<(), kuid::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] if the number has more than 32 bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the comparison bounds it")]
    pub const fn numbered(number: u64) -> Result<Self, RangeError> {
        if number >= Self::COUNT {
            return Err(RangeError::Field { field: "node", value: number, max: Self::COUNT - 1 });
        }
        Ok(Self::new(NodeId::from_bits(number as u32)))
    }

    /// The node's id, as each of its identifiers has it.
    #[inline]
    pub const fn node_id(&self) -> NodeId {
        self.0
    }
}

impl DynamicNode {
    /// The node of this id, a number or the hash of a name.
    #[inline]
    pub const fn new(id: NodeId, drift: Drift) -> Self {
        Self { id, drift }
    }
}

impl Scheme for LocalNode {
    type Id = Local;

    #[inline]
    fn positions(&self) -> Positions {
        const { Positions::new(layout::TICKS, Local::SEQUENCE.width(), layout::LAST_TICK) }
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

impl<const DRIFT: u8> Scheme for Node<DRIFT> {
    type Id = Kuid<DRIFT>;

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
    fn id(&self, position: u64) -> Kuid<DRIFT> {
        LocalNode.id(position).to_global(self.0)
    }

    #[inline]
    fn next_id(&self, kept: &mut u128, position: u64) -> Kuid<DRIFT> {
        LocalNode.next_id(kept, position).to_global(self.0)
    }

    #[inline]
    fn position(&self, id: Kuid<DRIFT>) -> u64 {
        LocalNode.position(id.to_local())
    }
}

impl Scheme for DynamicNode {
    type Id = u128;

    #[inline]
    fn positions(&self) -> Positions {
        LocalNode.positions()
    }

    #[inline]
    fn family(&self) -> Option<(&'static str, u64)> {
        Node::<8>(self.id).family()
    }

    #[inline]
    fn id(&self, position: u64) -> u128 {
        self.drift.join(LocalNode.id(position), self.id)
    }

    #[inline]
    fn next_id(&self, kept: &mut u128, position: u64) -> u128 {
        self.drift.join(LocalNode.next_id(kept, position), self.id)
    }

    #[inline]
    fn position(&self, id: u128) -> u64 {
        LocalNode.position(self.drift.split(id).0)
    }
}
