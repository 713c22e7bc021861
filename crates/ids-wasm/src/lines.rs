//! Bytes that arrive in pieces, as whole lines.

/// Keeps the beginning of a line until its end arrives.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    rest: Vec<u8>,
}

impl Lines {
    /// Gives the lines that these bytes complete, as one text that ends with a line feed.
    pub(crate) fn feed(&mut self, bytes: &[u8], give: impl FnOnce(&[u8])) {
        let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') else {
            return self.rest.extend_from_slice(bytes);
        };
        let (whole, rest) = bytes.split_at(end + 1);
        if self.rest.is_empty() {
            give(whole);
        } else {
            self.rest.extend_from_slice(whole);
            give(&self.rest);
            self.rest.clear();
        }
        self.rest.extend_from_slice(rest);
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
