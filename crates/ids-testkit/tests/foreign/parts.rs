//! Parts of identifiers in serde: text where people read it, numbers where they do not.

use core::{
    fmt::{Debug, Display},
    str::FromStr,
};

use serde::{Serialize, de::DeserializeOwned};

use crate::each_part;

/// A part has this text and this number, and another number is refused.
fn holds<T>(text: &str, number: impl Serialize, other: Option<u64>)
where
    T: FromStr<Err: Debug> + Display + PartialEq + Debug + Serialize + DeserializeOwned,
{
    let (part, json): (T, _) = (text.parse().unwrap(), format!("{text:?}"));
    assert_eq!(serde_json::to_string(&part).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), part);
    for (json, why) in [("7", "as text"), ("\"\"", "0 bytes, but this form has")] {
        let error = serde_json::from_str::<T>(json).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    let bytes = postcard::to_allocvec(&number).unwrap();
    assert_eq!(postcard::to_allocvec(&part).unwrap(), bytes);
    assert_eq!(postcard::from_bytes::<T>(&bytes).unwrap(), part);
    if let Some(other) = other {
        let bytes = postcard::to_allocvec(&(other, 7)).unwrap();
        assert!(postcard::from_bytes::<T>(&bytes).is_err(), "{other} is not {part}");
    }
}

#[test]
fn of_each_format() {
    macro_rules! hold {
        ($part:ty, $text:literal, $number:expr, $other:expr) => {
            holds::<$part>($text, $number, $other);
        };
    }
    each_part!(hold);
}
