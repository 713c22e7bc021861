//! What each kind is, as data.

use core::time::Duration;

use ids_core::{
    UnixTime,
    format::{Field, Ticks},
};

use super::Kind;

/// A time inside.
#[derive(Clone, Copy)]
pub(super) struct KindTime {
    /// Where it stands, unless in several places.
    pub(super) field: Field,
    pub(super) ticks: Ticks,
    /// How many of the ticks are before the Unix epoch.
    pub(super) before: u64,
    /// How many ticks there are, as bits.
    pub(super) bits: u32,
    /// The first seconds, since the Unix epoch, in which there were such identifiers.
    pub(super) born: u64,
}

pub(super) struct KindFacts {
    pub(super) family: &'static str,
    pub(super) flavour: Option<&'static str>,
    pub(super) about: &'static str,
    pub(super) note: &'static str,
    pub(super) bytes: usize,
    /// Name, highest and lowest bit.
    pub(super) fields: &'static [(&'static str, u32, u32)],
    pub(super) timed: Option<KindTime>,
    /// How common it is, in bits: 4 is everywhere, 2 is well known, 0 is seldom met.
    pub(super) prior: i32,
}

const SECONDS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1);
const MILLIS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1000);
/// Of 100 ns.
const GREGORIAN: Ticks = Ticks::per_second(UnixTime::EPOCH, 10_000_000);
/// How many of them are from 1582-10-15 to the Unix epoch.
const GREGORIAN_BEFORE: u64 = 0x01b2_1dd2_1381_4000;

const fn timed(field: Field, ticks: Ticks, born: u64) -> KindTime {
    KindTime { field, ticks, before: 0, bits: field.width(), born }
}

/// Timestamps that stand in several places.
const fn gregorian(bits: u32, born: u64) -> KindTime {
    let field = Field::new("timestamp", 63, 0);
    KindTime { field, ticks: GREGORIAN, before: GREGORIAN_BEFORE, bits, born }
}

/// The first versions, of the NCS and of DCE.
const Y1990: u64 = 631_152_000;
const Y2009: u64 = 1_230_768_000;
/// The first is in the README of its library.
const Y2011: u64 = 1_293_840_000;
const Y2012: u64 = 1_325_376_000;
const Y2015: u64 = 1_420_070_400;
const Y2016: u64 = 1_451_606_400;
const Y2017: u64 = 1_483_228_800;
const Y2020: u64 = 1_577_836_800;
const Y2021: u64 = 1_609_459_200;

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
const UNIX_MILLIS: Field = Field::new("timestamp", 127, 80);
const NOT_PROVED: &str = "the version says how it was made; nothing proves it";

static FACTS: &[KindFacts] = &[
    KindFacts {
        flavour: Some("nil"),
        about: "no identifier: all bits are 0",
        note: "often a default that was never set",
        prior: 2,
        ..UUID
    },
    KindFacts {
        flavour: Some("max"),
        about: "no identifier: all bits are 1",
        note: "often the end of a range",
        ..UUID
    },
    KindFacts {
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
        timed: Some(gregorian(60, Y1990)),
        ..UUID
    },
    KindFacts {
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
        timed: Some(gregorian(60, Y1990)),
        ..UUID
    },
    KindFacts {
        flavour: Some("v3"),
        about: "the MD5 digest of a namespace and a name",
        note: "it can be made again from the name, and cannot be turned back into it",
        prior: -1,
        ..UUID
    },
    KindFacts { flavour: Some("v4"), about: "122 random bits", note: NOT_PROVED, prior: 5, ..UUID },
    KindFacts {
        flavour: Some("v5"),
        about: "the SHA-1 digest of a namespace and a name",
        note: "it can be made again from the name, and cannot be turned back into it",
        prior: -1,
        ..UUID
    },
    KindFacts {
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
        timed: Some(gregorian(60, Y2020)),
        ..UUID
    },
    KindFacts {
        flavour: Some("v7"),
        about: "milliseconds since the Unix epoch and 74 other bits",
        note: "the bits below the milliseconds are random, a counter or a finer time: they do not say which",
        prior: 4,
        fields: &[("timestamp", 127, 80), ("rand_a", 75, 64), ("rand_b", 61, 0)],
        timed: Some(timed(UNIX_MILLIS, MILLIS, Y2015)),
        ..UUID
    },
    KindFacts {
        flavour: Some("v8"),
        about: "122 bits that its program decides",
        note: "only the program that made it knows what the bits say",
        prior: -2,
        fields: &[("custom_a", 127, 80), ("custom_b", 75, 64), ("custom_c", 61, 0)],
        ..UUID
    },
    KindFacts {
        family: "ulid",
        about: "milliseconds since the Unix epoch and 80 random bits",
        note: "there is no checksum: a wrong character makes another ULID",
        prior: 4,
        fields: &[("timestamp", 127, 80), ("random", 79, 0)],
        timed: Some(timed(UNIX_MILLIS, MILLIS, Y2016)),
        ..UUID
    },
    KindFacts {
        family: "ksuid",
        about: "seconds since 2014 and 128 random bits",
        note: "there is no checksum: a wrong character makes another KSUID",
        prior: 3,
        bytes: 16,
        timed: Some(timed(
            Field::new("timestamp", 31, 0),
            SECONDS.with_epoch(UnixTime::from_secs(1_400_000_000)),
            Y2017,
        )),
        ..UUID
    },
    KindFacts {
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
        timed: Some(timed(Field::new("timestamp", 95, 64), SECONDS, Y2011)),
        ..UUID
    },
    KindFacts {
        family: "objectid",
        about: "MongoDB: seconds since the Unix epoch, a random value of the process, a counter",
        note: "until 2018 the random value was a machine and a process",
        prior: 4,
        bytes: 12,
        fields: &[("timestamp", 95, 64), ("random", 63, 24), ("counter", 23, 0)],
        timed: Some(timed(Field::new("timestamp", 95, 64), SECONDS, Y2009)),
        ..UUID
    },
    KindFacts {
        family: "tsid",
        about: "milliseconds since 2020, and 22 bits of node and counter",
        note: "epoch and node bits are the usual ones: they can be configured",
        prior: 1,
        bytes: 8,
        fields: &[("timestamp", 63, 22), ("random", 21, 0)],
        timed: Some(timed(
            Field::new("timestamp", 63, 22),
            MILLIS.with_epoch(UnixTime::from_secs(Y2020)),
            Y2020,
        )),
        ..UUID
    },
    KindFacts {
        family: "cuid",
        about: "milliseconds since the Unix epoch, counter, fingerprint of the machine, random digits",
        note: "deprecated by its author, who recommends cuid2",
        prior: 2,
        fields: &[("timestamp", 63, 0)],
        timed: Some(KindTime {
            field: Field::new("timestamp", 63, 0),
            ticks: MILLIS,
            before: 0,
            bits: 41,
            born: Y2012,
        }),
        ..TEXT
    },
    KindFacts {
        family: "cuid2",
        about: "a letter and 23 digits of a digest",
        note: "by its shape only: any 24 lower-case letters and digits look like this",
        prior: 2,
        ..TEXT
    },
    KindFacts {
        family: "nanoid",
        about: "21 random characters",
        note: "by its shape only: any 21 characters of base64url look like this",
        prior: 2,
        ..TEXT
    },
    KindFacts {
        family: "typeid",
        about: "the name of a type, and a UUID of version 7",
        note: "the prefix is the application's",
        prior: 2,
        fields: &[("timestamp", 127, 80), ("rand_a", 75, 64), ("rand_b", 61, 0)],
        timed: Some(timed(UNIX_MILLIS, MILLIS, Y2015)),
        ..UUID
    },
    KindFacts {
        family: "stripe",
        about: "an object of Stripe, by its prefix",
        note: "by its prefix and its shape only",
        prior: 2,
        ..TEXT
    },
    KindFacts {
        family: "prefixed",
        about: "a prefix and characters without a structure",
        note: "by its shape only: the prefix is not a known one",
        prior: -3,
        ..TEXT
    },
    KindFacts {
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
        timed: Some(timed(UNIX_MILLIS, MILLIS, Y2021)),
        ..UUID
    },
    // https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68
    KindFacts {
        family: "pushid",
        about: "Firebase: milliseconds since the Unix epoch and 72 random bits",
        note: "of one client in one millisecond the random bits count up",
        prior: 1,
        bytes: 15,
        fields: &[("timestamp", 119, 72), ("random", 71, 0)],
        timed: Some(timed(Field::new("timestamp", 119, 72), MILLIS, Y2012)),
        ..UUID
    },
];

const _: () = assert!(FACTS.len() == Kind::ALL.len());

impl Kind {
    pub(super) const fn facts(self) -> &'static KindFacts {
        &FACTS[self as usize]
    }

    /// The unit of the time inside, if there is one.
    #[inline]
    pub const fn unit(self) -> Option<Duration> {
        match self.facts().timed {
            Some(KindTime { ticks, .. }) => Some(ticks.unit()),
            None => None,
        }
    }

    /// How many bits count its ticks.
    pub(crate) const fn timestamp_bits(self) -> u32 {
        match self.facts().timed {
            Some(timed) => timed.bits,
            None => 0,
        }
    }
}
