//! Identifiers of every format, the same each time: from clocks and random sources with a seed.

use std::{
    cell::{Cell, RefCell},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use base64::{
    alphabet::Alphabet,
    engine::{GeneralPurpose, general_purpose::NO_PAD},
};
use chacha20::{
    ChaCha12Rng,
    rand_core::{Rng, SeedableRng},
};
use evently_id::{EventId, LedgerId};
use flax_id::FlaxId;
use ids_core::{ManualClock, UnixTime};
use kuid::{Global, Local, LocalNode, NodeId};
use luuid::{Keys, Luuid};
use siq::{DomainHash, Qualifier, Siq};
use snowflake::{Generator, Node, Snowflake, Twitter};
use type_safe_id::StaticType;
use ulid::Ulid;
use uuid::Uuid;

/// 2025-01-01.
pub const NOW: UnixTime = UnixTime::from_secs(1_735_689_600);
pub const MILLI: Duration = Duration::from_millis(1);
pub const DOMAIN: DomainHash = DomainHash::from_bits(0x86ce_1947);
/// Datacenter 3 and worker 5 as the one number that other crates have for both.
pub const MACHINE: u64 = 3 << 5 | 5;

pub const FLAX_ALPHABET: &str = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
pub const KUID_ALPHABET: &str = ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/// A clock for as long as the process runs.
pub fn clock() -> &'static ManualClock {
    Box::leak(Box::new(ManualClock::new(NOW)))
}

pub fn rng() -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(7)
}

pub fn node() -> Node<Twitter> {
    Node::new(&[(Twitter::DATACENTER, 3), (Twitter::WORKER, 5)]).expect("both fit")
}

pub fn globals() -> kuid::Node {
    kuid::Node::new(NodeId::from_name("ids@127.0.0.1"))
}

pub fn group() -> luuid::Group {
    luuid::Group::from_name("person")
}

pub fn ledger() -> LedgerId {
    LedgerId::from_checksum(0xae65_97c0)
}

/// `count` instants, a few microseconds apart, in order.
pub fn times(count: usize) -> impl Iterator<Item = UnixTime> {
    let mut rng = rng();
    let mut now = NOW;
    (0..count).map(move |_| {
        now = now + Duration::from_micros(2 + u64::from(rng.next_u32() % 9));
        now
    })
}

/// Makes one identifier at each of the moments.
fn at_times<T>(count: usize, mut make: impl FnMut(&'static ManualClock, UnixTime) -> T) -> Vec<T> {
    let clock = clock();
    times(count)
        .map(|time| {
            clock.set(time);
            make(clock, time)
        })
        .collect()
}

pub fn snowflakes(count: usize) -> Vec<Snowflake<Twitter>> {
    let mut made = None;
    at_times(count, |clock, _| {
        made.get_or_insert_with(|| Generator::new(clock, node())).generate().expect("not many")
    })
}

pub fn locals(count: usize) -> Vec<Local> {
    let mut made = None;
    at_times(count, |clock, _| {
        made.get_or_insert_with(|| kuid::Generator::new(clock, LocalNode))
            .generate()
            .expect("not many")
    })
}

pub fn global_ids(count: usize) -> Vec<Global> {
    locals(count).into_iter().map(|id| id.to_global(globals().node_id())).collect()
}

pub fn flaxes(count: usize) -> Vec<FlaxId> {
    let mut rng = rng();
    times(count).map(|time| FlaxId::new(time, rng.next_u64() >> 8).expect("56 bits")).collect()
}

pub fn siqs(count: usize) -> Vec<Siq> {
    let mut made = None;
    at_times(count, |clock, _| {
        made.get_or_insert_with(|| siq::Generator::new(clock, DOMAIN, 1))
            .generate(Qualifier::User)
            .expect("not many")
    })
}

pub fn luuids(count: usize) -> Vec<Luuid> {
    let mut generator = luuid::Generator::new(Keys::counter(), rng(), group());
    (0..count).map(|_| generator.generate().expect("not many")).collect()
}

pub fn events(count: usize) -> Vec<EventId> {
    let mut rng = rng();
    times(count)
        .map(|time| {
            let micros = time.as_micros().try_into().expect("before the year 500,000");
            EventId::from_parts(micros, rng.next_u32(), ledger()).expect("52 bits")
        })
        .collect()
}

pub fn ulids(count: usize) -> Vec<Ulid> {
    let mut rng = rng();
    times(count)
        .map(|time| Ulid::from_datetime_with_source(UNIX_EPOCH + time.since_epoch(), &mut rng))
        .collect()
}

pub fn uuids(count: usize) -> Vec<Uuid> {
    let mut rng = rng();
    let mut random = [0; 10];
    times(count)
        .map(|time| {
            rng.fill_bytes(&mut random);
            let millis = time.as_millis().try_into().expect("48 bits");
            uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
        })
        .collect()
}

pub fn random_uuids(count: usize) -> Vec<Uuid> {
    let mut rng = rng();
    let mut random = [0; 16];
    (0..count)
        .map(|_| {
            rng.fill_bytes(&mut random);
            uuid::Builder::from_random_bytes(random).into_uuid()
        })
        .collect()
}

/// The same items in random order.
pub fn shuffled<T>(mut items: Vec<T>) -> Vec<T> {
    shuffle(&mut items, &mut rng());
    items
}

pub fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    for last in (1..items.len() as u64).rev() {
        let other = rng.next_u64() % (last + 1);
        items.swap(usize::try_from(last).expect("an index"), usize::try_from(other).expect("less"));
    }
}

pub fn base64_engine(alphabet: &str) -> GeneralPurpose {
    GeneralPurpose::new(&Alphabet::new(alphabet).expect("64 different ones"), NO_PAD)
}

/// The kind of thing that typed identifiers are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Person;

impl StaticType for Person {
    const TYPE: &'static str = "person";
}

/// Milliseconds since an epoch: ferroid's kind of clock, moved by the benchmark.
#[derive(Debug, Default)]
pub struct Millis(Cell<u64>);

impl Millis {
    pub fn leaked() -> &'static Self {
        Box::leak(Box::new(Self(Cell::new(483_854_745_343))))
    }

    pub fn advance(&self) {
        self.0.set(self.0.get() + 1);
    }
}

impl ferroid::time::TimeSource<u64> for &Millis {
    fn current_millis(&self) -> u64 {
        self.0.get()
    }
}

impl ferroid::time::TimeSource<u128> for &Millis {
    fn current_millis(&self) -> u128 {
        self.0.get().into()
    }
}

/// Milliseconds of the system's clock since the Unix epoch: ferroid's kind of clock for a program that
/// keeps no thread for it.
#[derive(Clone, Copy, Debug)]
pub struct SystemMillis;

impl ferroid::time::TimeSource<u64> for SystemMillis {
    #[expect(clippy::disallowed_methods, reason = "what is compared")]
    fn current_millis(&self) -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after the Unix epoch");
        now.as_secs() * 1000 + u64::from(now.subsec_millis())
    }
}

/// The random source with a seed, as ferroid wants it.
#[derive(Debug)]
pub struct Seeded(RefCell<ChaCha12Rng>);

impl Default for Seeded {
    fn default() -> Self {
        Self(RefCell::new(rng()))
    }
}

impl ferroid::rand::RandSource<u128> for Seeded {
    fn rand(&self) -> u128 {
        let mut rng = self.0.borrow_mut();
        u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())
    }
}
