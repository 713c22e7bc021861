//! What holds for every identifier type.

#![cfg(not(miri))]

use std::borrow::Cow;

use evently_id::{EventId, Form};
use ids_testkit::Laws;

#[test]
fn laws() {
    Laws::<EventId>::new().text_order().exact_pattern().hold();
}

#[test]
fn the_laws_of_its_forms() {
    Laws::<EventId>::new().forms(Form::ALL, Form::sorts, |form, text| match form {
        Form::Uuid => Cow::Owned(text.to_ascii_lowercase()),
        _ => Cow::Borrowed(text),
    });
}
