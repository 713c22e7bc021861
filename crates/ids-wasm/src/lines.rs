//! Bytes that arrive in pieces, as whole lines.

/// Keeps the beginning of a line until its end arrives, up to a limit.
#[derive(Debug)]
pub(crate) struct Lines {
    rest: Vec<u8>,
    limit: usize,
}

impl Lines {
    /// Of a line that is longer and arrives in several pieces, only `limit` bytes are passed on.
    pub(crate) const fn new(limit: usize) -> Self {
        Self { rest: Vec::new(), limit }
    }

    /// Gives the lines that these bytes complete, as one text that ends with a line feed.
    pub(crate) fn feed(&mut self, bytes: &[u8], give: impl FnOnce(&[u8])) {
        let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') else {
            return self.keep(bytes);
        };
        let (whole, rest) = bytes.split_at(end + 1);
        if self.rest.is_empty() {
            give(whole);
        } else {
            let first = whole.iter().position(|byte| *byte == b'\n').unwrap_or_default();
            self.keep(&whole[..first]);
            self.rest.extend_from_slice(&whole[first..]);
            give(&self.rest);
            self.rest.clear();
        }
        self.keep(rest);
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = self.limit.saturating_sub(self.rest.len());
        self.rest.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// How long the line is that has not ended.
    pub(crate) fn open(&self) -> usize {
        self.rest.len()
    }

    /// The last line, if it has no line feed.
    pub(crate) fn end(self) -> Vec<u8> {
        self.rest
    }
}
