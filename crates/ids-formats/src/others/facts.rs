//! What each kind is, as data.

use ids_core::{UnixTime, format::Ticks};

/// A time inside.
#[derive(Clone, Copy)]
pub(crate) struct KindTime {
    pub(crate) ticks: Ticks,
    /// How many of the ticks are before the Unix epoch.
    pub(super) before: u64,
    /// How many ticks there are, as bits.
    pub(crate) bits: u32,
    /// The first seconds, since the Unix epoch, in which there were such identifiers.
    pub(crate) born: u64,
}

pub(crate) struct KindFacts {
    pub(super) family: &'static str,
    pub(super) flavour: Option<&'static str>,
    pub(super) about: &'static str,
    pub(super) note: &'static str,
    pub(super) bytes: usize,
    /// Name, highest and lowest bit.
    pub(super) fields: &'static [(&'static str, u32, u32)],
    pub(crate) timed: Option<KindTime>,
    /// How common it is, in bits: 4 is everywhere, 2 is well known, 0 is seldom met.
    pub(super) prior: i32,
}

const SECONDS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1);
const MILLIS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1000);
/// Of 100 ns.
const GREGORIAN: Ticks = Ticks::per_second(UnixTime::EPOCH, 10_000_000);
/// How many of them are from 1582-10-15 to the Unix epoch.
const GREGORIAN_BEFORE: u64 = 0x01b2_1dd2_1381_4000;

/// A timestamp that is the first field.
const fn timed(bits: u32, ticks: Ticks, born: u64) -> KindTime {
    KindTime { ticks, before: 0, bits, born }
}

/// Timestamps that stand in several places.
const fn gregorian(born: u64) -> KindTime {
    KindTime { ticks: GREGORIAN, before: GREGORIAN_BEFORE, bits: 60, born }
}

/// The seconds from the Unix epoch to the start of a year before 2100.
const fn year(year: u64) -> u64 {
    ((year - 1970) * 365 + (year - 1969) / 4) * 86_400
}

const UUID: KindFacts = KindFacts {
    family: "uuid",
    flavour: None,
    about: "",
    note: "",
    bytes: 16,
    fields: &[],
    timed: None,
    prior: 0,
};
const TEXT: KindFacts = KindFacts { bytes: 0, ..UUID };
const NOT_PROVED: &str = "the version says how it was made; nothing proves it";

listed! {
    /// A kind of identifiers of other projects.
    pub enum Kind: KindFacts {
        /// The UUID of which all bits are 0.
        UuidNil = KindFacts {
            flavour: Some("nil"),
            about: "no identifier: all bits are 0",
            note: "often a default that was never set",
            prior: 2,
            ..UUID
        },
        /// The UUID of which all bits are 1.
        UuidMax = KindFacts {
            flavour: Some("max"),
            about: "no identifier: all bits are 1",
            note: "often the end of a range",
            ..UUID
        },
        /// A UUID of a time since 1582 and a network address.
        UuidV1 = KindFacts {
            flavour: Some("v1"),
            about: "100 ns since 1582, clock sequence, network address",
            note: "the node may be the address of the machine that made it",
            prior: 3,
            fields: &[
                ("time_low", 127, 96),
                ("time_mid", 95, 80),
                ("time_high", 75, 64),
                ("clock_seq", 61, 48),
                ("node", 47, 0),
            ],
            // The first versions, of the NCS and of DCE.
            timed: Some(gregorian(year(1990))),
            ..UUID
        },
        /// A UUID of a time, a network address and a local user or group (DCE security).
        UuidV2 = KindFacts {
            flavour: Some("v2"),
            about: "DCE security: a local user or group, a time of 7 minutes, network address",
            note: "seldom made; the time is the start of 429.5 s",
            prior: -6,
            fields: &[
                ("local_id", 127, 96),
                ("time_mid", 95, 80),
                ("time_high", 75, 64),
                ("clock_seq", 61, 56),
                ("domain", 55, 48),
                ("node", 47, 0),
            ],
            timed: Some(gregorian(year(1990))),
            ..UUID
        },
        /// A UUID of the MD5 digest of a name.
        UuidV3 = KindFacts {
            flavour: Some("v3"),
            about: "the MD5 digest of a namespace and a name",
            note: "it can be made again from the name, and cannot be turned back into it",
            prior: -1,
            ..UUID
        },
        /// A random UUID.
        UuidV4 = KindFacts { flavour: Some("v4"), about: "122 random bits", note: NOT_PROVED, prior: 5, ..UUID },
        /// A UUID of the SHA-1 digest of a name.
        UuidV5 = KindFacts {
            flavour: Some("v5"),
            about: "the SHA-1 digest of a namespace and a name",
            note: "it can be made again from the name, and cannot be turned back into it",
            prior: -1,
            ..UUID
        },
        /// A UUID of a time since 1582 that sorts.
        UuidV6 = KindFacts {
            flavour: Some("v6"),
            about: "100 ns since 1582, the high bits first, clock sequence, network address",
            note: "the node may be the address of the machine that made it",
            prior: 1,
            fields: &[
                ("time_high", 127, 96),
                ("time_mid", 95, 80),
                ("time_low", 75, 64),
                ("clock_seq", 61, 48),
                ("node", 47, 0),
            ],
            timed: Some(gregorian(year(2020))),
            ..UUID
        },
        /// A UUID of milliseconds since the Unix epoch and random bits.
        UuidV7 = KindFacts {
            flavour: Some("v7"),
            about: "milliseconds since the Unix epoch and 74 other bits",
            note: "the bits below the milliseconds are random, a counter or a finer time: they do not say which",
            prior: 4,
            fields: &[("timestamp", 127, 80), ("rand_a", 75, 64), ("rand_b", 61, 0)],
            timed: Some(timed(48, MILLIS, year(2015))),
            ..UUID
        },
        /// A UUID of bits that its program decides.
        UuidV8 = KindFacts {
            flavour: Some("v8"),
            about: "122 bits that its program decides",
            note: "only the program that made it knows what the bits say",
            prior: -2,
            fields: &[("custom_a", 127, 80), ("custom_b", 75, 64), ("custom_c", 61, 0)],
            ..UUID
        },
        /// Milliseconds and 80 random bits, 26 characters.
        Ulid = KindFacts {
            family: "ulid",
            about: "milliseconds since the Unix epoch and 80 random bits",
            note: "there is no checksum: a wrong character makes another ULID",
            prior: 4,
            fields: &[("timestamp", 127, 80), ("random", 79, 0)],
            timed: Some(timed(48, MILLIS, year(2016))),
            ..UUID
        },
        /// Seconds since 2014 and 128 random bits, 27 characters.
        Ksuid = KindFacts {
            family: "ksuid",
            about: "seconds since 2014 and 128 random bits",
            note: "there is no checksum: a wrong character makes another KSUID",
            prior: 3,
            bytes: 16,
            timed: Some(timed(32, SECONDS.with_epoch(UnixTime::from_secs(1_400_000_000)), year(2017))),
            ..UUID
        },
        /// Seconds, machine, process and counter, 20 characters.
        Xid = KindFacts {
            family: "xid",
            about: "seconds since the Unix epoch, machine, process, counter",
            note: "machine and process may be digests",
            prior: 2,
            bytes: 12,
            fields: &[
                ("timestamp", 95, 64),
                ("machine", 63, 40),
                ("process", 39, 24),
                ("counter", 23, 0),
            ],
            // The first is in the README of its library.
            timed: Some(timed(32, SECONDS, year(2011))),
            ..UUID
        },
        /// MongoDB's: seconds, a random value of the process, a counter; 24 hexadecimal digits.
        ObjectId = KindFacts {
            family: "objectid",
            about: "MongoDB: seconds since the Unix epoch, a random value of the process, a counter",
            note: "until 2018 the random value was a machine and a process",
            prior: 4,
            bytes: 12,
            fields: &[("timestamp", 95, 64), ("random", 63, 24), ("counter", 23, 0)],
            timed: Some(timed(32, SECONDS, year(2009))),
            ..UUID
        },
        /// Milliseconds since 2020, node and counter in 64 bits, 13 characters.
        Tsid = KindFacts {
            family: "tsid",
            about: "milliseconds since 2020, and 22 bits of node and counter",
            note: "epoch and node bits are the usual ones: they can be configured",
            prior: 1,
            bytes: 8,
            fields: &[("timestamp", 63, 22), ("random", 21, 0)],
            timed: Some(timed(42, MILLIS.with_epoch(UnixTime::from_secs(year(2020))), year(2020))),
            ..UUID
        },
        /// A timestamp, a counter and random digits behind a `c`, 25 characters.
        Cuid = KindFacts {
            family: "cuid",
            about: "milliseconds since the Unix epoch, counter, fingerprint of the machine, random digits",
            note: "deprecated by its author, who recommends cuid2",
            prior: 2,
            fields: &[("timestamp", 63, 0)],
            timed: Some(timed(41, MILLIS, year(2012))),
            ..TEXT
        },
        /// 24 characters without a structure: told by their shape only.
        Cuid2 = KindFacts {
            family: "cuid2",
            about: "a letter and 23 digits of a digest",
            note: "by its shape only: any 24 lower-case letters and digits look like this",
            prior: 2,
            ..TEXT
        },
        /// 21 characters without a structure: told by their shape only.
        Nanoid = KindFacts {
            family: "nanoid",
            about: "21 random characters",
            note: "by its shape only: any 21 characters of base64url look like this",
            prior: 2,
            ..TEXT
        },
        /// The name of a type, `_`, and a UUID of version 7 in 26 characters.
        TypeId = KindFacts {
            family: "typeid",
            about: "the name of a type, and a UUID of version 7",
            note: "the prefix is the application's",
            prior: 2,
            fields: &[("timestamp", 127, 80), ("rand_a", 75, 64), ("rand_b", 61, 0)],
            timed: Some(timed(48, MILLIS, year(2015))),
            ..UUID
        },
        /// One of Stripe's prefixes and characters without a structure.
        Stripe = KindFacts {
            family: "stripe",
            about: "an object of Stripe, by its prefix",
            note: "by its prefix and its shape only",
            prior: 2,
            ..TEXT
        },
        /// Any other prefix and characters without a structure: told by their shape only.
        Prefixed = KindFacts {
            family: "prefixed",
            about: "a prefix and characters without a structure",
            note: "by its shape only: the prefix is not a known one",
            prior: -3,
            ..TEXT
        },
        /// Milliseconds, two counters and 32 random bits, 25 characters.
        Scru128 = KindFacts {
            family: "scru128",
            about: "milliseconds since the Unix epoch, two counters, 32 random bits",
            note: "there is no checksum: a wrong character makes another SCRU128",
            prior: 0,
            fields: &[
                ("timestamp", 127, 80),
                ("counter_hi", 79, 56),
                ("counter_lo", 55, 32),
                ("entropy", 31, 0),
            ],
            timed: Some(timed(48, MILLIS, year(2021))),
            ..UUID
        },
        /// Firebase's push identifier: milliseconds and 72 random bits, 20 characters of base64 in the order of ASCII.
        // https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68
        PushId = KindFacts {
            family: "pushid",
            about: "Firebase: milliseconds since the Unix epoch and 72 random bits",
            note: "of one client in one millisecond the random bits count up",
            prior: 1,
            bytes: 15,
            fields: &[("timestamp", 119, 72), ("random", 71, 0)],
            timed: Some(timed(48, MILLIS, year(2012))),
            ..UUID
        },
    }
}
