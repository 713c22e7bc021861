//! The buffers of a scanner.

use alloc::vec::Vec;

use super::member::{Duplicates, MAX_RANKED, Member, check_distinct, order_by_prefix};
use crate::JsonError;

/// The buffers that are used again for each text.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub(crate) out: Vec<u8>,
    pub(crate) members: Vec<Member>,
    pub(crate) scratch: Vec<u8>,
}

/// Sorts the members from `first` on and writes them in that order: from `source`, or if there is
/// none, in place of where they end the output.
///
/// # Errors
/// A key that stands twice, at its second place, if that is refused.
pub(super) fn sort(
    text: &[u8],
    source: Option<&[u8]>,
    duplicates: Duplicates,
    buffers: &mut Buffers,
    first: usize,
) -> Result<(), JsonError> {
    let Buffers { out, members, scratch } = buffers;
    let members = &mut members[first..];
    let Some(start) = members.first().map(|member| member.start) else { return Ok(()) };
    let mut places = [0; MAX_RANKED];
    let order = order_by_prefix(members, &mut places);
    if order.is_none() {
        check_distinct(text, duplicates, members)?;
    }
    let source = source.unwrap_or_else(|| {
        scratch.clear();
        scratch.extend_from_slice(&out[start..]);
        out.truncate(start);
        scratch
    });
    let mut write = |member: &Member, last: bool| {
        out.extend_from_slice(&source[member.start - start..member.end - start]);
        if !last {
            out.push(b',');
        }
    };
    if let Some(order) = order {
        for (index, place) in order.iter().enumerate() {
            write(&members[usize::from(*place)], index + 1 == order.len());
        }
        return Ok(());
    }
    for (index, member) in members.iter().enumerate() {
        let next = members.get(index + 1);
        if next.is_some_and(|next| member.compare(next, text).is_eq()) {
            continue;
        }
        write(member, next.is_none());
    }
    Ok(())
}
