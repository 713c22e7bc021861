//! What holds for every identifier type.

#![cfg(not(miri))]

use std::borrow::Cow;

use ids_testkit::Laws;
use luuid::{Form, Luuid};

const VERSION_8: Laws<Luuid> = Laws::of(Luuid::LAYOUT_V8);

#[test]
fn version_6() {
    Laws::<Luuid>::new().text_order().exact_pattern().hold();
}

#[test]
fn version_8() {
    VERSION_8.text_order().exact_pattern().hold();
}

/// All forms but the canonical one read either case.
fn canonical(form: Form, text: &str) -> Cow<'_, str> {
    match form {
        Form::Uuid => text.into(),
        Form::Upper => text.to_ascii_uppercase().into(),
        _ => text.to_ascii_lowercase().into(),
    }
}

#[test]
fn the_laws_of_its_forms() {
    VERSION_8.forms(Form::ALL, Form::sorts, canonical);
}
