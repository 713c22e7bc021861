-- {name}: {about}.

CREATE OR REPLACE FUNCTION ids.{name}_valid(id {column}) RETURNS boolean PURE
RETURN {valid};

-- The identifier itself; an error, if the value is not one.
CREATE OR REPLACE FUNCTION ids.{name}_check(id {column}) RETURNS {column} PURE
RETURN {checked};

CREATE OR REPLACE FUNCTION ids.{name}_check(id {column}) RETURNS {column} PURE AS $$
DECLARE
    bytes bytea := {to_check};
BEGIN
{refusals}    RETURN id;
END $$;

CREATE OR REPLACE FUNCTION ids.{name}_number(id {column}) RETURNS numeric PURE
RETURN ids.number({bytes});

CREATE OR REPLACE FUNCTION ids.{name}_from_number(number numeric) RETURNS {column} PURE
RETURN {from_number};

-- The bytes of the {number}, and back.
CREATE OR REPLACE FUNCTION ids.{name}_bytes(id bigint) RETURNS bytea PURE
RETURN int8send(ids.{name}_check(id));

CREATE OR REPLACE FUNCTION ids.{name}_from_bytes(bytes bytea) RETURNS {number} PURE
RETURN ids.to_bigint(ids.number(ids.sized('{name}', bytes, 8)));

-- The start of the tick in which it was made.
CREATE OR REPLACE FUNCTION ids.{name}_time(id {column}) RETURNS timestamptz PURE AS $$
BEGIN
    IF NOT ({is_valid}) THEN
        PERFORM {checked_id};
    END IF;
    RETURN ids.to_time({micros});
END $$;

CREATE OR REPLACE FUNCTION ids.{name}_fields(id {column}, {columns}) PURE AS $$
DECLARE
    {raw} {raw_type} := {checked_raw};
BEGIN
    {values};
END $$;

CREATE OR REPLACE FUNCTION ids.{name}_make({arguments}) RETURNS {column} PURE
RETURN {made};

-- The canonical text.
CREATE OR REPLACE FUNCTION ids.{name}_text(id {column}) RETURNS text PURE
RETURN {text};

-- The identifier of a canonical text.
CREATE OR REPLACE FUNCTION ids.{name}_from_text(written text) RETURNS {column} PURE
RETURN {from_text};

-- The first identifier of the tick that holds this time, and the last one.
CREATE OR REPLACE FUNCTION ids.{name}_first(at timestamptz) RETURNS {column} PURE
RETURN {first};

CREATE OR REPLACE FUNCTION ids.{name}_last(at timestamptz) RETURNS {column} PURE
RETURN {last};

-- A new identifier. Its random bytes are from gen_random_uuid(), which takes them from the server's cryptographic
-- source. The time is the server's clock, not the start of the transaction.
CREATE OR REPLACE FUNCTION ids.{name}_new() RETURNS {column}
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN {new};

-- The next identifier of a node of a flavour, as ids.snowflake_new says.
CREATE OR REPLACE FUNCTION ids.{name}_new(
    node bigint, positions regclass, ahead interval DEFAULT '0', at timestamptz DEFAULT clock_timestamp())
RETURNS bigint LANGUAGE sql VOLATILE STRICT
RETURN ids.snowflake_new(node, {parts},
    positions, ahead, at, {reserved});
