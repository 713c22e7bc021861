CREATE FUNCTION ids.{name}_time(id DECIMAL(65)) RETURNS DATETIME(6) DETERMINISTIC NO SQL
RETURN ids.snowflake_time(ids.{name}_check(id), {epoch}, {unit}, {low})

CREATE FUNCTION ids.{name}_first(at DATETIME(6)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ids.snowflake_first(at, {epoch}, {unit}, {low}, {ticks})

CREATE FUNCTION ids.{name}_last(at DATETIME(6)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ids.snowflake_first(at, {epoch}, {unit}, {low}, {ticks}) | {ones}
