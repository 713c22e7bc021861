//! What holds for every identifier type.

#![cfg(not(miri))]

use evently_id::EventId;
use ids_testkit::Laws;

#[test]
fn laws() {
    Laws::<EventId>::new().text_order().exact_pattern().hold();
}
