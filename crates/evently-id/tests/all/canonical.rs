//! The canonical form, where neither the rows of the vectors nor the naive printer show it.
#![cfg(feature = "event")]

use evently_id::{
    Canonicalizer, Duplicates, EventReader, JsonErrorKind, Limits, MAX_DEPTH, Numbers,
};

fn positional(json: &str) -> Result<String, (&'static str, usize)> {
    text(Canonicalizer::new(Numbers::Positional), json.as_bytes())
}

fn text(mut canonicalizer: Canonicalizer, json: &[u8]) -> Result<String, (&'static str, usize)> {
    match canonicalizer.canonicalize(json) {
        Ok(bytes) => Ok(String::from_utf8(bytes.to_vec()).unwrap()),
        Err(error) => Err((error.kind(), error.offset)),
    }
}

#[test]
fn numbers_have_limits() {
    assert_eq!(positional("1e-16383").unwrap().len(), 2 + 16_383);
    assert_eq!(positional("1e131071").unwrap().len(), 131_072);
    let digits = "1".repeat(131_072);
    assert_eq!(positional(&digits).unwrap(), digits);
    let scale = format!("0.{}", "1".repeat(16_383));
    assert_eq!(positional(&scale).unwrap(), scale);
    for longer in [format!("[1{digits}]"), format!("[{scale}1]")] {
        assert_eq!(positional(&longer), Err(("number_range", 1)), "{longer:.20}");
    }
}

#[test]
fn bytes_that_are_not_utf_8() {
    let latin = Canonicalizer::new(Numbers::Positional).canonicalize(b"\"ab\xe9\"").unwrap_err();
    assert_eq!((latin.kind, latin.offset), (JsonErrorKind::Utf8, 3));
}

/// Limits are the reader's to choose; the deepest fits the stack of a thread.
#[test]
fn other_limits() {
    let nested = |open: &str, close: &str, depth: usize| {
        format!("{}0{}", open.repeat(depth), close.repeat(depth))
    };
    for depth in [0, 1, 127, 129, Limits::DEEPEST] {
        let limits = Limits::DEFAULT.with_depth(depth).unwrap();
        assert_eq!(limits.depth(), depth);
        let canonicalizer = || Canonicalizer::new(Numbers::Positional).with_limits(limits);
        for (open, close) in [("[", "]"), (r#"{"b":1,"a":"#, "}")] {
            let depth = depth as usize;
            let fits = nested(open, close, depth);
            assert!(canonicalizer().canonicalize(fits.as_bytes()).is_ok(), "{depth}");
            let deeper = nested(open, close, depth + 1);
            let error = canonicalizer().canonicalize(deeper.as_bytes()).unwrap_err();
            assert_eq!((error.kind, error.offset), (JsonErrorKind::Depth, open.len() * depth));
        }
    }
    assert_eq!(Limits::DEFAULT.with_depth(Limits::DEEPEST + 1), None);
    assert_eq!((Limits::default(), Limits::DEFAULT.depth()), (Limits::DEFAULT, MAX_DEPTH));
    let expanding = |expansion| {
        let limits = Limits::DEFAULT.with_expansion(expansion);
        let mut canonicalizer = Canonicalizer::new(Numbers::Positional).with_limits(limits);
        canonicalizer.canonicalize(b"[1e9,1e9]").map(<[u8]>::len).map_err(|error| error.kind)
    };
    assert_eq!((expanding(14), expanding(13)), (Ok(23), Err(JsonErrorKind::TooLarge)));
}

#[test]
fn the_last_of_equal_keys_may_win() {
    let lenient = || Canonicalizer::new(Numbers::Positional).with_duplicates(Duplicates::LastWins);
    for (json, canonical) in [
        (r#"{"a":1,"a":2}"#, r#"{"a":2}"#),
        (r#"{"b":1,"a":{"x":1,"x":2},"b":3,"a":[]}"#, r#"{"a":[],"b":3}"#),
        (r#"{"a":1,"\u0061":2,"a":3}"#, r#"{"a":3}"#),
    ] {
        assert_eq!(text(lenient(), json.as_bytes()).as_deref(), Ok(canonical), "{json}");
    }
    // So it is for the keys of a record.
    let record = |data: &str| {
        let rest = r#""event":"e","entities":{},"timestamp":"2021-10-03T16:33:00Z""#;
        format!(r#"{{{data},{rest},"meta":{{"m":1}}}}"#)
    };
    let id = |json: &str| {
        let mut reader = EventReader::default().with_duplicates(Duplicates::LastWins);
        reader.read(json.as_bytes()).unwrap().id(None).unwrap()
    };
    let twice = record(r#""meta":{},"data":1,"data":{"x":1,"x":2}"#);
    assert_eq!(id(&twice), id(&record(r#""data":{"x":2}"#)));
    let strict = EventReader::default().read(twice.as_bytes()).map(drop);
    assert_eq!(strict.map_err(|error| error.kind()), Err("duplicate_key"));
    for (keys, last) in [(r#""a","appendKey":"b""#, Some("b")), (r#""a","appendKey":null"#, None)] {
        let json = record(&format!(r#""data":1,"appendKey":{keys}"#));
        let mut reader = EventReader::default().with_duplicates(Duplicates::LastWins);
        let event = reader.read(json.as_bytes()).unwrap();
        assert_eq!(event.append_key().as_deref(), last, "{json}");
    }
}

#[test]
fn buffers_keep_nothing_of_an_earlier_text() {
    let mut canonicalizer = Canonicalizer::new(Numbers::Positional);
    assert!(canonicalizer.canonicalize(br#"{"b":{"d":1,"c":[1.5e1,"#).is_err());
    assert_eq!(canonicalizer.canonicalize(br#"{"b":1,"a":2}"#), Ok(&br#"{"a":2,"b":1}"#[..]));
    assert_eq!(canonicalizer.canonicalize(b"[]"), Ok(&b"[]"[..]));
}

#[cfg(feature = "serde_json")]
#[test]
fn a_value_has_what_its_parser_left() {
    let value: serde_json::Value = serde_json::from_str(r#"{"b":1.50,"a":[1e2,7]}"#).unwrap();
    let canonical = evently_id::canonicalize_value(&value).unwrap();
    assert_eq!(String::from_utf8(canonical).unwrap(), r#"{"a":[100.0,7],"b":1.5}"#);
}

/// Few keys and many, told apart by their first eight bytes or not.
#[test]
fn keys_are_sorted_however_many_and_alike() {
    let mut canonicalizer = Canonicalizer::new(Numbers::Positional);
    for count in 1..40_usize {
        for same in ["", "sevenby", "eightbyt", "éééééé"] {
            // 7 and 41 have no factor in common, so each key comes once.
            let keys: Vec<_> = (0..count).map(|n| format!("{same}{:02}", n * 7 % 41)).collect();
            let object = |keys: &[String]| {
                let members: Vec<_> = keys.iter().map(|key| format!("{key:?}:[]")).collect();
                format!("{{{}}}", members.join(","))
            };
            let text = object(&keys);
            let mut sorted = keys.clone();
            sorted.sort();
            assert_eq!(canonicalizer.canonicalize(text.as_bytes()), Ok(object(&sorted).as_bytes()));
            let twice = [&keys[..], &keys[..1]].concat();
            let error = canonicalizer.canonicalize(object(&twice).as_bytes()).unwrap_err();
            assert_eq!((error.kind, error.offset), (JsonErrorKind::DuplicateKey, text.len()));
        }
    }
}
