//! Identifiers in serde: text where people read it, bytes where they do not; and the modules for
//! `#[serde(with = "...")]` against the lists of forms.

use std::collections::BTreeMap;

use ids_core::{
    Id, ParseError,
    format::{Forms as _, Refused},
};
use proptest::{arbitrary::Arbitrary, prelude::*};
use serde::{Serialize, de::DeserializeOwned};

use crate::{each, each_id, typed::UserId};

/// The key of a map too. What the format refuses is refused for its reason.
fn as_text<I: Id + Arbitrary + Serialize + DeserializeOwned>() {
    proptest!(ProptestConfig::with_cases(50), |(id: I, refused: Refused<I>)| {
        let json = format!("\"{id}\"");
        prop_assert_eq!(&serde_json::to_string(&id).unwrap(), &json);
        prop_assert_eq!(serde_json::from_str::<I>(&json).unwrap(), id);
        let (map, json) = (BTreeMap::from([(id, 1)]), format!("{{\"{id}\":1}}"));
        prop_assert_eq!(&serde_json::to_string(&map).unwrap(), &json);
        prop_assert_eq!(serde_json::from_str::<BTreeMap<I, i32>>(&json).unwrap(), map);
        let error = serde_json::from_value::<I>(refused.text().into()).unwrap_err().to_string();
        prop_assert_eq!(error, refused.text().parse::<I>().unwrap_err().to_string());
    });
    refuses::<I>("null", "null");
}

/// The length of the bytes stands before them.
fn as_bytes<I>()
where
    I: Id
        + Arbitrary
        + Serialize
        + DeserializeOwned
        + for<'a> TryFrom<&'a [u8], Error = ParseError>,
{
    let counted = |bytes: &[u8]| [&[u8::try_from(bytes.len()).unwrap()], bytes].concat();
    proptest!(ProptestConfig::with_cases(50), |(id: I, refused: Refused<I>)| {
        let bytes = counted(id.to_bytes().as_ref());
        prop_assert_eq!(&postcard::to_allocvec(&id).unwrap(), &bytes);
        prop_assert_eq!(postcard::from_bytes::<I>(&bytes).unwrap(), id);
        prop_assert!(postcard::from_bytes::<I>(&counted(refused.bytes())).is_err());
    });
    refuses::<I>("7", "integer `7`");
}

fn refuses<I: Id + DeserializeOwned>(json: &str, found: &str) {
    let error = serde_json::from_str::<I>(json).unwrap_err().to_string();
    let expected = error.strip_prefix(&format!("invalid type: {found}, expected "));
    let expected = expected.unwrap_or_default();
    let known =
        [format!("an identifier of {}, as text", I::LAYOUT.name()), "UserId as text".into()];
    assert!(known.iter().any(|known| expected.starts_with(known)), "{error}");
}

#[test]
fn texts() {
    each!(as_text);
}

#[test]
fn bytes() {
    each!(as_bytes, as bytes);
    as_bytes::<UserId>();
}

/// Holds each module of a crate's `serde` for the smallest and the largest identifier and one more: what it writes,
/// what it reads, in JSON and in postcard, with `option` too. The crate and the identifier come first, then the
/// modules as the crate names them, then whether it has `number`.
macro_rules! hold {
    ($format:ident, $id:ty, $example:literal, { $($module:ident: $form:ident),* $(,)? } $($number:ident)?) => {
        for id in [<$id>::MIN, <$id>::MAX, $example.parse().unwrap()] {
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
    };
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
        let mut row = serde_json::to_value(Row { plain: id, some: Some(id), none: None }).unwrap();
        assert_eq!(row, serde_json::json!({"plain": json, "some": json, "none": null}));
        for present in [true, false] {
            if !present {
                row.as_object_mut().map(|row| row.remove("none"));
            }
            let read: Row = serde_json::from_str(&row.to_string()).unwrap();
            assert_eq!((read.plain, read.some, read.none), (id, Some(id), None));
        }
        // What JSON has no escapes for is read by value as well.
        let read: Row = serde_json::from_value(row).unwrap();
        assert_eq!(read.plain, id);
        let read: Row = postcard::from_bytes(&postcard::to_allocvec(&read).unwrap()).unwrap();
        assert_eq!((read.plain, read.some, read.none), (id, Some(id), None));
    }};
}

#[test]
fn other_forms_of_a_field() {
    each_id!(hold);
}
