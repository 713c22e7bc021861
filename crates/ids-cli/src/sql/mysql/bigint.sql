CREATE FUNCTION ids.{name}_from_number(number DECIMAL(65)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ids.to_unsigned(number)
//

CREATE FUNCTION ids.{name}_bytes(id DECIMAL(65)) RETURNS BINARY(8) DETERMINISTIC NO SQL
RETURN ids.word(ids.not_negative(id), 8)
//

CREATE FUNCTION ids.{name}_from_bytes(bytes LONGBLOB) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ids.uint(ids.sized('{what}', bytes, 8), 0, 8)
//
