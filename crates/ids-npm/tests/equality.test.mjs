// Identifiers are equal where they are, and apart where they are not, for what compares objects: TOOLS=FOLDER node --test
import assert from "node:assert";
import { test } from "node:test";
import { FlaxId } from "ids-formats/flax";
import { alike, apart, tool } from "./equality.mjs";

const { expect: jest } = await tool("expect");
const chai = await tool("chai");
const { default: lodash } = await tool("lodash");

const ways = {
  "assert.deepEqual": (a, b) => assert.deepEqual(a, b),
  "assert.deepStrictEqual": (a, b) => assert.deepStrictEqual(a, b),
  "jest's toEqual": (a, b) => jest(a).toEqual(b),
  "jest's toStrictEqual": (a, b) => jest(a).toStrictEqual(b),
  "chai's deep equal": (a, b) => chai.expect(a).to.deep.equal(b),
  "lodash's isEqual": (a, b) => assert.ok(lodash.isEqual(a, b)),
};
for (const [name, equal] of Object.entries(ways)) {
  test(name, () => {
    for (const [a, b] of alike) equal(a, b);
    for (const [a, b] of apart) assert.throws(() => equal(a, b));
  });
}

test("jest shows the two texts", () => {
  for (const [a, b] of apart) assert.throws(() => jest(a).toEqual(b), { name: /^(JestAssertionError|Error)$/, message: /- .+\n.*\+ /s });
});

test("a copy of Lodash is an identifier, and one of the platform has its text", () => {
  class UserId extends FlaxId {}
  const id = UserId.parse("0RdKJcxqVBiAiQr0");
  const { copy } = lodash.cloneDeep({ copy: id });
  assert.ok(copy instanceof UserId && copy !== id && copy.equals(id) && id.equals(copy));
  assert.deepEqual([copy.time, copy.fields, `${copy}`, copy.toString("hex")], [id.time, id.fields, `${id}`, id.toString("hex")]);
  assert.deepEqual(structuredClone({ id }), { id: { text: "0RdKJcxqVBiAiQr0" } });
});
