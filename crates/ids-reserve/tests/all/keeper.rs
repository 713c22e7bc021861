//! A keeper whose store has another time, loses its answers, or serves a copy of it.

use core::{
    cell::{Cell, RefCell},
    time::Duration,
};

use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use ids_core::{GenerateError, ManualClock, UnixTime};
use ids_reserve::{Lease, MemoryStore, NodeKeeper, Options, Request, Span, Store, StoreError};
use snowflake::{Node, Twitter};

use crate::between::{Between, Calls};

/// A whole millisecond of the year 2025.
const START: UnixTime = UnixTime::from_secs(1_735_689_600);
const SEGMENT: Duration = Duration::from_secs(10);
const HOUR: Duration = Duration::from_secs(3600);

/// Answers to the calls of these numbers are lost after they were carried out. It notes the names of the
/// requests, and refuses them where it is told to.
struct Lossy<'a> {
    lost: &'static [u32],
    calls: u32,
    notes: &'a Notes,
}

/// What a test sees of a store that a keeper owns, and tells it.
#[derive(Default)]
struct Notes {
    asked: RefCell<Vec<u128>>,
    refusal: Cell<Option<fn() -> StoreError>>,
}

impl Calls for Lossy<'_> {
    fn call<T>(&mut self, call: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        let answer = call();
        self.calls += 1;
        if self.lost.contains(&self.calls) {
            return Err(StoreError::Unavailable("the answer was lost".into()));
        }
        answer
    }

    fn grant(&mut self, store: &mut impl Store, request: &Request<'_>) -> Result<Span, StoreError> {
        self.notes.asked.borrow_mut().push(request.id);
        match self.notes.refusal.get() {
            Some(refusal) => Err(refusal()),
            None => self.call(|| store.grant(request)),
        }
    }
}

type Held<'a> = MemoryStore<&'a ManualClock>;
type Keeper<'a> = NodeKeeper<Between<Held<'a>, Lossy<'a>>, &'a ManualClock, ChaCha12Rng>;
type Twitters<'a> = Lease<&'a ManualClock, Node<Twitter>>;

/// A node of Twitter's over a store whose answers are lost.
fn claim<'a>(
    store: &MemoryStore<&'a ManualClock>,
    clock: &'a ManualClock,
    notes: &'a Notes,
    lost: &'static [u32],
    wanted: Option<u64>,
) -> Result<(Keeper<'a>, Twitters<'a>), StoreError> {
    let mut options = Options::new("keeper").unwrap();
    if let Some(number) = wanted {
        options = options.with_wanted(number);
    }
    let store = Between { store: store.clone(), calls: Lossy { lost, calls: 0, notes } };
    let rng = ChaCha12Rng::seed_from_u64(lost.len() as u64);
    options.claim(store, clock, rng, Node::<Twitter>::COUNT, Node::numbered)
}

fn holders(store: &MemoryStore<&ManualClock>) -> usize {
    let resources = store.clone().status().unwrap();
    resources.iter().map(|resource| resource.holders.len()).sum()
}

#[test]
fn a_store_whose_clock_was_set_back_is_asked_again_soon() {
    let (time, own) = (ManualClock::new(START), ManualClock::new(START));
    let (store, notes) = (MemoryStore::new(&time), Notes::default());
    let (mut keeper, lease) = claim(&store, &own, &notes, &[], None).unwrap();
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
    let (store, notes) = (MemoryStore::new(&time), Notes::default());
    let (mut keeper, _lease) = claim(&store, &time, &notes, &[4], None).unwrap();
    time.set(START.saturating_sub(HOUR));
    keeper.extend().unwrap();
    time.set(START + SEGMENT);
    assert_eq!(keeper.extend().unwrap_err().kind(), "unavailable");
    keeper.extend().unwrap();
    let asked = notes.asked.borrow();
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
            let (store, notes) = (MemoryStore::new(&time), Notes::default());
            let (_keeper, lease) = claim(&store, &time, &notes, lost, wanted).unwrap();
            assert_eq!(holders(&store), 1, "{lost:?}");
            lease.generator().generate().unwrap();
        }
    }
    // The store goes away, and is back for the last call.
    let rows: [(&[_], _); 3] = [(&[2, 3], None), (&[2, 3], Some(7)), (&[1, 2], Some(7))];
    for (lost, wanted) in rows {
        let time = ManualClock::new(START);
        let (store, notes) = (MemoryStore::new(&time), Notes::default());
        let answer = claim(&store, &time, &notes, lost, wanted);
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
        (|| StoreError::Invalid("wrong"), true),
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
        let (store, notes) = (MemoryStore::new(&time), Notes::default());
        let (mut keeper, lease) = claim(&store, &time, &notes, &[], None).unwrap();
        let mut generator = lease.generator();
        generator.generate().unwrap();
        notes.refusal.set(Some(refusal));
        let refused = keeper.extend();
        assert!(refused.map_or_else(|error| error.kind() == kind, |_| kind == "ahead"), "{kind}");
        let answer = generator.generate();
        assert_eq!(answer.is_ok(), goes_on, "{kind}: {answer:?}");
        assert!(goes_on || answer == Err(GenerateError::Spent), "{kind}");
        // It was the right store, and grants what follows. What was left before is not used.
        notes.refusal.set(None);
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
    let (store, notes) = (MemoryStore::new(&time), Notes::default());
    let ahead = |seconds| START + Duration::from_secs(seconds);
    own.set(ahead(75));
    let refused = claim(&store, &own, &notes, &[], None).map(drop).unwrap_err();
    let StoreError::FastClock { by, most } = refused else { panic!("{refused}") };
    assert_eq!((by, most), (75_000_000, 60_000_000));
    assert_eq!(holders(&store), 0, "the number was given back");

    time.advance(HOUR);
    own.set(ahead(3600 + 59));
    let (mut keeper, lease) = claim(&store, &own, &notes, &[], None).unwrap();
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
    let ended = keeper.run_with(|error| {
        told.push(error.kind());
        stop();
    });
    ended.unwrap();
    assert_eq!(told, ["fast_clock"]);
    assert_eq!(holders(&store), 0);
}
