//! A ledger that ends elsewhere than its store says.

use core::fmt;

use crate::EventId;

/// A ledger of a store whose events end with another one than the store says is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OtherEnd {
    /// The head that the store reports; `None` if it has no events.
    pub head: Option<EventId>,
    /// The last event that is there.
    pub last: Option<EventId>,
}

impl fmt::Display for OtherEnd {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the ledger says that ")?;
        match self.head {
            Some(head) => write!(f, "its last event is {head}")?,
            None => f.write_str("it has no events")?,
        }
        match self.last {
            Some(last) => write!(f, ", but its events end with {last}"),
            None => f.write_str(", but it has no events"),
        }
    }
}

impl core::error::Error for OtherEnd {}
