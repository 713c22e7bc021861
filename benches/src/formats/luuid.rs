//! LUUID, whose text the crates for UUIDs write and read as well.

use chacha20::rand_core::TryRng;
use ids_core::LocalRng;
use luuid::{Generator, Group, Keys, Luuid};
use uuid::Uuid;
use uuid_simd::{AsOut, AsciiCase, UuidExt};

use crate::{
    case::{COUNT, Cases, Sequence::*, all},
    samples::{rng, users},
    texts::{Operation, own},
};

fn group() -> Group {
    Group::from_name("person")
}

pub fn owner<R: TryRng>(random: R) -> impl FnMut() -> Luuid {
    let mut own = Generator::new(Keys::counter(), random, group());
    move || own.generate().expect("keys")
}

pub fn ids(count: usize) -> Vec<Luuid> {
    std::iter::repeat_with(owner(rng())).take(count).collect()
}

pub fn new() -> Cases {
    let keys = Box::leak(Box::new(Keys::counter().shared()));
    let mut handle = Generator::new(keys.handle(), rng(), group());
    Cases::new(COUNT).make("ids", Ascending, owner(rng())).make(
        "ids-shared",
        Ascending,
        move || handle.generate().expect("keys"),
    )
}

pub fn generate() -> Cases {
    Cases::new(COUNT).make("ids", Ascending, owner(LocalRng))
}

pub fn many<const N: usize>() -> Cases {
    let mut owner = Generator::new(Keys::counter(), rng(), group());
    let mut users = Generator::new(Keys::counter(), users(), group());
    Cases::new(N).fill("ids", Ascending, Luuid::MIN, move |ids| all(owner.fill(ids), N)).fill(
        "ids-id-rng",
        Ascending,
        Luuid::MIN,
        move |ids| all(users.fill(ids), N),
    )
}

pub fn texts(operation: Operation) -> Cases {
    let uuid = |id: &Luuid| Uuid::from_bytes(id.to_bytes());
    let text = |id: &Luuid| uuid(id).to_string();
    own(operation, ids(COUNT), text, |id| id.encode(), Luuid::decode)
        .of("uuid", uuid)
        .writes([0; 36], |id, out| id.hyphenated().encode_lower(out).as_bytes())
        .strings(|id| id.to_string())
        .reads(Uuid::eq, Uuid::try_parse)
        .named("uuid-simd")
        .writes([0; 36], |id, out| {
            uuid_simd::format_hyphenated(id.as_bytes(), out.as_out(), AsciiCase::Lower)
        })
        .reads(Uuid::eq, |text| <Uuid as UuidExt>::parse_hyphenated(text))
        .cases
}
