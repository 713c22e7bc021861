//! Namespaces, resources and holders: the parts of a request.

use core::fmt;
use std::boxed::Box;

use luuid::Group;
use rand_core::TryRng;

use crate::StoreError;

/// The name of a set of node numbers, or of a set of keys: 1 to 100 printable ASCII characters
/// without a space.
///
/// ```
/// use ids_reserve::Namespace;
/// assert_eq!(Namespace::new("orders")?.as_str(), "orders");
/// assert!(Namespace::new("two words").is_err());
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Namespace(Box<str>);

impl Namespace {
    /// The namespace of this name.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] unless the name has 1 to 100 printable ASCII characters and no space.
    #[inline]
    pub fn new(name: &str) -> Result<Self, StoreError> {
        let fits = (1..=100).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_graphic());
        if fits {
            Ok(Self(name.into()))
        } else {
            Err(StoreError::invalid(
                "a namespace has 1 to 100 printable ASCII characters and no space",
            ))
        }
    }

    /// The name.
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The LUUID group whose keys are under this name: 2a0 for `luuid-2a0`, else the group of the name.
    ///
    /// ```
    /// use ids_reserve::Namespace;
    /// assert_eq!(Namespace::new("luuid-2a0")?.group(), Namespace::new("person")?.group());
    /// # Ok::<(), ids_reserve::StoreError>(())
    /// ```
    #[inline]
    pub fn group(&self) -> Group {
        let number = self.0.strip_prefix("luuid-").and_then(|number| number.parse().ok());
        number.unwrap_or_else(|| Group::from_name(&self.0))
    }
}

impl fmt::Display for Namespace {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A resource, whose ranges are granted: one node number of a namespace, or the keys of a namespace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resource {
    /// The namespace.
    pub namespace: Namespace,
    /// The node number; 0 for keys. Below 2^63.
    pub number: u64,
}

impl fmt::Display for Resource {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.namespace, self.number)
    }
}

/// The holder of a range: one lease of one process. A copy of the process has the same holder, and the store
/// finds that out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Holder {
    token: u128,
    label: Box<str>,
}

impl Holder {
    /// A holder that no other is, with a label for people, such as the name of the host.
    ///
    /// # Errors
    /// [`StoreError::Entropy`] if the random source fails; others as [`new`](Self::new).
    #[inline]
    pub fn random<R: TryRng>(rng: &mut R, label: &str) -> Result<Self, StoreError> {
        Self::new(token(rng)?, label)
    }

    /// The holder of a token: 128 bits that tell it from all others.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if the label has more than 100 bytes or a control character.
    #[inline]
    pub fn new(token: u128, label: &str) -> Result<Self, StoreError> {
        if label.len() > 100 || label.chars().any(char::is_control) {
            return Err(StoreError::invalid(
                "a label has at most 100 bytes and no control character",
            ));
        }
        Ok(Self { token, label: label.into() })
    }

    /// The token that identifies this holder.
    #[inline]
    pub const fn token(&self) -> u128 {
        self.token
    }

    /// The label for people.
    #[inline]
    pub fn label(&self) -> &str {
        &self.label
    }
}

/// Bits that no other holder or request has.
pub(crate) fn token<R: TryRng>(rng: &mut R) -> Result<u128, StoreError> {
    let mut half = || rng.try_next_u64().map(u128::from).map_err(|_| StoreError::Entropy);
    Ok(half()? << 64 | half()?)
}
