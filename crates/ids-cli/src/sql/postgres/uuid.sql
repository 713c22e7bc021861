CREATE OR REPLACE FUNCTION ids.{name}_number(id uuid) RETURNS numeric PURE
RETURN ids.number(uuid_send(ids.{name}_check(id)));

CREATE OR REPLACE FUNCTION ids.{name}_from_number(number numeric) RETURNS uuid PURE
RETURN ids.{name}_check(encode(ids.bytes(number, 16), 'hex')::uuid);
