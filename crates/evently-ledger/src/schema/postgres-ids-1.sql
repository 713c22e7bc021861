-- The ids of events inside PostgreSQL 13 or newer: functions beside the tables of postgres-1.sql. The rules
-- are those of evently-id's FORMAT.md. Run it again to replace them.
--
-- Programs call canonical, event_id and genesis_id: no search path of a session changes what they do. The others
-- are their parts. An event that is not valid has the SQLSTATE 22023. The kind of the error is in the field
-- "constraint" of the message, as the vectors name it, and the field of the event in its field "column".

DO $do$
DECLARE
    owner regrole := (SELECT nspowner FROM pg_namespace WHERE nspname = 'evently_ledger');
BEGIN
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE 'events are UTF-8, and this database is %', current_setting('server_encoding')
            USING ERRCODE = 'feature_not_supported', HINT = 'CREATE DATABASE .. ENCODING ''UTF8'' TEMPLATE template0';
    END IF;
    -- Functions that are replaced keep their owner, with whose rights they run.
    IF owner <> current_user::regrole THEN
        RAISE 'the schema evently_ledger belongs to %', owner
            USING ERRCODE = 'insufficient_privilege', HINT = format('Install as this role: SET ROLE %s', owner);
    END IF;
END $do$;

-- The CRC-32C of these bytes (EVENTLY-18): the server's own, where it has one, as from version 18 on.
DO $do$ BEGIN
    IF to_regprocedure('pg_catalog.crc32c(bytea)') IS NOT NULL THEN
        CREATE OR REPLACE FUNCTION evently_ledger.crc32c(bytes bytea) RETURNS bigint
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT pg_catalog.crc32c(bytes)';
        RETURN;
    END IF;
    CREATE OR REPLACE FUNCTION evently_ledger.crc32c(bytes bytea) RETURNS bigint
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    DECLARE
        -- What each byte adds.
        terms CONSTANT bigint[] := '[0:255]={
            0,4067132163,3778769143,324072436,3348797215,904991772,648144872,3570033899,2329499855,2024987596,
            1809983544,2575936315,1296289744,3207089363,2893594407,1578318884,274646895,3795141740,4049975192,51262619,
            3619967088,632279923,922689671,3298075524,2592579488,1760304291,2075979607,2312596564,1562183871,2943781820,
            3156637768,1313733451,549293790,3537243613,3246849577,871202090,3878099393,357341890,102525238,4101499445,
            2858735121,1477399826,1264559846,3107202533,1845379342,2677391885,2361733625,2125378298,820201905,
            3263744690,3520608582,598981189,4151959214,85089709,373468761,3827903834,3124367742,1213305469,1526817161,
            2842354314,2107672161,2412447074,2627466902,1861252501,1098587580,3004210879,2688576843,1378610760,
            2262928035,1955203488,1742404180,2511436119,3416409459,969524848,714683780,3639785095,205050476,4266873199,
            3976438427,526918040,1361435347,2739821008,2954799652,1114974503,2529119692,1691668175,2005155131,
            2247081528,3690758684,697762079,986182379,3366744552,476452099,3993867776,4250756596,255256311,1640403810,
            2477592673,2164122517,1922457750,2791048317,1412925310,1197962378,3037525897,3944729517,427051182,170179418,
            4165941337,746937522,3740196785,3451792453,1070968646,1905808397,2213795598,2426610938,1657317369,
            3053634322,1147748369,1463399397,2773627110,4215344322,153784257,444234805,3893493558,1021025245,3467647198,
            3722505002,797665321,2197175160,1889384571,1674398607,2443626636,1164749927,3070701412,2757221520,
            1446797203,137323447,4198817972,3910406976,461344835,3484808360,1037989803,781091935,3705997148,2460548119,
            1623424788,1939049696,2180517859,1429367560,2807687179,3020495871,1180866812,410100952,3927582683,
            4182430767,186734380,3756733383,763408580,1053836080,3434856499,2722870694,1344288421,1131464017,2971354706,
            1708204729,2545590714,2229949006,1988219213,680717673,3673779818,3383336350,1002577565,4010310262,493091189,
            238226049,4233660802,2987750089,1082061258,1395524158,2705686845,1972364758,2279892693,2494862625,
            1725896226,952904198,3399985413,3656866545,731699698,4283874585,222117402,510512622,3959836397,3280807620,
            837199303,582374963,3504198960,68661723,4135334616,3844915500,390545967,1230274059,3141532936,2825850620,
            1510247935,2395924756,2091215383,1878366691,2644384480,3553878443,565732008,854102364,3229815391,340358836,
            3861050807,4117890627,119113024,1493875044,2875275879,3090270611,1247431312,2660249211,1828433272,
            2141937292,2378227087,3811616794,291187481,34330861,4032846830,615137029,3603020806,3314634738,939183345,
            1776939221,2609017814,2295496738,2058945313,2926798794,1545135305,1330124605,3173225534,4084100981,17165430,
            307568514,3762199681,888469610,3332340585,3587147933,665062302,2042050490,2346497209,2559330125,1793573966,
            3190661285,1279665062,1595330642,2910671697}'::bigint[];
        crc bigint := 4294967295;
    BEGIN
        FOR place IN 0 .. length(bytes) - 1 LOOP
            crc := terms[(crc # get_byte(bytes, place)) & 255] # (crc >> 8);
        END LOOP;
        RETURN crc # 4294967295;
    END $$;
END $do$;

-- Refuses an event or a selector.
CREATE OR REPLACE FUNCTION evently_ledger.invalid(kind text, message text, field text DEFAULT '') RETURNS void
LANGUAGE plpgsql PARALLEL SAFE AS $$
BEGIN
    RAISE EXCEPTION USING
        MESSAGE = message, ERRCODE = 'invalid_parameter_value', CONSTRAINT = kind, COLUMN = field;
END $$;

-- Canonical JSON (EVENTLY-8 to EVENTLY-11), if at most this number of arrays and objects are nested
-- (EVENTLY-14). What is neither prints itself: the server's strings and numbers are the canonical ones.
CREATE OR REPLACE FUNCTION evently_ledger.written(value jsonb, levels int) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    -- With its bracket, which PostgreSQL's text begins with.
    kind CONSTANT text := jsonb_typeof(value);
BEGIN
    IF kind NOT IN ('array', 'object') THEN
        RETURN value::text;
    ELSIF levels = 0 THEN
        PERFORM evently_ledger.invalid('depth', 'more than 128 arrays and objects stand inside one another');
    ELSIF kind = 'array' THEN
        RETURN '[' || coalesce((
            SELECT string_agg(
                CASE WHEN jsonb_typeof(item) IN ('array', 'object') THEN evently_ledger.written(item, levels - 1)
                ELSE item::text END,
                ',' ORDER BY place)
            FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place)), '') || ']';
    END IF;
    -- The order of the keys' bytes in UTF-8.
    RETURN '{' || coalesce((
        SELECT string_agg(
            to_json(name)::text || ':'
            || CASE WHEN jsonb_typeof(item) IN ('array', 'object') THEN evently_ledger.written(item, levels - 1)
            ELSE item::text END,
            ',' ORDER BY name COLLATE "C")
        FROM jsonb_each(value) AS members (name, item)), '') || '}';
END $$;

-- The canonical form of a value.
CREATE OR REPLACE FUNCTION evently_ledger.canonical(value jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS 'SELECT evently_ledger.written(value, 128)';

-- The four parts of an event's body (EVENTLY-16).
CREATE OR REPLACE FUNCTION evently_ledger.parts(
    value jsonb, OUT event text, OUT entities text, OUT meta text, OUT data text)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    kind text;
    field text;
BEGIN
    IF value IS NULL OR jsonb_typeof(value) <> 'object' THEN
        PERFORM evently_ledger.invalid('bad_field', 'an event is an object', 'record');
    END IF;
    FOREACH field IN ARRAY '{event,entities,meta,data}'::text[] LOOP
        kind := jsonb_typeof(value -> field);
        IF kind IS NULL THEN
            PERFORM evently_ledger.invalid('missing_field', format('the event has no %s', field), field);
        ELSIF field = 'event' AND kind <> 'string' THEN
            PERFORM evently_ledger.invalid('bad_field', format('event is a string, not %s', kind), field);
        ELSIF field IN ('entities', 'meta') AND kind <> 'object' THEN
            PERFORM evently_ledger.invalid('bad_field', format('%s is an object, not %s', field, kind), field);
        END IF;
    END LOOP;
    event := value ->> 'event';
    entities := evently_ledger.written(value -> 'entities', 128);
    meta := evently_ledger.written(value -> 'meta', 128);
    data := evently_ledger.written(value -> 'data', 128);
END $$;

-- An id of its parts (EVENTLY-1), where the ledger id has 8 hex digits.
CREATE OR REPLACE FUNCTION evently_ledger.id_of(body text, micros bigint, ledger text, previous text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    stamp CONSTANT text := lpad(to_hex(micros), 16, '0');
    feed CONSTANT text := body || stamp || ledger || previous;
BEGIN
    IF micros NOT BETWEEN 0 AND 253402300799999999 THEN
        PERFORM evently_ledger.invalid('timestamp', 'a timestamp is of the years 1970 to 9999');
    END IF;
    RETURN stamp || lpad(to_hex(evently_ledger.crc32c(convert_to(feed, 'UTF8'))), 8, '0') || ledger;
END $$;

-- The id of an event after another one (EVENTLY-17), at this microsecond since the Unix epoch.
CREATE OR REPLACE FUNCTION evently_ledger.event_id(event jsonb, micros bigint, previous uuid) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    hex CONSTANT text := replace(previous::text, '-', '');
    parts record;
BEGIN
    SELECT * INTO parts FROM evently_ledger.parts(event);
    RETURN evently_ledger.id_of(
        parts.event || parts.entities || parts.meta || parts.data, micros, substr(hex, 25), hex);
END $$;

-- The id of the first event of a ledger (EVENTLY-19 to EVENTLY-22).
CREATE OR REPLACE FUNCTION evently_ledger.genesis_id(event jsonb, micros bigint, profile text DEFAULT 'doc5')
RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    stamp CONSTANT text := lpad(to_hex(micros), 16, '0');
    parts record;
    body text;
    crc bigint;
    ledger text;
    previous text;
BEGIN
    SELECT * INTO parts FROM evently_ledger.parts(event);
    IF profile NOT IN ('doc5', 'doc4', 'pg') THEN
        PERFORM evently_ledger.invalid('profile', format('the profiles are doc5, doc4 and pg, not %L', profile));
    ELSIF profile = 'pg' THEN
        -- As the server prints them.
        body := parts.event || parts.entities || (event -> 'meta')::text || (event -> 'data')::text;
    ELSE
        body := parts.event || parts.entities || parts.meta || parts.data;
    END IF;
    crc := evently_ledger.crc32c(convert_to(CASE profile WHEN 'doc4' THEN body ELSE body || stamp END, 'UTF8'));
    ledger := lpad(to_hex(crc & 4294967292), 8, '0');
    previous := stamp || '00000000' || ledger;
    IF profile = 'pg' THEN
        previous := evently_ledger.crc32c(convert_to(previous, 'UTF8'))::text;
    END IF;
    RETURN evently_ledger.id_of(body, micros, ledger, previous);
END $$;

-- A timestamp's text (EVENTLY-15), of microseconds since the Unix epoch.
CREATE OR REPLACE FUNCTION evently_ledger.timestamp_of(micros bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    fraction CONSTANT text := lpad((micros % 1000000)::text, 6, '0');
BEGIN
    RETURN to_char(to_timestamp(micros / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')
        || CASE
            WHEN fraction = '000000' THEN 'Z'
            WHEN fraction LIKE '%000' THEN '.' || left(fraction, 3) || 'Z'
            ELSE '.' || fraction || 'Z'
        END;
END $$;

-- The record of an event (EVENTLY-29, EVENTLY-31).
CREATE OR REPLACE FUNCTION evently_ledger.record_of(
    event text, entities text, meta text, data text, micros bigint, id uuid, append_key text)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    record CONSTANT text := '{"event":' || to_json(event)::text || ',"entities":' || entities
        || ',"meta":' || meta || ',"data":' || data
        || ',"timestamp":"' || evently_ledger.timestamp_of(micros)
        || '","eventId":"' || replace(id::text, '-', '') || '"'
        || coalesce(',"appendKey":' || to_json(append_key)::text, '') || '}';
BEGIN
    IF octet_length(record) > 16777216 THEN
        PERFORM evently_ledger.invalid('too_long', 'the record would be longer than 16 MiB');
    END IF;
    RETURN record;
END $$;
