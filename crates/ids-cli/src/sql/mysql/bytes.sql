CREATE FUNCTION ids.{name}_valid(id LONGBLOB) RETURNS BOOLEAN DETERMINISTIC NO SQL
RETURN LENGTH(id) = 12
//

-- The identifier itself; an error, if it has not 12 bytes.
CREATE FUNCTION ids.{name}_check(id LONGBLOB) RETURNS BINARY(12) DETERMINISTIC NO SQL
RETURN ids.sized('{what}', id, 12)
//

CREATE FUNCTION ids.{name}_number(id LONGBLOB) RETURNS DECIMAL(65) DETERMINISTIC NO SQL
RETURN ids.integer_of(ids.{name}_check(id))
//

CREATE FUNCTION ids.{name}_from_number(number DECIMAL(65)) RETURNS BINARY(12) DETERMINISTIC NO SQL
RETURN ids.bytes(number, 12)
//
