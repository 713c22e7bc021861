"""Answers the questions of `ids conform` (docs/protocol.md) by the functions that `ids sql --database
postgres` has put into a database: `respond.py CONNECTION`, as psql has it. What is asked is checked as in
the port to Python; each answer is the database's."""

import json
import sys

from answers import serve, simple, texts
from libpq import Connection
from pack import Unsupported, expression, layout_of, protocol

# What an expression gives, or why it is refused, as JSON.
ANSWER = """
CREATE FUNCTION pg_temp.answer(asked text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    given jsonb;
    kind text;
    field text;
    code text;
    message text;
BEGIN
    EXECUTE asked INTO given;
    RETURN jsonb_build_object('result', given);
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS kind = CONSTRAINT_NAME, field = COLUMN_NAME, code = RETURNED_SQLSTATE,
        message = MESSAGE_TEXT;
    RETURN jsonb_build_object('kind', kind, 'field', field, 'code', code, 'message', message);
END $$"""
# As many identifiers of this call as are asked for, up to the first that is refused.
SOME = """
CREATE FUNCTION pg_temp.some(asked text, count int) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    answer jsonb := '{}';
    given bigint[] := '{}';
BEGIN
    FOR number IN 1..count LOOP
        answer := pg_temp.answer(asked);
        EXIT WHEN NOT answer ? 'result';
        given := given || (answer -> 'result')::bigint;
    END LOOP;
    RETURN answer || jsonb_build_object('ids', given);
END $$"""
FRESH = """DELETE FROM ids.made_by WHERE sequence = to_regclass('public.conform_positions');
DROP SEQUENCE IF EXISTS public.conform_positions; CREATE SEQUENCE public.conform_positions MINVALUE 0"""
ALL = "SELECT pg_temp.answer('SELECT ' || asked) FROM jsonb_array_elements_text($1::jsonb) WITH ORDINALITY _(asked, n) ORDER BY n"


def judged(ask: dict, answer: dict) -> dict:
    """The database's answer in the words of the protocol."""
    if "result" in answer:
        return {"result": texts(answer["result"])}
    match answer:
        case {"kind": "fixed", "field": "sign"} if layout_of(ask).unsigned:
            return {"skipped": "a bigint has no bit 63"}
        case {"code": "42883"}:
            return {"skipped": answer["message"]}
        case {"kind": "", "code": "22003"}:
            # The value fits no bigint at all.
            return {"error": {"kind": "refused"}}
        case {"kind": ""}:
            raise SystemExit(f"{answer['code']} {answer['message']}: {ask}")
    field = {"field": answer["field"]} if answer["field"] else {}
    return {"error": {"kind": answer["kind"]} | field}


def generate(database: Connection, ask: dict) -> dict:
    """A script of a generator: its memory is the sequence, which a restart makes anew. To resume after the
    last identifier is to go on with the sequence."""
    layout, clock, steps = layout_of(ask), 0, []
    if not hasattr(layout, "new"):
        raise Unsupported("no generator")
    database.run(FRESH)
    for step in ask["steps"]:
        clock = protocol.number(step["clock"], "-?") if "clock" in step else clock
        count = int(protocol.number(step.get("count", "1")))
        call = layout.new(ask.get("config", {}), clock)
        match step["call"]:
            case "reserve":
                raise Unsupported("no block of identifiers")
            case "restart":
                database.run(FRESH)
                count = 0
            case "resume":
                count = 0
        [found] = database.ask("SELECT pg_temp.some('SELECT to_jsonb(' || $1 || ')', $2::int)", call, str(count))
        answer = json.loads(found)
        result = {"ids": texts(answer["ids"])}
        if "kind" in answer:
            judgement = judged(ask, answer)
            if "error" not in judgement:
                return judgement
            result |= judgement
        steps.append(result)
    return {"result": {"steps": steps}}


def respond(database: Connection, asks: list[tuple[dict, list]]) -> list[dict]:
    """The answers to some requests, of which the database gets all at once."""
    answers, sent = [], []
    for ask, twice in asks:
        try:
            answer = simple(ask, twice)
            if answer is None and ask["op"] == "generate":
                answer = generate(database, ask)
            elif answer is None:
                sent.append((len(answers), expression(ask)))
        except Unsupported as unsupported:
            answer = {"skipped": str(unsupported)}
        answers.append(answer)
    found = database.ask(ALL, json.dumps([expression for _, expression in sent])) if sent else []
    for (place, _), answer in zip(sent, found, strict=True):
        answers[place] = judged(asks[place][0], json.loads(answer))
    return answers


def main() -> None:
    database = Connection(sys.argv[1] if len(sys.argv) > 1 else "")
    database.run(f"{ANSWER}; {SOME}")
    serve(lambda asks: respond(database, asks))


if __name__ == "__main__":
    main()
