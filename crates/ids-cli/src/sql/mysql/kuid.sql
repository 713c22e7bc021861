-- KUID: ticks of 1.024 ms and a number inside the tick. A local identifier is a BIGINT UNSIGNED, or a BIGINT until
-- the year 18584. A global one is BINARY(12), and its functions take the drift, 5 to 10 bits, of which 8 are usual
-- (KUID-1 to KUID-17).

-- The microsecond since the Unix epoch of the first 50 bits.
CREATE FUNCTION ids.kuid_tick_start(tick BIGINT UNSIGNED) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ((tick >> 30) * 1000000 + (tick >> 10 & 1048575)) * 1000000 + (tick & 1023) * 1024

CREATE FUNCTION ids.kuid_time(id DECIMAL(65)) RETURNS DATETIME(6) DETERMINISTIC NO SQL
RETURN ids.to_time(ids.kuid_tick_start(ids.kuid_check(id) >> 14))

-- The first 50 bits of the identifiers of this time's tick.
CREATE FUNCTION ids.kuid_tick(at DATETIME(6)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    DECLARE micros BIGINT UNSIGNED DEFAULT ids.to_micros(at);
    DECLARE seconds BIGINT UNSIGNED DEFAULT micros DIV 1000000;
    RETURN (seconds DIV 1000000) << 30 | (seconds MOD 1000000) << 10 | (micros MOD 1000000) >> 10;
END

-- The first identifier of the tick that holds this time, and the last one.
CREATE FUNCTION ids.kuid_first(at DATETIME(6)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ids.kuid_tick(at) << 14

CREATE FUNCTION ids.kuid_last(at DATETIME(6)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ids.kuid_tick(at) << 14 | 16383

-- The place of the node's lowest bit.
CREATE FUNCTION ids.kuid_node_low(drift INT) RETURNS INT DETERMINISTIC NO SQL
BEGIN
    IF drift NOT BETWEEN 5 AND 10 THEN
        CALL ids.refuse('range', CONCAT('the drift is 5 to 10 bits, not ', drift), 'drift');
    END IF;
    RETURN 24 + drift;
END

-- A local identifier with a node put in (KUID-10).
CREATE FUNCTION ids.kuid_to_global(id DECIMAL(65), node DECIMAL(65), drift INT) RETURNS BINARY(12) DETERMINISTIC NO SQL
BEGIN
    DECLARE number BIGINT UNSIGNED DEFAULT ids.kuid_check(id);
    DECLARE low INT DEFAULT ids.kuid_node_low(drift);
    RETURN ids.bytes((CAST(number >> low AS DECIMAL(65)) * 4294967296 + ids.fits('node', node + 0, 32)) * (1 << low)
        + (number & ((1 << low) - 1)), 12);
END

-- The local identifier.
CREATE FUNCTION ids.kuid_to_local(id LONGBLOB, drift INT) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    DECLARE number DECIMAL(65) DEFAULT ids.kuid_global_number(id);
    DECLARE below DECIMAL(65) DEFAULT ids.power_of_two(ids.kuid_node_low(drift));
    RETURN ids.quotient(number, below * 4294967296) * below + MOD(number, below);
END

-- The node.
CREATE FUNCTION ids.kuid_node_of(id LONGBLOB, drift INT) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN MOD(ids.quotient(ids.kuid_global_number(id), ids.power_of_two(ids.kuid_node_low(drift))), 4294967296)

CREATE FUNCTION ids.kuid_global_fields(id LONGBLOB, drift INT) RETURNS JSON DETERMINISTIC NO SQL
BEGIN
    DECLARE number BIGINT UNSIGNED DEFAULT ids.kuid_to_local(id, drift);
    DECLARE node BIGINT UNSIGNED DEFAULT ids.kuid_node_of(id, drift);
    RETURN IF(number IS NULL, NULL, JSON_OBJECT('mega', number >> 44, 'window', (number >> 24 & 1048575) >> drift,
        'node', node + 0, 'offset', number >> 24 & ((1 << drift) - 1), 'fraction', number >> 14 & 1023,
        'sequence', number & 16383));
END

CREATE FUNCTION ids.kuid_global_time(id LONGBLOB, drift INT) RETURNS DATETIME(6) DETERMINISTIC NO SQL
RETURN ids.to_time(ids.kuid_tick_start(ids.kuid_to_local(id, drift) >> 14))

CREATE FUNCTION ids.kuid_global_make(mega DECIMAL(65), `window` DECIMAL(65), node DECIMAL(65), `offset` DECIMAL(65),
    fraction DECIMAL(65), sequence DECIMAL(65), drift INT) RETURNS BINARY(12) DETERMINISTIC NO SQL
BEGIN
    DECLARE width INT DEFAULT ids.kuid_node_low(drift) - 24;
    RETURN ids.kuid_to_global(ids.kuid_make(mega,
        ids.fits('window', `window`, 20 - width) << width | ids.fits('offset', `offset`, width), fraction, sequence),
        node, drift);
END

-- The first identifier of the window that holds this time, and the last one: inside a window global identifiers
-- sort by node first (KUID-17). Filter by ids.kuid_global_time what a range of them has too much.
CREATE FUNCTION ids.kuid_global_first(at DATETIME(6), drift INT) RETURNS BINARY(12) DETERMINISTIC NO SQL
BEGIN
    DECLARE low INT DEFAULT ids.kuid_node_low(drift);
    RETURN ids.kuid_to_global(ids.kuid_first(at) >> low << low, 0, drift);
END

CREATE FUNCTION ids.kuid_global_last(at DATETIME(6), drift INT) RETURNS BINARY(12) DETERMINISTIC NO SQL
BEGIN
    DECLARE low INT DEFAULT ids.kuid_node_low(drift);
    RETURN ids.kuid_to_global(ids.kuid_first(at) | ((1 << low) - 1), 4294967295, drift);
END
