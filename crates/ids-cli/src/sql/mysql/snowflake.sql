-- Snowflakes of any flavour. The column is BIGINT, or BIGINT UNSIGNED for flavours without a sign bit. A flavour
-- is an epoch and a unit, both in microseconds, and the width of what stands below its timestamp; the functions
-- of each known flavour follow below.

-- The identifier itself; an error, if it has more bits than the flavour: 63, or 64 without a sign bit.
CREATE FUNCTION ids.snowflake_check(id DECIMAL(65), bits INT) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    IF bits = 63 AND id BETWEEN 9223372036854775808 AND 18446744073709551615 THEN
        CALL ids.refuse('fixed', CONCAT(id, ' has bit 63, which is always 0 in this flavour'), 'sign');
    END IF;
    RETURN ids.not_negative(id);
END

-- The place of a field in a layout of your own, if 64 bits have it.
CREATE FUNCTION ids.snowflake_low(width INT, low INT) RETURNS INT DETERMINISTIC NO SQL
BEGIN
    IF width < 0 OR low NOT BETWEEN 0 AND 63 OR width > 64 - low THEN
        CALL ids.refuse('range', CONCAT('64 bits have no place for a field of ', width, ' bits above ', low, ' others'), '');
    END IF;
    RETURN low;
END

CREATE FUNCTION ids.snowflake_time(id BIGINT UNSIGNED, epoch BIGINT UNSIGNED, unit BIGINT UNSIGNED, low INT)
RETURNS DATETIME(6) DETERMINISTIC NO SQL
RETURN ids.to_time(epoch + (id >> IF(low BETWEEN 0 AND 63, low, ids.snowflake_low(0, low))) * unit)

-- The first identifier at this time; "width" is that of the timestamp.
CREATE FUNCTION ids.snowflake_first(at DATETIME(6), epoch BIGINT UNSIGNED, unit BIGINT UNSIGNED, low INT, width INT)
RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
RETURN ids.to_tick(at, epoch, unit, ids.power_of_two(width) - 1) << ids.snowflake_low(width, low)

-- The digits of a form of text.
CREATE FUNCTION ids.snowflake_digits(form VARCHAR(64)) RETURNS VARBINARY(64) DETERMINISTIC NO SQL
BEGIN
    DECLARE lower_case CHAR(26) DEFAULT 'abcdefghijklmnopqrstuvwxyz';
    DECLARE base64url CHAR(64) DEFAULT 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    CASE form
        WHEN 'decimal' THEN RETURN '0123456789';
        WHEN 'hex' THEN RETURN '0123456789abcdef';
        WHEN 'base32' THEN RETURN 'ybndrfg8ejkmcpqxot1uwisza345h769';
        WHEN 'base36' THEN RETURN CONCAT('0123456789', lower_case);
        WHEN 'base58' THEN RETURN '123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
        WHEN 'crockford' THEN RETURN '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
        WHEN 'tid' THEN RETURN CONCAT('234567', lower_case);
        WHEN 'shortcode' THEN RETURN base64url;
        WHEN 'suou-base64' THEN RETURN base64url;
        WHEN 'suou-cb32' THEN RETURN '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
        WHEN 'suou-b32l' THEN RETURN CONCAT(lower_case, '234567');
        ELSE CALL ids.refuse('unknown', CONCAT('there is no form ', LEFT(form, 40), ' of snowflakes'), '');
    END CASE;
    RETURN NULL;
END

-- How many digits a form has at most.
CREATE FUNCTION ids.snowflake_width(form VARCHAR(64)) RETURNS INT DETERMINISTIC NO SQL
RETURN CASE form
    WHEN 'decimal' THEN 20 WHEN 'hex' THEN 16 WHEN 'base58' THEN 11 WHEN 'shortcode' THEN 11
    WHEN 'suou-base64' THEN 12 ELSE 13 END

-- Whether a form always has all of its digits.
CREATE FUNCTION ids.snowflake_fixed(form VARCHAR(64)) RETURNS BOOLEAN DETERMINISTIC NO SQL
RETURN form IN ('crockford', 'tid', 'suou-base64', 'suou-cb32')

-- The text in one of the forms (SNOW-21 to SNOW-31). The form suou-cb32 is of twice the number.
CREATE FUNCTION ids.snowflake_text(id DECIMAL(65), form VARCHAR(64))
RETURNS VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin DETERMINISTIC NO SQL
RETURN ids.write_digits(ids.snowflake_check(id, 64) * CAST(IF(form = 'suou-cb32', 2, 1) AS DECIMAL(65)),
    ids.snowflake_digits(form), IF(ids.snowflake_fixed(form), ids.snowflake_width(form), 1))

CREATE FUNCTION ids.snowflake_from_text(written LONGTEXT, form VARCHAR(64)) RETURNS BIGINT UNSIGNED DETERMINISTIC NO SQL
BEGIN
    DECLARE digits VARBINARY(64) DEFAULT ids.snowflake_digits(form);
    DECLARE others, meant VARBINARY(64) DEFAULT '';
    DECLARE whole DECIMAL(65);
    IF form IN ('base36', 'suou-b32l') THEN
        SET others = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', meant = 'abcdefghijklmnopqrstuvwxyz';
    ELSEIF form = 'crockford' THEN
        SET others = 'abcdefghjkmnpqrstvwxyziIlLoO', meant = 'ABCDEFGHJKMNPQRSTVWXYZ111100';
    END IF;
    SET whole = ids.read_digits(written, digits, others, meant, IF(form = 'suou-cb32', 65, 64),
        ids.snowflake_width(form), ids.snowflake_fixed(form));
    IF form = 'suou-cb32' THEN
        IF MOD(whole, 2) <> 0 THEN
            CALL ids.refuse('digit', 'the last digit is odd', '');
        END IF;
        SET whole = ids.quotient(whole, 2);
    END IF;
    RETURN ids.to_unsigned(whole);
END
