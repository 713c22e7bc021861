//! Callers of one process, one event each: an appender that they lock, beside one that shares commits.

use core::{error::Error, sync::atomic::Ordering::Relaxed, time::Duration};
use std::{
    sync::{Mutex, PoisonError},
    time::Instant,
};

use evently_ledger::{Appender, NewEvent, Store, SystemClock, postgres::PostgresAppender};
use tokio::{runtime::Builder, task::JoinSet};
use tokio_postgres::NoTls;

use crate::{event, together};

/// By 1, 16 and 256 callers, each way in turns.
pub(crate) fn measure<S: Store + Send>(
    mut create: impl FnMut(&str) -> Result<S, Box<dyn Error>>,
    limit: Duration,
) -> Result<(), Box<dyn Error>>
where
    S::Error: Send + Sync,
{
    println!("callers  locked/s   half within   99 % within  shared/s   half within   99 % within");
    for callers in [1, 16, 256] {
        let created = event(0);
        let mut begin = |way: &str| {
            let store = create(&format!("{way}-{callers}"))?;
            Ok::<_, Box<dyn Error>>(Appender::begin(
                store,
                &SystemClock,
                NewEvent::new(created.as_bytes()),
            )?)
        };
        let locked = Mutex::new(begin("locked")?);
        let lock = || locked.lock().unwrap_or_else(PoisonError::into_inner);
        let open = || panic!("the store has not failed");
        let shared = begin("shared")?.shared(SystemClock, open);
        let locked =
            rate(callers, limit, |new| _ = lock().append(&SystemClock, new).expect("appended"));
        let shared = rate(callers, limit, |new| _ = shared.append(new).expect("appended"));
        println!("{callers:7}  {locked}  {shared}");
    }
    Ok(())
}

/// Four appenders of one ledger, as four processes have them, with 16 callers each.
pub(crate) fn apart<S: Store + Send>(
    open: impl Fn() -> Result<S, Box<dyn Error>>,
    limit: Duration,
) -> Result<(), Box<dyn Error>>
where
    S::Error: Send + Sync,
{
    const APPENDERS: usize = 4;
    let created = event(0);
    Appender::begin(open()?, &SystemClock, NewEvent::new(created.as_bytes()))?;
    let again = || panic!("the store has not failed");
    let appender = |_| Ok(Appender::open(open()?)?.shared(SystemClock, again));
    let ledgers = (0..APPENDERS).map(appender).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let counts = together(APPENDERS * 16, limit, |caller, go_on| {
        let ledger = &ledgers[caller % APPENDERS];
        move || {
            let mut count = 0;
            while go_on.load(Relaxed) {
                let text = event(caller + count);
                ledger.append(NewEvent::new(text.as_bytes())).expect("appended");
                count += 1;
            }
            count
        }
    });
    let of = |appender| counts.iter().skip(appender).step_by(APPENDERS).sum::<usize>();
    let (all, least) =
        (counts.iter().sum::<usize>(), (0..APPENDERS).map(of).min().unwrap_or_default());
    #[expect(clippy::cast_precision_loss, reason = "a measure is small")]
    let (rate, part) = (all as f64 / limit.as_secs_f64(), (least * APPENDERS) as f64 / all as f64);
    println!(
        "{APPENDERS} appenders of 16 callers: {rate:.0}/s, the slowest has {part:.2} of its share"
    );
    Ok(())
}

/// By as many tasks, over PostgreSQL.
pub(crate) fn by_tasks(url: &str, limit: Duration) -> Result<(), Box<dyn Error>> {
    println!("  tasks  shared/s   half within   99 % within");
    let connect = || async move {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        Ok(client)
    };
    Builder::new_multi_thread().enable_all().build()?.block_on(async {
        for callers in [1, 16, 256] {
            let (created, name) = (event(0), format!("tasks-{callers}"));
            let (mut client, created) = (connect().await?, NewEvent::new(created.as_bytes()));
            let ledger = PostgresAppender::begin(&mut client, &name, &SystemClock, created);
            let (ledger, commits) = ledger.await?.shared(SystemClock, connect);
            let until = Instant::now() + limit;
            let mut tasks = JoinSet::new();
            for caller in 0..callers {
                let ledger = ledger.clone();
                tasks.spawn(async move {
                    let mut own = Vec::new();
                    loop {
                        let begun = Instant::now();
                        if begun > until {
                            return own;
                        }
                        let text = event(caller + own.len());
                        ledger.append(NewEvent::new(text.as_bytes())).await.expect("appended");
                        own.push(begun.elapsed());
                    }
                });
            }
            drop(ledger);
            commits.await;
            let times = tasks.join_all().await.concat();
            println!("{callers:7}  {}", shown(times, limit));
        }
        Ok(())
    })
}

/// Events a second, and how long half of the calls and 99 of 100 took at most.
fn rate(callers: usize, limit: Duration, append: impl Fn(NewEvent<'_>) + Sync) -> String {
    let times = Mutex::new(Vec::new());
    together(callers, limit, |caller, go_on| {
        let (append, times) = (&append, &times);
        move || {
            let mut own = Vec::new();
            while go_on.load(Relaxed) {
                let text = event(caller + own.len());
                let begun = Instant::now();
                append(NewEvent::new(text.as_bytes()));
                own.push(begun.elapsed());
            }
            times.lock().unwrap_or_else(PoisonError::into_inner).append(&mut own);
            0
        }
    });
    shown(times.into_inner().unwrap_or_else(PoisonError::into_inner), limit)
}

fn shown(mut times: Vec<Duration>, limit: Duration) -> String {
    times.sort_unstable();
    let within = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    #[expect(clippy::cast_precision_loss, reason = "a measure is small")]
    let rate = times.len() as f64 / limit.as_secs_f64();
    let (half, most) = (within(50).as_micros(), within(99).as_micros());
    format!("{rate:8.0}  {half:9} us  {most:9} us")
}
