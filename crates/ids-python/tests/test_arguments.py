"""An argument that a generator does not have."""

import ast
import pathlib
from datetime import datetime, timezone

import pytest

import ids_formats as ids

STUB = ast.parse(pathlib.Path(ids.__file__).with_name("_native.pyi").read_text())
CLASSES = {it.name: it for it in STUB.body if isinstance(it, ast.ClassDef)}
KINDS = [it for it in map(vars(ids).get, ids.__all__) if isinstance(it, type) and issubclass(it, ids.Id)]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in (ids.Id, ids.Snowflake)])
def test_a_type_checker_knows_what_the_format_takes(kind):
    for name in ("generator", "generate"):
        method = next(it for base in kind.__mro__ for it in CLASSES[base.__name__].body if getattr(it, "name", "") == name)
        known = {argument.arg for argument in method.args.kwonlyargs}
        # A part that has the name of another argument is given in `node` only.
        about = kind.parameters()
        assert known - {"after", "rng", "wait"} == set(about) - {"clock"}, name
        # Its defaults are those of the format.
        for argument, default in zip(method.args.kwonlyargs, method.args.kw_defaults):
            value = getattr(default, "value", None)
            assert value is None or f"; {value} if left out" in about[argument.arg], argument.arg
            assert (default is None) == about.get(argument.arg, "").endswith("; needed"), argument.arg


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in (ids.Id, ids.Snowflake)])
def test_help_names_what_the_format_takes(kind):
    for name, about in kind.parameters().items():
        assert f"- `{name}`: {about}" in kind.__doc__
    assert (f"`{kind.__name__}.generator(*" in kind.__doc__) == (kind not in (
        ids.EventlyId, ids.Mastodon, ids.Yitter, ids.Linkedin)), kind


def test_help_says_where_a_part_goes_that_has_the_name_of_another_argument():
    assert 'given as `node={"clock": ..}`' in ids.Tid.__doc__
    assert "given as" not in ids.Discord.__doc__


def test_a_class_has_one_drift():
    clock = 1_800_000_000 * 10**9
    five = ids.KuidGlobal.with_drift(5)
    assert "; 5 if left out" in five.parameters()["drift"] and "; 5 if left out" in five.__doc__
    assert five.generator(node=1, drift=5, clock=clock).generate() == five.generator(node="00000001", clock=clock).generate()
    with pytest.raises(ids.IdError, match="another drift"):
        ids.KuidGlobal.generator(node=1, drift=5)


@pytest.mark.parametrize("kind, given, known", [
    (ids.Discord, {"worker_id": 3, "process": 0}, "worker, process, node"),
    (ids.Discord, {"node": {"worker": 1, "procs": 0}}, "worker, process, node"),
    (ids.Siq, {"domain": "a", "shard": 1, "kind": "user", "site": 1}, "domain, local_id, shard, kind"),
    (ids.FlaxId, {"rolling": 3}, "monotonic"),
    (ids.KuidLocal, {"node": 1}, "none of its own"),
])
def test_it_is_named_with_those_that_there_are(kind, given, known):
    with pytest.raises(TypeError, match=known):
        kind.generator(**given)


def test_the_parts_of_a_node_in_each_way():
    clock = 1_800_000_000 * 10**9
    ways = [{"worker": 1, "process": 2}, {"node": {"worker": 1, "process": 2}}, {"node": 1 << 5 | 2}]
    assert len({ids.Discord.generator(clock=clock, **way).generate() for way in ways}) == 1
    with pytest.raises(ids.IdError, match="two values"):
        ids.Discord.generator(node=33, worker=1, process=2)
    with pytest.raises(ids.IdError, match="process"):
        ids.Discord.generator(worker=1)


@pytest.mark.parametrize("given, error, says", [
    (1.5, TypeError, "worker is an int, not of type float"),
    (True, TypeError, "of type bool"),
    ("1", TypeError, "of type str"),
    (-1, ids.IdError, "worker is not negative"),
    (1 << 70, ids.IdError, "worker has more than 64 bits"),
])
def test_a_number_of_another_type_or_width_is_named_as_it_is(given, error, says):
    with pytest.raises(error, match=says):
        ids.Discord.generator(worker=given, process=2)
    # More bits than a tick has count as all of them.
    if given != 1 << 70:
        with pytest.raises(error, match=says.replace("worker", "rolling")):
            ids.Discord.generator(worker=1, process=2, rolling=given)


@pytest.mark.parametrize("kind, given, says", [
    (ids.Siq, {"domain": 0, "shard": 1, "kind": "user"}, "domain is a str, not of type int"),
    (ids.KuidGlobal, {"name": b"x"}, "name is a str, not of type bytes"),
    (ids.Discord, {"node": 1, "max_jump": "1"}, "seconds, or a timedelta, and not of type str"),
    (ids.KuidGlobal, {"node": 1, "after": ids.KuidGlobal.with_drift(5)(5)}, "of another class"),
])
def test_a_value_of_another_type_is_named_as_it_is(kind, given, says):
    with pytest.raises(TypeError, match=says):
        kind.generator(**given)


def test_a_part_with_the_name_of_another_argument():
    with pytest.raises(ids.IdError, match='clock is missing: the arguments of this format are node={"clock": ..}, node$'):
        ids.Tid.generator(clock=3)
    with pytest.raises(TypeError, match='are node={"clock": ..}, node$'):
        ids.Tid.generator(node=1, speed=1)
    # No Snowflake draws random bits: the name is free.
    Own = ids.Snowflake.define("Own", [("timestamp", 50), ("rng", 4), ("sequence", 10)], epoch=0, unit=1, sequence="sequence")
    assert Own.generator(rng=3).generate().rng == 3


EPOCH = datetime(2020, 1, 1, tzinfo=timezone.utc)


@pytest.mark.parametrize("call, name, bits", [
    (ids.luuid.key_text, "key", 64),
    (ids.luuid.group_text, "group", 64),
    (ids.luuid.prefix_text, "prefix", 64),
    (ids.siq.domain_text, "hash", 32),
    (lambda value: ids.siq.domain_hash("x", value), "local_id", 8),
    (lambda value: ids.KuidLocal(5).to_global(value), "node", 32),
    (ids.KuidGlobal.with_drift, "drift", 32),
    (lambda value: ids.Siq.from_snowflake(value, EPOCH, "x", "user"), "number", 64),
    (lambda value: ids.Siq.from_ulid(value, "x", "user"), "number", 128),
    (ids.evently.timestamp_text, "micros", 64),
    (lambda value: ids.FlaxId.from_fields(timestamp=value, random=0), "timestamp", 128),
])
def test_a_number_that_does_not_fit_is_named(call, name, bits):
    for wrong, says in ((-1, f"{name} is not negative"), (1 << bits, f"{name} has more than {bits} bits")):
        with pytest.raises(ids.IdError, match=says) as caught:
            call(wrong)
        assert (caught.value.kind, caught.value.field) == ("range", name)


def test_a_field_of_another_layout_is_told_which():
    with pytest.raises(TypeError, match="tail in the layout siq; `layout` names another that has it: siq-3, siq-4, siq-5"):
        ids.Siq.from_fields(seconds=1, fraction=0, shard=1, domain=1, serial=1, qualifier=3)


def test_a_group_that_does_not_fit_is_shown():
    with pytest.raises(ids.IdError, match="group is 70000, but holds at most 4095"):
        ids.luuid.group_text(70_000)
