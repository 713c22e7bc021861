CREATE OR REPLACE FUNCTION ids.{name}_valid(id bytea) RETURNS boolean PURE
RETURN octet_length(id) = 12;

-- The identifier itself; an error, if it has not 12 bytes.
CREATE OR REPLACE FUNCTION ids.{name}_check(id bytea) RETURNS bytea PURE
RETURN ids.sized('{what}', id, 12);

CREATE OR REPLACE FUNCTION ids.{name}_number(id bytea) RETURNS numeric PURE
RETURN ids.number(ids.{name}_check(id));

CREATE OR REPLACE FUNCTION ids.{name}_from_number(number numeric) RETURNS bytea PURE
RETURN ids.bytes(number, 12);
