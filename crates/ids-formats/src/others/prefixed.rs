//! Identifiers behind a prefix and `_`: TypeID, Stripe's, any others.

use super::{Kind, Other, Spelled, Value, digits::TYPEID, uuid};
use crate::Evidence;

/// Stripe's prefixes, and what each stands for.
static STRIPE: &[(&str, &str)] = &[
    ("acct", "account"),
    ("ba", "bank account"),
    ("card", "card"),
    ("ch", "charge"),
    ("cs", "checkout session"),
    ("cus", "customer"),
    ("dp", "dispute"),
    ("du", "dispute"),
    ("evt", "event"),
    ("fee", "application fee"),
    ("file", "file"),
    ("iauth", "issuing authorization"),
    ("ic", "issuing card"),
    ("ich", "issuing cardholder"),
    ("ii", "invoice item"),
    ("il", "invoice line item"),
    ("in", "invoice"),
    ("ipi", "issuing transaction"),
    ("link", "file link"),
    ("mandate", "mandate"),
    ("pi", "payment intent"),
    ("pk", "publishable key"),
    ("plink", "payment link"),
    ("pm", "payment method"),
    ("po", "payout"),
    ("price", "price"),
    ("prod", "product"),
    ("promo", "promotion code"),
    ("prv", "review"),
    ("py", "payment"),
    ("pyr", "refund of a payment"),
    ("qt", "quote"),
    ("re", "refund"),
    ("req", "request"),
    ("rk", "restricted key, a secret"),
    ("seti", "setup intent"),
    ("si", "subscription item"),
    ("sk", "secret key"),
    ("src", "source"),
    ("sub", "subscription"),
    ("sub_sched", "subscription schedule"),
    ("tok", "token"),
    ("tr", "transfer"),
    ("trr", "transfer reversal"),
    ("txi", "tax id"),
    ("txn", "balance transaction"),
    ("txr", "tax rate"),
    ("we", "webhook endpoint"),
    ("whsec", "webhook secret"),
];

/// The longest prefix that a TypeID can have, and that is looked at.
const MAX_PREFIX: usize = 63;
/// Characters of the number in a TypeID.
const SUFFIX: usize = 26;

/// Where the last `_` stands, if what is before it is a prefix: letters in lower case and `_`, which
/// stands neither first nor last.
fn split(text: &[u8]) -> Option<usize> {
    let at =
        text.iter().rposition(|byte| *byte == b'_').filter(|at| (1..=MAX_PREFIX).contains(at))?;
    let prefix = &text[..at];
    let letters = prefix.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'_');
    (letters && prefix[0] != b'_' && prefix[at - 1] != b'_').then_some(at)
}

/// A TypeID whose number begins behind this place.
fn type_id(text: &[u8], at: usize) -> Option<Other> {
    let number = text.get(at + 1..).filter(|number| number.len() == SUFFIX)?;
    let bits = TYPEID.read(number).filter(|bits| uuid::kind(*bits) == Some(Kind::UuidV7))?;
    let prefix = Evidence::log2(27).times(at) + Evidence::new(3);
    Some(of_prefix(Kind::TypeId, at, bits, prefix + Evidence::new(128)))
}

fn of_prefix(kind: Kind, at: usize, bits: u128, width: Evidence) -> Other {
    let head = u32::try_from(at).unwrap_or_default();
    Other { head, width, ..Other::new(kind, Spelled::Canonical, bits, 0) }
}

/// The parts of a prefix: what is before the mode, and the mode of an account.
fn mode(prefix: &str) -> (&str, Option<&'static str>) {
    match (prefix.strip_suffix("_live"), prefix.strip_suffix("_test")) {
        (Some(name), _) => (name, Some("live")),
        (_, Some(name)) => (name, Some("test")),
        _ => (prefix, None),
    }
}

fn object(name: &str) -> Option<&'static str> {
    STRIPE.iter().find(|(prefix, _)| *prefix == name).map(|(_, object)| *object)
}

/// A TypeID, Stripe's, or one behind any other prefix, by its shape.
pub(super) fn read(text: &[u8]) -> Option<Other> {
    let at = split(text)?;
    type_id(text, at).or_else(|| by_shape(text, at))
}

fn by_shape(text: &[u8], at: usize) -> Option<Other> {
    let (prefix, body) = (core::str::from_utf8(&text[..at]).ok()?, &text[at + 1..]);
    let digits = body.iter().filter(|byte| byte.is_ascii_digit()).count();
    if body.len() < 8 || !body.iter().all(u8::is_ascii_alphanumeric) {
        return None;
    }
    // Any length, of digits in both cases.
    let width = Evidence::new(4) + Evidence::log2(62).times(body.len());
    if object(mode(prefix).0).is_some() {
        return Some(of_prefix(
            Kind::Stripe,
            at,
            0,
            width + Evidence::log2(2 * STRIPE.len() as u64),
        ));
    }
    // Words are not identifiers.
    let mixed = digits > 0 && digits < body.len() && body.len() >= 12;
    let width = width + Evidence::log2(27).times(at) + Evidence::new(3);
    mixed.then(|| of_prefix(Kind::Prefixed, at, 0, width))
}

/// The fields that are text.
pub(super) fn fields(kind: Kind, head: u32, text: &[u8]) -> [Option<(&'static str, Value<'_>)>; 3] {
    let prefix = text.get(..head as usize).and_then(|prefix| core::str::from_utf8(prefix).ok());
    let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) else { return [None; 3] };
    if !matches!(kind, Kind::Stripe) {
        return [Some(("prefix", Value::Text(prefix))), None, None];
    }
    let (name, mode) = mode(prefix);
    [
        Some(("prefix", Value::Text(name))),
        object(name).map(|object| ("object", Value::Text(object))),
        mode.map(|mode| ("mode", Value::Text(mode))),
    ]
}
