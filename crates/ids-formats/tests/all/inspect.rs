//! Unknown text: what it may be, in which order, and why.

use ids_formats::json::{Candidates, Record};
use ids_formats::{
    Answer, Candidate, Context, Evidence, Format, Inspector, Reading, UnixTime, Unread, all,
    family, inspect, read,
};
use ids_testkit::SplitMix;
use proptest::prelude::*;

/// 2027-01-15.
const NOW: UnixTime = UnixTime::from_secs(1_800_000_000);

fn name(format: &dyn Format) -> &'static str {
    format.facts().flavour.unwrap_or(format.facts().family)
}

/// Each candidate as `name form score`.
fn shown(found: &[Candidate<'_>]) -> Vec<String> {
    let name = |one: &Candidate<'_>| one.flavour().unwrap_or(one.name());
    found.iter().map(|one| format!("{} {} {}", name(one), one.form(), one.score.round())).collect()
}

#[test]
fn ranked() {
    for (text, answer, expected) in [
        // By their shapes only.
        ("0RdKJcxqVBiAiQr0", "weak", &["flax base64 7"][..]),
        ("tz4a98xxat96iws9zmbrgj3a", "weak", &["cuid2 text 8"]),
        (".5.tXbhdV.3", "one", &["local base64 19"]),
        (".5.tXVEf8n8vPN.0", "one", &["global base64 17"]),
        ("did:siq:lm2a3kiagopopibaaaamgzymuoac6", "one", &["siq did 129"]),
        ("@lm2a3kiagopopibaaaamgzymuoac6@example.com", "one", &["siq mastodon 155"]),
        ("00000023-122e-6aa1-a789-28ef27ab7c62", "one", &["v6 uuid 51"]),
        ("00000023-122e-8aa1-a789-28ef27ab7c62", "one", &["v8 uuid 51"]),
        ("0005cd7556b05092aecc815daa77f99c", "one", &["evently hex 21"]),
        ("0005CD7556B05092AECC815DAA77F99C", "one", &["evently upper 15"]),
        ("3jzfcijpj2z2a", "one", &["tid tid 18"]),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "one", &["ulid text 26"]),
        ("018f2c5e-7b1a-7c3d-9e2f-0123456789ab", "one", &["v7 text 45"]),
        ("507f1f77bcf86cd799439011", "one", &["objectid text 13"]),
        ("-1", "nothing", &[]),
        ("", "nothing", &[]),
        ("42", "nothing", &[]),
        ("correct_horse_battery", "nothing", &[]),
        // Read in some forms, with no plausible time in any.
        ("hello", "nothing", &[]),
    ] {
        let mut found = inspect(text, &Context::at(NOW));
        assert_eq!(Answer::of(&found).name(), answer, "{text}");
        // The score of the first; none is likely where it is below zero.
        let first = found.first().map_or(Evidence::ZERO, |one| one.score).max(Evidence::new(5));
        found.retain(|one| one.is_plausible() && one.score >= first - Candidate::LEAD);
        assert_eq!(shown(&found), expected, "{text}");
    }
    // What cannot be told apart is close together.
    let found = inspect("1541815603606036480", &Context::at(NOW));
    assert!(found.len() > 3 && found.iter().all(Candidate::is_plausible), "{:?}", shown(&found));
    assert!(matches!(Answer::of(&found), Answer::Several { times: true, .. }));
}

#[test]
fn what_is_known_before() {
    let text = "175928847299117063";
    let discord = family("snowflake").unwrap().flavour("discord").unwrap();
    let context = Context::of(NOW, [discord]);
    assert_eq!(shown(&inspect(text, &context)), ["discord decimal 8"]);
    let early = Context::of(UnixTime::from_secs(1_400_000_000), [discord]);
    assert_eq!(inspect(text, &early)[0].doubt, Some("the time is in the future"));
    let hex = Context { form: Some("hex"), ..context.clone() };
    assert_eq!(inspect("271065ac1020007", &hex)[0].form(), "hex");
    assert!(inspect(text, &Context { form: Some("tid"), ..context.clone() }).is_empty());
    // The time that is known decides, and makes what is of this time likelier.
    let day = UnixTime::from_secs(1_461_974_400)..UnixTime::from_secs(1_462_060_800);
    let known = Context { times: day.clone(), ..Context::at(NOW) };
    let found = inspect(text, &known);
    assert_eq!(found[0].flavour(), Some("discord"));
    assert!(found[0].score > Evidence::new(18));
    let uuid = "018f2c5e-7b1a-7c3d-9e2f-0123456789ab";
    assert!(inspect(uuid, &known)[0].doubt.unwrap().starts_with("the time is outside"));
    // No others beside chosen formats, unless they are asked for.
    assert!(inspect(uuid, &context).is_empty());
    assert_eq!(inspect(uuid, &Context { others: true, ..context }).len(), 1);
    // Each reading once, also those that are no more plausible in another form.
    let twice = inspect("aaaaaaaaaaaaa", &Context { all: true, ..Context::at(NOW) });
    let own = |one: &Candidate<'_>| one.own().map(|own| (name(own.format), own.form.name));
    let mut readings: Vec<_> = twice.iter().filter_map(own).collect();
    let count = readings.len();
    readings.sort_unstable();
    readings.dedup();
    assert_eq!(readings.len(), count);
    let all = inspect(text, &Context { all: true, ..Context::at(NOW) });
    let listed = inspect(text, &Context::at(NOW));
    assert!(all.len() > listed.len());
    for one in shown(&listed) {
        assert!(shown(&all).contains(&one), "{one}");
    }
}

#[test]
fn reasons() {
    let why = |text: &str, context: &Context<'_>| -> Vec<String> {
        inspect(text, context)[0].reasons().map(|(why, bits)| format!("{why} ({bits})")).collect()
    };
    let now = Context::at(NOW);
    for (text, expected) in [
        (
            "0RdKJcxqVBiAiQr0",
            &["base64: the canonical form (+5)", "the time is plausible (+2)"][..],
        ),
        (
            "00000023-122e-8aa1-a789-28ef27ab7c62",
            &[
                "uuid: the canonical form (+25)",
                "version is 8, as always (+4)",
                "variant is 10, as always (+4)",
                "the key is small, as of a counter (+21)",
                "how common it is (-3)",
            ],
        ),
        (
            "0005CD7556B05092AECC815DAA77F99C",
            &[
                "upper: another form of the format (+6)",
                "sign is 0, as always (+1)",
                "the time is plausible (+14)",
                "how common it is (-6)",
            ],
        ),
        (
            "1ec9414c-232a-6b00-a3c8-9f6bdeced846",
            &[
                "length and alphabet fit (+25)",
                "version is 6, as always (+6)",
                "the time is plausible (+9)",
                "how common it is (+1)",
            ],
        ),
        (
            "{018F2C5E-7B1A-7C3D-9E2F-0123456789AB}",
            &[
                "length and alphabet fit, spelled braced (+89)",
                "version is 7, as always (+6)",
                "the time is plausible (+10)",
                "how common it is (+1)",
            ],
        ),
    ] {
        assert_eq!(why(text, &now), expected, "{text}");
    }
    let number = inspect("175928847299117063", &now)[0].reasons().next();
    assert_eq!(number.unwrap().0, "decimal: any number of 64 bits has this form");
    let late = Context::at(UnixTime::EPOCH);
    assert!(why("0RdKJcxqVBiAiQr0", &late).contains(&"the time is in the future (-10)".to_owned()));
    let early = "the time is before the format was in use (-10)".to_owned();
    assert!(why("----------------", &now).contains(&early));
}

/// What is wrong with a text that no format reads, or none is likely of.
#[test]
fn nearest() {
    let mut inspector = Inspector::new(Context::at(NOW));
    for (text, wanted, index) in [
        ("did:siq:lm2a3kiagopopibaaaamgzymuoac!", "siq, as did: ", Some(36)),
        ("00000023-122e-6aa1-a789-28ef27ab7c6g", "uuid: 'g' is not one of its digits", Some(35)),
        ("018f2c5e-7b1a-7c3d-9e2f-0123456789a", "uuid: it has 31 digits, and 32", None),
        ("018f2c5e-7b1a-7c3d-9e2f-0123456789abc", "uuid: it has 33 digits", None),
        ("018f2c5e-7b1a7c3d-9e2f-0123456789ab", "uuid: hyphens stand behind", None),
        ("abf43e15-cdf5-ccfb-9fd6-62cfeb35a381", "uuid: the version is 12, and", None),
        ("abf43e15-cdf5-4c5b-1fd6-62cfeb35a389", "uuid: the variant is that of the NCS", None),
        ("abf43e15-cdf5-4c5b-cfd6-62cfeb35a389", "uuid: the variant is Microsoft's", None),
        ("abf43e15-cdf5-4c5b-efd6-62cfeb35a389", "uuid: the variant is reserved", None),
        ("{018f2c5e-7b1a-7c3d-9e2f-0123456789a}", "uuid: it has 31 digits", None),
        ("{0.8f2c5e-7b1a-7c3d-9e2f-0123456789ab}", "uuid: '.' is not one", Some(2)),
        ("urn:uuid:018f2c5e-7b1a-7c3d-9e2f-0123456789ag", "uuid: 'g' is not", Some(44)),
        ("URN:UUID:abf43e15-cdf5-ccfb-9fd6-62cfeb35a381", "uuid: the version is 12", None),
        ("{abf43e15-cdf5-4c5b-cfd6-62cfeb35a389}", "uuid: the variant is Micro", None),
        ("8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ulid: the first digit is at most 7", None),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAU", "ulid: 'U' is not one of its digits", Some(25)),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAVV", "ulid: it has 27 digits, and 26", None),
        ("aWgEPTl1tmebfsQzFP4bxwgy80W", "ksuid: it is above the largest", None),
        ("0ujtsYcgvSTl8PAuAdqWYSMnLO.", "ksuid: '.' is not one of its digits", Some(26)),
        ("0ujtsYcgvSTl8PAuAdqWYSMnLO", "ksuid: it has 26 digits, and 27", None),
        ("User_01h455vb4pex5vsknk084sn02q", "typeid: the prefix is at most 63", None),
        ("_01h455vb4pex5vsknk084sn02q", "typeid: the prefix is at most 63", None),
        ("user_81h455vb4pex5vsknk084sn02q", "typeid: the first digit of the number", None),
        ("user_01h455vb4pex5vsknk084sn0uq", "typeid: 'u' is not one of its digits", Some(29)),
        ("507f1f77bcf86cd79943901g", "objectid: 'g' is not one of its digits", Some(23)),
        ("507f1f77bcf86cd79943901", "objectid: it has 23 digits, and 24", None),
        ("9m4e2mr0ui3e8a215n4h", "xid: the last digit is 0 or g", None),
        ("9m4e2mr0ui3e8a215n4", "xid: it has 19 digits, and 20", None),
        ("zzzzzzzzzzzzzzzzzzzzzzzzz", "scru128: it is above the largest", None),
        ("G000000000000", "tsid: the first digit is at most F", None),
        ("01226N0640J7U", "tsid: 'U' is not one of its digits", Some(12)),
        ("!", "", None),
        ("hello, world", "", None),
        ("", "", None),
    ] {
        let answer = Answer::of(inspector.inspect(text.as_bytes()));
        assert_eq!(answer, Answer::Nothing, "{text}");
        let (says, place) = inspector.nearest(text.as_bytes()).unwrap_or_default();
        assert!(says.starts_with(wanted) && says.is_empty() == wanted.is_empty(), "{text}: {says}");
        assert_eq!(place, index, "{text}");
    }
}

/// Of random bytes in a UUID's shape those are claimed that have the version and the variant of a UUID, and few others.
#[test]
fn random_bytes_in_the_shape_of_a_uuid() {
    let mut rng = SplitMix::new(20);
    let mut inspector = Inspector::new(Context::at(NOW));
    let (mut stands, mut other) = (0, 0);
    for _ in 0..4000 {
        let (a, b) = (rng.next_u64(), rng.next_u64());
        let text = format!(
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            a >> 32,
            a >> 16 & 0xffff,
            a & 0xffff,
            b >> 48,
            b & 0xffff_ffff_ffff
        );
        let found = inspector.inspect(text.as_bytes());
        if Answer::of(found) == Answer::One {
            let uuid = found[0].other().is_some_and(|one| one.rearranged().is_none());
            *(if uuid { &mut stands } else { &mut other }) += 1;
        }
    }
    // Four versions without a time in 64, and version 4 in two other orders.
    assert!(stands < 300 && other < 160, "{stands} as it stands, {other}");
}

/// What is stored or printed with another order of bytes, or in the shape of another format: the arrivals that are bare
/// texts.
#[test]
fn bytes_in_the_digits_of_a_uuid() {
    for (text, expected) in [
        ("0190b7f8-bb85-82b5-c942-8533325b988a", "ulid bytes"),
        ("0190b7f8bb8582b5c9428533325b988a", "ulid bytes"),
        ("0177734e-e462-31c4-4c4e-830ea22dc12f", "ulid bytes"),
        ("0177734ee46231c44c4e830ea22dc12f", "ulid bytes"),
        ("0187a503-87c4-ce4c-6972-79b1bc20d7dc", "ulid bytes"),
        ("0180b34a13f0118fee7a7788f5ec9b57", "ulid bytes"),
        // It has the version and the variant of a v5 by chance.
        ("018a02dd-164f-5b89-96b6-614c4f10dfa3", "ulid bytes"),
        ("018a02dd164f5b8996b6614c4f10dfa3", "ulid bytes"),
        ("46a08401-8de8-5b78-897d-8b09c96e5ff3", "v7 little-endian"),
        ("d63c9a01-6ec4-cd7e-99aa-53255d13b2b1", "v7 little-endian"),
        ("CSUUID(\"d63c9a01-6ec4-cd7e-99aa-53255d13b2b1\")", "v7 little-endian"),
        ("CSUUID('43a69701-aa9f-907d-aa07-ed1e0761044b')", "v7 little-endian"),
        ("NUUID(\"018f2c5e-7b1a-7c3d-9e2f-0123456789ab\")", "v7 text"),
        ("ab443e15-cdf5-2c5b-1fd6-62cfeb35a381", "v4 reversed"),
        ("JUUID(\"ab443e15-cdf5-2c5b-1fd6-62cfeb35a381\")", "v4 reversed"),
        // As they stand.
        ("018f2c5e-7b1a-7c3d-9e2f-0123456789ab", "v7 text"),
        ("550e8400-e29b-41d4-a716-446655440000", "v4 text"),
        ("00000000-0000-0000-0000-000000000000", "nil text"),
    ] {
        let found = inspect(text, &Context::at(NOW));
        assert_eq!(Answer::of(&found), Answer::One, "{text}: {:?}", shown(&found));
        let first = shown(&found[..1]).remove(0);
        assert!(first.starts_with(&format!("{expected} ")), "{text}: {first}");
    }
}

#[test]
fn read_in_any_form() {
    let kuid = family("kuid").unwrap().formats;
    let flax = ids_formats::formats::flax::FAMILY.formats;
    for (formats, form, strict, text, expected) in [
        (flax, None, true, "0RdKJcxqVBiAiQr0", "flax base64"),
        (flax, None, false, "05ca55528f7680cb8bb9bdc1", "flax hex"),
        // Digits are digits of other forms, too.
        (flax, None, false, "1792030988790530", "flax base64"),
        (flax, None, true, "1792030988790530", "as base64, decimal"),
        (flax, Some("decimal"), true, "1792030988790530", "flax decimal"),
        (flax, None, true, "-792030988790530", "flax base64"),
        (flax, None, false, "0RdKJcxqVBiAiQr+", "digit 15"),
        (flax, None, false, "0RdKJcxqVBiAiQr", "length 15"),
        (flax, Some("octal"), false, "07", "length 0"),
        (kuid, None, true, "AGA5intpgAc", "as base64, base64url"),
        (kuid, None, false, "AGA5intpgAc", "local base64"),
        (kuid, None, true, "AGA5intpgAE", "local base64url"),
        // Only by their names: digits of other forms, and numbers of the other flavour.
        (kuid, Some("surplus"), true, "AGA5intpgAE", "local surplus"),
        (kuid, None, false, ".5.tXbhdV.4", "digit 10"),
        (kuid, Some("surplus"), true, ".5.tXbhdV.4", "local surplus"),
        (kuid, Some("surplus"), true, ".5.tXVEf8n8vPN.01", "global surplus"),
        (kuid, None, true, "27084864703004673", "local decimal"),
        (kuid, Some("decimal"), true, "27084864703004673", "as decimal"),
        (&kuid[1..], Some("decimal"), true, "27084864703004673", "global decimal"),
        (kuid, Some("decimal"), true, "116328599505572641880244225", "global decimal"),
        (kuid, None, false, "116328599505572641880244225", "length 11"),
    ] {
        let read = read(formats, form, strict, text.as_bytes());
        let shown = match &read {
            Ok(reading) => {
                format!("{} {}", name(reading.format), reading.form.name)
            }
            Err(unread @ Unread::Ambiguous { .. }) => unread.to_string().replacen("reads ", "", 1),
            Err(unread) => match unread.index() {
                Some(index) => format!("{} {index}", unread.kind()),
                None => unread.kind().to_owned(),
            },
        };
        assert_eq!(shown, expected, "{text}");
    }
}

proptest! {
    /// One inspector for many texts answers as a new one for each, as JSON, which has all that it says.
    #[test]
    fn nothing_is_kept(texts in prop::collection::vec("[0-9]{1,20}|[0-9a-f]{32}|[-._0-9A-Za-z:]{0,40}", 1..20)) {
        let new = || Inspector::new(Context::at(NOW));
        let records: Vec<_> = all().map(Record::new).collect();
        let (mut kept, mut written) = (new(), Candidates::new(&records));
        for text in texts.iter().chain(&texts) {
            let text = text.as_bytes();
            let json = |inspector: &mut Inspector<'_>, written: &mut Candidates<'_>| {
                let mut out = Vec::new();
                inspector.inspect(text);
                written.write(&mut out, inspector, text);
                String::from_utf8(out)
            };
            let found = json(&mut kept, &mut written);
            prop_assert_eq!(found, json(&mut new(), &mut Candidates::new(&records)));
        }
    }

    /// What no time speaks for is never the answer, nor before what one does.
    #[test]
    fn the_implausible_never_leads(
        text in "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{16,24}|[0-9]{1,20}\
                 |[0-7][0-9A-Z]{25}|[0-9a-zA-Z]{27}|[0-9a-v]{20}|c[0-9a-z]{24}|[a-z]{1,8}_[0-7][0-9a-z]{25}|[-._0-9A-Za-z]{16}",
        now in 0_u64..4_000_000_000,
        all: bool,
    ) {
        let found = inspect(&text, &Context { all, ..Context::at(UnixTime::from_secs(now)) });
        let Some(first) = found.first() else { return Ok(()) };
        prop_assert!(first.is_plausible() || !found.iter().any(Candidate::is_plausible));
        prop_assert!(first.is_plausible() || Answer::of(&found) == Answer::Nothing);
        if let Answer::Several { count, .. } = Answer::of(&found) {
            prop_assert!(found[..count].iter().all(Candidate::is_plausible));
        }
    }

    /// What a canonical form reads and does not write, as in another case, is charged for it.
    #[test]
    fn aliases_are_charged(bits: u128, mask: u64) {
        let context = Context { all: true, ..Context::at(NOW) };
        for format in all() {
            let (facts, id) = (format.facts(), format.facts().layout.settle(bits));
            let text = format.text(facts.canonical, id);
            let other = |(place, c): (usize, char)| match mask >> (place % 64) & 1 {
                0 => c,
                _ => c.to_ascii_uppercase(),
            };
            let alias: String = text.chars().enumerate().map(other).collect();
            let wanted = Some(Reading { format, form: facts.canonical, bits: id });
            let find = |text: &str| {
                inspect(text, &context).into_iter().find(|one| one.own() == wanted)
            };
            if let (Some(written), Some(read)) = (find(&text), find(&alias)) {
                let charged = read.reasons().any(|(why, _)| why == "not as the form is written");
                prop_assert_eq!(charged, alias != text);
                prop_assert!(read.score < written.score || alias == text, "{}", alias);
            }
        }
    }

    /// Whatever a format writes is found, as it, in the order of the scores.
    #[test]
    fn what_is_written_is_found(bits: u128) {
        let context = Context { all: true, ..Context::at(NOW) };
        for format in all() {
            let facts = format.facts();
            let id = format.facts().layout.settle(bits);
            let found = inspect(&format.text(facts.canonical, id), &context);
            let listed = found.iter().any(|one| {
                let own = one.own().map(|own| (own.bits, own.form));
                own == Some((id, facts.canonical)) && one.flavour() == facts.flavour
            });
            prop_assert!(listed);
            let order = |one: &Candidate<'_>| (!one.is_plausible(), core::cmp::Reverse(one.score));
            prop_assert!(found.is_sorted_by_key(order));
        }
    }
}
