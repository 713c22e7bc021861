//! What a caller has written, in a message.

use core::fmt::{Display, Formatter, Result};

/// Characters of a text that a message repeats.
const MOST: usize = 40;

/// A text in quotes, escaped, and cut where it is long.
pub(crate) struct Shown<'a>(pub(crate) &'a str);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0.char_indices().nth(MOST) {
            None => write!(f, "{:?}", self.0),
            Some((end, _)) => {
                let all = self.0.chars().count();
                write!(f, "{:?}... ({all} characters)", &self.0[..end])
            }
        }
    }
}
