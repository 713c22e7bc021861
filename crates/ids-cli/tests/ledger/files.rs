//! Ledgers to try the command on, and folders to keep them in.

use core::{
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::Duration,
};
use ids_core::{FixedClock, UnixTime};
use std::{
    fs,
    path::{Path, PathBuf},
};

use evently_ledger::{Chain, EventId, Verifier};

/// A folder of its own for each test, which goes with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("ledger-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// The path of a file, which need not exist.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).into_os_string().into_string().unwrap()
    }

    /// Writes a file; its path.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    /// The names of the files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The records of a ledger of `count` events, a millisecond apart, each with a text of this length.
pub(crate) fn records(count: u64, length: usize) -> Vec<String> {
    let start = UnixTime::from_micros(1_633_278_732_816_530);
    let text = "x".repeat(length);
    let genesis = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"tennis"}}"#;
    let mut record = Vec::new();
    let mut chain = Chain::begin(&FixedClock::new(start), genesis, &mut record).unwrap();
    let mut records = vec![String::from_utf8(record).unwrap()];
    for number in 1..count {
        let event = format!(
            r#"{{"event":"{}","entities":{{"player":["p{}"]}},"meta":{{"actor":"é"}},"data":{{"points":{}.50,"text":"{text}"}}}}"#,
            ["🎾-served", "scored", "scored"][usize::try_from(number % 3).unwrap()],
            number % 4,
            number * 15,
        );
        let mut record = Vec::new();
        chain
            .append(
                &FixedClock::new(start + Duration::from_millis(number)),
                event.as_bytes(),
                &mut record,
            )
            .unwrap();
        records.push(String::from_utf8(record).unwrap());
    }
    records
}

/// Fifty events.
pub(crate) fn fifty() -> Vec<String> {
    records(50, 20)
}

/// Records as they stand in a file.
pub(crate) fn lines(records: &[String]) -> Vec<u8> {
    records.iter().flat_map(|record| [record.as_bytes(), b"\n"].concat()).collect()
}

/// The ids of records that are valid.
pub(crate) fn ids(records: &[String]) -> Vec<EventId> {
    let mut verifier = Verifier::from_genesis(None);
    records.iter().map(|record| verifier.verify(record.as_bytes()).unwrap()).collect()
}
