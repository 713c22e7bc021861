//! What holds for every identifier type.

#![cfg(not(miri))]

use ids_testkit::{Laws, hold_scheme};
use kuid::{Drift, DynamicNode, Global, Kuid, Local, LocalNode, Node, NodeId};

#[test]
fn local() {
    Laws::<Local>::new().text_order().exact_pattern().hold();
}

#[test]
fn global() {
    Laws::<Global>::new().text_order().exact_pattern().hold();
}

#[test]
fn under_clocks_that_go_wrong() {
    hold_scheme(LocalNode, Local::time);
    let drift = Drift::MAX;
    hold_scheme(DynamicNode::new(NodeId::MAX, drift), |id| drift.split(id).0.time());
    each_drift!(DRIFT => {
        hold_scheme(Node::<DRIFT>::new(NodeId::from_bits(0xdead_beef)), Kuid::time);
    });
}
