//! What `serde` does with an identifier, and the `serde` modules of a format against its list of texts.

/// Holds what `serde` does with an identifier. In JSON it is its text, as the key of a map too; in postcard it is
/// its bytes behind their number. The type comes first, then the text of an identifier, then texts that are not
/// one: JSON refuses each for the reason that the format gives.
///
/// The crate that calls it has `serde_json` and `postcard`.
#[macro_export]
macro_rules! hold_serde {
    ($id:ty, $example:literal, $($wrong:literal),+ $(,)?) => {{
        let id: $id = $example.parse().expect("an identifier");
        let json = concat!("\"", $example, "\"");
        assert_eq!(serde_json::to_string(&id).expect("JSON"), json);
        assert_eq!(serde_json::from_str::<$id>(json).expect("an identifier"), id);
        let map = std::collections::BTreeMap::from([(id, 1)]);
        let json = concat!("{\"", $example, "\":1}");
        assert_eq!(serde_json::to_string(&map).expect("JSON"), json);
        let read: std::collections::BTreeMap<$id, i32> = serde_json::from_str(json).expect("a map");
        assert_eq!(read, map);

        let refused = |json: &str, why: &str| {
            let error = serde_json::from_str::<$id>(json).expect_err(json).to_string();
            assert!(error.contains(why), "{error}");
        };
        for wrong in [$($wrong),+] {
            let error = wrong.parse::<$id>().expect_err(wrong);
            refused(&format!("{wrong:?}"), &error.to_string());
        }
        for json in ["7", "null"] {
            refused(json, &format!("a {} identifier", <$id>::LAYOUT.name()));
        }

        let counted = |bytes: &[u8]| [&[u8::try_from(bytes.len()).expect("a few")], bytes].concat();
        let bytes = id.to_bytes();
        let written = postcard::to_allocvec(&id).expect("bytes");
        assert_eq!(written, counted(&bytes));
        assert_eq!(postcard::from_bytes::<$id>(&written).expect("an identifier"), id);
        assert!(postcard::from_bytes::<$id>(&counted(&bytes[1..])).is_err());
        // All ones: where a field is fixed they are no identifier.
        let ones = bytes.map(|_| u8::MAX);
        let read = postcard::from_bytes::<$id>(&counted(&ones));
        assert_eq!(read.ok(), <$id>::try_from(&ones[..]).ok());
    }};
}

/// Holds each module of a crate's `serde` against the list `Form`, for the smallest and the largest
/// identifier and one more: what it writes, what it reads, in JSON and in postcard, with `option`
/// too. The crate and the identifier come first, then the modules as the crate names them, then
/// whether it has `number`.
///
/// The crate that calls it has `serde_json` and `postcard`.
#[macro_export]
macro_rules! hold_serde_modules {
    ($format:ident, $id:ty, $example:literal, { $($module:ident: $form:ident),* $(,)? } $($number:ident)?) => {{
        use $crate::{Forms as _, hold_serde_modules as hold};
        for id in [<$id>::MIN, <$id>::MAX, $example.parse().expect("an identifier")] {
            $(
                let text = id.encode_as($format::Form::$form).to_string();
                hold!(@one $format, $id, $module, id, text.as_str().into());
                // A borrowed text, as data formats hand it over that need not undo escapes.
                let borrowed = serde::de::value::BorrowedStrDeserializer::new(&text);
                let read: Result<$id, serde::de::value::Error> = $format::serde::$module::deserialize(borrowed);
                assert_eq!(read, Ok(id));
            )*
            hold!(@one $format, $id, bytes, id, id.to_bytes().as_slice().into());
            $(hold!(@one $format, $id, $number, id, u64::from(id).into());)?
        }
    }};
    (@one $format:ident, $id:ty, $module:ident, $one:expr, $json:expr) => {{
        use $format::serde::$module as module;

        #[derive(serde::Deserialize, serde::Serialize)]
        struct Row {
            #[serde(with = "module")]
            plain: $id,
            #[serde(with = "module::option")]
            some: Option<$id>,
            #[serde(default, with = "module::option")]
            none: Option<$id>,
        }

        let (id, json): ($id, serde_json::Value) = ($one, $json);
        let row = serde_json::to_value(Row { plain: id, some: Some(id), none: None });
        let mut row = row.expect("JSON");
        assert_eq!(row, serde_json::json!({"plain": json, "some": json, "none": null}));
        for present in [true, false] {
            if !present {
                row.as_object_mut().map(|row| row.remove("none"));
            }
            let text = row.to_string();
            let read: Row = serde_json::from_str(&text).expect(&text);
            assert_eq!((read.plain, read.some, read.none), (id, Some(id), None));
        }
        // What JSON has no escapes for is read by value as well.
        let read: Row = serde_json::from_value(row).expect("a row");
        assert_eq!(read.plain, id);
        let bytes = postcard::to_allocvec(&read).expect("bytes");
        let read: Row = postcard::from_bytes(&bytes).expect("a row");
        assert_eq!((read.plain, read.some, read.none), (id, Some(id), None));
    }};
}
