// Identifiers as programs print them: what is taken off. The rules have their rows in crates/ids-formats/tests.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as ids from "ids-formats";
import { inside } from "ids-formats/spelling";

const NUMBER = "175928847299117063";
const FLAX = "0RdKJcxqVBiAiQr0";
const UUID = "00000023-122e-6aa1-a789-28ef27ab7c62";
const EVENT = "0005cd7556b05092aecc815daa77f99c";
const SIQ = ids.Siq.fromSnowflake(BigInt(NUMBER), { epoch: Date.UTC(2015, 0), domain: "example.com", kind: "user" }).text;
const KUID = ids.KuidLocal.fromBigInt(0x0271_065a_c102_0007n).text;

/** A class, a text, the identifier's text, its form there, and what was taken off. */
const rows = [
  [ids.Discord, `<@!${NUMBER}>,`, NUMBER, "decimal", "punctuation mention"],
  [ids.Discord, `\u{feff}${NUMBER}`, NUMBER, "decimal", "byte-order-mark"],
  [ids.Discord, "175,928,847,299,117,063", NUMBER, "decimal", "thousands"],
  [ids.Discord, "１７５９２８８４７２９９１１７０６３", NUMBER, "decimal", "full-width"],
  [ids.Discord, `{"id":\n${NUMBER}}`, NUMBER, "decimal", "brackets member"],
  [ids.Discord, "-6258533631818174640", "12188210441891376976", "decimal", "negative"],
  [ids.Discord, `${NUMBER}n`, NUMBER, "decimal", "suffix"],
  [ids.Discord, `https://discord.com/channels/1/${NUMBER}?a=b`, NUMBER, "decimal", "url"],
  [ids.Discord, "\\x0271065ac1020007", NUMBER, "hex", "hexadecimal"],
  [ids.FlaxId, `'${FLAX}'`, FLAX, "base64", "quotes"],
  [ids.FlaxId, "'\\x05ca55528f7680cb8bb9bdc1'::bytea", FLAX, "hex", "typed quotes hexadecimal"],
  [ids.FlaxId, '{"$binary": {"base64": "BcpVUo92gMuLub3B", "subType": "00"}}', FLAX, "hex", "extended-json"],
  [ids.KuidLocal, `[${KUID}]`, KUID, undefined, "brackets"],
  [ids.Luuid, `UUID("${UUID}")`, UUID, "uuid", "call quotes"],
  [ids.EventId, `"${EVENT}";`, EVENT, "hex", "punctuation quotes"],
  [ids.Siq, `<id>${SIQ}</id>`, SIQ, "did", "element"],
];
for (const [Class, text, found, form, taken] of rows) {
  test(`${Class.name} inside ${JSON.stringify(text)}`, () => {
    class Own extends Class {}
    for (const One of [Class, Own]) {
      const { id, form: met, spelling } = One.parseLenient(text, { inside });
      assert.ok(id instanceof One);
      assert.deepEqual([id.text, met, spelling], [found, form ?? Class.forms.find((name) => id.toString(name) === id.text), taken.split(" ")]);
    }
    for (const options of [undefined, {}, { inside: undefined }]) assert.throws(() => Class.parseLenient(text, options), ids.IdError);
  });
}

test("what a form reads has nothing taken off", () => {
  for (const [Class, , found] of rows) assert.deepEqual(Class.parseLenient(found, { inside }).spelling, []);
  assert.deepEqual(ids.FlaxId.parseLenient("05ca55528f7680cb8bb9bdc1", { inside }), { ...ids.FlaxId.parseLenient("05ca55528f7680cb8bb9bdc1"), form: "hex" });
});

test("what has no identifier inside, or two, has the error of the text itself", () => {
  for (const text of ["", "'x'", `${NUMBER}.0`, `'${NUMBER}', '${NUMBER.slice(0, -1)}4'`, `"${FLAX}!"`, `'${"9".repeat(30)}'`, `'${NUMBER}'${" ".repeat(600)}`]) {
    const own = (() => {
      try {
        return ids.Discord.parseLenient(text);
      } catch (error) {
        return error;
      }
    })();
    assert.ok(own instanceof ids.IdError, text);
    assert.throws(() => ids.Discord.parseLenient(text, { inside }), own, text);
  }
});

test("an identifier of a flavour of one's own", () => {
  const Order = ids.defineSnowflake({ name: "inside", epoch: 0, unit: 1000, fields: [{ name: "timestamp", bits: 40 }, { name: "node", bits: 24 }] });
  assert.equal(Order.parseLenient("'5'", { inside }).id.text, "5");
});

test("a wrong use is a TypeError", () => {
  for (const options of [{ inside: true }, { inside: null }, { outside: inside }, 5]) assert.throws(() => ids.FlaxId.parseLenient(`'${FLAX}'`, options), TypeError);
  assert.throws(() => inside(undefined, "x"), TypeError);
});
