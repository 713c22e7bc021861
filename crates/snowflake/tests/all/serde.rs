//! Text where people and JavaScript read it, the integer where they do not.

#![cfg(feature = "serde")]

use serde_json::{from_str, from_value, json, to_string};
use snowflake::{Discord, Snowflake, Tid, Twitter};

#[test]
fn human_readable() {
    let id = Snowflake::<Discord>::from_bits(u64::MAX).unwrap();
    assert_eq!(to_string(&id).unwrap(), "\"18446744073709551615\"");
    for text in ["\"18446744073709551615\"", "18446744073709551615"] {
        assert_eq!(from_str::<Snowflake<Discord>>(text).unwrap(), id);
    }
    // By value, integers come signed and unsigned.
    let id = Snowflake::<Discord>::from_bits(7).unwrap();
    for value in [json!("7"), json!(7_u64), json!(7_i64)] {
        assert_eq!(from_value::<Snowflake<Discord>>(value).unwrap(), id);
    }
    assert_eq!(
        to_string(&Snowflake::<Tid>::decode(b"3jzfcijpj2z2a").unwrap()).unwrap(),
        "\"3jzfcijpj2z2a\""
    );
}

#[test]
fn refused() {
    let rows = [
        ("\"007\"", "a leading zero"),
        ("\"-7\"", "'-' at index 0"),
        ("-7", "-7 is negative"),
        ("9223372036854775808", "sign is 1"),
        ("1.7e18", "expected an identifier of twitter, as text or as an integer"),
        ("7.0", "expected an identifier of twitter"),
        ("null", "expected an identifier of twitter"),
        ("[7]", "expected an identifier of twitter"),
    ];
    for (text, why) in rows {
        let error = from_str::<Snowflake<Twitter>>(text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn binary() {
    let id = Snowflake::<Twitter>::from_bits(1_541_815_603_606_036_480).unwrap();
    let bytes = postcard::to_allocvec(&id).unwrap();
    assert_eq!(bytes, postcard::to_allocvec(&1_541_815_603_606_036_480_u64).unwrap());
    assert_eq!(postcard::from_bytes::<Snowflake<Twitter>>(&bytes).unwrap(), id);
    let negative = postcard::to_allocvec(&u64::MAX).unwrap();
    assert!(postcard::from_bytes::<Snowflake<Twitter>>(&negative).is_err());
}

#[test]
fn numbers_that_are_no_identifier() {
    use snowflake::serde::number;
    for (json, why) in [
        ("-7", "-7 is negative"),
        ("9223372036854775808", "sign is 1"),
        ("18446744073709551616", "invalid type: floating point"),
        (
            "7.0",
            "invalid type: floating point `7.0`, expected an identifier of twitter, as an unsigned",
        ),
        ("\"7\"", "invalid type: string \"7\", expected an identifier of twitter, as an unsigned"),
    ] {
        let mut from = serde_json::Deserializer::from_str(json);
        let read = number::deserialize::<Snowflake<Twitter>, _>(&mut from);
        let error = read.unwrap_err().to_string();
        assert!(error.contains(why), "{json}: {error}");
    }
}
