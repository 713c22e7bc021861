//! The known flavours, each with the source of its epoch and bit places.

use ids_core::format::{Field, Layout, Ticks, named};

use crate::{FieldOf, Flavour, Form, Kind, SIGN, UnixTime};

/// Milliseconds since this many milliseconds after the Unix epoch.
const fn milliseconds_since(epoch: u64) -> Ticks {
    Ticks::per_second(UnixTime::from_millis(epoch), 1000)
}

/// Writes the known flavours: the type, its unit, its fixed fields and its sequence, then the other fields, highest bit
/// and lowest, then what else [`Flavour`] chooses.
macro_rules! flavours {
    ($(
        $(#[$of_type:meta])*
        $type:ident = $name:literal, $ticks:expr, [$($fixed:expr)?], $sequence:expr, {
            $($(#[$of_field:meta])* $constant:ident = $field:literal, $high:literal, $low:literal;)+
        }
        $(.$method:ident($($argument:expr)?))*;
    )+) => {
        $(
            $(#[$of_type])*
            #[derive(Clone, Copy, Debug)]
            pub enum $type {}

            impl $type {
                $($(#[$of_field])* pub const $constant: FieldOf<Self> = FieldOf::named($field);)+
            }

            impl Kind for $type {
                const FLAVOUR: Flavour = Flavour::new(
                    Layout::new($name, 64, &[$($fixed,)? $(Field::new($field, $high, $low)),+]),
                    $ticks,
                    "timestamp",
                    $sequence,
                )
                $(.$method($($argument)?))*;
            }
        )+

        /// The known flavours.
        pub const FLAVOURS: &[Flavour] = &[$($type::FLAVOUR),+];

        /// Their names, with commas.
        pub(crate) const NAMES: &str = named!(@list $($name),+);
    };
}

flavours! {
    /// Twitter and X: `twitter` ([SNOW-40](crate::rules#snow-40)).
    ///
    /// Epoch 2010-11-04T01:42:54.657Z and places from the service's own generator, `IdWorker.scala`
    /// and README of the archived repository twitter-archive/snowflake, tag snowflake-2010. The ten
    /// bits of datacenter and worker are one "machine" to many readers.
    Twitter = "twitter", milliseconds_since(1_288_834_974_657), [SIGN], Some("sequence"), {
        /// Milliseconds since the epoch.
        TIMESTAMP = "timestamp", 62, 22;
        /// The datacenter.
        DATACENTER = "datacenter", 21, 17;
        /// The worker inside the datacenter.
        WORKER = "worker", 16, 12;
        /// Counts inside the millisecond.
        SEQUENCE = "sequence", 11, 0;
    };

    /// Discord: `discord` ([SNOW-41](crate::rules#snow-41)).
    ///
    /// Epoch 2015-01-01T00:00:00Z and places from Discord's API reference (discord-api-docs,
    /// `reference.mdx`). The number is unsigned: its 42 bits of time reach bit 63 in 2084.
    Discord = "discord", milliseconds_since(1_420_070_400_000), [], Some("increment"), {
        /// Milliseconds since the epoch.
        TIMESTAMP = "timestamp", 63, 22;
        /// The worker.
        WORKER = "worker", 21, 17;
        /// The process of the worker.
        PROCESS = "process", 16, 12;
        /// Counts the identifiers of the process.
        INCREMENT = "increment", 11, 0;
    };

    /// The Python library suou: `suou` ([SNOW-42](crate::rules#snow-42)).
    ///
    /// Places from suou 0.14.0, `snowflake.py`. The library has no epoch: each service sets its own.
    /// This flavour has the library's first constant, `SnowflakeEpoch.JAN_1_2015`. That is
    /// 2014-12-31T23:00:00Z, an hour before the date in its name and before Discord's epoch. For a
    /// service with another epoch use [`Flavour::with_epoch`].
    Suou = "suou", milliseconds_since(1_420_066_800_000), [], Some("counter"), {
        /// Milliseconds since the epoch.
        TIMESTAMP = "timestamp", 63, 22;
        /// The generator's local number.
        LOCAL = "local", 21, 17;
        /// The shard.
        SHARD = "shard", 16, 12;
        /// Counts inside the millisecond.
        COUNTER = "counter", 11, 0;
    };

    /// Instagram: `instagram` ([SNOW-43](crate::rules#snow-43)).
    ///
    /// Epoch 2011-08-24T21:07:01.721Z and places from the SQL of Instagram's engineering post "Sharding
    /// & IDs"; identifiers of posts with known dates agree. The prose of the post names 2011-01-01 as
    /// the epoch. This contradicts its own example, and others have copied it. From 2046 on,
    /// identifiers are negative as signed numbers.
    Instagram = "instagram", milliseconds_since(1_314_220_021_721), [], Some("sequence"), {
        /// Milliseconds since the epoch.
        TIMESTAMP = "timestamp", 63, 23;
        /// The logical shard.
        SHARD = "shard", 22, 10;
        /// The shard's sequence, modulo 1024.
        SEQUENCE = "sequence", 9, 0;
    };

    /// Mastodon: `mastodon`, read only ([SNOW-44](crate::rules#snow-44)).
    ///
    /// Places from Mastodon's `lib/mastodon/snowflake.rb`: milliseconds since the Unix epoch above 16
    /// bits that are the sum of a hash of table, salt and time and of a sequence. The database makes
    /// them, so there is no generator here; [`Flavour::first_at`] and [`Flavour::last_at`] bound scans.
    Mastodon = "mastodon", milliseconds_since(0), [], None, {
        /// Milliseconds since the Unix epoch.
        TIMESTAMP = "timestamp", 63, 16;
        /// The hash plus the sequence, modulo 65536.
        TAIL = "tail", 15, 0;
    }
    .decode_only();

    /// Sonyflake 1: `sonyflake-v1` ([SNOW-45](crate::rules#snow-45)).
    ///
    /// Default start time 2014-09-01T00:00:00Z, unit of 10 ms and places from sony/sonyflake v1.3.0,
    /// `sonyflake.go`. The sequence stands above the machine.
    SonyflakeV1 = "sonyflake-v1", Ticks::per_second(UnixTime::from_secs(1_409_529_600), 100), [SIGN], Some("sequence"), {
        /// Units of 10 ms since the epoch.
        TIMESTAMP = "timestamp", 62, 24;
        /// Counts inside the unit.
        SEQUENCE = "sequence", 23, 16;
        /// The machine.
        MACHINE = "machine", 15, 0;
    };

    /// Sonyflake 2 with its default settings: `sonyflake-v2` ([SNOW-46](crate::rules#snow-46)).
    ///
    /// Default start time 2025-01-01T00:00:00Z, unit of 10 ms and places from sony/sonyflake v2.2.0,
    /// `v2/sonyflake.go`. Only the epoch differs from version 1's; other widths and units are a
    /// layout of your own.
    SonyflakeV2 = "sonyflake-v2", Ticks::per_second(UnixTime::from_secs(1_735_689_600), 100), [SIGN], Some("sequence"), {
        /// Units of 10 ms since the epoch.
        TIMESTAMP = "timestamp", 62, 24;
        /// Counts inside the unit.
        SEQUENCE = "sequence", 23, 16;
        /// The machine.
        MACHINE = "machine", 15, 0;
    };

    /// The Go package bwmarrin/snowflake with its default settings: `bwmarrin`
    /// ([SNOW-47](crate::rules#snow-47)).
    ///
    /// Epoch (Twitter's) and places from its `snowflake.go`. Its texts are [`Form::Base32`],
    /// [`Form::Base36`] and [`Form::Base58`] beside the decimal one.
    Bwmarrin = "bwmarrin", milliseconds_since(1_288_834_974_657), [SIGN], Some("step"), {
        /// Milliseconds since the epoch.
        TIMESTAMP = "timestamp", 62, 22;
        /// The node.
        NODE = "node", 21, 12;
        /// Counts inside the millisecond.
        STEP = "step", 11, 0;
    };

    /// Baidu's uid-generator with its default settings: `baidu` ([SNOW-48](crate::rules#snow-48)).
    ///
    /// Places and epoch from its `DefaultUidGenerator.java`. The epoch is written there as the day
    /// 2016-05-20, read in the machine's own zone; here it is that of China, 2016-05-19T16:00:00Z. Its
    /// 28 bits of seconds ended on 2024-11-20, so its generators return an error.
    Baidu = "baidu", Ticks::per_second(UnixTime::from_secs(1_463_673_600), 1), [SIGN], Some("sequence"), {
        /// Seconds since the epoch.
        TIMESTAMP = "timestamp", 62, 35;
        /// The worker, a number per start of a process.
        WORKER = "worker", 34, 13;
        /// Counts inside the second.
        SEQUENCE = "sequence", 12, 0;
    };

    /// Yitter's `IdGenerator` with its default settings: `yitter`, read only
    /// ([SNOW-49](crate::rules#snow-49)).
    ///
    /// Base time 2020-02-19T18:20:02Z and places from `IdGeneratorOptions.go`. Sequences 0 to 4 are
    /// reserved, and timestamps run ahead of the clock under load, so there is no generator here.
    Yitter = "yitter", milliseconds_since(1_582_136_402_000), [], Some("sequence"), {
        /// Milliseconds since the base time.
        TIMESTAMP = "timestamp", 63, 12;
        /// The worker.
        WORKER = "worker", 11, 6;
        /// Counts inside the millisecond, from 5.
        SEQUENCE = "sequence", 5, 0;
    }
    .decode_only();

    /// Timestamp identifiers of the AT protocol, as Bluesky makes them: `tid`
    /// ([SNOW-50](crate::rules#snow-50)).
    ///
    /// Places and text from the protocol's specification of TIDs: microseconds since the Unix epoch
    /// above a clock identifier, written as 13 digits. One identifier for each microsecond and clock.
    Tid = "tid", Ticks::per_second(UnixTime::EPOCH, 1_000_000), [SIGN], None, {
        /// Microseconds since the Unix epoch.
        TIMESTAMP = "timestamp", 62, 10;
        /// The clock identifier.
        CLOCK = "clock", 9, 0;
    }
    .with_form(Form::Tid);

    /// LinkedIn's activities and shares: `linkedin`, read only ([SNOW-51](crate::rules#snow-51)).
    ///
    /// LinkedIn documents no layout. That the bits above the lowest 22 are milliseconds since the Unix
    /// epoch is inferred from samples in its compliance documentation that come with their times.
    Linkedin = "linkedin", milliseconds_since(0), [SIGN], None, {
        /// Milliseconds since the Unix epoch.
        TIMESTAMP = "timestamp", 62, 22;
        /// Bits of unknown meaning.
        LOW = "low", 21, 0;
    }
    .decode_only();
}
