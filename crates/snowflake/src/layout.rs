//! The known flavours, each with the source of its epoch and bit places.

use ids_core::format::{Field, Layout, Ticks};

use crate::{FieldOf, Flavour, Form, Kind, SIGN, UnixTime};

/// The known flavours.
pub const FLAVOURS: &[Flavour] = &[
    Twitter::FLAVOUR,
    Discord::FLAVOUR,
    Suou::FLAVOUR,
    Instagram::FLAVOUR,
    Mastodon::FLAVOUR,
    SonyflakeV1::FLAVOUR,
    SonyflakeV2::FLAVOUR,
    Bwmarrin::FLAVOUR,
    Baidu::FLAVOUR,
    Yitter::FLAVOUR,
    Tid::FLAVOUR,
    Linkedin::FLAVOUR,
];

/// Milliseconds since this many milliseconds after the Unix epoch.
const fn milliseconds_since(epoch: u64) -> Ticks {
    Ticks::per_second(UnixTime::from_millis(epoch), 1000)
}

/// Twitter and X: `twitter` ([SNOW-40](crate::rules#snow-40)).
///
/// Epoch 2010-11-04T01:42:54.657Z and places from the service's own generator, `IdWorker.scala`
/// and README of the archived repository twitter-archive/snowflake, tag snowflake-2010. The ten
/// bits of datacenter and worker are one "machine" to many readers.
#[derive(Clone, Copy, Debug)]
pub enum Twitter {}

impl Twitter {
    /// Milliseconds since the epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// The datacenter.
    pub const DATACENTER: FieldOf<Self> = FieldOf::named("datacenter");
    /// The worker inside the datacenter.
    pub const WORKER: FieldOf<Self> = FieldOf::named("worker");
    /// Counts inside the millisecond.
    pub const SEQUENCE: FieldOf<Self> = FieldOf::named("sequence");
}

impl Kind for Twitter {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new(
            "twitter",
            64,
            &[
                SIGN,
                Field::new("timestamp", 62, 22),
                Field::new("datacenter", 21, 17),
                Field::new("worker", 16, 12),
                Field::new("sequence", 11, 0),
            ],
        ),
        milliseconds_since(1_288_834_974_657),
        "timestamp",
    )
    .with_sequence("sequence");
}

/// Discord: `discord` ([SNOW-41](crate::rules#snow-41)).
///
/// Epoch 2015-01-01T00:00:00Z and places from Discord's API reference (discord-api-docs,
/// `reference.mdx`). The number is unsigned: its 42 bits of time reach bit 63 in 2084.
#[derive(Clone, Copy, Debug)]
pub enum Discord {}

impl Discord {
    /// Milliseconds since the epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// The worker.
    pub const WORKER: FieldOf<Self> = FieldOf::named("worker");
    /// The process of the worker.
    pub const PROCESS: FieldOf<Self> = FieldOf::named("process");
    /// Counts the identifiers of the process.
    pub const INCREMENT: FieldOf<Self> = FieldOf::named("increment");
}

impl Kind for Discord {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new(
            "discord",
            64,
            &[
                Field::new("timestamp", 63, 22),
                Field::new("worker", 21, 17),
                Field::new("process", 16, 12),
                Field::new("increment", 11, 0),
            ],
        ),
        milliseconds_since(1_420_070_400_000),
        "timestamp",
    )
    .with_sequence("increment");
}

/// The Python library suou: `suou` ([SNOW-42](crate::rules#snow-42)).
///
/// Places from suou 0.14.0, `snowflake.py`. The library has no epoch: each service sets its own.
/// This flavour has the library's first constant, `SnowflakeEpoch.JAN_1_2015`. That is
/// 2014-12-31T23:00:00Z, an hour before the date in its name and before Discord's epoch. For a
/// service with another epoch use [`Flavour::with_epoch`].
#[derive(Clone, Copy, Debug)]
pub enum Suou {}

impl Suou {
    /// Milliseconds since the epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// The generator's local number.
    pub const LOCAL: FieldOf<Self> = FieldOf::named("local");
    /// The shard.
    pub const SHARD: FieldOf<Self> = FieldOf::named("shard");
    /// Counts inside the millisecond.
    pub const COUNTER: FieldOf<Self> = FieldOf::named("counter");
}

impl Kind for Suou {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new(
            "suou",
            64,
            &[
                Field::new("timestamp", 63, 22),
                Field::new("local", 21, 17),
                Field::new("shard", 16, 12),
                Field::new("counter", 11, 0),
            ],
        ),
        milliseconds_since(1_420_066_800_000),
        "timestamp",
    )
    .with_sequence("counter");
}

/// Instagram: `instagram` ([SNOW-43](crate::rules#snow-43)).
///
/// Epoch 2011-08-24T21:07:01.721Z and places from the SQL of Instagram's engineering post "Sharding
/// & IDs"; identifiers of posts with known dates agree. The prose of the post names 2011-01-01 as
/// the epoch. This contradicts its own example, and others have copied it. From 2046 on,
/// identifiers are negative as signed numbers.
#[derive(Clone, Copy, Debug)]
pub enum Instagram {}

impl Instagram {
    /// Milliseconds since the epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// The logical shard.
    pub const SHARD: FieldOf<Self> = FieldOf::named("shard");
    /// The shard's sequence, modulo 1024.
    pub const SEQUENCE: FieldOf<Self> = FieldOf::named("sequence");
}

impl Kind for Instagram {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new(
            "instagram",
            64,
            &[
                Field::new("timestamp", 63, 23),
                Field::new("shard", 22, 10),
                Field::new("sequence", 9, 0),
            ],
        ),
        milliseconds_since(1_314_220_021_721),
        "timestamp",
    )
    .with_sequence("sequence");
}

/// Mastodon: `mastodon`, read only ([SNOW-44](crate::rules#snow-44)).
///
/// Places from Mastodon's `lib/mastodon/snowflake.rb`: milliseconds since the Unix epoch above 16
/// bits that are the sum of a hash of table, salt and time and of a sequence. The database makes
/// them, so there is no generator here; [`Flavour::first_at`] and [`Flavour::last_at`] bound scans.
#[derive(Clone, Copy, Debug)]
pub enum Mastodon {}

impl Mastodon {
    /// Milliseconds since the Unix epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// The hash plus the sequence, modulo 65536.
    pub const TAIL: FieldOf<Self> = FieldOf::named("tail");
}

impl Kind for Mastodon {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new("mastodon", 64, &[Field::new("timestamp", 63, 16), Field::new("tail", 15, 0)]),
        milliseconds_since(0),
        "timestamp",
    )
    .decode_only();
}

/// Sonyflake 1: `sonyflake-v1` ([SNOW-45](crate::rules#snow-45)).
///
/// Default start time 2014-09-01T00:00:00Z, unit of 10 ms and places from sony/sonyflake v1.3.0,
/// `sonyflake.go`. The sequence stands above the machine.
#[derive(Clone, Copy, Debug)]
pub enum SonyflakeV1 {}

impl SonyflakeV1 {
    /// Units of 10 ms since the epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// Counts inside the unit.
    pub const SEQUENCE: FieldOf<Self> = FieldOf::named("sequence");
    /// The machine.
    pub const MACHINE: FieldOf<Self> = FieldOf::named("machine");
}

impl Kind for SonyflakeV1 {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new(
            "sonyflake-v1",
            64,
            &[
                SIGN,
                Field::new("timestamp", 62, 24),
                Field::new("sequence", 23, 16),
                Field::new("machine", 15, 0),
            ],
        ),
        Ticks::per_second(UnixTime::from_secs(1_409_529_600), 100),
        "timestamp",
    )
    .with_sequence("sequence");
}

/// Sonyflake 2 with its default settings: `sonyflake-v2` ([SNOW-46](crate::rules#snow-46)).
///
/// Default start time 2025-01-01T00:00:00Z, unit of 10 ms and places from sony/sonyflake v2.2.0,
/// `v2/sonyflake.go`. Only the epoch differs from version 1's; other widths and units are a
/// layout of your own.
#[derive(Clone, Copy, Debug)]
pub enum SonyflakeV2 {}

impl SonyflakeV2 {
    /// Units of 10 ms since the epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// Counts inside the unit.
    pub const SEQUENCE: FieldOf<Self> = FieldOf::named("sequence");
    /// The machine.
    pub const MACHINE: FieldOf<Self> = FieldOf::named("machine");
}

impl Kind for SonyflakeV2 {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new(
            "sonyflake-v2",
            64,
            &[
                SIGN,
                Field::new("timestamp", 62, 24),
                Field::new("sequence", 23, 16),
                Field::new("machine", 15, 0),
            ],
        ),
        Ticks::per_second(UnixTime::from_secs(1_735_689_600), 100),
        "timestamp",
    )
    .with_sequence("sequence");
}

/// The Go package bwmarrin/snowflake with its default settings: `bwmarrin`
/// ([SNOW-47](crate::rules#snow-47)).
///
/// Epoch (Twitter's) and places from its `snowflake.go`. Its texts are [`Form::Base32`],
/// [`Form::Base36`] and [`Form::Base58`] beside the decimal one.
#[derive(Clone, Copy, Debug)]
pub enum Bwmarrin {}

impl Bwmarrin {
    /// Milliseconds since the epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// The node.
    pub const NODE: FieldOf<Self> = FieldOf::named("node");
    /// Counts inside the millisecond.
    pub const STEP: FieldOf<Self> = FieldOf::named("step");
}

impl Kind for Bwmarrin {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new(
            "bwmarrin",
            64,
            &[
                SIGN,
                Field::new("timestamp", 62, 22),
                Field::new("node", 21, 12),
                Field::new("step", 11, 0),
            ],
        ),
        milliseconds_since(1_288_834_974_657),
        "timestamp",
    )
    .with_sequence("step");
}

/// Baidu's uid-generator with its default settings: `baidu` ([SNOW-48](crate::rules#snow-48)).
///
/// Places and epoch from its `DefaultUidGenerator.java`. The epoch is written there as the day
/// 2016-05-20, read in the machine's own zone; here it is that of China, 2016-05-19T16:00:00Z. Its
/// 28 bits of seconds ended on 2024-11-20, so its generators return an error.
#[derive(Clone, Copy, Debug)]
pub enum Baidu {}

impl Baidu {
    /// Seconds since the epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// The worker, a number per start of a process.
    pub const WORKER: FieldOf<Self> = FieldOf::named("worker");
    /// Counts inside the second.
    pub const SEQUENCE: FieldOf<Self> = FieldOf::named("sequence");
}

impl Kind for Baidu {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new(
            "baidu",
            64,
            &[
                SIGN,
                Field::new("timestamp", 62, 35),
                Field::new("worker", 34, 13),
                Field::new("sequence", 12, 0),
            ],
        ),
        Ticks::per_second(UnixTime::from_secs(1_463_673_600), 1),
        "timestamp",
    )
    .with_sequence("sequence");
}

/// Yitter's `IdGenerator` with its default settings: `yitter`, read only
/// ([SNOW-49](crate::rules#snow-49)).
///
/// Base time 2020-02-19T18:20:02Z and places from `IdGeneratorOptions.go`. Sequences 0 to 4 are
/// reserved, and timestamps run ahead of the clock under load, so there is no generator here.
#[derive(Clone, Copy, Debug)]
pub enum Yitter {}

impl Yitter {
    /// Milliseconds since the base time.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// The worker.
    pub const WORKER: FieldOf<Self> = FieldOf::named("worker");
    /// Counts inside the millisecond, from 5.
    pub const SEQUENCE: FieldOf<Self> = FieldOf::named("sequence");
}

impl Kind for Yitter {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new(
            "yitter",
            64,
            &[
                Field::new("timestamp", 63, 12),
                Field::new("worker", 11, 6),
                Field::new("sequence", 5, 0),
            ],
        ),
        milliseconds_since(1_582_136_402_000),
        "timestamp",
    )
    .with_sequence("sequence")
    .decode_only();
}

/// Timestamp identifiers of the AT protocol, as Bluesky makes them: `tid`
/// ([SNOW-50](crate::rules#snow-50)).
///
/// Places and text from the protocol's specification of TIDs: microseconds since the Unix epoch
/// above a clock identifier, written as 13 digits. One identifier for each microsecond and clock.
#[derive(Clone, Copy, Debug)]
pub enum Tid {}

impl Tid {
    /// Microseconds since the Unix epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// The clock identifier.
    pub const CLOCK: FieldOf<Self> = FieldOf::named("clock");
}

impl Kind for Tid {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new("tid", 64, &[SIGN, Field::new("timestamp", 62, 10), Field::new("clock", 9, 0)]),
        Ticks::per_second(UnixTime::EPOCH, 1_000_000),
        "timestamp",
    )
    .with_form(Form::Tid);
}

/// LinkedIn's activities and shares: `linkedin`, read only ([SNOW-51](crate::rules#snow-51)).
///
/// LinkedIn documents no layout. That the bits above the lowest 22 are milliseconds since the Unix
/// epoch is inferred from samples in its compliance documentation that come with their times.
#[derive(Clone, Copy, Debug)]
pub enum Linkedin {}

impl Linkedin {
    /// Milliseconds since the Unix epoch.
    pub const TIMESTAMP: FieldOf<Self> = FieldOf::named("timestamp");
    /// Bits of unknown meaning.
    pub const LOW: FieldOf<Self> = FieldOf::named("low");
}

impl Kind for Linkedin {
    const FLAVOUR: Flavour = Flavour::new(
        Layout::new(
            "linkedin",
            64,
            &[SIGN, Field::new("timestamp", 62, 22), Field::new("low", 21, 0)],
        ),
        milliseconds_since(0),
        "timestamp",
    )
    .decode_only();
}
