//! Node numbers without a store.

use core::{error::Error, fmt};
use std::env;

/// The number at the end of a name, after its last hyphen: 37 of `users-37`, as Kubernetes names the
/// pods of a `StatefulSet`.
///
/// This function does not know whether another process has the same number. A `StatefulSet` starts a
/// second `users-37` only when the first one is gone, or when an operator forces it: a pod of a node
/// that was cut off may still run after `kubectl delete --force`. With a store, take
/// [`Options::with_wanted`](crate::Options::with_wanted): then such a pod repeats nothing.
///
/// ```
/// use ids_reserve::number_of_name;
/// assert_eq!(number_of_name("users-37")?, 37);
/// assert_eq!(number_of_name("my-users-0")?, 0);
/// assert!(number_of_name("users").is_err());
/// # Ok::<(), ids_reserve::OrdinalError>(())
/// ```
///
/// # Errors
/// [`OrdinalError`] unless the name has a hyphen, and after it a decimal number without leading
/// zeros that fits 64 bits.
#[inline]
pub fn number_of_name(name: &str) -> Result<u64, OrdinalError> {
    let (head, digits) = name.rsplit_once('-').ok_or(OrdinalError::NoOrdinal)?;
    if head.is_empty() { Err(OrdinalError::NoOrdinal) } else { number(digits) }
}

/// The number in a variable of the environment.
///
/// Nothing here knows whether another process has the same number.
///
/// # Errors
/// [`OrdinalError`] unless the variable is set to a decimal number without leading zeros that fits
/// 64 bits, and to nothing else.
#[inline]
pub fn number_from_env(variable: &str) -> Result<u64, OrdinalError> {
    match env::var(variable) {
        Ok(digits) => number(&digits),
        Err(env::VarError::NotPresent) => Err(OrdinalError::NotSet),
        Err(env::VarError::NotUnicode(_)) => Err(OrdinalError::NoNumber),
    }
}

fn number(digits: &str) -> Result<u64, OrdinalError> {
    let decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !decimal {
        Err(OrdinalError::NoNumber)
    } else if digits.len() > 1 && digits.starts_with('0') {
        Err(OrdinalError::LeadingZero)
    } else {
        digits.parse().map_err(|_| OrdinalError::TooLarge)
    }
}

/// Why a name or a variable has no node number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OrdinalError {
    /// The name has no hyphen with a name before it.
    NoOrdinal,
    /// What should be the number has another character than a decimal digit, or none.
    NoNumber,
    /// The number has a leading zero.
    LeadingZero,
    /// The number does not fit 64 bits.
    TooLarge,
    /// The variable is not set.
    NotSet,
}

impl OrdinalError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::NoOrdinal => "no_ordinal",
            Self::NoNumber => "no_number",
            Self::LeadingZero => "leading_zero",
            Self::TooLarge => "too_large",
            Self::NotSet => "not_set",
        }
    }
}

impl fmt::Display for OrdinalError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoOrdinal => "the name does not end with a hyphen and a number, as users-37 does",
            Self::NoNumber => "the node number is no decimal number",
            Self::LeadingZero => "the node number has a leading zero",
            Self::TooLarge => "the node number does not fit 64 bits",
            Self::NotSet => "the variable with the node number is not set",
        })
    }
}

impl Error for OrdinalError {}
