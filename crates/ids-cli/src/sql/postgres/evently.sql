-- Evently: the id of an event, of its time, a checksum and its ledger. The column is uuid, although the
-- text of an id has no hyphens (EVENTLY-1 to EVENTLY-7).

-- The highest bit is 0.
CREATE OR REPLACE FUNCTION ids.evently_valid(id uuid) RETURNS boolean PURE
RETURN id < '80000000-0000-0000-0000-000000000000'::uuid;

CREATE OR REPLACE FUNCTION ids.evently_check(id uuid) RETURNS uuid PURE AS $$
BEGIN
    IF NOT ids.evently_valid(id) THEN
        PERFORM ids.refuse('fixed', format('the highest bit of an event''s id is 0, and that of %s is 1', id), 'sign');
    END IF;
    RETURN id;
END $$;

-- The microsecond of the event.
CREATE OR REPLACE FUNCTION ids.evently_time(id uuid) RETURNS timestamptz PURE AS $$
BEGIN
    IF NOT ids.evently_valid(id) THEN
        PERFORM ids.evently_check(id);
    END IF;
    RETURN ids.to_time(ids.uint(uuid_send(id), 0, 8));
END $$;

CREATE OR REPLACE FUNCTION ids.evently_fields(
    id uuid, OUT sign int, OUT "timestamp" bigint, OUT checksum bigint, OUT ledger int, OUT version int) PURE AS $$
DECLARE
    bytes bytea := uuid_send(ids.evently_check(id));
BEGIN
    sign := 0;
    "timestamp" := ids.uint(bytes, 0, 8);
    checksum := ids.uint(bytes, 8, 4);
    ledger := ids.uint(bytes, 12, 4) >> 2;
    version := get_byte(bytes, 15) & 3;
END $$;

CREATE OR REPLACE FUNCTION ids.evently_make("timestamp" bigint, checksum bigint, ledger bigint, version bigint)
RETURNS uuid PURE
RETURN encode(int8send(ids.fits('timestamp', "timestamp", 63))
    || substring(int8send(ids.fits('checksum', checksum, 32)) FROM 5)
    || substring(int8send(ids.fits('ledger', ledger, 30) << 2 | ids.fits('version', version, 2)) FROM 5), 'hex')::uuid;

-- The text: the 32 digits of the uuid without hyphens.
CREATE OR REPLACE FUNCTION ids.evently_text(id uuid) RETURNS text PURE
RETURN replace(ids.evently_check(id)::text, '-', '');

CREATE OR REPLACE FUNCTION ids.evently_from_text(written text) RETURNS uuid PURE AS $$
BEGIN
    IF octet_length(written) <> 32 THEN
        PERFORM ids.refuse('length', format('the text of an id has 32 bytes, not %s', octet_length(written)));
    ELSIF NOT ids.consists_of(written, '0123456789abcdef') THEN
        PERFORM ids.refuse('digit', 'the digits of an id are 0 to 9 and a to f');
    END IF;
    RETURN ids.evently_check(written::uuid);
END $$;

{uuid evently, the id of an event}

-- The first id at this microsecond, and the last one.
CREATE OR REPLACE FUNCTION ids.evently_first(at timestamptz) RETURNS uuid PURE
RETURN ids.evently_make(ids.to_micros(at), 0, 0, 0);

CREATE OR REPLACE FUNCTION ids.evently_last(at timestamptz) RETURNS uuid PURE
RETURN ids.evently_make(ids.to_micros(at), 4294967295, 1073741823, 3);
