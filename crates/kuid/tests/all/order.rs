//! How far from the order of time the order of identifiers may be (KUID-20).
#![allow(
    clippy::unwrap_used,
    clippy::unchecked_time_subtraction,
    reason = "a failure is a failed test"
)]

use core::time::Duration;

use kuid::{Drift, DynamicNode, Generator, Local, ManualClock, NodeId, UnixTime};
use proptest::prelude::*;

/// One identifier: when it was made, by a clock that is right, and what it says.
#[derive(Clone, Copy, Debug)]
struct Made {
    at: UnixTime,
    id: u128,
    local: Local,
}

/// Identifiers in the order they were made in. Each node's clock is some milliseconds ahead; each
/// step is some milliseconds after the last and by one of the nodes.
fn make(drift: Drift, ahead: &[u64], steps: &[(u64, usize)]) -> Vec<Made> {
    let clock = ManualClock::new(UnixTime::EPOCH);
    // The larger the number, the less its clock is ahead: names have no reason to help.
    let mut nodes: Vec<_> = (0..ahead.len())
        .map(|node| NodeId::from_bits(u32::MAX - u32::try_from(node).unwrap()))
        .map(|node| Generator::new(&clock, DynamicNode::new(node, drift)))
        .collect();
    let mut at = UnixTime::from_secs(1_539_999_000);
    let mut made = Vec::new();
    for (after, node) in steps {
        let node = node % ahead.len();
        at = at + Duration::from_millis(*after);
        clock.set(at + Duration::from_millis(ahead[node]));
        let id = nodes[node].generate().unwrap();
        made.push(Made { at, id, local: drift.split(id).0 });
    }
    made
}

/// The largest distance between an identifier's place among `made`, and among them sorted.
fn displacement(made: &[Made]) -> usize {
    let mut order: Vec<_> = (0..made.len()).collect();
    order.sort_by_key(|index| made[*index].id);
    order.iter().enumerate().map(|(place, index)| place.abs_diff(*index)).max().unwrap_or(0)
}

/// The most identifiers whose times are within `span` of each other.
fn most_within(span: Duration, made: &[Made]) -> usize {
    let mut times: Vec<_> = made.iter().map(|made| made.local.time()).collect();
    times.sort_unstable();
    let count = |start: usize| times[start..].partition_point(|time| *time < times[start] + span);
    (0..times.len()).map(count).max().unwrap_or(0)
}

prop_compose! {
    fn any_run()(
        drift in 5..=10_u32,
        ahead in prop::collection::vec(0..=1000_u64, 1..6),
        steps in prop::collection::vec((0..20_000_u64, any::<usize>()), 1..200),
        skew in 0..=1000_u64,
    ) -> (Drift, Vec<u64>, Vec<(u64, usize)>) {
        let drift = Drift::new(drift).unwrap();
        // At most a window of skew, in milliseconds.
        let window = u64::try_from(drift.window().as_millis()).unwrap();
        let ahead = ahead.iter().map(|part| part * skew * window / 1_000_000).collect();
        (drift, ahead, steps)
    }
}

proptest! {
    /// By the time that the identifiers say, nothing is further from its place than the others of
    /// its window are many: whatever the clocks.
    #[test]
    fn within_one_window_by_the_time_they_say((drift, ahead, steps) in any_run()) {
        let mut made = make(drift, &ahead, &steps);
        made.sort_by_key(|made| made.local.time());
        let window = |made: &Made| (made.local.mega(), made.local.second() >> drift.bits());
        let most = made.chunk_by(|a, b| window(a) == window(b)).map(<[_]>::len).max().unwrap_or(0);
        prop_assert!(displacement(&made) < most);
    }

    /// By the time they were made, nothing is further from its place than the others said to be
    /// made within a window and the skew are many.
    #[test]
    fn within_a_window_and_the_skew_by_the_time_they_were_made((drift, ahead, steps) in any_run()) {
        let made = make(drift, &ahead, &steps);
        // How far each identifier is from the truth: its clock, and rounding down to the tick.
        let day = Duration::from_secs(86_400);
        let errors = made.iter().map(|made| (made.local.time() + day).duration_since(made.at));
        let (least, greatest) = (errors.clone().min().unwrap(), errors.max().unwrap());
        let span = drift.window() + (greatest - least);
        prop_assert!(displacement(&made) < most_within(span, &made));
    }

    /// With clocks that agree, that is one window.
    #[test]
    fn within_one_window_if_the_clocks_agree((drift, ahead, steps) in any_run()) {
        let made = make(drift, &vec![0; ahead.len()], &steps);
        let span = drift.window() + Duration::from_micros(1024);
        prop_assert!(displacement(&made) < most_within(span, &made));
    }
}

/// Why the skew counts: with clocks a whole window apart, the order of making and the order of the
/// identifiers can differ by two windows.
#[test]
fn a_window_of_skew_costs_a_window_more() {
    let drift = Drift::MIN;
    let window = 32_000;
    // One node is right; three are a window ahead and make an identifier every second of the two
    // windows before it makes its own, at the end of its window.
    let start = 1_539_999_000_000_u64;
    let end = start.next_multiple_of(window) + 3 * window;
    let ahead = [0, window, window, window];
    let mut steps = vec![(end - 2 * window - start, 1), (0, 2), (0, 3)];
    for _ in 1..64 {
        steps.extend([(1000, 1), (0, 2), (0, 3)]);
    }
    steps.push((999, 0));
    let mut made = make(drift, &ahead, &steps);
    // Its own number is the smallest, so that its identifier is the first of its window.
    let last = made.pop().unwrap();
    made.push(Made { id: drift.join(last.local, NodeId::MIN), ..last });
    assert_eq!(made.len(), 3 * 64 + 1);
    let in_one_window = most_within(drift.window(), &made);
    assert!(displacement(&made) > in_one_window, "{in_one_window}");
}
