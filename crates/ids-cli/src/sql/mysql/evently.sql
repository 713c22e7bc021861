-- Evently: the id of an event, of its time, a checksum and its ledger. The column is BINARY(16)
-- (EVENTLY-1 to EVENTLY-7).

-- The highest bit is 0.
CREATE FUNCTION ids.evently_valid(id LONGBLOB) RETURNS BOOLEAN DETERMINISTIC NO SQL
RETURN LENGTH(id) = 16 AND ORD(id) < 128
//

CREATE FUNCTION ids.evently_check(id LONGBLOB) RETURNS BINARY(16) DETERMINISTIC NO SQL
BEGIN
    DECLARE bytes VARBINARY(16) DEFAULT ids.sized('the id of an event', id, 16);
    IF ORD(bytes) > 127 THEN
        CALL ids.refuse('fixed', CONCAT('the highest bit of an event''s id is 0, and that of ', LOWER(HEX(bytes)), ' is 1'), 'sign');
    END IF;
    RETURN bytes;
END
//

-- The microsecond of the event.
CREATE FUNCTION ids.evently_time(id LONGBLOB) RETURNS DATETIME(6) DETERMINISTIC NO SQL
RETURN ids.to_time(ids.uint(ids.evently_check(id), 0, 8))
//

CREATE FUNCTION ids.evently_fields(id LONGBLOB) RETURNS JSON DETERMINISTIC NO SQL
BEGIN
    DECLARE bytes VARBINARY(16) DEFAULT ids.evently_check(id);
    RETURN IF(id IS NULL, NULL, JSON_OBJECT('sign', 0, 'timestamp', ids.uint(bytes, 0, 8) + 0, 'checksum', ids.uint(bytes, 8, 4) + 0,
        'ledger', ids.uint(bytes, 12, 4) >> 2, 'version', ids.uint(bytes, 15, 1) & 3));
END
//

CREATE FUNCTION ids.evently_make(`timestamp` DECIMAL(65), checksum DECIMAL(65), ledger DECIMAL(65), version DECIMAL(65))
RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN CONCAT(ids.word(ids.fits('timestamp', `timestamp`, 63), 8), ids.word(ids.fits('checksum', checksum, 32), 4),
    ids.word(ids.fits('ledger', ledger, 30) << 2 | ids.fits('version', version, 2), 4))
//

-- The text: 32 digits.
CREATE FUNCTION ids.evently_text(id LONGBLOB) RETURNS CHAR(32) CHARACTER SET ascii COLLATE ascii_bin DETERMINISTIC NO SQL
RETURN LOWER(HEX(ids.evently_check(id)))
//

CREATE FUNCTION ids.evently_from_text(written LONGTEXT) RETURNS BINARY(16) DETERMINISTIC NO SQL
BEGIN
    IF LENGTH(written) <> 32 THEN
        CALL ids.refuse('length', CONCAT('the text of an id has 32 bytes, not ', LENGTH(written)), '');
    END IF;
    RETURN ids.evently_check(ids.read_hex(written, 16));
END
//

{uuid evently, the id of an event}

-- The first id at this microsecond, and the last one.
CREATE FUNCTION ids.evently_first(at DATETIME(6)) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN CONCAT(ids.word(ids.to_micros(at), 8), X'0000000000000000')
//

CREATE FUNCTION ids.evently_last(at DATETIME(6)) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN CONCAT(ids.word(ids.to_micros(at), 8), X'FFFFFFFFFFFFFFFF')
//
