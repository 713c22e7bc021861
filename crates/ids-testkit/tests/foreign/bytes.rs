//! Libraries that keep an identifier as its bytes.

use borsh::{BorshDeserialize, BorshSerialize, from_slice, to_vec};
use evently_id::EventId;
use flax_id::FlaxId;
use ids_core::{Id, format::Refused};
use proptest::{arbitrary::Arbitrary, prelude::*};
use rkyv::{
    Archive, Deserialize, Serialize,
    api::high::{HighDeserializer, HighSerializer, to_bytes},
    rancor::Error,
    ser::allocator::ArenaHandle,
    util::AlignedVec,
};

use crate::each;

/// Without debug assertions these libraries' errors say nothing.
fn says_why(error: &impl ToString) {
    let error = error.to_string();
    assert!(!cfg!(debug_assertions) || error.contains("sign is 1, but always 0"), "{error}");
}

fn by_borsh<I: Id + BorshSerialize + BorshDeserialize + Arbitrary>() {
    proptest!(ProptestConfig::with_cases(50), |(id: I, refused: Refused<I>)| {
        let bytes = to_vec(&id).unwrap();
        prop_assert!(*bytes == *id.to_bytes().as_ref());
        prop_assert_eq!(from_slice::<I>(&bytes).unwrap(), id);
        prop_assert!(from_slice::<I>(&bytes[1..]).is_err());
        prop_assert!(from_slice::<I>(refused.bytes()).is_err());
        let many = vec![id; 3];
        prop_assert_eq!(from_slice::<Vec<I>>(&to_vec(&many).unwrap()).unwrap(), many);
    });
}

#[test]
fn borsh() {
    each!(by_borsh);
    let error = from_slice::<EventId>(&[0xff; 16]).unwrap_err();
    assert_eq!(error.kind(), borsh::io::ErrorKind::InvalidData);
    says_why(&error);
}

fn by_rkyv<I>()
where
    I: Id + Arbitrary + for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>,
    I: Archive<Archived = I::Bytes>,
    I::Bytes: Deserialize<I, HighDeserializer<Error>> + for<'a> TryFrom<&'a [u8]>,
{
    proptest!(ProptestConfig::with_cases(50), |(id: I, refused: Refused<I>)| {
        let bytes = to_bytes::<Error>(&id).unwrap();
        prop_assert!(*bytes == *id.to_bytes().as_ref());
        prop_assert_eq!(rkyv::deserialize::<I, Error>(&id.to_bytes()).unwrap(), id);
        if let Ok(bytes) = I::Bytes::try_from(refused.bytes()) {
            prop_assert!(rkyv::deserialize::<I, Error>(&bytes).is_err());
        }
    });
}

#[derive(Archive, Debug, Deserialize, PartialEq, Serialize)]
struct Event {
    id: FlaxId,
    parent: Option<FlaxId>,
}

#[test]
fn rkyv_archives() {
    each!(by_rkyv);
    says_why(&rkyv::deserialize::<EventId, Error>(&[0xff_u8; 16]).unwrap_err());

    let id: FlaxId = "0RdKJcxqVBiAiQr0".parse().unwrap();
    let event = Event { id, parent: Some(id) };
    let bytes = to_bytes::<Error>(&event).unwrap();
    let archived = rkyv::access::<ArchivedEvent, Error>(&bytes).unwrap();
    assert_eq!(archived.id, id.to_bytes());
    assert_eq!(rkyv::deserialize::<Event, Error>(archived).unwrap(), event);
}

#[test]
fn by_zerocopy() {
    use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

    fn any_bytes<I: Id + FromBytes + IntoBytes + Immutable + KnownLayout + Unaligned>() {
        let bytes: Vec<u8> = (1..).take(2 * size_of::<I>()).collect();
        let ids = <[I]>::ref_from_bytes(&bytes).unwrap();
        assert_eq!((ids.len(), ids.as_bytes()), (2, &*bytes));
        assert_eq!(ids[1].to_bytes().as_ref(), &bytes[size_of::<I>()..]);
    }
    fn to_bytes<I: Id + IntoBytes + Immutable + KnownLayout + Unaligned>() {
        let id = I::from_bits(<I as Id>::LAYOUT.settle(u128::MAX)).unwrap();
        assert_eq!(id.as_bytes(), id.to_bytes().as_ref());
    }
    each!(any_bytes, any bytes);
    each!(to_bytes, as bytes);
}

#[test]
fn by_bytemuck() {
    fn any_bytes<I: Id + bytemuck::Pod>() {
        let bytes: Vec<u8> = (1..).take(2 * size_of::<I>()).collect();
        let ids: &[I] = bytemuck::cast_slice(&bytes);
        assert_eq!((ids.len(), bytemuck::cast_slice(ids)), (2, &*bytes));
        assert_eq!(ids[1].to_bytes().as_ref(), &bytes[size_of::<I>()..]);
    }
    fn to_bytes<I: Id + bytemuck::NoUninit>() {
        let id = I::from_bits(<I as Id>::LAYOUT.settle(u128::MAX)).unwrap();
        assert_eq!(bytemuck::bytes_of(&id), id.to_bytes().as_ref());
    }
    each!(any_bytes, any bytes);
    each!(to_bytes, as bytes);
}
