-- A bigint has no room for bit 63: identifiers that have it are refused.
CREATE OR REPLACE FUNCTION ids.{name}_valid(id bigint) RETURNS boolean PURE
RETURN id >= 0;

CREATE OR REPLACE FUNCTION ids.{name}_check(id bigint) RETURNS bigint PURE
RETURN ids.not_negative(id);

CREATE OR REPLACE FUNCTION ids.{name}_from_number(number numeric) RETURNS bigint PURE
RETURN ids.to_bigint(number);

CREATE OR REPLACE FUNCTION ids.{name}_bytes(id bigint) RETURNS bytea PURE
RETURN int8send(ids.{name}_check(id));

CREATE OR REPLACE FUNCTION ids.{name}_from_bytes(bytes bytea) RETURNS bigint PURE
RETURN ids.to_bigint(ids.number(ids.sized('{what}', bytes, 8)));
