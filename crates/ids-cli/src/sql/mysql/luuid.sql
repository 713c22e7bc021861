-- LUUID: a key, a version, a group and 60 random bits in the shape of a UUID. The column is BINARY(16)
-- (LUUID-1 to LUUID-14).

CREATE FUNCTION ids.luuid_make(`key` DECIMAL(65), `group` DECIMAL(65), random DECIMAL(65), version INT)
RETURNS BINARY(16) DETERMINISTIC NO SQL
BEGIN
    IF version NOT IN (6, 8) THEN
        CALL ids.refuse('fixed', CONCAT('a LUUID has version 6 or 8, not ', version), 'version');
    END IF;
    RETURN CONCAT(ids.word(ids.fits('key', `key`, 48), 6), ids.word(version << 12 | ids.fits('group', `group`, 12), 2),
        ids.word(10 << 60 | ids.fits('random', random, 60), 8));
END

-- The group of a name: CRC-12 of its bytes in UTF-8 (LUUID-4).
CREATE FUNCTION ids.luuid_group_of(name LONGTEXT) RETURNS INT DETERMINISTIC NO SQL
BEGIN
    DECLARE bytes LONGBLOB DEFAULT name;
    DECLARE register INT DEFAULT 4095;
    DECLARE place INT DEFAULT 1;
    DECLARE step INT;
    WHILE place <= LENGTH(bytes) DO
        SET register = register ^ ORD(SUBSTRING(bytes, place, 1)), step = 0, place = place + 1;
        WHILE step < 8 DO
            SET register = (register >> 1) ^ ((register & 1) * 3841), step = step + 1;
        END WHILE;
    END WHILE;
    RETURN IF(name IS NULL, NULL, register ^ 4095);
END

-- The first identifier of a key in a group, and the last one.
CREATE FUNCTION ids.luuid_first(`key` DECIMAL(65), `group` DECIMAL(65), version INT) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.luuid_make(`key`, `group`, 0, version)

CREATE FUNCTION ids.luuid_last(`key` DECIMAL(65), `group` DECIMAL(65), version INT) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.luuid_make(`key`, `group`, 1152921504606846975, version)

-- A new identifier of this key. The key must be given once, and nothing here sees whether it is: two sequences for one
-- group, or a sequence beside the keys that ids reserve grants, give the same keys in silence. So take all keys of
-- a group from one place: one sequence by NEXTVAL in MariaDB, one table of your own with AUTO_INCREMENT in MySQL, or
-- `ids reserve keys`. Two groups whose names have one checksum are one group. The random part is from
-- RANDOM_BYTES(), so from the server's cryptographic source.
CREATE FUNCTION ids.luuid_new(`key` DECIMAL(65), `group` DECIMAL(65), version INT)
RETURNS BINARY(16) NOT DETERMINISTIC NO SQL
BEGIN
    IF `key` = 0 THEN
        CALL ids.refuse('range', 'key 0 is never issued', 'key');
    END IF;
    RETURN ids.luuid_make(`key`, `group`, ids.uint(RANDOM_BYTES(8), 0, 8) & 1152921504606846975, version);
END
