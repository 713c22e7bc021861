//! What holds for every identifier type.

#![cfg(not(miri))]

use ids_testkit::Laws;
use kuid::{Global, Local};

#[test]
fn local() {
    Laws::<Local>::new().text_order().exact_pattern().hold();
}

#[test]
fn global() {
    Laws::<Global>::new().text_order().exact_pattern().hold();
}
