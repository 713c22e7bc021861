//! Keys: blocks, and what is given back.

use ids_reserve::{
    Amount,
    SpanState::{Held, Returned, Skipped, Used},
    StoreError,
};
use ids_testkit::threads::at_once;

use super::{Asker, Scenario, Subject, disjoint, keys, kind, namespace, token};

pub const SCENARIOS: &[Scenario] = &[
    ("blocks are granted once", blocks_are_granted_once),
    ("keys end at the limit", keys_end_at_the_limit),
    ("keys that are given back", keys_that_are_given_back),
    ("only the own is given back", only_the_own_is_given_back),
    ("raised past what was given back", raised_past_what_was_given_back),
    ("given back after it was raised", given_back_after_it_was_raised),
    ("forty ranges are given back", forty_ranges_are_given_back),
    ("many take blocks at once", many_take_blocks_at_once),
];

fn blocks_are_granted_once(subject: &dyn Subject) {
    let (namespace, store) = (namespace("blocks"), &mut *subject.connect());
    let [mut one, mut two] = [(); 2].map(|()| Asker::of_keys(&namespace));
    assert_eq!(one.ask(store, keys(10)).unwrap().range, 1..11);
    assert_eq!(one.ask(store, keys(10)).unwrap().range, 11..21);
    assert_eq!(two.ask(store, keys(5)).unwrap().range, 21..26);
    assert_eq!(one.ask(store, keys(1)).unwrap().range, 26..27);
    // Past keys that were inserted by hand.
    let past = Amount::Keys { count: 10, at_least: 100, limit: 1 << 48 };
    assert_eq!(two.ask(store, past).unwrap().range, 100..110);
    assert_eq!(one.ask(store, keys(1)).unwrap().range, 110..111);
    assert_eq!(one.end(store), 111);
    assert_eq!(
        one.spans(store),
        [(1..21, Held), (21..26, Held), (26..27, Held), (100..110, Held), (110..111, Held)]
    );
    let status = store.status().unwrap();
    let row = status.iter().find(|row| row.resource == one.resource).unwrap();
    assert_eq!(row.holders.len(), 2);
    let last = |asker: &Asker| {
        row.holders.iter().find(|h| h.holder == asker.holder).unwrap().range.clone()
    };
    assert_eq!((last(&one), last(&two)), (110..111, 100..110));
}

fn keys_end_at_the_limit(subject: &dyn Subject) {
    let (namespace, store) = (namespace("limit"), &mut *subject.connect());
    let mut one = Asker::of_keys(&namespace);
    let below = |count| Amount::Keys { count, at_least: 1, limit: 11 };
    assert_eq!(one.ask(store, below(8)).unwrap().range, 1..9);
    assert_eq!(one.ask(store, below(8)).unwrap().range, 9..11, "what is left");
    assert!(matches!(one.ask(store, below(8)), Err(StoreError::Exhausted { limit: 11 })));
    assert_eq!(kind(one.ask(store, below(0))), "invalid");
    let wide = Amount::Keys { count: 1, at_least: 1, limit: 1 << 63 };
    assert_eq!(kind(one.ask(store, wide)), "invalid");
    assert_eq!(one.end(store), 11);
    // Those that were given back, too.
    let mut two = Asker::of_keys(&self::namespace("limit-returned"));
    two.ask(store, keys(100)).unwrap();
    two.release(store, core::slice::from_ref(&(1..101))).unwrap();
    let mut three = Asker::of_keys(&two.resource.namespace);
    assert_eq!(three.ask(store, below(8)).unwrap().range, 1..9);
    assert_eq!(three.ask(store, below(8)).unwrap().range, 9..11);
    assert_eq!(kind(three.ask(store, below(8))), "exhausted");
    assert_eq!(three.ask(store, keys(8)).unwrap().range, 11..19);
}

fn keys_that_are_given_back(subject: &dyn Subject) {
    let (namespace, store) = (namespace("give-back"), &mut *subject.connect());
    let [mut one, mut two] = [(); 2].map(|()| Asker::of_keys(&namespace));
    assert_eq!(one.ask(store, keys(100)).unwrap().range, 1..101);
    assert_eq!(two.ask(store, keys(100)).unwrap().range, 101..201);
    assert_eq!(one.ask(store, keys(100)).unwrap().range, 201..301);
    one.release(store, &[31..101, 201..301]).unwrap();
    // Again, after a lost reply.
    one.release(store, &[31..101, 201..301]).unwrap();
    assert_eq!(
        one.spans(store),
        [(1..31, Used), (31..101, Returned), (101..201, Held), (201..301, Returned)]
    );
    assert_eq!(one.end(store), 301, "the end stays");
    // They are granted again, the lowest first, and never twice.
    assert_eq!(two.ask(store, keys(50)).unwrap().range, 31..81);
    let above = Amount::Keys { count: 50, at_least: 90, limit: 1 << 48 };
    assert_eq!(two.ask(store, above).unwrap().range, 201..251);
    assert_eq!(two.ask(store, keys(50)).unwrap().range, 81..101, "what is left of it");
    // A lost reply: the same part.
    let id = token();
    let mut retry = two.clone();
    assert_eq!(two.ask_as(store, id, keys(50)).unwrap().range, 251..301);
    assert_eq!(retry.ask_as(store, id, keys(50)).unwrap().range, 251..301);
    assert_eq!(two.ask(store, keys(50)).unwrap().range, 301..351);
    let spans = one.spans(store);
    assert_eq!(spans.iter().map(|(range, _)| range.end - range.start).sum::<u64>(), 350);
    assert!(spans.iter().all(|(_, state)| matches!(state, Used | Held)), "{spans:?}");
}

fn only_the_own_is_given_back(subject: &dyn Subject) {
    let (namespace, store) = (namespace("own"), &mut *subject.connect());
    let [mut one, mut two] = [(); 2].map(|()| Asker::of_keys(&namespace));
    one.ask(store, keys(10)).unwrap();
    two.ask(store, keys(10)).unwrap();
    one.ask(store, keys(10)).unwrap();
    #[expect(clippy::single_range_in_vec_init, reason = "a list of ranges")]
    let rows: [&[_]; 6] = [&[11..21], &[5..12], &[0..5], &[21..32], &[5..8, 7..9], &[25..27, 5..8]];
    for unused in rows {
        let Err(StoreError::Invalid(text)) = one.release(store, unused) else {
            panic!("{unused:?}")
        };
        assert!(text.ends_with(", to give back, was not granted to this holder"), "{text}");
        assert_eq!(one.spans(store), [(1..11, Held), (11..21, Held), (21..31, Held)]);
    }
    one.release(store, &[3..4, 4..4, 6..11, 21..22]).unwrap();
    let spans = [
        (1..3, Used),
        (3..4, Returned),
        (4..6, Used),
        (6..11, Returned),
        (11..21, Held),
        (21..22, Returned),
        (22..31, Used),
    ];
    assert_eq!(one.spans(store), spans);
}

fn raised_past_what_was_given_back(subject: &dyn Subject) {
    let (namespace, store) = (namespace("raised"), &mut *subject.connect());
    let [mut one, mut two] = [(); 2].map(|()| Asker::of_keys(&namespace));
    one.ask(store, keys(100)).unwrap();
    one.release(store, &[11..31, 41..101]).unwrap();
    // An operator inserted the keys up to 50 by hand.
    assert_eq!(store.raise(&one.resource, 35).unwrap(), 101);
    assert_eq!(
        one.spans(store),
        [(1..11, Used), (11..31, Skipped), (31..41, Used), (41..101, Returned)]
    );
    assert_eq!(two.ask(store, keys(100)).unwrap().range, 41..101);
    assert_eq!(store.raise(&one.resource, 1000).unwrap(), 1000);
    assert_eq!(two.ask(store, keys(100)).unwrap().range, 1000..1100);
}

fn given_back_after_it_was_raised(subject: &dyn Subject) {
    let (namespace, store) = (namespace("raised-before"), &mut *subject.connect());
    let [mut one, mut two] = [(); 2].map(|()| Asker::of_keys(&namespace));
    one.ask(store, keys(100)).unwrap();
    // An operator inserted keys by hand, some of them in the middle of the block.
    assert_eq!(store.raise(&one.resource, 50).unwrap(), 101);
    assert_eq!(store.raise(&one.resource, 20).unwrap(), 101);
    one.release(store, &[11..31, 41..61, 71..101]).unwrap();
    assert_eq!(
        one.spans(store),
        [
            (1..11, Used),
            (11..31, Skipped),
            (31..41, Used),
            (41..61, Skipped),
            (61..71, Used),
            (71..101, Returned)
        ]
    );
    assert_eq!(two.ask(store, keys(100)).unwrap().range, 71..101);
    assert_eq!(two.ask(store, keys(100)).unwrap().range, 101..201);
    // What is given back later is skipped too.
    store.raise(&one.resource, 150).unwrap();
    two.release(store, &[101..121, 121..141, 160..201]).unwrap();
    let spans = one.spans(store);
    assert_eq!(spans[6..], [(101..141, Skipped), (141..160, Used), (160..201, Returned)]);
}

fn forty_ranges_are_given_back(subject: &dyn Subject) {
    let (namespace, store) = (namespace("forty"), &mut *subject.connect());
    let [mut one, mut two] = [(); 2].map(|()| Asker::of_keys(&namespace));
    // Each in a block of its own, which do not touch, and in the middle of it.
    let mut unused = Vec::new();
    for _ in 0..40 {
        let keys_of_one = one.ask(store, keys(10)).unwrap().range;
        two.ask(store, keys(1)).unwrap();
        unused.push(keys_of_one.start + 3..keys_of_one.start + 6);
    }
    one.release(store, &unused).unwrap();
    let spans = one.spans(store);
    let returned = spans.iter().filter(|(_, state)| *state == Returned);
    assert!(returned.map(|(range, _)| range.clone()).eq(unused));
    assert_eq!(spans.len(), 40 * 4);
    // Those that touch are one.
    two.ask(store, keys(3)).unwrap();
    let mut three = Asker::of_keys(&namespace);
    let last = three.ask(store, keys(3)).unwrap().range;
    let third = three.ask(store, Amount::Keys { count: 6, at_least: 1000, limit: 1 << 48 });
    assert_eq!((last.end - last.start, third.unwrap().range), (3, 1000..1006));
    three.release(store, &[1000..1002, 1002..1005]).unwrap();
    let spans = one.spans(store);
    assert_eq!(spans[spans.len() - 2..], [(1000..1005, Returned), (1005..1006, Used)]);
}

fn many_take_blocks_at_once(subject: &dyn Subject) {
    const MANY: usize = 8;
    const EACH: usize = 10;
    let namespace = namespace("keys-race");
    let ranges = at_once(MANY, |index| {
        let (mut asker, mut store) = (Asker::of_keys(&namespace), subject.connect());
        let ask = |_| asker.ask(&mut *store, keys(index as u64 + 1)).unwrap().range;
        (0..EACH).map(ask).collect::<Vec<_>>()
    });
    let ranges = disjoint(ranges.concat());
    assert!(ranges.is_sorted_by(|a, b| a.end == b.start), "no gap: {ranges:?}");
    let total = (EACH * MANY * (MANY + 1) / 2) as u64;
    assert_eq!((ranges[0].start, ranges.last().unwrap().end), (1, 1 + total));
}
