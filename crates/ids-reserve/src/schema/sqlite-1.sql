-- The tables of ids-reserve in SQLite, version 1.
-- Instants are microseconds since the Unix epoch, by the clock of the host. Ranges are half-open.

CREATE TABLE ids_reserve_version (
    version INTEGER NOT NULL
) STRICT;
INSERT INTO ids_reserve_version (version) VALUES (1);

-- A namespace belongs to the layout that began it.
CREATE TABLE ids_reserve_namespace (
    name TEXT PRIMARY KEY,
    layout TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A node number, or (with number 0) the keys of a namespace.
CREATE TABLE ids_reserve_resource (
    namespace TEXT NOT NULL REFERENCES ids_reserve_namespace (name),
    number INTEGER NOT NULL CHECK (number >= 0),
    -- The end of all that was ever granted.
    "end" INTEGER NOT NULL CHECK ("end" >= 0),
    -- The highest end that it was raised to: what is given back below it is not granted again.
    raised INTEGER NOT NULL DEFAULT 0 CHECK (raised BETWEEN 0 AND "end"),
    -- Who has the node number.
    owner BLOB CHECK (length(owner) = 16),
    PRIMARY KEY (namespace, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ids_reserve_end_only_grows
BEFORE UPDATE OF "end" ON ids_reserve_resource WHEN new."end" < old."end"
BEGIN
    SELECT raise(ABORT, 'the end of a resource only grows');
END;

-- The last answer to each holder: it makes a retry harmless.
CREATE TABLE ids_reserve_holder (
    namespace TEXT NOT NULL,
    number INTEGER NOT NULL,
    token BLOB NOT NULL CHECK (length(token) = 16),
    label TEXT NOT NULL,
    request BLOB CHECK (length(request) = 16),
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (namespace, number, token),
    FOREIGN KEY (namespace, number) REFERENCES ids_reserve_resource (namespace, number)
) STRICT, WITHOUT ROWID;

-- Every range that was ever granted, and what became of it.
CREATE TABLE ids_reserve_span (
    namespace TEXT NOT NULL,
    number INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL CHECK (start < "end"),
    token BLOB NOT NULL CHECK (length(token) = 16),
    label TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('held', 'used', 'returned', 'skipped')),
    at INTEGER NOT NULL,
    PRIMARY KEY (namespace, number, start),
    FOREIGN KEY (namespace, number) REFERENCES ids_reserve_resource (namespace, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX ids_reserve_span_returned
ON ids_reserve_span (namespace, number, start) WHERE state = 'returned';

CREATE INDEX ids_reserve_span_held
ON ids_reserve_span (namespace, number, token, start) WHERE state = 'held';
