//! The first record, which decides how the ledger is read.

use super::{report::Report, worker::verify as verify_line};
use crate::{EventId, EventReader, Failure, Fault, Limits, Profile, Verifier, chunks::Chunk};

/// Verifies the first record, which decides the profile, and takes it off its chunk.
pub(super) fn verify(
    after: Option<EventId>,
    limits: Limits,
    chunk: &mut Chunk,
    report: &mut Report,
) -> Profile {
    let Some(line) = chunk.lines().next() else { return report.profile.unwrap_or_default() };
    let mut verifier = match after {
        None => Verifier::from_genesis(report.profile),
        Some(trusted) => Verifier::after(trusted, report.profile),
    }
    .with_limits(limits);
    report.records = 1;
    let fail =
        |offset: usize, fault| Failure { index: 0, offset: offset as u64, row: line.row, fault };
    let result = if chunk.too_long {
        Err(fail(0, Fault::TooLong))
    } else {
        verify_line(&mut verifier, &line, report.digest.is_some())
            .map_err(|fault| fail(fault.offset(), fault))
    };
    report.profile = verifier.profile();
    match result {
        Ok((id, digest)) => {
            report.head = Some(id);
            report.events = 1;
            if let (Some(all), Some(digest)) = (&mut report.digest, digest) {
                all.add(digest);
            }
        }
        Err(failed) => report.add(failed),
    }
    // Where the first record does not decide, what the others are held against is as good as
    // its fields.
    let fields = || {
        EventReader::default().read_any(line.record).map_or(Profile::Doc5, |event| event.profile())
    };
    let profile = report.profile.unwrap_or_else(fields);
    // Of a record that is too long only the beginning is here, and tells no id.
    let before = if chunk.too_long { Vec::new() } else { line.record.to_vec() };
    chunk.drop_first(before);
    profile
}
