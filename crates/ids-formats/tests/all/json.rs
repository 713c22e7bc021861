//! What an identifier is, as JSON.
#![cfg(feature = "json")]

use ids_formats::{
    Context, Inspector, UnixTime, all,
    json::{Candidates, Record},
};

/// One of each family: its name, its bits, and what is written.
const ROWS: &[(&str, u128, &str)] = &[
    (
        "flax",
        0x05ca_5552_8f76_80cb_8bb9_bdc1,
        r#","text":"0RdKJcxqVBiAiQr0","bytes":"05ca55528f7680cb8bb9bdc1","time":"2015-10-15T20:10:25.807Z","fields":{"timestamp":"24869425807","random":"33355658962779585"}"#,
    ),
    (
        "global",
        0x0060_398a_03eb_2732_7b69_8001,
        r#","text":".5.tXVEf8n8vPN.0","bytes":"0060398a03eb27327b698001","time":"2018-10-15T17:41:15.432128Z","fields":{"mega":"1539","second":"625275","node":"65742642","fraction":"422","sequence":"1"}"#,
    ),
    (
        "siq",
        0x0067_3dcf_4040_0001_86ce_1947_005e,
        r#","kind":"message","text":"did:siq:lm2a3kiagopopibaaaamgzymuoac6","bytes":"00673dcf4040000186ce1947005e","time":"2024-11-20T12:00:00.250000000Z","fields":{"seconds":"1732104000","fraction":"16384","shard":"1","domain":"2261653831","serial":"5","qualifier":"14"}"#,
    ),
    (
        "v6",
        0x0000_0023_122e_6aa1_a789_28ef_27ab_7c62,
        r#","text":"00000023-122e-6aa1-a789-28ef27ab7c62","bytes":"00000023122e6aa1a78928ef27ab7c62","fields":{"key":"2298414","group":"2721","random":"543010237702700130"}"#,
    ),
    (
        "evently",
        0x0005_cd75_56b0_5092_aecc_815d_aa77_f99c,
        r#","text":"0005cd7556b05092aecc815daa77f99c","bytes":"0005cd7556b05092aecc815daa77f99c","time":"2021-10-03T16:32:12.816530Z","fields":{"timestamp":"1633278732816530","checksum":"2932638045","ledger":"714997351","version":"0"}"#,
    ),
    (
        "discord",
        175_928_847_299_117_063,
        r#","text":"175928847299117063","bytes":"0271065ac1020007","time":"2016-04-30T11:18:25.796Z","fields":{"timestamp":"41944705796","worker":"1","process":"0","increment":"7"}"#,
    ),
];

#[test]
fn members_of_an_identifier() {
    for (name, bits, expected) in ROWS {
        let format = all().find(|one| one.facts().flavour.unwrap_or(one.facts().family) == *name);
        let mut out = Vec::new();
        Record::new(format.unwrap()).write(&mut out, *bits);
        assert_eq!(String::from_utf8(out).unwrap(), *expected, "{name}");
    }
}

/// Each candidate with all of its reasons, in order, also when it is asked again.
#[test]
fn reasons_of_candidates() {
    let records: Vec<_> = all().map(Record::new).collect();
    let mut inspector = Inspector::new(Context::at(UnixTime::from_secs(1_800_000_000)));
    let mut candidates = Candidates::new(&records);
    for text in ["0RdKJcxqVBiAiQr0", "175928847299117063", "0RdKJcxqVBiAiQr1"] {
        let (mut out, found) = (Vec::new(), inspector.inspect(text.as_bytes()).to_vec());
        candidates.write(&mut out, &inspector, &found, text.as_bytes());
        let json = String::from_utf8(out).unwrap();
        let mut rest = &*json;
        for candidate in &found {
            let reasons: Vec<_> =
                candidate.reasons().map(|(why, bits)| format!(r#""{why} ({bits})""#)).collect();
            let name = candidate.name();
            let expected = format!(r#""why":[{}]"#, reasons.join(","));
            let start = rest.find(&format!(r#"{{"format":"{name}""#));
            let place = start.and_then(|start| Some(start + rest[start..].find(&expected)?));
            let place = place.unwrap_or_else(|| panic!("{name} of {text}: {expected} in {rest}"));
            assert!(reasons.len() > 1, "{name} of {text}: {expected}");
            rest = &rest[place..];
        }
    }
}
