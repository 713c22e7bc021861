//! Appends to PostgreSQL whose futures are dropped before they end.

use core::{
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};

use evently_ledger::{
    Request, Selector,
    postgres::{PostgresAppender, PostgresStore},
};

use crate::{
    CLOCK, begin, event, new,
    postgres::{client, server, tables},
};

/// Polls after which each append has ended.
const MOST: usize = 12;
const ROUNDS: usize = 8 * MOST;

/// What a future returns within this number of polls. It is dropped after them.
async fn within<F: Future>(polls: usize, future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut left = polls;
    poll_fn(|context| {
        left -= 1;
        match future.as_mut().poll(context) {
            Poll::Pending if left == 0 => Poll::Ready(None),
            polled => polled.map(Some),
        }
    })
    .await
}

/// A batch that is dropped at any place is stored whole or not at all, no lock stays, and the same keys give its
/// ids: by the same appender and by another one.
#[test]
fn none_is_lost_or_doubled() {
    let Some(server) = server() else { return };
    let genesis = begin(PostgresStore::new(&server.url(), "l").unwrap()).head();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (mut one, mut two) = (client(&server.url()).await, client(&server.url()).await);
        // Where a lock stays it is an error, and no wait for ever.
        two.batch_execute("SET lock_timeout = '300s'").await.unwrap();
        let mut cut = PostgresAppender::open(&one, "l").await.unwrap();
        let mut other = PostgresAppender::open(&two, "l").await.unwrap();
        let (json, none) = (event("e", r#""p":["1"]"#, 1), Selector::event("none"));
        let (mut acknowledged, mut stored, mut absent) = (0, 0, 0);
        for round in 0..ROUNDS {
            // One that is behind takes its turn by a lock.
            if round % 2 == 1 {
                other.append(&mut two, &CLOCK, new(&json)).await.unwrap();
            }
            let keys = [0, 1, 2].map(|number| format!("{round} {number}"));
            let batch = keys.each_ref().map(|key| new(&json).with_key(key));
            let polls = 1 + round / 8;
            let given = if round % 4 < 2 {
                within(polls, cut.append_all(&mut one, &CLOCK, &batch)).await
            } else {
                let after = Some(genesis);
                within(
                    polls,
                    cut.append_all(&mut one, &CLOCK, Request::new(&batch).unless(after, &none)),
                )
                .await
            };
            // The same connection answers it after all that the dropped call has sent.
            let count = "SELECT count(*) FROM evently_ledger.event WHERE append_key LIKE $1";
            let count = one.query_one(count, &[&format!("{round} %")]).await.unwrap();
            match (count.get::<_, i64>(0), &given) {
                (3, Some(_)) => acknowledged += 1,
                (3, None) => stored += 1,
                (0, None) => absent += 1,
                (count, given) => panic!("{polls} polls: {count} stored, {given:?}"),
            }
            let ids = if round % 8 < 4 {
                other.append_all(&mut two, &CLOCK, &batch).await.unwrap()
            } else {
                cut.append_all(&mut one, &CLOCK, &batch).await.unwrap()
            };
            assert!(given.is_none_or(|given| given.unwrap() == ids), "{polls} polls");
        }
        let tally = [acknowledged, stored, absent];
        assert!(tally.iter().all(|count| *count > 0), "{tally:?}");
    });
    assert_eq!(tables(&server, "l").check().len(), 1 + ROUNDS / 2 + 3 * ROUNDS);
}
