//! Logs of small machines: an identifier is there as its text.

use defmt::{
    Format,
    export::{fetch_bytes, fetch_string_index, make_formatter},
};
use ids_core::Id;
use proptest::{arbitrary::Arbitrary, prelude::*};

use crate::each;

/// The frame has the index of the words for a text, then how long the text is, then the text.
fn logged<I: Id + Format + Arbitrary>() {
    proptest!(ProptestConfig::with_cases(50), |(id: I)| {
        let (words, text) = (fetch_string_index(), id.to_string());
        id.format(make_formatter());
        let length = u32::try_from(text.len()).unwrap();
        let frame = [&words.to_le_bytes()[..], &length.to_le_bytes(), text.as_bytes()].concat();
        prop_assert_eq!(fetch_bytes(), frame);
    });
}

#[test]
fn by_defmt() {
    each!(logged);
}
