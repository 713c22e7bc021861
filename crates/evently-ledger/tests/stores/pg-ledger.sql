-- The tables of the original, pg-ledger, as far as a client meets them: a row for each ledger, and a table
-- for each, which has its name from the ledger's id and inherits from one for all.
CREATE SCHEMA evently;

CREATE TABLE evently.ledgers (
    id text PRIMARY KEY,
    created timestamptz NOT NULL,
    name text NOT NULL UNIQUE CHECK (char_length(name) <= 500),
    description text NOT NULL CHECK (char_length(description) <= 2000)
);

CREATE TABLE evently.ledger_base (
    timestamp bigint PRIMARY KEY,
    checksum bigint NOT NULL,
    previous_ts bigint NOT NULL UNIQUE,
    append_key text NOT NULL UNIQUE CHECK (char_length(append_key) <= 100),
    event text NOT NULL CHECK (char_length(event) <= 500),
    entities jsonb NOT NULL,
    meta jsonb NOT NULL,
    data jsonb NOT NULL
);

-- Takes up a ledger of these records, each in hex, under this name.
CREATE FUNCTION evently.take_up(new_name text, records bytea[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    ledger_id text := right((convert_from(records[1], 'UTF8')::jsonb) ->> 'eventId', 8);
BEGIN
    INSERT INTO evently.ledgers VALUES (ledger_id, now(), new_name, '');
    EXECUTE format(
        'CREATE TABLE evently.%I (LIKE evently.ledger_base INCLUDING ALL) INHERITS (evently.ledger_base)',
        'ledger_' || ledger_id);
    EXECUTE format(
        'INSERT INTO evently.%I
        SELECT micros, (''x00000000'' || substr(id, 17, 8))::bit(64)::bigint,
            coalesce(lag(micros) OVER (ORDER BY place), 0), gen_random_uuid()::text,
            record ->> ''event'', record -> ''entities'', record -> ''meta'', record -> ''data''
        FROM unnest($1) WITH ORDINALITY AS r (bytes, place),
            LATERAL (SELECT convert_from(bytes, ''UTF8'')::jsonb AS record) AS j,
            LATERAL (SELECT record ->> ''eventId'' AS id) AS i,
            LATERAL (SELECT (''x'' || left(id, 16))::bit(64)::bigint AS micros) AS m',
        'ledger_' || ledger_id) USING records;
END $$;
