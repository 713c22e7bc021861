//! What tells two generators apart.

use core::{fmt, marker::PhantomData};

use ids_core::{
    RangeError,
    format::{Positions, Scheme, or_return},
};

use crate::{FieldOf, Flavour, Kind, Snowflake, ValuesError, kind::impl_copy, pack::Packing};

/// A node of the flavour `K`: the values of its own fields, such as worker and process.
///
/// Nothing is taken from the process, the host or the network. Pass different values to two nodes
/// of one service ([SNOW-66](crate::rules#snow-66)). With a clock it is a generator, owned or
/// shared ([SNOW-60](crate::rules#snow-60)):
///
/// ```
/// use snowflake::{Discord, Generator, Node, UnixTime};
/// let node = Node::new(&[(Discord::WORKER, 1), (Discord::PROCESS, 0)])?;
/// // A clock that stands still; programs use `SystemClock`.
/// let clock = UnixTime::from_millis(1_462_015_105_796);
/// let mut generator = Generator::new(clock, node);
/// let id = generator.generate()?;
/// assert_eq!(id.to_bits(), 175_928_847_299_117_056);
/// assert_eq!(generator.generate()?.get(Discord::INCREMENT), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A flavour that can only be read has no nodes:
/// ```compile_fail,E0080
/// use snowflake::{Mastodon, Node};
/// let node = Node::<Mastodon>::new(&[(Mastodon::TAIL, 0)]);
/// ```
pub struct Node<K: Kind> {
    bits: u64,
    kind: PhantomData<fn() -> K>,
}

impl_copy!(Node, bits);

impl<K: Kind> Node<K> {
    /// How many nodes the flavour has: the product of what its node fields hold. Discord's worker
    /// and process have 5 bits each, which is 1,024 nodes ([SNOW-68](crate::rules#snow-68)).
    pub const COUNT: u64 = K::FLAVOUR.nodes();

    /// The node with these values, each of its fields exactly once.
    ///
    /// Does not compile for a flavour that is [`decode_only`](Flavour::decode_only).
    ///
    /// # Errors
    /// [`ValuesError`] unless `values` has each field but the timestamp, the sequence and the fixed
    /// ones once, with a value that fits, and nothing else.
    #[inline]
    pub const fn new(values: &[(FieldOf<K>, u64)]) -> Result<Self, ValuesError> {
        const { assert!(K::FLAVOUR.generates(), "this flavour can be read, but not generated") };
        let bits = or_return!(Packing::node(&K::FLAVOUR).fields(values));
        Ok(Self { bits, kind: PhantomData })
    }

    /// The node of this number, from 0 to [`COUNT`](Self::COUNT) - 1: for services that number their
    /// processes. Each number gives another node, and every node has one number.
    ///
    /// The node's fields, most significant first, are the digits of the number
    /// ([SNOW-68](crate::rules#snow-68)). A field's value is the number, divided by the product of
    /// what the fields below it hold, modulo what the field itself holds. Discord's `worker` is
    /// `number / 32 % 32`, and its `process` is `number % 32`:
    ///
    /// ```
    /// use snowflake::{Discord, Node};
    /// let node = Node::<Discord>::numbered(37)?;
    /// assert_eq!(Ok(node), Node::new(&[(Discord::WORKER, 1), (Discord::PROCESS, 5)]));
    /// assert!(Node::<Discord>::numbered(1024).is_err());
    /// # Ok::<(), snowflake::RangeError>(())
    /// ```
    ///
    /// Does not compile for a flavour that is [`decode_only`](Flavour::decode_only).
    ///
    /// # Errors
    /// [`RangeError`] for the field `node` if the number is not below [`COUNT`](Self::COUNT).
    #[inline]
    pub const fn numbered(number: u64) -> Result<Self, RangeError> {
        const { assert!(K::FLAVOUR.generates(), "this flavour can be read, but not generated") };
        Ok(Self { bits: or_return!(K::FLAVOUR.numbered(number)), kind: PhantomData })
    }

    /// The bits that the node contributes: its fields and the fixed ones.
    #[inline]
    pub const fn to_bits(&self) -> u64 {
        self.bits
    }
}

impl<K: Kind> Scheme for Node<K> {
    type Id = Snowflake<K>;

    #[inline]
    fn positions(&self) -> Positions {
        const { K::FLAVOUR.positions() }
    }

    #[inline]
    fn id(&self, position: u64) -> Snowflake<K> {
        Snowflake::from_known_bits(K::FLAVOUR.id(position, self.bits))
    }

    #[inline]
    fn position(&self, id: Snowflake<K>) -> u64 {
        K::FLAVOUR.position(id.to_bits())
    }
}

impl<K: Kind> fmt::Debug for Node<K> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flavour = K::FLAVOUR.name();
        f.debug_struct("Node").field("flavour", &flavour).field("bits", &self.bits).finish()
    }
}

/// A node of a flavour that is only known when the program runs. Its identifiers are integers.
///
/// ```
/// use snowflake::{DynamicNode, Flavour, Generator, UnixTime};
/// let flavour = "sonyflake-v2".parse::<Flavour>()?;
/// let node = DynamicNode::new(flavour, &[("machine", 0x0102)])?;
/// let mut generator = Generator::new(UnixTime::from_secs(1_735_689_601), node);
/// assert_eq!(generator.generate()?, 100 << 24 | 0x0102);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DynamicNode {
    flavour: Flavour,
    /// Of the flavour: computed once.
    positions: Positions,
    bits: u64,
}

impl DynamicNode {
    /// The node with these values, as [`Flavour::node`].
    ///
    /// # Errors
    /// [`ValuesError`]; [`ValuesError::DecodeOnly`] if the flavour can only be read.
    #[inline]
    pub const fn new(flavour: Flavour, values: &[(&str, u64)]) -> Result<Self, ValuesError> {
        let bits = or_return!(flavour.node(values));
        Ok(Self { flavour, positions: flavour.positions(), bits })
    }

    /// The node of this number, from 0 to [`Flavour::nodes`] - 1, as [`Node::numbered`].
    ///
    /// # Errors
    /// [`ValuesError::Range`] for the field `node` if the number is not below it;
    /// [`ValuesError::DecodeOnly`] if the flavour can only be read.
    #[inline]
    pub const fn numbered(flavour: Flavour, number: u64) -> Result<Self, ValuesError> {
        if !flavour.generates() {
            return Err(ValuesError::DecodeOnly { flavour: flavour.name() });
        }
        match flavour.numbered(number) {
            Ok(bits) => Ok(Self { flavour, positions: flavour.positions(), bits }),
            Err(error) => Err(ValuesError::Range(error)),
        }
    }

    /// The flavour.
    #[inline]
    pub const fn flavour(&self) -> Flavour {
        self.flavour
    }

    /// The bits that the node contributes: its fields and the fixed ones.
    #[inline]
    pub const fn to_bits(&self) -> u64 {
        self.bits
    }
}

impl Scheme for DynamicNode {
    type Id = u64;

    #[inline]
    fn positions(&self) -> Positions {
        self.positions
    }

    #[inline]
    fn id(&self, position: u64) -> u64 {
        self.flavour.id(position, self.bits)
    }

    #[inline]
    fn position(&self, id: u64) -> u64 {
        self.flavour.position(id)
    }
}
