"""What a type checker sees of a program that uses the package."""

import os
import time
from datetime import datetime, timezone
from typing import assert_type
from uuid import UUID

from ids_formats import Discord, FlaxId, Generator, IdArray, IdError, KuidLocal, Luuid, Siq, evently

id = FlaxId("0RdKJcxqVBiAiQr0")
assert_type(id.time, datetime)
assert_type(id.random, int)
assert_type(FlaxId.parse_lenient("x"), tuple[FlaxId, str])
generator = FlaxId.generator(rng=os.urandom, clock=time.time_ns, monotonic=True)
assert_type(generator, Generator[FlaxId])
assert_type(generator.generate(wait=0.5), FlaxId)
assert_type([made for made in generator], list[FlaxId])
assert_type(Discord.generator(worker=1, process=2).fill(3), list[Discord])
assert_type(Discord.range(datetime.now(timezone.utc), 5), tuple[Discord, Discord])
assert_type(Luuid.generator(group="user", keys=range(1, 9)).generate().uuid, UUID)
assert_type(Siq.generator(domain="example.com", shard=1, kind="user").generate().kind, str)
assert_type(Discord("1").worker, int)
assert_type(FlaxId.array(["x"]), IdArray[FlaxId])
assert_type(FlaxId.array(["x"])[0], FlaxId)
assert_type(FlaxId.array(["x"])[1:], IdArray[FlaxId])
assert_type([made for made in reversed(FlaxId.array(["x"]))], list[FlaxId])
assert_type(FlaxId.array(["x", None]), IdArray[FlaxId | None])
assert_type(FlaxId.array(["x"]).texts(), list[str])
assert_type(FlaxId.array(["x", None])[1:].texts("hex"), list[str | None])
assert_type(FlaxId.array(["x"]).missing, bytes)
FlaxId.array(["x"]) < 5  # type: ignore[operator]
assert_type(evently.canonicalize(memoryview(b"1")), bytes)
assert_type(KuidLocal("x").to_global(1).to_local(), KuidLocal)
assert_type(evently.verify_file("x").valid, bool)
try:
    FlaxId(b"")
except IdError as error:
    assert_type(error.index, int | None)
FlaxId(1.5)  # type: ignore[arg-type]
FlaxId.generator(speed=1)  # type: ignore[call-arg]
Discord.generator(workr=1, process=2)  # type: ignore[call-arg]
Discord.generate(workr=1, process=2)  # type: ignore[call-arg]
Siq.generate(domain="example.com", shard=1)  # type: ignore[call-arg]
assert_type(Discord.generate(worker=1, process=2, wait=0.5), Discord)
assert_type(Luuid.generate(keys=range(1, 9), group="user"), Luuid)
FlaxId("x") < Discord("1")  # type: ignore[operator]
