//! What a column holds of an identifier, by each wrapper, for formats that this test writes.
#![cfg(feature = "column")]

use ids_core::{
    ParseError, Text,
    column::{AsBytes, AsI64, AsText, AsUuid, ColumnError, Stored},
    format::{Field, Hex, Layout, identifier, impl_i64, impl_uuid},
};
use uuid::Uuid;

identifier! {
    /// A number of 64 bits, as a signed one.
    struct Shelf([u8; 8]): u64 as AsI64;
}

impl_i64!([] Shelf, "bits 62 to 0", |bits| Ok(Self::from_bits(bits)));

impl Shelf {
    const LAYOUT: Layout = Layout::new("shelf", 64, &[Field::new("number", 63, 0)]);
    const PATTERN: &'static str = "^[0-9a-f]{16}$";

    const fn encode(self) -> Text<16> {
        Hex::LOWER.encode(self.to_bits() as u128)
    }

    fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Hex::LOWER.decode::<16>(text).map(|bits| Self::from_bits(u64::try_from(bits).unwrap()))
    }
}

identifier! {
    /// A number of 128 bits, whose upper four are 7.
    struct Chest([u8; 16]):
        /// [`ParseError::Fixed`] unless the upper four bits are 7.
        check as AsUuid;
}

impl_uuid!(Chest);

impl Chest {
    const LAYOUT: Layout = Layout::new(
        "chest",
        128,
        &[
            Field::new("seven", 127, 124).always(7),
            Field::new("upper", 123, 64),
            Field::new("lower", 63, 0),
        ],
    );
    const PATTERN: &'static str = "^7[0-9a-f]{31}$";

    const fn check(bits: u128) -> Result<(), ParseError> {
        Self::LAYOUT.check(bits)
    }

    const fn encode(self) -> Text<32> {
        Hex::LOWER.encode(self.to_bits())
    }

    fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Hex::LOWER.decode::<32>(text).and_then(Self::from_bits)
    }
}

const SEVEN: u128 = 0x7000_0000_0000_0000_0000_0000_0000_be11;

#[test]
fn numbers() {
    for number in [0, 1, 0xbe11, i64::MAX] {
        let shelf = Shelf::from_bits(u64::try_from(number).unwrap());
        assert_eq!(AsI64(shelf).to_value(), Ok(number));
        assert_eq!(AsI64::from_value(number), Ok(AsI64(shelf)));
        assert_eq!((shelf.to_value(), Shelf::from_value(number)), (Ok(number), Ok(shelf)));
        assert_eq!(Shelf::from(AsI64(shelf)), shelf);
    }
    let too_large = |number| Err(ColumnError::TooLarge { format: "shelf", number });
    assert_eq!(Shelf::from_bits(1 << 63).to_value(), too_large(1 << 63));
    assert_eq!(Shelf::from_bits(u64::MAX).to_value(), too_large(u64::MAX.into()));
    let error = ParseError::Negative { number: -1 };
    assert_eq!(Shelf::from_value(-1), Err(ColumnError::Invalid { format: "shelf", error }));
}

#[test]
fn uuids() {
    let id = Chest::from_bits(SEVEN).unwrap();
    assert_eq!(id.to_value(), Ok(Uuid::from_u128(SEVEN)));
    assert_eq!(AsUuid(id).to_value(), Ok(Uuid::from_u128(SEVEN)));
    assert_eq!(AsUuid::from_value(Uuid::from_u128(SEVEN)), Ok(AsUuid(id)));
    assert_eq!(Chest::from_value(Uuid::from_u128(SEVEN)), Ok(id));
    let error = Chest::from_value(Uuid::from_u128(SEVEN ^ 1 << 127)).unwrap_err();
    assert_eq!((error.kind(), error.to_string().contains("seven")), ("fixed", true), "{error}");
}

#[test]
fn bytes_and_texts() {
    let (shelf, id) = (Shelf::from_bits(0xbe11), Chest::from_bits(SEVEN).unwrap());
    let bytes = SEVEN.to_be_bytes().to_vec();
    assert_eq!(AsBytes(shelf).to_value(), Ok(vec![0, 0, 0, 0, 0, 0, 0xbe, 0x11]));
    assert_eq!(AsBytes(id).to_value(), Ok(bytes.clone()));
    assert_eq!(AsBytes::<Chest>::from_value(bytes), Ok(AsBytes(id)));
    assert_eq!(AsText(shelf).to_value(), Ok("000000000000be11".to_owned()));
    assert_eq!(AsText::from_value("000000000000be11".to_owned()), Ok(AsText(shelf)));
    assert_eq!(AsText(id).to_string(), "7000000000000000000000000000be11");
    // One byte and one digit too few, too many, and none.
    for length in [0, 7, 9] {
        assert_eq!(AsBytes::<Shelf>::from_value(vec![0; length]).unwrap_err().kind(), "length");
    }
    for length in [0, 15, 17] {
        assert_eq!(AsText::<Shelf>::from_value("0".repeat(length)).unwrap_err().kind(), "length");
    }
    let mut other = SEVEN.to_be_bytes().to_vec();
    other[0] = 0x60;
    assert_eq!(AsBytes::<Chest>::from_value(other).unwrap_err().kind(), "fixed");
}
