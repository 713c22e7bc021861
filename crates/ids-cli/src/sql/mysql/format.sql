-- {name}: {about}.

CREATE FUNCTION ids.{name}_valid(id {given}) RETURNS BOOLEAN DETERMINISTIC NO SQL
RETURN {valid}

-- The identifier itself; an error, if the value is not one.
CREATE FUNCTION ids.{name}_check(id {given}) RETURNS {column} DETERMINISTIC NO SQL
RETURN {checked}

CREATE FUNCTION ids.{name}_check(id {given}) RETURNS {column} DETERMINISTIC NO SQL
BEGIN
    DECLARE {raw} {raw_type} DEFAULT {to_check};
{refusals}    RETURN {raw};
END

CREATE FUNCTION ids.{name}_number(id LONGBLOB) RETURNS DECIMAL(65) DETERMINISTIC NO SQL
RETURN ids.integer_of({bytes})

CREATE FUNCTION ids.{name}_from_number(number DECIMAL(65)) RETURNS {column} DETERMINISTIC NO SQL
RETURN {from_number}

-- The bytes of the {number}, and back.
CREATE FUNCTION ids.{name}_bytes(id DECIMAL(65)) RETURNS BINARY(8) DETERMINISTIC NO SQL
RETURN ids.word(ids.not_negative(id), 8)

CREATE FUNCTION ids.{name}_from_bytes(bytes LONGBLOB) RETURNS {number} DETERMINISTIC NO SQL
RETURN ids.uint(ids.sized('{name}', bytes, 8), 0, 8)

-- The start of the tick in which it was made.
CREATE FUNCTION ids.{name}_time(id {given}) RETURNS DATETIME(6) DETERMINISTIC NO SQL
RETURN ids.to_time({checked_micros})

CREATE FUNCTION ids.{name}_fields(id {given}) RETURNS JSON DETERMINISTIC NO SQL
BEGIN
    DECLARE {raw} {raw_type} DEFAULT ids.{name}_check(id);
    RETURN IF(id IS NULL, NULL, JSON_OBJECT({values}));
END

CREATE FUNCTION ids.{name}_make({arguments}) RETURNS {column} DETERMINISTIC NO SQL
RETURN {made}

-- The canonical text.
CREATE FUNCTION ids.{name}_text(id {given}) RETURNS {characters} CHARACTER SET ascii COLLATE ascii_bin DETERMINISTIC NO SQL
RETURN {text}

-- The identifier of a canonical text.
CREATE FUNCTION ids.{name}_from_text(written LONGTEXT) RETURNS {column} DETERMINISTIC NO SQL
RETURN {from_text}

-- The first identifier of the tick that holds this time, and the last one.
CREATE FUNCTION ids.{name}_first(at DATETIME(6)) RETURNS {column} DETERMINISTIC NO SQL
RETURN {first}

CREATE FUNCTION ids.{name}_last(at DATETIME(6)) RETURNS {column} DETERMINISTIC NO SQL
RETURN {last}

-- A new identifier. Its random part is from RANDOM_BYTES(), so from the server's cryptographic source. The time
-- is that of the statement's start.
CREATE FUNCTION ids.{name}_new() RETURNS {column} NOT DETERMINISTIC NO SQL
RETURN {new}
