//! Bytes that arrive in pieces, as lines.

/// The longest line that is looked at. No text form of any format comes near.
const MOST: usize = 4096;

/// Keeps the beginning of a line until its end arrives, up to a limit.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// How many have ended.
    pub(crate) count: u64,
    rest: Vec<u8>,
}

impl Lines {
    /// Gives each line that these bytes complete, and the first bytes of one that is longer, with its number and without
    /// the white space around it. Empty lines are left out.
    pub(crate) fn feed(&mut self, bytes: &[u8], mut give: impl FnMut(u64, &[u8])) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let ends = piece.ends_with(b"\n");
            let whole = if ends && self.rest.is_empty() {
                piece
            } else {
                let room = MOST.saturating_sub(self.rest.len());
                self.rest.extend_from_slice(&piece[..piece.len().min(room)]);
                &self.rest
            };
            if ends {
                self.count += 1;
                let text = whole.trim_ascii();
                if !text.is_empty() {
                    give(self.count, text);
                }
                self.rest.clear();
            }
        }
    }

    /// Whether a line has not ended.
    pub(crate) fn is_open(&self) -> bool {
        !self.rest.is_empty()
    }
}
