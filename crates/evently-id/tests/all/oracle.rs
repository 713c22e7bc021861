//! The one-pass scanner against a naive printer that knows nothing of spans.
#![cfg(feature = "event")]

use evently_id::{Canonicalizer, Numbers};
use ids_testkit::json::{Json, Number};
use proptest::{collection::vec, prelude::*, sample::select};

fn number() -> impl Strategy<Value = Number> {
    let digits = prop_oneof!["0|[1-9][0-9]{0,24}", "0", "[1-9]0{0,6}"];
    let exponent = prop_oneof![3 => Just(None), 1 => (-40..40).prop_map(Some)];
    (any::<bool>(), digits, "[0-9]{0,8}", exponent).prop_map(
        |(negative, whole, fraction, exponent)| Number {
            negative,
            point: whole.len(),
            digits: whole + &fraction,
            exponent,
        },
    )
}

fn string() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        4 => proptest::char::range('a', 'f'),
        2 => select(vec!['"', '\\', '/', '\n', '\t', '\u{1}', '\u{1f}', '\u{7f}', ' ', '0']),
        1 => any::<char>().prop_filter("ledgers have no NUL", |c| *c != '\0'),
        1 => select(vec!['é', 'ж', '～', '🌲', '\u{fffd}', '\u{10ffff}', '\u{e000}']),
    ];
    vec(character, 0..12).prop_map(|characters| characters.into_iter().collect())
}

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        select(vec!["null", "true", "false"]).prop_map(Json::Word),
        number().prop_map(Json::Number),
        string().prop_map(Json::String),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..8).prop_map(Json::Array),
            // Keys are distinct, in whatever order they came.
            vec((string(), inner), 0..8).prop_map(|mut members| {
                let mut seen = std::collections::BTreeSet::new();
                members.retain(|(key, _)| seen.insert(key.clone()));
                Json::Object(members)
            }),
        ]
    })
}

proptest! {
    #[test]
    fn the_scanner_writes_what_the_rules_say(value in json(), mut choices in vec(any::<u32>(), 1..64)) {
        let mut next = 0;
        let mut style = move |limit: u32| {
            next = (next + 1) % choices.len();
            choices[next] = choices[next].wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (choices[next] >> 16) % limit
        };
        let mut text = String::new();
        value.print(&mut style, &mut text);
        let expected = value.canonical();
        let mut canonicalizer = Canonicalizer::new(Numbers::Positional);
        let canonical = canonicalizer.canonicalize(text.as_bytes()).map(<[u8]>::to_vec);
        prop_assert_eq!(canonical.as_deref(), Ok(expected.as_bytes()), "{}", text);
        // What is canonical stays as it is.
        let again = canonicalizer.canonicalize(expected.as_bytes());
        prop_assert_eq!(again, Ok(expected.as_bytes()));
    }

    #[test]
    fn doubles_print_in_the_fewest_digits(value in any::<f64>().prop_filter("finite", |v| v.is_finite())) {
        // Both write the fewest digits that tell the number from its neighbours; where two such
        // texts are as near, they may choose differently.
        let mut canonicalizer = Canonicalizer::new(Numbers::EcmaScript);
        let lexeme = format!("{value:e}");
        let printed = canonicalizer.canonicalize(lexeme.as_bytes()).unwrap();
        let printed = core::str::from_utf8(printed).unwrap();
        prop_assert_eq!(printed.parse::<f64>().unwrap().to_bits() << 1, value.to_bits() << 1);
        let digits = |text: &str| -> String {
            let mantissa = text.split('e').next().unwrap();
            let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
            digits.trim_matches('0').to_owned()
        };
        prop_assert_eq!(digits(printed).len(), digits(&lexeme).len());
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = Canonicalizer::new(Numbers::Positional).canonicalize(&bytes);
        let _ = Canonicalizer::new(Numbers::EcmaScript).canonicalize(&bytes);
    }

    #[test]
    fn what_another_parser_refuses_is_refused(text in "[\\[\\]{}\",:0-9eE+.\\-\\\\ truefalsn]{0,24}") {
        let ours = Canonicalizer::new(Numbers::Positional).canonicalize(text.as_bytes()).is_ok();
        let theirs = serde_json::from_str::<serde_json::Value>(&text).is_ok();
        // Theirs also accepts duplicate keys and refuses numbers beyond binary64.
        if ours && !theirs {
            prop_assert!(text.contains(['e', 'E']) || text.len() > 300, "{}", text);
        }
        if theirs && !ours {
            let lenient = Canonicalizer::new(Numbers::Positional)
                .with_duplicates(evently_id::Duplicates::LastWins)
                .canonicalize(text.as_bytes())
                .map(<[u8]>::len);
            let kind = lenient.map_err(|error| error.kind());
            prop_assert!(matches!(kind, Ok(_) | Err("number_range" | "nul")), "{} {:?}", text, kind);
        }
    }
}
