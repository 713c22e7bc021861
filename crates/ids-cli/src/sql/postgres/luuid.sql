-- LUUID: a key, a version, a group and 60 random bits in the shape of a UUID. The column is uuid
-- (LUUID-1 to LUUID-14).

CREATE OR REPLACE FUNCTION ids.luuid_make(key bigint, "group" bigint, random bigint, version int DEFAULT 6)
RETURNS uuid PURE AS $$
BEGIN
    IF version NOT IN (6, 8) THEN
        PERFORM ids.refuse('fixed', format('a LUUID has version 6 or 8, not %s', version), 'version');
    END IF;
    RETURN encode(substring(int8send(ids.fits('key', key, 48)) FROM 3)
        || substring(int8send(version::bigint << 12 | ids.fits('group', "group", 12)) FROM 7)
        || int8send(-6::bigint << 60 | ids.fits('random', random, 60)), 'hex')::uuid;
END $$;

-- The group of a name: CRC-12 of its bytes in UTF-8 (LUUID-4).
CREATE OR REPLACE FUNCTION ids.luuid_group_of(name text) RETURNS int PURE AS $$
DECLARE
    bytes bytea := convert_to(name, 'UTF8');
    register int := 4095;
BEGIN
    FOR place IN 0..octet_length(bytes) - 1 LOOP
        register := register # get_byte(bytes, place);
        FOR bit IN 1..8 LOOP
            register := (register >> 1) # (CASE register & 1 WHEN 1 THEN 3841 ELSE 0 END);
        END LOOP;
    END LOOP;
    RETURN register # 4095;
END $$;

-- The first identifier of a key in a group, and the last one.
CREATE OR REPLACE FUNCTION ids.luuid_first(key bigint, "group" bigint, version int DEFAULT 6) RETURNS uuid PURE
RETURN ids.luuid_make(key, "group", 0, version);

CREATE OR REPLACE FUNCTION ids.luuid_last(key bigint, "group" bigint, version int DEFAULT 6) RETURNS uuid PURE
RETURN ids.luuid_make(key, "group", 1152921504606846975, version);

-- A new identifier of the next key of a sequence, such as 'person_keys', which never gives a number twice. The
-- sequence belongs to one group of the database. The random part is taken from gen_random_uuid(), so from the
-- server's cryptographic source.
CREATE OR REPLACE FUNCTION ids.luuid_new(keys regclass, "group" bigint, version int DEFAULT 6) RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT AS $$
DECLARE
    bytes bytea := uuid_send(gen_random_uuid());
    thing text := 'luuid group ' || lpad(to_hex("group"), 3, '0');
    key bigint;
BEGIN
    -- The sequence may have got CYCLE since, or be no longer logged.
    IF NOT EXISTS (SELECT FROM ids.made_by
        JOIN pg_sequence ON seqrelid = sequence JOIN pg_class ON oid = sequence
        WHERE subject = thing AND sequence = keys AND NOT seqcycle AND relpersistence = 'p')
    THEN
        PERFORM ids.keep_sequence(ROW(thing, keys, '', thing || '; keys of a sequence', 0)::ids.made_by);
    END IF;
    key := nextval(keys);
    IF key = 0 THEN
        PERFORM ids.refuse('range', 'key 0 is never issued', 'key');
    END IF;
    RETURN ids.luuid_make(key, "group", (ids.uint(bytes, 9, 7) << 4) | (get_byte(bytes, 0) & 15), version);
END $$;
