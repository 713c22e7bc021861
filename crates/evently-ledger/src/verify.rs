//! Ledgers, verified record by record.

use ids_core::Text;

use crate::{
    Event, EventId, EventReader, Failure, Fault, JsonError, JsonErrorKind, Limits, Profile,
    feed::Fed, records,
};

/// Verifies records in their order.
///
/// Each event's id is computed from its content and the predecessor's id and compared with the one
/// it carries (rules [EVENTLY-24](evently_id::rules#evently-24) to
/// [EVENTLY-27](evently_id::rules#evently-27)). It cannot detect that the last events are missing, or
/// changes of fields that no id covers. CRC-32C detects accidents, not attackers: a forger can give an
/// event other data under the same id, so that no later id changes. Only a [`Digest`](crate::Digest)
/// that is kept elsewhere shows that.
///
/// ```
/// use evently_ledger::{Fault, Verifier};
/// let record = r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},
///     "timestamp":"2021-10-03T16:32:12.816530Z","meta":{"actor":"matt"},
///     "data":{"name":"My Ledger","description":"This ledger is for my example events."},
///     "eventId":"0005cd7556b05092aecc815daa77f99c"}"#;
/// let mut verifier = Verifier::from_genesis(None);
/// let head = verifier.verify(record.as_bytes())?;
/// assert_eq!(verifier.profile().map(|profile| profile.name()), Some("doc5"));
///
/// // The same event cannot follow itself.
/// let fault = verifier.verify(record.as_bytes()).unwrap_err();
/// assert_eq!(fault.kind(), "mismatch");
/// assert_eq!(verifier.head(), Some(head));
/// # Ok::<(), Fault>(())
/// ```
#[derive(Debug)]
#[must_use = "a verifier finds nothing until it is given records"]
pub struct Verifier {
    reader: EventReader,
    /// What the first record decides, unless it was given.
    profile: Option<Profile>,
    head: Option<EventId>,
    /// What arrives in pieces.
    pub(crate) fed: Fed,
}

impl Verifier {
    /// Begins with a ledger's first event. Without a profile, the first event decides: it is the
    /// first of [`Profile::ALL`] in which the id is right.
    #[inline]
    pub fn from_genesis(profile: Option<Profile>) -> Self {
        let reader = EventReader::new(profile.unwrap_or_default());
        Self { reader, profile, head: None, fed: Fed::default() }
    }

    /// Begins with the event that follows a trusted one. Without a profile, that event decides between the formats of today
    /// and of 2021 to 2023. Without a trusted event it is as [`from_genesis`](Self::from_genesis).
    #[inline]
    pub fn after(trusted: impl Into<Option<EventId>>, profile: Option<Profile>) -> Self {
        Self { head: trusted.into(), ..Self::from_genesis(profile) }
    }

    /// The same verifier with other limits, for a ledger that was written without the limits of
    /// rule [EVENTLY-14](evently_id::rules#evently-14).
    #[inline]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { reader: self.reader.with_limits(limits), ..self }
    }

    /// The profile that was passed or found; `None` before the first event.
    #[inline]
    pub const fn profile(&self) -> Option<Profile> {
        self.profile
    }

    /// The last event that was verified, or the trusted one.
    #[inline]
    pub const fn head(&self) -> Option<EventId> {
        self.head
    }

    /// Verifies the next record; its id.
    ///
    /// # Errors
    /// [`Fault`]; the state stays as it was, so that you can continue with another record.
    #[inline]
    pub fn verify(&mut self, record: &[u8]) -> Result<EventId, Fault> {
        self.verify_with(record, |_| ())
    }

    /// As [`verify`](Self::verify), and shows the event that has been verified.
    ///
    /// # Errors
    /// As [`verify`](Self::verify); nothing is shown then.
    #[inline]
    pub fn verify_with(
        &mut self,
        record: &[u8],
        mut visit: impl FnMut(&Event<'_>),
    ) -> Result<EventId, Fault> {
        match self.profile {
            Some(_) => self.check(record, &mut visit),
            None => self.decide(record, &mut visit),
        }
    }

    /// Goes on after the event of this record, as if it had been verified; the id that it carries. Without an id nothing
    /// changes.
    pub(crate) fn trust(&mut self, record: &[u8]) -> Result<Option<EventId>, JsonError> {
        let id = self.reader.read(record)?.recorded_id();
        self.head = id.or(self.head);
        Ok(id)
    }

    /// Tries the profiles on the first record.
    #[cold]
    fn decide(
        &mut self,
        record: &[u8],
        visit: &mut impl FnMut(&Event<'_>),
    ) -> Result<EventId, Fault> {
        let candidates: &[Profile] = match self.head {
            None => Profile::ALL,
            Some(_) => &[Profile::Doc5, Profile::V1],
        };
        let mut worst = None;
        for profile in candidates {
            self.reader.set_profile(*profile);
            match self.check(record, visit) {
                // The id of the record cannot tell: one profile is as good as another.
                Ok(id) => {
                    self.profile = Some(*profile);
                    return Ok(id);
                }
                // The fault of a profile whose fields the record has says more.
                Err(fault @ Fault::Mismatch { .. }) => {
                    if !matches!(worst, Some(Fault::Mismatch { .. })) {
                        worst = Some(fault);
                    }
                }
                Err(fault) => worst = worst.or(Some(fault)),
            }
        }
        let syntax = JsonError { kind: JsonErrorKind::Syntax, offset: 0 };
        Err(worst.unwrap_or(Fault::Record(syntax)))
    }

    fn check(
        &mut self,
        record: &[u8],
        visit: &mut impl FnMut(&Event<'_>),
    ) -> Result<EventId, Fault> {
        let mut event = self.reader.read(record)?;
        let recorded = event.recorded().map(|text| Text::from_ascii(text.as_bytes()));
        let Some(found) = recorded else {
            let kind = JsonErrorKind::MissingField { field: "eventId" };
            return Err(JsonError { kind, offset: 0 }.into());
        };
        // A timestamp that was read always fits.
        let timestamp = JsonError { kind: JsonErrorKind::Timestamp, offset: 0 };
        let expected = event.id(self.head).map_err(|_| timestamp)?;
        if found.is_none_or(|found| found != expected.encode().as_str()) {
            return Err(Fault::Mismatch { found, expected });
        }
        if let Some(previous) = self.head.filter(|head| head.timestamp() >= expected.timestamp()) {
            return Err(Fault::NotMonotonic { found: expected, previous });
        }
        visit(&event);
        self.head = Some(expected);
        Ok(expected)
    }

    /// Verifies records that stand one on a line; how many there are.
    ///
    /// The last line may lack its line feed. An empty line is an error, since it is not JSON.
    /// Carriage returns are white space.
    ///
    /// No lines are no failure. A ledger without events is told by [`head`](Self::head): it is `None`, and such a ledger is
    /// not valid. For a ledger in pieces there is [`feed`](Self::feed).
    ///
    /// # Errors
    /// [`Failure`] at the first fault.
    #[inline]
    pub fn verify_lines(&mut self, lines: &[u8]) -> Result<u64, Failure> {
        let mut count = 0;
        for (offset, record) in records(lines) {
            if let Err(fault) = self.verify(record) {
                let offset = (offset + fault.offset()) as u64;
                return Err(Failure { index: count, offset, row: None, fault });
            }
            count += 1;
        }
        Ok(count)
    }
}
