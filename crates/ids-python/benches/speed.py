"""How fast the package is beside others, in nanoseconds for each identifier, and the ratio.

    python crates/ids-python/benches/speed.py

It needs `ids-formats`, and compares with what is installed of uuid-utils, python-ulid, python-flax-id, suou,
snowflake-id, NumPy and pyarrow. Each figure is the best of five runs, in processor time of the thread.
"""

import importlib
import time
import timeit
import uuid
from collections.abc import Callable, Iterator

from ids_formats import Discord, FlaxId, Luuid, Siq

TEXT, ROUND = "0RdKJcxqVBiAiQr0", 1_000_000


def best(call: Callable[[], object], count: int = 20_000, each: int = 1) -> float:
    return min(timeit.repeat(call, timer=time.thread_time, number=count, repeat=5)) / count / each * 1e9


def peer(module: str, name: str) -> Callable[..., object] | None:
    try:
        found: object = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, SyntaxError):
        return None
    return found if callable(found) else None


def cases() -> Iterator[tuple[str, float, str, float | None]]:
    """What is done, by this package, and by another."""
    flax, discord = FlaxId.generator(), Discord.generator(worker=1, process=2, max_ahead=86400)
    siq = Siq.generator(domain="example.com", shard=1, kind="user", max_ahead=86400)
    text = str(uuid.UUID(int=0x23122E6AA1A78928EF27AB7C62))

    def of(found: Callable[..., object] | None, *given: object) -> float | None:
        return None if found is None else best(lambda: found(*given), 2_000)

    upstream = peer("flax_id", "get_flax_id")  # It gives the text.
    yield "make a Flax id, and its text", best(lambda: str(flax.generate())), "python-flax-id", of(upstream)
    yield "make a Flax id", best(flax.generate), "uuid_utils.uuid7", of(peer("uuid_utils", "uuid7"))
    yield "make a Flax id", best(flax.generate), "ulid.ULID", of(peer("ulid", "ULID"))
    yield "make a Flax id", best(flax.generate), "uuid.uuid4", of(uuid.uuid4)
    yield "make a Snowflake", best(discord.generate), "snowflake-id", of(snowflake_id())
    yield "make a SIQ id", best(siq.generate), "suou", of(suou())
    yield "read a LUUID", best(lambda: Luuid(text)), "uuid.UUID", of(uuid.UUID, text)
    yield "read a LUUID", best(lambda: Luuid(text)), "uuid_utils.UUID", of(peer("uuid_utils", "UUID"), text)
    ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    yield "read a Flax id", best(lambda: FlaxId(TEXT)), "ulid.ULID.from_str", of(peer("ulid", "ULID.from_str"), ulid)
    id = FlaxId(TEXT)
    yield "write a Flax id", best(lambda: str(id)), "str(uuid.UUID)", best(lambda u=uuid.UUID(text): str(u))
    yield "its datetime", best(lambda: id.time), "", None


def snowflake_id() -> Callable[..., object] | None:
    make = peer("snowflake", "SnowflakeGenerator")
    return None if make is None else make(1).__next__  # type: ignore[attr-defined]


def suou() -> Callable[..., object] | None:
    make, kind = peer("suou.iding", "SiqGen"), peer("suou.iding", "SiqType")
    if make is None or kind is None:
        return None
    generator = make("example.com", local_id=1)
    return lambda: list(generator.generate(kind.USER))  # type: ignore[attr-defined]


def columns() -> Iterator[tuple[str, float]]:
    """Reading a million texts of Flax, and the times of them."""
    texts = FlaxId.generator(clock=1_700_000_000 * 10**9).fill(ROUND)
    written = [str(id) for id in texts]
    numbers = [1_000_000_000_000_000_000 + number for number in range(ROUND)]
    yield "list of str, one by one", best(lambda: [FlaxId(text).time_ns for text in written], 1, ROUND)
    yield "list of str", best(lambda: FlaxId.array(written).time_ns(), 1, ROUND)
    yield "list of int (Discord)", best(lambda: Discord.array(numbers).time_ns(), 1, ROUND)
    numpy = peer("numpy", "array")
    if numpy is not None:
        fixed, packed = numpy(written, "S16"), numpy(numbers, "u8")
        yield "NumPy S16", best(lambda: FlaxId.array(fixed).time_ns(), 1, ROUND)
        yield "NumPy uint64 (Discord)", best(lambda: Discord.array(packed).time_ns(), 1, ROUND)
    arrow = peer("pyarrow", "array")
    if arrow is not None:
        strings = arrow(written)
        yield "Arrow string", best(lambda: FlaxId.array(strings).time_ns(), 1, ROUND)
    yield "back to texts", best(lambda column=FlaxId.array(written): column.texts(), 1, ROUND)


if __name__ == "__main__":
    print("| one identifier | ns | beside | ns | ratio |\n|---|---|---|---|---|")
    for what, ours, name, theirs in cases():
        beside = "| | |" if theirs is None else f"| {theirs:.0f} | {theirs / ours:.1f} |"
        print(f"| {what} | {ours:.0f} | {name} {beside}")
    print("\n| a million: to identifiers and their times | ns each |\n|---|---|")
    for what, ours in columns():
        print(f"| {what} | {ours:.0f} |")
