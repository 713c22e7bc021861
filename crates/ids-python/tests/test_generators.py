"""Generators: given clocks and random sources, waiting, threads, forks."""

import gc
import os
import random
import threading
import weakref

import pytest

import ids_formats as ids

NOW = 1_800_000_000 * 10**9

MADE = [  # class, arguments
    (ids.FlaxId, {"rng": random.Random(7).randbytes}),
    (ids.FlaxId, {"rng": random.Random(7).randbytes, "monotonic": True}),
    (ids.Discord, {"worker": 1, "process": 2}),
    (ids.Twitter, {"node": {"datacenter": 1, "worker": 2}}),
    (ids.Tid, {"node": {"clock": 5}}),
    (ids.SonyflakeV2, {"node": 3}),
    (ids.KuidLocal, {}),
    (ids.KuidGlobal, {"name": "node-a"}),
    (ids.KuidGlobalDrift7, {"node": 5}),
    (ids.Siq, {"domain": "example.com", "shard": 1, "kind": "user"}),
]


@pytest.mark.parametrize("kind, given", MADE)
def test_given_sources_decide_everything(kind, given):
    def ten():
        fresh = dict(given)
        if "rng" in fresh:
            fresh["rng"] = random.Random(7).randbytes
        generator = kind.generator(clock=lambda: NOW, max_ahead=1.0, **fresh)
        return [generator.generate() for _ in range(10)]

    made = ten()
    assert made == ten() and len(set(made)) == 10
    assert all(type(id) is kind for id in made)
    assert abs(made[0].time_ns - NOW) < 2 * 10**9
    if kind is not ids.FlaxId or given.get("monotonic"):
        assert made == sorted(made)
        after = kind.generator(clock=lambda: NOW, after=made[-1], max_ahead=1.0, **given)
        assert after.generate() > made[-1]


def test_keys_of_luuids():
    rng = random.Random(7).randbytes
    generator = ids.Luuid.generator(group="user", keys=range(5, 8), version=8, rng=rng)
    made = generator.fill(9)
    assert [id.key for id in made] == [5, 6, 7]
    assert {(id.version, id.group) for id in made} == {(8, ids.luuid.group_of("user"))}
    with pytest.raises(ids.GenerateError) as caught:
        generator.generate()
    assert caught.value.kind == "exhausted"
    counted = ids.Luuid.generator(keys=ids.luuid.Keys.counter(), after_key=41, rng=rng)
    assert counted.generate().key == 42
    for wrong in (range(0, 2**48 + 1), range(2**70), range(-1, 5)):
        with pytest.raises(ids.IdError):
            ids.Luuid.generator(keys=wrong)


@pytest.mark.parametrize("made, most", [  # and how many there are now, where these are few
    (ids.FlaxId.generator(clock=NOW), None),
    # Each step is the longest.
    (ids.FlaxId.generator(clock=NOW, monotonic=True, rng=lambda count: b"\xff" * count, after=ids.FlaxId.from_fields(
        timestamp=ids.FlaxId.first_at(NOW).timestamp, random=2**56 - 1 - 9 * 2**32)), 9),
    (ids.Discord.generator(worker=1, process=1, clock=NOW), 4096),
    (ids.KuidLocal.generator(clock=NOW), None),
    (ids.Siq.generator(domain="example.com", shard=1, kind="user", clock=NOW), None),
    (ids.Luuid.generator(keys=range(1, 9)), 8),
    (ids.Luuid.generator(keys=ids.luuid.Keys.counter()), None),
])
def test_a_step_has_as_many_as_were_asked_for_or_none(made, most):
    for count in (2**20 + 1, 20_000_000, 2**63, 2**64, 10**5000, -1):
        with pytest.raises(ids.IdError, match="1048576") as caught:
            made.reserve(count)
        assert caught.value.kind == "too_many"
    for count in ("5", 1.0, None):
        with pytest.raises(TypeError):
            made.reserve(count)
    assert made.reserve(0) == []
    if most:
        for count in (most + 1, 5000):
            with pytest.raises(ids.GenerateError, match=f"at most {most} ") as caught:
                made.reserve(count)
            assert caught.value.kind == "too_many"
    # Nothing was issued: as many are there as the error says.
    assert len(set(made.reserve(most or 100))) == (most or 100)


def test_waiting():
    generator = ids.Discord.generator(worker=0, process=0, clock=NOW)
    assert len(generator.reserve(4096)) == 4096
    with pytest.raises(ids.GenerateError) as caught:
        next(generator)
    assert (caught.value.kind, caught.value.until_ns) == ("wait", NOW + 10**6)
    # The clock stands still: waiting gives up.
    with pytest.raises(ids.GenerateError) as caught:
        generator.generate(wait=0.001)
    assert caught.value.kind == "timed_out"
    with pytest.raises(ids.GenerateError) as caught:
        generator.reserve(5000)
    assert caught.value.kind == "too_many"
    # Each reading is a millisecond later, so that nothing sleeps for long.
    readings = iter(range(NOW, NOW + 10**12, 10**6))
    stepping = ids.Discord.generator(worker=0, process=0, clock=lambda: next(readings))
    made = stepping.fill(10_000, wait=60)
    assert len(set(made)) == 10_000 and made == sorted(made)


@pytest.mark.parametrize("make", [
    lambda: ids.Discord.generator(worker=32, process=0),
    lambda: ids.Discord.generator(worker=0, process=-1),
    lambda: ids.Discord.generator(worker=0),
    lambda: ids.Siq.generator(domain="example.com", shard=256, kind="user"),
    lambda: ids.Luuid.generator(group=4096, keys=range(1, 5)),
    lambda: ids.Luuid.generator(version=7, keys=range(1, 5)),
    lambda: ids.Discord.generator(worker=0, process=0, max_ahead=-1.0),
    lambda: ids.Mastodon.generator(),
])
def test_what_does_not_fit(make):
    with pytest.raises(ids.IdError):
        make()


@pytest.mark.parametrize("make", [
    lambda: ids.Discord.generator(worker=0, process=0, speed=1),
    lambda: ids.KuidGlobal.generator(),
    lambda: ids.KuidGlobal.generator(node=1, name="a"),
    lambda: ids.Siq.generator(shard=1, kind="user"),
    lambda: ids.EventlyId.generator(),
    lambda: ids.Luuid.generator(),
    lambda: ids.Luuid.generator(group="user"),
    lambda: ids.Luuid.generator(keys=range(1, 9, 2)),
    lambda: ids.Luuid.generator(keys=[1, 2]),
    lambda: ids.Luuid.generator(keys="counter"),
    lambda: ids.Luuid.generator(keys=range(1, 9), clock=NOW),
])
def test_arguments_that_no_generator_has(make):
    with pytest.raises(TypeError):
        make()


def test_errors_of_given_sources_arrive():
    def broken(*_):
        raise LookupError("no such clock")

    with pytest.raises(LookupError, match="no such clock"):
        ids.Discord.generator(worker=0, process=0, clock=broken).generate()
    with pytest.raises(LookupError):
        ids.FlaxId.generator(rng=broken).generate()
    with pytest.raises(ValueError, match="were asked for"):
        ids.FlaxId.generator(rng=lambda count: b"").generate()
    with pytest.raises(ids.GenerateError) as caught:
        ids.Discord.generator(worker=0, process=0, clock=lambda: -1).generate()
    assert caught.value.kind == "before_epoch"


def test_an_error_of_an_earlier_call_is_forgotten():
    left = [b"\0" * 8]
    now = NOW
    generator = ids.FlaxId.generator(clock=lambda: now, rng=lambda count: left.pop()[:count])
    assert len(generator.fill(3)) == 1  # The second had no random bits.
    now = 0
    with pytest.raises(ids.GenerateError) as caught:
        generator.generate()
    assert caught.value.kind == "before_epoch"


def test_threads_share_a_generator():
    generator = ids.Discord.generator(worker=0, process=0, max_ahead=3600)
    found = []

    def work():
        found.extend([generator.generate() for _ in range(20_000)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 80_000


def in_child(act) -> bytes:
    """What `act` gives in the child of a fork."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, act().encode())
        finally:
            os._exit(0)
    os.close(write)
    os.waitpid(child, 0)
    with os.fdopen(read, "rb") as answer:
        return answer.read()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("generator", [
    ids.Discord.generator(worker=0, process=0),
    ids.FlaxId.generator(monotonic=True),
    ids.FlaxId.generator(rng=random.Random(7).randbytes),
    ids.Luuid.generator(keys=range(1, 9)),
    ids.KuidLocal.generator(),
])
def test_the_child_of_a_fork_repeats_nothing(generator):
    generator.generate()

    def act():
        try:
            return str(generator.generate())
        except ids.GenerateError as error:
            return error.kind

    assert in_child(act) == b"forked"
    generator.generate()


def test_one_call_makes_one_identifier():
    node = {"datacenter": 1, "worker": 2}
    made = [ids.Twitter.generate(**node, wait=1.0) for _ in range(3)]
    assert made == sorted(set(made)) and made[0].worker == 2

    class Post(ids.Twitter):
        __slots__ = ()

    # What a program derives shares the generator: its identifiers would be the same ones otherwise.
    post = Post.generate(worker=2, datacenter=1, wait=1.0)
    assert type(post) is Post and int(post) > int(made[-1])
    # The same node by another spelling would be a second generator of it.
    for other in ({"node": 34}, {}, {**node, "rolling": 1}):
        with pytest.raises(TypeError, match="keep what Twitter.generator"):
            ids.Twitter.generate(**other)
    assert ids.FlaxId.generate() != ids.FlaxId.generate()
    keys = range(7, 9)
    assert [ids.Luuid.generate(keys=range(7, 9)).key for _ in keys] == list(keys)
    with pytest.raises(ids.GenerateError):
        ids.Luuid.generate(keys=keys)
    with pytest.raises(TypeError, match='no argument "speed"'):
        ids.SonyflakeV2.generate(speed=1)
    # A first call that fails leaves nothing.
    assert ids.SonyflakeV2.generate(node=3).machine == 3
    with pytest.raises(TypeError, match="follows from the event"):
        ids.EventlyId.generate()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_the_child_of_a_fork_makes_no_identifier_of_its_parent_by_one_call():
    ids.KuidLocal.generate()

    def act():
        try:
            return str(ids.KuidLocal.generate())
        except ids.GenerateError as error:
            return error.kind

    assert in_child(act) == b"forked"
    # Where the parent has made none, the child has a generator of its own.
    assert in_child(lambda: str(ids.Bwmarrin.generate(node=1).node)) == b"1"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_random_flax_ids_differ_after_a_fork():
    generator = ids.FlaxId.generator(clock=NOW)
    child = in_child(lambda: str(generator.generate().random))
    # A clock that is given is still: only the random bits differ.
    assert child and int(child) != generator.generate().random


@pytest.mark.parametrize("make", [
    lambda clock: ids.Discord.generator(worker=1, process=1, clock=clock),
    lambda clock: ids.FlaxId.generator(clock=NOW, rng=clock),
    lambda clock: ids.evently.Chain.resume("0005cd7556b05092aecc815daa77f99c", clock=clock),
])
def test_an_object_whose_clock_is_its_own_method_is_collected(make):
    class Owner:
        def now(self, *_):
            return NOW

    owner = Owner()
    owner.made = make(owner.now)
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


EVENT = '{"event":"Served","entities":{},"meta":{},"data":15}'


@pytest.mark.parametrize("make, ask", [
    (lambda call, path: ids.Discord.generator(worker=0, process=0, clock=call), lambda made: made.generate()),
    (lambda call, path: ids.Discord.generator(worker=0, process=0, clock=call), lambda made: made.fill(2, wait=1)),
    (lambda call, path: ids.FlaxId.generator(clock=NOW, rng=call), lambda made: made.generate()),
    (lambda call, path: ids.Luuid.generator(keys=range(1, 9), rng=call), lambda made: made.reserve(1)),
    (lambda call, path: ids.evently.Chain.resume("0005cd7556b05092aecc815daa77f99c", clock=call),
     lambda made: made.append(EVENT)),
    (lambda call, path: ids.evently.Ledger.create(path, EVENT, clock=call), lambda made: made.append(EVENT)),
])
def test_a_clock_or_a_random_source_that_calls_back(tmp_path, make, ask):
    back = []

    def call(count=None):
        if back:
            ask(back[0])
        return NOW if count is None else bytes(count)

    made = make(call, tmp_path / "ledger")
    back.append(made)
    with pytest.raises(ids.GenerateError, match="called") as caught:
        ask(made)
    assert caught.value.kind == "reentrant"
    back.clear()
    assert ask(made)


def test_a_clock_may_ask_another_generator():
    other = ids.FlaxId.generator()
    assert ids.Discord.generator(worker=0, process=0, clock=lambda: other.generate().time_ns).generate()


def test_an_exception_that_ends_the_program_is_not_kept_from_it():
    left = [bytes(8)]

    def source(count):
        if not left:
            raise KeyboardInterrupt
        return left.pop()[:count]

    with pytest.raises(KeyboardInterrupt):
        ids.FlaxId.generator(clock=NOW, rng=source).fill(3)


def test_a_name_in_a_message_is_escaped_and_cut():
    for call in (lambda name: ids.FlaxId.parse("x", name), lambda name: ids.FlaxId(1).text(name),
                 lambda name: ids.FlaxId(1).fields(name), lambda name: ids.FlaxId.array([]).field(name),
                 lambda name: ids.FlaxId.generator(**{name: 1}), lambda name: getattr(ids.FlaxId(1), name),
                 lambda name: ids.FlaxId.from_fields(**{name: 1}), lambda name: ids.FlaxId.from_fields(**{name: None}),
                 lambda name: ids.evently.verify("", profile=name)):
        with pytest.raises((TypeError, AttributeError)) as caught:
            call("\n\x1b" * 10_000)
        message = str(caught.value)
        assert len(message) < 400 and "\n" not in message and "\x1b" not in message and "20000" in message
