//! The standard conversions of identifiers.

use core::{
    any::type_name,
    fmt::{LowerHex, UpperHex},
};

use ids_core::{Id, ParseError, RangeError};
use proptest::{arbitrary::Arbitrary, prelude::*};
use snowflake::{Discord, Snowflake, Twitter};

use crate::each;

fn converts<I>()
where
    I: Id + Arbitrary + LowerHex + UpperHex + PartialEq<str>,
    I: Into<String> + TryFrom<String, Error = ParseError>,
    I: Into<u128> + TryFrom<u128, Error = ParseError> + Into<I::Bytes>,
    I: for<'a> TryFrom<&'a str, Error = ParseError> + for<'a> TryFrom<&'a [u8], Error = ParseError>,
{
    let width = I::LAYOUT.bits();
    assert_eq!(8 * size_of::<I>(), width as usize, "as large as its bytes");
    proptest!(ProptestConfig::with_cases(50), |(id: I)| {
        let (text, bytes, bits) = (id.to_string(), id.to_bytes(), id.to_bits());
        prop_assert_eq!(I::try_from(&*text), Ok(id));
        prop_assert_eq!(I::try_from(text.clone()), Ok(id));
        prop_assert_eq!(&Into::<String>::into(id), &text);
        let longer = format!("{text} ");
        prop_assert!(id == *text && id != *longer && I::try_from(&*longer).is_err());
        let name = type_name::<I>().split('<').next().and_then(|path| path.rsplit("::").next());
        prop_assert_eq!(format!("{id:?}"), format!("{}({text:?})", name.unwrap()));

        let digits = format!("{bits:0digits$x}", digits = 2 * bytes.as_ref().len());
        prop_assert_eq!(format!("{id:x}"), &*digits);
        prop_assert_eq!(format!("{id:#X}"), format!("0x{}", digits.to_uppercase()));
        prop_assert_eq!(Into::<u128>::into(id), bits);
        prop_assert_eq!(<I as TryFrom<u128>>::try_from(bits), Ok(id));

        prop_assert!(Into::<I::Bytes>::into(id).as_ref() == bytes.as_ref());
        let (length, twice) = (bytes.as_ref().len(), bytes.as_ref().repeat(2));
        for found in (0..2 * length).filter(|found| *found != length) {
            let error = ParseError::Length { found, min: length, max: length };
            prop_assert_eq!(<I as TryFrom<&[u8]>>::try_from(&twice[..found]), Err(error));
        }
    });
    if width < 128 {
        for bits in [1 << width, u128::MAX] {
            let error = Err(ParseError::TooLarge { bits: width });
            assert_eq!((I::from_bits(bits), <I as TryFrom<u128>>::try_from(bits)), (error, error));
        }
    }
}

#[test]
fn of_texts_bytes_and_numbers() {
    each!(converts);
}

/// Identifiers that are kept as their bytes.
#[test]
fn of_bytes_in_place() {
    fn in_place<I: Id + Arbitrary + AsRef<[u8]> + TryFrom<I::Bytes>>() {
        proptest!(ProptestConfig::with_cases(50), |(id: I)| {
            prop_assert!(id.as_ref() == id.to_bytes().as_ref());
            prop_assert_eq!(<I as TryFrom<I::Bytes>>::try_from(id.to_bytes()).ok(), Some(id));
        });
    }
    each!(in_place, as bytes);
}

/// A number whose highest bit is set is no signed one, and a negative number is no identifier.
#[test]
fn of_signed_numbers() {
    fn signed<I>()
    where
        I: Id + Arbitrary + TryFrom<i64, Error = ParseError> + TryInto<i64, Error = RangeError>,
    {
        proptest!(ProptestConfig::with_cases(50), |(id: I, number: i64)| {
            let sign = RangeError::Field { field: "sign", value: 1, max: 0 };
            let signed: Result<i64, _> = id.try_into();
            prop_assert_eq!(signed, i64::try_from(id.to_bits()).map_err(|_| sign));
            if let Ok(number) = signed {
                prop_assert_eq!(I::try_from(number), Ok(id));
            }
            let number = number | i64::MIN;
            prop_assert_eq!(I::try_from(number), Err(ParseError::Negative { number }));
        });
    }
    signed::<kuid::Local>();
    signed::<Snowflake<Discord>>();
    signed::<Snowflake<Twitter>>();
}
