//! `ids ledger` over each kind of store: every verb, beside the same ledger in a file.

use evently_ledger::{EventReader, Profile};
use ids_testkit::servers::{Cut, PostgresServer, Proxy, Upstream, is_named};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use serde_json::Value;
use std::os::unix::process::ExitStatusExt as _;

use super::postgres_url;
use crate::{
    ledger::files::{Folder, lines, records},
    run::{Run, ids, started, with_input},
    transcript::with_store,
};

mod tampered;

#[test]
fn in_files() {
    let folder = Folder::new("ledger");
    let store = format!("sqlite:{}", folder.file("events.db"));
    let wanted = "events.db: there is no such file: 'ids ledger create' or 'import' makes one\n";
    run("verify", &store, &[]).code(1).says(wanted);
    hold(&store, &folder);
}

#[test]
fn in_postgres() {
    let server = is_named("postgres").then(PostgresServer::start).flatten();
    if let Some(server) = server {
        for file in ["ledger_written.txt", "ledger_store.txt"] {
            let other = PostgresServer::start().unwrap();
            with_store(file, "sqlite:events.db", &postgres_url(&other), "PostgreSQL");
        }
        hold(&postgres_url(&server), &Folder::new("ledger"));
        // Lines that arrive together share a transaction.
        let event = |number: u32| {
            format!("{{\"event\":\"Shared\",\"entities\":{{}},\"meta\":{{}},\"data\":{number}}}\n")
        };
        let place = format!("{}?ledger=shared", postgres_url(&server));
        run("create", &place, &["--name", "Shared"]).ok();
        let events: String = (0..30).map(event).collect();
        for (options, transactions) in
            [(&[][..], 1), (&["--batch", "1"], 31), (&["--batch", "7"], 36)]
        {
            with_input(&[&["ledger", "append", &place], options].concat(), events.as_bytes()).ok();
            let count = "SELECT count(DISTINCT xmin::text) FROM evently_ledger.event WHERE event = 'Shared'";
            assert_eq!(server.sql(count).trim(), transactions.to_string());
        }
    }
}

/// A server that has stored an event and whose answer is lost: who sends the event again without a look has it twice.
#[test]
fn an_answer_that_is_lost() {
    let server = is_named("postgres").then(PostgresServer::start).flatten();
    let Some(server) = server else { return };
    let place = format!("{}?ledger=l", postgres_url(&server));
    run("create", &place, &["--name", "l"]).ok();
    let proxy = Proxy::start(Upstream::Socket(server.socket()));
    let through = format!("postgres://postgres@127.0.0.1:{}/postgres?ledger=l", proxy.port());
    let event = br#"{"event":"Lost","entities":{},"meta":{},"data":1}"#;
    proxy.cut(Cut::After, b"Lost", 0);
    with_input(&["ledger", "append", &through], event)
        .code(1)
        .says("\nerror: event 1: the database cannot be used now")
        .says("whether the server has stored it is not known");
    assert_eq!(server.sql("SELECT events FROM evently_ledger.ledger").trim(), "2");
}

/// The same arguments, with other places.
fn run(verb: &str, place: &str, options: &[&str]) -> Run {
    with_input(&[&["ledger", verb, place], options].concat(), b"")
}

fn hold(store: &str, folder: &Folder) {
    run("verify", store, &[]).code(1);
    refused(&format!("{store}?ledger=100%25%20%C3%A9"));
    imported(store, folder);
    profiles(store, folder);
    parted(store, folder);
}

/// What only the database refuses: the events before it are stored.
fn refused(place: &str) {
    run("create", place, &["--name", "Tennis"]).ok();
    let event = |player: &str| {
        format!(r#"{{"event":"e","entities":{{"player":["{player}"]}},"meta":{{}},"data":1}}"#)
            + "\n"
    };
    let events = event("x") + &event("y") + &event(&"z".repeat(1001)) + &event("x");
    for (options, stored, told) in [
        (&[][..], 2, "database holds it\n"),
        (&["--batch", "4"], 0, "database holds it; nothing is stored of events 1 to 4\n"),
    ] {
        let arguments = [&["ledger", "append", place], options].concat();
        let run = with_input(&arguments, events.as_bytes()).code(1).says(told);
        assert_eq!(run.says("\nerror: event 3: a name, an entity").lines().len(), stored);
    }
}

/// An export that is killed leaves no file of that name, or a whole one.
#[test]
fn killed_exports() {
    let (folder, copies) = (Folder::new("ledger"), Folder::new("ledger"));
    let store = format!("sqlite:{}", folder.file("events.db"));
    let all = folder.write("all", lines(&records(30_000, 200)));
    run("import", &format!("{store}?ledger=t"), &[&all]).ok();
    for signal in [Signal::SIGKILL, Signal::SIGINT, Signal::SIGTERM] {
        let mut child = started(&["ledger", "export", &store, &copies.file("copy")]);
        // Something is written by now.
        let begun =
            |name: &String| std::fs::metadata(copies.file(name)).is_ok_and(|data| data.len() > 0);
        while !copies.names().iter().any(begun) && child.try_wait().unwrap().is_none() {}
        kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
        let ended = child.wait().unwrap();
        assert!(ended.success() || ended.signal() == Some(signal as i32), "{ended:?}");
        for left in copies.names() {
            // Who is interrupted leaves nothing.
            let is_part = left.starts_with(".ids-") && signal == Signal::SIGKILL;
            assert!(is_part || copies.read(&left) == folder.read("all"), "{left}");
            std::fs::remove_file(copies.file(&left)).unwrap();
        }
    }
}

/// Nothing is exported over what has the name, nor through a link.
#[test]
fn exports_of_a_name_that_is_taken() {
    let folder = Folder::new("ledger");
    let store = format!("sqlite:{}", folder.file("events.db"));
    run("create", &store, &["--name", "t"]).ok();
    folder.write("file", b"mine");
    std::os::unix::fs::symlink(folder.file("file"), folder.file("link")).unwrap();
    std::os::unix::fs::symlink(folder.file("nowhere"), folder.file("dangling")).unwrap();
    std::fs::create_dir(folder.file("folder")).unwrap();
    let before = folder.names();
    for name in ["file", "link", "dangling", "folder"] {
        run("export", &store, &[&folder.file(name)]).code(1).says(": File exists (os error 17)\n");
    }
    assert_eq!(folder.read("file"), b"mine");
    assert_eq!(folder.names(), before);
    // A copy may be read by those who may read what other programs write, but for what is private.
    run("export", &store, &[&folder.file("copy")]).ok();
    let mode = |name: &str| std::fs::metadata(folder.file(name)).unwrap().permissions();
    assert_eq!(mode("copy"), mode("file"));
    let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(folder.file("events.db"), private).unwrap();
    run("export", &store, &[&folder.file("private")]).ok();
    assert_eq!(mode("private"), mode("events.db"));
}

/// How a refused import ends.
const NOTHING: &str = "Nothing is imported.\n";

fn summary(run: Run) -> (String, String) {
    let answer = run.ok().json().remove(0);
    let text = |name: &str| answer[name].as_str().unwrap().to_owned();
    (text("imported"), text("events"))
}

/// Files are imported once, however often; of one that is not valid nothing is.
fn imported(store: &str, folder: &Folder) {
    let place = format!("{store}?ledger=imported");
    let (all, count) = (records(2500, 20), |n: usize| n.to_string());
    let (file, part) = (folder.file("all"), folder.file("part"));
    folder.write("all", lines(&all));
    folder.write("part", lines(&all[..1200]));

    // Of which there are many transactions, an event late in it is wrong.
    let mut wrong = all.clone();
    wrong.remove(2400);
    let bad = folder.write("bad", lines(&wrong));
    for input in [&bad[..], "-"] {
        let refused = with_input(&["ledger", "import", &place, input], &lines(&wrong)).code(4);
        refused.says("record 2400 ").says(NOTHING);
    }
    // An event late in it is one that no database holds.
    let long = "x".repeat(1001);
    for (name, entities) in [
        (&long[..], "{}".to_owned()),
        ("e", format!(r#"{{"{long}":["k"]}}"#)),
        ("e", format!(r#"{{"a":["b","{long}"]}}"#)),
    ] {
        let wide = folder.write("wide", lines(&all));
        let event =
            format!(r#"{{"event":"{name}","entities":{entities},"meta":{{}},"data":"{long}"}}"#);
        with_input(&["ledger", "append", &wide], event.as_bytes()).ok();
        let refused = run("import", &place, &[&wide]).code(1);
        refused.says("line 2501: ").says("1,000 bytes").says(NOTHING);
    }
    run("verify", &place, &[]).code(1);
    with_input(&["ledger", "import", &place, "-"], b"").code(4);
    run("import", &place, &[&folder.file("missing")]).code(1);
    run("import", &file, &[&file]).code(2);

    let import = |from: &str, stdin: &[u8]| {
        summary(with_input(&["ledger", "import", &place, from, "--json"], stdin))
    };
    assert_eq!(import(&part, b""), (count(1200), count(1200)));
    assert_eq!(import(&part, b""), (count(0), count(1200)));
    assert_eq!(import("-", &lines(&all)), (count(1300), count(2500)));
    // A file that is behind.
    assert_eq!(import(&part, b""), (count(0), count(2500)));
    assert_eq!(run("export", &place, &[]).ok().out.as_bytes(), folder.read("all"));
    assert_eq!(run("verify", &place, &[]).ok().out, run("verify", &file, &[]).ok().out);

    // The same ids with other data, before the last event that is stored and after it.
    let mut forged = all.clone();
    forged[1100] = forged[1100].replace("\"actor\":", "\"actor\" :");
    let id = &forged[1100].rsplit('"').nth(1).unwrap().to_owned();
    for (name, stored) in [("forged", 2500), ("forged-part", 1200)] {
        let forged = folder.write(name, lines(&forged[..stored]));
        let refused = run("import", &place, &[&forged]).code(4);
        refused.says(&format!("its record of event {id} is another one")).says(NOTHING);
    }
    assert_eq!(run("export", &place, &[]).ok().out.as_bytes(), folder.read("all"));

    // Several ledgers: the address has to say which one.
    // For an import the events say it.
    run("import", store, &[&file]).ok().prints("\nimported 0 events; ").prints("ledger imported");
    run("show", store, &[]).code(1).says("it has '100% é', 'imported'\n");
    let other = folder.file("other");
    run("create", &other, &["--name", "other"]).ok();
    run("import", &place, &[&other]).code(1).says("is another ledger");
    assert_eq!(import(&file, b""), (count(0), count(2500)));
}

/// The records of a ledger of this profile: `write` makes one with a number, a time and an id.
fn ledger_of(profile: Profile, write: impl Fn(u32, &str, &str) -> String) -> Vec<u8> {
    let (mut reader, mut head, mut text) = (EventReader::new(profile), None, String::new());
    for number in 0..30 {
        let time = format!("2022-02-02T00:00:{number:02}.5Z");
        let draft = write(number, &time, "");
        let mut event = reader.read(draft.as_bytes()).unwrap();
        let id = event.id(head).unwrap();
        head = Some(id);
        text += &write(number, &time, &id.to_string());
        text.push('\n');
    }
    text.into_bytes()
}

/// A file becomes a table and the same file again, whatever its profile and its spaces.
fn profiles(store: &str, folder: &Folder) {
    let old = ledger_of(Profile::V1, |number, time, id| {
        format!(
            r#"{{"entity":"🛒","key":"k{number}" ,"event":"e","meta":{{}},"data":1e21,"timestamp":"{time}","eventId":"{id}"}}"#
        )
    });
    let pg = ledger_of(Profile::Pg, |number, time, id| {
        format!(
            r#"{{"event":"📒","eventId":"{id}","timestamp":"{time}","entities":{{}},"meta":{{"notes": "é"}},"data":{{"name": {number}, "b": 2}}}}"#
        )
    });
    // Two events with the same key: the first one has it.
    let keyed = ledger_of(Profile::Doc5, |number, time, id| {
        format!(
            "{{\"event\":\"e\", \"appendKey\":\"k{}\",\"entities\":{{}},\"meta\":{{}},\"data\":null,\
             \"timestamp\":\"{time}\",\"eventId\":\"{id}\"}}\r",
            number / 2
        )
    });
    for (name, bytes) in [("v1", old), ("pg", pg), ("doc5", keyed)] {
        let (place, file) = (format!("{store}?ledger={name}"), folder.write(name, &bytes));
        let verdict = run("import", &place, &[&file, "--json"]).ok().json().remove(0);
        assert_eq!(verdict["profile"], name);
        assert_eq!(run("export", &place, &[]).ok().out.as_bytes(), bytes, "{name}");
        assert_eq!(
            run("verify", &place, &["--indexes"]).ok().out,
            run("verify", &file, &[]).ok().out
        );
        for options in [&["--json", "--digest"][..], &["--profile", name]] {
            let verdict = run("verify", &place, options).ok().out;
            assert_eq!(verdict, run("verify", &file, options).ok().out);
        }
        assert_eq!(run("diff", &place, &[&file, "--all"]).ok().lines().len(), 1);
    }
}

/// Where copies part, in every pair of places.
fn parted(store: &str, folder: &Folder) {
    let all = records(700, 30);
    folder.write("short", lines(&all[..401]));
    let rest = with_input(
        &["ledger", "append", &folder.file("short"), "--at", "2025-01-01"],
        "{\"event\":\"e\",\"entities\":{},\"meta\":{},\"data\":1}\n".repeat(99).as_bytes(),
    );
    rest.ok();
    let parted = folder.read("short");
    let mut rewritten = all.clone();
    rewritten[100] = rewritten[100].replace("\"event\":", "\"event\" :");
    let copies = [
        ("d-all", lines(&all)),
        ("d-behind", lines(&all[..400])),
        ("d-parted", parted),
        ("d-rewritten", lines(&rewritten)),
    ];
    let other = ledger_of(Profile::Doc5, |number, time, id| {
        format!(
            r#"{{"event":"e{number}","entities":{{}},"meta":{{}},"data":0,"timestamp":"{time}","eventId":"{id}"}}"#
        )
    });
    let mut places = Vec::new();
    for (name, bytes) in copies.into_iter().chain([("d-other", other)]) {
        let (place, file) = (format!("{store}?ledger={name}"), folder.write(name, &bytes));
        run("import", &place, &[&file]).ok();
        places.push((name, [place, file]));
    }
    let id = |record: &str| -> String {
        let record: Value = serde_json::from_str(record).unwrap();
        record["eventId"].as_str().unwrap().to_owned()
    };
    let (last, at_400, at_401) = (id(&all[699]), id(&all[399]), id(&all[400]));
    let at_100 = id(&all[99]);
    // A is the whole ledger: what is said of it, the last event in both, how many those are.
    for (name, plain, common, count) in [
        ("d-all", "same", Some(&last), "700"),
        ("d-behind", "b_shorter", Some(&at_400), "400"),
        ("d-parted", "parted", Some(&at_401), "401"),
        ("d-rewritten", "same", Some(&last), "700"),
        ("d-other", "other", None, "0"),
    ] {
        let find = |name: &str| places.iter().find(|(own, _)| *own == name).unwrap().1.clone();
        for a in find("d-all") {
            for b in find(name) {
                let code = if plain == "same" { 0 } else { 4 };
                let diff = |options: &[&str]| {
                    let arguments = [&["ledger", "diff", &a, &b, "--json"], options].concat();
                    with_input(&arguments, b"")
                };
                let found = diff(&[]).code(code).json().remove(0);
                assert_eq!(found["verdict"], plain, "{a} {b}");
                assert_eq!(found["common"].as_str(), common.map(|id| &**id), "{a} {b}");
                let of_both = [&found["a"], &found["b"]].map(Value::is_string);
                let records = match plain {
                    "same" => [false; 2],
                    "b_shorter" => [true, false],
                    _ => [true; 2],
                };
                assert_eq!(of_both, records, "{a} {b}");

                let counted = if name == "d-rewritten" {
                    let counted = diff(&["--all"]).code(4).json().remove(0);
                    assert_eq!(counted["verdict"], "rewritten");
                    assert_eq!(counted["common"], at_100);
                    assert_eq!(counted["index"], "100");
                    continue;
                } else {
                    diff(&["--all"]).code(code).json().remove(0)
                };
                assert_eq!(counted["index"], count);
                for field in ["verdict", "common", "a", "b"] {
                    assert_eq!(counted[field], found[field], "{a} {b}");
                }
                // The other way round.
                let turned =
                    ids(&format!("ledger diff {b} {a} --json")).code(code).json().remove(0);
                assert_eq!((&turned["a"], &turned["b"]), (&found["b"], &found["a"]));
            }
        }
    }
    // A copy that cannot be searched.
    let [whole, file] = &places[0].1;
    let bytes = std::fs::read(file).unwrap();
    let streamed = with_input(&["ledger", "diff", "-", whole], &bytes).ok().out;
    assert_eq!(
        streamed,
        format!(
            "same ids: both end with {last} (700 events)\nonly ids were compared: --all compares the records\n"
        )
    );
    with_input(&["ledger", "diff", whole, "-"], &lines(&all[..1])).code(4).prints("\nB ends with ");
    with_input(&["ledger", "diff", "-", "-"], b"").code(2);
    // The histories have parted: neither is imported over the other.
    let [parted, parted_file] = &places[2].1;
    for (place, file) in [(parted, file), (whole, parted_file)] {
        run("import", place, &[file]).code(1).says("it has other events than");
    }
}

/// No file is made, and no ledger guessed, where an option is mistyped or stands there twice.
#[test]
fn odd_addresses() {
    let folder = Folder::new("ledger");
    let path = folder.file("events.db");
    for options in ["?leger=t", "?ledger=t&mode=ro", "?mode=ro&ledger=t", "?ledger=a?ledger=b"] {
        run("create", &format!("sqlite:{path}{options}"), &["--name", "t"])
            .code(2)
            .says("sqlite:PATH has one option, ?ledger=NAME");
        assert!(folder.names().is_empty(), "{options}");
    }
    let twice = "postgres://127.0.0.1:1/db?ledger=a&ledger=b";
    run("verify", twice, &[]).code(2).says("stands there twice");
    // Nothing is sent to a server of which the address is wrong.
    for (address, why) in
        [("u:pw", "invalid value for option `port`"), ("u@h/d?x=y", "unknown option `x`")]
    {
        let run = run("verify", &format!("postgres://{address}"), &[]).code(1);
        run.says(why).says("the URL is not as postgres://USER");
    }
    run("create", &format!("sqlite:{path}?ledger=a%26b%3Fc=d"), &["--name", "t"]).ok();
    run("verify", &format!("sqlite:{path}"), &[]).ok();
}

/// A file where a store is wanted, and the other way round: nothing is made of this name.
#[test]
fn a_store_and_a_file() {
    let folder = Folder::new("ledger");
    let (store, file) =
        (format!("sqlite:{}", folder.file("events.db")), folder.file("events.ndjson"));
    run("create", &store, &["--name", "t"]).ok();
    for verb in ["export", "import"] {
        run(verb, &file, &[&store]).code(2).says("the store stands before the file");
        run(verb, &store, &["sqlite:other.db"]).code(2).says("two stores, and no file");
    }
    assert_eq!(folder.names(), ["events.db"]);
    assert!(!std::path::Path::new("sqlite:other.db").exists());
}

/// A path that is not a file is written to as it is.
#[test]
fn exports_to_pipes_and_devices() {
    let folder = Folder::new("ledger");
    let store = format!("sqlite:{}", folder.file("events.db"));
    run("create", &store, &["--name", "t"]).ok();
    let copy = run("export", &store, &[]).ok().out;
    assert_eq!(run("export", &store, &["/dev/stdout"]).ok().out, copy);
    assert_eq!(run("export", &store, &["/dev/null"]).ok().out, "1 event in /dev/null\n");
    run("export", &store, &["/dev/full"]).code(1).says("\nerror: cannot write /dev/full: ");
    let pipe = folder.file("pipe");
    nix::unistd::mkfifo(&*pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    run("export", &store, &[&pipe]).ok();
    assert_eq!(reader.join().unwrap(), copy);
}

/// A database is made in no place to which a link leads.
#[test]
fn links_that_lead_nowhere() {
    let folder = Folder::new("ledger");
    std::os::unix::fs::symlink(folder.file("nowhere"), folder.file("dangling")).unwrap();
    let store = format!("sqlite:{}", folder.file("dangling"));
    for run in [
        run("create", &store, &["--name", "t"]),
        run("import", &store, &[&folder.write("all", lines(&records(3, 10)))]),
        ids(&format!("reserve init {store}")),
    ] {
        run.code(1).says("dangling: this is a link to a file that does not exist\n");
    }
    assert_eq!(folder.names(), ["all", "dangling"]);
}

/// SQLite would read the journal of a file that is gone into the new one of its name.
#[test]
fn journals_of_files_that_are_gone() {
    for ending in ["-wal", "-journal"] {
        let folder = Folder::new("ledger");
        let left = format!("events.db{ending}");
        folder.write(&left, b"left");
        let store = format!("sqlite:{}", folder.file("events.db"));
        let wanted =
            format!("{left} is left of another file of this name: rename it or remove it\n");
        for run in [run("create", &store, &["--name", "t"]), ids(&format!("reserve init {store}"))]
        {
            run.code(1).says(&wanted);
        }
        assert_eq!(folder.names(), [left]);
    }
}

/// What no database holds is told in words of ours, before anything is made.
#[test]
fn names_that_are_too_long() {
    let folder = Folder::new("ledger");
    let store = format!("sqlite:{}", folder.file("events.db"));
    let (name, key) = ("n".repeat(501), "k".repeat(1001));
    let event =
        |key: &str| format!(r#"{{"event":"E","entities":{{"e":["{key}"]}},"meta":{{}},"data":1}}"#);
    run("create", &store, &["--name", &name]).code(1).says("more than 500 bytes");
    let named = format!("{store}?ledger=t");
    run("create", &named, &["--event", &event(&key)]).code(1).says("more than 1,000 bytes");
    assert!(folder.names().is_empty());
    run("create", &store, &["--name", "t"]).ok();
    let keyed = event("k").replacen('{', &format!("{{\"c\":\"{key}\","), 1);
    let append = ["ledger", "append", &store, "--key-field", "c"];
    with_input(&append, keyed.as_bytes()).code(1).says("event 1: a name, an entity");
}

/// To compare them takes no time that grows with the square of their number.
#[test]
fn an_event_of_many_keys() {
    let folder = Folder::new("ledger");
    let store = format!("sqlite:{}", folder.file("events.db"));
    run("create", &store, &["--name", "t"]).ok();
    let keys: Vec<_> = (0..10_000).map(|key| format!(r#""{key}""#)).collect();
    let keys = keys.join(",");
    let event = format!(r#"{{"event":"E","entities":{{"a":[{keys}]}},"meta":{{}},"data":1}}"#);
    with_input(&["ledger", "append", &store], event.as_bytes()).ok();
    run("verify", &store, &["--indexes"]).ok();
}

/// Numbers, true and false of an older ledger, some in entities whose names SQLite would read as paths.
#[test]
fn keys_that_are_no_strings() {
    let folder = Folder::new("ledger");
    let store = format!("sqlite:{}", folder.file("events.db"));
    let file = folder.write("old", format!("{NUMBERS}\n").into_bytes());
    run("import", &store, &[&file]).ok();
    run("verify", &store, &["--indexes"]).ok();
    let shown = |place: &str, key: &str| {
        run("show", place, &["--json", "--entity", key]).ok().out.trim_end() == NUMBERS
    };
    for key in ["=1.50", "$=true", "[0]=2.50", r"\=3", "list=4"] {
        assert!(shown(&store, key) && shown(&file, key), "{key}");
    }
    // A database finds a number as it stands in the record, and a file in its canonical form.
    for (written, canonical) in [(r"a\b=1e2", r"a\b=100"), ("list=-0", "list=0")] {
        assert_eq!([&store, &file].map(|place| shown(place, written)), [true, false], "{written}");
        assert_eq!([&store, &file].map(|place| shown(place, canonical)), [false, true]);
    }
}

const NUMBERS: &str = r#"{"event":"E","entities":{"":1.50,"$":true,"[0]":2.50,"\\":3,"a\\b":1e2,"list":[-0,4]},"meta":{},"data":1,"timestamp":"2023-11-14T22:13:20Z","eventId":"00060a24181e4000367c0fb965b6e020"}"#;

/// The first events that Evently's SQL and its server of 2022 wrote.
const PG: &str = r#"{"event":"📒𒃻","eventId":"000660bc0d15e5f82ea3cb1e91374598","timestamp":"2026-11-20T21:37:29.921016Z","entities":{},"meta":{"notes": "Ledger established by Evently"},"data":{"name": "fuzz 1 1795210649898", "description": "d \"é\" \\ \u007f"}}"#;
const V1: &str = r#"{"entity":"📒","key":"Evently Examples⑆preview","event":"刅","eventId":"0005d5813bf9c44943545b8f9e961c04","timestamp":"2022-01-14T02:05:17.275209Z","meta":{"created":"2022-01-14T02:05:17.252Z","tenantId":"Evently Examples"},"data":{"name":"preview","description":"Show and Tell."}}"#;

/// A ledger without a name in the address has its own: that in its first event, or that of its file.
#[test]
fn imported_by_their_own_names() {
    let folder = Folder::new("ledger");
    let store = format!("sqlite:{}", folder.file("events.db"));
    let unnamed = |number: u32| {
        let file = folder.file("made");
        let _ = std::fs::remove_file(&file);
        let event = format!(r#"{{"event":"Begun","entities":{{}},"meta":{{}},"data":{number}}}"#);
        run("create", &file, &["--event", &event]).ok();
        folder.read("made")
    };
    let whole = lines(&records(30, 10));
    for (file, bytes, name) in [
        ("a.ndjson", whole.clone(), "tennis"),
        ("golf.ndjson", unnamed(1), "golf"),
        ("squash.2024.ndjson.gz", unnamed(2), "squash.2024"),
        ("chess", unnamed(3), "chess"),
        ("export.ndjson", format!("{PG}\n").into_bytes(), "fuzz 1 1795210649898"),
        ("export.v1.ndjson", format!("{V1}\n").into_bytes(), "preview"),
    ] {
        let path = folder.write(file, &bytes);
        run("import", &store, &[&path])
            .ok()
            .prints(&format!("ledger {name} has "))
            .prints("the name is the ledger's own; ?ledger=NAME gives another one\n");
        let again = run("import", &store, &[&path, "--json"]).ok().json().remove(0);
        assert_eq!((&again["imported"], &again["name"]), (&"0".into(), &name.into()));
    }
    // Also where the database has it under another name.
    let named = format!("sqlite:{}?ledger=other", folder.file("named.db"));
    let said = run("import", &named, &[&folder.file("a.ndjson")]).ok().out;
    assert_eq!(said.lines().count(), 1, "{said}");
    run("import", named.split('?').next().unwrap(), &[&folder.file("a.ndjson")])
        .ok()
        .prints("ledger other has 30");
    // Nothing is stored under the name of another ledger, and nothing without any.
    let other = folder.write("golf", unnamed(4));
    let refused = run("import", &store, &[&other]).code(1);
    refused.says("ledger golf is another ledger").says("?ledger=NAME");
    let piped = |input: &[u8]| with_input(&["ledger", "import", &store, "-"], input);
    piped(&unnamed(5)).code(2).says("name the ledger by ?ledger=NAME");
    piped(&whole).ok().prints("ledger tennis");
}
