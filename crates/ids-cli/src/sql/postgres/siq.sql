-- SIQ: time, shard, domain, serial number and kind. The column is uuid: a UUID of version 8 has room for the
-- 112 bits (SIQ-1 to SIQ-20).

-- Version 8, its variant, and ten zeros in front.
CREATE OR REPLACE FUNCTION ids.siq_valid(id uuid) RETURNS boolean PURE
RETURN id < '00400000-0000-0000-0000-000000000000'::uuid
    AND substr(id::text, 15, 1) = '8' AND substr(id::text, 20, 1) IN ('8', '9', 'a', 'b');

CREATE OR REPLACE FUNCTION ids.siq_check(id uuid) RETURNS uuid PURE AS $$
DECLARE
    bytes bytea := uuid_send(id);
BEGIN
    IF id >= '00400000-0000-0000-0000-000000000000' THEN
        PERFORM ids.refuse('fixed', format('the UUID of a SIQ begins with ten zero bits, and %s does not', id), 'zero');
    ELSIF get_byte(bytes, 6) >> 4 <> 8 THEN
        PERFORM ids.refuse('fixed', format('the UUID of a SIQ has version 8, and %s has not', id), 'version');
    ELSIF get_byte(bytes, 8) >> 6 <> 2 THEN
        PERFORM ids.refuse('fixed', format('the UUID of a SIQ has the variant of RFC 9562, and %s has not', id), 'variant');
    END IF;
    RETURN id;
END $$;

CREATE OR REPLACE FUNCTION ids.siq_number(id uuid) RETURNS numeric PURE AS $$
DECLARE
    bytes bytea := uuid_send(ids.siq_check(id));
BEGIN
    RETURN (ids.uint(bytes, 0, 6) * 4096::numeric + (ids.uint(bytes, 6, 2) & 4095)) * 4611686018427387904
        + (ids.uint(bytes, 8, 8) & 4611686018427387903);
END $$;

CREATE OR REPLACE FUNCTION ids.siq_from_number(number numeric) RETURNS uuid PURE AS $$
DECLARE
    bytes bytea := ids.bytes(number, 14);
BEGIN
    RETURN encode(substring(int8send(ids.uint(bytes, 0, 5) >> 2) FROM 3)
        || substring(int8send((8 << 12) | ((ids.uint(bytes, 4, 3) >> 6) & 4095)) FROM 7)
        || int8send((-2::bigint << 62) | (ids.uint(bytes, 6, 8) & 4611686018427387903)), 'hex')::uuid;
END $$;

CREATE OR REPLACE FUNCTION ids.siq_bytes(id uuid) RETURNS bytea PURE AS $$
DECLARE
    bytes bytea := uuid_send(ids.siq_check(id));
    high bigint := (ids.uint(bytes, 0, 6) << 12) | (ids.uint(bytes, 6, 2) & 4095);
BEGIN
    RETURN substring(int8send(high >> 2) FROM 3)
        || int8send((high << 62) | (ids.uint(bytes, 8, 8) & 4611686018427387903));
END $$;

CREATE OR REPLACE FUNCTION ids.siq_from_bytes(bytes bytea) RETURNS uuid PURE
RETURN ids.siq_from_number(ids.number(ids.sized('a SIQ', bytes, 14)));

-- How many bits the qualifier has, which is the end of the tail (SIQ-8).
CREATE OR REPLACE FUNCTION ids.siq_qualifier_width(tail int) RETURNS int PURE
RETURN CASE WHEN tail & 1 = 1 THEN 3 WHEN tail & 7 = 6 THEN 4 ELSE 5 END;

CREATE OR REPLACE FUNCTION ids.siq_fields(
    id uuid, OUT seconds bigint, OUT fraction int, OUT shard int, OUT domain bigint, OUT tail int,
    OUT serial int, OUT qualifier int) PURE AS $$
DECLARE
    bytes bytea := uuid_send(ids.siq_check(id));
    middle bigint := ids.uint(bytes, 6, 2) & 4095;
    low bigint := ids.uint(bytes, 8, 8) & 4611686018427387903;
BEGIN
    seconds := (ids.uint(bytes, 0, 6) << 2) | (middle >> 10);
    fraction := ((middle & 1023) << 6) | (low >> 56);
    shard := (low >> 48) & 255;
    domain := (low >> 16) & 4294967295;
    tail := low & 65535;
    serial := tail >> ids.siq_qualifier_width(tail);
    qualifier := tail & ((1 << ids.siq_qualifier_width(tail)) - 1);
END $$;

CREATE OR REPLACE FUNCTION ids.siq_make(seconds bigint, fraction bigint, shard bigint, domain bigint, tail bigint)
RETURNS uuid PURE AS $$
BEGIN
    PERFORM ids.fits('seconds', seconds, 40), ids.fits('fraction', fraction, 16), ids.fits('shard', shard, 8),
        ids.fits('domain', domain, 32), ids.fits('tail', tail, 16);
    RETURN ids.siq_from_number(
        (seconds * 65536::numeric + fraction) * 72057594037927936 + ((shard << 48) | (domain << 16) | tail));
END $$;

-- What an identifier stands for: the name of its qualifier, by its code behind a leading 1 (SIQ-7).
CREATE OR REPLACE FUNCTION ids.siq_kind(id uuid) RETURNS text PURE AS $$
DECLARE
    fields record := ids.siq_fields(id);
BEGIN
    RETURN CASE (1 << ids.siq_qualifier_width(fields.tail)) + fields.qualifier {kinds} END;
END $$;

-- The 32 bits of a domain's name, of which a local id may replace the highest 8 (SIQ-5, SIQ-6).
CREATE OR REPLACE FUNCTION ids.siq_domain_of(name text, local_id int DEFAULT -1) RETURNS bigint PURE AS $$
DECLARE
    hashed bigint := ids.uint(sha256(convert_to(name, 'UTF8')), 28, 4);
BEGIN
    IF name !~ '^[[:ascii:]]*$' COLLATE "C" THEN
        PERFORM ids.refuse('digit', 'the name of a domain is ASCII; write other names in punycode');
    ELSIF octet_length(name) = 0 OR name = '0' COLLATE "C" THEN
        RETURN 0;
    ELSIF local_id = -1 THEN
        RETURN hashed;
    END IF;
    RETURN (ids.fits('local_id', local_id, 8) << 24) | (hashed & 16777215);
END $$;

-- The tick of 1/65536 s since the Unix epoch, in 56 bits.
CREATE OR REPLACE FUNCTION ids.siq_tick_of(id uuid) RETURNS bigint PURE AS $$
DECLARE
    bytes bytea := uuid_send(ids.siq_check(id));
BEGIN
    RETURN (ids.uint(bytes, 0, 6) << 18) | ((ids.uint(bytes, 6, 2) & 4095) << 6) | (get_byte(bytes, 8) & 63);
END $$;

-- The time: the start of its tick, rounded up to a microsecond, which is in the same tick.
CREATE OR REPLACE FUNCTION ids.siq_time(id uuid) RETURNS timestamptz PURE AS $$
DECLARE
    ticks bigint := ids.siq_tick_of(id);
BEGIN
    RETURN ids.to_time((ticks >> 16) * 1000000 + (((ticks & 65535) * 1000000 + 65535) >> 16));
END $$;

-- The same, rounded up to a nanosecond since the Unix epoch.
CREATE OR REPLACE FUNCTION ids.siq_nanoseconds(id uuid) RETURNS numeric PURE AS $$
DECLARE
    ticks bigint := ids.siq_tick_of(id);
BEGIN
    RETURN (ticks >> 16) * 1000000000::numeric + (((ticks & 65535) * 1000000000 + 65535) >> 16);
END $$;

-- The tick of 1/65536 s that has this number of nanoseconds since the Unix epoch.
CREATE OR REPLACE FUNCTION ids.siq_tick(nanoseconds numeric) RETURNS bigint PURE AS $$
BEGIN
    IF nanoseconds < 0 THEN
        PERFORM ids.refuse('before_epoch', 'the time is before the Unix epoch');
    ELSIF div(nanoseconds, 1000000000) >= 1099511627776 THEN
        PERFORM ids.refuse('after_end', 'the last tick of SIQ is in the year 36812');
    END IF;
    RETURN div(nanoseconds * 65536, 1000000000);
END $$;

-- The first identifier of the tick that holds this time, and the last one.
CREATE OR REPLACE FUNCTION ids.siq_first_nanoseconds(nanoseconds numeric) RETURNS uuid PURE
RETURN ids.siq_from_number(ids.siq_tick(nanoseconds) * 72057594037927936::numeric);

CREATE OR REPLACE FUNCTION ids.siq_last_nanoseconds(nanoseconds numeric) RETURNS uuid PURE
RETURN ids.siq_from_number(ids.siq_tick(nanoseconds) * 72057594037927936::numeric + 72057594037927935);

CREATE OR REPLACE FUNCTION ids.siq_first(at timestamptz) RETURNS uuid PURE
RETURN ids.siq_first_nanoseconds(ids.to_micros(at) * 1000::numeric);

CREATE OR REPLACE FUNCTION ids.siq_last(at timestamptz) RETURNS uuid PURE
RETURN ids.siq_last_nanoseconds(ids.to_micros(at) * 1000::numeric);

-- CRC-32, as zlib and Ethernet have it: the table has what each four bits become.
CREATE OR REPLACE FUNCTION ids.crc_32(bytes bytea) RETURNS bigint PURE AS $$
DECLARE
    table_of_fours CONSTANT bigint[] := ARRAY[
        0, 498536548, 997073096, 651767980, 1994146192, 1802195444, 1303535960, 1342533948,
        3988292384, 4027552580, 3604390888, 3412177804, 2607071920, 2262029012, 2685067896, 3183342108];
    register bigint := 4294967295;
BEGIN
    FOR place IN 0..octet_length(bytes) - 1 LOOP
        register := register # get_byte(bytes, place);
        register := (register >> 4) # table_of_fours[(register & 15) + 1];
        register := (register >> 4) # table_of_fours[(register & 15) + 1];
    END LOOP;
    RETURN register # 4294967295;
END $$;

-- The canonical text, did:siq: and 29 digits with a checksum. It does not sort.
--
-- Forty bits at once become eight digits: each five bits go to a byte of their own, with 48 added. So they are the
-- characters from "0" to "O", which stand for the digits.
CREATE OR REPLACE FUNCTION ids.siq_text(id uuid) RETURNS text PURE AS $$
DECLARE
    bytes bytea := ids.siq_bytes(id);
    checksum bigint := ids.crc_32(bytes);
    forty bigint;
    written bytea := '';
BEGIN
    FOREACH forty IN ARRAY ARRAY[
        checksum >> 8, ((checksum & 255) << 32) | ids.uint(bytes, 0, 4), ids.uint(bytes, 4, 5), ids.uint(bytes, 9, 5)
    ] LOOP
        forty := ((forty & 1099510579200) << 12) | (forty & 1048575);
        forty := ((forty & 4499201581906944) << 6) | (forty & 4393751544831);
        forty := ((forty & 279227437569541088) << 3) | (forty & 8725857424048159);
        written := written || int8send(forty + 3472328296227680304);
    END LOOP;
    RETURN 'did:siq:' || translate(encode(substring(written FROM 4), 'escape'),
        '0123456789:;<=>?@ABCDEFGHIJKLMNO', 'abcdefghijklmnopqrstuvwxyz234567');
END $$;

CREATE OR REPLACE FUNCTION ids.siq_from_text(written text) RETURNS uuid PURE AS $$
DECLARE
    whole numeric;
    id uuid;
BEGIN
    IF left(written, 8) <> 'did:siq:' COLLATE "C" THEN
        PERFORM ids.refuse('expected', 'the text of a SIQ begins with did:siq:');
    END IF;
    whole := ids.read_digits(
        translate(substr(written, 9), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'),
        'abcdefghijklmnopqrstuvwxyz234567', 145, 29, true);
    IF whole >= ids.power_of_two(144) THEN
        PERFORM ids.refuse('digit', 'the first digit after did:siq: is one of a to p');
    END IF;
    id := ids.siq_from_number(mod(whole, 5192296858534827628530496329220096));
    IF ids.crc_32(ids.siq_bytes(id)) <> div(whole, 5192296858534827628530496329220096) THEN
        PERFORM ids.refuse('checksum', 'the checksum is not that of the identifier');
    END IF;
    RETURN id;
END $$;

-- The UUID in its one canonical spelling.
CREATE OR REPLACE FUNCTION ids.siq_from_uuid_text(written text) RETURNS uuid PURE
RETURN ids.siq_check(ids.read_uuid(written));
