// The package as a program meets it: run where it is installed, by any runtime with node:test.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "node:util";
import * as ids from "ids-formats";

const { FlaxId, FlaxGenerator, IdError } = ids;
const at = 1_444_939_825_807;
const fails = (call, expected, message) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof IdError, `${error}`);
    const { kind, index, field, until } = error;
    assert.deepEqual({ kind, index, field, until }, { index: undefined, field: undefined, until: undefined, ...expected });
    if (message) assert.match(error.message, message);
    return true;
  });

/** A class, a text of it, its number, and its time in nanoseconds. */
const known = [
  [FlaxId, "0RdKJcxqVBiAiQr0", 1792030988790530007327423937n, 1_444_939_825_807_000_000n],
  [ids.Discord, "175928847299117063", 175928847299117063n, 1_462_015_105_796_000_000n],
  [ids.Twitter, "1541815603606036480", 1541815603606036480n, 1_656_432_460_105_000_000n],
  [ids.Instagram, "2384288897814875714", 2384288897814875714n, 1_598_449_407_313_000_000n],
  [ids.Tid, "3jzfcijpj2z2a", undefined, 1_688_137_381_887_007_000n],
  [ids.KuidLocal, ".5.tXbhdV.3", undefined, undefined],
  [ids.KuidGlobal, ".5.tXVEf8n8vPN.0", undefined, undefined],
  [ids.Luuid, "00000023-122e-6aa1-a789-28ef27ab7c62", 0x23122e6aa1a78928ef27ab7c62n, null],
  [ids.EventId, "0005cd7556b05092aecc815daa77f99c", 0x0005cd7556b05092aecc815daa77f99cn, 1_633_278_732_816_530_000n],
];

for (const [Class, text, bits, time] of known) {
  test(`${Class.name}: every way in and out`, () => {
    const id = Class.parse(text);
    if (bits !== undefined) assert.equal(id.toBigInt(), bits);
    assert.equal(id.toString(), text);
    assert.equal(`${id}`, text);
    assert.deepEqual(Object.entries(id), [["text", text]]);
    assert.equal(JSON.stringify({ id }), `{"id":"${text}"}`);
    assert.equal(inspect(id), `${Class.name}(${text})`);
    const open = id.constructor.name === "Luuid" ? ["key", "group", "random"] : Object.keys(id.fields).filter((name) => name !== "sign");
    const fields = Object.fromEntries(open.map((name) => [name, id.field(name)]));
    for (const same of [Class.fromBigInt(id.toBigInt()), Class.fromBytes(id.toBytes()), Class.fromFields(fields), Class.parseLenient(text).id]) {
      assert.ok(same.equals(id) && same.compare(id) === 0);
      assert.deepEqual(same, id);
    }
    // What `cloneDeep` makes has the class and the own properties, and what `structuredClone` makes these alone.
    const copy = Object.assign(Object.create(Object.getPrototypeOf(id)), id);
    assert.ok(copy.equals(id) && id.equals(copy) && copy.compare(id) === 0 && copy instanceof Class);
    assert.deepEqual([`${copy}`, copy.toBigInt(), copy.toBytes(), copy.fields], [text, id.toBigInt(), id.toBytes(), id.fields]);
    if (time !== null) assert.equal(copy.time, id.time);
    assert.equal(Class.parse(structuredClone(id).text).compare(id), 0);
    const other = Class.fromBigInt(id.toBigInt() + 64n);
    for (const [one, two] of [[id, other], [{ id }, { id: other }], [[id], [other]]]) {
      assert.throws(() => assert.deepEqual(one, two));
    }
    for (const form of Class.forms) {
      if (form === "matrix") continue;
      assert.ok(Class.parse(id.toString(form), form === "surplus" ? undefined : form).equals(id), form);
    }
    if (time === null) assert.ok(!("time" in id) && !("firstAt" in Class));
    else {
      if (time !== undefined) assert.equal(id.time, time);
      assert.equal(id.date.getTime(), Number(id.time / 1_000_000n));
      const [first, last] = [Class.firstAt(id.time), Class.lastAt(id.time)];
      assert.ok(first.compare(id) <= 0 && id.compare(last) <= 0 && Class.compare(first, last) < 0);
      assert.ok(Class.firstAt({ epochNanoseconds: id.time }).equals(first));
      if (globalThis.Temporal) assert.equal(id.toInstant().epochNanoseconds, id.time);
      else assert.throws(() => id.toInstant(), TypeError);
    }
  });
}

test("a time is a Date, milliseconds, nanoseconds or an instant", () => {
  for (const time of [new Date(at), at, BigInt(at) * 1_000_000n, { epochNanoseconds: BigInt(at) * 1_000_000n }]) {
    assert.equal(`${FlaxId.firstAt(time)}`, "0RdKJcw---------");
  }
  for (const time of ["2015-10-15", Number.NaN, null, undefined, {}]) assert.throws(() => FlaxId.firstAt(time), TypeError);
  fails(() => FlaxId.firstAt(new Date("1969-01-01")), { kind: "before_epoch", until: 1_420_070_400_000_000_000n });
  fails(() => FlaxId.firstAt(1n << 100n), { kind: "after_end", until: 2_519_582_027_775_000_000n });
});

test("errors name the kind, the place and what would fit", () => {
  fails(() => FlaxId.parse("0RdKJcxqVBiAiQr+"), { kind: "digit", index: 15 }, /'\+' at index 15 is no digit/);
  fails(() => FlaxId.parse("0RdKJcxqVBiAiQr"), { kind: "length", index: 15 }, /15 bytes, but this form has 16/);
  fails(() => FlaxId.parse("x".repeat(1000)), { kind: "length", index: 16 });
  fails(() => FlaxId.parse("0RdKJcxqVBiAi\u{1F600}"), { kind: "length", index: 16 }, /17 bytes/);
  fails(() => FlaxId.parse("0RdKJcxqVBiA\u{1F600}"), { kind: "digit", index: 12 });
  fails(() => FlaxId.fromBigInt(1n << 96n), { kind: "too_large" });
  fails(() => FlaxId.fromBigInt(1n << 128n), { kind: "too_large" });
  fails(() => FlaxId.fromBigInt(-1n), { kind: "negative" });
  fails(() => FlaxId.fromBytes(new Uint8Array(11)), { kind: "length", index: 11 });
  fails(() => FlaxId.fromFields({ timestamp: 1n }), { kind: "missing", field: "random" });
  fails(() => FlaxId.fromFields({ timestamp: 1n << 99n, random: 0 }), { kind: "range", field: "timestamp" }, /timestamp has more than 64 bits/);
  fails(() => FlaxId.fromFields({ timestamp: 1n << 40n, random: 0 }), { kind: "range", field: "timestamp" }, /at most 1099511627775/);
  fails(() => ids.Twitter.fromBigInt(1n << 63n), { kind: "fixed", field: "sign" });
  fails(() => ids.Luuid.parse("00000023-122e-7aa1-a789-28ef27ab7c62"), { kind: "fixed", field: "version" });
  fails(() => ids.Siq.parse("did:siq:x"), { kind: "length", index: 9 });
});

test("lenient reading says the form, and strict reading takes no other", () => {
  const hex = "05ca55528f7680cb8bb9bdc1";
  const { id, form } = FlaxId.parseLenient(hex);
  assert.deepEqual([`${id}`, form], ["0RdKJcxqVBiAiQr0", "hex"]);
  fails(() => FlaxId.parse(hex), { kind: "length", index: 16 });
  assert.equal(ids.Luuid.parseLenient("000000231-22e-6aa1-a789-28ef27ab7c62").form, "published");
});

test("an alias is the identifier, and so is its text", () => {
  const texts = ["did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaaH", "did:siq:IUXVOJAAF4C6S6AAAAAAAAAAAAAAH"];
  const [id, other] = texts.map((text) => ids.Siq.parse(text));
  assert.deepEqual(other, id);
  assert.deepEqual([id.text, JSON.stringify(other), `${other}`], [id.toString("did"), JSON.stringify(id), id.text]);
});

test("a subclass makes its own", () => {
  class UserId extends FlaxId {}
  const id = UserId.parse("0RdKJcxqVBiAiQr0");
  assert.ok(id instanceof UserId && UserId.generate() instanceof UserId);
  assert.equal(id.equals(FlaxId.parse("0RdKJcxqVBiAiQr0")), false);
  assert.equal(inspect(id), "UserId(0RdKJcxqVBiAiQr0)");
});

test("one call makes one, of a generator that the program keeps for the kind", () => {
  const node = { worker: 1, process: 5, maxAhead: 60_000 };
  class Message extends ids.Discord {}
  const made = [ids.Discord.generate(node), Message.generate({ ...node }), ids.Discord.generate(node)];
  assert.ok(made[0].toBigInt() < made[1].toBigInt() && made[1].toBigInt() < made[2].toBigInt());
  assert.deepEqual(made.map((id) => [id.constructor.name, id.field("process")]), [["Discord", 5n], ["Message", 5n], ["Discord", 5n]]);
  // The same node by another spelling would be a second generator of it.
  for (const other of [{ node: 37 }, { ...node, worker: 2 }, { worker: 1 }, { node }, {}, undefined, null]) {
    assert.throws(() => ids.Discord.generate(other), /Discord.generate was called with other options before/);
  }
  // What is changed later is not what it was made of.
  const parts = { node: { datacenter: 1, worker: 2 } };
  ids.Twitter.generate(parts);
  parts.node.worker = 3;
  assert.throws(() => ids.Twitter.generate(parts), TypeError);
  assert.equal(ids.Twitter.generate({ node: { worker: 2, datacenter: 1 } }).field("worker"), 2n);
  // A first call that fails leaves nothing.
  fails(() => ids.Instagram.generate({ shard: 1 << 20 }), { kind: "range", field: "shard" });
  assert.equal(ids.Instagram.generate({ shard: 7 }).field("shard"), 7n);
  assert.throws(() => ids.Bwmarrin.generate({ nodes: 1 }), /no property of options is named "nodes": there are node,/);
  assert.equal(ids.KuidLocal.generate().constructor, ids.KuidLocal);
  const five = ids.kuidGlobal(5);
  assert.deepEqual([five.generate({ name: "app@host" }).constructor, ids.KuidGlobal.generate({ node: "0000002a" }).node], [five, "0000002a"]);
  assert.throws(() => five.generate({ name: "app@host", drift: 8 }), TypeError);
  assert.equal(ids.Siq.generate({ domain: "example.com", shard: 3, kind: "message" }).kind, "message");
  const keys = { keys: { start: 7, end: 9 } };
  assert.deepEqual([ids.Luuid.generate(keys).key, ids.Luuid.generate({ keys: { ...keys.keys } }).key], [7n, 8n]);
  fails(() => ids.Luuid.generate(keys), { kind: "exhausted" });
  assert.equal(ids.LuuidV8.generate(keys).field("version"), 8n);
});

test("a node is given by its fields, or as node", () => {
  const clock = () => at;
  const made = [{ node: 37 }, { worker: 1, process: 5 }, { node: { worker: 1, process: 5 } }].map((node) => new ids.SnowflakeGenerator(ids.Discord, { ...node, clock }).generate().text);
  assert.equal(new Set(made).size, 1);
  assert.throws(() => new ids.SnowflakeGenerator(ids.Discord, { node: 37, worker: 1 }), /node has two values/);
  assert.throws(() => new ids.SnowflakeGenerator(ids.Discord, { workr: 1 }), /named "workr": there are worker, process, node, clock/);
  assert.throws(() => new ids.SnowflakeGenerator(ids.Discord, { node: { workr: 1 } }), /named "workr": there are worker, process, node$/);
  assert.throws(() => new ids.SnowflakeGenerator(ids.Discord, { worker: 1, node: { worker: 1, process: 5 } }), /worker has two values/);
  assert.throws(() => new ids.SnowflakeGenerator(ids.Discord, {}), /no number of the node is given: there are worker, process, node$/);
  fails(() => new ids.SnowflakeGenerator(ids.Discord, { worker: 1 }), { kind: "missing", field: "process" });
  fails(() => new ids.SnowflakeGenerator(ids.Mastodon, { node: 1 }), { kind: "decode_only" });
  // A flavour without parts has one node.
  const Plain = ids.defineSnowflake({ name: "plain", epoch: 0, fields: [{ name: "timestamp", bits: 52 }, { name: "count", bits: 12 }], sequence: "count" });
  for (const node of [{}, { node: 0 }]) assert.equal(new ids.SnowflakeGenerator(Plain, { ...node, clock: () => 5 }).generate().text, "20480");
  fails(() => ids.KuidGlobal.fromLocal(ids.KuidLocal.fromBigInt(5n), { node: 2 ** 33 }), { kind: "range", field: "node" });
  // Its field has the name of an option.
  assert.equal(new ids.SnowflakeGenerator(ids.Tid, { node: { clock: 5 }, clock }).generate().field("clock"), 5n);
});

test("a parameter has one spelling, and takes a number or its text", () => {
  const clock = () => 1_800_000_000_000;
  const kuid = (options) => new ids.KuidGenerator({ clock, ...options }).generate();
  const nodes = [kuid({ node: 42 }), kuid({ node: 42n }), kuid({ node: "0000002a", drift: 8 })].map((id) => id.text);
  assert.equal(new Set(nodes).size, 1);
  assert.equal(ids.KuidGlobal.fromLocal(ids.KuidLocal.parse(".5.tXbhdV.3"), { node: 42 }).node, "0000002a");
  assert.throws(() => kuid({ node: 42, name: "app@host" }), /one of these is wanted: node, name, name_1_3_5/);
  assert.throws(() => ids.kuidGlobal(5).generate({ node: 42, drift: 6 }), TypeError);
  const luuid = (options) => new ids.LuuidGenerator({ keys: ids.Keys.counter(), ...options }).generate();
  assert.equal(luuid({ afterKey: 1000 }).key, 1001n);
  assert.throws(() => luuid({ after: "now" }), /after is an identifier of luuid, not "now"/);
  assert.equal(luuid({ group: "12" }).group, ids.Group.ofName("12"));
  assert.equal(luuid({ group: 12 }).group, 12n);
  const siq = (options) => new ids.SiqGenerator({ domain: "example.com", shard: 1, kind: "user", ...options }).generate();
  assert.equal(siq({ localId: 7 }).field("domain"), ids.domainHash("example.com", { localId: 7 }));
  assert.throws(() => siq({ site: 1 }), /named "site": there are domain, localId, shard, kind, clock/);
});

test("the same clock and random bytes give the same identifiers", () => {
  const make = () => new FlaxGenerator({ monotonic: true, clock: () => at, random: (bytes) => bytes.fill(1) });
  assert.deepEqual(make().reserve(3).map(String), make().reserve(3).map(String));
  const [a, b, c] = make().reserve(3);
  assert.ok(a.compare(b) < 0 && b.compare(c) < 0 && a.date.getTime() === at);
  const next = new FlaxGenerator({ monotonic: true, after: c, clock: () => at, random: (bytes) => bytes.fill(1) });
  assert.ok(next.generate().compare(c) > 0);
});

test("a generator after now begins after all that one before it can have used", () => {
  for (const [maxAhead, later] of [[0, 1], [2, 3]]) {
    let now = at;
    const generator = new ids.SnowflakeGenerator(ids.Discord, { node: 37, maxAhead, after: "now", clock: () => now });
    fails(() => generator.generate(), { kind: "wait", until: BigInt(at + 1) * 1_000_000n });
    now += 1;
    assert.equal(generator.generate().date.getTime(), at + later);
  }
});

test("without arguments the time is Date.now, and random bytes are Web Crypto's", () => {
  const { now } = Date;
  const { now: passed } = performance;
  const { getRandomValues } = crypto;
  let [wall, mono, drawn] = [at, 5000, 0];
  Date.now = () => wall;
  performance.now = () => mono;
  crypto.getRandomValues = (bytes) => ((drawn += bytes.length), bytes.fill(7));
  try {
    assert.equal(ids.systemClock(), at);
    mono += 0.25;
    assert.equal(ids.systemClock(), at + 0.25);
    // The fraction never says another millisecond than Date.now.
    mono += 0.9;
    assert.equal(ids.systemClock(), at + 0.999);
    wall += 1;
    assert.ok(Math.abs(ids.systemClock() - (at + 1.15)) < 0.01);
    for (const jump of [3_600_000, -7_200_000]) {
      wall += jump;
      assert.equal(ids.systemClock(), wall);
    }
    // The bytes in the pool are of before.
    const made = Array.from({ length: 300 }, () => FlaxId.generate());
    assert.ok(drawn >= 2048 && made.every(({ date }) => date.getTime() === wall));
    assert.equal(made.at(-1).field("random"), 0x07070707070707n);
  } finally {
    Object.assign(Date, { now });
    performance.now = passed;
    crypto.getRandomValues = getRandomValues;
  }
});

test("a spent tick is a wait, and wait() pauses", async () => {
  let now = at;
  const generator = new ids.SnowflakeGenerator(ids.Discord, { node: 37, clock: () => now });
  assert.deepEqual(generator.generate().fields, { timestamp: 24_869_425_807n, worker: 1n, process: 5n, increment: 0n });
  assert.equal(generator.reserve(4095).length, 4095);
  fails(() => generator.generate(), { kind: "wait", until: BigInt(at + 1) * 1_000_000n });
  setTimeout(() => (now += 1));
  assert.equal((await generator.wait()).field("increment"), 0n);
  now -= 60_000;
  await assert.rejects(generator.wait({ limit: 10 }), { kind: "timed_out" });
  const ahead = new ids.SnowflakeGenerator(ids.Discord, { node: { worker: 1, process: 5 }, clock: () => at, maxAhead: 1 });
  assert.equal(ahead.reserve(8192).at(-1).date.getTime(), at + 1);
  fails(() => ahead.reserve(1), { kind: "wait", until: BigInt(at + 1) * 1_000_000n });
});

test("a clock that jumps is refused until it is accepted", () => {
  let now = at;
  const generator = new ids.SnowflakeGenerator(ids.Twitter, { node: 0, clock: () => now, maxJump: 1000 });
  generator.generate();
  now += 5000;
  fails(() => generator.generate(), { kind: "jump" });
  generator.acceptJump(now);
  assert.equal(generator.generate().date.getTime(), now);
});

test("a clock and a random source may fail, and may call the package", () => {
  const broken = new RangeError("no clock");
  const clockless = new FlaxGenerator({ clock: () => { throw broken; } });
  assert.throws(() => clockless.generate(), broken);
  const dry = new FlaxGenerator({ random: () => { throw broken; } });
  assert.throws(() => dry.generate(), (error) => error.kind === "entropy" && error.cause === broken);
  fails(() => new FlaxGenerator({ clock: () => -1 }).generate(), { kind: "before_epoch", until: 0n });
  const inner = new FlaxGenerator({ clock: () => at });
  const outer = new FlaxGenerator({ clock: () => inner.generate().date });
  assert.equal(outer.generate().date.getTime(), at);
  const itself = new FlaxGenerator({ clock: () => (itself.generate(), at) });
  assert.throws(() => itself.generate(), TypeError);
  const grown = new FlaxGenerator({ clock: () => (inner.reserve(100_000), at) });
  assert.equal(grown.generate().date.getTime(), at);
});

test("each format's generator", () => {
  const clock = () => 1_700_000_000_123;
  const kuid = new ids.KuidGenerator({ clock, name: "app@host" }).generate();
  assert.equal(kuid.node, ids.nodeOfName("app@host"));
  assert.ok(ids.KuidGlobal.fromLocal(kuid.toLocal(), { name: "app@host" }).equals(kuid));
  assert.ok(ids.KuidGlobal.fromNodeFirstBytes(kuid.toNodeFirstBytes()).equals(kuid));
  assert.equal(new ids.KuidGenerator({ clock, name: "app@host", drift: 5 }).generate().constructor.drift, 5);
  fails(() => ids.kuidGlobal(11), { kind: "range", field: "drift" });
  const siq = new ids.SiqGenerator({ clock, domain: "example.com", shard: 3, kind: "message" }).generate();
  assert.deepEqual([siq.kind, siq.shard, siq.domain], ["message", 3n, ids.formatDomain(ids.domainHash("example.com"))]);
  assert.deepEqual(ids.Siq.parseHandle(siq.toHandle("matrix", "example.com")), { id: siq, network: "matrix", domain: "example.com" });
  assert.ok(ids.Siq.fromBytes16(siq.toBytes16()).equals(siq));
  assert.ok(ids.Siq.fromFields(siq.fieldsIn("siq-4"), "siq-4").equals(siq));
  fails(() => new ids.SiqGenerator({ domain: "example.com", shard: 3, kind: "king" }), { kind: "unknown" });
  const keys = new ids.LuuidGenerator({ group: "order", keys: { start: 5, end: 7 } });
  const [five, six] = keys.reserve(9);
  assert.deepEqual([five.key, six.key, five.group], [5n, 6n, ids.Group.ofName("order")]);
  fails(() => keys.generate(), { kind: "exhausted" });
  const prefix = ids.Prefix.of(five.key, five.group);
  assert.ok(ids.Prefix.first(prefix).compare(five) <= 0 && five.compare(ids.Prefix.last(prefix)) <= 0);
  assert.equal(ids.Prefix.parse(ids.Prefix.format(prefix)), prefix);
  assert.equal(ids.Key.parse(ids.Key.format(5)), 5n);
  assert.equal(new ids.LuuidGenerator({ version: 8, keys: ids.Keys.counter() }).generate().field("version"), 8n);
});

test("a flavour of one's own", () => {
  const Order = ids.defineSnowflake({
    name: "order",
    epoch: new Date("2025-01-01"),
    unit: 1000,
    fields: [{ name: "zero", bits: 11, always: 0 }, { name: "timestamp", bits: 32 }, { name: "node", bits: 8 }, { name: "sequence", bits: 13 }],
    sequence: "sequence",
  });
  const id = new ids.SnowflakeGenerator(Order, { node: { node: 7 }, clock: () => Date.UTC(2025, 0, 2) }).generate();
  assert.deepEqual(id.fields, { zero: 0n, timestamp: 86400n, node: 7n, sequence: 0n });
  assert.ok(id.toBigInt() < 1n << 53n);
  fails(() => Order.fromBigInt(1n << 53n), { kind: "fixed", field: "zero" });
  assert.throws(() => ids.defineSnowflake({ name: "short", epoch: 0, fields: [{ name: "timestamp", bits: 32 }] }), TypeError);
  assert.throws(() => ids.defineSnowflake({ name: "wide", epoch: 0, fields: [{ name: "timestamp", bits: 65 }] }), TypeError);
  assert.throws(() => ids.defineSnowflake({ name: "wide", epoch: 0, fields: [{ name: "a", bits: 300 }] }), /a has 1 to 64 bits, not 300/);
  for (const [name, field] of [["order", "a b"], ["order", "a\nb"], ["order", ""], ["1", "a"], ["ö", "a"]]) {
    assert.throws(() => ids.defineSnowflake({ name, epoch: 0, fields: [{ name: field, bits: 64 }], timestamp: field }), /a name is an ASCII letter/);
  }
  assert.equal(ids.withEpoch(ids.Discord, 0).fromBigInt(1n << 22n).time, 1_000_000n);
  // Two classes of one definition would have two generators of one node.
  assert.equal(ids.withEpoch(ids.Discord, 0), ids.withEpoch(ids.Discord, new Date(0)));
  assert.notEqual(ids.withEpoch(ids.Discord, 0), ids.withEpoch(ids.Discord, 1));
  const own = 1_420_070_400_000;
  assert.deepEqual([ids.Discord, ids.withEpoch(ids.Discord, 0)].map((Class) => ids.withEpoch(Class, own)), [ids.Discord, ids.Discord]);
});

test("Evently: canonical JSON, chains, verification", () => {
  assert.equal(ids.canonicalize('{"b":1.0e1,"a":"\\u0041"}'), '{"a":"A","b":10}');
  fails(() => ids.canonicalize('{"a":1,"a":2}'), { kind: "duplicate_key", index: 7 });
  fails(() => ids.canonicalize('"\ud800"'), { kind: "utf8" });
  assert.equal(ids.canonicalize('{"a":1,"a":2}', { duplicates: "last-wins" }), '{"a":2}');
  const clock = () => 1_633_278_732_816_530_000n;
  const event = JSON.stringify({ event: "Opened", entities: {}, meta: {}, data: "⑆" });
  const { chain, id, record } = ids.Chain.begin(event, { clock });
  assert.ok(chain.head.equals(id) && id.time === clock());
  const second = chain.append(event);
  assert.equal(second.id.time, id.time + 1000n);
  const resumed = ids.Chain.resume(second.id, { clock });
  const lines = [record, second.record, resumed.append(event).record];
  const verdict = ids.verify(lines.join("\n"));
  assert.deepEqual([verdict.valid, verdict.events, verdict.profile, `${verdict.head}`], [true, 3, "doc5", `${resumed.head}`]);
  assert.deepEqual(ids.readEvent(lines[1], { previous: id }).id, second.id);
  const ledger = new TextEncoder().encode(lines.join("\n").replace('"Opened"', '"Closed"'));
  const verifier = new ids.Verifier();
  for (let start = 0; start < ledger.length; start += 7) verifier.feed(ledger.subarray(start, start + 7));
  const { valid, events, failure } = verifier.end();
  assert.deepEqual([valid, events, failure.kind, failure.offset], [false, 0, "mismatch", 0]);
  assert.equal(ids.verify(lines.slice(1).join("\n"), { after: id }).events, 2);
  // A ledger has at least its first event.
  assert.deepEqual(ids.verify(""), { valid: false, events: 0, profile: null, head: null, failure: { kind: "empty", offset: 0, message: "no events" } });
  assert.ok(ids.verify("", { after: id }).valid);
  fails(() => chain.append('{"event":"Opened"}'), { kind: "missing_field", index: 0 });
  const { ledger: name } = id;
  assert.ok(ids.EventId.firstAt(id.time, name).compare(id) <= 0 && id.compare(ids.EventId.lastAt(id.time, name)) <= 0);
});

test("Evently: an event is appended once for its key", () => {
  const clock = () => 1_633_278_732_816_530_000n;
  const event = (data) => JSON.stringify({ event: "Ordered", entities: {}, meta: {}, data });
  const { chain, id, record } = ids.Chain.begin(event(0), { clock });
  const first = chain.append(event(1), { key: "order 1" });
  assert.equal(JSON.parse(first.record).appendKey, "order 1");
  assert.deepEqual(chain.append(event(1), { key: "order 1" }), { id: first.id, record: null });
  fails(() => chain.append(event(2), { key: "order 1" }), { kind: "key_conflict" });
  assert.ok(chain.head.equals(first.id));
  const resumed = ids.Chain.resume(first.id, { clock });
  for (const stored of [record, first.record]) resumed.restore(stored);
  assert.deepEqual(resumed.append(event(1), { key: "order 1" }), { id: first.id, record: null });
  resumed.backTo(id);
  assert.equal(resumed.append(event(2), { key: "order 1" }).id.time, first.id.time);
  fails(() => resumed.restore(event(1)), { kind: "missing_field", index: 0 });
  assert.ok(ids.verify([record, first.record].join("\n")).valid);
});

test("the types name the forms, the fields and the kinds that there are", () => {
  const file = (name) => readFileSync(`node_modules/ids-formats/lib/${name}.d.ts`, "utf8");
  const union = (source, name) => [...source.slice(source.search(`(type ${name} =| ${name}:)`)).split(";")[0].matchAll(/"([^"]+)"/g)].map(([, word]) => word).sort();
  for (const [name, type, found] of [
    ["flax", "FlaxForm", FlaxId.forms],
    ["flax", "FlaxField", Object.keys(FlaxId.fromBigInt(0n).fields)],
    ["snowflake", "SnowflakeForm", ids.Discord.forms],
    ["kuid", "KuidForm", ids.KuidGlobal.forms],
    ["kuid", "KuidLocalField", Object.keys(ids.KuidLocal.fromBigInt(0n).fields)],
    ["kuid", "KuidGlobalField", Object.keys(ids.KuidGlobal.fromBigInt(0n).fields)],
    ["siq", "SiqForm", ids.Siq.forms],
    ["siq", "SiqField", Object.keys(ids.Siq.fromBigInt(0n).fields)],
    ["siq", "kind", [...new Set(Array.from({ length: 32 }, (_, code) => ids.Siq.fromBigInt(BigInt(code)).kind))]],
    ["luuid", "LuuidForm", ids.Luuid.forms],
    ["luuid", "LuuidField", Object.keys(ids.Luuid.parse("00000023-122e-6aa1-a789-28ef27ab7c62").fields)],
    ["evently", "EventlyForm", ids.EventId.forms],
    ["evently", "EventlyField", Object.keys(ids.EventId.fromBigInt(0n).fields)],
    ...Object.values(ids).filter((it) => it.prototype instanceof ids.Snowflake)
      .map((Class) => ["snowflake", `${Class.name}Field`, Object.keys(Class.fromBigInt(0n).fields)]),
  ]) {
    assert.deepEqual(union(file(name), type), [...found].sort(), type);
  }
});
