//! The Snowflake family, and layouts of one's own.

use std::sync::LazyLock;

use ids_formats::{Format, Maker, formats::snowflake::of};
use snowflake::{FLAVOURS, Field, Flavour, Kind, Layout, SIGN, Suou, Ticks, UnixTime, Yitter};

use crate::{Fault, Reason, Start, Subject, Where};

/// A layout that no crate knows, from its fields' names and widths, top down. The first is the
/// sign or another that is always 0, unless it is the timestamp.
macro_rules! own {
    ($name:literal, $ticks:expr, [$($field:literal: $high:literal - $low:literal),+]) => {{
        const FIELDS: &[Field] = &[$(field($field, $high, $low)),+];
        let layout = Layout::new($name, 64, FIELDS);
        let (timestamp, sequence) = roles(FIELDS);
        match Flavour::try_new(layout, $ticks, timestamp, sequence) {
            Ok(flavour) => flavour,
            Err(_) => panic!("no flavour"),
        }
    }};
}

const fn field(name: &'static str, high: u8, low: u8) -> Field {
    match name.as_bytes() {
        b"sign" => SIGN,
        b"zero" => Field::new(name, high, low).always(0),
        _ => Field::new(name, high, low),
    }
}

/// The names of the timestamp and, if there is one, of the sequence.
const fn roles(fields: &[Field]) -> (&'static str, Option<&'static str>) {
    let top = if fields[0].fixed().is_some() { 1 } else { 0 };
    let (mut index, mut sequence) = (0, None);
    while index < fields.len() {
        if let b"sequence" | b"counter" = fields[index].name().as_bytes() {
            sequence = Some(fields[index].name());
        }
        index += 1;
    }
    (fields[top].name(), sequence)
}

const SUOU: UnixTime = UnixTime::from_secs(1_420_070_400);
const BAIDU: Ticks = Ticks::per_second(UnixTime::from_secs(1_463_673_600), 1);
const YITTER: Ticks = Yitter::FLAVOUR.ticks();
const SINCE_2020: Ticks = Ticks::per_second(UnixTime::from_secs(1_577_836_800), 1000);
const SINCE_2025: Ticks = Ticks::per_second(UnixTime::from_secs(1_735_689_600), 1);

const OWN: [Flavour; 13] = [
    own!("suou-of-2015-utc", Suou::FLAVOUR.with_epoch(SUOU).ticks(),
        ["timestamp": 63 - 22, "local": 21 - 17, "shard": 16 - 12, "counter": 11 - 0]),
    own!("suou-of-2020",
        Suou::FLAVOUR.with_epoch(UnixTime::from_secs(1_577_833_200)).ticks(),
        ["timestamp": 63 - 22, "local": 21 - 17, "shard": 16 - 12, "counter": 11 - 0]),
    own!("suou-of-2010",
        Suou::FLAVOUR.with_epoch(UnixTime::from_millis(1_288_834_974_657)).ticks(),
        ["timestamp": 63 - 22, "local": 21 - 17, "shard": 16 - 12, "counter": 11 - 0]),
    own!("sonyflake-12-10", SINCE_2020,
        ["sign": 63 - 63, "timestamp": 62 - 22, "sequence": 21 - 10, "machine": 9 - 0]),
    own!("baidu-29-21-13", BAIDU,
        ["sign": 63 - 63, "timestamp": 62 - 34, "worker": 33 - 13, "sequence": 12 - 0]),
    own!("baidu-31-23-9", BAIDU,
        ["sign": 63 - 63, "timestamp": 62 - 32, "worker": 31 - 9, "sequence": 8 - 0]),
    own!("baidu-41-10-12", BAIDU,
        ["sign": 63 - 63, "timestamp": 62 - 22, "worker": 21 - 12, "sequence": 11 - 0]),
    own!("baidu-63", BAIDU, ["sign": 63 - 63, "timestamp": 62 - 0]),
    own!("baidu-1-1-61", BAIDU,
        ["sign": 63 - 63, "timestamp": 62 - 62, "worker": 61 - 61, "sequence": 60 - 0]),
    own!("yitter-6-10", YITTER, ["timestamp": 63 - 16, "worker": 15 - 10, "sequence": 9 - 0]),
    own!("yitter-10-12", SINCE_2020, ["timestamp": 63 - 22, "worker": 21 - 12, "sequence": 11 - 0]),
    own!("yitter-6-12", YITTER, ["timestamp": 63 - 18, "worker": 17 - 12, "sequence": 11 - 0]),
    own!("js-53", SINCE_2025,
        ["zero": 63 - 53, "timestamp": 52 - 21, "node": 20 - 13, "sequence": 12 - 0]),
];

/// All of them.
static FORMATS: LazyLock<Vec<&dyn Format>> = LazyLock::new(|| {
    let all = FLAVOURS.iter().copied().chain(OWN);
    all.map(|flavour| &*Box::leak(Box::new(of(flavour))) as _).collect()
});

#[derive(Debug)]
pub(crate) struct Snowflake;

fn flavour(at: &Where) -> Result<Flavour, Fault> {
    let mut all = FLAVOURS.iter().copied().chain(OWN);
    all.find(|flavour| flavour.name() == at.layout).ok_or_else(|| at.no_layout())
}

impl Subject for Snowflake {
    fn formats(&self) -> &[&dyn Format] {
        &FORMATS
    }

    fn generator<'a>(&self, at: &Where, start: Start<'a>) -> Result<Box<dyn Maker + 'a>, Fault> {
        let flavour = flavour(at)?;
        // The generator sets these, or they are fixed.
        let own = |name: &str| flavour.node_fields().all(|field| field.name() != name);
        let mut names = flavour.layout().fields().iter().map(Field::name);
        match names.find(|name| own(name) && start.config.contains_key(*name)) {
            Some(name) if flavour.generates() => Err(Reason::new("foreign").of(name).into()),
            _ => start.maker(at.format(&FORMATS)?, &[]),
        }
    }
}
