
CREATE OR REPLACE FUNCTION ids.{name}_new(
    node bigint, positions regclass, ahead interval DEFAULT '0', at timestamptz DEFAULT clock_timestamp())
RETURNS bigint LANGUAGE sql VOLATILE STRICT
RETURN ids.snowflake_new(node, {node_width}, {node_low}, {counter_width}, {counter_low}, {epoch}, {unit}, {low}, {width},
    positions, ahead, at, '{namespace}', '{reserved}');
