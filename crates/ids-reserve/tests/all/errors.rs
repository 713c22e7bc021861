//! What errors say.

use core::error::Error;

use ids_reserve::StoreError;

fn cause() -> Box<dyn Error + Send + Sync> {
    "connection refused".into()
}

/// Each error, its kind, whether it passes, and its text.
fn rows() -> [(StoreError, &'static str, bool, &'static str); 17] {
    [
        (
            StoreError::Unavailable(cause()),
            "unavailable",
            true,
            "the store cannot be reached: connection refused",
        ),
        (
            StoreError::Lost,
            "lost",
            false,
            "the number has another holder, or a copy of this process extended it: claim a \
             number again",
        ),
        (
            StoreError::Layout { stored: "a".into(), asked: "b".into() },
            "layout",
            false,
            "the namespace belongs to another configuration, \"a\", and this one is \"b\": use \
             another namespace",
        ),
        (
            StoreError::Restored { stored: 5, seen: 7 },
            "restored",
            false,
            "the store was restored from an older copy: it granted this holder up to 7, and has \
             forgotten that. Its end is 5 now. Wait as long as grants of time reach ahead; raise \
             the end of keys past all that was granted, with `ids reserve raise`",
        ),
        (
            StoreError::SecondName {
                asked: "users".into(),
                known: "discord".into(),
                subject: "ids 0123456789abcdef".into(),
            },
            "second_name",
            false,
            "the store has these identifiers (ids 0123456789abcdef) under the name \"discord\", and a \
             second name, \"users\", would make each of them twice: use \"discord\". Where the two sets \
             may have equal identifiers, begin \"users\" with --separate, or in Rust with \
             `with_separate(true)`",
        ),
        (StoreError::Exhausted { limit: 9 }, "exhausted", false, "no key is left below 9"),
        (
            StoreError::Full { nodes: 8 },
            "full",
            true,
            "each of the 8 numbers has a holder that is not idle",
        ),
        (
            StoreError::Held { number: 3, idle_in: 1_000_001 },
            "held",
            true,
            "number 3 has a holder, which is idle in 2 s unless it extends",
        ),
        (
            StoreError::Ahead { end: 60_000_000, now: 1 },
            "ahead",
            true,
            "the number is granted until 60 s after the store's clock already: wait",
        ),
        (
            StoreError::FastClock { by: 75_999_999, most: 60_000_000 },
            "fast_clock",
            true,
            "the clock of this process is 75 s ahead of the store's, and a grant reaches at most \
             60 s ahead: set the clocks right",
        ),
        (
            StoreError::Forked,
            "forked",
            false,
            "the store was opened before a fork of this process: open it in this process, and \
             claim a number of its own",
        ),
        (StoreError::Entropy, "entropy", false, "the random source failed"),
        (
            StoreError::Node(cause()),
            "node",
            false,
            "the format has no node of this number: connection refused",
        ),
        (StoreError::Invalid("it is wrong"), "invalid", false, "it is wrong"),
        (
            StoreError::Schema { found: 0, known: 1 },
            "schema",
            false,
            "the store has no tables yet: make them with `ids reserve init`",
        ),
        (
            StoreError::Schema { found: 2, known: 1 },
            "schema",
            false,
            "the store has tables of version 2, and this program knows version 1",
        ),
        (StoreError::Broken(cause()), "broken", false, "the store failed: connection refused"),
    ]
}

#[test]
fn store_errors() {
    for (error, kind, transient, text) in rows() {
        assert_eq!((error.kind(), error.is_transient()), (kind, transient));
        assert_eq!(error.to_string(), text);
        assert_eq!(error.source().is_some(), text.contains("connection"), "{kind}");
    }
}
