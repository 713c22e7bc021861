CREATE OR REPLACE FUNCTION ids.{name}_time(id bigint) RETURNS timestamptz PURE
RETURN ids.snowflake_time(id, {epoch}, {unit}, {low});

CREATE OR REPLACE FUNCTION ids.{name}_first(at timestamptz) RETURNS bigint PURE
RETURN ids.snowflake_first(at, {epoch}, {unit}, {low}, {ticks});

CREATE OR REPLACE FUNCTION ids.{name}_last(at timestamptz) RETURNS bigint PURE
RETURN ids.snowflake_first(at, {epoch}, {unit}, {low}, {ticks}) | {ones};

CREATE OR REPLACE FUNCTION ids.{name}_new(
    node bigint, positions regclass, ahead interval DEFAULT '0', at timestamptz DEFAULT clock_timestamp())
RETURNS bigint LANGUAGE sql VOLATILE STRICT
RETURN ids.snowflake_new(node, {node_width}, {node_low}, {counter_width}, {counter_low}, {epoch}, {unit}, {low}, {ticks},
    positions, ahead, at, '{namespace}', '{reserved}');
