CREATE FUNCTION ids.{name}_number(id LONGBLOB) RETURNS DECIMAL(65) DETERMINISTIC NO SQL
RETURN ids.integer_of(ids.{name}_check(id))
//

CREATE FUNCTION ids.{name}_from_number(number DECIMAL(65)) RETURNS BINARY(16) DETERMINISTIC NO SQL
RETURN ids.{name}_check(ids.bytes(number, 16))
//
