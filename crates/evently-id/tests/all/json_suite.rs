//! `JSONTestSuite`, whose files each say in their names whether a parser accepts them.
//!
//! `just json-suite` runs this with the folder of the files in `JSON_TEST_SUITE`.
#![cfg(feature = "event")]

use std::{collections::BTreeMap, fs, path::PathBuf};

use evently_id::{Canonicalizer, Duplicates, Numbers};

/// What begins with `y_` is JSON; these are what no ledger can hold (EVENTLY-13).
const JSON_THAT_IS_REFUSED: [(&str, &str); 4] = [
    ("y_object_duplicated_key.json", "duplicate_key"),
    ("y_object_duplicated_key_and_value.json", "duplicate_key"),
    ("y_object_escaped_null_in_key.json", "nul"),
    ("y_string_null_escape.json", "nul"),
];

/// What begins with `i_` is for each reader to decide: accepted, or how it is refused, with numbers
/// written out (EVENTLY-11) and as ECMAScript has them (EVENTLY-23).
const DECIDED: [(&str, &str, &str); 35] = [
    ("i_number_double_huge_neg_exp.json", "accepted", "accepted"),
    ("i_number_huge_exp.json", "number_range", "number_range"),
    ("i_number_neg_int_huge_exp.json", "accepted", "number_range"),
    ("i_number_pos_double_huge_exp.json", "accepted", "number_range"),
    ("i_number_real_neg_overflow.json", "accepted", "number_range"),
    ("i_number_real_pos_overflow.json", "accepted", "number_range"),
    ("i_number_real_underflow.json", "number_range", "accepted"),
    ("i_number_too_big_neg_int.json", "accepted", "accepted"),
    ("i_number_too_big_pos_int.json", "accepted", "accepted"),
    ("i_number_very_big_negative_int.json", "accepted", "accepted"),
    ("i_object_key_lone_2nd_surrogate.json", "lone_surrogate", "lone_surrogate"),
    ("i_string_1st_surrogate_but_2nd_missing.json", "lone_surrogate", "lone_surrogate"),
    ("i_string_1st_valid_surrogate_2nd_invalid.json", "lone_surrogate", "lone_surrogate"),
    ("i_string_UTF-16LE_with_BOM.json", "utf8", "utf8"),
    ("i_string_UTF-8_invalid_sequence.json", "utf8", "utf8"),
    ("i_string_UTF8_surrogate_U+D800.json", "utf8", "utf8"),
    ("i_string_incomplete_surrogate_and_escape_valid.json", "lone_surrogate", "lone_surrogate"),
    ("i_string_incomplete_surrogate_pair.json", "lone_surrogate", "lone_surrogate"),
    ("i_string_incomplete_surrogates_escape_valid.json", "lone_surrogate", "lone_surrogate"),
    ("i_string_invalid_lonely_surrogate.json", "lone_surrogate", "lone_surrogate"),
    ("i_string_invalid_surrogate.json", "lone_surrogate", "lone_surrogate"),
    ("i_string_invalid_utf-8.json", "utf8", "utf8"),
    ("i_string_inverted_surrogates_U+1D11E.json", "lone_surrogate", "lone_surrogate"),
    ("i_string_iso_latin_1.json", "utf8", "utf8"),
    ("i_string_lone_second_surrogate.json", "lone_surrogate", "lone_surrogate"),
    ("i_string_lone_utf8_continuation_byte.json", "utf8", "utf8"),
    ("i_string_not_in_unicode_range.json", "utf8", "utf8"),
    ("i_string_overlong_sequence_2_bytes.json", "utf8", "utf8"),
    ("i_string_overlong_sequence_6_bytes.json", "utf8", "utf8"),
    ("i_string_overlong_sequence_6_bytes_null.json", "utf8", "utf8"),
    ("i_string_truncated-utf-8.json", "utf8", "utf8"),
    ("i_string_utf16BE_no_BOM.json", "utf8", "utf8"),
    ("i_string_utf16LE_no_BOM.json", "utf8", "utf8"),
    ("i_structure_500_nested_arrays.json", "depth", "depth"),
    ("i_structure_UTF-8_BOM_empty_object.json", "syntax", "syntax"),
];

fn outcome(numbers: Numbers, duplicates: Duplicates, text: &[u8]) -> &'static str {
    let mut canonicalizer = Canonicalizer::new(numbers).with_duplicates(duplicates);
    let canonical = match canonicalizer.canonicalize(text) {
        Ok(canonical) => canonical.to_vec(),
        Err(error) => return error.kind(),
    };
    // What has a canonical form is read again as the same.
    assert_eq!(canonicalizer.canonicalize(&canonical), Ok(&*canonical));
    "accepted"
}

#[test]
#[ignore = "needs the suite's files: just json-suite"]
fn json_test_suite() {
    let folder = PathBuf::from(std::env::var_os("JSON_TEST_SUITE").expect("JSON_TEST_SUITE"));
    let files: BTreeMap<String, Vec<u8>> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    let of = |prefix: &'static str| files.iter().filter(move |(name, _)| name.starts_with(prefix));
    let count = |prefix| of(prefix).count();
    assert_eq!([count("y_"), count("n_"), count("i_")], [95, 188, 35], "another version of it");
    let refused: BTreeMap<_, _> = JSON_THAT_IS_REFUSED.into();
    for (name, text) in of("y_") {
        let expected = refused.get(&**name).unwrap_or(&"accepted");
        for numbers in [Numbers::Positional, Numbers::EcmaScript] {
            assert_eq!(outcome(numbers, Duplicates::Refuse, text), *expected, "{name}");
            let lenient = outcome(numbers, Duplicates::LastWins, text);
            assert_eq!(lenient == "accepted", *expected != "nul", "{name}");
        }
    }
    for (name, text) in of("n_") {
        for numbers in [Numbers::Positional, Numbers::EcmaScript] {
            for duplicates in [Duplicates::Refuse, Duplicates::LastWins] {
                assert_ne!(outcome(numbers, duplicates, text), "accepted", "{name}");
            }
        }
    }
    let found: Vec<_> = of("i_")
        .map(|(name, text)| {
            let of = |numbers| outcome(numbers, Duplicates::Refuse, text);
            (&**name, of(Numbers::Positional), of(Numbers::EcmaScript))
        })
        .collect();
    assert_eq!(found, DECIDED, "{found:#?}");
}
