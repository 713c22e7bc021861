//! Parts of identifiers in serde: text where people read it, numbers where they do not.

use core::{
    fmt::{Debug, Display},
    str::FromStr,
};

use evently_id::{LedgerId, Mark};
use luuid::{Group, Key, Prefix};
use serde::{Serialize, de::DeserializeOwned};

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
    holds::<LedgerId>("aa77f99c", 0xaa77_f99c_u32, None);
    let mark = (0x0005_cd75_56b0_5092_u64, 0xaa77_f99c_u32);
    holds::<Mark>("0005cd7556b05092aa77f99c", mark, Some(1 << 63));
    holds::<kuid::NodeId>("03eb2732", 0x03eb_2732_u32, None);
    holds::<Key>("23122e", 0x23_122e_u64, Some(1 << 48));
    holds::<Group>("aa1", 0xaa1_u16, Some(0x1000));
    holds::<Prefix>("23-122e-6aa1", 0x0000_0023_122e_6aa1_u64, Some(0x7000));
    holds::<siq::DomainHash>("86ce1947", 0x86ce_1947_u32, None);
}
