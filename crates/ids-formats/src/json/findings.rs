//! What a survey found, in JSON.

use alloc::{format, string::ToString, vec::Vec};

use super::{candidates::named, instant, write as json};
use crate::{
    Answer,
    infer::{Findings, Fit, Inferred},
};

/// Formats that are listed.
const FITS: usize = 16;

/// Appends the members of the object that `ids infer --json` prints.
#[inline]
pub fn findings(out: &mut Vec<u8>, found: &Findings<'_>) {
    json::digits(out, "ids", found.count);
    json::digits(out, "invalid", found.unread);
    json::objects(out, "invalid_lines", &found.first_unread, |out, (line, text)| {
        json::digits(out, "line", *line);
        json::member(out, "text", text);
    });
    json::digits(out, "strays", found.strays);
    if found.missing > 0 {
        json::digits(out, "missing", found.missing);
    }
    if let Some(wanted) = found.wanted {
        json::digits(out, "wanted", wanted);
    }
    if let Some(same) = found.same().filter(|_| found.answer == Answer::Undecided) {
        json::number(out, "same", same.into());
    }
    json::some(out, "zone", found.spelled_zone());
    if let Some(rounded) = &found.rounded {
        json::key(out, "rounded");
        json::object(out, |out| {
            json::digits(out, "suspects", rounded.suspects());
            json::digits(out, "numbers", rounded.count());
            json::number(out, "evidence", rounded.evidence().into());
            json::member(out, "says", rounded.to_string().as_bytes());
        });
    }
    json::member(out, "answer", found.answer.name().as_bytes());
    json::member(out, "order", found.order.as_bytes());
    let bits = found.ones.iter().zip(&found.flips).enumerate().rev();
    json::objects(out, "bits", bits, |out, (place, (ones, flips))| {
        json::number(out, "bit", place as u64);
        json::digits(out, "ones", *ones);
        json::digits(out, "flips", *flips);
        json::key(out, "entropy");
        let thousandths = thousandths(found.entropy(place));
        let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        out.extend_from_slice(text.as_bytes());
    });
    if let Some(layout) = &found.layout {
        json::key(out, "layout");
        json::object(out, |out| write_layout(out, layout));
    }
    json::some(out, "plain", found.plain);
    json::member(out, "timing", found.timing.as_bytes());
    json::objects(out, "fits", found.fits.iter().take(FITS), write_fit);
}

/// The entropy of a bit in thousandths. Text of a number with a fraction takes much code.
fn thousandths(entropy: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is clamped")]
    let rounded = (entropy.clamp(0.0, 1.0) * 1000.0 + 0.5) as u32;
    rounded
}

fn write_layout(out: &mut Vec<u8>, layout: &Inferred) {
    json::member(out, "layout", layout.spelled().as_bytes());
    if let Some((ticks, from, until)) = layout.clock {
        json::member(out, "epoch", instant::show(ticks.epoch()).as_bytes());
        json::member(out, "epoch_from", instant::show(from).as_bytes());
        json::member(out, "epoch_until", instant::show(until).as_bytes());
        let (count, unit) = instant::largest_unit(ticks.unit());
        json::member(out, "unit", format!("{count}{unit}").as_bytes());
    }
    json::number(out, "evidence", layout.evidence.into());
    json::objects(out, "parts", &layout.parts, |out, (part, why)| {
        json::member(out, "role", part.name().as_bytes());
        json::number(out, "high", part.high().into());
        json::number(out, "low", part.low().into());
        json::member(out, "why", why.as_bytes());
    });
}

fn write_fit(out: &mut Vec<u8>, fit: &Fit<'_>) {
    named(out, &fit.first);
    json::digits(out, "read", fit.read);
    json::digits(out, "plausible", fit.plausible);
    if let Some((from, until)) = fit.times {
        json::member(out, "from", instant::show(from).as_bytes());
        json::member(out, "until", instant::show(until).as_bytes());
        json::digits(out, "grows", fit.grows);
    }
    json::number(out, "known_times_met", fit.met as u64);
    json::key(out, "score");
    out.extend_from_slice(fit.score().round().to_string().as_bytes());
    json::some(out, "refused", fit.refused);
}
