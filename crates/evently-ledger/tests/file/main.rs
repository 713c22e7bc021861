//! Ledgers in files: what is stored stays, what is refused leaves no trace, and keys are found
//! whatever became of their index.
#![cfg(feature = "file")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[cfg(windows)]
mod windows;

use core::{ops::ControlFlow, time::Duration};
use std::{
    fs,
    path::{Path, PathBuf},
};
#[cfg(unix)]
use std::{fs::OpenOptions, io::Write as _};

use evently_ledger::{
    AppendError, Appender, EventId, EventReader, LedgerError, NewEvent, Store, UnixTime, Verifier,
    file::{FileErrorKind, FileStore},
    parallel::Verification,
};
use ids_testkit::Folder;

const NOW: UnixTime = UnixTime::from_micros(1_633_278_732_816_530);
const GENESIS: NewEvent<'_> =
    NewEvent::new(br#"{"event":"Ledger Created","entities":{},"meta":{},"data":null}"#);

/// A ledger with its first event, in a folder of its own.
fn begun() -> (Folder, PathBuf, Appender<FileStore>) {
    let folder = Folder::new("ledger-file");
    let path = folder.path().join("ledger");
    let ledger = Appender::begin(FileStore::create(&path), &NOW, GENESIS).unwrap();
    (folder, path, ledger)
}

fn event(data: u32) -> String {
    format!(r#"{{"event":"e","entities":{{}},"meta":{{}},"data":{data}}}"#)
}

const fn new(json: &str) -> NewEvent<'_> {
    NewEvent::new(json.as_bytes())
}

fn keyed(ledger: &mut Appender<FileStore>, key: &str, data: u32) -> Result<EventId, String> {
    let json = event(data);
    ledger.append(&NOW, new(&json).with_key(key)).map_err(|error| match error {
        LedgerError::Refused { error: AppendError::KeyConflict { event }, .. } => {
            format!("{event}")
        }
        error => format!("{error}"),
    })
}

fn open(path: &Path) -> Appender<FileStore> {
    Appender::open(FileStore::open(path).unwrap()).unwrap()
}

fn verified(path: &Path) -> u64 {
    Verifier::from_genesis(None).verify_lines(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn events_are_in_the_file() {
    let (_folder, path, mut ledger) = begun();
    let json = event(1);
    for count in 2..6 {
        let id = ledger.append(&NOW, new(&json)).unwrap();
        assert!(fs::read_to_string(&path).unwrap().ends_with(&format!("\"eventId\":\"{id}\"}}\n")));
        assert_eq!(verified(&path), count);
    }
    let all = [new(&json); 5];
    ledger.append_all(&NOW, &all).unwrap();
    assert_eq!(verified(&path), 10);
    let (report, ended) = Verification::default().run_store(ledger.store_mut());
    ended.unwrap();
    assert_eq!((report.events, report.head), (10, Some(ledger.head())));
    // It goes on where it was, also after a last line without its line feed.
    drop(ledger);
    let text = fs::read(&path).unwrap();
    fs::write(&path, text.strip_suffix(b"\n").unwrap()).unwrap();
    let mut ledger = open(&path);
    keyed(&mut ledger, "a", 1).unwrap();
    assert_eq!(verified(&path), 11);
    // No ledger begins where there is a file.
    let again = Appender::begin(FileStore::create(&path), &NOW, GENESIS).unwrap_err();
    assert!(again.to_string().starts_with("cannot create "), "{again}");
    assert_eq!(verified(&path), 11);
}

#[test]
fn one_at_a_time() {
    let (_folder, path, ledger) = begun();
    for wait in [Duration::ZERO, Duration::from_millis(30)] {
        let error = FileStore::open_within(&path, wait).unwrap_err();
        assert!(matches!(error.kind(), FileErrorKind::Locked), "{error}");
    }
    drop(ledger);
    FileStore::open_within(&path, Duration::ZERO).unwrap();
}

/// Names with spaces and letters of any script, in folders as deep as systems allow.
#[test]
fn names_of_any_kind() {
    let folder = Folder::new("ledger-file");
    let deep: PathBuf = ["a b", "\u{e9}\u{1f3be}\u{4e8b}"].into_iter().collect();
    let long: PathBuf = (0..4).map(|_| "d".repeat(100)).collect();
    for (place, name) in [(&deep, "le dger \u{df}.ndjson"), (&long, "ledger"), (&long, "a%b=c&d;e")]
    {
        let parent = folder.path().join(place);
        fs::create_dir_all(&parent).unwrap();
        let path = parent.join(name);
        let ledger = Appender::begin(FileStore::create(&path), &NOW, GENESIS);
        keyed(&mut ledger.unwrap(), "a", 1).unwrap();
        let id = keyed(&mut open(&path), "b", 2).unwrap();
        let mut ledger = open(&path);
        assert_eq!((keyed(&mut ledger, "b", 2), verified(&path)), (Ok(id), 3));
        drop(ledger);
        let text = fs::read(&path).unwrap();
        fs::write(&path, [&*text, b"{"].concat()).unwrap();
        let store = FileStore::repair_within(&path, Duration::MAX).unwrap();
        assert_eq!(fs::read(store.repaired().unwrap()).unwrap(), b"{");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_another_program_changes() {
    type Act = fn(&Path);
    let acts: [(Act, &str); 3] = [
        (
            |path| fs::rename(path, path.with_extension("moved")).unwrap(),
            "renamed, removed or replaced",
        ),
        (|path| fs::remove_file(path).unwrap(), "renamed, removed or replaced"),
        (
            |path| {
                let mut file = OpenOptions::new().append(true).open(path).unwrap();
                file.write_all(b"x").unwrap();
            },
            "written to by a program that does not lock it",
        ),
    ];
    for (act, change) in acts {
        let (_folder, path, mut ledger) = begun();
        act(&path);
        let json = event(1);
        let before = ledger.head();
        let Err(LedgerError::Store(error)) = ledger.append(&NOW, new(&json)) else {
            panic!("{change}")
        };
        assert!(
            matches!(error.kind(), FileErrorKind::Changed(found) if found.contains(change)),
            "{error}"
        );
        assert_eq!(ledger.store_mut().head().unwrap().unwrap().0, before);
    }
    // What is put back goes on.
    let (folder, path, mut ledger) = begun();
    fs::rename(&path, folder.path().join("away")).unwrap();
    keyed(&mut ledger, "a", 1).unwrap_err();
    fs::rename(folder.path().join("away"), &path).unwrap();
    keyed(&mut ledger, "a", 1).unwrap();
    assert_eq!(verified(&path), 2);
}

#[test]
fn what_cannot_be_opened() {
    let folder = Folder::new("ledger-file");
    let path = folder.path().join("ledger");
    for (bytes, found) in [
        (&b""[..], " is empty"),
        (&[0x1f, 0x8b, 8, 0], " is compressed by gzip"),
        (&[0x28, 0xb5, 0x2f, 0xfd], " is compressed by zstd"),
        (b"{}\n{", ": the last record but one: the field event is missing"),
        (
            br#"{"event":"e","entities":{},"meta":{},"data":1,"timestamp":"2021-10-03T16:32:12Z"}
{"#,
            ": the last record but one: the field eventId is missing",
        ),
        (b"{}\n", ": the last line, 2 bytes from byte 0 on, is no record"),
        (b"{", ": the last line, 1 bytes from byte 0 on, is no record"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = FileStore::repair_within(&path, Duration::MAX).unwrap_err();
        let said = error.to_string();
        assert!(said.strip_prefix(path.to_str().unwrap()).unwrap().starts_with(found), "{said}");
        let is_damaged = matches!(error.kind(), FileErrorKind::Unfit { is_damaged: true, .. });
        assert_eq!(is_damaged, bytes == b"{}\n");
        assert_eq!((fs::read(&path).unwrap(), error.path()), (bytes.to_vec(), &*path));
    }
    let error = FileStore::open(folder.path().join("none")).unwrap_err();
    assert!(error.to_string().starts_with("cannot open "), "{error}");
    assert!(FileStore::open(folder.path()).is_err());
}

/// The index may be absent, old, of another ledger, or cut.
#[test]
fn keys_are_found_whatever_became_of_their_index() {
    let (folder, path, mut ledger) = begun();
    let index = folder.path().join("ledger.keys");
    let plain = event(0);
    ledger.append(&NOW, new(&plain)).unwrap();
    assert!(!index.exists(), "no key, no index");
    let ids: Vec<EventId> =
        (0..20).map(|data| keyed(&mut ledger, &format!("key {data}"), data).unwrap()).collect();
    drop(ledger);
    let early = fs::read(&index).unwrap();
    let check = |what: &str| {
        let mut ledger = open(&path);
        for (data, id) in (0..).zip(&ids) {
            let key = format!("key {data}");
            assert_eq!(keyed(&mut ledger, &key, data), Ok(*id), "{what}");
            assert_eq!(keyed(&mut ledger, &key, 99), Err(id.to_string()), "{what}");
        }
        let head = ledger.head();
        // A key that no event has is not found.
        let key = format!("{what} {head}");
        assert!(ledger.store_mut().find_key(&key).unwrap().is_none(), "{what}");
        keyed(&mut ledger, &key, 1).unwrap();
        assert_eq!(keyed(&mut ledger, &key, 1), Ok(ledger.head()), "{what}");
    };
    check("whole");
    fs::remove_file(&index).unwrap();
    check("absent");
    // What was appended since, with keys and without, is taken up.
    fs::write(&index, &early).unwrap();
    check("old");
    let bytes = fs::read(&index).unwrap();
    for length in [0, 1, 100, bytes.len() / 2] {
        fs::write(&index, &bytes[..length]).unwrap();
        check("cut");
    }
    // A crash can leave the room for a header without one.
    fs::write(&index, [0; 5000]).unwrap();
    check("zeros");
    // That of another ledger, shorter and longer than this one.
    for events in [1, 200] {
        let other = folder.path().join("other");
        let mut ledger = Appender::begin(FileStore::create(&other), &NOW, GENESIS).unwrap();
        for data in 0..events {
            keyed(&mut ledger, &format!("key {data}"), 1000 + data).unwrap();
        }
        drop(ledger);
        fs::rename(folder.path().join("other.keys"), &index).unwrap();
        fs::remove_file(other).unwrap();
        check("another");
    }
    // A ledger that was put in the place of this one, and is shorter.
    let text = fs::read(&path).unwrap();
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    fs::write(&path, lines[..12].concat()).unwrap();
    let mut ledger = open(&path);
    assert_eq!(keyed(&mut ledger, "key 9", 9), Ok(ids[9]));
    let again = keyed(&mut ledger, "key 10", 10).unwrap();
    assert_eq!((again, verified(&path)), (ledger.head(), 13));
}

/// What has the index's name and is not an index belongs to another program: it stays, and nothing is appended.
#[test]
fn a_file_with_the_name_of_the_index() {
    let (folder, path, mut ledger) = begun();
    let (index, other) = (folder.path().join("ledger.keys"), folder.path().join("notes"));
    let text = b"the notes of a user";
    let names: &[&Path] = if cfg!(unix) { &[&index, &other] } else { &[&index] };
    for name in names {
        fs::write(name, text).unwrap();
        #[cfg(unix)]
        if *name == other {
            fs::remove_file(&index).unwrap();
            std::os::unix::fs::symlink(&other, &index).unwrap();
        }
        let why = keyed(&mut ledger, "key", 1).unwrap_err();
        assert!(why.contains("ledger.keys") && why.contains("no index of keys"), "{why}");
        assert_eq!((fs::read(name).unwrap(), verified(&path)), (text.to_vec(), 1));
    }
    // Without a key the index is not read; without the file it is made.
    let plain = event(0);
    ledger.append(&NOW, new(&plain)).unwrap();
    fs::remove_file(&index).unwrap();
    keyed(&mut ledger, "key", 1).unwrap();
    assert_eq!(verified(&path), 3);
}

/// The first event of a key owns it, where another program has stored two.
#[test]
fn a_key_that_stands_twice() {
    let (folder, path, mut ledger) = begun();
    let ids = ["a", "b"].map(|key| keyed(&mut ledger, key, 1).unwrap());
    drop(ledger);
    // No id covers the key.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace(r#""appendKey":"b""#, r#""append\u004bey":"a""#)).unwrap();
    for absent in [false, true] {
        if absent {
            fs::remove_file(folder.path().join("ledger.keys")).unwrap();
        }
        assert_eq!(keyed(&mut open(&path), "a", 1), Ok(ids[0]));
    }
    let id = keyed(&mut open(&path), "b", 1).unwrap();
    assert_ne!(id, ids[1], "no event has it any more");
}

/// The index grows with its keys, and finds each of them.
#[test]
fn many_keys() {
    const MANY: usize = 20_000;
    let (folder, path, mut ledger) = begun();
    let json: Vec<String> = (0..MANY).map(|data| event(u32::try_from(data).unwrap())).collect();
    let keys: Vec<String> = (0..MANY).map(|number| format!("key {number}")).collect();
    let events: Vec<NewEvent<'_>> =
        core::iter::zip(&json, &keys).map(|(json, key)| new(json).with_key(key)).collect();
    let mut ids = Vec::new();
    for part in events.chunks(2_500) {
        ids.extend(ledger.append_all(&NOW, part).unwrap());
    }
    let lines = u64::try_from(MANY).unwrap() + 1;
    assert_eq!((verified(&path), ids.len()), (lines, MANY));
    for absent in [false, true] {
        drop(ledger);
        if absent {
            fs::remove_file(folder.path().join("ledger.keys")).unwrap();
        }
        ledger = open(&path);
        assert_eq!(ledger.append_all(&NOW, &events).unwrap(), ids, "{absent}");
        assert!(ledger.store_mut().find_key("key 20000").unwrap().is_none());
        assert_eq!(verified(&path), lines);
    }
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 2, "the ledger and its index");
    let size = fs::metadata(folder.path().join("ledger.keys")).unwrap().len();
    assert!(size < 700_000, "{size} bytes");
}

/// What follows an event is found in a ledger of any size, with records of any length, damaged or not.
#[test]
fn what_follows_an_event() {
    let (_folder, path, mut ledger) = begun();
    let long = |number: usize| {
        // Some records are longer than what is read at once.
        let text = "x".repeat(if number % 97 == 50 { 400_000 } else { number * 37 % 5_000 });
        format!(r#"{{"event":"e","entities":{{}},"meta":{{}},"data":"{text}"}}"#)
    };
    let json: Vec<String> = (0..600).map(long).collect();
    let events: Vec<_> = json.iter().map(|json| new(json)).collect();
    let mut ids = vec![ledger.head()];
    ids.extend(ledger.append_all(&NOW, &events).unwrap());
    let follows = |ledger: &mut Appender<FileStore>, after: Option<EventId>| {
        let (mut seen, mut reader) = (Vec::new(), EventReader::default());
        let found = ledger.store_mut().read(after, &mut |_, record| {
            seen.push(reader.read_any(record).unwrap().recorded_id().unwrap());
            if seen.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.unwrap().then_some(seen)
    };
    let expected = |from: usize| Some(ids[from.min(601)..601.min(from + 3)].to_vec());
    assert_eq!(follows(&mut ledger, None), expected(0));
    for (index, id) in ids.iter().enumerate() {
        assert_eq!(follows(&mut ledger, Some(*id)), expected(index + 1), "{index}");
        // Time and checksum both count.
        let other = EventId::from_bits(id.to_bits() ^ 1 << 32).unwrap();
        if index % 50 == 0 {
            assert_eq!(follows(&mut ledger, Some(other)), None);
        }
    }
    // Damaged in the middle: the others are still found.
    drop(ledger);
    let mut text = fs::read(&path).unwrap();
    let middle = text.len() / 2;
    text[middle..middle + 50_000].fill(b'x');
    fs::write(&path, text).unwrap();
    let mut ledger = open(&path);
    for index in [0, 1, 30, 570, 597] {
        assert_eq!(follows(&mut ledger, Some(ids[index])), expected(index + 1), "{index}");
    }
}

/// What is beside a ledger that others may not read is not theirs to read either; and none of it is made through a link.
#[test]
#[cfg(unix)]
fn files_beside_a_private_ledger() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new("ledger-file");
    let at = |name: &str| folder.path().join(name);
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    let (path, json) = (at("p"), event(1));
    drop(Appender::begin(FileStore::create(&path), &NOW, GENESIS).unwrap());
    for wanted in [0o600, 0o640, 0o660] {
        fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
        let torn = [&fs::read(&path).unwrap()[..], b"{\"event\":"].concat();
        fs::write(&path, torn).unwrap();
        let store = FileStore::repair_within(&path, Duration::MAX).unwrap();
        let kept = store.repaired().unwrap().to_owned();
        let mut ledger = Appender::open(store).unwrap();
        // Enough keys that the index grows, and an older index that every user could read.
        let keys: Vec<String> = (0..5000).map(|key| format!("{wanted} {key}")).collect();
        let events: Vec<_> = keys.iter().map(|key| new(&json).with_key(key)).collect();
        ledger.append(&NOW, new(&json).with_key("first")).unwrap();
        assert_eq!(mode("p.keys"), wanted);
        fs::set_permissions(at("p.keys"), fs::Permissions::from_mode(0o644)).unwrap();
        drop(ledger);
        let mut ledger = Appender::open(FileStore::open(&path).unwrap()).unwrap();
        ledger.append_all(&NOW, &events).unwrap();
        assert_eq!(
            (mode("p.keys"), mode(kept.file_name().unwrap().to_str().unwrap())),
            (wanted, wanted)
        );
    }
    for (link, is_there) in
        [("p.keys", false), ("p.keys.new", false), ("p.keys", true), ("p.keys.new", true)]
    {
        let _removed = fs::remove_file(at("p.keys"));
        if is_there {
            fs::write(at("target"), b"").unwrap();
            fs::set_permissions(at("target"), fs::Permissions::from_mode(0o644)).unwrap();
        }
        symlink(at("target"), at(link)).unwrap();
        let mut ledger = Appender::open(FileStore::open(&path).unwrap()).unwrap();
        ledger.append(&NOW, new(&json).with_key("another")).unwrap_err();
        assert!(at("target").exists() == is_there && at(link).is_symlink(), "{link}");
        if is_there {
            assert_eq!(
                (fs::read(at("target")).unwrap(), mode("target")),
                (vec![], 0o644),
                "{link}"
            );
            fs::remove_file(at("target")).unwrap();
        }
        fs::remove_file(at(link)).unwrap();
    }
}

/// Whatever single byte of the last record is changed, and wherever its writing ends.
#[test]
fn changed_is_told_from_torn_at_every_byte() {
    let (_folder, path, mut ledger) = begun();
    ledger.append(&NOW, new(&event(1))).unwrap();
    let before = fs::read(&path).unwrap();
    ledger.append(&NOW, new(&event(2))).unwrap();
    drop(ledger);
    let last = fs::read(&path).unwrap().split_off(before.len());
    let opened = |end: &[u8]| {
        fs::write(&path, [&*before, end].concat()).unwrap();
        let opened = FileStore::repair_within(&path, Duration::MAX);
        (opened, fs::read(&path).unwrap())
    };
    for index in 0..last.len() {
        for change in [1 << (index % 8), 0xff] {
            let mut changed = last.clone();
            changed[index] ^= change;
            let (opened, now) = opened(&changed);
            assert!(opened.is_err() && now.ends_with(&changed), "byte {index} changed by {change}");
        }
    }
    for length in 1..last.len() - 1 {
        let zeros = [&last[..length], &[0; 9]].concat();
        for torn in [&last[..length], &*zeros] {
            let (opened, now) = opened(torn);
            let kept = fs::read(opened.unwrap().repaired().unwrap()).unwrap();
            assert_eq!((kept, now), (torn.to_vec(), before.clone()));
        }
    }
}
