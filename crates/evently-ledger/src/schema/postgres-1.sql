-- The tables of evently-ledger in PostgreSQL, version 1.
-- What a trigger refuses has a SQLSTATE of its own:
--   LE001  a statement that would change or remove what was appended
--   LE002  an event that does not follow the last one of its ledger
--   LE003  an event that cannot stand after the last one, or whose columns are not those of its record

CREATE SCHEMA evently_ledger;

CREATE TABLE evently_ledger.version (
    version bigint NOT NULL,
    -- How long after the server's clock the time of an event may be. The owner changes it by UPDATE.
    max_ahead interval NOT NULL DEFAULT '1 day' CHECK (max_ahead >= '0')
);
INSERT INTO evently_ledger.version (version) VALUES (1);

-- A row for each ledger. Writers take turns by a lock on it.
CREATE TABLE evently_ledger.ledger (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 500),
    profile text NOT NULL CHECK (profile IN ('doc5', 'doc4', 'pg', 'v1')),
    -- The last event, and how many there are: moved by each insert of events, and by nothing else.
    head uuid,
    events bigint NOT NULL DEFAULT 0
);

CREATE TABLE evently_ledger.event (
    ledger integer NOT NULL,
    id uuid NOT NULL,
    -- The event before it; null for the first one.
    previous uuid,
    event text COLLATE "C" NOT NULL GENERATED ALWAYS AS (record::json ->> 'event') STORED
        CHECK (octet_length(event) <= 1000),
    append_key text COLLATE "C" CHECK (octet_length(append_key) <= 1000),
    -- What is hashed: the text as it was written, which is one line of an export.
    record text COLLATE "C" NOT NULL CHECK (strpos(record, chr(10)) = 0 AND octet_length(record) <= 16777216),
    PRIMARY KEY (ledger, id)
);
CREATE UNIQUE INDEX event_append_key ON evently_ledger.event (ledger, append_key)
WHERE append_key IS NOT NULL;
CREATE INDEX event_name ON evently_ledger.event (ledger, event, id);

-- Which events have a key of an entity. The insert of an event fills it.
CREATE TABLE evently_ledger.entity (
    ledger integer NOT NULL,
    entity text COLLATE "C" NOT NULL CHECK (octet_length(entity) <= 1000),
    key text COLLATE "C" NOT NULL CHECK (octet_length(key) <= 1000),
    id uuid NOT NULL,
    PRIMARY KEY (ledger, entity, key, id)
);

-- After each insert of events: they have to follow the last event, one after the other. Then the head
-- moves, the entities are taken up, and who listens is told when the transaction commits, unless the
-- setting evently_ledger.notify is off.
CREATE FUNCTION evently_ledger.follow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    place record;
    last uuid;
    bounds record;
    found_name text;
BEGIN
    -- Each record is read once, for its columns and for its entities.
    WITH part AS MATERIALIZED (
        SELECT
            a.ledger, a.id, a.previous, r.*,
            -- Later, and of the same ledger: by 8 bytes of time, and 4 bytes at the end.
            a.previous IS NULL
            OR (substr(uuid_send(a.id), 1, 8) > substr(uuid_send(a.previous), 1, 8)
                AND substr(uuid_send(a.id), 13) = substr(uuid_send(a.previous), 13)) AS is_placed,
            -- Of several events with the same idempotency key, as in an imported ledger, the first one has it.
            "eventId" IS NOT DISTINCT FROM replace(a.id::text, '-', '')
            AND (a.append_key IS NOT DISTINCT FROM
                CASE json_typeof("appendKey") WHEN 'string' THEN "appendKey" #>> '{}' END
                OR a.append_key IS NULL AND EXISTS (
                    SELECT FROM evently_ledger.event AS o
                    WHERE o.ledger = a.ledger AND o.append_key = "appendKey" #>> '{}' AND o.id < a.id)) AS is_own
        FROM added AS a, json_to_record(a.record::json) AS r (
            "eventId" text, "appendKey" json, entities json, entity text, key text)
    ), filled AS (
        INSERT INTO evently_ledger.entity (ledger, entity, key, id)
        -- A number, true and false, as an older ledger may have them, are found by their text.
        SELECT DISTINCT p.ledger, e.key, k.value #>> '{}', p.id
        -- Records of 2021 to 2023 have one entity.
        FROM part AS p, json_each(coalesce(p.entities, CASE WHEN p.entity IS NOT NULL
                THEN json_build_object(p.entity, p.key) END)) AS e,
            json_array_elements(CASE json_typeof(e.value)
                WHEN 'array' THEN e.value
                WHEN 'object' THEN '[]'
                ELSE json_build_array(e.value)
            END) AS k
        WHERE json_typeof(k.value) IN ('string', 'number', 'boolean')
    )
    SELECT
        count(*) AS events,
        min(ledger) AS ledger,
        max(ledger) AS other,
        array_agg(id ORDER BY id) AS ids,
        array_agg(previous ORDER BY id) AS previous,
        bool_and(is_placed) AS placed,
        bool_and(is_own) AS own
    INTO place FROM part;
    IF place.events = 0 THEN
        RETURN NULL;
    END IF;
    IF place.ledger <> place.other THEN
        RAISE 'an insert adds events to one ledger only' USING ERRCODE = 'LE003';
    END IF;
    IF NOT place.placed THEN
        RAISE 'an event is later than the one before it, and of the same ledger'
            USING ERRCODE = 'LE003';
    END IF;

    last := place.ids[place.events];
    -- Nothing can be appended after an event of the year 9999, and after one of next year its time only.
    IF last > rpad(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000000)::bigint), 16, '0'), 32, '0')::uuid
    THEN
        SELECT max_ahead, least(
            (extract(epoch FROM clock_timestamp() + max_ahead) * 1000000)::bigint, 253402300799999999) AS last
        INTO bounds FROM evently_ledger.version;
        IF last > rpad(lpad(to_hex(bounds.last), 16, '0'), 32, 'f')::uuid THEN
            RAISE 'the time of event % is after the year 9999, or further after the server''s clock than'
                ' evently_ledger.version.max_ahead, %', last, bounds.max_ahead USING ERRCODE = 'LE003';
        END IF;
    END IF;

    UPDATE evently_ledger.ledger SET head = last, events = events + place.events
    WHERE number = place.ledger AND head IS NOT DISTINCT FROM place.previous[1]
        AND place.ids[:place.events - 1] = place.previous[2:]
    RETURNING name INTO found_name;
    IF NOT FOUND THEN
        RAISE 'event % does not follow the last event of its ledger', place.ids[1]
            USING ERRCODE = 'LE002';
    END IF;

    IF NOT place.own THEN
        RAISE 'an event has other columns than its record' USING ERRCODE = 'LE003';
    END IF;

    -- Transactions that notify commit one after the other, in the whole server.
    IF current_setting('evently_ledger.notify', true) IS DISTINCT FROM 'off' THEN
        PERFORM pg_notify('evently_ledger', found_name);
    END IF;
    RETURN NULL;
END $$;

-- A trigger on a table of one's own would move heads without events.
REVOKE EXECUTE ON FUNCTION evently_ledger.follow() FROM PUBLIC;

CREATE TRIGGER follow AFTER INSERT ON evently_ledger.event
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION evently_ledger.follow();

CREATE FUNCTION evently_ledger.refuse() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE 'a ledger is only appended to: % of %.% is refused', tg_op, tg_table_schema, tg_table_name
        USING ERRCODE = 'LE001';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON evently_ledger.event
FOR EACH STATEMENT EXECUTE FUNCTION evently_ledger.refuse();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON evently_ledger.entity
FOR EACH STATEMENT EXECUTE FUNCTION evently_ledger.refuse();

-- Depth 0 is a statement of a client: only the insert of events may add to this table.
CREATE TRIGGER filled_by_events BEFORE INSERT ON evently_ledger.entity
FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION evently_ledger.refuse();

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON evently_ledger.ledger
FOR EACH STATEMENT EXECUTE FUNCTION evently_ledger.refuse();

CREATE TRIGGER moved_by_events BEFORE UPDATE ON evently_ledger.ledger
FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION evently_ledger.refuse();

-- At any depth: who may lock the row may update its number, also from a trigger on a table of one's own.
CREATE TRIGGER stays BEFORE UPDATE OF number, name, profile ON evently_ledger.ledger
FOR EACH STATEMENT EXECUTE FUNCTION evently_ledger.refuse();

CREATE TRIGGER begins_empty BEFORE INSERT ON evently_ledger.ledger
FOR EACH ROW WHEN (new.head IS NOT NULL OR new.events <> 0)
EXECUTE FUNCTION evently_ledger.refuse();
