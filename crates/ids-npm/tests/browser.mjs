// The package in headless Chromium: TOOLS=FOLDER PAGE=FOLDER node browser.mjs answers `ids conform` there;
// with `check` it tries the main thread, a worker and a policy. PAGE has the browser's driver.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { lines } from "./lines.mjs";

const { buildSync } = createRequire(`${process.env.TOOLS}/`)("esbuild");
const { launch } = await import(pathToFileURL(`${process.env.PAGE}/browser.mjs`));
const bundle = (contents, format = "iife") =>
  buildSync({ stdin: { contents, resolveDir: process.cwd() }, bundle: true, format, write: false }).outputFiles[0].text;

const browser = await launch();
const check = async () => {
  const first = 'import { FlaxId } from "ids-formats/flax"; const text = `${FlaxId.parse("0RdKJcxqVBiAiQr0").date.toISOString()} ${FlaxId.generate()}`;';
  const files = {
    "/main.js": bundle(`${first} document.title = text;`),
    "/worker.js": bundle(`${first} postMessage(text);`),
    "/module.js": bundle(`${first} document.title = text;`, "esm"),
  };
  const server = createServer(({ url }, response) => {
    const [path, policy] = url.split("?");
    if (files[path]) return response.setHeader("content-type", "text/javascript").end(files[path]);
    if (policy) response.setHeader("content-security-policy", decodeURIComponent(policy));
    response.setHeader("content-type", "text/html").end(path === "/module" ? '<script type="module" src="/module.js"></script>' : '<script src="/main.js"></script>');
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  const titled = /^2015-10-15T20:10:25\.807Z \S{16}$/;
  const allowed = encodeURIComponent("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
  for (const path of ["/", "/module", `/?${allowed}`]) {
    await page.goto(`${origin}${path}`);
    assert.match(await page.title(), titled, path);
  }
  assert.match(await page.evaluate(() => new Promise((answer) => { new Worker("/worker.js").onmessage = ({ data }) => answer(data); })), titled);
  assert.deepEqual(complaints, []);
  await page.goto(`${origin}/?${encodeURIComponent("script-src 'self'")}`);
  assert.match(complaints.join(), /WebAssembly/);
  server.close();
  console.log(`Chromium ${browser.version()}: main thread, module, policy, worker`);
};

const answer = async () => {
  const page = await browser.newPage();
  await page.setContent("<title>ids-formats</title>");
  await page.addScriptTag({ content: bundle('import * as ids from "ids-formats"; import { respond } from "./adapter.mjs"; globalThis.respond = (line) => respond(ids, line);') });
  for await (const line of lines(process.stdin)) {
    process.stdout.write(`${await page.evaluate((line) => globalThis.respond(line), line)}\n`);
    if (JSON.parse(line).op === "stop") break;
  }
};

await (process.argv[2] === "check" ? check() : answer());
await browser.close();
process.stdin.destroy();
