//! A SHA-256 of a whole ledger.

use ids_core::{
    ParseError, Text,
    format::{Hex, impl_component},
};
use sha2::{Digest as _, Sha256};

use crate::Event;

/// A SHA-256 chain over the same bytes that the ids' checksums cover, so that two parties can
/// compare whole ledgers by 64 hex digits (rule [EVENTLY-32](evently_id::rules#evently-32)).
///
/// Event by event, `digest = SHA-256(digest ‖ SHA-256(feed))`, beginning with 32 zero bytes, where
/// the feed is all that the event's checksum covers. Unlike the checksums it also detects
/// attackers, if they do not control how the other party's digest is transmitted.
///
/// ```
/// use evently_ledger::{Digest, Verifier};
/// let records = [
///     r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},"meta":{"actor":"matt"},"data":{"name":"My Ledger","description":"This ledger is for my example events."},"timestamp":"2021-10-03T16:32:12.816530Z","eventId":"0005cd7556b05092aecc815daa77f99c"}"#,
/// ];
/// let (mut verifier, mut digest) = (Verifier::from_genesis(None), Digest::EMPTY);
/// for record in records {
///     verifier.verify_with(record.as_bytes(), |event| digest.add_event(event))?;
/// }
/// assert!(digest.to_string().starts_with("d83b70e1c706836f"));
/// # Ok::<(), evently_ledger::Fault>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl_component!(Digest: [u8; 32], to_bytes, from_bytes);

impl Digest {
    /// The digest of no events.
    pub const EMPTY: Self = Self([0; 32]);

    /// The digest of these bytes, kept from an earlier run.
    #[inline]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The digest as bytes.
    #[inline]
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// 64 lower-case hex digits.
    #[inline]
    pub fn encode(self) -> Text<64> {
        let mut text = Text::EMPTY;
        for half in self.0.chunks_exact(16) {
            let bits = half.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
            let fits = text.push(Hex::LOWER.encode::<32>(bits).as_bytes());
            debug_assert!(fits, "two halves of 32 digits");
        }
        text
    }

    /// The digest of exactly this text.
    ///
    /// ```
    /// use evently_ledger::Digest;
    /// let text = "d83b70e1c706836f".repeat(4);
    /// assert_eq!(text.parse::<Digest>()?.to_string(), text);
    /// # Ok::<(), evently_ledger::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError::Length`] unless the text has 64 bytes; [`ParseError::Digit`] for the first
    /// byte that is not a digit in lower case.
    #[inline]
    pub fn decode(text: &[u8]) -> Result<Self, ParseError> {
        if text.len() != 64 {
            return Err(ParseError::Length { found: text.len(), min: 64, max: 64 });
        }
        let mut bytes = [0; 32];
        for (half, bytes) in [0, 32].into_iter().zip(bytes.chunks_exact_mut(16)) {
            let bits = Hex::LOWER.decode::<32>(&text[half..half + 32]);
            bytes.copy_from_slice(&bits.map_err(|error| error.shifted(half))?.to_be_bytes());
        }
        Ok(Self(bytes))
    }

    /// Adds the next event, whose id has been computed.
    #[inline]
    pub fn add_event(&mut self, event: &Event<'_>) {
        self.add(Self::of_event(event));
    }

    /// The contribution of an event: the SHA-256 of its feed, the bytes that the checksum of its id
    /// covers. The id has been computed before.
    #[inline]
    pub fn of_event(event: &Event<'_>) -> [u8; 32] {
        Sha256::digest(event.feed()).into()
    }

    /// Adds the next event by its [contribution](Self::of_event), which can be computed apart from
    /// those of other events.
    #[inline]
    pub fn add(&mut self, event: [u8; 32]) {
        self.0 = Sha256::new().chain_update(self.0).chain_update(event).finalize().into();
    }
}

impl Default for Digest {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}
