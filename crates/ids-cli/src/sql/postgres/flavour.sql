
-- {name}.
CREATE OR REPLACE FUNCTION ids.{name}_time(id bigint) RETURNS timestamptz PURE
RETURN ids.snowflake_time(id, {epoch}, {unit}, {low});

CREATE OR REPLACE FUNCTION ids.{name}_first(at timestamptz) RETURNS bigint PURE
RETURN ids.snowflake_first(at, {epoch}, {unit}, {low}, {width});

CREATE OR REPLACE FUNCTION ids.{name}_last(at timestamptz) RETURNS bigint PURE
RETURN ids.snowflake_first(at, {epoch}, {unit}, {low}, {width}) | {ones};

CREATE OR REPLACE FUNCTION ids.{name}_fields(id bigint, {columns}) PURE AS $$
BEGIN
    PERFORM ids.snowflake_check(id);
{values}END $$;

CREATE OR REPLACE FUNCTION ids.{name}_make({arguments})
RETURNS bigint PURE
RETURN {parts};
