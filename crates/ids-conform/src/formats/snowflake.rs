//! The Snowflake family, and layouts of one's own.

use core::time::Duration;
use std::sync::LazyLock;

use ids_formats::{
    Family, UnixTime,
    formats::snowflake::{FAMILY, define, lasting},
};
use snowflake::Flavour;

/// Layouts that no crate knows: the name, the epoch in milliseconds, the milliseconds of a tick, and the names and widths
/// of the fields, top down. The first is the timestamp, but for one that is always 0.
const OWN: [(&str, u64, u64, &str); 13] = [
    ("suou-of-2015-utc", 1_420_070_400_000, 1, "timestamp:42,local:5,shard:5,counter:12"),
    ("suou-of-2020", 1_577_833_200_000, 1, "timestamp:42,local:5,shard:5,counter:12"),
    ("suou-of-2010", 1_288_834_974_657, 1, "timestamp:42,local:5,shard:5,counter:12"),
    ("sonyflake-12-10", 1_577_836_800_000, 1, "sign:1,timestamp:41,sequence:12,machine:10"),
    ("baidu-29-21-13", 1_463_673_600_000, 1000, "sign:1,timestamp:29,worker:21,sequence:13"),
    ("baidu-31-23-9", 1_463_673_600_000, 1000, "sign:1,timestamp:31,worker:23,sequence:9"),
    ("baidu-41-10-12", 1_463_673_600_000, 1000, "sign:1,timestamp:41,worker:10,sequence:12"),
    ("baidu-63", 1_463_673_600_000, 1000, "sign:1,timestamp:63"),
    ("baidu-1-1-61", 1_463_673_600_000, 1000, "sign:1,timestamp:1,worker:1,sequence:61"),
    ("yitter-6-10", 1_582_136_402_000, 1, "timestamp:48,worker:6,sequence:10"),
    ("yitter-10-12", 1_577_836_800_000, 1, "timestamp:42,worker:10,sequence:12"),
    ("yitter-6-12", 1_582_136_402_000, 1, "timestamp:46,worker:6,sequence:12"),
    ("js-53", 1_735_689_600_000, 1000, "zero:11,timestamp:32,node:8,sequence:13"),
];

fn own((name, epoch, tick, fields): (&str, u64, u64, &'static str)) -> Option<Flavour> {
    let field = |field: &'static str| {
        let (name, width) = field.split_once(':')?;
        Some((name, width.parse().ok()?, ["sign", "zero"].contains(&name).then_some(0)))
    };
    let fields: Vec<_> = fields.split(',').map(field).collect::<Option<_>>()?;
    let timestamp = fields.iter().find(|(.., fixed)| fixed.is_none())?.0;
    let counts = |(name, ..): &(_, _, _)| ["sequence", "counter"].contains(name);
    let sequence = fields.iter().copied().find(counts).map(|(name, ..)| name);
    let since = (UnixTime::from_millis(epoch), Duration::from_millis(tick));
    define(name, &fields, since, timestamp, sequence).ok()
}

/// All of them.
pub(super) static SNOWFLAKE: LazyLock<Family> = LazyLock::new(|| {
    let own = OWN.map(|row| lasting(own(row).expect(row.0)));
    Family {
        formats: FAMILY.formats.iter().copied().chain(own).collect::<Vec<_>>().leak(),
        ..FAMILY
    }
});
