//! Which site an identifier belongs to: 32 bits of a hash of its name.

use core::{error::Error, fmt};

use ids_core::format::impl_hex32;
use sha2::{Digest, Sha256};

/// The domain of an identifier, as its lowest 32 bits of SHA-256 ([SIQ-5](crate::rules#siq-5)).
///
/// The name is hashed as it is: with another case, a port or a final dot it is another domain. The
/// empty name and `0` are for development, and hash to 0.
///
/// Its text is 8 lower-case hexadecimal digits. `FromStr` reads these, not a name.
///
/// ```
/// use siq::DomainHash;
/// let domain = DomainHash::from_name("example.com")?;
/// assert_eq!(domain.to_bits(), 0x86ce_1947);
/// assert_eq!(domain.to_string(), "86ce1947");
/// assert_eq!("86ce1947".parse(), Ok(domain));
/// assert_eq!(DomainHash::from_name("0")?, DomainHash::DEVELOPMENT);
/// # Ok::<(), siq::DomainError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DomainHash(u32);

impl_hex32!(DomainHash);

impl DomainHash {
    /// No domain: 0, for development.
    pub const DEVELOPMENT: Self = Self(0);

    /// The hash of a name.
    ///
    /// # Errors
    /// [`DomainError`]: write an internationalised name in punycode, `xn--`...
    #[inline]
    pub fn from_name(name: &str) -> Result<Self, DomainError> {
        if let Some(index) = name.bytes().position(|byte| !byte.is_ascii()) {
            return Err(DomainError { index });
        }
        if matches!(name, "" | "0") {
            return Ok(Self::DEVELOPMENT);
        }
        let digest = Sha256::digest(name.as_bytes());
        Ok(Self(digest[28..].iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte))))
    }

    /// The hash of a name with its highest 8 bits replaced by a number of your own, for sites that
    /// share a name ([SIQ-6](crate::rules#siq-6)). There is nothing to replace in the development
    /// domain.
    ///
    /// ```
    /// use siq::DomainHash;
    /// assert_eq!(DomainHash::with_local_id("example.com", 7)?.to_bits(), 0x07ce_1947);
    /// assert_eq!(DomainHash::with_local_id("", 7)?, DomainHash::DEVELOPMENT);
    /// # Ok::<(), siq::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_name`](Self::from_name).
    #[inline]
    pub fn with_local_id(name: &str, local_id: u8) -> Result<Self, DomainError> {
        let Self(hash) = Self::from_name(name)?;
        Ok(match name {
            "" | "0" => Self::DEVELOPMENT,
            _ => Self(hash & 0x00ff_ffff | u32::from(local_id) << 24),
        })
    }
}

/// A domain's name that is not all ASCII: write it in punycode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DomainError {
    /// The first byte outside ASCII, counted from the start of the name.
    pub index: usize,
}

impl DomainError {
    /// A stable lower-case name of the kind of error, for machine-readable output: the vectors'
    /// name for a byte that does not belong there.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        "digit"
    }
}

impl fmt::Display for DomainError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the domain is not ASCII at index {}: write it in punycode, xn--...", self.index)
    }
}

impl Error for DomainError {}
