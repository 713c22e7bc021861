//! The known flavours: ends, fields, values; and layouts of one's own. Published identifiers are in the vectors.

use core::mem::size_of;

use proptest::prelude::*;
use snowflake::{
    Discord, FLAVOURS, Field, FieldOf, Flavour, FlavourError, Form, Kind, Layout, Mastodon,
    ParseError, RangeError, SIGN, Snowflake, Ticks, Tid, Twitter, UnixTime, ValuesError,
};

#[test]
fn names() {
    assert!(FLAVOURS.iter().all(|known| known.to_string().parse() == Ok(*known)));
    let unknown = "Discord".parse::<Flavour>().unwrap_err().to_string();
    let names: Vec<_> = FLAVOURS.iter().map(Flavour::name).collect();
    assert_eq!(unknown, format!("no flavour has this name: there are {}", names.join(", ")));
}

/// After the last positive tick, identifiers are negative as signed numbers.
#[test]
fn signed() {
    for flavour in FLAVOURS {
        let (last, positive) = (flavour.last(), flavour.last_positive().unwrap());
        let largest = flavour.last_at(positive).unwrap();
        assert!(i64::try_from(largest).is_ok(), "{flavour}");
        let next = flavour.check(largest + 1).is_ok().then(|| flavour.time(largest + 1));
        assert_eq!(next.is_some(), positive < last, "{flavour}");
        assert!(next.is_none_or(|next| next > positive), "{flavour}");
        let after = flavour.first_at(last + flavour.ticks().unit());
        assert_eq!(after, Err(RangeError::AfterEnd { last }), "{flavour}");
    }
    assert_eq!(Some(Snowflake::<Discord>::LAST_POSITIVE), Discord::FLAVOUR.last_positive());
    assert_eq!(Snowflake::<Twitter>::LAST_POSITIVE, Snowflake::<Twitter>::LAST);
}

/// A sign of 1 leaves no positive identifier.
#[test]
fn never_positive() {
    const FIELDS: &[Field] =
        &[Field::new("mark", 63, 63).always(1), Field::new("timestamp", 62, 0)];
    let layout = Layout::new("marked", 64, FIELDS);
    let flavour =
        Flavour::new(layout, Ticks::per_second(UnixTime::EPOCH, 1_000_000), "timestamp", None);
    assert_eq!(flavour.last_positive(), None);
    let first = flavour.first_at(UnixTime::from_secs(1)).unwrap();
    assert_eq!(first, (1 << 63) + 1_000_000);
    assert_eq!(flavour.last_at(UnixTime::from_secs(1)), Ok(first));
    assert_eq!(flavour.check(first), Ok(()));
    assert_eq!(flavour.check(1), Err(ParseError::Fixed { field: "mark", found: 0, expected: 1 }));
}

/// Which are only read, and which have another text than the number in decimal.
#[test]
fn readers_and_texts() {
    assert_eq!(size_of::<Option<Snowflake<Discord>>>(), size_of::<Option<u64>>());
    let readers: Vec<_> =
        FLAVOURS.iter().filter(|known| !known.generates()).map(Flavour::name).collect();
    assert_eq!(readers, ["mastodon", "yitter", "linkedin"]);
    let forms: Vec<_> = FLAVOURS.iter().map(Flavour::form).collect();
    assert_eq!(forms.iter().filter(|form| **form != Form::Decimal).count(), 1);
    assert_eq!(Tid::FLAVOUR.form(), Form::Tid);
}

#[test]
fn values() {
    type D = Discord;
    type Values<'a> = &'a [(FieldOf<D>, u64)];
    let all = [(D::TIMESTAMP, 41_944_705_796), (D::WORKER, 1), (D::PROCESS, 0), (D::INCREMENT, 7)];
    let id = Snowflake::<D>::from_fields(&all).unwrap();
    assert_eq!(id.to_bits(), 175_928_847_299_117_063);
    assert_eq!((id.timestamp(), id.get(D::WORKER), id.get(D::INCREMENT)), (41_944_705_796, 1, 7));

    let rows: [(Values<'_>, ValuesError); 4] = [
        (&all[..3], ValuesError::Missing { field: "increment" }),
        (&[], ValuesError::Missing { field: "timestamp" }),
        (&[all[1], all[1]], ValuesError::Repeated { field: "worker" }),
        (
            &[(D::INCREMENT, 4096)],
            ValuesError::Range(RangeError::Field { field: "increment", value: 4096, max: 4095 }),
        ),
    ];
    for (values, error) in rows {
        assert_eq!(Snowflake::<D>::from_fields(values), Err(error));
    }
    // Twitter's names: "worker" is a field of both.
    assert_eq!(
        D::FLAVOUR.pack(&[("timestamp", 1), ("sequence", 1)]),
        Err(ValuesError::Unknown { index: 1 })
    );
    assert_eq!(
        Snowflake::<Twitter>::from_fields(&[(FieldOf::named("sign"), 0)]),
        Err(ValuesError::Foreign { field: "sign" })
    );

    let discord = Discord::FLAVOUR;
    assert_eq!(discord.node(&[("process", 3), ("worker", 2)]), Ok(2 << 17 | 3 << 12));
    assert_eq!(
        discord.node(&[("worker", 2), ("increment", 0)]),
        Err(ValuesError::Foreign { field: "increment" })
    );
    let foreign = snowflake::Node::<D>::new(&[(D::TIMESTAMP, 3)]).unwrap_err();
    assert_eq!(
        (foreign.kind(), foreign.to_string().as_str()),
        ("foreign", "timestamp takes no value: it is fixed, or the generator sets it")
    );
    assert_eq!(discord.node(&[("Worker", 2)]), Err(ValuesError::Unknown { index: 0 }));
    assert_eq!(
        Mastodon::FLAVOUR.node(&[("tail", 2)]),
        Err(ValuesError::DecodeOnly { flavour: "mastodon" })
    );
    assert_eq!(Mastodon::FLAVOUR.pack(&[("tail", 2), ("timestamp", 1)]), Ok(65_538));
}

#[test]
fn the_sign_is_a_fixed_field() {
    let sign = ParseError::Fixed { field: "sign", found: 1, expected: 0 };
    assert_eq!(Snowflake::<Twitter>::from_bits(1 << 63), Err(sign));
    assert_eq!(Snowflake::<Twitter>::try_from(u64::MAX), Err(sign));
    assert_eq!(Snowflake::<Tid>::decode(b"c222222222222"), Err(sign));
}

/// What is not a flavour, at run time.
#[test]
fn not_flavours() {
    const TIMESTAMP: Field = Field::new("timestamp", 62, 12);
    const NODE: Field = Field::new("node", 11, 0);
    static WHOLE: [Field; 3] = [SIGN, TIMESTAMP, NODE];
    static SHORT: [Field; 2] = [TIMESTAMP, NODE];
    static TWICE: [Field; 3] =
        [Field::new("timestamp", 63, 20), Field::new("node", 19, 10), Field::new("node", 9, 0)];
    static TURNED: [Field; 2] = [Field::new("node", 63, 52), Field::new("timestamp", 51, 0)];
    let ticks = Ticks::per_second(UnixTime::EPOCH, 1000);
    let make = |bits, fields: &'static [Field], timestamp, sequence| {
        Flavour::try_new(Layout::new("mine", bits, fields), ticks, timestamp, sequence)
    };
    assert!(make(64, &WHOLE, "timestamp", None).is_ok());
    assert!(make(64, &WHOLE, "timestamp", Some("node")).is_ok());
    let rows = [
        (make(63, &SHORT, "timestamp", None), FlavourError::Width { bits: 63 }),
        (make(64, &TWICE, "timestamp", None), FlavourError::Repeated { field: "node" }),
        (make(64, &WHOLE, "Timestamp", None), FlavourError::Foreign { field: "Timestamp" }),
        (make(64, &WHOLE, "timestamp", Some("")), FlavourError::Foreign { field: "" }),
        (make(64, &WHOLE, "sign", None), FlavourError::Foreign { field: "sign" }),
        (make(64, &WHOLE, "timestamp", Some("sign")), FlavourError::Foreign { field: "sign" }),
        (
            make(64, &WHOLE, "timestamp", Some("timestamp")),
            FlavourError::Foreign { field: "timestamp" },
        ),
        (make(64, &TURNED, "timestamp", None), FlavourError::AboveTimestamp { field: "node" }),
    ];
    for (made, error) in rows {
        assert_eq!(made, Err(error));
        assert!(!error.to_string().is_empty());
    }
}

proptest! {
    /// The values of an identifier's fields are the identifier.
    #[test]
    fn packed(index in 0..FLAVOURS.len(), bits: u64) {
        let (flavour, layout) = (FLAVOURS[index], FLAVOURS[index].layout());
        let id = layout.settle(bits.into());
        let values: Vec<_> = layout.open().map(|field| (field.name(), field.get(id))).collect();
        prop_assert_eq!(flavour.pack(&values).map(u128::from), Ok(id));
    }
}
