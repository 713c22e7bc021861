-- The tables of evently-ledger in SQLite, version 1. SQLite 3.38 or later.
-- What a trigger refuses begins with a code:
--   LE001  a statement that would change or remove what was appended
--   LE002  an event that does not follow the last one of its ledger
--   LE003  an event that cannot stand after the last one, or whose columns are not those of its record

CREATE TABLE evently_version (
    version INTEGER NOT NULL,
    -- How many seconds after this clock the time of an event may be. Change it by UPDATE.
    max_ahead INTEGER NOT NULL DEFAULT 86400 CHECK (max_ahead >= 0)
) STRICT;
INSERT INTO evently_version (version) VALUES (1);

-- A row for each ledger.
CREATE TABLE evently_ledger (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 2147483647),
    name TEXT NOT NULL UNIQUE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 500),
    profile TEXT NOT NULL CHECK (profile IN ('doc5', 'doc4', 'pg', 'v1')),
    -- The last event, and how many there are: moved by each insert of an event, and by nothing else.
    head BLOB CHECK (length(head) = 16),
    events INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE evently_event (
    ledger INTEGER NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 16),
    -- The event before it; null for the first one.
    previous BLOB CHECK (length(previous) = 16),
    -- It is computed before a trigger has its say: what is not JSON is left to that.
    event TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN json_valid(record) THEN record ->> '$.event' END) STORED
        CHECK (length(CAST(event AS BLOB)) <= 1000),
    append_key TEXT CHECK (length(CAST(append_key AS BLOB)) <= 1000),
    -- What is hashed: the text as it was written, which is one line of an export.
    record TEXT NOT NULL CHECK (instr(record, char(10)) = 0 AND length(CAST(record AS BLOB)) <= 16777216),
    PRIMARY KEY (ledger, id)
) STRICT;
CREATE UNIQUE INDEX evently_event_append_key ON evently_event (ledger, append_key)
WHERE append_key IS NOT NULL;
CREATE INDEX evently_event_name ON evently_event (ledger, event, id);

-- Which events have a key of an entity. The insert of an event fills it.
CREATE TABLE evently_entity (
    ledger INTEGER NOT NULL,
    entity TEXT NOT NULL CHECK (length(CAST(entity AS BLOB)) <= 1000),
    key TEXT NOT NULL CHECK (length(CAST(key AS BLOB)) <= 1000),
    id BLOB NOT NULL,
    PRIMARY KEY (ledger, entity, key, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER evently_event_follows BEFORE INSERT ON evently_event
BEGIN
    -- An insert that replaces would remove it. Where the statement names no rowid, it is -1 here.
    SELECT raise(ABORT, 'LE001: a ledger is only appended to')
    WHERE EXISTS (SELECT 1 FROM evently_event WHERE rowid = new.rowid);
    SELECT raise(ABORT, 'LE002: the event does not follow the last event of its ledger')
    WHERE NOT EXISTS (
        SELECT 1 FROM evently_ledger WHERE number = new.ledger AND head IS new.previous
    );
    -- Later, and of the same ledger: by 8 bytes of time, and 4 bytes at the end.
    SELECT raise(ABORT, 'LE003: an event is later than the one before it, and of the same ledger')
    WHERE substr(new.id, 1, 8) <= substr(new.previous, 1, 8)
        OR substr(new.id, 13) <> substr(new.previous, 13);
    -- Nothing can be appended after an event of the year 9999, and after one of next year its time only. A
    -- second more, since the clock counts seconds.
    SELECT raise(ABORT, 'LE003: the time of the event is after the year 9999, or further after this clock than evently_version.max_ahead, in seconds')
    WHERE hex(new.id) >= printf('%016X', unixepoch('now') * 1000000)
        AND hex(new.id) >= (
            SELECT printf('%016X', min((unixepoch('now') + max_ahead + 1) * 1000000, 253402300800000000))
            FROM evently_version);
    SELECT raise(ABORT, 'LE003: the record is no JSON of an event') WHERE new.event IS NULL;
    -- Not each version of SQLite finds a name that is escaped.
    SELECT raise(ABORT, 'LE003: a name by which events are found is escaped in the record')
    WHERE new.record GLOB '*\*' AND EXISTS (
        SELECT 1 FROM json_each(new.record)
        WHERE instr(fullkey, '\') AND key IN ('eventId', 'event', 'appendKey', 'entities', 'entity', 'key'));
    -- Of several events with the same idempotency key, as in an imported ledger, the first one has it.
    SELECT raise(ABORT, 'LE003: the event has other columns than its record')
    WHERE new.record ->> '$.eventId' IS NOT lower(hex(new.id))
        OR (new.append_key IS NOT CASE json_type(new.record, '$.appendKey')
                WHEN 'text' THEN new.record ->> '$.appendKey' END
            AND (new.append_key IS NOT NULL OR NOT EXISTS (
                SELECT 1 FROM evently_event
                WHERE ledger = new.ledger AND append_key = new.record ->> '$.appendKey')));
    -- An insert that replaces would remove the event that has the key.
    SELECT raise(ABORT, 'LE001: the idempotency key is taken')
    WHERE new.append_key IS NOT NULL AND EXISTS (
        SELECT 1 FROM evently_event WHERE ledger = new.ledger AND append_key = new.append_key
    );
END;

CREATE TRIGGER evently_event_added AFTER INSERT ON evently_event
BEGIN
    -- No event is removed, so the rowids have no gap.
    SELECT raise(ABORT, 'LE001: a rowid follows the last one')
    WHERE new.rowid <> 1
        AND NOT EXISTS (SELECT 1 FROM evently_event WHERE rowid = new.rowid - 1);
    INSERT INTO evently_entity (ledger, entity, key, id)
    -- A number, true and false, as an older ledger may have them, are found by their text.
    SELECT new.ledger, e.key, CASE
            WHEN k.type = 'text' THEN k.value
            WHEN e.type = 'array' THEN e.value -> ('$[' || k.key || ']')
            WHEN e.type IN ('true', 'false') THEN e.type
            -- Its text as it stands there. Not each version of SQLite has a path to a name with a quotation mark.
            ELSE coalesce(CASE instr(e.key, '"') WHEN 0 THEN new.record -> e.fullkey END, k.value)
        END, new.id
    FROM json_each(new.record, '$.entities') AS e,
        json_each(CASE e.type WHEN 'array' THEN e.value WHEN 'object' THEN '[]' ELSE json_array(e.value) END) AS k
    -- Neither null nor a value of several parts.
    WHERE k.atom IS NOT NULL
    UNION ALL
    -- Records of 2021 to 2023 have one entity.
    SELECT new.ledger, new.record ->> '$.entity', new.record ->> '$.key', new.id
    WHERE json_type(new.record, '$.entities') IS NULL
        AND json_type(new.record, '$.entity') = 'text' AND json_type(new.record, '$.key') = 'text'
    ON CONFLICT DO NOTHING;
    UPDATE evently_ledger SET head = new.id, events = events + 1 WHERE number = new.ledger;
END;

CREATE TRIGGER evently_event_stays BEFORE UPDATE ON evently_event
BEGIN
    SELECT raise(ABORT, 'LE001: a ledger is only appended to');
END;

CREATE TRIGGER evently_event_remains BEFORE DELETE ON evently_event
BEGIN
    SELECT raise(ABORT, 'LE001: a ledger is only appended to');
END;

-- The insert of an event adds its entities before it moves the head: afterwards the event no longer follows it.
CREATE TRIGGER evently_entity_of_event BEFORE INSERT ON evently_entity
WHEN NOT EXISTS (
    SELECT 1 FROM evently_event AS e JOIN evently_ledger AS l ON l.number = e.ledger
    WHERE e.ledger = new.ledger AND e.id = new.id AND e.previous IS l.head
)
BEGIN
    SELECT raise(ABORT, 'LE001: only the insert of an event adds entities');
END;

-- The checks of the table are in the hands of the statement: after INSERT OR FAIL INTO evently_event the event
-- would stay without its entities, after OR IGNORE without this one.
CREATE TRIGGER evently_entity_fits BEFORE INSERT ON evently_entity
WHEN new.entity IS NULL OR length(CAST(new.entity AS BLOB)) > 1000
    OR new.key IS NULL OR length(CAST(new.key AS BLOB)) > 1000
BEGIN
    SELECT raise(ABORT, 'LE003: an entity has a name, and the name and the key at most 1,000 bytes');
END;

CREATE TRIGGER evently_entity_stays BEFORE UPDATE ON evently_entity
BEGIN
    SELECT raise(ABORT, 'LE001: a ledger is only appended to');
END;

CREATE TRIGGER evently_entity_remains BEFORE DELETE ON evently_entity
BEGIN
    SELECT raise(ABORT, 'LE001: a ledger is only appended to');
END;

CREATE TRIGGER evently_ledger_begins BEFORE INSERT ON evently_ledger
WHEN new.head IS NOT NULL OR new.events <> 0 OR EXISTS (
    -- An insert that replaces would remove it.
    SELECT 1 FROM evently_ledger WHERE name = new.name OR number = new.number
)
BEGIN
    SELECT raise(ABORT, 'LE001: a ledger begins once, and without events');
END;

-- The head moves to the event that follows it.
CREATE TRIGGER evently_ledger_moves BEFORE UPDATE ON evently_ledger
WHEN new.number IS NOT old.number OR new.name IS NOT old.name OR new.profile IS NOT old.profile
    OR new.events IS NOT old.events + 1 OR NOT EXISTS (
        SELECT 1 FROM evently_event
        WHERE ledger = new.number AND id = new.head AND previous IS old.head
    )
BEGIN
    SELECT raise(ABORT, 'LE001: only the insert of an event moves the head of a ledger');
END;

CREATE TRIGGER evently_ledger_remains BEFORE DELETE ON evently_ledger
BEGIN
    SELECT raise(ABORT, 'LE001: a ledger is only appended to');
END;

CREATE TRIGGER evently_version_begins BEFORE INSERT ON evently_version
BEGIN
    SELECT raise(ABORT, 'LE001: the tables have one version');
END;

CREATE TRIGGER evently_version_stays BEFORE UPDATE ON evently_version
WHEN new.version IS NOT old.version
BEGIN
    SELECT raise(ABORT, 'LE001: the tables have one version');
END;

CREATE TRIGGER evently_version_remains BEFORE DELETE ON evently_version
BEGIN
    SELECT raise(ABORT, 'LE001: the tables have one version');
END;
