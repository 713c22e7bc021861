// The page as a person meets it: IDS=COMMAND PAGE=FILE node --test page.test.mjs
// With SHOTS=FOLDER it leaves screenshots there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";

const { IDS: ids, PAGE: file, SHOTS: shots } = process.env;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const run = (...args) => execFileSync(ids, args, { encoding: "utf8" });
let browser, folder, ledger, broken;

before(async () => {
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), "ids-page-"));
  ledger = join(folder, "tennis.ndjson");
  run("ledger", "create", ledger, "--name", "Tennis");
  const events = Array.from({ length: 3000 }, (_, index) =>
    JSON.stringify({ event: "Point Won", entities: { player: "p1" }, meta: { actor: "umpire" }, data: { index } }));
  writeFileSync(join(folder, "events"), `${events.join("\n")}\n`);
  execFileSync(ids, ["ledger", "append", ledger], { input: readFileSync(join(folder, "events")) });
  broken = join(folder, "broken.ndjson");
  writeFileSync(broken, readFileSync(ledger, "utf8").replace('"index":2000}', '"index":2001}'));
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

// A test in a tab of its own, in which nothing is requested and nothing complains.
const tab = (name, options, steps) =>
  test(name, async () => {
    const page = await open(browser, file, options);
    try {
      await steps(page);
      assert.deepEqual([page.requests, page.complaints], [[], []]);
    } finally {
      await page.context().close();
    }
  });
const type = async (page, texts) => {
  await page.fill("#texts", texts);
  await page.click("text=Inspect >> nth=0");
  await page.waitForSelector("article");
};
const status = (page, id, pattern) =>
  page.waitForFunction(([id, source]) => new RegExp(source).test(document.getElementById(id).textContent), [id, pattern.source]);

tab("a pasted text is explained at once, in UTC and in local time", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  await page.evaluate(() => navigator.clipboard.writeText("175928847299117063"));
  await page.focus("#texts");
  await page.keyboard.press("Control+V");
  await page.waitForSelector("article");
  const text = await page.innerText("article");
  assert.match(text, /snowflake discord/);
  assert.match(text, /2016-04-30T11:18:25\.796Z/);
  // Nine hours ahead.
  assert.match(text, /30 April 2016 at 20:18:25/);
  assert.match(text, /bits 63 to 22/);
});

tab("a time decides between formats that look alike", { fragment: "#texts=175928847299117063&since=2016-04-30&until=2016-05-01" }, async (page) => {
  await page.waitForSelector("article");
  assert.match(await page.innerText("article h4"), /^snowflake discord/);
});

tab("every form is copied as it stands", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  await type(page, "0RdKJcxqVBiAiQr0");
  await page.click('[aria-label="Copy the form hex"]');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "05ca55528f7680cb8bb9bdc1");
  await status(page, "status", /Copied/);
});

tab("the page says of each text what the command says", {}, async (page) => {
  const texts = ["0RdKJcxqVBiAiQr0", "018f2c5e-7b1a-7c3d-9e2f-0123456789ab", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "507f1f77bcf86cd799439011", "1777150623882019211", "0ujtsYcgvSTl8PAuAdqWYSMnLOv", "00000023-122e-6aa1-a789-28ef27ab7c62"];
  const command = run("inspect", "--json", "--now", "2027-01-15", ...texts).trim().split("\n").map(JSON.parse);
  const inside = await page.evaluate((texts) => globalThis.ids.inspect(texts, { now: "1799971200000000000" }), texts);
  assert.deepEqual(inside, command);
});

tab("what is not an identifier is said, and shown as text", {}, async (page) => {
  await type(page, "<img src=x onerror=alert(1)>\n!!");
  assert.equal(await page.locator("article img").count(), 0);
  assert.match(await page.innerText("article >> nth=0"), /<img src=x[\s\S]*no format reads this/);
  await status(page, "status", /2 identifiers, 2 that no format reads/);
});

tab("what acts on the order of a text is escaped, wherever it comes from", { fragment: `#${new URLSearchParams({ texts: "abc\u202edef!\u2066", known: "\u202ex=y" })}` }, async (page) => {
  await page.waitForFunction(() => document.getElementById("status").textContent !== "");
  assert.match(await page.innerText("#status"), /^"y" is not a time/);
  await page.fill("#known", "");
  await page.click("text=Inspect >> nth=0");
  await page.waitForSelector("article");
  assert.equal(await page.innerText("article h3"), "abc\\u{202e}def!\\u{2066}");
  assert.doesNotMatch(await page.innerText("main"), /[\u202a-\u202e\u2066-\u2069]/);
});

// 64 identifiers of two nodes with a layout of their own: milliseconds since 2020 above 20 bits.
const START = Date.UTC(2020, 0, 1), FIRST = Date.UTC(2022, 3, 15);
// A generator with a seed: 63 random bits.
let state = 1n;
const random = () => (state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n)) >> 1n;
const own = Array.from({ length: 64 }, (_, index) => {
  const time = FIRST + index * 1800000 + Number(random() >> 42n) % 1800000;
  return { id: `${(BigInt(time - START) << 20n) | ((random() >> 62n) * 7n << 13n) | 4096n}`, time: new Date(time).toISOString() };
});
const told = [own[3], own[60]];

tab("many identifiers are looked at together, as ids infer does", {}, async (page) => {
  await page.fill("#known", told.map(({ id, time }) => `${id}=${time}`).join("\n"));
  await type(page, own.map(({ id }) => id).join("\n"));
  const known = told.flatMap(({ id, time }) => ["--at", `${id}=${time}`]);
  const [said] = execFileSync(ids, ["infer", "--json", "--now", "2027-01-01", ...known, "-"], { input: own.map(({ id }) => id).join("\n"), encoding: "utf8" }).split("\n");
  const { bits, layout: { layout, epoch, unit, parts } } = JSON.parse(said);
  assert.equal(epoch, "2020-01-01T00:00:00Z");
  const text = await page.innerText("#together");
  assert.match(text, /They have a layout of their own/);
  assert.ok(text.includes(`--layout ${layout} --epoch ${epoch} --unit ${unit}`), text);
  for (const { role, high, low, why } of parts) assert.ok(text.includes(`${role}\t${high === low ? low : `${high} to ${low}`}\t${why}`), role);
  // The picture: a bar for each bit, and the coloured ones are those that change.
  const bars = await page.locator("#together rect").evaluateAll((bars) => bars.map((bar) => [bar.classList.contains("never"), Number(bar.getAttribute("height"))]));
  assert.equal(bars.length, 64);
  assert.deepEqual(bars.map(([never]) => never), bits.map(({ entropy }) => entropy === 0));
  bits.forEach(({ entropy }, place) => entropy > 0.1 && assert.ok(Math.abs(bars[place][1] - entropy * 10) < 1e-6, `bar ${place}`));
  // A link has the known times, too.
  assert.match(await page.evaluate(() => location.hash), /known=/);
  await page.fill("#known", "12");
  await page.click("text=Inspect >> nth=0");
  await status(page, "status", /"12" is no known time: write ID=TIME/);
  await page.fill("#known", "!!=2022-04-15");
  await page.click("text=Inspect >> nth=0");
  await status(page, "status", /no format reads the identifier of a known time, !!/);
});

tab("nothing is claimed of random numbers", {}, async (page) => {
  await type(page, Array.from({ length: 500 }, () => `${random()}`).join("\n"));
  assert.match(await page.innerText("#together .verdict"), /Nothing is claimed|spread evenly/);
  assert.doesNotMatch(await page.innerText("#together"), /timestamp|--layout/);
});

tab("a link leads another person to the same answers", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  await page.fill("#since", "2016-04-30");
  await type(page, "175928847299117063\n0RdKJcxqVBiAiQr0");
  await page.click("#share");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const answers = await page.innerText("#results");
  const other = await open(browser, file, { fragment: link.slice(link.indexOf("#")) });
  await other.waitForSelector("article");
  assert.equal(await other.innerText("#results"), answers);
  assert.equal(await other.inputValue("#since"), "2016-04-30");
  await other.context().close();
});

tab("a range of time is a range of identifiers in each format", {}, async (page) => {
  await page.fill("#from", "2016-04-30");
  await page.fill("#to", "2016-05-01");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#ranges table");
  const [from, to] = run("range", "flax", "--from", "2016-04-30", "--to", "2016-05-01").trim().split("\n");
  const text = await page.innerText("#ranges");
  assert.ok(text.includes(from) && text.includes(to), text);
  for (const [wrong, pattern] of [["2016-02-30", /is not a time/], [`${10n ** 43n}s`, /is not a time/], ["1960-01-01", /before 1970/], ["2016-05-02", /after/], ["2016-05-01", /the same time/]]) {
    await page.fill("#from", wrong);
    await page.keyboard.press("Enter");
    await status(page, "range-status", pattern);
  }
  // So it is where it says when identifiers were made.
  await type(page, "175928847299117063");
  await page.fill("#since", "2017-01-01");
  await page.fill("#until", "2016-05-01");
  await page.click("text=Inspect >> nth=0");
  await status(page, "status", /"2017-01-01" is after "2016-05-01"/);
});

const drop = async (page, path, name) => {
  const data = await page.evaluateHandle(([text, name]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    return transfer;
  }, [readFileSync(path, "utf8"), name]);
  await page.dispatchEvent("#drop", "drop", { dataTransfer: data });
};
const verdict = (path) => {
  try {
    return JSON.parse(run("ledger", "verify", "--json", path));
  } catch (error) {
    return JSON.parse(error.stdout);
  }
};

tab("a ledger dropped on the page is verified", {}, async (page) => {
  await drop(page, ledger, "tennis.ndjson");
  await status(page, "file-status", /verified, valid/);
  const { events, head } = verdict(ledger);
  const text = await page.innerText("#file-result");
  assert.ok(events === "3001" && text.includes(events) && text.includes(head), text);
});

tab("a changed ledger is refused where the command refuses it", {}, async (page) => {
  await page.setInputFiles("#file", broken);
  await status(page, "file-status", /not valid/);
  const { failure } = verdict(broken);
  const text = await page.innerText("#file-result");
  assert.match(text, new RegExp(`line ${failure.line}`));
  for (const name of ["offset", "kind", "found", "expected"]) assert.ok(text.includes(failure[name]), name);
});

tab("a brace before a UUID begins no ledger", {}, async (page) => {
  const path = join(folder, "braced.txt");
  writeFileSync(path, "{018f2c5e-7b1a-7c3d-9e2f-0123456789ab}\n");
  await page.setInputFiles("#file", path);
  await status(page, "file-status", /counted/);
});

tab("a file of identifiers is counted", {}, async (page) => {
  const path = join(folder, "ids.txt");
  writeFileSync(path, `${"018f2c5e-7b1a-7c3d-9e2f-0123456789ab\n".repeat(30000)}!!\n01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  await page.setInputFiles("#file", path);
  await status(page, "file-status", /counted/);
  const text = await page.innerText("#file-result");
  assert.match(text, /30002 lines, 1 that no format reads, the first on line 30001/);
  assert.match(text, /uuid v7\s+one\s+30000\s+2024-04-30/);
  assert.match(text, /All 30001 together/);
  assert.match(text, /1 are read as something else: this is no single source/);
});

tab("a line without an end takes no memory, and no time", {}, async (page) => {
  const path = join(folder, "endless.txt");
  writeFileSync(path, Buffer.concat([Buffer.alloc(64 << 20, "x"), Buffer.from("\n0RdKJcxqVBiAiQr0\n")]));
  await page.setInputFiles("#file", path);
  await status(page, "file-status", /counted/);
  assert.match(await page.innerText("#file-result"), /2 lines, 1 that no format reads, the first on line 1/);
  // Pasted, it is counted too, and not laid out.
  await page.evaluate(() => {
    document.getElementById("texts").value = "x".repeat(2 << 20);
    document.getElementById("inspect").requestSubmit();
  });
  await status(page, "status", /1 lines counted/);
});

tab("the diagram has every bit once, those of no field too", {}, async (page) => {
  for (const text of ["018f2c5e-7b1a-7c3d-9e2f-0123456789ab", "0RdKJcxqVBiAiQr0", "01ARZ3NDEKTSV4RRFFQ69G5FAV"]) {
    await type(page, text);
    await page.waitForFunction((text) => document.querySelector("#results h3")?.textContent === text, text);
    const [[{ candidates: [{ bytes }] }], drawn] = await page.evaluate(async (text) => [
      await globalThis.ids.inspect([text]),
      [...document.querySelector("#results .bits").querySelectorAll("code")].map((code) => code.textContent).join(""),
    ], text);
    assert.equal(drawn, [...bytes].map((digit) => parseInt(digit, 16).toString(2).padStart(4, "0")).join(""), text);
  }
});

const paste = (page, text) => page.evaluate((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.getElementById("texts").dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true, bubbles: true }));
}, text);

tab("half of a character on one line leaves the other lines answered", {}, async (page) => {
  await page.evaluate(() => {
    document.getElementById("texts").value = "a\ud800b\n175928847299117063";
    document.getElementById("inspect").requestSubmit();
  });
  await page.waitForSelector("article");
  assert.match(await page.innerText("#results"), /snowflake discord/);
});

tab("a long text that is pasted is read like a file, past the box", {}, async (page) => {
  await paste(page, `${own.map(({ id }) => id).join("\n")}\n`.repeat(1000));
  await status(page, "file-status", /^pasted text: counted/);
  assert.match(await page.innerText("#file-result"), /64000 lines, 0 that no format reads/);
  assert.equal(await page.inputValue("#texts"), "");
});

tab("an answer that comes after a later question is not shown", {}, async (page) => {
  await page.evaluate((texts) => {
    const ask = (text) => {
      document.getElementById("texts").value = text;
      document.getElementById("inspect").requestSubmit();
    };
    ask(texts);
    ask("0RdKJcxqVBiAiQr0");
  }, own.map(({ id }) => id).join("\n"));
  await page.waitForSelector("article");
  // The worker answers in order: after this one, nothing of the first question is left.
  await page.evaluate(() => globalThis.ids.inspect(["0RdKJcxqVBiAiQr0"]));
  await page.evaluate(() => globalThis.ids.inspect(["0RdKJcxqVBiAiQr0"]));
  assert.equal(await page.locator("#together").count(), 0);
  assert.match(await page.innerText("#results h3"), /^0RdKJcxqVBiAiQr0$/);
  await status(page, "status", /^1 identifier\./);
});

tab("the keyboard reaches everything, in the order of the page", {}, async (page) => {
  const order = [];
  for (let step = 0; step < 13; step += 1) {
    await page.keyboard.press("Tab");
    order.push(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim()));
  }
  assert.deepEqual(order, ["Skip to the answers", "texts", "since", "until", "all", "known", "Inspect", "share", "example", "from", "to", "Show the ranges", "file"]);
  await page.focus("#texts");
  await page.keyboard.type("0RdKJcxqVBiAiQr0");
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector("article");
});

const follows = async (page) => {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
};

for (const colorScheme of ["light", "dark"]) {
  for (const [width, height] of [[320, 640], [768, 1024], [3840, 2160]]) {
    tab(`${colorScheme}, ${width} wide: no violation of axe's rules, and nothing is cut off`, {
      colorScheme, viewport: { width, height }, bypassCSP: true,
      fragment: `#${new URLSearchParams({ texts: own.map(({ id }) => id).join("\n"), known: told.map(({ id, time }) => `${id}=${time}`).join("\n"), from: "2016-04-30", to: "2016-05-01" })}`,
    }, async (page) => {
      await page.waitForSelector("#together");
      await page.waitForSelector("#ranges table");
      await page.setInputFiles("#file", broken);
      await status(page, "file-status", /not valid/);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it scrolls sideways");
      if (shots) await page.screenshot({ path: join(shots, `${colorScheme}-${width}-together.png`), fullPage: width < 3840 });
      await follows(page);
      // Without the survey, each by itself.
      await page.fill("#known", "");
      await type(page, "0RdKJcxqVBiAiQr0\n175928847299117063\n018f2c5e-7b1a-7c3d-9e2f-0123456789ab\n!!");
      await page.waitForSelector("#together", { state: "detached" });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it scrolls sideways");
      if (shots) await page.screenshot({ path: join(shots, `${colorScheme}-${width}.png`), fullPage: width < 3840 });
      await follows(page);
    });
  }
}

tab("the policy of the page refuses a request, a script and a style", {}, async (page) => {
  const refused = await page.evaluate(async () => {
    const events = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => events.push(effectiveDirective));
    await fetch("https://localhost/").catch(() => {});
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.body.append(script);
    document.body.setAttribute("style", "color: red");
    await new Promise((resolve) => setTimeout(resolve));
    return [events.sort(), globalThis.ran];
  });
  assert.deepEqual(refused, [["connect-src", "script-src-elem", "style-src-attr"], undefined]);
  page.complaints.length = 0;
});
