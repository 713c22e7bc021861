-- Appending to a ledger inside PostgreSQL, by a client in any language: functions that stand on those of
-- postgres-ids-1.sql. Run it again to replace them.
--
-- Programs call append and create: no search path of a session changes what they do. The others are their parts.
-- What they refuse has a SQLSTATE of its own:
--   LE004  an event that matches the selector was appended meanwhile
--   LE005  the key was used for another event
--   LE006  the event after which nothing may match is not in this ledger
--   LE007  there is no ledger of this name
--   LE008  there is a ledger of this name
--   LE009  the last event has the last timestamp that there is
--   22023  an event or a selector that is not valid
-- The first three have the id of the event that they speak of as their detail.

-- An event to append: it has the fields of the body and no others, since no record would keep them.
CREATE OR REPLACE FUNCTION evently_ledger.new_parts(
    value jsonb, OUT event text, OUT entities text, OUT meta text, OUT data text)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    other text;
BEGIN
    SELECT * INTO event, entities, meta, data FROM evently_ledger.parts(value);
    SELECT name INTO other FROM jsonb_object_keys(value) AS names (name)
    WHERE name NOT IN ('event', 'entities', 'meta', 'data') ORDER BY name COLLATE "C" LIMIT 1;
    IF FOUND THEN
        PERFORM evently_ledger.invalid('unknown_field', format('a record keeps no field %L', other), other);
    END IF;
    -- A selector asks for strings: another key is stored, and not found.
    IF jsonb_path_exists(value, 'strict $.entities.* ?
        (@.type() != "string" && (@.type() != "array" || @.size() == 0 || exists(@[*] ? (@.type() != "string"))))')
    THEN
        SELECT name INTO other FROM jsonb_each(value -> 'entities') AS e (name, keys)
        WHERE jsonb_typeof(keys) <> 'string' AND NOT evently_ledger.is_list(keys)
        ORDER BY name COLLATE "C" LIMIT 1;
        PERFORM evently_ledger.invalid('entity_key', format(
            'the key of an entity is a string, or a list of strings, one or more: that of %L is another value', other),
            'entities');
    END IF;
END $$;

-- The clock's microsecond, or the one after the last event's (EVENTLY-28).
CREATE OR REPLACE FUNCTION evently_ledger.next_micros(last bigint, now timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    -- Before version 14 the server counts the seconds in binary fractions, whole seconds exactly.
    seconds CONSTANT bigint := extract(epoch FROM date_trunc('second', now));
    micros CONSTANT bigint := greatest(
        last + 1, seconds * 1000000 + extract(microseconds FROM now)::bigint % 1000000);
BEGIN
    IF micros > 253402300799999999 THEN
        RAISE 'no timestamp is later than the last event''s' USING ERRCODE = 'LE009';
    END IF;
    RETURN micros;
END $$;

-- Whether this is an array of strings, one or more.
CREATE OR REPLACE FUNCTION evently_ledger.is_list(value jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
SELECT jsonb_typeof(value) = 'array' AND value <> '[]'
    AND NOT jsonb_path_exists(value, 'strict $[*] ? (@.type() != "string")')
$$;

-- The first event after this id that a selector matches. A selector is a term, or an array of terms of which
-- one has to match, such as {"events": ["Booked", "Closed"], "entities": {"seat": ["12A"]}}: an event of one
-- of these names, with all of these keys of these entities.
CREATE OR REPLACE FUNCTION evently_ledger.first_match(number int, after uuid, selector jsonb) RETURNS uuid
-- Without a sort each look-up takes one row of an index, whatever the statistics of the tables say.
LANGUAGE plpgsql STABLE SET enable_sort = off SET enable_bitmapscan = off SET jit = off AS $$
DECLARE
    shape CONSTANT text := 'a selector is {"events": [name, ..], "entities": {entity: [key, ..], ..}}'
        ', one of the two, or an array of such terms; no list is empty';
    bounds CONSTANT uuid := coalesce(after, '00000000-0000-0000-0000-000000000000');
    term jsonb;
    names text[];
    name text;
    wanted text[];
    keys text[];
    features int;
    feature int;
    agreed int;
    place uuid;
    found uuid;
    first uuid;
BEGIN
    IF selector IS NULL THEN
        RETURN NULL;
    ELSIF jsonb_typeof(selector) <> 'array' THEN
        selector := jsonb_build_array(selector);
    ELSIF selector = '[]' THEN
        PERFORM evently_ledger.invalid('selector', shape);
    END IF;
    FOR term IN SELECT item FROM jsonb_array_elements(selector) AS terms (item) LOOP
        IF jsonb_typeof(term) <> 'object' THEN
            PERFORM evently_ledger.invalid('selector', shape);
        ELSIF term = '{}' OR term - '{events,entities}'::text[] <> '{}' OR EXISTS (
            SELECT FROM jsonb_each(term) AS lists (field, list) WHERE CASE field
                WHEN 'events' THEN NOT evently_ledger.is_list(list)
                ELSE jsonb_typeof(list) <> 'object' OR list = '{}' OR EXISTS (
                    SELECT FROM jsonb_each(list) AS e (entity, own) WHERE NOT evently_ledger.is_list(own))
                END)
        THEN
            PERFORM evently_ledger.invalid('selector', shape);
        END IF;
        SELECT array_agg(n.name) INTO names FROM jsonb_array_elements_text(term -> 'events') AS n (name);
        SELECT array_agg(entity), array_agg(key) INTO wanted, keys
        FROM jsonb_each(term -> 'entities') AS e (entity, own), jsonb_array_elements_text(own) AS k (key);
        -- Of each name, from index to index: the next event with the first key, from there the next one with the
        -- second, and so on, until one event has them all.
        FOREACH name IN ARRAY coalesce(names, ARRAY[NULL]) LOOP
            features := coalesce(cardinality(keys), 0) + (name IS NOT NULL)::int;
            feature := 0;
            agreed := 0;
            place := bounds;
            WHILE agreed < features LOOP
                feature := feature % features + 1;
                IF feature <= cardinality(keys) THEN
                    SELECT e.id INTO found FROM evently_ledger.entity AS e
                    WHERE e.ledger = number AND e.entity = wanted[feature] AND e.key = keys[feature]
                        AND e.id >= place AND e.id > bounds
                    ORDER BY e.id LIMIT 1;
                ELSE
                    SELECT e.id INTO found FROM evently_ledger.event AS e
                    WHERE e.ledger = number AND e.event = name AND e.id >= place AND e.id > bounds
                    ORDER BY e.id LIMIT 1;
                END IF;
                EXIT WHEN found IS NULL OR found >= first;
                agreed := CASE WHEN found = place THEN agreed + 1 ELSE 1 END;
                place := found;
            END LOOP;
            first := least(first, found);
        END LOOP;
    END LOOP;
    RETURN first;
END $$;

-- An event that was appended stays: where a commit does not wait for the disk, this one does.
CREATE OR REPLACE FUNCTION evently_ledger.be_durable() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('synchronous_commit') IN ('off', 'local') THEN
        PERFORM set_config('synchronous_commit', 'on', true);
    END IF;
END $$;

-- Appends an event at this time of the clock, or at the server's: see append.
CREATE OR REPLACE FUNCTION evently_ledger.append_at(
    into_ledger text, new_event jsonb, new_key text, selector jsonb, after uuid, now timestamptz)
RETURNS uuid
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    ledger record;
    parts record;
    owner record;
    body text;
    hex text;
    micros bigint;
    id uuid;
BEGIN
    SELECT * INTO parts FROM evently_ledger.new_parts(new_event);
    body := parts.event || parts.entities || parts.meta || parts.data;
    -- Writers take turns.
    SELECT l.number, l.head, l.profile INTO ledger FROM evently_ledger.ledger AS l
    WHERE l.name = into_ledger FOR UPDATE;
    IF ledger.head IS NULL THEN
        RAISE 'there is no ledger %', quote_nullable(into_ledger) USING ERRCODE = 'LE007';
    ELSIF ledger.profile = 'v1' THEN
        RAISE 'the ledger % has events of 2021 to 2023, with another body', quote_literal(into_ledger)
            USING ERRCODE = 'feature_not_supported';
    END IF;

    IF new_key IS NOT NULL THEN
        SELECT e.id, p.event || p.entities || p.meta || p.data AS body INTO owner
        FROM evently_ledger.event AS e, evently_ledger.parts(e.record::jsonb) AS p
        WHERE e.ledger = ledger.number AND e.append_key = new_key;
        IF owner.body = body THEN
            RETURN owner.id;
        ELSIF owner.id IS NOT NULL THEN
            RAISE 'the idempotency key belongs to another event, %', owner.id
                USING ERRCODE = 'LE005', DETAIL = owner.id;
        END IF;
    END IF;

    IF after IS NOT NULL THEN
        IF selector IS NULL THEN
            PERFORM evently_ledger.invalid(
                'selector', 'with after there is a selector, which no later event matches');
        END IF;
        PERFORM FROM evently_ledger.event AS e WHERE e.ledger = ledger.number AND e.id = after;
        IF NOT FOUND THEN
            RAISE 'no event % in this ledger', after USING ERRCODE = 'LE006', DETAIL = after;
        END IF;
    END IF;
    id := evently_ledger.first_match(ledger.number, after, selector);
    IF id IS NOT NULL THEN
        RAISE 'the newer event % matches the selector', id USING ERRCODE = 'LE004', DETAIL = id;
    END IF;

    hex := replace(ledger.head::text, '-', '');
    micros := evently_ledger.next_micros(
        ('x' || left(hex, 16))::bit(64)::bigint, coalesce(now, clock_timestamp()));
    id := evently_ledger.id_of(body, micros, right(hex, 8), hex);
    INSERT INTO evently_ledger.event (ledger, id, previous, append_key, record)
    VALUES (ledger.number, id, ledger.head, new_key, evently_ledger.record_of(
        parts.event, parts.entities, parts.meta, parts.data, micros, id, new_key));
    PERFORM evently_ledger.be_durable();
    RETURN id;
END $$;

-- Appends an event, an object with event, entities, meta and data, to the ledger of this name; its id.
--
-- With a key it is appended once: the same key and the same event give the id that it has. With a selector it
-- is appended if no event after this one matches, or no event at all without "after" (EVENTLY-30). It is in
-- the ledger when the transaction commits; until then other writers of the ledger wait.
--
-- It runs with the rights of its owner: a role that may execute it, and do nothing else to the tables, cannot
-- store an event with another id than its own.
CREATE OR REPLACE FUNCTION evently_ledger.append(
    ledger text, event jsonb, append_key text DEFAULT NULL, selector jsonb DEFAULT NULL, after uuid DEFAULT NULL)
RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
'SELECT evently_ledger.append_at(ledger, event, append_key, selector, after, NULL)';

-- Begins a ledger at this time of the clock, or at the server's: see create.
CREATE OR REPLACE FUNCTION evently_ledger.create_at(
    new_name text, new_event jsonb, new_profile text, now timestamptz)
RETURNS uuid
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    ledger record;
    parts record;
    micros bigint;
    id uuid;
BEGIN
    SELECT * INTO parts FROM evently_ledger.new_parts(new_event);
    IF new_profile <> 'doc5' AND new_profile <> 'pg' THEN
        PERFORM evently_ledger.invalid('profile', format('a ledger begins in doc5 or pg, not %L', new_profile));
    END IF;
    INSERT INTO evently_ledger.ledger (name, profile) VALUES (new_name, new_profile)
    ON CONFLICT (name) DO NOTHING;
    SELECT l.number, l.head, l.profile INTO ledger FROM evently_ledger.ledger AS l
    WHERE l.name = new_name FOR UPDATE;
    IF ledger.head IS NOT NULL OR ledger.profile <> new_profile THEN
        RAISE 'there is a ledger % already', quote_literal(new_name) USING ERRCODE = 'LE008';
    END IF;
    micros := evently_ledger.next_micros(0, coalesce(now, clock_timestamp()));
    id := evently_ledger.genesis_id(new_event, micros, new_profile);
    INSERT INTO evently_ledger.event (ledger, id, record)
    VALUES (ledger.number, id, evently_ledger.record_of(
        parts.event, parts.entities, parts.meta, parts.data, micros, id, NULL));
    PERFORM evently_ledger.be_durable();
    RETURN id;
END $$;

-- Begins a ledger of this name with its first event; the id. A ledger of profile pg has the ids that pg-ledger
-- would give it. It runs with the rights of its owner.
CREATE OR REPLACE FUNCTION evently_ledger."create"(name text, event jsonb, profile text DEFAULT 'doc5')
RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
'SELECT evently_ledger.create_at(name, event, profile, NULL)';

-- The clock is the caller's there; and who may append is for the owner to say.
REVOKE EXECUTE ON FUNCTION
    evently_ledger.append(text, jsonb, text, jsonb, uuid),
    evently_ledger.append_at(text, jsonb, text, jsonb, uuid, timestamptz),
    evently_ledger."create"(text, jsonb, text),
    evently_ledger.create_at(text, jsonb, text, timestamptz)
FROM PUBLIC;
