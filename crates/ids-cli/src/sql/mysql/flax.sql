-- Flax: 5 bytes of milliseconds since 2015, then 7 random ones. The column is BINARY(12) (FLAX-1 to FLAX-8).

{bytes flax, a Flax}

-- The millisecond in which it was made.
CREATE FUNCTION ids.flax_time(id LONGBLOB) RETURNS DATETIME(6) DETERMINISTIC NO SQL
RETURN ids.to_time(1420070400000000 + ids.uint(ids.flax_check(id), 0, 5) * 1000)
//

CREATE FUNCTION ids.flax_fields(id LONGBLOB) RETURNS JSON DETERMINISTIC NO SQL
BEGIN
    DECLARE bytes VARBINARY(16) DEFAULT ids.flax_check(id);
    RETURN IF(id IS NULL, NULL, JSON_OBJECT('timestamp', ids.uint(bytes, 0, 5) + 0, 'random', ids.uint(bytes, 5, 7) + 0));
END
//

CREATE FUNCTION ids.flax_make(`timestamp` DECIMAL(65), random DECIMAL(65)) RETURNS BINARY(12) DETERMINISTIC NO SQL
RETURN CONCAT(ids.word(ids.fits('timestamp', `timestamp`, 40), 5), ids.word(ids.fits('random', random, 56), 7))
//

-- The text of 16 characters. It sorts like the identifier in a column with the collation ascii_bin.
CREATE FUNCTION ids.flax_text(id LONGBLOB) RETURNS CHAR(16) CHARACTER SET ascii COLLATE ascii_bin DETERMINISTIC NO SQL
RETURN ids.write_sixes(ids.flax_check(id), '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz')
//

CREATE FUNCTION ids.flax_from_text(written LONGTEXT) RETURNS BINARY(12) DETERMINISTIC NO SQL
RETURN ids.read_sixes('a Flax', written, '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz', 16)
//

-- The first identifier of the millisecond that holds this time, and the last one.
CREATE FUNCTION ids.flax_first(at DATETIME(6)) RETURNS BINARY(12) DETERMINISTIC NO SQL
RETURN CONCAT(ids.word(ids.to_tick(at, 1420070400000000, 1000, 1099511627775), 5), X'00000000000000')
//

CREATE FUNCTION ids.flax_last(at DATETIME(6)) RETURNS BINARY(12) DETERMINISTIC NO SQL
RETURN CONCAT(ids.word(ids.to_tick(at, 1420070400000000, 1000, 1099511627775), 5), X'FFFFFFFFFFFFFF')
//

-- A new identifier. Its random part is from RANDOM_BYTES(), so from the server's cryptographic source. The time
-- is that of the statement's start.
CREATE FUNCTION ids.flax_new() RETURNS BINARY(12) NOT DETERMINISTIC NO SQL
RETURN CONCAT(LEFT(ids.flax_first(UTC_TIMESTAMP(6)), 5), RANDOM_BYTES(7))
//
