//! What holds for every identifier type.

#![cfg(not(miri))]

use ids_testkit::Laws;
use kuid::{Global, Local};

#[test]
fn local() {
    Laws::<Local>::new().text_order().exact_pattern().hold();
    Laws::<Local>::new().stored();
    Laws::<Local>::new().in_place();
}

#[test]
fn global() {
    Laws::<Global>::new().text_order().exact_pattern().hold();
    Laws::<Global>::new().stored();
    Laws::<Global>::new().in_place();
}
