// What a program may give that no format has: every one is an error that says so, and nothing after it is wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import * as ids from "ids-formats";

const { FlaxId, FlaxGenerator, IdError } = ids;
const text = "0RdKJcxqVBiAiQr0";
const at = 1_444_939_825_807;
const order = (more) => ids.defineSnowflake({ name: "order", epoch: 0, fields: [{ name: "timestamp", bits: 44 }, { name: "node", bits: 20 }], ...more });

const values = {
  null: null, undefined: undefined, flag: true, symbol: Symbol("x"), function: () => 5, nan: Number.NaN, number: 5, inexact: 2 ** 70,
  array: [5], date: new Date(Number.NaN), text: "x", bytes: new Uint8Array(1),
};
/** Calls of one argument, and which of these values are no wrong type of it. */
const calls = {
  "FlaxId.parse": [(value) => FlaxId.parse(value), "text"],
  "a form": [(value) => FlaxId.parse(text, value), "undefined"],
  "FlaxId.parseLenient": [(value) => FlaxId.parseLenient(value), "text"],
  "inside": [(inside) => FlaxId.parseLenient(text, { inside }), "function undefined"],
  "FlaxId.fromBigInt": [(value) => FlaxId.fromBigInt(value)],
  "FlaxId.fromBytes": [(value) => FlaxId.fromBytes(value), "bytes"],
  "FlaxId.fromFields": [(value) => FlaxId.fromFields(value), "date bytes"],
  "a field": [(value) => FlaxId.fromFields({ timestamp: 1, random: value }), "number undefined"],
  "FlaxId.firstAt": [(value) => FlaxId.firstAt(value), "number inexact"],
  "FlaxId.compare": [(value) => FlaxId.compare(value, FlaxId.parse(text))],
  "toString": [(value) => FlaxId.parse(text).toString(value), "undefined"],
  "field": [(value) => FlaxId.parse(text).field(value)],
  "options": [(value) => new FlaxGenerator(value), "undefined date bytes"],
  "clock": [(clock) => new FlaxGenerator({ clock }), "function undefined"],
  "random": [(random) => new FlaxGenerator({ random }), "function undefined"],
  "monotonic": [(monotonic) => new FlaxGenerator({ monotonic }), "flag undefined"],
  "maxAhead": [(maxAhead) => new FlaxGenerator({ maxAhead }), "number inexact undefined"],
  "maxJump": [(maxJump) => new FlaxGenerator({ maxJump }), "number inexact undefined"],
  "after": [(after) => new FlaxGenerator({ after }), "undefined"],
  "what a clock returns": [(time) => new FlaxGenerator({ clock: () => time }).generate(), "number inexact"],
  "reserve": [(count) => new FlaxGenerator().reserve(count), "number"],
  "acceptJump": [(now) => new FlaxGenerator().acceptJump(now), "number inexact"],
  "a flavour": [(Class) => new ids.SnowflakeGenerator(Class, { node: 1 })],
  "node": [(node) => new ids.SnowflakeGenerator(ids.Discord, { node }), "number date bytes"],
  "a field of a node": [(worker) => new ids.SnowflakeGenerator(ids.Discord, { node: { worker, process: 1 } }), "number undefined"],
  "rolling": [(rolling) => new ids.SnowflakeGenerator(ids.Discord, { node: 1, rolling }), "number undefined"],
  "withEpoch": [(epoch) => ids.withEpoch(ids.Discord, epoch), "number inexact"],
  "fields": [(fields) => order({ fields })],
  "the width of a field": [(bits) => order({ fields: [{ name: "timestamp", bits: 63 }, { name: "node", bits }] }), "number"],
  "the name of a field": [(name) => order({ fields: [{ name: "timestamp", bits: 63 }, { name, bits: 1 }] }), "text"],
  "unit": [(unit) => order({ unit }), "number inexact undefined"],
  "drift": [(drift) => ids.kuidGlobal(drift), "number"],
  "a local KUID": [(local) => ids.KuidGlobal.fromLocal(local, { name: "x" })],
  "a node of KUID": [(name) => new ids.KuidGenerator({ name }), "text"],
  "nodeOfName": [(name) => ids.nodeOfName(name), "text"],
  "domain": [(domain) => new ids.SiqGenerator({ domain, shard: 1, kind: "user" }), "text"],
  "shard": [(shard) => new ids.SiqGenerator({ domain: "x", shard, kind: "user" }), "number"],
  "parseHandle": [(handle) => ids.Siq.parseHandle(handle), "text"],
  "fromUlid": [(bits) => ids.Siq.fromUlid(bits, { domain: "x", kind: "user" }), "number"],
  "group": [(group) => new ids.LuuidGenerator({ group, keys: ids.Keys.counter() }), "text number undefined"],
  "keys": [(keys) => new ids.LuuidGenerator({ keys })],
  "the start of keys": [(start) => new ids.LuuidGenerator({ keys: { start, end: 9 } }), "number"],
  "the end of keys": [(end) => new ids.LuuidGenerator({ keys: { start: 1, end } }), "number"],
  "version": [(version) => new ids.LuuidGenerator({ version, keys: ids.Keys.counter() }), "undefined"],
  "Key.parse": [(key) => ids.Key.parse(key), "text"],
  "Group.ofName": [(name) => ids.Group.ofName(name), "text bytes"],
  "Prefix.of": [(key) => ids.Prefix.of(key, 1), "number"],
  "canonicalize": [(json) => ids.canonicalize(json), "text bytes"],
  "readEvent": [(json) => ids.readEvent(json), "text bytes"],
  "an event": [(json) => ids.Chain.begin(json), "text bytes"],
  "a head": [(head) => ids.Chain.resume(head), "text"],
  "verify": [(ledger) => ids.verify(ledger), "text bytes"],
  "parseTimestamp": [(time) => ids.parseTimestamp(time), "text"],
  "formatTimestamp": [(micros) => ids.formatTimestamp(micros), "number"],
};
for (const [name, [call, takes = ""]] of Object.entries(calls)) {
  test(`${name}: another type is a TypeError`, () => {
    const fine = takes.split(" ");
    for (const [type, value] of Object.entries(values)) {
      if (!fine.includes(type)) assert.throws(() => call(value), TypeError, `${name} of ${type}`);
    }
  });
}

test("a wrong use is a TypeError", () => {
  for (const wrong of [
    () => new FlaxId(),
    () => [text].map(FlaxId.parse),
    () => ids.Snowflake.parse("1"),
    () => FlaxId.parse(text, "roman"),
    () => FlaxId.fromFields({ timestamp: 1, random: 1, more: 1 }),
    () => FlaxId.fromFields({ timestamp: 1.5, random: 1 }),
    () => FlaxId.fromFields({ timestamp: 1, random: 2 ** 53 }),
    () => FlaxId.parse(text).compare(ids.Discord.parse("1")),
    () => ids.Discord.parse("5") < FlaxId.parse(text),
    () => ids.Discord.parse("5") < ids.Discord.parse("6"),
    () => FlaxId.parse(text) > 5n,
    () => Number(FlaxId.parse(text)),
    () => BigInt(FlaxId.parse(text)),
    () => Object.create(FlaxId.prototype).time,
    () => new FlaxGenerator({ monotone: true }),
    () => new FlaxGenerator({ after: ids.Discord.parse("1") }),
    () => new ids.KuidGenerator({ name: "x", after: new ids.KuidGenerator({ name: "x", drift: 5 }).generate() }),
    () => new FlaxGenerator({ maxAhead: -1 }),
    () => new FlaxGenerator().reserve(-1),
    () => new ids.SnowflakeGenerator(ids.Discord, {}),
    () => new ids.SnowflakeGenerator(ids.Discord, { node: 1, random: () => 1 }),
    () => new ids.SnowflakeGenerator(ids.Discord, { node: { worker: 1, process: 1, moon: 1 } }),
    () => new ids.SiqGenerator({ domain: "example.com", kind: "user" }),
    () => new ids.LuuidGenerator({ keys: ids.Keys.counter(), clock: () => at }),
    () => new ids.LuuidGenerator(),
    () => new ids.LuuidGenerator({ group: "order" }),
    () => order({ squence: "node" }),
    () => ids.withEpoch(FlaxId, 0),
    () => ids.canonicalize("{}", { sort: true }),
  ]) {
    assert.throws(wrong, TypeError, `${wrong}`);
  }
});

test("a number that JavaScript has rounded is a TypeError that says what is left of it", () => {
  const { Discord } = ids;
  for (const call of [Discord.parse, Discord.parseLenient, Discord.fromBigInt]) {
    assert.throws(() => call.call(Discord, 175928847299117063), (error) => {
      assert.ok(error instanceof TypeError);
      assert.equal(error.message, "a float keeps 53 bits of a number: 2 digits are lost, the id lies between 175928847299117040 and 175928847299117072, made 2016-04-30T11:18:25.796Z");
      return true;
    });
    assert.throws(() => call.call(Discord, 5), /^TypeError: .* not 5$/);
    for (const wide of [Number.MAX_VALUE, 2 ** 200, Infinity, Number.NaN, -(2 ** 60)]) assert.throws(() => call.call(Discord, wide), TypeError);
  }
  assert.throws(() => FlaxId.parse(1.7920309887905300e27), /a float keeps 53 bits/);
});

test("bytes are as many as they are, whatever their class says", () => {
  const claims = (length) => class extends Uint8Array { get length() { return length; } };
  const generator = new FlaxGenerator({ monotonic: true });
  const before = generator.generate();
  // Written by a length that is too short, these were what the module had behind.
  for (const length of [64, 256, 4096, 65536]) {
    const long = new (claims(12))(length).fill(0xff);
    assert.throws(() => FlaxId.fromBytes(long), { kind: "length", message: new RegExp(`^${length} bytes`) });
    assert.throws(() => ids.verify(long).valid || ids.canonicalize(long), IdError);
  }
  assert.equal(FlaxId.fromBytes(new (claims(5))(12).fill(1)).toString("hex"), "01".repeat(12));
  assert.ok(before.compare(generator.generate()) < 0);
  for (const other of [new Float64Array(12), new DataView(new ArrayBuffer(12)), {}]) {
    Object.defineProperty(other, Symbol.toStringTag, { value: "Uint8Array" });
    assert.throws(() => FlaxId.fromBytes(other), TypeError);
  }
});

test("wait() refuses an invalid limit", async () => {
  const generator = new FlaxGenerator();
  for (const limit of ["5", Number.NaN, -1, null]) await assert.rejects(generator.wait({ limit }), TypeError);
});

test("a clock that throws, and a random source that does not fill", () => {
  for (const thrown of [undefined, null, "text", new RangeError("no clock")]) {
    const generator = new FlaxGenerator({ clock: () => { throw thrown; } });
    let caught = "nothing";
    try {
      generator.generate();
    } catch (error) {
      caught = error;
    }
    assert.equal(caught, thrown);
  }
  const later = new FlaxGenerator({ random: async (bytes) => bytes.fill(1) });
  assert.throws(() => later.generate(), (error) => error.kind === "entropy" && error.cause instanceof TypeError);
  assert.throws(() => new FlaxGenerator({ random: (bytes) => structuredClone(bytes, { transfer: [bytes.buffer] }) }).generate(), { kind: "entropy" });
});

test("more than there is room for is a RangeError, and the next call is fine", () => {
  // Small steps: all 2^16 fit a millisecond, wherever the clock stands.
  const generator = new FlaxGenerator({ monotonic: true, random: (bytes) => void bytes.fill(1) });
  const last = generator.generate();
  for (const count of [2 ** 20 + 1, 2 ** 53 - 1, 1n << 64n, (1n << 64n) + 1n]) assert.throws(() => generator.reserve(count), RangeError, `${count}`);
  assert.ok(generator.generate().compare(last) > 0);
  assert.equal(generator.reserve(2 ** 16).length, 2 ** 16);
  // Nothing writes to these bytes: they cost no memory until the module takes them, which has no room for them.
  assert.throws(() => ids.canonicalize(new Uint8Array(2 ** 31)), RangeError);
  assert.equal(ids.canonicalize("{}"), "{}");
});

test("after a call that ran out of stack, ids are read as before, and a generator that was lost says so", () => {
  const generator = new ids.SnowflakeGenerator(ids.Discord, { node: 1 });
  const Order = order();
  const before = generator.generate();
  // Calls from the deepest frame on, until one has ended inside the module.
  let lost;
  const deep = (one) => {
    try {
      deep(one);
    } catch {}
    try {
      if (!lost) one.generate();
    } catch (error) {
      lost = /was lost/.test(error.message);
    }
  };
  for (const one of [generator, new FlaxGenerator()]) {
    lost = false;
    deep(one);
  }
  assert.equal(FlaxId.parse(text).date.getTime(), at);
  assert.equal(String(FlaxId.generate()).length, 16);
  assert.equal(before.field("worker"), 0n);
  assert.deepEqual(Order.fromBigInt(5n).fields, { timestamp: 0n, node: 5n });
  let next;
  try {
    next = generator.generate();
  } catch (error) {
    assert.match(error.message, /was lost/);
    next = new ids.SnowflakeGenerator(ids.Discord, { node: 1, after: before, maxAhead: 60_000 }).generate();
  }
  assert.ok(next.compare(before) > 0 && next.field("process") === 1n);
});

test("half of a surrogate pair is no text", () => {
  assert.throws(() => FlaxId.parse("0RdKJcxqVBiA\ud800"), IdError);
  assert.throws(() => ids.verify("\ud800"), { kind: "utf8" });
  assert.throws(() => ids.nodeOfName("\udc00"), { kind: "utf8" });
});

test("a name of the caller is told which there are, and no terminal obeys it", () => {
  const name = "\x1b[31m";
  for (const call of [() => ids.Discord.fromFields({ [name]: 1 }), () => ids.Siq.fromFields({}, name), () => ids.canonicalize("{}", { numbers: name })]) {
    assert.throws(call, (error) => error instanceof TypeError && /: there are [a-z]/.test(error.message) && !/\p{Cc}/u.test(error.message));
  }
});

test("what is larger than any identifier is named as it is", () => {
  for (const read of [(value) => ids.Siq.parse(value), (value) => ids.Siq.fromBigInt(value)]) {
    assert.throws(() => read(1e300), (error) => error instanceof TypeError && /not 1e\+300/.test(error.message));
  }
  const about = { domain: "x", kind: "user" };
  assert.throws(() => ids.Siq.fromUlid(1n << 128n, about), { kind: "too_large" });
  ids.Siq.fromUlid((1n << 128n) - 1n, about);
  assert.throws(() => new ids.SnowflakeGenerator(ids.Discord, { node: 1n << 70n }), { kind: "range", message: "node has more than 64 bits" });
  assert.throws(() => ids.Siq.fromSnowflake(1n, { ...about, epoch: -1n }), /an epoch is not before that of Unix/);
});

test("a valid date in a wrong place is not called invalid", () => {
  assert.throws(() => FlaxId.parse(new Date(0)), /not a Date/);
  assert.throws(() => FlaxId.parse(new Date(Number.NaN)), /not an invalid Date/);
  assert.equal(FlaxId.firstAt(runInNewContext("new Date(1500000000000)")).date.getTime(), 1_500_000_000_000);
});
