-- What the formats share.

-- Ends the statement: an identifier, a text, a number or a time is refused. The kind of the error is in
-- the field "constraint" of the message, and the field of the identifier in its field "column".
CREATE OR REPLACE FUNCTION ids.refuse(kind text, message text, field text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql PARALLEL SAFE AS $$
BEGIN
    RAISE EXCEPTION USING
        MESSAGE = message,
        ERRCODE = CASE
            WHEN kind IN ('before_epoch', 'after_end') THEN 'datetime_field_overflow'
            WHEN kind IN ('range', 'too_large') THEN 'numeric_value_out_of_range'
            WHEN kind IN ('wait', 'exhausted') THEN 'object_not_in_prerequisite_state'
            ELSE 'invalid_text_representation'
        END,
        CONSTRAINT = kind,
        COLUMN = coalesce(field, '');
END $$;

-- 2 to the power of this, exactly.
CREATE OR REPLACE FUNCTION ids.power_of_two(bits int) RETURNS numeric PURE
RETURN round(2::numeric ^ bits);

-- The value, if it fits a field of this number of bits.
CREATE OR REPLACE FUNCTION ids.fits(field text, value bigint, bits int) RETURNS bigint PURE AS $$
BEGIN
    IF value < 0 OR value >> bits > 0 THEN
        PERFORM ids.refuse('range', format('%s has %s bits, and %s does not fit', field, bits, value), field);
    END IF;
    RETURN value;
END $$;

-- The value, if it fits 64 bits, for which a bigint has no room.
CREATE OR REPLACE FUNCTION ids.fits_64(field text, value numeric) RETURNS numeric PURE AS $$
BEGIN
    IF value < 0 OR value <> trunc(value) OR value >= 18446744073709551616 THEN
        PERFORM ids.refuse('range', format('%s has 64 bits, and %s does not fit', field, value), field);
    END IF;
    RETURN value;
END $$;

-- The bytes themselves, if "count" is their number.
CREATE OR REPLACE FUNCTION ids.sized(what text, bytes bytea, count int) RETURNS bytea PURE AS $$
BEGIN
    IF octet_length(bytes) <> count THEN
        PERFORM ids.refuse('length', format('%s has %s bytes, not %s', what, count, octet_length(bytes)));
    END IF;
    RETURN bytes;
END $$;

-- A bigint that is not negative: with bit 63 of an identifier it would be.
CREATE OR REPLACE FUNCTION ids.not_negative(id bigint) RETURNS bigint PURE AS $$
BEGIN
    IF id < 0 THEN
        PERFORM ids.refuse('fixed', format('%s is negative: an identifier with bit 63 does not fit a bigint', id), 'sign');
    END IF;
    RETURN id;
END $$;

-- The "count" bytes, at most 8, from this place on, as one number. The most significant byte is first.
CREATE OR REPLACE FUNCTION ids.uint(bytes bytea, place int, count int) RETURNS bigint PURE
RETURN ('x' || lpad(encode(substring(bytes FROM place + 1 FOR count), 'hex'), 16, '0'))::bit(64)::bigint;

-- The lowest bytes of a number, at most 8.
CREATE OR REPLACE FUNCTION ids.word(number bigint, count int) RETURNS bytea PURE
RETURN substring(int8send(number) FROM 9 - count);

-- At most 16 bytes as one number without sign.
CREATE OR REPLACE FUNCTION ids.number(bytes bytea) RETURNS numeric PURE AS $$
DECLARE
    digits text := lpad(encode(bytes, 'hex'), 32, '0');
    whole numeric := 0;
BEGIN
    FOR place IN 1..25 BY 8 LOOP
        whole := whole * 4294967296 + ('x' || substr(digits, place, 8))::bit(32)::bigint;
    END LOOP;
    RETURN whole;
END $$;

-- A number in this count of bytes, at most 16.
CREATE OR REPLACE FUNCTION ids.bytes(number numeric, count int) RETURNS bytea PURE AS $$
DECLARE
    rest numeric := number;
    whole bytea := '';
BEGIN
    IF number < 0 OR number <> trunc(number) OR number >= ids.power_of_two(8 * count) THEN
        PERFORM ids.refuse('too_large', format('%s is no number of %s bits', number, 8 * count));
    END IF;
    FOR word IN 1..4 LOOP
        whole := substring(int8send(mod(rest, 4294967296)::bigint) FROM 5) || whole;
        rest := div(rest, 4294967296);
    END LOOP;
    RETURN substring(whole FROM 17 - count);
END $$;

-- A number of 64 bits as a bigint, which has no room for bit 63.
CREATE OR REPLACE FUNCTION ids.to_bigint(number numeric) RETURNS bigint PURE AS $$
BEGIN
    IF number < 0 OR number <> trunc(number) OR number >= 18446744073709551616 THEN
        PERFORM ids.refuse('too_large', format('%s is no number of 64 bits', number));
    ELSIF number >= 9223372036854775808 THEN
        PERFORM ids.refuse('fixed', format('%s has bit 63, which a bigint cannot hold', number), 'sign');
    END IF;
    RETURN number::bigint;
END $$;

-- The number in the digits of this alphabet, at least "width" of them.
CREATE OR REPLACE FUNCTION ids.write_digits(number numeric, alphabet text, width int DEFAULT 1) RETURNS text PURE AS $$
DECLARE
    base int := length(alphabet);
    rest numeric := number;
    written text := '';
BEGIN
    WHILE rest > 0 LOOP
        written := substr(alphabet, mod(rest, base)::int + 1, 1) || written;
        rest := div(rest, base);
    END LOOP;
    RETURN repeat(left(alphabet, 1), width - length(written)) || written;
END $$;

-- The number that these digits write, at most "bits" wide. With "fixed" there are exactly "width"
-- digits, else at most "width", without leading zeros.
CREATE OR REPLACE FUNCTION ids.read_digits(written text, alphabet text, bits int, width int, fixed boolean)
RETURNS numeric PURE AS $$
DECLARE
    base int := length(alphabet);
    whole numeric := 0;
    digit int;
BEGIN
    IF octet_length(written) > width OR octet_length(written) < (CASE WHEN fixed THEN width ELSE 1 END) THEN
        PERFORM ids.refuse('length', format('the text has %s bytes, not %s%s', octet_length(written),
            CASE WHEN fixed THEN '' ELSE '1 to ' END, width));
    END IF;
    FOR place IN 1..length(written) LOOP
        digit := strpos(alphabet COLLATE "C", substr(written, place, 1)) - 1;
        IF digit < 0 THEN
            PERFORM ids.refuse('digit', format('the character at index %s is not one of %s', place - 1, alphabet));
        END IF;
        whole := whole * base + digit;
    END LOOP;
    IF NOT fixed AND length(written) > 1 AND left(written, 1) = left(alphabet, 1) COLLATE "C" THEN
        PERFORM ids.refuse('leading_zero', 'the text has a leading zero');
    ELSIF whole >= ids.power_of_two(bits) THEN
        PERFORM ids.refuse('too_large', format('%s does not fit %s bits', whole, bits));
    END IF;
    RETURN whole;
END $$;

-- Whether each character of a text is one of these.
CREATE OR REPLACE FUNCTION ids.consists_of(written text, alphabet text) RETURNS boolean PURE
RETURN octet_length(translate(written, alphabet, '')) = 0;

-- The alphabets of base64 and base64url, by value.
CREATE OR REPLACE FUNCTION ids.base64() RETURNS text PURE
RETURN 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

CREATE OR REPLACE FUNCTION ids.base64url() RETURNS text PURE
RETURN 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

-- The bytes of "count" digits of 6 bits.
CREATE OR REPLACE FUNCTION ids.read_sixes(what text, written text, alphabet text, count int) RETURNS bytea PURE AS $$
BEGIN
    IF octet_length(written) <> count THEN
        PERFORM ids.refuse('length', format('the text of %s has %s bytes, not %s', what, count, octet_length(written)));
    ELSIF NOT ids.consists_of(written, alphabet) THEN
        PERFORM ids.refuse('digit', format('the digits of %s are %s', what, alphabet));
    ELSIF count % 4 > 0 AND (strpos(alphabet, right(written, 1) COLLATE "C") - 1) & ((1 << count * 6 % 8) - 1) > 0 THEN
        PERFORM ids.refuse('digit', 'the last character has bits that no identifier has');
    END IF;
    RETURN decode(translate(written, alphabet, ids.base64()) || repeat('=', -count & 3), 'base64');
END $$;

-- The bytes of two digits for each: 0 to 9 and a to f.
CREATE OR REPLACE FUNCTION ids.read_hex(written text, count int) RETURNS bytea PURE AS $$
BEGIN
    IF octet_length(written) <> 2 * count THEN
        PERFORM ids.refuse('length', format('the text has %s bytes, not %s', octet_length(written), 2 * count));
    ELSIF NOT ids.consists_of(written, '0123456789abcdef') THEN
        PERFORM ids.refuse('digit', 'the digits are 0 to 9 and a to f');
    END IF;
    RETURN decode(written, 'hex');
END $$;

-- A UUID in its one canonical spelling: PostgreSQL alone also takes others.
CREATE OR REPLACE FUNCTION ids.read_uuid(written text) RETURNS uuid PURE AS $$
BEGIN
    IF octet_length(written) <> 36 THEN
        PERFORM ids.refuse('length', format('the text has %s bytes, not 36', octet_length(written)));
    ELSIF octet_length(written) <> length(written) THEN
        PERFORM ids.refuse('digit', 'a UUID has ASCII characters only');
    ELSIF written NOT LIKE '________-____-____-____-____________' COLLATE "C" THEN
        PERFORM ids.refuse('expected', 'the hyphens of a UUID stand at the indices 8, 13, 18 and 23');
    ELSIF translate(written, '0123456789abcdef', '') <> '----' COLLATE "C" THEN
        PERFORM ids.refuse('digit', 'the digits of a UUID are 0 to 9 and a to f');
    END IF;
    RETURN written::uuid;
END $$;

-- Microseconds since the Unix epoch as a time, over the whole range of both.
CREATE OR REPLACE FUNCTION ids.to_time(micros bigint) RETURNS timestamptz PURE
RETURN (timestamp 'epoch' + make_interval(
    days => (micros / 86400000000)::int, secs => (micros % 86400000000) / 1000000::float8)) AT TIME ZONE 'UTC';

-- A time in microseconds since the Unix epoch. It is put together of days and the time of the day, since
-- extract(epoch FROM at) loses digits near the end of both.
CREATE OR REPLACE FUNCTION ids.to_micros(at timestamptz) RETURNS bigint PURE AS $$
DECLARE
    utc timestamp := at AT TIME ZONE 'UTC';
BEGIN
    IF utc < timestamp 'epoch' THEN
        PERFORM ids.refuse('before_epoch', 'the time is before the Unix epoch');
    ELSIF utc > timestamp '294247-01-10 04:00:54.775807' THEN
        PERFORM ids.refuse('after_end', 'the time is more than 2^63 - 1 microseconds after the Unix epoch');
    END IF;
    RETURN (utc::date - date 'epoch')::bigint * 86400000000 + (extract(epoch FROM utc::time) * 1000000)::bigint;
END $$;

-- How many whole units a time is after an epoch, both in microseconds; "last" is the last that fits.
CREATE OR REPLACE FUNCTION ids.to_tick(at timestamptz, epoch bigint, unit bigint, last bigint) RETURNS bigint PURE AS $$
DECLARE
    micros bigint := ids.to_micros(at);
BEGIN
    IF micros < epoch THEN
        PERFORM ids.refuse('before_epoch', format('the format begins at %s', ids.to_time(epoch) AT TIME ZONE 'UTC'));
    ELSIF (micros - epoch) / unit > last THEN
        PERFORM ids.refuse('after_end', 'the time is after the last one of the format');
    END IF;
    RETURN (micros - epoch) / unit;
END $$;
