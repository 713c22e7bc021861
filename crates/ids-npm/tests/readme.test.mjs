// The programs of the README do what their comments say. A line that ends with `// => VALUE` has this value, as
// util.inspect shows it. Each program runs as it is written too: a line may not go on in the next one.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

const readme = readFileSync("node_modules/ids-formats/README.md", "utf8");
const folder = mkdtempSync(join(process.cwd(), "readme-"));
after(() => rmSync(folder, { recursive: true }));
const blocks = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code);
globalThis.shown = (value, expected, line) => assert.equal(inspect(value, { breakLength: Infinity }), expected, line);

assert.ok(blocks.length > 5);
let claims = 0;
blocks.forEach((code, index) => {
  test(`program ${index + 1}: ${code.split("\n").at(-2)}`, async () => {
    const checked = code.replaceAll(/^(\s*)(.+?);? +\/\/ => (.+)$/gm, (line, space, value, expected) => {
      claims += 1;
      return `${space}shown(${value}, ${JSON.stringify(expected)}, ${JSON.stringify(line)});`;
    });
    for (const [name, program] of Object.entries({ written: code, checked })) {
      const path = join(folder, `${name}-${index}.mjs`);
      writeFileSync(path, program);
      await import(pathToFileURL(path));
    }
  });
});
test("there are claims", () => assert.ok(claims > 10));
