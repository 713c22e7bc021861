-- Which sequence makes which identifiers. Two sequences for one node, or for the keys of one group, would make
-- the same identifiers twice: the second one is refused. Where the database has the tables of ids reserve, its
-- node numbers and its keys count too, both ways.
CREATE TABLE IF NOT EXISTS ids.made_by (
    subject text COLLATE "C" NOT NULL,
    sequence regclass NOT NULL,
    -- What ids reserve calls it: a namespace, its layout, and the node number, 0 for keys.
    namespace text NOT NULL,
    layout text NOT NULL,
    node bigint NOT NULL,
    PRIMARY KEY (subject, sequence)
);
GRANT SELECT, INSERT ON ids.made_by TO PUBLIC;

-- The sequence's name as ids reserve can have it.
CREATE OR REPLACE FUNCTION ids.reserve_name(sequence regclass) RETURNS text
LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN 'sequence:' || CASE WHEN sequence::text COLLATE "C" ~ '^[!-~]{1,80}$'
    THEN sequence::text ELSE sequence::oid::text END;

-- Records the sequence for ids reserve, or refuses what is granted there. Until the transaction ends, no other
-- session begins a namespace or claims a number.
CREATE OR REPLACE FUNCTION ids.tell_reserve(made ids.made_by) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    name text := ids.reserve_name(made.sequence);
    token bytea := decode(md5(made.subject || name), 'hex');
    same text := split_part(made.layout, '; ', 1);
    known record;
BEGIN
    LOCK TABLE ids_reserve.namespace IN SHARE ROW EXCLUSIVE MODE;
    IF same LIKE 'luuid group %' THEN
        SELECT n.name INTO known FROM ids_reserve.namespace n
            WHERE split_part(n.layout, '; ', 1) = same AND n.name NOT LIKE 'sequence:%' LIMIT 1;
        IF FOUND THEN
            PERFORM ids.refuse('second_name', format(
                'ids reserve grants the keys of %s in this database under the name %s; the sequence %s would give them again',
                same, known.name, made.sequence), 'key');
        END IF;
        INSERT INTO ids_reserve.namespace (name, layout) VALUES (name, made.layout) ON CONFLICT DO NOTHING;
        RETURN;
    END IF;
    INSERT INTO ids_reserve.namespace (name, layout)
        SELECT made.namespace, made.layout
        WHERE NOT EXISTS (SELECT FROM ids_reserve.namespace n WHERE split_part(n.layout, '; ', 1) = same);
    FOR known IN SELECT n.name FROM ids_reserve.namespace n
        WHERE split_part(n.layout, '; ', 1) = same FOR NO KEY UPDATE
    LOOP
        INSERT INTO ids_reserve.resource (namespace, number, "end", owner)
            VALUES (known.name, made.node, 0, token) ON CONFLICT DO NOTHING;
        IF NOT EXISTS (SELECT FROM ids_reserve.resource r
            WHERE r.namespace = known.name AND r.number = made.node AND r.owner = token)
        THEN
            PERFORM ids.refuse('second_name', format(
                'node %s was granted by ids reserve in this database, under the name %s; the sequence %s would make its identifiers again',
                made.node, known.name, made.sequence), 'node');
        END IF;
        -- Its last request is in the far future: it is never idle.
        INSERT INTO ids_reserve.holder (namespace, number, token, label, start, "end", at)
            VALUES (known.name, made.node, token, name, 0, 0, 253402300799999999) ON CONFLICT DO NOTHING;
    END LOOP;
END $$;

-- Says to ids reserve which sequences there are. Its tables call it when they are made.
CREATE OR REPLACE FUNCTION ids.tell_reserve() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ids.tell_reserve(m) FROM ids.made_by m WHERE m.layout <> '';
END $$;

-- Keeps that a sequence makes this, at its first use.
CREATE OR REPLACE FUNCTION ids.keep_sequence(made ids.made_by) RETURNS void
LANGUAGE plpgsql STRICT AS $$
DECLARE
    other text;
    shape record;
BEGIN
    -- One at a time.
    PERFORM pg_advisory_xact_lock('ids'::regnamespace::oid::int, 'ids.made_by'::regclass::oid::int);
    SELECT seqcycle AS again, relpersistence AS kind INTO shape
        FROM pg_sequence JOIN pg_class ON pg_class.oid = seqrelid WHERE seqrelid = made.sequence;
    IF NOT FOUND THEN
        PERFORM ids.refuse('sequence', format('%s is no sequence', made.sequence));
    ELSIF shape.again OR shape.kind <> 'p' THEN
        PERFORM ids.refuse('sequence', format(
            '%s may give a number again: it has CYCLE, or is temporary or unlogged', made.sequence));
    END IF;
    SELECT m.sequence::text INTO other FROM ids.made_by m
        WHERE m.subject = made.subject AND m.sequence <> made.sequence LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION USING
            MESSAGE = format('the sequence %s makes %s in this database; %s would make the same identifiers again',
                other, made.subject, made.sequence),
            HINT = format('If the two never meet, such as in two tables: SELECT ids.keep_separate(%L, %L)',
                made.subject, made.sequence),
            ERRCODE = 'object_not_in_prerequisite_state', CONSTRAINT = 'second_name';
    END IF;
    IF made.layout <> '' AND EXISTS (SELECT FROM pg_namespace WHERE nspname = 'ids_reserve') THEN
        PERFORM ids.tell_reserve(made);
    END IF;
    INSERT INTO ids.made_by SELECT made.* ON CONFLICT DO NOTHING;
END $$;

-- Says that a second sequence may make the same identifiers as another.
CREATE OR REPLACE FUNCTION ids.keep_separate(subject text, sequence regclass) RETURNS void
LANGUAGE sql
BEGIN ATOMIC
    INSERT INTO ids.made_by VALUES (subject, sequence, '', '', 0) ON CONFLICT DO NOTHING;
END;
