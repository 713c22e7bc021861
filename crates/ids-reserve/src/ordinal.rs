//! Node numbers without a store.

use std::{env, format};

use crate::StoreError;

const NO_ORDINAL: &str = "the name does not end with a hyphen and a number, as users-37 does";

const NO_NUMBER: &str = "the node number is not a decimal number";

/// The number at the end of a name, after its last hyphen: 37 of `users-37`, as Kubernetes names the
/// pods of a `StatefulSet`.
///
/// This function does not know whether another process has the same number. A `StatefulSet` starts a
/// second `users-37` only when the first one is gone, or when an operator forces it: a pod of a node
/// that was cut off may still run after `kubectl delete --force`. With a store, take
/// [`Options::wanted`](crate::Options::wanted): then such a pod repeats nothing.
///
/// ```
/// use ids_reserve::number_of_name;
/// assert_eq!(number_of_name("users-37")?, 37);
/// assert_eq!(number_of_name("my-users-0")?, 0);
/// assert!(number_of_name("users").is_err());
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
///
/// # Errors
/// [`StoreError::Invalid`] unless the name has a hyphen, and after it a decimal number without leading
/// zeros that fits 64 bits.
#[inline]
pub fn number_of_name(name: &str) -> Result<u64, StoreError> {
    match name.rsplit_once('-') {
        Some((head, digits)) if !head.is_empty() => number(digits),
        _ => Err(NO_ORDINAL),
    }
    .map_err(StoreError::invalid)
}

/// The number in a variable of the environment.
///
/// Nothing here knows whether another process has the same number.
///
/// # Errors
/// [`StoreError::Invalid`] unless the variable is set to a decimal number without leading zeros that fits
/// 64 bits, and to nothing else.
#[inline]
pub fn number_from_env(variable: &str) -> Result<u64, StoreError> {
    match env::var(variable) {
        Ok(digits) => number(&digits),
        Err(env::VarError::NotPresent) => Err("it is not set"),
        Err(env::VarError::NotUnicode(_)) => Err(NO_NUMBER),
    }
    .map_err(|wrong| StoreError::invalid(format!("the variable {variable}: {wrong}")))
}

fn number(digits: &str) -> Result<u64, &'static str> {
    let decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !decimal {
        Err(NO_NUMBER)
    } else if digits.len() > 1 && digits.starts_with('0') {
        Err("the node number has a leading zero")
    } else {
        digits.parse().map_err(|_| "the node number does not fit 64 bits")
    }
}
