//! What errors say.

use core::error::Error;

use ids_reserve::StoreError;

/// Each text that is more than a sentence, and whether the error passes.
#[test]
fn store_errors() {
    let cause = || "connection refused".into();
    let rows = [
        (
            StoreError::Unavailable(cause()),
            true,
            "the store cannot be used now: connection refused",
        ),
        (StoreError::Broken(cause()), false, "the store failed: connection refused"),
        (
            StoreError::Node(cause()),
            false,
            "the format has no node of this number: connection refused",
        ),
        (
            StoreError::Restored { stored: 5, seen: 7 },
            false,
            "the store was restored from an older copy: it granted this holder up to 7, and has \
             forgotten that. Its end is 5 now. Wait as long as grants of time reach ahead; raise \
             the end of keys past all that was granted, with `ids reserve raise`",
        ),
        (
            StoreError::Held { number: 3, idle_in: 1_000_001 },
            true,
            "number 3 has a holder, which is idle in 2 s unless it extends",
        ),
        (
            StoreError::Ahead { end: 60_000_000, now: 1 },
            true,
            "the number is granted until 60 s after the store's clock already: wait",
        ),
        (
            StoreError::FastClock { by: 75_999_999, most: 60_000_000 },
            true,
            "the clock of this process is 75 s ahead of the store's, and a grant reaches at most \
             60 s ahead: set the clocks right",
        ),
        (
            StoreError::Schema { found: 0, known: 1 },
            false,
            "the store has no tables yet: make them with `ids reserve init`",
        ),
        (
            StoreError::Schema { found: 2, known: 1 },
            false,
            "the store has tables of version 2, and this program knows version 1",
        ),
    ];
    for (error, transient, text) in rows {
        assert_eq!((error.is_transient(), error.to_string().as_str()), (transient, text));
        assert_eq!(error.source().is_some(), text.contains("connection"), "{text}");
    }
    // The other kinds are those of the scenarios.
    assert_eq!(StoreError::Node(cause()).kind(), "node");
    assert_eq!(StoreError::Entropy.kind(), "entropy");
}
