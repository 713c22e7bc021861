// The same for Vitest's `expect`, which does not live in one process with Jest's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { alike, apart, tool } from "./equality.mjs";

const chai = await tool("chai");
const { JestChaiExpect } = await tool("@vitest/expect");
chai.use(JestChaiExpect);

for (const way of ["toEqual", "toStrictEqual"]) {
  test(`vitest's ${way}`, () => {
    for (const [a, b] of alike) chai.expect(a)[way](b);
    for (const [a, b] of apart) assert.throws(() => chai.expect(a)[way](b));
  });
}
