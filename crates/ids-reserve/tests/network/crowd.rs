//! Eight processes that take keys and node numbers, and are killed.

use core::{ops::Range, time::Duration};
use std::{
    collections::BTreeMap,
    env,
    io::{BufRead, BufReader, Write, stdout},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

use ids_reserve::{Amount, Holder, Namespace, Resource, SpanState, Store, StoreError};
use ids_testkit::{PATIENCE, servers::Server};

use super::{Place, persist};
use crate::stores::Asker;

const MANY: usize = 8;
/// Fewer numbers than processes, soon idle: they take them from each other.
const NODES: u64 = 5;
const IDLE: Duration = Duration::from_millis(50);

/// What a process was granted.
type Line = (String, u64, u128, Range<u64>);

/// Kills ten processes, or as many as the environment's `IDS_RESERVE_KILLS` says, each after it was
/// granted something. A fifth of the times, the server is killed and started again too.
pub fn crowd<K: Place>(server: &mut Server<K>) {
    let kills = env::var("IDS_RESERVE_KILLS").map_or(10, |kills| kills.parse().unwrap());
    let (url, (sender, lines)) = (server.url(), channel());
    let mut next = 0;
    let mut processes: Vec<_> = (0..MANY).map(|_| start(&url, &mut next, &sender)).collect();
    let mut granted = Vec::new();
    for kill in 0..kills {
        let (process, number) = &mut processes[kill % MANY];
        wait_for(&lines, &mut granted, *number);
        if kill % 5 == 4 {
            server.kill();
            process.kill().unwrap();
            server.restart();
        } else {
            process.kill().unwrap();
        }
        process.wait().unwrap();
        processes[kill % MANY] = start(&url, &mut next, &sender);
    }
    for (process, number) in &mut processes {
        wait_for(&lines, &mut granted, *number);
        process.kill().unwrap();
        process.wait().unwrap();
    }
    drop(sender);
    granted.extend(lines.iter().filter_map(|(_, line)| line));
    check(&mut *K::open(&url, PATIENCE), granted, kills);
}

/// Waits until this process was granted something.
fn wait_for(lines: &Receiver<(usize, Option<Line>)>, granted: &mut Vec<Line>, process: usize) {
    loop {
        let (from, line) = lines.recv_timeout(PATIENCE).expect("a process gets on");
        assert!(from != process || line.is_some(), "process {process} ended by itself");
        granted.extend(line);
        if from == process {
            return;
        }
    }
}

fn start(url: &str, next: &mut usize, to: &Sender<(usize, Option<Line>)>) -> (Child, usize) {
    let (number, to) = (*next, to.clone());
    *next += 1;
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["client", "--exact", "--ignored", "--nocapture"])
        .env("IDS_RESERVE_CLIENT", number.to_string())
        .env("IDS_RESERVE_URL", url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            // The test's harness prints, too.
            if let ["granted", namespace, resource, token, first, until] =
                line.split(' ').collect::<Vec<_>>()[..]
            {
                let token = token.parse().unwrap();
                let range = first.parse().unwrap()..until.parse().unwrap();
                let line = (namespace.into(), resource.parse().unwrap(), token, range);
                let _ended = to.send((number, Some(line)));
            }
        }
        let _ended = to.send((number, None));
    });
    (child, number)
}

/// No range was granted twice, and the store knows of each who has it.
fn check(store: &mut dyn Store, granted: Vec<Line>, kills: usize) {
    let mut by_resource = BTreeMap::<_, Vec<_>>::new();
    let (ranges, mut most) = (granted.len(), 0);
    for (namespace, number, token, range) in granted {
        by_resource.entry((namespace, number)).or_default().push((range.start, range.end, token));
    }
    let resources = by_resource.len();
    assert!(resources > 1, "keys, and node numbers");
    for ((namespace, number), mut ranges) in by_resource {
        ranges.sort_unstable();
        let twice = ranges.windows(2).find(|pair| pair[0].1 > pair[1].0);
        assert!(twice.is_none(), "{namespace}/{number}: granted twice: {twice:?}");
        let resource = Resource { namespace: Namespace::new(&namespace).unwrap(), number };
        let spans = persist(|| store.spans(&resource));
        assert!(spans.is_sorted_by(|a, b| a.range.end <= b.range.start));
        for (first, until, token) in &ranges {
            let known = spans.iter().any(|span| {
                span.range.start <= *first
                    && *until <= span.range.end
                    && span.holder.token() == *token
                    && matches!(span.state, SpanState::Held | SpanState::Used)
            });
            assert!(known, "{resource}: {first}..{until} is not in the store");
        }
        most = most.max(ranges.len());
    }
    println!("{kills} kills, {ranges} ranges of {resources} resources, 0 twice; {most} of one");
}

/// A process of the crowd. It goes on until it is killed.
pub fn client(mut store: Box<dyn Store + Send>) {
    let process: u64 = env::var("IDS_RESERVE_CLIENT").unwrap().parse().unwrap();
    // The number of the process is not used twice.
    let mut tokens = (1..).map(|n| u128::from(process + 1) << 64 | n);
    let mut token = || tokens.next().unwrap();
    let namespaces = ["crowd-keys", "crowd-nodes"].map(|name| Namespace::new(name).unwrap());
    let label = format!("process {process}");
    let holder = |token| Holder::new(token, &label).unwrap();
    let mut of_keys = Asker { holder: holder(token()), ..Asker::of_keys(&namespaces[0]) };
    let mut of_time = None;
    for count in 1.. {
        let amount = Amount::Keys { count: count % 7 + 1, at_least: 1, limit: 1 << 48 };
        let id = token();
        let grant = persist(|| of_keys.ask_as(&mut *store, id, amount));
        print(&of_keys, &grant.range);

        if of_time.is_none() {
            let holder = holder(token());
            let mut node = Asker { holder, ..Asker::of_nodes(&namespaces[1], NODES) };
            match node.claim(&mut *store, NODES, None, IDLE) {
                Ok(_) => of_time = Some(node),
                Err(StoreError::Unavailable(_) | StoreError::Full { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
        let Some(node) = &mut of_time else { continue };
        // A little more than there is.
        let (id, mut reach) = (token(), node.seen);
        let is_lost = loop {
            let amount = Amount::Time {
                segment: Duration::from_micros(1),
                reach: reach + 1000,
                max_ahead: Duration::from_secs(86_400),
            };
            match node.ask_as(&mut *store, id, amount) {
                Err(StoreError::Unavailable(_)) => thread::sleep(Duration::from_millis(10)),
                Err(StoreError::Ahead { end, .. }) => reach = end,
                Err(StoreError::Lost) => break true,
                answer => {
                    print(node, &answer.unwrap().range);
                    break false;
                }
            }
        };
        // Others want it, too: now and then it ends cleanly, or forgets what it has.
        if count % 3 == 0 {
            persist(|| node.release(&mut *store, &[]));
        }
        if is_lost || count % 3 == 0 || count % 5 == 0 {
            of_time = None;
        }
    }
}

fn print(asker: &Asker, range: &Range<u64>) {
    let Resource { namespace, number } = &asker.resource;
    let token = asker.holder.token();
    let line = format!("granted {namespace} {number} {token} {} {}\n", range.start, range.end);
    // One write, so that a kill leaves no half of a line.
    stdout().lock().write_all(line.as_bytes()).unwrap();
}
