//! What holds for every identifier type, held against each flavour.

#![cfg(not(miri))]

use ids_testkit::Laws;
use snowflake::{
    Baidu, Bwmarrin, Discord, Instagram, Linkedin, Mastodon, Snowflake, SonyflakeV1, SonyflakeV2,
    Suou, Tid, Twitter, Yitter,
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
    Laws::<Snowflake<Discord>>::new().stored();
}

#[test]
fn tid() {
    Laws::<Snowflake<Tid>>::new().text_order().exact_pattern().hold();
}
