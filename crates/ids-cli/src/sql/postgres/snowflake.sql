-- Snowflakes of any flavour. The column is bigint. A flavour is an epoch and a unit, both in microseconds,
-- and the width of what stands below its timestamp; the functions of each known flavour follow below. Discord's
-- identifiers have bit 63 from 2084 on.

CREATE OR REPLACE FUNCTION ids.snowflake_time(id bigint, epoch bigint, unit bigint, low int) RETURNS timestamptz PURE AS $$
BEGIN
    IF id < 0 OR low NOT BETWEEN 0 AND 63 THEN
        PERFORM ids.snowflake_check(id), ids.snowflake_put('timestamp', 0, 0, low);
    END IF;
    RETURN ids.to_time(epoch + (id >> low) * unit);
END $$;

-- A field's value in its place. One that needs bit 63 is refused, as a bigint has none. A layout of your own may say a
-- place that 64 bits do not have. It is refused too: a shift by more would be one by less.
CREATE OR REPLACE FUNCTION ids.snowflake_put(field text, value bigint, width int, low int) RETURNS bigint PURE AS $$
BEGIN
    IF width < 0 OR low NOT BETWEEN 0 AND 63 OR width > 64 - low THEN
        PERFORM ids.refuse('range', format('64 bits have no place for a field of %s bits above %s others', width, low));
    END IF;
    PERFORM ids.fits(field, value, width);
    IF width + low > 63 AND value >> 63 - low > 0 THEN
        PERFORM ids.refuse('fixed', format('%s %s needs bit 63, which a bigint cannot hold', field, value), 'sign');
    END IF;
    RETURN value << low;
END $$;

-- The first identifier at this time; "width" is that of the timestamp.
CREATE OR REPLACE FUNCTION ids.snowflake_first(at timestamptz, epoch bigint, unit bigint, low int, width int)
RETURNS bigint PURE
RETURN ids.snowflake_put('timestamp', ids.to_tick(at, epoch, unit, (1::bigint << width) - 1), width, low);

-- How a form of text is written: its digits, the largest number of digits, whether every text has that number,
-- and the characters that are read as other ones.
CREATE OR REPLACE FUNCTION ids.snowflake_form(
    form text, OUT digits text, OUT width int, OUT fixed boolean, OUT aliases text, OUT meant text) PURE AS $$
DECLARE
    lower text := 'abcdefghijklmnopqrstuvwxyz';
    upper text := 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    crockford text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
BEGIN
    aliases := '';
    meant := '';
    fixed := form IN ('crockford', 'tid', 'suou-base64', 'suou-cb32');
    CASE form
        WHEN 'decimal' THEN digits := '0123456789'; width := 20;
        WHEN 'hex' THEN digits := '0123456789abcdef'; width := 16;
        WHEN 'base32' THEN digits := 'ybndrfg8ejkmcpqxot1uwisza345h769'; width := 13;
        WHEN 'base36' THEN
            digits := '0123456789' || lower; width := 13; aliases := upper; meant := lower;
        WHEN 'base58' THEN
            digits := '123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'; width := 11;
        WHEN 'crockford' THEN
            digits := crockford; width := 13;
            aliases := 'abcdefghjkmnpqrstvwxyziIlLoO'; meant := 'ABCDEFGHJKMNPQRSTVWXYZ111100';
        WHEN 'tid' THEN digits := '234567' || lower; width := 13;
        WHEN 'shortcode' THEN digits := ids.base64url(); width := 11;
        WHEN 'suou-base64' THEN digits := ids.base64url(); width := 12;
        WHEN 'suou-cb32' THEN digits := crockford; width := 13;
        WHEN 'suou-b32l' THEN digits := lower || '234567'; width := 13; aliases := upper; meant := lower;
        ELSE PERFORM ids.refuse('unknown', format('there is no form %s of snowflakes', form));
    END CASE;
END $$;

-- The text in one of the forms (SNOW-21 to SNOW-31).
CREATE OR REPLACE FUNCTION ids.snowflake_text(id bigint, form text DEFAULT 'decimal') RETURNS text PURE AS $$
DECLARE
    shape record;
BEGIN
    PERFORM ids.snowflake_check(id);
    IF form = 'decimal' THEN
        RETURN id::text;
    END IF;
    shape := ids.snowflake_form(form);
    -- The form suou-cb32 is of twice the number.
    RETURN ids.write_digits(
        CASE form WHEN 'suou-cb32' THEN id::numeric * 2 ELSE id END,
        shape.digits, CASE WHEN shape.fixed THEN shape.width ELSE 1 END);
END $$;

CREATE OR REPLACE FUNCTION ids.snowflake_from_text(written text, form text DEFAULT 'decimal') RETURNS bigint PURE AS $$
DECLARE
    shape record;
    whole numeric;
BEGIN
    shape := ids.snowflake_form(form);
    whole := ids.read_digits(translate(written, shape.aliases, shape.meant), shape.digits,
        CASE form WHEN 'suou-cb32' THEN 65 ELSE 64 END, shape.width, shape.fixed);
    IF form = 'suou-cb32' THEN
        IF mod(whole, 2) <> 0 THEN
            PERFORM ids.refuse('digit', 'the last digit is odd');
        END IF;
        whole := div(whole, 2);
    END IF;
    RETURN ids.to_bigint(whole);
END $$;

-- The next identifier of a node, by SNOW-60 to SNOW-63. The sequence "positions" keeps the last position:
-- the tick and the number inside it. It belongs to one node of one flavour, and the database holds that.
-- "reserve_name" and "reserve_layout" are what ids reserve calls the flavour; it does not know layouts of your
-- own. A lock of the session keeps two calls apart for some microseconds, so that no position is issued twice.
-- It does not wait for the end of the transaction, and a transaction that is rolled back only loses its
-- identifiers. "ahead" is how far identifiers may run ahead of the clock, where it was set back or a tick is
-- spent.
CREATE OR REPLACE FUNCTION ids.snowflake_new(
    node bigint, node_width int, node_low int, counter_width int, counter_low int,
    epoch bigint, unit bigint, low int, width int, positions regclass, ahead interval, at timestamptz,
    reserve_name text DEFAULT '', reserve_layout text DEFAULT '')
RETURNS bigint LANGUAGE plpgsql VOLATILE STRICT AS $$
DECLARE
    thing text := 'node ' || node || ' of epoch ' || epoch || ' us, tick ' || unit || ' us, node ' || node_width
        || ' bits at ' || node_low || ', counter ' || counter_width || ' bits at ' || counter_low;
    last bigint := (1::bigint << width) - 1;
    tick bigint := ids.to_tick(at, epoch, unit, last);
    ahead_ticks bigint := trunc(extract(epoch FROM ahead) * 1000000)::bigint / unit;
    spot bigint;
BEGIN
    PERFORM ids.fits('node', node, node_width);
    -- Of fields that share a bit, two identifiers could be one.
    IF least(node_width, node_low, counter_width, counter_low) < 0
        OR greatest(node_low + node_width, counter_low + counter_width) > low
        OR least(node_low + node_width, counter_low + counter_width) > greatest(node_low, counter_low)
    THEN
        PERFORM ids.refuse('range', format(
            'the node, %s bits at %s, the counter, %s bits at %s, and the timestamp at %s have bits in common',
            node_width, node_low, counter_width, counter_low, low));
    END IF;
    -- The sequence may be no longer logged.
    IF NOT EXISTS (SELECT FROM ids.made_by JOIN pg_class ON oid = sequence
        WHERE subject = thing AND sequence = positions AND relpersistence = 'p')
    THEN
        PERFORM ids.keep_sequence(ROW(thing, positions, reserve_name, reserve_layout, node)::ids.made_by);
    END IF;
    BEGIN
        PERFORM pg_advisory_lock('ids'::regnamespace::oid::int, positions::oid::int);
        spot := pg_sequence_last_value(positions) + 1;
        -- In PostgreSQL 18 NULL is also the answer to a role that may not read it.
        IF spot IS NULL AND NOT has_sequence_privilege(positions, 'USAGE, SELECT') THEN
            RAISE EXCEPTION USING
                MESSAGE = format('permission denied for sequence %s: its USAGE is needed', positions),
                ERRCODE = 'insufficient_privilege';
        END IF;
        spot := greatest(coalesce(spot, 0), tick << counter_width);
        IF spot >> counter_width > last THEN
            PERFORM ids.refuse('exhausted', 'the last identifier of all has been issued');
        ELSIF spot >> counter_width > tick + ahead_ticks THEN
            PERFORM ids.refuse('wait', format('the next identifier may be issued from %s on',
                ids.to_time(epoch + greatest((spot >> counter_width) - ahead_ticks, 0) * unit)));
        END IF;
        -- Fails, before the sequence moves on, if the identifier does not fit a bigint.
        PERFORM ids.snowflake_put('timestamp', spot >> counter_width, width, low);
        PERFORM setval(positions, spot);
    EXCEPTION WHEN OTHERS OR query_canceled THEN
        PERFORM pg_advisory_unlock('ids'::regnamespace::oid::int, positions::oid::int);
        RAISE;
    END;
    PERFORM pg_advisory_unlock('ids'::regnamespace::oid::int, positions::oid::int);
    RETURN (spot >> counter_width << low) | (node << node_low)
        | ((spot & ((1::bigint << counter_width) - 1)) << counter_low);
END $$;
