//! Numbers of things.

/// A number with its noun: "1 byte", "2 bytes".
pub(crate) fn plural(number: u64, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}
