//! The canonical form: tables of what is written, what is refused and where.
#![cfg(feature = "event")]

use evently_id::{Canonicalizer, Duplicates, JsonErrorKind, Limits, MAX_DEPTH, Numbers};

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
fn structure_is_sorted_and_compact() {
    for (json, canonical) in [
        ("null", "null"),
        (" true ", "true"),
        ("[ ]", "[]"),
        ("{ }", "{}"),
        ("[1 ,\t2\r\n]", "[1,2]"),
        (r#"{"b":1,"a":2}"#, r#"{"a":2,"b":1}"#),
        (
            r#"{"z":{"b":1,"a":[{"d":1,"c":2}]},"a":0}"#,
            r#"{"a":0,"z":{"a":[{"c":2,"d":1}],"b":1}}"#,
        ),
        // Digits are characters: 10 before 9.
        (r#"{"9":1,"10":2,"":3}"#, r#"{"":3,"10":2,"9":1}"#),
        // Code points, not UTF-16 units: U+FF5E before U+1F332.
        (r#"{"🌲":1,"～":2}"#, r#"{"～":2,"🌲":1}"#),
        (r#"{"\ud83c\udf32":1,"\uff5e":2}"#, r#"{"～":2,"🌲":1}"#),
        // The unescaped keys are compared: U+0022 before U+0023, U+000A before both.
        (r##"{"#":1,"\"":2,"\n":3}"##, r##"{"\n":3,"\"":2,"#":1}"##),
        // Keys that share their first eight bytes, and a key that another begins with.
        (
            r#"{"abcdefghj":1,"abcdefghi":2,"abcdefgh":3}"#,
            r#"{"abcdefgh":3,"abcdefghi":2,"abcdefghj":1}"#,
        ),
        (r#"{"__proto__":1,"B":2,"_":3,"a":4}"#, r#"{"B":2,"_":3,"__proto__":1,"a":4}"#),
    ] {
        assert_eq!(positional(json).as_deref(), Ok(canonical), "{json}");
        assert_eq!(positional(canonical).as_deref(), Ok(canonical), "its own canonical form");
    }
}

#[test]
fn strings_have_one_spelling() {
    for (json, canonical) in [
        (r#""\/""#, r#""/""#),
        (r#""\u0022\u005c""#, r#""\"\\""#),
        (r#""\u0008\u0009\u000a\u000c\u000d""#, r#""\b\t\n\f\r""#),
        (r#""\u0001\u001F\u007f""#, "\"\\u0001\\u001f\u{7f}\""),
        (r#""\u00e9\ud83d\ude00""#, "\"é😀\""),
        // Not normalised: e and a combining accent stay two characters.
        ("\"e\u{301}é\"", "\"e\u{301}é\""),
        ("\"\u{2028}\u{80}<>&\"", "\"\u{2028}\u{80}<>&\""),
        (r#""0123456789abcdef\n0123456789abcdef""#, r#""0123456789abcdef\n0123456789abcdef""#),
    ] {
        assert_eq!(positional(json).as_deref(), Ok(canonical), "{json}");
    }
}

#[test]
fn numbers_follow_the_policy() {
    for (lexeme, plain, ecma) in [
        ("0", "0", "0"),
        ("-0", "0", "0"),
        ("-0.0", "0.0", "0"),
        ("0e5", "0", "0"),
        ("-0e-3", "0.000", "0"),
        ("1.50", "1.50", "1.5"),
        ("1.50e1", "15.0", "15"),
        ("100e-2", "1.00", "1"),
        ("99.990e-1", "9.9990", "9.999"),
        ("0.001e5", "100", "100"),
        ("-1.5E-3", "-0.0015", "-0.0015"),
        ("1E+2", "100", "100"),
        ("1e-7", "0.0000001", "1e-7"),
        ("1e21", "1000000000000000000000", "1e+21"),
        ("9007199254740993", "9007199254740993", "9007199254740992"),
        ("123456789012345678", "123456789012345678", "123456789012345680"),
        ("999999999999999", "999999999999999", "999999999999999"),
        ("1e0000000000000002", "100", "100"),
    ] {
        assert_eq!(positional(lexeme).as_deref(), Ok(plain), "{lexeme}");
        let ecma_script = Canonicalizer::new(Numbers::EcmaScript);
        assert_eq!(text(ecma_script, lexeme.as_bytes()).as_deref(), Ok(ecma), "{lexeme}");
    }
    let too_large = text(Canonicalizer::new(Numbers::EcmaScript), b"[1e400]");
    assert_eq!(too_large, Err(("number_range", 1)));
}

#[test]
fn numbers_have_limits() {
    assert_eq!(positional("1e-16383").unwrap().len(), 2 + 16_383);
    assert_eq!(positional("1e131071").unwrap().len(), 131_072);
    let digits = "1".repeat(131_072);
    assert_eq!(positional(&digits).unwrap(), digits);
    let scale = format!("0.{}", "1".repeat(16_383));
    assert_eq!(positional(&scale).unwrap(), scale);
    for lexeme in [
        "1e-16384",
        "1e131072",
        "0e-99999",
        "1e99999999999",
        "0e999999999999",
        "-1e400000",
        &format!("1{digits}"),
        &format!("{scale}1"),
    ] {
        assert_eq!(positional(&format!("[{lexeme}]")), Err(("number_range", 1)), "{lexeme:.20}");
    }
}

#[test]
fn a_text_full_of_exponents_is_bounded() {
    // 16 MiB allow for 127 numbers of 128 KiB, not for a thousand.
    let bomb = |count| format!("[{}1]", "1e131071,".repeat(count));
    assert!(positional(&bomb(100)).unwrap().len() > 13_000_000);
    assert_eq!(positional(&bomb(1000)).unwrap_err().0, "too_large");
}

#[test]
fn refusals_name_the_byte() {
    for (json, kind, offset) in [
        ("", "syntax", 0),
        (" ", "syntax", 1),
        ("01", "syntax", 1),
        ("-", "syntax", 1),
        ("1.", "syntax", 2),
        (".5", "syntax", 0),
        ("+1", "syntax", 0),
        ("1e+", "syntax", 3),
        ("NaN", "syntax", 0),
        ("nul", "syntax", 0),
        ("[1,2,]", "syntax", 5),
        (r#"{"a":1,}"#, "syntax", 7),
        (r#"{"a" 1}"#, "syntax", 5),
        ("{1:2}", "syntax", 1),
        ("[1 2]", "syntax", 3),
        ("\"a", "syntax", 2),
        ("\"a\tb\"", "syntax", 2),
        (r#""\x41""#, "syntax", 1),
        (r#""\u12""#, "syntax", 1),
        ("{} {}", "syntax", 3),
        ("\u{feff}{}", "syntax", 0),
        ("/**/1", "syntax", 0),
        ("1\u{0}", "syntax", 1),
        (r#""\ud800""#, "lone_surrogate", 1),
        (r#""ab\udc00""#, "lone_surrogate", 3),
        (r#""\ud83d\u0041""#, "lone_surrogate", 1),
        (r#""\ud83d\ud83d\ude00""#, "lone_surrogate", 1),
        (r#"["a\u0000"]"#, "nul", 3),
        (r#"{"a":1,"a":2}"#, "duplicate_key", 7),
        (r#"{"a":1,"\u0061":2}"#, "duplicate_key", 7),
        (r#"{"b":0,"a":1,"c":2,"a":1}"#, "duplicate_key", 19),
        (r#"{"":1,"":2}"#, "duplicate_key", 6),
    ] {
        assert_eq!(positional(json), Err((kind, offset)), "{json}");
    }
    let latin = Canonicalizer::new(Numbers::Positional).canonicalize(b"\"ab\xe9\"").unwrap_err();
    assert_eq!((latin.kind, latin.offset), (JsonErrorKind::Utf8, 3));
}

#[test]
fn nesting_is_bounded() {
    let depth = usize::try_from(MAX_DEPTH).unwrap();
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(positional(&nested(depth)).is_ok());
    assert_eq!(positional(&nested(depth + 1)), Err(("depth", depth)));
    assert_eq!(positional(&"{\"a\":".repeat(100_000)), Err(("depth", 5 * depth)));
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
