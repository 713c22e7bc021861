//! What holds for every identifier type.

#![cfg(not(miri))]

use ids_testkit::Laws;
use luuid::Luuid;

#[test]
fn laws() {
    Laws::<Luuid>::new().text_order().exact_pattern().hold();
}
