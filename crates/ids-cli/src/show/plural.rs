//! Numbers of things.

/// So many of what the word names: "1 byte", "2 bytes".
pub(crate) fn plural(number: u64, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}
