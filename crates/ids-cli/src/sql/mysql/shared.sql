-- What the formats share. Numbers come in as DECIMAL, texts as LONGTEXT and bytes as LONGBLOB: a narrower type
-- would cut a value off, where the session is not strict, before a function sees it. MariaDB takes what a function
-- gives for a text where it writes JSON: "+ 0" makes it a number.

-- Ends the statement: an identifier, a text, a number or a time is refused. GET DIAGNOSTICS has the kind of the
-- error as CONSTRAINT_NAME, and the field of the identifier as COLUMN_NAME.
CREATE PROCEDURE ids.refuse(kind VARCHAR(64), message VARCHAR(128), field VARCHAR(64)) NO SQL
SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message, CONSTRAINT_NAME = kind, COLUMN_NAME = field

-- 2 to the power of this, exactly.
CREATE FUNCTION ids.power_of_two(bits INT) RETURNS DECIMAL(65) DETERMINISTIC NO SQL
BEGIN
    DECLARE whole DECIMAL(65) DEFAULT 1;
    WHILE bits >= 32 DO
        SET whole = whole * 4294967296, bits = bits - 32;
    END WHILE;
    RETURN whole * (1 << bits);
END

-- How often the divisor goes into the number, without what is left.
CREATE FUNCTION ids.quotient(number DECIMAL(65), divisor DECIMAL(65)) RETURNS DECIMAL(65) DETERMINISTIC NO SQL
RETURN (number - MOD(number, divisor)) / divisor

-- The value, if it fits a field of this number of bits.
CREATE FUNCTION ids.fits(field VARCHAR(64), value DECIMAL(65), bits INT) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    IF value < 0 OR value >= ids.power_of_two(bits) THEN
        CALL ids.refuse('range', CONCAT(field, ' has ', bits, ' bits, and ', value, ' does not fit'), field);
    END IF;
    RETURN value;
END

-- The bytes themselves, if "count" is their number.
CREATE FUNCTION ids.sized(what VARCHAR(64), bytes LONGBLOB, count INT) RETURNS VARBINARY(16) DETERMINISTIC NO SQL
BEGIN
    IF LENGTH(bytes) <> count THEN
        CALL ids.refuse('length', CONCAT(what, ' has ', count, ' bytes, not ', LENGTH(bytes)), '');
    END IF;
    RETURN bytes;
END

-- The "count" bytes, at most 8, from this place on, as one number. The most significant byte is first.
CREATE FUNCTION ids.uint(bytes VARBINARY(16), place INT, count INT) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN CAST(CONV(HEX(SUBSTRING(bytes, place + 1, count)), 16, 10) AS UNSIGNED)

-- A number in this count of bytes, at most 8.
CREATE FUNCTION ids.word(number BIGINT UNSIGNED, count INT) RETURNS VARBINARY(8) DETERMINISTIC NO SQL
RETURN UNHEX(RIGHT(LPAD(HEX(number), 16, '0'), 2 * count))

-- At most 16 bytes as one number without sign.
CREATE FUNCTION ids.integer_of(bytes VARBINARY(16)) RETURNS DECIMAL(65) DETERMINISTIC NO SQL
BEGIN
    DECLARE whole VARBINARY(16) DEFAULT CONCAT(REPEAT(X'00', 16 - LENGTH(bytes)), bytes);
    RETURN CAST(ids.uint(whole, 0, 8) AS DECIMAL(65)) * 18446744073709551616 + ids.uint(whole, 8, 8);
END

-- A number in this count of bytes, at most 16.
CREATE FUNCTION ids.bytes(number DECIMAL(65), count INT) RETURNS VARBINARY(16) DETERMINISTIC NO SQL
BEGIN
    IF number < 0 OR number >= ids.power_of_two(8 * count) THEN
        CALL ids.refuse('too_large', CONCAT(number, ' is no number of ', 8 * count, ' bits'), '');
    END IF;
    RETURN RIGHT(CONCAT(ids.word(ids.quotient(number, 18446744073709551616), 8),
        ids.word(MOD(number, 18446744073709551616), 8)), count);
END

-- A number of 64 bits.
CREATE FUNCTION ids.to_unsigned(number DECIMAL(65)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    IF number < 0 OR number > 18446744073709551615 THEN
        CALL ids.refuse('too_large', CONCAT(number, ' is no number of 64 bits'), '');
    END IF;
    RETURN number;
END

-- A number of 64 bits as an identifier, which is not negative.
CREATE FUNCTION ids.not_negative(id DECIMAL(65)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    IF id < 0 THEN
        CALL ids.refuse('fixed', CONCAT(id, ' is negative'), 'sign');
    END IF;
    RETURN ids.to_unsigned(id);
END

-- The number in the digits of this alphabet, at least "width" of them.
CREATE FUNCTION ids.write_digits(number DECIMAL(65), alphabet VARBINARY(64), width INT)
RETURNS VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin DETERMINISTIC NO SQL
BEGIN
    DECLARE base INT DEFAULT LENGTH(alphabet);
    DECLARE written VARBINARY(64) DEFAULT '';
    DECLARE digit INT;
    WHILE number > 0 DO
        SET digit = MOD(number, base), number = (number - digit) / base;
        SET written = CONCAT(SUBSTRING(alphabet, digit + 1, 1), written);
    END WHILE;
    RETURN IF(number IS NULL, NULL, CONCAT(REPEAT(LEFT(alphabet, 1), width - LENGTH(written)), written));
END

-- The number that these digits write, at most "bits" wide. A character of "others" is read as the one at the same
-- place in "meant". With "fixed" there are exactly "width" digits, else at most "width", without leading zeros.
CREATE FUNCTION ids.read_digits(
    written LONGBLOB, alphabet VARBINARY(64), others VARBINARY(64), meant VARBINARY(64), bits INT, width INT, fixed BOOLEAN)
RETURNS DECIMAL(65) DETERMINISTIC NO SQL
BEGIN
    DECLARE whole DECIMAL(65) DEFAULT 0;
    DECLARE place INT DEFAULT 1;
    DECLARE other, digit, front INT;
    IF LENGTH(written) > width OR LENGTH(written) < IF(fixed, width, 1) THEN
        CALL ids.refuse('length', CONCAT('the text has ', LENGTH(written), ' bytes, not ', IF(fixed, '', '1 to '), width), '');
    END IF;
    WHILE place <= LENGTH(written) DO
        SET other = LOCATE(SUBSTRING(written, place, 1), others);
        SET digit = LOCATE(IF(other > 0, SUBSTRING(meant, other, 1), SUBSTRING(written, place, 1)), alphabet) - 1;
        IF digit < 0 THEN
            CALL ids.refuse('digit', CONCAT('the byte at index ', place - 1, ' is not one of ', alphabet), '');
        END IF;
        SET front = IFNULL(front, digit), whole = whole * LENGTH(alphabet) + digit, place = place + 1;
    END WHILE;
    IF NOT fixed AND LENGTH(written) > 1 AND front = 0 THEN
        CALL ids.refuse('leading_zero', 'the text has a leading zero', '');
    ELSEIF whole >= ids.power_of_two(bits) THEN
        CALL ids.refuse('too_large', CONCAT(whole, ' does not fit ', bits, ' bits'), '');
    END IF;
    RETURN IF(written IS NULL, NULL, whole);
END

-- Bytes in digits of 6 bits, and after the last one zeros. Three bytes are four digits.
CREATE FUNCTION ids.write_sixes(bytes VARBINARY(18), alphabet VARBINARY(64))
RETURNS VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin DETERMINISTIC NO SQL
BEGIN
    DECLARE written VARBINARY(24) DEFAULT '';
    DECLARE place INT DEFAULT 0;
    DECLARE three INT;
    WHILE place < LENGTH(bytes) DO
        SET three = CONV(HEX(SUBSTRING(bytes, place + 1, 3)), 16, 10), place = place + 3;
        SET written = CONCAT(written,
            SUBSTRING(alphabet, (three >> 18) + 1, 1), SUBSTRING(alphabet, (three >> 12 & 63) + 1, 1),
            SUBSTRING(alphabet, (three >> 6 & 63) + 1, 1), SUBSTRING(alphabet, (three & 63) + 1, 1));
    END WHILE;
    RETURN IF(bytes IS NULL, NULL, written);
END

-- The bytes of "count" digits of 6 bits. Four digits are three bytes.
CREATE FUNCTION ids.read_sixes(what VARCHAR(64), written LONGBLOB, alphabet VARBINARY(64), count INT)
RETURNS VARBINARY(18) DETERMINISTIC NO SQL
BEGIN
    DECLARE bytes VARBINARY(18) DEFAULT '';
    DECLARE place INT DEFAULT 1;
    DECLARE digit, four INT DEFAULT 0;
    IF LENGTH(written) <> count THEN
        CALL ids.refuse('length', CONCAT('the text of ', what, ' has ', count, ' bytes, not ', LENGTH(written)), '');
    END IF;
    SET written = RPAD(written, (count + 3) DIV 4 * 4, LEFT(alphabet, 1));
    WHILE place <= LENGTH(written) DO
        SET digit = LOCATE(SUBSTRING(written, place, 1), alphabet) - 1;
        IF digit < 0 THEN
            CALL ids.refuse('digit', CONCAT('the byte at index ', place - 1, ' is not one of ', alphabet), '');
        END IF;
        SET four = four << 6 | digit;
        IF place MOD 4 = 0 THEN
            SET bytes = CONCAT(bytes, UNHEX(LPAD(HEX(four), 6, '0'))), four = 0;
        END IF;
        SET place = place + 1;
    END WHILE;
    IF count MOD 4 > 0 THEN
        IF ORD(SUBSTRING(bytes, count * 6 DIV 8 + 1)) > 0 THEN
            CALL ids.refuse('digit', 'the last character has bits that no identifier has', '');
        END IF;
        SET bytes = LEFT(bytes, count * 6 DIV 8);
    END IF;
    RETURN IF(written IS NULL, NULL, bytes);
END

-- The text of a UUID.
CREATE FUNCTION ids.write_uuid(bytes VARBINARY(16))
RETURNS CHAR(36) CHARACTER SET ascii COLLATE ascii_bin DETERMINISTIC NO SQL
RETURN LOWER(CONCAT(HEX(LEFT(bytes, 4)), '-', HEX(SUBSTRING(bytes, 5, 2)), '-', HEX(SUBSTRING(bytes, 7, 2)), '-',
    HEX(SUBSTRING(bytes, 9, 2)), '-', HEX(SUBSTRING(bytes, 11))))

-- The bytes that these digits write, two for each: 0 to 9 and a to f.
CREATE FUNCTION ids.read_hex(written LONGBLOB, count INT) RETURNS VARBINARY(16) DETERMINISTIC NO SQL
BEGIN
    -- UNHEX alone takes capitals, too. What it does not take is NULL in MariaDB and an error in MySQL.
    IF LENGTH(written) <> 2 * count THEN
        CALL ids.refuse('length', CONCAT('the text has ', LENGTH(written), ' bytes, not ', 2 * count), '');
    ELSEIF CONVERT(written USING latin1) COLLATE latin1_bin REGEXP '[^0-9a-f]' THEN
        CALL ids.refuse('digit', 'the digits are 0 to 9 and a to f', '');
    END IF;
    RETURN UNHEX(written);
END

-- A UUID in its one canonical spelling.
CREATE FUNCTION ids.read_uuid(written LONGBLOB) RETURNS VARBINARY(16) DETERMINISTIC NO SQL
BEGIN
    IF LENGTH(written) <> 36 THEN
        CALL ids.refuse('length', CONCAT('the text has ', LENGTH(written), ' bytes, not 36'), '');
    ELSEIF LENGTH(written) <> CHAR_LENGTH(CONVERT(written USING utf8mb4)) THEN
        CALL ids.refuse('digit', 'a UUID has ASCII characters only', '');
    ELSEIF CONCAT(SUBSTRING(written, 9, 1), SUBSTRING(written, 14, 1), SUBSTRING(written, 19, 1), SUBSTRING(written, 24, 1)) <> '----' THEN
        CALL ids.refuse('expected', 'the hyphens of a UUID stand at the indices 8, 13, 18 and 23', '');
    END IF;
    RETURN ids.read_hex(REPLACE(written, '-', ''), 16);
END

-- Microseconds since the Unix epoch as a time in UTC.
CREATE FUNCTION ids.to_time(micros DECIMAL(65)) RETURNS DATETIME(6) DETERMINISTIC NO SQL
BEGIN
    IF micros > 253402300799999999 THEN
        CALL ids.refuse('after_end', 'the time is after the year 9999, with which a DATETIME ends', '');
    END IF;
    RETURN TIMESTAMP'1970-01-01 00:00:00.000000' + INTERVAL micros MICROSECOND;
END

-- A time in UTC in microseconds since the Unix epoch.
CREATE FUNCTION ids.to_micros(at DATETIME(6)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    IF at < TIMESTAMP'1970-01-01 00:00:00' THEN
        CALL ids.refuse('before_epoch', 'the time is before the Unix epoch', '');
    END IF;
    RETURN TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', at);
END

-- How many whole units a time is after an epoch, both in microseconds; "last" is the last that fits.
CREATE FUNCTION ids.to_tick(at DATETIME(6), epoch BIGINT UNSIGNED, unit BIGINT UNSIGNED, last BIGINT UNSIGNED)
RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    DECLARE micros BIGINT UNSIGNED DEFAULT ids.to_micros(at);
    IF micros < epoch THEN
        CALL ids.refuse('before_epoch', CONCAT('the format begins at ', ids.to_time(epoch)), '');
    ELSEIF (micros - epoch) DIV unit > last THEN
        CALL ids.refuse('after_end', 'the time is after the last one of the format', '');
    END IF;
    RETURN (micros - epoch) DIV unit;
END
