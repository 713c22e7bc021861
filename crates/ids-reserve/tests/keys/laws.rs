//! No key twice, under any interleaving of takers, keepers, lost answers, restarts and rebases.

use core::ops::Range;
use std::collections::BTreeSet;

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_core::UnixTime;
use ids_reserve::{
    Claim, KeyBlocks, KeyKeeper, KeyOptions, Request, Resource, Span, SpanState, Status, Store,
    StoreError,
};
use proptest::prelude::*;

use crate::{
    Memory, NOW,
    between::{Between, Control, Fault},
    end, memory, options, reserve,
};

/// What one of the holders does.
#[derive(Clone, Debug)]
enum Step {
    Extend(Option<Fault>),
    Take,
    TakeMany(u64),
    Reserve(u64),
    Rebase(u64),
    /// The process ends by giving back, or without, and another begins.
    End(Option<Fault>),
    Crash,
}

fn steps() -> impl Strategy<Value = Vec<(usize, Step)>> {
    let fault = prop_oneof![
        4 => Just(None),
        1 => Just(Some(Fault::UNHEARD)),
        2 => Just(Some(Fault::UNANSWERED)),
    ];
    let step = prop_oneof![
        6 => fault.clone().prop_map(Step::Extend),
        4 => Just(Step::Take),
        4 => (0..30_u64).prop_map(Step::TakeMany),
        2 => (0..30_u64).prop_map(Step::Reserve),
        1 => (0..400_u64).prop_map(Step::Rebase),
        1 => fault.prop_map(Step::End),
        1 => Just(Step::Crash),
    ];
    proptest::collection::vec((0..3_usize, step), 0..150)
}

fn blocks() -> KeyOptions {
    options(4..=32)
}

struct Holder<S> {
    keeper: KeyKeeper<Between<S, Control>, UnixTime, ChaCha8Rng>,
    keys: Option<KeyBlocks>,
    control: Control,
    /// Its next key is at least this.
    next: u64,
}

impl<S: Store> Holder<S> {
    fn new(store: S, seed: u64) -> Self {
        let control = Control::default();
        let (rng, store) =
            (ChaCha8Rng::seed_from_u64(seed), Between { store, faults: control.clone() });
        let (keeper, keys) = blocks().keys(store, NOW, rng).unwrap();
        Self { keeper, keys: Some(keys), control, next: 1 }
    }

    fn extend(&mut self, fault: Option<Fault>) -> Result<bool, StoreError> {
        self.control.set(fault);
        self.keeper.extend()
    }

    fn taken(&mut self, keys: Range<u64>) -> Range<u64> {
        assert!(keys.start >= self.next, "its keys increase");
        self.next = self.next.max(keys.end);
        keys
    }
}

/// What all holders took, in order, and what is left of the keys.
fn run<S: Store>(connect: impl Fn() -> S, steps: &[(usize, Step)]) -> Vec<Range<u64>> {
    let mut seed = 0..;
    let mut new = || Holder::new(connect(), seed.next().unwrap());
    let mut holders = [(); 3].map(|()| new());
    let mut all = Vec::new();
    for (index, step) in steps {
        let holder = &mut holders[*index];
        let keys = holder.keys.as_mut().unwrap();
        let taken = match *step {
            Step::Extend(fault) => {
                let done = holder.extend(fault);
                assert!(fault.is_some() || done.is_ok(), "{done:?}");
                continue;
            }
            Step::Take => keys.take().ok().map(|key| key..key + 1),
            Step::TakeMany(count) => keys.take_many(count).ok(),
            Step::Reserve(count) => {
                let answer = reserve(keys, count).ok();
                assert!(answer.as_ref().is_none_or(|keys| keys.end - keys.start == count));
                answer
            }
            Step::Rebase(last) => {
                keys.rebase(last).unwrap();
                holder.next = holder.next.max(last + 1);
                None
            }
            Step::End(fault) => {
                drop(holder.keys.take());
                let _given_back_or_not = holder.extend(fault);
                *holder = new();
                None
            }
            Step::Crash => {
                *holder = new();
                None
            }
        };
        all.extend(taken.filter(|keys| !keys.is_empty()).map(|keys| holder.taken(keys)));
    }
    // All end cleanly.
    for holder in &mut holders {
        holder.keys = None;
        assert!(!holder.extend(None).unwrap());
    }
    all
}

/// How many keys are in several of the ranges.
fn repeated(ranges: &[Range<u64>]) -> usize {
    let mut seen = BTreeSet::new();
    ranges.iter().cloned().flatten().filter(|key| !seen.insert(*key)).count()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_key_twice_and_what_is_given_back_once(steps in steps()) {
        let store = memory();
        let taken = run(|| store.clone(), &steps);
        prop_assert_eq!(repeated(&taken), 0);
        let spans = store.clone().spans(&crate::resource()).unwrap();
        // Every key that was taken is accounted for, and is not to be granted again.
        let returned: Vec<_> =
            spans.iter().filter(|span| span.state == SpanState::Returned).collect();
        for keys in &taken {
            let within = |span: &Span| span.range.start <= keys.start && keys.end <= span.range.end;
            prop_assert!(spans.iter().any(within), "{:?} was granted", keys);
            let disjoint = |span: &Span| {
                span.range.end <= keys.start || keys.end <= span.range.start
            };
            prop_assert!(returned.iter().all(|span| disjoint(span)), "{:?} is returned", keys);
        }
        // A new holder gets all that was given back, each key once, before any new one.
        let left: Vec<_> = returned.iter().flat_map(|span| span.range.clone()).collect();
        let end = if spans.is_empty() { 1 } else { end(&store) };
        let mut late = Holder::new(store.clone(), u64::MAX);
        let mut again = Vec::new();
        while again.len() <= left.len() {
            late.extend(None).unwrap();
            again.extend(late.keys.as_mut().unwrap().take_many(1).unwrap());
        }
        prop_assert_eq!(again.pop(), Some(end));
        prop_assert_eq!(again, left);
    }
}

/// One rule of a store is broken: the law above notices each.
struct Broken {
    store: Memory,
    rule: Rule,
    /// What this connection read last.
    read: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    None,
    /// It reads the end, and writes it later: two do so at once.
    ReadThenWrite,
    /// All that a holder had is given back, what it used as well.
    ReturnsTooMuch,
}

impl Store for Broken {
    fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError> {
        // What the store underneath granted, so that it does not notice.
        let seen =
            if self.rule == Rule::ReadThenWrite { self.read.unwrap_or(0) } else { request.seen };
        let grant = self.store.grant(&Request { seen, ..*request })?;
        let (start, length) = (grant.range.start, grant.range.end - grant.range.start);
        match (self.rule, self.read.replace(grant.range.end)) {
            (Rule::ReadThenWrite, Some(read)) if read < start => {
                Ok(Span { range: read..read + length, ..grant })
            }
            _ => Ok(grant),
        }
    }

    fn release(&mut self, of: &Resource, by: u128, rest: &[Range<u64>]) -> Result<(), StoreError> {
        let theirs = |span: &Span| span.holder.token() == by && span.state == SpanState::Held;
        let spans = self.store.spans(of)?;
        let all: Vec<_> = spans.into_iter().filter(theirs).map(|span| span.range).collect();
        match self.rule {
            Rule::None => self.store.release(of, by, rest),
            // The store underneath knows nothing of what was granted on top.
            Rule::ReadThenWrite => Ok(()),
            Rule::ReturnsTooMuch => self.store.release(of, by, &all),
        }
    }

    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        self.store.raise(resource, end)
    }

    fn claim(&mut self, _: &Claim<'_>) -> Result<(u64, u64), StoreError> {
        unreachable!("keys are not claimed")
    }
    fn status(&mut self) -> Result<Vec<Status>, StoreError> {
        unreachable!("a keeper does not ask")
    }
    fn spans(&mut self, _: &Resource) -> Result<Vec<Span>, StoreError> {
        unreachable!("a keeper does not ask")
    }
}

#[test]
fn a_broken_rule_repeats() {
    let each = |step: Step| (0..3).map(move |index| (index, step.clone()));
    let mut steps = Vec::new();
    for _ in 0..4 {
        steps.extend(each(Step::Extend(None)));
        steps.extend(each(Step::TakeMany(30)));
    }
    steps.extend([(0, Step::End(None)), (0, Step::Extend(None))]);
    steps.push((0, Step::TakeMany(30)));
    for (rule, repeats) in
        [(Rule::None, false), (Rule::ReadThenWrite, true), (Rule::ReturnsTooMuch, true)]
    {
        let store = memory();
        let connect = || Broken { store: store.clone(), rule, read: None };
        assert_eq!(repeated(&run(connect, &steps)) > 0, repeats, "{rule:?}");
    }
}
