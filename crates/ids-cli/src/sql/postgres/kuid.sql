-- KUID: ticks of 1.024 ms and a number inside the tick. A local identifier is a bigint. A global one is 12
-- bytes, and its functions take the drift, 5 to 10 bits, 8 by default (KUID-1 to KUID-17). Local identifiers have
-- bit 63 from the year 18584 on.

CREATE OR REPLACE FUNCTION ids.kuid_time(id bigint) RETURNS timestamptz PURE AS $$
BEGIN
    IF id < 0 THEN
        PERFORM ids.kuid_check(id);
    END IF;
    RETURN ids.to_time(
        ((id >> 44) * 1000000 + ((id >> 24) & 1048575)) * 1000000 + ((id >> 14) & 1023) * 1024);
END $$;

-- The first 50 bits of the identifiers of this instant's tick, as a number without sign.
CREATE OR REPLACE FUNCTION ids.kuid_tick(at timestamptz) RETURNS bigint PURE AS $$
DECLARE
    micros bigint := ids.to_micros(at);
    seconds bigint := micros / 1000000;
BEGIN
    IF seconds >= 1048576000000 THEN
        PERFORM ids.refuse('after_end', 'the last tick of KUID is in the year 35198');
    END IF;
    RETURN ((seconds / 1000000) << 30) | ((seconds % 1000000) << 10) | ((micros % 1000000) >> 10);
END $$;

-- The first identifier of the tick that holds this time, and the last one.
CREATE OR REPLACE FUNCTION ids.kuid_first(at timestamptz) RETURNS bigint PURE AS $$
DECLARE
    tick bigint := ids.kuid_tick(at);
BEGIN
    IF tick >> 49 > 0 THEN
        PERFORM ids.refuse('fixed', 'from the year 18584 on a KUID needs bit 63, which a bigint cannot hold', 'sign');
    END IF;
    RETURN tick << 14;
END $$;

CREATE OR REPLACE FUNCTION ids.kuid_last(at timestamptz) RETURNS bigint PURE
RETURN ids.kuid_first(at) | 16383;

-- The place of the node's lowest bit.
CREATE OR REPLACE FUNCTION ids.kuid_node_low(drift int) RETURNS int PURE AS $$
BEGIN
    IF drift NOT BETWEEN 5 AND 10 THEN
        PERFORM ids.refuse('range', format('the drift is 5 to 10 bits, not %s', drift), 'drift');
    END IF;
    RETURN 24 + drift;
END $$;

-- A local identifier's number with a node put in (KUID-10).
CREATE OR REPLACE FUNCTION ids.kuid_join(number numeric, node bigint, drift int) RETURNS bytea PURE AS $$
DECLARE
    below numeric := ids.power_of_two(ids.kuid_node_low(drift));
BEGIN
    RETURN ids.bytes(
        (div(number, below) * 4294967296 + ids.fits('node', node, 32)) * below + mod(number, below), 12);
END $$;

-- The local identifier's number, and the node.
CREATE OR REPLACE FUNCTION ids.kuid_split(id bytea, drift int DEFAULT 8, OUT number numeric, OUT node bigint) PURE AS $$
DECLARE
    below numeric := ids.power_of_two(ids.kuid_node_low(drift));
    whole numeric := ids.number(ids.kuid_global_check(id));
BEGIN
    number := div(whole, below * 4294967296) * below + mod(whole, below);
    node := mod(div(whole, below), 4294967296);
END $$;

CREATE OR REPLACE FUNCTION ids.kuid_to_global(id bigint, node bigint, drift int DEFAULT 8) RETURNS bytea PURE
RETURN ids.kuid_join(ids.kuid_check(id)::numeric, node, drift);

CREATE OR REPLACE FUNCTION ids.kuid_to_local(id bytea, drift int DEFAULT 8) RETURNS bigint PURE
RETURN ids.to_bigint((ids.kuid_split(id, drift)).number);

CREATE OR REPLACE FUNCTION ids.kuid_global_fields(
    id bytea, drift int DEFAULT 8,
    OUT mega int, OUT "window" int, OUT node bigint, OUT "offset" int, OUT fraction int, OUT sequence int) PURE AS $$
DECLARE
    local numeric;
    low bigint;
BEGIN
    SELECT * INTO local, node FROM ids.kuid_split(id, drift);
    mega := div(local, 17592186044416);
    low := mod(local, 17592186044416);
    "window" := low >> 24 + drift;
    "offset" := (low >> 24) & ((1 << drift) - 1);
    fraction := (low >> 14) & 1023;
    sequence := low & 16383;
END $$;

CREATE OR REPLACE FUNCTION ids.kuid_global_time(id bytea, drift int DEFAULT 8) RETURNS timestamptz PURE AS $$
DECLARE
    fields record := ids.kuid_global_fields(id, drift);
BEGIN
    RETURN ids.to_time((fields.mega * 1000000::bigint + (fields."window" << drift) + fields."offset") * 1000000
        + fields.fraction * 1024);
END $$;

CREATE OR REPLACE FUNCTION ids.kuid_global_make(
    mega bigint, "window" bigint, node bigint, "offset" bigint, fraction bigint, sequence bigint,
    drift int DEFAULT 8) RETURNS bytea PURE AS $$
BEGIN
    PERFORM ids.kuid_node_low(drift), ids.fits('mega', mega, 20), ids.fits('window', "window", 20 - drift),
        ids.fits('offset', "offset", drift), ids.fits('fraction', fraction, 10),
        ids.fits('sequence', sequence, 14);
    RETURN ids.kuid_join(
        ((mega::numeric * 1048576 + ("window" << drift) + "offset") * 1024 + fraction) * 16384 + sequence,
        node, drift);
END $$;

-- The first number of the window that holds this time.
CREATE OR REPLACE FUNCTION ids.kuid_window(at timestamptz, drift int) RETURNS numeric PURE
RETURN (ids.kuid_tick(at) >> ids.kuid_node_low(drift) - 14)::numeric * ids.power_of_two(ids.kuid_node_low(drift));

-- The first identifier of the window that holds this time, and the last one: inside a window global
-- identifiers sort by node first (KUID-17). Filter by ids.kuid_global_time what a range of them has too much.
CREATE OR REPLACE FUNCTION ids.kuid_global_first(at timestamptz, drift int DEFAULT 8) RETURNS bytea PURE
RETURN ids.kuid_join(ids.kuid_window(at, drift), 0, drift);

CREATE OR REPLACE FUNCTION ids.kuid_global_last(at timestamptz, drift int DEFAULT 8) RETURNS bytea PURE
RETURN ids.kuid_join(ids.kuid_window(at, drift) + ids.power_of_two(ids.kuid_node_low(drift)) - 1, 4294967295, drift);
