// The book as a reader meets it: BOOK=FOLDER node --test site.test.mjs
// With SHOTS=FOLDER it leaves screenshots there.
import assert from "node:assert/strict";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, relative } from "node:path";
import { after, before, test } from "node:test";
import { launch } from "../../crates/ids-wasm/tests/page/browser.mjs";

const { BOOK: book, SHOTS: shots } = process.env;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2" };
const pages = readdirSync(book, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".html") && entry.name !== "toc.html")
  .map((entry) => relative(book, join(entry.parentPath, entry.name)))
  // Pages of code are all made alike: one crate's stand for them.
  .filter((path) => !/\.[a-z]+\.html$/.test(path) || path.startsWith("crates/flax-id/"))
  .sort();
let browser, server, origin;

before(async () => {
  server = createServer((request, response) => {
    const file = join(book, decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": `${types[extname(file)] ?? "text/plain"}; charset=utf-8` });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${server.address().port}`;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

// A test in a tab of its own, in which nothing is asked of another server and nothing complains.
const tab = (name, options, steps) =>
  test(name, async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", ...options });
    const page = await context.newPage();
    const elsewhere = [], complaints = [];
    page.on("request", (request) => { if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) elsewhere.push(request.url()); });
    page.on("response", (response) => { if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`); });
    page.on("console", (message) => complaints.push(`${page.url()}: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
    try {
      await steps(page);
      assert.deepEqual([elsewhere, complaints], [[], []]);
    } finally {
      await context.close();
    }
  });
// What is wider than the room it has, but for what scrolls in a box of its own.
const wide = (page) =>
  page.evaluate(() => ["html", "body", ".page-wrapper", ".page", ".content", "main"].filter((name) => {
    const element = document.querySelector(name);
    return element.scrollWidth > element.clientWidth;
  }));

// A page of each kind. Narrow windows are the hard ones: every page is opened in one.
const kinds = ["index.html", "crates/flax-id/FORMAT.html", "docs/comparison.html", "docs/databases.html", "docs/cookbook.html", "docs/vectors/kuid.html", "crates/flax-id/examples/table_key.rs.html"];
for (const width of [320, 768, 1280]) {
  for (const colorScheme of ["light", "dark"]) {
    tab(`${width} pixels are enough, ${colorScheme}`, { viewport: { width, height: 900 }, colorScheme }, async (page) => {
      const found = [];
      for (const path of width === 320 && colorScheme === "light" ? pages : kinds) {
        await page.goto(`${origin}/${path}`, { waitUntil: "load" });
        for (const name of await wide(page)) found.push(`${path}: ${name}`);
        const lightness = await page.evaluate(() => {
          const [red, green, blue] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number);
          return (red + green + blue) / 3;
        });
        if (lightness > 128 !== (colorScheme === "light")) found.push(`${path} has a lightness of ${lightness}`);
        if (shots && kinds.includes(path)) await page.screenshot({ path: join(shots, `${path.replaceAll("/", "-")}-${width}-${colorScheme}.png`) });
      }
      assert.deepEqual(found, []);
    });
  }
}

tab("the search finds words of rules, of pages and of programs", {}, async (page) => {
  for (const [words, hit] of [
    ["2049-11-03T19:53:47.775Z", "crates/flax-id/"],
    ["pgbouncer", "docs/reservation.html"],
    ["web_handler", "crates/snowflake/examples/web_handler.rs.html"],
  ]) {
    await page.goto(`${origin}/index.html`, { waitUntil: "load" });
    await page.keyboard.press("s");
    await page.locator("#mdbook-searchbar").pressSequentially(words);
    const results = page.locator("#mdbook-searchresults a");
    await results.first().waitFor();
    const hits = await results.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    assert.ok(hits.some((link) => link.includes(hit)), `${words}: ${hits}`);
  }
  // The first result leads to a page that shows the word.
  await page.locator("#mdbook-searchresults a").first().click();
  await page.waitForLoadState("load");
  assert.match((await page.innerText("main")).toLowerCase(), /web_handler/);
});

tab("a rule is reached by its anchor", {}, async (page) => {
  await page.goto(`${origin}/crates/kuid/FORMAT.html#kuid-8`, { waitUntil: "load" });
  assert.ok(await page.evaluate(() => document.getElementById("kuid-8").getBoundingClientRect().top < innerHeight));
});

tab("a plot keeps letters that can be read in a narrow window", { viewport: { width: 320, height: 700 } }, async (page) => {
  await page.goto(`${origin}/docs/comparison.html`, { waitUntil: "load" });
  assert.ok((await page.locator("main img").first().boundingBox()).width > 600);
  assert.deepEqual(await wide(page), []);
});
