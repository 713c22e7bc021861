//! Identifiers of positions: local ones, or global ones of a node.

use ids_core::format::{Positions, Scheme, Ticks};

use crate::{Drift, Global, Local, NodeId, layout};

/// Makes [`Local`] identifiers ([KUID-14](crate::rules#kuid-14)).
///
/// ```
/// use core::time::Duration;
/// use kuid::{FixedClock, Generator, Locals};
/// // A clock that stands still: the same every time this is run.
/// let clock = FixedClock::new(Duration::from_micros(1_539_625_275_432_128));
/// let mut generator = Generator::new(clock, Locals);
/// assert_eq!(generator.generate()?.to_string(), ".5.tXbhdV..");
/// assert_eq!(generator.generate()?.to_string(), ".5.tXbhdV.3");
/// # Ok::<(), kuid::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Locals;

/// Makes [`Global`] identifiers of one node ([KUID-14](crate::rules#kuid-14)).
///
/// An identifier to resume after must have the same drift. The drift is not in the identifier, and
/// with another one its time is another.
///
/// ```
/// use core::time::Duration;
/// use kuid::{FixedClock, Drift, Generator, Globals, NodeId};
/// let clock = FixedClock::new(Duration::from_micros(1_539_625_275_432_128));
/// let node = Globals::new(NodeId::from_name("uid@127.0.0.1"), Drift::DEFAULT);
/// let mut generator = Generator::new(clock, node);
/// assert_eq!(generator.generate()?.to_string(), ".5.tXVEf8n8vPN..");
/// assert_eq!(generator.generate()?.to_string(), ".5.tXVEf8n8vPN.0");
/// # Ok::<(), kuid::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Globals {
    node: NodeId,
    drift: Drift,
}

impl Globals {
    /// The identifiers of a node.
    #[inline]
    pub const fn new(node: NodeId, drift: Drift) -> Self {
        Self { node, drift }
    }

    /// The node.
    #[inline]
    pub const fn node(&self) -> NodeId {
        self.node
    }

    /// The drift.
    #[inline]
    pub const fn drift(&self) -> Drift {
        self.drift
    }
}

impl Scheme for Locals {
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
    fn position(&self, id: Local) -> u64 {
        id.position()
    }
}

impl Scheme for Globals {
    type Id = Global;

    #[inline]
    fn ticks(&self) -> Ticks {
        Locals.ticks()
    }

    #[inline]
    fn positions(&self) -> Positions {
        Locals.positions()
    }

    #[inline]
    fn id(&self, position: u64) -> Global {
        Locals.id(position).to_global(self.node, self.drift)
    }

    #[inline]
    fn position(&self, id: Global) -> u64 {
        Locals.position(id.to_local(self.drift))
    }
}
