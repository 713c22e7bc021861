-- The tables of ids-reserve in PostgreSQL, version 1.
-- Instants are microseconds since the Unix epoch, by the server's clock. Ranges are half-open.

CREATE SCHEMA ids_reserve;

CREATE TABLE ids_reserve.version (
    version bigint NOT NULL
);
INSERT INTO ids_reserve.version (version) VALUES (1);

-- A namespace belongs to the layout that began it.
CREATE TABLE ids_reserve.namespace (
    name text COLLATE "C" PRIMARY KEY,
    layout text NOT NULL
);

-- A node number, or (with number 0) the keys of a namespace.
CREATE TABLE ids_reserve.resource (
    namespace text COLLATE "C" NOT NULL REFERENCES ids_reserve.namespace (name),
    number bigint NOT NULL CHECK (number >= 0),
    -- The end of all that was ever granted.
    "end" bigint NOT NULL CHECK ("end" >= 0),
    -- The highest end that it was raised to: what is given back below it is not granted again.
    raised bigint NOT NULL DEFAULT 0 CHECK (raised BETWEEN 0 AND "end"),
    -- Who has the node number.
    owner bytea CHECK (length(owner) = 16),
    PRIMARY KEY (namespace, number)
);

CREATE FUNCTION ids_reserve.refuse_a_lower_end() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE 'the end of a resource only grows'; END $$;

CREATE TRIGGER end_only_grows BEFORE UPDATE OF "end" ON ids_reserve.resource
FOR EACH ROW WHEN (new."end" < old."end")
EXECUTE FUNCTION ids_reserve.refuse_a_lower_end();

-- The last answer to each holder: it makes a retry harmless.
CREATE TABLE ids_reserve.holder (
    namespace text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    token bytea NOT NULL CHECK (length(token) = 16),
    label text NOT NULL,
    request bytea CHECK (length(request) = 16),
    start bigint NOT NULL,
    "end" bigint NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (namespace, number, token),
    FOREIGN KEY (namespace, number) REFERENCES ids_reserve.resource (namespace, number)
);

-- Every range that was ever granted, and what became of it.
CREATE TABLE ids_reserve.span (
    namespace text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    start bigint NOT NULL,
    "end" bigint NOT NULL CHECK (start < "end"),
    token bytea NOT NULL CHECK (length(token) = 16),
    label text NOT NULL,
    state text NOT NULL CHECK (state IN ('held', 'used', 'returned', 'skipped')),
    at bigint NOT NULL,
    PRIMARY KEY (namespace, number, start),
    FOREIGN KEY (namespace, number) REFERENCES ids_reserve.resource (namespace, number)
);

CREATE INDEX span_returned
ON ids_reserve.span (namespace, number, start) WHERE state = 'returned';

CREATE INDEX span_held
ON ids_reserve.span (namespace, number, token, start) WHERE state = 'held';

-- The functions of `ids sql` know which sequences of this database make identifiers already: those of a stranger
-- are not asked.
DO $$ BEGIN
    IF EXISTS (
        SELECT FROM pg_catalog.pg_proc AS tell
        JOIN pg_catalog.pg_namespace AS pack ON pack.oid = pronamespace
        JOIN pg_catalog.pg_roles AS owner ON owner.oid = proowner AND owner.oid = nspowner
        WHERE nspname = 'ids' AND proname = 'tell_reserve' AND pronargs = 0 AND (
            rolsuper OR rolname = current_user
            OR owner.oid = (SELECT datdba FROM pg_catalog.pg_database WHERE datname = current_database())
        )
    ) THEN
        PERFORM ids.tell_reserve();
    END IF;
END $$;
