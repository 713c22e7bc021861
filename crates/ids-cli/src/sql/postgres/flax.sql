-- Flax: 5 bytes of milliseconds since 2015, then 7 random ones. The column is bytea (FLAX-1 to FLAX-8).

{bytes flax, a Flax}

-- The millisecond in which it was made.
CREATE OR REPLACE FUNCTION ids.flax_time(id bytea) RETURNS timestamptz PURE AS $$
BEGIN
    IF octet_length(id) <> 12 THEN
        PERFORM ids.flax_check(id);
    END IF;
    RETURN ids.to_time(1420070400000000 + ids.uint(id, 0, 5) * 1000);
END $$;

CREATE OR REPLACE FUNCTION ids.flax_fields(id bytea, OUT "timestamp" bigint, OUT random bigint) PURE AS $$
BEGIN
    PERFORM ids.flax_check(id);
    "timestamp" := ids.uint(id, 0, 5);
    random := ids.uint(id, 5, 7);
END $$;

CREATE OR REPLACE FUNCTION ids.flax_make("timestamp" bigint, random bigint) RETURNS bytea PURE
RETURN substring(int8send(ids.fits('timestamp', "timestamp", 40)) FROM 4)
    || substring(int8send(ids.fits('random', random, 56)) FROM 2);

-- The text of 16 characters. It sorts like the identifier in a column with COLLATE "C".
CREATE OR REPLACE FUNCTION ids.flax_text(id bytea) RETURNS text PURE
RETURN translate(encode(ids.flax_check(id), 'base64'), ids.base64(),
    '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz');

CREATE OR REPLACE FUNCTION ids.flax_from_text(written text) RETURNS bytea PURE
RETURN ids.read_sixes('a Flax', written, '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz', 16);

-- The first identifier of the millisecond that holds this time, and the last one.
CREATE OR REPLACE FUNCTION ids.flax_first(at timestamptz) RETURNS bytea PURE
RETURN substring(int8send(ids.to_tick(at, 1420070400000000, 1000, 1099511627775)) FROM 4) || '\x00000000000000'::bytea;

CREATE OR REPLACE FUNCTION ids.flax_last(at timestamptz) RETURNS bytea PURE
RETURN substring(int8send(ids.to_tick(at, 1420070400000000, 1000, 1099511627775)) FROM 4) || '\xffffffffffffff'::bytea;

-- A new identifier. Its random part is the last 7 bytes of gen_random_uuid(), which takes them from the
-- server's cryptographic source. The time is the server's clock, not the start of the transaction.
CREATE OR REPLACE FUNCTION ids.flax_new() RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN substring(ids.flax_first(clock_timestamp()) FOR 5) || substring(uuid_send(gen_random_uuid()) FROM 10);
