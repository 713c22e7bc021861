-- SIQ: time, shard, domain, serial number and kind. The column is BINARY(16): a UUID of version 8 has room for the
-- 112 bits (SIQ-1 to SIQ-20).

-- Version 8, its variant, and ten zeros in front.
CREATE FUNCTION ids.siq_valid(id LONGBLOB) RETURNS BOOLEAN DETERMINISTIC NO SQL
RETURN LENGTH(id) = 16 AND ORD(id) = 0 AND ORD(SUBSTRING(id, 2, 1)) < 64
    AND ORD(SUBSTRING(id, 7, 1)) >> 4 = 8 AND ORD(SUBSTRING(id, 9, 1)) >> 6 = 2

CREATE FUNCTION ids.siq_check(id LONGBLOB) RETURNS BINARY(16) DETERMINISTIC NO SQL
BEGIN
    DECLARE bytes VARBINARY(16) DEFAULT ids.sized('the UUID of a SIQ', id, 16);
    IF ORD(bytes) > 0 OR ORD(SUBSTRING(bytes, 2, 1)) >= 64 THEN
        CALL ids.refuse('fixed', CONCAT('the UUID of a SIQ begins with ten zero bits, and ', ids.write_uuid(bytes), ' does not'), 'zero');
    ELSEIF ORD(SUBSTRING(bytes, 7, 1)) >> 4 <> 8 THEN
        CALL ids.refuse('fixed', CONCAT('the UUID of a SIQ has version 8, and ', ids.write_uuid(bytes), ' has not'), 'version');
    ELSEIF ORD(SUBSTRING(bytes, 9, 1)) >> 6 <> 2 THEN
        CALL ids.refuse('fixed', CONCAT('the UUID of a SIQ has the variant of RFC 9562, and ', ids.write_uuid(bytes), ' has not'), 'variant');
    END IF;
    RETURN bytes;
END

-- The tick of 1/65536 s since the Unix epoch, in 56 bits.
CREATE FUNCTION ids.siq_tick_of(id LONGBLOB) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    DECLARE bytes VARBINARY(16) DEFAULT ids.siq_check(id);
    RETURN ids.uint(bytes, 0, 6) << 18 | (ids.uint(bytes, 6, 2) & 4095) << 6 | (ids.uint(bytes, 8, 1) & 63);
END

-- The identifier of a tick, and of the 56 bits below it.
CREATE FUNCTION ids.siq_join(tick BIGINT UNSIGNED, low BIGINT UNSIGNED) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN CONCAT(ids.word(tick >> 18, 6), ids.word(8 << 12 | (tick >> 6 & 4095), 2), ids.word(2 << 62 | (tick & 63) << 56 | low, 8))

CREATE FUNCTION ids.siq_bytes(id LONGBLOB) RETURNS BINARY(14) DETERMINISTIC NO SQL
RETURN CONCAT(ids.word(ids.siq_tick_of(id), 7), SUBSTRING(id, 10))

CREATE FUNCTION ids.siq_from_bytes(bytes LONGBLOB) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.siq_join(ids.uint(ids.sized('a SIQ', bytes, 14), 0, 7), ids.uint(bytes, 7, 7))

CREATE FUNCTION ids.siq_number(id LONGBLOB) RETURNS DECIMAL(65) DETERMINISTIC NO SQL
RETURN ids.integer_of(ids.siq_bytes(id))

CREATE FUNCTION ids.siq_from_number(number DECIMAL(65)) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.siq_from_bytes(ids.bytes(number, 14))

-- How many bits the qualifier has, which is the end of the tail (SIQ-8).
CREATE FUNCTION ids.siq_qualifier_width(tail INT) RETURNS INT DETERMINISTIC NO SQL
RETURN CASE WHEN tail & 1 = 1 THEN 3 WHEN tail & 7 = 6 THEN 4 ELSE 5 END

CREATE FUNCTION ids.siq_fields(id LONGBLOB) RETURNS JSON DETERMINISTIC NO SQL
BEGIN
    DECLARE tick BIGINT UNSIGNED DEFAULT ids.siq_tick_of(id);
    DECLARE tail INT DEFAULT ids.uint(id, 14, 2);
    DECLARE width INT DEFAULT ids.siq_qualifier_width(tail);
    RETURN IF(tick IS NULL, NULL, JSON_OBJECT('seconds', tick >> 16, 'fraction', tick & 65535, 'shard', ids.uint(id, 9, 1) + 0,
        'domain', ids.uint(id, 10, 4) + 0, 'tail', tail + 0, 'serial', tail >> width, 'qualifier', tail & ((1 << width) - 1)));
END

CREATE FUNCTION ids.siq_make(seconds DECIMAL(65), fraction DECIMAL(65), shard DECIMAL(65), domain DECIMAL(65), tail DECIMAL(65))
RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.siq_join(ids.fits('seconds', seconds, 40) << 16 | ids.fits('fraction', fraction, 16),
    ids.fits('shard', shard, 8) << 48 | ids.fits('domain', domain, 32) << 16 | ids.fits('tail', tail + 0, 16))

-- What an identifier stands for: the name of its qualifier, by its code behind a leading 1 (SIQ-7).
CREATE FUNCTION ids.siq_kind(id LONGBLOB) RETURNS VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin DETERMINISTIC NO SQL
BEGIN
    DECLARE tail INT DEFAULT ids.uint(ids.siq_check(id), 14, 2);
    DECLARE width INT DEFAULT ids.siq_qualifier_width(tail);
    RETURN CASE (1 << width) + (tail & ((1 << width) - 1)) {kinds} END;
END

-- The 32 bits of a domain's name. A local id of 0 to 255 replaces the highest 8; -1 means no local id (SIQ-5, SIQ-6).
CREATE FUNCTION ids.siq_domain_of(name LONGTEXT, local_id INT) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    DECLARE hashed BIGINT UNSIGNED DEFAULT ids.uint(UNHEX(RIGHT(SHA2(name, 256), 8)), 0, 4);
    IF LENGTH(name) <> CHAR_LENGTH(name) THEN
        CALL ids.refuse('digit', 'the name of a domain is ASCII; write other names in punycode', '');
    ELSEIF LENGTH(name) = 0 OR CAST(name AS BINARY) = '0' THEN
        RETURN 0;
    ELSEIF local_id = -1 THEN
        RETURN hashed;
    END IF;
    RETURN ids.fits('local_id', local_id, 8) << 24 | (hashed & 16777215);
END

-- The time: the start of its tick, rounded up to a microsecond, which is in the same tick.
CREATE FUNCTION ids.siq_time(id LONGBLOB) RETURNS DATETIME(6) DETERMINISTIC NO SQL
BEGIN
    DECLARE tick BIGINT UNSIGNED DEFAULT ids.siq_tick_of(id);
    RETURN ids.to_time((tick >> 16) * 1000000 + ((tick & 65535) * 1000000 + 65535 >> 16));
END

-- The same, rounded up to a nanosecond since the Unix epoch.
CREATE FUNCTION ids.siq_nanoseconds(id LONGBLOB) RETURNS DECIMAL(65) DETERMINISTIC NO SQL
BEGIN
    DECLARE tick BIGINT UNSIGNED DEFAULT ids.siq_tick_of(id);
    RETURN CAST(tick >> 16 AS DECIMAL(65)) * 1000000000 + ((tick & 65535) * 1000000000 + 65535 >> 16);
END

-- The tick of 1/65536 s that has this number of nanoseconds since the Unix epoch.
CREATE FUNCTION ids.siq_tick(nanoseconds DECIMAL(65)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    IF nanoseconds < 0 THEN
        CALL ids.refuse('before_epoch', 'the time is before the Unix epoch', '');
    ELSEIF nanoseconds >= 1099511627776000000000 THEN
        CALL ids.refuse('after_end', 'the last tick of SIQ is in the year 36812', '');
    END IF;
    RETURN ids.quotient(nanoseconds * 65536, 1000000000);
END

-- The first identifier of the tick that holds this time, and the last one.
CREATE FUNCTION ids.siq_first_nanoseconds(nanoseconds DECIMAL(65)) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.siq_join(ids.siq_tick(nanoseconds), 0)

CREATE FUNCTION ids.siq_last_nanoseconds(nanoseconds DECIMAL(65)) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.siq_join(ids.siq_tick(nanoseconds), 72057594037927935)

CREATE FUNCTION ids.siq_first(at DATETIME(6)) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.siq_first_nanoseconds(CAST(ids.to_micros(at) AS DECIMAL(65)) * 1000)

CREATE FUNCTION ids.siq_last(at DATETIME(6)) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.siq_last_nanoseconds(CAST(ids.to_micros(at) AS DECIMAL(65)) * 1000)

-- The canonical text, did:siq: and 29 digits with a checksum. It does not sort.
CREATE FUNCTION ids.siq_text(id LONGBLOB) RETURNS CHAR(37) CHARACTER SET ascii COLLATE ascii_bin DETERMINISTIC NO SQL
BEGIN
    DECLARE bytes VARBINARY(14) DEFAULT ids.siq_bytes(id);
    DECLARE digits CHAR(36) CHARACTER SET ascii COLLATE ascii_bin
        DEFAULT CONCAT(LPAD(HEX(CRC32(bytes)), 8, '0'), HEX(bytes));
    -- Fifteen digits of base 16 are twelve of base 32, which are 0 to 9 and A to V here.
    SET digits = CONCAT(
        LPAD(CONV(LEFT(digits, 6), 16, 32), 5, '0'), LPAD(CONV(SUBSTRING(digits, 7, 15), 16, 32), 12, '0'),
        LPAD(CONV(RIGHT(digits, 15), 16, 32), 12, '0'));
    SET digits = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(digits, '0', 'a'), '1', 'b'), '2', 'c'), '3', 'd'), '4', 'e'), '5', 'f'), '6', 'g'), '7', 'h');
    SET digits = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(digits, '8', 'i'), '9', 'j'), 'A', 'k'), 'B', 'l'), 'C', 'm'), 'D', 'n'), 'E', 'o'), 'F', 'p');
    SET digits = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(digits, 'G', 'q'), 'H', 'r'), 'I', 's'), 'J', 't'), 'K', 'u'), 'L', 'v'), 'M', 'w'), 'N', 'x');
    SET digits = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(digits, 'O', 'y'), 'P', 'z'), 'Q', '2'), 'R', '3'), 'S', '4'), 'T', '5'), 'U', '6'), 'V', '7');
    RETURN CONCAT('did:siq:', digits);
END

CREATE FUNCTION ids.siq_from_text(written LONGTEXT) RETURNS BINARY(16) DETERMINISTIC NO SQL
BEGIN
    DECLARE text LONGBLOB DEFAULT written;
    DECLARE whole, number DECIMAL(65);
    DECLARE id BINARY(16);
    IF LEFT(text, 8) <> 'did:siq:' THEN
        CALL ids.refuse('expected', 'the text of a SIQ begins with did:siq:', '');
    END IF;
    SET whole = ids.read_digits(SUBSTRING(text, 9), 'abcdefghijklmnopqrstuvwxyz234567',
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', 145, 29, TRUE);
    IF whole >= ids.power_of_two(144) THEN
        CALL ids.refuse('digit', 'the first digit after did:siq: is one of a to p', '');
    END IF;
    SET number = MOD(whole, 5192296858534827628530496329220096);
    SET id = ids.siq_from_number(number);
    IF CRC32(ids.bytes(number, 14)) <> ids.quotient(whole, 5192296858534827628530496329220096) THEN
        CALL ids.refuse('checksum', 'the checksum is not that of the identifier', '');
    END IF;
    RETURN id;
END

-- The text of the UUID, and back, in its one canonical spelling.
CREATE FUNCTION ids.siq_uuid_text(id LONGBLOB) RETURNS CHAR(36) CHARACTER SET ascii COLLATE ascii_bin DETERMINISTIC NO SQL
RETURN ids.write_uuid(ids.siq_check(id))

CREATE FUNCTION ids.siq_from_uuid_text(written LONGTEXT) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.siq_check(ids.read_uuid(written))
