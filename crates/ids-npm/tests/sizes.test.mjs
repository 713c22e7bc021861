// What a bundle of one format holds: TOOLS=FOLDER node --test sizes.test.mjs
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const { buildSync } = createRequire(`${process.env.TOOLS}/`)("esbuild");

/** The most bytes of a bundle: minified, and what a server sends of it. */
const most = {
  snowflake: ["Discord", 394_000, 84_800],
  kuid: ["KuidGlobal", 339_000, 76_900],
  siq: ["Siq", 388_000, 87_900],
  luuid: ["Luuid", 236_600, 58_300],
  evently: ["EventId", 426_000, 119_400],
  spelling: ["inside", 220_000, 53_000],
};
// Formats without calls of their own are alike.
const folder = "node_modules/ids-formats";
for (const format of readdirSync(`${folder}/wasm`).map((file) => file.replace(/\.js$/, ""))) {
  most[format] ??= [/class (\w+) extends MadeId/.exec(readFileSync(`${folder}/${format}.js`, "utf8"))[1], 237_900, 60_300];
}
const bundle = (contents) => {
  const { outputFiles, metafile } = buildSync({ stdin: { contents, resolveDir: process.cwd() }, bundle: true, minify: true, format: "esm", write: false, metafile: true });
  return { code: outputFiles[0].text, parts: Object.values(metafile.outputs)[0].inputs };
};
const modules = ({ parts }) => Object.keys(parts).filter((part) => parts[part].bytesInOutput > 0).flatMap((part) => /wasm\/(\w+)\.js$/.exec(part)?.[1] ?? []);

for (const [format, [name, plain, packed]] of Object.entries(most)) {
  for (const from of [`ids-formats/${format}`, "ids-formats"]) {
    test(`${name} of "${from}" brings its own module and no other`, () => {
      const found = bundle(`import { ${name} } from "${from}"; console.log(${name}.parse("x"));`);
      assert.deepEqual(modules(found), [format]);
      const sizes = [found.code.length, gzipSync(found.code, { level: 9 }).length];
      assert.ok(sizes[0] <= plain && sizes[1] <= packed, `${sizes} bytes, at most ${plain}, ${packed}`);
      if (from !== "ids-formats") console.log(`${format}: ${sizes[0]} bytes minified, ${sizes[1]} compressed`);
    });
  }
}

test("what is imported and not used is left out", () => {
  assert.deepEqual(modules(bundle('import { FlaxId } from "ids-formats"; console.log(1);')), []);
});
