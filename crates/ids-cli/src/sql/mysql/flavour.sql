
-- {name}.
CREATE FUNCTION ids.{name}_valid(id DECIMAL(65)) RETURNS BOOLEAN DETERMINISTIC NO SQL
RETURN id BETWEEN 0 AND {greatest}
//

CREATE FUNCTION ids.{name}_check(id DECIMAL(65)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ids.snowflake_check(id, {bits})
//

CREATE FUNCTION ids.{name}_time(id DECIMAL(65)) RETURNS DATETIME(6) DETERMINISTIC NO SQL
RETURN ids.snowflake_time(ids.snowflake_check(id, {bits}), {epoch}, {unit}, {low})
//

CREATE FUNCTION ids.{name}_first(at DATETIME(6)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ids.snowflake_first(at, {epoch}, {unit}, {low}, {width})
//

CREATE FUNCTION ids.{name}_last(at DATETIME(6)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ids.snowflake_first(at, {epoch}, {unit}, {low}, {width}) | {ones}
//

CREATE FUNCTION ids.{name}_fields(id DECIMAL(65)) RETURNS JSON DETERMINISTIC NO SQL
BEGIN
    DECLARE number BIGINT UNSIGNED DEFAULT ids.snowflake_check(id, {bits});
    RETURN IF(id IS NULL, NULL, JSON_OBJECT({values}));
END
//

CREATE FUNCTION ids.{name}_make({arguments}) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN {parts}
//
