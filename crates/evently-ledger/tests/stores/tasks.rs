//! Tasks that share commits of PostgreSQL.

use core::{
    cell::RefCell,
    pin::pin,
    task::{Context, Waker},
};
use std::rc::Rc;

use evently_ledger::{
    AppendError, DatabaseError, EventId, LedgerError, Request, Selector,
    postgres::{self, PostgresAppender, SharedPostgresAppender},
};
use ids_testkit::servers::PostgresServer;
use tokio::task::{JoinHandle, JoinSet, LocalSet};
use tokio_postgres::{Error, NoTls};

use crate::{
    CLOCK, GENESIS, event, new,
    postgres::{client, server, tables},
};

type Connections = Rc<RefCell<Vec<JoinHandle<Result<(), Error>>>>>;

/// A ledger that tasks share, what stores its events, and the connections that it has opened.
async fn shared(
    server: &PostgresServer,
) -> (SharedPostgresAppender, impl Future<Output = ()> + use<>, Connections) {
    let mut one = client(&server.url()).await;
    postgres::init(&one).await.unwrap();
    let ledger = PostgresAppender::begin(&mut one, "l", &CLOCK, new(GENESIS)).await.unwrap();
    let (url, opened) = (server.url(), Connections::default());
    let connections = Rc::clone(&opened);
    let (ledger, storing) = ledger.shared(CLOCK, move || {
        let (url, connections) = (url.clone(), Rc::clone(&connections));
        async move {
            let (client, connection) = tokio_postgres::connect(&url, NoTls).await?;
            connections.borrow_mut().push(tokio::spawn(connection));
            Ok(client)
        }
    });
    (ledger, storing, opened)
}

/// Runs this on one thread, so that what is ready runs before the commits do.
fn run(work: impl AsyncFnOnce(&PostgresServer)) {
    let Some(server) = server() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(LocalSet::new().run_until(work(&server)));
}

/// Runs this with a ledger that tasks share, and until what they append is stored.
fn run_shared(work: impl AsyncFnOnce(&PostgresServer, SharedPostgresAppender, &Connections)) {
    run(async |server| {
        let (ledger, storing, opened) = shared(server).await;
        let storing = tokio::task::spawn_local(storing);
        work(server, ledger, &opened).await;
        storing.await.unwrap();
    });
}

/// What this answers in each of several tasks. It is told the number of its task.
async fn each<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
    ledger: &SharedPostgresAppender,
    tasks: usize,
    work: impl Fn(SharedPostgresAppender, usize) -> F,
) -> Vec<T> {
    let each = (0..tasks).map(|number| work(ledger.clone(), number));
    each.collect::<JoinSet<_>>().join_all().await
}

/// How many transactions have stored the events.
async fn commits(server: &PostgresServer) -> usize {
    let client = client(&server.url()).await;
    let count = "SELECT count(DISTINCT xmin::text) FROM evently_ledger.event";
    let count: i64 = client.query_one(count, &[]).await.unwrap().get(0);
    usize::try_from(count).unwrap()
}

/// Also more than one commit takes; those of each task are in its order.
#[test]
fn they_share_commits() {
    const TASKS: usize = 1500;
    run_shared(async |server, ledger, opened| {
        let work = |ledger: SharedPostgresAppender, number| async move {
            let seat = format!("Seat {}", number % 4);
            let booked = event(&seat, "", number);
            let unless = Selector::event(&*seat);
            let booked = match ledger
                .append_all(Request::new(&[new(&booked)]).unless(None, &unless))
                .await
            {
                Ok(_) => 1,
                Err(LedgerError::Refused { error: AppendError::Race { .. }, .. }) => 0,
                Err(error) => panic!("{error}"),
            };
            let wrong = ledger.append(new("{}")).await;
            assert!(matches!(wrong, Err(LedgerError::Refused { .. })));
            let (own, of_all) = (event("own", "", number), event("of all", "", 0));
            let ids = ledger.append_all(&[new(&own), new(&of_all).with_key("key")]).await;
            let ids = ids.unwrap();
            (booked, ids[0], ids[1])
        };
        let answers = each(&ledger, TASKS, work).await;
        let booked: usize = answers.iter().map(|(booked, ..)| booked).sum();
        assert_eq!((booked, opened.borrow().len()), (4, 1));
        assert!(answers.iter().all(|(.., of_all)| *of_all == answers[0].2));
        let mut own: Vec<_> = answers.iter().map(|(_, own, _)| own).collect();
        own.sort_unstable();
        own.dedup();
        assert_eq!(own.len(), TASKS);
        assert_eq!(tables(server, "l").check().len(), 1 + 4 + TASKS + 1);
        let commits = commits(server).await;
        assert!(commits < TASKS / 100, "{commits}");
    });
}

/// A condition that is code holds between tasks, too, and after the event that it names; it is not asked of a key that is
/// stored.
#[test]
fn conditions_of_code() {
    run_shared(async |server, ledger, _| {
        let work = |ledger: SharedPostgresAppender, number| async move {
            let seat = format!("Seat {}", number % 3);
            let booked = event(&seat, "", number);
            ledger.append_if(new(&booked), None, move |event| event.name() == seat).await
        };
        let (mut ids, mut late) = (Vec::new(), Vec::new());
        for answer in each(&ledger, 24, work).await {
            match answer {
                Ok(id) => ids.push(id),
                Err(LedgerError::Refused { error: AppendError::Race { event }, .. }) => {
                    late.push(event);
                }
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!((ids.len(), late.len()), (3, 21));
        assert!(late.iter().all(|event| ids.contains(event)));
        // Nothing after the last one is of this name.
        let last = *ids.iter().max().unwrap();
        let again = event("Seat 0", "", 99);
        let id = ledger.append_if(new(&again).with_key("k"), Some(last), |_| false).await.unwrap();
        let same = ledger.append_if(new(&again).with_key("k"), Some(last), |_| true).await;
        assert_eq!(same.unwrap(), id);
        let unknown = EventId::from_bits(last.to_bits() ^ 4).unwrap();
        let absent = ledger.append_if(new(&event("X", "", 1)), Some(unknown), |_| false).await;
        assert!(
            matches!(
                absent,
                Err(LedgerError::Refused { error: AppendError::AfterNotFound { .. }, .. })
            ),
            "{absent:?}"
        );
        assert_eq!(tables(server, "l").check().len(), 5);
    });
}

/// What the database refuses, as by a constraint of the user's, is its caller's alone.
#[test]
fn a_refused_event_spoils_no_other() {
    run_shared(async |server, ledger, opened| {
        let constraint = "ALTER TABLE evently_ledger.event ADD CHECK (event <> 'Unwanted')";
        client(&server.url()).await.batch_execute(constraint).await.unwrap();
        let work = |ledger: SharedPostgresAppender, number| async move {
            let name = if number == 3 { "Unwanted" } else { "Wanted" };
            (number, ledger.append(new(&event(name, "", number))).await)
        };
        for (number, answer) in each(&ledger, 6, work).await {
            match answer {
                Ok(_) => assert_ne!(number, 3),
                Err(LedgerError::Store(error)) => {
                    assert!(number == 3 && matches!(*error, DatabaseError::Refused(_)), "{error}");
                }
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!((tables(server, "l").check().len(), opened.borrow().len()), (6, 1));
    });
}

/// After an append whose answer is lost all its callers hear so; the same keys give the ids that are stored.
#[test]
fn a_lost_answer_is_known_by_its_keys() {
    run_shared(async |server, ledger, opened| {
        let other = client(&server.url()).await;
        // The connection ends in the middle of the commit's statement.
        other
            .batch_execute(
                "CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                     PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
                 CREATE TRIGGER leave AFTER INSERT ON evently_ledger.event EXECUTE FUNCTION leave()",
            )
            .await
            .unwrap();
        let append = |ledger: SharedPostgresAppender, number: usize| async move {
            let (json, key) = (event("e", "", number), number.to_string());
            ledger.append(new(&json).with_key(&key)).await
        };
        for answer in each(&ledger, 4, append).await {
            let Err(LedgerError::Store(error)) = answer else { panic!("{answer:?}") };
            assert!(matches!(*error, DatabaseError::Unavailable(_)), "{error}");
        }
        other.batch_execute("DROP TRIGGER leave ON evently_ledger.event").await.unwrap();
        let mut first: Vec<_> =
            each(&ledger, 4, append).await.into_iter().map(Result::unwrap).collect();
        // An idle connection that has ended is replaced before an append, without an error.
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
        other.batch_execute(end).await.unwrap();
        let connection = opened.borrow_mut().pop().unwrap();
        connection.await.unwrap().unwrap_err();
        let mut second: Vec<_> =
            each(&ledger, 4, append).await.into_iter().map(Result::unwrap).collect();
        first.sort_unstable();
        second.sort_unstable();
        assert_eq!(first, second);
        // One of three was waited for.
        assert_eq!((tables(server, "l").check().len(), opened.borrow().len()), (5, 2));
    });
}

/// A call that is dropped before its turn has stored nothing. A call that is not stored, as the storing future has
/// ended, says so.
#[test]
fn a_caller_that_goes_away_holds_no_other() {
    run(async |server| {
        let (ledger, storing, opened) = shared(server).await;
        let json = event("e", "", 1);
        let mut context = Context::from_waker(Waker::noop());
        {
            let mut gone = pin!(ledger.append(new(&json)));
            assert!(gone.as_mut().poll(&mut context).is_pending());
        }
        let mut storing = Box::pin(storing);
        assert!(storing.as_mut().poll(&mut context).is_pending());
        assert_eq!(opened.borrow().len(), 0);
        let mut waits = pin!(ledger.append(new(&json)));
        assert!(waits.as_mut().poll(&mut context).is_pending());
        assert!(storing.as_mut().poll(&mut context).is_pending());
        drop(storing);
        for answer in [waits.await, ledger.append(new(&json)).await] {
            let Err(LedgerError::Store(error)) = answer else { panic!("{answer:?}") };
            assert!(error.to_string().contains("has ended"), "{error}");
        }
    });
}
