//! What holds for every identifier type, held against each flavour.

#![cfg(not(miri))]

use ids_testkit::{Laws, hold_scheme};
use snowflake::{
    Baidu, Bwmarrin, Discord, DynamicNode, FLAVOURS, Flavour, Instagram, Linkedin, Mastodon, Node,
    Snowflake, SonyflakeV1, SonyflakeV2, Suou, Tid, Twitter, Yitter,
};

// The flavours differ in data only, so most need few random inputs.
macro_rules! laws {
    ($($name:ident: $kind:ty),+ $(,)?) => {$(
        #[test]
        fn $name() {
            Laws::<Snowflake<$kind>>::new().hold_for(200);
        }
    )+};
}

laws! {
    twitter: Twitter,
    suou: Suou,
    instagram: Instagram,
    mastodon: Mastodon,
    sonyflake_v1: SonyflakeV1,
    sonyflake_v2: SonyflakeV2,
    bwmarrin: Bwmarrin,
    baidu: Baidu,
    yitter: Yitter,
    linkedin: Linkedin,
}

#[test]
fn discord() {
    Laws::<Snowflake<Discord>>::new().hold();
}

#[test]
fn tid() {
    Laws::<Snowflake<Tid>>::new().text_order().exact_pattern().hold();
}

#[test]
fn under_clocks_that_go_wrong() {
    for flavour in FLAVOURS.iter().copied().filter(Flavour::generates) {
        let node = DynamicNode::numbered(flavour, flavour.nodes() - 1).unwrap();
        hold_scheme(node, |bits| {
            assert_eq!(flavour.check(bits), Ok(()), "{flavour}");
            flavour.time(bits)
        });
    }
    hold_scheme(Node::<Twitter>::numbered(37).unwrap(), Snowflake::time);
}
