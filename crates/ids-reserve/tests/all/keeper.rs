//! A keeper whose store has another time, loses its answers, or serves a copy of it.

use core::time::Duration;

use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use ids_core::{GenerateError, ManualClock};
use ids_reserve::{Lease, MemoryStore, NodeKeeper, Options, StoreError};
use snowflake::{Node, Twitter};

use crate::{
    START,
    between::{Between, Control, Fault},
    holders,
};

const SEGMENT: Duration = Duration::from_secs(10);
const HOUR: Duration = Duration::from_secs(3600);

type Held<'a> = MemoryStore<&'a ManualClock>;
type Keeper<'a> = NodeKeeper<Between<Held<'a>, Control>, &'a ManualClock, ChaCha12Rng>;
type Twitters<'a> = Lease<&'a ManualClock, Node<Twitter>>;

/// A node of Twitter's over a store whose answers are lost.
fn claim<'a>(
    store: &Held<'a>,
    clock: &'a ManualClock,
    control: &Control,
    wanted: Option<u64>,
) -> Result<(Keeper<'a>, Twitters<'a>), StoreError> {
    let options = Options { wanted, ..Options::new("keeper").unwrap() };
    let store = Between { store: store.clone(), faults: control.clone() };
    let rng = ChaCha12Rng::seed_from_u64(1);
    options.claim(store, clock, rng, Node::<Twitter>::COUNT, Node::numbered)
}

#[test]
fn a_store_whose_clock_was_set_back_is_asked_again_soon() {
    let (time, own) = (ManualClock::new(START), ManualClock::new(START));
    let (store, control) = (MemoryStore::new(&time), Control::default());
    let (mut keeper, lease) = claim(&store, &own, &control, None).unwrap();
    let mut generator = lease.generator();
    generator.generate().unwrap();
    for back in [SEGMENT, 10 * SEGMENT, HOUR, 24 * HOUR] {
        time.set(START.saturating_sub(back));
        let pause = keeper.extend().unwrap();
        assert!(pause <= SEGMENT, "{back:?} back: not before {pause:?}");
    }
    // The clock is right again: the generator goes on after one pause.
    let later = START + SEGMENT;
    time.set(later);
    own.set(later);
    keeper.extend().unwrap();
    generator.generate().unwrap();
}

#[test]
fn only_a_request_without_an_answer_is_asked_again() {
    // A virtual machine that is copied in between has a request of its own in each copy, except
    // while an answer is under way.
    let time = ManualClock::new(START);
    let (store, control) = (MemoryStore::new(&time), Control::losing(&[4]));
    let (mut keeper, _lease) = claim(&store, &time, &control, None).unwrap();
    time.set(START.saturating_sub(HOUR));
    keeper.extend().unwrap();
    time.set(START + SEGMENT);
    assert_eq!(keeper.extend().unwrap_err().kind(), "unavailable");
    keeper.extend().unwrap();
    let asked = control.asked();
    let [first, ahead, lost, again] = asked[..] else { panic!("{asked:?}") };
    assert!(first != ahead && ahead != lost, "a refusal is an answer");
    assert_eq!(lost, again);
}

#[test]
fn a_claim_whose_answer_is_lost_keeps_no_number_from_others() {
    for wanted in [None, Some(7)] {
        // Of the claim and the first grant, which are calls 1 and 2, or 1 and 3.
        let rows: [&[_]; 4] = [&[], &[1], &[2], &[1, 3]];
        for lost in rows {
            let time = ManualClock::new(START);
            let (store, control) = (MemoryStore::new(&time), Control::losing(lost));
            let (_keeper, lease) = claim(&store, &time, &control, wanted).unwrap();
            assert_eq!(holders(&store), 1, "{lost:?}");
            lease.generator().generate().unwrap();
        }
    }
    // The store goes away, and is back for the last call.
    let rows: [(&[_], _); 3] = [(&[2, 3], None), (&[2, 3], Some(7)), (&[1, 2], Some(7))];
    for (lost, wanted) in rows {
        let time = ManualClock::new(START);
        let (store, control) = (MemoryStore::new(&time), Control::losing(lost));
        let answer = claim(&store, &time, &control, wanted);
        assert_eq!(answer.unwrap_err().kind(), "unavailable", "{lost:?}");
        assert_eq!(holders(&store), 0, "{lost:?}: the number was given back");
    }
}

#[test]
fn what_is_left_after_a_refusal() {
    type Row = (fn() -> StoreError, bool);
    let rows: [Row; 10] = [
        (|| StoreError::Unavailable("away".into()), true),
        (|| StoreError::Ahead { end: u64::MAX, now: 0 }, true),
        (|| StoreError::Invalid("wrong".into()), true),
        (|| StoreError::Entropy, true),
        // The store may grant to another what is left.
        (|| StoreError::Lost, false),
        (|| StoreError::Restored { stored: 0, seen: 1 }, false),
        (|| StoreError::Layout { stored: "a".into(), asked: "b".into() }, false),
        (|| StoreError::Schema { found: 0, known: 1 }, false),
        (|| StoreError::Schema { found: 2, known: 1 }, false),
        (|| StoreError::Broken("another file".into()), false),
    ];
    for (refusal, goes_on) in rows {
        let (time, kind) = (ManualClock::new(START), refusal().kind());
        let (store, control) = (MemoryStore::new(&time), Control::default());
        let (mut keeper, lease) = claim(&store, &time, &control, None).unwrap();
        let mut generator = lease.generator();
        generator.generate().unwrap();
        control.set(Fault::Before(refusal));
        let refused = keeper.extend();
        assert!(refused.map_or_else(|error| error.kind() == kind, |_| kind == "ahead"), "{kind}");
        let answer = generator.generate();
        assert_eq!(answer.is_ok(), goes_on, "{kind}: {answer:?}");
        assert!(goes_on || answer == Err(GenerateError::Spent), "{kind}");
        // It was the right store, and grants what follows. What was left before is not used.
        control.set(None);
        time.advance(SEGMENT / 2);
        keeper.extend().unwrap();
        let answer = generator.generate();
        let until = START + SEGMENT;
        assert!(goes_on || answer == Err(GenerateError::Wait { until }), "{kind}: {answer:?}");
        time.set(until);
        generator.generate().unwrap();
    }
}

#[test]
fn a_clock_that_is_too_far_ahead_is_told() {
    let (time, own) = (ManualClock::new(START), ManualClock::new(START));
    let (store, control) = (MemoryStore::new(&time), Control::default());
    let ahead = |seconds| START + Duration::from_secs(seconds);
    own.set(ahead(75));
    let refused = claim(&store, &own, &control, None).map(drop).unwrap_err();
    let StoreError::FastClock { by, most } = refused else { panic!("{refused}") };
    assert_eq!((by, most), (75_000_000, 60_000_000));
    assert_eq!(holders(&store), 0, "the number was given back");

    time.advance(HOUR);
    own.set(ahead(3600 + 59));
    let (mut keeper, lease) = claim(&store, &own, &control, None).unwrap();
    let mut generator = lease.generator();
    generator.generate().unwrap();
    // The clock steps on, and is right again later. The keeper goes on, and says why it is spent.
    own.set(ahead(3600 + 60));
    assert_eq!(generator.generate(), Err(GenerateError::Spent));
    for _ in 0..2 {
        assert_eq!(keeper.extend().unwrap_err().kind(), "fast_clock");
        assert_eq!(generator.generate(), Err(GenerateError::Spent));
    }
    own.set(ahead(3600 + 59));
    keeper.extend().unwrap();
    generator.generate().unwrap();

    own.set(ahead(3600 + 61));
    let (stop, mut told) = (keeper.stop(), Vec::new());
    let ended = keeper.run(|error| {
        told.push(error.kind());
        stop();
    });
    ended.unwrap();
    assert_eq!(told, ["fast_clock"]);
    assert_eq!(holders(&store), 0);
}
