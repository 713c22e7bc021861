//! The first record, which decides how the ledger is read.

use super::report::{Failed, Report, Why};
use crate::{Chunk, EventId, Limits, Profile, Readers, Verifier};

/// Verifies the first record, which decides the profile, and takes it off its chunk.
pub(super) fn verify(
    after: Option<EventId>,
    limits: Limits,
    chunk: &mut Chunk,
    report: &mut Report,
) -> Profile {
    let end = memchr::memchr(b'\n', &chunk.bytes).unwrap_or(chunk.bytes.len());
    let record = &chunk.bytes[..end];
    let mut verifier = match after {
        None => Verifier::from_genesis(report.profile),
        Some(trusted) => Verifier::after(trusted, report.profile),
    }
    .with_limits(limits);
    report.records = 1;
    let digest = &mut report.digest;
    let result = if chunk.too_long {
        Err(Failed { index: 0, offset: 0, why: Why::TooLong })
    } else {
        verifier
            .verify_with(record, |event| {
                if let Some(digest) = digest {
                    digest.add_event(event);
                }
            })
            .map_err(|fault| {
                let offset = fault.offset() as u64;
                Failed { index: 0, offset, why: Why::Fault(fault) }
            })
    };
    report.profile = verifier.profile();
    match result {
        Ok(id) => {
            report.head = Some(id);
            report.events = 1;
        }
        Err(failed) => report.add(failed),
    }
    // Where the first record does not decide, what the others are held against is as good as
    // its fields.
    let fields = || Readers::default().read(record).map_or(Profile::Doc5, |(profile, _)| profile);
    let profile = report.profile.unwrap_or_else(fields);
    // Of a record that is too long only the beginning is here, and tells no id.
    chunk.before = Some(if chunk.too_long { Vec::new() } else { record.to_vec() });
    let rest = chunk.bytes.len().min(end + 1);
    chunk.bytes.drain(..rest);
    chunk.offset += rest as u64;
    chunk.too_long = false;
    profile
}
