//! Unknown text: what it may be, in which order, and why.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use ids_formats::{
    Candidate, Context, FlaxFormat, Format, Inspector, Reason, Unread, Verdict, all, family,
    inspect, read,
};
use proptest::prelude::*;

/// 2027-01-15.
const NOW: Duration = Duration::from_secs(1_800_000_000);

fn name(format: &dyn Format) -> &'static str {
    format.facts().flavour.unwrap_or(format.facts().family)
}

/// Each candidate as `name form score`.
fn shown(found: &[Candidate<'_>]) -> Vec<String> {
    let form = |one: &Candidate<'_>| one.format.facts().forms[one.form].name();
    found.iter().map(|one| format!("{} {} {}", name(one.format), form(one), one.score)).collect()
}

#[test]
fn ranked() {
    for (text, expected) in [
        ("0RdKJcxqVBiAiQr0", &["flax base64 70"][..]),
        (".5.tXbhdV.3", &["local base64 70"]),
        (".5.tXVEf8n8vPN.0", &["global base64 70"]),
        ("did:siq:lm2a3kiagopopibaaaamgzymuoac6", &["siq did 70"]),
        ("@lm2a3kiagopopibaaaamgzymuoac6@example.com", &["siq mastodon 35"]),
        ("00000023-122e-6aa1-a789-28ef27ab7c62", &["v6 uuid 64"]),
        ("00000023-122e-8aa1-a789-28ef27ab7c62", &["v8 uuid 64"]),
        ("0005cd7556b05092aecc815daa77f99c", &["evently hex 70"]),
        ("0005CD7556B05092AECC815DAA77F99C", &["evently upper 35"]),
        ("3jzfcijpj2z2a", &["tid tid 70"]),
        ("-1", &[]),
        ("", &[]),
        ("hello", &[]),
    ] {
        let mut found = inspect(text, &Context::at(NOW));
        found.retain(Candidate::is_plausible);
        assert_eq!(shown(&found), expected, "{text}");
    }
    // Read in some forms, with no plausible time in any.
    assert_eq!(inspect("hello", &Context::at(NOW)).len(), 36);
    // What cannot be told apart has one score.
    let found = inspect("1541815603606036480", &Context::at(NOW));
    assert!(found.len() > 3 && found.iter().all(Candidate::is_plausible), "{:?}", shown(&found));
    assert_eq!(found[0].score, found[1].score);
}

#[test]
fn what_is_known_before() {
    let text = "175928847299117063";
    let discord = family("snowflake").unwrap().flavour("discord").unwrap();
    let context = Context::at(NOW).with_formats([discord]);
    assert_eq!(shown(&inspect(text, &context)), ["discord decimal 50"]);
    let early = Context::at(Duration::from_secs(1_400_000_000)).with_formats([discord]);
    assert_eq!(inspect(text, &early)[0].verdict, Verdict::TooLate);
    let hex = context.clone().with_form(Some("hex"));
    assert_eq!(shown(&inspect("271065ac1020007", &hex)), ["discord hex 35"]);
    assert!(inspect(text, &context.with_form(Some("tid"))).is_empty());
    // Each reading once, also those that are no more plausible in another form.
    let twice = inspect("aaaaaaaaaaaaa", &Context::at(NOW).with_all(true));
    let mut readings: Vec<_> = twice.iter().map(|one| (one.place, one.form)).collect();
    readings.sort_unstable();
    readings.dedup();
    assert_eq!(readings.len(), twice.len());
    let all = inspect(text, &Context::at(NOW).with_all(true));
    let plausible = inspect(text, &Context::at(NOW));
    assert!(all.len() > plausible.len());
    assert_eq!(shown(&all)[..plausible.len()], shown(&plausible));
}

#[test]
fn reasons() {
    let why = |text: &str, context: &Context<'_>| -> Vec<String> {
        inspect(text, context)[0].reasons().map(|reason| reason.to_string()).collect()
    };
    let now = Context::at(NOW);
    for (text, expected) in [
        ("0RdKJcxqVBiAiQr0", &["base64: the canonical form", "the time is plausible"][..]),
        (
            "00000023-122e-8aa1-a789-28ef27ab7c62",
            &["uuid: the canonical form", "version is 8, as always", "variant is 10, as always"],
        ),
        (
            "0005CD7556B05092AECC815DAA77F99C",
            &["upper: another form of the format", "sign is 0, as always", "the time is plausible"],
        ),
        (
            "1ec9414c-232a-6b00-a3c8-9f6bdeced846",
            &[
                "uuid: the canonical form",
                "version is 6, as always",
                "variant is 10, as always",
                "more likely a UUID of version 6 with a time inside",
            ],
        ),
    ] {
        assert_eq!(why(text, &now), expected, "{text}");
    }
    let number = inspect("175928847299117063", &now)[0].reasons().next();
    assert_eq!(number, Some(Reason::Number { form: "decimal", bits: 64 }));
    let late = Context::at(Duration::ZERO);
    assert!(why("0RdKJcxqVBiAiQr0", &late).contains(&"the time is in the future".to_owned()));
    let early = "the time is before the format was in use".to_owned();
    assert!(why("----------------", &now).contains(&early));
}

#[test]
fn nearest() {
    let mut inspector = Inspector::new(Context::at(NOW));
    for (text, expected) in [
        ("did:siq:lm2a3kiagopopibaaaamgzymuoac!", Some(("siq", 36))),
        ("00000023-122e-6aa1-a789-28ef27ab7c6g", Some(("luuid", 35))),
        ("!", None),
    ] {
        assert!(inspector.inspect(text.as_bytes()).is_empty(), "{text}");
        let nearest = inspector.nearest();
        let nearest = nearest.map(|(format, why)| (format.facts().family, why.index().unwrap()));
        assert_eq!(nearest, expected, "{text}");
    }
}

#[test]
fn twins_read_once() {
    let inspector = Inspector::new(Context::at(NOW));
    let places: Vec<_> = all().map(name).collect();
    let place = |of: &str| places.iter().position(|name| *name == of).unwrap();
    assert_eq!(inspector.twin(place("discord")), place("twitter"));
    // Another canonical form.
    assert_eq!(inspector.twin(place("tid")), place("tid"));
    assert_eq!(inspector.twin(place("v8")), place("v6"));
    assert_eq!(inspector.twin(place("global")), place("global"));
}

#[test]
fn read_in_any_form() {
    let kuid = family("kuid").unwrap().formats;
    let flax: &[&dyn Format] = &[&FlaxFormat];
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
                let format = formats[reading.format];
                format!("{} {}", name(format), format.facts().forms[reading.form].name())
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
    /// One inspector for many texts answers as a new one for each.
    #[test]
    fn nothing_is_kept(texts in prop::collection::vec("[0-9]{1,20}|[0-9a-f]{32}|[-._0-9A-Za-z:]{0,40}", 1..20)) {
        let mut inspector = Inspector::new(Context::at(NOW));
        for text in &texts {
            let found = shown(inspector.inspect(text.as_bytes()));
            prop_assert_eq!(found, shown(&inspect(text, &Context::at(NOW))));
        }
    }

    /// Whatever a format writes is found, as it, in the order of the scores.
    #[test]
    fn what_is_written_is_found(bits: u128) {
        let context = Context::at(NOW).with_all(true);
        for format in all() {
            let facts = format.facts();
            let id = facts.layout.fields().iter().fold(0, |id, field| {
                id | u128::from(field.fixed().unwrap_or_else(|| field.get(bits))) << field.low()
            });
            let found = inspect(&format.text(facts.canonical, id), &context);
            let named = |one: &Candidate<'_>| (one.bits, one.form, one.format.facts().flavour);
            let listed = found.iter().any(|one| named(one) == (id, facts.canonical, facts.flavour));
            prop_assert!(listed);
            prop_assert!(found.is_sorted_by_key(|one| core::cmp::Reverse(one.score)));
            for one in &found {
                prop_assert!(one.score <= 100 && one.reasons().count() > 0);
            }
        }
    }
}
