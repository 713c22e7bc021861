//! What a schema says of an identifier: a string, its pattern, a sentence, an example.

extern crate alloc;

pub use alloc::borrow::Cow;
use alloc::{
    format,
    string::{String, ToString as _},
};

use crate::Id;

/// The type's name, of its parts.
#[inline]
pub fn name(parts: &[&'static str]) -> Cow<'static, str> {
    match parts {
        [name] => Cow::Borrowed(name),
        parts => Cow::Owned(parts.join("_")),
    }
}

/// What the text is.
pub(super) fn description<I: Id>() -> String {
    format!("The canonical text of an identifier of {}.", I::LAYOUT.name())
}

/// The text of one identifier, always the same: its highest bits are those of one of 2015 in most
/// formats.
pub(super) fn example<I: Id>() -> Option<String> {
    let bits = 0x05ca_5552_8f76_80cb_8bb9_bdc1_0123_4567 >> (u128::BITS - I::LAYOUT.bits());
    super::sample::sample::<I>(bits, u64::MAX).map(|id| id.to_string())
}
