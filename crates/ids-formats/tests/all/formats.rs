//! Laws of all formats, by the interface that programs without a type use.

use core::time::Duration;
use std::{collections::BTreeSet, sync::LazyLock};

use ::kuid::{Drift, UnixTime};
use ::snowflake::{Discord, Field, Flavour, Kind as _, Layout, Ticks};
use ids_formats::{
    Column, FAMILIES, FormInfo, Format, Value, all, family,
    formats::{kuid, luuid, siq, snowflake},
    told_apart,
};
use proptest::prelude::*;

/// Every format, and some with parameters of their own.
fn formats() -> impl Iterator<Item = &'static dyn Format> {
    static FIELDS: [Field; 3] = [
        Field::new("node", 63, 56).always(9),
        Field::new("timestamp", 55, 8),
        Field::new("n", 7, 0),
    ];
    static OWN: LazyLock<[Box<dyn Format>; 2]> = LazyLock::new(|| {
        let layout = Layout::new("own", 64, &FIELDS);
        let ticks = Ticks::per_second(UnixTime::from_secs(1_735_689_600), 1000);
        let own = Flavour::try_new(layout, ticks, "timestamp", Some("n")).unwrap();
        [Box::new(snowflake::of(own)), Box::new(siq::with_domain("example.com"))]
    });
    let drifts = (5..=10).map(|bits| kuid::global(Drift::new(bits).unwrap()));
    OWN.iter().map(|format| &**format).chain(drifts).chain([luuid::EITHER]).chain(all())
}

#[test]
fn names() {
    let mut seen = BTreeSet::new();
    for format in all() {
        let facts = format.facts();
        let family = family(facts.family).unwrap();
        assert!(seen.insert((facts.family, facts.flavour)), "{format:?}");
        assert_eq!(facts.flavour.is_some(), family.formats.len() > 1);
        if let Some(flavour) = facts.flavour {
            assert!(core::ptr::eq(family.flavour(flavour).unwrap().facts(), facts));
        }
        let forms: BTreeSet<_> = facts.forms.iter().map(|form| form.name).collect();
        assert_eq!(forms.len(), facts.forms.len(), "{format:?}");
        let first = family.formats[0].facts().forms.iter().map(|form| form.name);
        assert!(first.eq(facts.forms.iter().map(|form| form.name)), "{format:?}");
        assert!(facts.canonical.written, "{format:?}");
        for (place, form) in facts.forms.iter().enumerate() {
            assert_eq!((facts.form(form.name), form.place), (Some(form), place));
        }
    }
    assert!(family("uuid").is_none() && FAMILIES[1].flavour("mine").is_none());
}

/// A flavour is known by what it is: with another epoch it is a layout of one's own, whatever its name.
#[test]
fn known_flavours() {
    let known = Discord::FLAVOUR;
    let twice = known.with_epoch(UnixTime::EPOCH).with_epoch(known.ticks().epoch());
    let [same, own] = [twice, known.with_epoch(UnixTime::EPOCH)].map(|flavour| {
        let format = snowflake::of(flavour);
        (
            format.facts().about,
            format.facts().born == UnixTime::EPOCH,
            format.prior(&format.facts().forms[0]),
        )
    });
    assert_eq!(same, ("Discord, since 2015", false, 3));
    assert_eq!(own, ("a layout of your own", true, 0));
}

/// What is wrong with a definition, and of which field.
#[test]
fn no_flavour() {
    const TICK: Duration = Duration::from_millis(1);
    let time = ("time", 63, None);
    let word =
        "field 2: a name is an ASCII letter, and then letters, digits, \"_\", \".\" and \"-\"";
    for (fields, unit, kind, why) in [
        (vec![time, ("", 0, None)], TICK, "name", word),
        (vec![time, ("1", 1, None)], TICK, "name", word),
        (vec![time, ("a\x1b", 1, None)], TICK, "name", word),
        (vec![("time", 0, None)], TICK, "width", "time has 1 to 64 bits, not 0"),
        (vec![time, ("n", 65, None)], TICK, "width", "n has 1 to 64 bits, not 65"),
        (
            vec![time, ("n", u64::MAX, None)],
            TICK,
            "width",
            "n has 1 to 64 bits, not 18446744073709551615",
        ),
        (vec![("n", 1, Some(2)), time], TICK, "range", "n is always 2, but holds at most 1"),
        (vec![], TICK, "sum", "the fields have 0 bits, not 64"),
        (vec![time, ("n", 64, None)], TICK, "sum", "the fields have 127 bits, not 64"),
        (vec![time, ("n", 1, None)], Duration::ZERO, "unit", "a tick lasts from 1 ns to 584 years"),
        (vec![time, ("n", 1, None)], Duration::MAX, "unit", "a tick lasts from 1 ns to 584 years"),
        (
            vec![("n", 1, None), time],
            TICK,
            "above_timestamp",
            "n stands above the timestamp and has no fixed value",
        ),
    ] {
        let error = snowflake::define("own", &fields, (UnixTime::EPOCH, unit), "time", None);
        let error = error.unwrap_err();
        assert_eq!((error.kind(), &*error.to_string()), (kind, why), "{fields:?}");
    }
}

/// A form, as its name and the column it sorts in; in brackets if it is only read, or only by its
/// name, and in two if both.
fn shown(form: &FormInfo) -> String {
    let column = match form.column {
        Some(Column::Number) => " n",
        Some(Column::Uuid) => " u",
        Some(Column::Text) => " t",
        _ => "",
    };
    let name = form.name;
    let brackets = usize::from(!form.written) + usize::from(form.only_by_name);
    format!("{}{name}{column}{}", "(".repeat(brackets), ")".repeat(brackets))
}

/// One table of what cannot be derived, so that a change is seen.
#[test]
fn facts() {
    for (name, bits, capacity, forms) in [
        ("flax", 96, Some(1 << 56), "base64 t, hex t, decimal n"),
        (
            "twitter",
            64,
            Some(4096),
            "decimal n, hex, base32, base36, base58, crockford t, tid t, shortcode, suou-base64, \
             suou-cb32 t, suou-b32l",
        ),
        ("mastodon", 64, None, ""),
        ("tid", 64, Some(1), ""),
        ("local", 64, Some(1 << 14), "base64 t, hex t, decimal n, base64url, ((surplus t))"),
        ("global", 96, Some(1 << 14), "base64 t, hex t, (decimal n), base64url, ((surplus t))"),
        (
            "siq",
            112,
            Some(2048),
            "did, uri, decimal n, hex, octal, base64, crockford, crockford0, base32, mastodon, \
             (matrix), uuid u",
        ),
        ("v6", 128, Some((1 << 48) - 1), "uuid u, hex t, urn t, braced t, upper t, (published t)"),
        ("evently", 128, Some(1), "hex u, upper t, uuid u"),
    ] {
        let named =
            |format: &&dyn Format| format.facts().flavour.unwrap_or(format.facts().family) == name;
        let facts = all().find(named).unwrap().facts();
        assert_eq!(facts.layout.bits(), bits, "{name}");
        assert_eq!(facts.capacity.map(|(count, _)| count), capacity, "{name}");
        let found: Vec<_> = facts.forms.iter().map(shown).collect();
        assert!(forms.is_empty() || forms == found.join(", "), "{name}: {found:?}");
        assert_eq!(facts.is_number(), bits == 64 && !matches!(name, "tid" | "local"), "{name}");
    }
    for (domain, forms) in [
        ("", "mastodon, (matrix)"),
        ("example.com", "mastodon, matrix"),
        ("ex\u{e4}mple.com", "(mastodon), (matrix)"),
        ("a b", "(mastodon), (matrix)"),
    ] {
        let siq = siq::with_domain(domain);
        let found: Vec<_> = siq.facts().forms[9..11].iter().map(shown).collect();
        assert_eq!(found.join(", "), forms, "{domain}");
    }
}

#[test]
fn values_of_several_places() {
    let kuid = family("kuid").unwrap().flavour("global").unwrap();
    let id = kuid.parse(".5.tXVEf8n8vPN.0").unwrap();
    let values: Vec<_> = Value::all(&kuid.facts().layout, kuid.facts().split)
        .map(|value| (value.name, value.get(id)))
        .collect();
    assert_eq!(
        values,
        [
            ("mega", 1539),
            ("second", 625_275),
            ("node", 0x03eb_2732),
            ("fraction", 422),
            ("sequence", 1)
        ]
    );
}

#[test]
fn layouts_and_kinds_of_identifiers() {
    let siq = siq::FORMAT;
    for (text, layout, kind) in [
        ("did:siq:lm2a3kiagopopibaaaamgzymuoac6", "siq-4", "message"),
        ("did:siq:ndo3zy4aaaaaaaaaaaaaaaaaaaaaa", "siq-5", "user"),
    ] {
        let id = siq.parse(text).unwrap();
        assert_eq!((siq.layout_of(id).name(), siq.kind(id)), (layout, Some(kind)));
    }
    assert_eq!(siq.facts().layouts().len(), 3);
    let luuid = luuid::FAMILY.formats[1];
    assert_eq!((luuid.facts().layouts().len(), luuid.kind(0)), (1, None));
}

#[test]
fn told_apart_by_text() {
    for (names, told) in [
        (&["flax"][..], true),
        (&["kuid"], true),
        (&["luuid"], true),
        (&["snowflake"], false),
        // 96 bits each; 128 bits each, and no field in which they differ.
        (&["flax", "kuid"], false),
        (&["luuid", "evently"], false),
        (&["flax", "siq", "evently"], true),
    ] {
        let formats: Vec<_> =
            names.iter().flat_map(|name| family(name).unwrap().formats).copied().collect();
        assert_eq!(told_apart(&formats), told, "{names:?}");
    }
}

#[test]
fn bounds_of_times() {
    let second = UnixTime::from_secs(1_539_625_275);
    let half = Duration::from_millis(500);
    for format in formats() {
        let Some(timed) = format.timed() else { continue };
        let name = (format.facts().family, format.facts().flavour);
        let (Ok(lower), Ok(upper)) = (timed.lower_bound(second), timed.upper_bound(second)) else {
            assert!(timed.ticks().epoch() > second, "{name:?}");
            continue;
        };
        assert!(timed.time(timed.first_at(second).unwrap()) <= second, "{name:?}");
        if timed.span().is_none() {
            assert_eq!(lower, upper, "{name:?}");
            assert!(timed.time(lower) >= second, "{name:?}");
            // Inside a tick the next one is the first that is not before.
            let inside = timed.upper_bound(timed.time(lower) + Duration::from_nanos(1)).unwrap();
            assert!(timed.time(inside) > timed.time(lower), "{name:?}");
        } else {
            assert!(lower < upper && timed.time(lower) <= second, "{name:?}");
        }
        let range = timed.range(second..second + half).unwrap();
        assert!(range.start <= range.end, "{name:?}");
        let last = timed.time(format.facts().largest());
        assert!(timed.upper_bound(last + Duration::from_secs(3600)).is_err(), "{name:?}");
    }
}

proptest! {
    #[test]
    fn texts_and_back(bits: u128, other: u128) {
        for format in formats() {
            let facts = format.facts();
            let (id, other) = (facts.layout.settle(bits), facts.layout.settle(other));
            for form in facts.written_forms() {
                let text = format.text(form, id);
                prop_assert_eq!(format.decode(form, text.as_bytes()), Ok(id), "{}", form.name);
                if form.sorts() {
                    prop_assert_eq!(text.cmp(&format.text(form, other)), id.cmp(&other), "{}", form.name);
                }
            }
            prop_assert_eq!(format.layout_of(id).check(id), Ok(()));
            let values = Value::all(format.layout_of(id), facts.split);
            prop_assert!(values.map(|value| value.name).collect::<BTreeSet<_>>().len() > 1);
        }
    }

    #[test]
    fn no_identifier_has_no_text_that_is_read(bits: u128, shift in 0..128_u32) {
        let bits = bits >> shift;
        for format in formats().filter(|format| format.check(bits).is_err()) {
            for form in format.facts().forms {
                let mut text = Vec::new();
                format.write(form, bits, &mut text);
                let refused = text.is_empty() || format.decode(form, &text).is_err();
                prop_assert!(refused, "{:?} {} {:x}", format.facts().flavour, form.name, bits);
            }
        }
    }

    #[test]
    fn times_and_back(bits: u128) {
        for format in formats() {
            let Some(timed) = format.timed() else { continue };
            let id = format.facts().layout.settle(bits);
            // Not every number of kuid is a time that a clock reads.
            let time = timed.time(id);
            if let (Ok(first), Ok(last)) = (timed.first_at(time), timed.last_at(time)) {
                let regular = timed.time(last) >= time;
                prop_assert!(!regular || first <= last, "{:?}", format);
                if format.facts().family != "kuid" {
                    prop_assert!((first..=last).contains(&id), "{:?}", format);
                    prop_assert_eq!((timed.time(first), timed.time(last)), (time, time));
                }
            }
        }
    }

    #[test]
    fn any_bytes_and_numbers(text in prop::collection::vec(any::<u8>(), 0..50), bits: u128) {
        for format in formats() {
            for form in format.facts().forms {
                if let Ok(id) = format.decode(form, &text) {
                    prop_assert!(!format.text(format.facts().canonical, id).is_empty());
                }
                format.write(form, bits, &mut Vec::new());
            }
            let _ = (format.kind(bits), format.doubt(bits), format.layout_of(bits));
            if let Some(timed) = format.timed() {
                let _ = timed.time(bits);
            }
        }
    }
}
