//! The rules that every store follows: pure functions from what it holds to what it answers.
//!
//! A store loads what it knows, asks here, and writes what was decided, all in one transaction. So
//! the safety of the reservations is argued once, for every store.

use core::{
    ops::{Range, RangeInclusive},
    time::Duration,
};
use std::{format, vec::Vec};

use crate::{
    Amount, Claim, Fingerprint, Namespace, Request, Resource, Span, SpanState, StoreError,
    fingerprint::subject,
};

/// The highest end: stores keep signed 64-bit numbers.
pub(crate) const MAX_END: u64 = i64::MAX.unsigned_abs();

/// What a store knows of a resource when a request arrives.
#[derive(Clone, Debug)]
pub(crate) struct Known<'a> {
    /// The store's clock, in microseconds since the Unix epoch.
    pub(crate) now: u64,
    /// The layout of the namespace, if the namespace was begun.
    pub(crate) layout: Option<&'a str>,
    /// The end of the resource; 0 if the store does not know it.
    pub(crate) end: u64,
    /// Who has the number now; `None` for keys.
    pub(crate) owner: Option<u128>,
    /// The last request of this holder that was answered, and the range that was granted.
    pub(crate) answered: Option<(u128, Range<u64>)>,
    /// Who was granted the last number below [`seen`](Request::seen); `None` if no number was granted.
    pub(crate) last: Option<u128>,
    /// Of the keys that were given back, the lowest range that begins at
    /// [`at_least`](Amount::Keys::at_least) or above.
    pub(crate) returned: Option<Range<u64>>,
}

/// Decides whether a namespace may be begun, after its claim or request was decided.
///
/// `namespaces` are all that the store has, with their layouts, while no other is begun.
///
/// # Errors
/// [`StoreError::SecondName`] if another namespace has the same [subject](Fingerprint::subject) and the fingerprint
/// does not say that they are separate; [`StoreError::Layout`] if another process began this namespace meanwhile with
/// another layout.
pub(crate) fn begin<'a>(
    namespace: &Namespace,
    fingerprint: &Fingerprint,
    namespaces: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<(), StoreError> {
    let mut second = None;
    for (name, layout) in namespaces {
        if name == namespace.as_str() {
            return check_layout(Some(layout), fingerprint.as_str());
        }
        second = second.or_else(|| {
            let same = fingerprint.subject().filter(|asked| subject(layout) == Some(*asked))?;
            Some((name, same))
        });
    }
    match second {
        Some((known, subject)) if !fingerprint.separate => Err(StoreError::SecondName {
            asked: namespace.as_str().into(),
            known: known.into(),
            subject: subject.into(),
        }),
        _ => Ok(()),
    }
}

/// What a store has to write, and to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// Write nothing: the request was answered with this range before.
    Again(Range<u64>),
    /// The range is new: its end becomes the end of the resource.
    New(Range<u64>),
    /// The range is the first part of the one that was given back. The end stays.
    Returned(Range<u64>),
}

impl Decision {
    /// The range to answer with.
    pub(crate) const fn range(&self) -> &Range<u64> {
        match self {
            Self::Again(range) | Self::New(range) | Self::Returned(range) => range,
        }
    }
}

/// Decides a request.
///
/// # Errors
/// As [`Store::grant`](crate::Store::grant); the store writes nothing then.
pub(crate) fn grant(known: &Known<'_>, request: &Request<'_>) -> Result<Decision, StoreError> {
    check_layout(known.layout, request.fingerprint.as_str())?;
    // A holder that was granted a range has seen the end of one of its own.
    let forgot = request.previous.is_some() && known.last != Some(request.holder.token());
    if known.end < request.seen || forgot {
        return Err(StoreError::Restored { stored: known.end, seen: request.seen });
    }
    let timed = matches!(request.amount, Amount::Time { .. });
    if timed && known.owner != Some(request.holder.token()) {
        return Err(StoreError::Lost);
    }
    match &known.answered {
        Some((id, range)) if *id == request.id => {
            return if range.is_empty() {
                Err(StoreError::Broken("its last answer to this holder is an empty range".into()))
            } else {
                Ok(Decision::Again(range.clone()))
            };
        }
        // A copy of this holder has been answered meanwhile.
        answered if answered.as_ref().map(|(id, _)| *id) != request.previous => {
            return Err(StoreError::Lost);
        }
        _ => {}
    }
    match request.amount {
        Amount::Time { segment, reach, max_ahead } => {
            let start = known.now.max(known.end);
            let latest = known.now.saturating_add(micros(max_ahead)).min(MAX_END);
            let end = known.now.saturating_add(micros(segment)).max(reach).min(latest);
            if end <= start {
                return Err(StoreError::Ahead { end: known.end, now: known.now });
            }
            Ok(Decision::New(start..end))
        }
        Amount::Keys { count, at_least, limit } => {
            check("the number of keys of a block", count, 1..=u64::MAX)?;
            check("the end of the keys", limit, 0..=MAX_END)?;
            if let Some(returned) = known.returned.as_ref().filter(|keys| keys.start < limit) {
                if returned.is_empty() || known.end < returned.end {
                    return Err(StoreError::Broken(
                        "a range that was given back is empty, or past the end".into(),
                    ));
                }
                let end = returned.end.min(returned.start.saturating_add(count)).min(limit);
                return Ok(Decision::Returned(returned.start..end));
            }
            let start = known.end.max(at_least);
            let end = start.saturating_add(count).min(limit);
            if start >= limit {
                return Err(StoreError::Exhausted { limit });
            }
            Ok(Decision::New(start..end))
        }
    }
}

/// What a store knows of one node number of a namespace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The number.
    pub(crate) number: u64,
    /// The end of all that was granted of it.
    pub(crate) end: u64,
    /// Who has it, and when that holder asked last, by the store's clock.
    pub(crate) owner: Option<(u128, u64)>,
}

/// Decides a claim: which number, and the end that it has.
///
/// `numbers` are all that the store knows of the namespace, in ascending order. For a wanted number
/// it is enough to load that one, and the one that the holder has. The store makes the
/// holder the owner of the number, at the time `now`, and forgets the owner before it. It prefers
/// the lowest number whose end has passed, because a generator then need not wait.
///
/// # Errors
/// As [`Store::claim`](crate::Store::claim); the store writes nothing then.
pub(crate) fn claim(
    claim: &Claim<'_>,
    layout: Option<&str>,
    numbers: &[Node],
    now: u64,
) -> Result<(u64, u64), StoreError> {
    check_layout(layout, claim.fingerprint.as_str())?;
    check("the number of nodes", claim.nodes, 1..=MAX_END)?;
    if let Some(wanted) = claim.wanted {
        check("the wanted number", wanted, 0..=claim.nodes - 1)?;
    }
    let owns = |n: &&Node| n.owner.is_some_and(|(token, _)| token == claim.holder.token());
    if let Some(own) = numbers.iter().find(owns) {
        return Ok((own.number, own.end));
    }
    let idle = micros(claim.idle);
    // How long until it is idle: 0 for a number that is free. A clock that was set back counts as
    // one that stands still.
    let idle_in =
        |n: &Node| n.owner.map_or(0, |(_, at)| idle.saturating_sub(now.saturating_sub(at)));
    if let Some(wanted) = claim.wanted {
        return match numbers.iter().find(|n| n.number == wanted) {
            Some(n) if idle_in(n) > 0 => {
                Err(StoreError::Held { number: wanted, idle_in: idle_in(n) })
            }
            known => Ok((wanted, known.map_or(0, |n| n.end))),
        };
    }
    let unused = first_gap(numbers).filter(|gap| *gap < claim.nodes).map(|gap| (0, gap, 0));
    let idle = numbers.iter().filter(|n| n.number < claim.nodes && idle_in(n) == 0);
    let candidates = idle.map(|n| (n.end.saturating_sub(now), n.number, n.end)).chain(unused);
    match candidates.min() {
        Some((_, number, end)) => Ok((number, end)),
        None => Err(StoreError::Full { nodes: claim.nodes }),
    }
}

/// The lowest number that is not in the list.
fn first_gap(numbers: &[Node]) -> Option<u64> {
    let mut gap = 0;
    for n in numbers {
        if n.number != gap {
            break;
        }
        gap = gap.checked_add(1)?;
    }
    Some(gap)
}

/// What becomes of the ranges of a holder that ends, in ascending order.
///
/// `held` are the holder's, in ascending order. `raised` is the highest end of all calls of
/// [`Store::raise`](crate::Store::raise) for the resource, 0 without any: what begins below it is
/// skipped.
///
/// # Errors
/// [`StoreError::Invalid`] unless each unused range is inside one of `held`, and they are in
/// ascending order without an overlap.
pub(crate) fn release(
    unused: &[Range<u64>],
    held: &[Range<u64>],
    raised: u64,
) -> Result<Vec<(Range<u64>, SpanState)>, StoreError> {
    let not_held = |range| {
        StoreError::invalid(format!("{range:?}, to give back, was not granted to this holder"))
    };
    let mut parts = Vec::new();
    let mut unused = unused.iter().filter(|range| !range.is_empty()).peekable();
    for span in held {
        let mut from = span.start;
        while let Some(range) = unused.next_if(|range| range.end <= span.end) {
            if range.start < from {
                return Err(not_held(range));
            }
            let skipped = range.start < raised;
            let state = if skipped { SpanState::Skipped } else { SpanState::Returned };
            parts.extend([(from..range.start, SpanState::Used), (range.clone(), state)]);
            from = range.end;
        }
        parts.push((from..span.end, SpanState::Used));
    }
    parts.retain(|(range, _)| !range.is_empty());
    unused.next().map_or(Ok(parts), |range| Err(not_held(range)))
}

/// Makes one span of those that touch and have the same holder and state, as
/// [`Store::spans`](crate::Store::spans) answers.
///
/// `spans` are those of one resource, in ascending order.
pub(crate) fn join(mut spans: Vec<Span>) -> Vec<Span> {
    spans.dedup_by(|next, span| {
        let touch = span.range.end == next.range.start;
        let is_same = touch && span.holder == next.holder && span.state == next.state;
        if is_same {
            (span.range.end, span.at) = (next.range.end, span.at.max(next.at));
        }
        is_same
    });
    spans
}

/// Whether a value is one of those that fit.
pub(crate) fn check(what: &str, value: u64, fit: RangeInclusive<u64>) -> Result<(), StoreError> {
    let wrong = || format!("{what} is {} to {}, not {value}", fit.start(), fit.end());
    if fit.contains(&value) { Ok(()) } else { Err(StoreError::invalid(wrong())) }
}

/// What [`Store::raise`](crate::Store::raise) answers where there is no such resource.
pub(crate) fn unknown(resource: &Resource) -> StoreError {
    StoreError::invalid(format!("the store knows nothing of {resource}"))
}

/// The microseconds of a duration: an instant since the Unix epoch, or a length. Rounded down.
pub(crate) fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX).min(MAX_END)
}

fn check_layout(stored: Option<&str>, asked: &str) -> Result<(), StoreError> {
    match stored {
        Some(stored) if stored != asked => {
            Err(StoreError::Layout { stored: stored.into(), asked: asked.into() })
        }
        _ => Ok(()),
    }
}
