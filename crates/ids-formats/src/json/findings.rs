//! What a survey found, in JSON.

use alloc::{format, string::ToString, vec::Vec};

use super::{instant, write as json};
use crate::infer::{Answer, Bit, Findings, Fit, Inferred, Unreadable};

/// Formats that are listed.
const FITS: usize = 16;

/// Appends the object that `ids infer --json` prints, without a line feed.
#[inline]
pub fn findings(out: &mut Vec<u8>, found: &Findings<'_>, unread: &Unreadable) {
    out.push(b'{');
    json::digits(out, "ids", found.count.into());
    json::digits(out, "invalid", unread.count().into());
    json::key(out, "invalid_lines");
    list(out, unread.first(), |out, (line, text)| {
        out.push(b'{');
        json::digits(out, "line", (*line).into());
        json::member(out, "text", text);
        out.push(b'}');
    });
    json::digits(out, "strays", found.strays.into());
    if found.missing > 0 {
        json::digits(out, "missing", found.missing.into());
    }
    if let Some(wanted) = found.wanted {
        json::digits(out, "wanted", wanted.into());
    }
    if let Some(same) = found.same().filter(|_| found.answer == Answer::Undecided) {
        number(out, "same", same.into());
    }
    if let Some(zone) = found.spelled_zone() {
        json::member(out, "zone", zone.as_bytes());
    }
    if let Some(rounded) = &found.rounded {
        json::key(out, "rounded");
        out.push(b'{');
        json::digits(out, "suspects", rounded.suspects().into());
        json::digits(out, "numbers", rounded.count().into());
        number(out, "evidence", rounded.evidence().into());
        json::member(out, "says", rounded.to_string().as_bytes());
        out.push(b'}');
    }
    json::member(out, "answer", found.answer.name().as_bytes());
    json::member(out, "order", found.order.name().as_bytes());
    json::key(out, "bits");
    let count = found.count - found.strays;
    list(out, found.bits.iter().enumerate().rev(), |out, (place, bit)| {
        out.push(b'{');
        number(out, "bit", place as u64);
        json::digits(out, "ones", bit.ones.into());
        json::digits(out, "flips", bit.flips.into());
        json::key(out, "entropy");
        let thousandths = thousandths(*bit, count);
        let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        out.extend_from_slice(text.as_bytes());
        out.push(b'}');
    });
    if let Some(layout) = &found.layout {
        json::key(out, "layout");
        write_layout(out, layout);
    }
    if let Some(plain) = found.plain {
        json::member(out, "plain", plain.name().as_bytes());
    }
    json::member(out, "timing", found.timing.name().as_bytes());
    json::key(out, "fits");
    list(out, found.fits.iter().take(FITS), write_fit);
    out.push(b'}');
}

/// The entropy of a bit in thousandths. Text of a number with a fraction takes much code.
fn thousandths(bit: Bit, count: u64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is clamped")]
    let rounded = (bit.entropy(count).clamp(0.0, 1.0) * 1000.0 + 0.5) as u32;
    rounded
}

fn list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

fn number(out: &mut Vec<u8>, name: &'static str, value: u64) {
    json::key(out, name);
    json::decimal(out, value);
}

fn write_layout(out: &mut Vec<u8>, layout: &Inferred) {
    out.push(b'{');
    json::member(out, "layout", layout.spelled().as_bytes());
    if let Some(clock) = layout.clock {
        json::member(out, "epoch", instant::show(clock.epoch).as_bytes());
        json::member(out, "epoch_from", instant::show(clock.between.0).as_bytes());
        json::member(out, "epoch_until", instant::show(clock.between.1).as_bytes());
        json::member(out, "unit", clock.spelled_unit().as_bytes());
    }
    number(out, "evidence", layout.evidence.into());
    json::key(out, "parts");
    list(out, &layout.parts, |out, part| {
        out.push(b'{');
        json::member(out, "role", part.role.name().as_bytes());
        number(out, "high", part.high.into());
        number(out, "low", part.low.into());
        json::member(out, "why", part.role.to_string().as_bytes());
        out.push(b'}');
    });
    out.push(b'}');
}

fn write_fit(out: &mut Vec<u8>, fit: &Fit<'_>) {
    out.push(b'{');
    json::member(out, "format", fit.first.name().as_bytes());
    if let Some(flavour) = fit.first.flavour() {
        json::member(out, "flavour", flavour.as_bytes());
    }
    json::member(out, "form", fit.first.form().as_bytes());
    json::digits(out, "read", fit.read.into());
    json::digits(out, "plausible", fit.plausible.into());
    if let Some((from, until)) = fit.times {
        json::member(out, "from", instant::show(from).as_bytes());
        json::member(out, "until", instant::show(until).as_bytes());
        json::digits(out, "grows", fit.grows.into());
    }
    number(out, "known_times_met", fit.met as u64);
    json::key(out, "score");
    out.extend_from_slice(fit.score().round().to_string().as_bytes());
    if let Some(refused) = fit.refused {
        json::member(out, "refused", refused.why().as_bytes());
    }
    out.push(b'}');
}
