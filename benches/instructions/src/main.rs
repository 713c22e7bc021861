//! Each path a thousand times, in a function of its own: `just instructions` runs this under
//! callgrind and reads what each function cost.

use std::{hint::black_box, time::Duration};

use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use evently_id::{EventId, EventReader, Profile};
use flax_id::FlaxId;
use ids_core::{
    Generator, Limits, ManualClock, UnixTime,
    clock::CachedClock,
    format::{Base32, Digits},
};
use kuid::{Global, NodeId};
use luuid::{Group, Keys, Luuid};
use siq::{DomainHash, Form, Qualifier, Siq};
use snowflake::{Node, Snowflake, Twitter};

/// How often each path is gone.
const COUNT: usize = 1000;
const START: UnixTime = UnixTime::from_secs(1_767_225_600);
const MILLI: Duration = Duration::from_millis(1);
const AHEAD: Limits = Limits::ahead(Duration::from_secs(3600));

static CROCKFORD: Base32 = Base32::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");
static DECIMAL: Digits<10> = Digits::DECIMAL;

/// What the paths need, the same each time.
struct Inputs {
    clock: ManualClock,
    flax: Both<FlaxId>,
    kuid: Both<Global>,
    luuid: Both<Luuid>,
    evently: Both<EventId>,
    siq: Both<Siq>,
    snowflake: Both<Snowflake<Twitter>>,
    base32: Vec<String>,
    siq_hex: Vec<String>,
}

/// Identifiers and their texts.
struct Both<I> {
    ids: Vec<I>,
    texts: Vec<String>,
}

impl<I: ToString> From<Vec<I>> for Both<I> {
    fn from(ids: Vec<I>) -> Self {
        Self { texts: ids.iter().map(I::to_string).collect(), ids }
    }
}

fn rng() -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(7)
}

fn node() -> Node<Twitter> {
    Node::new(&[(Twitter::DATACENTER, 3), (Twitter::WORKER, 5)]).unwrap()
}

impl Inputs {
    fn new() -> Self {
        let mut flax = vec![FlaxId::MIN; COUNT];
        flax_id::Generator::new(START, rng()).fill(&mut flax).unwrap();
        let mut luuid = vec![Luuid::MIN; COUNT];
        luuid::Generator::new(Keys::counter(), rng(), Group::from_name("person"))
            .fill(&mut luuid)
            .unwrap();
        // The bits of these, spread over the other formats' fields.
        let spread =
            |id: &Luuid| id.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let kuid: Vec<_> =
            luuid.iter().map(|id| Global::from_bits(spread(id) >> 32).unwrap()).collect();
        let evently: Vec<_> =
            luuid.iter().map(|id| EventId::from_bits(spread(id) >> 1).unwrap()).collect();
        let snowflake: Vec<_> =
            flax.iter().map(|id| Snowflake::from_bits(id.random() << 7).unwrap()).collect();
        let mut siq = siq::Generator::new(START, DomainHash::DEVELOPMENT, 1);
        let siq: Vec<_> = siq.sequence(Qualifier::Message).reserve(COUNT as u64).unwrap().collect();
        Self {
            clock: ManualClock::new(START),
            base32: luuid.iter().map(|id| CROCKFORD.encode::<26>(spread(id)).to_string()).collect(),
            siq_hex: siq.iter().map(|id| Form::Hex.encode(*id).to_string()).collect(),
            flax: flax.into(),
            kuid: kuid.into(),
            luuid: luuid.into(),
            evently: evently.into(),
            siq: siq.into(),
            snowflake: snowflake.into(),
        }
    }
}

/// The text with a last character that no format has.
fn spoilt<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(text.as_bytes());
    bytes[N - 1] = b'!';
    bytes
}

/// Each path as a function that callgrind sees, and all of them in turn.
macro_rules! paths {
    ($($name:ident: $inputs:ident => $body:block)*) => {
        mod path {
            use super::*;
            $(#[inline(never)] pub(super) fn $name($inputs: &Inputs) $body)*
        }

        fn main() {
            let inputs = Inputs::new();
            $(path::$name(&inputs);)*
        }
    };
}

/// A call for each of the inputs, none of which the compiler can see through.
fn each<I, T>(inputs: &[I], mut call: impl FnMut(&I) -> T) {
    for input in inputs {
        black_box(call(black_box(input)));
    }
}

paths! {
    encode_base32: inputs => { each(&inputs.luuid.ids, |id| CROCKFORD.encode::<26>(id.to_bits())) }
    encode_evently: inputs => { each(&inputs.evently.ids, |id| id.encode()) }
    encode_flax: inputs => { each(&inputs.flax.ids, |id| id.encode()) }
    encode_kuid: inputs => { each(&inputs.kuid.ids, |id| id.encode()) }
    encode_luuid: inputs => { each(&inputs.luuid.ids, |id| id.encode()) }
    encode_siq: inputs => { each(&inputs.siq.ids, |id| id.encode()) }
    encode_snowflake: inputs => { each(&inputs.snowflake.ids, |id| id.encode()) }
    encode_decimal_128: inputs => {
        each(&inputs.luuid.ids, |id| DECIMAL.encode::<39>(id.to_bits() << 64 | id.to_bits() >> 64))
    }

    decode_base32: inputs => { each(&inputs.base32, |text| CROCKFORD.decode::<26>(text.as_bytes()).unwrap()) }
    decode_evently: inputs => { each(&inputs.evently.texts, |text| text.parse::<EventId>().unwrap()) }
    decode_flax: inputs => { each(&inputs.flax.texts, |text| text.parse::<FlaxId>().unwrap()) }
    decode_kuid: inputs => { each(&inputs.kuid.texts, |text| text.parse::<Global>().unwrap()) }
    decode_luuid: inputs => { each(&inputs.luuid.texts, |text| text.parse::<Luuid>().unwrap()) }
    decode_siq: inputs => { each(&inputs.siq.texts, |text| text.parse::<Siq>().unwrap()) }
    decode_snowflake: inputs => {
        each(&inputs.snowflake.texts, |text| text.parse::<Snowflake<Twitter>>().unwrap())
    }

    encode_siq_hex: inputs => { each(&inputs.siq.ids, |id| Form::Hex.encode(*id)) }
    decode_siq_hex: inputs => { each(&inputs.siq_hex, |text| Form::Hex.decode(text.as_bytes()).unwrap()) }
    string_evently: inputs => { each(&inputs.evently.ids, |id| String::from(id.encode())) }
    string_luuid: inputs => { each(&inputs.luuid.ids, |id| String::from(id.encode())) }
    string_snowflake: inputs => { each(&inputs.snowflake.ids, |id| String::from(id.encode())) }
    refuse_evently: inputs => { each(&inputs.evently.texts, |text| EventId::decode(&spoilt::<32>(text)).unwrap_err()) }
    refuse_flax: inputs => { each(&inputs.flax.texts, |text| FlaxId::decode(&spoilt::<16>(text)).unwrap_err()) }
    refuse_luuid: inputs => { each(&inputs.luuid.texts, |text| Luuid::decode(&spoilt::<36>(text)).unwrap_err()) }
    refuse_siq: inputs => { each(&inputs.siq.texts, |text| Siq::decode(&spoilt::<37>(text)).unwrap_err()) }
    sort_luuid: inputs => {
        let mut ids = inputs.luuid.ids.clone();
        ids.sort_unstable_by_key(|id| std::cmp::Reverse(*id));
        black_box(&mut ids);
    }

    generate_snowflake_owner: inputs => {
        let mut generator = Generator::new(&inputs.clock, node());
        each(&[(); COUNT], |()| generator.generate().unwrap())
    }
    generate_snowflake_each_tick: inputs => {
        let mut generator = Generator::new(&inputs.clock, node());
        each(&[(); COUNT], |()| {
            inputs.clock.advance(MILLI);
            generator.generate().unwrap()
        })
    }
    generate_snowflake_shared: inputs => {
        let generator = Generator::shared(&inputs.clock, node());
        each(&[(); COUNT], |()| generator.generate().unwrap())
    }
    generate_kuid: inputs => {
        let mut generator = Generator::new(&inputs.clock, kuid::LocalNode);
        each(&[(); COUNT], |()| generator.generate().unwrap())
    }
    generate_kuid_each_tick: inputs => {
        let mut generator = Generator::new(&inputs.clock, kuid::LocalNode);
        each(&[(); COUNT], |()| {
            inputs.clock.advance(2 * MILLI);
            generator.generate().unwrap()
        })
    }
    generate_kuid_global: inputs => {
        let node = kuid::Node::<8>::new(NodeId::from_name("ids@127.0.0.1"));
        let mut generator = Generator::new(&inputs.clock, node);
        each(&[(); COUNT], |()| generator.generate().unwrap())
    }
    generate_siq_sequence: inputs => {
        let node = siq::Node::new(DomainHash::DEVELOPMENT, 1, Qualifier::Message);
        let mut generator = Generator::new(&inputs.clock, node);
        each(&[(); COUNT], |()| generator.generate().unwrap())
    }
    generate_snowflake_cached: inputs => {
        let clock = CachedClock::new(&inputs.clock);
        clock.refresh().unwrap();
        let mut generator = Generator::new(&clock, node());
        each(&[(); COUNT], |()| generator.generate().unwrap())
    }
    generate_siq: inputs => {
        let mut generator = siq::Generator::new(&inputs.clock, DomainHash::DEVELOPMENT, 1);
        each(&[(); COUNT], |()| generator.generate(Qualifier::Message).unwrap())
    }
    generate_flax: inputs => {
        let mut generator = flax_id::Generator::new(&inputs.clock, rng());
        each(&[(); COUNT], |()| generator.generate().unwrap())
    }
    generate_flax_monotonic: inputs => {
        let mut generator = flax_id::Generator::monotonic(&inputs.clock, rng()).with_limits(AHEAD);
        each(&[(); COUNT], |()| generator.generate().unwrap())
    }
    generate_luuid: _inputs => {
        let mut generator = luuid::Generator::new(Keys::counter(), rng(), Group::from_name("person"));
        each(&[(); COUNT], |()| generator.generate().unwrap())
    }
    fill_snowflake: inputs => {
        let mut generator = Generator::new(&inputs.clock, node()).with_limits(AHEAD);
        let mut ids = vec![Snowflake::MIN; COUNT];
        assert_eq!(generator.fill(&mut ids), Ok(COUNT));
        black_box(&mut ids);
    }
    fill_kuid: inputs => {
        let mut generator = Generator::new(&inputs.clock, kuid::LocalNode).with_limits(AHEAD);
        let mut ids = vec![kuid::Local::MIN; COUNT];
        assert_eq!(generator.fill(&mut ids), Ok(COUNT));
        black_box(&mut ids);
    }
    fill_flax: inputs => {
        let mut generator = flax_id::Generator::new(&inputs.clock, rng());
        let mut ids = vec![FlaxId::MIN; COUNT];
        assert_eq!(generator.fill(&mut ids), Ok(COUNT));
        black_box(&mut ids);
    }
    fill_flax_monotonic: inputs => {
        let mut generator = flax_id::Generator::monotonic(&inputs.clock, rng()).with_limits(AHEAD);
        let mut ids = vec![FlaxId::MIN; COUNT];
        assert_eq!(generator.fill(&mut ids), Ok(COUNT));
        black_box(&mut ids);
    }

    hash_evently: inputs => {
        let mut reader = EventReader::new(Profile::Doc5);
        each(&inputs.evently.ids, |id| {
            reader.read(EVENT).unwrap().id(*id).unwrap()
        })
    }
    hash_evently_canonical: inputs => {
        let mut reader = EventReader::new(Profile::Doc5);
        each(&inputs.evently.ids, |id| {
            reader.read(CANONICAL).unwrap().id(*id).unwrap()
        })
    }
}

/// An event as a program writes it, its keys in no order.
const EVENT: &[u8] = r#"{"event":"Item Ordered","entities":{"patron":["p17"],"order":["0000000000000011"]},"meta":{"commandId":"e33692e9-9e73-4028-8962-2753ddae2a0f","actor":"register-7","correlationId":"17"},"data":{"toppings":["chiles","salsa verde","crème fraîche"],"menuItem":"Bean Burrito","spicy":true,"peppers":2,"price":17.5,"note":"no onions, \"extra\" napkins","address":{"zip":"12345","street":"17 Main Street","city":"Springfield"}},"timestamp":"2026-01-01T00:00:00.000000Z"}"#.as_bytes();

/// The same, its keys in order.
const CANONICAL: &[u8] = r#"{"event":"Item Ordered","entities":{"order":["0000000000000011"],"patron":["p17"]},"meta":{"actor":"register-7","commandId":"e33692e9-9e73-4028-8962-2753ddae2a0f","correlationId":"17"},"data":{"address":{"city":"Springfield","street":"17 Main Street","zip":"12345"},"menuItem":"Bean Burrito","note":"no onions, \"extra\" napkins","peppers":2,"price":17.5,"spicy":true,"toppings":["chiles","salsa verde","crème fraîche"]},"timestamp":"2026-01-01T00:00:00.000000Z"}"#.as_bytes();
