//! What two programs must agree on before they share a namespace.

use core::{fmt, ops::Range};
use std::{boxed::Box, format, string::String};

use ids_core::{
    UnixTime,
    format::{Positions, Scheme},
};
use luuid::Group;

/// The layout of a namespace, as a line of text: what its programs must agree on.
///
/// A store keeps the first one and refuses others ([`StoreError::Layout`](crate::StoreError)),
/// because two layouts read one node number as two different sets of identifiers. It also refuses a
/// second name for one [`subject`](Self::subject)
/// ([`StoreError::SecondName`](crate::StoreError::SecondName)), because the two would make each
/// identifier twice.
///
/// ```
/// use ids_reserve::Fingerprint;
/// use luuid::Group;
/// let keys = Fingerprint::of_keys(1..1 << 48);
/// assert_eq!(keys.as_str(), "keys 1 to 281474976710655");
/// let keys = keys.with_group(Group::from_name("person"));
/// assert_eq!(keys.as_str(), "luuid group 2a0; keys 1 to 281474976710655");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    text: Box<str>,
    pub(crate) separate: bool,
}

impl Fingerprint {
    fn of(text: String) -> Self {
        Self { text: text.into(), separate: false }
    }

    /// The fingerprint of a format's nodes: its positions, and how many nodes it has.
    ///
    /// Two kinds of ticks count as the same if they have the same epoch, and if ticks 1 and 2^30
    /// begin at the same instants.
    #[inline]
    pub fn of_nodes(positions: Positions, nodes: u64) -> Self {
        let ticks = positions.ticks();
        let nanos = |time: UnixTime| time.duration_since(ticks.epoch()).as_nanos();
        let (epoch, one, many) =
            (ticks.epoch().as_nanos(), nanos(ticks.start(1)), nanos(ticks.start(1 << 30)));
        let (bits, last) = (positions.bits(), positions.last());
        Self::of(format!(
            "nodes {nodes}, bits {bits}, last tick {last}, epoch {epoch} ns, tick {one} ns, \
             2^30 ticks {many} ns"
        ))
    }

    /// The fingerprint of a scheme's nodes, which covers how the scheme puts an identifier together.
    ///
    /// It hashes the identifiers that show where each bit of a position and of a node
    /// number goes. So two schemes that differ only in the place of a field differ. `node` makes the
    /// scheme of a number; it is `None` for a number that the format does not have.
    #[inline]
    pub fn of_schemes<N: Scheme<Id: Into<u128>>>(
        positions: Positions,
        nodes: u64,
        node: impl Fn(u64) -> Option<N>,
    ) -> Self {
        let end = positions.last() << positions.bits() | !(u64::MAX << positions.bits());
        let mut numbers = Fnv::new();
        for number in bits(nodes.saturating_sub(1)) {
            numbers.add(node(number).map(|node| node.id(0)));
        }
        // Whatever the number of nodes is, all have the first one.
        let mut ids = Fnv::new();
        ids.add_bytes(Self::of_nodes(positions, 1).as_str().as_bytes());
        for position in bits(end) {
            ids.add(node(0).map(|node| node.id(position)));
        }
        let known = Self::of_nodes(positions, nodes);
        let (ids, numbers) = (ids.0, numbers.0);
        Self::of(match node(0).as_ref().and_then(Scheme::family) {
            Some((name, number)) => {
                format!("{name} {number}; ids {ids:016x}, {known}, numbers {numbers:016x}")
            }
            None => format!("ids {ids:016x}; {known}, numbers {numbers:016x}"),
        })
    }

    /// The fingerprint of keys: the first one, and one past the last.
    #[inline]
    pub fn of_keys(keys: Range<u64>) -> Self {
        Self::of(format!("keys {} to {}", keys.start, keys.end.saturating_sub(1)))
    }

    /// The fingerprint of keys that [`claim_key`](crate::claim_key) enters one by one: one past the last.
    #[inline]
    pub fn of_claimed_keys(limit: u64) -> Self {
        Self::of(format!("claimed keys up to {}", limit.saturating_sub(1)))
    }

    /// The same, of the keys of a LUUID group.
    #[inline]
    #[must_use]
    pub fn with_group(self, group: Group) -> Self {
        let text = format!("luuid group {group}; {}", terms(&self.text)).into();
        Self { text, ..self }
    }

    /// The same, and whether its namespace may be begun although another one of the store has the same subject.
    #[inline]
    #[must_use]
    pub fn with_separate(self, separate: bool) -> Self {
        Self { separate, ..self }
    }

    /// Which identifiers these are, independent of their maker and of their number: a LUUID group, the
    /// [family](Scheme::family) of a scheme, or the hash of the first node's identifiers. `None` if it is not known.
    #[inline]
    pub fn subject(&self) -> Option<&str> {
        subject(&self.text)
    }

    /// The text, ASCII.
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Fingerprint {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// The subject in a fingerprint's text.
pub(crate) fn subject(text: &str) -> Option<&str> {
    text.split_once("; ").map(|(subject, _)| subject)
}

/// What its programs must agree on beside the subject.
pub(crate) fn terms(text: &str) -> &str {
    text.split_once("; ").map_or(text, |(_, terms)| terms)
}

/// Zero, and each number of one bit up to the last number.
fn bits(last: u64) -> impl Iterator<Item = u64> {
    let one = (0..u64::BITS).map(|bit| 1 << bit);
    core::iter::once(0).chain(one.take_while(move |number| *number <= last))
}

/// The hash FNV-1a of numbers.
struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, id: Option<impl Into<u128>>) {
        // A number that the format does not have, and identifier 0, differ in their length.
        self.add_bytes(id.map(|id| id.into().to_be_bytes()).as_ref().map_or(&[], |id| id));
        self.add_bytes(&[0]);
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
