//! What holds for every identifier type.

use ids_testkit::Laws;
use luuid::Luuid;

#[test]
fn laws() {
    Laws::<Luuid>::new().text_order().hold();
}
