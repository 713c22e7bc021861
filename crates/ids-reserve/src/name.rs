//! Namespaces, resources and holders: the parts of a request.

use core::fmt;
use std::boxed::Box;

use ids_core::format::Hex;
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
            Err(StoreError::Invalid(
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

/// 128 random bits that tell one holder, or one request, from all others.
///
/// Its text is 32 lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(u128);

impl Token {
    /// A token that no other request has.
    ///
    /// # Errors
    /// Those of the random source.
    #[inline]
    pub fn random<R: TryRng>(rng: &mut R) -> Result<Self, R::Error> {
        let (high, low) = (rng.try_next_u64()?, rng.try_next_u64()?);
        Ok(Self(u128::from(high) << 64 | u128::from(low)))
    }

    /// The token of these bits, as a store kept them.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The bits.
    #[inline]
    pub const fn to_bits(self) -> u128 {
        self.0
    }
}

impl fmt::Display for Token {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Hex::LOWER.encode::<32>(self.0).as_str())
    }
}

/// The holder of a range: one lease of one process. A copy of the process has the same holder, and the store
/// finds that out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Holder {
    token: Token,
    label: Box<str>,
}

impl Holder {
    /// A holder with a label for people, such as the name of the host.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if the label has more than 100 bytes or a control character.
    #[inline]
    pub fn new(token: Token, label: &str) -> Result<Self, StoreError> {
        if label.len() > 100 || label.chars().any(char::is_control) {
            return Err(StoreError::Invalid(
                "a label has at most 100 bytes and no control character",
            ));
        }
        Ok(Self { token, label: label.into() })
    }

    /// The token that identifies this holder.
    #[inline]
    pub const fn token(&self) -> Token {
        self.token
    }

    /// The label for people.
    #[inline]
    pub fn label(&self) -> &str {
        &self.label
    }
}
