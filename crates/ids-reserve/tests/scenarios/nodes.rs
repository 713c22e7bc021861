//! Node numbers: claims, and grants of time.

use core::time::Duration;

use ids_reserve::{Amount, SpanState, StoreError};
use ids_testkit::threads::at_once;

use super::{Asker, NEVER, SECOND, Scenario, Subject, disjoint, kind, layout, namespace, time};

pub const SCENARIOS: &[Scenario] = &[
    ("numbers are claimed once", numbers_are_claimed_once),
    ("a wanted number", a_wanted_number),
    ("a number whose end has passed comes first", a_number_whose_end_has_passed_comes_first),
    ("time is granted once", time_is_granted_once),
    ("an idle number goes to another", an_idle_number_goes_to_another),
    ("not too far ahead", not_too_far_ahead),
    ("the end only grows", the_end_only_grows),
    ("many claim at once", many_claim_at_once),
    ("a holder that never claimed", a_holder_that_never_claimed),
];

fn numbers_are_claimed_once(subject: &dyn Subject) {
    let (namespace, store) = (namespace("claims"), &mut *subject.connect());
    let mut askers = [(); 4].map(|()| Asker::of_nodes(&namespace, 3));
    for (number, asker) in askers[..3].iter_mut().enumerate() {
        let claimed = asker.claim(store, 3, None, NEVER).unwrap();
        assert_eq!(claimed, (number as u64, 0));
        // The reply was lost.
        assert_eq!(asker.claim(store, 3, None, NEVER).unwrap().0, number as u64);
    }
    assert!(matches!(askers[3].claim(store, 3, None, NEVER), Err(StoreError::Full { nodes: 3 })));
    askers[1].release(store, &[]).unwrap();
    // Again, after a lost reply.
    askers[1].release(store, &[]).unwrap();
    assert_eq!(askers[3].claim(store, 3, None, NEVER).unwrap().0, 1);
    assert_eq!(kind(askers[1].ask(store, time(1000))), "lost");

    // The store knows who has what.
    let status = store.status().unwrap();
    let rows = status.iter().filter(|row| row.resource.namespace == namespace);
    for (number, row) in rows.enumerate() {
        assert_eq!(row.resource.number, number as u64);
        assert_eq!(&*row.layout, layout(3).as_str());
        let [holding] = &row.holders[..] else { panic!("one holder: {row:?}") };
        assert_eq!(holding.holder, askers[[0, 3, 2][number]].holder);
        assert!(holding.at <= row.now);
    }
}

fn a_wanted_number(subject: &dyn Subject) {
    let (namespace, store) = (namespace("wanted"), &mut *subject.connect());
    let [mut one, mut two] = [(); 2].map(|()| Asker::of_nodes(&namespace, 1024));
    assert_eq!(one.claim(store, 1024, Some(37), NEVER).unwrap().0, 37);
    let held = two.claim(store, 1024, Some(37), NEVER);
    let Err(StoreError::Held { number: 37, idle_in }) = held else { panic!("{held:?}") };
    assert!((1..=86_400 * SECOND).contains(&idle_in));
    assert_eq!(kind(two.claim(store, 1024, Some(1024), NEVER)), "invalid");
    assert_eq!(two.claim(store, 1024, Some(1023), NEVER).unwrap().0, 1023);
    let mut three = Asker::of_nodes(&namespace, 1024);
    assert_eq!(three.claim(store, 1024, None, NEVER).unwrap().0, 0);
}

fn a_number_whose_end_has_passed_comes_first(subject: &dyn Subject) {
    let (namespace, store) = (namespace("passed"), &mut *subject.connect());
    let [mut one, mut two, mut three, mut four] = [(); 4].map(|()| Asker::of_nodes(&namespace, 3));
    assert_eq!(one.claim(store, 3, None, NEVER).unwrap().0, 0);
    assert_eq!(two.claim(store, 3, None, NEVER).unwrap().0, 1);
    one.ask(store, time(50_000)).unwrap();
    two.ask(store, time(40_000)).unwrap();
    one.release(store, &[]).unwrap();
    two.release(store, &[]).unwrap();
    assert_eq!(three.claim(store, 3, None, NEVER).unwrap().0, 2, "never used");
    let claimed = four.claim(store, 3, None, NEVER).unwrap();
    assert_eq!(claimed, (1, two.seen), "free the soonest");
}

fn time_is_granted_once(subject: &dyn Subject) {
    let (namespace, store) = (namespace("time"), &mut *subject.connect());
    let mut asker = Asker::of_nodes(&namespace, 8);
    asker.claim(store, 8, None, NEVER).unwrap();
    let mut ranges = Vec::new();
    for millis in [10, 1_000, 20_000, 30_000] {
        let grant = asker.ask(store, time(millis)).unwrap();
        assert_eq!(grant.range.end, grant.at + 1000 * millis, "as far ahead as asked");
        assert!(grant.range.start >= grant.at, "nothing of the past");
        assert_eq!(asker.end(store), grant.range.end);
        ranges.push(grant.range);
    }
    let ranges = disjoint(ranges);
    // What touches is one range of one holder.
    let spans = asker.spans(store);
    assert!(spans.iter().all(|(_, state)| *state == SpanState::Held));
    let total = |ranges: &mut dyn Iterator<Item = u64>| ranges.sum::<u64>();
    assert_eq!(
        total(&mut spans.iter().map(|(range, _)| range.end - range.start)),
        total(&mut ranges.iter().map(|range| range.end - range.start)),
    );
    let touching = ranges.windows(2).filter(|pair| pair[0].end == pair[1].start).count();
    assert_eq!(spans.len(), ranges.len() - touching);
    // As far as the holder's clock is, too.
    let reach = ranges[3].end + SECOND;
    let max_ahead = Duration::from_secs(60);
    let amount = Amount::Time { segment: Duration::from_secs(1), reach, max_ahead };
    assert_eq!(asker.ask(store, amount).unwrap().range, ranges[3].end..reach);
}

fn an_idle_number_goes_to_another(subject: &dyn Subject) {
    let (namespace, store) = (namespace("idle"), &mut *subject.connect());
    let [mut one, mut two] = [(); 2].map(|()| Asker::of_nodes(&namespace, 1));
    one.claim(store, 1, None, NEVER).unwrap();
    let first = one.ask(store, time(10_000)).unwrap();
    assert_eq!(kind(two.claim(store, 1, None, NEVER)), "full");
    // Any holder is idle that has not extended for no time at all.
    let claimed = two.claim(store, 1, None, Duration::ZERO).unwrap();
    assert_eq!(claimed, (0, first.range.end), "the end stays");
    let second = two.ask(store, time(20_000)).unwrap();
    assert_eq!(second.range.start, first.range.end.max(second.at));
    // The first holder comes back. What it has stays its own.
    assert_eq!(kind(one.ask(store, time(30_000))), "lost");
    // It must not free what is another's now.
    one.release(store, &[]).unwrap();
    let third = two.ask(store, time(40_000)).unwrap();
    let spans = two.spans(store);
    assert_eq!(spans[0], (first.range.clone(), SpanState::Abandoned));
    assert!(spans[1..].iter().all(|(_, state)| *state == SpanState::Held), "{spans:?}");
    disjoint(vec![first.range, second.range, third.range]);
}

fn not_too_far_ahead(subject: &dyn Subject) {
    let (namespace, store) = (namespace("ahead"), &mut *subject.connect());
    let mut asker = Asker::of_nodes(&namespace, 8);
    asker.claim(store, 8, None, NEVER).unwrap();
    let max_ahead = Duration::from_secs(60);
    // A holder whose clock is in another century.
    let amount = Amount::Time { segment: Duration::from_secs(3600), reach: 1 << 60, max_ahead };
    let granted = asker.ask(store, amount).unwrap();
    assert_eq!(granted.range.end, granted.at + 60 * SECOND);
    let before = asker.clone();
    let again = asker.ask(store, time(10_000));
    let Err(StoreError::Ahead { end, now }) = again else { panic!("{again:?}") };
    assert_eq!(end, granted.range.end);
    assert!(granted.at <= now && now + 10 * SECOND < end);
    assert_eq!((asker.end(store), asker.previous), (end, before.previous));
}

fn the_end_only_grows(subject: &dyn Subject) {
    let (namespace, store) = (namespace("grows"), &mut *subject.connect());
    let mut asker = Asker::of_nodes(&namespace, 8);
    let unknown = store.raise(&asker.resource, 5).unwrap_err().to_string();
    assert_eq!(unknown, format!("the store knows nothing of {}", asker.resource));
    asker.claim(store, 8, None, NEVER).unwrap();
    let granted = asker.ask(store, time(1000)).unwrap();
    assert_eq!(store.raise(&asker.resource, 5).unwrap(), granted.range.end);
    assert_eq!(store.raise(&asker.resource, 0).unwrap(), granted.range.end);
    let raised = granted.range.end + SECOND;
    assert_eq!(store.raise(&asker.resource, raised).unwrap(), raised);
    assert_eq!(kind(store.raise(&asker.resource, 1 << 63)), "invalid");
    // The holder goes on past it.
    let next = asker.ask(store, time(40_000)).unwrap();
    assert_eq!(next.range.start, raised);
    asker.release(store, &[]).unwrap();
    assert_eq!(asker.end(store), next.range.end);
    assert!(asker.spans(store).iter().all(|(_, state)| *state == SpanState::Used));
}

fn many_claim_at_once(subject: &dyn Subject) {
    const MANY: usize = 8;
    let namespace = namespace("race");
    let mut numbers = at_once(MANY, |_| {
        let (mut asker, mut store) = (Asker::of_nodes(&namespace, MANY as u64), subject.connect());
        let number = asker.claim(&mut *store, MANY as u64, None, NEVER).unwrap().0;
        asker.ask(&mut *store, time(1000)).unwrap();
        number
    });
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(0..MANY as u64));
}

fn a_holder_that_never_claimed(subject: &dyn Subject) {
    let store = &mut *subject.connect();
    let mut asker = Asker::of_nodes(&namespace("unclaimed"), 8);
    assert_eq!(kind(asker.ask(store, time(1000))), "lost");
    asker.release(store, &[]).unwrap();
    assert_eq!(asker.spans(store), []);
}
